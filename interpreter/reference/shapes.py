"""How a typed value lies in cells: a scalar in one, a set in words of 32 bits, a list behind its length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..faults import RuleFault
from ..state import State, Value, signed


@dataclass(frozen=True, slots=True)
class Scalar:
    """One cell."""

    low: int
    high: int
    width: int = 1
    zero: Value = 0

    def load(self, state: State, at: int) -> int:
        return state[at]

    def store(self, state: State, at: int, value: Value) -> None:
        assert isinstance(value, int)
        state[at] = value

    def refuses(self, value: Value) -> str | None:
        """The code of the error if the value does not fit, else None."""
        assert isinstance(value, int)
        return None if self.low <= value <= self.high else "range"


@dataclass(frozen=True, slots=True)
class Bits:
    """A set: bit i of cell i/32."""

    size: int
    width: int
    zero: Value = 0

    def load(self, state: State, at: int) -> int:
        mask = 0
        for word in reversed(state[at : at + self.width]):
            mask = mask << 32 | word & 0xFFFFFFFF
        return mask

    def store(self, state: State, at: int, value: Value) -> None:
        assert isinstance(value, int)
        for cell in range(at, at + self.width):
            state[cell] = signed(value)
            value >>= 32

    def refuses(self, value: Value) -> str | None:
        """Sets of one universe always fit."""
        return None


@dataclass(frozen=True, slots=True)
class Row:
    """A list: its length, its items, zeros."""

    capacity: int
    low: int
    high: int
    width: int
    zero: Value = ()

    def load(self, state: State, at: int) -> tuple[int, ...]:
        return tuple(state[at + 1 : at + 1 + state[at]])

    def store(self, state: State, at: int, value: Value) -> None:
        assert isinstance(value, tuple)
        if len(value) > self.capacity:  # an argument or result: the checker has let a longer list through
            raise RuleFault("bounds", detail=f"{len(value)} items are too many for a list of {self.capacity}")
        state[at : at + self.width] = (len(value), *value, *(0,) * (self.capacity - len(value)))

    def refuses(self, value: Value) -> str | None:
        assert isinstance(value, tuple)
        if len(value) > self.capacity:
            return "full"
        return None if all(self.low <= item <= self.high for item in value) else "range"


Shape = Scalar | Bits | Row


def shape_of(type_: dict[str, Any] | None) -> Shape:
    """The shape of a type of the specialised program; what has no type gives the scalar 0."""
    if type_ is None:
        return Scalar(0, 0)
    if type_["kind"] == "set":
        return Bits(type_["of"], -(-type_["of"] // 32))
    if type_["kind"] == "list":
        return Row(type_["capacity"], type_["low"], type_["high"], 1 + type_["capacity"])
    return Scalar(type_["low"], type_["high"])


def members(mask: int) -> list[int]:
    """The ids in a set, ascending."""
    found = []
    while mask:
        least = mask & -mask
        found.append(least.bit_length() - 1)
        mask ^= least
    return found
