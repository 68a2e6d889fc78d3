"""`rulewright coverage`: every rule of the rulebook, and whether the ruleset models it, tests it or sets it aside."""

from __future__ import annotations

import argparse
from typing import Any

from ..coverage import NOTHING, Coverage, Rule, coverage, together
from ..game import Game, load
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter.scenarios import run as play
from ..library import read_rulebook, rulebook
from ..reporting import add_format, counted, print_json
from ..validator.check import variants_of
from .test import engines_named


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--variant", metavar="NAME")
    parser.add_argument("--engine", choices=("reference", "compiled", "both"), default="reference")
    parser.add_argument("--missing", action="store_true", help="only the rules for which there is nothing")
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.variant)
    found = covered(game, args.engine)
    if args.format == "json":
        book = game.program["rulebook"]
        rules = [_data(rule) for rule in found.rules]
        print_json(
            {"game": game.name, "rulebook": book, "rules": rules, "unknown": found.unknown, "totals": found.totals()}
        )
    else:
        _print(found, args.missing)
    return 1 if found.unknown or found.count(NOTHING) else 0


def covered(game: Game, engine: str | None = "reference") -> Coverage:
    name = game.program["rulebook"]
    if name is None:
        help_ = "write `rulebook NAME` in the game"
        raise RulewrightError(Diagnostic("no-rulebook", f"`{game.name}` names no rulebook", help=help_))
    path = rulebook(name, game.folder)
    if path is None:
        help_ = f"put `{name}.md` into the ruleset's folder"
        raise RulewrightError(Diagnostic("no-rulebook", f"there is no rulebook `{name}`", help=help_))
    programs = [game.program, *(load(game.source, variant).program for variant in _variants(game))]
    passed = [rule for program in programs for rule in _passed(program, engines_named(engine))]
    return coverage(read_rulebook(path), together(programs), passed)


def _variants(game: Game) -> list[str]:
    """A game is looked at with all of its variants, a variant alone."""
    return list(variants_of(game.folder)) if game.folder is not None and game.program["variant"] is None else []


def _passed(program: dict[str, Any], engines: list[str]) -> list[str]:
    """The rules that scenarios cite which pass on every engine."""
    results = list(play(program, program["scenarios"], engines))
    failed = {result.name for result in results if not result.passed}
    return [rule for result in results if result.name not in failed for rule in result.rules]


def _data(rule: Rule) -> dict[str, Any]:
    standing = {"standing": rule.standing, "modelled": rule.modelled, "tested": rule.tested, "reason": rule.reason}
    return {"id": rule.id, **standing, "text": rule.text}


def _print(found: Coverage, missing: bool) -> None:
    for rule in found.rules:
        if not missing or rule.standing == NOTHING:
            print(f"{rule.id:<12} {rule.words}")
    for rule_id in found.unknown:
        print(f"{rule_id:<12} is cited, and the rulebook has no such rule")
    totals = found.totals()
    parts = [f"{totals[key]} {key.replace('_', ' ')}" for key in ("modelled", "tested", "set_aside")]
    print(f"{counted(totals['rules'], 'rule')}: {', '.join(parts)}, {totals['nothing']} with nothing")
    if found.unknown:
        print(f"{counted(len(found.unknown), 'citation')} of rules that are not in the rulebook")
