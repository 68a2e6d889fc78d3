"""`rulewright run`: many games at random, a summary for people or programs, one row for each game on request."""

from __future__ import annotations

import argparse
import csv
import io
import json
from typing import Any

from ..arguments import add_game, readings
from ..files import write_text
from ..game import load
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter import engines
from ..progress import Progress
from ..reporting import counted, print_json, report
from ..runs import CAP, Row, Summary, random_games


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("--games", type=int, default=100, metavar="N", help="default: 100")
    parser.add_argument(
        "--cap", type=int, default=CAP, metavar="N", help=f"give a game up after so many decisions (default: {CAP})"
    )
    parser.add_argument("--engine", choices=engines.ENGINES, help="default: the compiled one, if it is there")
    parser.add_argument("--jobs", type=int, metavar="N", help="cores for the compiled engine (default: all)")
    parser.add_argument("--invariants", action="store_true", help="test the invariants at every decision")
    parser.add_argument(
        "--json", dest="format", action="store_const", const="json", default="text", help="one JSON object"
    )
    parser.add_argument("--format", choices=("text", "json"), help="the same as a word")
    parser.add_argument("--out", metavar="FILE", help="one row for each game: CSV if it ends in .csv, else JSON lines")


def run(args: argparse.Namespace) -> int:
    if args.games < 0 or args.cap < 1 or (args.jobs is not None and args.jobs < 1):
        raise RulewrightError(Diagnostic("bad-number", "a number of games, of decisions or of cores is too small"))
    options = readings(args.set)
    game = load(args.game, args.variant)
    engine = args.engine or ("compiled" if engines.has_compiled() else game.suited)
    players = game.setup(args.players, args.seed, options).rules["players"]
    summary = Summary(game, players, args.seed, engine, game.readings(options))
    rows: list[Row] = []
    interrupted = False
    try:
        with Progress("games", args.games) as progress:
            more = (engine, args.cap, args.jobs, args.invariants)
            for row in random_games(game, args.games, args.players, args.seed, options, *more):
                summary.add(row)
                if args.out:
                    rows.append(row)
                progress.step()
    except KeyboardInterrupt:
        interrupted = True
    if args.out:
        write_text(args.out, _table(rows, args.out.endswith(".csv")))
    _tell(summary, game.sources, args.format)
    if interrupted:
        return 130
    return 1 if summary.faults else 0


def _tell(summary: Summary, sources: Any, format_: str | None) -> None:
    data = summary.to_data()
    if format_ == "json":
        print_json(data)
        return
    for fault, games in summary.faults.items():
        report([fault], sources)
        print(f"  in {counted(len(games), 'game')}, first in game {games[0]}\n")
    table = f"{summary.game.title}, {counted(data['players'], 'player')}, seed {data['seed']}"
    print(f"{table}: {counted(data['games'], 'game')}")
    print(f"  finished {data['finished']} (drawn {data['drawn']}), capped {data['capped']}, failed {data['failed']}")
    names = summary.game.specialised(summary.players, summary.options)["names"]["player"]
    wins = ", ".join(f"{name} {won}" for name, won in zip(names, data["wins_by_seat"], strict=True))
    print(f"  won by {wins}")
    print(f"  {data['mean_decisions']} decisions a game, {data['mean_moves']} moves with the forced ones")
    rate = data["games"] / data["seconds"] if data["seconds"] else 0
    print(f"  {data['seconds']} s, {rate:.0f} games a second")


def _table(rows: list[Row], as_csv: bool) -> str:
    if not as_csv:
        return "".join(json.dumps(row.to_data(), ensure_ascii=False) + "\n" for row in rows)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["number", "seed", "outcome", "winners", "decisions", "moves", "fault"])
    for row in rows:
        data = row.to_data()
        writer.writerow([*list(data.values())[:3], " ".join(map(str, row.winners)), *list(data.values())[4:]])
    return text.getvalue()
