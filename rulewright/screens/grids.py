"""Boards whose places lie in rows: squares as a grid, hexagons as a slanted one, piles of tiles layer by layer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from .places import Place

if TYPE_CHECKING:
    from rich.text import Text

Places = dict[str, Place]
EMPTY = {True: "·", False: "."}


def begun(text: str) -> Text:
    """A line that starts dim; what is appended has its own style."""
    from rich.text import Text

    line = Text(no_wrap=True)
    line.append(text, "dim")
    return line


def grid(
    board: dict[str, Any], places: Places, width: int, unicode: bool, news: set[str], low: bool = False
) -> list[Text]:
    """Row 1 at the bottom, as on a chess board; letters and numbers around it name the cells. Where room is scarce
    there are no lines between the rows."""
    from rich.text import Text

    names = list(places)
    across, down = board["width"], board["height"]
    letters = [names[c].rstrip("0123456789") for c in range(across)]
    room = max(1, (width - 6) // across - 1)
    longest = max((len(place.text) for place in places.values()), default=1)
    cell = max(1, min(room, max(3, longest + 2 if longest > 1 else 3)))
    bars = _bars(unicode)
    lines = [Text("    " + _rule(bars, 0, across, cell), "dim")]
    for row in range(down, 0, -1):
        line = begun(f"{row:>3} ")
        line.append(bars["|"], "dim")
        for name in names[(row - 1) * across : row * across]:
            _cell(line, places[name], cell, " ", name in news)
            line.append(bars["|"], "dim")
        lines.append(line)
        if row > 1 and (cell > 1 and down <= 10 and not low):
            lines.append(Text("    " + _rule(bars, 1, across, cell), "dim"))
    lines.append(Text("    " + _rule(bars, 2, across, cell), "dim"))
    lines.append(Text("     " + " ".join(letter.center(cell) for letter in letters), "dim"))
    return lines


def hexes(board: dict[str, Any], places: Places, width: int, unicode: bool, news: set[str]) -> list[Text]:
    """Row 1 at the top, each row half a cell further right, so that six neighbours lie around a cell."""

    names = list(places)
    across, down = board["width"], board["height"]
    longest = max((len(place.text) for place in places.values()), default=1)
    step = max(2, min(4, longest + 3))
    while step > 2 and 5 + step * across + step * down // 2 > width:
        step -= 1
    head = begun("     ")
    for column in range(across):
        head.append(names[column].rstrip("0123456789").ljust(step), "dim")
    lines = [head]
    for row in range(down):
        line = begun(" " * (row * step // 2) + f"{row + 1:>3}  ")
        for name in names[row * across : (row + 1) * across]:
            place = places[name]
            if place.things:
                first = place.things[0]
                style = first.style + " bold" + (" underline" if name in news else "")
                line.append(place.text[: step - 1], style)
                line.append(" " * (step - len(place.text[: step - 1])))
            else:
                line.append(EMPTY[unicode].ljust(step), "dim")
        lines.append(line)
    for line in lines:
        line.rstrip()
    return lines


def _cell(line: Text, place: Place, room: int, empty: str, fresh: bool) -> None:
    """The signs of what stands there, each in its colour, in the middle of the cell."""
    text = place.text
    if not text:
        mark = place.fixed.text if place.fixed else ""
        line.append((mark or empty)[:room].center(room), place.fixed.style + " dim" if place.fixed and mark else "")
        return
    left = max(0, (room - len(text)) // 2)
    line.append(" " * left)
    used = 0
    for n, label in enumerate(place.things):
        part = (" " if n else "") + label.text
        part = part[: room - left - used]
        line.append(part, f"{label.style} bold{' reverse' if fresh else ''}".strip())
        used += len(part)
    line.append(" " * (room - left - used))


def _bars(unicode: bool) -> dict[str, str]:
    if unicode:
        return {"|": "│", "-": "─", "0": "┌┬┐", "1": "├┼┤", "2": "└┴┘"}
    return {"|": "|", "-": "-", "0": "+++", "1": "+++", "2": "+++"}


def _rule(bars: dict[str, str], where: int, across: int, cell: int) -> str:
    left, middle, right = list(bars[str(where)])
    return left + middle.join([bars["-"] * cell] * across) + right


# ---------------------------------------------------------------- piles

_TILE = re.compile(r"s_(\d+)_(\d+)_(\d+)")


def is_pile(names: list[str]) -> bool:
    """Layers of tiles: the language names them s_LAYER_ROW_COLUMN."""
    return bool(names) and all(_TILE.fullmatch(name) for name in names)


def pile(places: Places, covered_by: list[list[int]], width: int, unicode: bool, news: set[str]) -> list[Text]:
    """The layers side by side from the top one down. What lies under something else is dim."""
    from rich.text import Text

    names = list(places)
    at = {name: tuple(map(int, name.split("_")[1:])) for name in names}
    layers = sorted({spot[0] for spot in at.values()}, reverse=True)
    filled = {n for n, name in enumerate(names) if places[name].things}
    longest = max((len(place.text) for place in places.values()), default=1)
    columns = sum(max(s[2] for s in at.values() if s[0] == layer) for layer in layers)
    cell = max(2, min(longest, (width - 4 * len(layers)) // max(1, columns) - 1))
    blocks = []
    for layer in layers:
        rows = max(s[1] for s in at.values() if s[0] == layer)
        block = [Text(f"layer {layer}", "dim", no_wrap=True)]
        for row in range(1, rows + 1):
            line = begun(f"{row} ")
            for n, name in enumerate(names):
                if at[name][:2] != (layer, row):
                    continue
                place = places[name]
                text = place.text[:cell].ljust(cell)
                if not place.things:
                    line.append(EMPTY[unicode].ljust(cell), "dim")
                elif filled.intersection(covered_by[n] if n < len(covered_by) else []):
                    line.append(text, "dim")
                else:
                    line.append(text, f"{place.things[-1].style} bold{' reverse' if name in news else ''}".strip())
                line.append(" ")
            block.append(line)
        blocks.append(block)
    return beside(blocks, 3)


def beside(blocks: list[list[Text]], gap: int) -> list[Text]:
    """Blocks of lines next to one another."""
    from rich.text import Text

    widths = [max((line.cell_len for line in block), default=0) for block in blocks]
    lines = []
    for row in range(max((len(block) for block in blocks), default=0)):
        line = Text(no_wrap=True)
        for n, block in enumerate(blocks):
            part = block[row] if row < len(block) else Text()
            line.append_text(part)
            if n + 1 < len(blocks):
                line.append(" " * (widths[n] - part.cell_len + gap))
        line.rstrip()
        lines.append(line)
    return lines
