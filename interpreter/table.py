"""A game being played: one position, who decides, and the way back."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, TypeVar

from ..grammar.diagnostics import Diagnostic, RulewrightError, near
from . import chance, engines
from .decision import Decision, Option, decision_of, point_option
from .faults import RuleFault
from .frames import statement_at
from .log import Journal, Log, Mark
from .naming import Point, Program, Value, parse_point
from .picture import Picture, picture
from .refusals import Refusal, refusal
from .reports import fault_report
from .saves import Save
from .state import ATTEMPT, DRAWN, FP, OVER, PC, PENDING, RESULT, STATUS, WINNERS, Choice, State, digest
from .story import Happenings, Line, Story, Told
from .views import Views

T = TypeVar("T")

REMEMBERED = 512  # positions kept for taking back; what lies further back is played again from the start


@dataclass(frozen=True)
class Setup:
    """What a game is played with: enough to begin the same game anywhere."""

    program: Program  # open, as the validator made it
    rules: Program  # specialised to these players and rulings
    options: Mapping[str, str]  # every ruling with its reading
    seed: int
    engine: str
    source: str  # where the program was loaded from
    tool: str  # version of Rulewright

    @cached_property
    def views(self) -> Views:
        return Views(self.rules)

    @cached_property
    def told(self) -> Told:
        return Told(self.rules, self.views.sight)


@dataclass(frozen=True, slots=True)
class _Step:
    """An answer, and what is needed to take it back."""

    option: Option
    mark: Mark
    before: array[int] | None
    happened: Happenings  # before it was given


class Table:
    """Made by `Game.new` and `resume`. A call that fails leaves the table as it was."""

    def __init__(self, setup: Setup, engine: engines.Engine) -> None:
        self.setup = setup
        self.rules = setup.rules
        self.views = setup.views
        self._engine = engine
        self._steps: list[_Step] = []
        self._journal = Journal(setup.rules, setup.views.sight)
        self._happened = Happenings()
        self._decision: Decision | None = None
        self._mirror: Table | None = None
        self._state: State = []
        if self._listens:
            state = engine.fresh()
            chance.seed(state, setup.seed)
            self._go_on(state, lambda: engine.start(state, setup.rules["main"], []))
        else:
            self._state = self._faultless([], lambda: engine.new(setup.seed))

    # ------------------------------------------------------------ deciding

    @property
    def over(self) -> bool:
        return self._state[STATUS] == OVER

    @property
    def decision(self) -> Decision:
        """Who decides what now. When the game is over nobody does."""
        if self._decision is None:
            choice = self._choice()
            self._decision = decision_of(self.rules, choice.node, choice.who, choice.options)
        return self._decision

    def play(self, choice: int | str | Option | Point) -> None:
        """Answer the decision: by an option, its index, its text, or a point where any point may be chosen."""
        asked = self._choice()
        option = self._option(choice)
        step = _Step(option, self._journal.mark(), array("i", self._state), self._happened)
        state = list(self._state)
        if self._listens:
            self._journal.add(asked.node, asked.who, option.answer, state, option.text)
        try:
            self._go_on(state, lambda: self._engine.answer(state, option.answer), asked.who)
        except RulewrightError:
            self._journal.back_to(step.mark)
            raise
        self._steps.append(step)
        if len(self._steps) > REMEMBERED:
            self._steps[-REMEMBERED - 1] = replace(self._steps[-REMEMBERED - 1], before=None)

    def undo(self) -> None:
        """Take the last answer back."""
        if not self._steps:
            raise _problem("nothing-to-undo", "nothing has been answered yet, so nothing can be taken back")
        step = self._steps.pop()
        if step.before is None:
            self._replay([s.option for s in self._steps])
            return
        self._journal.back_to(step.mark)
        self._state, self._happened, self._decision = list(step.before), step.happened, None

    def clone(self) -> Table:
        """The same position again, to try something out on."""
        again = object.__new__(Table)
        again.__dict__.update(self.__dict__)
        again._steps, again._journal, again._mirror = list(self._steps), self._journal.copy(), None
        return again

    def _go_on(self, state: State, run: Callable[[], object], by: int | None = None) -> None:
        """Let the engine run to the next decision, hear what it tells, and take the new state if all went well. `by`
        has given the answer."""
        if self._listens:
            story = Story(self.setup.told, state, self._journal)
            self._reference.observer = story
            try:
                self._faultless(state, run)
            finally:
                self._reference.observer = None
            lines = tuple(story.lines)
        else:
            self._faultless(state, run)
            lines = ()
        unfinished = bool(state[ATTEMPT]) or self._goes_on(state)
        self._journal.settle(state, unfinished)
        self._happened = self._happened.and_then(lines, by, unfinished)
        self._state, self._decision = state, None

    def _goes_on(self, state: State) -> bool:
        """Is this the next choice of a series of which one was answered last? Others would learn from what is left to
        choose from how the things chosen stand among them."""
        series = _series(self.rules, state)
        return series is not None and series == _series(self.rules, self._state)

    def _faultless(self, state: State, run: Callable[[], T]) -> T:
        try:
            return run()
        except RuleFault as fault:
            raise fault_report(self.rules, fault, state) from None

    @property
    def _listens(self) -> bool:
        """Does the engine tell what happens? The compiled one only plays."""
        return self.setup.engine != "compiled"

    @property
    def _teller(self) -> Table:
        """The table that has the story of this game: itself, or one beside it that plays the same answers on the
        reference engine, as far as somebody has asked for the story."""
        if self._listens:
            return self
        if self._mirror is None:
            self._mirror = Table(replace(self.setup, engine=engines.suited(self.rules)), self._reference)
        mirror = self._mirror
        common = 0
        while common < min(len(mirror._steps), len(self._steps)):
            if mirror._steps[common].option != self._steps[common].option:
                break
            common += 1
        while len(mirror._steps) > common:
            mirror.undo()
        for step in self._steps[common:]:
            mirror.play(step.option)
        return mirror

    def _replay(self, options: list[Option]) -> None:
        again = Table(self.setup, self._engine)
        for option in options:
            again.play(option)
        self.__dict__.update(again.__dict__)

    def _choice(self) -> Choice:
        choice = self._engine.choice(self._state)
        if choice is None:
            help_ = "`undo` takes the last answer back"
            raise _problem("game-over", "the game is over, so there is nothing to decide", help_)
        return choice

    def _option(self, choice: int | str | Option | Point) -> Option:
        decision = self.decision
        many = len(decision.options)
        if isinstance(choice, int) and not isinstance(choice, bool):
            if not 0 <= choice < many:
                most = f"the options are numbered 0 to {many - 1}"
                raise _problem("no-such-option", f"there is no option {choice}", most)
            return decision.options[choice]
        text = str(choice)
        found = next((o for o in decision.options if o.text == text), None)
        if found is None and decision.open:
            point = choice if isinstance(choice, Point) else parse_point(text)
            if point is not None:
                return point_option(self.rules, self._choice().node, point)
        if found is None:
            texts = [o.text for o in decision.options]
            meant = near(text, texts)
            help_ = f"did you mean `{meant}`?" if meant else f"{many} options are offered, the first is `{texts[0]}`"
            raise _problem("no-such-option", f"`{text}` is not offered to {decision.player_name} now", help_)
        return found

    # ------------------------------------------------------------ looking

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.rules["names"]["player"])

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who have won: nobody as long as the game goes on, or if it was drawn."""
        return tuple(p for p in range(self.rules["players"]) if self._state[WINNERS] >> p & 1)

    @property
    def outcome(self) -> str | None:
        """How the game has ended, in words: a game can be drawn, and it can be won by nobody."""
        if not self.over:
            return None
        if self._state[RESULT] == DRAWN:
            return "drawn"
        return f"won by {' and '.join(self.players[p] for p in self.winners) or 'nobody'}"

    @property
    def scores(self) -> tuple[int, ...] | None:
        """Each player's score, where the game has one."""
        score = self.rules["score"]
        if score is None:
            return None
        return tuple(self._ask(score, player, self._state) for player in range(self.rules["players"]))

    def scores_for(self, player: int) -> tuple[int | None, ...] | None:
        """The scores as far as this player can count them: None for one that depends on what the player cannot see."""
        score = self.rules["score"]
        if score is None:
            return None
        # Worlds that the player could be in, made from the player's view alone: a score that differs is not known.
        random = Random(0)
        worlds = [self.redeal(player, random) for _ in range(4 if self._deals else 1)]
        found = [{self._ask(score, p, world) for world in worlds} for p in range(self.rules["players"])]
        attributes = [a for a in self.rules["attributes"].values() if not a.get("sealed")]
        secret = any(a["see"] in ("owner", "nobody") for a in attributes)  # no world tells what another one has
        known = [len(values) == 1 and (p == player or not secret) for p, values in enumerate(found)]
        return tuple(values.pop() if sure else None for values, sure in zip(found, known, strict=True))

    @property
    def state(self) -> tuple[int, ...]:
        """The cells themselves (CORE.md, section 2)."""
        return tuple(self._state)

    @property
    def digest(self) -> str:
        """A name for the position: equal positions, and only they, have the same."""
        return digest(self._state)

    @property
    def trace(self) -> tuple[Line, ...]:
        """What has happened since the last answer, hidden or not. `trace_for` gives what one player saw of it."""
        return self._teller._happened.lines

    def trace_for(self, player: int) -> tuple[Line, ...]:
        """What one player could see of what has happened since the last answer."""
        return self._teller._happened.for_player(self._seat(player))

    def view(self, player: int) -> Picture:
        """What this player sees, in words."""
        return picture(self.views, self._open_to(self._seat(player)), player)

    def scrubbed(self, player: int) -> list[int]:
        """What this player may know, as a state."""
        return self.views.scrub(self._open_to(self._seat(player)), player)

    def redeal(self, player: int, random: Random) -> list[int]:
        """A whole state that this player could be in."""
        return self.views.redeal(self._open_to(self._seat(player)), player, random, self._reference)

    def why_not(self, action: str, **params: Value) -> Refusal | None:
        """The reason why the player who decides cannot do this now; None if it can be done."""
        return refusal(self.rules, self._reference, self._state, self._choice(), self.decision, action, params)

    def _open_to(self, player: int) -> State:
        """The state of which this player may know a part. While another one puts a play together, or chooses several
        things one by one, nothing of it has happened yet."""
        if not self._happened.unfinished or self._choice().who == player:
            return self._state
        for step in reversed(self._steps):
            if step.before is None:
                break
            if not step.happened.unfinished:
                return list(step.before)
        start: State = self._reference.fresh()
        return start

    @cached_property
    def _reference(self) -> Any:
        """An engine that can evaluate expressions and tell what happens: the compiled one only plays."""
        return self._engine if self._listens else engines.make(self.rules, engines.suited(self.rules))

    @property
    def _deals(self) -> bool:
        """Can things be out of sight in this game?"""
        return any(layout["know"] is not None for layout in self.rules["zoned"].values())

    def _ask(self, procedure: str, player: int, cells: State) -> int:
        call = {"kind": "ask", "procedure": procedure, "args": [{"kind": "int", "value": player}]}
        return int(self._reference.evaluate(cells, call))

    def _seat(self, player: int) -> int:
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < self.rules["players"]:
            help_ = f"players are 0 to {self.rules['players'] - 1}"
            raise _problem("no-such-player", f"there is no player {player}", help_)
        return player

    # ------------------------------------------------------------ keeping

    @property
    def log(self) -> Log:
        """Everything that was decided: with the seed it is the whole game."""
        return self._log(self.setup.seed, None)

    def log_for(self, player: int) -> Log:
        """What this player may know of the log."""
        return self._log(None, self._seat(player))

    def _log(self, seed: int | None, player: int | None) -> Log:
        program = self.setup.program
        entries = self._teller._journal.entries(player)
        return Log(program["name"], program["variant"], self.players, self.setup.options, seed, entries)

    def save(self) -> bytes:
        """The game so far, as text that `resume` reads."""
        setup, program = self.setup, self.setup.program
        return (
            Save(
                tool=setup.tool,
                language=program["language"],
                game=program["name"],
                variant=program["variant"],
                program=program["hash"],
                source=setup.source,
                players=self.rules["players"],
                options=setup.options,
                seed=setup.seed,
                answers=tuple(step.option.text for step in self._steps),
                digest=self.digest,
            )
            .to_text()
            .encode()
        )


def _series(rules: Program, state: State) -> tuple[int, int] | None:
    """The multi-select that a state asks for, and its frame."""
    if not state or state[STATUS] != PENDING:
        return None
    number = statement_at(rules, state[PC]).get("series")
    return None if number is None else (number, state[FP])


def _problem(name: str, headline: str, help_: str | None = None) -> RulewrightError:
    return RulewrightError(Diagnostic(name, headline, help=help_))
