"""Facts that are asked for and can never hold."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..mentions import BARE, mentions
from ..syntax import walk

PAGE = """
## RW304 never-remembered: a fact that nothing ever remembers

**Finds** a fact that no rule remembers: wherever it is asked for, the answer is no.

**Why it matters.** The rules that depend on it never come into play. Often the line that remembers it was
forgotten, or remembers another fact.

**Avoid**

```rules wrong
fact tired(p is player)

phase turn for player
  stop if tired(you)
  end game won by you

sequence of play
  play turn for light
```

**Prefer**

```rules right
fact tired(p is player)

phase turn for player
  stop if tired(you)
  remember tired(you) until end of next turn

sequence of play
  play turn for light
  play turn for light
```

**Fix**: none. Only you know when it begins to hold.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    remembered = {
        node.fact.name.text
        for each in subject.all
        for item in each.items
        if not isinstance(item, nodes.Scenario)
        for node in walk(item)
        if isinstance(node, nodes.Remember)
    }
    known = mentions(subject)
    for item in subject.items:
        if isinstance(item, nodes.Fact) and item.name.text not in remembered:
            asked = [one for one in known.of(item.name.text, BARE) if not one.tested]
            yield finding(
                f"nothing ever remembers `{item.name.text}`",
                item.name.span,
                "never holds",
                also=[(one.name.span, "always no") for one in asked[:1]],
                help=f"write `remember {item.name.text}(…)` where it begins to hold, or leave it out",
            )
