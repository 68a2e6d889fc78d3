"""Pictures of boards whose cells lie in rows: squares, hexagons, piles of tiles layer by layer; and of open fields."""

from __future__ import annotations

import math
from collections.abc import Iterator

from .graphs import GraphBoard, Tile
from .grids import GridBoard, column_letters
from .svg import FAINT, INK, PALETTE, SOFT, Spot, box, group, line, page, text, wide

CELL = 54.0
TILE = 62.0
FIELD = 720.0
_SHADES = ("#f3efe4", "#e9e2d0", "#ded4bb")


def grid_svg(board: GridBoard, title: str = "") -> str:
    """Squares have row 1 at the bottom, as on a chess board; hexagons have it at the top, as Hex is printed."""
    cell = min(CELL, 1_400 / max(board.width, board.height))
    if board.word == "hexes":
        return _hexes(board, cell, title)
    left, top = 56.0, 64.0
    body: list[str] = []
    for number, name in enumerate(board.names):
        column, row = board.column[number], board.row[number]
        at = (left + (column - 0.5) * cell, top + (board.height - row + 0.5) * cell)
        shade = _SHADES[(column + row) % 2]
        body.append(_cell(name, cell, at, box(at, cell, cell, 0, shade, "#c9bfa6", 1)))
    for column in range(1, board.width + 1):
        at = (left + (column - 0.5) * cell, top + board.height * cell + 20)
        body.append(text(at, column_letters(column), 12, SOFT))
    for row in range(1, board.height + 1):
        body.append(text((left - 14, top + (board.height - row + 0.5) * cell + 4), str(row), 12, SOFT))
    width = max(left + board.width * cell + 40, wide(title, 17) + 48)
    return page(width, top + board.height * cell + 44, title, body)


def plane_svg(width: int, height: int, title: str = "") -> str:
    """An open field with its measure in millimetres; the origin is at the lower left."""
    scale = FIELD / max(width, height)
    step = next(s for s in (10, 20, 50, 100, 200, 500, 1_000, 2_000) if max(width, height) / s <= 10 or s == 2_000)
    left, top = 64.0, 64.0
    right, bottom = left + width * scale, top + height * scale
    middle = ((left + right) / 2, (top + bottom) / 2)
    body = [box(middle, width * scale, height * scale, 3, _SHADES[0], INK, 2)]
    for x in range(0, width + 1, step):
        at = left + x * scale
        body += [line((at, top), (at, bottom), FAINT, 1)] if 0 < x < width else []
        body.append(text((at, bottom + 20), str(x), 12, SOFT))
    for y in range(0, height + 1, step):
        at = bottom - y * scale
        body += [line((left, at), (right, at), FAINT, 1)] if 0 < y < height else []
        body.append(text((left - 10, at + 4), str(y), 12, SOFT, "end"))
    body.append(text((right, bottom + 42), f"{width} by {height} mm", 12, SOFT, "end"))
    return page(max(right + 40, wide(title, 17) + 48), bottom + 64, title, body)


def _hexes(board: GridBoard, cell: float, title: str) -> str:
    side = cell / math.sqrt(3)
    left, top = 64.0, 116.0
    body: list[str] = []
    for number, name in enumerate(board.names):
        column, row = board.column[number] - 1, board.row[number] - 1
        at = (left + (column + row / 2) * cell, top + row * side * 1.5)
        corners = [
            (at[0] + side * math.sin(k * math.pi / 3), at[1] - side * math.cos(k * math.pi / 3)) for k in range(6)
        ]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
        shade = _SHADES[(column - row) % 3]
        body.append(
            _cell(name, cell, at, f'<polygon points="{points}" fill="{shade}" stroke="#b9ae95" stroke-width="1.2"/>')
        )
    for column in range(board.width):
        body.append(text((left + (column - 0.5) * cell, top - side * 1.25), column_letters(column + 1), 12, SOFT))
    for row in range(board.height):
        at = (left + row / 2 * cell - cell * 0.72, top + row * side * 1.5 + 4)
        body.append(text(at, str(row + 1), 12, SOFT))
    width = left + (board.width + board.height / 2) * cell + 10
    return page(max(width, wide(title, 17) + 48), top + (board.height - 1) * side * 1.5 + side + 36, title, body)


def _cell(name: str, cell: float, at: Spot, shape: str) -> str:
    size = 11 if cell >= 30 else 0
    words = [text((at[0], at[1] + 4), name, size, "#a2977c")] if size else []
    return group(name, [shape, *words])


def pile_svg(board: GraphBoard, title: str = "") -> str:
    """Layers side by side from the bottom to the top, each over the outlines of the one below."""
    tiles = [tile for tile in board.tiles if tile is not None]
    layers = range(1, max(tile.layer for tile in tiles) + 1)
    top_most = min(tile.y for tile in tiles)
    deep = (max(tile.y for tile in tiles) - top_most) / 2 + 1
    body: list[str] = []
    x = 40.0
    for layer in layers:
        shown = [tile.x for tile in tiles if tile.layer in (layer - 1, layer)]
        span = (max(shown) - min(shown)) / 2 + 1
        body.append(text((x + span * TILE / 2, 74), f"layer {layer}", 12, SOFT))
        body += _layer(board, layer, (x - min(shown) * TILE / 2, 92 - top_most * TILE / 2))
        x += span * TILE + 44
    return page(max(x, wide(title, 17) + 48), 92 + deep * TILE + 36, title, body)


def _layer(board: GraphBoard, layer: int, shift: Spot) -> Iterator[str]:
    def middle(tile: Tile) -> Spot:
        return shift[0] + (tile.x / 2 + 0.5) * TILE, shift[1] + (tile.y / 2 + 0.5) * TILE

    for tile in board.tiles:
        if tile is not None and tile.layer == layer - 1:
            yield box(middle(tile), TILE - 4, TILE - 4, 7, "#f7f5ef", FAINT, 1.2)
    fill, outline = PALETTE[(layer - 1) % len(PALETTE)]
    below = board.relations["covers"]
    for number, tile in enumerate(board.tiles):
        if tile is not None and tile.layer == layer:
            lower = below[number]
            assert isinstance(lower, tuple)
            tip = "\n".join([board.names[number], *(f"lies on {board.names[other]}" for other in lower)])
            at = middle(tile)
            shape = box(at, TILE - 8, TILE - 8, 7, fill, outline, 1.6, 'fill-opacity="0.88"')
            yield group(tip, [shape, text((at[0], at[1] + 4), f"{tile.row}, {tile.column}", 11, INK, bold=True)])
