"""Lints a small ruleset that stands in a test or a page, from a folder as everybody's are."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from rulewright.grammar.diagnostics import Diagnostic

from rulewright.linting import Choice, Linted, chosen, lint


def write(folder: Path, text: str, files: dict[str, str] | None = None) -> Path:
    for name, content in {"game.rules": text, **(files or {})}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def linted(text: str, files: dict[str, str] | None = None, choice: Choice | None = None) -> Linted:
    with TemporaryDirectory() as folder:
        return lint(write(Path(folder), text, files), choice or chosen([], [], None, {}))


def found(name: str, text: str, files: dict[str, str] | None = None) -> list[Diagnostic]:
    """What one lint finds in a ruleset without errors."""
    done = linted(text, files, chosen([name], [], None, {}))
    assert done.subject is not None, [d.headline for d in done.found]
    return done.found
