"""Comparisons and changes of a thing with itself."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW327 same-sides: something is compared with, or put into, itself

**Finds** a comparison or difference with the same on both sides, a `set` to what it is, a `move` or `exchange` with
itself.

**Why it matters.** It is always so, or changes nothing: one side was meant to be something else, often the
opponent's.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

sequence of play
  end game won by light if light.gold > light.gold
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

sequence of play
  end game won by light if light.gold > dark.gold
```

**Fix**: none. What was meant is yours to say.
"""
FIX = "none"


_COMPARED = ("is", "is not", "is in", "is not in", "<", "<=", ">", ">=", "-", "/", "mod")


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        for node in walk(item):
            match node:
                case nodes.Binary() if node.word in _COMPARED and shape(node.left) == shape(node.right):
                    if not _empty_set(subject, node):
                        yield _found("the same stands on both sides", node)
                case nodes.Set() if shape(node.target) == shape(node.value):
                    yield _found("this sets something to what it is", node)
                case nodes.Exchange() if shape(node.left) == shape(node.right):
                    yield _found("this exchanges something with itself", node)
                case nodes.Move(source=source) if source is not None and shape(source) == shape(node.target):
                    if node.end != "bottom":
                        yield _found("this moves something to where it is", node)


def _empty_set(subject: Subject, node: nodes.Binary) -> bool:
    """`cards - cards` is how an empty set says of what it is empty."""
    return node.word == "-" and isinstance(node.left, nodes.Name) and node.left.text in subject.world.plurals


def _found(headline: str, node: nodes.Node) -> Diagnostic:
    return finding(headline, node.span, "makes no difference", help="put what was meant on one side, or leave it out")
