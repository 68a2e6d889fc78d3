"""Loops without a way out."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..reach import Node, Reach, reach, span_of
from ..usage import nodes_of

PAGE = """
## RW331 endless-loop: a loop that nothing can end

**Finds** a `repeat` that has no way out: no `leave`, `stop`, `give` or `end game` in it or in what it calls; or a
`repeat while` whose lines change nothing that its condition asks for.

**Why it matters.** Once it begins, play never goes on: the engine stops it with error `steps`, or players are asked
for ever.

**Avoid**

```rules wrong
table has
  n is 0 to 9 starts 3
  m is 0 to 9 starts 0

sequence of play
  repeat while n > 0
    set m to 1
  end
  end game won by light if m > 2
```

**Prefer**

```rules right
table has
  n is 0 to 9 starts 3

sequence of play
  repeat while n > 0
    take 1 from n
  end
  end game won by light if n > 2
```

**Fix**: none. What should end it is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    effects = reach(subject)
    for procedure in subject.program["procedures"]:
        for loop in nodes_of(procedure["body"]):
            if loop.get("kind") == "while" and not _ends(loop, effects):
                endless = loop["test"].get("kind") == "int"
                yield finding(
                    "nothing can end this loop" if endless else "nothing in this loop changes what it waits for",
                    span_of(subject, loop["site"]),
                    "goes on for ever" if endless else "goes on for ever, once it holds",
                    help="`leave` it, or let its lines change what its condition asks for",
                )


def _ends(loop: Node, effects: Reach) -> bool:
    inside = effects.of(loop["body"])
    if inside.ends or _leaves(loop["body"]):
        return True
    if loop["test"].get("kind") == "int":
        return not loop["test"]["value"]
    asked = effects.of(loop["test"])
    return bool(asked.reads & inside.writes)


def _leaves(body: list[Node]) -> bool:
    """Is there a way out of this loop? Those of loops inside it lead only out of them."""
    for line in body:
        if line["kind"] in ("break", "return"):
            return True
        inner = [part for key in ("then", "else") for part in line.get(key, [])] if line["kind"] == "when" else []
        if line["kind"] in ("while", "for", "attempt"):
            inner = [one for one in nodes_of(line["body"]) if one.get("kind") == "return"]
        if _leaves(inner):
            return True
    return False
