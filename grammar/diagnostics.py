"""The one shape of everything Rulewright reports: a diagnostic with places, a reason and a way out."""

from __future__ import annotations

from dataclasses import dataclass

from .spans import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what is to be said of it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of text that would mend it. Only safe fixes are applied without being asked for."""

    span: Span
    replacement: str
    safe: bool


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """`name` is an entry of codes.PAGES. The first label is the primary place; without labels it speaks of no file."""

    name: str
    headline: str  # lower case, no full stop, the user's words in backticks
    labels: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    help: str | None = None
    fixes: tuple[Fix, ...] = ()
    rules: tuple[str, ...] = ()
    severity: str = "error"  # error, warning or note


class RulewrightError(Exception):
    """What the public API raises: one or more diagnostics, never a bare traceback for something a user did."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(d.headline for d in diagnostics))
        self.diagnostics = diagnostics


def near(word: str, among: list[str]) -> str | None:
    """The closest of some names, if it is close enough to be what was meant: within max(len, 3) / 3 edits."""
    limit = max(len(word), 3) // 3
    best: tuple[int, str] | None = None
    for candidate in among:
        distance = _edits(word, candidate, limit)
        if distance is not None and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def _edits(a: str, b: str, limit: int) -> int | None:
    if abs(len(a) - len(b)) > limit:
        return None
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1] if row[-1] <= limit else None
