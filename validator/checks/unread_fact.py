"""Facts that no rule asks for."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..usage import usage

PAGE = """
## RW303 unread-fact: a fact that is remembered and never asked for

**Finds** a fact that no rule reads: it may be remembered and forgotten, and nothing depends on it.

**Why it matters.** Whatever was to depend on it does not. A player is marked as protected, and the attack does not
look.

**Avoid**

```rules wrong
fact safe(p is player)

phase turn for player
  remember safe(you)

sequence of play
  play turn for light
```

**Prefer**

```rules right
fact safe(p is player)

phase turn for player
  remember safe(you)

sequence of play
  play turn for light
  end game won by (p in players where safe(p))
```

**Fix**: none. The rule that should ask for it is missing.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    reads = usage(subject).reads
    for item in subject.items:
        if isinstance(item, nodes.Fact) and f"fact.{item.name.text}" not in reads:
            yield finding(
                f"no rule asks whether `{item.name.text}` holds",
                item.name.span,
                "remembered for nothing",
                help="ask for it where it is meant to count, or leave it out",
            )
