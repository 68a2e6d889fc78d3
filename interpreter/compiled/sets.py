"""Sets and lists as values. A set of at most 64 ids is one machine word; a larger one, and any list, lies in memory."""

from __future__ import annotations

from . import helpers
from .body import Body, Place, copy_cells, large, small
from .expressions import absent, ask, entry, indexed
from .memory import STATE
from .values import List, Node, Set
from .wasm import I32, I64, Code, Var, const

COMBINE = {"union": "or", "meet": "and", "minus": "and"}


# --- small sets


@small("var")
def small_var(b: Body, node: Node) -> None:
    home = b.homes[node["name"]]
    assert isinstance(home, Var)
    b.f.put(home)


def load_small(b: Body, type_: Set, offset: int) -> None:
    """Load a small set from cells, its address being on the stack."""
    b.f.load("i64.load" if type_.size > 32 else "i64.load32_u", offset)


def store_small(b: Body, type_: Set, offset: int) -> None:
    b.f.store("i64.store" if type_.size > 32 else "i64.store32", offset)


def load_words(b: Body, homes: list[Var], type_: Set) -> None:
    """Take the words of a large set, whose address is on the stack, into locals."""
    f, address = b.f, b.temp()
    f.set(address)
    for number, home in enumerate(homes):
        cells = type_.cells - 2 * number
        if cells <= 0:
            f.let(home, 0)
        else:
            f.put(address)
            f.load("i64.load" if cells > 1 else "i64.load32_u", 8 * number)
            f.set(home)
    b.free(address)


@small("get")
def small_get(b: Body, node: Node) -> None:
    f, type_ = b.f, b.values.set_of(node)
    if not absent(b, node):
        load_small(b, type_, entry(b, node["attribute"], node["index"]))
        return
    attribute = b.program["attributes"][node["attribute"]]
    thing = b.temp()
    b.cell(node["index"])
    f.tee(thing)
    f.i32(0)
    f.op("i32.lt_s")
    with f.when(kind=I64):
        f.i64(0)
        f.otherwise()
        f.put(thing * (4 * attribute["width"]))
        load_small(b, type_, STATE + 4 * attribute["at"])
    b.free(thing)


@small("row")
def small_row(b: Body, node: Node) -> None:
    rows = b.program["rows"][node["rows"]]
    at, size = b.memory.row_sets(node["rows"], b.values.set_of(node))
    b.f.load("i64.load", indexed(b, node, rows["dims"], at, size))


@small("if")
def small_if(b: Body, node: Node) -> None:
    b.test(node["test"])
    with b.f.when(kind=I64):
        with b.region():
            b.small(node["then"])
        b.f.otherwise()
        with b.region():
            b.small(node["else"])


@small("members")
def small_members(b: Body, node: Node) -> None:
    b.cell(node["zone"])
    b.f.call(helpers.members(b.unit, node["of"]))


@small("things")
def small_things(b: Body, node: Node) -> None:
    f = b.f
    f.i64(0)
    for item in node["items"]:
        leave_bit(b, item)
        f.op("i64.or")


def leave_bit(b: Body, item: Node) -> None:
    """Leave the small set of just this id, the empty one if it is none."""
    f = b.f
    f.i64(1)
    type_ = b.cell(item)
    if type_.low >= 0:
        f.op("i64.extend_i32_u")
        f.op("i64.shl")
        return
    id_, made = b.temp(), b.temp(I64)
    f.tee(id_)
    f.op("i64.extend_i32_u")
    f.op("i64.shl")
    f.set(made)
    f.put(made)
    f.i64(0)
    f.put(id_.ge(0))
    f.op("select")
    b.free(id_, made)


@small("all")
def small_all(b: Body, node: Node) -> None:
    b.f.i64((1 << b.values.set_of(node).size) - 1)


@small("union", "meet", "minus")
def small_combined(b: Body, node: Node) -> None:
    b.small(node["left"])
    b.small(node["right"])
    if node["kind"] == "minus":
        b.f.i64(-1)
        b.f.op("i64.xor")
    b.f.op("i64." + COMBINE[node["kind"]])


small("ask")(ask)
large("ask")(ask)


# --- values in memory


@large("var")
def large_var(b: Body, node: Node) -> None:
    home = b.homes[node["name"]]
    b.f.put(home.code if isinstance(home, Place) else home)


@large("get")
def large_get(b: Body, node: Node) -> None:
    f = b.f
    attribute = b.program["attributes"][node["attribute"]]
    if not absent(b, node):
        offset = entry(b, node["attribute"], node["index"])
        f.i32(offset)
        f.op("i32.add")
        return
    thing = b.temp()
    b.cell(node["index"])
    f.set(thing)
    f.put(
        const(b.memory.nothing(attribute["width"])),
        thing * (4 * attribute["width"]) + (STATE + 4 * attribute["at"]),
        thing.lt(0),
    )
    f.op("select")
    b.free(thing)


@large("row")
def large_row(b: Body, node: Node) -> None:
    rows, type_ = b.program["rows"][node["rows"]], b.values.of(node)
    if isinstance(type_, Set):
        at, size = b.memory.row_sets(node["rows"], type_)
    else:
        at, size = b.memory.row_lists(node["rows"])
    offset = indexed(b, node, rows["dims"], at, size)
    b.f.i32(offset)
    b.f.op("i32.add")


@large("if")
def large_if(b: Body, node: Node) -> None:
    b.test(node["test"])
    with b.f.when(kind=I32):
        with b.region():
            b.large(node["then"])
        b.f.otherwise()
        with b.region():
            b.large(node["else"])


def fresh(b: Body, node: Node) -> int:
    """The address of new scratch space for the value of a node."""
    type_ = b.values.of(node)
    assert isinstance(type_, Set | List)
    return b.memory.scratch(type_.cells)


@large("members")
def large_members(b: Body, node: Node) -> None:
    at = fresh(b, node)
    b.clear(Place(const(0), at), b.values.set_of(node))
    b.cell(node["zone"])
    b.f.i32(at)
    b.f.call(helpers.members_to(b.unit, node["of"]))
    b.f.i32(at)


@large("tops")
def large_tops(b: Body, node: Node) -> None:
    at = fresh(b, node)
    b.cell(node["zone"])
    b.cell(node["count"])
    b.f.i32(at)
    b.f.call(helpers.tops_to(b.unit, node["of"]))
    b.f.i32(at)


@large("things")
def large_things(b: Body, node: Node) -> None:
    f, at = b.f, fresh(b, node)
    ids = [b.temp() for _ in node["items"]]
    for id_, item in zip(ids, node["items"], strict=True):
        b.cell(item)
        f.set(id_)
    b.clear(Place(const(0), at), b.values.set_of(node))
    for id_, item in zip(ids, node["items"], strict=True):
        put_member(b, at, id_, b.values.scalar(item).low < 0)
    b.free(*ids)
    f.i32(at)


def put_member(b: Body, at: int, id_: Code, may_be_none: bool) -> None:
    """Put an id into a large set at a constant address."""
    if may_be_none:
        with b.f.when(id_.ge(0)):
            b.f.call(helpers.include(b.unit), const(at), id_)
    else:
        b.f.call(helpers.include(b.unit), const(at), id_)


@large("all")
def large_all(b: Body, node: Node) -> None:
    type_ = b.values.set_of(node)
    b.f.i32(b.memory.constant(((1 << type_.size) - 1).to_bytes(4 * type_.cells, "little")))


@large("union", "meet", "minus")
def large_combined(b: Body, node: Node) -> None:
    f, at, cells = b.f, fresh(b, node), b.values.set_of(node).cells
    left, right = b.temp(), b.temp()
    b.large(node["left"])
    f.set(left)
    b.large(node["right"])
    f.set(right)

    def word(offset: int, kind: int, to: Code) -> None:
        """One word of the result, at an offset from each of the three addresses."""
        size = "i64" if kind == I64 else "i32"
        f.put(to)
        f.put(left)
        f.load(size + ".load", offset)
        f.put(right)
        f.load(size + ".load", offset)
        if node["kind"] == "minus":
            f.const(-1, kind)
            f.op(size + ".xor")
        f.op(f"{size}.{COMBINE[node['kind']]}")
        f.store(size + ".store", offset)

    if cells <= 16:
        for pair in range(cells // 2):
            word(8 * pair, I64, const(at))
        if cells % 2:
            word(4 * (cells - 1), I32, const(at))
    else:
        to = b.temp()
        f.let(to, at)
        with f.repeat(to.ne(at + 4 * cells)):
            word(0, I32, to)
            for pointer in (to, left, right):
                f.let(pointer, pointer + 4)
        b.free(to)
    b.free(left, right)
    f.i32(at)


@large("list")
def list_(b: Body, node: Node) -> None:
    f, at = b.f, fresh(b, node)
    items = [b.temp() for _ in node["items"]]
    for home, item in zip(items, node["items"], strict=True):
        b.cell(item)
        f.set(home)
    f.keep(at, len(items))
    for place, home in enumerate(items):
        f.keep(at + 4 * (place + 1), home)
    b.free(*items)
    f.i32(at)


def copied(b: Body, source: Var, to: Code, type_: Set | List, capacity: int) -> None:
    """Copy a value in memory to a place of its own; a list brings only its items, and zeros behind them."""
    if isinstance(type_, List):
        b.f.call(helpers.store_list(b.unit), source, to, capacity)
    else:
        copy_cells(b.f, source, to, type_.cells)
