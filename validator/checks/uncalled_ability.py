"""Abilities that no rule calls."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..mentions import DOT, mentions

PAGE = """
## RW314 uncalled-ability: cards whose power is never called

**Finds** an ability that things have and no rule calls.

**Why it matters.** Every card has its power written out, and none ever works.

**Avoid**

```rules wrong
kind relic
  ability power(p is player)

one relic called lamp
  ability power
    end game won by p

sequence of play
  end game drawn
```

**Prefer**

```rules right
kind relic
  ability power(p is player)

one relic called lamp
  ability power
    end game won by p

sequence of play
  lamp.power(dark)
```

**Fix**: none. The rule that wakes the power is missing.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = mentions(subject)
    for kind in subject.world.kinds.values():
        for ability in kind.abilities.values():
            called = [
                one
                for one in known.of(ability.name, DOT)
                if not one.tested and one.name not in _given(one.item, ability.name)
            ]
            if not called:
                have = len(ability.bodies)
                yield finding(
                    f"no rule calls `{ability.name}` of a `{kind.name}`",
                    ability.syntax.name.span,
                    f"{have} of its things have it" if have else "nothing has it either",
                    help=f"write `x.{ability.name}(…)` where it is meant to work, or leave it out",
                )


def _given(item: nodes.AnyItem, name: str) -> list[nodes.Name]:
    """Where a thing gives its ability, the name is no call of it."""
    parts = item.parts if isinstance(item, nodes.One) else ()
    return [p.name for p in parts if isinstance(p, nodes.AbilityBody | nodes.AbilityValue) and p.name.text == name]
