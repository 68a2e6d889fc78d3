"""The static types of the language. Scalars are integers underneath; `core_type` says how the engines see them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

Node = dict[str, Any]
Universe = str | int | list[Any]

WIDE = 1_000_000  # the range of a number that a `let` names and later lines change
EXACT = 2**53  # the checker refuses what could leave this


@dataclass(frozen=True, slots=True)
class Int:
    low: int
    high: int
    length: bool = False


@dataclass(frozen=True, slots=True)
class Bool:
    pass


@dataclass(frozen=True, slots=True)
class Enum:
    name: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    kind: str
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Point:
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One straight line of a grid: a row of a constant table, read as the list of its cells."""

    rows: str
    kind: str


@dataclass(frozen=True, slots=True)
class Set:
    of: str  # a kind or an enumeration


@dataclass(frozen=True, slots=True)
class ListOf:
    item: Int | Enum | Thing | Point | Bool
    capacity: int


@dataclass(frozen=True, slots=True)
class NoneType:
    """The type of the word `none` by itself."""


@dataclass(frozen=True, slots=True)
class NothingType:
    """The type of the word `nothing` by itself: the empty set or list."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The type of a ruling: one of its readings."""

    ruling: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The type of something already reported; it fits everywhere so that one mistake gives one report."""


Scalar = Int | Bool | Enum | Thing | Point | Line | Reading
Type = Int | Bool | Enum | Thing | Point | Line | Set | ListOf | NoneType | NothingType | Reading | Broken


def optional(t: Type) -> Type:
    return replace(t, optional=True) if isinstance(t, Enum | Thing | Point) else t


def definite(t: Type) -> Type:
    return replace(t, optional=False) if isinstance(t, Enum | Thing | Point) else t


def is_optional(t: Type) -> bool:
    return isinstance(t, NoneType) or (isinstance(t, Enum | Thing | Point) and t.optional)


def alike(a: Int, b: Int) -> bool:
    """Are both lengths, or both plain numbers? 0 is either."""
    return a.length == b.length or a.low == a.high == 0 or b.low == b.high == 0


def join(a: Type, b: Type) -> Type | None:
    """The least type that holds both, or None where there is none."""
    if isinstance(a, Broken) or isinstance(b, NoneType | NothingType):
        a, b = b, a
    match a, b:
        case Broken(), _:
            return b
        case NoneType(), NoneType():
            return a
        case NoneType(), (Enum() | Thing() | Point()):
            return optional(b)
        case NothingType(), (NothingType() | Set() | ListOf()):
            return b
        case Int(), Int():
            return Int(min(a.low, b.low), max(a.high, b.high), a.length or b.length) if alike(a, b) else None
        case ListOf(), ListOf():
            item = join(a.item, b.item)
            if isinstance(item, Int | Enum | Thing | Point | Bool):
                return ListOf(item, max(a.capacity, b.capacity))
            return None
    if isinstance(a, Enum | Thing | Point) and definite(a) == definite(b):
        return a if is_optional(a) else b
    return a if a == b else None


def fits(given: Type, wanted: Type) -> bool:
    """May a value of the one type stand where the other is wanted? Ranges are checked when stored,
    absence by `sure`."""
    match given, wanted:
        case (Broken(), _) | (_, Broken()):
            return True
        case Int(), Int():
            return alike(given, wanted)
        case NoneType(), (Enum() | Thing() | Point()):
            return wanted.optional
        case NothingType(), (Set() | ListOf()):
            return True
        case ListOf(), ListOf():
            return fits(given.item, wanted.item)
    if isinstance(given, Enum | Thing | Point):
        return definite(given) == definite(wanted)
    return given == wanted


def universe(t: Type) -> Universe | None:
    """What a scalar of this type ranges over, for relations and products."""
    match t:
        case Enum() if not t.optional:
            return t.name
        case Thing() if not t.optional:
            return t.kind
        case Bool():
            return 2
        case Int():
            return t.high - t.low + 1
    return None


def core_type(t: Type, sizes: dict[str, int]) -> Node:
    """How the engines see it. `sizes` are the sizes of kinds and enumerations with the most players."""
    match t:
        case Int():
            return {"kind": "int", "low": t.low, "high": t.high}
        case Bool():
            return {"kind": "int", "low": 0, "high": 1, "of": "bool"}
        case Enum():
            return {"kind": "int", "low": -1 if t.optional else 0, "high": sizes[t.name] - 1, "of": t.name}
        case Thing():
            return {"kind": "int", "low": -1 if t.optional else 0, "high": sizes[t.kind] - 1, "of": t.kind}
        case Point():
            return {"kind": "int", "low": -1 if t.optional else 0, "high": 2**30 - 1, "of": "point"}
        case Line():
            return {"kind": "int", "low": 0, "high": 2**20, "of": "line"}
        case Reading():
            return {"kind": "int", "low": 0, "high": 99}
        case Set():
            return {"kind": "set", "of": t.of}
        case ListOf():
            item = core_type(t.item, sizes)
            return {**item, "kind": "list", "capacity": t.capacity}
    return {"kind": "int", "low": -1, "high": 0}


def spoken(t: Type) -> str:
    """A type in the words of the language, for diagnostics."""
    match t:
        case Int():
            if t.low == t.high:
                return f"{t.low / 10:g}mm" if t.length else f"the number {t.low}"
            return "a length" if t.length else f"a number from {t.low} to {t.high}"
        case Bool():
            return "yes or no"
        case Enum():
            return f"a value of `{t.name}`" + (" or none" if t.optional else "")
        case Thing():
            return f"{article(t.kind)} `{t.kind}`" + (" or none" if t.optional else "")
        case Point():
            return "a point" + (" or none" if t.optional else "")
        case Line():
            return f"a line of `{t.kind}`"
        case Set():
            return f"a set of `{t.of}`"
        case ListOf():
            of = {Thing: "kind", Enum: "name"}.get(type(t.item))
            return f"a list of {f'`{getattr(t.item, of)}`' if of else several(t.item)}"
        case NoneType():
            return "none"
        case NothingType():
            return "nothing"
        case Reading():
            return f"a reading of `{t.ruling}`"
    return "something"


def article(word: str) -> str:
    return "an" if word[:1] in "aeiou" else "a"


def several(t: Type) -> str:
    """Many values of one type in the words of the language."""
    match t:
        case Int():
            return "lengths" if t.length else "numbers"
        case Bool():
            return "conditions"
        case Thing():
            return f"things of `{t.kind}`"
        case Enum():
            return f"values of `{t.name}`"
        case Point():
            return "points"
        case Line():
            return "lines"
        case Set():
            return "sets"
        case ListOf():
            return "lists"
    return "these"


def values(count: int) -> str:
    """So many values, in words."""
    return "no value" if count == 0 else f"{count} value" if count == 1 else f"{count} values"
