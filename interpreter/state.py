"""The array of cells that is a whole game: its header, and the few values that engines hand out."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from sys import byteorder
from typing import Any

State = list[int]
Value = int | tuple[int, ...]  # a scalar, a set as a bit mask, or a list
Option = tuple[int, int, int, int]  # tag and up to three values, padded with 0

STATUS, PC, FP = 0, 1, 2
TAG = ANSWER = 3  # four cells: tag, a, b, c
RET = 7
RNG_LOW, RNG_HIGH = 8, 9
ATTEMPT = 10
RESULT, WINNERS = 11, 12
ACTIVE = 13
HEADER = 16  # cells; 14 and 15 are reserved

RUNNING, PENDING, OVER = 0, 1, 2  # status
WON, DRAWN = 1, 2  # result

SKIPPED: Option = (-1, 0, 0, 0)  # the answer where nothing could be chosen


class Outcome(IntEnum):
    """Why a run has stopped: somebody has to decide, or the game is over."""

    PENDING = PENDING
    OVER = OVER


@dataclass(frozen=True, slots=True)
class Choice:
    """What a pending state asks: who decides, and between what. `node` is the `choose` statement, `frame` its frame."""

    point: int
    who: int
    options: list[Option]
    node: dict[str, Any]
    frame: int


def signed(word: int) -> int:
    """The low 32 bits of an integer as a cell holds them."""
    word &= 0xFFFFFFFF
    return word - (word >> 31 << 32)


def zero_state(program: dict[str, Any]) -> State:
    """The cells before anything is set up: all 0, and nobody's phase."""
    state = [0] * program["cells"]
    state[ACTIVE] = -1
    return state


def packed(state: Sequence[int]) -> bytes:
    """The cells as bytes, lowest first on every machine."""
    cells = array("i", state)
    if byteorder == "big":
        cells.byteswap()
    return cells.tobytes()


def digest(state: Sequence[int]) -> str:
    """A name for a position: equal states, and only they, have the same."""
    return hashlib.sha256(packed(state)).hexdigest()
