"""The specialised program made ready for looking things up: nothing here depends on a state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..state import Value
from .shapes import Scalar, Shape, shape_of

Node = dict[str, Any]
Path = tuple[Any, ...]  # an index into a body, then alternately a field and an index; () is the statement itself


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or local: where it lies in the frame of its procedure, if that has one."""

    slot: int
    shape: Shape


@dataclass(frozen=True, slots=True)
class Procedure:
    """Only suspending procedures are `framed`; the others keep their locals for the moment of the call."""

    index: int
    name: str
    body: list[Node]
    params: tuple[str, ...]
    locals: dict[str, Local]
    zeros: dict[str, Value]  # what the locals start with
    nothing: Value  # the result where no `return` gives one
    frame: int
    framed: bool
    site: int


@dataclass(frozen=True, slots=True)
class Point:
    """A place where a frame can stand, and the attempt around it, if there is one in this procedure."""

    procedure: Procedure
    path: Path
    attempt: Node | None


@dataclass(frozen=True, slots=True)
class Attribute:
    name: str
    at: int
    count: int
    shape: Shape
    plain: bool  # a scalar
    absent: Value  # what a `maybe` gives where there is no thing
    of: str | None
    shadow: int | None  # where the copy that everyone last saw begins


@dataclass(frozen=True, slots=True)
class Zoned:
    """A kind whose things lie in zones: where its arrays begin, and its attributes that are seen with the thing."""

    where: int
    next: int
    prev: int
    know: int | None
    size: int
    shadowed: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """One zone by its number. `keeper` is the thing whose zone it is, `owner` the player who owns that, or None."""

    see: str
    ordered: bool
    capacity: int | None
    keeper_kind: str | None
    keeper: int
    owner: int | None


@dataclass(frozen=True, slots=True)
class Rows:
    """Constant rows, as lists and as sets."""

    dims: list[int]
    lists: list[tuple[int, ...]]
    sets: list[int] = field(default_factory=list)


NOWHERE = Zone("nobody", False, None, None, 0, None)
NO_PROCEDURE = Procedure(-1, "", [], (), {}, {}, 0, 0, True, -1)


class Lookup:
    """Everything the walker asks of a program, by name or by number."""

    def __init__(self, program: dict[str, Any]) -> None:
        self.program = program
        self.players: int = program["players"]
        self.everyone: int = (1 << self.players) - 1
        self.head: int = program["zone_cells"]["head"]
        self.tail: int = program["zone_cells"]["tail"]
        self.count: int = program["zone_cells"]["count"]
        self.attributes = {name: _attribute(name, program["attributes"]) for name in program["attributes"]}
        self.zoned = {kind: self._zoned(kind, layout) for kind, layout in program["zoned"].items()}
        self.zones = [NOWHERE, *(self._zone(zones, i) for zones in program["zones"] for i in range(zones["count"]))]
        self.rows = {name: _rows(rows["dims"], rows["data"]) for name, rows in program["rows"].items()}
        self.procedures = [procedure_of(node, i) for i, node in enumerate(program["procedures"])]
        self.named = {procedure.name: procedure for procedure in self.procedures}
        self.points: list[Point | None] = [self._point(point) for point in program["points"]]

    def _zoned(self, kind: str, layout: dict[str, Any]) -> Zoned:
        shadowed = [a for a in self.attributes.values() if a.of == kind and a.shadow is not None]
        return Zoned(layout["where"], layout["next"], layout["prev"], layout["know"], layout["size"], tuple(shadowed))

    def _zone(self, zones: dict[str, Any], keeper: int) -> Zone:
        kind = zones["of"]
        return Zone(zones["see"], zones["ordered"], zones["capacity"], kind, keeper, self._owner(kind, keeper))

    def _owner(self, kind: str | None, thing: int) -> int | None:
        owners = self.program["owners"]
        if kind not in owners:
            return None
        table = owners[kind]
        return thing if table is None else int(self.program["tables"][table]["data"][thing])

    def _point(self, point: dict[str, Any] | None) -> Point | None:
        if point is None:
            return None
        procedure = self.procedures[point["procedure"]]
        attempt, body, path = None, procedure.body, point["path"]
        for place in range(0, len(path) - 1, 2):
            node = body[path[place]]
            if node["kind"] == "attempt":
                attempt = node
            body = node[path[place + 1]]
        return Point(procedure, tuple(path), attempt)


def procedure_of(node: Node, index: int = -1) -> Procedure:
    """A procedure of the program, or one that a scenario brings along."""
    locals_ = {name: Local(local["slot"], shape_of(local["type"])) for name, local in node["locals"].items()}
    return Procedure(
        index=index,
        name=node["name"],
        body=node["body"],
        params=tuple(node["params"]),
        locals=locals_,
        zeros={name: local.shape.zero for name, local in locals_.items()},
        nothing=shape_of(node["result"]).zero,
        frame=node["frame"],
        framed=node["effect"] == "suspending",
        site=node["site"],
    )


def _attribute(name: str, layouts: dict[str, Any]) -> Attribute:
    layout = layouts[name]
    shape = shape_of(layout["type"])
    plain = isinstance(shape, Scalar)
    shadow = layouts[layout["shadow"]]["at"] if layout["see"] == "holder" and layout["shadow"] is not None else None
    return Attribute(
        name, layout["at"], layout["count"], shape, plain, -1 if plain else shape.zero, layout["of"], shadow
    )


def _rows(dims: list[int], data: list[list[int]]) -> Rows:
    lists = [tuple(row) for row in data]
    return Rows(dims, lists, [mask_of(row) for row in lists])


def mask_of(items: tuple[int, ...] | list[int]) -> int:
    """The set of these ids; -1 is nobody's id and left out."""
    mask = 0
    for item in items:
        if item >= 0:
            mask |= 1 << item
    return mask
