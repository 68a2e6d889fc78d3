"""Things that lack an ability that almost all others have."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding

PAGE = """
## RW315 powerless-thing: a thing without the power that all others have

**Finds** a thing that does not give an ability, of a kind of which at least four in five things, and three or more,
give it, where the ability has no `starts`.

**Why it matters.** The card was forgotten: it does nothing when its turn comes.

**Avoid**

```rules wrong
kind relic
  ability power

one relic called lamp
  ability power
    end game won by light

one relic called jar
  ability power
    end game won by dark

one relic called ring
  ability power
    end game won by dark

one relic called rope
  ability power
    end game drawn

one relic called coin
  title "A coin"

sequence of play
  coin.power()
```

**Prefer**

```rules right
kind relic
  ability power

one relic called lamp
  ability power
    end game won by light

one relic called jar
  ability power
    end game won by dark

one relic called ring
  ability power
    end game won by dark

one relic called rope
  ability power
    end game drawn

one relic called coin
  ability power
    end game drawn

sequence of play
  coin.power()
```

**Fix**: none. What it does is yours to say.
"""
FIX = "none"


ENOUGH, SHARE = 3, 0.8


def check(subject: Subject) -> Iterator[Diagnostic]:
    for kind in subject.world.kinds.values():
        for ability in kind.abilities.values():
            have = ability.bodies
            many = len(have) >= ENOUGH and len(have) >= SHARE * len(kind.things)
            if not many or ability.syntax.starts is not None:
                continue
            for thing in kind.things:
                if thing not in have:
                    yield finding(
                        f"`{thing}` has no `{ability.name}`",
                        ability.syntax.name.span,
                        f"{len(have)} of {len(kind.things)} things have it",
                        help=f"write `ability {ability.name}` for it; if it does nothing on purpose, write `stop`",
                    )
