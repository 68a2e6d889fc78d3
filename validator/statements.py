"""What happens: plain statements and flow, lowered inside one body. Decisions are in decisions.py, actions in acting.py."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .expressions import Expressions
from .model import Reports, expand
from .types import (
    WIDE,
    Bool,
    Broken,
    Enum,
    Int,
    ListOf,
    NoneType,
    NothingType,
    Point,
    Reading,
    Set,
    Thing,
    Type,
    core_type,
    fits,
    join,
    spoken,
    universe,
)
from .values import Binding, Scope, Stream, Val, Value, ZoneVal
from .world import PLAYER

if TYPE_CHECKING:
    from .lower import Lowering

Node = dict[str, Any]


@dataclass(slots=True)
class Procedure:
    """A procedure being lowered. `you` is a hidden first parameter, given only to those that need it."""

    name: str
    params: list[tuple[str, Type]]
    result: Type | None
    span: Span
    rules: list[str]
    query: bool = False  # written as a value: it may only look
    depth: int | None = None
    locals: dict[str, Node] = field(default_factory=dict)
    body: list[Node] = field(default_factory=list)


@dataclass(slots=True)
class Target:
    """Somewhere to store: an attribute of a thing, or a local."""

    read: Node
    type: Type
    attribute: str | None
    index: Node | None
    local: Binding | None

    @property
    def node(self) -> Node:
        if self.attribute is not None:
            return core.attribute_target(self.attribute, self.index)
        assert self.local is not None and self.local.local is not None
        return core.var(self.local.local)


LEAVING = (nodes.Stop, nodes.Leave, nodes.Next, nodes.Give, nodes.EndGame)


class Statements(Expressions):
    """Lowers statements. `memory` keeps the types of locals between the passes over one body: a later line may widen them."""

    def __init__(
        self,
        lowering: Lowering,
        procedure: Procedure,
        you: Node | None,
        this: tuple[Node, str] | None,
        phase: nodes.Phase | nodes.Window | None,
        memory: dict[tuple[str, int], Type],
        reports: Reports,
    ) -> None:
        super().__init__(lowering, you, this, procedure.rules)
        self.reports = reports
        self.procedure = procedure
        self.phase = phase
        self.memory = memory
        self.widened = False
        self.keys: dict[str, tuple[str, int]] = {}  # core local -> where it is declared
        self.declared: dict[str, dict[str, Any]] = {}  # `may declare d`: what perform needs
        self.cites: tuple[nodes.Cite, ...] = ()
        self.replaced: str | None = None  # inside `instead of X`: X itself
        self.statement_words: dict[type, Callable[[Any], list[Node]]] = {
            nodes.Guarded: self.guarded,
            nodes.Set: self.set_,
            nodes.Add: self.add,
            nodes.Take: self.take,
            nodes.Move: self.move,
            nodes.Exchange: self.exchange,
            nodes.Shuffle: self.shuffle,
            nodes.Reveal: self.reveal,
            nodes.Play: self.play,
            nodes.Open: self.open_window,
            nodes.EndGame: self.end_game,
            nodes.Give: self.give,
            nodes.Stop: self.stop,
            nodes.Leave: self.leave,
            nodes.Next: self.next_,
            nodes.Run: self.run,
            nodes.Let: self.let,
            nodes.If: self.if_,
            nodes.Depending: self.depending,
            nodes.ForEach: self.for_each,
            nodes.Repeat: self.repeat,
            nodes.AsPlayer: self.as_player,
            nodes.Remember: self.remember,
            nodes.Forget: self.forget,
            nodes.Schedule: self.schedule,
            nodes.Random: self.random,
            nodes.Roll: self.roll,
        }

    # ------------------------------------------------------------ blocks and locals

    def local(self, base: str, t: Type, key: tuple[str, int] | None = None) -> str:
        """A new local of this procedure; it dies with the innermost block."""
        name = self.fresh(base)
        self.procedure.locals[name] = {"type": core_type(t, self.lowering.sizes)}
        self.scopes[-1].locals.append(name)
        if key is not None:
            self.keys[name] = key
        return name

    def named_local(self, name: nodes.Name, t: Type) -> str:
        """A local that the text names; its type is what earlier passes found that it has to hold."""
        key = (name.span.file, name.span.start)
        known = self.memory.get(key)
        t = known if known is not None else t
        local = self.local(name.text, t, key)
        self.bind(name, core.var(local), t, local)
        return local

    def block(self, body: tuple[nodes.Stmt, ...], loop: bool = False) -> list[Node]:
        self.scopes.append(Scope(loop=loop))
        out: list[Node] = []
        for i, statement in enumerate(body):
            out += self.statement(statement)
            if isinstance(statement, LEAVING) and i + 1 < len(body):
                self.error(
                    "unreachable",
                    "nothing after this line is ever reached",
                    body[i + 1].span,
                    "never reached",
                    also=[(statement.span, "play leaves here")],
                    help="take these lines out, or give the line above an `if`",
                )
                break
        dead = self.scopes.pop().locals
        return out if body and isinstance(body[-1], LEAVING) else out + self.drop(dead)

    @staticmethod
    def drop(names: list[str]) -> list[Node]:
        return [{"kind": "drop", "names": list(names)}] if names else []

    def statement(self, s: nodes.Stmt) -> list[Node]:
        before, self.cites = self.cites, s.cites
        rules, self.rules = self.rules, list(dict.fromkeys([*expand(s.cites), *self.rules])) if s.cites else self.rules
        try:
            return self.statement_words[type(s)](s)
        finally:
            self.cites, self.rules = before, rules

    def guarded(self, s: nodes.Guarded) -> list[Node]:
        test = self.test(s.test)
        self.scopes.append(Scope())
        inner = self.statement(s.line)
        dead = self.scopes.pop().locals
        return [core.when(test, inner if isinstance(s.line, LEAVING) else inner + self.drop(dead))]

    # ------------------------------------------------------------ storing

    def target(self, e: nodes.Expr) -> Target | None:
        """What a statement may change; says so if it is nothing of that sort."""
        if isinstance(e, nodes.Name):
            bound = self.find(e.text)
            if bound is not None:
                if bound.local is None:
                    self.error(
                        "not-changeable",
                        f"`{e.text}` cannot be changed",
                        e.span,
                        "it only stands for something",
                        also=[(bound.span, "named here")],
                        help="name a value with `let` if it is to change",
                    )
                    return None
                return Target(bound.node, bound.type, None, None, bound)
            info = self.world.table.get(e.text)
            if info is not None:
                return Target(core.get(info.full, None), info.type, info.full, None, None)
        elif isinstance(e, nodes.AttributeOf):
            if (
                isinstance(e.subject, nodes.Name)
                and e.subject.text in self.world.discs
                and self.find(e.subject.text) is None
            ):
                v = self.attribute_of(e, None)
                return (
                    Target(v.node, v.type, v.node["attribute"], None, None)
                    if isinstance(v, Val) and v.node["kind"] == "get"
                    else None
                )
            subject = self.value(e.subject)
            if isinstance(subject.type, Broken):
                return None
            if isinstance(subject.type, Thing):
                kind = self.world.kinds[subject.type.kind]
                info = kind.attributes.get(e.name.text)
                if info is not None and info.printed:
                    also = [(info.syntax.span, "printed here")] if info.syntax else []
                    self.error(
                        "not-changeable",
                        f"`{e.name.text}` is printed on `{kind.name}` and never changes",
                        e.name.span,
                        "printed",
                        also=also,
                    )
                    return None
                if info is not None:
                    node = self.coerce(subject, Thing(kind.name), e.subject.span)
                    return Target(core.get(info.full, node), info.type, info.full, node, None)
                if e.name.text in kind.zones:
                    self.error(
                        "not-changeable",
                        f"`{e.name.text}` is a zone",
                        e.name.span,
                        "things are moved there",
                        help="write `move … to …`",
                    )
                    return None
                self.reports.unknown(f"attribute of `{kind.name}`", e.name, self.attribute_names(kind))
                return None
        v2 = self.expr(e)
        if not (isinstance(v2, Val) and isinstance(v2.type, Broken)):
            self.error(
                "not-changeable",
                "this is not something that can be changed",
                e.span,
                "an attribute or a name of `let` is needed",
            )
        return None

    def learn(self, binding: Binding, t: Type, span: Span) -> None:
        """A later line stores something else in a local: the next pass gives it the wider type."""
        assert binding.local is not None
        key = self.keys.get(binding.local)
        joined = join(binding.type, t)
        if key is None or joined is None or joined == binding.type:
            return
        if isinstance(joined, Int):
            joined = Int(min(-WIDE, joined.low), max(WIDE, joined.high), joined.length)
        self.memory[key] = joined
        self.widened = True

    def store(self, target: Target, v: Val, span: Span) -> Node:
        site = self.site(span, self.cites)
        if target.local is not None:
            self.learn(target.local, v.type, span)
            if isinstance(v.type, Int) and isinstance(target.type, Int) and target.local.local in self.keys:
                return {"kind": "set", "target": target.node, "value": v.node, "site": site}
        value = self.fitting(v, target.type, span)
        return {"kind": "set", "target": target.node, "value": value, "site": site}

    def fitting(self, v: Val, t: Type, span: Span) -> Node:
        node = self.coerce(v, t, span)
        if isinstance(v.type, Int) and isinstance(t, Int) and (v.type.low > t.high or v.type.high < t.low):
            self.error("out-of-range", f"{spoken(v.type)} can never be stored here", span, f"it holds {spoken(t)}")
        return node

    def set_(self, s: nodes.Set) -> list[Node]:
        if self.happens(s.value):
            return self.set_call(s)
        target = self.target(s.target)
        if target is None:
            self.value(s.value)
            return []
        hint = target.type if not isinstance(target.type, NoneType | NothingType) else None
        return [self.store(target, self.value(s.value, hint), s.span)]

    def set_call(self, s: nodes.Set) -> list[Node]:
        """`set x to f(a)`: the call stands on a line of its own, its result goes where the text says."""
        assert isinstance(s.value, nodes.Call)
        self.scopes.append(Scope())
        result = self.result_of(s.value)
        temp = self.local("_given", result)
        out = self.called(s.value, temp)
        target = self.target(s.target)
        if target is not None:
            out.append(self.store(target, Val(core.var(temp), result), s.span))
        return out + self.drop(self.scopes.pop().locals)

    def add(self, s: nodes.Add) -> list[Node]:
        target = self.target(s.target)
        if target is None:
            self.expr(s.amount)
            return []
        if isinstance(target.type, Set | ListOf):
            return self.add_member(s.amount, target, "include", s.span)
        return [self.shift(target, self.number(s.amount), "+", s.span)]

    def take(self, s: nodes.Take) -> list[Node]:
        target = self.target(s.target)
        if target is None:
            self.expr(s.amount)
            return []
        if isinstance(target.type, Set):
            return self.add_member(s.amount, target, "exclude", s.span)
        return [self.shift(target, self.number(s.amount), "-", s.span)]

    def shift(self, target: Target, amount: Val, word: str, span: Span) -> Node:
        if not isinstance(target.type, Int):
            if not isinstance(target.type, Broken):
                self.error("wrong-type", f"{spoken(target.type)} cannot be added to", span, "a number is needed")
            return {"kind": "drop", "names": []}
        assert isinstance(amount.type, Int)
        a, b = target.type, amount.type
        t = Int(a.low + b.low, a.high + b.high) if word == "+" else Int(a.low - b.high, a.high - b.low)
        return self.store(target, Val(core.op(word, target.read, amount.node), t), span)

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

    # ------------------------------------------------------------ moving

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

    def zone_named(self, e: nodes.Expr) -> ZoneVal | None:
        """The zone that an expression names, if it names one; looks without reporting."""
        quiet, self.reports = self.reports, Reports()
        try:
            v = self.expr(e)
        finally:
            self.reports = quiet
        if isinstance(v, ZoneVal):
            real = self.expr(e)
            return real if isinstance(real, ZoneVal) else None
        return None

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
        if s.all:
            amount = Val(source.read, source.type)
        else:
            assert s.what is not None
            amount = self.number(s.what)
        assert isinstance(amount.type, Int)
        if s.up_to:
            amount = Val(
                core.op("min", amount.node, source.read),
                Int(min(amount.type.low, source.type.low), min(amount.type.high, source.type.high)),
            )
        out: list[Node] = []
        if not core.is_int(amount.node):
            temp = self.local("_moved", amount.type)
            out.append(core.set_var(temp, amount.node, self.site(s.span, self.cites)))
            amount = Val(core.var(temp), amount.type)
        out += [self.shift(source, amount, "-", s.span), self.shift(goal, amount, "+", s.span)]
        return out + self.drop(self.scopes.pop().locals)

    def move_node(self, of: str, thing: Node, to: Node, end: str | None, open_: bool, span: Span) -> Node:
        return {
            "kind": "move",
            "of": of,
            "thing": thing,
            "to": to,
            "end": end or "top",
            "open": open_,
            "site": self.site(span, self.cites),
        }

    def move_from_zone(self, s: nodes.Move, source: ZoneVal) -> list[Node]:
        """From a zone things are taken from its top, one after the other."""
        to = self.expr(s.target)
        if not isinstance(to, ZoneVal):
            self.error("wrong-type", "things are moved to a zone", s.target.span, "this is not a zone")
            return []
        if not self.same_kind(source.zone.holds, to, s.target.span):
            return []
        of = source.zone.holds
        count = {"kind": "count", "zone": source.node, "of": of}
        one = self.move_node(
            of, {"kind": "top", "zone": source.node, "of": of}, to.node, s.end, source.zone.ordered, s.span
        )
        if s.all:
            amount: Node = count
        else:
            assert s.what is not None
            amount = self.number(s.what).node
            if s.up_to:
                amount = core.op("min", amount, count)
            elif core.is_int(amount, 1):
                return [one]
        return self.times(amount, [one], s.span)

    def times(self, amount: Node, body: list[Node], span: Span) -> list[Node]:
        """So many rounds, counted once at the start."""
        self.scopes.append(Scope())
        i = self.local("_i", Int(0, 2**20))
        loop = {
            "kind": "for",
            "var": i,
            "domain": core.range_domain(core.int_(1), amount),
            "where": None,
            "body": body,
            "site": self.site(span, self.cites),
        }
        return [loop, *self.drop(self.scopes.pop().locals)]

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
        stream = self.flow(v, s.what.span)
        if not isinstance(stream.type, Thing):
            if not isinstance(stream.type, Broken):
                self.error(
                    "wrong-type",
                    "only things are moved to a zone",
                    s.what.span,
                    f"these are {spoken(stream.type)}",
                    help="to move things from the top of a zone write `move 2 from A to B`",
                )
            return []
        if not self.same_kind(stream.type.kind, to, s.what.span):
            return []
        self.scopes.append(Scope())
        var, domain, where = self.looped(v, stream, s.what.span)
        body = [self.move_node(of, core.var(var), to.node, s.end, False, s.span)]
        loop = {
            "kind": "for",
            "var": var,
            "domain": domain,
            "where": where,
            "body": body,
            "site": self.site(s.span, self.cites),
        }
        return [loop, *self.drop(self.scopes.pop().locals)]

    def looped(self, v: Value, stream: Stream, span: Span) -> tuple[str, Node, Node | None]:
        """A stream as what a `for` goes through: its variable becomes a local. Nested streams are gathered first."""
        if len(stream.clauses) > 1 or stream.value["kind"] != "var" or stream.value["name"] != stream.clauses[0]["var"]:
            stream = self.flow(self.gather(stream, span), span)
        clause = stream.clauses[0]
        name = clause["var"]
        self.procedure.locals[name] = {"type": core_type(stream.type, self.lowering.sizes)}
        self.scopes[-1].locals.append(name)
        return name, {**clause["domain"], "~bound": stream.bound}, clause["where"]

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
        kept = self.local("_kept", a.type)
        out = [
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
        out = [
            core.set_var(first, {"kind": "top", "zone": a.node, "of": of}, site),
            core.set_var(second, {"kind": "top", "zone": b.node, "of": of}, site),
        ]
        there = core.op("!=", core.var(first), core.int_(-1))
        back = core.op("!=", core.var(second), core.int_(-1))
        out.append(core.when(there, [self.move_node(of, core.var(first), core.int_(0), None, True, s.span)]))
        out.append(core.when(back, [self.move_node(of, core.var(second), a.node, None, True, s.span)]))
        out.append(core.when(there, [self.move_node(of, core.var(first), b.node, None, True, s.span)]))
        return out + self.drop(self.scopes.pop().locals)

    def shuffle(self, s: nodes.Shuffle) -> list[Node]:
        v = self.expr(s.zone)
        if not isinstance(v, ZoneVal):
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
        if not isinstance(things.type, Set) or things.type.of not in self.world.kinds:
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

    # ------------------------------------------------------------ flow

    def let(self, s: nodes.Let) -> list[Node]:
        if self.happens(s.value):
            assert isinstance(s.value, nodes.Call)
            result = self.result_of(s.value)
            out = self.called(s.value, None)
            local = self.named_local(s.name, result)
            for node in out:
                if node["kind"] == "call":
                    node["into"] = local
            return out
        v = self.value(s.value)
        local = self.named_local(s.name, v.type)
        bound = self.find(s.name.text)
        t = bound.type if bound is not None else v.type
        node = self.coerce(v, t, s.value.span) if fits(v.type, t) else v.node
        return [core.set_var(local, node, self.site(s.span, self.cites))]

    def if_(self, s: nodes.If) -> list[Node]:
        otherwise = self.block(s.otherwise)
        for arm in reversed(s.arms):
            rules, self.rules = self.rules, [*expand(arm.cites), *self.rules]
            otherwise = [core.when(self.test(arm.test), self.block(arm.body), otherwise)]
            self.rules = rules
        return otherwise

    def depending(self, s: nodes.Depending) -> list[Node]:
        v = self.value(s.on)
        site = self.site(s.span, self.cites)
        self.scopes.append(Scope())
        out: list[Node] = []
        node = v.node
        if node["kind"] not in ("var", "int", "ruling"):
            kept = self.local("_on", v.type)
            out.append(core.set_var(kept, node, site))
            node = core.var(kept)
        covered: list[int] = []
        arms: list[tuple[Node, list[Node]]] = []
        for branch in s.branches:
            tests = []
            for value in branch.values:
                w = self.value(value, v.type)
                if join(v.type, w.type) is None:
                    self.error(
                        "wrong-type",
                        f"{spoken(v.type)} is never {spoken(w.type)}",
                        value.span,
                        "this case cannot occur",
                    )
                elif core.is_int(w.node):
                    if w.node["value"] in covered:
                        self.error("case-twice", "this case stands twice", value.span, "again here")
                    covered.append(w.node["value"])
                tests.append(core.equal(node, w.node))
            arms.append((core.or_(*tests), self.block(branch.body)))
        if s.otherwise is not None:
            otherwise = self.block(s.otherwise)
        else:
            otherwise = []
            self.exhaustive(s, v.type, covered)
        for test, body in reversed(arms):
            otherwise = [core.when(test, body, otherwise)]
        return out + otherwise + self.drop(self.scopes.pop().locals)

    def exhaustive(self, s: nodes.Depending, t: Type, covered: list[int]) -> None:
        match t:
            case Enum():
                names = self.world.enums[t.name].values
            case Reading():
                names = [r.name.text for r in self.world.rulings[t.ruling].readings]
            case Bool():
                names = ["no", "yes"]
            case Broken():
                return
            case _:
                self.error(
                    "cases-missing",
                    "these cases do not cover everything",
                    s.span,
                    "an `otherwise` is needed",
                    help="add `otherwise` before `end`",
                )
                return
        missing = [f"`{n}`" for i, n in enumerate(names) if i not in covered]
        if isinstance(t, Enum) and t.optional and -1 not in covered:
            missing.append("`none`")
        if missing:
            self.error(
                "cases-missing",
                f"nothing says what happens for {', '.join(missing)}",
                s.span,
                "not every case is here",
                help="add the cases, or `otherwise`",
            )

    def for_each(self, s: nodes.ForEach) -> list[Node]:
        self.scopes.append(Scope())
        stream = self.members(s.name, s.domain)
        self.scopes.pop()
        var, domain, where = self.looped(stream, stream, s.domain.span)
        return self.loop_over(s, var, domain, where, stream.type)

    def loop_over(self, s: nodes.ForEach, var: str, domain: Node, where: Node | None, t: Type) -> list[Node]:
        self.scopes.append(Scope(loop=True))
        self.bind(s.name, core.var(var), t)
        body = self.block(s.body)
        self.scopes.pop()
        loop = {
            "kind": "for",
            "var": var,
            "domain": domain,
            "where": where,
            "body": body,
            "site": self.site(s.span, self.cites),
        }
        return [loop, *self.drop(self.scopes.pop().locals)]

    def repeat(self, s: nodes.Repeat) -> list[Node]:
        site = self.site(s.span, self.cites)
        if s.times is not None:
            amount = self.number(s.times).node
            self.scopes.append(Scope())
            i = self.local("_round", Int(0, 2**20))
            self.scopes.append(Scope(loop=True))
            body = self.block(s.body)
            self.scopes.pop()
            loop = {
                "kind": "for",
                "var": i,
                "domain": core.range_domain(core.int_(1), amount),
                "where": None,
                "body": body,
                "site": site,
            }
            return [loop, *self.drop(self.scopes.pop().locals)]
        test = self.test(s.test) if s.test is not None else core.int_(1)
        self.scopes.append(Scope(loop=True))
        body = self.block(s.body)
        self.scopes.pop()
        return [{"kind": "while", "test": test, "body": body, "site": site}]

    def innermost(self, span: Span, word: str) -> list[Node] | None:
        """Everything declared inside the innermost loop dies when play leaves the round."""
        dead: list[str] = []
        for scope in reversed(self.scopes):
            if scope.loop:
                return self.drop(dead)
            dead += scope.locals
        self.error(
            "misplaced-line",
            f"`{word}` stands in no loop",
            span,
            "there is nothing to go on with or to leave",
            help="`stop` ends the whole procedure",
        )
        return None

    def leave(self, s: nodes.Leave) -> list[Node]:
        dead = self.innermost(s.span, "leave")
        return [] if dead is None else [*dead, {"kind": "break"}]

    def next_(self, s: nodes.Next) -> list[Node]:
        dead = self.innermost(s.span, "next")
        return [] if dead is None else [*dead, {"kind": "continue"}]

    def stop(self, s: nodes.Stop) -> list[Node]:
        if self.procedure.result is not None:
            self.error(
                "missing-value",
                "`stop` gives nothing here",
                s.span,
                f"{spoken(self.procedure.result)} is promised",
                help="write `give …`",
            )
        return [{"kind": "return", "value": None, "site": self.site(s.span, self.cites)}]

    def give(self, s: nodes.Give) -> list[Node]:
        site = self.site(s.span, self.cites)
        result = self.procedure.result
        if result is None:
            self.error(
                "misplaced-line",
                "nothing is to be given here",
                s.span,
                "this procedure promises no value",
                help="add `gives TYPE` to its first line",
            )
            return []
        if self.happens(s.value):
            assert isinstance(s.value, nodes.Call)
            temp = self.local("_given", self.result_of(s.value))
            out = self.called(s.value, temp)
            v = Val(core.var(temp), self.result_of(s.value))
            return [*out, {"kind": "return", "value": self.coerce(v, result, s.span), "site": site}]
        return [{"kind": "return", "value": self.passed(s.value, result, ""), "site": site}]

    def as_player(self, s: nodes.AsPlayer) -> list[Node]:
        self.scopes.append(Scope())
        node = self.wanted(s.who, Thing(PLAYER))
        who = self.local("~you", Thing(PLAYER))
        before, self.you = self.you, core.var(who)
        body = self.block(s.body)
        self.you = before
        return [core.set_var(who, node, self.site(s.span, self.cites)), *body, *self.drop(self.scopes.pop().locals)]

    def end_game(self, s: nodes.EndGame) -> list[Node]:
        site = self.site(s.span, self.cites)
        if s.drawn:
            return [{"kind": "finish", "winners": None, "site": site}]
        if s.won_by is not None:
            return [{"kind": "finish", "winners": self.wanted(s.won_by, Set(PLAYER)), "site": site}]
        if self.world.ranking is None:
            self.error(
                "missing-ranking",
                "nothing says who wins",
                s.span,
                "the ranking decides here, and there is none",
                help="add a `ranking of p`, or write `end game won by …`",
            )
            return []
        return [{"kind": "finish", "winners": self.lowering.winners(self, s.span), "site": site}]

    # ------------------------------------------------------------ calls that happen

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
            v = self.expr(s.call)
            if not (isinstance(v, Val) and isinstance(v.type, Broken)):
                self.error("useless-line", "this line only looks and changes nothing", s.span, "its value is not used")
            return []
        return self.called(s.call, None)

    def called(self, e: nodes.Call, into: str | None) -> list[Node]:
        if e.subject is not None:
            return self.lowering.call_ability(self, e)
        info = self.lowering.signature(e.name.text)
        if info is None:
            return []
        args = self.arguments(e.args, info.params, e)
        return [self.lowering.call_node(self, info, args, e.span, into, self.cites)]

    def play(self, s: nodes.Play) -> list[Node]:
        return self.lowering.flow.play(self, s)

    def open_window(self, s: nodes.Open) -> list[Node]:
        return self.lowering.flow.open(self, s)

    def remember(self, s: nodes.Remember) -> list[Node]:
        return self.lowering.flow.remember(self, s)

    def forget(self, s: nodes.Forget) -> list[Node]:
        return self.lowering.flow.forget(self, s)

    def schedule(self, s: nodes.Schedule) -> list[Node]:
        return self.lowering.flow.schedule(self, s)

    # ------------------------------------------------------------ chance

    def random(self, s: nodes.Random) -> list[Node]:
        self.scopes.append(Scope())
        stream = self.members(nodes.Name(s.name.span, f"{s.name.text}"), s.domain)
        self.scopes.pop()
        self.scopes.pop()
        site = self.site(s.span, self.cites)
        if s.count is not None:
            return self.random_many(s, stream, site)
        stream = self.single(stream, s.domain.span)
        clause = stream.clauses[0]
        out: list[Node] = []
        if s.otherwise is not None:
            self.must_leave(s.otherwise)
            found = core.fold("any", [clause], core.int_(1))
            out.append(core.when(core.not_(found), self.statement(s.otherwise)))
        local = self.named_local(s.name, stream.type)
        out.append(
            {
                "kind": "pick",
                "into": local,
                "var": clause["var"],
                "domain": clause["domain"],
                "where": clause["where"],
                "none": "error",
                "site": site,
            }
        )
        return out

    def single(self, stream: Stream, span: Span) -> Stream:
        """A stream of one clause whose value is its variable, gathered first if it is not."""
        if len(stream.clauses) == 1 and stream.value == core.var(stream.clauses[0]["var"]):
            return stream
        return self.flow(self.gather(stream, span), span)

    def must_leave(self, line: nodes.Line) -> None:
        if not isinstance(line, LEAVING):
            self.error(
                "otherwise-goes-on",
                "after this `otherwise` nothing would be chosen",
                line.span,
                "play has to leave here",
                help="write `otherwise stop`, `leave`, `next`, `give …` or `end game …`",
            )

    def random_many(self, s: nodes.Random, stream: Stream, site: int) -> list[Node]:
        """Distinct things: one is drawn after the other from those that are left."""
        assert s.count is not None
        of = self.set_of(stream.type)
        if of is None:
            self.error(
                "wrong-type",
                "several can only be drawn from a set of things",
                s.domain.span,
                f"these are {spoken(stream.type)}",
                help="`roll` gives independent numbers",
            )
            return []
        amount = self.number(s.count).node
        local = self.named_local(s.name, Set(of))
        self.scopes.append(Scope())
        rest, one = self.local("_rest", Set(of)), self.local("_drawn", stream.type)
        body: list[Node] = [
            {
                "kind": "pick",
                "into": one,
                "var": self.fresh("_any"),
                "domain": core.set_domain(core.var(rest)),
                "where": None,
                "none": "error",
                "site": site,
            },
            {"kind": "exclude", "target": core.var(rest), "item": [core.var(one)], "of": of, "site": site},
            {"kind": "include", "target": core.var(local), "item": [core.var(one)], "of": of, "site": site},
        ]
        out = [core.set_var(rest, self.gather(stream, s.domain.span).node, site), *self.times(amount, body, s.span)]
        return out + self.drop(self.scopes.pop().locals)

    def roll(self, s: nodes.Roll) -> list[Node]:
        """Independent numbers: each die is drawn from the same range."""
        if s.count is None:
            return self.random(nodes.Random(s.span, s.cites, None, s.name, s.domain, s.otherwise))
        stream = self.single(self.domain(s.domain), s.domain.span)
        clause = stream.clauses[0]
        count = self.number(s.count)
        assert isinstance(count.type, Int)
        if not isinstance(stream.type, Int | Enum | Thing):
            return []
        if count.type.high > 64:
            self.error(
                "too-long-list", "too many dice are rolled at once", s.span, f"up to {count.type.high:,}; at most 64"
            )
        local = self.named_local(s.name, ListOf(stream.type, max(1, min(count.type.high, 64))))
        self.scopes.append(Scope())
        one = self.local("_face", stream.type)
        site = self.site(s.span, self.cites)
        body: list[Node] = [
            {
                "kind": "pick",
                "into": one,
                "var": clause["var"],
                "domain": clause["domain"],
                "where": clause["where"],
                "none": "error",
                "site": site,
            },
            {"kind": "append", "target": core.var(local), "value": core.var(one), "site": site},
        ]
        return [*self.times(count.node, body, s.span), *self.drop(self.scopes.pop().locals)]

    # ------------------------------------------------------------ relations

    def product_index(self, args: tuple[nodes.Expr, ...], params: list[tuple[str, Type]], at: nodes.Call) -> Node:
        return self.lowering.index_of(self.arguments(args, params, at), params)


def relation_universe(params: list[tuple[str, Type]]) -> list[Any]:
    """What a relation over these parameters is a set of."""
    return [universe(t) if universe(t) is not None else 1 for _, t in params] or [1]


__all__ = ["LEAVING", "Binding", "Point", "Procedure", "Scope", "Statements", "Target", "relation_universe"]
