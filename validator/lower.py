"""Lowers a world into the procedures of the core: queries, procedures, abilities, actions, and with flow.py phases,
events and moments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache, partial
from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .acting import Body
from .bodies import Bodies, Procedure, relation_universe
from .evaluating import Evaluating
from .flow import Flow
from .model import AbilityInfo, AttributeInfo, Reports, expand
from .types import Bool, Broken, Enum, Int, Point, Set, Thing, Type, core_type, fits, join, spoken, universe
from .values import BROKEN, Binding, Val
from .world import PLAYER, World

Node = dict[str, Any]
PASSES = 4


@dataclass(slots=True)
class Callee:
    """What a call needs to know."""

    core: str
    params: list[tuple[str, Type]]
    result: Type | None
    contextual: bool = False  # asks for actions: lowered once for each phase that calls it


@dataclass(slots=True)
class Query:
    core: str
    params: list[tuple[str, Type]]
    result: Type


def walk(node: object) -> Iterator[nodes.Node]:
    """Every syntax node below this one, itself included."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(reversed(here))
        elif isinstance(here, nodes.Node):
            yield here
            waiting.extend(getattr(here, name) for name in _parts(type(here)))


@cache
def _parts(cls: type) -> tuple[str, ...]:
    """The fields of a node class that may hold nodes, last first."""
    return tuple(f.name for f in reversed(fields(cls)) if f.name != "span")


class Lowering:
    def __init__(self, world: World) -> None:
        self.world = world
        self.sizes = world.sizes()
        self.procedures: dict[str, Procedure] = {}
        self.attributes: list[Node] = []  # beyond the declared ones: facts, limits, schedules, sealed answers
        self.queries: dict[str, Query | None] = {}
        self.busy: list[str] = []
        self.limits: dict[tuple[str, int], tuple[str, Type | None]] = {}
        self.acts: dict[str, list[nodes.Action]] | None = None  # by phase, in the order of the text
        self.contextual = self.find_contextual()
        self.queue: list[Callable[[], None]] = []
        self.flow = Flow(self)
        self.callees: dict[str, Callee | None] = {}

    # ------------------------------------------------------------ the whole

    def lower(self) -> None:
        world = self.world
        for name, define in world.defines.items():
            self.query(name, define.name)
        for name, stat in world.stats.items():
            self.query(name, stat.name)
        for kind in world.kinds.values():
            for ability in kind.abilities.values():
                self.ability(ability)
        for name in (*world.procedures, *world.events):
            self.signature(name)
        for procedure in world.procedures.values():
            if procedure.name.text not in self.contextual:
                self.queue.append(partial(self.procedure, procedure, None))
        self.flow.bodies()
        self.actions()
        self.main()
        self.invariants()
        while self.queue:
            self.queue.pop()()
        self.flow.wrappers()
        while self.queue:
            self.queue.pop()()

    def body(
        self,
        procedure: Procedure,
        make: Callable[[Body], list[Node]],
        *,
        you: Node | None,
        this: tuple[Node, str] | None = None,
        phase: nodes.Phase | nodes.Window | None = None,
        phase_names: list[tuple[str, Type]] | None = None,
        spans: dict[str, Span] | None = None,
    ) -> None:
        """Lowers one body, again if a later line widened the type of a local. What it reports is what the last pass
        said."""
        memory: dict[tuple[str, int], Type] = {}
        for turn in range(PASSES):
            reports = Reports()
            procedure.locals.clear()
            b = Body(self, procedure, you, this, phase, memory, reports)
            b.used["you"] = b.used["this"] = 1
            for name, t in procedure.params:
                if name in ("you", "this"):
                    continue
                b.used[name] = 1
                procedure.locals[name] = {"type": core_type(t, self.sizes)}
                if not name.startswith("_phase_"):
                    span = (spans or {}).get(name, procedure.span)
                    b.scopes[0].names[name] = Binding(core.var(name), t, span, None)
            if phase is not None:
                b.phase_values = [
                    (n, core.var(n if n in b.scopes[0].names else f"_phase_{n}"), t) for n, t in phase_names or []
                ]
            procedure.body = make(b)
            if not b.widened or turn == PASSES - 1:
                for diagnostic in reports.diagnostics:
                    self.world.reports.add(diagnostic)
                break

    def add(self, procedure: Procedure) -> Procedure:
        self.procedures[procedure.name] = procedure
        return procedure

    @staticmethod
    def binding(node: Node, t: Type, span: Span) -> Binding:
        return Binding(node, t, span, None)

    def checked_params(self, params: tuple[nodes.Param, ...]) -> list[tuple[str, Type]]:
        out = []
        for p in self.world.parameters(params):
            if p.name in self.world.spans or self.world.things_called(p.name) or p.name in ("active", "players"):
                self.world.reports.error(
                    "shadowed-name",
                    f"`{p.name}` is already a name of the game",
                    p.span,
                    "the same name again",
                    also=[(self.world.spans[p.name], "declared here")] if p.name in self.world.spans else [],
                    help="give this one another name",
                )
            out.append((p.name, p.type))
        return out

    # ------------------------------------------------------------ queries

    def query(self, name: str, at: nodes.Call | nodes.Name) -> Query | None:
        """A define or a stat, lowered when it is first needed. Values never ask themselves."""
        if name in self.queries:
            return self.queries[name]
        if name in self.busy:
            ring = " asks ".join(f"`{n}`" for n in [*self.busy[self.busy.index(name) :], name])
            item = self.world.defines.get(name) or self.world.stats[name]
            self.world.reports.error(
                "recursive-value",
                f"{ring}",
                item.name.span,
                "a value cannot be defined by itself",
                help="use a set that grows in a loop, `(x reached from …)`, or make it a procedure",
            )
            self.queries[name] = None
            return None
        self.busy.append(name)
        try:
            made = (
                self.define(self.world.defines[name])
                if name in self.world.defines
                else self.stat(self.world.stats[name])
            )
            if name not in self.queries:
                self.queries[name] = made
            return self.queries[name]
        finally:
            self.busy.pop()

    def query_procedure(self, name: str, params: list[tuple[str, Type]], span: Span, rules: list[str]) -> Procedure:
        return self.add(Procedure(name, params, None, span, rules, query=True))

    def define(self, item: nodes.Define) -> Query:
        params = self.checked_params(item.params)
        name = f"define.{item.name.text}"
        procedure = self.query_procedure(name, params, item.name.span, expand(item.cites))
        found: list[Type] = []

        def make(b: Body) -> list[Node]:
            result: Val | None = None
            for case in reversed(item.cases):
                b.rules = [*expand(case.cites), *expand(item.cites)]
                v = b.value(
                    case.value, result.type if result is not None and not isinstance(result.type, Int | Bool) else None
                )
                result = v if result is None or case.test is None else b.joined(b.test(case.test), v, result, case.span)
            assert result is not None
            found.append(result.type)
            return [{"kind": "return", "value": result.node, "site": b.site(item.name.span)}]

        self.body(procedure, make, you=core.var("you"), spans={p.name.text: p.name.span for p in item.params})
        procedure.result = found[-1]
        return Query(name, params, found[-1])

    def stat(self, item: nodes.Stat) -> Query:
        params = self.checked_params(item.params)
        name = f"stat.{item.name.text}"
        procedure = self.query_procedure(name, params, item.name.span, expand(item.cites))
        found: list[Type] = []
        changes = self.world.changes.get(item.name.text, [])
        ordered = [c for c in changes if c.word == "to"] + [c for c in changes if c.word == "by"]

        def make(b: Body) -> list[Node]:
            start = b.number(item.starts)
            local = b.local("_value", Int(-(2**31), 2**31 - 1))
            out = [core.set_var(local, start.node, b.site(item.name.span))]
            assert isinstance(start.type, Int)
            low, high = start.type.low, start.type.high
            for change in ordered:
                amount, test = self.change(b, change, params)
                assert isinstance(amount.type, Int)
                if change.word == "to":
                    low, high = min(low, amount.type.low), max(high, amount.type.high)
                    value = amount.node
                else:
                    low, high = low + min(0, amount.type.low), high + max(0, amount.type.high)
                    value = core.op("+", core.var(local), amount.node)
                step = core.set_var(local, value, b.site(change.span, change.cites))
                out.append(core.when(test, [step]) if test is not None else step)
            result: Node = core.var(local)
            for word, bound in (("max", item.at_least), ("min", item.at_most)):
                if bound is not None:
                    v = b.number(bound)
                    assert isinstance(v.type, Int)
                    result = core.op(word, result, v.node)
                    low = max(low, v.type.low) if word == "max" else min(low, v.type.high)
                    high = max(high, v.type.low) if word == "max" else min(high, v.type.high)
            found.append(Int(min(low, high), max(low, high), start.type.length))
            return [*out, {"kind": "return", "value": result, "site": b.site(item.name.span)}]

        self.body(procedure, make, you=core.var("you"), spans={p.name.text: p.name.span for p in item.params})
        procedure.result = found[-1]
        return Query(name, params, found[-1])

    def change(self, b: Body, change: nodes.Change, params: list[tuple[str, Type]]) -> tuple[Val, Node | None]:
        """One line that changes a stat, with its own names for the stat's parameters."""
        if len(change.params) != len(params):
            b.error(
                "wrong-arguments",
                f"`{change.name.text}` takes {len(params)}, not {len(change.params)}",
                change.name.span,
                "the number of names does not fit",
            )
            return Val(core.int_(0), Int(0, 0)), None
        scopes = b.scopes
        b.scopes = [
            type(scopes[0])(
                names={
                    n.text: Binding(core.var(p), t, n.span, None)
                    for n, (p, t) in zip(change.params, params, strict=True)
                }
            )
        ]
        rules, b.rules = b.rules, [*expand(change.cites), *b.rules]
        amount = b.number(change.amount)
        test = b.test(change.test) if change.test is not None else None
        b.scopes, b.rules = scopes, rules
        return amount, test

    def ask_node(self, b: Evaluating, procedure: str, args: list[Node], span: Span) -> Node:
        return {"kind": "ask", "procedure": procedure, "args": args, "~you": b.you, "~span": span}

    def winners(self, b: Evaluating, span: Span) -> Node:
        """The ranking: those with the most of the first line, of these those with the most of the second, and so on."""
        ranking = self.world.ranking
        assert ranking is not None
        if "ranking.winners" not in self.procedures:
            score = self.query_procedure("ranking.score", [("_p", Thing(PLAYER))], ranking.span, expand(ranking.cites))
            procedure = self.query_procedure("ranking.winners", [], ranking.span, expand(ranking.cites))

            def make_score(body: Body) -> list[Node]:
                body.bind(ranking.name, core.var("_p"), Thing(PLAYER))
                v = body.number(ranking.lines[0].value)
                score.result = v.type
                return [{"kind": "return", "value": v.node, "site": body.site(ranking.span)}]

            def make(body: Body) -> list[Node]:
                best: Node = {"kind": "all", "of": PLAYER}
                for line in ranking.lines:
                    name = body.fresh("_rank")
                    body.scopes.append(type(body.scopes[0])())
                    body.bind(ranking.name, core.var(name), Thing(PLAYER))
                    key = body.number(line.value)
                    body.scopes.pop()
                    best = core.fold(
                        "best",
                        [core.clause(name, core.set_domain(best))],
                        core.var(name),
                        key=key.node,
                        most=line.word == "most",
                        of=PLAYER,
                    )
                return [{"kind": "return", "value": best, "site": body.site(ranking.span)}]

            procedure.result = Set(PLAYER)
            self.body(score, make_score, you=None)
            self.body(procedure, make, you=None)
        return self.ask_node(b, "ranking.winners", [], span)

    # ------------------------------------------------------------ facts

    def fact_params(self, name: str) -> list[tuple[str, Type]]:
        fact = self.world.facts[name]
        key = f"fact.{name}"
        if key not in self.callees:
            params = self.world_params(fact)
            self.callees[key] = Callee(key, params, Bool())
            self.attribute(
                key, None, {"kind": "set", "of": relation_universe(params)}, self.flow.see(fact.seen, self.world.open)
            )
        callee = self.callees[key]
        assert callee is not None
        return callee.params

    def world_params(self, fact: nodes.Fact) -> list[tuple[str, Type]]:
        params = [(p.name, p.type) for p in self.world.parameters(fact.params)]
        for (_, t), p in zip(params, fact.params, strict=True):
            if universe(t) is None and not isinstance(t, Broken):
                self.world.reports.error(
                    "wrong-type",
                    f"a fact cannot be about {spoken(t)}",
                    p.span,
                    "things, enumerations and small numbers can",
                )
        if self.world.size(relation_universe(params)) > 100_000:
            self.world.reports.error(
                "too-many-things", "this fact would be about too many combinations", fact.name.span, "at most 100,000"
            )
            return [(n, Broken()) for n, _ in params]
        return params

    def index_of(self, args: list[Node], params: list[tuple[str, Type]]) -> Node:
        """The place of a combination in the product of its parameters, row-major."""
        index: Node | None = None
        for arg, (_, t) in zip(args, params, strict=True):
            u = universe(t)
            if isinstance(t, Int) and t.low != 0:
                arg = core.op("-", arg, core.int_(t.low))
            if index is None:
                index = arg
            else:
                size: Node = core.int_(u) if isinstance(u, int) else {"kind": "extent", "of": u}
                index = core.op("+", core.op("*", index, size), arg)
        return index if index is not None else core.int_(0)

    def read_fact(self, b: Evaluating, e: nodes.Call) -> Val:
        params = self.fact_params(e.name.text)
        args = b.arguments(e.args, params, e)
        return Val(
            {
                "kind": "has",
                "set": core.get(f"fact.{e.name.text}", None),
                "item": self.index_of(args, params),
                "of": relation_universe(params),
            },
            Bool(),
        )

    def attribute(self, name: str, of: Any, type_: Node, see: Any, sealed: bool = False) -> str:
        if all(a["name"] != name for a in self.attributes):
            self.attributes.append(
                {"name": name, "of": of, "type": type_, "see": see, **({"sealed": True} if sealed else {})}
            )
        return name

    def sealed(self, t: Type, none: int | None, span: Span) -> str:
        """An attribute of the players for one secret answer, seen by its owner alone; `none` stands for no answer."""
        type_ = core_type(t, self.sizes)
        if none is not None:
            type_ = {**type_, "low": none}
        return self.attribute(f"sealed.{span.file}.{span.start}", PLAYER, type_, "owner", True)

    def sealed_start(self, name: str) -> Node:
        type_ = next(a["type"] for a in self.attributes if a["name"] == name)
        return core.int_(start_of(type_))

    # ------------------------------------------------------------ abilities

    def ability(self, ability: AbilityInfo) -> None:
        """One procedure that picks the thing's own body or value, and one for each of these."""
        kind = self.world.kinds[ability.kind]
        name = f"ability.{kind.name}.{ability.name}"
        params = [("this", Thing(kind.name)), *ability.params]
        rules = expand(ability.syntax.cites)
        procedure = self.add(
            Procedure(name, params, ability.result, ability.syntax.name.span, rules, query=ability.result is not None)
        )
        this = (core.var("this"), kind.name)
        spans = {p.name.text: p.name.span for p in ability.syntax.params}
        own: list[tuple[int, str]] = []
        for thing, part in ability.bodies.items():
            inner = Procedure(
                f"{name}.{thing}",
                params,
                ability.result,
                part.span,
                [*expand(part.cites), *rules],
                query=ability.result is not None,
            )
            own.append((kind.things.index(thing), self.add(inner).name))
            make_part = self.ability_part(part, ability)
            self.queue.append(partial(self.body, inner, make_part, you=core.var("you"), this=this, spans=spans))

        def make(b: Body) -> list[Node]:
            args = [core.var(n) for n, _ in params]
            site = b.site(ability.syntax.name.span)
            out: list[Node] = []
            for thing, target in own:
                test = core.equal(core.var("this"), core.int_(thing))
                if ability.result is not None:
                    out.append(
                        core.when(
                            test,
                            [
                                {
                                    "kind": "return",
                                    "value": self.ask_node(b, target, args, ability.syntax.span),
                                    "site": site,
                                }
                            ],
                        )
                    )
                else:
                    out.append(
                        core.when(
                            test,
                            [self.plain_call(b, target, args, site), {"kind": "return", "value": None, "site": site}],
                        )
                    )
            if ability.result is not None:
                starts = ability.syntax.starts
                value = (
                    b.wanted(starts.value, ability.result)
                    if starts is not None
                    else core.int_(start_of(core_type(ability.result, self.sizes)))
                )
                out.append({"kind": "return", "value": value, "site": site})
            return out

        self.body(procedure, make, you=core.var("you"), this=this, spans=spans)

    def ability_part(
        self, part: nodes.AbilityBody | nodes.AbilityValue, ability: AbilityInfo
    ) -> Callable[[Body], list[Node]]:
        if isinstance(part, nodes.AbilityBody):
            return lambda b: b.block(part.body)
        result = ability.result
        assert result is not None
        return lambda b: [{"kind": "return", "value": b.passed(part.value, result, ""), "site": b.site(part.span)}]

    def ask_ability(
        self, b: Evaluating, ability: AbilityInfo, subject: Val, args: tuple[nodes.Expr, ...], at: nodes.Name
    ) -> Val:
        nodes_ = b.arguments(args, ability.params, at)
        this = b.coerce(subject, Thing(ability.kind), at.span)
        assert ability.result is not None
        return Val(self.ask_node(b, f"ability.{ability.kind}.{ability.name}", [this, *nodes_], at.span), ability.result)

    def call_ability(self, b: Bodies, e: nodes.Call) -> list[Node]:
        assert e.subject is not None
        subject = b.value(e.subject)
        if not isinstance(subject.type, Thing):
            return []
        ability = self.world.kinds[subject.type.kind].abilities.get(e.name.text)
        if ability is None:
            b.reports.unknown(
                f"ability of `{subject.type.kind}`", e.name, self.world.kinds[subject.type.kind].abilities
            )
            return []
        args = b.arguments(e.args, ability.params, e)
        this = b.coerce(subject, Thing(ability.kind), e.subject.span)
        return [self.plain_call(b, f"ability.{ability.kind}.{ability.name}", [this, *args], b.site(e.span, b.cites))]

    # ------------------------------------------------------------ procedures

    def find_contextual(self) -> set[str]:
        """Procedures that ask for actions, themselves or through others: they belong to the phase that calls them."""
        bodies: dict[str, tuple[nodes.Stmt, ...]] = {n: p.body for n, p in self.world.procedures.items()}
        found = {
            n for n, body in bodies.items() if any(isinstance(x, nodes.Act | nodes.MayDeclare) for x in walk(body))
        }
        calls = {
            n: {x.name.text for x in walk(body) if isinstance(x, nodes.Call) and x.subject is None}
            for n, body in bodies.items()
        }
        while True:
            more = {n for n in bodies if n not in found and calls[n] & found}
            if not more:
                return found
            found |= more

    def signature(self, name: str) -> Callee | None:
        if name in self.callees:
            return self.callees[name]
        item = self.world.procedures.get(name) or self.world.events[name]
        params = self.checked_params(item.params)
        result = self.world.type_of(item.gives) if item.gives is not None else None
        if isinstance(result, Set) or (
            result is not None and not isinstance(result, Int | Bool | Enum | Thing | Point | Broken)
        ):
            self.world.reports.error(
                "wrong-type",
                f"a procedure cannot give {spoken(result)}",
                item.name.span,
                "a single value can be given",
                help="keep it in an attribute, or make it a define",
            )
        word = "to" if isinstance(item, nodes.Procedure) else "event"
        self.callees[name] = Callee(f"{word}.{name}", params, result, name in self.contextual)
        return self.callees[name]

    def procedure(self, item: nodes.Procedure, phase: nodes.Phase | nodes.Window | None) -> None:
        callee = self.signature(item.name.text)
        assert callee is not None
        names = self.flow.phase_params(phase) if phase is not None else []
        extra = [(f"_phase_{n}", t) for n, t in names]
        name = f"{callee.core}@{phase.name.text}" if phase is not None else callee.core
        if name in self.procedures:
            return
        procedure = self.add(
            Procedure(
                name, [*callee.params, *extra], callee.result, item.name.span, expand(item.cites), depth=item.depth
            )
        )
        spans = {p.name.text: p.name.span for p in item.params}
        # the phase's own names stay hidden from the procedure's text; its actions see them
        self.body(
            procedure,
            lambda b: self.hide(b, item.body, names),
            you=core.var("you"),
            phase=phase,
            phase_names=names,
            spans=spans,
        )
        self.must_give(item, callee)

    @staticmethod
    def hide(b: Body, body: tuple[nodes.Stmt, ...], names: list[tuple[str, Type]]) -> list[Node]:
        b.phase_values = [(n, core.var(f"_phase_{n}"), t) for n, t in names]
        return b.block(body)

    def must_give(self, item: nodes.Procedure | nodes.Event, callee: Callee) -> None:
        if callee.result is not None and not leaves(item.body):
            self.world.reports.error(
                "missing-value",
                f"`{item.name.text}` may end without giving anything",
                item.name.span,
                f"{spoken(callee.result)} is promised",
                help="end it with `give …`",
            )

    def call_node(
        self,
        b: Bodies,
        callee: Callee,
        args: list[Node],
        span: Span,
        into: str | None,
        cites: tuple[nodes.Cite, ...],
    ) -> Node:
        name = callee.core
        if callee.contextual:
            if b.phase is None:
                b.error(
                    "misplaced-line",
                    "no phase runs here",
                    span,
                    "this procedure asks for actions of the running phase",
                    help="call it from a `phase` or a `window`",
                )
                return {"kind": "drop", "names": []}
            assert isinstance(b, Body)
            name = f"{name}@{b.phase.name.text}"
            args = [*args, *(v for _, v, _ in b.phase_values)]
            item = self.world.procedures[callee.core.removeprefix("to.")]
            if name not in self.procedures:
                self.queue.append(partial(self.procedure, item, b.phase))
        return {**self.plain_call(b, name, args, b.site(span, cites)), "into": into}

    def plain_call(self, b: Evaluating, procedure: str, args: list[Node], site: int) -> Node:
        return {"kind": "call", "procedure": procedure, "args": args, "into": None, "site": site, "~you": b.you}

    # ------------------------------------------------------------ actions

    def actions_of(self, phase: str) -> list[nodes.Action]:
        if self.acts is None:
            self.acts = {}
            for action in self.world.actions.values():
                for name in dict.fromkeys(self.during(action)):
                    self.acts.setdefault(name, []).append(action)
        return self.acts.get(phase, [])

    @staticmethod
    def during(action: nodes.Action) -> list[str]:
        return [n.text for c in action.clauses if isinstance(c, nodes.During) for n in c.phases]

    def actions(self) -> None:
        for action in self.world.actions.values():
            phases = self.during(action)
            if not phases:
                self.world.reports.error(
                    "missing-clause",
                    f"nothing says when `{action.name.text}` may be taken",
                    action.name.span,
                    "an action belongs to a phase",
                    help="add `during PHASE`",
                )
            for c in action.clauses:
                if isinstance(c, nodes.During):
                    for n in c.phases:
                        if n.text not in self.world.phases:
                            self.world.reports.unknown("phase or window", n, self.world.phases)

    def action_params(self, b: Body, action: nodes.Action) -> list[tuple[str, Type]]:
        """Types of an action's parameters as its phase knows them."""
        scopes, b.scopes = b.scopes, [type(b.scopes[0])()]
        for name, node, t in b.phase_values:
            b.scopes[0].names[name] = Binding(node, t, action.span, None)
        quiet, b.reports = b.reports, Reports()
        _, values = b.option_params(action.params, action.span)
        b.scopes, b.reports = scopes, quiet
        return [(n.text, t) for n, _, t in values]

    def action_call(
        self, b: Body, action: nodes.Action, part: str, actor: Node, values: list[Node], span: Span
    ) -> Node | None:
        """A call of an action's `pay` or `do`, made for the running phase."""
        assert b.phase is not None
        if part == "pay" and not any(isinstance(c, nodes.Cost | nodes.Limit) for c in action.clauses):
            return None
        phase = b.phase
        name = f"{part}.{action.name.text}@{phase.name.text}"
        names = self.flow.phase_params(phase)
        if name not in self.procedures:
            params = self.action_params(b, action)
            clash = {n for n, _ in names} & {n for n, _ in params}
            for p in action.params:
                if p.name.text in clash:
                    self.world.reports.error(
                        "shadowed-name",
                        f"`{p.name.text}` is already a name of the phase `{phase.name.text}`",
                        p.name.span,
                        "the same name again",
                    )
            procedure = self.add(
                Procedure(
                    name,
                    [*[x for x in names if x[0] not in clash], *params],
                    None,
                    action.name.span,
                    expand(action.cites),
                )
            )
            spans = {p.name.text: p.name.span for p in action.params}
            make = (lambda b2: b2.pay(action)) if part == "pay" else (lambda b2: self.flow.action_body(b2, action))
            you = core.var("you")
            self.queue.append(lambda: self.body(procedure, make, you=you, phase=phase, phase_names=names, spans=spans))
        site = b.site(span, b.cites)
        return {
            "kind": "call",
            "procedure": name,
            "args": [*(v for _, v, _ in b.phase_values), *values],
            "into": None,
            "site": site,
            "~you": actor,
        }

    def limit(self, b: Body, action: nodes.Action, clause: nodes.Limit) -> tuple[str, Node | None] | None:
        """The counter of a usage limit, and its index for `for g`."""
        key = (action.name.text, clause.span.start)
        per = clause.per.text
        if per not in self.world.phases and per not in ("game", "action"):
            self.world.reports.unknown("phase", clause.per, [*self.world.phases, "game", "action"])
            return None
        subject: Val | None = None
        index: Node | None = None
        of: Any = PLAYER
        if clause.subject is not None:
            subject = b.value(clause.subject)
            of = universe(subject.type) or (subject.type.kind if isinstance(subject.type, Thing) else None)
            if of is None or isinstance(of, int):
                b.error(
                    "wrong-type",
                    f"a limit is counted for things, not for {spoken(subject.type)}",
                    clause.subject.span,
                    "not a thing",
                )
                return None
            index = b.coerce(subject, Thing(of) if of in self.world.kinds else Enum(of), clause.subject.span)
        else:
            index = b.player(None, clause.span)
        name = f"limit.{action.name.text}.{sum(1 for k in self.limits if k[0] == action.name.text and k < key)}"
        if key not in self.limits:
            self.limits[key] = (name, None)
            self.attribute(name, of, {"kind": "int", "low": 0, "high": 1_000_000}, "all")
            if per != "game":
                self.flow.reset(per, name, of)
        return self.limits[key][0], index

    # ------------------------------------------------------------ the whole game

    def main(self) -> None:
        world = self.world
        sequence = world.sequence
        if sequence is None:
            if world.game is not None:
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
            node = b.wanted(syntax, info.type)
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

    def game_span(self) -> Span:
        assert self.world.game is not None
        return self.world.game.span

    def invariants(self) -> None:
        for i, item in enumerate(self.world.invariants):
            procedure = self.query_procedure(f"invariant.{i + 1}", [], item.span, expand(item.cites))
            procedure.result = Bool()

            def make(b: Body, item: nodes.Invariant = item) -> list[Node]:
                return [{"kind": "return", "value": b.test(item.test), "site": b.site(item.span)}]

            self.body(procedure, make, you=None)


def start_of(type_: Node) -> int:
    """Where a number or thing starts that says nothing: none if it can be absent, else 0 or the nearest to it."""
    if type_["kind"] != "int":
        return 0
    if type_.get("of") is not None:
        return int(type_["low"])
    return max(int(type_["low"]), min(0, int(type_["high"])))


def leaves(body: tuple[nodes.Stmt, ...]) -> bool:
    """Does every way through this body give something, end the game or go on for ever?"""
    if not body:
        return False
    last = body[-1]
    match last:
        case nodes.Give() | nodes.EndGame() | nodes.Stop():
            return True
        case nodes.If():
            return bool(last.otherwise) and leaves(last.otherwise) and all(leaves(a.body) for a in last.arms)
        case nodes.Depending():
            return all(leaves(x.body) for x in last.branches) and (last.otherwise is None or leaves(last.otherwise))
        case nodes.ChooseOption():
            return (
                not last.optional
                and all(leaves(o.body) for o in last.options)
                and (last.otherwise is None or leaves(last.otherwise))
            )
        case nodes.May() | nodes.MayChoose():
            return last.otherwise is not None and leaves(last.otherwise) and leaves(last.body)
        case nodes.Repeat():
            return (
                last.times is None
                and last.test is None
                and not any(isinstance(x, nodes.Leave) for x in walk(last.body))
            )
        case nodes.AsPlayer():
            return leaves(last.body)
    return False


__all__ = ["BROKEN", "Callee", "Lowering", "fits", "join", "walk"]
