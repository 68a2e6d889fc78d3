"""What happens between two decisions, in plain words: a listener to the engine that also notes who could see it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .decision import option_of
from .log import Journal
from .naming import is_declared, spoken, title_of, value_of, word_of
from .observer import Node, Observer
from .reference.shapes import shape_of
from .sight import Program, Sight
from .state import HEADER, State, Value
from .state import Option as Answer

EVERYONE = -1  # as a set of players: all bits


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened. Who is not in `seers` gets the `outside` of it, which may be nothing at all."""

    text: str
    rules: tuple[str, ...] = ()
    seers: int = EVERYONE
    outside: str | None = None

    def seen_by(self, player: int) -> Line | None:
        """What the player saw of it, as a line that holds nothing else."""
        text = self.text if self.seers >> player & 1 else self.outside
        return None if text is None else Line(text, self.rules)


@dataclass(frozen=True, slots=True)
class Happenings:
    """What has happened since the last answer. Others than the one who gave it hear of a play when it is finished, and
    then of the whole of it: `withheld` is what they still have to hear."""

    lines: tuple[Line, ...] = ()
    by: int | None = None
    withheld: tuple[Line, ...] = ()
    unfinished: bool = False

    def and_then(self, lines: tuple[Line, ...], by: int | None, unfinished: bool) -> Happenings:
        held = self.withheld if self.unfinished else ()
        return Happenings(lines, by, (*held, *lines), unfinished)

    def for_player(self, player: int) -> tuple[Line, ...]:
        if player == self.by:
            lines = self.lines
        else:
            lines = () if self.unfinished else self.withheld
        return tuple(seen for line in lines if (seen := line.seen_by(player)) is not None)


class Told:
    """What a story needs to know of a program: who sees what, and the types of what chance gives."""

    def __init__(self, program: Program, sight: Sight) -> None:
        self.program = program
        self.sight = sight
        self.types: dict[int, dict[str, Any]] = {}
        self.open = True  # is there nothing that any player may not see? Then all can tell that a choice was forced
        for procedure in program["procedures"]:
            self._gather(procedure["body"], procedure["locals"])
        declared = [*program["zones"], *(a for a in program["attributes"].values() if not a.get("sealed"))]
        self.open &= all(each["see"] == "all" for each in declared)

    def _gather(self, body: list[Node], locals_: dict[str, Any]) -> None:
        for node in body:
            if node["kind"] == "pick":
                self.types[id(node)] = locals_[node["into"]]["type"]
            if node["kind"] == "unseal" and not node["shown"]:
                self.open = False  # an answer that its owner keeps
            for block in ("then", "else", "body"):
                self._gather(node.get(block) or [], locals_)


class Story(Observer):
    """Listens to one run: `lines` are for people, and the journal gets what belongs in the log."""

    def __init__(self, told: Told, state: State, journal: Journal) -> None:
        self.program = told.program
        self.sight = told.sight
        self.types = told.types
        self.open = told.open
        self.state = state  # the cells that the engine is working on
        self.known = list(state)  # what was told of them: nothing is told twice
        self.journal = journal
        self.lines: list[Line] = []

    def forced(self, node: Node, who: int, option: Answer) -> None:
        self.journal.add(node, who, option, self.state)
        branch = next(b for b in node["branches"] if b["tag"] == option[0])
        label = option_of(self.program, branch, option).label
        name = self._value({"of": "player"}, who)
        seers = EVERYONE if self.open and not node.get("sealed") else 1 << who
        self._add(f"{name} has one choice: {label}", node, seers)

    def unsealed(self, node: Node) -> None:
        self.journal.unseal(bool(node["shown"]))

    def noted(self, node: Node, args: list[Value]) -> None:
        types = node.get("types") or [{}] * len(args)
        words = [self._value(t, a) for t, a in zip(types, args, strict=False)]
        seers = EVERYONE
        for type_, arg in zip(types, args, strict=False):
            if isinstance(arg, int):
                seers &= self._who(self.sight.sees_thing, type_.get("of"), arg)
        text = spoken(node["event"])
        self._add(f"{text}: {', '.join(words)}" if words else text, node, seers, text)

    def picked(self, node: Node, value: int) -> None:
        type_ = self.types.get(id(node), {})
        seers = self._who(self.sight.sees_thing, type_.get("of"), value)
        self._add(f"chance gives {self._value(type_, value)}", node, seers, "chance decides")

    def shuffled(self, node: Node, zone: int) -> None:
        self._add(f"{self._zone(zone)} is shuffled", node)

    def moved(self, node: Node, thing: int, source: int, target: int) -> None:
        kind = node["of"]
        way = f"comes to {self._zone(target)}" if not source else f"leaves {self._zone(source)}"
        if source and target:
            way = f"goes from {self._zone(source)} to {self._zone(target)}"
        name = self._value({"of": kind}, thing)
        seers = self._who(self.sight.knows_place, kind, thing)
        self._add(f"{name} {way}", node, seers, f"a {spoken(kind)} {way}")

    def revealed(self, node: Node, things: int, players: int) -> None:
        names = [self._value({"of": node["of"]}, e) for e in _members(things)]
        to = [self._value({"of": "player"}, p) for p in _members(players)]
        if not names or not to:
            return
        everyone = len(to) == self.program["players"]
        whom = "everyone" if everyone else ", ".join(to)
        how_many = f"{len(names)} of {spoken(node['of'])}"
        self._add(f"{', '.join(names)} shown to {whom}", node, players, f"{how_many} shown to {whom}")

    def changed(self, node: Node, attribute: str, index: int, value: Value) -> None:
        declared = self.program["attributes"][attribute]
        if declared["at"] < HEADER or not is_declared(self.program, attribute):
            return  # whose phase it is, the phase itself says; the rest is bookkeeping
        shape, place = shape_of(declared["type"]), declared["at"] + index * declared["width"]
        if shape.load(self.known, place) == value:
            return
        shape.store(self.known, place, value)
        seers = 0
        for player in range(self.program["players"]):
            seers |= self.sight.sees_attribute(self.state, attribute, index, player) << player
        owner, _, name = attribute.rpartition(".")
        if declared["of"]:
            owner = self._value({"of": declared["of"]}, index)
        subject = f"{owner}'s {spoken(name)}" if owner else spoken(name)
        self._add(f"{subject} is now {self._value(declared['type'], value)}", node, seers)

    # ------------------------------------------------------------ words

    def _add(self, text: str, node: Node, seers: int = EVERYONE, outside: str | None = None) -> None:
        rules = node.get("rules")
        if rules is None and "site" in node:
            rules = self.program["sites"][node["site"]]["rules"]
        self.lines.append(Line(text, tuple(rules or ()), seers, outside))

    def _value(self, type_: dict[str, Any], value: Value) -> str:
        if type_.get("kind") == "set" and isinstance(value, int):
            named = {"of": type_.get("things")}
            return ", ".join(self._value(named, e) for e in _members(value)) or "nothing"
        if isinstance(value, int):
            return title_of(self.program, type_, value_of(self.program, type_, value))
        return ", ".join(word_of(value_of(self.program, type_, v)) for v in value) or "nothing"

    def _zone(self, zone: int) -> str:
        declared, owner = self.sight.zones[zone]
        name = spoken(declared["name"].rsplit(".", 1)[-1])
        return f"{self._value({'of': declared['of']}, owner)}'s {name}" if declared["of"] else f"the {name}"

    def _who(self, sees: Callable[[State, str, int, int], bool], kind: str | None, thing: int) -> int:
        """The players who see a thing, or know where it is; of what is no thing in a zone, everyone."""
        if kind is None or kind not in self.program["zoned"] or thing < 0:
            return EVERYONE
        return sum(1 << p for p in range(self.program["players"]) if sees(self.state, kind, thing, p))


def _members(mask: int) -> list[int]:
    return [i for i in range(mask.bit_length()) if mask >> i & 1]
