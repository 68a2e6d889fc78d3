"""Zones with a limit that things only enter, until they are full."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules, zone_meant, zones
from ..lint import Subject, finding
from ..mentions import BARE, DOT, mentions
from ..reaching import happening_again
from ..syntax import walk

PAGE = """
## RW371 brimming-zone: a zone with a limit that only fills

**Finds** a zone that holds `up to` so many things, into which things are moved again and again, from which none is ever
moved, and of which no rule asks how full it is.

**Why it matters.** One thing too many stops the game with an error. What happens when it is full is a rule that was
forgotten.

**Avoid**

```rules wrong
kind card
  copies 20

table has
  deck holds card in order starts with cards seen by nobody
  row  holds card in order up to 4

phase turn for player
  end game won by you if count of deck < 9
  move 1 from deck to row

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Prefer**

```rules right
kind card
  copies 20

table has
  deck holds card in order starts with cards seen by nobody
  row  holds card in order up to 4

phase turn for player
  end game won by you if count of deck < 9
  move 1 from deck to row if count of row < 4

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Fix**: none. Say what happens when it is full.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    again = happening_again(subject)
    lines = [node for item in rules(subject) for node in walk(item) if isinstance(node, nodes.Move)]
    known = mentions(subject)
    for zone in zones(subject):
        if zone.capacity is None:
            continue
        into = [line for line in lines if zone_meant(line.target, subject.world) is zone]
        said = [one for one in known.of(zone.name, BARE, DOT) if not one.tested]
        often = [line for line in into if id(line) in again]
        loose = [line for line in lines if line.source is None and line not in into]  # may take a thing out of it
        if often and len(said) == len(into) and not loose:
            yield finding(
                f"`{zone.name}` fills up, and no rule asks how full it is",
                often[0].span,
                "puts another one there each time",
                also=[(zone.syntax.name.span, f"holds up to {zone.capacity}")],
                help=f"say what happens when `{zone.name}` is full",
            )
