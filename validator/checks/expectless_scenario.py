"""Scenarios without an expectation."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand

PAGE = """
## RW367 expectless-scenario: a scenario that expects nothing

**Finds** a scenario without any `expect`.

**Why it matters.** It passes whatever the rules do, as long as the answers are offered, and counts the rules it
cites as tested.

**Avoid**

```rules wrong
sequence of play
  light chooses n from 1 to 3
  end game won by light if n > 2

scenario "three wins"
  start play
  light chooses 3
```

**Prefer**

```rules right
sequence of play
  light chooses n from 1 to 3
  end game won by light if n > 2

scenario "three wins"
  start play
  light chooses 3
  expect won by light
```

**Fix**: none. What it should show is yours to say.
"""
FIX = "none"


_EXPECTING = (
    nodes.Expect, nodes.ExpectChoices, nodes.ExpectNoChoice, nodes.ExpectCannot, nodes.ExpectSees, nodes.ExpectDecides,
    nodes.ExpectWon, nodes.ExpectDrawn,
)  # fmt: skip


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        if isinstance(item, nodes.Scenario) and not any(isinstance(scene, _EXPECTING) for scene in item.scenes):
            yield finding(
                "this scenario expects nothing",
                item.span,
                "passes whatever the rules do",
                help="end it with what should be so: `expect …`",
                rules=expand(item.cites),
            )
