"""Phases that no way leads to."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..model import expand
from ..usage import usage

PAGE = """
## RW320 unreachable-phase: a phase or window that is never played

**Finds** a phase that no `play`, or a window that no `open`, ever reaches from the sequence of play.

**Why it matters.** A whole part of the game is left out, and its triggers, limits and actions with it.

**Avoid**

```rules wrong
phase upkeep for player
  end game won by you

phase turn for player
  stop

sequence of play
  play turn for light
```

**Prefer**

```rules right
phase upkeep for player
  end game won by you

phase turn for player
  play upkeep

sequence of play
  play turn for light
```

**Fix**: none. Where it belongs in the course of play is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    reached = usage(subject).reached
    own = {id(item) for item in rules(subject)}
    for phase in subject.program["phases"]:
        item = subject.world.phases[phase["name"]]
        if phase["procedure"] in reached or id(item) not in own:
            continue
        word = "open" if phase["window"] else "play"
        yield finding(
            f"`{phase['name']}` is never {'opened' if phase['window'] else 'played'}",
            item.name.span,
            "no way leads here from the sequence of play",
            help=f"write `{word} {phase['name']}` where it belongs, or leave it out",
            rules=expand(item.cites),
        )
