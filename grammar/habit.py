"""A habit from another language: what is said of it, and what is read in its place."""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostics import Diagnostic, Fix, Label
from .pieces import Piece
from .source import Source


@dataclass(frozen=True, slots=True)
class Edit:
    """What is read in place of a stretch of the file."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Habit:
    """One mistake: what is said of it, and how the text is read after all."""

    diagnostic: Diagnostic
    edits: tuple[Edit, ...]


def replaced(source: Source, piece: Piece, name: str, headline: str, label: str, help: str, ours: str) -> Habit:
    """The plain case: this stretch is replaced by that spelling, in the reading and in the fix alike."""
    where = source.span(piece.start, piece.end)
    fix = Fix(where, spaced(source.text, piece.start, piece.end, ours), True)
    diagnostic = Diagnostic(name, headline, (Label(where, label),), help=help, fixes=(fix,))
    return Habit(diagnostic, (Edit(piece.start, piece.end, f" {ours} "),))


def spaced(text: str, start: int, end: int, ours: str) -> str:
    """A word needs a space on each side where the sign had none."""
    if not ours[:1].isalpha():
        return ours
    before = "" if start == 0 or text[start - 1] in " \n([" else " "
    after = "" if end >= len(text) or text[end] in " \n\r)],." else " "
    return before + ours + after
