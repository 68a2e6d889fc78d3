"""A plane as a map to scale: terrain as shaded ground, bases as circles with their signs, ranges as dotted rings."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from ..interpreter.naming import Point
from ..interpreter.picture import Picture
from .canvas import Canvas
from .grids import begun
from .words import Label, Words, point_of

if TYPE_CHECKING:
    from rich.text import Text

SHADES = {True: ("░", "▒", "▓"), False: (":", "%", "#")}


class Scale:
    """Between tenths of a millimetre and cells. A cell is twice as high as wide; the corner 0, 0 is at the bottom."""

    def __init__(self, board: dict[str, Any], size: tuple[int, int]) -> None:
        self.width, self.height = board["width"] * 10, board["height"] * 10
        self.unit = max(self.width / size[0], self.height / size[1] / 2)  # of a cell's width
        self.columns = max(1, round(self.width / self.unit))
        self.rows = max(1, round(self.height / self.unit / 2))

    def cell(self, point: Point) -> tuple[float, float]:
        return point.x / self.unit - 0.5, self.rows - point.y / self.unit / 2 - 0.5

    def point(self, column: int, row: int) -> tuple[float, float]:
        """The middle of a cell."""
        return (column + 0.5) * self.unit, (self.rows - row - 0.5) * self.unit * 2


def plane(
    words: Words,
    board: dict[str, Any],
    picture: Picture,
    size: tuple[int, int],
    viewer: str | None,
    marks: list[tuple[str, Point]],
) -> list[Text]:
    """`marks` are points with their numbers, such as those that can be chosen now."""
    scale = Scale(board, (size[0] - 8, size[1] - 3))
    canvas = Canvas(scale.columns, scale.rows, words.unicode)
    hints = words.hints.boards.get(board["name"], {})
    _terrain(words, canvas, scale, picture, hints.get("terrain", {}))
    standing = [each for each in bases(words, picture, hints.get("terrain", {})) if _on(board, each[2])]
    for kind, thing, at, label in standing:
        facts = picture.get(kind, {}).get(thing, {})
        if kind in hints.get("ranges", {}) and _acts(hints["ranges"][kind], thing, label, picture, words, viewer):
            reach = _measure(words, kind, thing, hints["ranges"][kind], facts)
            if isinstance(reach, int) and reach:
                canvas.ring(scale.cell(at), reach / scale.unit, reach / scale.unit / 2, f"{label.style} dim".strip(), 2)
    for kind, thing, at, label in standing:
        facts = picture.get(kind, {}).get(thing, {})
        radius = _measure(words, kind, thing, hints.get("bases", {}).get(kind, []), facts)
        _base(canvas, scale, at, label, radius if isinstance(radius, int) else 0)
    for text, point in marks:
        x, y = scale.cell(point)
        if not canvas.taken(round(x), round(y)):
            canvas.write(round(x), round(y), text if len(marks) <= 9 else "+", "bold bright_white")
    return _framed(canvas.rows(), scale, words.unicode)


def bases(words: Words, picture: Picture, terrain: dict[str, str]) -> list[tuple[str, str, Point, Label]]:
    """Everything that has a point of its own to be at, and is there now."""
    found = []
    for full, attribute in words.rules["attributes"].items():
        kind, _, name = full.rpartition(".")
        wanted = words.hints.things.get(kind, {}).get("at", "at")
        if attribute["of"] != kind or attribute["type"].get("of") != "point" or kind in terrain or name != wanted:
            continue
        for thing, facts in picture.get(kind, {}).items():
            at = facts.get(name)
            if isinstance(at, Point) and words.shown(kind, thing, facts):
                found.append((kind, thing, at, words.thing(kind, thing, facts)))
    return found


def _on(board: dict[str, Any], at: Point) -> bool:
    return bool(0 <= at.x <= board["width"] * 10 and 0 <= at.y <= board["height"] * 10)


def _acts(hint: Any, thing: str, label: Label, picture: Picture, words: Words, viewer: str | None) -> bool:
    """Is its range of interest? That of whom a common fact names (`of`), or else those of the viewer's own."""
    if isinstance(hint, dict) and "of" in hint:
        return bool(picture["table"].get(hint["of"]) == thing)
    return viewer is None or bool(label.colour == words.colour("player", viewer))


def grounds(words: Words, board: dict[str, Any], picture: Picture) -> list[Label]:
    """The sorts of terrain that lie there, for a legend."""
    found: dict[str, Label] = {}
    for kind in words.hints.boards.get(board["name"], {}).get("terrain", {}):
        for thing, facts in picture.get(kind, {}).items():
            if words.shown(kind, thing, facts):
                label = words.thing(kind, thing, facts)
                found.setdefault(label.text, label)
    return [label for text, label in sorted(found.items()) if len(text) == 1]


def _measure(words: Words, kind: str, thing: str, hint: Any, facts: dict[str, Any]) -> int | list[Any]:
    """A length in tenths of a millimetre, or the corners of a shape; 0 for nothing."""
    if isinstance(hint, dict):
        _, value = words.fact(kind, thing, hint["fact"], facts)
        lengths = hint.get("lengths")
        if lengths is not None:
            return int(lengths[value]) * 10 if isinstance(value, int) and 0 <= value < len(lengths) else 0
        return value if isinstance(value, int) else 0
    for name in [hint] if isinstance(hint, str) else hint:
        _, value = words.fact(kind, thing, name, facts)
        if value and isinstance(value, int | list) and not isinstance(value, bool):
            return value
    return 0


def _base(canvas: Canvas, scale: Scale, at: Point, label: Label, radius: int) -> None:
    x, y = scale.cell(at)
    across = radius / scale.unit
    if across >= 1:
        canvas.ring((x, y), across, across / 2, label.style)
    text = label.text or "o"
    left, row = round(x - (len(text) - 1) / 2), round(y)
    while any(canvas.taken(left + n, row) for n in range(len(text))) and row + 1 < canvas.height:
        row += 1  # somebody stands there, or so near that it cannot be told apart
    canvas.write(left, row, text, f"{label.style} bold".strip())


def _terrain(words: Words, canvas: Canvas, scale: Scale, picture: Picture, kinds: dict[str, Any]) -> None:
    for kind, hint in kinds.items():
        for thing in words.rules["names"][kind]:
            facts = picture.get(kind, {}).get(thing, {})
            if words.shown(kind, thing, facts):
                where = words.hints.things.get(kind, {}).get("at", "at")
                at = point_of(words.fact(kind, thing, where, facts)[1])
                _piece(
                    canvas, scale, words.thing(kind, thing, facts), at, _measure(words, kind, thing, hint, facts), words
                )


def _piece(canvas: Canvas, scale: Scale, label: Label, at: Point | None, size: int | list[Any], words: Words) -> None:
    """One piece of terrain: a disc around its middle, or a shape by its corners, with its name where it has room."""
    corners = [p for v in size if (p := point_of(v))] if isinstance(size, list) else []
    shade = label.text if len(label.text) == 1 else SHADES[words.unicode][sum(map(ord, label.full)) % 3]
    cells = []
    for row in range(scale.rows):
        for column in range(scale.columns):
            x, y = scale.point(column, row)
            if corners:
                inside = _inside(corners, x, y)
            else:
                inside = at is not None and isinstance(size, int) and math.hypot(x - at.x, y - at.y) <= size
            if inside:
                cells.append((column, row))
    for cell in cells:
        canvas.fill(*cell, shade, label.style or "grey50")
    row = sum(r for _, r in cells) // len(cells) if cells else 0
    across = [c for c, r in cells if r == row]
    if len(label.full) + 2 <= len(across):
        left = (min(across) + max(across) + 1 - len(label.full)) // 2
        for n, sign in enumerate(label.full):
            canvas.fill(left + n, row, sign, f"{label.style or 'grey50'} italic")


def _inside(corners: list[Point], x: float, y: float) -> bool:
    """Of a convex shape, whichever way its corners go round."""
    sides = []
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        sides.append((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x))
    return all(s >= 0 for s in sides) or all(s <= 0 for s in sides)


def _framed(rows: list[Text], scale: Scale, unicode: bool) -> list[Text]:
    """A frame with the millimetres on two sides."""
    from rich.text import Text

    across, down, corners = ("─", "│", "┌┐└┘") if unicode else ("-", "|", "++++")
    lines = [Text(" " * 5 + corners[0] + across * scale.columns + corners[1], "dim")]
    every = max(1, round(scale.rows / 5))
    for number, row in enumerate(rows):
        y = scale.point(0, number)[1] / 10
        mark = f"{round(y):>4} " if number % every == 0 else " " * 5
        line = begun(mark + down)
        line.append_text(row)
        line.append(" " * (scale.columns - row.cell_len) + down, "dim")
        lines.append(line)
    lines.append(Text(" " * 5 + corners[2] + across * scale.columns + corners[3], "dim"))
    ticks, step = [" "] * (scale.columns + 14), max(1, scale.columns // 6)
    for column in range(0, scale.columns, step):
        for n, sign in enumerate(str(round(scale.point(column, 0)[0] / 10))):
            ticks[6 + column + n] = sign
    lines.append(Text("".join(ticks).rstrip() + " mm", "dim"))
    return lines
