"""Braces: blocks and lists as other languages write them."""

from __future__ import annotations

from .diagnostics import Diagnostic, Fix, Label
from .habit import Edit, Habit
from .pieces import Piece
from .source import Source


def braces(source: Source, pieces: list[Piece]) -> list[Habit]:
    """One report for each pair. A pair on one line is a list; one that opens in an item's first line ends the item."""
    opened: list[Piece] = []
    found: list[Habit] = []
    code = [piece for piece in pieces if piece.kind not in ("comment", "newline")]
    first_line = source.place(code[0].start)[0] if code else 0
    for i, piece in enumerate(code):
        if piece.text == "{":
            opened.append(piece)
        elif piece.text == "}":
            following = code[i + 1] if i + 1 < len(code) else None
            found.append(_closed(source, opened.pop() if opened else None, piece, following, first_line))
    found.extend(_reported(source, [(piece, "")], "a block needs no sign to open") for piece in opened)
    return found


def _closed(source: Source, left: Piece | None, right: Piece, following: Piece | None, first_line: int) -> Habit:
    line = source.place(right.start)[0]
    opener = source.place(left.start)[0] if left else 0
    if left and opener == line:
        return _list(source, left, right)
    behind = following.text if following and source.place(following.start)[0] == line else ""
    goes_on = following is not None and following.text in ("else", "elif", "otherwise")
    closes = opener != first_line and behind in ("", ";") and not goes_on
    pair = [(left, "")] if left else []
    return _reported(source, [*pair, (right, "end" if closes else "")], "written `end`" if closes else "not needed")


def _reported(source: Source, pair: list[tuple[Piece, str]], last: str) -> Habit:
    spans = [source.span(piece.start, piece.end) for piece, _ in pair]
    texts = ["a block needs no sign to open", last][-len(pair) :]
    return Habit(
        Diagnostic(
            "braces",
            "blocks do not stand in braces",
            tuple(Label(span, text) for span, text in zip(spans, texts, strict=True)),
            help="a block begins with its first line and closes with `end`; an item needs no `end`",
            fixes=tuple(Fix(span, ours, len(pair) == 2) for span, (_, ours) in zip(spans, pair, strict=True)),
        ),
        tuple(Edit(piece.start, piece.end, ours) for piece, ours in pair),
    )


def _list(source: Source, left: Piece, right: Piece) -> Habit:
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
