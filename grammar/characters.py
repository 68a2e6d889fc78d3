"""What is wrong with a file before it is read as rules: its size, its bytes, characters that have no place in it."""

from __future__ import annotations

import re

from .diagnostics import Diagnostic, Fix, Label
from .source import Source
from .spans import Span

LARGEST_FILE = 2_000_000
LONGEST_LINE = 2_000

# Control characters, and those that show nothing or turn the direction of a line: what one sees is not what is read.
_UNSEEN = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
_SUSPECT = re.compile(rf"[\t{_UNSEEN}]|\r(?!\n)")
_INVISIBLE = re.compile(rf"[{_UNSEEN}]")
_LONE_RETURN = re.compile(r"\r(?!\n)")


def decode(data: bytes, file: str) -> tuple[str | None, list[Diagnostic]]:
    """The text of a file, without the mark some editors put at its head; or what keeps it from being text."""
    if len(data) > LARGEST_FILE:
        return None, [_too_large(file)]
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        where = Span(file, 0, 0, 1, 1, 1, 1)
        return None, [_not_utf8(where, "this file is written in UTF-16")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as wrong:
        before = Source(data[: wrong.start].decode("utf-8-sig", "replace"), file)
        at = len(before.text)
        line, column = before.place(at)
        where = Span(file, at, at + 1, line, column, line, column + 1)
        return None, [_not_utf8(where, f"byte {data[wrong.start]:#04x} is not UTF-8")]


def _not_utf8(where: Span, label: str) -> Diagnostic:
    return Diagnostic(
        "not-utf8", "the file is not UTF-8 text", (Label(where, label),), help="save the file in the encoding UTF-8"
    )


def _too_large(file: str) -> Diagnostic:
    where = Span(file, 0, 0, 1, 1, 1, 1)
    return Diagnostic(
        "file-too-large",
        "the file is larger than 2 MB",
        (Label(where, "not read"),),
        help="spread it over several files and name them with `use`",
    )


def plain(text: str) -> bool:
    """Nothing here needs a second look: a quick test that lets a good file pass."""
    return not _SUSPECT.search(text) and max(map(len, text.split("\n"))) <= LONGEST_LINE


def inspect(source: Source) -> tuple[str, list[Diagnostic]]:
    """What is to be said of characters, and a text of the same length in which blanks stand for them."""
    found = [*_lone_returns(source), *_tabs(source), *_invisible(source)]
    text = _LONE_RETURN.sub("\n", source.text).replace("\t", " ")
    text = _INVISIBLE.sub(" ", text)
    return text, found


def too_large(source: Source) -> list[Diagnostic]:
    return [_too_large(source.file)] if len(source.text) > LARGEST_FILE else []


def long_lines(source: Source, text: str) -> list[Diagnostic]:
    """Lines nobody wrote by hand are not read."""
    found: list[Diagnostic] = []
    at = 0
    for line in text.split("\n"):
        if len(line.rstrip("\r")) > LONGEST_LINE:
            where = source.span(at + LONGEST_LINE, at + LONGEST_LINE + 1)
            found.append(
                Diagnostic(
                    "line-too-long",
                    f"the line has more than {LONGEST_LINE:,} characters",
                    (Label(where, "too long from here on"),),
                    help="go on in the next line after a comma, or before `and`, `or`, `where`, `+`, `-` or `*`",
                )
            )
        at += len(line) + 1
    return found


def _tabs(source: Source) -> list[Diagnostic]:
    """One report for the file: tabs come from an editor's setting, not one by one."""
    tabs = [found.span() for found in re.finditer("\t+", source.text)]
    if not tabs:
        return []
    first, lines = source.span(*tabs[0]), {source.place(start)[0] for start, _ in tabs}
    note = (f"there are tabs in {len(lines)} lines of this file",) if len(lines) > 1 else ()
    return [
        Diagnostic(
            "tab",
            "the file contains tabs",
            (Label(first, "a tab"),),
            notes=note,
            help="indent with spaces; two for each level",
            fixes=tuple(Fix(source.span(start, end), "  " * (end - start), True) for start, end in tabs),
        )
    ]


def _lone_returns(source: Source) -> list[Diagnostic]:
    returns = [found.span() for found in _LONE_RETURN.finditer(source.text)]
    if not returns:
        return []
    return [
        Diagnostic(
            "lone-return",
            "a carriage return stands without a newline",
            (Label(source.span(*returns[0]), "a carriage return"),),
            notes=(f"there are {len(returns)} of them in this file",) if len(returns) > 1 else (),
            help="end lines with a newline",
            fixes=tuple(Fix(source.span(start, end), "\n", True) for start, end in returns),
        )
    ]


def _invisible(source: Source) -> list[Diagnostic]:
    return [
        Diagnostic(
            "invisible-character",
            f"an invisible character stands here, U+{ord(source.text[found.start()]):04X}",
            (Label(source.span(*found.span()), "nothing can be seen here"),),
            help="delete it",
            fixes=(Fix(source.span(*found.span()), "", True),),
        )
        for found in re.finditer(rf"[{_UNSEEN}]+", source.text)
    ]
