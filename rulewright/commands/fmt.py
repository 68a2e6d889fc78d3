"""`rulewright fmt`: the canonical layout. The formatter proves that it changes nothing but layout."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from os.path import isfile
from pathlib import Path

from ..files import read_bytes, write_text
from ..grammar.diagnostics import Diagnostic, RulewrightError
from ..library import rulesets_at
from ..reporting import add_format, as_data, counted, print_json, report

LARGEST = 2_000_000  # bytes, as the checker reads them


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("paths", nargs="+", metavar="PATH", help="files, rulesets, folders of rulesets")
    parser.add_argument("--check", action="store_true", help="change nothing; say which files would change")
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    changed: list[str] = []
    broken: list[Diagnostic] = []
    sources: dict[str, str] = {}
    files = list(dict.fromkeys(_files(args.paths)))
    for path in files:
        name = path.as_posix()
        try:
            text, result = _formatted(path, name, sources)
        except RulewrightError as error:
            broken += error.diagnostics
            continue
        if result != text:
            changed.append(name)
            if not args.check:
                _replace(path, result)
    if args.format == "json":
        print_json({"files": len(files), "changed": changed, "diagnostics": as_data(broken)})
    else:
        report(broken, sources)
        for name in changed:
            print(f"{name} {'would change' if args.check else 'changed'}")
        print(f"{counted(len(files), 'file')}, {len(changed)} {'to change' if args.check else 'changed'}")
    return 1 if broken or (args.check and changed) else 0


def _files(paths: Iterable[str]) -> Iterator[Path]:
    for what in paths:
        path = Path(what)
        if path.suffix == ".rules" and isfile(path):
            yield path
        else:
            for folder in rulesets_at([what]):
                yield from sorted(folder.rglob("*.rules"))


def _formatted(path: Path, name: str, sources: dict[str, str]) -> tuple[str, str]:
    from ..grammar.characters import decode
    from ..grammar.format import format_text

    text, found = decode(read_bytes(path, LARGEST), name)
    if text is None:
        raise RulewrightError(*found)
    sources[name] = text
    return text, format_text(text, name)


def _replace(path: Path, text: str) -> None:
    """Whole or not at all: a file is never left half written."""
    beside = path.with_name(f".{path.name}.new")
    write_text(beside, text)
    try:
        os.replace(beside, path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        why = (error.strerror or "").lower()
        raise RulewrightError(Diagnostic("file-trouble", f"`{path}` cannot be written: {why}")) from None
