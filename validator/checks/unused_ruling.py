"""Rulings that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..usage import usage

PAGE = """
## RW310 unused-ruling: a ruling that no rule consults

**Finds** a ruling that no rule, no clause of who sees what, and no variant consults.

**Why it matters.** Players are offered a choice between readings, and every reading plays the same game.

**Avoid**

```rules wrong
ruling ties "What if both are equal?"
  drawn default, first "the first player wins"

sequence of play
  end game drawn
```

**Prefer**

```rules right
ruling ties "What if both are equal?"
  drawn default, first "the first player wins"

sequence of play
  end game won by light if ties is first
```

**Fix**: none. The rule that the question is about has to ask it.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    consulted = usage(subject).rulings
    for item in subject.items:
        if isinstance(item, nodes.Ruling) and item.name.text not in consulted:
            yield finding(
                f"no rule consults the ruling `{item.name.text}`",
                item.name.span,
                "all of its readings play the same game",
                help="consult it where the question comes up, or leave it out",
                rules=expand(item.cites),
            )
