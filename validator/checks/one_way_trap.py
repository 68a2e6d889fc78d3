"""Parts of a graph board that arrows lead into and none out of."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject
from ..traps import cut_off, told

PAGE = """
## RW342 one-way-trap: spaces that can be entered and never left

**Finds** on a graph board whose `exits` the rules use, spaces that can be entered and from which no way leads back
to the rest of the board, in some position of its discs. Boards of which most spaces cannot be left by the same way
are taken for races and left alone.

**Why it matters.** A piece that goes there is stuck, or out of the game, for as long as the disc lies so. Usually
an arrow points the wrong way.

**Avoid** `- camp -> pit` and nothing that leads out of `pit`.

**Prefer** `- camp -- pit`, or a second arrow `- pit -> road`.

**Fix**: none. Which path is wrong is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for board, parts in cut_off(subject):
        for part in parts:
            if part.entered:
                yield told(board, part, "can be entered and never left", "no way leads back from here")
