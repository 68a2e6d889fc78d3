"""Games in which no way leads to a winner."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..usage import nodes_of, usage

PAGE = """
## RW334 nobody-wins: a game that nobody can win

**Finds** a game in which no `end game won by …` and no ranking can ever be reached.

**Why it matters.** However it is played, nobody wins: the winning condition was forgotten or stands in a rule that
is never played.

**Avoid**

```rules wrong
each player has
  points is 0 to 9 starts 0

sequence of play
  add 1 to light.points
  end game drawn if light.points > 0
```

**Prefer**

```rules right
each player has
  points is 0 to 9 starts 0

sequence of play
  add 1 to light.points
  end game won by light if light.points > 0
```

**Fix**: none. Who wins, and when, is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    reached = usage(subject).reached
    for procedure in subject.program["procedures"]:
        if procedure["name"] in reached:
            ends = (one for one in nodes_of(procedure["body"]) if one.get("kind") == "finish")
            if any(end["winners"] is not None for end in ends):
                return
    game = subject.world.game
    assert game is not None
    yield finding(
        "nobody can ever win this game",
        game.name.span,
        "no `end game won by …` is ever reached",
        help="write when somebody wins, or a `ranking` and `end game`",
    )
