"""Numbers that are taken from while nobody asks whether they suffice."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import attributes, rules
from ..lint import Subject, finding
from ..reaching import happening_again
from ..syntax import walk
from ..types import Int

PAGE = """
## RW375 overdrawn-number: what is taken may not be there

**Finds** a line that takes a fixed number from an attribute again and again, while no condition, cost or computed
amount ever looks at that attribute.

**Why it matters.** A number below its range stops the game with an error. Nobody can pay what they do not have: the
rule needs a `cost`, a condition or `move up to`.

**Avoid**

```rules wrong
each player has
  gold  is 0 to 9 starts 3
  score is 0 to 9 starts 0

phase turn for player
  take 1 from you.gold
  add 1 to you.score
  end game won by you if you.score > 8

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Prefer**

```rules right
each player has
  gold  is 0 to 9 starts 3
  score is 0 to 9 starts 0

phase turn for player
  end game won by you.opponent if you.gold is 0
  take 1 from you.gold
  add 1 to you.score
  end game won by you if you.score > 8

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Fix**: none. Say what happens to who cannot pay.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    numbers = {info.name for info in attributes(subject) if isinstance(info.type, Int) and not info.printed}
    again = happening_again(subject)
    asked = {name for item in rules(subject) for name in _asked(item)}
    said: set[str] = set()
    for item in rules(subject):
        for line in walk(item):
            taken = _taken(line)
            name = _last(taken) if taken is not None else ""
            if name in numbers - asked - said and id(line) in again:
                said.add(name)
                yield finding(
                    f"`{name}` is taken from, and no rule asks whether there is enough",
                    line.span,
                    "may take more than there is",
                    help="ask first, make it a `cost`, or write `move up to`",
                )


def _taken(line: nodes.Node) -> nodes.Expr | None:
    match line:
        case nodes.Take() if isinstance(line.amount, nodes.Int):
            return line.target
        case nodes.Move() if isinstance(line.what, nodes.Int) and not line.up_to:
            return line.source
    return None


def _asked(item: nodes.AnyItem) -> Iterator[str]:
    """Every name that stands anywhere but as what a line changes, or as what is ranked."""
    if isinstance(item, nodes.Ranking):
        return
    changed: set[int] = set()
    for node in walk(item):
        match node:
            case nodes.Add() | nodes.Take() | nodes.Set():
                changed.add(_place(node.target))
            case nodes.Move():
                changed |= {_place(node.target), _place(node.source)}
            case nodes.State():
                changed.add(id(node.name))
            case nodes.Those() if node.by is not None:
                changed |= {_place(part) for part in walk(node.by)}
            case nodes.Name() if id(node) not in changed:
                yield node.text


def _place(target: object) -> int:
    return id(target.name) if isinstance(target, nodes.AttributeOf) else id(target)


def _last(target: nodes.Expr) -> str:
    match target:
        case nodes.Name():
            return target.text
        case nodes.AttributeOf():
            return target.name.text
    return ""
