"""Decisions and transactions: what is offered, and looking ahead for what can be completed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from ..faults import RuleFault
from ..state import ANSWER, ATTEMPT, FP, PC, PENDING, RUNNING, SKIPPED, STATUS, Option, State, packed
from .lookup import Node, Path, Point
from .memory import fault
from .signals import STAYS, Signal
from .statements import Statements


class Standing(Enum):
    """What is known of a position that look-ahead has met."""

    OPEN = auto()  # it is being searched
    COMPLETE = auto()
    DEAD = auto()
    DOUBTFUL = auto()  # dead, if the open positions that it led back to are
    FORGOTTEN = auto()  # it was doubtful, and then one of those was complete


@dataclass(slots=True)
class Step:
    """One position on the way that is being searched."""

    key: bytes
    state: State
    options: Iterator[Option]
    doubtful: bool = False


class Transactions(Statements):
    """The statements `choose` and `attempt`."""

    offers: list[Option]  # at the decision where the last run stopped

    def do_choose(self, node: Node, path: Path | None) -> Signal | None:
        state = self.state
        if path is not None:  # it has been answered
            tag, a, b, c = state[ANSWER : ANSWER + 4]
            state[ANSWER : ANSWER + 4] = [0, 0, 0, 0]
            self.take(node, (tag, a, b, c))
            return None
        if self.looking and state[ATTEMPT] and not self.may_complete(node["point"]):
            return Signal.DEAD
        options = self.offered(node)
        if not options:
            if node["none"] == "skip":
                self.take(node, SKIPPED)
                return None
            if self.looking:
                return Signal.DEAD
            raise fault("empty", node, "there is nothing to choose")
        if len(options) == 1 and not node["ask"] and node["open"] is None:
            if self.listener:
                self.listener.forced(node, self.aside(node["who"]), options[0])
            self.take(node, options[0])
            return None
        state[STATUS], state[PC], state[FP] = PENDING, node["point"], self.frame
        self.offers = options
        return Signal.PENDING

    def take(self, node: Node, option: Option) -> None:
        into = node["into"]
        if into["tag"] is not None:
            self.store(into["tag"], option[0])
        for name, value in zip(into["values"], option[1:], strict=False):
            self.store(name, value)

    # options

    def offered(self, node: Node) -> list[Option]:
        """The options of a `choose`. Looking ahead, they are not asked in turn whether they can be completed."""
        listed = self.listed(node)
        if self.looking or not (self.state[ATTEMPT] or any(branch["whole"] for branch in node["branches"])):
            return list(listed)
        search = Search(self, node)
        return [option for option, whole in listed.items() if not (search.inside or whole) or search.completes(option)]

    def listed(self, node: Node) -> dict[Option, bool]:
        """Each option once, in order, and whether its branch is offered only as a whole."""
        options: dict[Option, bool] = {}
        limit = self.program["options_limit"]
        for branch in node["branches"]:
            tag, when, values, whole = branch["tag"], branch["when"], branch["values"], branch["whole"]
            padding = (0,) * (3 - len(values))
            for _ in self.matches(branch["over"]):
                if when is None or self.value(when):
                    option = (tag, *[self.value(value) for value in values], *padding)
                    if option not in options:
                        if len(options) == limit:
                            raise fault("options", node, f"more than {limit} options")
                        options[option] = whole
        return options

    def accepts(self, node: Node, option: Option) -> bool:
        """May a point that is not among the candidates be chosen?"""
        first = node["branches"][0]
        if node["open"] is None or option[0] != first["tag"] or option[2:] != (0, 0):
            return False
        self.variables[node["open"]["var"]] = option[1]
        if not self.value(node["open"]["valid"]):
            return False
        search = Search(self, node)
        return not (search.inside or first["whole"]) or search.completes(option)

    # transactions

    def do_attempt(self, node: Node, path: Path | None) -> Signal | None:
        if path is None:
            self.state[ATTEMPT] = self.frame
        signal = self.block(node["body"], None if path is None else path[1:])
        if signal not in STAYS:
            return signal
        returned = self.returned
        for condition in node["provided"]:
            if not self.value(condition["test"]):
                if self.looking:
                    return Signal.DEAD
                raise fault("provided", condition, condition["text"] or "this cannot be completed")
        if self.looking:
            return Signal.COMPLETE
        self.returned = returned
        self.state[ATTEMPT] = 0
        return signal

    def may_complete(self, point: int) -> bool:
        """Do the `needs` of the open attempt hold, as its own frame sees them?"""
        here = self.procedure, self.frame, self.variables
        around, self.frame = self.attempt_around(point)
        self.procedure, self.variables = around.procedure, {}
        assert around.attempt is not None
        hold = all(self.value(need) for need in around.attempt["needs"])
        self.procedure, self.frame, self.variables = here
        return hold

    def attempt_around(self, number: int) -> tuple[Point, int]:
        """The point, and its frame, at which the procedure with the open attempt stands while this point is reached."""
        frame = self.frame
        while True:
            point = self.lookup.points[number]
            assert point is not None
            if frame == self.state[ATTEMPT]:
                return point, frame
            number = self.state[frame]
            caller = self.lookup.points[number]
            assert caller is not None
            frame -= caller.procedure.frame


class Search:
    """Which options of one `choose` lead to the end of an attempt: depth first, on copies, options in order.

    A position is searched once. One that is met again while it is itself being searched proves nothing: what led back
    to it is doubtful until the search of this option ends. If that fails, all of it is dead."""

    def __init__(self, walker: Transactions, node: Node) -> None:
        self.walker = walker
        self.inside = bool(walker.state[ATTEMPT])
        self.start = walker.state[:]
        self.start[STATUS], self.start[PC], self.start[FP] = PENDING, node["point"], walker.frame
        self.met: dict[bytes, Standing] = {}
        self.doubts: list[bytes] = []
        self.budget: int = walker.program["search"]
        self.site: int = node["site"]
        if self.inside:
            attempt = walker.attempt_around(node["point"])[0].attempt
            assert attempt is not None
            self.site = attempt["site"]

    def completes(self, option: Option) -> bool:
        walker = self.walker
        kept = walker.state, walker.procedure, walker.frame, walker.variables, walker.steps
        walker.looking = True
        found = self._search(option)
        walker.looking = False
        walker.state, walker.procedure, walker.frame, walker.variables, walker.steps = kept
        return found

    def _search(self, option: Option | None) -> bool:
        trail: list[Step] = []
        state = self.start
        while option is not None:
            if self._try(state, option, trail):
                for step in trail:
                    self.met[step.key] = Standing.COMPLETE
                self._settle(Standing.FORGOTTEN)
                return True
            option = None
            while trail and option is None:
                state, option = trail[-1].state, next(trail[-1].options, None)
                if option is None:
                    self._give_up(trail)
        self._settle(Standing.DEAD)
        return False

    def _try(self, state: State, option: Option, trail: list[Step]) -> bool:
        """Answers on a copy. Yes if that is known to lead to the end; otherwise the trail may have become longer."""
        walker = self.walker
        walker.state = state[:]
        walker.steps = 0
        walker.state[STATUS] = RUNNING
        walker.state[ANSWER : ANSWER + 4] = option
        signal = walker.walk()
        if signal is not Signal.PENDING:
            return signal is not Signal.DEAD
        key = packed(walker.state)
        standing = self.met.get(key)
        if standing is Standing.COMPLETE:
            return True
        if standing is None or standing is Standing.FORGOTTEN:
            self.met[key] = Standing.OPEN
            if len(self.met) > self.budget:
                raise RuleFault("search", self.site, f"more than {self.budget} positions to look at")
            trail.append(Step(key, walker.state, iter(walker.offers)))
        elif standing is not Standing.DEAD:
            trail[-1].doubtful = True
        return False

    def _give_up(self, trail: list[Step]) -> None:
        step = trail.pop()
        self.met[step.key] = Standing.DOUBTFUL if step.doubtful else Standing.DEAD
        if step.doubtful:
            self.doubts.append(step.key)
            if trail:
                trail[-1].doubtful = True

    def _settle(self, verdict: Standing) -> None:
        """The search of one option has ended: so has every doubt."""
        for key in self.doubts:
            self.met[key] = verdict
        self.doubts.clear()
