"""Branches between which there is no difference."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW326 same-branches: both ways do the same

**Finds** an `if` with an `otherwise`, or a `(… if … otherwise …)`, whose parts are all the same.

**Why it matters.** The condition makes no difference: one part was copied and not changed.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

sequence of play
  if light.gold > 2
    add 1 to light.gold
  otherwise
    add 1 to light.gold
  end
  end game won by light if light.gold > 3
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

sequence of play
  if light.gold > 2
    add 1 to light.gold
  otherwise
    add 2 to light.gold
  end
  end game won by light if light.gold > 3
```

**Fix**: none. Which of them should differ is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        for node in walk(item):
            if isinstance(node, nodes.If) and node.otherwise:
                parts: list[object] = [*(arm.body for arm in node.arms), node.otherwise]
                if len({shape(part) for part in parts}) == 1:
                    yield _found(node.arms[0].test)
            elif isinstance(node, nodes.Either) and shape(node.then) == shape(node.otherwise):
                yield _found(node.test)


def _found(test: nodes.Expr) -> Diagnostic:
    return finding(
        "this condition makes no difference",
        test.span,
        "every part does the same",
        help="change one of the parts, or leave the condition out",
    )
