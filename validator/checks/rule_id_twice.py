"""Rule ids that the rulebook lists twice."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding

PAGE = """
## RW362 rule-id-twice: two rules of the rulebook have one id

**Finds** an id with which two list items of the rulebook file begin.

**Why it matters.** A citation of it may mean either, and coverage counts both as done when one is.

**Avoid** two list items that begin with `EX-1.2`.

**Prefer** `EX-1.2` and `EX-1.3`, or `EX-1.2a` and `EX-1.2b`.

**Fix**: none. The citations have to follow.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    if subject.rulebook is None:
        return
    for rule in subject.rulebook.all:
        first = subject.rulebook.rules[rule.id]
        if first is not rule:
            yield finding(
                f"two rules are called `{rule.id}`",
                rule.span,
                "again here",
                also=[(first.span, "first here")],
                help="give this one an id of its own",
                rules=(rule.id,),
            )
