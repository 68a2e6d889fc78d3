"""One told game for each ruleset and number of players. `python tests/rulesets/remake_goldens.py` tells them again."""

from __future__ import annotations

from pathlib import Path

import pytest
from stories import GOLDEN, golden_path, story, tables

TABLES = list(tables())
LONGEST = 120  # lines that somebody still reads


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_game_is_told_as_before(name: str, players: int) -> None:
    path = golden_path(name, players)
    assert path.exists(), f"{path.name} is missing: run tests/rulesets/remake_goldens.py"
    assert story(name, players) == path.read_text(encoding="utf-8"), "read the difference, then remake the goldens"


def test_every_told_game_is_of_a_ruleset() -> None:
    assert {path.name for path in GOLDEN.glob("*")} == {golden_path(*table).name for table in TABLES}


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_a_told_game_is_short_enough_to_be_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST
