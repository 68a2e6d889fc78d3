"""Triggers: what comes before, after or instead of an event, and at the edges of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .bodies import Procedure
from .model import expand
from .moments import Moments
from .syntax import leaves
from .types import Bool, Int, Thing, Type, spoken, values
from .values import Node
from .world import PLAYER

if TYPE_CHECKING:
    from .acting import Body


class Triggers(Moments):
    """Hooks."""

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
                    f"`{name.text}` takes {values(len(callee.params))}, not {len(given)}",
                    name.span,
                    "the number of names does not fit",
                    help=f"write `{name.text}({', '.join(n for n, _ in callee.params)})`",
                )
                return
            self.own_names(given)
            names = [n.text for n in given]
            params = [(n, t) for n, (_, t) in zip(names, callee.params, strict=True)]
            spans = {n.text: n.span for n in given}
            result = callee.result if trigger.word == "instead" else None
            if result is not None and not leaves(trigger.body):
                world.reports.error(
                    "missing-value",
                    f"this may end without giving what `{name.text}` gives",
                    trigger.span,
                    f"{spoken(result)} is promised",
                    help="end it with `give …`",
                )
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

    def own_names(self, given: tuple[nodes.Name, ...]) -> None:
        """A trigger's names for the parameters of its event."""
        self.lowering.checked_names(given)
        for i, name in enumerate(given):
            if any(n.text == name.text for n in given[:i]):
                self.world.reports.error(
                    "name-twice",
                    f"two parameters are called `{name.text}`",
                    name.span,
                    "again here",
                    help="give this one another name",
                )

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

    def ordered(self, b: Body, event: nodes.Event, word: str, params: list[tuple[str, Type]], site: int) -> list[Node]:
        """Triggers in the order of the text, or, one by one, as somebody chooses; each is tested again before it is
        offered."""
        found = self.triggers.get((word, event.name.text), [])
        who = b.wanted(event.ordered_by, Thing(PLAYER)) if event.ordered_by is not None else core.int_(0)
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
