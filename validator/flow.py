"""Phases, windows, events and triggers, and the moments at which facts are forgotten and scheduled events come due."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import Procedure, relation_universe
from .model import expand
from .types import Bool, Broken, Int, Thing, Type, universe
from .world import PLAYER

if TYPE_CHECKING:
    from .acting import Body
    from .bodies import Bodies
    from .lower import Lowering

Node = dict[str, Any]
Phase = nodes.Phase | nodes.Window
SEES = {"everyone": "all", "owner": "owner", "nobody": "nobody"}


@dataclass(slots=True)
class Milestone:
    """What is due at one edge of a phase."""

    resets: list[tuple[str, Any]] = field(default_factory=list)  # counters set to 0: (attribute, of)
    forgets: list[tuple[str, str, bool]] = field(default_factory=list)  # (fact, its moment's attribute, per player)
    wakes: list[tuple[str, str, bool]] = field(default_factory=list)  # (waiting, live, per player): `next` becomes now
    schedules: list[tuple[str, str, bool]] = field(default_factory=list)  # (attribute, event, per player)
    woken: list[tuple[str, str, str, bool]] = field(default_factory=list)  # (waiting, live, event, per player)


class Flow:
    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.world = lowering.world
        self.milestones: dict[tuple[str, str], Milestone] = {}
        self.params: dict[str, list[tuple[str, Type]]] = {}
        self.moments: dict[str, list[str]] = {}  # fact -> its moments' attributes
        self.triggers: dict[tuple[str, str], list[int]] = {}
        self.awaited: bool | None = None  # does anything wait for an action? found once

    def milestone(self, edge: str, phase: str) -> Milestone:
        return self.milestones.setdefault((edge, phase), Milestone())

    def see(self, seen: nodes.Seen | None, default: Any) -> Any:
        if seen is None:
            return default
        if seen.test is not None:
            return {"test": seen.test, "then": SEES[seen.who], "else": SEES[seen.otherwise or "nobody"]}
        return SEES[seen.who]

    def reset(self, per: str, attribute: str, of: Any) -> None:
        entry = (attribute, of)
        if entry not in self.milestone("start", per).resets:
            self.milestone("start", per).resets.append(entry)

    def phase_params(self, phase: Phase) -> list[tuple[str, Type]]:
        name = phase.name.text
        if name not in self.params:
            self.params[name] = self.lowering.checked_params(phase.params)
        return self.params[name]

    # ------------------------------------------------------------ bodies

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
            if event.body:
                lowering.must_give(event, callee)
        for i, trigger in enumerate(world.triggers):
            self.trigger(i, trigger)

    def trigger(self, i: int, trigger: nodes.Trigger) -> None:
        """A trigger is a procedure, its condition a query; both know the parameters of what they hook."""
        world, lowering, name = self.world, self.lowering, trigger.name
        phase = world.phases.get(name.text)
        event = world.events.get(name.text)
        at_phase = trigger.word in ("at start", "at end") or (
            trigger.word == "instead" and trigger.params is None and phase is not None
        )
        if at_phase and (phase is None or isinstance(phase, nodes.Window)):
            world.reports.unknown("phase", name, [p for p, x in world.phases.items() if isinstance(x, nodes.Phase)])
            return
        if not at_phase and event is None:
            if trigger.word == "instead" and phase is not None:
                world.reports.error(
                    "wrong-arguments",
                    f"`{name.text}` is a phase",
                    name.span,
                    "a phase is replaced by its name alone",
                    help=f"write `instead of {name.text}`",
                )
            else:
                world.reports.unknown("event", name, world.events)
            return
        if at_phase:
            assert phase is not None
            params = self.phase_params(phase)
            names = [n for n, _ in params]
            spans = {p.name.text: p.name.span for p in phase.params}
            result = None
        else:
            callee = lowering.signature(name.text)
            assert callee is not None
            given = trigger.params or ()
            if len(given) != len(callee.params):
                world.reports.error(
                    "wrong-arguments",
                    f"`{name.text}` takes {len(callee.params)}, not {len(given)}",
                    name.span,
                    "the number of names does not fit",
                )
                return
            names = [n.text for n in given]
            params = [(n, t) for n, (_, t) in zip(names, callee.params, strict=True)]
            spans = {n.text: n.span for n in given}
            result = callee.result if trigger.word == "instead" else None
        self.triggers.setdefault((trigger.word, name.text), []).append(i)
        procedure = lowering.add(Procedure(f"trigger.{i + 1}", params, result, trigger.span, expand(trigger.cites)))

        def make(b: Body) -> list[Node]:
            b.replaced = name.text if trigger.word == "instead" else None
            return b.block(trigger.body)

        lowering.queue.append(
            lambda: lowering.body(
                procedure,
                make,
                you=core.var("you"),
                phase=phase if at_phase else None,
                phase_names=params if at_phase else None,
                spans=spans,
            )
        )
        if trigger.test is not None:
            condition = lowering.query_procedure(f"trigger.{i + 1}.if", params, trigger.span, expand(trigger.cites))
            condition.result = Bool()
            test = trigger.test
            lowering.queue.append(
                lambda: lowering.body(
                    condition,
                    lambda b: [{"kind": "return", "value": b.test(test), "site": b.site(test.span)}],
                    you=core.var("you"),
                    spans=spans,
                )
            )

    # ------------------------------------------------------------ statements

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

    def unknown_phase(self, b: Bodies, name: nodes.Name) -> None:
        b.reports.unknown("phase", name, [n for n, p in self.world.phases.items() if isinstance(p, nodes.Phase)])

    def open(self, b: Bodies, s: nodes.Open) -> list[Node]:
        window = self.world.phases.get(s.window.text)
        if not isinstance(window, nodes.Window):
            b.reports.unknown(
                "window", s.window, [n for n, p in self.world.phases.items() if isinstance(p, nodes.Window)]
            )
            return []
        args = b.arguments(s.args, self.phase_params(window), s.window)
        return [self.lowering.plain_call(b, f"phase.{window.name.text}.body", args, b.site(s.span, b.cites))]

    # ------------------------------------------------------------ facts and moments

    def moment(self, b: Bodies, m: nodes.Moment) -> tuple[str, str] | None:
        """(edge, phase) of a moment that exists."""
        if m.phase.text == "action":
            return m.edge, "action"
        phase = self.world.phases.get(m.phase.text)
        if phase is None or isinstance(phase, nodes.Window):
            self.unknown_phase(b, m.phase)
            return None
        if m.player is not None and not phase.for_player:
            b.error(
                "misplaced-line",
                f"`{m.phase.text}` is not played for anybody",
                m.player.span,
                "so it cannot be awaited for one player",
            )
            return None
        return m.edge, m.phase.text

    def fact_target(self, b: Bodies, call: nodes.Call) -> tuple[str, Node, list[tuple[str, Type]]] | None:
        if call.subject is not None or call.name.text not in self.world.facts:
            b.reports.unknown("fact", call.name, self.world.facts)
            return None
        params = self.lowering.fact_params(call.name.text)
        return f"fact.{call.name.text}", b.product_index(call.args, params, call), params

    def remember(self, b: Bodies, s: nodes.Remember) -> list[Node]:
        """Remembering again changes the moment at which it will be forgotten."""
        found = self.fact_target(b, s.fact)
        if found is None:
            return []
        name, index, params = found
        out: list[Node] = [self.member("include", name, None, index, params, b, s.span)]
        if s.until is None:
            return out + self.cancel(b, name, index, params, s.span, None)
        key = self.moment(b, s.until)
        if key is None:
            return []
        edge, phase = key
        player = b.wanted(s.until.player, Thing(PLAYER)) if s.until.player is not None else None
        waits = s.until.next and edge == "end"
        live = self.moment_attribute(name, params, edge, phase, player is not None, False)
        here = self.moment_attribute(name, params, edge, phase, player is not None, True) if waits else live
        if waits:
            entry = (here, live, player is not None)
            if entry not in self.milestone("start", phase).wakes:
                self.milestone("start", phase).wakes.append(entry)
        forget = (name, live, player is not None)
        if forget not in self.milestone(edge, phase).forgets:
            self.milestone(edge, phase).forgets.append(forget)
        return [
            *out,
            *self.cancel(b, name, index, params, s.span, here),
            self.member("include", here, player, index, params, b, s.span),
        ]

    def moment_attribute(
        self, fact: str, params: list[tuple[str, Type]], edge: str, phase: str, per_player: bool, waiting: bool
    ) -> str:
        attribute = f"{fact}.until.{edge}.{phase}{'.for' if per_player else ''}{'.next' if waiting else ''}"
        see = next(a["see"] for a in self.lowering.attributes if a["name"] == fact)
        self.lowering.attribute(
            attribute, PLAYER if per_player else None, {"kind": "set", "of": relation_universe(params)}, see
        )
        if attribute not in self.moments.setdefault(fact, []):
            self.moments[fact].append(attribute)
        return attribute

    def member(
        self,
        word: str,
        attribute: str,
        index: Node | None,
        item: Node,
        params: list[tuple[str, Type]],
        b: Bodies,
        span: Span,
    ) -> Node:
        return {
            "kind": word,
            "target": core.attribute_target(attribute, index),
            "item": [item],
            "of": relation_universe(params),
            "site": b.site(span, b.cites),
        }

    def cancel(
        self, b: Bodies, fact: str, index: Node, params: list[tuple[str, Type]], span: Span, keep: str | None
    ) -> list[Node]:
        """Takes a combination out of every moment of its fact. Moments that are found later are added by `wrappers`."""
        return [
            {
                "kind": "_cancel",
                "fact": fact,
                "item": index,
                "of": relation_universe(params),
                "keep": keep,
                "site": b.site(span, b.cites),
            }
        ]

    def forget(self, b: Bodies, s: nodes.Forget) -> list[Node]:
        found = self.fact_target(b, s.fact)
        if found is None:
            return []
        name, index, params = found
        return [
            self.member("exclude", name, None, index, params, b, s.span),
            *self.cancel(b, name, index, params, s.span, None),
        ]

    def schedule(self, b: Bodies, s: nodes.Schedule) -> list[Node]:
        """So many times is this combination due at that moment."""
        if s.event.subject is not None or s.event.name.text not in self.world.events:
            b.reports.unknown("event", s.event.name, self.world.events)
            return []
        callee = self.lowering.signature(s.event.name.text)
        assert callee is not None
        for (_, t), p in zip(callee.params, self.world.events[s.event.name.text].params, strict=True):
            if universe(t) is None and not isinstance(t, Broken):
                b.error(
                    "wrong-type",
                    f"`{s.event.name.text}` cannot be scheduled",
                    s.event.span,
                    "one of its parameters has no fixed set of values",
                    also=[(p.span, "this one")],
                )
                return []
        key = self.moment(b, s.at)
        if key is None:
            return []
        edge, phase = key
        index = b.product_index(s.event.args, callee.params, s.event)
        of: list[Any] = relation_universe(callee.params)
        per_player = s.at.player is not None
        if s.at.player is not None:
            of = [PLAYER, *of]
            size: Node = {"kind": "extent", "of": of[1:]}
            index = core.op("+", core.op("*", b.wanted(s.at.player, Thing(PLAYER)), size), index)
        name = f"schedule.{s.event.name.text}.{edge}.{phase}{'.for' if per_player else ''}"
        waits = s.at.next and edge == "end"
        counts = {"kind": "int", "low": 0, "high": 999}
        self.lowering.attribute(name, of, counts, self.world.open)
        entry = (name, s.event.name.text, per_player)
        if entry not in self.milestone(edge, phase).schedules:
            self.milestone(edge, phase).schedules.append(entry)
        target = name
        if waits:
            target = f"{name}.next"
            self.lowering.attribute(target, of, counts, self.world.open)
            woken = (target, name, s.event.name.text, per_player)
            if woken not in self.milestone("start", phase).woken:
                self.milestone("start", phase).woken.append(woken)
        site = b.site(s.span, b.cites)
        return [core.set_attribute(target, index, core.op("+", core.get(target, index), core.int_(1)), site)]

    # ------------------------------------------------------------ wrappers, once every body is known

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

    def attribute_resets(self) -> None:
        """`starts V each PHASE`: checked here, carried out by the wrappers."""
        for info in self.resettable():
            assert info.syntax is not None and info.syntax.starts is not None and info.syntax.starts.each is not None
            each = info.syntax.starts.each
            phase = self.world.phases.get(each.text)
            if each.text != "action" and not isinstance(phase, nodes.Phase):
                self.world.reports.unknown(
                    "phase", each, [*(n for n, p in self.world.phases.items() if isinstance(p, nodes.Phase)), "action"]
                )

    def resettable(self) -> list[Any]:
        world = self.world
        infos = [i for k in world.kinds.values() for i in k.attributes.values()] + list(world.table.values())
        return [
            i
            for i in infos
            if i.syntax is not None and i.syntax.starts is not None and i.syntax.starts.each is not None
        ]

    def starts_each(self, b: Body, phase: str, for_player: bool) -> list[Node]:
        out: list[Node] = []
        for info in self.resettable():
            if info.syntax.starts.each.text != phase:
                continue
            value = b.wanted(info.syntax.starts.value, info.type)
            site = b.site(info.syntax.span)
            if info.of is None:
                out.append(core.set_attribute(info.full, None, value, site))
            elif info.of == PLAYER and for_player:
                out.append(core.set_attribute(info.full, core.var("you"), value, site))
            else:
                var = b.local("_each", Thing(info.of))
                body = [core.set_attribute(info.full, core.var(var), value, site)]
                out.append(
                    {
                        "kind": "for",
                        "var": var,
                        "domain": core.all_domain(info.of),
                        "where": None,
                        "body": body,
                        "site": site,
                    }
                )
        return out

    def due(self, b: Body, edge: str, phase: str, for_player: bool, span: Span) -> list[Node]:
        """Everything due at one edge of a phase but its triggers: forgotten facts, waiting ones, scheduled events."""
        milestone = self.milestones.get((edge, phase))
        if milestone is None:
            return []
        site = b.site(span)
        out: list[Node] = []
        for attribute, of in milestone.resets:
            if of == PLAYER and for_player:
                out.append(core.set_attribute(attribute, core.var("you"), core.int_(0), site))
            else:
                var = b.local("_each", Int(0, 2**20))
                body = [core.set_attribute(attribute, core.var(var), core.int_(0), site)]
                out.append(
                    {
                        "kind": "for",
                        "var": var,
                        "domain": core.all_domain(of),
                        "where": None,
                        "body": body,
                        "site": site,
                    }
                )
        for fact, live, per_player in milestone.forgets:
            index = core.var("you") if per_player else None
            of = next(a["type"]["of"] for a in self.lowering.attributes if a["name"] == fact)
            rest = {"kind": "minus", "left": core.get(fact, None), "right": core.get(live, index), "of": of}
            out.append(core.set_attribute(fact, None, rest, site))
            out.append(core.set_attribute(live, index, {"kind": "things", "of": of, "items": []}, site))
        for waiting, live, per_player in milestone.wakes:
            index = core.var("you") if per_player else None
            of = next(a["type"]["of"] for a in self.lowering.attributes if a["name"] == live)
            both = {"kind": "union", "left": core.get(live, index), "right": core.get(waiting, index), "of": of}
            out.append(core.set_attribute(live, index, both, site))
            out.append(core.set_attribute(waiting, index, {"kind": "things", "of": of, "items": []}, site))
        for waiting, live, _, per_player in milestone.woken:
            out += self.woken(b, waiting, live, per_player, site)
        for attribute, event, per_player in milestone.schedules:
            out += self.scheduled(b, attribute, event, per_player, site)
        return out

    def slice_of(self, attribute: str, per_player: bool) -> tuple[Any, Node | None]:
        """The universe of a schedule's combinations, and where a player's part of it begins."""
        of = next(a["of"] for a in self.lowering.attributes if a["name"] == attribute)
        if not per_player:
            return of, None
        return of[1:], core.op("*", core.var("you"), {"kind": "extent", "of": of[1:]})

    def woken(self, b: Body, waiting: str, live: str, per_player: bool, site: int) -> list[Node]:
        of, base = self.slice_of(waiting, per_player)
        i = b.local("_due", Int(0, 2**20))
        index = core.op("+", base, core.var(i)) if base is not None else core.var(i)
        body = [
            core.set_attribute(live, index, core.op("+", core.get(live, index), core.get(waiting, index)), site),
            core.set_attribute(waiting, index, core.int_(0), site),
        ]
        return [{"kind": "for", "var": i, "domain": core.all_domain(of), "where": None, "body": body, "site": site}]

    def scheduled(self, b: Body, attribute: str, event: str, per_player: bool, site: int) -> list[Node]:
        callee = self.lowering.signature(event)
        assert callee is not None
        of, base = self.slice_of(attribute, per_player)
        i = b.local("_due", Int(0, 2**20))
        index = core.op("+", base, core.var(i)) if base is not None else core.var(i)
        args: list[Node] = []
        rest: Node = core.var(i)
        for _, t in reversed(callee.params):
            u = universe(t)
            size: Node = core.int_(u) if isinstance(u, int) else {"kind": "extent", "of": u}
            arg = core.op("mod", rest, size)
            args.insert(0, core.op("+", arg, core.int_(t.low)) if isinstance(t, Int) and t.low != 0 else arg)
            rest = core.op("div", rest, size)
        for arg in args:
            for part in _operations(arg):
                part["site"] = site
        call = self.lowering.plain_call(b, callee.core, args, site)
        less = core.set_attribute(attribute, index, core.op("-", core.get(attribute, index), core.int_(1)), site)
        body: list[Node] = [
            {
                "kind": "while",
                "test": core.op(">", core.get(attribute, index), core.int_(0)),
                "body": [less, call],
                "site": site,
            }
        ]
        return [
            {
                "kind": "for",
                "var": i,
                "domain": {**core.all_domain(of), "~bound": self.world.size(of)},
                "where": core.op(">", core.get(attribute, index), core.int_(0)),
                "body": body,
                "site": site,
            }
        ]

    def fire(self, b: Body, word: str, name: str, params: list[tuple[str, Type]], site: int) -> list[Node]:
        """The triggers of one hook, in the order of the text."""
        out: list[Node] = []
        args = [core.var(n) for n, _ in params]
        for i in self.triggers.get((word, name), []):
            call = self.lowering.plain_call(b, f"trigger.{i + 1}", args, site)
            test = self.condition(b, i, args)
            out.append(core.when(test, [call]) if test is not None else call)
        return out

    def condition(self, b: Body, i: int, args: list[Node]) -> Node | None:
        trigger = self.world.triggers[i]
        return (
            self.lowering.ask_node(b, f"trigger.{i + 1}.if", args, trigger.span) if trigger.test is not None else None
        )

    def dispatcher(
        self, name: str, hook: str, params: list[tuple[str, Type]], result: Type | None, span: Span, rules: list[str]
    ) -> None:
        """What a call reaches: the first `instead` whose condition holds, otherwise the thing itself."""
        procedure = self.lowering.add(Procedure(name, params, result, span, rules))

        def make(b: Body) -> list[Node]:
            site = b.site(span)
            args = [core.var(n) for n, _ in params]
            out: list[Node] = []
            for i in self.triggers.get(("instead", hook), []):
                out += self.instead(b, i, args, result, site)
            if result is None:
                return [*out, self.lowering.plain_call(b, f"{name}.run", args, site)]
            given = b.local("_given", result)
            call = {**self.lowering.plain_call(b, f"{name}.run", args, site), "into": given}
            return [*out, call, {"kind": "return", "value": core.var(given), "site": site}]

        self.lowering.body(procedure, make, you=core.var("you"))

    def instead(self, b: Body, i: int, args: list[Node], result: Type | None, site: int) -> list[Node]:
        call = self.lowering.plain_call(b, f"trigger.{i + 1}", args, site)
        taken: list[Node] = [call, {"kind": "return", "value": None, "site": site}]
        if result is not None:
            given = b.local("_given", result)
            call["into"] = given
            taken[1]["value"] = core.var(given)
        test = self.condition(b, i, args)
        return [core.when(test, taken)] if test is not None else [core.when(core.int_(1), taken)]

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

    def ordered(self, b: Body, event: nodes.Event, word: str, params: list[tuple[str, Type]], site: int) -> list[Node]:
        """Triggers in the order of the text, or, one by one, as somebody chooses; each is tested again before it is
        offered."""
        found = self.triggers.get((word, event.name.text), [])
        if event.ordered_by is None or len(found) < 2:
            return self.fire(b, word, event.name.text, params, site)
        args = [core.var(n) for n, _ in params]
        of = len(found)
        ran = b.local("_ran", Int(0, 1))
        b.procedure.locals[ran]["type"] = {
            "kind": "set",
            "of": of,
        }  # which of them have run, by their place in the text
        tag = b.local("_tag", Int(-1, of))
        branches = []
        for k, i in enumerate(found):
            fresh = core.not_({"kind": "has", "set": core.var(ran), "item": core.int_(k), "of": of})
            test = self.condition(b, i, args)
            trigger = self.world.triggers[i]
            branches.append(
                b.branch(
                    k,
                    f"{word}_{k + 1}",
                    [],
                    [],
                    [],
                    trigger.span,
                    when=core.and_(fresh, test),
                    rules=expand(trigger.cites),
                )
            )
        who = b.wanted(event.ordered_by, Thing(PLAYER))
        shell = nodes.Stop(event.span, event.cites)
        ask = b.asked(
            shell,
            who,
            branches,
            tag=tag,
            values=[],
            none="skip",
            asking=nodes.Asking(event.span, "What comes next?", False),
        )
        bodies: list[list[Node]] = [
            [
                {"kind": "include", "target": core.var(ran), "item": [core.int_(k)], "of": of, "site": site},
                self.lowering.plain_call(b, f"trigger.{i + 1}", args, site),
            ]
            for k, i in enumerate(found)
        ]
        stop = core.when(
            core.equal(core.var(tag), core.int_(-1)), [{"kind": "drop", "names": [tag]}, {"kind": "break"}]
        )
        body = [ask, stop, *core.dispatch(core.var(tag), bodies), {"kind": "drop", "names": [tag]}]
        return [{"kind": "while", "test": core.int_(1), "body": body, "site": site}, {"kind": "drop", "names": [ran]}]

    # ------------------------------------------------------------ actions as moments

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
        from .lower import walk

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

    def cancel_nodes(self, node: Node) -> list[Node]:
        out: list[Node] = []
        for attribute in self.moments.get(node["fact"], []):
            if attribute == node["keep"] and not attribute.endswith(".for") and ".for." not in attribute:
                continue
            info = next(a for a in self.lowering.attributes if a["name"] == attribute)
            if info["of"] is None:
                out.append(
                    {
                        "kind": "exclude",
                        "target": core.attribute_target(attribute, None),
                        "item": [node["item"]],
                        "of": node["of"],
                        "site": node["site"],
                    }
                )
            else:
                for p in range(self.world.high):
                    test = core.op("<", core.int_(p), {"kind": "extent", "of": PLAYER})
                    out.append(
                        core.when(
                            test,
                            [
                                {
                                    "kind": "exclude",
                                    "target": core.attribute_target(attribute, core.int_(p)),
                                    "item": [node["item"]],
                                    "of": node["of"],
                                    "site": node["site"],
                                }
                            ],
                        )
                    )
        return out


def _block(b: Body, body: tuple[nodes.Stmt, ...]) -> list[Node]:
    return b.block(body)


def _operations(node: Node) -> list[Node]:
    """The divisions in an expression made here: they need a site."""
    if node["kind"] != "op":
        return []
    own = [node] if node["op"] in ("div", "mod") else []
    return own + [part for arg in node["args"] for part in _operations(arg)]
