"""Abilities: each thing of a kind has its own body or value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..grammar import nodes
from . import core
from .acting import Body
from .bodies import Bodies, Procedure
from .evaluating import Evaluating
from .model import AbilityInfo, expand
from .relations import Relations
from .types import Thing, core_type
from .values import Node, Val
from .workshop import start_node


class Abilities(Relations):
    """What things can do."""

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
                    b.passed(starts.value, ability.result, "")
                    if starts is not None
                    else start_node(core_type(ability.result, self.sizes))
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
