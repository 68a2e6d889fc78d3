"""Parameters that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..mentions import names_in
from ..syntax import walk

PAGE = """
## RW308 unused-parameter: a parameter that makes no difference

**Finds** a parameter of a procedure, define, phase, window, action or menu option that its lines never read, or of
an ability that none of its bodies reads.

**Why it matters.** Whoever calls it believes that it matters. An action that ignores its parameter offers the same
move many times over.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 0

to pay(p is player, n is 0 to 9)
  add 1 to p.gold

sequence of play
  pay(light, 3)
  end game won by light if light.gold > 2
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 0

to pay(p is player, n is 0 to 9)
  add n to p.gold

sequence of play
  pay(light, 3)
  end game won by light if light.gold > 2
```

**Fix**: none. Every call would have to change with it.
"""
FIX = "none"


_OWN = (nodes.Procedure, nodes.Define, nodes.Action, nodes.Phase, nodes.Window)


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        if isinstance(item, _OWN) and item.params:
            yield from _unread(item.params, _bodies(subject, item))
        for node in walk(item):
            if isinstance(node, nodes.Option):
                yield from _unread(node.params, (node.params, node.test, node.body))
    for kind in subject.world.kinds.values():
        for ability in kind.abilities.values():
            if ability.bodies:
                yield from _unread(ability.syntax.params, tuple(ability.bodies.values()))


def _bodies(subject: Subject, item: nodes.AnyItem) -> tuple[object, ...]:
    """Where the parameters of an item are known: a phase's are in its actions and triggers too."""
    if not isinstance(item, nodes.Phase | nodes.Window):
        return (item,)
    return (item, *(x for x in subject.items if isinstance(x, nodes.Action | nodes.Trigger | nodes.Procedure)))


def _unread(params: tuple[nodes.ActionParam, ...], bodies: tuple[object, ...]) -> Iterator[Diagnostic]:
    read = {name for body in bodies for name in names_in(body)} if params else set()
    for param in params:
        if param.name.text not in read:
            yield finding(
                f"`{param.name.text}` makes no difference",
                param.name.span,
                "nothing reads this parameter",
                help="use it, or leave it out here and in every call",
            )
