"""The reference engine: runs a specialised program by walking its tree. CORE.md is its law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import chance
from ..faults import RuleFault
from ..observer import Observer
from ..state import (
    ANSWER,
    FP,
    OVER,
    PC,
    PENDING,
    RESULT,
    RUNNING,
    STATUS,
    WINNERS,
    Choice,
    Option,
    Outcome,
    State,
    Value,
    zero_state,
)
from .lookup import Procedure, procedure_of
from .transactions import Transactions


class Engine:
    """Everything about a game is in its state: copying the list copies the game, and one engine serves many games.

    After a RuleFault the state is dead; whoever plays goes back to the cells before the last answer. A refused answer
    alone leaves the state as it was."""

    def __init__(self, program: dict[str, Any]) -> None:
        self.program = program
        self._walker = Transactions(program)
        self._fresh: State | None = None
        self._last: tuple[State, list[Option]] | None = (
            None  # options are a function of the state: found once is enough
        )

    @property
    def observer(self) -> Observer | None:
        return self._walker.observer

    @observer.setter
    def observer(self, observer: Observer | None) -> None:
        self._walker.observer = observer

    # games

    def new(self, seed: int) -> State:
        """A new game, at its first decision or already over."""
        state = self.fresh()
        chance.seed(state, seed)
        self.start(state, self.program["main"], [])
        return state

    def fresh(self) -> State:
        """The start values, before the game has begun."""
        if self._fresh is None:
            state = zero_state(self.program)
            self.perform(state, self.program["init"])
            self._fresh = state
        return self._fresh[:]

    def start(self, state: State, procedure: str, args: Sequence[Value]) -> Outcome:
        """Makes a procedure the first frame, whatever was under way, and runs."""
        walker = self._walker
        chosen = walker.lookup.named[procedure]
        walker.attach(state)
        walker.unwind()
        state[STATUS], state[RESULT], state[WINNERS] = RUNNING, 0, 0
        if chosen.framed:
            walker.push_frame(chosen, list(args), self.program["stack"]["at"], 0, {"site": chosen.site})
            return self.run(state)
        walker.apply(chosen, list(args))
        if state[STATUS] != OVER:
            walker.end(None)
        return Outcome.OVER

    def run(self, state: State) -> Outcome:
        """Goes on until somebody has to decide or the game is over; there it stays."""
        if state[STATUS] == RUNNING:
            self._walker.attach(state)
            self._walker.walk()
            if state[STATUS] == PENDING:
                self._last = state[:], self._walker.offers
        return Outcome(state[STATUS])

    # decisions

    def choice(self, state: State) -> Choice | None:
        """What is asked in this state; None if nothing is."""
        if state[STATUS] != PENDING:
            return None
        options = self._options(state)
        node = self._stand(state)
        return Choice(state[PC], self._walker.value(node["who"]), list(options), node, state[FP])

    def _options(self, state: State) -> list[Option]:
        if self._last is None or self._last[0] != state:
            node = self._stand(state)
            self._last = state[:], self._walker.offered(node)
        return self._last[1]

    def listed(self, state: State) -> list[Option]:
        """The options of a pending state before it is asked which of them can be completed."""
        return list(self._walker.listed(self._stand(state)))

    def answer(self, state: State, option: Option) -> Outcome:
        """Takes one of the options, or a valid point where the choice is open, and runs on."""
        if state[STATUS] != PENDING:
            raise RuleFault("answer", detail="nobody has to decide")
        if option not in self._options(state):
            node = self._stand(state)
            if not self._walker.accepts(node, option):
                raise RuleFault("answer", node["site"], f"{option} is not offered")
        state[STATUS] = RUNNING
        state[ANSWER : ANSWER + 4] = option
        return self.run(state)

    def _stand(self, state: State) -> dict[str, Any]:
        """Begins something new at the decision where the state is pending, and gives its `choose`."""
        walker = self._walker
        walker.attach(state)
        walker.frame = state[FP]
        path = walker.resume(state[PC])
        node: Any = walker.procedure.body
        for step in path or ():
            node = node[step]
        return node  # type: ignore[no-any-return]

    # questions and changes from outside

    def evaluate(self, state: State, expression: dict[str, Any], variables: dict[str, Value] | None = None) -> Any:
        """The value of an expression. In a pending state it may use the variables of the frame that decides."""
        if state[STATUS] == PENDING:
            self._stand(state)
        else:
            self._walker.attach(state)
        self._walker.variables.update(variables or {})
        return self._walker.value(expression)

    def perform(self, state: State, procedure: str | dict[str, Any], args: Sequence[Value] = ()) -> Any:
        """Runs a procedure that asks nobody: one of the program, or one that a scenario brings along."""
        chosen: Procedure = (
            self._walker.lookup.named[procedure] if isinstance(procedure, str) else procedure_of(procedure)
        )
        if chosen.framed:
            raise ValueError(f"`{chosen.name}` can ask somebody: start it instead")
        self._walker.attach(state)
        return self._walker.apply(chosen, list(args))
