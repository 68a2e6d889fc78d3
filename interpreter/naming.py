"""The words for values: between the integers that engines work with and the names that people and logs use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

Program = dict[str, Any]

SHIFT = 15  # a point is ((x - LEAST) << SHIFT) | (y - LEAST), in tenths of a millimetre
LEAST, MOST = -8192, 24575
_LENGTH = re.compile(r"(-?)(\d+)(?:\.(\d))?(?:mm)?")


@dataclass(frozen=True, slots=True)
class Point:
    """A place on a plane, in tenths of a millimetre: there are no fractions anywhere."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"({millimetres(self.x)}, {millimetres(self.y)})"

    @property
    def packed(self) -> int:
        return ((self.x - LEAST) << SHIFT) | (self.y - LEAST)


Value = str | int | bool | Point | None


def unpack(value: int) -> Point:
    return Point((value >> SHIFT) + LEAST, (value & ((1 << SHIFT) - 1)) + LEAST)


def millimetres(tenths: int) -> str:
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{tenth}"


def tenths(text: str) -> int | None:
    """A length as people write it, `126.8` or `126.8mm`."""
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        return None
    size = int(found[2]) * 10 + int(found[3] or 0)
    return -size if found[1] else size


def parse_point(text: str) -> Point | None:
    """A point as people write it: `(126.8, 40)` or `126.8 40`, also within the words of an option."""
    parts = re.sub(r"^[a-z_0-9]*\(|[(),]|mm", " ", text).split()
    if len(parts) != 2:
        return None
    x, y = tenths(parts[0]), tenths(parts[1])
    if x is None or y is None or not (LEAST <= x <= MOST and LEAST <= y <= MOST):
        return None
    return Point(x, y)


def value_of(program: Program, type_: dict[str, Any], value: int) -> Value:
    """A scalar as a name, a number, a truth or a point; `none` is None."""
    of = type_.get("of")
    if of == "bool":
        return bool(value)
    if of is None or (of not in program["names"] and of != "point"):
        return value
    if value < 0:
        return None
    return unpack(value) if of == "point" else str(program["names"][of][value])


def scalar_of(program: Program, type_: dict[str, Any], value: Value) -> int | None:
    """The way back, or None if there is no such value of this type."""
    of = type_.get("of")
    if value is None or value == "none":
        return -1 if type_["low"] == -1 and of else None
    if of == "bool":
        return {True: 1, False: 0, "yes": 1, "no": 0}.get(value) if isinstance(value, bool | str) else None
    if of == "point":
        return value.packed if isinstance(value, Point) else None
    if of in program["names"]:
        names = program["names"][of]
        return names.index(value) if isinstance(value, str) and value in names else None
    if isinstance(value, int) and not isinstance(value, bool) and type_["low"] <= value <= type_["high"]:
        return value
    return None


def is_declared(program: Program, name: str) -> bool:
    """Is this an attribute that the ruleset names, or one that keeps the books: counts of limits, sealed answers, what
    everyone last saw?"""
    home, _, _ = name.rpartition(".")
    if program["attributes"][name].get("sealed"):
        return False
    discs = [disc["attribute"] for board in program["boards"] for disc in board["discs"]]
    return home == (program["attributes"][name]["of"] or "") or name in discs


def word_of(value: Value) -> str:
    """A value as the language writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def title_of(program: Program, type_: dict[str, Any], value: Value) -> str:
    """A value as people read it: its title if it has one, otherwise its name in plain words."""
    if not isinstance(value, str):
        return word_of(value)
    title = program.get("titles", {}).get(type_.get("of"), {}).get(value)
    return str(title) if title else spoken(value)


def spoken(name: str) -> str:
    return name.replace("_", " ")


def listed(words: list[str]) -> str:
    """`a`, `b` and `c`."""
    quoted = [f"`{w}`" for w in words]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " and " + quoted[-1]
