"""Plays the scenarios of a ruleset: sets up a position, gives the answers, compares what is expected with what is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..grammar.diagnostics import Diagnostic, Label, RulewrightError
from . import engines, script
from .decision import Decision, Option, decision_of
from .faults import RuleFault
from .invariants import broken, hold
from .naming import Program, value_of, word_of
from .observer import Observer
from .refusals import first_failure
from .rehearsal import ROOM, prepare
from .reports import fault_report, site_span
from .sight import Sight
from .state import DRAWN, OVER, RESULT, STATUS, WINNERS, WON, Choice, State, Value
from .state import Option as Answer

Node = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """How one scenario went on one engine."""

    name: str
    engine: str
    rules: tuple[str, ...]
    failure: Diagnostic | None

    @property
    def passed(self) -> bool:
        return self.failure is None


def run(program: Program, scenarios: Iterable[Node], engine_names: Iterable[str]) -> Iterator[Result]:
    """Each scenario on each engine. Those with the same players and rulings share one specialised program."""
    groups: dict[tuple[Any, ...], list[Node]] = {}
    for scenario in scenarios:
        key = (scenario["players"], tuple(sorted(scenario["options"].items())))
        groups.setdefault(key, []).append(scenario)
    names = list(engine_names)
    for (players, options), group in groups.items():
        rules, ready = prepare(program, group, players, dict(options))
        reference = engines.make(rules, "reference")
        for name in names:
            engine = reference if name == "reference" else engines.make(rules, name)
            for scenario in ready:
                failure = Scene(rules, engine, reference, scenario).play()
                yield Result(scenario["name"], name, tuple(scenario["rules"]), failure)


class Failed(Exception):
    """A scene that did not come out as it says."""

    def __init__(self, headline: str, said: str, *notes: str) -> None:
        super().__init__(headline)
        self.headline, self.said, self.notes = headline, said, notes


class Scene:
    """One scenario on one engine. What an engine cannot do itself (evaluate, perform) the reference engine does."""

    def __init__(self, rules: Program, engine: Any, reference: Any, scenario: Node) -> None:
        self.rules = rules
        self.engine = engine
        self.reference = reference
        self.scenario = scenario
        self.sight = Sight(rules)
        self.forced: list[tuple[Choice, Option]] = []  # answers taken unasked that no scene has spoken of yet
        self.excused: list[Node] = []  # invariants that did not hold of the position that was set up
        self.state: State = reference.fresh()

    def play(self) -> Diagnostic | None:
        """None if everything is as expected."""
        for scene in self.scenario["scenes"]:
            try:
                getattr(self, "do_" + scene["scene"].replace(" ", "_"))(scene)
            except Failed as failed:
                return self._failure(scene, failed.headline, failed.said, failed.notes)
            except RuleFault as fault:
                return self._fault(scene, fault_report(self.rules, fault, self.state))
        return self.left_over()

    def left_over(self) -> Diagnostic | None:
        """Chance that was fixed and never met: the scenario does not show what it says."""
        values, numbers = script.left(self.state, self.rules["script"])
        for count, word, headline in (
            (values, "dice", "dice are fixed here that nobody rolls"),
            (numbers, "shuffled", "an order is fixed here that no shuffle takes up"),
        ):
            if count:
                scene = [s for s in self.scenario["scenes"] if s["scene"] == word][-1]
                return self._failure(scene, headline, "left over at the end", ())
        return None

    # ------------------------------------------------------------ the position and the script

    def do_do(self, scene: Node) -> None:
        if scene["fresh"]:
            self.state = self.reference.fresh()
        self.reference.perform(self.state, scene["procedure"])

    def do_start(self, scene: Node) -> None:
        args = [self.value(arg) for arg in scene["args"]]
        if scene["procedure"] != self.rules["main"] or self.scenario["scenes"][0]["scene"] == "do":
            self.excused = broken(self.rules, self.reference, self.state)
        self.advance(lambda engine, state: engine.start(state, scene["procedure"], args))

    def do_dice(self, scene: Node) -> None:
        if not script.add_values(self.state, self.rules["script"], [self.scalar(v) for v in scene["values"]]):
            raise Failed("too many dice are fixed in this scenario", f"{ROOM} is the most")

    def do_shuffled(self, scene: Node) -> None:
        things = [self.scalar(v) for v in scene["values"]]
        if not script.add_order(self.state, self.rules["script"], self.scalar(scene["zone"]), things):
            raise Failed("too much is fixed in this scenario", f"{ROOM} is the most")

    # ------------------------------------------------------------ decisions

    def do_answer(self, scene: Node) -> None:
        who = self.scalar(scene["who"])
        for answer in scene["answers"]:
            if self.was_forced(who, answer):
                continue
            choice, decision = self.asked()
            if choice.who != who:
                raise Failed(
                    f"{self.player(who)} does not decide now",
                    f"expected to decide: {self.player(who)}",
                    f"it is {self.player(choice.who)} who decides: {decision.prompt}",
                )
            option = self.fitting(answer, choice, decision)
            if option is None:
                raise Failed(
                    f"{self.player(who)} is not offered this",
                    f"expected: `{self.spoken(answer)}`",
                    f"offered: {_listed([o.text for o in decision.options])}",
                )
            taken = option.answer
            self.forced.clear()
            self.advance(lambda engine, state, taken=taken: engine.answer(state, taken))  # type: ignore[misc]

    def was_forced(self, who: int, answer: list[Node]) -> bool:
        """A scene may also name what was taken unasked because there was no other option."""
        choice = self.engine.choice(self.state)
        if choice is not None and choice.who == who:
            decision = decision_of(self.rules, choice.node, choice.who, choice.options)
            if self.fitting(answer, choice, decision) is not None:
                return False
        for place, (past, option) in enumerate(self.forced):
            decision = decision_of(self.rules, past.node, past.who, [option.answer])
            if past.who == who and self.fitting(answer, past, decision) is not None:
                del self.forced[: place + 1]
                return True
        return False

    def advance(self, run: Callable[[Any, State], object]) -> None:
        """Let the engine run. The reference engine runs beside any other: it tells what was forced, and where the two
        end in different states one of them is wrong."""
        beside = list(self.state)
        self.reference.observer = _Forced(self)
        try:
            run(self.reference, beside)
        finally:
            self.reference.observer = None
        if self.engine is not self.reference:
            run(self.engine, self.state)
            if self.state != beside:
                raise Failed("the two engines do not agree", "different positions after this")
        self.state = beside
        hold(self.rules, self.reference, self.state, self.excused)

    def do_choices(self, scene: Node) -> None:
        choice, decision = self.asked()
        wanted = [(self.spoken(a), self.fitting(a, choice, decision)) for a in scene["answers"]]
        missing = [text for text, option in wanted if option is None]
        hit = {option for _, option in wanted if option is not None}
        more = [option.text for option in decision.options if option not in hit]
        if missing or more:
            notes = [f"expected and not offered: {_listed(missing)}"] if missing else []
            notes += [f"offered and not expected: {_listed(more)}"] if more else []
            raise Failed("other choices are offered", "expected exactly these", *notes)

    def do_no_choice(self, scene: Node) -> None:
        choice, decision = self.asked()
        for answer in scene["answers"]:
            option = self.fitting(answer, choice, decision)
            if option is not None and (option in decision.options or self.may_be(option)):
                raise Failed(f"`{option.text}` is offered", "expected not to be offered")

    def may_be(self, option: Option) -> bool:
        """May a point that is not proposed be answered? Tried on a copy of the position."""
        try:
            self.reference.answer(list(self.state), option.answer)
        except RuleFault as fault:
            return fault.code != "answer"
        return True

    def do_cannot(self, scene: Node) -> None:
        who, action = self.scalar(scene["who"]), scene["action"]
        choice, _ = self.asked()
        branch = next((b for b in choice.node["branches"] if b.get("name") == action), None)
        if choice.who != who or branch is None:
            if scene["because"]:
                notes = f"it is {self.player(choice.who)} who decides, and `{action}` is not among what is asked"
                raise Failed(f"`{action}` is not asked of {self.player(who)} now", "expected a reason", notes)
            return
        names = list(branch["params"])[: len(scene["values"])]
        given = dict(zip(names, (self.scalar(v) for v in scene["values"]), strict=True))
        refusal = first_failure(self.rules, self.reference, self.state, choice, branch, given)
        if refusal is None:
            raise Failed(f"{self.player(who)} can do `{action}`", "expected that this is impossible")
        missing = [rule for rule in scene["because"] if rule not in refusal.rules]
        if missing:
            because = f"expected because of {', '.join(scene['because'])}"
            actual = f"{refusal.text} ({', '.join(refusal.rules) or 'no rule is named'})"
            raise Failed("it is impossible for another reason", because, f"the reason is: {actual}")

    def asked(self) -> tuple[Choice, Decision]:
        choice = self.engine.choice(self.state)
        if choice is None:
            why = "what was started has come to its end" if self.state[STATUS] == OVER else "nothing has been started"
            notes = [f"taken unasked: {self.player(past.who)} {option.text}" for past, option in self.forced[-3:]]
            raise Failed("nobody decides now", "expected a decision", why, *notes)
        return choice, decision_of(self.rules, choice.node, choice.who, choice.options)

    def fitting(self, alternatives: list[Node], choice: Choice, decision: Decision) -> Option | None:
        """The option that one of the alternatives means."""
        branches = {b["tag"]: b for b in reversed(choice.node["branches"])}
        for alternative in alternatives:
            values = [self.scalar(v["value"]) for v in alternative["values"]]
            for option in decision.options:
                branch = branches[option.answer[0]]
                fits = option.name == alternative["option"] and self.same_kind(alternative, branch)
                if fits and list(option.answer[1 : 1 + len(branch["types"])]) == values:
                    return option
        return self.free_point(alternatives, choice)

    def free_point(self, alternatives: list[Node], choice: Choice) -> Option | None:
        """Where any valid point may be chosen, a point that is no candidate."""
        if choice.node["open"] is None:
            return None
        for alternative in alternatives:
            values = [self.scalar(v["value"]) for v in alternative["values"] if v["of"] == "point"]
            if len(values) == 1:
                answer = (choice.node["branches"][0]["tag"], values[0], 0, 0)
                return decision_of(self.rules, choice.node, choice.who, [answer]).options[0]
        return None

    @staticmethod
    def same_kind(alternative: Node, branch: Node) -> bool:
        """A plain choice is found by the kind of its value, a named option by its name."""
        if len(alternative["values"]) != len(branch["types"]):
            return False
        if alternative["option"] is not None:
            return True
        return bool(branch["types"]) and alternative["values"][0]["of"] == branch["types"][0].get("of")

    # ------------------------------------------------------------ expectations

    def do_expect(self, scene: Node) -> None:
        if self.value(scene["test"]):
            return
        if "left" not in scene:
            raise Failed("an expectation does not hold", "expected this to be so")
        left, right = self.worded(scene["type"], scene["left"]), self.worded(scene["type"], scene["right"])
        word = scene.get("word", "is")
        wanted = f"expected {right}" if word == "is" else f"expected {word} {right}"
        raise Failed("an expectation does not hold", wanted, f"it is {left}")

    def do_sees(self, scene: Node) -> None:
        who = self.scalar(scene["who"])
        sees = self.sees(scene, who)
        if sees != scene["expected"]:
            actual, wanted = ("sees", "expected not to see it") if sees else ("does not see", "expected to see it")
            raise Failed(f"{self.player(who)} {actual} this", wanted)

    def sees(self, scene: Node, who: int) -> bool:
        if "thing" in scene:
            return self.sight.knows_place(self.state, scene["of"], self.scalar(scene["thing"]), who)
        index = 0 if scene["index"] is None else self.scalar(scene["index"])
        if "attribute" in scene:
            return self.sight.sees_attribute(self.state, scene["attribute"], index, who)
        zone = next(z for z in self.rules["zones"] if z["name"] == scene["zone"])
        return self.sight.sees_zone(self.state, zone["first"] + index, who)

    def do_decides(self, scene: Node) -> None:
        who = self.scalar(scene["who"])
        choice, _ = self.asked()
        if choice.who != who:
            raise Failed(f"{self.player(choice.who)} decides now", f"expected {self.player(who)}")

    def do_won(self, scene: Node) -> None:
        self.ended()
        wanted = self.scalar(scene["by"])
        if self.state[RESULT] != WON or self.state[WINNERS] != wanted:
            raise Failed("the game has another end", f"expected won by {self.players(wanted)}", self.outcome())

    def do_drawn(self, scene: Node) -> None:
        self.ended()
        if self.state[RESULT] != DRAWN:
            raise Failed("the game has another end", "expected a draw", self.outcome())

    def ended(self) -> None:
        if self.state[STATUS] == OVER:
            return
        choice, decision = self.asked()
        notes = f"{self.player(choice.who)} decides: {decision.prompt}"
        raise Failed("the game is not over", "expected its end", notes)

    def outcome(self) -> str:
        return f"won by {self.players(self.state[WINNERS])}" if self.state[RESULT] == WON else "it is drawn"

    # ------------------------------------------------------------ values and words

    def value(self, expression: Node) -> Value:
        value: Value = self.reference.evaluate(self.state, expression)
        return value

    def scalar(self, expression: Node) -> int:
        value = self.value(expression)
        assert isinstance(value, int)
        return value

    def worded(self, type_: Node, expression: Node) -> str:
        value = self.value(expression)
        if isinstance(value, tuple):
            return "[" + ", ".join(word_of(value_of(self.rules, type_, v)) for v in value) + "]"
        if type_["kind"] == "set":
            members = [i for i in range(value.bit_length()) if value >> i & 1]
            return _listed([word_of(value_of(self.rules, {"of": type_["of"]}, i)) for i in members])
        return f"`{word_of(value_of(self.rules, type_, value))}`"

    def spoken(self, alternatives: list[Node]) -> str:
        if not alternatives:
            return "nothing"
        first = alternatives[0]
        words = ", ".join(
            word_of(value_of(self.rules, {"of": v["of"]}, self.scalar(v["value"]))) for v in first["values"]
        )
        if first["option"] is None:
            return words
        return f"{first['option']}({words})" if words else str(first["option"])

    def player(self, who: int) -> str:
        return str(self.rules["names"]["player"][who])

    def players(self, mask: int) -> str:
        return ", ".join(self.player(p) for p in range(self.rules["players"]) if mask >> p & 1) or "nobody"

    # ------------------------------------------------------------ reports

    def _failure(self, scene: Node, headline: str, said: str, notes: tuple[str, ...]) -> Diagnostic:
        span = site_span(self.rules, scene["site"])
        labels = (Label(span, said),) if span else ()
        name = f'in the scenario "{self.scenario["name"]}"'
        return Diagnostic("scenario-failed", headline, labels, (*notes, name), rules=tuple(self.scenario["rules"]))

    def _fault(self, scene: Node, error: RulewrightError) -> Diagnostic:
        fault = error.diagnostics[0]
        span = site_span(self.rules, scene["site"])
        labels = (*fault.labels, *((Label(span, "while this was played"),) if span else ()))
        name = f'in the scenario "{self.scenario["name"]}"'
        return Diagnostic(fault.name, fault.headline, labels, (*fault.notes, name), fault.help, rules=fault.rules)


class _Forced(Observer):
    """Hears of choices with one option."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def forced(self, node: Node, who: int, option: Answer) -> None:
        shown = decision_of(self.scene.rules, node, who, [option]).options[0]
        self.scene.forced.append((Choice(node["point"], who, [option], node, 0), shown))


def _listed(texts: list[str]) -> str:
    shown = ", ".join(f"`{text}`" for text in texts[:12]) or "nothing"
    return f"{shown} and {len(texts) - 12} more" if len(texts) > 12 else shown
