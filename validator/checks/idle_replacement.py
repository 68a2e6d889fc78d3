"""Items of a variant that replace something by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..lint import Subject, finding
from ..syntax import shape
from ..variants import item_name

PAGE = """
## RW376 idle-replacement: a variant replaces an item by itself

**Finds** a `replace` in a variant whose item is the one of the game, word for word.

**Why it matters.** The variant changes nothing there: the line that was to differ was not changed. Kept, it hides later
changes of the game from the variant.

**Avoid** in the file of a variant, where the game says `define goal is 4` too

```
variant long_game of race "Twice the way."

replace define goal is 4
```

**Prefer**

```
variant long_game of race "Twice the way."

replace define goal is 8
```

**Fix**: none. Say what is different, or leave the replacement out.
"""
FIX = "none"

_CITE = re.compile(r"Cite\('[^']*'\),?")


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = {(type(item), item_name(item)): item for item in subject.items}
    for variant in subject.variants:
        for item in variant.items:
            original = known.get((type(item), item_name(item)))
            own = item.span.file not in (variant.base or {})
            if own and original is not None and original is not item and _said(original) == _said(item):
                yield finding(
                    "this replaces an item by itself",
                    _head(item),
                    "as the game has it",
                    also=[(_head(original), "here")],
                    help="say what is different in this variant, or leave it out",
                )


def _said(item: nodes.AnyItem) -> str:
    return _CITE.sub("", shape(item))


def _head(item: nodes.AnyItem) -> Span:
    name = getattr(item, "name", None)
    return name.span if isinstance(name, nodes.Name) else item.span
