"""A game at the terminal: shows each seat what it may know, takes what people type, and lets bots answer."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .files import write_bytes
from .grammar.diagnostics import RulewrightError, near
from .interpreter.decision import Decision
from .interpreter.naming import Point, parse_point
from .interpreter.streams import Stream
from .interpreter.table import Table
from .interpreter.takingback import learned
from .questions import Questions, cited
from .reporting import report
from .screens.clean import clean
from .screens.menu import matches, numeric
from .screens.news import News, told
from .screens.screen import Screen, Sight

HELP = """  a number, a name, or the beginning of one that only one option has: answer
  x y: a point in millimetres, where any point may be chosen
  why ACTION VALUES: which requirement stands in the way, and its rule
  rule ID: a rule of the rulebook; rule ABC-4 lists those that begin so
  look NAME: everything you know of a card, a piece or a place
  what: what has happened since your last answer, with the rules behind it
  hint: what random games from here would choose
  undo: take your last answer back, unless something has come to light since
  view, view all, options, log: see again
  save FILE: write the game down; `rulewright play GAME --from FILE` goes on
  quit: leave, with an autosave (so does Ctrl-C)"""

HUMAN, RANDOM = "human", "random"
COMPLETIONS = 200  # beyond which a list of them helps nobody


class Closed(Exception):
    """Nobody is there to answer any more."""


class Prompt:
    """Plays a table to its end with some seats at the keyboard and the others at random."""

    def __init__(
        self,
        table: Table,
        seats: Sequence[str],
        bots: Stream,
        screen: Screen,
        sources: dict[str, str],
        autosave: Path,
        again: str,
        watch: int | None = None,
        speed: float = 0.0,
    ) -> None:
        self.table, self.seats, self.bots, self.screen = table, seats, bots, screen
        self.sources, self.autosave, self.again = sources, autosave, again
        self.watch, self.speed = watch, speed
        self.people = [seat for seat, who in enumerate(seats) if who == HUMAN]
        self.at = self.people[0] if self.people else watch or 0  # the seat that looks at the screen
        self.news = News(table, self.people or [self.at])
        self.secret = _has_secrets(table.rules)
        self.greeted = False
        self.questions = Questions(table, screen, sources)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._say(HELP),
            "?": lambda _: self._say(HELP),
            "view": lambda rest: self._view(rest == "all"),
            "options": lambda _: self._options(),
            "log": lambda _: self.questions.log(self.at),
            "what": lambda _: self.questions.what(self.news.of(self.at)),
            "why": self.questions.why,
            "rule": self.questions.rule,
            "look": lambda rest: self.questions.look(rest, self.at),
            "hint": lambda _: self.questions.hint(),
            "undo": lambda _: self._undo(),
            "save": self._save,
        }

    def play(self) -> int:
        try:
            with _hang_ups():
                while not self.table.over:
                    if self.seats[self.table.decision.player] == RANDOM:
                        self._bot()
                    else:
                        self._ask(self.table.decision)
                self._end()
            return 0
        except Closed:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)

    # ------------------------------------------------------------ deciding

    def _bot(self) -> None:
        if self.watch is not None:
            self._view()
            self.news.read(self.at)
            sys.stdout.flush()
            time.sleep(self.speed)
        self.table.play(self.bots.below(len(self.table.decision.options)))
        self.news.hear(self.table)
        if self.watch is None and not self.people:
            self.screen.terminal.show(told(self.news.of(self.at), self.screen.words, self.screen.cite))
            self.news.read(self.at)

    def _ask(self, decision: Decision) -> None:
        if self.at != decision.player:
            self._hand_over(decision)
        self.at = decision.player
        self._view()
        if not self.greeted:
            self.greeted = True
            self.screen.terminal.say("Answer with a number or a name; `help` says what else you can do.", "dim")
        while self.table.decision is decision:
            line = self._read(f"{self.screen.words.title('player', decision.player_name)}> ")
            if line and self._command(decision, line):
                continue
            if line and self._answer(decision, line):
                self.news.read(self.at)
                self.news.hear(self.table)
                return

    def _command(self, decision: Decision, line: str) -> bool:
        """Was this a command? What an option is called, or begins with, is an answer first."""
        word, _, rest = line.partition(" ")
        if any(option.text == line for option in decision.options):
            return False
        if word == "quit":
            raise Closed
        if word not in self.commands:
            return False
        self.commands[word](rest.strip())
        return True

    def _answer(self, decision: Decision, line: str) -> bool:
        """Numbers count from 1 here, as people do; a beginning will do if only one option has it."""
        try:
            if line.isdecimal() and line.isascii() and not numeric(decision):
                if 1 <= int(line[:9]) <= len(decision.options):
                    self.table.play(int(line[:9]) - 1)
                    return True
                self._say(f"the options are numbered 1 to {len(decision.options)}")
                return False
            if decision.open and (point := parse_point(line)) is not None:
                return self._point(decision, point)
            found = matches(decision, line)
            if len(found) == 1:
                self.table.play(found[0])
                return True
            if found:
                some = ", ".join(option.text for option in found[:6])
                self._say(f"`{line}` could be {some}{' …' if len(found) > 6 else ''}")
                return False
            self._not_offered(decision, line)
        except RulewrightError as error:
            self._report(error)
        return False

    def _point(self, decision: Decision, point: Point) -> bool:
        try:
            self.table.play(point)
        except RulewrightError as error:
            if error.diagnostics[0].name != "fault-answer":
                raise
            self._say(f"{point} cannot be chosen here{cited(decision.rules)}")
            return False
        return True

    def _not_offered(self, decision: Decision, line: str) -> None:
        meant = near(line, [*(option.text for option in decision.options), *self.commands, "quit"])
        action = line.replace("(", " ").split()[0] if line.replace("(", " ").split() else ""
        more = f"did you mean `{meant}`?" if meant else "`options` lists what can be answered, `help` what else"
        if action in {a["name"] for a in self.table.rules["actions"]}:
            more = f"`why {line}` says what stands in the way"
        self._say(f"`{line[:60]}` cannot be answered now: {more}")

    def completions(self, begun: str) -> list[str]:
        """What a word at the prompt may become: an option or a command."""
        texts = [] if self.table.over else [option.text for option in self.table.decision.options]
        return [text for text in [*texts, *self.commands, "quit"] if text.startswith(begun)][:COMPLETIONS]

    def _hand_over(self, decision: Decision) -> None:
        """Another person sits down. Between hidden hands there is an empty screen until they say they are there."""
        if not self.secret or not self.screen.terminal.asked_at or len(self.people) < 2:
            return
        self.screen.terminal.wipe_all()
        _forget_typed()
        self._say(f"\nThe keyboard goes to {self.screen.words.title('player', decision.player_name)}.\n")
        self._read("Press Enter when nobody else is looking. ")
        self.screen.terminal.wipe_all()

    def _read(self, prompt: str) -> str:
        try:
            sys.stdout.flush()
            return clean(input(prompt)).strip()
        except EOFError:
            print()
            raise Closed from None

    # ------------------------------------------------------------ telling

    def _say(self, text: str) -> None:
        self.screen.say(text)

    def _report(self, error: RulewrightError) -> None:
        report(error.diagnostics, self.sources)

    def _sight(self) -> Sight:
        table, seat = self.table, self.at
        decision = None if table.over else table.decision
        scores = table.scores_for(seat) or ()
        names = table.players
        seen = (
            "as everybody sees it"
            if not self.secret
            else f"as {self.screen.words.title('player', names[seat])} sees it"
        )
        answers = len(table.log_for(seat).entries)
        return Sight(
            table.view(seat),
            names[seat] if self.people else None,
            decision if decision is not None and decision.player == seat and self.people else None,
            decision.player_name if decision is not None else None,
            {name: score for name, score in zip(names, scores, strict=False) if score is not None},
            self.news.of(seat),
            f"{answers} {'answer' if answers == 1 else 'answers'} so far, {seen}",
        )

    def _view(self, everything: bool = False) -> None:
        self.screen.show(self._sight(), everything)

    def _options(self) -> None:
        terminal, decision = self.screen.terminal, self.table.decision
        make = self.screen.plain_options if terminal.plain else self.screen.options
        terminal.show(make(decision, everything=True))

    # ------------------------------------------------------------ back, away and the end

    def _undo(self) -> None:
        """Back to this player's last answer: what bots have answered since goes with it."""
        back = self.table.clone()
        steps = 0
        try:
            while True:
                after = back.state
                back.undo()
                steps += 1
                decider = back.decision
                if decider.player != self.at and self.seats[decider.player] == HUMAN:
                    self._say(f"{self.screen.words.title('player', decider.player_name)} has answered since")
                    return
                reason = "answers in secret stay given" if decider.sealed else None
                reason = reason or learned(self.table.views.sight, back.state, after, self.people)
                if reason is not None:
                    self._say(f"that cannot be taken back: {reason}")
                    return
                if decider.player == self.at:
                    break
        except RulewrightError as error:
            self._report(error)
            return
        for _ in range(steps):
            self.table.undo()
        self.news.forget(self.table)

    def _save(self, file: str) -> None:
        if not file:
            self._say("save where? `save FILE`")
            return
        try:
            write_bytes(file, self.table.save())
            self._say(f"saved in {file}; `rulewright play {self.table.rules['name']} --from {file}` goes on with it")
        except RulewrightError as error:
            self._report(error)

    def _end(self) -> None:
        if self.people or self.watch is not None:
            self._view()
        self._say("")
        winners = [self.table.players[p] for p in self.table.winners]
        self._say(f"The game is over: {self.screen.words.outcome(self.table.outcome or '', winners)}.")
        if self.table.scores is not None:
            pairs = zip(self.table.players, self.table.scores, strict=True)
            self._say(", ".join(f"{self.screen.words.title('player', n)}: {s}" for n, s in pairs))

    def _leave(self, code: int) -> int:
        try:
            write_bytes(self.autosave, self.table.save())
            print(f"\nthe game so far is in {self.autosave}; `{self.again}` goes on with it", file=sys.stderr)
        except RulewrightError as error:
            report(error.diagnostics, self.sources, to_stderr=True)
        return code


def _has_secrets(rules: dict[str, Any]) -> bool:
    return any(each["see"] != "all" for each in [*rules["zones"], *rules["attributes"].values()])


@contextmanager
def _hang_ups() -> Iterator[None]:
    """A terminal that is closed, or a polite end from outside, is as good as Ctrl-C: the game is saved."""

    def leave(*_: object) -> None:
        raise Closed

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before: dict[str, Any] = {}
    try:
        for name in names:
            before[name] = signal.signal(getattr(signal, name), leave)
    except ValueError:
        pass  # not in the main thread: then somebody else sees to signals
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def _forget_typed() -> None:
    """What the last player typed is not for the next one to scroll back to."""
    if "readline" in sys.modules:
        sys.modules["readline"].clear_history()
