"""Attributes that keep their start value for ever."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..declared import attributes
from ..lint import Subject, finding
from ..usage import usage

PAGE = """
## RW306 never-changed: an attribute that never changes

**Finds** an attribute that no rule changes: it keeps what it starts with.

**Why it matters.** Often the line that changes it was forgotten. If it is meant to stay, `printed` or a `define`
says so, costs nothing in play and is open to all.

**Avoid**

```rules wrong
each player has
  reach is 0 to 9 starts 3
  steps is 0 to 9 starts 0

sequence of play
  add light.reach to light.steps
  end game won by light if light.steps > 3
```

**Prefer**

```rules right
each player has
  steps is 0 to 9 starts 0

define reach is 3

sequence of play
  add reach to light.steps
  end game won by light if light.steps > 3
```

**Fix**: none. Whether it should change or be printed is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = usage(subject)
    for info in attributes(subject):
        if info.printed or info.syntax is None or info.full in known.writes or info.full not in known.reads:
            continue
        instead = "write `printed` before it" if info.of not in (None, "player") else "make it a `define`"
        yield finding(
            f"nothing ever changes `{info.name}`",
            info.syntax.name.span,
            "keeps what it starts with",
            help=f"{instead} if that is meant, or write the line that changes it",
        )
