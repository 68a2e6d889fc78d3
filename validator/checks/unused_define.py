"""Defines and stats that nothing asks for."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..mentions import BARE, mentions

PAGE = """
## RW300 unused-define: nothing asks for this value

**Finds** a `define` or `stat` that no rule, variant or scenario reads.

**Why it matters.** Either a rule was forgotten that should have asked for it, or the value is left over and its
next reader will look for its use in vain.

**Avoid**

```rules wrong
each player has
  coins is 0 to 9 starts 3

define rich(p is player) is p.coins > 6

sequence of play
  end game won by (p in players where p.coins > 6)
```

**Prefer**

```rules right
each player has
  coins is 0 to 9 starts 3

define rich(p is player) is p.coins > 6

sequence of play
  end game won by (p in players where rich(p))
```

**Fix**: none. Only you know whether a rule is missing or the define is left over.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = mentions(subject)
    for item in subject.items:
        if isinstance(item, nodes.Define | nodes.Stat) and not known.elsewhere(item.name.text, item, BARE):
            what = "define" if isinstance(item, nodes.Define) else "stat"
            yield finding(
                f"nothing asks for `{item.name.text}`",
                item.name.span,
                f"this {what} is never read",
                help="use it where it is meant to count, or leave it out",
            )
