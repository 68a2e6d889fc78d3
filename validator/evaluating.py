"""How an expression is read: as one value, as members one after another, as a condition, as a
value of a wanted type."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core, marks
from .model import expand
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
    Set,
    Thing,
    Type,
    alike,
    core_type,
    definite,
    fits,
    is_optional,
    several,
    spoken,
    values,
)
from .values import BROKEN, Binding, Node, Scope, Stream, Val, Value, ZoneVal
from .world import GIVEN_NAMES

if TYPE_CHECKING:
    from .lower import Lowering


LONGEST = 256  # items of a list that is gathered


class Evaluating:
    """Lowers expressions inside one body; its heirs know each kind of expression."""

    def __init__(self, lowering: Lowering, you: Node | None, this: tuple[Node, str] | None, rules: list[str]) -> None:
        self.lowering = lowering
        self.world = lowering.world
        self.reports = lowering.world.reports
        self.you = you
        self.this = this
        self.rules = rules
        self.scopes: list[Scope] = [Scope()]
        self.used: dict[str, int] = {}
        self.words: dict[type, Callable[[Any, Type | None], Value]] = {}
        self.marking = marks.wanted()

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
        elif taken is not None or self.world.things_called(name.text) or name.text in GIVEN_NAMES:
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

    def expr(self, e: nodes.Expr, expected: Type | None = None) -> Value:
        v = self.words[type(e)](e, expected)
        return self.marked(v, e.span) if self.marking and isinstance(v, Val) else v

    def value(self, e: nodes.Expr, expected: Type | None = None) -> Val:
        """As one value: a slot is its thing or none, a zone the set of its things, a comprehension is gathered."""
        v = self.expr(e, expected)
        if self.marking and not isinstance(v, Val):
            return self.marked(self.gather(v, e.span, expected), e.span)
        return self.gather(v, e.span, expected)

    def marked(self, v: Val, span: Span) -> Val:
        """The same with a mark of its place. It is a copy: the node may stand for something in other places too."""
        word = marks.word(v.type)
        return v if word is None else Val({**v.node, marks.MARK: self.mark(span, word)}, v.type)

    def mark(self, span: Span, word: str) -> list[Any]:
        return [self.world.sites.add(span, self.rules, exact=True), word]

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
            if v.bound > LONGEST:
                return self.error(
                    "too-long-list",
                    f"this list could have {v.bound:,} items",
                    span,
                    f"at most {LONGEST}",
                    help="narrow what it is made of, or use it where it stands instead of keeping it",
                )
            return Val(
                core.fold("list", v.clauses, v.value, capacity=v.bound, site=self.site(span)), ListOf(v.type, v.bound)
            )
        if not isinstance(v.type, Broken):
            self.error(
                "wrong-type",
                f"{several(v.type)} cannot be kept together",
                span,
                "only things, numbers and points can",
                help="go through them where they stand: `for each`, `some of (… )`, `count of`",
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
        empty = isinstance(t, NothingType | NoneType)
        self.error(
            "wrong-type",
            f"nothing says of what `{spoken(t)}` is empty" if empty else f"{spoken(t)} has no members",
            span,
            "a set, a list or a zone is needed here",
            help="write it in brackets: a list of one" if isinstance(t, Thing | Enum) else None,
        )
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
        elif isinstance(v.type, Int):
            help = "compare it with a number: `… > 0`"
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

    def alike(self, a: Val, b: Val, span: Span) -> None:
        """Says so where a length meets a plain number."""
        if isinstance(a.type, Int) and isinstance(b.type, Int) and not alike(a.type, b.type):
            self.error(
                "wrong-type",
                "a length and a plain number do not go together",
                span,
                "one of them is in millimetres",
                help="write `1mm` for a length; a length may be multiplied and divided by a number",
            )

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

    def count_args(self, e: nodes.Call, wanted: int) -> bool:
        if len(e.args) == wanted:
            return True
        self.error(
            "wrong-arguments",
            f"`{e.name.text}` takes {values(wanted)}, not {len(e.args)}",
            e.span,
            "the number of values does not fit",
            help=f"write `{e.name.text}({', '.join('…' for _ in range(wanted))})`",
        )
        return False

    def arguments(
        self, args: tuple[nodes.Expr, ...], params: list[tuple[str, Type]], at: nodes.Call | nodes.Name
    ) -> list[Node]:
        """Arguments against parameters: types must fit, and a number that may lie outside its range is checked when
        it is passed."""
        if len(args) != len(params):
            span = at.span
            name = at.name.text if isinstance(at, nodes.Call) else at.text
            form = f"{name}({', '.join(p for p, _ in params)})"
            self.error(
                "wrong-arguments",
                f"`{name}` takes {values(len(params))}, not {len(args)}",
                span,
                "the number of values does not fit",
                help=f"write `{form}`" if params else f"write `{name}` without values",
            )
            return [core.int_(0) for _ in params]
        out = []
        for arg, (name, t) in zip(args, params, strict=True):
            out.append(self.passed(arg, t, f" for `{name}`"))
        return out

    def passed(self, arg: nodes.Expr, t: Type, what: str) -> Node:
        return self.within(self.value(arg, t), t, arg.span, what)

    def within(self, v: Val, t: Type, span: Span, what: str) -> Node:
        """A value where exactly this type is needed: a number is tested unless its range is sure to fit."""
        node = self.coerce(v, t, span, what)
        if isinstance(t, Int) and isinstance(v.type, Int):
            if v.type.low > t.high or v.type.high < t.low:
                self.error(
                    "out-of-range",
                    f"{spoken(v.type)} can never be {spoken(t)}",
                    span,
                    f"{spoken(t)} is needed{what}",
                    help="widen the range of what takes it, or pass another value",
                )
            elif v.type.low < t.low or v.type.high > t.high:
                return {"kind": "within", "value": node, "low": t.low, "high": t.high, "site": self.site(span)}
        return node

    def ask(self, name: str, args: tuple[nodes.Expr, ...], e: nodes.Call | nodes.Name) -> Val:
        query = self.lowering.query(name, e)
        if query is None:
            return BROKEN
        nodes_ = self.arguments(args, query.params, e)
        return Val(self.lowering.ask_node(self, query.core, nodes_, e.span), query.result)

    def core_type(self, t: Type) -> Node:
        return core_type(t, self.lowering.sizes)
