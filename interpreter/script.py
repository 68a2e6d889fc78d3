"""Chance that a scenario has fixed beforehand: values for the next picks, things on top after the next shuffles.

Cells from `script.at`: how many values are left, `capacity` values; how many numbers are left, `capacity` numbers."""

from __future__ import annotations

from typing import Any

from .state import State

Layout = dict[str, Any]  # `at` and `capacity`; real games have capacity 0 and never look here


def add_values(state: State, script: Layout, values: list[int]) -> bool:
    """Fixes the next picks. No if the script is full."""
    return _append(state, script["at"], script["capacity"], values)


def add_order(state: State, script: Layout, zone: int, things: list[int]) -> bool:
    """Fixes what lies on top, from the top down, after this zone is shuffled next. No if the script is full."""
    return _append(state, script["at"] + 1 + script["capacity"], script["capacity"], [zone, len(things), *things])


def left(state: State, script: Layout) -> tuple[int, int]:
    """How many values and how many numbers of orders nobody has taken yet."""
    at, capacity = script["at"], script["capacity"]
    return (state[at], state[at + 1 + capacity]) if capacity else (0, 0)


def next_value(state: State, script: Layout) -> int | None:
    """Takes the value of the next pick, if one is fixed."""
    if not script["capacity"] or not state[script["at"]]:
        return None
    return _take(state, script["at"], 1)[0]


def next_order(state: State, script: Layout, zone: int) -> list[int] | None:
    """Takes what is to lie on top of this zone if its shuffle is the next one fixed; ValueError if it is cut off."""
    at = script["at"] + 1 + script["capacity"]
    if not script["capacity"] or not state[at] or state[at + 1] != zone:
        return None
    many = state[at + 2]
    if not 0 <= many <= state[at] - 2:
        raise ValueError("the script ends within a shuffle")
    return _take(state, at, 2 + many)[2:]


def _append(state: State, at: int, capacity: int, numbers: list[int]) -> bool:
    left = state[at]
    if left + len(numbers) > capacity:
        return False
    state[at + 1 + left : at + 1 + left + len(numbers)] = numbers
    state[at] += len(numbers)
    return True


def _take(state: State, at: int, many: int) -> list[int]:
    left = state[at]
    taken, rest = state[at + 1 : at + 1 + many], state[at + 1 + many : at + 1 + left]
    state[at : at + 1 + left] = [left - many, *rest, *[0] * many]
    return taken
