"""Triggers, changes and requirements that stand twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..lint import Subject, finding
from ..syntax import shape

PAGE = """
## RW328 rule-twice: the same rule stands twice

**Finds** two triggers, two `change` lines, or two requirements of one action that are word for word the same.

**Why it matters.** Both count: what was meant to happen once happens twice.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 0

event win(p is player)

after win(p)
  add 1 to p.gold

after win(p)
  add 1 to p.gold

sequence of play
  win(light)
  end game won by light if light.gold is 1
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 0

event win(p is player)

after win(p)
  add 1 to p.gold

sequence of play
  win(light)
  end game won by light if light.gold is 1
```

**Fix**: none. If it is meant to count twice, say so in one line.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for sort, what in ((nodes.Trigger, "trigger"), (nodes.Change, "change")):
        same = [item for item in subject.items if isinstance(item, sort)]
        yield from _twice(same, [node.name.span for node in same], f"this {what}")
    for item in subject.items:
        if isinstance(item, nodes.Action):
            required = [clause for clause in item.clauses if isinstance(clause, nodes.Requires)]
            yield from _twice([clause.test for clause in required], [c.test.span for c in required], "this requirement")


def _twice(found: Sequence[nodes.Node], places: list[Span], what: str) -> Iterator[Diagnostic]:
    first: dict[str, Span] = {}
    for node, place in zip(found, places, strict=True):
        earlier = first.setdefault(shape(node), place)
        if earlier is not place:
            yield finding(
                f"{what} stands twice",
                place,
                "word for word the same again",
                also=[(earlier, "as here")],
                help="leave one of them out, or change what was meant to differ",
            )
