"""A game at a plain prompt: shows what happened and what the deciding player sees, and takes what people type."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path

from .files import write_bytes
from .grammar.diagnostics import RulewrightError
from .interpreter.decision import Decision
from .interpreter.naming import Value, spoken
from .interpreter.streams import Stream
from .interpreter.table import Table
from .reporting import report
from .showing import shown

HELP = """  a number, an option's text, or the beginning of one: answer
  why ACTION, why ACTION(VALUE): why something cannot be done now
  view, options, log: see again
  undo: take your last answer back
  save FILE: write the game down; `rulewright play GAME --from FILE` goes on
  quit: leave, with an autosave"""

HUMAN, RANDOM = "human", "random"


class Closed(Exception):
    """Nobody is there to answer any more."""


class Prompt:
    """Plays a table to its end with some seats at the keyboard and the others at random."""

    def __init__(
        self, table: Table, seats: Sequence[str], bots: Stream, sources: dict[str, str], autosave: Path
    ) -> None:
        self.table, self.seats, self.bots, self.sources, self.autosave = table, seats, bots, sources, autosave
        self.watcher = seats.index(HUMAN) if HUMAN in seats else 0
        self.heard: dict[int, int] = {}  # by player: how much of the log was told
        self.commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: print(HELP),
            "view": lambda _: self._view(),
            "options": lambda _: self._list(self.table.decision),
            "log": lambda _: print(self.table.log_for(self.watcher)),
            "why": self._why,
            "undo": lambda _: self._undo(),
            "save": self._save,
        }

    def play(self) -> int:
        try:
            while not self.table.over:
                decision = self.table.decision
                self._tell()
                if self.seats[decision.player] == RANDOM:
                    self._bot(decision)
                else:
                    self._ask(decision)
            self._tell()
            self._end()
            return 0
        except Closed:
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(130)

    # ------------------------------------------------------------ deciding

    def _bot(self, decision: Decision) -> None:
        self.table.play(self.bots.below(len(decision.options)))
        self._hear()

    def _ask(self, decision: Decision) -> None:
        if self.watcher != decision.player:
            self.watcher = decision.player
            self.heard[self.watcher] = len(self.table.log_for(self.watcher).entries)
        print()
        self._view()
        print(f"\n{decision.player_name}, {decision.prompt}")
        self._list(decision)
        while True:
            line = self._read()
            if not line:
                continue
            word, _, rest = line.partition(" ")
            if word == "quit":
                raise Closed
            if word in self.commands and not any(o.text == line for o in decision.options):
                self.commands[word](rest.strip())
                if word == "undo":
                    return
                continue
            if self._answer(decision, line):
                self._hear()
                return

    def _answer(self, decision: Decision, line: str) -> bool:
        """Numbers count from 1 here, as people do; a beginning will do if only one option has it."""
        try:
            if line.isdecimal() and not _numeric(decision) and 1 <= int(line) <= len(decision.options):
                self.table.play(int(line) - 1)
                return True
            if not any(o.text == line for o in decision.options):
                begun = [
                    o for o in decision.options if o.text.startswith(line) or o.label.lower().startswith(line.lower())
                ]
                if len(begun) == 1:
                    self.table.play(begun[0])
                    return True
                if len(begun) > 1:
                    print(f"`{line}` could be {', '.join(o.text for o in begun[:6])}{' …' if len(begun) > 6 else ''}")
                    return False
            self.table.play(line)
            return True
        except RulewrightError as error:
            report(error.diagnostics, self.sources)
            return False

    def _read(self) -> str:
        try:
            return input("> ").strip()
        except EOFError:
            print()
            raise Closed from None

    # ------------------------------------------------------------ telling

    def _hear(self) -> None:
        """The answers of bots that this player may know now. Some are heard of later than they are given."""
        entries = self.table.log_for(self.watcher).entries
        for entry in entries[self.heard.get(self.watcher, 0) :]:
            if self.seats[entry.player] == RANDOM:
                print(f"{entry.player_name}: {entry.label}")
        self.heard[self.watcher] = len(entries)

    def _tell(self) -> None:
        for line, same in groupby(self.table.trace_for(self.watcher)):
            many = len(list(same))
            cited = f"  [{', '.join(line.rules)}]" if line.rules else ""
            print(f"  · {line.text}{f' ({many} times)' if many > 1 else ''}{cited}")

    def _view(self) -> None:
        print(shown(self.table.view(self.watcher), self.table.rules))

    def _list(self, decision: Decision) -> None:
        for number, option in enumerate(decision.options, 1):
            same = option.label == option.text or spoken(option.text) == option.label
            head = "    " if _numeric(decision) else f"{number:>4}"
            print(f"{head}  {option.label}{'' if same else f'  ({option.text})'}")
        if decision.open:
            print("      or any valid point, such as (120.5, 80)")

    def _why(self, what: str) -> None:
        name, _, inside = what.rstrip(")").partition("(")
        try:
            refusal = self.table.why_not(name.strip(), **self._params(name.strip(), inside))
        except RulewrightError as error:
            report(error.diagnostics, self.sources)
            return
        if refusal is None:
            print("it can be done")
        else:
            cited = f"  [{', '.join(refusal.rules)}]" if refusal.rules else ""
            print(f"{refusal.text}{cited}")

    def _params(self, action: str, inside: str) -> dict[str, Value]:
        given = [word.strip() for word in inside.split(",") if word.strip()]
        declared = next((a for a in self.table.rules["actions"] if a["name"] == action), None)
        names = declared["params"] if declared else []
        return {
            name: int(word) if word.lstrip("-").isdigit() else word for name, word in zip(names, given, strict=False)
        }

    def _undo(self) -> None:
        """Back to this player's last answer: what bots have answered since goes with it."""
        try:
            self.table.undo()
            while self.seats[self.table.decision.player] == RANDOM:
                self.table.undo()
        except RulewrightError as error:
            report(error.diagnostics, self.sources)
        self.heard = {player: len(self.table.log_for(player).entries) for player in range(len(self.seats))}

    def _save(self, file: str) -> None:
        if not file:
            print("save where? `save FILE`")
            return
        try:
            write_bytes(file, self.table.save())
            print(f"saved in {file}")
        except RulewrightError as error:
            report(error.diagnostics, self.sources)

    def _end(self) -> None:
        names = [self.table.players[p] for p in self.table.winners]
        print(f"\nwon by {', '.join(names)}" if names else "\nthe game is drawn")
        if self.table.scores is not None:
            print(", ".join(f"{n}: {s}" for n, s in zip(self.table.players, self.table.scores, strict=True)))

    def _leave(self, code: int) -> int:
        try:
            write_bytes(self.autosave, self.table.save())
            print(f"the game so far is in {self.autosave}", file=sys.stderr)
        except RulewrightError as error:
            report(error.diagnostics, self.sources, to_stderr=True)
        return code


def _numeric(decision: Decision) -> bool:
    """Where numbers are chosen, a number that is typed is the number meant, not a place in the list."""
    return any(option.text.lstrip("-").isdecimal() for option in decision.options)
