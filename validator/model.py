"""What a ruleset declares, once its names are known: the symbol tables that the rest of the validator reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..grammar import nodes
from ..grammar.diagnostics import Diagnostic, Fix, Label, near
from ..grammar.spans import Span
from .types import Type

Node = dict[str, Any]
_WORD = re.compile(r"[a-z][a-z0-9_]*")
_COMMENT = re.compile(r"#[^\n]*")
_ALL = "*"


@dataclass(slots=True)
class AttributeInfo:
    """An attribute of a kind, of the players or of the table. `full` is its name in the core."""

    name: str
    full: str
    of: str | None
    type: Type
    printed: bool
    syntax: nodes.State | None
    see: Any = "nobody"
    start: Node | None = None  # lowered start value, the same for every thing
    rows: bool = False  # printed lists and sets are rows, printed scalars tables


@dataclass(slots=True)
class ZoneInfo:
    name: str
    full: str
    index: int
    of: str | None
    holds: str
    ordered: bool
    capacity: int | None
    syntax: nodes.Zone
    see: Any = "nobody"

    @property
    def slot(self) -> bool:
        return self.capacity == 1


@dataclass(slots=True)
class AbilityInfo:
    name: str
    kind: str
    syntax: nodes.Ability
    params: list[tuple[str, Type]]
    result: Type | None  # None: it is a body, not a value
    bodies: dict[str, nodes.AbilityBody | nodes.AbilityValue] = field(default_factory=dict)


@dataclass(slots=True)
class KindInfo:
    name: str
    plural: str
    span: Span
    things: list[str] = field(default_factory=list)  # empty for players and for products with players
    per: list[str] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)
    attributes: dict[str, AttributeInfo] = field(default_factory=dict)
    zones: dict[str, ZoneInfo] = field(default_factory=dict)
    abilities: dict[str, AbilityInfo] = field(default_factory=dict)
    relations: dict[str, str] = field(
        default_factory=dict
    )  # neighbours -> name of the rows, indexed by disc positions and thing
    board: str | None = None
    overrides: dict[str, dict[str, nodes.OneValue]] = field(default_factory=dict)  # thing -> attribute -> value
    zoned: bool = False  # things of this kind lie in zones
    by_player: bool = False  # its size depends on the number of players


@dataclass(slots=True)
class BoardInfo:
    name: str
    of: str
    shape: str
    width: int
    height: int
    data: Any  # a GraphBoard or GridBoard, None for a plane
    discs: list[tuple[str, int]] = field(default_factory=list)
    syntax: nodes.Board | None = None


@dataclass(slots=True)
class EnumInfo:
    name: str
    plural: str | None
    values: list[str]
    span: Span


class Reports:
    """Collects diagnostics; at most one for each place.

    `lost` are the words of what could not be read. A name among them is not reported where it is used: one mistake
    gives one report."""

    def __init__(self, lost: set[str] | None = None) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.places: set[tuple[str, int, int]] = set()
        self.lost: set[str] = lost if lost is not None else set()

    def add(self, diagnostic: Diagnostic) -> None:
        if diagnostic.labels:
            span = diagnostic.labels[0].span
            place = (span.file, span.line, span.column)
            if place in self.places:
                return
            self.places.add(place)
        self.diagnostics.append(diagnostic)

    def lose(self, text: str) -> None:
        """Everything named in this text may be missing elsewhere."""
        self.lost.update(_WORD.findall(_COMMENT.sub("", text)))

    def lose_all(self) -> None:
        """A file cannot be read: any name may be missing."""
        self.lost.add(_ALL)

    def gone(self, name: str) -> bool:
        """May this name, or what it is made of, stand in something that could not be read?"""
        if _ALL in self.lost or name in self.lost or name.removesuffix("s") in self.lost:
            return True
        parts = [part for part in name.split("_") if not part.isdigit()]
        return bool(self.lost) and all(part in self.lost for part in parts)

    def error(
        self,
        name: str,
        headline: str,
        span: Span,
        label: str = "",
        *,
        help: str | None = None,
        also: Iterable[tuple[Span, str]] = (),
        notes: Sequence[str] = (),
        fixes: Sequence[Fix] = (),
        rules: Sequence[str] = (),
        severity: str = "error",
    ) -> None:
        labels = (Label(span, label), *(Label(s, t) for s, t in also))
        self.add(Diagnostic(name, headline, labels, tuple(notes), help, tuple(fixes), tuple(rules), severity))

    def unknown(self, what: str, name: nodes.Name, among: Iterable[str], also: Iterable[tuple[Span, str]] = ()) -> None:
        if self.gone(name.text):
            return
        guess = near(name.text, sorted(set(among) - {name.text}))
        self.error(
            "unknown-name",
            f"no {what} is called `{name.text}`",
            name.span,
            f"not {'an' if what[0] in 'aeiou' else 'a'} {what}",
            help=f"did you mean `{guess}`?" if guess else None,
            fixes=(Fix(name.span, guess, True),) if guess else (),
            also=also,
        )

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)


def expand(cites: Iterable[nodes.Cite]) -> list[str]:
    """Rule ids as written out: `RUB-9.5..9.7` is three of them. Ranges run over the last number."""
    out: list[str] = []
    for cite in cites:
        first, dots, last = cite.text.partition("..")
        if not dots:
            out.append(first)
            continue
        stem, _, start = first.rpartition(".")
        finish = last.rpartition(".")[2]
        if start.isdigit() and finish.isdigit() and int(start) <= int(finish) <= int(start) + 500:
            out.extend(f"{stem}.{n}" for n in range(int(start), int(finish) + 1))
        else:
            out.extend((first, last))
    return out


class Sites:
    """Numbers the places that can fail or that the trace names."""

    def __init__(self) -> None:
        self.list: list[Node] = []
        self.known: dict[tuple[Any, ...], int] = {}

    def add(self, span: Span, rules: Sequence[str] = (), exact: bool = False) -> int:
        """`exact`: what begins at the same place and ends elsewhere is another site."""
        key = (span.file, span.line, span.column, *(span.end_line, span.end_column) * exact, tuple(rules))
        if key not in self.known:
            self.known[key] = len(self.list)
            self.list.append(
                {
                    "file": span.file,
                    "line": span.line,
                    "column": span.column,
                    "end_line": span.end_line,
                    "end_column": span.end_column,
                    "rules": list(rules),
                }
            )
        return self.known[key]
