"""Lines of a ranking that never decide."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW377 idle-rank: a line of the ranking that never decides

**Finds** a line of a `ranking` that is the same for every player because it does not speak of one, and one that asks
again what a line before it has asked.

**Why it matters.** Whoever is equal so far is equal here too: the tie-break that the rulebook names is not there.

**Avoid**

```rules wrong
each player has
  points is 0 to 9 starts 0
  coins  is 0 to 9 starts 2

ranking of p
  most p.points
  least p.points

sequence of play
  add 1 to light.points
  take 1 from dark.coins
  end game
```

**Prefer**

```rules right
each player has
  points is 0 to 9 starts 0
  coins  is 0 to 9 starts 2

ranking of p
  most p.points
  least p.coins

sequence of play
  add 1 to light.points
  take 1 from dark.coins
  end game
```

**Fix**: none. What was to decide is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    ranking = subject.world.ranking
    if ranking is None:
        return
    first: dict[str, nodes.RankLine] = {}
    for line in ranking.lines:
        key = shape(line.value)
        if not any(isinstance(node, nodes.Name) and node.text == ranking.name.text for node in walk(line.value)):
            yield finding(
                f"this is the same for every `{ranking.name.text}`",
                line.value.span,
                "never decides",
                help=f"ask for something of `{ranking.name.text}`",
            )
        elif key in first:
            yield finding(
                "whoever comes here is equal in this",
                line.value.span,
                "never decides",
                also=[(first[key].value.span, "decided here")],
                help="ask for something else, or leave the line out",
            )
        first.setdefault(key, line)
