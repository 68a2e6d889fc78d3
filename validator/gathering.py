"""Comprehensions and folds: sets, counts, sums, the first, the best, and what is reached."""

from __future__ import annotations

from ..grammar import nodes
from . import core
from .attributes import Attributes
from .types import Bool, Broken, Enum, Int, ListOf, Point, Set, Thing, Type, definite, optional, several
from .values import BROKEN, Node, Scope, Stream, Val, Value, ZoneVal


class Gathering(Attributes):
    """Parentheses with `in` or `for`, and words with `of`."""

    def domain(self, d: nodes.Domain) -> Stream:
        """The members of a domain without its `where`."""
        if d.upper is None:
            return self.each_once(self.stream(d.source), d.source.span)
        low, high = self.number(d.source), self.number(d.upper)
        assert isinstance(low.type, Int) and isinstance(high.type, Int)
        self.alike(low, high, d.span)
        if isinstance(d.source, nodes.Int) and isinstance(d.upper, nodes.Int) and d.source.value > d.upper.value:
            self.error(
                "empty-range",
                f"the range {d.source.value} to {d.upper.value} is empty",
                d.span,
                "the first number is the larger one",
                help=f"write `{d.upper.value} to {d.source.value}`",
            )
        name = self.fresh("_n")
        bound = max(0, high.type.high - low.type.low + 1)
        return Stream(
            [core.clause(name, core.range_domain(low.node, high.node))],
            core.var(name),
            Int(low.type.low, max(low.type.low, high.type.high), low.type.length),
            bound,
        )

    def members(self, name: nodes.Name, d: nodes.Domain) -> Stream:
        """Opens a scope in which `name` stands for each member that satisfies the `where`. The caller closes it."""
        stream = self.domain(d)
        self.scopes.append(Scope())
        self.bind(name, stream.value, stream.type)
        if d.where is not None:
            stream = self.filtered(stream, self.test(d.where))
        return stream

    @staticmethod
    def filtered(stream: Stream, test: Node) -> Stream:
        last = stream.clauses[-1]
        return Stream(
            [*stream.clauses[:-1], {**last, "where": core.and_(last["where"], test)}],
            stream.value,
            stream.type,
            stream.bound,
        )

    def those(self, e: nodes.Those, expected: Type | None) -> Value:
        stream = self.members(e.name, e.domain)
        try:
            if e.best is None:
                return stream
            assert e.by is not None
            of = self.set_of(stream.type)
            if of is None:
                return (
                    self.error("wrong-type", "only things can be the best", e.span, f"these are {several(stream.type)}")
                    if not isinstance(stream.type, Broken)
                    else BROKEN
                )
            key = self.number(e.by)
            return Val(
                core.fold("best", stream.clauses, stream.value, key=key.node, most=e.best == "most", of=of), Set(of)
            )
        finally:
            self.scopes.pop()

    def each_of(self, e: nodes.EachOf, expected: Type | None) -> Value:
        stream = self.members(e.name, e.domain)
        try:
            item = expected.item if isinstance(expected, ListOf) else None
            v = self.value(e.value, item)
            if isinstance(v.type, Set | ListOf):
                more = self.flow(v, e.value.span)
                return Stream([*stream.clauses, *more.clauses], more.value, more.type, stream.bound * more.bound)
            clauses = stream.clauses
            t: Type = v.type
            if isinstance(t, Thing | Enum) and t.optional:
                clauses = self.filtered(stream, core.op("!=", v.node, core.int_(-1))).clauses
                t = definite(t)
            return Stream(clauses, v.node, t, stream.bound)
        finally:
            self.scopes.pop()

    def reached(self, e: nodes.Reached, expected: Type | None) -> Val:
        start = self.set_value(e.start)
        if not isinstance(start.type, Set):
            return BROKEN
        name = self.fresh("_" + e.name.text)
        item: Type = Enum(start.type.of) if start.type.of in self.world.enums else Thing(start.type.of)
        self.scopes.append(Scope())
        try:
            self.bind(e.name, core.var(name), item)
            by = self.wanted(e.by, start.type)
            where = self.test(e.where) if e.where is not None else None
            return Val(
                {"kind": "reach", "var": name, "start": start.node, "by": by, "where": where, "of": start.type.of},
                start.type,
            )
        finally:
            self.scopes.pop()

    def fold(self, e: nodes.Fold, expected: Type | None) -> Val:
        if e.word in ("top", "bottom"):
            return self.end_of_zone(e)
        v = self.expr(e.over)
        if isinstance(v, Val) and isinstance(v.type, Broken):
            return BROKEN
        if isinstance(v, ZoneVal):
            short = self.fold_zone(e.word, v, e)
            if short is not None:
                return short
        if (
            e.word in ("some", "none", "count")
            and isinstance(v, Val)
            and isinstance(v.type, Set | ListOf)
            and v.node["kind"] not in ("all", "row")
        ):
            size = (
                {"kind": "size", "set": v.node, "of": v.type.of}
                if isinstance(v.type, Set)
                else {"kind": "length", "list": v.node}
            )
            most = self.world.size(v.type.of) if isinstance(v.type, Set) else v.type.capacity
            if not (isinstance(v.type, ListOf) and isinstance(v.type.item, Bool)):
                return self.sized(e.word, size, most)
        stream = self.flow(v, e.over.span)
        if e.word in ("count", "first", "last", "only"):
            stream = self.each_once(stream, e.over.span)
        return self.fold_stream(e, stream)

    def fold_zone(self, word: str, v: ZoneVal, e: nodes.Fold) -> Val | None:
        of = v.zone.holds
        match word:
            case "count" | "some" | "none":
                return self.sized(
                    word,
                    {"kind": "count", "zone": v.node, "of": of},
                    min(v.zone.capacity or 10**9, self.world.size(of)),
                )
            case "first":
                return Val({"kind": "bottom", "zone": v.node, "of": of}, Thing(of, True))
            case "last":
                return Val({"kind": "top", "zone": v.node, "of": of}, Thing(of, True))
        return None

    @staticmethod
    def sized(word: str, size: Node, most: int) -> Val:
        if word == "count":
            return Val(size, Int(0, most))
        return Val(core.op(">" if word == "some" else "==", size, core.int_(0)), Bool())

    def end_of_zone(self, e: nodes.Fold) -> Val:
        v = self.expr(e.over)
        if isinstance(v, ZoneVal):
            return Val({"kind": e.word, "zone": v.node, "of": v.zone.holds}, Thing(v.zone.holds, True))
        if isinstance(v, Val) and isinstance(v.type, Broken):
            return BROKEN
        return self.error(
            "wrong-type", f"only a zone has a {e.word}", e.over.span, "not a zone", help="write `first of` or `last of`"
        )

    def fold_stream(self, e: nodes.Fold, s: Stream) -> Val:
        t, site = s.type, self.site(e.span)
        match e.word:
            case "count":
                if isinstance(t, Bool):
                    self.error(
                        "wrong-type",
                        "yes and no are not counted",
                        e.over.span,
                        "count the things for which it holds",
                        help="write `count of (x in S where …)`",
                    )
                return Val(core.fold("count", s.clauses, s.value), Int(0, s.bound))
            case "some" | "none" if not isinstance(t, Bool):
                found = core.fold("any", s.clauses, core.int_(1))
                return Val(found if e.word == "some" else core.not_(found), Bool())
            case "some":
                return Val(core.fold("any", s.clauses, s.value), Bool())
            case "none":
                return Val(core.not_(core.fold("any", s.clauses, s.value)), Bool())
            case "all":
                if not isinstance(t, Bool | Broken):
                    return self.error(
                        "wrong-type",
                        f"`all of` asks conditions, not {several(t)}",
                        e.over.span,
                        "neither yes nor no",
                        help="write `all of (CONDITION for x in S)`",
                    )
                return Val(core.fold("all", s.clauses, s.value), Bool())
            case "sum" | "most" | "least":
                if not isinstance(t, Int):
                    if not isinstance(t, Broken):
                        self.error(
                            "wrong-type",
                            f"`{e.word} of` needs numbers, not {several(t)}",
                            e.over.span,
                            f"these are {several(t)}",
                        )
                    return BROKEN
                if e.word == "sum":
                    span = Int(min(0, t.low) * s.bound, max(0, t.high) * s.bound, t.length)
                    return Val(core.fold("sum", s.clauses, s.value), self.exact(span, e.span))
                word = "max" if e.word == "most" else "min"
                return Val(
                    core.fold(word, s.clauses, s.value, empty=core.int_(0)),
                    Int(min(0, t.low), max(0, t.high), t.length),
                )
            case "first" | "last" | "only":
                if not isinstance(t, Thing | Enum | Point):
                    return (
                        self.error(
                            "wrong-type",
                            f"`{e.word} of` names one thing, not {several(t)}",
                            e.over.span,
                            f"these are {several(t)}",
                        )
                        if not isinstance(t, Broken)
                        else BROKEN
                    )
                if e.word == "only":
                    return Val(core.fold("only", s.clauses, s.value, site=site), definite(t))
                return Val(core.fold(e.word, s.clauses, s.value, empty=core.int_(-1)), optional(t))
        return BROKEN

    def top_many(self, e: nodes.TopMany, expected: Type | None) -> Val:
        count = self.number(e.count)
        v = self.expr(e.zone)
        if not isinstance(v, ZoneVal):
            return self.error("wrong-type", "only a zone has a top", e.zone.span, "not a zone")
        assert isinstance(count.type, Int)
        most = min(max(count.type.high, 0), self.world.size(v.zone.holds))
        return Val(
            {"kind": "tops", "zone": v.node, "of": v.zone.holds, "count": count.node}, ListOf(Thing(v.zone.holds), most)
        )
