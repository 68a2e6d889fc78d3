"""Optional decisions that are skipped where their absence tells something."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic, Fix
from ...grammar.source import Source
from ...grammar.spans import Span
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import walk
from ..world import PLAYER

PAGE = """
## RW336 telling-silence: not being asked tells what is hidden

**Finds** a `may choose` from a zone that only its owner sees, with a condition on what lies in it, and without
`always ask`.

**Why it matters.** Who has nothing that fits is not asked at all, and everybody sees that: they now know what is
not in the hand. Who is asked and declines tells nothing.

**Avoid**

```rules wrong
kind card
  copies 4
  printed value is 0 to 9 starts 3

each player has
  hand holds card starts with (c in cards where this is light) seen by owner

table has
  pile holds card

phase turn for player
  may choose c from you.hand where c.value > 2 asking "Play a card?"
    move c to pile
  end

sequence of play
  play turn for light
  end game won by light if count of pile > 0
```

**Prefer**

```rules right
kind card
  copies 4
  printed value is 0 to 9 starts 3

each player has
  hand holds card starts with (c in cards where this is light) seen by owner

table has
  pile holds card

phase turn for player
  may choose c from you.hand where c.value > 2 asking "Play a card?" always ask
    move c to pile
  end

sequence of play
  play turn for light
  end game won by light if count of pile > 0
```

**Fix**: unsafe. It adds `always ask`: players are asked more often, and saved games are no longer the same.
"""
FIX = "unsafe"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for node in walk(item):
            match node:
                case nodes.MayChoose() if node.domain.where is not None and _hidden(subject, node.domain.source):
                    yield from _found(subject, node.domain.span, node.asking, node.domain.source)
                case nodes.ChooseOption(optional=True) if node.options and all(
                    _tells(subject, o) for o in node.options
                ):
                    first = node.options[0].params[0]
                    assert isinstance(first, nodes.ParamFrom)
                    yield from _found(subject, first.domain.span, node.asking, first.domain.source, menu=True)


def _tells(subject: Subject, option: nodes.Option) -> bool:
    """Is it open only for some of what lies in a hidden zone?"""
    first = option.params[0] if option.params else None
    narrowed = option.test is not None or (isinstance(first, nodes.ParamFrom) and first.domain.where is not None)
    return isinstance(first, nodes.ParamFrom) and narrowed and _hidden(subject, first.domain.source)


def _hidden(subject: Subject, source: nodes.Expr) -> bool:
    """A zone of whoever decides that nobody else sees."""
    if not isinstance(source, nodes.AttributeOf):
        return False
    zone = subject.world.kinds[PLAYER].zones.get(source.name.text)
    see = zone.see if zone is not None else None
    return "owner" in ((see["then"], see["else"]) if isinstance(see, dict) else (see,))


def _found(
    subject: Subject, place: Span, asking: nodes.Asking | None, source: nodes.Expr, menu: bool = False
) -> Iterator[Diagnostic]:
    if asking is not None and asking.always:
        return
    assert isinstance(source, nodes.AttributeOf)
    end = asking.span.end if asking is not None else None if menu else place.end
    text = subject.sources[place.file]
    fixes = () if end is None else (Fix(Source(text, place.file).span(end, end), " always ask", False),)
    yield finding(
        f"who is not asked here shows what is not in `{source.name.text}`",
        place,
        "hidden from the others",
        help="write `always ask`, so that silence tells nobody anything",
        fixes=fixes,
    )
