"""Actions by phase: their parameters, their two procedures `pay` and `do`, and their limits."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .acting import Body
from .bodies import Procedure
from .model import Reports, expand
from .procedures import Procedures
from .types import Enum, Thing, Type, spoken, universe
from .values import Binding, Node, Val
from .world import PLAYER


class Actions(Procedures):
    """What players may do."""

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

    def look_at(self, action: nodes.Action) -> None:
        """The phase of an action could not be read: its own mistakes are found all the same."""
        name = nodes.Name(action.name.span, next(iter(self.during(action)), "_"))
        phase = self.world.phases.get(name.text) or nodes.Phase(action.span, (), name, (), True, ())
        you = core.var("you")

        def make(b: Body) -> list[Node]:
            branch, _ = b.action_branch(0, action, you)
            for part in ("pay", "do"):
                self.action_call(b, action, part, you, branch["values"], action.span)
            return []

        shell = Procedure("_look", [], None, action.span, [])
        self.body(shell, make, you=you, phase=phase, phase_names=self.flow.phase_params(phase))

    def never_asked(self) -> None:
        """What asks for actions belongs to a phase; where none asks, nothing of it was looked at."""
        made = {name.removeprefix("do.") for name in self.procedures if name.startswith("do.")}
        for action in self.world.actions.values():
            phases = [n for n in self.during(action) if n in self.world.phases]
            asked = any(f"{action.name.text}@{phase}" in made for phase in phases)
            if self.world.reports.lost:
                if not asked:
                    self.look_at(action)
            elif phases and not asked:
                self.world.reports.error(
                    "unreachable",
                    f"`{action.name.text}` can never be taken",
                    action.name.span,
                    f"nobody is asked for actions in `{phases[0]}`",
                    help=f"write `act`, `may act` or `may declare` in `{phases[0]}`",
                )
        for name in self.contextual if not self.world.reports.lost else ():
            procedure = self.world.procedures[name]
            if f"to.{name}" not in self.astray and not any(n.startswith(f"to.{name}@") for n in self.procedures):
                self.world.reports.error(
                    "unreachable",
                    f"`{name}` asks for actions, and no phase calls it",
                    procedure.name.span,
                    "never called",
                    help="call it from a phase, or take it out",
                )

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
                        help="give this one another name",
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
        phases = [n for n, p in self.world.phases.items() if isinstance(p, nodes.Phase)]
        if per not in (*phases, "game", "action"):
            self.world.reports.unknown("phase", clause.per, [*phases, "game", "action"])
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
                    help="leave out `for …`: it is then counted for each player",
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
