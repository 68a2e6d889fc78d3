"""Readings of a ruling that play the same game."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..usage import usage

PAGE = """
## RW311 equal-readings: two readings that no rule tells apart

**Finds** two readings of a ruling of which no rule knows the difference.

**Why it matters.** A reading was promised and never written: whoever picks it plays another one.

**Avoid**

```rules wrong
ruling ties "What if both are equal?"
  drawn default, first "the first player wins", again "they play again"

sequence of play
  end game won by light if ties is first
```

**Prefer**

```rules right
ruling ties "What if both are equal?"
  drawn default, first "the first player wins", again "they play again"

sequence of play
  repeat while ties is again
    roll d from 1 to 6
    leave if d > 3
  end
  end game won by light if ties is first
```

**Fix**: none. The reading has to be played somewhere.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    seen = usage(subject).readings
    for item in subject.items:
        if not isinstance(item, nodes.Ruling) or item.name.text not in seen or seen[item.name.text] is None:
            continue
        alike = [r for i, r in enumerate(item.readings) if i not in seen[item.name.text]]
        if len(alike) > 1:
            first, *others = alike
            for other in others:
                yield finding(
                    f"no rule tells the readings `{first.name.text}` and `{other.name.text}` apart",
                    other.name.span,
                    "plays the same game",
                    also=[(first.name.span, "as this one")],
                    help="let a rule ask for it, or leave it out",
                    rules=expand(item.cites),
                )
