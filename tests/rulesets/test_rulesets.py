"""What every ruleset in the tree must be: checked, formatted, explained, with scenarios that pass on both engines."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing import ENGINES, RULESETS
from rulewright.grammar.format import format_text
from rulewright.interpreter.scenarios import run
from rulewright.validator.check import check_folder
from rulewright.validator.schema import validate

from rulewright.library import bundled

FILES = [path for name in bundled() for path in sorted((RULESETS / name).rglob("*.rules"))]
every_ruleset = pytest.mark.parametrize("name", bundled())


@every_ruleset
def test_it_is_checked_and_keeps_to_the_schema(name: str) -> None:
    checked = check_folder(RULESETS / name)
    assert not checked.diagnostics
    assert checked.program is not None
    assert not validate(checked.program)


@every_ruleset
@pytest.mark.parametrize("engine", ENGINES)
def test_its_scenarios_pass(name: str, engine: str) -> None:
    program = check_folder(RULESETS / name).program
    assert program is not None and program["scenarios"]
    for result in run(program, program["scenarios"], [engine]):
        assert result.passed, f"{result.name}: {result.failure}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(RULESETS)))
def test_it_is_formatted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_text(text, path.name) == text


@every_ruleset
def test_its_readme_says_how_to_play_it(name: str) -> None:
    assert f"rulewright play {name}" in (RULESETS / name / "README.md").read_text(encoding="utf-8")
