"""A rulebook that is named and cannot be found."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding

PAGE = """
## RW364 missing-rulebook: the rulebook is not there

**Finds** `rulebook NAME` where there is no `NAME.md`, neither in the ruleset's folder nor among the rulebooks that
come with Rulewright; or citations in a game that names no rulebook.

**Why it matters.** No citation can be looked up, and coverage cannot be counted.

**Avoid** `rulebook my_gmae`, with `my_game.md` in the folder; or rule ids in a game without the line.

**Prefer** `rulebook my_game`

**Fix**: none. Write the rulebook in your own words, a list item for each rule, or correct the name.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    game = subject.world.game
    if subject.rulebook is not None or game is None:
        return
    if game.rulebook is not None:
        yield finding(
            f"there is no rulebook `{game.rulebook.text}`",
            game.rulebook.span,
            "not found",
            help=f"put `{game.rulebook.text}.md` into the ruleset's folder",
        )
    elif subject.world.citations:
        first = subject.world.citations[0]
        yield finding(
            "rules are cited and no rulebook is named",
            game.name.span,
            "names no rulebook",
            also=[(first.span, "cited, for instance, here")],
            help="write `rulebook NAME` in the game, and the rules into `NAME.md`",
        )
