"""Comments that allow what a lint finds, and what is wrong with them.

    # lint: allow unused-define: the variant of next month needs it
    # lint: allow in file unread-column: these are printed for people

The first allows it on its own line, or, standing alone, on the next line that is no comment; the second in its whole
file. In a rulebook file the same stands in `<!-- … -->`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from ..grammar.codes import Page, pages
from ..grammar.diagnostics import Diagnostic, Fix, Label, near
from ..grammar.pieces import pieces
from ..grammar.source import Source
from ..grammar.spans import Span

PAGES: dict[str, Page] = pages("""
## RW390 unused-suppression: a comment allows what is not found

**Finds** a comment `# lint: allow NAME: why` on whose line, or in whose file, the lint of that name finds nothing.

**Why it matters.** What it excused has been mended, or has moved. Left there, it hides the next mistake.

**Avoid** `# lint: allow unused-define: kept for later` above a define that is used.

**Prefer** no comment at all.

**Fix**: safe. The comment is taken out.

## RW391 unknown-suppression: a comment allows what no lint is called

**Finds** a comment `# lint: allow NAME: why` with a name that no lint has, or one that cannot be read.

**Why it matters.** It allows nothing, and its writer believes that it does.

**Avoid** `# lint: allow unused-defines: kept for later`

**Prefer** `# lint: allow unused-define: kept for later`

**Fix**: none; the nearest name is offered.

## RW392 unexplained-suppression: a comment allows something and does not say why

**Finds** a comment `# lint: allow NAME` without a reason.

**Why it matters.** Whoever reads the rules next has to find out again whether this is a mistake.

**Avoid** `# lint: allow one-way-trap`

**Prefer** `# lint: allow one-way-trap: whoever enters the pit is out of the game`

**Fix**: none; only you know why.
""")

_ALLOW = re.compile(r"lint:\s*(?P<rest>.*?)\s*(?:-->)?\s*$")
_WELL = re.compile(
    r"allow\s+(?P<file>in\s+file\s+)?(?P<names>[a-z0-9-]+(?:\s*,\s*[a-z0-9-]+)*)\s*(?::\s*(?P<why>.*))?$"
)
_YAML = re.compile(r"(?:^|(?<=\s))#.*$", re.M)
_HTML = re.compile(r"<!--.*?-->", re.S)


@dataclass(frozen=True, slots=True)
class Suppression:
    span: Span  # of the comment
    names: tuple[str, ...]
    whole_file: bool
    line: int  # on which it allows
    why: str


def sift(
    files: Mapping[str, str], found: list[Diagnostic], ran: Collection[str], known: Collection[str]
) -> tuple[list[Diagnostic], list[Diagnostic], int]:
    """What is not suppressed, what is to be said of the suppressions, and how many findings were suppressed."""
    allowed: list[tuple[Suppression, str]] = []
    about: list[Diagnostic] = []
    for file, text in files.items():
        for span, said in _comments(file, text):
            suppression = _read(span, said, text)
            if suppression is None:
                about.append(_unreadable(span))
                continue
            if not suppression.why:
                about.append(_unexplained(suppression))
            for name in suppression.names:
                if name in known:
                    allowed.append((suppression, name))
                else:
                    about.append(_unknown(suppression, name, known))
    used: set[tuple[Suppression, str]] = set()
    kept = []
    for one in found:
        by = [(s, name) for s, name in allowed if one.labels and name == one.name and _covers(s, one.labels[0].span)]
        used.update(by)
        if not by or one.severity == "error":
            kept.append(one)
    for suppression, name in allowed:
        if (suppression, name) not in used and name in ran:
            about.append(_unused(suppression, name, files[suppression.span.file]))
    return kept, about, len(found) - len(kept)


def _covers(suppression: Suppression, span: Span) -> bool:
    return suppression.span.file == span.file and (suppression.whole_file or suppression.line == span.line)


def _comments(file: str, text: str) -> Iterator[tuple[Span, str]]:
    """The comments of a file that speak to the linter, and what they say behind `lint:`."""
    if "lint:" not in text:
        return
    source = Source(text, file)
    if file.endswith(".rules"):
        places = [(piece.start, piece.end) for piece in pieces(text, 0, len(text)) if piece.kind == "comment"]
    else:
        pattern = _HTML if file.endswith(".md") else _YAML
        places = [comment.span() for comment in pattern.finditer(text)]
    for start, end in places:
        said = _ALLOW.match(text[start:end].lstrip("#<!- "))
        if said:
            yield source.span(start, end), said["rest"]


def _read(span: Span, said: str, text: str) -> Suppression | None:
    well = _WELL.match(said)
    if well is None:
        return None
    names = tuple(name.strip() for name in well["names"].split(","))
    lines = text.split("\n")
    line = span.line
    if not lines[line - 1][: span.column - 1].strip():
        line = span.end_line + 1
        while line < len(lines) and lines[line - 1].lstrip().startswith(("#", "<!--")):
            line += 1
    return Suppression(span, names, bool(well["file"]), line, (well["why"] or "").strip())


def _unreadable(span: Span) -> Diagnostic:
    return Diagnostic(
        "unknown-suppression",
        "this comment speaks to the linter and cannot be read",
        (Label(span, "allows nothing"),),
        help="write `# lint: allow NAME: why`, or `# lint: allow in file NAME: why`",
        severity="warning",
    )


def _unknown(suppression: Suppression, name: str, known: Collection[str]) -> Diagnostic:
    meant = near(name, sorted(known))
    return Diagnostic(
        "unknown-suppression",
        f"no lint is called `{name}`",
        (Label(suppression.span, "allows nothing"),),
        help=f"did you mean `{meant}`?" if meant else "see `rulewright lint --list`",
        severity="warning",
    )


def _unexplained(suppression: Suppression) -> Diagnostic:
    return Diagnostic(
        "unexplained-suppression",
        "this comment allows something and does not say why",
        (Label(suppression.span, "no reason"),),
        help="put the reason behind a colon: `# lint: allow NAME: why`",
        severity="warning",
    )


def _unused(suppression: Suppression, name: str, text: str) -> Diagnostic:
    where = "in this file" if suppression.whole_file else "here"
    single = len(suppression.names) == 1
    return Diagnostic(
        "unused-suppression",
        f"`{name}` is allowed {where} and does not occur",
        (Label(suppression.span, "allows nothing any more"),),
        help="leave the comment out" if single else f"leave `{name}` out of it",
        fixes=(Fix(_whole(suppression.span, text), "", True),) if single else (),
        severity="warning",
    )


def _whole(span: Span, text: str) -> Span:
    """The comment with the spaces before it; with its line, if it stands alone there."""
    start = span.start
    while start and text[start - 1] == " ":
        start -= 1
    if (start == 0 or text[start - 1] == "\n") and text[span.end : span.end + 1] == "\n":
        return replace(Source(text, span.file).span(start, span.end + 1))
    return Source(text, span.file).span(start, span.end)
