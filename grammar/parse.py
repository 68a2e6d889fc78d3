"""Text to syntax tree: a good file in one go, a file with mistakes item by item."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput

from . import characters, nodes
from .build import TooDeep, build
from .collector import paused
from .cut import item_starts
from .diagnostics import Diagnostic
from .source import Source
from .spans import Span
from .tables import parser


@paused()
def parse(text: str, file: str) -> tuple[nodes.Ruleset, list[Diagnostic]]:
    """The tree of one file and what is wrong with it. Items with mistakes in their form are left out of the tree."""
    whole = text if text.endswith("\n") else text + "\n"
    tidy = _tidy(whole, file)
    if tidy is not None:
        return tidy
    source = Source(text, file)
    from .recover import recover  # not before it is needed: a good file is read without it

    large = characters.too_large(source)
    items, found = ((), large) if large else recover(Source(whole, file))
    span = source.span(items[0].span.start, items[-1].span.end) if items else Span(file, 0, 0, 1, 1, 1, 1)
    return nodes.Ruleset(span, items), found


def _tidy(text: str, file: str) -> tuple[nodes.Ruleset, list[Diagnostic]] | None:
    """The tree of a file that parses as it stands and whose items, and nothing else, begin in column 1."""
    if len(text) > characters.LARGEST_FILE or not characters.plain(text):
        return None
    starts = item_starts(text)
    if starts is None:
        return None
    problems: list[Diagnostic] = []
    try:
        ruleset: nodes.Ruleset = build(parser().parse(text, start="ruleset"), file, problems)
    except (UnexpectedInput, TooDeep):
        return None
    return (ruleset, problems) if [item.span.start for item in ruleset.items] == starts else None
