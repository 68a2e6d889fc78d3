"""The compiled engine means what the reference engine means.

Every test of the reference engine is run once more here with both engines side by side: each new game, each answer and
each value in it must come out the same in the compiled one, cell for cell and error for error. So must games of
generated programs, and those of every ruleset in the tree."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("wasmtime")

import rulewright.interpreter.reference.engine as reference
from core_builder import Builder, Node, branch, choose, clause, every, expr, fold, get, ints, op, put, span
from generated import Board, Writer
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lockstep import Both, play

from rulewright import load

HERE = Path(__file__).parent
RULESETS = HERE.parent.parent / "rulesets"
MOST_DECISIONS = 150  # of one game; the reference engine is slow
SLOW = {"test_offered_cards_against_all_subsets"}  # others look ahead just as well, and not as far


def with_both(name: str) -> dict[str, Any]:
    """The tests of a module, with both engines in place of the one."""
    spec = importlib.util.spec_from_file_location(f"both_{name}", HERE / f"test_{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    original = reference.Engine
    reference.Engine = Both  # type: ignore[misc]
    try:
        spec.loader.exec_module(module)
    finally:
        reference.Engine = original  # type: ignore[misc]
    tests = {key: value for key, value in vars(module).items() if key.startswith("test_") and key not in SLOW}
    return {f"test_{name}_{key.removeprefix('test_')}": value for key, value in tests.items()}


for _name in ("expressions", "statements", "frames", "zones", "transactions"):
    globals().update(with_both(f"reference_{_name}"))


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_generated_programs(seed: int) -> None:
    engine = Both(Writer(Random(seed)).program())
    for game in range(2):
        play(engine, game, 60)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_generated_boards(seed: int) -> None:
    play(Both(Board(Random(seed)).program()), 0, 60)


FAILS, HOLDS_NEVER = op("div", 1, op("-", "x", 3)), op(">", "x", 90)  # for x = 3; for no x
ONE, TWO = clause("x", every(9)), clause("y", every(9))


@pytest.mark.parametrize(
    ("over", "value"),
    [
        ([clause("x", every(9), op("and", FAILS, HOLDS_NEVER))], 1),
        ([clause("x", every(9), op("and", HOLDS_NEVER, FAILS))], 1),
        ([ONE], op("and", FAILS, HOLDS_NEVER)),
        ([clause("x", every(9), op("<=", "x", 2))], op("and", FAILS, HOLDS_NEVER)),
        ([ONE, clause("y", span(0, FAILS), HOLDS_NEVER)], 1),
        ([ONE, TWO], op("and", FAILS, op("==", get("round"), 1))),
        ([ONE, TWO], op("and", op("==", get("round"), 1), FAILS)),
        ([ONE, TWO], op("and", op("<", "y", 0), op("and", FAILS, HOLDS_NEVER))),
        ([ONE, clause("y", every(9), op("or", FAILS, op("==", "y", 3)))], op("<", "y", "x")),
        ([ONE], op("and", op("or", op("==", get("round"), 1), FAILS), HOLDS_NEVER)),
    ],
)
@pytest.mark.parametrize("word", ["any", "all", "count"])
def test_errors_come_in_their_order(word: str, over: list[Node], value: Any) -> None:
    """Conditions are moved out of loops and tested in bulk; but not if somebody could tell."""
    over, value = deepcopy(over), deepcopy(value)
    if word == "count":
        over[-1]["where"] = op("and", over[-1]["where"], value) if over[-1]["where"] is not None else expr(value)
    b = Builder().attribute("round", ints(0, 9)).attribute("found", ints(0, 99))
    b.procedure("main", [put("found", None, fold(word, over, value)), choose(0, branch(0), branch(1))])
    play(Both(b.program()), 0)


def rulesets() -> Iterator[tuple[str, int]]:
    for folder in sorted(RULESETS.iterdir()):
        if (folder / "game.rules").exists():
            players = load(folder).players
            for many in sorted({players[0], players[len(players) // 2], players[-1]}):
                yield folder.name, many


@pytest.mark.parametrize(("name", "players"), list(rulesets()))
def test_rulesets(name: str, players: int) -> None:
    engine = Both(load(RULESETS / name).specialised(players, None), guided=True)
    for seed in range(3):
        play(engine, seed, MOST_DECISIONS)
