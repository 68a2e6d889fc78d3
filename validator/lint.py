"""The linter's frame: what a lint is, what it looks at, and how its findings become reports.

A lint is a module of `checks/` with

    PAGE      its page, as `rulewright explain` prints it: `## RW301 name: headline`, then what it finds, why it
              matters, an example to avoid (fenced as `rules wrong`), one to prefer (`rules right`), and its fix
    FIX       how safe its fixes are: "none", "safe" or "unsafe"; every fix that it reports is of that sort
    check     a function from a `Subject` to its findings, made with `finding`

and, if it is no "warning", a SEVERITY. Nothing else has to be told of it. Lints that need more than the checked text,
such as games that were played, make `Lint`s of their own and hand their findings to `judged` with those of the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from ..grammar import nodes
from ..grammar.codes import Page, pages
from ..grammar.diagnostics import Diagnostic, Fix, Label
from ..grammar.spans import Span
from .check import Checked
from .rulebook import Rulebook
from .world import World

Node = dict[str, Any]
SAFETIES = ("none", "safe", "unsafe")


@dataclass(frozen=True)
class Subject:
    """A ruleset that checks without errors, and everything that a lint may look at."""

    world: World
    program: Node
    items: tuple[nodes.AnyItem, ...]
    sources: Mapping[str, str]
    rulebook: Rulebook | None = None
    files: frozenset[str] = frozenset()  # everything that lies in its folder
    variants: tuple[Subject, ...] = ()  # of the game itself; a variant has none
    base: Mapping[str, str] | None = None  # of a variant: the files of its game

    @cached_property
    def notes(self) -> dict[str, Any]:
        """What lints have worked out about this ruleset and others may use again; see `remembered`."""
        return {}

    @property
    def all(self) -> tuple[Subject, ...]:
        """The game and its variants: what one of them uses is not useless."""
        return (self, *self.variants)


Check = Callable[[Subject], Iterable[Diagnostic]]


@dataclass(frozen=True, slots=True)
class Lint:
    name: str
    page: Page
    check: Check
    fix: str = "none"
    severity: str = "warning"

    @property
    def code(self) -> str:
        return self.page.code


def remembered(work: Callable[[Subject], Any]) -> Callable[[Subject], Any]:
    """Works something out once for each ruleset, however many lints ask for it."""
    key = f"{work.__module__}.{work.__qualname__}"

    def known(subject: Subject) -> Any:
        if key not in subject.notes:
            subject.notes[key] = work(subject)
        return subject.notes[key]

    return known


def finding(
    headline: str,
    span: Span,
    label: str = "",
    *,
    help: str | None = None,
    also: Iterable[tuple[Span, str]] = (),
    notes: Sequence[str] = (),
    fixes: Sequence[Fix] = (),
    rules: Sequence[str] = (),
) -> Diagnostic:
    """What a lint reports; its name and severity are the lint's own and are filled in later."""
    labels = (Label(span, label), *(Label(place, text) for place, text in also))
    return Diagnostic("", headline, labels, tuple(notes), help, tuple(fixes), tuple(rules))


@cache
def lints() -> dict[str, Lint]:
    """Every lint of `checks/`, by name, in the order of their codes."""
    room = import_module(".checks", __package__)
    found = [_lint(import_module(f"{room.__name__}.{module.name}")) for module in iter_modules(room.__path__)]
    return {lint.name: lint for lint in sorted(found, key=lambda lint: lint.code)}


def _lint(module: Any) -> Lint:
    ((name, page),) = pages(module.PAGE).items()
    return Lint(name, page, module.check, module.FIX, getattr(module, "SEVERITY", "warning"))


def pages_of_lints() -> dict[str, Page]:
    from .suppress import PAGES

    return {**{lint.name: lint.page for lint in lints().values()}, **PAGES}


def subject_of(
    checked: Checked,
    rulebook: Rulebook | None,
    files: Iterable[str] = (),
    variants: Iterable[Subject] = (),
    base: Mapping[str, str] | None = None,
) -> Subject:
    assert checked.world is not None and checked.program is not None
    sources = {**checked.sources, **({rulebook.file: rulebook.text} if rulebook else {})}
    return Subject(
        checked.world, checked.program, checked.items, sources, rulebook, frozenset(files), tuple(variants), base
    )


def found_by(subject: Subject, chosen: Iterable[Lint]) -> list[Diagnostic]:
    """What some lints find in a game and its variants. Of a variant only what stands in its own files counts: the rest
    is the game's."""
    found: dict[tuple[Any, ...], Diagnostic] = {}
    for lint in chosen:
        for one in _findings(lint, subject):
            found.setdefault(_identity(one), one)
        for variant in subject.variants:
            for one in _findings(lint, variant):
                if one.labels and one.labels[0].span.file not in (variant.base or {}):
                    found.setdefault(_identity(one), one)
    return list(found.values())


def _findings(lint: Lint, subject: Subject) -> Iterator[Diagnostic]:
    for one in lint.check(subject):
        yield replace(one, name=lint.name, severity=lint.severity)


def _identity(one: Diagnostic) -> tuple[Any, ...]:
    return one.name, one.headline, one.labels[:1]


def judged(
    subject: Subject, found: Iterable[Diagnostic], ran: Collection[str], known: Collection[str], about_them: bool = True
) -> tuple[list[Diagnostic], int]:
    """The findings that no comment suppresses, by place, and how many were suppressed; with them, unless it is not
    asked for, what is to be said about the comments themselves. `known` are the names that a comment may allow, `ran`
    those of the lints that looked: only their suppressions can be unused."""
    from .suppress import sift

    files = {file: text for each in subject.all for file, text in each.sources.items()}
    kept, about, silenced = sift(files, list(found), ran, known)
    return sorted(kept + (about if about_them else []), key=_place), silenced


def _place(one: Diagnostic) -> tuple[str, int, int, str]:
    if not one.labels:
        return "", 0, 0, one.name
    span = one.labels[0].span
    return span.file, span.line, span.column, one.name
