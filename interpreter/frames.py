"""The frames of a state: which procedures stand open, where, and what their slots hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .state import FP, PC

Program = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Frame:
    """One open procedure: its index, the cell at which its frame starts, and its point (0: it has not begun)."""

    procedure: int
    base: int
    point: int


def frames(program: Program, cells: Sequence[int]) -> Iterator[Frame]:
    """From the top frame down to the first. A frame tells only of its caller, so the walk begins at the top."""
    base, point = cells[FP], cells[PC]
    if not base or not point:
        return
    procedure = -point - 1 if point < 0 else program["points"][point]["procedure"]
    yield Frame(procedure, base, max(point, 0))
    while point := cells[base]:
        procedure = program["points"][point]["procedure"]
        base -= program["procedures"][procedure]["frame"]
        yield Frame(procedure, base, point)


def statement_at(program: Program, point: int) -> dict[str, Any]:
    """The statement of a point, found along its path."""
    place = program["points"][point]
    step: Any = program["procedures"][place["procedure"]]["body"]
    for key in place["path"]:
        step = step[key]
    found: dict[str, Any] = step
    return found
