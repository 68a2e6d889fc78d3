"""Attributes, zones and facts that no player sees, without a word about it."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import attributes
from ..lint import Subject, finding

PAGE = """
## RW337 unseen-state: something in play that nobody sees

**Finds** an attribute, a zone or a fact that no player ever sees, and that does not say `seen by nobody`. Where
nothing in the game says who sees it, the game itself is found.

**Why it matters.** What says nothing of who sees it is hidden. Players then have to decide without knowing the
score, the pile or whose turn it is, and bots play blind.

**Avoid**

```rules wrong
language 1.0

game case
  players light, dark
  seen by nobody

each player has
  points is 0 to 9 starts 0
  hand   is 0 to 9 starts 3 seen by owner

sequence of play
  add light.hand to light.points
  end game won by light if light.points > 2
```

**Prefer**

```rules right
language 1.0

game case
  players light, dark
  seen by nobody

each player has
  points is 0 to 9 starts 0 seen by everyone
  hand   is 0 to 9 starts 3 seen by owner

sequence of play
  add light.hand to light.points
  end game won by light if light.points > 2
```

**Fix**: none. Who is to see it is yours to say; `seen by everyone` in the game says it for all that say nothing
else.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    world, program = subject.world, subject.program
    see = {one["name"]: one["see"] for one in (*program["attributes"], *program["zones"])}
    states = [info for info in attributes(subject) if info.syntax is not None and not info.printed]
    declared: list[tuple[str, nodes.State | nodes.Zone | nodes.Fact]] = [
        *((info.full, info.syntax) for info in states if info.syntax is not None),
        *((zone.full, zone.syntax) for zone in world.zones),
        *((f"fact.{name}", fact) for name, fact in world.facts.items()),
    ]
    unseen = [node for full, node in declared if node.seen is None and see.get(full) == "nobody"]
    game = world.game
    if unseen and game is not None and game.seen is None and not any(node.seen for _, node in declared):
        yield finding(
            "nothing in this game is seen by anybody",
            game.name.span,
            "does not say who sees what",
            also=[(unseen[0].name.span, "hidden from everyone, for instance")],
            help="write `seen by everyone` in the game, and `seen by owner` or `seen by nobody` where that is not so",
        )
        return
    for node in unseen:
        yield finding(
            f"nobody ever sees `{node.name.text}`",
            node.name.span,
            "hidden from everyone",
            help="say who sees it: `seen by everyone`, `seen by owner`, or `seen by nobody` if that is meant",
        )
