"""Moments: when facts are forgotten, attributes start anew and scheduled events come due."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import relation_universe
from .types import Broken, Int, Thing, Type, universe
from .values import Node
from .world import PLAYER

if TYPE_CHECKING:
    from .acting import Body
    from .bodies import Bodies
    from .lower import Lowering


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


class Moments:
    """The edges of phases and what waits for them."""

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

    def unknown_phase(self, b: Bodies, name: nodes.Name) -> None:
        b.reports.unknown("phase", name, [n for n, p in self.world.phases.items() if isinstance(p, nodes.Phase)])

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
                help="leave out `for …`, or declare the phase `for player`",
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


def _operations(node: Node) -> list[Node]:
    """The divisions in an expression made here: they need a site."""
    if node["kind"] != "op":
        return []
    own = [node] if node["op"] in ("div", "mod") else []
    return own + [part for arg in node["args"] for part in _operations(arg)]
