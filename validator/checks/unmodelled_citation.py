"""Scenarios that test rules which nothing models."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..syntax import walk

PAGE = """
## RW372 unmodelled-citation: a scenario tests a rule that no line models

**Finds** a rule that a scenario cites, while no item and no line of the rules does.

**Why it matters.** Either the scenario names the wrong rule, or the line that carries it out does not say so: the rule
counts as tested and cannot be found. When a rule of the book changes, nobody knows which line to change.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3                                                     EX-1.2

sequence of play                                                              EX-1.1
  end game won by light if light.gold > 2

scenario "three gold win"                                                     EX-1.3
  start play
  expect won by light
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3                                                     EX-1.2

sequence of play                                                              EX-1.1
  end game won by light if light.gold > 2                                     EX-1.3

scenario "three gold win"                                                     EX-1.3
  start play
  expect won by light
```

**Fix**: none. Cite it where it is carried out, or put the scenario's citation right.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    """What only a variant models, or what is set aside, is known too."""
    known = {rule for each in subject.all for rule in each.program["cited"]}
    known |= {rule for each in subject.all for aside in each.program["asides"] for rule in aside["rules"]}
    if not known:
        return  # rules that cite nothing are not to be found by their ids
    said: set[str] = set()
    for item in subject.items:
        if not isinstance(item, nodes.Scenario):
            continue
        for cite in walk(item):
            missing = [rule for rule in expand([cite]) if rule not in known] if isinstance(cite, nodes.Cite) else []
            for rule in missing:
                if rule not in said:
                    said.add(rule)
                    yield finding(
                        f"no line of the rules cites {rule}",
                        cite.span,
                        "only this scenario does",
                        help="cite it on the line that carries it out, or name the rule that is tested",
                        rules=[rule],
                    )
