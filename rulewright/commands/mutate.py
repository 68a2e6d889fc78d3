"""`rulewright mutate`: changes one thing at a time in a game and tells which changes no scenario notices."""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from ..equivalents import Equivalents
from ..game import BrokenRuleset
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter import engines
from ..library import find
from ..progress import Progress
from ..reporting import add_format, complain, counted, print_json

GAMES = 20
SAYS = {
    "dropped": "is not asked for",
    "inverted": "means the opposite",
    "shifted": "is one more",
    "swapped": "is the next player",
    "deleted": "does not happen",
    "skipped": "is never triggered",
}


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a bundled name or a folder")
    parser.add_argument("--variant", metavar="NAME")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: one for each core")
    parser.add_argument("--sample", type=int, metavar="N", help="try so many changes only, drawn at random")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="for the sample")
    parser.add_argument("--only", metavar="FILE[:LINE]", help="only changes in this file, or in this line of it")
    parser.add_argument(
        "--games", type=int, default=GAMES, metavar="N", help=f"random games for changes nobody noticed ({GAMES})"
    )
    parser.add_argument("--under", type=int, default=100, metavar="PERCENT", help="a lower score is a failure (100)")
    add_format(parser)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one change: the scenario that noticed it, or what random games say of it."""

    number: int
    scenario: str | None
    reached: bool
    game: tuple[int, dict[str, int], int] | None


def run(args: argparse.Namespace) -> int:
    place = find(args.game)
    if place.compiled or not engines.has_compiled():
        why = "a compiled game has lost its lines" if place.compiled else "the compiled engine is not available here"
        raise RulewrightError(Diagnostic("cannot-mutate", why, help="name a folder, and install `wasmtime`"))
    trial, sources = _prepared(place.path, args.variant)
    equivalents = Equivalents(place.path, sources)
    chosen = [m for m in trial.mutants if _meant(args.only, trial.sites[m.site])]
    if args.sample is not None and args.sample < len(chosen):
        chosen = sorted(random.Random(args.seed).sample(chosen, max(args.sample, 0)), key=lambda m: m.number)
    verdicts: dict[int, Verdict] = {}
    stopped = False
    jobs = max(1, min(args.jobs or os.cpu_count() or 1, len(chosen)))
    with Progress("changes", len(chosen)) as progress:
        try:
            for verdict in _verdicts(trial, [m.number for m in chosen], args, place.path, jobs):
                verdicts[verdict.number] = verdict
                progress.step()
        except KeyboardInterrupt:
            stopped = True
    rows = [_row(m, verdicts[m.number], trial, sources, equivalents) for m in chosen if m.number in verdicts]
    rows.sort(key=lambda row: (row["file"], row["line"], row["column"]))
    stale = equivalents.unused() if len(verdicts) == len(trial.mutants) else []
    totals = _totals(rows, len(chosen), len(trial.mutants))
    if args.format == "json":
        print_json({"game": place.path.name, **totals, "stopped": stopped, "stale": stale, "changes": rows})
    else:
        _print(rows, totals, stale, stopped, args.games > 0)
    if stopped:
        return 130
    return 1 if totals["score"] < args.under or stale else 0


def _meant(only: str | None, site: dict[str, Any]) -> bool:
    if only is None:
        return True
    file, _, line = only.partition(":")
    return bool(site["file"] == file and (not line or line == str(site["line"])))


def _prepared(folder: Path, variant: str | None) -> tuple[Any, dict[str, str]]:
    from ..interpreter.mutation import Trial
    from ..validator.check import check_folder
    from ..validator.marks import marking

    with marking():
        checked = check_folder(folder, variant)
    if checked.program is None:
        raise BrokenRuleset([d for d in checked.diagnostics if d.severity == "error"], checked.sources)
    trial = Trial(checked.program)
    failed = trial.rehearse()
    if failed:
        named = ", ".join(f'"{name}"' for name in failed[:3])
        headline = f"{counted(len(failed), 'scenario')} fail without any change: {named}"
        raise RulewrightError(Diagnostic("cannot-mutate", headline, help="see `rulewright test`"))
    return trial, checked.sources


# ---------------------------------------------------------------- trying


def _verdicts(trial: Any, numbers: list[int], args: argparse.Namespace, folder: Path, jobs: int) -> Iterator[Verdict]:
    if jobs == 1:
        for number in numbers:
            yield _judged(trial, number, args.games)
        return
    with Pool(jobs, _begin, (folder, args.variant, args.games)) as pool:  # leaving it ends the processes at once
        yield from pool.imap_unordered(_try, numbers)


_TRIAL: list[Any] = []  # of a worker: what it tries changes with


def _begin(folder: Path, variant: str | None, games: int) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that reports
    _TRIAL[:] = [_prepared(folder, variant)[0], games]


def _try(number: int) -> Verdict:
    trial, games = _TRIAL
    return _judged(trial, number, games)


def _judged(trial: Any, number: int, games: int) -> Verdict:
    mutant = trial.mutants[number - 1]
    scenario = trial.noticed(mutant)
    game = trial.witness(mutant, games) if scenario is None and games > 0 else None
    return Verdict(number, scenario, bool(trial.reaching[number]), game)


# ---------------------------------------------------------------- telling


def _row(
    mutant: Any, verdict: Verdict, trial: Any, sources: dict[str, str], equivalents: Equivalents
) -> dict[str, Any]:
    site = trial.sites[mutant.site]
    text = place_text(sources[site["file"]], site)
    row = {
        "change": mutant.change,
        "file": site["file"],
        "line": site["line"],
        "column": site["column"],
        "text": text,
        "rules": site["rules"],
        "noticed": verdict.scenario,
    }
    if verdict.scenario is None:
        row["reached"] = verdict.reached
        row["equivalent"] = equivalents.why(mutant.change, site["file"], site["line"], text)
        if verdict.game is not None:
            players, readings, number = verdict.game
            row["game"] = {"players": players, "seed": 0, "number": number, "options": _unusual(trial, readings)}
    return row


def _unusual(trial: Any, readings: dict[str, int]) -> dict[str, str]:
    """The readings that are not the usual ones, by name."""
    names = {r["name"]: [reading["name"] for reading in r["readings"]] for r in trial.rulings}
    return {name: names[name][i] for name, i in readings.items() if trial.defaults[name] != i}


def place_text(source: str, site: dict[str, Any]) -> str:
    """What stands at a place; of a long one its first line."""
    lines = source.split("\n")
    line = lines[site["line"] - 1]
    end = site["end_column"] - 1 if site["end_line"] == site["line"] else len(line)
    return " ".join(line[site["column"] - 1 : end].split())


def _totals(rows: list[dict[str, Any]], chosen: int, mutants: int) -> dict[str, Any]:
    noticed = sum(row["noticed"] is not None for row in rows)
    equivalent = sum(row.get("equivalent") is not None for row in rows)
    counted_ = len(rows) - equivalent
    return {
        "mutants": mutants,
        "chosen": chosen,
        "tried": len(rows),
        "noticed": noticed,
        "equivalent": equivalent,
        "unnoticed": counted_ - noticed,
        "score": round(100 * noticed / counted_, 1) if counted_ else 100.0,
    }


def _print(rows: list[dict[str, Any]], totals: dict[str, Any], stale: list[str], stopped: bool, played: bool) -> None:
    for row in rows:
        if row["noticed"] is None and row["equivalent"] is None:
            rules = f"  {', '.join(row['rules'])}" if row["rules"] else ""
            print(f"{row['file']}:{row['line']}:{row['column']}: `{row['text']}` {SAYS[row['change']]}{rules}")
            print(f"    nobody notices: {_why(row, played)}")
    for text in stale:
        complain(f"{text} is said to be equivalent, and is no change that goes unnoticed", "take it out")
    if stopped:
        print(f"stopped after {totals['tried']} of {counted(totals['chosen'], 'change')}", file=sys.stderr)
    parts = [f"{totals['noticed']} noticed", f"{totals['equivalent']} equivalent", f"{totals['unnoticed']} unnoticed"]
    print(f"{counted(totals['tried'], 'change')}: {', '.join(parts)}; score {totals['score']} %")


def _why(row: dict[str, Any], played: bool) -> str:
    said = "no scenario that comes here fails" if row["reached"] else "no scenario comes here"
    game = row.get("game")
    if game is None:
        return said + (", and no random game goes otherwise" if played else "")
    options = "".join(f" --set {name}={reading}" for name, reading in game["options"].items())
    return (
        said
        + f", but game {game['number']} of seed 0 with {counted(game['players'], 'player')}{options} goes otherwise"
    )
