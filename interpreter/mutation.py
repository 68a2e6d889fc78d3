"""Do the scenarios of a ruleset notice when its rules are changed?

One program holds all changes (validator/mutants.py), one compiled module plays them all. A first round finds out which
scenarios come to which changed places; a change is then tried only there, until a scenario fails. The compiled engine
plays; the reference engine sets up positions and evaluates what is expected, and has the last word on changes that
nobody noticed, since it alone tests every index."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..validator.mutants import RULING, SHIFTED, SWITCH, Mutant, fixed_rulings, switched
from .compiled.exports import TALLY
from .compiled.host import Engine as Compiled
from .compiled.memory import STATE
from .decision import decision_of
from .faults import NO_SITE, RuleFault
from .invariants import hold
from .reference.engine import Engine as Reference
from .rehearsal import prepare
from .scenarios import Scene
from .state import FP, PC, PENDING, STATUS, Choice, State, Value, packed, zero_state

Node = dict[str, Any]
STEPS = 50_000  # enough for any scenario, and soon over where a change makes play go round for ever
SEARCH = 5_000
FORCED = 1_000  # answers taken unasked behind one another
HOLDS = "~holds."
CAP = 3_000  # decisions of a random game
TABLES = 4  # players and readings that are tried with random games


def judged(program: Node) -> Node:
    """With a procedure for every invariant that fails where it does not hold: engines can perform it."""
    judges = [
        {
            "kind": "procedure",
            "name": HOLDS + invariant["procedure"],
            "effect": "mutating",
            "params": [],
            "result": None,
            "locals": {},
            "body": [{"kind": "ensure", "test": _asked(invariant["procedure"]), "text": "", "site": invariant["site"]}],
            "site": invariant["site"],
            "depth": None,
        }
        for invariant in program["invariants"]
    ]
    return {**program, "procedures": [*program["procedures"], *judges]}


def _asked(procedure: str) -> Node:
    return {"kind": "ask", "procedure": procedure, "args": []}


class Setting(Reference):
    """The reference engine with one change switched on, and with readings told by attributes."""

    change = 0

    def __init__(self, program: Node) -> None:
        super().__init__(program)
        self.readings: dict[str, int] = {}
        self.starts: dict[tuple[int, ...], State] = {}
        self.early: set[int] = set()  # changes whose places are come to before the game begins
        self.reached: set[int] | None = None  # the changes whose places were come to, if somebody wants to know
        self.judge: Compiled | None = None  # says whether invariants hold, if it is there: they look at everything
        evaluators = self._walker._evaluators
        plain = evaluators["op"]
        self.judges = {p["name"] for p in program["procedures"] if p["name"].startswith(HOLDS)}

        def noting(node: Node) -> Any:
            if self.reached is not None and "switch" in node:
                self.reached.add(node["switch"])
            return plain(node)

        evaluators["op"] = noting

    def fresh(self) -> State:
        """Start values may depend on the readings, and on the change if setting up comes to its place."""
        attributes = self.program["attributes"]
        key = self.change if self.change in self.early else 0, *self.readings.values()
        if key not in self.starts:
            state = zero_state(self.program)
            state[attributes[SWITCH]["at"]] = key[0]
            for name, reading in self.readings.items():
                state[attributes[RULING + name]["at"]] = reading
            before, self.reached = self.reached, set()
            self.perform(state, self.program["init"])
            self.early |= self.reached
            self.reached = before
            self.starts[key] = state
        state = self.starts[key][:]
        state[attributes[SWITCH]["at"]] = self.change
        if self.reached is not None:
            self.reached |= self.early
        return state

    def evaluate(self, state: State, expression: Node, variables: dict[str, Value] | None = None) -> Any:
        if self.judge is None or expression["kind"] != "ask" or HOLDS + expression["procedure"] not in self.judges:
            return super().evaluate(state, expression, variables)
        try:
            self.judge.perform(state[:], HOLDS + expression["procedure"])
        except RuleFault as fault:
            if fault.code != "invariant":
                raise
            return 0
        return 1


class Performance(Scene):
    """A scenario on the compiled engine alone. Everything is asked there; what has one answer is answered here."""

    def advance(self, run: Callable[[Any, State], object]) -> None:
        run(self.engine, self.state)
        already = len(self.forced)
        while self.state[STATUS] == PENDING:
            if len(self.forced) - already > FORCED:
                raise RuleFault("steps", NO_SITE, "play goes round for ever")
            choice: Choice = self.engine.choice(self.state)
            node = self.engine._node(choice.point)
            if node["asked"] or len(choice.options) != 1:
                break
            shown = decision_of(self.rules, node, choice.who, choice.options).options[0]
            self.forced.append((choice, shown))
            self.engine.answer(self.state, choice.options[0])
        hold(self.rules, self.reference, self.state, self.excused)


@dataclass(slots=True)
class Stage:
    """Scenarios that share one specialised program."""

    rules: Node
    setting: Setting
    engine: Compiled | None
    scenarios: list[Node]
    courses: dict[tuple[int, ...], list[tuple[Any, ...]]] = field(default_factory=dict)

    def play(self, scenario: Node, change: int, compiled: bool) -> bool:
        """Does it pass with this change?"""
        setting = self.setting
        if compiled and self.engine is None:
            self.engine = Compiled(all_asked(self.rules))
        setting.change = change
        setting.readings = scenario["readings"]
        setting.judge = self.engine if compiled else None
        try:
            if compiled:
                return Performance(self.rules, self.engine, setting, scenario).play() is None
            return Scene(self.rules, setting, setting, scenario).play() is None
        except RuleFault:  # already while setting up
            return False

    def renew(self) -> None:
        """Memory as it was: a changed index may have written anywhere."""
        if self.engine is not None:
            self.engine._instance = self.engine.machine.instance()
            self.engine._prepared = False

    def differs(self, change: int, readings: dict[str, int], games: int) -> int | None:
        """The first of so many random games that goes otherwise with this change. None if all go alike."""
        key = tuple(readings.values())
        if key not in self.courses:
            self.courses[key] = list(self.course(0, readings, games))
        for number, (now, before) in enumerate(
            zip(self.course(change, readings, games), self.courses[key], strict=True)
        ):
            if now != before:
                return number
        return None

    def course(self, change: int, readings: dict[str, int], games: int) -> Iterator[tuple[Any, ...]]:
        """How random games end: how long they were, who won, and in which position; or with which error."""
        if self.engine is None:
            self.engine = Compiled(all_asked(self.rules))
        setting, engine, rules = self.setting, self.engine, self.rules
        setting.change, setting.readings, setting.judge = change, readings, None
        try:
            start = setting.fresh()
        except RuleFault as fault:
            for _ in range(games):
                yield fault.code, fault.site
            return
        main = next(i for i, p in enumerate(rules["procedures"]) if p["name"] == rules["main"])
        start[PC], start[FP] = -(main + 1), rules["stack"]["at"]
        image = packed(start[: rules["stack"]["at"]])
        switch = STATE + 4 * rules["attributes"][SWITCH]["at"]
        for number in range(games):
            instance = engine.machine.instance()
            instance.memory[engine.compiled.image : engine.compiled.image + len(image)] = image
            at = engine.compiled.free
            instance.room(at + TALLY)
            try:
                instance.call("playouts", 0, number, 1, CAP, at)
                instance.memory[switch : switch + 4] = bytes(4)
                yield bytes(instance.memory[at : at + TALLY]), instance.call("hash")
            except RuleFault as fault:
                yield fault.code, fault.site


def all_asked(rules: Node) -> Node:
    """A copy in which every choice is asked, without the procedures that only scenarios have."""

    def copy(node: Any) -> Any:
        if isinstance(node, list):
            return [copy(part) for part in node]
        if not isinstance(node, dict):
            return node
        out = {key: copy(part) for key, part in node.items()}
        if node.get("kind") == "choose":
            out["asked"] = bool(node["ask"] or node["open"] is not None)
            out["ask"] = True
        return out

    return {**rules, "procedures": copy(rules["procedures"])}


class Trial:
    """The changes of one ruleset, its scenarios, and what became of both."""

    def __init__(self, program: Node) -> None:
        """The program must be one with marks."""
        changed, self.mutants = switched({**program, "steps": STEPS, "search": SEARCH})
        self.sites: list[Node] = program["sites"]
        fixed = fixed_rulings(program)
        defaults = {ruling["name"]: ruling["default"] for ruling in program["rulings"]}
        groups: dict[tuple[Any, ...], list[Node]] = defaultdict(list)
        for scenario in changed["scenarios"]:
            readings = defaults | scenario["options"]
            key = scenario["players"], tuple((name, readings[name]) for name in sorted(fixed))
            groups[key].append({**scenario, "readings": readings})
        self.stages: list[Stage] = []
        for (players, readings), group in groups.items():
            rules, ready = prepare(judged(changed), group, players, dict(readings))
            self.stages.append(Stage(rules, Setting(rules), None, ready))
        self.defaults, self.rulings = defaults, program["rulings"]
        self.reaching: dict[int, list[tuple[Stage, Node]]] = {}

    def rehearse(self) -> list[str]:
        """Play everything unchanged, to learn who comes where. Gives the scenarios that fail even so."""
        failed = []
        reaching: dict[int, list[tuple[int, Stage, Node]]] = defaultdict(list)
        for stage in self.stages:
            for scenario in stage.scenarios:
                reached = stage.setting.reached = set()
                if not stage.play(scenario, 0, compiled=False):
                    failed.append(scenario["name"])
                for number in reached:
                    reaching[number].append((len(reached), stage, scenario))
            stage.setting.reached = None
        for mutant in self.mutants:
            rules = set(self.sites[mutant.site]["rules"])
            found = reaching.get(mutant.number, [])
            found.sort(key=lambda row: (not rules & set(row[2]["rules"]), row[0]))
            self.reaching[mutant.number] = [(stage, scenario) for _, stage, scenario in found]
        return failed

    def noticed(self, mutant: Mutant) -> str | None:
        """The scenario that fails with this change: first those that cite its rules are asked, then the others, those
        that come to few places before those that come to many."""
        rows = self.reaching[mutant.number]
        try:
            for stage, scenario in rows:
                if not stage.play(scenario, mutant.number, compiled=True):
                    return str(scenario["name"])
        finally:
            for stage in self.stages:
                stage.renew()
        if mutant.change == SHIFTED:  # it may be an index, which the compiled engine does not test
            for stage, scenario in rows:
                if not stage.play(scenario, mutant.number, compiled=False):
                    return str(scenario["name"])
        return None

    def witness(self, mutant: Mutant, games: int) -> tuple[int, dict[str, int], int] | None:
        """A random game that goes otherwise with this change: players, readings, and its number in the series with
        seed 0. Readings that scenarios use which come to the place are tried, and the usual ones."""
        tables = [(stage, scenario["readings"]) for stage, scenario in self.reaching[mutant.number]]
        tables = [(stage, {**self.defaults, **stage.rules["options"]}) for stage in self.stages] + tables
        seen: list[tuple[Stage, dict[str, int]]] = []
        for table in tables:
            if len(seen) < TABLES and table not in seen:
                seen.append(table)
        for stage, readings in seen:
            number = stage.differs(mutant.number, readings, games)
            if number is not None:
                return stage.rules["players"], readings, number
        return None
