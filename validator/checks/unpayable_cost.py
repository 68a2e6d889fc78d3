"""Costs beyond what can be owned."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..types import Int
from ..world import PLAYER, World

PAGE = """
## RW323 unpayable-cost: a cost that nobody can ever pay

**Finds** a cost, or one of its alternatives, that is higher than the range of what pays it.

**Why it matters.** The action can never be taken, or not in this way, and nobody is told why.

**Avoid**

```rules wrong
each player has
  gold is 0 to 5 starts 3

phase turn for player
  act otherwise end game drawn

action buy
  during turn
  cost 6 gold
  do
    end game won by you

sequence of play
  play turn for light
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase turn for player
  act otherwise end game drawn

action buy
  during turn
  cost 6 gold
  do
    end game won by you

sequence of play
  play turn for light
```

**Fix**: none. Either the price or the range is wrong.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        if isinstance(item, nodes.Action):
            for clause in item.clauses:
                if isinstance(clause, nodes.Cost):
                    for price in clause.prices:
                        yield from _price(subject.world, price, expand(clause.cites))


def _price(world: World, price: tuple[nodes.Amount, ...], cited: list[str]) -> Iterator[Diagnostic]:
    for name in dict.fromkeys(part.name.text for part in price):
        parts = [part for part in price if part.name.text == name]
        info = world.kinds[PLAYER].attributes.get(name) or world.table.get(name)
        due = sum(part.amount.value for part in parts if isinstance(part.amount, nodes.Int))
        if info is not None and isinstance(info.type, Int) and info.syntax is not None and due > info.type.high:
            yield finding(
                f"nobody can ever pay {due} `{name}`",
                parts[0].amount.span,
                "more than there can be",
                also=[(info.syntax.type.span, f"never more than {info.type.high}")],
                help="lower the price, or widen the range",
                rules=cited,
            )
