"""Procedures and events as they are called, and those that belong to the phase that calls them."""

from __future__ import annotations

from functools import partial

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .abilities import Abilities
from .acting import Body
from .bodies import Bodies, Procedure
from .model import expand
from .syntax import leaves, walk
from .types import Bool, Broken, Enum, Int, Point, Set, Thing, Type, spoken
from .values import Node
from .workshop import Callee


class Procedures(Abilities):
    """What can be called."""

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
                self.astray.add(callee.core)
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
