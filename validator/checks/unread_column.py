"""Printed attributes that no rule reads."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..declared import attributes
from ..lint import Subject, finding
from ..usage import usage

PAGE = """
## RW313 unread-column: a column of the data that no rule reads

**Finds** a `printed` attribute that no rule reads, of a kind whose rows stand in a data file or in the text.

**Why it matters.** The cards say something that the game does not do. Often another column is read in its place.

**Avoid**

```rules wrong
kind card
  copies 2
  printed price is 0 to 9 starts 3
  printed value is 0 to 9 starts 1

sequence of play
  end game won by light if sum of cards.price > 5
```

**Prefer**

```rules right
kind card
  copies 2
  printed price is 0 to 9 starts 3
  printed value is 0 to 9 starts 1

sequence of play
  end game won by light if sum of cards.price > sum of cards.value
```

**Fix**: none. Every row of the data would have to change with it.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    read = usage(subject).tables
    for info in attributes(subject):
        if info.printed and info.syntax is not None and info.full not in read:
            yield finding(
                f"no rule reads what `{info.name}` prints",
                info.syntax.name.span,
                "in the data and not in the rules",
                help="let a rule read it, or leave the column out; what is only for people belongs in `text`",
            )
