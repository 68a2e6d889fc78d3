"""`rulewright replay`: tells a saved game again, answer by answer."""

from __future__ import annotations

import argparse

from ..files import read_bytes
from ..game import load
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter import saves
from ..interpreter.table import Table
from ..reporting import add_format, print_json
from ..showing import shown


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", help="a save, as `save` and `Table.save` write it")
    parser.add_argument("--game", metavar="GAME", help="default: where the save says the game came from")
    parser.add_argument("--at", type=int, metavar="N", help="stop after N answers and show the position")
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    save = saves.read(read_bytes(args.log, saves.LIMIT))
    if args.at is not None and not 0 <= args.at <= len(save.answers):
        help_ = f"the game has {len(save.answers)} answers"
        raise RulewrightError(Diagnostic("no-such-option", f"there is no answer {args.at}", help=help_))
    game = load(args.game or save.source, save.variant)
    game.replay(save)  # the whole of it must hold before any of it is told
    table = game.replay(save, upto=0)
    if args.format == "json":
        return _as_json(table, save, args.at)
    print(f"{game.title}, seed {save.seed}")
    _lines(table)
    for number, answer in enumerate(save.answers[: args.at], 1):
        decision = table.decision
        option = next((o for o in decision.options if o.text == answer), None)
        print(f"{number:>4}  {decision.player_name}: {option.label if option else answer}")
        table.play(answer)
        _lines(table)
    if args.at is not None:
        for player, name in enumerate(table.players):
            print(f"\nwhat {name} sees:\n{shown(table.view(player), table.rules)}")
    if table.over:
        names = [table.players[p] for p in table.winners]
        print(f"won by {', '.join(names)}" if names else "drawn")
    return 0


def _lines(table: Table) -> None:
    for line in table.trace:
        cited = f"  [{', '.join(line.rules)}]" if line.rules else ""
        print(f"      · {line.text}{cited}")


def _as_json(table: Table, save: saves.Save, at: int | None) -> int:
    answers = []
    for answer in save.answers[:at]:
        row = {"player": table.decision.player_name, "answer": answer}
        table.play(answer)
        happened = [{"text": line.text, "rules": list(line.rules)} for line in table.trace]
        answers.append({**row, "happened": happened})
    winners = [table.players[p] for p in table.winners]
    print_json({"game": save.game, "seed": save.seed, "answers": answers, "over": table.over, "winners": winners})
    return 0
