"""Values: every expression of the language is typed and lowered here. Nothing in this file changes the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .model import AttributeInfo, KindInfo, ZoneInfo, expand
from .primitives import PRIMITIVES, WORDS
from .types import (
    EXACT,
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
    core_type,
    definite,
    fits,
    is_optional,
    join,
    optional,
    spoken,
)
from .world import PLAYER

if TYPE_CHECKING:
    from .lower import Lowering

Node = dict[str, Any]


@dataclass(slots=True)
class Val:
    """A value the engines can hold."""

    node: Node
    type: Type


@dataclass(slots=True)
class ZoneVal:
    """A zone as such: it is read as a set, counted, drawn from or moved to."""

    node: Node  # its number
    zone: ZoneInfo


@dataclass(slots=True)
class Stream:
    """Values one after another, not yet gathered: a comprehension, or an attribute of many things."""

    clauses: list[Node]
    value: Node
    type: Type
    bound: int  # at most so many


Value = Val | ZoneVal | Stream


@dataclass(slots=True)
class Binding:
    node: Node
    type: Type
    span: Span
    local: str | None = None  # the core local that `set` may change


@dataclass(slots=True)
class Scope:
    names: dict[str, Binding] = field(default_factory=dict)
    locals: list[str] = field(default_factory=list)  # core locals that die with this block
    loop: bool = False


BROKEN = Val({"kind": "int", "value": 0}, Broken())


class Expressions:
    """Lowers expressions inside one body. Statements are added by the subclass in statements.py."""

    def __init__(self, lowering: Lowering, you: Node | None, this: tuple[Node, str] | None, rules: list[str]) -> None:
        self.lowering = lowering
        self.world = lowering.world
        self.reports = lowering.world.reports
        self.you = you
        self.this = this
        self.rules = rules
        self.scopes: list[Scope] = [Scope()]
        self.used: dict[str, int] = {}
        self.words: dict[type, Callable[[Any, Type | None], Value]] = {
            nodes.Name: self.name,
            nodes.Int: lambda e, _: Val(core.int_(e.value), Int(e.value, e.value)),
            nodes.Length: lambda e, _: Val(core.int_(e.tenths), Int(e.tenths, e.tenths, True)),
            nodes.Yes: lambda e, _: Val(core.int_(1), Bool()),
            nodes.No: lambda e, _: Val(core.int_(0), Bool()),
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

    # ------------------------------------------------------------ small services

    def error(self, name: str, headline: str, span: Span, label: str = "", **more: Any) -> Val:
        self.reports.error(name, headline, span, label, rules=self.rules, **more)
        return BROKEN

    def site(self, span: Span, cites: tuple[nodes.Cite, ...] = ()) -> int:
        rules = list(dict.fromkeys([*expand(cites), *self.rules]))
        return self.world.sites.add(span, rules)

    def fresh(self, base: str) -> str:
        """A name that no other variable of this procedure has."""
        self.used[base] = self.used.get(base, 0) + 1
        return base if self.used[base] == 1 else f"{base}_{self.used[base]}"

    def find(self, name: str) -> Binding | None:
        for scope in reversed(self.scopes):
            if name in scope.names:
                return scope.names[name]
        return None

    def bind(self, name: nodes.Name, node: Node, type_: Type, local: str | None = None) -> None:
        """Makes a name known to the end of its block."""
        before = self.find(name.text)
        taken = self.world.spans.get(name.text)
        if before is not None:
            self.error(
                "shadowed-name",
                f"`{name.text}` is already a name here",
                name.span,
                "the same name again",
                also=[(before.span, "the first one")],
                help="give it another name",
            )
        elif taken is not None or self.world.things_called(name.text) or name.text in ("active", "players"):
            also = [(taken, "declared here")] if taken else []
            self.error(
                "shadowed-name",
                f"`{name.text}` is already a name of the game",
                name.span,
                "the same name again",
                also=also,
                help="give this one another name",
            )
        self.scopes[-1].names[name.text] = Binding(node, type_, name.span, local)

    # ------------------------------------------------------------ ways of reading an expression

    def expr(self, e: nodes.Expr, expected: Type | None = None) -> Value:
        return self.words[type(e)](e, expected)

    def value(self, e: nodes.Expr, expected: Type | None = None) -> Val:
        """As one value: a slot is its thing or none, a zone the set of its things, a comprehension is gathered."""
        return self.gather(self.expr(e, expected), e.span, expected)

    def gather(self, v: Value, span: Span, expected: Type | None = None) -> Val:
        if isinstance(v, Val):
            return v
        if isinstance(v, ZoneVal):
            if v.zone.slot and not isinstance(expected, Set | ListOf):
                return Val({"kind": "top", "zone": v.node, "of": v.zone.holds}, Thing(v.zone.holds, True))
            return Val({"kind": "members", "zone": v.node, "of": v.zone.holds}, Set(v.zone.holds))
        of = self.set_of(v.type)
        if of is not None and not isinstance(expected, ListOf):
            return Val(core.fold("set", v.clauses, v.value, of=of), Set(of))
        if isinstance(v.type, Int | Bool | Enum | Thing | Point):
            if v.bound > 256:
                return self.error("too-long-list", f"this list could have {v.bound:,} items", span, "at most 256")
            return Val(
                core.fold("list", v.clauses, v.value, capacity=v.bound, site=self.site(span)), ListOf(v.type, v.bound)
            )
        return BROKEN

    @staticmethod
    def set_of(t: Type) -> str | None:
        return t.kind if isinstance(t, Thing) else t.name if isinstance(t, Enum) else None

    def stream(self, e: nodes.Expr, expected: Type | None = None) -> Stream:
        """As members one after another."""
        return self.flow(self.expr(e, expected), e.span)

    def flow(self, v: Value, span: Span) -> Stream:
        if isinstance(v, Stream):
            return v
        if isinstance(v, ZoneVal):
            name = self.fresh("_" + v.zone.holds)
            bound = min(v.zone.capacity or self.world.size(v.zone.holds), self.world.size(v.zone.holds))
            return Stream(
                [core.clause(name, {"domain": "zone", "zone": v.node, "of": v.zone.holds})],
                core.var(name),
                Thing(v.zone.holds),
                bound,
            )
        node, t = v.node, v.type
        match t:
            case Set():
                name = self.fresh("_" + t.of.replace(".", "_"))
                item: Type = Enum(t.of) if t.of in self.world.enums else Thing(t.of)
                domain = core.set_domain(node)
                if node["kind"] == "row":
                    domain = {k: node[k] for k in ("rows", "index", "maybe") if k in node} | {"domain": "row"}
                return Stream([core.clause(name, domain)], core.var(name), item, self.world.size(t.of))
            case ListOf():
                name = self.fresh("_item")
                domain = {"domain": "list", "of": node}
                if node["kind"] == "row":
                    domain = {k: node[k] for k in ("rows", "index", "maybe") if k in node} | {"domain": "row"}
                return Stream([core.clause(name, domain)], core.var(name), t.item, t.capacity)
            case Line():
                name = self.fresh("_" + t.kind)
                longest = max((len(r) for r in self.world.rows[t.rows]["data"]), default=0)
                return Stream(
                    [core.clause(name, {"domain": "row", "rows": t.rows, "index": [node]})],
                    core.var(name),
                    Thing(t.kind),
                    longest,
                )
            case Thing() | Enum() if t.optional:
                name = self.fresh("_one")
                of = self.set_of(t)
                return Stream(
                    [core.clause(name, {"domain": "set", "of": {"kind": "things", "of": of, "items": [node]}})],
                    core.var(name),
                    definite(t),
                    1,
                )
            case Broken():
                return Stream(
                    [core.clause(self.fresh("_x"), core.range_domain(core.int_(0), core.int_(-1)))],
                    core.int_(0),
                    Broken(),
                    0,
                )
        self.error("wrong-type", f"{spoken(t)} has no members", span, "a set, a list or a zone is needed here")
        return self.flow(BROKEN, span)

    def test(self, e: nodes.Expr) -> Node:
        """As a condition."""
        v = self.value(e, Bool())
        if isinstance(v.type, Bool | Broken):
            return v.node
        help = None
        if isinstance(v.type, Set | ListOf):
            help = "ask whether there is one: `some of …` or `none of …`"
        elif is_optional(v.type):
            help = "ask whether it is there: `… is not none`"
        self.error(
            "wrong-type", f"a condition is needed here, not {spoken(v.type)}", e.span, "neither yes nor no", help=help
        )
        return core.int_(0)

    def wanted(self, e: nodes.Expr, wanted: Type, what: str = "") -> Node:
        """As a value of a given type. Where a thing is needed and there may be none, `sure` says so at run time."""
        return self.coerce(self.value(e, wanted), wanted, e.span, what)

    def coerce(self, v: Val, wanted: Type, span: Span, what: str = "") -> Node:
        if isinstance(v.type, Broken) or isinstance(wanted, Broken):
            return v.node
        if isinstance(wanted, Set) and not isinstance(v.type, Set):
            return self.as_set(v, wanted, span)
        if (
            isinstance(v.type, Set)
            and isinstance(wanted, ListOf)
            and isinstance(wanted.item, Thing | Enum)
            and self.set_of(wanted.item) == v.type.of
        ):
            return self.gather(self.flow(v, span), span, wanted).node
        if not fits(v.type, wanted):
            self.error(
                "wrong-type",
                f"{spoken(wanted)} is needed{what}, not {spoken(v.type)}",
                span,
                f"this is {spoken(v.type)}",
            )
            return v.node
        if isinstance(v.type, NothingType):
            return {"kind": "list", "items": []}
        if is_optional(v.type) and not is_optional(wanted):
            return core.sure(v.node, self.site(span))
        return v.node

    def as_set(self, v: Val, wanted: Set, span: Span) -> Node:
        """One thing, no thing, a list or `nothing` where a set is wanted."""
        if isinstance(v.type, NothingType | NoneType):
            return {"kind": "things", "of": wanted.of, "items": []}
        if isinstance(v.type, Thing | Enum) and self.set_of(v.type) == wanted.of:
            return {"kind": "things", "of": wanted.of, "items": [v.node]}
        if isinstance(v.type, ListOf | Line):
            stream = self.flow(v, span)
            if self.set_of(stream.type) == wanted.of:
                return core.fold("set", stream.clauses, stream.value, of=wanted.of)
        self.error("wrong-type", f"{spoken(wanted)} is needed, not {spoken(v.type)}", span, f"this is {spoken(v.type)}")
        return {"kind": "things", "of": wanted.of, "items": []}

    def set_value(self, e: nodes.Expr) -> Val:
        """As a set, whatever kind of collection it is; a single thing is a set of one."""
        v = self.value(e)
        match v.type:
            case Set() | Broken():
                return v
            case Thing() | Enum():
                of = self.set_of(v.type)
                return Val({"kind": "things", "of": of, "items": [v.node]}, Set(of or ""))
            case ListOf() | Line():
                return self.gather(self.flow(v, e.span), e.span)
        return self.error(
            "wrong-type", f"a set is needed here, not {spoken(v.type)}", e.span, f"this is {spoken(v.type)}"
        )

    def number(self, e: nodes.Expr) -> Val:
        v = self.value(e)
        if isinstance(v.type, Int):
            return v
        if not isinstance(v.type, Broken):
            self.error(
                "wrong-type", f"a number is needed here, not {spoken(v.type)}", e.span, f"this is {spoken(v.type)}"
            )
        return Val(v.node, Int(0, 0))

    def player(self, e: nodes.Expr | None, span: Span) -> Node:
        """The player who decides: the one named, or you."""
        if e is not None:
            return self.wanted(e, Thing(PLAYER))
        return self.you_word(nodes.You(span), None).node

    # ------------------------------------------------------------ names

    def you_word(self, e: nodes.You, _: Type | None) -> Val:
        if self.you is None:
            return self.error(
                "nobody-acts",
                "there is no `you` here",
                e.span,
                "no player is acting",
                help="name the player, or stand inside `as PLAYER … end`",
            )
        return Val(self.you, Thing(PLAYER))

    def this_word(self, e: nodes.This, _: Type | None) -> Val:
        if self.this is None:
            return self.error(
                "nobody-acts", "there is no `this` here", e.span, "only an ability has a thing of its own"
            )
        return Val(self.this[0], Thing(self.this[1]))

    def string(self, e: nodes.String, _: Type | None) -> Val:
        return self.error("wrong-type", "a text is not a value", e.span, "texts are for people only")

    def nothing(self, e: nodes.Nothing, expected: Type | None) -> Val:
        if isinstance(expected, Set):
            return Val({"kind": "things", "of": expected.of, "items": []}, expected)
        if isinstance(expected, ListOf):
            return Val({"kind": "list", "items": []}, expected)
        return Val(core.int_(0), NothingType())

    def name(self, e: nodes.Name, expected: Type | None) -> Value:
        bound = self.find(e.text)
        if bound is not None:
            return Val(bound.node, bound.type)
        choices = self.candidates(e.text, expected)
        found = self.global_name(e)
        if found is not None and not (len(choices) == 1 and self.foreign(found, expected)):
            return found
        if len(choices) == 1:
            return choices[0]
        if len(choices) > 1:
            said = ", ".join(sorted(spoken(c.type) for c in choices))
            return self.error(
                "ambiguous-name",
                f"`{e.text}` could be several things",
                e.span,
                said,
                help="compare it with, or pass it to, something whose type is known",
            )
        if expected is not None and not isinstance(expected, Broken):
            others = self.candidates(e.text, None)
            if others:
                return others[0]
        if e.text in self.world.seats:
            return self.error(
                "unknown-name", f"no player is called `{e.text}` at this table", e.span, "not a name here"
            )
        self.reports.unknown("value", e, self.known_names(expected))
        return BROKEN

    @staticmethod
    def foreign(found: Value, expected: Type | None) -> bool:
        """Is a value or reading wanted here that this global name cannot be? Then the value of the same name is meant."""
        if not isinstance(expected, Enum | Reading | Thing):
            return False
        return not isinstance(found, Val) or not fits(found.type, expected)

    def known_names(self, expected: Type | None) -> list[str]:
        names = {n for scope in self.scopes for n in scope.names}
        names.update(
            self.world.table, self.world.table_zones, self.world.defines, self.world.rulings, self.world.plurals
        )
        match expected:
            case Enum():
                names.update(self.world.enums[expected.name].values)
            case Thing():
                names.update(self.world.kinds[expected.kind].things)
            case Reading():
                return [r.name.text for r in self.world.rulings[expected.ruling].readings]
            case None:
                for kind in self.world.kinds.values():
                    names.update(kind.things)
        return sorted(names)

    def global_name(self, e: nodes.Name) -> Value | None:
        world = self.world
        name = e.text
        if name in world.table:
            info = world.table[name]
            return Val(core.get(info.full, None), info.type)
        if name in world.table_zones:
            zone = world.table_zones[name]
            return ZoneVal({"kind": "zone", "zone": zone.index, "index": None}, zone)
        if name == "active":
            return Val(core.get("active", None), Thing(PLAYER, True))
        if name in world.defines and not world.defines[name].params:
            return self.ask(name, (), e)
        if name in world.rulings:
            ruling = world.rulings[name]
            node = {"kind": "ruling", "name": name}
            readings = [r.name.text for r in ruling.readings]
            if sorted(readings) == ["no", "yes"]:
                return Val(core.equal(node, core.int_(readings.index("yes"))), Bool())
            return Val(node, Reading(name))
        if name in world.plurals:
            of = world.plurals[name]
            return Val({"kind": "all", "of": of}, Set(of))
        return None

    def candidates(self, name: str, expected: Type | None) -> list[Val]:
        """What a bare name may be: a reading, a value of an enumeration, a thing. The expected type settles it."""
        if isinstance(expected, Reading):
            readings = [r.name.text for r in self.world.rulings[expected.ruling].readings]
            return [Val(core.int_(readings.index(name)), expected)] if name in readings else []
        out = [Val(core.int_(i), Enum(enum)) for enum, i in self.world.enums_with(name)]
        out += [Val(core.int_(i), Thing(kind)) for kind, i in self.world.things_called(name)]
        if isinstance(expected, Set):
            out = [c for c in out if self.set_of(c.type) == expected.of]
        elif isinstance(expected, ListOf):
            out = [c for c in out if fits(c.type, expected.item)]
        elif expected is not None and not isinstance(expected, Broken):
            out = [c for c in out if fits(c.type, expected)]
        return out

    # ------------------------------------------------------------ attributes

    def attribute_of(self, e: nodes.AttributeOf, expected: Type | None) -> Value:
        if (
            isinstance(e.subject, nodes.Name)
            and e.subject.text in self.world.discs
            and self.find(e.subject.text) is None
        ):
            full = f"{e.subject.text}.position"
            if e.name.text != "position":
                self.reports.unknown("attribute of a disc", e.name, ["position"])
                return BROKEN
            return Val(core.get(full, None), self.world.table[full].type)
        subject = self.expr(e.subject)
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
        stream = self.flow(subject, e.subject.span)
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
        from .world import PLAYER_WORDS

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

    # ------------------------------------------------------------ calls

    def call(self, e: nodes.Call, expected: Type | None) -> Value:
        if e.subject is not None:
            return self.call_of(e)
        name, world = e.name.text, self.world
        if name in ("min", "max", "abs"):
            return self.arithmetic_call(e)
        if name in world.defines or name in world.stats:
            return self.ask(name, e.args, e)
        if name in world.facts:
            return self.lowering.read_fact(self, e)
        if name in world.procedures or name in world.events:
            return self.error(
                "value-changes-game",
                f"`{name}` happens, so it cannot stand inside a value",
                e.span,
                "values only look",
                help=f"write `let x be {name}(…)` on a line of its own, then use `x`",
            )
        if name in PRIMITIVES:
            return self.geometry(e)
        known = [*world.defines, *world.stats, *world.facts, "min", "max", "abs", *PRIMITIVES]
        self.reports.unknown("define, stat or fact", e.name, known)
        for arg in e.args:
            self.expr(arg)
        return BROKEN

    def count_args(self, e: nodes.Call, wanted: int) -> bool:
        if len(e.args) == wanted:
            return True
        self.error(
            "wrong-arguments",
            f"`{e.name.text}` takes {wanted}, not {len(e.args)}",
            e.span,
            "the number of values does not fit",
        )
        return False

    def arguments(
        self, args: tuple[nodes.Expr, ...], params: list[tuple[str, Type]], at: nodes.Call | nodes.Name
    ) -> list[Node]:
        """Arguments against parameters: types must fit, and a number that may lie outside its range is checked when it is passed."""
        if len(args) != len(params):
            span = at.span
            name = at.name.text if isinstance(at, nodes.Call) else at.text
            self.error(
                "wrong-arguments",
                f"`{name}` takes {len(params)}, not {len(args)}",
                span,
                "the number of values does not fit",
            )
            return [core.int_(0) for _ in params]
        out = []
        for arg, (name, t) in zip(args, params, strict=True):
            out.append(self.passed(arg, t, f" for `{name}`"))
        return out

    def passed(self, arg: nodes.Expr, t: Type, what: str) -> Node:
        v = self.value(arg, t)
        node = self.coerce(v, t, arg.span, what)
        if isinstance(t, Int) and isinstance(v.type, Int):
            if v.type.low > t.high or v.type.high < t.low:
                self.error(
                    "out-of-range",
                    f"{spoken(v.type)} can never be {spoken(t)}",
                    arg.span,
                    f"{spoken(t)} is needed{what}",
                )
            elif v.type.low < t.low or v.type.high > t.high:
                return {"kind": "within", "value": node, "low": t.low, "high": t.high, "site": self.site(arg.span)}
        return node

    def ask(self, name: str, args: tuple[nodes.Expr, ...], e: nodes.Call | nodes.Name) -> Val:
        query = self.lowering.query(name, e)
        if query is None:
            return BROKEN
        nodes_ = self.arguments(args, query.params, e)
        return Val(self.lowering.ask_node(self, query.core, nodes_, e.span), query.result)

    def arithmetic_call(self, e: nodes.Call) -> Val:
        word = e.name.text
        if word == "abs":
            if not self.count_args(e, 1):
                return BROKEN
            v = self.number(e.args[0])
            assert isinstance(v.type, Int)
            high = max(abs(v.type.low), abs(v.type.high))
            return Val(core.op("abs", v.node), Int(0, high, v.type.length))
        if len(e.args) < 2:
            return self.error("wrong-arguments", f"`{word}` takes two or more numbers", e.span, f"{len(e.args)} given")
        result = self.number(e.args[0])
        for arg in e.args[1:]:
            v = self.number(arg)
            assert isinstance(v.type, Int) and isinstance(result.type, Int)
            pick = min if word == "min" else max
            t = Int(
                pick(result.type.low, v.type.low),
                pick(result.type.high, v.type.high),
                result.type.length or v.type.length,
            )
            result = Val(core.op(word, result.node, v.node), t)
        return result

    def geometry(self, e: nodes.Call) -> Val:
        params, result = PRIMITIVES[e.name.text]
        if not self.count_args(e, len(params)):
            return BROKEN
        args = [self.passed(arg, WORDS[p], f" for `{e.name.text}`") for arg, p in zip(e.args, params, strict=True)]
        return Val({"kind": "geometry", "name": e.name.text, "args": args}, WORDS[result])

    def call_of(self, e: nodes.Call) -> Value:
        assert e.subject is not None
        if (
            isinstance(e.subject, nodes.Name)
            and e.subject.text in self.world.boards
            and self.find(e.subject.text) is None
        ):
            return self.lines(e, self.world.boards[e.subject.text].of, None)
        subject = self.value(e.subject)
        if isinstance(subject.type, Broken):
            return BROKEN
        if not isinstance(subject.type, Thing):
            return self.error(
                "wrong-type",
                f"{spoken(subject.type)} has nothing to call",
                e.subject.span,
                "a thing is needed before the dot",
            )
        kind = self.world.kinds[subject.type.kind]
        ability = kind.abilities.get(e.name.text)
        if ability is not None:
            if ability.result is None:
                return self.error(
                    "value-changes-game",
                    f"`{e.name.text}` happens, so it cannot stand inside a value",
                    e.span,
                    "values only look",
                )
            return self.lowering.ask_ability(self, ability, subject, e.args, e.name)
        if e.name.text in ("lines", "step") and kind.board and self.world.boards[kind.board].shape in ("grid", "hexes"):
            node = self.coerce(subject, Thing(kind.name), e.subject.span)
            return self.lines(e, kind.name, node) if e.name.text == "lines" else self.step(e, kind, node)
        self.reports.unknown(
            f"ability of `{kind.name}`", e.name, [*kind.abilities, *(["lines", "step"] if kind.board else [])]
        )
        return BROKEN

    def lines(self, e: nodes.Call, kind: str, cell: Node | None) -> Value:
        """`board.lines(3)`: every straight line of three; `cell.lines(3)`: those through the cell."""
        board = self.world.boards[self.world.kinds[kind].board or ""]
        if e.name.text != "lines" or board.shape not in ("grid", "hexes"):
            self.reports.unknown("relation of the board", e.name, ["lines"] if board.shape in ("grid", "hexes") else [])
            return BROKEN
        if not self.count_args(e, 1):
            return BROKEN
        length = e.args[0]
        if not isinstance(length, nodes.Int) or length.value < 1:
            return self.error(
                "wrong-type", "the length of a line is a plain number", length.span, "it has to be known beforehand"
            )
        if board.data is None:
            return BROKEN
        rows = f"{kind}.lines.{length.value}"
        if rows not in self.world.rows:
            self.world.rows[rows] = {"dims": [None], "data": [list(line) for line in board.data.lines(length.value)]}
            self.world.rows[f"{rows}.through"] = {
                "dims": [kind],
                "data": [list(line) for line in board.data.lines_through(length.value)],
            }
        count = len(self.world.rows[rows]["data"])
        if count == 0:
            return self.error(
                "board-too-small",
                f"no line of {length.value} fits this board",
                length.span,
                f"the board is {board.width} by {board.height}",
            )
        name = self.fresh("_line")
        if cell is None:
            domain = core.range_domain(core.int_(0), core.int_(count - 1))
        else:
            domain = {"domain": "row", "rows": f"{rows}.through", "index": [cell]}
        return Stream([core.clause(name, domain)], core.var(name), Line(rows, kind), count)

    def step(self, e: nodes.Call, kind: KindInfo, cell: Node) -> Value:
        """`cell.step(1, -1)`: the cell one column on and one row back, or none off the board."""
        if not self.count_args(e, 2):
            return BROKEN
        board = self.world.boards[kind.board or ""]
        across, up = self.number(e.args[0]), self.number(e.args[1])
        column = core.op("+", core.table(f"{kind.name}.column", [cell]), across.node)
        row = core.op("+", core.table(f"{kind.name}.row", [cell]), up.node)
        inside = core.and_(
            core.op(">=", column, core.int_(1)),
            core.op("<=", column, core.int_(board.width)),
            core.op(">=", row, core.int_(1)),
            core.op("<=", row, core.int_(board.height)),
        )
        shift = core.op("+", core.op("*", up.node, core.int_(board.width)), across.node)
        return Val(core.if_(inside, core.op("+", cell, shift), core.int_(-1)), Thing(kind.name, True))

    # ------------------------------------------------------------ comprehensions

    def domain(self, d: nodes.Domain) -> Stream:
        """The members of a domain without its `where`."""
        if d.upper is None:
            return self.stream(d.source)
        low, high = self.number(d.source), self.number(d.upper)
        assert isinstance(low.type, Int) and isinstance(high.type, Int)
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
                    self.error("wrong-type", "only things can be the best", e.span, f"these are {spoken(stream.type)}")
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

    # ------------------------------------------------------------ folds

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
                        f"`all of` asks conditions, not {spoken(t)}",
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
                            f"`{e.word} of` needs numbers, not {spoken(t)}",
                            e.over.span,
                            f"these are {spoken(t)}",
                        )
                    return BROKEN
                if e.word == "sum":
                    span = Int(min(0, t.low) * s.bound, max(0, t.high) * s.bound, t.length)
                    return Val(core.fold("sum", s.clauses, s.value), self.exact(span, e.span))
                word = "max" if e.word == "most" else "min"
                return Val(core.fold(word, s.clauses, s.value, empty=0), Int(min(0, t.low), max(0, t.high), t.length))
            case "first" | "last" | "only":
                if not isinstance(t, Thing | Enum | Point):
                    return (
                        self.error(
                            "wrong-type",
                            f"`{e.word} of` names a thing, not {spoken(t)}",
                            e.over.span,
                            f"these are {spoken(t)}",
                        )
                        if not isinstance(t, Broken)
                        else BROKEN
                    )
                if e.word == "only":
                    return Val(core.fold("only", s.clauses, s.value, site=site), definite(t))
                return Val(core.fold(e.word, s.clauses, s.value, empty=-1), optional(t))
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

    # ------------------------------------------------------------ operators

    def exact(self, t: Int, span: Span) -> Int:
        if max(abs(t.low), abs(t.high)) > EXACT:
            self.error(
                "too-large",
                "this can exceed what the engine computes exactly",
                span,
                f"it may reach {max(abs(t.low), abs(t.high)):,}",
                help="give the numbers in it narrower ranges",
            )
            return Int(0, 0, t.length)
        return t

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
                if join(left.type, v.type) is None:
                    self.error(
                        "wrong-type",
                        f"{spoken(left.type)} is never {spoken(v.type)}",
                        item.span,
                        "these two cannot be compared",
                    )
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
            member: Type = Enum(right.type.of, True) if right.type.of in self.world.enums else Thing(right.type.of, True)
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
                t = Int(min(corners), max(corners), length)
                node = core.op("*", lv.node, rv.node)
            case "mod":
                if b.low <= 0 <= b.high and b.low == b.high:
                    return self.error("division", "nothing can be divided by 0", e.right.span, "this is 0")
                t = Int(min(0, b.low + 1 if b.low < 0 else 0), max(0, b.high - 1), length)
                node = {**core.op("mod", lv.node, rv.node), "site": self.site(e.span)}
            case _:
                if b.low == b.high == 0:
                    return self.error("division", "nothing can be divided by 0", e.right.span, "this is 0")
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

    def core_type(self, t: Type) -> Node:
        return core_type(t, self.lowering.sizes)
