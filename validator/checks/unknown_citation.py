"""Citations of rules that are not in the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic, near
from ..lint import Subject, finding
from ..model import expand
from ..syntax import walk

PAGE = """
## RW361 unknown-citation: a citation that the rulebook does not have

**Finds** a rule id at the end of a line that the rulebook file does not list.

**Why it matters.** Whoever looks the rule up finds nothing, and the rule that was meant counts as uncovered.
Usually a digit is wrong.

**Avoid** `play turn for light   EX-1.22`, where the rulebook ends with `EX-1.12`.

**Prefer** the id as it stands in the rulebook, or a list item for it there.

**Fix**: none. The nearest id is offered; whether it is the one is yours to say.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    book = subject.rulebook
    if book is None:
        return
    for item in subject.items:
        for cite in walk(item):
            if not isinstance(cite, nodes.Cite):
                continue
            missing = [rule for rule in expand([cite]) if rule not in book.rules]
            if missing:
                meant = near(missing[0], list(book.rules))
                yield finding(
                    f"the rulebook has no rule `{missing[0]}`",
                    cite.span,
                    "not in the rulebook",
                    help=f"did you mean `{meant}`?" if meant else f"add it to `{book.file}`, or cite another one",
                    rules=tuple(missing),
                )
