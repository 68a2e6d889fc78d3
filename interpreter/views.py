"""What a player may know, as a state in the same layout.

`scrub` replaces everything the player does not know by one canonical filling; `redeal` deals the unknown anew from
scrubbed cells alone. Views, bots' copies and logs are made from what these give, so they cannot tell more than they.
Both work on states in which somebody decides or the game is over, never in the middle of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from .faults import RuleFault
from .frames import Frame, frames
from .labels import Label
from .liveness import filled_at
from .reckoning import reckon_again
from .reference.shapes import shape_of
from .sealed import seal_again
from .secrets import Secrets
from .sight import Cells, Program, Sight
from .state import PC, PENDING, RNG_HIGH, RNG_LOW, STATUS, signed

Arrange = Callable[[list[int]], list[int]]


DEALS = 100  # tries for a deal in which the decision at hand makes sense


class Views:
    """Scrubbing and re-dealing for one specialised program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sight = Sight(program)
        self._menus = _menus(program)
        self._secrets = Secrets(program)
        self._filled_at: dict[int, frozenset[str]] = {}  # by point
        self._hidden_kinds = [kind for kind, layout in program["zoned"].items() if layout["know"] is not None]

    def scrub(self, state: Cells, player: int) -> list[int]:
        """The same position with all that the player does not know made canonical. Twice changes nothing more."""
        cells = list(state)
        blanks = self._hide_locals(cells, player)
        for kind in self._hidden_kinds:
            self._refill(cells, kind, player, sorted, blanks)
        self._hide_attributes(cells, player)
        self._hide_knowledge(cells, player)
        self._hide_chance(cells)
        return cells

    def redeal(self, state: Cells, player: int, random: Random, engine: Any = None) -> list[int]:
        """A whole position that the player could be in: the unknown things dealt again, the others' sealed answers
        drawn from their options, what procedures have worked out from them worked out anew, and a fresh random stream.

        With a reference engine, deals are thrown away in which whoever decides would have nothing to choose from: that
        somebody decides is known to all. Without one, none of this can be seen to."""
        scrubbed = self.scrub(state, player)
        blanks = self._hide_locals(list(state), player)
        for _ in range(DEALS):
            cells = self._deal(scrubbed, player, random, blanks)
            if engine is None:
                break
            seal_again(self.program, engine, cells, player, random)
            reckon_again(self.program, engine, cells, blanks)
            if _decides(engine, cells):
                break
        cells[RNG_LOW], cells[RNG_HIGH] = signed(random.getrandbits(32)), signed(random.getrandbits(32))
        return cells

    def _deal(self, scrubbed: list[int], player: int, random: Random, blanks: set[int]) -> list[int]:
        cells = list(scrubbed)
        for kind in self._hidden_kinds:
            self._refill(cells, kind, player, lambda things: random.sample(things, len(things)), blanks)
        return cells

    # ------------------------------------------------------------ things in zones

    def _refill(self, cells: list[int], kind: str, player: int, arrange: Arrange, blanks: set[int]) -> None:
        """Deal the unknown things of a kind into the unknown places. What is known to be in a zone stays in it."""
        sight = self.sight
        references = self._references(cells, kind, blanks)
        where = self.program["zoned"][kind]["where"]
        places: list[tuple[int, list[int], list[int]]] = []  # zone, what lies there, the unknown ones among it
        nowhere = [e for e in range(self.program["zoned"][kind]["size"]) if not cells[where + e]]
        lost: list[int] = []  # in zones of which the player does not even know how much they hold
        for zone in sight.holding[kind]:
            things = sight.members(cells, zone)
            unknown = [e for e in things if not sight.knows_place(cells, kind, e, player)]
            if self._picked_unseen(cells, zone, player, things, references):
                unknown = things
            if unknown and not sight.counts_zone(cells, zone, player):
                gone = [e for e in unknown if not sight.knows_zone(cells, kind, e, player)]
                things, unknown = [e for e in things if e not in gone], [e for e in unknown if e not in gone]
                lost += gone
            places.append((zone, things, unknown))
        nowhere += lost
        places.insert(0, (0, nowhere, [e for e in nowhere if not sight.knows_place(cells, kind, e, player)]))

        bound = {z: [e for e in unknown if sight.knows_zone(cells, kind, e, player)] for z, _, unknown in places}
        free = iter(arrange([e for z, _, unknown in places for e in unknown if e not in bound[z]]))
        renamed: dict[int, int] = {}
        for zone, things, unknown in places:
            if not zone or not sight.zones[zone][0]["ordered"]:
                # What lies without order has no place to be told by, only what the running procedures say of it.
                unknown = sorted(unknown, key=lambda e: (references.get(e, [len(cells)]), e))
            dealt = arrange(bound[zone] + [next(free) for _ in range(len(unknown) - len(bound[zone]))])
            new = dict(zip(unknown, dealt, strict=True))
            renamed |= new
            self._relink(cells, kind, zone, [new.get(e, e) for e in things])
        self._rename(cells, kind, renamed, blanks)

    def _picked_unseen(
        self, cells: Cells, zone: int, player: int, things: list[int], references: dict[int, list[int]]
    ) -> bool:
        """Does a running procedure speak of things that lie without order out of the player's sight? Whoever knows that
        a card is in a hand does not know that it is the one just picked there."""
        if self.sight.zones[zone][0]["ordered"] or self.sight.sees_zone(cells, zone, player):
            return False
        return any(e in references for e in things)

    def _relink(self, cells: list[int], kind: str, zone: int, things: list[int]) -> None:
        layout, ends = self.program["zoned"][kind], self.program["zone_cells"]
        if zone and not self.sight.zones[zone][0]["ordered"]:
            things = sorted(things)
        links = [0, *(e + 1 for e in things), 0] if zone else [0] * (len(things) + 2)
        for i, e in enumerate(things):
            cells[layout["where"] + e] = zone
            cells[layout["prev"] + e], cells[layout["next"] + e] = (links[i], links[i + 2]) if zone else (0, 0)
        if zone:
            cells[ends["head"] + zone], cells[ends["tail"] + zone] = links[1], links[-2]
            cells[ends["count"] + zone] = len(things)

    # ------------------------------------------------------------ things in frames

    def _slots(self, cells: Cells, kind: str, blanks: set[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """The cells and types of all slots of open frames that hold things of a kind and are not blank, from the first
        frame up."""
        for frame in reversed(list(frames(self.program, cells))):
            filled = self._filled(frame)
            for name, local in self.program["procedures"][frame.procedure]["locals"].items():
                type_ = self._type(frame, name, cells)
                if type_.get("things" if type_["kind"] == "set" else "of") != kind:
                    continue
                at = frame.base + local["slot"]
                if at not in blanks and (type_["kind"] != "int" or cells[at] or name in filled):
                    yield at, type_

    def _type(self, frame: Frame, name: str, cells: Cells) -> dict[str, Any]:
        """A slot that takes the answer of a menu holds what the option that was taken says."""
        locals_ = self.program["procedures"][frame.procedure]["locals"]
        type_: dict[str, Any] = locals_[name]["type"]
        if (frame.procedure, name) in self._menus:
            tag, types = self._menus[frame.procedure, name]
            if tag in self._filled(frame):
                return types.get(cells[frame.base + locals_[tag]["slot"]], type_)
        return type_

    def _filled(self, frame: Frame) -> frozenset[str]:
        if not frame.point:
            return frozenset(self.program["procedures"][frame.procedure]["params"])
        if frame.point not in self._filled_at:
            self._filled_at[frame.point] = filled_at(self.program, frame.point)
        return self._filled_at[frame.point]

    def _references(self, cells: Cells, kind: str, blanks: set[int]) -> dict[int, list[int]]:
        """Which slots speak of which things."""
        found: dict[int, list[int]] = {}
        for at, type_ in self._slots(cells, kind, blanks):
            for place, thing in _things_at(cells, at, type_):
                found.setdefault(thing, []).append(place)
        return found

    def _rename(self, cells: list[int], kind: str, renamed: dict[int, int], blanks: set[int]) -> None:
        for at, type_ in self._slots(cells, kind, blanks):
            held = list(_things_at(cells, at, type_))
            if type_["kind"] == "set":
                for _, thing in held:
                    cells[at + thing // 32] = 0
                for _, thing in held:
                    new = renamed.get(thing, thing)
                    cells[at + new // 32] = signed(cells[at + new // 32] | 1 << new % 32)
            else:
                for place, thing in held:
                    cells[place] = renamed.get(thing, thing)

    # ------------------------------------------------------------ everything else

    def _hide_locals(self, cells: list[int], player: int) -> set[int]:
        """What procedures have worked out from facts that are hidden from the player becomes blank; where."""
        opened = list(frames(self.program, cells))
        offered = self._offered(cells, player)
        blanks: dict[int, list[int]] = {}
        for depth, frame in enumerate(opened):
            for name, labels in self._secrets.of[frame.procedure].items():
                local = self.program["procedures"][frame.procedure]["locals"][name]
                if (depth == 0 and name in offered) or all(
                    self._is_known(label, opened[depth:], cells, player) for label in labels
                ):
                    continue
                width = shape_of(local["type"]).width
                filled = name in self._filled(frame)  # otherwise it may be empty, and only 0 says nothing
                blanks[frame.base + local["slot"]] = blank(local["type"], width) if filled else [0] * width
        for at, values in blanks.items():
            cells[at : at + len(values)] = values
        return set(blanks)

    def _is_known(self, label: Label, opened: list[Frame], cells: Cells, player: int) -> bool:
        """May the player know what depends on this label? It is looked for from a frame down. One that is not there was
        passed on by another caller than the one at hand."""
        for frame in opened:
            if frame.procedure == label.procedure:
                break
        else:
            return label.procedure >= 0
        if label.name in self._secrets.of[label.procedure]:
            return False  # who or what is named there is secret itself
        local = self.program["procedures"][frame.procedure]["locals"][label.name]
        at, type_ = frame.base + local["slot"], self._type(frame, label.name, cells)
        kind = type_.get("things" if type_["kind"] == "set" else "of")
        if kind == "player":
            return bool(cells[at] == player)
        if kind is None or kind not in self._hidden_kinds:
            return False
        return all(self._is_in_sight(cells, kind, thing, player) for _, thing in _things_at(cells, at, type_))

    def _is_in_sight(self, cells: Cells, kind: str, thing: int, player: int) -> bool:
        """Does the player know of a thing that a procedure speaks of, that it is this one?"""
        zone = self.sight.zone_of(cells, kind, thing)
        if zone and not self.sight.zones[zone][0]["ordered"] and not self.sight.sees_zone(cells, zone, player):
            return False
        return self.sight.knows_place(cells, kind, thing, player)

    def _offered(self, cells: Cells, player: int) -> frozenset[str]:
        """The locals that are spread out before the player to choose from."""
        if cells[STATUS] != PENDING or cells[PC] not in self._secrets.offered:
            return frozenset()
        asker, names = self._secrets.offered[cells[PC]]
        frame = next(frames(self.program, cells))
        slot = self.program["procedures"][frame.procedure]["locals"][asker]["slot"]
        return names if cells[frame.base + slot] == player else frozenset()

    def _hide_attributes(self, cells: list[int], player: int) -> None:
        attributes = self.program["attributes"]
        for name, attribute in attributes.items():
            if attribute["see"] == "all":
                continue
            width = attribute["width"]
            for thing in range(attribute["count"]):
                if self.sight.sees_attribute(cells, name, thing, player):
                    continue
                at = attribute["at"] + thing * width
                if attribute["shadow"]:
                    # Knowing where a thing is, is not seeing what it shows now: what all have last seen of it must do.
                    shadow = attributes[attribute["shadow"]]["at"] + thing * width
                    cells[at : at + width] = cells[shadow : shadow + width]
                else:
                    cells[at : at + width] = blank(attribute["type"], width)

    def _hide_knowledge(self, cells: list[int], player: int) -> None:
        for kind in self._hidden_kinds:
            layout = self.program["zoned"][kind]
            for at in range(layout["know"], layout["know"] + layout["size"]):
                cells[at] = signed(cells[at] & 0x10001 << player)

    def _hide_chance(self, cells: list[int]) -> None:
        cells[RNG_LOW] = cells[RNG_HIGH] = 0
        script = self.program["script"]
        if script["capacity"]:
            length = 2 * (script["capacity"] + 1)
            cells[script["at"] : script["at"] + length] = [0] * length


def _menus(program: Program) -> dict[tuple[int, str], tuple[str, dict[int, dict[str, Any]]]]:
    """By procedure and local that takes a value of a menu: the local of the tag, and the type for each tag."""
    found: dict[tuple[int, str], tuple[str, dict[int, dict[str, Any]]]] = {}

    def visit(procedure: int, body: list[dict[str, Any]]) -> None:
        for node in body:
            if node["kind"] == "choose" and node["into"]["tag"]:
                for place, name in enumerate(node["into"]["values"]):
                    types = {b["tag"]: b["types"][place] for b in node["branches"] if len(b["types"]) > place}
                    found[procedure, name] = node["into"]["tag"], types
            for block in ("then", "else", "body"):
                visit(procedure, node.get(block) or [])

    for index, procedure in enumerate(program["procedures"]):
        visit(index, procedure["body"])
    return found


def _decides(engine: Any, cells: list[int]) -> bool:
    """Could it come to this decision? It has options; several, if a single one would have been taken unasked."""
    if cells[STATUS] != PENDING:
        return True
    try:
        choice = engine.choice(cells)
    except RuleFault:
        return False
    asked = choice.node["ask"] or choice.node["open"] is not None
    return len(choice.options) > (0 if asked else 1)


def blank(type_: dict[str, Any], width: int) -> list[int]:
    """The value that stands for an unseen one: none, nothing, or the number nearest to 0."""
    if type_["kind"] != "int":
        return [0] * width
    if type_["low"] == -1 and "of" in type_:
        return [-1]
    return [min(max(0, type_["low"]), type_["high"])]


def _things_at(cells: Cells, at: int, type_: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Place and id of each thing that a slot holds."""
    if type_["kind"] == "int":
        if cells[at] >= 0:
            yield at, cells[at]
    elif type_["kind"] == "list":
        for place in range(at + 1, at + 1 + cells[at]):
            if cells[place] >= 0:
                yield place, cells[place]
    else:
        for cell in range((type_["of"] + 31) // 32):
            for bit in range(32):
                if cells[at + cell] >> bit & 1:
                    yield at, 32 * cell + bit
