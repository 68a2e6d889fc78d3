"""What the walker has at hand at one moment: the state, the frame it works in, and the variables of that frame."""

from __future__ import annotations

from typing import Any

from ..faults import NO_SITE, RuleFault
from ..observer import Observer
from ..state import State, Value
from .lookup import NO_PROCEDURE, Lookup, Node, Procedure


def fault(code: str, node: Node, detail: str = "") -> RuleFault:
    """The error of a node that could not do its work."""
    return RuleFault(code, node.get("site", NO_SITE), detail)


class Memory:
    """A framed procedure has its locals in the state, so that a decision can interrupt it; `variables` then holds only
    what folds and branches bind. Any other procedure has all of its locals in `variables`."""

    def __init__(self, program: dict[str, Any]) -> None:
        self.program = program
        self.lookup = Lookup(program)
        self.steps_limit: int = program["steps"]
        self.observer: Observer | None = None
        self.attach([])

    def attach(self, state: State) -> None:
        """Begins something new on a state; what an error left behind is forgotten."""
        self.state = state
        self.procedure: Procedure = NO_PROCEDURE
        self.frame = 0
        self.variables: dict[str, Value] = {}
        self.steps = 0
        self.looking = False  # ahead: what is tried now is only a thought

    @property
    def listener(self) -> Observer | None:
        """Whom to tell of what happens, if it does happen."""
        return None if self.looking else self.observer

    def tick(self, node: Node) -> None:
        """Counts a round of a loop or a call against the budget of this run."""
        self.steps += node["weight"]
        if self.steps > self.steps_limit:
            raise fault("steps", node, f"more than {self.steps_limit} steps without a decision")

    def load(self, name: str) -> Value:
        if name in self.variables:
            return self.variables[name]
        local = self.procedure.locals[name]
        return local.shape.load(self.state, self.frame + local.slot)

    def store(self, name: str, value: Value) -> None:
        if self.procedure.framed:
            local = self.procedure.locals[name]
            local.shape.store(self.state, self.frame + local.slot, value)
        else:
            self.variables[name] = value

    def drop(self, name: str) -> None:
        self.store(name, self.procedure.locals[name].shape.zero)

    def within(self, node: Node, index: int, size: int) -> int:
        """An index that the checker has promised to be within bounds."""
        if not 0 <= index < size:
            raise fault("bounds", node, f"{index} is not one of 0 to {size - 1}")
        return index
