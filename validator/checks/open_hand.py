"""Hands and secrets that everybody sees."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..declared import attributes, zones
from ..lint import Subject, finding

PAGE = """
## RW339 open-hand: something called hidden that everybody sees

**Finds** a zone or an attribute whose name speaks of something held close (`hand`, `secret`, `hidden`, `face_down`) and
that does not say who sees it, in a game that is `seen by everyone`.

**Why it matters.** The name promises what the game does not keep: all see it. `seen by owner` was forgotten; if the
hands are open in this game, `seen by everyone` on the line itself says so.

**Avoid**

```rules wrong
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

**Prefer**

```rules right
kind card
  copies 9

each player has
  hand holds card seen by owner

table has
  deck holds card in order starts with cards shuffled seen by nobody

sequence of play
  move 3 from deck to light.hand
  end game won by light if card_1 is in light.hand
```

**Fix**: none. Only you know who sees it.
"""
FIX = "none"

_CLOSE = {"hand", "secret", "hidden", "facedown", "face_down", "concealed"}


def check(subject: Subject) -> Iterator[Diagnostic]:
    """A game with nothing hidden at all is one of open information, and calls things as it likes."""
    seen = [(zone.name, zone.syntax.seen, zone.see, zone.syntax.name, zone.of) for zone in zones(subject)]
    seen += [
        (info.name, info.syntax.seen, info.see, info.syntax.name, info.of)
        for info in attributes(subject)
        if info.syntax is not None and not info.printed and info.name != "hand"
    ]
    if all(see == "all" for _, _, see, _, _ in seen):
        return
    for name, said, see, place, of in seen:
        close = name in _CLOSE or _CLOSE & set(name.split("_")) - {"hand"}
        if close and said is None and see == "all" and (name != "hand" or of == "player"):
            yield finding(
                f"`{name}` is seen by everyone",
                place.span,
                "as the game says of all",
                help="write who sees it; `seen by everyone`, if that is meant",
            )
