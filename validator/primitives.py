"""The signatures of the geometry primitives that rules may call. What they compute is in interpreter/geometry.py."""

from __future__ import annotations

from .types import Bool, Int, ListOf, Point, Type

# A coordinate is a length that a point can have; other lengths may be longer than any board, or negative.
WORDS: dict[str, Type] = {
    "point": Point(),
    "coordinate": Int(-8192, 24575, True),
    "length": Int(-60000, 60000, True),
    "int": Int(0, 2**33),
    "bool": Bool(),
    "shape": ListOf(Point(), 64),
}

# name -> (words of the parameters, word of the result)
PRIMITIVES: dict[str, tuple[tuple[str, ...], str]] = {
    "point": (("coordinate", "coordinate"), "point"),
    "x_of": (("point",), "length"),
    "y_of": (("point",), "length"),
    "distance": (("point", "point"), "length"),
    "distance_squared": (("point", "point"), "int"),
    "within": (("point", "point", "length"), "bool"),
    "touching": (("point", "length", "point", "length"), "bool"),
    "overlapping": (("point", "length", "point", "length"), "bool"),
    "on_board": (("point", "length", "length"), "bool"),
    "along": (("point", "point", "length"), "point"),
    "nearest_on_line": (("point", "point", "point"), "point"),
    "leg_towards": (("point", "point", "point"), "bool"),
    "leg_away": (("point", "point", "point"), "bool"),
    "leaves_board": (("point", "point", "length", "length"), "length"),
    "crosses_disc": (("point", "point", "point", "length"), "bool"),
    "keeps_off": (("point", "point", "point", "length"), "bool"),
    "enters_disc": (("point", "point", "point", "length"), "length"),
    "leaves_disc": (("point", "point", "point", "length"), "length"),
    "contact_stop": (("point", "point", "length", "point", "length"), "length"),
    "back_off": (("point", "point", "length", "point", "length"), "length"),
    "inside_shape": (("point", "shape"), "bool"),
    "crosses_shape": (("point", "point", "shape"), "bool"),
    "enters_shape": (("point", "point", "shape"), "length"),
    "leaves_shape": (("point", "point", "shape"), "length"),
    "touches_shape": (("point", "length", "shape"), "bool"),
    "contact_point": (("point", "length", "length", "int"), "point"),
    "turn_point": (("point", "length", "int"), "point"),
}
