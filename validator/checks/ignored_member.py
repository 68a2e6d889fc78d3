"""Loops and gatherings that do the same for every member."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import walk

PAGE = """
## RW365 ignored-member: a loop that never speaks of its member

**Finds** `for each x in …` whose lines never mention `x`, and `(E for x in …)` whose `E` does not.

**Why it matters.** The same happens so often to one and the same thing: `you` stands where the loop's own name was
meant. Where only the number of rounds counts, `repeat (count of …) times` says so.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase payday for player
  for each p in players
    add 1 to you.gold
  end

sequence of play
  play payday for light
  end game won by (p in players with most p.gold)
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase payday for player
  for each p in players
    add 1 to p.gold
  end

sequence of play
  play payday for light
  end game won by (p in players with most p.gold)
```

**Fix**: none. Use the member, or `repeat (count of …) times`.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for node in walk(item):
            match node:
                case nodes.ForEach() if not _speaks_of(node.name, node.body):
                    yield _found(node.name, "no line of this loop speaks of")
                case nodes.EachOf() if not _constant(node.value) and not _speaks_of(node.name, node.value):
                    yield _found(node.name, "what is gathered does not depend on")


def _speaks_of(name: nodes.Name, below: object) -> bool:
    return any(isinstance(node, nodes.Name) and node.text == name.text for node in walk(below))


def _constant(value: nodes.Expr) -> bool:
    return isinstance(value, nodes.Int | nodes.Length | nodes.Yes | nodes.No)


def _found(name: nodes.Name, headline: str) -> Diagnostic:
    return finding(
        f"{headline} `{name.text}`",
        name.span,
        "never used",
        help=f"use `{name.text}` where it is meant, or write `repeat (count of …) times`",
    )
