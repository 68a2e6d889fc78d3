"""A graph board on a sheet of characters: spaces where they lie, paths as fine lines, arrows on one-way paths, and what
the discs join just now in another colour."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .canvas import Canvas
from .places import Place
from .words import Words

if TYPE_CHECKING:
    from rich.text import Text

Spots = dict[str, tuple[float, float]]
LIVE = "bold bright_yellow"


def links(words: Words, board: dict[str, Any], turned: list[int]) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Ways from space to space: those that are always there, and those that the discs make where they stand now."""
    table = words.rules["rows"].get(f"{board['of']}.exits")
    if table is None:
        return set(), set()
    many = len(words.rules["names"][board["of"]])
    rows = table["data"]
    position = 0
    for disc, at in zip(board["discs"], turned, strict=True):
        position = position * disc["positions"] + at
    everywhere: set[tuple[int, int]] | None = None
    for start in range(0, len(rows), many):
        pairs = {(a, b) for a, exits in enumerate(rows[start : start + many]) for b in exits}
        everywhere = pairs if everywhere is None else everywhere & pairs
    now = {(a, b) for a, exits in enumerate(rows[position * many : (position + 1) * many]) for b in exits}
    fixed = everywhere or set()
    return fixed, now - fixed


def turned(words: Words, board: dict[str, Any], picture: dict[str, Any]) -> list[int]:
    """How the discs of a board stand. Their positions are common facts, named after the disc."""
    table = picture.get("table", {})
    return [
        int(table.get(disc["attribute"], table.get(disc["attribute"].rpartition(".")[2], 0))) for disc in board["discs"]
    ]


def graph(
    words: Words,
    board: dict[str, Any],
    places: dict[str, Place],
    spots: Spots,
    picture: dict[str, Any],
    size: tuple[int, int],
    news: set[str],
) -> list[Text]:
    names = list(places)
    canvas = Canvas(*size, words.unicode)
    blocks = {name: _block(places[name]) for name in names}
    at = _scaled(spots, blocks, size)
    fixed, live = links(words, board, turned(words, board, picture))
    for pairs, style, rank in ((fixed, "grey50", 0), (live, LIVE, 1)):
        for a, b in sorted(pairs):
            if (b, a) in pairs and a > b:
                continue
            canvas.line(at[names[a]], at[names[b]], style, rank)
    for name in names:
        _write(canvas, places[name], blocks[name], at[name], name in news)
    for a, b in sorted(fixed):
        if (b, a) not in fixed:
            _head(canvas, at[names[a]], at[names[b]], blocks[names[b]], "grey70")
    return canvas.rows()


def _block(place: Place) -> list[str]:
    """The lines of a space: its name with the sign of its ground, and below it what stands there."""
    sign = f" {place.fixed.text}" if place.fixed and place.fixed.text else ""
    return [f" {place.title}{sign} ", *([f" {place.text} "] if place.text else [])]


def _write(canvas: Canvas, place: Place, block: list[str], at: tuple[float, float], fresh: bool) -> None:
    x, y = round(at[0]), round(at[1])
    style = place.fixed.style if place.fixed else ""
    canvas.write(x - len(block[0]) // 2, y, block[0], f"{style} bold".strip())
    if len(block) == 1:
        return
    left = x - len(block[1]) // 2
    canvas.write(left, y + 1, block[1])
    left += 1
    for label in place.things:
        if label.text:
            canvas.write(left, y + 1, label.text, f"{label.style} bold{' reverse' if fresh else ''}".strip())
            left += len(label.text) + 1


def _scaled(spots: Spots, blocks: dict[str, list[str]], size: tuple[int, int]) -> Spots:
    left, right = min(x for x, _ in spots.values()), max(x for x, _ in spots.values())
    top, bottom = min(y for _, y in spots.values()), max(y for _, y in spots.values())
    wide = max(len(line) for block in blocks.values() for line in block)
    across, down = size[0] - wide - 1, size[1] - 2
    found: Spots = {}
    for name, (x, y) in spots.items():
        column = wide / 2 + (x - left) / ((right - left) or 1) * across
        found[name] = (round(column), round((y - top) / ((bottom - top) or 1) * down))
    return found


def _head(canvas: Canvas, a: tuple[float, float], b: tuple[float, float], block: list[str], style: str) -> None:
    """An arrow's head in the last free cell before the space that it leads to."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    steps = math.ceil(max(abs(dx), abs(dy)) * 2) or 1
    for n in range(steps, 0, -1):
        x, y = round(a[0] + dx * n / steps), round(a[1] + dy * n / steps)
        if not canvas.taken(x, y):
            canvas.arrow(x, y, (dx, dy), style)
            return


def spots_of(words: Words, board: dict[str, Any], drawn: Spots | None) -> Spots:
    """Where the spaces lie: as the hints say, as the board's file says, as it was laid out, or around a circle."""
    names = words.rules["names"][board["of"]]
    hinted = words.hints.boards.get(board["name"], {}).get("positions", {})
    for known in (hinted, board["at"], drawn or {}):
        if all(name in known for name in names):
            return {name: (float(known[name][0]), float(known[name][1])) for name in names}
    turns = [2 * math.pi * n / max(1, len(names)) for n in range(len(names))]
    return {name: (math.sin(t), -math.cos(t)) for name, t in zip(names, turns, strict=True)}
