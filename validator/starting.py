"""How a game begins: the main procedure, start values, filled zones, and the invariants."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from . import core
from .acting import Body
from .actions import Actions
from .bodies import Procedure
from .model import AttributeInfo, expand
from .types import Bool, Broken, Int, Set, Thing, core_type, spoken
from .values import Node
from .workshop import start_of
from .world import PLAYER


class Starting(Actions):
    """The beginning."""

    def main(self) -> None:
        world = self.world
        sequence = world.sequence
        if sequence is None:
            if world.game is not None and not world.reports.gone("sequence"):
                world.reports.error(
                    "missing-sequence",
                    "nothing says how the game is played",
                    world.game.name.span,
                    "there is no `sequence of play`",
                    help="add an item `sequence of play` with the course of the game",
                )
            return
        procedure = self.add(Procedure("main", [], None, sequence.span, expand(sequence.cites)))
        self.body(procedure, lambda b: [*self.shuffles(b), *b.block(sequence.body)], you=None)
        if world.ranking is not None:
            self.body(Procedure("_", [], None, sequence.span, []), lambda b: [self.winners(b, sequence.span)], you=None)

    def shuffles(self, b: Body) -> list[Node]:
        out: list[Node] = []
        for zone in self.world.zones:
            if zone.syntax.filled is not None and zone.syntax.filled.shuffled:
                site = b.site(zone.syntax.span)
                if not zone.ordered:
                    b.error(
                        "wrong-type",
                        f"`{zone.name}` has no order",
                        zone.syntax.span,
                        "it cannot start shuffled",
                        help="declare it `in order`",
                    )
                    continue
                node: Node = {"kind": "zone", "zone": zone.index, "index": None}
                if zone.of is None:
                    out.append({"kind": "shuffle", "zone": node, "of": zone.holds, "site": site})
                else:
                    var = b.local("_each", Thing(zone.of))
                    node["index"] = core.var(var)
                    shuffle = {"kind": "shuffle", "zone": node, "of": zone.holds, "site": site}
                    out.append(
                        {
                            "kind": "for",
                            "var": var,
                            "domain": core.all_domain(zone.of),
                            "where": None,
                            "body": [shuffle],
                            "site": site,
                        }
                    )
        return out

    def init(self) -> None:
        """The procedure that gives every attribute its start value and fills the zones."""
        world = self.world
        assert world.game is not None
        procedure = self.add(Procedure("init", [], None, world.game.span, []))

        def make(b: Body) -> list[Node]:
            out: list[Node] = []
            for kind in world.kinds.values():
                for info in kind.attributes.values():
                    if not info.printed:
                        out += self.start_values(b, info)
                        out += self.overrides(b, info)
            for info in world.table.values():
                out += self.start_values(b, info)
            for attribute in self.attributes:
                out += self.start_raw(b, attribute)
            for zone in world.zones:
                if zone.syntax.filled is not None:
                    out += self.filled(b, zone)
            return out

        self.body(procedure, make, you=None)

    def start_values(self, b: Body, info: AttributeInfo) -> list[Node]:
        site = b.site(info.syntax.span if info.syntax else self.game_span())
        var = b.local("_each", Thing(info.of)) if info.of else ""
        b.this = (core.var(var), info.of) if info.of else None
        value = self.start_value(b, info)
        b.this = None
        if value is None:
            return []
        if info.of is None:
            return [core.set_attribute(info.full, None, value, site)]
        body = [core.set_attribute(info.full, core.var(var), value, site)]
        return [
            {"kind": "for", "var": var, "domain": core.all_domain(info.of), "where": None, "body": body, "site": site}
        ]

    def start_value(self, b: Body, info: AttributeInfo) -> Node | None:
        """The start value, or None where it is what empty cells already say."""
        starts = info.syntax.starts if info.syntax else None
        if starts is None:
            if isinstance(info.type, Broken) or core_type(info.type, self.sizes)["kind"] != "int":
                return None
            start = start_of(core_type(info.type, self.sizes))
            return None if start == 0 else core.int_(start)
        v = b.value(starts.value, info.type)
        if (
            isinstance(v.type, Int)
            and isinstance(info.type, Int)
            and not (info.type.low <= v.type.low and v.type.high <= info.type.high)
        ):
            b.error(
                "out-of-range",
                f"`{info.name}` cannot start at {spoken(v.type)}",
                starts.value.span,
                f"it holds {spoken(info.type)}",
                help="widen its range, or start it elsewhere",
            )
        if isinstance(v.type, Thing) and v.type.kind == PLAYER and info.type == Thing(PLAYER):
            return v.node
        return b.coerce(v, info.type, starts.value.span)

    def overrides(self, b: Body, info: AttributeInfo) -> list[Node]:
        """What `one KIND called NAME` says of its start."""
        out: list[Node] = []
        kind = self.world.kinds[info.of or ""]
        for thing, values in kind.overrides.items():
            line = values.get(info.name)
            if line is None:
                continue
            syntax: nodes.Expr = (
                line.values[0]
                if len(line.values) == 1 and not isinstance(info.type, Set)
                else nodes.ListValue(line.span, line.values)
            )
            node = b.fitting(b.value(syntax, info.type), info.type, syntax.span)
            out.append(core.set_attribute(info.full, core.int_(kind.things.index(thing)), node, b.site(line.span)))
        return out

    def start_raw(self, b: Body, attribute: Node) -> list[Node]:
        if attribute["type"]["kind"] != "int" or start_of(attribute["type"]) == 0:
            return []
        var = b.local("_each", Int(0, 2**20))
        site = b.site(self.game_span())
        value = core.int_(start_of(attribute["type"]))
        if attribute["of"] is None:
            return [core.set_attribute(attribute["name"], None, value, site)]
        body = [core.set_attribute(attribute["name"], core.var(var), value, site)]
        return [
            {
                "kind": "for",
                "var": var,
                "domain": core.all_domain(attribute["of"]),
                "where": None,
                "body": body,
                "site": site,
            }
        ]

    def filled(self, b: Body, zone: Any) -> list[Node]:
        """What a zone starts with. A zone of things starts with what is said of each of them as `this`."""
        span, name = zone.syntax.span, nodes.Name(zone.syntax.name.span, zone.name)
        target = nodes.AttributeOf(span, nodes.This(span), name) if zone.of else name
        move = nodes.Move(span, (), zone.syntax.filled.value, False, False, None, None, target)
        if zone.of is None:
            return b.move(move)
        var = b.local("_each", Thing(zone.of))
        b.this = (core.var(var), zone.of)
        body = b.move(move)
        b.this = None
        domain = core.all_domain(zone.of)
        return [{"kind": "for", "var": var, "domain": domain, "where": None, "body": body, "site": b.site(span)}]

    def invariants(self) -> None:
        for i, item in enumerate(self.world.invariants):
            procedure = self.query_procedure(f"invariant.{i + 1}", [], item.span, expand(item.cites))
            procedure.result = Bool()

            def make(b: Body, item: nodes.Invariant = item) -> list[Node]:
                return [{"kind": "return", "value": b.test(item.test), "site": b.site(item.span)}]

            self.body(procedure, make, you=None)
