"""Things in zones: how they are linked, moved and shuffled, and what each player then knows of them.

A thing of a hidden kind has two bits for each player p: bit p, PLACE (p knows that this thing is in this place), and
bit 16 + p, ZONE (p knows which zone it is in). No rule of knowledge looks at which hidden thing it was."""

from __future__ import annotations

from .. import chance, script
from ..state import signed
from .folds import Folds
from .lookup import Node, Path, Zoned
from .memory import fault
from .shapes import members
from .signals import Signal

ZONE = 16  # the first bit of the second kind


class Zones(Folds):
    """The statements `move`, `shuffle` and `reveal`."""

    # sight

    def sight(self, number: int) -> int:
        """The players who see what lies in a zone."""
        for _ in self.lookup.zones:
            zone = self.lookup.zones[number]
            if zone.see == "all":
                return self.lookup.everyone
            if zone.see == "owner":
                return 0 if zone.owner is None else 1 << zone.owner
            if zone.see != "holder" or zone.keeper_kind not in self.lookup.zoned:
                return 0
            number = self.state[self.lookup.zoned[zone.keeper_kind].where + zone.keeper]
        return 0  # a thing that lies, by way of others, in its own zone

    def seen_by_all(self, zone: int) -> bool:
        return self.sight(zone) == self.lookup.everyone

    def copy_shadows(self, kind: Zoned, thing: int) -> None:
        """Everyone sees the thing now: what its attributes show is what everyone last saw."""
        for attribute in kind.shadowed:
            assert attribute.shadow is not None
            offset, width = thing * attribute.shape.width, attribute.shape.width
            entry = self.state[attribute.at + offset : attribute.at + offset + width]
            self.state[attribute.shadow + offset : attribute.shadow + offset + width] = entry

    # links: `next`, `prev`, `head` and `tail` hold id + 1, 0 for none

    def unlink(self, kind: Zoned, thing: int) -> None:
        state, lookup = self.state, self.lookup
        zone = state[kind.where + thing]
        if not zone:
            return
        below, above = state[kind.prev + thing], state[kind.next + thing]
        state[kind.next + below - 1 if below else lookup.head + zone] = above
        state[kind.prev + above - 1 if above else lookup.tail + zone] = below
        state[lookup.count + zone] -= 1
        state[kind.where + thing] = state[kind.next + thing] = state[kind.prev + thing] = 0

    def link(self, kind: Zoned, thing: int, zone: int, end: str) -> None:
        if not zone:
            return
        state, lookup = self.state, self.lookup
        below = self.neighbour_below(kind, thing, zone, end)
        above = state[kind.next + below - 1 if below else lookup.head + zone]
        state[kind.prev + thing], state[kind.next + thing] = below, above
        state[kind.next + below - 1 if below else lookup.head + zone] = thing + 1
        state[kind.prev + above - 1 if above else lookup.tail + zone] = thing + 1
        state[lookup.count + zone] += 1
        state[kind.where + thing] = zone

    def neighbour_below(self, kind: Zoned, thing: int, zone: int, end: str) -> int:
        """The link to what will lie beneath a thing that is put into a zone. An unordered zone keeps the order of ids:
        equal contents are equal cells, and nobody can tell what came last."""
        if self.lookup.zones[zone].ordered:
            return self.state[self.lookup.tail + zone] if end == "top" else 0
        smaller = [other for other in self.contents(kind, zone) if other < thing]
        return smaller[-1] + 1 if smaller else 0

    # moving

    def do_move(self, node: Node, path: Path | None) -> Signal | None:
        kind = self.lookup.zoned[node["of"]]
        thing, target = self.value(node["thing"]), self.value(node["to"])
        if thing < 0:
            raise fault("nothing", node, "there is nothing to move")
        source = self.state[kind.where + self.within(node, thing, kind.size)]
        capacity = self.lookup.zones[target].capacity
        if capacity is not None and target != source and self.state[self.lookup.count + target] >= capacity:
            raise fault("full", node, f"the zone has room for {capacity}")
        if kind.know is None:
            self.unlink(kind, thing)
            self.link(kind, thing, target, node["end"])
        else:
            self.move_knowingly(kind, thing, source, target, node)
        if kind.shadowed and self.seen_by_all(target):
            self.copy_shadows(kind, thing)
        if self.listener:
            self.listener.moved(node, thing, source, target)
        return None

    def move_knowingly(self, kind: Zoned, thing: int, source: int, target: int, node: Node) -> None:
        everyone = self.lookup.everyone
        on_top = self.shows_top(source) and self.top_of(source) == thing
        seers = self.sight(source) | self.sight(target)
        if on_top or (self.shows_top(target) and self.will_be_top(kind, thing, target, node["end"])):
            seers = everyone
        blind = everyone & ~seers if source else 0
        if node["open"]:
            blind &= ~self.known(kind, thing)  # who knew the thing at that place follows it
        if blind:
            for other in self.contents(kind, source):
                if node["open"]:  # a place changed hands: it could have been any thing of this zone not known by place
                    self.forget(kind, other, (blind & ~self.known(kind, other)) << ZONE)
                else:  # any thing of this zone could be the one
                    self.forget(kind, other, blind | blind << ZONE)
            self.forget(kind, thing, blind | blind << ZONE)
        self.unlink(kind, thing)
        self.link(kind, thing, target, node["end"])
        self.learn(kind, thing, seers)
        if self.shows_top(source):
            self.learn(kind, self.top_of(source), everyone)

    def shows_top(self, zone: int) -> bool:
        return self.lookup.zones[zone].see == "top"

    def top_of(self, zone: int) -> int:
        return self.state[self.lookup.tail + zone] - 1

    def will_be_top(self, kind: Zoned, thing: int, zone: int, end: str) -> bool:
        others = [other for other in self.contents(kind, zone) if other != thing]
        if self.lookup.zones[zone].ordered:
            return end == "top" or not others
        return all(other < thing for other in others)

    # knowing

    def known(self, kind: Zoned, thing: int) -> int:
        """The players who know the thing by its place."""
        assert kind.know is not None
        return self.state[kind.know + thing] & self.lookup.everyone

    def forget(self, kind: Zoned, thing: int, bits: int) -> None:
        assert kind.know is not None
        self.state[kind.know + thing] = signed(self.state[kind.know + thing] & ~bits)

    def learn(self, kind: Zoned, thing: int, players: int) -> None:
        """Players know place and zone of a thing, if there is one."""
        if kind.know is not None and thing >= 0:
            self.state[kind.know + thing] = signed(self.state[kind.know + thing] | players | players << ZONE)

    def do_reveal(self, node: Node, path: Path | None) -> Signal | None:
        kind = self.lookup.zoned[node["of"]]
        things, players = self.value(node["things"]), self.value(node["to"])
        for thing in members(things):
            self.learn(kind, thing, players)
            if players == self.lookup.everyone:
                self.copy_shadows(kind, thing)
        if self.listener:
            self.listener.revealed(node, things, players)
        return None

    # shuffling

    def do_shuffle(self, node: Node, path: Path | None) -> Signal | None:
        kind, zone = self.lookup.zoned[node["of"]], self.value(node["zone"])
        rest = self.contents(kind, zone)
        fixed = self.fixed_order(node, zone, rest)
        chance.shuffle(self.state, rest)
        order = rest + fixed[::-1]
        for thing in order:
            self.unlink(kind, thing)
        for thing in order:
            self.link(kind, thing, zone, "top")
        if kind.know is not None:
            if not self.seen_by_all(zone):
                for thing in order:
                    self.forget(kind, thing, self.lookup.everyone)
            if self.shows_top(zone):
                self.learn(kind, self.top_of(zone), self.lookup.everyone)
        if self.listener:
            self.listener.shuffled(node, zone)
        return None

    def fixed_order(self, node: Node, zone: int, rest: list[int]) -> list[int]:
        """What a scenario wants on top, from the top down; it is taken out of the rest."""
        try:
            fixed = script.next_order(self.state, self.program["script"], zone)
        except ValueError as error:
            raise fault("script", node, str(error)) from None
        for thing in fixed or ():
            if thing not in rest:
                raise fault("script", node, f"{thing} is not there to be put on top")
            rest.remove(thing)
        return fixed or []
