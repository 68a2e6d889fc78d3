"""`rulewright check`: parse, names, types, boards. Errors only; what is legal but unwise is the linter's."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..grammar.diagnostics import Diagnostic
from ..library import PRESENTATION, rulesets_at
from ..reporting import add_format, as_data, counted, placed, placed_sources, print_json, report


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="rulesets, folders of rulesets, single files, bundled names"
    )
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    folders = rulesets_at(args.paths)
    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    broken = 0
    for folder in folders:
        diagnostics, texts = check_all(folder)
        found += placed(diagnostics, folder)
        sources |= placed_sources(texts, folder)
        broken += any(d.severity == "error" for d in diagnostics)
    if args.format == "json":
        names = [folder.as_posix() for folder in folders]
        print_json({"rulesets": names, "diagnostics": as_data(found)})
    else:
        report(found, sources)
        whole = counted(len(folders), "ruleset")
        errors = sum(d.severity == "error" for d in found)
        print(f"{counted(errors, 'error')} in {broken} of {whole}" if errors else f"{whole} checked, nothing is wrong")
    return 1 if broken else 0


def check_all(folder: Path) -> tuple[list[Diagnostic], dict[str, str]]:
    """A ruleset and each of its variants. What is wrong with the ruleset itself is said once."""
    from ..validator.check import check_folder, variants_of

    checked = check_folder(folder)
    found, sources = list(checked.diagnostics), dict(checked.sources)
    for variant in variants_of(folder):
        again = check_folder(folder, variant)
        found += [d for d in again.diagnostics if d not in found]
        sources |= again.sources
    if checked.program is not None:
        hints, texts = _presentation(folder, checked.program)
        found, sources = found + hints, sources | texts
    return found, sources


def _presentation(folder: Path, program: dict[str, Any]) -> tuple[list[Diagnostic], dict[str, str]]:
    """What is wrong with the hints on how the game is shown, if there are any."""
    if not (folder / PRESENTATION).is_file():
        return [], {}
    from ..game import Game
    from ..screens.hints import hints_in

    game = Game(program, str(folder), {}, folder)
    _, found, texts = hints_in(folder, game.specialised(game.players[-1], None))
    return found, texts
