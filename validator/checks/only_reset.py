"""Attributes that are set anew again and again and never change in between."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import attributes, rules
from ..lint import Subject, finding
from ..syntax import walk

PAGE = """
## RW338 only-reset: set anew each time, and never changed in between

**Finds** an attribute that `starts … each` phase or action and that no line and no cost ever changes.

**Why it matters.** It is what it starts with, always. The line that counts it up, or uses it up, was forgotten or
changes something else: what it should limit has no limit.

**Avoid**

```rules wrong
each player has
  drawn is 0 to 5 starts 0 each turn
  gold  is 0 to 9 starts 0

phase turn for player
  repeat while you.drawn < 3
    add 1 to you.gold
    end game won by you if you.gold > 8
  end

sequence of play
  play turn for light
```

**Prefer**

```rules right
each player has
  drawn is 0 to 5 starts 0 each turn
  gold  is 0 to 9 starts 0

phase turn for player
  repeat while you.drawn < 3
    add 1 to you.drawn
    add 1 to you.gold
    end game won by you if you.gold > 8
  end

sequence of play
  play turn for light
```

**Fix**: none. The line that changes it is missing.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    changed = {name for each in subject.all for item in rules(each) for node in walk(item) for name in _changed(node)}
    for info in attributes(subject):
        starts = info.syntax.starts if info.syntax is not None else None
        if info.syntax is None or starts is None or starts.each is None or info.name in changed:
            continue
        yield finding(
            f"nothing changes `{info.name}` between one `{starts.each.text}` and the next",
            info.syntax.name.span,
            "is always what it starts with",
            help="write the line that changes it, or make it a `define`",
        )


def _changed(node: nodes.Node) -> Iterator[str]:
    targets: tuple[nodes.Expr | None, ...] = ()
    match node:
        case nodes.Set() | nodes.Add() | nodes.Take():
            targets = (node.target,)
        case nodes.Move():
            targets = (node.source, node.target)
        case nodes.Exchange():
            targets = (node.left, node.right)
        case nodes.Amount():
            targets = (node.name,)
    for target in targets:
        if isinstance(target, nodes.Name):
            yield target.text
        elif isinstance(target, nodes.AttributeOf):
            yield target.name.text
