"""Diagnostics as text for people, and as plain data for programs."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import Any

from .codes import PAGES
from .diagnostics import Diagnostic, Label
from .spans import Span

WIDEST = 120  # columns of source that are shown of one line
FIX_COLUMN = 64

_CITED = re.compile(r"([ ]{2,}[A-Z][A-Z0-9]*-[0-9][0-9a-z.]*([ ]+[A-Z][A-Z0-9]*-[0-9][0-9a-z.]*)*)?[ ]*$")
_COLOURS = {"error": "1;31", "warning": "1;33", "note": "1;36", "gutter": "1;34", "bold": "1"}


def render(diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], colour: bool) -> str:
    """All diagnostics with the lines they speak of. A file that is not among the sources is only named."""
    return "\n".join(_Page(one, sources, colour).text() for one in diagnostics)


class _Page:
    """One diagnostic on its way to text."""

    def __init__(self, diagnostic: Diagnostic, sources: Mapping[str, str], colour: bool) -> None:
        self.diagnostic = diagnostic
        self.sources = sources
        self.colour = colour
        numbers = [label.span.line for label in diagnostic.labels]
        self.width = len(str(max(numbers, default=1)))

    def text(self) -> str:
        rows = [self._head()]
        places = self._places()
        for i, (file, labels) in enumerate(places):
            first = next((label for label in labels if label is self.diagnostic.labels[0]), labels[0]).span
            arrow = "-->" if i == 0 else ":::"
            rows.append(f"{' ' * self.width}{self._paint('gutter', arrow)} {file}:{first.line}:{first.column}")
            rows += self._window(file, labels)
        return "\n".join([*rows, *self._tail()]) + "\n"

    def _head(self) -> str:
        one = self.diagnostic
        page = PAGES.get(one.name)
        kind = self._paint(one.severity, f"{one.severity}[{one.name}]")
        return f"{kind}{' ' + page.code if page else ''}: {self._paint('bold', one.headline)}"

    def _places(self) -> list[tuple[str, list[Label]]]:
        """Labels by file, the primary one's file first, and by line within a file."""
        files: dict[str, list[Label]] = {}
        for label in self.diagnostic.labels:
            files.setdefault(label.span.file, []).append(label)
        return list(files.items())

    def _window(self, file: str, labels: list[Label]) -> list[str]:
        source = self.sources.get(file)
        if source is None:
            return []
        lines = source.split("\n")
        rows = [self._gutter()]
        for number in sorted({label.span.line for label in labels}):
            if not 1 <= number <= len(lines):
                continue
            here = [label for label in labels if label.span.line == number]
            shown, marks = _fit(lines[number - 1].removesuffix("\r"), [_columns(label.span) for label in here])
            rows.append(self._gutter(number, shown))
            rows += [self._gutter(None, row) for row in self._marks(here, marks)]
        return rows

    def _gutter(self, number: int | None = None, text: str = "") -> str:
        head = f"{'' if number is None else number:>{self.width}} |"
        return self._paint("gutter", head) + (f" {text}" if text else "")

    def _marks(self, labels: list[Label], columns: list[tuple[int, int]]) -> list[str]:
        """Underlines, the text of the last one behind it and the others' below, each under its own mark."""
        marked = sorted(zip(columns, labels, strict=True), key=lambda pair: pair[0])
        width = max(end for (_, end), _ in marked)
        under = [" "] * width
        primary = self.diagnostic.labels[0]
        for (start, end), label in sorted(marked, key=lambda pair: pair[1] is primary):
            under[start:end] = ("^" if label is primary else "-") * (end - start)
        (_, last_end), last = marked[-1]
        beside = last_end == width and not any(end > marked[-1][0][0] for (_, end), _ in marked[:-1])
        below = marked[:-1] if beside else marked
        rows = [self._underline("".join(under)) + (f" {self._label(last)}" if beside and last.text else "")]
        while below:
            (start, _), label = below[-1]
            bars = _bars([begin for (begin, _), _ in below])
            rows += [self._paint("gutter", bars), self._paint("gutter", bars[:start]) + self._label(label)]
            below = below[:-1]
        return [row.rstrip() for row in rows]

    def _underline(self, row: str) -> str:
        if not self.colour:
            return row
        row = re.sub(r"\^+", lambda found: self._paint(self.diagnostic.severity, found.group()), row)
        return re.sub(r"(?<![\d;\[])-+", lambda found: self._paint("gutter", found.group()), row)

    def _label(self, label: Label) -> str:
        return self._paint(self.diagnostic.severity if label is self.diagnostic.labels[0] else "gutter", label.text)

    def _tail(self) -> list[str]:
        one = self.diagnostic
        lead = " " * (self.width + 1) + "= "
        rows = [f"{lead}note: {note}" for note in one.notes]
        fix = ("[safe fix]" if all(fix.safe for fix in one.fixes) else "[unsafe fix]") if one.fixes else ""
        if one.help or fix:
            row = f"{lead}help: {one.help or 'this can be mended'}"
            rows.append(f"{row:<{FIX_COLUMN - 1}} {fix}".rstrip())
        if one.rules:
            rows.append(f"{lead}rule: {', '.join(one.rules)}")
        return rows

    def _paint(self, style: str, text: str) -> str:
        return f"\x1b[{_COLOURS[style]}m{text}\x1b[0m" if self.colour and text.strip() else text


def _bars(starts: list[int]) -> str:
    row = [" "] * (max(starts) + 1)
    for start in starts:
        row[start] = "|"
    return "".join(row)


def _columns(span: Span) -> tuple[int, int | None]:
    """The first line's part of a span, from 0; None reaches to the end of that line."""
    return span.column - 1, span.end_column - 1 if span.end_line == span.line else None


def _fit(line: str, spans: list[tuple[int, int | None]]) -> tuple[str, list[tuple[int, int]]]:
    """A line as it can be shown, and where its marks then stand: tabs and odd characters have a width of their own,
    and of a long line only the part around the marks is shown."""
    at, shown = [0], []
    for char in line:
        cell = _cell(char)
        shown.append(cell)
        at.append(at[-1] + _width(cell))
    code_end = len(_CITED.sub("", line))

    def column(index: int) -> int:
        return at[min(index, len(line))] + max(index - len(line), 0)

    marks = []
    for start, end in spans:
        if end and end > code_end > start:
            end = code_end  # a statement owns the citations behind it, but the mark need not reach that far
        left = column(start)
        marks.append((left, max(column(max(code_end, start) if end is None else end), left + 1)))
    if at[-1] <= WIDEST:
        return "".join(shown), marks
    return _crop(shown, at, marks)


def _crop(shown: list[str], at: list[int], marks: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    left = max(min(start for start, _ in marks) - WIDEST // 4, 0)
    first = next(i for i, where in enumerate(at) if where >= left)
    last = next((i for i, where in enumerate(at) if where > at[first] + WIDEST), len(shown))
    shift = at[first] - (2 if first else 0)
    room = at[min(last, len(shown))] - shift
    text = ("… " if first else "") + "".join(shown[first:last]) + (" …" if last < len(shown) else "")
    moved = [(min(start - shift, room), min(end - shift, room + 1)) for start, end in marks]
    return text, [(start, max(end, start + 1)) for start, end in moved]


def _cell(char: str) -> str:
    if char == "\t":
        return "  "
    return char if char.isprintable() or char == " " else "\N{REPLACEMENT CHARACTER}"


def _width(cell: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in cell)


def as_json(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """The same as plain data, with every part there even where it is empty."""
    return [
        {
            "name": one.name,
            "code": PAGES[one.name].code if one.name in PAGES else None,
            "severity": one.severity,
            "headline": one.headline,
            "labels": [{**_place(at.span), "text": at.text, "primary": at is one.labels[0]} for at in one.labels],
            "notes": list(one.notes),
            "help": one.help,
            "fixes": [{**_place(fix.span), "replacement": fix.replacement, "safe": fix.safe} for fix in one.fixes],
            "rules": list(one.rules),
        }
        for one in diagnostics
    ]


def _place(span: Span) -> dict[str, Any]:
    return {
        "file": span.file,
        "start": {"offset": span.start, "line": span.line, "column": span.column},
        "end": {"offset": span.end, "line": span.end_line, "column": span.end_column},
    }
