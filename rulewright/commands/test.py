"""`rulewright test`: plays scenarios on the engines, and shows expected and actual where they differ."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..grammar.diagnostics import Diagnostic
from ..interpreter import engines
from ..interpreter.scenarios import Result
from ..library import rulesets_at
from ..progress import Progress
from ..reporting import add_format, as_data, counted, placed, placed_sources, print_json, report


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="rulesets, folders of rulesets, bundled names")
    parser.add_argument(
        "--engine", choices=("reference", "compiled", "both"), help="default: both, if the compiled one is there"
    )
    parser.add_argument("-k", dest="pattern", metavar="TEXT", help="only scenarios with this text in their names")
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    names = engines_named(args.engine)
    found: list[Diagnostic] = []
    sources: dict[str, str] = {}
    rows: list[dict[str, Any]] = []
    broken = False
    with Progress("scenarios") as progress:
        for folder in rulesets_at(args.paths):
            for part in scenarios_of(folder, names, args.pattern):
                if isinstance(part, Result):
                    progress.step()
                    rows.append(_row(folder, part))
                    failures = [part.failure] if part.failure else []
                else:
                    failures, texts = part
                    sources |= placed_sources(texts, folder)
                    broken = broken or bool(failures)
                found += [d for d in placed(failures, folder) if d not in found]
    many = len({(row["ruleset"], row["scenario"]) for row in rows})
    failed = len({(row["ruleset"], row["scenario"]) for row in rows if not row["passed"]})
    if args.format == "json":
        totals = {"scenarios": many, "passed": many - failed, "failed": failed, "engines": names}
        print_json({**totals, "results": rows, "diagnostics": as_data(found)})
    else:
        report(found, sources)
        _summary(many, failed, names, broken)
    return 1 if broken or failed else 0


def engines_named(word: str | None) -> list[str]:
    if word in ("reference", "compiled"):
        return [word]
    if word == "both":
        return ["reference", "compiled"]
    return ["reference", "compiled"] if engines.has_compiled() else ["reference"]


def scenarios_of(
    folder: Path, names: list[str], pattern: str | None
) -> Iterator[Result | tuple[list[Diagnostic], dict[str, str]]]:
    """The results of a ruleset's scenarios and of those its variants add; before them, what keeps them from playing."""
    from ..interpreter.scenarios import run as play
    from ..validator.check import check_folder, variants_of

    for variant, file in [(None, None), *variants_of(folder).items()]:
        checked = check_folder(folder, variant)
        errors = [d for d in checked.diagnostics if d.severity == "error"] if checked.program is None else []
        yield errors, checked.sources
        if checked.program is None:
            continue
        sites = checked.program["sites"]
        wanted = [s for s in checked.program["scenarios"] if file is None or sites[s["site"]]["file"] == file]
        yield from play(checked.program, [s for s in wanted if pattern is None or pattern in s["name"]], names)


def _row(folder: Path, result: Result) -> dict[str, Any]:
    return {
        "ruleset": folder.as_posix(),
        "scenario": result.name,
        "engine": result.engine,
        "rules": list(result.rules),
        "passed": result.passed,
    }


def _summary(many: int, failed: int, names: list[str], broken: bool) -> None:
    on = " and ".join(names)
    if many == 0:
        print("no scenario was played" if broken else "there are no such scenarios")
    elif failed:
        print(f"{failed} of {counted(many, 'scenario')} failed, on {on}")
    else:
        print(f"{counted(many, 'scenario')} passed, on {on}")
    if broken:
        print("a ruleset that does not pass `check` cannot be tested", file=sys.stderr)
