"""A ruleset with five mistakes of different kinds gives exactly five reports, each with its place and a way out."""

from __future__ import annotations

from pathlib import Path

from rulewright.grammar.diagnostics import Diagnostic
from rulewright.validator.check import check_folder

FIVE = Path(__file__).parent / "five"

EXPECTED = [
    ("game.rules", 29, 35, "missing-word"),  # the form: a bracket is not closed
    ("game.rules", 37, 10, "unknown-name"),  # a name: no such resource
    ("game.rules", 39, 29, "wrong-type"),  # a type: a number is no condition
    ("game.rules", 46, 10, "unknown-name"),  # a scenario: no such player
    ("map.yaml", 7, 13, "unknown-space"),  # the data of a board
]


def test_five_mistakes_give_five_reports() -> None:
    found = check_folder(FIVE).diagnostics
    assert [(*place(d), d.name) for d in found] == EXPECTED
    assert [d.headline for d in found if d.help is None] == []


def place(diagnostic: Diagnostic) -> tuple[str, int, int]:
    span = diagnostic.labels[0].span
    return span.file, span.line, span.column
