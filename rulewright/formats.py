"""Diagnostics for other programs: annotations of GitHub's workflows, and SARIF 2.1.0 for code scanners and editors."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from . import __version__
from .grammar.diagnostics import Diagnostic, Fix
from .grammar.spans import Span
from .pages import PAGES

LEVELS = {"error": "error", "warning": "warning", "note": "note"}
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def github(diagnostics: Iterable[Diagnostic]) -> str:
    """One workflow command for each diagnostic: GitHub shows it beside the line."""
    return "".join(f"{_command(one)}\n" for one in diagnostics)


def _command(one: Diagnostic) -> str:
    word = {"error": "error", "warning": "warning"}.get(one.severity, "notice")
    settings = {}
    if one.labels:
        span = one.labels[0].span
        settings = {"file": span.file, "line": span.line, "endLine": span.end_line}
        if span.line == span.end_line:
            settings |= {"col": span.column, "endColumn": span.end_column}
    settings["title"] = f"{_code(one)} {one.name}"
    said = [one.headline, *one.notes, *([f"help: {one.help}"] if one.help else [])]
    head = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in settings.items())
    return f"::{word} {head}::{_escaped(chr(10).join(said))}"


def _escaped(text: str, more: str = "") -> str:
    for char in "%\r\n" + more:
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def _code(one: Diagnostic) -> str:
    return PAGES[one.name].code if one.name in PAGES else ""


def sarif(diagnostics: Iterable[Diagnostic]) -> dict[str, Any]:
    """One run with every diagnostic as a result."""
    found = list(diagnostics)
    names = sorted({one.name for one in found}, key=lambda name: (PAGES[name].code if name in PAGES else "", name))
    driver = {"name": "rulewright", "version": __version__, "rules": [_rule(name) for name in names]}
    return {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "results": [_result(one, names.index(one.name)) for one in found],
            }
        ],
    }


def _rule(name: str) -> dict[str, Any]:
    if name not in PAGES:
        return {"id": name, "name": name}
    page = PAGES[name]
    about = {"text": page.text, "markdown": page.text} if page.text else {"text": page.headline}
    return {"id": page.code, "name": name, "shortDescription": {"text": page.headline}, "help": about}


def _result(one: Diagnostic, index: int) -> dict[str, Any]:
    said = [one.headline, *one.notes, *([f"help: {one.help}"] if one.help else [])]
    result: dict[str, Any] = {
        "ruleId": _code(one) or one.name,
        "ruleIndex": index,
        "level": LEVELS[one.severity],
        "message": {"text": "\n".join(said)},
    }
    if one.labels:
        first = one.labels[0]
        result["locations"] = [{"physicalLocation": _place(first.span), **_message(first.text)}]
    if len(one.labels) > 1:
        result["relatedLocations"] = [
            {"id": i, "physicalLocation": _place(label.span), **_message(label.text)}
            for i, label in enumerate(one.labels[1:], 1)
        ]
    if one.fixes:
        result["fixes"] = [_fix(one)]
    if one.rules:
        result["properties"] = {"rulebook": list(one.rules)}
    return result


def _message(text: str) -> dict[str, Any]:
    return {"message": {"text": text}} if text else {}


def _fix(one: Diagnostic) -> dict[str, Any]:
    files: dict[str, list[Fix]] = {}
    for fix in one.fixes:
        files.setdefault(fix.span.file, []).append(fix)
    safety = "safe" if all(fix.safe for fix in one.fixes) else "unsafe"
    return {
        "description": {"text": f"{one.help or one.headline} ({safety} fix)"},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(file),
                "replacements": [
                    {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.replacement}} for fix in fixes
                ],
            }
            for file, fixes in files.items()
        ],
    }


def _place(span: Span) -> dict[str, Any]:
    return {"artifactLocation": _artifact(span.file), "region": _region(span)}


def _artifact(file: str) -> dict[str, Any]:
    return {"uri": PurePosixPath(file).as_uri() if file.startswith("/") else quote(file)}


def _region(span: Span) -> dict[str, Any]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }
