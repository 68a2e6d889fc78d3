"""Values: every expression of the language is typed and lowered, with its operators here. Nothing in it changes the
game."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .calling import Calling
from .types import (
    Bool,
    Broken,
    Enum,
    Int,
    Line,
    ListOf,
    NoneType,
    NothingType,
    Point,
    Reading,
    Set,
    Thing,
    Type,
    definite,
    is_optional,
    join,
    spoken,
)
from .values import BROKEN, Node, Val, Value, ZoneVal


class Expressions(Calling):
    """All expressions. Statements are added by the heirs in statements.py."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.words |= {
            nodes.Name: self.name,
            nodes.Int: lambda e, _: Val(core.int_(e.value), Int(e.value, e.value)),
            nodes.Length: lambda e, _: Val(core.int_(e.tenths), Int(e.tenths, e.tenths, True)),
            nodes.Yes: lambda e, expected: self.truth("yes", 1, expected),
            nodes.No: lambda e, expected: self.truth("no", 0, expected),
            nodes.NoneValue: lambda e, _: Val(core.int_(-1), NoneType()),
            nodes.Nothing: self.nothing,
            nodes.String: self.string,
            nodes.You: self.you_word,
            nodes.This: self.this_word,
            nodes.ListValue: self.list_value,
            nodes.AttributeOf: self.attribute_of,
            nodes.ItemOf: self.item_of,
            nodes.Call: self.call,
            nodes.Those: self.those,
            nodes.EachOf: self.each_of,
            nodes.Reached: self.reached,
            nodes.Either: self.either,
            nodes.Fold: self.fold,
            nodes.TopMany: self.top_many,
            nodes.Negate: self.negate,
            nodes.Not: self.not_,
            nodes.Binary: self.binary,
        }

    def truth(self, word: str, value: int, expected: Type | None) -> Val:
        """Yes and no are readings too, where a ruling has them among others."""
        if isinstance(expected, Reading):
            found = self.candidates(word, expected)
            if found:
                return found[0]
        return Val(core.int_(value), Bool())

    def negate(self, e: nodes.Negate, _: Type | None) -> Val:
        v = self.number(e.value)
        assert isinstance(v.type, Int)
        if core.is_int(v.node):
            return Val(core.int_(-v.node["value"]), Int(-v.type.high, -v.type.low, v.type.length))
        return Val(core.op("neg", v.node), Int(-v.type.high, -v.type.low, v.type.length))

    def not_(self, e: nodes.Not, _: Type | None) -> Val:
        return Val(core.not_(self.test(e.value)), Bool())

    def either(self, e: nodes.Either, expected: Type | None) -> Val:
        test = self.test(e.test)
        then = self.value(e.then, expected)
        otherwise = self.value(
            e.otherwise, expected or (then.type if not isinstance(then.type, NoneType | NothingType) else None)
        )
        return self.joined(test, then, otherwise, e.span)

    def joined(self, test: Node, then: Val, otherwise: Val, span: Span) -> Val:
        t = join(then.type, otherwise.type)
        if t is None and isinstance(then.type, Set) != isinstance(otherwise.type, Set):
            wanted = then.type if isinstance(then.type, Set) else otherwise.type
            assert isinstance(wanted, Set)
            then = Val(self.coerce(then, wanted, span), wanted)
            otherwise = Val(self.coerce(otherwise, wanted, span), wanted)
            t = wanted
        if t is None:
            return self.error(
                "wrong-type",
                f"one side is {spoken(then.type)}, the other {spoken(otherwise.type)}",
                span,
                "both sides need one type",
            )
        nodes_ = []
        for side in (then, otherwise):
            if isinstance(side.type, NothingType) and isinstance(t, Set | ListOf):
                side = self.nothing(nodes.Nothing(span), t)
            nodes_.append(side.node)
        return Val(core.if_(test, *nodes_), t)

    def binary(self, e: nodes.Binary, expected: Type | None) -> Val:
        match e.word:
            case "and":
                return Val(core.and_(self.test(e.left), self.test(e.right)), Bool())
            case "or":
                return Val(core.or_(self.test(e.left), self.test(e.right)), Bool())
            case "is" | "is not":
                return self.is_(e)
            case "is in" | "is not in":
                return self.is_in(e)
            case "<" | "<=" | ">" | ">=":
                left, right = self.number(e.left), self.number(e.right)
                self.alike(left, right, e.span)
                self.world.compared.append((e, left.type, right.type))
                return Val(core.op(e.word, left.node, right.node), Bool())
        return self.arithmetic(e, expected)

    def sides(self, e: nodes.Binary) -> tuple[Val, Val]:
        """Both sides of `is`; a bare name takes its meaning from the other side."""

        def bare(x: nodes.Expr) -> bool:
            return isinstance(x, nodes.Name | nodes.NoneValue | nodes.Nothing | nodes.ListValue) and (
                not isinstance(x, nodes.Name) or (self.find(x.text) is None and x.text not in self.world.spans)
            )

        if bare(e.left) and not bare(e.right):
            right = self.value(e.right)
            return self.value(e.left, right.type), right
        left = self.value(e.left)
        hint = left.type if not isinstance(left.type, NoneType | NothingType) else None
        return left, self.value(e.right, hint)

    def is_(self, e: nodes.Binary) -> Val:
        left, right = self.sides(e)
        self.world.compared.append((e, left.type, right.type))
        if isinstance(left.type, Broken) or isinstance(right.type, Broken):
            return Val(core.int_(0), Bool())
        if isinstance(left.type, Set) or isinstance(right.type, Set):
            wanted = left.type if isinstance(left.type, Set) else right.type
            assert isinstance(wanted, Set)
            node: Node = {
                "kind": "same",
                "left": self.coerce(left, wanted, e.left.span),
                "right": self.coerce(right, wanted, e.right.span),
                "of": wanted.of,
            }
        elif isinstance(left.type, ListOf) or isinstance(right.type, ListOf):
            if join(left.type, right.type) is None:
                return self.unlike(e, left, right)
            node = {"kind": "same", "left": self.listed(left), "right": self.listed(right)}
        elif join(left.type, right.type) is None:
            return self.unlike(e, left, right)
        else:
            node = core.equal(left.node, right.node)
            if e.word == "is not":
                return Val(core.op("!=", left.node, right.node), Bool())
        return Val(node if e.word == "is" else core.not_(node), Bool())

    @staticmethod
    def listed(v: Val) -> Node:
        return {"kind": "list", "items": []} if isinstance(v.type, NothingType) else v.node

    def unlike(self, e: nodes.Binary, left: Val, right: Val) -> Val:
        self.error(
            "wrong-type", f"{spoken(left.type)} is never {spoken(right.type)}", e.span, "these two cannot be compared"
        )
        return Val(core.int_(0), Bool())

    def is_in(self, e: nodes.Binary) -> Val:
        right: Value
        left: Val
        if isinstance(e.right, nodes.ListValue):
            left = self.value(e.left)
            tests = []
            for item in e.right.items:
                v = self.value(item, left.type)
                self.world.compared.append((nodes.Binary(item.span, "is", e.left, item), left.type, v.type))
                if join(left.type, v.type) is None:
                    self.error(
                        "wrong-type",
                        f"{spoken(left.type)} is never {spoken(v.type)}",
                        item.span,
                        "these two cannot be compared",
                    )
                    break
                tests.append(core.equal(left.node, v.node))
            found = core.or_(*tests)
            return Val(found if e.word == "is in" else core.not_(found), Bool())
        right = self.expr(e.right)
        if isinstance(right, ZoneVal):
            left = self.value(e.left, Thing(right.zone.holds))
            if not isinstance(left.type, Broken) and definite(left.type) != Thing(right.zone.holds):
                return Val(
                    self.error(
                        "wrong-type",
                        f"{spoken(left.type)} never lies in `{right.zone.name}`",
                        e.left.span,
                        f"it holds `{right.zone.holds}`",
                    ).node,
                    Bool(),
                )
            where: Node = {"kind": "where", "of": right.zone.holds, "thing": left.node}
            if is_optional(left.type):
                where["maybe"] = True
            found = core.equal(where, right.node)
            if is_optional(left.type):
                found = core.and_(core.op("!=", left.node, core.int_(-1)), found)
            return Val(found if e.word == "is in" else core.not_(found), Bool())
        if isinstance(right, Val) and isinstance(right.type, Set):
            member: Type = (
                Enum(right.type.of, True) if right.type.of in self.world.enums else Thing(right.type.of, True)
            )
            left = self.value(e.left, member)
            found = {
                "kind": "has",
                "set": right.node,
                "of": right.type.of,
                "item": self.coerce(left, member, e.left.span),
            }
            return Val(found if e.word == "is in" else core.not_(found), Bool())
        stream = self.flow(right, e.right.span)
        left = self.value(e.left, stream.type)
        if join(left.type, stream.type) is None:
            return Val(
                self.error(
                    "wrong-type", f"{spoken(left.type)} is never {spoken(stream.type)}", e.span, "it cannot be in there"
                ).node,
                Bool(),
            )
        found = core.fold("any", stream.clauses, core.equal(left.node, stream.value))
        return Val(found if e.word == "is in" else core.not_(found), Bool())

    def arithmetic(self, e: nodes.Binary, expected: Type | None) -> Val:
        hint = expected if isinstance(expected, Set) else None
        left = self.expr(e.left, hint)
        if e.word in ("+", "-") and not (isinstance(left, Val) and isinstance(left.type, Int | Broken)):
            return self.set_arithmetic(e, left)
        if isinstance(left, Val) and isinstance(left.type, Broken):
            self.value(e.right)
            return BROKEN
        lv = self.gather(left, e.left.span)
        if not isinstance(lv.type, Int):
            return self.error(
                "wrong-type",
                f"a number is needed here, not {spoken(lv.type)}",
                e.left.span,
                f"this is {spoken(lv.type)}",
            )
        rv = self.number(e.right)
        assert isinstance(rv.type, Int)
        a, b = lv.type, rv.type
        length = a.length or b.length
        if e.word in ("+", "-", "mod") or (b.length and not a.length and e.word != "*"):
            self.alike(lv, rv, e.span)
        node: Node
        match e.word:
            case "+":
                t = Int(a.low + b.low, a.high + b.high, length)
                node = core.op("+", lv.node, rv.node)
            case "-":
                t = Int(a.low - b.high, a.high - b.low, length)
                node = core.op("-", lv.node, rv.node)
            case "*":
                corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
                t = Int(min(corners), max(corners), a.length != b.length)
                node = core.op("*", lv.node, rv.node)
            case "mod":
                if b.low <= 0 <= b.high and b.low == b.high:
                    return self.by_zero(e)
                t = Int(min(0, b.low + 1 if b.low < 0 else 0), max(0, b.high - 1), length)
                node = {**core.op("mod", lv.node, rv.node), "site": self.site(e.span)}
            case _:
                if b.low == b.high == 0:
                    return self.by_zero(e)
                most = max(abs(a.low), abs(a.high))
                t = Int(-most if a.low < 0 or b.low < 0 else 0, most, a.length and not b.length)
                if a.low >= 0 and b.low > 0:
                    t = Int(a.low // b.high, -(-a.high // b.low), t.length)
                if e.word == "/":
                    node = core.op("div", lv.node, rv.node)
                else:  # rounded up: minus the floor of the negative
                    node = core.op("div", core.op("neg", lv.node), rv.node)
                node["site"] = self.site(e.span)
                if e.word != "/":
                    node = core.op("neg", node)
        return Val(node, self.exact(t, e.span))

    def by_zero(self, e: nodes.Binary) -> Val:
        return self.error(
            "division", "nothing can be divided by 0", e.right.span, "this is 0", help="divide by something else"
        )

    def set_arithmetic(self, e: nodes.Binary, left: Value) -> Val:
        lv = self.gather(left, e.left.span, Set(""))
        if isinstance(lv.type, Thing | Enum):
            of = self.set_of(lv.type) or ""
            lv = Val({"kind": "things", "of": of, "items": [lv.node]}, Set(of))
        elif isinstance(lv.type, ListOf | Line):
            lv = self.gather(self.flow(lv, e.left.span), e.left.span)
        elif isinstance(lv.type, NothingType):
            rv = self.set_value(e.right)
            return (
                rv if e.word == "+" else Val({"kind": "things", "of": getattr(rv.type, "of", ""), "items": []}, rv.type)
            )
        if not isinstance(lv.type, Set):
            return (
                BROKEN
                if isinstance(lv.type, Broken)
                else self.error(
                    "wrong-type",
                    f"{spoken(lv.type)} cannot be added to or taken from",
                    e.left.span,
                    f"this is {spoken(lv.type)}",
                )
            )
        item: Type = Enum(lv.type.of, True) if lv.type.of in self.world.enums else Thing(lv.type.of, True)
        right = self.value(
            e.right, item if isinstance(e.right, nodes.Name | nodes.NoneValue | nodes.Either) else lv.type
        )
        rn = self.coerce(right, lv.type, e.right.span)
        return Val(
            {"kind": "union" if e.word == "+" else "minus", "left": lv.node, "right": rn, "of": lv.type.of}, lv.type
        )

    def list_value(self, e: nodes.ListValue, expected: Type | None) -> Val:
        if isinstance(expected, Set):
            item: Type = Enum(expected.of) if expected.of in self.world.enums else Thing(expected.of)
            return Val(
                {"kind": "things", "of": expected.of, "items": [self.wanted(i, item) for i in e.items]}, expected
            )
        hint = expected.item if isinstance(expected, ListOf) else None
        values = [self.value(i, hint) for i in e.items]
        if not values:
            return self.nothing(nodes.Nothing(e.span), expected)
        t: Type | None = values[0].type
        for v in values[1:]:
            t = join(t, v.type) if t is not None else None
        if not isinstance(t, Int | Bool | Enum | Thing | Point):
            return (
                BROKEN
                if isinstance(t, Broken)
                else self.error("wrong-type", "the items of a list need one type", e.span, "these differ")
            )
        return Val({"kind": "list", "items": [v.node for v in values]}, ListOf(t, len(values)))
