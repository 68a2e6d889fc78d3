"""Triggers that call what sets them off."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..reach import reach
from ..rings import rings
from ..usage import usage

PAGE = """
## RW333 trigger-loop: triggers that feed each other for ever

**Finds** a ring of events and triggers in which each sets off the next and nothing on the way can come out
otherwise the next time round: there are no conditions, or none of them asks for anything that the ring changes.

**Why it matters.** The first such event never comes to an end: the engine stops it with error `stack`.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 0
  luck is 0 to 9 starts 3

event gain(p is player)
  add 1 to p.gold

after gain(p) if p.luck > 2
  gain(p.opponent)

sequence of play
  gain(light)
  end game won by light if light.gold > 3
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 0

event gain(p is player)
  add 1 to p.gold

after gain(p) if p.gold < 3
  gain(p.opponent)

sequence of play
  gain(light)
  end game won by light if light.gold > 3
```

**Fix**: none. Give one of them a condition that comes to an end.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    effects = reach(subject)
    certain: dict[str, set[str]] = {}
    for ring in rings(usage(subject).calls):
        changed = {name for member in ring for name in effects.of_procedure(member).writes}
        for member in ring:
            certain[member] = {
                call["procedure"]
                for call, asked in effects.calls(member)
                if call["procedure"] in ring and asked is not None and not asked & changed
            }
    for ring in rings(certain):
        triggers = sorted(number for member in ring if (number := _trigger(member)) is not None)
        if triggers and (len(ring) > 1 or ring[0] in certain.get(ring[0], ())):
            first, *others = [subject.world.triggers[number] for number in triggers]
            yield finding(
                "this trigger sets itself off for ever" if not others else "these triggers set each other off for ever",
                first.name.span,
                "runs again before it is done",
                also=[(other.name.span, "and so does this one") for other in others],
                help="give it a condition that what happens here brings to an end",
                rules=expand(first.cites),
            )


def _trigger(procedure: str) -> int | None:
    word, _, number = procedure.partition(".")
    return int(number) - 1 if word == "trigger" and number.isdecimal() else None
