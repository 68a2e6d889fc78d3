"""Marks and switches of the tests of rulesets."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "peers: compares with another implementation, which the extra `peers` installs")
