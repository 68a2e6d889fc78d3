"""Rankings that no end of the game asks for."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..syntax import walk

PAGE = """
## RW335 unused-ranking: a ranking that never decides

**Finds** a `ranking` in a game in which every `end game` names its winners, or which has none.

**Why it matters.** The scores are counted and nobody looks at them: the game ends another way than the ranking
says.

**Avoid**

```rules wrong
each player has
  points is 0 to 9 starts 3

ranking of p
  most p.points

sequence of play
  end game drawn
```

**Prefer**

```rules right
each player has
  points is 0 to 9 starts 3

ranking of p
  most p.points

sequence of play
  end game
```

**Fix**: none. Write `end game` where the ranking is to decide.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    ends = [node for each in subject.all for item in each.items for node in walk(item) if _plain(node)]
    if subject.world.ranking is not None and not ends:
        yield finding(
            "no `end game` asks for this ranking",
            subject.world.ranking.name.span,
            "never decides",
            help="write `end game` without a winner where it is to decide, or leave it out",
            rules=expand(subject.world.ranking.cites),
        )


def _plain(node: nodes.Node) -> bool:
    return isinstance(node, nodes.EndGame) and node.won_by is None and not node.drawn
