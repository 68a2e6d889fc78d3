"""The reference engine: runs a specialised program by walking its tree. CORE.md is its law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import chance
from ..faults import RuleFault
from ..observer import Observer
from ..state import (
    ANSWER,
    ATTEMPT,
    FP,
    OVER,
    PC,
    PENDING,
    RESULT,
    RET,
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
        self._last: tuple[State, Choice] | None = None  # options are a function of the state: asked twice, found once

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
        chosen = self._walker.lookup.named[procedure]
        stack = self.program["stack"]
        self._walker.attach(state)
        state[STATUS] = RUNNING
        state[PC] = state[FP] = state[RET] = state[ATTEMPT] = state[RESULT] = state[WINNERS] = 0
        state[ANSWER : ANSWER + 4] = [0, 0, 0, 0]
        state[stack["at"] : stack["at"] + stack["size"]] = [0] * stack["size"]
        if chosen.framed:
            self._walker.push_frame(chosen, list(args), stack["at"], 0, {"site": chosen.site})
            return self.run(state)
        self._walker.apply(chosen, list(args))
        if state[STATUS] != OVER:
            self._walker.end(None)
        return Outcome.OVER

    def run(self, state: State) -> Outcome:
        """Goes on until somebody has to decide or the game is over; there it stays."""
        if state[STATUS] == RUNNING:
            walker = self._walker
            walker.attach(state)
            walker.walk()
            if state[STATUS] == PENDING:
                self._remember(state, walker.offers)
        return Outcome(state[STATUS])

    # decisions

    def choice(self, state: State) -> Choice | None:
        """What is asked in this state; None if nothing is."""
        if state[STATUS] != PENDING:
            return None
        if self._last is None or self._last[0] != state:
            self._stand(state)
            self._remember(state, self._walker.offered(self._node(state)))
        assert self._last is not None
        return self._last[1]

    def answer(self, state: State, option: Option) -> Outcome:
        """Takes one of the options, or a valid point where the choice is open, and runs on."""
        choice = self.choice(state)
        if choice is None:
            raise RuleFault("answer", detail="nobody has to decide")
        if option not in choice.options:
            self._stand(state)
            if not self._walker.accepts(choice.node, option):
                raise RuleFault("answer", choice.node["site"], f"{option} is not offered")
        state[STATUS] = RUNNING
        state[ANSWER : ANSWER + 4] = option
        return self.run(state)

    def _stand(self, state: State) -> None:
        """Begins something new at the decision where the state is pending."""
        self._walker.attach(state)
        self._walker.frame = state[FP]
        self._walker.resume(state[PC])

    def _node(self, state: State) -> dict[str, Any]:
        point = self._walker.lookup.points[state[PC]]
        assert point is not None
        body: Any = point.procedure.body
        for place in point.path:
            body = body[place]
        return body  # type: ignore[no-any-return]

    def _remember(self, state: State, options: list[Option]) -> None:
        node = self._node(state)
        self._stand(state)
        choice = Choice(state[PC], self._walker.decider(node), options, node, state[FP])
        self._last = state[:], choice

    # questions and changes from outside

    def evaluate(self, state: State, expression: dict[str, Any], variables: dict[str, Value] | None = None) -> Value:
        """The value of an expression. In a pending state it may use the variables of the frame that decides."""
        if state[STATUS] == PENDING:
            self._stand(state)
        else:
            self._walker.attach(state)
        self._walker.variables.update(variables or {})
        return self._walker.value(expression)  # type: ignore[no-any-return]

    def perform(self, state: State, procedure: str | dict[str, Any], args: Sequence[Value] = ()) -> Value:
        """Runs a procedure that asks nobody: one of the program, or one that a scenario brings along."""
        chosen: Procedure = (
            self._walker.lookup.named[procedure] if isinstance(procedure, str) else procedure_of(procedure)
        )
        if chosen.framed:
            raise ValueError(f"`{chosen.name}` can ask somebody: start it instead")
        self._walker.attach(state)
        return self._walker.apply(chosen, list(args))  # type: ignore[no-any-return]
