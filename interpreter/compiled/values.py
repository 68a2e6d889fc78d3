"""What the compiler knows of the value of an expression: a scalar within bounds, a set of a universe, a bounded list.

Bounds decide between 32 and 64 bits and which checks are superfluous. They follow from declared types alone, so they
hold for every state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .wasm import I32, I64

Node = dict[str, Any]
EXACT = 2**53  # the checker promises that no value leaves this


@dataclass(frozen=True, slots=True)
class Int:
    """A scalar; 64 bits only where 32 do not surely suffice."""

    low: int
    high: int

    @property
    def machine(self) -> int:
        return I32 if self.low >= -(2**31) and self.high < 2**31 else I64

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high


@dataclass(frozen=True, slots=True)
class Set:
    """A set of ids below `size`: one 64-bit value if it fits (`small`), else cells in memory."""

    size: int

    @property
    def small(self) -> bool:
        return self.size <= 64

    @property
    def cells(self) -> int:
        return -(-self.size // 32)


@dataclass(frozen=True, slots=True)
class List:
    """At most `capacity` scalars, in memory behind their number."""

    capacity: int
    low: int
    high: int

    @property
    def cells(self) -> int:
        return 1 + self.capacity


Type = Int | Set | List
BOOL = Int(0, 1)


def type_of(declared: Node | None) -> Type:
    """A type of the program; what has none gives the scalar 0."""
    if declared is None:
        return Int(0, 0)
    if declared["kind"] == "set":
        return Set(declared["of"])
    if declared["kind"] == "list":
        return List(declared["capacity"], declared["low"], declared["high"])
    return Int(declared["low"], declared["high"])


def in_memory(type_: Type) -> bool:
    """Is such a value handled by its address?"""
    return isinstance(type_, List) or (isinstance(type_, Set) and not type_.small)


def machine(type_: Type) -> int:
    """The machine type of a value, or of its address."""
    if isinstance(type_, Int):
        return type_.machine
    return I64 if isinstance(type_, Set) and type_.small else I32


def join(a: Type, b: Type) -> Type:
    """A type that holds both."""
    if isinstance(a, Int) and isinstance(b, Int):
        return Int(min(a.low, b.low), max(a.high, b.high))
    if isinstance(a, Set) and isinstance(b, Set):
        return Set(max(a.size, b.size))
    if isinstance(a, List) and isinstance(b, List):
        return List(max(a.capacity, b.capacity), min(a.low, b.low), max(a.high, b.high))
    raise TypeError("values of different sorts meet")


def clipped(low: int, high: int) -> Int:
    return Int(max(low, -EXACT), min(high, EXACT))


class Values:
    """Types of all expressions of one procedure. Names of variables are unique in it."""

    def __init__(self, program: Node, procedure: Node) -> None:
        self.program = program
        self.variables: dict[str, Type] = {name: type_of(local["type"]) for name, local in procedure["locals"].items()}
        self._known: dict[int, tuple[Type, Node]] = {}  # by identity; the node is kept so that it stays its own

    def of(self, node: Node) -> Type:
        found = self._known.get(id(node))
        if found is None:
            found = self._known[id(node)] = RULES[node["kind"]](self, node), node
        return found[0]

    def scalar(self, node: Node) -> Int:
        found = self.of(node)
        assert isinstance(found, Int)
        return found

    def set_of(self, node: Node) -> Set:
        found = self.of(node)
        assert isinstance(found, Set)
        return found

    def list_of(self, node: Node) -> List:
        found = self.of(node)
        assert isinstance(found, List)
        return found

    def universe(self, of: str | int) -> int:
        return of if isinstance(of, int) else int(self.program["kinds"][of])

    def bind(self, clause: Node) -> None:
        """Give the variable of a clause the type of what its domain yields."""
        self.variables[clause["var"]] = self.member(clause["domain"])

    def member(self, domain: Node) -> Int:
        match domain["domain"]:
            case "range":
                low, high = self.scalar(domain["low"]), self.scalar(domain["high"])
                return Int(low.low, max(high.high, low.low))
            case "all":
                return Int(0, max(self.universe(domain["of"]) - 1, 0))
            case "set":
                return Int(0, max(self.set_of(domain["of"]).size - 1, 0))
            case "list":
                items = self.list_of(domain["of"])
                return Int(items.low, items.high)
            case "zone":
                return Int(0, self.universe(domain["of"]) - 1)
            case "row":
                items = self.rows(domain["rows"])
                return Int(items.low, items.high)
        raise ValueError(domain["domain"])

    def many(self, domain: Node) -> int:
        """How many members a domain can have at most."""
        match domain["domain"]:
            case "range":
                low, high = self.scalar(domain["low"]), self.scalar(domain["high"])
                return max(high.high - low.low + 1, 0)
            case "all":
                return self.universe(domain["of"])
            case "set":
                return self.set_of(domain["of"]).size
            case "list":
                return self.list_of(domain["of"]).capacity
            case "zone":
                return self.universe(domain["of"])
            case "row":
                return self.rows(domain["rows"]).capacity
        raise ValueError(domain["domain"])

    def rows(self, name: str) -> List:
        data = self.program["rows"][name]["data"]
        items = [item for row in data for item in row] or [0]
        return List(max(map(len, data), default=0), min(items), max(items))


def _arithmetic(values: Values, node: Node) -> Int:
    word = node["op"]
    if word in ("and", "or", "not", "==", "!=", "<", "<=", ">", ">="):
        for arg in node["args"]:
            values.scalar(arg)
        return BOOL
    args = [values.scalar(arg) for arg in node["args"]]
    a, b = args[0], args[-1]
    match word:
        case "+":
            return clipped(a.low + b.low, a.high + b.high)
        case "-":
            return clipped(a.low - b.high, a.high - b.low)
        case "*":
            corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            return clipped(min(corners), max(corners))
        case "div":
            divisors = [d for d in (b.low, b.high, -1, 1) if d and b.low <= d <= b.high] or [1]
            corners = [x // d for x in (a.low, a.high) for d in divisors]
            return Int(min(corners), max(corners))
        case "mod":
            return Int(min(b.low + 1, 0), max(b.high - 1, 0))
        case "min":
            return Int(min(a.low, b.low), min(a.high, b.high))
        case "max":
            return Int(max(a.low, b.low), max(a.high, b.high))
        case "neg":
            return Int(-a.high, -a.low)
        case "abs":
            return Int(0 if a.low <= 0 <= a.high else min(abs(a.low), abs(a.high)), max(abs(a.low), abs(a.high)))
    raise ValueError(word)


def _fold(values: Values, node: Node) -> Type:
    most = 1
    for clause in node["over"]:
        values.bind(clause)
        if clause["where"] is not None:
            values.of(clause["where"])
        most *= values.many(clause["domain"])
    word = node["fold"]
    if word == "count":
        return clipped(0, most)
    value = values.of(node["value"])
    if word in ("any", "all"):
        return BOOL
    if word in ("set", "best"):
        return Set(values.universe(node["of"]))
    if word == "sum":
        assert isinstance(value, Int)
        return clipped(min(value.low, 0) * most, max(value.high, 0) * most)
    if word == "list":
        assert isinstance(value, Int)
        return List(node["capacity"], value.low, value.high)
    return value if node.get("empty") is None else join(value, values.of(node["empty"]))


def _get(values: Values, node: Node) -> Type:
    found = type_of(values.program["attributes"][node["attribute"]]["type"])
    return join(found, Int(-1, -1)) if isinstance(found, Int) and node.get("maybe") else found


def _table(values: Values, node: Node) -> Type:
    data = values.program["tables"][node["table"]]["data"] or [0]
    found = Int(min(data), max(data))
    return join(found, Int(-1, -1)) if node.get("maybe") else found


def _row(values: Values, node: Node) -> Type:
    rows = values.rows(node["rows"])
    if node["as"] == "set":
        return Set(values.universe(node["of"]) if "of" in node else max(rows.high + 1, 1))
    return rows


def _zone(values: Values, node: Node) -> Type:
    family = values.program["zones"][node["zone"]]
    return Int(0 if node.get("maybe") else family["first"], family["first"] + max(family["count"] - 1, 0))


def _thing(values: Values, node: Node) -> Type:
    return Int(-1, values.universe(node["of"]) - 1)


def _universe(values: Values, node: Node) -> Type:
    return Set(values.universe(node["of"]))


def _list(values: Values, node: Node) -> Type:
    items = [values.scalar(item) for item in node["items"]] or [Int(0, 0)]
    return List(len(node["items"]), min(i.low for i in items), max(i.high for i in items))


def _reach(values: Values, node: Node) -> Type:
    size = values.universe(node["of"])
    values.variables[node["var"]] = Int(0, max(size - 1, 0))
    return Set(size)


def _sure(values: Values, node: Node) -> Type:
    value = values.scalar(node["value"])
    return Int(0, max(value.high, 0)) if value.low == -1 else value


def _within(values: Values, node: Node) -> Type:
    value = values.scalar(node["value"])
    low, high = max(value.low, node["low"]), min(value.high, node["high"])
    return Int(low, high) if low <= high else value


def _ask(values: Values, node: Node) -> Type:
    return type_of(next(p for p in values.program["procedures"] if p["name"] == node["procedure"])["result"])


def _item(values: Values, node: Node) -> Type:
    items = values.list_of(node["list"])
    return Int(items.low, items.high)


def _geometry(values: Values, node: Node) -> Type:
    from .primitives import RESULTS

    return RESULTS[node["name"]]


RULES: dict[str, Callable[[Values, Node], Type]] = {
    "int": lambda values, node: Int(node["value"], node["value"]),
    "var": lambda values, node: values.variables[node["name"]],
    "get": _get,
    "table": _table,
    "row": _row,
    "op": _arithmetic,
    "if": lambda values, node: join(values.of(node["then"]), values.of(node["else"])),
    "zone": _zone,
    "count": lambda values, node: Int(0, values.universe(node["of"])),
    "top": _thing,
    "bottom": _thing,
    "at": _thing,
    "where": lambda values, node: Int(0, max(values.program["zone_cells"]["zones"] - 1, 0)),
    "members": _universe,
    "tops": lambda values, node: List(values.universe(node["of"]), 0, values.universe(node["of"]) - 1),
    "things": _universe,
    "all": _universe,
    "union": lambda values, node: join(values.of(node["left"]), values.of(node["right"])),
    "meet": lambda values, node: join(values.of(node["left"]), values.of(node["right"])),
    "minus": lambda values, node: join(values.of(node["left"]), values.of(node["right"])),
    "has": lambda values, node: BOOL,
    "bit": lambda values, node: BOOL,
    "same": lambda values, node: BOOL,
    "size": lambda values, node: Int(0, values.set_of(node["set"]).size),
    "list": _list,
    "length": lambda values, node: Int(0, values.list_of(node["list"]).capacity),
    "item": _item,
    "nth": lambda values, node: Int(0, max(values.set_of(node["set"]).size - 1, 0)),
    "fold": _fold,
    "reach": _reach,
    "sure": _sure,
    "within": _within,
    "ask": _ask,
    "geometry": _geometry,
}
