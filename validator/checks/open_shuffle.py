"""Zones that are shuffled in front of everybody."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules, zones
from ..lint import Subject, finding
from ..mentions import names_in
from ..syntax import walk

PAGE = """
## RW344 open-shuffle: a shuffled deck that everybody sees

**Finds** a zone in order that is shuffled and does not say who sees it, in a game that is `seen by everyone`: all its
things are open, in their new order too.

**Why it matters.** A deck whose every card is known is hardly what was meant. `seen by nobody`, or `top seen by
everyone`, was forgotten; if it is meant, `seen by everyone` on the zone itself says so.

**Avoid**

```rules wrong
kind card
  copies 9

each player has
  hand holds card

table has
  deck holds card in order starts with cards shuffled

sequence of play
  move 3 from deck to light.hand
  end game won by light if card_1 is in light.hand
```

**Prefer**

```rules right
kind card
  copies 9

each player has
  hand holds card

table has
  deck holds card in order starts with cards shuffled seen by nobody

sequence of play
  move 3 from deck to light.hand
  end game won by light if card_1 is in light.hand
```

**Fix**: none. Only you know who sees it.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    shuffled = {name for item in rules(subject) for node in walk(item) for name in _shuffled(node)}
    for zone in zones(subject):
        syntax = zone.syntax
        starts = syntax.filled is not None and syntax.filled.shuffled
        open_to_all = syntax.seen is None and zone.see == "all" and zone.ordered
        if open_to_all and (starts or zone.name in shuffled):
            yield finding(
                f"`{zone.name}` is shuffled, and everybody sees it",
                syntax.name.span,
                "seen by everyone, as the game says",
                help="write `seen by nobody`, `top seen by everyone`, or `seen by everyone` if that is meant",
            )


def _shuffled(node: nodes.Node) -> set[str]:
    """The zone that a line shuffles, by its last name."""
    if not isinstance(node, nodes.Shuffle):
        return set()
    return {node.zone.name.text} if isinstance(node.zone, nodes.AttributeOf) else names_in(node.zone)
