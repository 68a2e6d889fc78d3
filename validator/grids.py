"""Boards of cells in rows: squares, or hexagons in a rhombus. Cells are numbered row by row, row 1 first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

Cells = tuple[int, ...]

# Steps as (columns, rows). On a rhombus of hexagons two of the diagonals are no steps at all.
_STRAIGHT = ((-1, 0), (1, 0), (0, -1), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_SIX = (*_STRAIGHT, (1, -1), (-1, 1))
_SQUARE_LINES = ((1, 0), (0, 1), (1, 1), (-1, 1))
_HEX_LINES = ((1, 0), (0, 1), (-1, 1))


@dataclass(frozen=True, slots=True)
class GridBoard:
    """`row` and `column` count from 1; relations hold for each cell the cells it leads to, ascending."""

    word: str  # grid or hexes, as in a ruleset
    width: int
    height: int
    names: tuple[str, ...]
    row: tuple[int, ...]
    column: tuple[int, ...]
    relations: dict[str, tuple[Cells, ...]]

    def step(self, cell: int, dx: int, dy: int) -> int:
        """The cell that lies dx columns and dy rows further on, or -1."""
        return _step(self.width, self.height, cell, dx, dy)

    def lines(self, n: int) -> tuple[Cells, ...]:
        """All straight runs of n cells, each ascending, in ascending order."""
        return _lines(self.width, self.height, self.word == "hexes", n)

    def lines_through(self, n: int) -> tuple[Cells, ...]:
        """For each cell the indexes, in `lines(n)`, of those that hold it."""
        return _lines_through(self.width, self.height, self.word == "hexes", n)


def grid_board(width: int, height: int) -> GridBoard:
    return _board(
        "grid", width, height, {"neighbours": _STRAIGHT, "diagonals": _DIAGONAL, "around": _STRAIGHT + _DIAGONAL}
    )


def hex_board(width: int, height: int) -> GridBoard:
    """A rhombus of hexagons, each row shifted half a cell against the one before, as Hex is played on."""
    return _board("hexes", width, height, {"neighbours": _SIX, "around": _SIX})


def column_letters(column: int) -> str:
    """a to z for columns 1 to 26, then aa, ab and so on."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _board(word: str, width: int, height: int, steps: dict[str, tuple[tuple[int, int], ...]]) -> GridBoard:
    cells = range(width * height)
    relations = {
        relation: tuple(
            tuple(sorted({_step(width, height, cell, dx, dy) for dx, dy in directions} - {-1})) for cell in cells
        )
        for relation, directions in steps.items()
    }
    row = tuple(cell // width + 1 for cell in cells)
    column = tuple(cell % width + 1 for cell in cells)
    names = tuple(f"{column_letters(column[cell])}{row[cell]}" for cell in cells)
    return GridBoard(word, width, height, names, row, column, relations)


def _step(width: int, height: int, cell: int, dx: int, dy: int) -> int:
    column, row = cell % width + dx, cell // width + dy
    return row * width + column if 0 <= column < width and 0 <= row < height else -1


@cache
def _lines(width: int, height: int, hexes: bool, n: int) -> tuple[Cells, ...]:
    found: set[Cells] = set()  # a set, since a single cell is the same line in every direction
    for cell in range(width * height if n > 0 else 0):
        for dx, dy in _HEX_LINES if hexes else _SQUARE_LINES:
            if _step(width, height, cell, dx * (n - 1), dy * (n - 1)) >= 0:
                found.add(tuple(sorted(_step(width, height, cell, dx * k, dy * k) for k in range(n))))
    return tuple(sorted(found))


@cache
def _lines_through(width: int, height: int, hexes: bool, n: int) -> tuple[Cells, ...]:
    through: list[list[int]] = [[] for _ in range(width * height)]
    for index, line in enumerate(_lines(width, height, hexes, n)):
        for cell in line:
            through[cell].append(index)
    return tuple(map(tuple, through))
