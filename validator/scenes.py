"""Scenarios: tests in the language, lowered into scenes that the interpreter plays (CORE.md, section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..grammar import nodes
from ..grammar.diagnostics import near
from . import core
from .acting import payment
from .bodies import Procedure
from .model import expand
from .types import Bool, Broken, Enum, Int, ListOf, NothingType, Point, Set, Thing, Type, fits, spoken
from .values import Val, ZoneVal
from .world import PLAYER

if TYPE_CHECKING:
    from .acting import Body
    from .lower import Lowering

Node = dict[str, Any]


class Scenes:
    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.world = lowering.world
        self.reports = lowering.world.reports
        self.procedures: list[Procedure] = []
        self.option_names = self.find_options()

    def find_options(self) -> set[str]:
        from .syntax import walk

        world = self.world
        items: list[Any] = [
            *world.procedures.values(),
            *world.events.values(),
            *world.phases.values(),
            *world.actions.values(),
            *world.triggers,
        ]
        items += [world.sequence] if world.sequence else []
        items += [p for k in world.kinds.values() for a in k.abilities.values() for p in a.bodies.values()]
        found = {x.name.text for item in items for x in walk(item) if isinstance(x, nodes.Option)}
        return found | self.made_options() | set(world.actions) | {"yes", "no", "nothing", "done"}

    def made_options(self) -> set[str]:
        """Options that the text does not name itself: ways to pay, and triggers whose order is chosen."""
        world = self.world
        found = {
            payment(price)
            for action in world.actions.values()
            for clause in action.clauses
            if isinstance(clause, nodes.Cost) and len(clause.prices) > 1
            for price in clause.prices
        }
        for trigger in world.triggers:
            event = world.events.get(trigger.name.text)
            if event is not None and event.ordered_by is not None:
                alike = [t for t in world.triggers if (t.word, t.name.text) == (trigger.word, trigger.name.text)]
                found.add(f"{trigger.word}_{alike.index(trigger) + 1}")
        return found

    def scenario(self, number: int, s: nodes.Scenario) -> Node:
        world = self.world
        rules = expand(s.cites)
        out: Node = {
            "name": s.text,
            "rules": rules,
            "site": world.sites.add(s.span, rules),
            "players": world.low,
            "options": {},
            "procedures": [],
            "scenes": [],
        }
        shell = Procedure("_scene", [], None, s.span, rules)

        def make(b: Body) -> list[Node]:
            out["scenes"], out["procedures"] = [], []
            for k, scene in enumerate(s.scenes):
                b.rules = [*expand(scene.cites), *rules]
                self.scene(b, scene, out, f"scenario.{number + 1}.{k + 1}")
            return []

        self.lowering.body(shell, make, you=None)
        started = any(isinstance(x, nodes.Start) for x in s.scenes)
        if not started and any(x["scene"] in ("answer", "choices") for x in out["scenes"]):
            self.reports.error(
                "missing-clause",
                "nothing is played in this scenario",
                s.span,
                "somebody decides, but no phase is started",
                help="add `start play`, or `start PHASE for PLAYER`, before the first decision",
            )
        return out

    def scene(self, b: Body, scene: nodes.AnyScene, out: Node, name: str) -> None:
        node = self.lowered(b, scene, out, name)
        if node is not None:
            out["scenes"].append({**node, "site": b.site(scene.span, scene.cites)})

    def lowered(self, b: Body, scene: nodes.AnyScene, out: Node, name: str) -> Node | None:
        match scene:
            case nodes.ScenePlayers():
                if not self.world.low <= scene.count <= self.world.high:
                    b.error(
                        "players-out-of-range",
                        f"{scene.count} players cannot play this",
                        scene.span,
                        f"{self.world.low} to {self.world.high} can",
                        help="change it here, or in the `players` line of the game",
                    )
                out["players"] = scene.count
                return None
            case nodes.Under():
                self.under(scene, out)
                return None
            case nodes.Given():
                return self.given(b, scene, out, name)
            case nodes.Start():
                return self.start(b, scene)
            case nodes.Dice():
                return {"scene": "dice", "values": [self.single(b, v).node for v in scene.values]}
            case nodes.Shuffled():
                zone = b.expr(scene.zone)
                if not isinstance(zone, ZoneVal):
                    b.error("wrong-type", "only a zone is shuffled", scene.zone.span, "not a zone")
                    return None
                return {
                    "scene": "shuffled",
                    "zone": zone.node,
                    "of": zone.zone.holds,
                    "values": [b.wanted(v, Thing(zone.zone.holds)) for v in scene.values],
                }
            case nodes.Does():
                return {
                    "scene": "answer",
                    "who": b.player(scene.who, scene.span),
                    "answers": [self.acted(b, scene.call)],
                }
            case nodes.Picks():
                return {
                    "scene": "answer",
                    "who": b.player(scene.who, scene.span),
                    "answers": [self.answer(b, v) for v in scene.values],
                }
            case nodes.Accepts():
                return {
                    "scene": "answer",
                    "who": b.player(scene.who, scene.span),
                    "answers": [[{"option": "yes", "values": []}]],
                }
            case nodes.Declines():
                return {
                    "scene": "answer",
                    "who": b.player(scene.who, scene.span),
                    "answers": [[{"option": "no", "values": []}, {"option": "nothing", "values": []}]],
                }
            case nodes.Expect():
                return self.expect(b, scene)
            case nodes.ExpectChoices():
                return {"scene": "choices", "answers": [self.answer(b, v) for v in scene.values]}
            case nodes.ExpectNoChoice():
                return {"scene": "no choice", "answers": [self.answer(b, scene.value)]}
            case nodes.ExpectCannot():
                return self.cannot(b, scene)
            case nodes.ExpectSees():
                return self.sees(b, scene)
            case nodes.ExpectDecides():
                return {"scene": "decides", "who": b.player(scene.who, scene.span)}
            case nodes.ExpectWon():
                return {"scene": "won", "by": b.wanted(scene.by, Set(PLAYER))}
            case nodes.ExpectDrawn():
                return {"scene": "drawn"}

    def under(self, scene: nodes.Under, out: Node) -> None:
        ruling = self.world.rulings.get(scene.ruling.text)
        if ruling is None:
            self.reports.unknown("ruling", scene.ruling, self.world.rulings)
            return
        names = [r.name.text for r in ruling.readings]
        if scene.reading.text not in names:
            self.reports.unknown(f"reading of `{scene.ruling.text}`", scene.reading, names)
            return
        out["options"][scene.ruling.text] = names.index(scene.reading.text)

    # ------------------------------------------------------------ the position

    def given(self, b: Body, scene: nodes.Given, out: Node, name: str) -> Node:
        procedure = Procedure(name, [], None, scene.span, b.rules)
        self.lowering.body(procedure, lambda inner: [n for fix in scene.fixes for n in self.fix(inner, fix)], you=None)
        procedure.body = self.lowering.flow.cancelled(procedure.body)
        self.procedures.append(procedure)
        out["procedures"].append(name)
        return {"scene": "do", "procedure": name, "fresh": False}

    def fix(self, b: Body, fix: nodes.FixValue | nodes.FixCall) -> list[Node]:
        if isinstance(fix, nodes.FixCall):
            if fix.call.subject is None and fix.call.name.text in self.world.facts:
                return b.statement(nodes.Remember(fix.span, (), fix.call, None))
            return b.run(nodes.Run(fix.span, (), fix.call))
        zone = b.zone_named(fix.target)
        if zone is not None:
            return self.fix_zone(b, zone, fix)
        fact = fix.target
        if isinstance(fact, nodes.Call) and fact.subject is None and fact.name.text in self.world.facts:
            truth = fix.value
            if not isinstance(truth, nodes.Yes | nodes.No):
                b.error("wrong-type", "a fact is given as `yes` or `no`", truth.span, "neither of them")
            word: Any = (
                nodes.Remember(fix.span, (), fact, None)
                if isinstance(truth, nodes.Yes)
                else nodes.Forget(fix.span, (), fact)
            )
            return b.statement(word)
        target = b.target(fix.target)
        if target is None:
            return []
        return [b.store(target, b.value(fix.value, target.type), fix.span, fix.value.span)]

    def fix_zone(self, b: Body, zone: ZoneVal, fix: nodes.FixValue) -> list[Node]:
        """Exactly these things, from the bottom to the top; what lay there before lies nowhere."""
        of = zone.zone.holds
        var = b.local("_out", Thing(of))
        site = b.site(fix.span)
        clear = b.move_node(of, core.var(var), core.int_(0), None, False, fix.span)
        out: list[Node] = [
            {
                "kind": "for",
                "var": var,
                "domain": {"domain": "zone", "zone": zone.node, "of": of},
                "where": None,
                "body": [clear],
                "site": site,
            }
        ]
        if isinstance(fix.value, nodes.ListValue):
            return out + [
                b.move_node(of, b.wanted(item, Thing(of)), zone.node, "top", False, fix.span)
                for item in fix.value.items
            ]
        if isinstance(fix.value, nodes.Nothing | nodes.NoneValue):
            return out
        things = nodes.Move(fix.span, (), fix.value, False, False, None, "top", fix.target)
        return out + b.move_things(things, zone)

    def start(self, b: Body, scene: nodes.Start) -> Node | None:
        name = scene.phase.text
        if name == "play":
            if scene.player is not None or scene.args:
                span = scene.player.span if scene.player is not None else scene.args[0].span
                b.error(
                    "misplaced-line",
                    "the whole game is started for everybody",
                    span,
                    "nothing is said of it",
                    help="write `start play`",
                )
            return {"scene": "start", "procedure": "main", "args": [], "~you": None}
        phase = self.world.phases.get(name)
        if phase is None:
            self.reports.unknown("phase", scene.phase, [*self.world.phases, "play"])
            return None
        args = b.arguments(scene.args, self.lowering.flow.phase_params(phase), scene.phase)
        you = b.wanted(scene.player, Thing(PLAYER)) if scene.player is not None else None
        window = isinstance(phase, nodes.Window)
        return {"scene": "start", "procedure": f"phase.{name}" + (".body" if window else ""), "args": args, "~you": you}

    # ------------------------------------------------------------ answers

    def of(self, t: Type) -> str | None:
        match t:
            case Thing():
                return t.kind
            case Enum():
                return t.name
            case Point():
                return "point"
            case Bool():
                return "bool"
        return None

    def as_value(self, v: Val) -> Node:
        return {"of": self.of(v.type), "value": v.node}

    def answer(self, b: Body, e: nodes.Expr) -> list[Node]:
        """Everything that this text may mean as an answer; the decision at hand settles it."""
        match e:
            case nodes.Nothing():
                return [{"option": word, "values": []} for word in ("nothing", "done", "no")]
            case nodes.Yes():
                return [
                    {"option": "yes", "values": []},
                    {"option": None, "values": [{"of": "bool", "value": core.int_(1)}]},
                ]
            case nodes.No():
                return [
                    {"option": "no", "values": []},
                    {"option": None, "values": [{"of": "bool", "value": core.int_(0)}]},
                ]
            case nodes.Name():
                return self.named(b, e)
            case nodes.Call() if e.subject is None and not self.computes(b, e.name.text):
                return self.acted(b, e)
        return [{"option": None, "values": [self.as_value(self.single(b, e))]}]

    def computes(self, b: Body, name: str) -> bool:
        """Is this a value that is asked for, and no option?"""
        return name not in self.option_names and b.asked_for(name)

    def single(self, b: Body, e: nodes.Expr) -> Val:
        """One value, as answers and dice are."""
        v = b.value(e)
        if isinstance(v.type, Set | ListOf | NothingType):
            return b.error(
                "wrong-type",
                f"one value is needed here, not {spoken(v.type)}",
                e.span,
                f"this is {spoken(v.type)}",
                help="write them one after the other, with commas",
            )
        return v

    def named(self, b: Body, e: nodes.Name) -> list[Node]:
        out: list[Node] = []
        if e.text in self.option_names:
            out.append({"option": e.text, "values": []})
        for v in self.readings(b, e):
            out.append({"option": None, "values": [self.as_value(v)]})
        if not out and not b.reports.gone(e.text):
            known = [
                *self.option_names,
                *(t for k in self.world.kinds.values() for t in k.things),
                *(v for x in self.world.enums.values() for v in x.values),
            ]
            guess = near(e.text, known)
            b.error(
                "unknown-name",
                f"no option or thing is called `{e.text}`",
                e.span,
                "nothing to choose has this name",
                help=f"did you mean `{guess}`?" if guess else None,
            )
        return out

    def readings(self, b: Body, e: nodes.Expr) -> list[Val]:
        """The values an argument may stand for: one, or several where a bare name is ambiguous."""
        if isinstance(e, nodes.Name):
            found = b.global_name(e)
            if found is not None:
                v = self.single(b, e)
                return [v] if not isinstance(v.type, Broken) else []
            return b.candidates(e.text, None)
        v = self.single(b, e)
        return [] if isinstance(v.type, Broken) else [v]

    def acted(self, b: Body, call: nodes.Call) -> list[Node]:
        if call.name.text not in self.option_names:
            if b.reports.gone(call.name.text):
                return []
            guess = near(call.name.text, sorted(self.option_names))
            b.error(
                "unknown-name",
                f"no option or action is called `{call.name.text}`",
                call.name.span,
                "nothing to choose has this name",
                help=f"did you mean `{guess}`?" if guess else None,
            )
            return []
        combos: list[list[Node]] = [[]]
        types = self.param_types(call.name.text)
        for i, arg in enumerate(call.args):
            found = self.readings(b, arg)
            wanted = types[i] if i < len(types) else None
            if len(found) > 1 and wanted is not None:
                found = [v for v in found if fits(v.type, wanted)] or found
            if not found:
                b.value(arg)
            combos = [[*c, self.as_value(v)] for c in combos for v in found]
        return [{"option": call.name.text, "values": c} for c in combos]

    def param_types(self, name: str) -> list[Type | None]:
        action = self.world.actions.get(name)
        if action is None:
            return []
        return [self.world.type_of(p.type, p.name.text) if isinstance(p, nodes.Param) else None for p in action.params]

    # ------------------------------------------------------------ expectations

    def expect(self, b: Body, scene: nodes.Expect) -> Node:
        node: Node = {"scene": "expect", "test": b.test(scene.test)}
        test = scene.test
        if isinstance(test, nodes.Binary) and test.word in ("is", "<", "<=", ">", ">="):
            left, right = b.sides(test)
            scalar = Int | Bool | Enum | Thing | Point | Set | ListOf
            if isinstance(left.type, scalar) and isinstance(right.type, scalar):
                node |= {"left": left.node, "right": right.node, "type": b.core_type(left.type), "word": test.word}
        return node

    def cannot(self, b: Body, scene: nodes.ExpectCannot) -> Node | None:
        action = self.world.actions.get(scene.call.name.text)
        if action is None:
            self.reports.unknown("action", scene.call.name, self.world.actions)
            return None
        alternatives = self.acted(b, scene.call)
        values = [v["value"] for v in alternatives[0]["values"]] if alternatives else []
        return {
            "scene": "cannot",
            "who": b.player(scene.who, scene.span),
            "action": action.name.text,
            "values": values,
            "because": expand(scene.because),
        }

    def sees(self, b: Body, scene: nodes.ExpectSees) -> Node | None:
        v = b.expr(scene.what)
        node: Node = {"scene": "sees", "who": b.player(scene.who, scene.span), "expected": scene.sees}
        if isinstance(v, ZoneVal):
            return {**node, "zone": v.zone.full, "index": v.node["index"]}
        if isinstance(v, Val) and v.node["kind"] == "get":
            return {**node, "attribute": v.node["attribute"], "index": v.node["index"]}
        if isinstance(v, Val) and isinstance(v.type, Thing):
            return {**node, "thing": v.node, "of": v.type.kind}
        if not (isinstance(v, Val) and isinstance(v.type, Broken)):
            b.error(
                "wrong-type",
                "a player sees attributes, zones and things",
                scene.what.span,
                "this is something computed",
            )
        return None
