"""The counting build plays the very games of the ordinary one, and counts what the reference engine passes; shrinking
gives lists from which nothing can be left out."""

from __future__ import annotations

import struct
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulewright.interpreter.compiled.host import Engine
from rulewright.interpreter.compiled.playouts import stretches
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.interpreter.shrinking import shrunk
from rulewright.interpreter.streams import Stream, bot_seed, game_seed
from rulewright.validator.check import check_folder
from rulewright.validator.marks import marking
from rulewright.validator.sights import sighted
from rulewright.validator.specialise import specialise

RULESETS = Path(__file__).parents[2] / "rulesets"


class Counting(Observer):
    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def noted(self, node: dict[str, Any], args: list[Any]) -> None:
        if "sight" in node:
            self.counts[node["sight"]] += 1


@pytest.mark.parametrize("name", ["crazy_eights", "goofspiel", "breakthrough"])
def test_the_counting_build_plays_and_counts_what_the_reference_engine_does(name: str) -> None:
    with marking():
        program = check_folder(RULESETS / name).program
    plain = check_folder(RULESETS / name).program
    assert program is not None and plain is not None
    changed, sights = sighted(program)
    rules = {**specialise(changed, 2), "sights": len(sights)}
    engine, ordinary = Engine(rules), Engine(specialise(plain, 2))
    games = 5
    rows = [list(s) for e in (engine, ordinary) for s in stretches(e, games, 3, workers=1)]
    assert rows[0] == rows[1]

    instance = engine.instance()
    at = engine.compiled.free
    instance.room(at + 20 * games)
    instance.call("playouts", 3, 0, games, 10_000, at)
    counted = struct.unpack_from(f"<{len(sights)}i", instance.memory, engine.compiled.sights)
    reference, listener = Reference(rules), Counting()
    for number in range(games):
        stream = Stream(bot_seed(3, number))
        reference.observer = listener
        state = reference.new(game_seed(3, number))
        while True:
            reference.observer = None  # who only asks what is offered passes nothing
            choice = reference.choice(state)
            if choice is None:
                break
            reference.observer = listener
            reference.answer(state, choice.options[stream.below(len(choice.options))])
    # queries are asked more or less often by each engine, which is none of the meaning
    lines = [k for k, sight in enumerate(sights) if sight.sort in ("line", "option", "action")]
    assert [counted[k] for k in lines] == [listener.counts[k] for k in lines]
    assert any(counted[k] for k in lines)


@given(st.lists(st.integers(0, 20)), st.sets(st.integers(0, 20), max_size=4))
def test_nothing_can_be_left_out_of_a_shrunk_list(items: list[int], needed: set[int]) -> None:
    def shows(some: list[int]) -> bool:
        return needed <= set(some)

    if not shows(items):
        return
    short = shrunk(items, shows, 10_000)
    assert shows(short) and len(short) == len(needed)
    assert all(not shows(short[:i] + short[i + 1 :]) for i in range(len(short)))


def test_tries_are_bounded() -> None:
    seen: list[list[int]] = []

    def shows(some: list[int]) -> bool:
        seen.append(some)
        return False

    assert shrunk(range(1000), shows, 50) == list(range(1000))
    assert len(seen) == 50
