"""Checks a ruleset: reads its files, declares its world and lowers it into the checked program."""

from __future__ import annotations

import stat
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from ..grammar import nodes
from ..grammar.characters import decode
from ..grammar.collector import paused
from ..grammar.diagnostics import Diagnostic, Label
from ..grammar.parse import parse
from ..grammar.spans import Span
from .declare import declare
from .model import Reports, Sites
from .variants import apply_variant
from .world import World

MAIN = "game.rules"
MOST_BYTES = 2_000_000
MOST_FILES = 200
LANGUAGE = "1.0"


@dataclass(slots=True)
class Checked:
    """What checking a ruleset gives: the program, unless something is wrong, and everything there is to say."""

    program: dict[str, Any] | None
    diagnostics: list[Diagnostic]
    sources: dict[str, str] = field(default_factory=dict)
    world: World | None = None  # what it declares, and
    items: tuple[nodes.AnyItem, ...] = ()  # its text as a tree: for tools that look closer, such as the linter

    @property
    def ok(self) -> bool:
        return self.program is not None


class Folder:
    """The files of one ruleset. Nothing outside the folder is ever read."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.sources: dict[str, str] = {}

    def read(self, name: str) -> tuple[str | None, list[Diagnostic]]:
        """A file's text, or why it cannot be read."""
        if name in self.sources:
            return self.sources[name], []
        if len(self.sources) >= MOST_FILES:
            return None, [_plain("unreadable-file", f"a ruleset has at most {MOST_FILES} files")]
        path = PurePosixPath(name)
        if path.is_absolute() or ".." in path.parts:
            return None, [_plain("unreadable-file", f"`{name}` lies outside the ruleset")]
        full = self.root / path
        try:
            real = full.resolve()
            if not real.is_relative_to(self.root.resolve()):
                return None, [_plain("unreadable-file", f"`{name}` leads outside the ruleset")]
            status = real.stat()
            if not stat.S_ISREG(status.st_mode):
                return None, [_plain("unreadable-file", f"`{name}` is not a file")]
            if status.st_size > MOST_BYTES:
                return None, [_plain("unreadable-file", f"`{name}` is larger than {MOST_BYTES:,} bytes")]
            data = real.read_bytes()
        except FileNotFoundError:
            return None, [
                _plain(
                    "unreadable-file",
                    f"there is no file `{name}` in this ruleset",
                    help="write its name as it stands in the folder",
                )
            ]
        except (OSError, ValueError) as problem:
            return None, [_plain("unreadable-file", f"`{name}` cannot be read", str(problem))]
        text, found = decode(data, name)
        if text is not None:
            self.sources[name] = text
        return text, found


def _plain(name: str, headline: str, note: str | None = None, help: str | None = None) -> Diagnostic:
    return Diagnostic(name, headline, notes=(note,) if note else (), help=help)


def check_folder(path: Path, variant: str | None = None) -> Checked:
    """Checks the ruleset in a folder, or one of its variants: the files `*.rules` that begin with `variant NAME of
    GAME`."""
    return _checked(Folder(path), variant, variants_of(path) if variant is not None else {})


def check_text(text: str, files: dict[str, str] | None = None, variant: str | None = None) -> Checked:
    """Checks a ruleset that is one text, with its data files beside it. For examples, tests and editors."""
    folder = Folder(Path("/nonexistent"))
    folder.sources = {MAIN: text, **(files or {})}
    known = {name: file for file, said in (files or {}).items() if (name := _variant_name(said))}
    return _checked(folder, variant, known)


@paused()
def _checked(folder: Folder, variant: str | None, variants: dict[str, str]) -> Checked:
    reports = Reports()
    items = _load(folder, MAIN, reports, None)
    for item in items:
        if isinstance(item, nodes.Variant):
            reports.error(
                "misplaced-line",
                "a variant has a file of its own",
                item.span,
                "this is the file of the game",
                help="put it and what it changes into another `.rules` file of the folder",
            )
    if variant is not None:
        own = _variant_file(folder, variant, variants, reports)
        if own is not None:
            items = apply_variant(items, own, reports)
    return _check(folder, items, reports)


def variants_of(path: Path) -> dict[str, str]:
    """The variants a ruleset's folder offers, by name, with the files they stand in."""
    out: dict[str, str] = {}
    try:
        names = sorted(p.name for p in path.iterdir() if p.suffix == ".rules" and p.name != MAIN)
    except OSError:
        return out
    folder = Folder(path)
    for name in names[:MOST_FILES]:
        text, _ = folder.read(name)
        variant = _variant_name(text or "")
        if variant:
            out[variant] = name
    return out


def _variant_name(text: str) -> str | None:
    """The name of the variant that a file is."""
    head = next((line for line in text.splitlines() if line.startswith("variant ")), "")
    words = head.split()
    return words[1] if len(words) >= 4 and words[2] == "of" else None


def _variant_file(folder: Folder, variant: str, known: dict[str, str], reports: Reports) -> list[nodes.AnyItem] | None:
    if variant not in known:
        said = ", ".join(f"`{n}`" for n in known) or "none"
        reports.add(
            Diagnostic("unknown-variant", f"this ruleset has no variant `{variant}`", notes=(f"its variants: {said}",))
        )
        return None
    return _load(folder, known[variant], reports, None)


def _load(
    folder: Folder, name: str, reports: Reports, at: Span | None, seen: list[str] | None = None
) -> list[nodes.AnyItem]:
    """The items of a file and of those it uses. Order does not matter and a file is read once, so
    circles do no harm."""
    seen = seen if seen is not None else []
    if name in seen:
        return []
    seen.append(name)
    text, found = folder.read(name)
    for d in found:
        reports.add(
            Diagnostic(d.name, d.headline, d.labels or ((Label(at, "used here"),) if at else ()), d.notes, d.help)
            if at and not d.labels
            else d
        )
    if text is None:
        reports.lose_all()
        return []
    tree, problems = parse(text, name)
    for problem in problems:
        reports.add(problem)
    if problems:
        reports.lose(_unread(text, tree))
    _language(tree, reports)
    items: list[nodes.AnyItem] = []
    for item in tree.items:
        if isinstance(item, nodes.Use):
            if not item.path.endswith(".rules"):
                reports.error(
                    "unreadable-file",
                    f"`{item.path}` is not a rules file",
                    item.span,
                    "only `.rules` files can be used",
                    help="data files are named by the kind or board that reads them",
                )
                continue
            items += _load(folder, item.path, reports, item.span, seen)
        elif not isinstance(item, nodes.Language):
            items.append(item)
    return items


def _unread(text: str, tree: nodes.Ruleset) -> str:
    """What of a file did not become items."""
    parts, at = [], 0
    for item in tree.items:
        parts.append(text[at : item.span.start])
        at = max(at, item.span.end)
    return "\n".join([*parts, text[at:]])


def _language(tree: nodes.Ruleset, reports: Reports) -> None:
    stated = [i for i in tree.items if isinstance(i, nodes.Language)]
    for item in stated:
        if item.version != LANGUAGE:
            reports.error(
                "language-version",
                f"this text is written in version {item.version} of the language",
                item.span,
                f"version {LANGUAGE} is understood here",
                help=f"write `language {LANGUAGE}`",
            )
    if not stated and not reports.gone("language") and any(isinstance(i, nodes.Game) for i in tree.items):
        game = next(i for i in tree.items if isinstance(i, nodes.Game))
        reports.error(
            "language-version",
            "nothing says which version of the language this is",
            game.span,
            "the file of the game begins with it",
            help=f"write `language {LANGUAGE}` in the first line",
        )


def _check(folder: Folder, items: list[nodes.AnyItem], reports: Reports) -> Checked:
    from .program import assemble
    from .syntax import walk

    world = World(reports, Sites())
    for item in items:
        if isinstance(item, nodes.Variant):
            world.variant = item
        if isinstance(item, nodes.Replace | nodes.Without):
            reports.error(
                "misplaced-line",
                "only a variant replaces or leaves out",
                item.span,
                "this is no variant",
                help="put it into a file that begins with `variant NAME of GAME`",
            )
    world.citations = [
        c
        for item in items
        if not isinstance(item, nodes.Scenario | nodes.Aside)
        for c in walk(item)
        if isinstance(c, nodes.Cite)
    ]

    def read(path: str, span: Span) -> str | None:
        text, found = folder.read(path)
        for d in found:
            reports.add(
                d if d.labels else Diagnostic(d.name, d.headline, (Label(span, "named here"),), d.notes, d.help)
            )
        return text

    declare(world, items, read)
    if world.game is None:
        if not reports.failed:
            reports.add(
                Diagnostic(
                    "missing-game", "this ruleset describes no game", help="begin with `game NAME`, then `players …`"
                )
            )
        return Checked(None, reports.diagnostics, folder.sources)
    # the program is lowered even if something is wrong already: one run reports everything it can
    program = assemble(world)
    diagnostics = sorted(
        reports.diagnostics,
        key=lambda d: (
            (d.labels[0].span.file, d.labels[0].span.line, d.labels[0].span.column) if d.labels else ("", 0, 0)
        ),
    )
    return Checked(None if reports.failed else program, diagnostics, folder.sources, world, tuple(items))
