"""Expressions of one variable and constants, worked out beforehand for every value that the variable can have."""

from __future__ import annotations

from .body import SHORTCUTS, Body
from .values import Node
from .wasm import I32, Var

MOST = 128  # values of a variable
LIGHTEST = 5  # nodes below which computing is as fast


def tabulate(b: Body, node: Node, probe: bool) -> bool:
    """Leave the value of an expression that depends on the variable of a loop alone, from a table; no if it does not.
    To probe is only to ask."""
    if not b.bound or node["kind"] == "var" or not b.facts.timeless(node) or b.weight(node) < LIGHTEST:
        return False
    names = [name for name in b.facts.free(node) if name not in b.constants]
    if len(names) != 1 or names[0] not in b.bound:
        return False
    name = names[0]
    home, bounds = b.homes.get(name), b.values.variables[name]
    if not isinstance(home, Var) or home.type != I32 or b.values.scalar(node).machine != I32:
        return False
    low, high = getattr(bounds, "low", 0), getattr(bounds, "high", MOST)
    if high - low >= MOST:
        return False
    values = worked_out(b, node, name, low, high)
    if values is None:
        return False
    if not probe:
        write(b, home, values, low)
    return True


SHORTCUTS.append(tabulate)


def worked_out(b: Body, node: Node, name: str, low: int, high: int) -> list[int] | None:
    key = f"{b.key(node)} {low} {high}"
    known = b.unit.tabulated
    if key not in known:
        values = [b.facts.value(node, {**b.constants, name: value}) for value in range(low, high + 1)]
        known[key] = [v for v in values if v is not None] if None not in values else None
    return known[key]


def write(b: Body, home: Var, values: list[int], low: int) -> None:
    f = b.f
    if min(values) == max(values):
        f.i32(values[0])
        return
    if all(value - values[0] == place for place, value in enumerate(values)):
        f.put(home + (values[0] - low))
        return
    if min(values) >= 0 and max(values) < 256:
        f.put(home)
        offset, op = b.memory.constant(bytes(values)) - low, "i32.load8_u"
    else:
        f.put(home << 2)
        offset, op = b.memory.words(values) - 4 * low, "i32.load"
    if low >= 0:
        f.load(op, offset)
    else:  # the machine adds no offset to an address below 0
        f.i32(offset)
        f.op("i32.add")
        f.load(op)
