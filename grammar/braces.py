"""Braces: blocks and lists as other languages write them."""

from __future__ import annotations

from .diagnostics import Diagnostic, Fix, Label
from .habit import Edit, Habit
from .pieces import Piece
from .source import Source


def braces(source: Source, pieces: list[Piece]) -> list[Habit]:
    """One report for each pair. A pair on one line is a list; one that opens in an item's first line ends the item."""
    code = [piece for piece in pieces if piece.kind != "comment"]
    first_line = next((i for i, piece in enumerate(code) if piece.kind == "newline"), len(code))
    opened: list[int] = []
    found: list[Habit] = []
    for i, piece in enumerate(code):
        if piece.text == "{":
            opened.append(i)
        elif piece.text == "}":
            found.append(_brace_pair(source, code, opened.pop() if opened else None, i, first_line))
    found.extend(_brace_pair(source, code, i, None, first_line) for i in opened)
    return found


def _brace_pair(source: Source, code: list[Piece], left: int | None, right: int | None, first_line: int) -> Habit:
    if left is not None and right is not None and not any(p.kind == "newline" for p in code[left:right]):
        return _brace_list(source, code[left], code[right])
    edits: list[Edit] = []
    labels: list[Label] = []
    if left is not None:
        edits.append(Edit(code[left].start, code[left].end, ""))
        labels.append(Label(source.span(code[left].start, code[left].end), "a block needs no sign to open"))
    if right is not None:
        following = code[right + 1].text if right + 1 < len(code) else "\n"
        after = next((p.text for p in code[right + 1 :] if p.kind != "newline"), "")
        ends_item = left is not None and left < first_line
        closes = not ends_item and following.strip() in ("", ";") and after not in ("else", "elif", "otherwise")
        edits.append(Edit(code[right].start, code[right].end, "end" if closes else ""))
        labels.append(
            Label(source.span(code[right].start, code[right].end), "written `end`" if closes else "not needed")
        )
    return Habit(
        Diagnostic(
            "braces",
            "blocks do not stand in braces",
            tuple(labels),
            help="a block begins with its first line and closes with `end`; an item needs no `end`",
            fixes=tuple(Fix(source.span(edit.start, edit.end), edit.text, len(edits) == 2) for edit in edits),
        ),
        tuple(edits),
    )


def _brace_list(source: Source, left: Piece, right: Piece) -> Habit:
    spans = source.span(left.start, left.end), source.span(right.start, right.end)
    return Habit(
        Diagnostic(
            "braces",
            "a list does not stand in braces",
            (Label(spans[0], "written `[`"), Label(spans[1], "written `]`")),
            help="write `[a, b]`",
            fixes=(Fix(spans[0], "[", True), Fix(spans[1], "]", True)),
        ),
        (Edit(left.start, left.end, "["), Edit(right.start, right.end, "]")),
    )
