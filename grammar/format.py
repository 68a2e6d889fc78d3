"""The canonical layout of a ruleset: changes spaces and line ends only, and proves that before giving the text back."""

from __future__ import annotations

from dataclasses import fields
from itertools import pairwise
from typing import Any

from . import nodes
from .diagnostics import Diagnostic, Label, RulewrightError
from .parse import parse
from .pieces import pieces
from .rows import Comment, Gap, Row, rows
from .spans import Span
from .tables import parser
from .typeset import Line, columns, typeset, written

# Items of one clause or two may stand right under one another; all others are set apart by a blank line.
_SHORT = 2
_NEVER_SHORT = frozenset(("GAME", "SEQUENCE", "PHASE", "WINDOW", "TO", "EVENT", "ACTION", "ONE", "SCENARIO", "RANKING"))


def format_text(text: str, file: str) -> str:
    """The text in canonical layout. Raises the diagnostics of a text that has any."""
    tree, found = parse(text, file)
    if found:
        raise RulewrightError(*found)
    whole = text.replace("\r\n", "\n")
    whole = whole if whole.endswith("\n") else whole + "\n"
    head, made = rows(parser().parse(whole, start="ruleset"), whole)
    result = written(_page(head, made))
    again, faults = parse(result, file)
    if faults or not same(tree, again) or _comments(text) != _comments(result):
        raise RulewrightError(_failed(file))
    return result


def _failed(file: str) -> Diagnostic:
    return Diagnostic(
        "format-failed",
        "the formatter would have changed more than the layout",
        (Label(Span(file, 0, 0, 1, 1, 1, 1), "left as it was"),),
        help="this is a fault of the formatter; please report it with the file",
    )


def _comments(text: str) -> list[str]:
    return [piece.text.rstrip() for piece in pieces(text, 0, len(text)) if piece.kind == "comment"]


def same(left: Any, right: Any) -> bool:
    """Two trees say the same, wherever it stands."""
    waiting = [(left, right)]
    while waiting:
        a, b = waiting.pop()
        if isinstance(a, Span):
            continue
        if type(a) is not type(b):
            return False
        if isinstance(a, nodes.Node):
            waiting += [(getattr(a, each.name), getattr(b, each.name)) for each in fields(a)]
        elif isinstance(a, tuple):
            if len(a) != len(b):
                return False
            waiting += zip(a, b, strict=True)
        elif a != b:
            return False
    return True


# ---------------------------------------------------------------- the page


def _page(head: Gap, made: list[Row]) -> list[Line]:
    lines = _between_items(head.below, None, None)[1]
    for group, after in _groups(made):
        for row, pads in columns(group):
            lines += typeset(row, pads)
        lines += after
    return lines


def _groups(made: list[Row]) -> list[tuple[list[Row], list[Line]]]:
    """Rows that stand right under one another, and the lines between one such group and the next."""
    short = _short_items(made)
    groups: list[tuple[list[Row], list[Line]]] = []
    group: list[Row] = []
    for i, row in enumerate(made):
        group.append(row)
        following = made[i + 1] if i + 1 < len(made) else None
        below = row.words[-1].gap.below
        if following is None or following.header:
            close = following is not None and short[i] and short[i + 1]
            inside, outside = _between_items(below, row, close)
            between = inside + outside
        else:
            between = _inside(below, row, following)
        if between or following is None:
            groups.append((group, between))
            group = []
    return groups


def _short_items(made: list[Row]) -> list[bool]:
    """For each row whether its item has so few clauses that it may stand close to its neighbours."""
    starts = [i for i, row in enumerate(made) if row.header] + [len(made)]
    return [
        end - start <= _SHORT and made[start].item not in _NEVER_SHORT
        for start, end in pairwise(starts)
        for _ in range(start, end)
    ]


def _inside(below: tuple[Comment | None, ...], row: Row, following: Row) -> list[Line]:
    """Comments and at most one blank line together inside an item; none right under a first line or over an `end`."""
    made: list[Line] = []
    for entry in below:
        if entry:
            made.append(Line("  " * following.inner + entry.text))
        elif not row.header and (not made or made[-1].text):
            made.append(Line())
    while made and not made[-1].text and following.kinds[0] == "END":
        made.pop()
    return made


def _between_items(
    below: tuple[Comment | None, ...], row: Row | None, close: bool | None
) -> tuple[list[Line], list[Line]]:
    """What still belongs to the item above, indented as it is, and what stands between the two. A blank line parts
    items that are not `close`; close ones keep the one they have."""
    at = 0
    while row is not None and at < len(below) and (entry := below[at]) is not None and entry.indented:
        at += 1
    inside = [Line("  " + entry.text) for entry in below[:at] if entry]
    rest = below[at:]
    made: list[Line] = []
    for entry in rest:
        if entry:
            made.append(Line(entry.text))
        elif not made or made[-1].text:
            made.append(Line())
    if row is None:
        return [], made[1:] if made and not made[0].text else made
    if not close and (not made or made[0].text):
        made.insert(0, Line())
    return inside, made
