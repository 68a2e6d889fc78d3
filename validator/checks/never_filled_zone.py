"""Zones that stay empty."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..usage import usage

PAGE = """
## RW345 never-filled-zone: a zone that nothing ever goes into

**Finds** a zone that starts empty and into which no rule moves anything.

**Why it matters.** Whoever draws from it, counts it or chooses from it finds nothing. The cards go somewhere else,
or the line that moves them is missing.

**Avoid**

```rules wrong
kind card
  copies 4

table has
  deck holds card in order starts with cards
  pile holds card in order

sequence of play
  move 1 from deck to deck
  end game won by light if count of pile > 2
```

**Prefer**

```rules right
kind card
  copies 4

table has
  deck holds card in order starts with cards
  pile holds card in order

sequence of play
  move 1 from deck to pile
  end game won by light if count of pile > 2
```

**Fix**: none. What was meant to go there is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = usage(subject)
    for zone in subject.world.zones:
        if zone.full not in known.filled:
            read = "is looked at and " if zone.full in known.looked_at else ""
            yield finding(
                f"nothing ever goes into `{zone.name}`",
                zone.syntax.name.span,
                f"{read}is always empty",
                help="move something there, let it start with something, or leave it out",
            )
