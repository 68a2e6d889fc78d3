"""Conditions that stand twice in one chain."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW325 same-condition: a condition that was already decided

**Finds** the same condition twice in a chain of `if … otherwise if`, in the cases of a define, or on both sides of
`and` or `or`.

**Why it matters.** The second can never make a difference: one of them was meant to ask for something else.

**Avoid**

```rules wrong
table has
  n is 0 to 9 starts 3

sequence of play
  if n > 4
    end game won by light
  otherwise if n > 4
    end game won by dark
  end
```

**Prefer**

```rules right
table has
  n is 0 to 9 starts 3

sequence of play
  if n > 4
    end game won by light
  otherwise if n > 2
    end game won by dark
  end
```

**Fix**: none. What the second was meant to ask is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        inner = {
            id(side)
            for node in walk(item)
            if isinstance(node, nodes.Binary) and node.word in ("and", "or")
            for side in (node.left, node.right)
            if isinstance(side, nodes.Binary) and side.word == node.word
        }
        for node in walk(item):
            match node:
                case nodes.If():
                    yield from _twice([arm.test for arm in node.arms], "its part never runs")
                case nodes.Define():
                    yield from _twice([case.test for case in node.cases if case.test], "this case never counts")
                case nodes.Binary(word="and" | "or") if id(node) not in inner:
                    yield from _twice(list(_sides(node, node.word)), f"said before in the same `{node.word}`")


def _twice(tests: list[nodes.Expr], label: str) -> Iterator[Diagnostic]:
    first: dict[str, nodes.Expr] = {}
    for test in tests:
        earlier = first.setdefault(shape(test), test)
        if earlier is not test:
            yield finding(
                "this condition was decided before",
                test.span,
                label,
                also=[(earlier.span, "the same condition")],
                help="ask for what was meant, or leave it out",
            )


def _sides(node: nodes.Expr, word: str) -> Iterator[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.word == word:
        yield from _sides(node.left, word)
        yield from _sides(node.right, word)
    else:
        yield node
