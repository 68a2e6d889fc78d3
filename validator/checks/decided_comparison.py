"""Comparisons whose answer is known before the game begins."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import shape, walk
from ..types import Enum, Int, NoneType, Point, Thing, Type, spoken

PAGE = """
## RW346 decided-comparison: a comparison that is always so, or never

**Finds** a comparison that the ranges of its two sides have already decided, a case of `depending on` or a member of a
list that is out of range, and a test for `none` of something that is always there.

**Why it matters.** The case that it tells apart never comes up: the number is one too large, the wrong attribute is
asked, or the range was meant to be wider.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  end game won by you if you.gold >= 10

sequence of play
  play turn for light
```

**Prefer**

```rules right
each player has
  gold is 0 to 10 starts 3

phase turn for player
  end game won by you if you.gold >= 10

sequence of play
  play turn for light
```

**Fix**: none. The number, the range or the attribute may be the wrong one.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    """A comparison may be read in several places, and in variants: all of them have to agree."""
    own = {node.span for item in rules(subject) for node in walk(item)}
    answers: dict[Span, set[bool | None]] = {}
    compared: dict[Span, tuple[nodes.Binary, Type, Type]] = {}
    for each in subject.all:
        for node, left, right in each.world.compared:
            answers.setdefault(node.span, set()).add(_decided(node.word, left, right))
            if each is subject and node.span in own:
                compared[node.span] = node, left, right
    for place, (node, left, right) in compared.items():
        if answers[place] in ({True}, {False}) and shape(node.left) != shape(node.right):
            yield _found(node, left, right, True in answers[place], subject)


def _decided(word: str, left: Type, right: Type) -> bool | None:
    """Two numbers that are both constants are the designer's to change; all else that is decided is a mistake."""
    if isinstance(left, Int) and isinstance(right, Int):
        if left.low == left.high and right.low == right.high:
            return None
        always, never = _ranges(word, left, right)
        return True if always else False if never else None
    if word in ("is", "is not"):
        for one, other in ((left, right), (right, left)):
            if isinstance(one, NoneType) and isinstance(other, Thing | Enum | Point) and not other.optional:
                return word == "is not"
    return None


def _ranges(word: str, a: Int, b: Int) -> tuple[bool, bool]:
    match word:
        case "<":
            return a.high < b.low, a.low >= b.high
        case "<=":
            return a.high <= b.low, a.low > b.high
        case ">":
            return a.low > b.high, a.high <= b.low
        case ">=":
            return a.low >= b.high, a.high < b.low
    apart = a.high < b.low or a.low > b.high
    return (apart and word == "is not", apart and word == "is")


def _found(node: nodes.Binary, left: Type, right: Type, always: bool, subject: Subject) -> Diagnostic:
    def written(side: nodes.Expr) -> str:
        return " ".join(subject.sources[side.span.file][side.span.start : side.span.end].split())

    said = []
    for side, type_ in ((node.left, left), (node.right, right)):
        if isinstance(type_, Int) and type_.low != type_.high:
            said.append(f"`{written(side)}` is from {_said(type_.low, type_)} to {_said(type_.high, type_)}")
        elif isinstance(type_, Thing | Enum | Point):
            said.append(f"`{written(side)}` is always {spoken(type_)}")
    return finding(
        f"`{written(node.left)} {node.word} {written(node.right)}` is {'always' if always else 'never'} so",
        node.span,
        ", ".join(said),
        help="compare with another number, or widen the range" if isinstance(left, Int) else "leave the test out",
    )


def _said(number: int, type_: Int) -> str:
    return f"{number / 10:g}mm" if type_.length else str(number)
