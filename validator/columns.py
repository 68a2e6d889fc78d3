"""What a column of a data file may hold: its JSON Schema, its name in plain words, and the value it gives."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from ..grammar.diagnostics import near
from ..grammar.spans import Span
from .yamlfile import Located, Mapping, Scalar, Sequence

NAME = "^[a-z][a-z0-9_]*$"
LENGTH = r"^-?[0-9]{1,9}(\.[0-9])?mm$"
COORDINATES = (-8192, 24575)  # a point is packed into one integer of 30 bits


class Missing(Enum):
    MISSING = "missing"


MISSING = Missing.MISSING


@dataclass(frozen=True, slots=True)
class IntColumn:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class BoolColumn:
    pass


@dataclass(frozen=True, slots=True)
class EnumColumn:
    values: tuple[str, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class RefColumn:
    """The name of a thing. `names` is None while they are not known; then only the form of the name is checked."""

    kind: str
    names: tuple[str, ...] | None = None
    optional: bool = False


@dataclass(frozen=True, slots=True)
class SetColumn:
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListColumn:
    item: ColumnType
    capacity: int | None = None


@dataclass(frozen=True, slots=True)
class LengthColumn:
    """In 0.1 mm: a whole number, or a text such as `126.8mm`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class PointColumn:
    """`[x, y]`, both lengths."""


@dataclass(frozen=True, slots=True)
class ShapeColumn:
    """The corners of a convex shape, in either sense of rotation; the value is counter-clockwise with y upwards."""

    capacity: int = 16


@dataclass(frozen=True, slots=True)
class TextColumn:
    pass


@dataclass(frozen=True, slots=True)
class AnyColumn:
    """A column whose type was reported already: its values are not looked at."""


ColumnType = (
    IntColumn
    | BoolColumn
    | EnumColumn
    | RefColumn
    | SetColumn
    | ListColumn
    | LengthColumn
    | PointColumn
    | ShapeColumn
    | TextColumn
    | AnyColumn
)


@dataclass(frozen=True, slots=True)
class Column:
    """One column; one without a default has to be given in every row. `span` is where the ruleset declares it."""

    name: str
    type: ColumnType
    default: object = MISSING
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a value: after the column's name in the headline, under the place, and the way out. Of a part
    of the value, `part` comes before the column's name and `at` is its place."""

    headline: str
    said: str
    help: str | None = None
    replacement: str | None = None
    part: str = ""
    at: Located | None = None


def value_schema(type: ColumnType) -> dict[str, object]:
    """JSON Schema, draft 2020-12. What it cannot say (a range in millimetres, a convex shape) `read_value` checks."""
    match type:
        case IntColumn(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case BoolColumn():
            return {"type": "boolean"}
        case EnumColumn(values, optional):
            return {"enum": [*values, None] if optional else list(values)}
        case RefColumn(_, names, optional):
            if names is None:
                return {"type": ["string", "null"] if optional else "string", "pattern": NAME}
            return {"enum": [*names, None] if optional else list(names)}
        case SetColumn(values):
            return {"type": "array", "items": {"enum": list(values)}, "uniqueItems": True}
        case ListColumn(item, capacity):
            bound = {} if capacity is None else {"maxItems": capacity}
            return {"type": "array", "items": value_schema(item), **bound}
        case LengthColumn(low, high):
            return {"type": ["integer", "string"], "minimum": low, "maximum": high, "pattern": LENGTH}
        case PointColumn():
            return {"type": "array", "items": value_schema(LengthColumn(*COORDINATES)), "minItems": 2, "maxItems": 2}
        case ShapeColumn(capacity):
            return {"type": "array", "items": value_schema(PointColumn()), "minItems": 3, "maxItems": capacity}
        case TextColumn():
            return {"type": "string"}
        case AnyColumn():
            return {}


def in_words(type: ColumnType) -> str:
    match type:
        case IntColumn(low, high):
            return f"a whole number from {low} to {high}"
        case BoolColumn():
            return "`yes` or `no`"
        case EnumColumn(values, optional):
            return f"one of {several((*values, 'none') if optional else values)}"
        case RefColumn(kind, _, optional):
            return f"the name of a {kind}, or `none`" if optional else f"the name of a {kind}"
        case SetColumn(values):
            return f"a list of different ones of {several(values)}"
        case ListColumn(item, capacity):
            return (
                f"a list of at most {capacity}, each {in_words(item)}" if capacity else f"a list, each {in_words(item)}"
            )
        case LengthColumn(low, high):
            return f"a length from {millimetres(low)} to {millimetres(high)}"
        case PointColumn():
            return "a point such as `[120mm, 80.5mm]`"
        case ShapeColumn(capacity):
            return f"a list of 3 to {capacity} corners, each a point such as `[120mm, 80.5mm]`"
        case TextColumn():
            return "text"
        case AnyColumn():
            return "anything"


def read_value(type: ColumnType, located: Located) -> object:
    """The value of something that its schema has passed, or a Problem."""
    match type, located:
        case AnyColumn(), _:
            return None
        case LengthColumn(low, high), Scalar():
            length = _tenths(located)
            return length if low <= length <= high else explain(type, located)
        case PointColumn(), Sequence(items):
            sides = _parts(LengthColumn(*COORDINATES), items, "a coordinate of ")
            return sides if isinstance(sides, Problem) else tuple(sides)
        case ShapeColumn(), Sequence(items):
            corners = _parts(PointColumn(), items, "a corner of ")
            return corners if isinstance(corners, Problem) else _shape(corners)
        case SetColumn(values), Sequence():
            chosen = {item.value for item in located.items if isinstance(item, Scalar)}
            return [value for value in values if value in chosen]
        case ListColumn(item_type, _), Sequence(items):
            return _parts(item_type, items, "each of ")
        case _, Scalar():
            return located.value
    raise AssertionError("a schema let something through")


def _parts(type: ColumnType, items: tuple[Located, ...], part: str) -> list[object] | Problem:
    values: list[object] = []
    for item in items:
        value = read_value(type, item)
        if isinstance(value, Problem):
            return value if value.at else replace(value, part=part, at=item)
        values.append(value)
    return values


def explain(type: ColumnType, located: Located) -> Problem:
    """Why a value is not of a type, for people. What comes first in the headline is the column."""
    shown = _shown(located)
    headline = f"is {in_words(type)}, not {shown}" if shown else f"is {in_words(type)}, and nothing is given"
    match type, located:
        case IntColumn(low, high), Scalar(int() as value) if not isinstance(value, bool):
            return Problem(headline, f"less than {low}" if value < low else f"more than {high}")
        case IntColumn(), _:
            return Problem(headline, "not a whole number")
        case BoolColumn(), _:
            return Problem(headline, "neither `yes` nor `no`")
        case ((EnumColumn(values, _) | RefColumn(_, tuple(values), _)), Scalar()):
            return _unknown(type, values, located, headline)
        case ListColumn(_, int(capacity)), Sequence(items):
            return Problem(f"holds at most {capacity}, not {len(items)}", f"{len(items) - capacity} too many")
        case SetColumn(), Sequence(items):
            twice = next((item for n, item in enumerate(items) if _text(item) in map(_text, items[:n])), located)
            return Problem(f"names {_shown(twice)} twice", "each may stand here once")
        case LengthColumn(low, high), Scalar() if _is_length(located):
            return Problem(
                headline,
                f"less than {millimetres(low)}" if _tenths(located) < low else f"more than {millimetres(high)}",
            )
        case LengthColumn(), _:
            return Problem(
                headline, "not a length", "write millimetres, such as `80mm` or `126.8mm`, or a whole number of 0.1 mm"
            )
        case ShapeColumn(capacity), Sequence(items) if len(items) > capacity:
            return Problem(f"has at most {capacity} corners, not {len(items)}", "too many corners")
        case TextColumn(), Scalar(str() | int(), text=text):
            return Problem(
                f"is text, and {shown} is not", "read as a number or as yes or no", "put it in quotes", f'"{text}"'
            )
        case ((SetColumn() | ListColumn() | ShapeColumn()), _):
            return Problem(headline, "not a list", "write it as `[a, b, c]`")
        case PointColumn(), _:
            return Problem(headline, "not a point")
        case TextColumn(), _:
            return Problem(headline, "not text")
    return Problem(headline, "not a name")


def _unknown(type: ColumnType, values: tuple[str, ...], located: Scalar, headline: str) -> Problem:
    word = str(located.text)
    guess = near(word, [*values]) if word else None
    if isinstance(type, RefColumn) and isinstance(located.value, str):
        headline = f"names no {type.kind} that there is: {_shown(located)}"
    help = (
        f"did you mean `{guess}`?" if guess else f"there are {several(values)}" if isinstance(type, RefColumn) else None
    )
    return Problem(headline, f"not a {type.kind}" if isinstance(type, RefColumn) else "not one of them", help, guess)


def several(names: tuple[str, ...], most: int = 8) -> str:
    """`a`, `b`, `c` and 5 more."""
    if not names:
        return "nothing"
    shown = ", ".join(f"`{name}`" for name in names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"


def millimetres(tenths: int) -> str:
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{rest}' if rest else ''}mm"


def _is_length(located: Located) -> bool:
    return isinstance(located, Scalar) and (
        (isinstance(located.value, int) and not isinstance(located.value, bool))
        or (isinstance(located.value, str) and re.fullmatch(LENGTH, located.value) is not None)
    )


def _tenths(located: Located) -> int:
    assert isinstance(located, Scalar)
    if isinstance(located.value, int):
        return located.value
    whole, _, rest = str(located.value).removesuffix("mm").partition(".")
    size = abs(int(whole)) * 10 + int(rest or 0)
    return -size if whole.startswith("-") else size


def _shape(corners: list[object]) -> object:
    points = [corner for corner in corners if isinstance(corner, tuple)]
    turns = [_turn(points[n - 2], points[n - 1], points[n]) for n in range(len(points))]
    if 0 in turns or any(turn > 0 for turn in turns) == any(turn < 0 for turn in turns) or _windings(points) != 1:
        help = "give the corners in order around the shape, each a real corner; split a hollow shape into several"
        return Problem("is not convex", "a corner that is straight, or that points inwards", help)
    return points if turns[0] > 0 else points[::-1]


def _turn(a: tuple[int, int], b: tuple[int, int], c: tuple[int, int]) -> int:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def _windings(points: list[tuple[int, int]]) -> int:
    """How often the sides go round. A star turns the same way at every corner too, but goes round more than once."""
    rising = [points[n - 1] < points[n] for n in range(len(points))]
    return sum(rising[n - 1] != rising[n] for n in range(len(rising))) // 2


def _shown(located: Located) -> str:
    if isinstance(located, Mapping):
        return "a mapping"
    if isinstance(located, Sequence):
        return "a list" if len(located.items) != 1 else "a list of one"
    return f"`{_text(located)}`" if located.text else ""


def _text(located: Located) -> str:
    text = located.text if isinstance(located, Scalar) else ""
    return text if len(text) <= 32 else text[:29] + "..."
