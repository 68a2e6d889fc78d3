"""Twin worlds: two positions that differ only in what one player cannot know are played on side by side. As long as the
player observes the same in both, everything that we tell this player must be the same in both.

What the player observes is worked out here from the declarations of zones and attributes and from the engine's events
alone, not from the knowledge that the state keeps: otherwise a leak would excuse itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from rulewright.interpreter.frames import frames
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.sight import Sight
from rulewright.interpreter.state import RNG_HIGH, RNG_LOW
from rulewright.interpreter.table import Table


@dataclass
class Findings:
    twins: int = 0
    different: int = 0  # twins whose worlds really differed
    compared: int = 0
    leaks: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def leak(self, what: str, where: str) -> None:
        self.leaks[what] += 1
        self.examples.append(f"{what}: {where}")


class Eyes(Observer):
    """What one player sees happen at one table."""

    def __init__(self, table: Table, player: int) -> None:
        self.table, self.player = table, player
        self.sight = Sight(table.rules)
        self.kinds = table.rules["zoned"]
        self.seen: list[Any] = []
        self.sealed: list[Any] = []
        self.state: list[int] = []
        self.before: dict[int, Any] = {}

    def thing(self, kind: str, thing: int) -> Any:
        """A thing in full view: which one it is, and its faces."""
        rules = self.table.rules
        faces = []
        for name, attribute in rules["attributes"].items():
            if attribute["of"] == kind and attribute["see"] == "holder":
                at = attribute["at"] + thing * attribute["width"]
                faces.append((name, *self.state[at : at + attribute["width"]]))
        return kind, thing, tuple(faces)

    def shows(self, zone: int, thing: int) -> bool:
        """Is the thing seen in this zone, by what is declared of the zone?"""
        if self.sight.sees_zone(self.state, zone, self.player):
            return True
        return bool(zone) and self.sight.zones[zone][0]["see"] == "top" and self.top(zone) == thing

    def top(self, zone: int) -> int:
        return self.state[self.table.rules["zone_cells"]["tail"] + zone] - 1

    def where(self, zone: int) -> Any:
        """A zone by its number, unless it belongs to a thing out of sight."""
        if not zone:
            return 0
        declared, owner = self.sight.zones[zone]
        kind = declared["of"]
        if kind in self.kinds and self.kinds[kind]["know"] is not None:
            lies_in = self.sight.zone_of(self.state, kind, owner)
            return zone if self.shows(lies_in, owner) else declared["name"]
        return zone

    def watch(self, state: list[int]) -> None:
        """Before each event the tops that show are remembered: a thing may be seen where it came from."""
        self.state = state
        self.tops = {z: self.top(z) for z, (d, _) in enumerate(self.sight.zones) if z and d["see"] == "top"}

    def moved(self, node: Any, thing: int, source: int, target: int) -> None:
        kind = node["of"]
        from_view = self.sight.sees_zone(self.state, source, self.player) or self.tops.get(source) == thing
        seen = from_view or self.shows(target, thing)
        way = (self.where(source), self.where(target), node["end"], "" if from_view else node["open"])
        self.seen.append(("move", kind, *way, self.thing(kind, thing) if seen else "?"))
        for zone, top in self.tops.items():
            if self.top(zone) not in (top, -1):
                self.seen.append(("top", zone, self.thing(self.sight.zones[zone][0]["holds"], self.top(zone))))
        self.watch(self.state)

    def shuffled(self, node: Any, zone: int) -> None:
        self.seen.append(("shuffle", self.where(zone)))
        if self.sight.sees_zone(self.state, zone, self.player):
            self.seen.append(tuple(self.sight.members(self.state, zone)))
        elif zone in self.tops and self.top(zone) >= 0:
            self.seen.append(("top", zone, self.thing(node["of"], self.top(zone))))
        self.watch(self.state)

    def revealed(self, node: Any, things: int, players: int) -> None:
        ids = [i for i in range(things.bit_length()) if things >> i & 1]
        shown = players >> self.player & 1
        where = self.kinds[node["of"]]["where"]  # who is shown a thing is shown where it lies
        told = [(self.state[where + i], self.thing(node["of"], i)) for i in ids]
        self.seen.append(("reveal", players, told if shown else len(ids)))

    def changed(self, node: Any, attribute: str, index: int, value: Any) -> None:
        if self.sight.sees_attribute(self.state, attribute, index, self.player):
            self.seen.append(("set", attribute, index, value))

    def picked(self, node: Any, value: int) -> None:
        kind = self.table.setup.told.types.get(id(node), {}).get("of")
        hidden = kind in self.kinds and self.kinds[kind]["know"] is not None
        self.seen.append(("pick", "?" if hidden else value))

    def unsealed(self, node: Any) -> None:
        if node["shown"]:
            self.seen += self.sealed
        self.sealed = []

    def forced(self, node: Any, who: int, option: Any) -> None:
        self.answered(node, who, option)

    def answered(self, node: Any, who: int, option: Any) -> None:
        if node.get("sealed") and who != self.player:
            self.sealed.append(("sealed", who, option))
        else:
            self.seen.append(("answer", who, self.appearance(node, who, option)))

    def appearance(self, node: Any, who: int, option: Any) -> Any:
        """An answer as the player hears it: things that are not in sight have no name."""
        if who == self.player:
            return option
        branch = next(b for b in node["branches"] if b["tag"] == option[0])
        shown: list[Any] = [option[0]]
        for type_, value in zip(branch.get("types") or [], option[1:], strict=False):
            kind = type_.get("of")
            hidden = kind in self.kinds and self.kinds[kind]["know"] is not None and value >= 0
            seen = not hidden or self.shows(self.sight.zone_of(self.state, kind, value), value)
            shown.append(value if seen else "?")
        return tuple(shown)


class Listening:
    """Two listeners at one engine: the table's own story and our eyes."""

    def __init__(self, *listeners: Any) -> None:
        self.listeners = listeners

    def __getattr__(self, event: str) -> Any:
        def tell(*args: Any) -> None:
            for listener in self.listeners:
                getattr(listener, event)(*args)

        return tell


class World:
    """A table and a player's eyes on it."""

    def __init__(self, table: Table, player: int) -> None:
        self.table, self.eyes = table, Eyes(table, player)

    def play(self, option: Any) -> None:
        table, eyes = self.table, self.eyes
        engine = table._engine
        run = table._go_on

        def watched(state: list[int], go: Any, by: int | None = None) -> None:
            eyes.watch(state)
            run(state, go, by)

        class Shared:
            """The engine with our eyes beside whoever else listens."""

            def __getattr__(self, name: str) -> Any:
                return getattr(engine, name)

            def __setattr__(self, name: str, value: Any) -> None:
                setattr(engine, name, Listening(eyes, value) if value is not None else None)

        table._engine, table._go_on = Shared(), watched  # type: ignore[assignment,method-assign]
        table.__dict__["_reference"] = table._engine
        try:
            eyes.state = table._state
            choice = engine.choice(table._state)
            eyes.answered(choice.node, choice.who, option.answer)
            table.play(option)
        finally:
            table._engine = table.__dict__["_reference"] = engine
            del table._go_on


def twin_run(table: Table, player: int, random: Random, findings: Findings, limit: int = 40) -> None:
    """Compare a position with one re-dealt for the player, and both after each of the next answers."""
    if table.over or table._open_to(player) is not table._state:
        return
    scrubbed = table.scrubbed(player)
    if table.setup.views.scrub(scrubbed, player) != scrubbed:
        findings.leak("not idempotent", "at the start")
    twin = table.clone()
    twin._state = table.redeal(player, random)
    twin._decision = None
    if twin.scrubbed(player) != scrubbed:
        findings.leak("re-deal", f"{difference(table, scrubbed, twin.scrubbed(player))}")
        return
    twin._state[RNG_LOW], twin._state[RNG_HIGH] = table._state[RNG_LOW], table._state[RNG_HIGH]
    findings.twins += 1
    findings.different += table._state != twin._state
    here, there = World(table, player), World(twin, player)
    for _ in range(limit):
        if not same(here, there, player, findings) or table.over:
            return
        if not answer_alike(here, there, player, random):
            return
        if here.eyes.seen != there.eyes.seen:
            return
        if asked(table) != asked(twin):
            return
        here.eyes.seen, there.eyes.seen = [], []


def asked(table: Table) -> Any:
    """What everybody hears at a decision, or at the end of the game."""
    if table.over:
        return table.winners
    return table._choice().point, table.decision.player, table.decision.prompt


def same(here: World, there: World, player: int, findings: Findings) -> bool:
    table, twin = here.table, there.table
    findings.compared += 1
    told: list[tuple[str, Any, Any]] = [
        ("view", table.view(player), twin.view(player)),
        ("log", table.log_for(player), twin.log_for(player)),
        ("trace", table.trace_for(player), twin.trace_for(player)),
    ]
    if not table.over and table.decision.player == player:
        told.append(("options", table.decision, twin.decision))
    a, b = table.scrubbed(player), twin.scrubbed(player)
    if a != b:
        findings.leak("scrub", difference(table, a, b))
    for what, one, other in told:
        if one != other:
            findings.leak(what, f"{one}\n  {other}")
    return a == b


def answer_alike(here: World, there: World, player: int, random: Random) -> bool:
    """The same answer in both worlds, as far as the player can tell."""
    table, twin = here.table, there.table
    option = random.choice(table.decision.options)
    choice = table._choice()
    here.eyes.state, there.eyes.state = table._state, twin._state
    options = twin.decision.options
    if table.decision.player == player:
        alike = [o for o in options if o.answer == option.answer]
    elif choice.node.get("sealed"):
        alike = list(options)
    else:
        look = here.eyes.appearance(choice.node, choice.who, option.answer)
        alike = [o for o in options if there.eyes.appearance(choice.node, choice.who, o.answer) == look]
    if not alike:
        return False
    exact = [o for o in alike if o.answer == option.answer]
    reply = exact[0] if exact and random.random() < 0.5 else random.choice(alike)
    here.play(option)
    there.play(reply)
    return True


def difference(table: Table, a: list[int], b: list[int]) -> str:
    """The first cells that differ, by what they belong to."""
    found = []
    for cell in [i for i in range(len(a)) if a[i] != b[i]][:4]:
        found.append(f"{cell} ({belongs(table.rules, cell, a)}): {a[cell]} or {b[cell]}")
    return ", ".join(found)


def belongs(rules: dict[str, Any], cell: int, cells: list[int]) -> str:
    if cell >= rules["stack"]["at"]:
        return slot(rules, cell, cells)
    places = {layout["at"]: name for name, layout in rules["attributes"].items()}
    for kind, layout in rules["zoned"].items():
        places |= {
            layout[part]: f"{kind} {part}" for part in ("where", "next", "prev", "know") if layout[part] is not None
        }
    places |= {rules["zone_cells"][part]: f"zone {part}" for part in ("head", "tail", "count")}
    below = [at for at in places if at <= cell]
    return places[max(below)] if below else "header"


def slot(rules: dict[str, Any], cell: int, cells: list[int]) -> str:
    """The local of an open frame to which a cell belongs."""
    for frame in frames(rules, cells):
        procedure = rules["procedures"][frame.procedure]
        if frame.base <= cell < frame.base + procedure["frame"]:
            below = [(at["slot"], name) for name, at in procedure["locals"].items() if frame.base + at["slot"] <= cell]
            return f"`{max(below)[1]}` of {procedure['name']}" if below else f"return point of {procedure['name']}"
    return "stack"
