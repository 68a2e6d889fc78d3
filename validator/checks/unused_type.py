"""Types and kinds that nothing mentions."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..mentions import BARE, DOT, TYPE, mentions

PAGE = """
## RW302 unused-type: nothing is of this type

**Finds** a named type or a kind that no attribute, zone, parameter or rule mentions, neither by its name nor by its
plural or one of its things.

**Why it matters.** Usually an attribute was meant to have this type and spells its range out again, so that the two
can drift apart.

**Avoid**

```rules wrong
type rank is 1 to 13

table has
  best is 1 to 13

sequence of play
  set best to 3
  end game won by light if best is 3
```

**Prefer**

```rules right
type rank is 1 to 13

table has
  best is rank

sequence of play
  set best to 3
  end game won by light if best is 3
```

**Fix**: none. Taking it out may be right; so may using it.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = mentions(subject)
    for item in subject.items:
        if not isinstance(item, nodes.TypeItem | nodes.Kind):
            continue
        name = item.name.text
        names = [name, f"{name}s"]
        if isinstance(item, nodes.Kind):
            kind = subject.world.kinds[name]
            names += [kind.plural, *kind.things]
        elif name in subject.world.enums:
            names += subject.world.enums[name].values
        if not any(known.elsewhere(one, item, BARE, TYPE, DOT) for one in names):
            what = "type" if isinstance(item, nodes.TypeItem) else "kind"
            yield finding(
                f"nothing is of the {what} `{name}`",
                item.name.span,
                f"this {what} is never used",
                help="use it where it is meant, or leave it out",
            )
