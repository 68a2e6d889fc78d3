"""How the command line speaks: diagnostics as text or JSON, colours only for people who look."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TextIO

from .grammar.diagnostics import Diagnostic
from .grammar.spans import Span


def add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("text", "json"), default="text", help="for people or for programs")


def report(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], format_: str = "text", to_stderr: bool = False
) -> None:
    """Print diagnostics. JSON goes to the output in any case: it is what was asked for."""
    found = list(diagnostics)
    if format_ == "json":
        print_json({"diagnostics": as_data(found)})
        return
    if not found:
        return  # the pages take a while to load
    from .grammar.render import render
    from .pages import PAGES

    assert PAGES  # the renderer takes codes from there
    stream = sys.stderr if to_stderr else sys.stdout
    print(render(found, sources, wants_colour(stream)), file=stream, end="")


def as_data(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    from .grammar.render import as_json
    from .pages import PAGES

    assert PAGES
    return as_json(diagnostics)


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def complain(headline: str, help_: str | None = None) -> None:
    """What is wrong with a command line: no place in any file to show."""
    print(f"error: {headline}", file=sys.stderr)
    if help_:
        print(f"  = help: {help_}", file=sys.stderr)


def wants_colour(stream: TextIO) -> bool:
    return stream.isatty() and "NO_COLOR" not in os.environ


def placed(diagnostics: Iterable[Diagnostic], folder: Path) -> list[Diagnostic]:
    """The same with files named as they are found from here, so that an editor can follow them."""

    def moved(span: Span) -> Span:
        return replace(span, file=(folder / span.file).as_posix())

    return [
        replace(
            d,
            labels=tuple(replace(label, span=moved(label.span)) for label in d.labels),
            fixes=tuple(replace(fix, span=moved(fix.span)) for fix in d.fixes),
        )
        for d in diagnostics
    ]


def placed_sources(sources: Mapping[str, str], folder: Path) -> dict[str, str]:
    return {(folder / file).as_posix(): text for file, text in sources.items()}


def counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"
