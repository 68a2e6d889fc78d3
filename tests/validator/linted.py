"""Lints a small ruleset that stands in a test or a page."""

from __future__ import annotations

from rulewright.grammar.diagnostics import Diagnostic
from rulewright.validator.check import check_text
from rulewright.validator.lint import Subject, found_by, lints, subject_of
from rulewright.validator.rulebook import Rulebook


def subject(text: str, files: dict[str, str] | None = None) -> Subject:
    files = files or {}
    checked = check_text(text, files)
    assert checked.program is not None, [d.headline for d in checked.diagnostics]
    name = f"{checked.program['rulebook']}.md"
    book = Rulebook(name, files[name]) if name in files else None
    base = {**checked.sources, **({name: files[name]} if name in files else {})}
    heads = {file: said.split()[1] for file, said in files.items() if said.startswith("variant ")}
    variants = [
        subject_of(check_text(text, files, variant), book, base=_without(base, heads)) for variant in heads.values()
    ]
    return subject_of(checked, book, variants)


def _without(base: dict[str, str], heads: dict[str, str]) -> dict[str, str]:
    """check_text lays every file beside the game; a variant's own are not the game's."""
    return {file: text for file, text in base.items() if file not in heads}


def found(name: str, text: str, files: dict[str, str] | None = None) -> list[Diagnostic]:
    return found_by(subject(text, files), [lints()[name]])
