"""Decisions with only one answer by the way they are written."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW355 single-choice: a decision with one answer

**Finds** a `choose`, a draw or a roll from a list of one thing, from a range of one number, from `only of` something,
or of exactly as many as are listed; and a menu with one option that is always open.

**Why it matters.** Nobody is asked: the one answer is taken. The other options were forgotten, or it should be optional
(`may`).

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  choose
    option dig
      add 1 to you.gold
  end

sequence of play
  play turn for light
  end game won by light if light.gold > 3
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase turn for player
  may choose
    option dig
      add 1 to you.gold
  end

sequence of play
  play turn for light
  end game won by light if light.gold > 3
```

**Fix**: none. Add the missing options, let it be declined, or do it without asking.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for node in walk(item):
            match node:
                case nodes.Choose() if not _always(node.asking) and _one(node.domain):
                    yield _found("there is only one to choose", node)
                case nodes.Random() | nodes.Roll() if node.count is None and _one(node.domain):
                    yield _found("there is only one to draw", node)
                case nodes.ChooseMany() if node.how == "exactly" and _all(node):
                    yield _found("all of them have to be chosen", node)
                case nodes.ChooseOption() if not node.optional and len(node.options) == 1:
                    (option,) = node.options
                    if option.test is None and not option.params and not _always(node.asking):
                        yield _found(f"`{option.name.text}` is the only option", option)


def _always(asking: nodes.Asking | None) -> bool:
    return asking is not None and asking.always


def _one(domain: nodes.Domain) -> bool:
    if domain.upper is not None:
        return shape(domain.source) == shape(domain.upper)
    match domain.source:
        case nodes.ListValue(items=(_,)):
            return True
        case nodes.Fold(word="only"):
            return True
    return False


def _all(node: nodes.ChooseMany) -> bool:
    many = node.source.items if isinstance(node.source, nodes.ListValue) else ()
    return isinstance(node.count, nodes.Int) and bool(many) and node.count.value == len(many)


def _found(
    headline: str, node: nodes.Choose | nodes.Random | nodes.Roll | nodes.ChooseMany | nodes.Option
) -> Diagnostic:
    return finding(
        headline,
        node.name.span,
        "nobody is asked",
        help="offer more, let it be declined with `may`, or do it without a decision",
    )
