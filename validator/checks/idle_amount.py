"""Numbers that change nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import walk

PAGE = """
## RW357 idle-amount: a number that changes nothing

**Finds** lines that add, take, move or choose 0, that repeat 0 times or once, and sums with 0, products with 0 or 1 and
quotients by 1 that are written out.

**Why it matters.** The number was a placeholder, or lost a digit. If it is meant to be tuned later, a `define` gives it
a name.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

sequence of play
  add 0 to light.gold
  end game won by light if light.gold > 3
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

define bonus is 0

sequence of play
  add bonus to light.gold
  end game won by light if light.gold > 3
```

**Fix**: none. Another number was meant, or none of it.
"""
FIX = "none"

_IDLE = {("+", 0), ("-", 0), ("*", 0), ("*", 1), ("/", 1), ("/ rounded up", 1), ("mod", 1)}


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for node in walk(item):
            match node:
                case nodes.Add() | nodes.Take() if _is(node.amount, 0):
                    yield _found(node.amount, "this changes nothing")
                case nodes.Move() if node.source is not None and _is(node.what, 0):
                    yield _found(node.what or node, "this moves nothing")
                case nodes.ChooseMany() | nodes.Random() | nodes.Roll() if _is(node.count, 0):
                    yield _found(node.count or node, "nothing is chosen")
                case nodes.Repeat() if _is(node.times, 0):
                    yield _found(node.times or node, "these lines never run")
                case nodes.Repeat() if _is(node.times, 1):
                    yield _found(node.times or node, "these lines run once, as they would without `repeat`")
                case nodes.Binary():
                    yield from _sum(node)


def _sum(node: nodes.Binary) -> Iterator[Diagnostic]:
    sides = [node.right, *([node.left] if node.word in ("+", "*") else [])]
    for side in sides:
        if isinstance(side, nodes.Int) and (node.word, side.value) in _IDLE:
            always = 0 if (node.word, side.value) in (("*", 0), ("mod", 1)) else None
            yield _found(side, "this is always 0" if always == 0 else "this number makes no difference")
            return


def _is(node: object, value: int) -> bool:
    return isinstance(node, nodes.Int) and node.value == value


def _found(node: nodes.Node, headline: str) -> Diagnostic:
    return finding(headline, node.span, "an idle number", help="write the number that is meant, or leave it out")
