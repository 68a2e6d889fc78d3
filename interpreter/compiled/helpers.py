"""Small functions of the runtime that expressions call: division, bits, cells in memory, contents of zones."""

from __future__ import annotations

from .memory import STATE
from .unit import Unit
from .wasm import I32, I64, Code, Function, const64, load


def floor(unit: Unit, word: str, kind: int) -> Function:
    """Quotient (`div`) or remainder (`mod`), rounding down."""
    f, new = unit.helper(word, str(kind), params=(kind, kind), results=(kind,))
    if new:
        a, b = f.param(0), f.param(1)
        rest = f.local(kind)
        prefix = "i32." if kind == I32 else "i64."
        f.put(a, b)
        f.op(prefix + "rem_s")
        f.set(rest)
        with f.when(rest.ne(0) & (rest ^ b).lt(0)):
            f.let(rest, rest + b)
        if word == "mod":
            f.put(rest)
        else:
            f.put(a - rest, b)
            f.op(prefix + "div_s")
    return f


def nth_bit(unit: Unit) -> Function:
    """The place of the n-th set bit, halving the word where it must lie."""
    f, new = unit.helper("nth_bit", params=(I64, I32), results=(I32,))
    if new:
        bits, n = f.param(0), f.param(1)
        place, count = f.local(), f.local()
        for half in (32, 16, 8, 4, 2, 1):
            f.let(count, (bits & ((1 << half) - 1)).popcnt().low())
            with f.when(n.ge(count)):
                f.let(n, n - count)
                f.let(place, place + half)
                f.let(bits, bits >> half)
        f.put(place)
    return f


def count_cells(unit: Unit) -> Function:
    """How many bits are set in cells."""
    f, new = unit.helper("count_cells", params=(I32, I32), results=(I32,))
    if new:
        at, cells = f.param(0), f.param(1)
        count = f.local()
        with f.repeat(cells.ne(0)):
            f.let(count, count + load(at).popcnt())
            f.let(at, at + 4)
            f.let(cells, cells - 1)
        f.put(count)
    return f


def same_cells(unit: Unit) -> Function:
    f, new = unit.helper("same_cells", params=(I32, I32, I32), results=(I32,))
    if new:
        a, b, cells = f.param(0), f.param(1), f.param(2)
        with f.repeat(cells.ne(0)):
            with f.when(load(a).ne(load(b))):
                f.back(0)
            f.let(a, a + 4)
            f.let(b, b + 4)
            f.let(cells, cells - 1)
        f.i32(1)
    return f


def nth_of_cells(unit: Unit) -> Function:
    """The member of a large set by its rank, -1 if there is none."""
    f, new = unit.helper("nth_of_cells", params=(I32, I32, I32), results=(I32,))
    if new:
        at, cells, n = f.param(0), f.param(1), f.param(2)
        place, count = f.local(), f.local()
        with f.when(n.lt(0)):
            f.back(-1)
        with f.repeat(cells.ne(0)):
            f.let(count, load(at).popcnt())
            with f.when(n.lt(count)):
                f.call(nth_bit(unit), load(at, op="i64.load32_u"), n)
                f.put(place)
                f.op("i32.add")
                f.back()
            f.let(n, n - count)
            f.let(place, place + 32)
            f.let(at, at + 4)
            f.let(cells, cells - 1)
        f.i32(-1)
    return f


def links(unit: Unit, kind: str) -> tuple[int, int]:
    """Addresses of the links of a kind, as if ids began with 1: `next` and `prev`."""
    zoned = unit.program["zoned"][kind]
    return STATE + 4 * zoned["next"] - 4, STATE + 4 * zoned["prev"] - 4


def zone_arrays(unit: Unit) -> tuple[int, int, int]:
    """Addresses of `head`, `tail` and `count` by zone."""
    cells = unit.program["zone_cells"]
    return STATE + 4 * cells["head"], STATE + 4 * cells["tail"], STATE + 4 * cells["count"]


def thing_at(unit: Unit, kind: str) -> Function:
    """The thing at a place from the top, -1 if there is none."""
    f, new = unit.helper("thing_at", kind, params=(I32, I32), results=(I32,))
    if new:
        zone, position = f.param(0), f.param(1)
        link = f.local()
        _, prev = links(unit, kind)
        _, tail, count = zone_arrays(unit)
        with f.when(position.below(load(zone << 2, count)).zero()):
            f.back(-1)
        f.let(link, load(zone << 2, tail))
        with f.repeat(position.ne(0)):
            f.let(link, load(link << 2, prev))
            f.let(position, position - 1)
        f.put(link - 1)
    return f


def members(unit: Unit, kind: str) -> Function:
    """The things in a zone as a small set."""
    f, new = unit.helper("members", kind, params=(I32,), results=(I64,))
    if new:
        zone = f.param(0)
        link, found = f.local(), f.local(I64)
        f.let(link, load(zone << 2, zone_arrays(unit)[0]))
        with f.repeat(link.ne(0)):
            f.let(found, found | bit(link - 1))
            f.let(link, load(link << 2, links(unit, kind)[0]))
        f.put(found)
    return f


def members_to(unit: Unit, kind: str) -> Function:
    """Adds the things in a zone to a large set."""
    f, new = unit.helper("members_to", kind, params=(I32, I32))
    if new:
        zone, to = f.param(0), f.param(1)
        link = f.local()
        f.let(link, load(zone << 2, zone_arrays(unit)[0]))
        with f.repeat(link.ne(0)):
            f.call(include(unit), to, link - 1)
            f.let(link, load(link << 2, links(unit, kind)[0]))
    return f


def tops_to(unit: Unit, kind: str) -> Function:
    """Writes a list of the first things of a zone, from the top down."""
    f, new = unit.helper("tops_to", kind, params=(I32, I32, I32))
    if new:
        zone, many, to = f.param(0), f.param(1), f.param(2)
        link, length = f.local(), f.local()
        f.let(link, load(zone << 2, zone_arrays(unit)[1]))
        with f.repeat(link.ne(0) & many.gt(0)):
            f.let(length, length + 1)
            f.keep(to + (length << 2), link - 1)
            f.let(link, load(link << 2, links(unit, kind)[1]))
            f.let(many, many - 1)
        f.keep(to, length)
    return f


def include(unit: Unit) -> Function:
    """Puts an id into a large set."""
    f, new = unit.helper("include", params=(I32, I32))
    if new:
        at, item = f.param(0), f.param(1)
        cell = f.local()
        f.let(cell, at + (item >> 5 << 2))
        f.keep(cell, load(cell) | word_bit(item))
    return f


def word_bit(item: Code) -> Code:
    """The bit of an id within its cell; the machine shifts by the low five bits of the count."""
    return Code(b"\x41\x01" + item.code + b"\x74")


def bit(item: Code) -> Code:
    """The small set of just this id."""
    return const64(1) << item.long()


def store_list(unit: Unit) -> Function:
    """Copies a list to a place of the given capacity; what follows its items there becomes 0."""
    f, new = unit.helper("store_list", params=(I32, I32, I32))
    if new:
        source, to, capacity = f.param(0), f.param(1), f.param(2)
        length = f.local()
        with f.when(source.eq(to)):
            f.back()
        f.let(length, load(source))
        f.copy(to, source, (length + 1) << 2)
        f.fill(to + ((length + 1) << 2), 0, (capacity - length) << 2)
    return f


def items_outside(unit: Unit) -> Function:
    """Is some item of a list below the first or above the second bound?"""
    f, new = unit.helper("items_outside", params=(I32, I32, I32), results=(I32,))
    if new:
        at, low, high = f.param(0), f.param(1), f.param(2)
        left = f.local()
        f.let(left, load(at))
        with f.repeat(left.ne(0)):
            f.let(at, at + 4)
            with f.when(load(at).lt(low) | load(at).gt(high)):
                f.back(1)
            f.let(left, left - 1)
        f.i32(0)
    return f
