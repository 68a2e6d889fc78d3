"""The boards a ruleset can be played on: a graph from a data file, a grid, hexagons, a plane. All of them are data."""

from __future__ import annotations

from dataclasses import dataclass

from .graphfile import graph_schema, read_graph
from .graphs import (
    Disc,
    GraphBoard,
    Path,
    Position,
    Tile,
    dead_ends,
    least_degree,
    separate_parts,
    strongly_connected,
)
from .grids import GridBoard, column_letters, grid_board, hex_board

__all__ = [
    "MAX_PLANE",
    "Disc",
    "GraphBoard",
    "GridBoard",
    "Path",
    "PlaneBoard",
    "Position",
    "Tile",
    "column_letters",
    "dead_ends",
    "graph_schema",
    "grid_board",
    "hex_board",
    "least_degree",
    "plane_board",
    "read_graph",
    "separate_parts",
    "strongly_connected",
]

MAX_PLANE = 2_000  # millimetres; a point then fits, with room around the board, into 30 bits


@dataclass(frozen=True, slots=True)
class PlaneBoard:
    """A rectangle with its corner at 0, 0. Sizes are in 0.1 mm, as all lengths are."""

    width: int
    height: int


def plane_board(width: int, height: int) -> PlaneBoard:
    """From millimetres, as a ruleset gives them."""
    return PlaneBoard(width * 10, height * 10)
