"""Files in the folder that the ruleset does not use."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding

PAGE = """
## RW369 unused-file: a file of the ruleset that nothing reads

**Finds** a `.rules` or `.yaml` file in the ruleset's folder that neither the game nor one of its variants uses.

**Why it matters.** Scenarios in a file that no `use` names are never played, and everybody believes that they pass.

**Avoid** `scenarios/attacks.rules` in the folder, and no `use scenarios/attacks.rules`.

**Prefer** a `use` for every file of rules, and every data file named by a kind or board.

**Fix**: none. Use it, or take it out of the folder.
"""
FIX = "none"


FOR_TOOLS = ("presentation.yaml", "equivalent.yaml")  # how a game is shown, which changes of it change nothing


def check(subject: Subject) -> Iterator[Diagnostic]:
    read = {file for each in subject.all for file in each.sources}
    game = subject.world.game
    for file in sorted(subject.files - read):
        if file.endswith((".rules", ".yaml", ".yml")) and file not in FOR_TOOLS and game is not None:
            help_ = f"write `use {file}`" if file.endswith(".rules") else "let a kind or board read it"
            yield finding(
                f"nothing uses the file `{file}`",
                game.name.span,
                "a file of this game's folder",
                help=f"{help_}, or take it out of the folder",
            )
