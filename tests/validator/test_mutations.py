"""Whatever is changed in a ruleset, the checker answers: with reports, or with a program that keeps to its schema, can
be specialised and plays without any error but those of the rules. It never takes long."""

from __future__ import annotations

import os
import time
from random import Random

from dead_slots import dead_slots
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st
from mutations import parts_changed, seeds, words_changed
from rulewright.interpreter import scenarios
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine
from rulewright.validator.check import check_text
from rulewright.validator.schema import validate
from rulewright.validator.specialise import specialise

SEEDS = seeds()
LONGEST = 5.0  # seconds for one check, on a busy machine
SHORT = {"steps": 20_000, "search": 500}  # a game that goes on and on need not
MANY = int(os.environ.get("MUTATIONS", "120"))
MUTATING = settings(
    max_examples=MANY, deadline=None, derandomize="MUTATIONS" not in os.environ, suppress_health_check=list(HealthCheck)
)
NUMBERS = st.integers(0, 2**32)


@MUTATING
@given(NUMBERS)
def test_changed_words(number: int) -> None:
    chance = Random(number)
    seed = chance.choice(SEEDS)
    answers(words_changed(seed, chance, chance.randint(1, 3)), seed.files, chance)


@MUTATING
@given(NUMBERS)
def test_changed_parts(number: int) -> None:
    chance = Random(number)
    seed = chance.choice(SEEDS)
    answers(parts_changed(seed, SEEDS, chance, chance.randint(1, 3)), seed.files, chance)


def answers(text: str, files: dict[str, str], chance: Random) -> None:
    note(text)
    began = time.perf_counter()
    checked = check_text(text, files)
    assert time.perf_counter() - began < LONGEST
    if checked.program is None:
        assert checked.diagnostics
        return
    assert validate(checked.program) == []
    program = {**checked.program, **SHORT}
    for players in {program["players"]["low"], program["players"]["high"]}:
        play(specialise(program, players), chance)
    for _ in scenarios.run(program, program["scenarios"], ["reference"]):
        pass


def play(rules: dict[str, object], chance: Random) -> None:
    engine = Engine(rules)
    try:
        state = engine.new(chance.randrange(100))
        for _ in range(40):
            choice = engine.choice(state)
            if choice is None:
                return
            assert dead_slots(rules, state) == []
            engine.answer(state, chance.choice(choice.options))
    except RuleFault as fault:
        assert fault.code != "bounds", fault
