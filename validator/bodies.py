"""One body being lowered: its locals, its blocks, and the places it may store into."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core, marks
from .expressions import Expressions
from .model import Reports, expand
from .types import WIDE, Broken, Int, Thing, Type, core_type, join, spoken, universe
from .values import Binding, Node, Scope, Stream, Val, Value, ZoneVal

if TYPE_CHECKING:
    from .lower import Lowering


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


class Bodies(Expressions):
    """`memory` keeps the types of locals between the passes over one body: a later line may widen them."""

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
        self.statement_words: dict[type, Callable[[Any], list[Node]]] = {}

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
            before = len(self.reports.diagnostics)
            out += self.statement(statement)
            sound = len(self.reports.diagnostics) == before
            if isinstance(statement, LEAVING) and sound and i + 1 < len(body):
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
            out = self.statement_words[type(s)](s)
            if self.marking and isinstance(s, nodes.Line) and not isinstance(s, nodes.Give):
                mark = self.mark(s.span, marks.EFFECT)
                out = [{**node, marks.MARK: mark} for node in out]
            return out
        finally:
            self.cites, self.rules = before, rules

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
            subject = self.having(e.subject, e.name.text) or self.value(e.subject)
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
                        help="declare it without `printed` if it is to change",
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
            moved = isinstance(v2, ZoneVal)
            self.error(
                "not-changeable",
                "this cannot be changed",
                e.span,
                "an attribute or a name of `let` is needed",
                help="things are moved to a zone: `move … to …`" if moved else "change what it is made of",
            )
        return None

    def steady(self, t: Target, span: Span) -> tuple[list[Node], Target]:
        """A place that is found once: what a line changes first must not move what it changes next."""
        if t.attribute is None or t.index is None or t.index["kind"] in ("var", "int"):
            return [], t
        kept = self.local("_whose", Int(0, 2**20))
        found = Target(core.get(t.attribute, core.var(kept)), t.type, t.attribute, core.var(kept), None)
        return [core.set_var(kept, t.index, self.site(span, self.cites))], found

    def settled(self, zone: ZoneVal, span: Span) -> tuple[list[Node], Node]:
        """A zone that is found once: while things move, the text might come to mean another."""
        index = zone.node["index"]
        if index is None or index["kind"] in ("var", "int"):
            return [], zone.node
        kept = self.local("_zone", Int(0, 2**20))
        return [core.set_var(kept, zone.node, self.site(span, self.cites))], core.var(kept)

    def learn(self, binding: Binding, t: Type, span: Span) -> None:
        """A later line stores something else in a local: the next pass gives it the wider type."""
        assert binding.local is not None
        key = self.keys.get(binding.local)
        joined = join(binding.type, t)
        if key is None or joined is None or joined == binding.type:
            return
        if isinstance(joined, Int) and isinstance(binding.type, Int):  # stores are tested, so it need not grow further
            joined = Int(min(-WIDE, binding.type.low), max(WIDE, binding.type.high), joined.length)
            if joined == binding.type:
                return
        self.memory[key] = joined
        self.widened = True

    def store(self, target: Target, v: Val, span: Span, at: Span | None = None) -> Node:
        """`at` is where the value stands."""
        site = self.site(span, self.cites)
        if target.local is not None:
            self.learn(target.local, v.type, span)
            if isinstance(v.type, Int) and isinstance(target.type, Int) and target.local.local in self.keys:
                return {"kind": "set", "target": target.node, "value": v.node, "site": site}
        value = self.fitting(v, target.type, at or span)
        return {"kind": "set", "target": target.node, "value": value, "site": site}

    def fitting(self, v: Val, t: Type, span: Span) -> Node:
        node = self.coerce(v, t, span)
        if isinstance(v.type, Int) and isinstance(t, Int) and (v.type.low > t.high or v.type.high < t.low):
            self.error(
                "out-of-range",
                f"{spoken(v.type)} can never be stored here",
                span,
                f"it holds {spoken(t)}",
                help="widen the range of what holds it, or store another value",
            )
        return node

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

    def single(self, stream: Stream, span: Span) -> Stream:
        """A stream of one clause whose value is its variable, gathered first if it is not."""
        if len(stream.clauses) == 1 and stream.value.get("name") == stream.clauses[0]["var"]:
            return stream
        return self.flow(self.gather(stream, span), span)

    def looped(self, v: Value, stream: Stream, span: Span) -> tuple[str, Node, Node | None]:
        """A stream as what a `for` goes through: its variable becomes a local. Nested streams are gathered first."""
        if len(stream.clauses) > 1 or stream.value["kind"] != "var" or stream.value["name"] != stream.clauses[0]["var"]:
            stream = self.flow(self.gather(stream, span), span)
        clause = stream.clauses[0]
        name = clause["var"]
        self.procedure.locals[name] = {"type": core_type(stream.type, self.lowering.sizes)}
        self.scopes[-1].locals.append(name)
        return name, {**clause["domain"], "~bound": stream.bound}, clause["where"]

    def must_leave(self, line: nodes.Line) -> None:
        if not isinstance(line, LEAVING):
            self.error(
                "otherwise-goes-on",
                "after this `otherwise` nothing would be chosen",
                line.span,
                "play has to leave here",
                help="write `otherwise stop`, `leave`, `next`, `give …` or `end game …`",
            )

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

    def product_index(self, args: tuple[nodes.Expr, ...], params: list[tuple[str, Type]], at: nodes.Call) -> Node:
        return self.lowering.index_of(self.arguments(args, params, at), params)


def relation_universe(params: list[tuple[str, Type]]) -> list[Any]:
    """What a relation over these parameters is a set of."""
    return [universe(t) if universe(t) is not None else 1 for _, t in params] or [1]
