"""Scalars that are looked up: attributes, constant tables, and what can be asked of zones, sets and lists."""

from __future__ import annotations

from . import helpers
from .body import Body, scalar
from .memory import STATE
from .values import Int, List, Node, Set, in_memory, type_of
from .wasm import I32, I64, Code, const

# --- addresses


def scaled(b: Body, node: Node, size: int) -> None:
    """Leave an index times the size of an entry."""
    b.cell(node)
    if size & (size - 1) == 0:
        if size > 1:
            b.f.i32(size.bit_length() - 1)
            b.f.op("i32.shl")
    else:
        b.f.i32(size)
        b.f.op("i32.mul")


def element(b: Body, at: int, size: int, index: Node | None) -> int:
    """Leave a base address; with the offset given back it is that of an entry."""
    known = 0 if index is None else b.constant(index)
    if known is not None:
        b.f.i32(0)
        return at + known * size
    assert index is not None
    scaled(b, index, size)
    return at


def in_front(b: Body, at: int) -> int:
    """The base address on the stack may be below 0, to which the machine would add no offset: make it whole."""
    b.f.i32(at)
    b.f.op("i32.add")
    return 0


def entry(b: Body, name: str, index: Node | None) -> int:
    """Leave a base address; with the offset given back it is that of an attribute's entry."""
    attribute = b.program["attributes"][name]
    return element(b, STATE + 4 * attribute["at"], 4 * attribute["width"], index)


def place_in(b: Body, index: list[Node], dims: list[int]) -> None:
    """Leave the row-major number of an entry of a table with several dimensions."""
    b.cell(index[0])
    for part, size in zip(index[1:], dims[1:], strict=True):
        b.f.i32(size)
        b.f.op("i32.mul")
        b.cell(part)
        b.f.op("i32.add")


def absent(b: Body, node: Node) -> bool:
    """Can an index of this node be none, so that `maybe` matters?"""
    index = node["index"] if isinstance(node["index"], list) else [node["index"]]
    return bool(node.get("maybe")) and any(part is not None and b.values.scalar(part).low < 0 for part in index)


def indexed(b: Body, node: Node, dims: list[int], at: int, size: int) -> int:
    """Leave the base address of a constant entry. An index -1 of `maybe` finds the entry in front of the first."""
    index = node["index"]
    if not absent(b, node):
        if len(index) == 1:
            return element(b, at, size, index[0])
        place_in(b, index, dims)
    elif len(index) == 1 and b.values.scalar(index[0]).low >= -1:
        offset = element(b, at, size, index[0])
        return offset if b.constant(index[0]) is not None else in_front(b, at)
    else:
        parts = [b.temp() for _ in index]
        for part, expression in zip(parts, index, strict=True):
            b.cell(expression)
            b.f.set(part)
        row: Code = parts[0]
        signs: Code = parts[0]
        for part, count in zip(parts[1:], dims[1:], strict=True):
            row, signs = row * count + part, signs | part
        b.f.put(const(-1), row, signs.lt(0))
        b.f.op("select")
        b.free(*parts)
    b.f.i32(size)
    b.f.op("i32.mul")
    return in_front(b, at) if absent(b, node) else at


@scalar("get")
def get(b: Body, node: Node) -> None:
    f, index = b.f, node["index"]
    if not absent(b, node):
        f.load("i32.load", entry(b, node["attribute"], index))
        return
    at = STATE + 4 * b.program["attributes"][node["attribute"]]["at"]
    thing = b.temp()
    b.cell(index)
    f.tee(thing)
    f.i32(0)
    f.op("i32.lt_s")
    with f.when(kind=I32):
        f.i32(-1)
        f.otherwise()
        f.put(thing << 2)
        f.load("i32.load", at)
    b.free(thing)


@scalar("table")
def table(b: Body, node: Node) -> None:
    at, size = b.memory.table(node["table"])
    offset = indexed(b, node, b.program["tables"][node["table"]]["dims"], at, size)
    if size == 4:
        b.f.load("i32.load" if b.values.scalar(node).machine == I32 else "i64.load32_s", offset)
    else:
        b.f.load("i64.load", offset)
        if b.values.scalar(node).machine == I32:
            b.f.op("i32.wrap_i64")


# --- zones


def zone_word(b: Body, word: str, zone: Node) -> None:
    """Leave an entry of the arrays by zone."""
    b.f.load("i32.load", element(b, STATE + 4 * b.program["zone_cells"][word], 4, zone))


@scalar("zone")
def zone(b: Body, node: Node) -> None:
    f, family, index = b.f, b.program["zones"][node["zone"]], node["index"]
    if index is None:
        f.i32(family["first"])
        return
    b.cell(index)
    if not absent(b, node):
        f.i32(family["first"])
        f.op("i32.add")
        return
    number = b.temp()
    f.set(number)
    f.put(const(0), number + family["first"], number.lt(0))
    f.op("select")
    b.free(number)


@scalar("count")
def count(b: Body, node: Node) -> None:
    zone_word(b, "count", node["zone"])


@scalar("top", "bottom")
def end(b: Body, node: Node) -> None:
    zone_word(b, "tail" if node["kind"] == "top" else "head", node["zone"])
    b.f.i32(1)
    b.f.op("i32.sub")


@scalar("at")
def at(b: Body, node: Node) -> None:
    b.cell(node["zone"])
    b.cell(node["position"])
    b.f.call(helpers.thing_at(b.unit, node["of"]))


@scalar("where")
def where(b: Body, node: Node) -> None:
    f, cell = b.f, STATE + 4 * b.program["zoned"][node["of"]]["where"]
    if not node.get("maybe") or b.values.scalar(node["thing"]).low >= 0:
        f.load("i32.load", element(b, cell, 4, node["thing"]))
        return
    thing = b.temp()
    b.cell(node["thing"])
    f.tee(thing)
    f.i32(0)
    f.op("i32.lt_s")
    with f.when(kind=I32):
        f.i32(0)
        f.otherwise()
        f.put(thing << 2)
        f.load("i32.load", cell)
    b.free(thing)


# --- questions about sets and lists


def product(b: Body, items: list[Node], dims: list[int] | None) -> bool:
    """Leave the id of a tuple in a product, something negative if a part of it is none. Yes if that is possible."""
    if len(items) == 1:
        return b.cell(items[0]).low < 0
    assert dims is not None
    if all(b.values.scalar(item).low >= 0 for item in items):
        place_in(b, items, dims)
        return False
    parts = [b.temp() for _ in items]
    for part, item in zip(parts, items, strict=True):
        b.cell(item)
        b.f.set(part)
    row: Code = parts[0]
    signs: Code = parts[0]
    for part, size in zip(parts[1:], dims[1:], strict=True):
        row, signs = row * size + part, signs | part
    b.f.put(const(-1), row, signs.lt(0))
    b.f.op("select")
    b.free(*parts)
    return True


@scalar("has", "bit")
def has(b: Body, node: Node) -> None:
    f = b.f
    items, dims = (node["args"], node["dims"]) if node["kind"] == "bit" else ([node["item"]], None)
    type_ = b.values.set_of(node["set"])
    beyond = len(items) == 1 and b.values.scalar(items[0]).high >= type_.size
    if type_.small:
        b.small(node["set"])
        negative_ = product(b, items, dims)
        if beyond or (negative_ and type_.size == 64):  # elsewhere -1 finds bit 63, which is 0
            item, kept = b.temp(), b.temp(I64)
            f.set(item)
            f.set(kept)
            f.put((kept >> item.long()).low() & item.below(type_.size))
            b.free(item, kept)
            return
        f.op("i64.extend_i32_u")
        f.op("i64.shr_u")
        f.op("i32.wrap_i64")
        f.i32(1)
        f.op("i32.and")
        return
    b.large(node["set"])
    address, item = b.temp(), b.temp()
    f.set(address)
    negative_ = product(b, items, dims)
    f.set(item)
    cell = address + (item >> 5 << 2)
    if not negative_ and not beyond:
        f.put(cell)
        f.load("i32.load")
        f.put(item)
        f.op("i32.shr_u")
        f.i32(1)
        f.op("i32.and")
    else:
        with f.when(item.below(type_.size), I32):
            f.put(cell)
            f.load("i32.load")
            f.put(item)
            f.op("i32.shr_u")
            f.i32(1)
            f.op("i32.and")
            f.otherwise()
            f.i32(0)
    b.free(address, item)


@scalar("size")
def size(b: Body, node: Node) -> None:
    type_ = b.values.set_of(node["set"])
    if type_.small:
        b.small(node["set"])
        b.f.op("i64.popcnt")
        b.f.op("i32.wrap_i64")
    else:
        b.large(node["set"])
        b.f.i32(type_.cells)
        b.f.call(helpers.count_cells(b.unit))


@scalar("same")
def same(b: Body, node: Node) -> None:
    f, type_ = b.f, b.values.of(node["left"])
    if isinstance(type_, Set) and type_.small:
        b.small(node["left"])
        b.small(node["right"])
        f.op("i64.eq")
        return
    left = b.temp()
    b.large(node["left"])
    f.tee(left)
    b.large(node["right"])
    if isinstance(type_, List):
        f.put(left)
        f.load("i32.load")
        f.i32(1)
        f.op("i32.add")
    else:
        f.i32(type_.cells if isinstance(type_, Set) else 0)
    f.call(helpers.same_cells(b.unit))
    b.free(left)


@scalar("length")
def length(b: Body, node: Node) -> None:
    b.large(node["list"])
    b.f.load("i32.load")


@scalar("item")
def item(b: Body, node: Node) -> None:
    f = b.f
    items, position = b.temp(), b.temp()
    b.large(node["list"])
    f.set(items)
    b.cell(node["position"])
    f.tee(position)
    f.put(items)
    f.load("i32.load")
    f.op("i32.ge_u")
    b.fail_if("index", node)
    f.put(items + (position << 2))
    f.load("i32.load", 4)
    b.free(items, position)


@scalar("nth")
def nth(b: Body, node: Node) -> None:
    f, type_ = b.f, b.values.set_of(node["set"])
    found = b.temp()
    if type_.small:
        members = b.temp(I64)
        b.small(node["set"])
        f.set(members)
        b.cell(node["position"])
        f.tee(found)
        f.put(members.popcnt().low())
        f.op("i32.ge_u")
        b.fail_if("index", node)
        f.call(helpers.nth_bit(b.unit), members, found)
        b.free(members)
    else:
        b.large(node["set"])
        f.i32(type_.cells)
        b.cell(node["position"])
        f.call(helpers.nth_of_cells(b.unit))
        f.tee(found)
        f.put(found.lt(0))
        b.fail_if("index", node)
    b.free(found)


# --- calls


def call_args(b: Body, args: list[Node], params: list[Node]) -> None:
    """Leave arguments for a procedure that cannot suspend."""
    for arg, declared in zip(args, params, strict=True):
        type_ = type_of(declared)
        if isinstance(type_, Int):
            b.scalar_as(arg, type_.machine)
        elif in_memory(type_):
            b.large(arg)
        else:
            b.small(arg)


def ask(b: Body, node: Node) -> None:
    """Leave the result of a pure procedure, or the address to which it was written."""
    signature = b.unit.procedures[node["procedure"]]
    declared = signature.node
    call_args(b, node["args"], [declared["locals"][p]["type"] for p in declared["params"]])
    if in_memory(signature.result):
        assert isinstance(signature.result, Set | List)
        to = b.memory.scratch(signature.result.cells)
        b.f.call(signature.function, const(to))
        b.f.i32(to)
    else:
        b.f.call(signature.function)


scalar("ask")(ask)
