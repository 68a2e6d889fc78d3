"""`rulewright play`: a game at the terminal, any seats human or random."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..arguments import add_game, readings
from ..files import read_bytes
from ..game import load
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter import saves
from ..interpreter.streams import Stream, bot_seed
from ..prompt import HUMAN, RANDOM, Prompt


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


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.variant)
    if args.save is not None:
        table = game.resume(read_bytes(args.save, saves.LIMIT))
    else:
        table = game.new(args.players, args.seed, readings(args.set))
    seats = _seats(args.seat, len(table.players))
    bots = Stream(bot_seed(table.setup.seed, len(table.log.entries)))
    return Prompt(table, seats, bots, dict(game.sources), Path(f"{game.name}.autosave.json")).play()


def _seats(given: list[str], players: int) -> list[str]:
    seats = [HUMAN] + [RANDOM] * (players - 1)
    for pair in given:
        number, _, who = pair.partition("=")
        if who not in (HUMAN, RANDOM) or not number.isdecimal() or not 1 <= int(number) <= players:
            help_ = f"write `--seat N=human` or `--seat N=random`, with N from 1 to {players}"
            raise RulewrightError(Diagnostic("no-such-player", f"`{pair}` does not say who sits where", help=help_))
        seats[int(number) - 1] = who
    return seats
