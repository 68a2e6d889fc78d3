"""Rules that are set aside and cited."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..syntax import walk

PAGE = """
## RW363 modelled-aside: a rule that is set aside and modelled all the same

**Finds** a rule that an `aside` sets aside although an item or a scenario cites it.

**Why it matters.** One of them is out of date. A rule that is set aside is not missed when its last citation goes.

**Avoid**

```rules wrong
aside EX-1.5 "not modelled yet"

sequence of play                                                              EX-1.5
  end game drawn
```

**Prefer**

```rules right
sequence of play                                                              EX-1.5
  end game drawn
```

**Fix**: none. Take the id out of the `aside`, or out of the citation.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    cited: dict[str, nodes.Cite] = {}
    for item in subject.items:
        if not isinstance(item, nodes.Aside):
            for node in walk(item):
                if isinstance(node, nodes.Cite):
                    for rule in expand([node]):
                        cited.setdefault(rule, node)
    for aside in subject.world.asides:
        for cite in aside.cites:
            for rule in expand([cite]):
                if rule in cited:
                    yield finding(
                        f"rule `{rule}` is set aside and cited",
                        cite.span,
                        "set aside here",
                        also=[(cited[rule].span, "and cited here")],
                        help="take it out of the `aside`, or do not cite it",
                        rules=(rule,),
                    )
