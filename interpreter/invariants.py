"""What the text says must always be so: tested on a state, by whoever wants to know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from .faults import RuleFault
from .frames import frames
from .state import State

Node = dict[str, Any]
ACTION = "do."  # the procedures of actions are called so


class Evaluator(Protocol):
    def evaluate(self, state: State, expression: Node, variables: dict[str, Any] | None = None) -> Any: ...


def broken(program: Node, engine: Evaluator, state: State) -> list[Node]:
    """The invariants that do not hold here. While an action runs, only those count that are to hold `always`."""
    stated = program["invariants"]
    if not stated:
        return []
    acting = in_action(program, state)
    return [
        invariant
        for invariant in stated
        if (invariant["always"] or not acting)
        and not engine.evaluate(state, {"kind": "ask", "procedure": invariant["procedure"], "args": []})
    ]


def hold(program: Node, engine: Evaluator, state: State, excused: Sequence[Node] = ()) -> None:
    """Raises the fault of the first invariant that does not hold, those excused left out."""
    for invariant in broken(program, engine, state):
        if invariant not in excused:
            raise RuleFault("invariant", invariant["site"], invariant["text"])


def in_action(program: Node, state: State) -> bool:
    return any(program["procedures"][f.procedure]["name"].startswith(ACTION) for f in frames(program, state))
