"""Values that are stored and replaced before anybody can look at them."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import bodies, rules
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW356 overwritten-value: what is stored is replaced at once

**Finds** a `set`, `let` or `remember` whose value is replaced a few lines later, before any line could have looked at
it.

**Why it matters.** The first line does nothing. The second was meant for something else: the other player, the other
attribute; or one of them for another branch.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9
  wood is 0 to 9

sequence of play
  set light.gold to 3
  set light.gold to 2
  end game won by light if light.gold + light.wood > 3
```

**Prefer**

```rules right
each player has
  gold is 0 to 9
  wood is 0 to 9

sequence of play
  set light.gold to 3
  set light.wood to 2
  end game won by light if light.gold + light.wood > 3
```

**Fix**: none. Which of the two lines is wrong is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    called = {*subject.world.defines, *subject.world.stats, *subject.world.procedures, *subject.world.events}
    for item in rules(subject):
        for body in bodies(item):
            yield from _body(body, called)


def _body(body: tuple[nodes.Stmt, ...], called: set[str]) -> Iterator[Diagnostic]:
    """Lines that only store, one after the other; whatever else stands between may look."""
    waiting: dict[str, tuple[nodes.Expr, nodes.Stmt]] = {}
    for line in body:
        target, value = _stored(line)
        read = _names(value)
        if target is None or called & read or any(isinstance(node, nodes.Call) for node in walk(value)):
            waiting = {}
        if target is None:
            continue
        for key, (before, _) in list(waiting.items()):
            if _last(before) in read or (shape(target) != key and _last(target) in _names(before)):
                del waiting[key]
        if shape(target) in waiting:
            yield _found(line, waiting[shape(target)][1])
        waiting[shape(target)] = target, line


def _stored(line: nodes.Stmt) -> tuple[nodes.Expr | None, object]:
    """Where a line stores something, and what it looks at to do so."""
    match line:
        case nodes.Set():
            return line.target, line.value
        case nodes.Let():
            return line.name, line.value
        case nodes.Remember():
            return line.fact, (line.until, line.fact.args)
        case nodes.Forget():
            return line.fact, line.fact.args
    return None, ()


def _names(node: object) -> set[str]:
    return {one.text for one in walk(node) if isinstance(one, nodes.Name)}


def _last(target: nodes.Expr) -> str:
    """The attribute, local name or fact itself."""
    match target:
        case nodes.Name():
            return target.text
        case nodes.AttributeOf() | nodes.Call():
            return target.name.text
    return ""


def _found(line: nodes.Stmt, before: nodes.Stmt) -> Diagnostic:
    return finding(
        "what is stored here is replaced at once",
        before.span,
        "nothing looks at it",
        also=[(line.span, "before it is replaced here")],
        help="store it elsewhere, or leave one of the two out",
    )
