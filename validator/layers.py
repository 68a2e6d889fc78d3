"""Piles of tiles: grids of tiles laid on one another, and which tile of a layer covers which of the layer below."""

from __future__ import annotations

from dataclasses import dataclass

from .columns import MISSING, Column, IntColumn, value_schema
from .data import Row, read_table
from .graphs import Tile
from .reading import Reading, pair
from .yamlfile import Located, Mapping, Scalar

MAX_SPACES = 1_024
MAX_LAYERS = 16
_KEYS = ("width", "height", "offset")
_COUNTED = ("layer", "row", "column")  # columns that are filled in by counting, where the ruleset declares them


@dataclass(frozen=True, slots=True)
class Layer:
    """`dx` and `dy` move it, in half tiles, against the layer below. By 1 and 1 each tile lies on four corners."""

    width: int
    height: int
    dx: int
    dy: int


def tiles_of(layers: list[Layer]) -> list[Tile]:
    """Layer by layer from the bottom, row by row."""
    tiles: list[Tile] = []
    left = top = 0
    for number, layer in enumerate(layers, 1):
        left, top = left + layer.dx, top + layer.dy
        tiles += [
            Tile(number, row + 1, column + 1, left + 2 * column, top + 2 * row)
            for row in range(layer.height)
            for column in range(layer.width)
        ]
    return tiles


def tile_name(tile: Tile) -> str:
    return f"s_{tile.layer}_{tile.row}_{tile.column}"


def cover_pairs(tiles: list[Tile]) -> list[tuple[int, int]]:
    """Indexes (upper, lower): a tile covers what it overlaps, be it by a corner, in the layer directly below."""
    return [
        (upper, lower)
        for upper, above in enumerate(tiles)
        for lower, below in enumerate(tiles)
        if above.layer == below.layer + 1 and abs(above.x - below.x) < 2 and abs(above.y - below.y) < 2
    ]


def layers_schema(columns: list[Column]) -> dict[str, object]:
    needed = [column.name for column in columns if column.default is MISSING and column.name not in _COUNTED]
    layer = {
        "type": "object",
        "properties": {
            "width": value_schema(IntColumn(1, MAX_SPACES)),
            "height": value_schema(IntColumn(1, MAX_SPACES)),
            "offset": {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2},
            "title": {"type": "string"},
            "text": {"type": "string"},
            **{column.name: value_schema(column.type) for column in columns},
        },
        "required": ["width", "height", *needed],
        "additionalProperties": False,
    }
    return {"type": "array", "items": layer, "maxItems": MAX_LAYERS}


def read_layers(reading: Reading, located: Located) -> None:
    """Adds the spaces s_1_1_1 (layer, row, column) and so on, and what they cover."""
    layers: list[Layer] = []
    printed: list[Row] = []
    for item in reading.items(located, "layers", "a list of layers such as `- {width: 5, height: 4}`"):
        body = reading.mapping(item, "a layer")
        layer = _layer(reading, body, not layers) if body else None
        row = _printed(reading, body, len(layers) + 1) if body else None
        if layer is None or row is None:
            return
        layers.append(layer)
        printed.append(row)
    if len(layers) > MAX_LAYERS or sum(layer.width * layer.height for layer in layers) > MAX_SPACES:
        said = f"at most {MAX_LAYERS} layers and {MAX_SPACES:,} tiles"
        reading.say("graph-too-large", "these layers hold too much", located.span, said)
        return
    tiles = tiles_of(layers)
    first = len(reading.rows)
    for number, row in enumerate(printed, 1):
        _in_range(reading, row, layers[number - 1], number)
    for tile in tiles:
        if not reading.add(_counted(printed[tile.layer - 1], tile), tile):
            return
    pairs = cover_pairs(tiles)
    for upper, lower in pairs:
        reading.covers[first + upper, first + lower] = printed[tiles[upper].layer - 1].span
    resting = {tiles[upper] for upper, _ in pairs}
    floating = {tile.layer: tile for tile in reversed(tiles) if tile.layer > 1 and tile not in resting}
    for number, tile in floating.items():
        headline = f"`{tile_name(tile)}` lies on no tile"
        help = "change the layer's `offset`, which counts half tiles from the layer below, or its size"
        reading.warn("floating-tile", headline, printed[number - 1].span, "in this layer", help)


def _layer(reading: Reading, body: Mapping, lowest: bool) -> Layer | None:
    width = reading.number(body, "width", 1, MAX_SPACES, body.span)
    height = reading.number(body, "height", 1, MAX_SPACES, body.span)
    located = body.get("offset")
    offset = ((0, 0) if lowest else (1, 1)) if located is None else pair(located)
    if located is not None and (offset is None or max(map(abs, offset)) > MAX_SPACES):
        help = "`[1, 1]` lays each tile on the corners of four, `[0, 0]` squarely on one"
        headline = "`offset` is two whole numbers of half tiles"
        reading.say("board-shape", headline, located.span, "not such a pair", help)
        return None
    return None if width is None or height is None or offset is None else Layer(width, height, *offset)


def _printed(reading: Reading, body: Mapping, number: int) -> Row | None:
    """The columns that all tiles of a layer share, read as a table of one row."""
    own = tuple(entry for entry in body.entries if entry[0].value not in _KEYS)
    columns = [
        Column(column.name, column.type, None, column.span) if column.name in _COUNTED else column
        for column in reading.columns
    ]
    key = Scalar(f"layer_{number}", body.span, f"layer_{number}")
    rows, found = read_table(Mapping(((key, Mapping(own, body.span)),), body.span), reading.file, "layer", columns)
    reading.found += found
    return rows[0] if rows else None


def _in_range(reading: Reading, row: Row, layer: Layer, number: int) -> None:
    ends = {"layer": (number, number), "row": (1, layer.height), "column": (1, layer.width)}
    for column in reading.columns:
        if column.name in ends and column.name not in row.spans and isinstance(column.type, IntColumn):
            low, high = ends[column.name]
            if low < column.type.low or high > column.type.high:
                wrong = high if high > column.type.high else low
                headline = f"`{column.name}` is {column.type.low} to {column.type.high}, and {wrong} is needed"
                help = "layers, rows and columns are counted from 1; widen the range"
                reading.say("wrong-value", headline, column.span or row.span, "too narrow for this board", help)


def _counted(row: Row, tile: Tile) -> Row:
    numbers = {"layer": tile.layer, "row": tile.row, "column": tile.column}
    own = {word: number for word, number in numbers.items() if word in row.values and word not in row.spans}
    return Row(tile_name(tile), row.title, row.text, {**row.values, **own}, row.span, row.spans)
