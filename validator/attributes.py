"""Attributes, zones and relations of things, of many things at once, and items of lists."""

from __future__ import annotations

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .model import AttributeInfo, KindInfo
from .naming import Naming
from .types import Broken, Enum, Int, Line, ListOf, Point, Set, Thing, Type, definite, is_optional, optional, spoken
from .values import BROKEN, Node, Stream, Val, Value, ZoneVal
from .world import PLAYER, PLAYER_WORDS


class Attributes(Naming):
    """Dots and brackets."""

    def attribute_of(self, e: nodes.AttributeOf, expected: Type | None) -> Value:
        if (
            isinstance(e.subject, nodes.Name)
            and e.subject.text in self.world.discs
            and self.find(e.subject.text) is None
        ):
            return self.of_disc(e.subject.text, e.name)
        subject = self.having(e.subject, e.name.text) or self.expr(e.subject)
        if isinstance(subject, ZoneVal) and subject.zone.slot:
            subject = self.gather(subject, e.subject.span)
        if isinstance(subject, Val) and isinstance(subject.type, Thing):
            return self.attribute(subject, e.name)
        if isinstance(subject, Val) and isinstance(subject.type, Broken):
            return BROKEN
        if isinstance(subject, Val) and not isinstance(subject.type, Set | ListOf | Line):
            return self.error(
                "wrong-type",
                f"{spoken(subject.type)} has no attributes",
                e.subject.span,
                f"this is {spoken(subject.type)}",
            )
        stream = self.each_once(self.flow(subject, e.subject.span), e.subject.span)
        if not isinstance(stream.type, Thing):
            return self.error(
                "wrong-type", f"{spoken(stream.type)} has no attributes", e.subject.span, "its members are not things"
            )
        inner = self.attribute(Val(stream.value, stream.type), e.name)
        if isinstance(inner, Val) and not isinstance(inner.type, Set | ListOf):
            clauses = stream.clauses
            if is_optional(inner.type):  # an empty slot among many is passed over
                last = clauses[-1]
                clauses = [
                    *clauses[:-1],
                    {**last, "where": core.and_(last["where"], core.op("!=", inner.node, core.int_(-1)))},
                ]
            return Stream(clauses, inner.node, definite(inner.type), stream.bound)
        more = self.flow(inner, e.span)
        limit = self.world.size(more.type.kind) if isinstance(more.type, Thing) else stream.bound * more.bound
        return Stream(
            [*stream.clauses, *more.clauses], more.value, more.type, min(stream.bound * more.bound, max(limit, 1))
        )

    def each_once(self, s: Stream, span: Span) -> Stream:
        """Things gather into a set. As they come, one that stands in two places would come twice: an attribute that two
        things share, a neighbour of both. The members of a single domain come once, and so do those of zones."""
        last = s.clauses[-1]
        own = s.value["kind"] == "var" and s.value["name"] == last["var"]
        if self.set_of(s.type) is None or (own and (len(s.clauses) == 1 or last["domain"]["domain"] == "zone")):
            return s
        return self.flow(self.gather(s, span), span)

    def of_disc(self, disc: str, name: nodes.Name) -> Value:
        """Where a disc lies, or all the positions it can take."""
        full = f"{disc}.position"
        t = self.world.table[full].type
        assert isinstance(t, Int)
        match name.text:
            case "position":
                return Val(core.get(full, None), t)
            case "positions":
                var = self.fresh("_turn")
                domain = core.range_domain(core.int_(t.low), core.int_(t.high))
                return Stream([core.clause(var, domain)], core.var(var), t, t.high + 1)
        self.reports.unknown("attribute of a disc", name, ["position", "positions"])
        return BROKEN

    def having(self, e: nodes.Expr, word: str) -> Val | None:
        """Of several things with one name, the one that has such an attribute."""
        if not isinstance(e, nodes.Name) or self.find(e.text) is not None or e.text in self.world.spans:
            return None
        things = [c for c in self.candidates(e.text, None) if isinstance(c.type, Thing)]
        fitting = [c for c in things if word in self.attribute_names(self.world.kinds[c.type.kind])]  # type: ignore[union-attr]
        return fitting[0] if len(things) > 1 and len(fitting) == 1 else None

    def attribute(self, subject: Val, name: nodes.Name) -> Value:
        """One thing's attribute, zone or relation. Through none it is none, or nothing."""
        assert isinstance(subject.type, Thing)
        kind = self.world.kinds[subject.type.kind]
        if kind.name == PLAYER:
            given = self.player_word(subject, name)
            if given is not None:
                return given
        info = kind.attributes.get(name.text)
        if info is not None:
            return self.read(info, subject, name.span)
        maybe = subject.type.optional
        zone = kind.zones.get(name.text)
        if zone is not None:
            node: Node = {"kind": "zone", "zone": zone.index, "index": subject.node}
            if maybe:
                node["maybe"] = True
            return ZoneVal(node, zone)
        relation = kind.relations.get(name.text)
        if relation is not None:
            board = self.world.boards[kind.board or ""]
            discs = (
                [core.get(f"{disc}.position", None) for disc, _ in board.discs]
                if len(self.world.rows[relation]["dims"]) > 1
                else []
            )
            node = {"kind": "row", "rows": relation, "index": [*discs, subject.node], "as": "set", "of": kind.name}
            if maybe:
                node["maybe"] = True
            return Val(node, Set(kind.name))
        ability = kind.abilities.get(name.text)
        if ability is not None and ability.result is not None and not ability.params:
            return self.lowering.ask_ability(self, ability, subject, (), name)
        self.reports.unknown(f"attribute of `{kind.name}`", name, self.attribute_names(kind))
        return BROKEN

    @staticmethod
    def attribute_names(kind: KindInfo) -> list[str]:
        return [
            *kind.attributes,
            *kind.zones,
            *kind.relations,
            *kind.abilities,
            *(PLAYER_WORDS if kind.name == PLAYER else ()),
        ]

    def read(self, info: AttributeInfo, subject: Val, span: Span) -> Val:
        maybe = is_optional(subject.type)
        node = subject.node
        t = info.type
        soft = isinstance(t, Enum | Thing | Point | Set | ListOf)
        if maybe and not soft:
            node, maybe = core.sure(node, self.site(span)), False
        if info.printed and info.rows:
            row: Node = {
                "kind": "row",
                "rows": info.full,
                "index": [node],
                "as": "set" if isinstance(t, Set) else "list",
            }
            if isinstance(t, Set):
                row["of"] = t.of
            if maybe:
                row["maybe"] = True
            return Val(row, t)
        if maybe:
            t = optional(t)
        if info.printed:
            return Val(core.table(info.full, [node], maybe), t)
        return Val(core.get(info.full, node, maybe), t)

    def player_word(self, subject: Val, name: nodes.Name) -> Val | None:
        most = self.world.high
        node = subject.node
        match name.text:
            case "seat":
                return Val(core.op("+", self.coerce(subject, Thing(PLAYER), name.span), core.int_(1)), Int(1, most))
            case "next" | "previous":
                return Val(
                    core.table(f"player.{name.text}", [self.coerce(subject, Thing(PLAYER), name.span)]), Thing(PLAYER)
                )
            case "opponent":
                if self.world.high != 2 or self.world.low != 2:
                    return self.error(
                        "wrong-type",
                        "there may be several opponents",
                        name.span,
                        "only a game for two has one",
                        help="write `opponents`, a set",
                    )
                return Val(core.table("player.next", [self.coerce(subject, Thing(PLAYER), name.span)]), Thing(PLAYER))
            case "others" | "opponents" | "circle":
                rows = "player.circle" if name.text == "circle" else "player.others"
                node = self.coerce(subject, Thing(PLAYER), name.span)
                return Val({"kind": "row", "rows": rows, "index": [node], "as": "list"}, ListOf(Thing(PLAYER), most))
        return None

    def item_of(self, e: nodes.ItemOf, expected: Type | None) -> Val:
        subject = self.value(e.subject)
        index = self.number(e.index)
        site = self.site(e.span)
        match subject.type:
            case ListOf():
                return Val(
                    {"kind": "item", "list": subject.node, "position": index.node, "site": site}, subject.type.item
                )
            case Set():
                item: Type = Enum(subject.type.of) if subject.type.of in self.world.enums else Thing(subject.type.of)
                return Val(
                    {"kind": "nth", "set": subject.node, "of": subject.type.of, "position": index.node, "site": site},
                    item,
                )
            case Line():
                row = {"kind": "row", "rows": subject.type.rows, "index": [subject.node], "as": "list"}
                return Val(
                    {"kind": "item", "list": row, "position": index.node, "site": site}, Thing(subject.type.kind)
                )
            case Broken():
                return BROKEN
        return self.error(
            "wrong-type", f"{spoken(subject.type)} has no items", e.subject.span, "a list is needed before `[`"
        )
