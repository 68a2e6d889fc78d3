"""Habits from other languages that show in signs alone: each is answered with our spelling, and read as that."""

from __future__ import annotations

from .braces import braces
from .habit import Habit
from .pieces import Piece
from .signs import OURS, block_comment, sign, slash_comment
from .source import Source
from .spelling import number, open_text, possessive, quotes, word


def habits(source: Source, pieces: list[Piece]) -> list[Habit]:
    """All that signs betray in one item, in the order of the text."""
    found = braces(source, pieces)
    for line in _by_line(pieces):
        unclosed = next((piece for piece in line if piece.kind == "open_text"), None)
        if unclosed:  # which of the words on this line are inside a text is anybody's guess
            found.append(open_text(source, unclosed))
            continue
        done = 0
        for i, piece in enumerate(line):
            if piece.start < done:
                continue
            if piece.text == "//":
                found.append(slash_comment(source, piece, line[-1].end))
                break
            habit = _habit(source, line, i)
            if habit:
                found.append(habit)
                done = max(edit.end for edit in habit.edits)
    return sorted(found, key=lambda habit: habit.diagnostic.labels[0].span.start)


def _by_line(pieces: list[Piece]) -> list[list[Piece]]:
    lines: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.kind == "newline":
            lines.append([])
        elif piece.kind != "comment":
            lines[-1].append(piece)
    return lines


def _habit(source: Source, line: list[Piece], i: int) -> Habit | None:
    piece = line[i]
    match piece.kind:
        case "smart_text":
            return quotes(source, piece, "smart-quotes", "a text stands in typographic quotes")
        case "single_text":
            return quotes(source, piece, "single-quotes", "a text stands in single quotes")
        case "possessive":
            return possessive(source, line, i)
        case "block":
            return block_comment(source, piece)
        case "number":
            return number(source, line, i)
        case "word":
            return word(source, line, i)
        case "sign" if piece.text not in OURS and piece.text not in "{}":
            return sign(source, line, i)
    return None
