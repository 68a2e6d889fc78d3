"""Choices that make no difference."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import bodies, rules
from ..lint import Subject, finding
from ..mentions import names_in
from ..syntax import walk

PAGE = """
## RW309 ignored-choice: a decision or draw whose result is never used

**Finds** a `choose`, `random` or `roll` whose name no later line reads.

**Why it matters.** A player is asked, or a die is rolled, and nothing depends on it: the wrong name is used below,
or the effect is missing.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 0

phase turn for player
  choose p from you.others
  add 1 to you.gold

sequence of play
  play turn for light
  end game won by (p in players with most p.gold)
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 0

phase turn for player
  choose p from you.others
  add 1 to p.gold

sequence of play
  play turn for light
  end game won by (p in players with most p.gold)
```

**Fix**: none. What should depend on it is missing.
"""
FIX = "none"


_CHOICES = (nodes.Choose, nodes.ChooseMany, nodes.ChoosePoint, nodes.Random, nodes.Roll)


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for body in bodies(item):
            for i, line in enumerate(body):
                if isinstance(line, _CHOICES) and line.name.text not in names_in((body[i + 1 :], _whole(item, body))):
                    yield _found(line.name, "drawn" if isinstance(line, nodes.Random | nodes.Roll) else "chosen")
        for node in walk(item):
            if isinstance(node, nodes.MayChoose) and node.name.text not in names_in(node.body):
                yield _found(node.name, "chosen")


def _whole(item: nodes.AnyItem, body: tuple[nodes.Stmt, ...]) -> tuple[object, ...]:
    """What a play as a whole is provided may speak of what is chosen in it."""
    return tuple(
        (node.provided, node.needs) for node in walk(item) if isinstance(node, nodes.AsAWhole) and node.body is body
    )


def _found(name: nodes.Name, how: str) -> Diagnostic:
    return finding(
        f"`{name.text}` is {how} and nothing depends on it",
        name.span,
        "nothing reads this",
        help="use it below, or leave the line out",
    )
