"""Goals that have to be met exactly, by numbers that grow in leaps."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import walk

PAGE = """
## RW374 jumped-goal: a goal that can be passed without being met

**Finds** a game that ends, or a loop that goes on, until a number `is` exactly so much, while some line adds or takes
more than one at a time.

**Why it matters.** The number passes the goal and the game goes on for ever, or stops with an error at the end of its
range.

**Avoid**

```rules wrong
each player has
  score is 0 to 50 starts 0

phase turn for player
  roll d from 1 to 6
  add d to you.score
  end game won by you if you.score is 20

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Prefer**

```rules right
each player has
  score is 0 to 50 starts 0

phase turn for player
  roll d from 1 to 6
  add d to you.score
  end game won by you if you.score >= 20

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Fix**: none. `>=` is mostly meant; but the goal may have to be met exactly.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    leaps = _leaps(subject)
    for item in rules(subject):
        for node in walk(item):
            match node:
                case nodes.Guarded(line=nodes.EndGame()):
                    yield from _goals(node.test, "is", leaps)
                case nodes.Repeat() if node.test is not None:
                    yield from _goals(node.test, "is not", leaps)


def _leaps(subject: Subject) -> dict[str, list[nodes.Add | nodes.Take]]:
    """The lines that change a number by more than one, by the name of the attribute. A number that is stored, or capped
    by what it is, is not left to chance."""
    found: dict[str, list[nodes.Add | nodes.Take]] = {}
    stored: set[str] = set()
    for item in rules(subject):
        for node in walk(item):
            if isinstance(node, nodes.Set) and not isinstance(node.value, nodes.Int):
                stored.add(_last(node.target))
            elif isinstance(node, nodes.Add | nodes.Take):
                name = _last(node.target)
                words = {word.text for word in walk(node.amount) if isinstance(word, nodes.Name)}
                if name in words or any(isinstance(below, nodes.Call) for below in walk(node.amount)):
                    stored.add(name)
                elif not (isinstance(node.amount, nodes.Int) and abs(node.amount.value) <= 1):
                    found.setdefault(name, []).append(node)
    return {name: lines for name, lines in found.items() if name not in stored and name}


def _goals(test: nodes.Expr, word: str, leaps: dict[str, list[nodes.Add | nodes.Take]]) -> Iterator[Diagnostic]:
    """Only what has to hold by itself: beside another condition of an `and` the goal may be a special case."""
    waiting = [test]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, nodes.Binary):
            continue
        if node.word == "or":
            waiting += [node.left, node.right]
        elif node.word == word and _number(node.right) and _last(node.left) in leaps:
            lines = leaps[_last(node.left)]
            falls = all(isinstance(line, nodes.Take) for line in lines)
            yield finding(
                f"`{_last(node.left)}` can pass this without being it",
                node.span,
                "only if it is exactly so",
                also=[(lines[0].span, "changes by more than one")],
                help=f"write `{'<=' if falls else '>='}` if passing it counts too",
            )


def _number(node: nodes.Expr) -> bool:
    return isinstance(node, nodes.Int) and node.value != 0


def _last(target: nodes.Expr) -> str:
    match target:
        case nodes.Name():
            return target.text
        case nodes.AttributeOf():
            return target.name.text
    return ""
