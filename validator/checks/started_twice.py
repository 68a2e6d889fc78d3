"""Things that are laid into two places when the game begins."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..declared import zones
from ..lint import Subject, finding
from ..model import ZoneInfo
from ..syntax import shape, walk

PAGE = """
## RW358 started-twice: the same things begin in two places

**Finds** two zones that start with the same things, a zone of every player (or of every thing of a kind) that starts
with things which do not depend on whose it is, and a zone that starts with more things than it holds.

**Why it matters.** A thing lies in one zone: whatever is filled last takes it away from the others, and these begin
empty.

**Avoid**

```rules wrong
kind card
  copies 6

each player has
  hand holds card starts with cards

sequence of play
  end game won by light if card_1 is in light.hand
```

**Prefer**

```rules right
kind card
  copies 6
  owner is player starts (light if this is in [card_1, card_2, card_3] otherwise dark)

each player has
  hand holds card

sequence of play
  for each p in players
    move (c in cards where c.owner is p) to p.hand
  end
  end game won by light if card_1 is in light.hand
```

**Fix**: none. Which zone they belong into is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    first: dict[str, ZoneInfo] = {}
    for zone in zones(subject):
        filled = zone.syntax.filled
        if filled is None:
            continue
        own = any(isinstance(node, nodes.This) for node in walk(filled.value))
        key = zone.holds + shape(filled.value)
        if zone.of is not None and not own and _several(zone, subject):
            yield _found(
                zone, f"every `{zone.of}` would begin with the same things in `{zone.name}`", "the last gets all"
            )
        elif key in first and not own:
            also = [(first[key].syntax.name.span, "and here")]
            yield _found(zone, f"the same things begin in `{first[key].name}` and `{zone.name}`", "begin here", also)
        elif zone.capacity is not None and _whole(filled.value, zone, subject) > zone.capacity:
            yield _found(zone, f"`{zone.name}` begins with more than it holds", f"holds {zone.capacity}")
        first.setdefault(key, zone)


def _several(zone: ZoneInfo, subject: Subject) -> bool:
    return zone.of is not None and subject.world.size(zone.of) > 1


def _whole(value: nodes.Expr, zone: ZoneInfo, subject: Subject) -> int:
    """How many there are, if it is the whole kind or a list."""
    kind = subject.world.kinds[zone.holds]
    if isinstance(value, nodes.Name) and value.text == kind.plural:
        return len(kind.things)
    return len(value.items) if isinstance(value, nodes.ListValue) else 0


def _found(zone: ZoneInfo, headline: str, label: str, also: list[tuple[Span, str]] | None = None) -> Diagnostic:
    return finding(headline, zone.syntax.name.span, label, also=also or [], help="let each thing begin in one zone")
