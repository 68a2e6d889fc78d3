"""What a module counts if its program asks for it: how often play came to each of some notes. An ordinary module has
nothing of this and loses no time."""

from __future__ import annotations

from typing import Any

from .memory import Memory
from .wasm import Function, load


class Sights:
    """Where the counts lie. The program says how many there are; what look-ahead tries is not counted."""

    def __init__(self, memory: Memory, program: dict[str, Any]) -> None:
        self.at = memory.reserve(4 * program["sights"])

    def count(self, f: Function, number: int) -> None:
        at = self.at + 4 * number
        f.keep(at, load(at) + 1)
