"""Random games of Rattle and Rend: both engines in lockstep, and what a census of games finds.

`python tests/rulesets/rattle_census.py --games 600` takes a census in which everything has occurred."""

from __future__ import annotations

from random import Random

import pytest
from playing import ENGINES, Game, program
from rattle_census import NAME, Census

DECISIONS = 120


@pytest.mark.skipif(len(ENGINES) < 2, reason="there is one engine")
@pytest.mark.parametrize("seed", range(2))
def test_both_engines_ask_the_same_and_come_to_the_same_positions(seed: int) -> None:
    reference, compiled = (Game(program(NAME), 2, engine) for engine in ENGINES)
    one, other, random = reference.new(seed), compiled.new(seed), Random(seed)
    for _ in range(DECISIONS):
        asked, asked_too = reference.engine.choice(one), compiled.engine.choice(other)
        assert (asked.who, asked.options) == (asked_too.who, asked_too.options)
        option = random.choice(asked.options)
        reference.engine.answer(one, option)
        compiled.engine.answer(other, option)
        assert list(one) == list(other)


def test_a_census_finds_what_happens_and_says_what_does_not() -> None:
    census = Census()
    assert {"charge", "suppression", "elites", "duel", "corner"} <= set(census.never())
    for seed in range(3):
        census.play(seed)
    never = set(census.never())
    assert "charge" not in never
    assert never < {*census.actions, *(word for kind in census.kinds for word in census.words[kind])}
    assert sum(census.seen[word] for word in census.words["mission"]) == 3
    some_trait = [word for word in census.words["trait"] if census.seen[word]]
    assert some_trait
