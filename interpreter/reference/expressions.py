"""What each expression means. Scalars are ints, sets are ints used as bit masks, lists are tuples.

The checker has typed every expression, so Python's types say no more than `Any` here."""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable
from typing import Any

from ..state import Value
from .lookup import Node, Procedure, Zoned, mask_of
from .memory import Memory, fault
from .shapes import members

UNARY: dict[str, Callable[[int], int]] = {"neg": operator.neg, "abs": abs, "not": lambda a: 0 if a else 1}
BINARY: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": operator.floordiv,
    "mod": operator.mod,
    "min": min,
    "max": max,
    "==": lambda a, b: 1 if a == b else 0,
    "!=": lambda a, b: 1 if a != b else 0,
    "<": lambda a, b: 1 if a < b else 0,
    "<=": lambda a, b: 1 if a <= b else 0,
    ">": lambda a, b: 1 if a > b else 0,
    ">=": lambda a, b: 1 if a >= b else 0,
}


class Expressions(Memory):
    """One method for each kind of expression, found by its name: `eval_KIND`."""

    def __init__(self, program: dict[str, Any]) -> None:
        super().__init__(program)
        self._evaluators: dict[str, Callable[[Node], Any]] = self.methods("eval_")

    def methods(self, prefix: str) -> dict[str, Callable[..., Any]]:
        """The methods that begin with a prefix, by the rest of their names."""
        return {name.removeprefix(prefix): getattr(self, name) for name in dir(self) if name.startswith(prefix)}

    def value(self, node: Node) -> Any:
        return self._evaluators[node["kind"]](node)

    def aside(self, node: Node) -> Any:
        """A value that the run itself does not need, only somebody who asks or listens: it costs the run no steps."""
        steps, self.steps = self.steps, 0
        value = self.value(node)
        self.steps = steps
        return value

    @abstractmethod
    def apply(self, procedure: Procedure, args: list[Value]) -> Any:
        """The result of a procedure that asks nobody."""

    # numbers and truths

    def eval_int(self, node: Node) -> Any:
        return node["value"]

    def eval_var(self, node: Node) -> Any:
        name = node["name"]
        return self.variables[name] if name in self.variables else self.load(name)

    def eval_op(self, node: Node) -> Any:
        word, args = node["op"], node["args"]
        if word == "and" or word == "or":
            for arg in args:
                if (self.value(arg) != 0) == (word == "or"):  # this decides it
                    return int(word == "or")
            return int(word == "and")
        if word in UNARY:
            return UNARY[word](self.value(args[0]))
        a, b = self.value(args[0]), self.value(args[1])
        try:
            return BINARY[word](a, b)
        except ZeroDivisionError:
            raise fault("division", node, "division by zero") from None

    def eval_if(self, node: Node) -> Any:
        return self.value(node["then"] if self.value(node["test"]) else node["else"])

    def eval_sure(self, node: Node) -> Any:
        value = self.value(node["value"])
        if value == -1:
            raise fault("none", node, "there is none, and one is needed")
        return value

    def eval_within(self, node: Node) -> Any:
        value = self.value(node["value"])
        if not node["low"] <= value <= node["high"]:
            raise fault("range", node, f"{value} is not within {node['low']} to {node['high']}")
        return value

    def eval_ask(self, node: Node) -> Any:
        args = [self.value(arg) for arg in node["args"]]
        return self.apply(self.lookup.named[node["procedure"]], args)

    def eval_geometry(self, node: Node) -> Any:
        from ..geometry import PRIMITIVES  # most games have no plane

        args = [self.value(arg) for arg in node["args"]]
        return int(PRIMITIVES[node["name"]].function(*args))

    # attributes and constants

    def eval_get(self, node: Node) -> Any:
        attribute = self.lookup.attributes[node["attribute"]]
        at = attribute.at
        if node["index"] is not None:
            index = self.value(node["index"])
            if index < 0 and node.get("maybe"):
                return attribute.absent
            at += self.within(node, index, attribute.count) * attribute.shape.width
        return self.state[at] if attribute.plain else attribute.shape.load(self.state, at)

    def eval_table(self, node: Node) -> Any:
        table = self.program["tables"][node["table"]]
        place = self.place(node, table["dims"])
        return -1 if place is None else table["data"][place]

    def eval_row(self, node: Node) -> Any:
        rows = self.lookup.rows[node["rows"]]
        place = self.place(node, rows.dims)
        if node["as"] == "set":
            return 0 if place is None else rows.sets[place]
        return () if place is None else rows.lists[place]

    def place(self, node: Node, dims: list[int]) -> int | None:
        """Where a table has its entry, row-major; None if `maybe` some index is none."""
        place, absent = 0, False
        for expression, size in zip(node["index"], dims, strict=True):
            index = self.value(expression)
            if index < 0 and node.get("maybe"):
                absent = True
            else:
                place = place * size + self.within(node, index, size)
        return None if absent else place

    # zones

    def eval_zone(self, node: Node) -> Any:
        family = self.program["zones"][node["zone"]]
        if node["index"] is None:
            return family["first"]
        index = self.value(node["index"])
        if index < 0 and node.get("maybe"):
            return 0
        return family["first"] + self.within(node, index, family["count"])

    def eval_count(self, node: Node) -> Any:
        return self.state[self.lookup.count + self.value(node["zone"])]

    def eval_top(self, node: Node) -> Any:
        return self.state[self.lookup.tail + self.value(node["zone"])] - 1

    def eval_bottom(self, node: Node) -> Any:
        return self.state[self.lookup.head + self.value(node["zone"])] - 1

    def eval_at(self, node: Node) -> Any:
        zone = self.value(node["zone"])
        position = self.value(node["position"])
        contents = self.contents(self.lookup.zoned[node["of"]], zone)
        return contents[-1 - position] if 0 <= position < len(contents) else -1

    def eval_where(self, node: Node) -> Any:
        kind = self.lookup.zoned[node["of"]]
        thing = self.value(node["thing"])
        if thing < 0 and node.get("maybe"):
            return 0
        return self.state[kind.where + self.within(node, thing, kind.size)]

    def eval_members(self, node: Node) -> Any:
        return mask_of(self.contents(self.lookup.zoned[node["of"]], self.value(node["zone"])))

    def eval_tops(self, node: Node) -> Any:
        zone = self.value(node["zone"])
        many = max(self.value(node["count"]), 0)
        return tuple(self.contents(self.lookup.zoned[node["of"]], zone)[::-1][:many])

    def contents(self, kind: Zoned, zone: int) -> list[int]:
        """What lies in a zone, bottom to top."""
        state = self.state
        found, link = [], state[self.lookup.head + zone]
        while link:
            found.append(link - 1)
            link = state[kind.next + link - 1]
        return found

    # sets

    def eval_things(self, node: Node) -> Any:
        return mask_of([self.value(item) for item in node["items"]])

    def eval_all(self, node: Node) -> Any:
        return (1 << node["of"]) - 1

    def eval_union(self, node: Node) -> Any:
        return self.value(node["left"]) | self.value(node["right"])

    def eval_meet(self, node: Node) -> Any:
        return self.value(node["left"]) & self.value(node["right"])

    def eval_minus(self, node: Node) -> Any:
        return self.value(node["left"]) & ~self.value(node["right"])

    def eval_has(self, node: Node) -> Any:
        mask, item = self.value(node["set"]), self.value(node["item"])
        return mask >> item & 1 if item >= 0 else 0

    def eval_bit(self, node: Node) -> Any:
        mask, item = self.value(node["set"]), self.product(node, node["args"])
        return mask >> item & 1 if item >= 0 else 0

    def product(self, node: Node, items: list[Node]) -> int:
        """The id of a tuple in a product, -1 if a part of it is none. A single item is its own id."""
        values: list[int] = [self.value(item) for item in items]
        if -1 in values:
            return -1
        if len(values) == 1:
            return values[0]
        product = 0
        for value, size in zip(values, node["dims"], strict=True):
            product = product * size + self.within(node, value, size)
        return product

    def eval_size(self, node: Node) -> Any:
        return self.value(node["set"]).bit_count()

    def eval_nth(self, node: Node) -> Any:
        found, position = members(self.value(node["set"])), self.value(node["position"])
        if not 0 <= position < len(found):
            raise fault("index", node, f"there is no member {position} of {len(found)}")
        return found[position]

    def eval_same(self, node: Node) -> Any:
        return 1 if self.value(node["left"]) == self.value(node["right"]) else 0

    def eval_reach(self, node: Node) -> Any:
        variables, var, where, by = self.variables, node["var"], node["where"], node["by"]

        def admitted(candidates: int) -> int:
            if where is None:
                return candidates
            kept = 0
            for candidate in members(candidates):
                variables[var] = candidate
                if self.value(where):
                    kept |= 1 << candidate
            return kept

        met = self.value(node["start"])
        reached = waiting = admitted(met)
        while waiting:
            variables[var] = (waiting & -waiting).bit_length() - 1
            waiting &= waiting - 1
            fresh = self.value(by) & ~met
            met |= fresh
            fresh = admitted(fresh)
            reached |= fresh
            waiting |= fresh
        return reached

    # lists

    def eval_list(self, node: Node) -> Any:
        return tuple(self.value(item) for item in node["items"])

    def eval_length(self, node: Node) -> Any:
        return len(self.value(node["list"]))

    def eval_item(self, node: Node) -> Any:
        items, position = self.value(node["list"]), self.value(node["position"])
        if not 0 <= position < len(items):
            raise fault("index", node, f"there is no item {position} of {len(items)}")
        return items[position]
