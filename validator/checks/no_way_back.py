"""Parts of a graph board that arrows lead out of and none into."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject
from ..traps import cut_off, told

PAGE = """
## RW343 no-way-back: spaces that can be left and never reached again

**Finds** on a graph board whose `exits` the rules use, spaces that no way leads to from the rest of the board, in
some position of its discs. Boards of which most spaces cannot be left by the same way are taken for races and left
alone.

**Why it matters.** Whatever stands there at the start leaves it for good; nothing else ever gets there. Usually an
arrow points the wrong way.

**Avoid** `- tower -> camp` and nothing that leads to `tower`.

**Prefer** `- tower -- camp`

**Fix**: none. Which path is wrong is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for board, parts in cut_off(subject):
        for part in parts:
            if not part.entered:
                yield told(board, part, "can never be reached from the rest of the board", "no way leads here")
