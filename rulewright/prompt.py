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
from .interpreter.naming import Point, Value, parse_point
from .interpreter.streams import Stream
from .interpreter.table import Table
from .interpreter.takingback import learned
from .reporting import report
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
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._say(HELP),
            "?": lambda _: self._say(HELP),
            "view": lambda rest: self._view(rest == "all"),
            "options": lambda _: self._options(),
            "log": lambda _: self._log(),
            "what": lambda _: self._what(),
            "why": self._why,
            "rule": self._rule,
            "look": self._look,
            "hint": lambda _: self._hint(),
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
            self._say(f"{point} cannot be chosen here{_cited(decision.rules)}")
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
            return input(prompt).strip()
        except EOFError:
            print()
            raise Closed from None

    # ------------------------------------------------------------ telling

    def _say(self, text: str) -> None:
        for line in text.split("\n"):
            self.screen.terminal.say(self.screen.words.say(line))

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

    def _log(self) -> None:
        entries = self.table.log_for(self.at).entries
        for number, entry in enumerate(entries, 1):
            self._say(f"{number:>4}  {self.screen.words.title('player', entry.player_name)}: {entry.label}")
        if not entries:
            self._say("nothing has been answered yet")

    def _what(self) -> None:
        lines = told(self.news.of(self.at), self.screen.words, cite=True, width=self.screen.terminal.width)
        self.screen.terminal.show(lines or ["nothing has happened since you last answered"])

    # ------------------------------------------------------------ questions

    def _why(self, what: str) -> None:
        words = what.replace("(", " ").replace(")", " ").replace(",", " ").split()
        if not words:
            names = [a["name"] for a in self.table.rules["actions"]]
            self._say("why what? `why ACTION VALUES`" + (f"; there are {', '.join(names)}" if names else ""))
            return
        found = matches(self.table.decision, what)
        if len(found) == 1:
            self._say(f"it can be done: {found[0].label}{_cited(found[0].rules)}")
            return
        known = {a["name"] for a in self.table.rules["actions"]} | {o.name for o in self.table.decision.options}
        if words[0] not in known and not any(o.name for o in self.table.decision.options):
            self._say(f"`{what[:60]}` is not among what can be chosen here{_cited(self.table.decision.rules)}")
            return
        try:
            refusal = self.table.why_not(words[0], **self._params(words[0], words[1:]))
        except RulewrightError as error:
            self._report(error)
            return
        if refusal is None:
            self._say("it can be done")
            return
        self._say(f"{refusal.text}{_cited(refusal.rules)}")
        for rule in refusal.rules[:1]:
            if rule in self.screen.rulebook:
                self._say(f"  {rule}: {self.screen.rulebook[rule]}")

    def _params(self, action: str, given: list[str]) -> dict[str, Value]:
        declared = next((a for a in self.table.rules["actions"] if a["name"] == action), None)
        names = declared["params"] if declared else []
        return {
            name: int(word) if word.lstrip("-").isdecimal() and len(word) < 10 else word
            for name, word in zip(names, given, strict=False)
        }

    def _rule(self, wanted: str) -> None:
        book = self.screen.rulebook
        asked = wanted.upper().rstrip(".") if wanted else ""
        if not book:
            self._say("this game has no rulebook")
        elif not asked:
            rules = () if self.table.over else self.table.decision.rules
            known = [rule for rule in rules if rule in book]
            self._say("which rule? `rule ID`" if not known else "\n".join(f"{rule}: {book[rule]}" for rule in known))
        elif asked in book:
            self._say(f"{asked}: {book[asked]}")
        else:
            below = [rule for rule in book if rule.startswith(asked)]
            meant = near(asked, list(book))
            if below:
                self._say("\n".join(f"{rule}: {book[rule]}" for rule in below))
            else:
                self._say(f"the rulebook has no rule `{wanted[:40]}`{f': did you mean `{meant}`?' if meant else ''}")

    def _look(self, wanted: str) -> None:
        from .screens.looking import described

        lines = described(self.screen.words, self.table.view(self.at), wanted)
        self.screen.terminal.show(lines)

    def _hint(self) -> None:
        from .advice import advise

        advice = advise(self.table, len(self.table.log_for(self.at).entries))
        if advice is None:
            self._say("no random game from here came to its end in time: there is no hint")
            return
        share = round(100 * advice.share)
        self._say(
            f"of {advice.games} random games from here, {advice.option.label} won most: {share} of 100"
            f" (it knows no more than you, and plays at random)"
        )

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
            self._say(f"saved in {file}")
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


def _cited(rules: Sequence[str]) -> str:
    return f"  [{', '.join(rules)}]" if rules else ""


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
