"""A position as text for a terminal: what a player sees, zone by zone, and grids as grids."""

from __future__ import annotations

from typing import Any

from .interpreter.naming import spoken, word_of
from .interpreter.picture import Picture

WIDTH = 100


def shown(picture: Picture, rules: dict[str, Any]) -> str:
    """The picture that `Table.view` gives, as lines."""
    boards = {board["of"]: board for board in rules["boards"] if board["shape"] in ("grid", "hexes")}
    lines: list[str] = []
    for kind, things in picture.items():
        if kind == "table":
            lines += _facts("", things)
        elif kind in boards:
            lines += _grid(boards[kind], things, rules["names"][kind])
        else:
            for thing, facts in things.items():
                if any(_counts(value) for value in facts.values()):
                    lines += _facts(thing, facts)
    return "\n".join(lines)


def _facts(subject: str, facts: dict[str, Any]) -> list[str]:
    parts = [f"{spoken(name)}: {_worded(value)}" for name, value in facts.items() if _counts(value)]
    if not parts:
        return []
    head = f"{spoken(subject)}: " if subject else ""
    line = head + "; ".join(parts)
    if len(line) <= WIDTH:
        return [line]
    return ([head.rstrip()] if subject else []) + [f"  {part}" if subject else part for part in parts]


def _counts(value: Any) -> bool:
    """Is this worth a word? Nothing, none and no are what everything is at first."""
    return value is not None and value is not False and value != []


def _worded(value: Any) -> str:
    if not isinstance(value, list):
        return spoken(word_of(value))
    known = [spoken(word_of(v)) for v in value if v is not None]
    hidden = len(value) - len(known)
    if hidden:
        known.append(f"{hidden} hidden" if known else f"{hidden} face down")
    return ", ".join(known)


def _grid(board: dict[str, Any], things: dict[str, Any], names: list[str]) -> list[str]:
    """One letter for what lies on each cell, the first row at the bottom. Cells are named column and row, as on a
    chessboard, and listed row by row."""
    width, height = board["width"], board["height"]
    lines = []
    for row in range(height - 1, -1, -1):
        cells = [_mark(things.get(name, {})) for name in names[row * width : (row + 1) * width]]
        slant = " " * row if board["shape"] == "hexes" else ""
        lines.append(f"{row + 1:>3}  {slant}{' '.join(cells)}")
    letters = [names[column].rstrip("0123456789") for column in range(width)]
    return [*lines, f"     {' '.join(letters)}"]


def _mark(facts: dict[str, Any]) -> str:
    for value in facts.values():
        if isinstance(value, list):
            value = value[-1] if value else None
        if _counts(value):
            return word_of(value)[0]
    return "."
