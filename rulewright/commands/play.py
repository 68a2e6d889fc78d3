"""`rulewright play`: a game at the terminal, any seats human or random."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from ..arguments import add_game, readings
from ..files import read_bytes
from ..game import load
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter import saves
from ..interpreter.streams import Stream, bot_seed
from ..prompt import HUMAN, RANDOM, Prompt

SLOWEST = 60.0


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "--seat",
        action="append",
        default=[],
        metavar="N=WHO",
        help="human or random; default: seat 1 is human, the others are random",
    )
    parser.add_argument("--from", dest="save", metavar="SAVE", help="go on with a saved game")
    parser.add_argument(
        "--watch",
        nargs="?",
        type=int,
        const=1,
        metavar="N",
        help="all seats random: watch as seat N sees it (default: 1)",
    )
    parser.add_argument(
        "--speed", type=float, default=None, metavar="SECONDS", help="between two answers that are watched (default: 1)"
    )
    add_look(parser)


def add_look(parser: argparse.ArgumentParser) -> None:
    """How a screen is to look."""
    parser.add_argument("--plain", action="store_true", help="words in lines, nothing drawn: for screen readers")
    parser.add_argument("--ascii", action="store_true", help="no signs beyond ASCII")
    parser.add_argument("--rules", action="store_true", help="cite the rules behind everything that happens")


def run(args: argparse.Namespace) -> int:
    from ..screens.opening import screen_of
    from ..screens.terminal import Terminal

    if args.save is not None:
        if args.players is not None or args.set:
            help_ = "leave out `--players` and `--set`, or begin a new game without `--from`"
            raise RulewrightError(
                Diagnostic("other-game", "a saved game goes on with its own players and rulings", help=help_)
            )
        save = saves.read(read_bytes(args.save, saves.LIMIT))
        game = load(args.game, args.variant or save.variant)
        table = game.replay(save)
    else:
        game = load(args.game, args.variant)
        table = game.new(args.players, args.seed, readings(args.set))
    many = len(table.players)
    seats = _seats(args.seat, many, args.watch is not None)
    watch = _watched(args.watch, many)
    terminal = Terminal(args.plain, args.ascii)
    screen = screen_of(game, table.rules, terminal, args.rules)
    autosave = Path(f"{game.name}.autosave.json")
    bots = Stream(bot_seed(table.setup.seed, len(table.log.entries)))
    again = _again(args, seats, autosave)
    speed = _speed(args.speed, terminal.live)
    prompt = Prompt(table, seats, bots, screen, dict(game.sources), autosave, again, watch, speed)
    if terminal.asked_at:
        _line_editing(prompt)
    return prompt.play()


def _seats(given: list[str], players: int, watched: bool) -> list[str]:
    seats = [RANDOM if watched else HUMAN] + [RANDOM] * (players - 1)
    for pair in given:
        number, _, who = pair.partition("=")
        if who not in (HUMAN, RANDOM) or not number.isdecimal() or not 1 <= int(number) <= players:
            help_ = f"write `--seat N=human` or `--seat N=random`, with N from 1 to {players}"
            raise RulewrightError(Diagnostic("no-such-player", f"`{pair}` does not say who sits where", help=help_))
        seats[int(number) - 1] = who
    if watched and HUMAN in seats:
        raise RulewrightError(
            Diagnostic("no-such-player", "`--watch` is for games in which nobody plays", help="leave out `--watch`")
        )
    return seats


def _watched(seat: int | None, players: int) -> int | None:
    if seat is not None and not 1 <= seat <= players:
        help_ = f"name a seat from 1 to {players}"
        raise RulewrightError(Diagnostic("no-such-player", f"there is no seat {seat} to watch from", help=help_))
    return None if seat is None else seat - 1


def _speed(given: float | None, live: bool) -> float:
    if given is None:
        return 1.0 if live else 0.0
    if not 0 <= given <= SLOWEST:
        help_ = f"between 0 and {SLOWEST:.0f} seconds"
        raise RulewrightError(Diagnostic("bad-number", f"`{given}` is no speed to watch at", help=help_))
    return given


def _again(args: argparse.Namespace, seats: list[str], autosave: Path) -> str:
    """The command that goes on with the game as it was played."""
    words = ["rulewright", "play", args.game, "--from", str(autosave)]
    if args.variant:
        words += ["--variant", args.variant]
    for number, who in enumerate(seats, 1):
        if who != (HUMAN if number == 1 else RANDOM):
            words += ["--seat", f"{number}={who}"]
    return shlex.join(words)


def _line_editing(prompt: Prompt) -> None:
    """Arrow keys, a history and completion at the prompt, where the system has them."""
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, number: int) -> str | None:
        found = prompt.completions(begun)
        return found[number] if number < len(found) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
