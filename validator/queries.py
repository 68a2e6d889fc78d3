"""Defines, stats and the ranking: values that only look, lowered when they are first needed."""

from __future__ import annotations

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .acting import Body
from .evaluating import Evaluating
from .model import expand
from .types import Bool, Int, NothingType, Set, Thing, Type, values
from .values import BROKEN, Binding, Node, Val
from .workshop import Query, Workshop
from .world import PLAYER


class Queries(Workshop):
    """Values with names."""

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
            if isinstance(result.type, NothingType):
                b.error(
                    "missing-type",
                    f"nothing says of what `{item.name.text}` is empty",
                    item.cases[-1].value.span,
                    "empty, but of what?",
                    help="name a set to begin with, such as `cards - cards`",
                )
                result = BROKEN
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
                    pick = max if word == "max" else min
                    low, high = pick(low, v.type.low), pick(high, v.type.high)
            found.append(Int(low, high, start.type.length))
            return [*out, {"kind": "return", "value": result, "site": b.site(item.name.span)}]

        self.body(procedure, make, you=core.var("you"), spans={p.name.text: p.name.span for p in item.params})
        procedure.result = found[-1]
        return Query(name, params, found[-1])

    def change(self, b: Body, change: nodes.Change, params: list[tuple[str, Type]]) -> tuple[Val, Node | None]:
        """One line that changes a stat, with its own names for the stat's parameters."""
        if len(change.params) != len(params):
            b.error(
                "wrong-arguments",
                f"`{change.name.text}` takes {values(len(params))}, not {len(change.params)}",
                change.name.span,
                "the number of names does not fit",
                help=f"write `{change.name.text}({', '.join(p for p, _ in params)})`",
            )
            return Val(core.int_(0), Int(0, 0)), None
        self.checked_names(change.params)
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
