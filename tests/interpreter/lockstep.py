"""Both engines side by side: they must agree on everything that a player or a program could see."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.interpreter.compiled.host import Engine as Compiled
from rulewright.interpreter.compiled.host import cells_of
from rulewright.interpreter.compiled.values import Int, List, Set, Values
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.guided import _Walker as Guide
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.interpreter.state import PENDING, Choice, Option, Outcome, State, Value

Program = dict[str, Any]
UNNOTICED = "bounds"  # what the checker should not have let pass; only the reference engine must notice


def lockstep(program: Program, seed: int, cap: int = 1_000, guided: bool = False) -> tuple[State | RuleFault, int]:
    """One game in both engines. Gives where it ended (or its error), and after how many decisions."""
    return play(Both(program, guided), seed, cap)


def play(engine: Both, seed: int, cap: int = 1_000) -> tuple[State | RuleFault, int]:
    """A game with random answers. Both engines go on from the same cells after each, so that every game is also
    suspended in one engine and resumed in the other."""
    chance = random.Random(seed)
    decisions = 0
    try:
        state = engine.new(seed)
        while state[0] == PENDING and decisions < cap:
            choice = engine.choice(state)
            assert choice is not None
            engine.answer(state, chance.choice(choice.options))
            decisions += 1
    except RuleFault as fault:
        return fault, decisions
    return state, decisions


class Both(Reference):
    """The reference engine, with the compiled one doing the same beside it."""

    def __init__(self, program: Program, guided: bool = False) -> None:
        """`guided`: the reference engine, which takes minutes to look ahead in a real game, is told what it would find.
        Everything else is still compared."""
        super().__init__(program)
        self.compiled = Compiled(program, cached=False)
        if guided:
            self._walker = Guide(program, self.compiled)

    def new(self, seed: int) -> State:
        return self._same(lambda: super(Both, self).new(seed), lambda: self.compiled.new(seed))

    def start(self, state: State, procedure: str, args: Sequence[Value]) -> Outcome:
        return self._same_on(
            state,
            lambda: super(Both, self).start(state, procedure, args),
            lambda copy: self.compiled.start(copy, procedure, args),
        )

    def run(self, state: State) -> Outcome:
        return self._same_on(state, lambda: super(Both, self).run(state), lambda copy: self.compiled.run(copy))

    def answer(self, state: State, option: Option) -> Outcome:
        return self._same_on(
            state, lambda: super(Both, self).answer(state, option), lambda copy: self.compiled.answer(copy, option)
        )

    def choice(self, state: State) -> Choice | None:
        return self._same(lambda: super(Both, self).choice(state), lambda: self.compiled.choice(state))

    def perform(self, state: State, procedure: str | dict[str, Any], args: Sequence[Value] = ()) -> Value:
        if not isinstance(procedure, str):
            return super().perform(state, procedure, args)

        def again(copy: State) -> None:
            self.compiled.perform(copy, procedure, args)

        return self._same_on(state, lambda: super(Both, self).perform(state, procedure, args), again, results=False)

    def evaluate(self, state: State, expression: dict[str, Any], variables: dict[str, Value] | None = None) -> Value:
        if state[0] == PENDING or variables or not is_typed(self.program, expression):
            return super().evaluate(state, expression, variables)
        return self._same(
            lambda: super(Both, self).evaluate(state, expression, variables),
            lambda: compiled_value(self.program, state, expression),
        )

    def _same_on(
        self, state: State, expected: Callable[[], Any], actual: Callable[[State], Any], results: bool = True
    ) -> Any:
        copy = state[:]

        def after() -> Any:
            result = actual(copy)
            return (result if results else None), copy

        given: list[Any] = []

        def before() -> Any:
            given.append(expected())
            return (given[0] if results else None), state

        self._same(before, after)
        return given[0]

    def _same(self, expected: Callable[[], Any], actual: Callable[[], Any]) -> Any:
        try:
            wanted = expected()
        except RuleFault as fault:
            if fault.code != UNNOTICED:
                try:
                    got = actual()
                except RuleFault as other:
                    assert (other.code, other.site) == (fault.code, fault.site), (other, fault)
                else:
                    raise AssertionError((got, fault)) from None
            raise
        got = actual()
        assert got == wanted, difference(wanted, got)
        return wanted


def difference(wanted: Any, got: Any) -> Any:
    """Only the cells that differ."""
    if isinstance(wanted, tuple) and isinstance(got, tuple) and len(wanted) == len(got):
        return [difference(w, g) for w, g in zip(wanted, got, strict=True) if w != g]
    if isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        return {i: (w, g) for i, (w, g) in enumerate(zip(wanted, got, strict=True)) if w != g}
    return wanted, got


NOWHERE: dict[str, Any] = {"locals": {}}


def is_typed(program: Program, expression: dict[str, Any]) -> bool:
    """Does the expression make sense to the compiler? A few tests use an integer where a set is wanted."""
    try:
        Values(program, NOWHERE).of(expression)
    except (AssertionError, TypeError):
        return False
    return True


def compiled_value(program: Program, state: State, expression: dict[str, Any]) -> Value:
    """The value of an expression without variables, by way of a procedure that writes it to an attribute of its own."""
    procedure: dict[str, Any] = {
        "kind": "procedure", "name": "value of it", "effect": "mutating", "params": [], "result": None, "locals": {},
        "frame": 0, "site": -1,
    }  # fmt: skip
    type_ = Values(program, procedure).of(expression)
    match type_:
        case Int():
            procedure["body"] = [
                {
                    "kind": "set",
                    "target": {"kind": "attribute", "attribute": name, "index": None},
                    "value": {"kind": "op", "op": word, "args": [expression, {"kind": "int", "value": 2**30}]},
                    "site": -1,
                }
                for name, word in (("low part", "mod"), ("high part", "div"))
            ]
            wide = {"kind": "int", "low": -(2**31), "high": 2**31 - 1}
            declared = [("low part", wide, 1), ("high part", wide, 1)]
        case Set():
            declared = [("whole", {"kind": "set", "of": type_.size}, type_.cells)]
        case List():
            items = {"kind": "list", "capacity": type_.capacity, "low": -(2**31), "high": 2**31 - 1}
            declared = [("whole", items, type_.cells)]
    if not isinstance(type_, Int):
        target = {"kind": "attribute", "attribute": "whole", "index": None}
        procedure["body"] = [{"kind": "set", "target": target, "value": expression, "site": -1}]
    stack = program["stack"]  # empty, since nobody decides: what is added lies before it, as attributes do
    attributes, at = dict(program["attributes"]), stack["at"]
    for name, kind, width in declared:
        attributes[name] = {
            "at": at, "count": 1, "width": width, "type": kind, "of": None, "see": "all", "shadow": None,
        }  # fmt: skip
        at += width
    larger = {
        **program, "attributes": attributes, "cells": at + stack["size"], "stack": {**stack, "at": at},
        "procedures": [*program["procedures"], procedure],
    }  # fmt: skip
    cells = [*state[: stack["at"]], *[0] * (at - stack["at"] + stack["size"])]
    Compiled(larger, cached=False).perform(cells, procedure["name"])
    found = cells[stack["at"] : at]
    if isinstance(type_, Int):
        return found[0] + found[1] * 2**30
    if isinstance(type_, List):
        assert found == cells_of(type_, tuple(found[1 : 1 + found[0]]))
        return tuple(found[1 : 1 + found[0]])
    return int.from_bytes(struct.pack(f"<{len(found)}i", *found), "little")
