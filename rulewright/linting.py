"""Lints rulesets: finds what belongs to one, checks it, lets the lints look at it, and makes safe fixes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from os.path import isfile
from pathlib import Path

from .grammar.diagnostics import Diagnostic, RulewrightError, near
from .grammar.spans import Span
from .library import MAIN, read_rulebook, rulebook, rulesets_at
from .playpages import PAGES as PLAYED
from .validator.check import Checked, check_folder, check_text, variants_of
from .validator.lint import Lint, Subject, found_by, judged, lints, subject_of
from .validator.mending import mended
from .validator.rulebook import Rulebook

WARNINGS = ("unreachable-space", "idle-chord", "floating-tile")  # what the checker warns of can be allowed too
MOST_FILES = 2_000  # of a folder that are looked at
ROUNDS = 10  # a fix may open the way for another; none of ours needs more than two
More = Callable[[Subject, Path], Iterable[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Linted:
    """What was found in one ruleset. A ruleset with errors has no subject: the lints have not looked at it."""

    folder: Path
    found: list[Diagnostic]
    silenced: int
    texts: dict[str, str]  # every file that was read, by its name as seen from the folder
    subject: Subject | None

    @property
    def errors(self) -> int:
        return sum(one.severity == "error" for one in self.found)


@dataclass(frozen=True, slots=True)
class Choice:
    """Which lints look. `more` plays games, or does whatever else takes longer, for lints that are not of the text."""

    lints: dict[str, Lint]
    whole: bool = True  # none was picked out and none left out
    more: More | None = None
    of_more: dict[str, Lint] = field(default_factory=dict)

    @property
    def ran(self) -> set[str]:
        return {*self.lints, *(self.of_more if self.more else ()), *(WARNINGS if self.whole else ())}


def chosen(select: Iterable[str], ignore: Iterable[str], more: More | None, of_more: Mapping[str, Lint]) -> Choice:
    """By names, codes or beginnings of codes, several of them in one word with commas."""
    known = {**lints(), **of_more}
    wanted = _named(select, known)
    unwanted = _named(ignore, known)
    kept = {n: lint for n, lint in known.items() if (not wanted or n in wanted) and n not in unwanted}
    static = {n: lint for n, lint in kept.items() if n not in of_more}
    dynamic = {n: lint for n, lint in kept.items() if n in of_more}
    return Choice(static, len(kept) == len(known), more if dynamic else None, dynamic)


def _named(words: Iterable[str], known: Mapping[str, Lint]) -> set[str]:
    found: set[str] = set()
    for word in (part.strip() for words_ in words for part in words_.split(",") if part.strip()):
        fits = {n for n, lint in known.items() if n == word.lower() or lint.code.startswith(word.upper())}
        if not fits:
            meant = near(word, list(known))
            help_ = f"did you mean `{meant}`?" if meant else "see `rulewright lint --list`"
            raise RulewrightError(Diagnostic("no-such-lint", f"no lint is called `{word}`", help=help_))
        found |= fits
    return found


def folders(paths: Iterable[str]) -> list[Path]:
    """The rulesets that are meant; a file at any depth of a ruleset means the ruleset."""
    return rulesets_at([_home(Path(path)) if isfile(path) else path for path in paths])


def _home(path: Path) -> str:
    for folder in path.parents:
        if isfile(folder / MAIN):
            return str(folder)
    return str(path)


def lint(folder: Path, choice: Choice, texts: Mapping[str, str] | None = None) -> Linted:
    """Lints a ruleset as it lies in its folder, or as these texts would have it."""
    read = _Reader(folder, texts)
    checked = {name: read.check(name) for name in (None, *read.variants())}
    sources = {file: text for one in checked.values() for file, text in one.sources.items()}
    problems = list(dict.fromkeys(d for one in checked.values() for d in one.diagnostics))
    if any(one.program is None for one in checked.values()):
        return Linted(folder, problems, 0, sources, None)
    game = checked.pop(None)
    assert game.program is not None
    book = _rulebook(game.program["rulebook"], folder)
    base = {**game.sources, **({book.file: book.text} if book else {})}
    variants = [subject_of(one, book, base=base) for one in checked.values()]
    subject = subject_of(game, book, _files(folder), variants)
    found = problems + found_by(subject, choice.lints.values())
    if choice.more:
        found += [one for one in choice.more(subject, folder) if one.name in choice.of_more]
    kept, silenced = judged(subject, found, choice.ran, {*lints(), *PLAYED, *WARNINGS}, choice.whole)
    return Linted(folder, kept, silenced, sources, subject)


def _files(folder: Path) -> list[str]:
    """What lies in a ruleset's folder; hidden files do not count."""
    inside = (path.relative_to(folder) for path in islice(folder.rglob("*"), MOST_FILES) if path.is_file())
    return [path.as_posix() for path in inside if not any(part.startswith(".") for part in path.parts)]


class _Reader:
    """Checks a ruleset from its folder, or from texts that may differ from what lies there."""

    def __init__(self, folder: Path, texts: Mapping[str, str] | None) -> None:
        self.folder = folder
        self.texts = texts

    def variants(self) -> Iterable[str]:
        return variants_of(self.folder)

    def check(self, variant: str | None) -> Checked:
        if self.texts is None:
            return check_folder(self.folder, variant)
        others = {file: text for file, text in self.texts.items() if file != MAIN}
        return check_text(self.texts[MAIN], others, variant)


def _rulebook(name: str | None, folder: Path) -> Rulebook | None:
    path = rulebook(name, folder) if name else None
    if path is None:
        return None
    file = os.path.relpath(path.resolve(), folder.resolve()).replace(os.sep, "/")
    return Rulebook(file, read_rulebook(path))


def fix(linted: Linted, choice: Choice) -> tuple[Linted, int]:
    """The ruleset with its safe fixes made, in memory, and how many they were. A round of fixes that would leave more
    errors than there were is given up, one fix at a time, so that no fix ever adds one."""
    made = 0
    quick = replace(choice, more=None)  # no games are played between fixes
    for _ in range(ROUNDS):
        texts, met = mended(linted.texts, linted.found)
        if not met:
            break
        after = lint(linted.folder, quick, texts)
        if after.errors > linted.errors:
            after, met = _one_by_one(linted, quick)
            if not met:
                break
        linted = after
        made += len(met)
    return linted, made


def _one_by_one(linted: Linted, choice: Choice) -> tuple[Linted, list[Diagnostic]]:
    for one in linted.found:
        texts, met = mended(linted.texts, [one])
        if met:
            after = lint(linted.folder, choice, texts)
            if after.errors <= linted.errors:
                return after, met
    return linted, []


def located(linted: Linted, path_of: Callable[[str], str]) -> list[Diagnostic]:
    """The findings with files named as they are found from here."""

    def moved(span: Span) -> Span:
        return replace(span, file=path_of(span.file))

    return [
        replace(
            d,
            labels=tuple(replace(label, span=moved(label.span)) for label in d.labels),
            fixes=tuple(replace(fix, span=moved(fix.span)) for fix in d.fixes),
        )
        for d in linted.found
    ]


def place_in(folder: Path, file: str) -> str:
    return Path(os.path.normpath(folder / file)).as_posix()
