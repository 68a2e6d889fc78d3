"""Attributes that are kept and never looked at."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..declared import attributes
from ..lint import Subject, finding
from ..usage import usage

PAGE = """
## RW305 unread-attribute: an attribute that no rule reads

**Finds** an attribute of players, things or the table that no rule reads. Adding to it is not reading it.

**Why it matters.** The game keeps a number for nothing: the rule that should depend on it, a limit, a score, an
end, is missing.

**Avoid**

```rules wrong
table has
  rounds is 0 to 99 starts 0

sequence of play
  repeat 3 times
    add 1 to rounds
  end
```

**Prefer**

```rules right
table has
  rounds is 0 to 99 starts 0

sequence of play
  repeat while rounds < 3
    add 1 to rounds
  end
```

**Fix**: none. Either a rule is missing or the attribute is left over.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    reads = usage(subject).reads
    for info in attributes(subject):
        if not info.printed and info.full not in reads and info.syntax is not None:
            yield finding(
                f"no rule reads `{info.name}`",
                info.syntax.name.span,
                "kept for nothing",
                help="let the rule that depends on it look at it, or leave it out",
            )
