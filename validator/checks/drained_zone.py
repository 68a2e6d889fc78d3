"""Zones that things only leave, until none is left."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules, zone_meant
from ..lint import Subject, finding
from ..mentions import BARE, DOT, mentions
from ..reaching import happening_again
from ..syntax import walk

PAGE = """
## RW353 drained-zone: a deck that runs out, and nobody asks

**Finds** a zone from which things are taken again and again, into which nothing ever goes, and of which no rule asks
what is left.

**Why it matters.** The line that takes the last but none stops the game with an error. What happens when the deck runs
out is a rule that the rulebook forgot, or the ruleset.

**Avoid**

```rules wrong
kind card
  copies 9

each player has
  hand holds card

table has
  deck holds card in order starts with cards seen by nobody

phase turn for player
  move 1 from deck to you.hand
  end game won by you if card_9 is in you.hand

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Prefer**

```rules right
kind card
  copies 9

each player has
  hand holds card

table has
  deck holds card in order starts with cards seen by nobody

phase turn for player
  end game drawn if none of deck
  move 1 from deck to you.hand
  end game won by you if card_9 is in you.hand

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Fix**: none. Say what happens then: the game ends, the discards are shuffled, or `move up to` takes what there is.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    world = subject.world
    again = happening_again(subject)
    lines = [node for item in rules(subject) for node in walk(item) if isinstance(node, nodes.Move)]
    sources: dict[str, list[nodes.Move]] = {}
    for line in lines:
        zone = zone_meant(line.source, world)
        if zone is not None:
            sources.setdefault(zone.name, []).append(line)
    known = mentions(subject)
    for name, drains in sources.items():
        exact = [line for line in drains if line.what is not None and not line.up_to and id(line) in again]
        said = [one for one in known.of(name, BARE, DOT) if not one.tested]
        zone = zone_meant(drains[0].source, world)
        if exact and zone is not None and len(said) == len(drains):
            yield finding(
                f"`{name}` runs out, and no rule asks what is left",
                exact[0].span,
                "takes another one each time",
                also=[(zone.syntax.name.span, "nothing ever goes into it")],
                help=f"say what happens when `{name}` is empty, or write `move up to`",
            )
