"""Readings of rulings that no scenario plays."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand

PAGE = """
## RW366 untested-reading: a reading that no scenario plays

**Finds** a reading of a ruling, other than the default, under which no scenario runs, in a ruleset that has
scenarios.

**Why it matters.** Players may choose it before any game. Nobody has tried whether it does what its text says.

**Avoid**

```rules wrong
ruling ties "What if both are equal?"
  drawn default, first "the first player wins"

sequence of play
  end game won by light if ties is first

scenario "a tie is a draw"
  start play
  expect drawn
```

**Prefer**

```rules right
ruling ties "What if both are equal?"
  drawn default, first "the first player wins"

sequence of play
  end game won by light if ties is first

scenario "a tie is a draw"
  start play
  expect drawn

scenario "or the first player's win"
  under ties is first
  start play
  expect won by light
```

**Fix**: none. Write a scenario that shows the difference.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    scenarios = [item for each in subject.all for item in each.items if isinstance(item, nodes.Scenario)]
    if not scenarios:
        return
    played = {
        (scene.ruling.text, scene.reading.text)
        for scenario in scenarios
        for scene in scenario.scenes
        if isinstance(scene, nodes.Under)
    }
    for item in subject.items:
        if isinstance(item, nodes.Ruling):
            for reading in item.readings:
                if not reading.default and (item.name.text, reading.name.text) not in played:
                    yield finding(
                        f"no scenario plays the reading `{reading.name.text}` of `{item.name.text}`",
                        reading.name.span,
                        "never tried",
                        help=f"write a scenario with `under {item.name.text} is {reading.name.text}`",
                        rules=expand(item.cites),
                    )
