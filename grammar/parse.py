"""Text to syntax tree."""

from __future__ import annotations

from lark.exceptions import UnexpectedCharacters, UnexpectedInput

from . import nodes
from .build import TooDeep, build
from .diagnostics import Diagnostic, Label
from .spans import Span
from .tables import parser


def parse(text: str, file: str) -> tuple[nodes.Ruleset, list[Diagnostic]]:
    """The items of one file and what is wrong with it."""
    if not text.endswith("\n"):
        text += "\n"
    try:
        return build(parser().parse(text, start="ruleset"), file), []
    except UnexpectedInput as wrong:
        at, line, column = wrong.pos_in_stream or 0, wrong.line, wrong.column
        width = 1 if isinstance(wrong, UnexpectedCharacters) else max(len(getattr(wrong, "token", "")), 1)
    except TooDeep as deep:
        token = deep.token
        at, line, column, width = token.start_pos or 0, token.line or 1, token.column or 1, len(token)
    span = Span(file, at, at + width, line, column, line, column + width)
    empty = nodes.Ruleset(Span(file, 0, 0, 1, 1, 1, 1), ())
    return empty, [Diagnostic("unexpected", "this is not expected here", (Label(span, "here"),))]
