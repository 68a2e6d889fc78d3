"""The lines of an item as they are read after foreign habits were put right, each with the way back to the file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from .habit import Edit
from .pieces import Piece

_GOES_ON = ("and", "or", "where", "+", "-", "*", "&&", "||")


@dataclass(frozen=True, slots=True)
class Line:
    """A clause, which may go on over several lines of the file. `text` is what is read, with its newline."""

    text: str
    start: int
    end: int
    indent: int
    pieces: tuple[Piece, ...]
    edits: tuple[Edit, ...]

    def old(self, at: int) -> int:
        """The offset in the file of a place in `text`."""
        shift = self.start
        for edit in self.edits:
            here = edit.start - shift
            if at < here:
                break
            if at < here + len(edit.text):
                return edit.start
            shift += edit.end - edit.start - len(edit.text)
        return min(at + shift, self.end)

    @property
    def brackets(self) -> int:
        """How many brackets are opened and not closed; below 0 if closed and not opened."""
        signs = [piece.text for piece in self.pieces if piece.kind == "sign"]
        return sum((sign in "([") - (sign in ")]") for sign in signs)

    @property
    def words(self) -> list[str]:
        """The first two words that are read."""
        return self.text.split(None, 2)[:2]


def lines(pieces: list[Piece], edits: list[Edit], text: str) -> list[Line]:
    """Clauses in their order, without those of which nothing is left to read."""
    starts = [edit.start for edit in edits]
    made = []
    for group in _groups([p for p in pieces if p.kind != "comment"]):
        here = edits[bisect_left(starts, group[0].start) : bisect_right(starts, group[-1].end)]
        made.append(_line(group, here, text))
    return [line for line in made if line.text.strip()]


def _groups(code: list[Piece]) -> list[list[Piece]]:
    """Pieces that belong together: a clause goes on after a comma and before certain words."""
    groups: list[list[Piece]] = []
    fresh = True
    for i, piece in enumerate(code):
        if piece.kind == "newline":
            fresh = True
            continue
        if fresh and not (groups and _goes_on(groups[-1][-1], piece, code[i + 1 : i + 2])):
            groups.append([])
        groups[-1].append(piece)
        fresh = False
    return groups


def _goes_on(last: Piece, first: Piece, following: list[Piece]) -> bool:
    spaced = bool(following) and following[0].start > first.end
    return last.text == "," or (first.text in _GOES_ON and spaced)


def _line(group: list[Piece], edits: list[Edit], text: str) -> Line:
    start, end = group[0].start, group[-1].end
    line_start = text.rfind("\n", 0, start) + 1
    kept: list[Edit] = []
    parts: list[str] = []
    at = start
    for edit in edits:
        if at <= edit.start and edit.end <= end:  # of two that overlap the first is read
            parts += [text[at : edit.start], edit.text]
            kept.append(edit)
            at = edit.end
    parts += [text[at:end], "\n"]
    return Line("".join(parts), start, end, start - line_start, tuple(group), tuple(kept))
