"""Rules that name one seat and not the other."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..mentions import names_in
from ..syntax import shape, walk

PAGE = """
## RW354 uneven-players: one player is treated unlike another, by name

**Finds** a line that changes something of a player who is called by name, or lets that player win, where no line
does the same for another seat. A game with more than three such lines is taken for one whose sides differ on
purpose.

**Why it matters.** Games are rarely meant to favour a name. Usually `you`, `p` or a line for the other player is
missing.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 0

phase turn for player
  add 1 to light.gold

sequence of play
  play turn for light
  play turn for dark
  end game won by (p in players with most p.gold)
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 0

phase turn for player
  add 1 to you.gold

sequence of play
  play turn for light
  play turn for dark
  end game won by (p in players with most p.gold)
```

**Fix**: none. If the seats are meant to differ, say why in a comment that allows it.
"""
FIX = "none"


_CHANGES = (nodes.Set, nodes.Add, nodes.Take, nodes.Move, nodes.EndGame, nodes.Remember, nodes.Forget)


FEW = 3


def check(subject: Subject) -> Iterator[Diagnostic]:
    found = list(_uneven(subject))
    if len(found) <= FEW:
        yield from found


def _uneven(subject: Subject) -> Iterator[Diagnostic]:
    seats = subject.world.seats
    lines = [(line, item) for item in rules(subject) for line in walk(item) if isinstance(line, _CHANGES)]
    known = {shape(line) for line, _ in lines}
    for line, item in lines:
        named = {node.text for node in walk(line) if isinstance(node, nodes.Name)} & set(seats)
        if len(named) != 1 or _decided_by_name(line, item, named):
            continue
        (seat,) = named
        others = [other for other in seats if other != seat]
        if not any(_said_of(line, seat, other) in known for other in others):
            yield finding(
                f"this happens to `{seat}` and to no other player",
                line.span,
                "names one player",
                help="write `you`, or say the same of the other players",
            )


def _said_of(line: nodes.Node, seat: str, other: str) -> str:
    """The same line, said of another player."""
    return shape(line).replace(f"Name({seat!r})", f"Name({other!r})")


def _decided_by_name(line: nodes.Node, item: nodes.AnyItem, named: set[str]) -> bool:
    """Does a condition or a case around it ask for that player? Then the seats are told apart on purpose."""
    for node in walk(item):
        tests: list[tuple[object, object]] = []
        match node:
            case nodes.Guarded():
                tests = [(node.test, node.line)]
            case nodes.If():
                tests = [(arm.test, node) for arm in node.arms]
            case nodes.Depending():
                tests = [(branch.values, node) for branch in node.branches]
            case nodes.Trigger():
                tests = [(node.test, node.body)]
        for test, body in tests:
            if any(below is line for below in walk(body)) and names_in(test) & named:
                return True
    return False
