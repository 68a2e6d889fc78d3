"""Facts as sets of combinations, and the sealed answers of secret decisions."""

from __future__ import annotations

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import relation_universe
from .evaluating import Evaluating
from .queries import Queries
from .types import Bool, Broken, Int, Type, core_type, spoken, universe
from .values import Node, Val
from .workshop import Callee, start_of
from .world import PLAYER

MOST_COMBINATIONS = 100_000


class Relations(Queries):
    """What is remembered."""

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
                    help="keep it in an attribute instead",
                )
        if self.world.size(relation_universe(params)) > MOST_COMBINATIONS:
            self.world.reports.error(
                "too-many-things",
                "this fact would be about too many combinations",
                fact.name.span,
                f"at most {MOST_COMBINATIONS:,}",
                help="narrow the ranges of its parameters",
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

    def sealed(self, t: Type, none: int | None, span: Span) -> str:
        """An attribute of the players for one secret answer, seen by its owner alone; `none` stands for no answer."""
        type_ = core_type(t, self.sizes)
        if none is not None:
            type_ = {**type_, "low": none}
        return self.attribute(f"sealed.{span.file}.{span.start}", PLAYER, type_, "owner", True)

    def sealed_start(self, name: str) -> Node:
        type_ = next(a["type"] for a in self.attributes if a["name"] == name)
        return core.int_(start_of(type_))
