"""Conditions that can never hold together, or of which one always holds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import shape, walk
from ..world import World

PAGE = """
## RW349 clashing-conditions: two conditions leave no case, or leave none out

**Finds** conditions joined by `and` that ask one thing to be two, or a number to be both above and below; conditions
joined by `or` of which one holds whatever it is: `x is not a or x is not b`; and cases that are never reached, because
a case before them holds wherever they do: `if n > 3 … otherwise if n > 5`.

**Why it matters.** What depends on it never happens, or always does. Mostly `and` and `or` were mixed up.

**Avoid**

```rules wrong
type ground is one of sand, rock, water

define dry(g is ground) is g is not rock or g is not water

sequence of play
  end game won by light if dry(sand)
```

**Prefer**

```rules right
type ground is one of sand, rock, water

define dry(g is ground) is g is not rock and g is not water

sequence of play
  end game won by light if dry(sand)
```

**Fix**: none. Mostly the other word is meant, or the other number.
"""
FIX = "none"

_OPPOSITE = {"is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_TURNED = {"is": "is", "is not": "is not", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NAMING = (
    nodes.Param, nodes.ParamFrom, nodes.Let, nodes.Choose, nodes.ChooseMany, nodes.ChoosePoint, nodes.Random,
    nodes.Roll, nodes.ForEach, nodes.MayChoose, nodes.Those, nodes.EachOf, nodes.Reached, nodes.Secretly,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Claim:
    """`what` is compared with a constant; a word of a kind, an enumeration or a ruling is a text."""

    what: str
    word: str
    value: int | str
    node: nodes.Binary


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        local = {node.name.text for node in walk(item) if isinstance(node, _NAMING)}
        inner: set[int] = set()
        for node in walk(item):
            if isinstance(node, nodes.Binary) and node.word in ("and", "or") and id(node) not in inner:
                parts = _parts(node, node.word, inner)
                claims = [claim for part in parts if (claim := _claim(part, subject.world, local))]
                yield from _clash(claims, node.word)
            elif isinstance(node, nodes.If):
                yield from _shadowed([arm.test for arm in node.arms], subject.world, local)
            elif isinstance(node, nodes.Define):
                yield from _shadowed([case.test for case in node.cases if case.test], subject.world, local)


def _shadowed(tests: list[nodes.Expr], world: World, local: set[str]) -> Iterator[Diagnostic]:
    """A case is only asked if those before it do not hold."""
    before: list[_Claim] = []
    for test in tests:
        claims = [claim for part in _parts(test, "and", set()) if (claim := _claim(part, world, local))]
        for claim in claims:
            first = next((one for one in before if _implies(claim, one)), None)
            if first is not None:
                yield finding(
                    "this case is never reached",
                    claim.node.span,
                    "wherever this holds",
                    also=[(first.node.span, "this holds too, and comes first")],
                    help="put the narrower case first",
                )
                break
        if len(claims) == 1 and claims[0].node is test:
            before.append(claims[0])


def _implies(claim: _Claim, other: _Claim) -> bool:
    """Does the other hold wherever this does? Equal conditions are another lint's."""
    same = claim.what == other.what and type(claim.value) is type(other.value)
    if not same or (claim.word, claim.value) == (other.word, other.value):
        return False
    return _apart(claim.word, claim.value, _OPPOSITE[other.word], other.value)


def _parts(node: nodes.Expr, word: str, inner: set[int]) -> list[nodes.Expr]:
    if isinstance(node, nodes.Binary) and node.word == word:
        inner.add(id(node))
        return _parts(node.left, word, inner) + _parts(node.right, word, inner)
    return [node]


def _claim(node: nodes.Expr, world: World, local: set[str]) -> _Claim | None:
    if not isinstance(node, nodes.Binary) or node.word not in _OPPOSITE:
        return None
    for what, constant, word in ((node.left, node.right, node.word), (node.right, node.left, _TURNED[node.word])):
        value = _constant(constant, world, local)
        if value is not None and _constant(what, world, local) is None:
            return _Claim(shape(what), word, value, node)
    return None


def _constant(node: nodes.Expr, world: World, local: set[str]) -> int | str | None:
    match node:
        case nodes.Int():
            return node.value
        case nodes.Length():
            return node.tenths
        case nodes.NoneValue():
            return "none"
        case nodes.Name() if node.text not in local and node.text not in world.spans:
            readings = (reading.name.text for ruling in world.rulings.values() for reading in ruling.readings)
            if world.things_called(node.text) or world.enums_with(node.text) or node.text in readings:
                return node.text
    return None


def _clash(claims: list[_Claim], word: str) -> Iterator[Diagnostic]:
    """Conditions of which one always holds are opposites that never hold together."""
    for i, later in enumerate(claims):
        for first in claims[:i]:
            if first.what != later.what or type(first.value) is not type(later.value):
                continue
            a, b = (first.word, later.word) if word == "and" else (_OPPOSITE[first.word], _OPPOSITE[later.word])
            if _apart(a, first.value, b, later.value):
                never = word == "and"
                yield finding(
                    "these two never hold together" if never else "one of these two always holds",
                    later.node.span,
                    "this and" if never else "this or",
                    also=[(first.node.span, "this")],
                    help="write `or` if either is meant, or another value"
                    if never
                    else "write `and` if both are meant, or another value",
                )
                return


def _apart(a: str, x: int | str, b: str, y: int | str) -> bool:
    """Is nothing both a x and b y?"""
    if isinstance(x, str) or isinstance(y, str):
        return a == b == "is" and x != y
    low = max(_low(a, x), _low(b, y))
    return low > min(_high(a, x), _high(b, y))


def _low(word: str, value: int) -> float:
    return {"is": value, ">": value + 1, ">=": value}.get(word, float("-inf"))


def _high(word: str, value: int) -> float:
    return {"is": value, "<": value - 1, "<=": value}.get(word, float("inf"))
