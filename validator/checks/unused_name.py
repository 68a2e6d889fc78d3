"""Local names that are never read."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic, Fix
from ...grammar.source import Source
from ..declared import bodies
from ..lint import Subject, finding
from ..mending import without_line
from ..syntax import walk

PAGE = """
## RW307 unused-name: a `let` that nothing reads

**Finds** a name of `let` that no line after it reads. Setting it again is not reading it.

**Why it matters.** A value was worked out and another one is used: the wrong card is moved, the wrong player pays.

**Avoid**

```rules wrong
kind card
  copies 4

table has
  deck holds card in order starts with cards
  pile holds card in order

sequence of play
  let c be bottom of deck
  move top of deck to pile
```

**Prefer**

```rules right
kind card
  copies 4

table has
  deck holds card in order starts with cards
  pile holds card in order

sequence of play
  let c be bottom of deck
  move c to pile
```

**Fix**: safe. A line whose value only looks is taken out; one that calls a procedure keeps the call. Games that do not
fail stay the same. It is not offered where the name is set again.
"""
FIX = "safe"


def check(subject: Subject) -> Iterator[Diagnostic]:
    sources = {file: Source(text, file) for file, text in subject.sources.items()}
    for item in subject.items:
        for body in bodies(item):
            for i, line in enumerate(body):
                if isinstance(line, nodes.Let):
                    yield from _let(line, body[i + 1 :], subject, sources[line.span.file])


def _let(line: nodes.Let, after: tuple[nodes.Stmt, ...], subject: Subject, source: Source) -> Iterator[Diagnostic]:
    name = line.name.text
    sets = [s for s in walk(after) if isinstance(s, nodes.Set) and _is(s.target, name)]
    if _reads(after, name):
        return
    fixes = () if sets else (_fix(line, subject, source),)
    yield finding(
        f"nothing reads `{name}`",
        line.name.span,
        "named for nothing",
        help="use it, or leave it out",
        fixes=fixes,
    )


def _is(target: object, name: str) -> bool:
    return isinstance(target, nodes.Name) and target.text == name


def _reads(body: object, name: str) -> bool:
    """Is the name read, other than to work out its own next value?"""
    for node in walk(body):
        if isinstance(node, nodes.Set | nodes.Add | nodes.Take) and _is(node.target, name):
            continue
        if isinstance(node, nodes.Name) and node.text == name and not _own(body, node, name):
            return True
    return False


def _own(body: object, mention: nodes.Name, name: str) -> bool:
    for node in walk(body):
        if isinstance(node, nodes.Set | nodes.Add | nodes.Take) and _is(node.target, name):
            value = node.value if isinstance(node, nodes.Set) else node.amount
            if mention is node.target or any(below is mention for below in walk(value)):
                return True
    return False


def _fix(line: nodes.Let, subject: Subject, source: Source) -> Fix:
    """Takes the line out, or leaves the call that it makes."""
    called = line.value.name.text if isinstance(line.value, nodes.Call) and line.value.subject is None else ""
    if called in subject.world.procedures or called in subject.world.events:
        return Fix(source.span(line.span.start, line.value.span.start), "", True)
    return without_line(line, source)
