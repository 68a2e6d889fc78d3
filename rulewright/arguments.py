"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from .grammar.diagnostics import Diagnostic, RulewrightError


def add_game(parser: argparse.ArgumentParser) -> None:
    """A game, and everything that a table needs to begin it."""
    parser.add_argument("game", metavar="GAME", help="a bundled name, a folder, or a compiled .json")
    parser.add_argument("--players", type=int, metavar="N", help="default: as few as can play")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="same seed, same game")
    parser.add_argument(
        "--set", action="append", default=[], metavar="RULING=READING", help="see `rulewright options GAME`"
    )
    parser.add_argument("--variant", metavar="NAME")


def readings(given: Iterable[str]) -> dict[str, str]:
    """`--set a=b --set c=d` as a mapping."""
    found: dict[str, str] = {}
    for pair in given:
        name, equals, reading = pair.partition("=")
        if not equals or not name or not reading:
            help_ = "write `--set RULING=READING`"
            raise RulewrightError(Diagnostic("unknown-ruling", f"`{pair}` does not set a ruling", help=help_))
        found[name] = reading
    return found
