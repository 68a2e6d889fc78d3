"""Rules of the rulebook for which there is nothing in the ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..syntax import walk

PAGE = """
## RW360 uncovered-rule: a rule of the rulebook that nothing cites

**Finds** a rule of the rulebook file that no item and no scenario cites and that is not set aside.

**Why it matters.** Nobody can tell whether the rule was forgotten. `rulewright coverage GAME` counts on every rule
being modelled, tested or set aside with a reason.

**Avoid** a rule `EX-1.2` in the rulebook and its number nowhere in the ruleset.

**Prefer** its number at the end of the line that plays it, or `aside EX-1.2 "advice for playing"`.

**Fix**: none. What the rule asks for has to be written first.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    if subject.rulebook is None:
        return
    cited = {
        rule
        for each in subject.all
        for item in each.items
        for cite in walk(item)
        if isinstance(cite, nodes.Cite)
        for rule in expand([cite])
    }
    for rule in subject.rulebook.rules.values():
        if rule.id not in cited:
            yield finding(
                f"rule `{rule.id}` is neither modelled, tested nor set aside",
                rule.span,
                "nothing in the ruleset cites it",
                help=f'cite it where it is played, or write `aside {rule.id} "why"`',
                rules=(rule.id,),
            )
