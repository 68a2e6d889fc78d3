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
from ..types import Enum, Int

PAGE = """
## RW370 odd-row: one row disagrees with its own name

**Finds** a row of a data file whose id or title names another number, or another value, than its column holds, where
nearly all other rows of the file name theirs: `blue_3: {colour: red, price: 3}` among `red_1`, `green_2`, `blue_4` …

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
