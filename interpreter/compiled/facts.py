"""What can be said of an expression without running it: its free variables, whether it looks at the state, and its
value where everything in it is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .values import Node

# Kinds of expressions that depend on nothing but constants and variables, if their parts do.
TIMELESS = frozenset({
    "int", "var", "op", "if", "table", "row", "has", "size", "same", "bit", "union", "meet", "minus", "things", "all",
    "list", "length", "item", "nth", "fold", "sure", "within", "zone",
})  # fmt: skip
ROUNDS = 4096  # of folds, after which working a value out beforehand is given up


class Facts:
    """Answers about the expressions of one program, each worked out once."""

    def __init__(self, program: Node) -> None:
        self.program = program
        self._free: dict[int, tuple[frozenset[str], Node]] = {}  # by identity; the node is kept so that it stays alive
        self._timeless: dict[int, tuple[bool, Node]] = {}
        self._keys: dict[int, tuple[str, Node]] = {}
        self._values: dict[int, tuple[int | None, Node]] = {}

    def free(self, node: Node) -> frozenset[str]:
        """The variables that an expression (or a domain) uses and does not bind itself."""
        known = self._free.get(id(node))
        if known is None:
            known = self._free[id(node)] = self._find_free(node), node
        return known[0]

    def _find_free(self, node: Node) -> frozenset[str]:
        if node.get("kind") == "var":
            return frozenset((node["name"],))
        found: frozenset[str] = frozenset()
        for part in parts(node):
            found |= self.free(part)
        if node.get("kind") == "fold":
            found -= {clause["var"] for clause in node["over"]}
        elif node.get("kind") == "reach":
            found -= {node["var"]}
        return found

    def timeless(self, node: Node) -> bool:
        """Does the value depend on variables and constants alone?"""
        known = self._timeless.get(id(node))
        if known is None:
            own = node.get("kind") in TIMELESS or node.get("domain") in ("range", "all", "set", "list", "row")
            known = self._timeless[id(node)] = own and all(self.timeless(part) for part in parts(node)), node
        return known[0]

    def key(self, node: Node) -> str:
        """A text that is the same for expressions that mean the same, whatever they call the variables they bind."""
        known = self._keys.get(id(node))
        if known is None:
            known = self._keys[id(node)] = _text(node, {}), node
        return known[0]

    def value(self, node: Node, variables: dict[str, int]) -> int | None:
        """The scalar that a timeless expression has for these variables; None if it fails or takes too long."""
        if self.free(node):
            return self._worked_out(node, variables)
        known = self._values.get(id(node))
        if known is None:
            known = self._values[id(node)] = self._worked_out(node, {}), node
        return known[0]

    def _worked_out(self, node: Node, variables: dict[str, int]) -> int | None:
        try:
            found = Evaluator(self.program, variables).value(node)
        except (Unknown, ArithmeticError, IndexError):
            return None
        return found if isinstance(found, int) else None


def parts(node: Node) -> Iterator[Node]:
    """The expressions and domains directly inside an expression, a domain or a clause of a fold."""
    for field, part in node.items():
        if isinstance(part, dict):
            yield part
        elif isinstance(part, list):
            for one in part:
                if isinstance(one, dict):
                    if field == "over":
                        yield from parts(one)
                    else:
                        yield one


def _text(node: Any, names: dict[str, str]) -> str:
    if isinstance(node, list):
        return "[" + ",".join(_text(part, names) for part in node) + "]"
    if not isinstance(node, dict):
        return str(node)
    if node.get("kind") == "var":
        name: str = node["name"]
        return names.get(name, name)
    if node.get("kind") == "fold":
        names = dict(names)
        for clause in node["over"]:
            names[clause["var"]] = f"#{len(names)}"
    elif node.get("kind") == "reach":
        names = {**names, node["var"]: f"#{len(names)}"}
    shown = {field: part for field, part in node.items() if field not in ("site", "var")}
    return "{" + ",".join(f"{field}:{_text(part, names)}" for field, part in sorted(shown.items())) + "}"


class Unknown(Exception):
    """The value cannot be worked out beforehand."""


class Evaluator:
    """Values of timeless expressions, while compiling: scalars and sets as integers, lists as tuples."""

    def __init__(self, program: Node, variables: dict[str, int]) -> None:
        self.program = program
        self.variables = dict(variables)
        self.rounds = 0

    def value(self, node: Node) -> Any:
        return EVALUATORS[node["kind"]](self, node)

    def place(self, node: Node, dims: list[int]) -> int | None:
        place, absent = 0, False
        for part, size in zip(node["index"], dims, strict=True):
            index = self.value(part)
            if index < 0 and node.get("maybe"):
                absent = True
            elif not 0 <= index < size:
                raise Unknown
            place = place * size + index
        return None if absent else place

    def row(self, node: Node) -> tuple[int, ...]:
        rows = self.program["rows"][node["rows"]]
        place = self.place(node, rows["dims"])
        return () if place is None else tuple(rows["data"][place])

    def domain(self, node: Node) -> Any:
        match node["domain"]:
            case "range":
                return range(self.value(node["low"]), self.value(node["high"]) + 1)
            case "all":
                return range(node["of"])
            case "set":
                mask = self.value(node["of"])
                return [i for i in range(mask.bit_length()) if mask >> i & 1]
            case "list":
                return self.value(node["of"])
        return self.row(node)

    def matches(self, clauses: list[Node]) -> Iterator[None]:
        if not clauses:
            yield
            return
        first = clauses[0]
        for member in self.domain(first["domain"]):
            self.rounds += 1
            if self.rounds > ROUNDS:
                raise Unknown
            self.variables[first["var"]] = member
            if first["where"] is None or self.value(first["where"]):
                yield from self.matches(clauses[1:])

    def fold(self, node: Node) -> Any:
        word = node["fold"]
        if word == "count":
            return sum(1 for _ in self.matches(node["over"]))
        values = (self.value(node["value"]) for _ in self.matches(node["over"]))
        match word:
            case "any":
                return int(any(values))
            case "all":
                return int(all(values))
            case "sum":
                return sum(values)
            case "set":
                return mask_of(list(values))
            case "first" | "last" | "max" | "min":
                found = list(values)
                if not found:
                    if node.get("empty") is None:
                        raise Unknown
                    return self.value(node["empty"])
                picked: dict[str, Callable[[list[Any]], Any]] = {
                    "first": lambda f: f[0], "last": lambda f: f[-1], "max": max, "min": min,
                }  # fmt: skip
                return picked[word](found)
        raise Unknown

    def op(self, node: Node) -> int:
        word, args = node["op"], node["args"]
        if word == "and":
            return int(all(self.value(arg) for arg in args))
        if word == "or":
            return int(any(self.value(arg) for arg in args))
        values = [self.value(arg) for arg in args]
        return int(OPERATIONS[word](*values))


def mask_of(items: Any) -> int:
    mask = 0
    for item in items:
        if item >= 0:
            mask |= 1 << item
    return mask


def _sure(e: Evaluator, node: Node) -> Any:
    value = e.value(node["value"])
    if value == -1:
        raise Unknown
    return value


def _within(e: Evaluator, node: Node) -> Any:
    value = e.value(node["value"])
    if not node["low"] <= value <= node["high"]:
        raise Unknown
    return value


def _table(e: Evaluator, node: Node) -> int:
    table = e.program["tables"][node["table"]]
    place = e.place(node, table["dims"])
    return -1 if place is None else int(table["data"][place])


def _has(e: Evaluator, node: Node) -> int:
    mask, item = e.value(node["set"]), e.value(node["item"])
    return mask >> item & 1 if item >= 0 else 0


OPERATIONS: dict[str, Callable[..., int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "div": lambda a, b: a // b,
    "mod": lambda a, b: a % b,
    "min": min,
    "max": max,
    "neg": lambda a: -a,
    "abs": abs,
    "not": lambda a: not a,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _unknown(e: Evaluator, node: Node) -> Any:
    raise Unknown


EVALUATORS: dict[str, Callable[[Evaluator, Node], Any]] = dict.fromkeys(TIMELESS, _unknown) | {
    "int": lambda e, node: node["value"],
    "var": lambda e, node: e.variables[node["name"]],
    "op": Evaluator.op,
    "if": lambda e, node: e.value(node["then"] if e.value(node["test"]) else node["else"]),
    "table": _table,
    "row": lambda e, node: mask_of(e.row(node)) if node["as"] == "set" else e.row(node),
    "has": _has,
    "size": lambda e, node: e.value(node["set"]).bit_count(),
    "union": lambda e, node: e.value(node["left"]) | e.value(node["right"]),
    "meet": lambda e, node: e.value(node["left"]) & e.value(node["right"]),
    "minus": lambda e, node: e.value(node["left"]) & ~e.value(node["right"]),
    "things": lambda e, node: mask_of(e.value(item) for item in node["items"]),
    "all": lambda e, node: (1 << node["of"]) - 1,
    "fold": Evaluator.fold,
    "sure": _sure,
    "within": _within,
}
