"""Phases, windows, events and actions as procedures around their bodies."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ..grammar import nodes
from . import core
from .bodies import Procedure
from .model import expand
from .syntax import walk
from .triggers import Triggers
from .types import Thing
from .values import Node
from .world import PLAYER

if TYPE_CHECKING:
    from .acting import Body
    from .bodies import Bodies


class Flow(Triggers):
    """The course of play."""

    def bodies(self) -> None:
        world, lowering = self.world, self.lowering
        for phase in world.phases.values():
            params = self.phase_params(phase)
            procedure = lowering.add(
                Procedure(f"phase.{phase.name.text}.body", params, None, phase.name.span, expand(phase.cites))
            )
            spans = {p.name.text: p.name.span for p in phase.params}
            make = partial(_block, body=phase.body)
            lowering.queue.append(
                partial(
                    lowering.body, procedure, make, you=core.var("you"), phase=phase, phase_names=params, spans=spans
                )
            )
        for event in world.events.values():
            callee = lowering.signature(event.name.text)
            assert callee is not None
            procedure = lowering.add(
                Procedure(
                    f"event.{event.name.text}.body",
                    callee.params,
                    callee.result,
                    event.name.span,
                    expand(event.cites),
                    depth=event.depth,
                )
            )
            spans = {p.name.text: p.name.span for p in event.params}
            make = partial(_block, body=event.body)
            lowering.queue.append(partial(lowering.body, procedure, make, you=core.var("you"), spans=spans))
            lowering.must_give(event, callee)
        for i, trigger in enumerate(world.triggers):
            self.trigger(i, trigger)

    def play(self, b: Bodies, s: nodes.Play) -> list[Node]:
        phase = self.world.phases.get(s.phase.text)
        if phase is None or isinstance(phase, nodes.Window):
            self.unknown_phase(b, s.phase)
            return []
        args = b.arguments(s.args, self.phase_params(phase), s.phase)
        you = b.you
        if s.player is not None:
            you = b.wanted(s.player, Thing(PLAYER))
            if not phase.for_player:
                b.error(
                    "misplaced-line",
                    f"`{phase.name.text}` is not played for anybody",
                    s.player.span,
                    "it goes on for whoever acts",
                    also=[(phase.name.span, "declared here")],
                    help="declare it `for player`, or leave out `for …`",
                )
        elif phase.for_player and b.you is None:
            b.error(
                "nobody-acts",
                f"nothing says who plays `{phase.name.text}`",
                s.span,
                "no player is acting here",
                help=f"write `play {phase.name.text} for PLAYER`",
            )
        name = f"phase.{phase.name.text}.run" if b.replaced == phase.name.text else f"phase.{phase.name.text}"
        node = self.lowering.plain_call(b, name, args, b.site(s.span, b.cites))
        node["~you"] = you
        return [node]

    def open(self, b: Bodies, s: nodes.Open) -> list[Node]:
        window = self.world.phases.get(s.window.text)
        if not isinstance(window, nodes.Window):
            b.reports.unknown(
                "window", s.window, [n for n, p in self.world.phases.items() if isinstance(p, nodes.Window)]
            )
            return []
        args = b.arguments(s.args, self.phase_params(window), s.window)
        return [self.lowering.plain_call(b, f"phase.{window.name.text}.body", args, b.site(s.span, b.cites))]

    def wrappers(self) -> None:
        lowering = self.lowering
        self.attribute_resets()
        for phase in self.world.phases.values():
            if isinstance(phase, nodes.Phase):
                self.phase_wrapper(phase)
        for event in self.world.events.values():
            self.event_wrapper(event)
        lowering.init()
        for procedure in list(lowering.procedures.values()):  # `cancelled` adds the edges of actions
            procedure.body = self.cancelled(procedure.body)

    def phase_wrapper(self, phase: nodes.Phase) -> None:
        name, params = phase.name.text, self.phase_params(phase)
        replaced = bool(self.triggers.get(("instead", name)))
        procedure = self.lowering.add(
            Procedure(
                f"phase.{name}.run" if replaced else f"phase.{name}", params, None, phase.name.span, expand(phase.cites)
            )
        )

        def make(b: Body) -> list[Node]:
            site = b.site(phase.name.span)
            you = core.var("you")
            note_args = [you] if phase.for_player else []
            out: list[Node] = [
                {
                    "kind": "note",
                    "event": f"phase {name}",
                    "args": note_args,
                    "types": [b.core_type(Thing(PLAYER)) for _ in note_args],
                    "rules": expand(phase.cites),
                }
            ]
            if phase.for_player:
                before = b.local("_before", Thing(PLAYER, True))
                out += [
                    core.set_var(before, core.get("active", None), site),
                    core.set_attribute("active", None, you, site),
                ]
            out += self.starts_each(b, name, phase.for_player)
            out += self.due(b, "start", name, phase.for_player, phase.name.span)
            out += self.fire(b, "at start", name, params, site)
            out.append(self.lowering.plain_call(b, f"phase.{name}.body", [core.var(n) for n, _ in params], site))
            out += self.fire(b, "at end", name, params, site)
            out += self.due(b, "end", name, phase.for_player, phase.name.span)
            if phase.for_player:
                out.append(core.set_attribute("active", None, core.var(before), site))
            return out

        self.lowering.body(procedure, make, you=core.var("you"))
        if replaced:
            self.dispatcher(f"phase.{name}", name, params, None, phase.name.span, expand(phase.cites))

    def event_wrapper(self, event: nodes.Event) -> None:
        callee = self.lowering.signature(event.name.text)
        assert callee is not None
        name, params = event.name.text, callee.params
        replaced = bool(self.triggers.get(("instead", name)))
        procedure = self.lowering.add(
            Procedure(
                f"event.{name}.run" if replaced else f"event.{name}",
                params,
                callee.result,
                event.name.span,
                expand(event.cites),
            )
        )

        def make(b: Body) -> list[Node]:
            site = b.site(event.name.span)
            args = [core.var(n) for n, _ in params]
            out: list[Node] = [
                {
                    "kind": "note",
                    "event": name,
                    "args": args,
                    "types": [b.core_type(t) for _, t in params],
                    "rules": expand(event.cites),
                }
            ]
            out += self.ordered(b, event, "before", params, site)
            body = self.lowering.plain_call(b, f"event.{name}.body", args, site)
            if callee.result is None:
                return [*out, body, *self.ordered(b, event, "after", params, site)]
            given = b.local("_given", callee.result)
            body["into"] = given
            return [
                *out,
                body,
                *self.ordered(b, event, "after", params, site),
                {"kind": "return", "value": core.var(given), "site": site},
            ]

        self.lowering.body(procedure, make, you=core.var("you"), spans={p.name.text: p.name.span for p in event.params})
        if replaced:
            self.dispatcher(f"event.{name}", name, params, callee.result, event.name.span, expand(event.cites))

    def action_body(self, b: Body, action: nodes.Action) -> list[Node]:
        """The outermost running action is a moment of its own: `each action`, `until end of action`."""
        site = b.site(action.name.span)
        note: Node = {
            "kind": "note",
            "event": f"action {action.name.text}",
            "args": [],
            "types": [],
            "rules": expand(action.cites),
        }
        if not self.counts_actions():
            return [note, *b.block(action.body)]
        depth = self.lowering.attribute("action.depth", None, {"kind": "int", "low": 0, "high": 1_000_000}, "all")
        inner = Procedure(
            f"{b.procedure.name}.inner", list(b.procedure.params), None, action.name.span, b.procedure.rules
        )
        if inner.name not in self.lowering.procedures:
            self.lowering.add(inner)
            phase, names = b.phase, [(n, t) for n, _, t in b.phase_values]
            spans = {p.name.text: p.name.span for p in action.params}
            self.lowering.queue.append(
                lambda: self.lowering.body(
                    inner,
                    lambda c: c.block(action.body),
                    you=core.var("you"),
                    phase=phase,
                    phase_names=names,
                    spans=spans,
                )
            )
        now = core.get(depth, None)
        outermost = core.equal(now, core.int_(1))
        up = core.set_attribute(depth, None, core.op("+", now, core.int_(1)), site)
        down = core.set_attribute(depth, None, core.op("-", now, core.int_(1)), site)
        call = self.lowering.plain_call(b, inner.name, [core.var(n) for n, _ in inner.params], site)
        return [
            note,
            up,
            core.when(outermost, [{"kind": "_due", "edge": "start"}]),
            call,
            core.when(outermost, [{"kind": "_due", "edge": "end"}]),
            down,
        ]

    def counts_actions(self) -> bool:
        if self.awaited is None:
            self.awaited = self.waits_for_actions()
        return self.awaited

    def waits_for_actions(self) -> bool:
        """Does anything in the text wait for an action? Moments are read from the syntax, since bodies come in any
        order."""
        if any(i.syntax.starts.each.text == "action" for i in self.resettable()):
            return True
        if any(
            isinstance(c, nodes.Limit) and c.per.text == "action"
            for a in self.world.actions.values()
            for c in a.clauses
        ):
            return True
        bodies: list[nodes.Node] = [
            *self.world.procedures.values(),
            *self.world.events.values(),
            *self.world.phases.values(),
            *self.world.actions.values(),
            *self.world.triggers,
        ]
        bodies += [p for k in self.world.kinds.values() for a in k.abilities.values() for p in a.bodies.values()]
        return any(isinstance(x, nodes.Moment) and x.phase.text == "action" for item in bodies for x in walk(item))

    def cancelled(self, body: list[Node]) -> list[Node]:
        """Fills in what had to wait for all bodies: the moments of a fact, and what is due around an action."""
        out: list[Node] = []
        for node in body:
            if node["kind"] == "_cancel":
                out += self.cancel_nodes(node)
                continue
            if node["kind"] == "_due":
                out.append(
                    {
                        "kind": "call",
                        "procedure": f"action.{node['edge']}",
                        "args": [],
                        "into": None,
                        "site": self.action_edge(node["edge"]),
                        "~you": core.var("you"),
                    }
                )
                continue
            for part in ("then", "else", "body"):
                if part in node:
                    node[part] = self.cancelled(node[part])
            out.append(node)
        return out

    def action_edge(self, edge: str) -> int:
        game = self.world.game
        assert game is not None
        name = f"action.{edge}"
        if name not in self.lowering.procedures:
            procedure = self.lowering.add(Procedure(name, [], None, game.span, []))
            self.lowering.body(
                procedure,
                lambda b: [
                    *(self.starts_each(b, "action", False) if edge == "start" else []),
                    *self.due(b, edge, "action", False, game.span),
                ],
                you=core.var("you"),
            )
        return self.world.sites.add(game.span)


def _block(b: Body, body: tuple[nodes.Stmt, ...]) -> list[Node]:
    return b.block(body)
