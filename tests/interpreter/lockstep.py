"""Plays one game in both engines at once: they must agree on everything that a player or a program could see."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from rulewright.interpreter.compiled.host import Engine as Compiled
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.interpreter.state import PENDING, State

Program = dict[str, Any]


class Pair:
    """Both engines for one specialised program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reference, self.compiled = Reference(program), Compiled(program)

    def both(self, act: Callable[[Any, State], Any], state: State) -> State | RuleFault:
        """Do the same in both on copies of a state; the state after it, or the error, must be the same."""
        results: list[State | RuleFault] = []
        for engine in (self.reference, self.compiled):
            copy = state[:]
            try:
                act(engine, copy)
                results.append(copy)
            except RuleFault as fault:
                results.append(fault)
        return self.same(*results)

    def same(self, expected: Any, actual: Any) -> Any:
        if isinstance(expected, RuleFault) and isinstance(actual, RuleFault):
            assert (actual.code, actual.site) == (expected.code, expected.site), (actual, expected)
            return expected
        if isinstance(expected, list) and isinstance(actual, list) and expected != actual:
            raise AssertionError({i: (a, b) for i, (a, b) in enumerate(zip(expected, actual, strict=True)) if a != b})
        assert type(expected) is type(actual), (expected, actual)
        return expected

    def new(self, seed: int) -> State | RuleFault:
        results: list[State | RuleFault] = []
        for engine in (self.reference, self.compiled):
            try:
                results.append(engine.new(seed))
            except RuleFault as fault:
                results.append(fault)
        return self.same(*results)

    def play(self, seed: int, cap: int = 1_000) -> tuple[State | RuleFault, int]:
        """A game with random answers. Each decision begins from the same cells in both engines, so that every game is
        also suspended in one and resumed in the other."""
        chance = random.Random(seed)
        state, decisions = self.new(seed), 0
        while isinstance(state, list) and state[0] == PENDING and decisions < cap:
            expected, actual = self.reference.choice(state), self.compiled.choice(state)
            assert expected == actual, (expected, actual)
            assert expected is not None
            option = chance.choice(expected.options)
            state = self.both(lambda engine, copy, option=option: engine.answer(copy, option), state)
            decisions += 1
        return state, decisions


def lockstep(program: Program, seed: int, cap: int = 1_000) -> tuple[State | RuleFault, int]:
    """One game in both engines. Gives where it ended (or its error), and after how many decisions."""
    return Pair(program).play(seed, cap)
