"""Rulings that are asked again where the answer is known."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..syntax import parts_of
from ..world import World

PAGE = """
## RW312 settled-ruling: a question that is already settled where it is asked

**Finds** a test of a ruling inside a part that runs only under one reading of the same ruling, so that the answer
is known: always yes, or always no.

**Why it matters.** The lines under it are never played, or the test is of no use. Usually another ruling was meant,
or the lines stand in the wrong part.

**Avoid**

```rules wrong
ruling ties "What if both are equal?"
  drawn default, first "the first player wins", again "they play again"

sequence of play
  if ties is drawn
    end game won by light if ties is first
    end game drawn
  end
```

**Prefer**

```rules right
ruling ties "What if both are equal?"
  drawn default, first "the first player wins", again "they play again"

sequence of play
  if ties is drawn
    end game drawn
  end
  end game won by light if ties is first
```

**Fix**: none. Which ruling was meant is yours to say.
"""
FIX = "none"


Settled = dict[str, frozenset[str]]  # by ruling: the readings that are still possible


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        yield from _look(subject.world, item, {})


def _look(world: World, node: object, settled: Settled) -> Iterator[Diagnostic]:
    match node:
        case tuple():
            for part in node:
                yield from _look(world, part, settled)
        case nodes.If():
            left = settled
            for arm in node.arms:
                yield from _look(world, arm.test, left)
                yield from _look(world, arm.body, _narrowed(world, arm.test, left, True))
                left = _narrowed(world, arm.test, left, False)
            yield from _look(world, node.otherwise, left)
        case nodes.Guarded():
            yield from _look(world, node.test, settled)
            yield from _look(world, node.line, _narrowed(world, node.test, settled, True))
        case nodes.Either():
            yield from _look(world, node.test, settled)
            yield from _look(world, node.then, _narrowed(world, node.test, settled, True))
            yield from _look(world, node.otherwise, _narrowed(world, node.test, settled, False))
        case nodes.Binary(word="and" | "or" as word):
            yield from _look(world, node.left, settled)
            yield from _look(world, node.right, _narrowed(world, node.left, settled, word == "and"))
        case nodes.Depending() if isinstance(node.on, nodes.Name) and node.on.text in world.rulings:
            for branch in node.branches:
                names = frozenset(_reading(value) for value in branch.values)
                yield from _look(world, branch.body, _kept(world, settled, node.on.text, names))
            yield from _look(world, node.otherwise or (), settled)
        case nodes.Node():
            asked = _asked(world, node)
            if asked is not None:
                yield from _judged(node, *asked, settled)
            else:
                for field in reversed(parts_of(node)):
                    yield from _look(world, getattr(node, field), settled)


def _judged(node: nodes.Node, ruling: str, readings: frozenset[str], settled: Settled) -> Iterator[Diagnostic]:
    possible = settled.get(ruling)
    if possible is not None and (possible <= readings or not possible & readings):
        answer = "yes" if possible <= readings else "no"
        yield finding(
            f"what `{ruling}` says is already settled here",
            node.span,
            f"always {answer}, under the condition above",
            help="ask for the ruling that was meant, or leave the test out",
        )


def _asked(world: World, test: object) -> tuple[str, frozenset[str]] | None:
    """The ruling that a condition asks for, and the readings for which it holds."""
    match test:
        case nodes.Name() if test.text in world.rulings:
            return test.text, frozenset({"yes"})
        case nodes.Not():
            inner = _asked(world, test.value)
            return (inner[0], _all(world, inner[0]) - inner[1]) if inner else None
        case nodes.Binary(word="is" | "is not" as word, left=nodes.Name() as name) if name.text in world.rulings:
            reading = frozenset({_reading(test.right)})
            return name.text, reading if word == "is" else _all(world, name.text) - reading
    return None


def _narrowed(world: World, test: nodes.Expr, settled: Settled, holds: bool) -> Settled:
    """What is still possible if a condition holds, or does not."""
    if isinstance(test, nodes.Binary) and test.word == ("and" if holds else "or"):
        return _narrowed(world, test.right, _narrowed(world, test.left, settled, holds), holds)
    asked = _asked(world, test)
    if asked is None:
        return settled
    ruling, readings = asked
    return _kept(world, settled, ruling, readings if holds else _all(world, ruling) - readings)


def _kept(world: World, settled: Settled, ruling: str, readings: frozenset[str]) -> Settled:
    left = settled.get(ruling, _all(world, ruling)) & readings
    return {**settled, ruling: left} if left else settled


def _all(world: World, ruling: str) -> frozenset[str]:
    return frozenset(reading.name.text for reading in world.rulings[ruling].readings)


def _reading(value: nodes.Expr) -> str:
    match value:
        case nodes.Name():
            return value.text
        case nodes.Yes():
            return "yes"
        case nodes.No():
            return "no"
    return ""
