"""Statements that move things between zones, or numbers between counters, and that shuffle and reveal."""

from __future__ import annotations

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import Target
from .changing import Changing
from .types import Broken, Enum, Int, Set, Thing, several, spoken
from .values import Node, Scope, Stream, Val, ZoneVal
from .world import PLAYER


class Moving(Changing):
    """`move` serves counters and zones alike."""

    def move(self, s: nodes.Move) -> list[Node]:
        if s.source is not None:
            source = self.moved_from(s.source)
            if isinstance(source, ZoneVal):
                return self.move_from_zone(s, source)
            if source is not None:
                return self.move_number(s, source)
            return []
        assert s.what is not None
        to = self.expr(s.target)
        if not isinstance(to, ZoneVal):
            if not (isinstance(to, Val) and isinstance(to.type, Broken)):
                self.error(
                    "wrong-type",
                    "things are moved to a zone",
                    s.target.span,
                    "this is not a zone",
                    help="to move a number write `move 2 from A to B`",
                )
            return []
        return self.move_things(s, to)

    def moved_from(self, e: nodes.Expr) -> ZoneVal | Target | None:
        if isinstance(e, nodes.Name | nodes.AttributeOf):
            zone = self.zone_named(e)
            if zone is not None:
                return zone
        return self.target(e)

    def move_number(self, s: nodes.Move, source: Target) -> list[Node]:
        """`move 2 from bank to you.pocket`: what one loses the other gains."""
        goal = self.target(s.target)
        if goal is None:
            return []
        if not isinstance(source.type, Int) or not isinstance(goal.type, Int):
            self.error(
                "wrong-type", "numbers move between numbers, things between zones", s.span, "these do not fit together"
            )
            return []
        self.scopes.append(Scope())
        (first, source), (second, goal) = self.steady(source, s.span), self.steady(goal, s.span)
        if s.all:
            amount = Val(source.read, source.type)
        else:
            assert s.what is not None
            amount = self.amount(s.what)
        assert isinstance(amount.type, Int) and isinstance(source.type, Int)
        if s.up_to:
            amount = Val(
                core.op("min", amount.node, source.read),
                Int(min(amount.type.low, source.type.low), min(amount.type.high, source.type.high)),
            )
        out: list[Node] = [*first, *second]
        if not core.is_int(amount.node):
            temp = self.local("_moved", amount.type)
            out.append(core.set_var(temp, amount.node, self.site(s.span, self.cites)))
            amount = Val(core.var(temp), amount.type)
        out += [self.shift(source, amount, "-", s.span), self.shift(goal, amount, "+", s.span)]
        return out + self.drop(self.scopes.pop().locals)

    def amount(self, e: nodes.Expr) -> Val:
        """How much is moved: never less than nothing, or it would come back."""
        v = self.number(e)
        assert isinstance(v.type, Int)
        if v.type.high < 0:
            self.error(
                "out-of-range",
                f"{spoken(v.type)} cannot be moved",
                e.span,
                "less than nothing",
                help="move it the other way round",
            )
        if v.type.low >= 0 or v.type.high < 0:
            return v
        high = max(v.type.high, 0)
        node = {"kind": "within", "value": v.node, "low": 0, "high": high, "site": self.site(e.span)}
        return Val(node, Int(0, high, v.type.length))

    def move_from_zone(self, s: nodes.Move, source: ZoneVal) -> list[Node]:
        """From a zone things are taken from its top, one after the other."""
        to = self.expr(s.target)
        if not isinstance(to, ZoneVal):
            if not (isinstance(to, Val) and isinstance(to.type, Broken)):
                self.error(
                    "wrong-type",
                    "things are moved to a zone",
                    s.target.span,
                    "this is not a zone",
                    help="a number is moved from a number: `move 2 from bank to you.pocket`",
                )
            return []
        if not self.same_kind(source.zone.holds, to, s.target.span):
            return []
        of = source.zone.holds
        self.scopes.append(Scope())
        (first, origin), (second, goal) = self.settled(source, s.span), self.settled(to, s.span)
        count = {"kind": "count", "zone": origin, "of": of}
        one = self.move_node(of, {"kind": "top", "zone": origin, "of": of}, goal, s.end, source.zone.ordered, s.span)
        if s.all:
            amount: Node = count
        else:
            assert s.what is not None
            amount = self.amount(s.what).node
            if s.up_to:
                amount = core.op("min", amount, count)
        moves = [one] if core.is_int(amount, 1) else self.times(amount, [one], s.span)
        return [*first, *second, *moves, *self.drop(self.scopes.pop().locals)]

    def same_kind(self, of: str, to: ZoneVal, span: Span) -> bool:
        if to.zone.holds == of:
            return True
        self.error(
            "wrong-type",
            f"`{to.zone.name}` holds `{to.zone.holds}`, not `{of}`",
            span,
            "the wrong zone",
            also=[(to.zone.syntax.span, "declared here")],
        )
        return False

    def move_things(self, s: nodes.Move, to: ZoneVal) -> list[Node]:
        assert s.what is not None
        of = to.zone.holds
        v = self.expr(s.what, Thing(of))
        if isinstance(v, Val) and isinstance(v.type, Thing):
            if not self.same_kind(v.type.kind, to, s.what.span):
                return []
            open_ = isinstance(s.what, nodes.Fold) and s.what.word in ("top", "bottom")
            return [self.move_node(of, v.node, to.node, s.end, open_, s.span)]
        if isinstance(v, ZoneVal) and v.zone.slot:
            if not self.same_kind(v.zone.holds, to, s.what.span):
                return []
            return [self.move_node(of, {"kind": "top", "zone": v.node, "of": of}, to.node, s.end, True, s.span)]
        counted = isinstance(v, Val) and isinstance(v.type, Int)
        stream = Stream([], core.int_(0), Int(0, 0), 0) if counted else self.flow(v, s.what.span)
        if not isinstance(stream.type, Thing):
            if not isinstance(stream.type, Broken):
                self.error(
                    "wrong-type",
                    "only things are moved to a zone",
                    s.what.span,
                    f"these are {several(stream.type)}",
                    help="to move things from the top of a zone write `move 2 from A to B`",
                )
            return []
        if not self.same_kind(stream.type.kind, to, s.what.span):
            return []
        self.scopes.append(Scope())
        out, goal = self.settled(to, s.span)
        var, domain, where = self.looped(v, stream, s.what.span)
        body = [self.move_node(of, core.var(var), goal, s.end, False, s.span)]
        loop = {
            "kind": "for",
            "var": var,
            "domain": domain,
            "where": where,
            "body": body,
            "site": self.site(s.span, self.cites),
        }
        return [*out, loop, *self.drop(self.scopes.pop().locals)]

    def shuffle(self, s: nodes.Shuffle) -> list[Node]:
        v = self.expr(s.zone)
        if not isinstance(v, ZoneVal):
            if not (isinstance(v, Val) and isinstance(v.type, Broken)):
                self.error("wrong-type", "only a zone is shuffled", s.zone.span, "not a zone")
            return []
        if not v.zone.ordered:
            self.error(
                "wrong-type",
                f"`{v.zone.name}` has no order",
                s.zone.span,
                "there is nothing to shuffle",
                also=[(v.zone.syntax.span, "declared here")],
                help="declare it `in order`",
            )
        return [{"kind": "shuffle", "zone": v.node, "of": v.zone.holds, "site": self.site(s.span, self.cites)}]

    def reveal(self, s: nodes.Reveal) -> list[Node]:
        things = self.set_value(s.what)
        to: Node = {"kind": "all", "of": PLAYER} if s.to is None else self.wanted(s.to, Set(PLAYER))
        if not isinstance(things.type, Set):
            return []
        if things.type.of not in self.world.kinds:
            said = several(Enum(things.type.of))
            self.error("wrong-type", f"{said} are not hidden", s.what.span, "things are revealed")
            return []
        if not self.world.kinds[things.type.of].zoned:
            self.error(
                "wrong-type", f"a `{things.type.of}` lies in no zone", s.what.span, "only hidden things are revealed"
            )
            return []
        return [
            {
                "kind": "reveal",
                "of": things.type.of,
                "things": things.node,
                "to": to,
                "site": self.site(s.span, self.cites),
            }
        ]
