"""Small rulesets in `plays/` whose scenarios show what a construct means. They pass on every engine, random games of
them end or fail with an error of the rules and nothing else, and no frame keeps what the text is past."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from dead_slots import dead_slots
from rulewright.grammar.render import render
from rulewright.interpreter import engines, scenarios
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine
from rulewright.validator.check import Checked, check_text
from rulewright.validator.schema import validate
from rulewright.validator.specialise import specialise

PLAYS = sorted((Path(__file__).parent / "plays").glob("*.rules"))
ENGINES = ["reference", *(["compiled"] if engines.has_compiled() else [])]
GAMES, DECISIONS = 5, 200


@pytest.mark.parametrize("path", PLAYS, ids=lambda p: p.stem)
def test_scenarios_pass(path: Path) -> None:
    checked = accepted(path)
    assert checked.program is not None
    assert checked.program["scenarios"], "a play shows something with scenarios"
    for result in scenarios.run(checked.program, checked.program["scenarios"], ENGINES):
        assert result.passed, f"{result.engine}:\n{render([result.failure], checked.sources, False)}"


@pytest.mark.parametrize("path", PLAYS, ids=lambda p: p.stem)
def test_frames_keep_nothing_that_is_past(path: Path) -> None:
    program = accepted(path).program
    assert program is not None
    for players in {program["players"]["low"], program["players"]["high"]}:
        rules = specialise(program, players)
        engine, chance = Engine(rules), random.Random(players)
        for seed in range(GAMES):
            try:
                state = engine.new(seed)
                for _ in range(DECISIONS):
                    choice = engine.choice(state)
                    if choice is None:
                        break
                    assert dead_slots(rules, state) == []
                    engine.answer(state, chance.choice(choice.options))
            except RuleFault as fault:
                assert fault.code != "bounds", fault


def accepted(path: Path) -> Checked:
    data = {p.name: p.read_text(encoding="utf-8") for p in path.parent.glob("*.yaml")}
    checked = check_text(path.read_text(encoding="utf-8"), data)
    assert checked.program is not None, render(checked.diagnostics, checked.sources, False)
    assert validate(checked.program) == []
    return checked
