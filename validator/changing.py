"""Statements that store: set, add, take, exchange, and calls of what happens."""

from __future__ import annotations

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import Bodies, Target
from .types import Bool, Broken, Enum, Int, ListOf, NoneType, NothingType, Point, Set, Thing, Type, join, spoken
from .values import Node, Scope, Val, ZoneVal
from .world import GIVEN_CALLS


class Changing(Bodies):
    """Lines that change an attribute or a local."""

    def happens(self, e: nodes.Expr) -> bool:
        """Is this a call of something that changes or asks, standing alone?"""
        if not isinstance(e, nodes.Call):
            return False
        if e.subject is None:
            return e.name.text in self.world.procedures or e.name.text in self.world.events
        return any(
            e.name.text in k.abilities and k.abilities[e.name.text].result is None for k in self.world.kinds.values()
        )

    def result_of(self, e: nodes.Call) -> Type:
        if e.subject is None:
            info = self.lowering.signature(e.name.text)
            if info is not None and info.result is not None:
                return info.result
        self.error(
            "missing-value",
            f"`{e.name.text}` gives nothing",
            e.span,
            "there is no value to keep",
            help="add `gives TYPE` to its first line",
        )
        return Broken()

    def run(self, s: nodes.Run) -> list[Node]:
        if not self.happens(s.call):
            if s.call.subject is None and not self.asked_for(s.call.name.text):
                known = [*self.world.procedures, *self.world.events]
                self.reports.unknown("procedure or event", s.call.name, known)
                return []
            v = self.expr(s.call)
            if not (isinstance(v, Val) and isinstance(v.type, Broken)):
                self.error(
                    "useless-line",
                    "this line only looks and changes nothing",
                    s.span,
                    "its value is not used",
                    help="use it in a condition or with `let`, or take the line out",
                )
            return []
        return self.called(s.call, None)

    def asked_for(self, name: str) -> bool:
        """Is this the name of a value that can be asked for?"""
        world = self.world
        return name in GIVEN_CALLS or name in world.defines or name in world.stats or name in world.facts

    def called(self, e: nodes.Call, into: str | None) -> list[Node]:
        if e.subject is not None:
            return self.lowering.call_ability(self, e)
        info = self.lowering.signature(e.name.text)
        if info is None:
            return []
        args = self.arguments(e.args, info.params, e)
        node = self.lowering.call_node(self, info, args, e.span, into, self.cites)
        if self.replaced == e.name.text and e.name.text in self.world.events:
            node["procedure"] = f"{info.core}.run"  # inside its own `instead`: what was replaced
        return [node]

    def set_(self, s: nodes.Set) -> list[Node]:
        if self.happens(s.value):
            return self.set_call(s)
        target = self.target(s.target)
        if target is None:
            self.value(s.value)
            return []
        hint = target.type if not isinstance(target.type, NoneType | NothingType) else None
        return [self.store(target, self.value(s.value, hint), s.span, s.value.span)]

    def set_call(self, s: nodes.Set) -> list[Node]:
        """`set x to f(a)`: the call stands on a line of its own, its result goes where the text says."""
        assert isinstance(s.value, nodes.Call)
        self.scopes.append(Scope())
        result = self.result_of(s.value)
        temp = self.local("_given", result)
        out = self.called(s.value, temp)
        target = self.target(s.target)
        if target is not None:
            out.append(self.store(target, Val(core.var(temp), result), s.span, s.value.span))
        return out + self.drop(self.scopes.pop().locals)

    def add(self, s: nodes.Add) -> list[Node]:
        target = self.target(s.target)
        if target is None:
            self.expr(s.amount)
            return []
        if isinstance(target.type, NothingType) and target.local is not None:
            self.learn(target.local, self.many(s.amount), s.span)
            return []
        if isinstance(target.type, Set | ListOf):
            return self.add_member(s.amount, target, "include", s.span)
        return [self.shift(target, s.amount, "+", s.span)] if self.counts(target, s, "added to") else []

    def take(self, s: nodes.Take) -> list[Node]:
        target = self.target(s.target)
        if target is None:
            self.expr(s.amount)
            return []
        if isinstance(target.type, Set):
            return self.add_member(s.amount, target, "exclude", s.span)
        return [self.shift(target, s.amount, "-", s.span)] if self.counts(target, s, "taken from") else []

    def many(self, e: nodes.Expr) -> Type:
        """What an empty local becomes when this is added to it."""
        t = self.value(e).type
        of = self.set_of(t)
        if of is not None:
            return Set(of)
        return ListOf(t, 16) if isinstance(t, Int | Bool | Point) else t

    def counts(self, target: Target, s: nodes.Add | nodes.Take, word: str) -> bool:
        """Is the target a number? Otherwise says that it cannot be changed so."""
        if isinstance(target.type, Int):
            return True
        if not isinstance(target.type, Broken):
            listed = isinstance(target.type, ListOf)
            self.error(
                "wrong-type",
                f"{spoken(target.type)} cannot be {word}",
                s.target.span,
                "nothing is taken out of a list" if listed else "a number or a set is needed",
                help="keep a set instead, or set it to a list without it" if listed else "write `set … to …`",
            )
        self.value(s.amount)
        return False

    def shift(self, target: Target, by: nodes.Expr | Val, word: str, span: Span) -> Node:
        amount = by if isinstance(by, Val) else self.number(by)
        assert isinstance(amount.type, Int) and isinstance(target.type, Int)
        a, b = target.type, amount.type
        length = a.length or b.length
        low, high = (a.low + b.low, a.high + b.high) if word == "+" else (a.low - b.high, a.high - b.low)
        at = None if isinstance(by, Val) else by.span
        return self.store(target, Val(core.op(word, target.read, amount.node), Int(low, high, length)), span, at)

    def add_member(self, amount: nodes.Expr, target: Target, word: str, span: Span) -> list[Node]:
        site = self.site(span, self.cites)
        if isinstance(target.type, ListOf):
            node = self.wanted(amount, target.type.item)
            return [{"kind": "append", "target": target.node, "value": node, "site": site}]
        assert isinstance(target.type, Set)
        v = self.value(amount, Enum(target.type.of) if target.type.of in self.world.enums else Thing(target.type.of))
        if isinstance(v.type, Thing | Enum):
            return [{"kind": word, "target": target.node, "item": [v.node], "of": target.type.of, "site": site}]
        node = self.coerce(v, target.type, amount.span)
        both = {
            "kind": "union" if word == "include" else "minus",
            "left": target.read,
            "right": node,
            "of": target.type.of,
        }
        return [{"kind": "set", "target": target.node, "value": both, "site": site}]

    def exchange(self, s: nodes.Exchange) -> list[Node]:
        left, right = self.zone_named(s.left), self.zone_named(s.right)
        if left is not None and right is not None:
            return self.exchange_slots(s, left, right)
        a, b = self.target(s.left), self.target(s.right)
        if a is None or b is None:
            return []
        if join(a.type, b.type) is None:
            self.error(
                "wrong-type", f"{spoken(a.type)} and {spoken(b.type)} cannot change places", s.span, "different types"
            )
            return []
        self.scopes.append(Scope())
        (first, a), (second, b) = self.steady(a, s.span), self.steady(b, s.span)
        kept = self.local("_kept", a.type)
        out = [
            *first,
            *second,
            core.set_var(kept, a.read, self.site(s.span, self.cites)),
            self.store(a, Val(b.read, b.type), s.span),
            self.store(b, Val(core.var(kept), a.type), s.span),
        ]
        return out + self.drop(self.scopes.pop().locals)

    def exchange_slots(self, s: nodes.Exchange, a: ZoneVal, b: ZoneVal) -> list[Node]:
        if not (a.zone.slot and b.zone.slot) or a.zone.holds != b.zone.holds:
            self.error(
                "wrong-type", "only two slots for the same kind can change places", s.span, "a slot holds `up to 1`"
            )
            return []
        of = a.zone.holds
        self.scopes.append(Scope())
        first, second = self.local("_first", Thing(of, True)), self.local("_second", Thing(of, True))
        site = self.site(s.span, self.cites)
        (out, left), (more, right) = self.settled(a, s.span), self.settled(b, s.span)
        out += [
            *more,
            core.set_var(first, {"kind": "top", "zone": left, "of": of}, site),
            core.set_var(second, {"kind": "top", "zone": right, "of": of}, site),
        ]
        there = core.op("!=", core.var(first), core.int_(-1))
        back = core.op("!=", core.var(second), core.int_(-1))
        out.append(core.when(there, [self.move_node(of, core.var(first), core.int_(0), None, True, s.span)]))
        out.append(core.when(back, [self.move_node(of, core.var(second), left, None, True, s.span)]))
        out.append(core.when(there, [self.move_node(of, core.var(first), right, None, True, s.span)]))
        return out + self.drop(self.scopes.pop().locals)
