"""Scenarios of the same name."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding

PAGE = """
## RW368 scenario-twice: two scenarios have one name

**Finds** two scenarios of one game with the same text.

**Why it matters.** When one of them fails, nobody knows which. Often the second was copied and its text forgotten.

**Avoid**

```rules wrong
sequence of play
  light chooses n from 1 to 3
  end game won by light if n > 2

scenario "three wins"
  start play
  light chooses 3
  expect won by light

scenario "three wins"
  start play
  light chooses 2
  expect drawn
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

scenario "two does not"
  start play
  light chooses 2
  expect drawn
```

**Fix**: none. Say what the second one shows.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    first: dict[str, nodes.Scenario] = {}
    for item in subject.items:
        if isinstance(item, nodes.Scenario):
            earlier = first.setdefault(item.text, item)
            if earlier is not item:
                yield finding(
                    "two scenarios have the same name",
                    item.span,
                    "again here",
                    also=[(earlier.span, "first here")],
                    help="say what this one shows",
                )
