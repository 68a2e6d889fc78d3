"""Procedures and events that never happen."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..mentions import BARE, HOOK, mentions

PAGE = """
## RW301 unused-procedure: nothing calls this procedure or event

**Finds** a procedure (`to …`) that nothing calls, or an event that nothing lets happen or schedules.

**Why it matters.** A rule was written and is never played: its call was forgotten, or it has been replaced and left
behind. Triggers that hook onto such an event never run either.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 0

to pay_out(p is player)
  add 1 to p.gold

sequence of play
  end game won by (p in players with most p.gold)
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 0

to pay_out(p is player)
  add 1 to p.gold

sequence of play
  pay_out(dark)
  end game won by (p in players with most p.gold)
```

**Fix**: none. Only you know where the call belongs.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = mentions(subject)
    for item in subject.items:
        if isinstance(item, nodes.Procedure | nodes.Event) and not known.elsewhere(item.name.text, item, BARE):
            what = "procedure" if isinstance(item, nodes.Procedure) else "event"
            hooked = [one for one in known.of(item.name.text, HOOK) if isinstance(one.item, nodes.Trigger)]
            yield finding(
                f"nothing calls `{item.name.text}`",
                item.name.span,
                f"this {what} never happens",
                also=[(one.name.span, "so this never runs") for one in hooked],
                help="call it where it is meant to happen, or leave it out",
            )
