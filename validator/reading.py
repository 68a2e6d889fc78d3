"""What the readers of a board's parts share: the spaces known so far, the mistakes found, how values are asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..grammar.diagnostics import Diagnostic, Fix, Label, near
from ..grammar.spans import Span
from .columns import (
    MISSING,
    Column,
    ColumnType,
    IntColumn,
    Missing,
    Problem,
    explain,
    read_value,
    several,
    value_schema,
)
from .data import Row
from .graphs import Tile
from .yamlfile import Located, Mapping, Scalar, Sequence, plain

WORD = r"[a-z][a-z0-9_]*"


@dataclass(slots=True)
class Reading:
    """A board file that is being read."""

    file: str
    columns: list[Column]
    found: list[Diagnostic] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    tiles: list[Tile | None] = field(default_factory=list)
    covers: dict[tuple[int, int], Span] = field(default_factory=dict)
    at: dict[str, tuple[int, int]] = field(default_factory=dict)
    ids: dict[str, int] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)  # also the ids of rows that are wrong: those are reported once

    # ------------------------------------------------------------ mistakes

    def say(self, name: str, headline: str, span: Span, said: str, help: str | None = None) -> None:
        self.found.append(Diagnostic(name, headline, (Label(span, said),), help=help))

    def warn(self, name: str, headline: str, span: Span, said: str, help: str) -> None:
        self.found.append(Diagnostic(name, headline, (Label(span, said),), help=help, severity="warning"))

    def twice(self, name: str, headline: str, again: Span, first: Span, help: str | None = None) -> None:
        labels = (Label(again, "again here"), Label(first, "first here"))
        self.found.append(Diagnostic(name, headline, labels, help=help))

    def unknown(self, mapping: Mapping, known: tuple[str, ...], what: str) -> None:
        for key, _ in mapping.entries:
            word = str(key.value)
            if word in known:
                continue
            guess = near(word, list(known))
            fixes = (Fix(key.span, guess, mapping.get(guess) is None),) if guess else ()
            help = f"did you mean `{guess}`?" if guess else f"there are {several(known)}"
            labels, headline = (Label(key.span, "not known"),), f"no {what} is called `{word}`"
            self.found.append(Diagnostic("board-shape", headline, labels, help=help, fixes=fixes))

    # ------------------------------------------------------------ spaces

    def add(self, row: Row, tile: Tile | None) -> bool:
        if row.name in self.ids:
            first = self.rows[self.ids[row.name]].span
            self.twice("duplicate-id", f"two spaces are called `{row.name}`", row.span, first)
            return False
        self.known.add(row.name)
        self.ids[row.name] = len(self.rows)
        self.rows.append(row)
        self.tiles.append(tile)
        return True

    def space(self, name: str, span: Span) -> int | None:
        """The number of a space; None if there is none, or none that could be read."""
        if name not in self.known:
            guess = near(name, list(self.ids))
            labels = [Label(span, "not a space")]
            if guess:
                labels.append(Label(self.rows[self.ids[guess]].span, "a space with a similar name"))
            help = f"did you mean `{guess}`?" if guess else None
            fixes = (Fix(span, guess, True),) if guess else ()
            headline = f"no space is called `{name}`"
            self.found.append(Diagnostic("unknown-space", headline, tuple(labels), help=help, fixes=fixes))
        return self.ids.get(name)

    def cover(self, upper: int | None, lower: int | None, span: Span) -> None:
        if upper is None or lower is None:
            return
        if upper == lower:
            self.say("path-to-itself", f"`{self.rows[upper].name}` covers itself", span, "both are the same space")
        else:
            self.covers.setdefault((upper, lower), span)

    # ------------------------------------------------------------ values

    def items(self, located: Located, word: str, what: str) -> tuple[Located, ...]:
        if isinstance(located, Sequence):
            return located.items
        if not refused(located):
            self.say("board-shape", f"`{word}` is {what}", located.span, "not a list")
        return ()

    def mapping(self, located: Located, what: str) -> Mapping | None:
        if isinstance(located, Mapping):
            return located
        if not refused(located):
            self.say("board-shape", f"{what} is not a mapping", located.span, "not of the form `name: value`")
        return None

    def number(
        self, body: Mapping, word: str, low: int, high: int, span: Span, default: int | Missing = MISSING
    ) -> int | None:
        value = self.optional(body, word, IntColumn(low, high), default)
        if value is MISSING:
            help = f"add `{word}: {low}` or more"
            self.say("board-shape", f"`{word}` is missing", span, "in here", help)
        return value if isinstance(value, int) else None

    def optional(self, body: Mapping, word: str, type: ColumnType, default: object = None) -> object:
        """A value by its own schema; `default` where it is not given, None where it is wrong."""
        from jsonschema import Draft202012Validator

        located = body.get(word)
        if located is None:
            return default
        fits = Draft202012Validator(value_schema(type)).is_valid(plain(located))
        value = read_value(type, located) if fits else explain(type, located)
        if isinstance(value, Problem):
            if not refused(located):
                place = (value.at or located).span
                self.say("board-shape", f"{value.part}`{word}` {value.headline}", place, value.said, value.help)
            return None
        return value


def refused(located: Located) -> bool:
    return isinstance(located, Scalar) and located.refused


def integer(located: Located) -> int | None:
    """A whole number; yes and no are none."""
    value = located.value if isinstance(located, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def pair(located: Located) -> tuple[int, int] | None:
    if not isinstance(located, Sequence) or len(located.items) != 2:
        return None
    a, b = map(integer, located.items)
    return None if a is None or b is None else (a, b)


def inner(item: Scalar, word: re.Match[str]) -> Span:
    """The place of a word within a value, where the value is written as plain text on one line."""
    span = item.span
    if span.end - span.start != len(item.text) or span.line != span.end_line:
        return span
    a, b = word.span()
    return Span(span.file, span.start + a, span.start + b, span.line, span.column + a, span.line, span.column + b)
