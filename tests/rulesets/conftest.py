"""The mark of the tests that need another implementation, and a word about it when that is not there."""

from __future__ import annotations

from importlib.util import find_spec

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "peers: compares with another implementation, which the extra `peers` installs")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if find_spec("pyspiel") is None:
        terminalreporter.write_line("rulesets were not compared with OpenSpiel, which the extra `peers` installs")
