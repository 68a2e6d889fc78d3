"""Rows of data whose name or title says something else than their columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import row_of
from ..lint import Subject, finding
from ..model import AttributeInfo, KindInfo
from ..types import Enum, Int, Set, Thing

PAGE = """
## RW370 odd-row: one row disagrees with its own name

**Finds** a row of a data file whose id or title names another number, or another value, than its column holds, where
nearly all other rows of the file name theirs: `blue_3: {colour: red, price: 3}` among `red_1`, `green_2`, `blue_4` …
The same of things that are written out with `one`, where most of the others are called by what they have.

**Why it matters.** It is a slip of the pen in one of fifty cards. People read the title, the game reads the column.

**Avoid** in a data file in which all titles name the price

```yaml
mine: {price: 3, title: "Mine, 3 coins"}
mill: {price: 2, title: "Mill, 2 coins"}
farm: {price: 1, title: "Farm, 4 coins"}
```

**Prefer**

```yaml
mine: {price: 3, title: "Mine, 3 coins"}
mill: {price: 2, title: "Mill, 2 coins"}
farm: {price: 4, title: "Farm, 4 coins"}
```

**Fix**: none. The title may be wrong, or the column.
"""
FIX = "none"

FEWEST = 5  # rows that name a column before one of them can be odd
SHARE = 0.85  # of them agree with it
_NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
_WORD = re.compile(r"[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class _Row:
    thing: str
    words: frozenset[str]
    value: str


def check(subject: Subject) -> Iterator[Diagnostic]:
    yield from _ones(subject)
    for item in subject.items:
        if isinstance(item, nodes.Kind) and item.data is not None:
            kind = subject.world.kinds[item.name.text]
            for info in kind.attributes.values():
                if info.printed and info.full in subject.world.tables:
                    yield from _column(subject, kind, info, item.data)


def _column(subject: Subject, kind: KindInfo, info: AttributeInfo, file: str) -> Iterator[Diagnostic]:
    """The titles, and if these say nothing of it the ids."""
    for said in (lambda thing: kind.titles.get(thing, ""), lambda thing: thing.replace("_", " ")):
        rows = list(_rows(subject, kind, info, said))
        odd = [row for row in rows if row.value not in row.words]
        fits = len(rows) - len(odd)
        if fits < FEWEST or fits < SHARE * len(rows) or len({row.value for row in rows if row not in odd}) < 2:
            continue
        for row in odd:
            place = row_of(row.thing, file, subject)
            if place is not None:
                yield finding(
                    f"`{row.thing}` has the {info.name} {row.value}, and is called otherwise",
                    place,
                    f'"{said(row.thing)}"',
                    help=f"{fits} other rows are called by their `{info.name}`; put the column or the name right",
                )
        return


def _ones(subject: Subject) -> Iterator[Diagnostic]:
    """Things that are written out: what is odd names one value and has another."""
    world = subject.world
    named: dict[tuple[str, str], list[tuple[nodes.One, nodes.OneValue, bool]]] = {}
    for item in (item for item in subject.items if isinstance(item, nodes.One)):
        for part in item.parts:
            if not isinstance(part, nodes.OneValue) or not all(isinstance(v, nodes.Name) for v in part.values):
                continue
            info = world.kinds[item.kind.text].attributes.get(part.name.text)
            known = _values(info, subject)
            called = known & set(item.name.text.split("_"))
            given = {value.text for value in part.values if isinstance(value, nodes.Name)}
            if called:
                odd = bool(called - given) and bool(given - called)
                named.setdefault((item.kind.text, part.name.text), []).append((item, part, odd))
    for (kind, attribute), ones in named.items():
        odd_ones = [(item, part) for item, part, odd in ones if odd]
        seats = world.kinds[kind].attributes[attribute].type == Thing("player")  # a seat is hardly ever a mere word
        if 2 * len(odd_ones) > len(ones) - (not seats):
            continue
        for item, part in odd_ones:
            said = ", ".join(value.text for value in part.values if isinstance(value, nodes.Name))
            yield finding(
                f"`{item.name.text}` has the {attribute} {said}, and is called otherwise",
                part.span,
                "another one than its name says",
                also=[(item.name.span, "called so")],
                help="put the value or the name right",
            )


def _values(info: AttributeInfo | None, subject: Subject) -> set[str]:
    match info.type if info is not None else None:
        case Enum(name=name):
            return set(subject.world.enums[name].values)
        case Thing(kind="player"):
            return set(subject.world.seats)
        case Set(of=of) if of in subject.world.enums:
            return set(subject.world.enums[of].values)
    return set()


def _rows(subject: Subject, kind: KindInfo, info: AttributeInfo, said: Callable[[str], str]) -> Iterator[_Row]:
    """Rows whose name has some value of the column's sort. 0 and none are seldom named."""
    data = subject.world.tables[info.full]["data"]
    for thing, value in zip(kind.things, data, strict=False):
        words = frozenset(_words(said(thing)))
        if isinstance(info.type, Int) and not info.type.length:
            if value and any(word.isdigit() for word in words):
                yield _Row(thing, words, str(abs(value)))
        elif isinstance(info.type, Enum) and value >= 0:
            values = subject.world.enums[info.type.name].values
            if words & set(values):
                yield _Row(thing, words, values[value])


def _words(text: str) -> Iterator[str]:
    for word in _WORD.findall(text.lower()):
        yield str(int(word)) if word.isdigit() else word
        if word in _NUMBERS:
            yield str(_NUMBERS.index(word) + 1)
