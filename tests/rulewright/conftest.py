"""A fresh ruleset in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from commandline import rulewright


@pytest.fixture
def snail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What `rulewright new snail_race` makes; the test stands beside it."""
    monkeypatch.chdir(tmp_path)
    assert rulewright("new", "snail_race").code == 0
    return tmp_path / "snail_race"
