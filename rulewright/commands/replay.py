"""`rulewright replay`: a saved game once more, told from its beginning or stepped through forwards and backwards."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..files import read_bytes
from ..game import Game, load
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter import saves
from ..interpreter.table import Table
from ..reporting import add_format, print_json
from ..screens.news import Item, told
from ..screens.screen import Screen, Sight
from .play import add_look

HELP = """  Enter or n: the next answer; b: one back
  a number: to after so many answers; s: to the start; e: to the end
  seat N: look on from another seat; view all: with everything that is hidden for the sake of brevity
  quit: leave"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a save, as `save` and `Table.save` write it")
    parser.add_argument("--game", metavar="GAME", help="default: where the save says the game came from")
    parser.add_argument("--at", type=int, metavar="N", help="show the position after N answers")
    add_look(parser)
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    from ..screens.opening import screen_of
    from ..screens.terminal import Terminal

    save = saves.read(read_bytes(args.log, saves.LIMIT))
    if args.at is not None and not 0 <= args.at <= len(save.answers):
        help_ = f"the game has {len(save.answers)} answers"
        raise RulewrightError(Diagnostic("no-such-option", f"there is no answer {args.at}", help=help_))
    game = load(args.game or save.source, save.variant)
    game.replay(save)  # the whole of it must hold before any of it is told
    table = game.replay(save, upto=0)
    if args.format == "json":
        return _as_json(table, save, args.at)
    terminal = Terminal(args.plain, args.ascii)
    screen = screen_of(game, table.rules, terminal, cite=True)
    if terminal.asked_at:
        screen.cite = args.rules
        return Replay(table, save.answers, screen).run(args.at or 0)
    return _tell(game, table, save, screen, args.at)


class Replay:
    """A finished game in somebody's hands. What a seat saw is shown as that seat saw it."""

    def __init__(self, table: Table, answers: Sequence[str], screen: Screen) -> None:
        self.table, self.answers, self.screen = table, answers, screen
        self.at = 0
        self.seat: int | None = None  # none: whoever decides

    def run(self, at: int) -> int:
        self._go(at)
        self._show()
        while True:
            try:
                line = input(f"{self.at} of {len(self.answers)}> ").strip().lower()
            except (EOFError, KeyboardInterrupt):
                print()
                return 0
            if line in ("quit", "q", "exit"):
                return 0
            self._command(line)

    def _command(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        many = len(self.answers)
        if word in ("", "n", "next"):
            to = self.at + 1
        elif word in ("b", "back", "p"):
            to = self.at - 1
        elif word in ("s", "start"):
            to = 0
        elif word in ("e", "end"):
            to = many
        elif word.isdecimal() and word.isascii():
            to = int(word[:9])
        elif word == "view":
            self._show(rest == "all")
            return
        elif word == "seat" and rest.isdecimal() and 1 <= int(rest[:9]) <= len(self.table.players):
            self.seat = int(rest) - 1
            self._show()
            return
        else:
            self.screen.terminal.show(HELP.split("\n"))
            return
        if not 0 <= to <= many:
            self.screen.terminal.say("the game begins here" if to < 0 else f"the game has {many} answers")
            return
        self._go(to)
        self._show()

    def _go(self, to: int) -> None:
        while self.at > to:
            self.table.undo()
            self.at -= 1
        while self.at < to:
            self.table.play(self.answers[self.at])
            self.at += 1

    def _show(self, everything: bool = False) -> None:
        table = self.table
        decider = None if table.over else table.decision
        seat = self.seat if self.seat is not None else decider.player if decider else 0
        entries = table.log_for(seat).entries
        news = [Item(e.label, e.rules, e.player_name) for e in entries[-1:] if not e.forced]
        news += [Item(line.text, line.rules) for line in table.trace_for(seat)]
        saw = self.screen.words.title("player", table.players[seat])
        scores = zip(table.players, table.scores_for(seat) or (), strict=False)
        sight = Sight(
            table.view(seat),
            table.players[seat],
            None,
            decider.player_name if decider else None,
            {name: score for name, score in scores if score is not None},
            news,
            f"after {self.at} of {len(self.answers)} answers, as {saw} saw it",
        )
        self.screen.show(sight, everything)
        terminal = self.screen.terminal
        if decider is not None:
            terminal.show(["", *self.screen.question(decider)])
        elif table.outcome:
            terminal.say(f"\n{_ended(table, self.screen)}", "bold")
        terminal.say("Enter: next, b: back, a number: go there, help, quit", "dim")


def _tell(game: Game, table: Table, save: saves.Save, screen: Screen, at: int | None) -> int:
    """The whole story as text, for a pipe; with `at`, to there and then what everybody saw."""
    terminal, words = screen.terminal, screen.words
    terminal.say(f"{words.say(game.title)}, seed {save.seed}")
    _lines(table, screen)
    for number, answer in enumerate(save.answers[:at], 1):
        decision = table.decision
        option = next((o for o in decision.options if o.text == answer), None)
        said = words.say(option.label if option else answer)
        terminal.say(f"{number:>4}  {words.title('player', decision.player_name)}: {said}")
        table.play(answer)
        _lines(table, screen)
    if at is not None:
        for player, name in enumerate(table.players):
            terminal.say(f"\nwhat {words.title('player', name)} sees:")
            screen.show(Sight(table.view(player), name, heading=f"after {at} answers"))
    if table.outcome:
        terminal.say(_ended(table, screen))
    return 0


def _ended(table: Table, screen: Screen) -> str:
    return screen.words.outcome(table.outcome or "", [table.players[p] for p in table.winners])


def _lines(table: Table, screen: Screen) -> None:
    items = [Item(line.text, line.rules) for line in table.trace]
    for line in told(items, screen.words, screen.cite):
        screen.terminal.say(f"    {line.plain}")


def _as_json(table: Table, save: saves.Save, at: int | None) -> int:
    answers = []
    for answer in save.answers[:at]:
        row = {"player": table.decision.player_name, "answer": answer}
        table.play(answer)
        happened = [{"text": line.text, "rules": list(line.rules)} for line in table.trace]
        answers.append({**row, "happened": happened})
    winners = [table.players[p] for p in table.winners]
    data = {"game": save.game, "seed": save.seed, "answers": answers, "over": table.over, "winners": winners}
    print_json({**data, "outcome": table.outcome})
    return 0
