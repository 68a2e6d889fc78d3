"""Cuts a file at the words that open items in column 1, so that a mistake in one item never reaches another."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .diagnostics import Diagnostic, Fix, Label, near
from .habit import Edit, Habit
from .source import Source
from .words import ITEM_WORDS, RESERVED

_FIRST = re.compile(r"^(?=[^ #\r\n])(?P<word>\w*)(?P<next>[ ]*[^\n]?)", re.M)
_FUNCTIONS = ("def", "function", "func", "fn", "fun", "sub", "proc", "procedure", "method", "class")


@dataclass(frozen=True, slots=True)
class Slice:
    """One item with all up to the next. `opened` is false for what stands before the first item."""

    start: int
    end: int
    opened: bool
    strays: tuple[int, ...]  # offsets of lines in column 1 that open no item
    habits: tuple[Habit, ...]  # what is wrong with the word that opens it


def slices(source: Source, text: str) -> list[Slice]:
    cuts: list[tuple[int, tuple[Habit, ...]]] = []
    strays: list[int] = []
    for found in _FIRST.finditer(text):
        word = found.group("word")
        if word.lower() in ITEM_WORDS:
            cuts.append((found.start(), ()))
        elif habit := _function(source, found) or _misspelt(source, found):
            cuts.append((found.start(), (habit,)))
        else:
            strays.append(found.start())
    edges = [(0, ()), *cuts] if not cuts or cuts[0][0] > 0 else cuts
    ends = [start for start, _ in edges[1:]] + [len(text)]
    made = []
    for (start, habits), end in zip(edges, ends, strict=True):
        inside = tuple(at for at in strays if start <= at < end)
        made.append(Slice(start, end, bool(cuts) and start >= cuts[0][0], inside, habits))
    return made


def item_starts(text: str) -> list[int] | None:
    """Where the items of a tidy file begin; None if anything else stands in column 1."""
    found = list(_FIRST.finditer(text))
    return [first.start() for first in found] if all(f.group("word") in ITEM_WORDS for f in found) else None


def _misspelt(source: Source, found: re.Match[str]) -> Habit | None:
    word = found.group("word")
    meant = near(word.lower(), sorted(ITEM_WORDS))
    if meant is None or len(word) < 3 or word in RESERVED or found.group("next").strip() in ("(", ".", "="):
        return None
    where = source.span(found.start("word"), found.end("word"))
    return Habit(
        Diagnostic(
            "misspelt-word",
            f"no item begins with `{word}`",
            (Label(where, "not a word that opens an item"),),
            help=f"did you mean `{meant}`?",
            fixes=(Fix(where, meant, True),),
        ),
        (Edit(where.start, where.end, meant),),
    )


def _function(source: Source, found: re.Match[str]) -> Habit | None:
    word = found.group("word")
    if word.lower() not in _FUNCTIONS:
        return None
    where = source.span(found.start("word"), found.end("word"))
    line_end = source.text.find("\n", found.start())
    return Habit(
        Diagnostic(
            "foreign-function",
            f"`{word}` is not a word of the language",
            (Label(where, "written `to` or `define`"),),
            help="`to NAME(PARAMETER is KIND)` begins a procedure, `define NAME(PARAMETER is KIND) is VALUE` a value",
        ),
        (Edit(found.start(), line_end if line_end >= 0 else len(source.text), "to x()"),),
    )
