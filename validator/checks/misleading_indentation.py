"""Lines that stand further in or out than the block they belong to."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic, Fix
from ...grammar.source import Source
from ...grammar.spans import Span
from ..lint import Subject, finding
from ..syntax import parts_of, walk

PAGE = """
## RW350 misleading-indentation: a line stands as if it belonged elsewhere

**Finds** a line whose indentation differs from that of the other lines of its block.

**Why it matters.** Indentation means nothing to the language and much to its readers. A line that stands further in
looks as if it happened only under the condition above it.

**Avoid**

```rules wrong
table has
  n is 0 to 9 starts 0

sequence of play
  if n > 2
    set n to 0
  end
    add 1 to n
  end game drawn if n is 1
```

**Prefer**

```rules right
table has
  n is 0 to 9 starts 0

sequence of play
  if n > 2
    set n to 0
  end
  add 1 to n
  end game drawn if n is 1
```

**Fix**: safe. The line is moved to where its block stands; its meaning stays as it is. If the meaning is wrong,
move it into the block instead.
"""
FIX = "safe"


def check(subject: Subject) -> Iterator[Diagnostic]:
    sources = {file: Source(text, file) for file, text in subject.sources.items() if file.endswith(".rules")}
    for item in subject.items:
        for node in walk(item):
            for field in parts_of(node):
                body = getattr(node, field)
                if isinstance(body, tuple) and len(body) > 1 and all(isinstance(x, nodes.Statement) for x in body):
                    yield from _body(body, sources[item.span.file])


def _body(body: tuple[nodes.Node, ...], source: Source) -> Iterator[Diagnostic]:
    """The first line of a block sets its indentation."""
    wanted = body[0].span.column
    for line in body[1:]:
        if line.span.column != wanted and _begins_its_line(line.span, source):
            column = line.span.column - 1
            gap = source.span(line.span.start - column, line.span.start)
            where = "in" if line.span.column > wanted else "out"
            yield finding(
                f"this line stands further {where} than the block it belongs to",
                line.span,
                "belongs to the block above it",
                also=[(body[0].span, "whose lines stand here")],
                help="line it up with its block",
                fixes=(Fix(gap, " " * (wanted - 1), True),),
            )


def _begins_its_line(span: Span, source: Source) -> bool:
    return not source.text[span.start - span.column + 1 : span.start].strip()
