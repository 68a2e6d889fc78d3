"""`rulewright lint`: everything that is legal but wrong. A ruleset that does not check is told that first."""

from __future__ import annotations

import argparse
import difflib
from dataclasses import replace
from functools import partial
from pathlib import Path

from ..files import write_text
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..interpreter.engines import has_compiled
from ..linting import Choice, Linted, More, chosen, fix, folders, lint, located, place_in
from ..progress import Progress
from ..reporting import as_data, counted, print_json, report
from ..validator.lint import Lint, lints


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", default=["."], metavar="PATH", help="rulesets, folders of rulesets, files; default: here"
    )
    parser.add_argument("--fix", action="store_true", help="make the safe fixes")
    parser.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    parser.add_argument("--select", action="append", default=[], metavar="NAMES", help="only these; names or codes")
    parser.add_argument("--ignore", action="append", default=[], metavar="NAMES", help="not these")
    parser.add_argument(
        "--play", type=int, default=0, metavar="N", help="play N random games for each player count too"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of these games")
    parser.add_argument("--list", action="store_true", help="all lints, with their fixes")
    parser.add_argument(
        "--format", choices=("text", "json", "github", "sarif"), default="text", help="for people or for programs"
    )


def run(args: argparse.Namespace) -> int:
    if args.list:
        return _list(args.format)
    with Progress("games") as progress:
        more, of_more = _played(args, progress)
        choice = chosen(args.select, args.ignore, more, of_more)
        found = folders(args.paths)
        made = 0
        if args.fix or args.diff:
            before, changed, made = _fixed(found, choice)
            if args.diff:
                return _diff(before, changed)
            for file, text in changed.items():
                write_text(file, text)
        done = [lint(folder, choice) for folder in found]
    return _report(args.format, done, made)


def _fixed(found: list[Path], choice: Choice) -> tuple[dict[str, str], dict[str, str], int]:
    """The texts as they are, those that safe fixes change, and how many fixes that takes. No game is played for it."""
    quick = replace(choice, more=None)
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    made = 0
    for folder in found:
        linted = lint(folder, quick)
        before |= {place_in(folder, file): text for file, text in linted.texts.items()}
        fixed, count = fix(linted, quick)
        after |= {place_in(folder, file): text for file, text in fixed.texts.items()}
        made += count
    return before, {file: text for file, text in after.items() if text != before.get(file)}, made


def _report(format_: str, done: list[Linted], made: int) -> int:
    found = [one for each in done for one in located(each, partial(place_in, each.folder))]
    _print(format_, found, done, made)
    return 1 if any(one.severity != "note" for one in found) else 0


def _played(args: argparse.Namespace, progress: Progress) -> tuple[More | None, dict[str, Lint]]:
    """What plays, and the lints that it serves; nothing without `--play`."""
    if args.play <= 0:
        return None, {}
    from ..playlints import of_play, played

    if not has_compiled():
        raise RulewrightError(Diagnostic("no-engine", "`--play` needs the compiled engine", help="install `wasmtime`"))
    return played(args.play, args.seed, progress.step), of_play()


def _print(format_: str, found: list[Diagnostic], done: list[Linted], made: int) -> None:
    if format_ == "json":
        names = [one.folder.as_posix() for one in done]
        silenced = sum(one.silenced for one in done)
        print_json({"rulesets": names, "fixed": made, "suppressed": silenced, "diagnostics": as_data(found)})
    elif format_ == "github":
        from ..formats import github

        print(github(found), end="")
    elif format_ == "sarif":
        from ..formats import sarif

        print_json(sarif(found))
    else:
        report(found, _sources(done))
        print(_summary(found, done, made))


def _sources(done: list[Linted]) -> dict[str, str]:
    texts: dict[str, str] = {}
    for one in done:
        sources = [one.texts, *(each.sources for each in (one.subject.all if one.subject else ()))]
        texts |= {place_in(one.folder, file): text for known in sources for file, text in known.items()}
    return texts


def _summary(found: list[Diagnostic], done: list[Linted], made: int) -> str:
    errors = sum(one.severity == "error" for one in found)
    warnings = sum(one.severity == "warning" for one in found)
    silenced = sum(one.silenced for one in done)
    said = [counted(errors, "error")] if errors else []
    said += [counted(warnings, "finding")] if warnings else []
    whole = counted(len(done), "ruleset")
    line = f"{', '.join(said)} in {whole}" if said else f"{whole} linted, nothing was found"
    extras = [f"{made} fixed"] if made else []
    extras += [f"{silenced} allowed by comments"] if silenced else []
    fixable = sum(bool(one.fixes) and all(fix.safe for fix in one.fixes) for one in found)
    extras += [f"{fixable} can be fixed with --fix"] if fixable else []
    return f"{line} ({', '.join(extras)})" if extras else line


def _diff(before: dict[str, str], changed: dict[str, str]) -> int:
    for file, text in changed.items():
        old = before.get(file, "").splitlines(keepends=True)
        lines = difflib.unified_diff(old, text.splitlines(keepends=True), file, file)
        print(
            "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines),
            end="",
        )
    return 1 if changed else 0


def _list(format_: str) -> int:
    known = lints().values()
    if format_ == "json":
        print_json(
            [
                {
                    "name": one.name,
                    "code": one.code,
                    "headline": one.page.headline,
                    "fix": one.fix,
                    "severity": one.severity,
                }
                for one in known
            ]
        )
    else:
        for one in known:
            fixed = f" [{one.fix} fix]" if one.fix != "none" else ""
            print(f"{one.code} {one.name}: {one.page.headline}{fixed}")
    return 0
