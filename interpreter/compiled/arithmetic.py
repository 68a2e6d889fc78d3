"""Numbers and truths: arithmetic, comparisons, conditions, and the checks that a value is there and within bounds."""

from __future__ import annotations

from . import helpers
from .body import JUMPS, Body, scalar
from .values import Int, Node
from .wasm import I32, I64, Label, Var

ORDER = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
PLAIN = {"+": "add", "-": "sub", "*": "mul"}


@scalar("int")
def int_(b: Body, node: Node) -> None:
    b.f.const(node["value"], b.values.scalar(node).machine)


@scalar("var")
def var(b: Body, node: Node) -> None:
    home = b.homes[node["name"]]
    assert isinstance(home, Var)
    b.f.put(home)


@scalar("op")
def op(b: Body, node: Node) -> None:
    word = node["op"]
    if word in PLAIN:
        plain(b, node)
    elif word in ORDER:
        compare(b, node, ORDER[word])
    else:
        OTHERS[word](b, node)


def width(b: Body, node: Node) -> int:
    """The machine type in which an operation is done: that of the widest value in it."""
    kinds = [b.values.scalar(arg).machine for arg in node["args"]]
    return I64 if I64 in (*kinds, b.values.scalar(node).machine) else I32


def name(kind: int, word: str) -> str:
    return ("i32." if kind == I32 else "i64.") + word


def settle(b: Body, node: Node, kind: int) -> None:
    """Bring the result of an operation to the machine type of its bounds."""
    if kind == I64 and b.values.scalar(node).machine == I32:
        b.f.op("i32.wrap_i64")


def plain(b: Body, node: Node) -> None:
    kind = width(b, node)
    for arg in node["args"]:
        b.scalar_as(arg, kind)
    b.f.op(name(kind, PLAIN[node["op"]]))
    settle(b, node, kind)


def compare(b: Body, node: Node, word: str) -> None:
    left, right = node["args"]
    kind = width(b, node)
    if word == "eq" and b.constant(right) == 0:
        b.scalar_as(left, kind)
        b.f.op(name(kind, "eqz"))
        return
    b.scalar_as(left, kind)
    b.scalar_as(right, kind)
    b.f.op(name(kind, word))


def negative(b: Body, node: Node) -> None:
    kind = width(b, node)
    b.f.const(0, kind)
    b.scalar_as(node["args"][0], kind)
    b.f.op(name(kind, "sub"))


def absolute(b: Body, node: Node) -> None:
    f, kind = b.f, width(b, node)
    x = b.temp(kind)
    b.scalar_as(node["args"][0], kind)
    f.tee(x)
    f.const(0, kind)
    f.put(x)
    f.op(name(kind, "sub"))
    f.put(x.ge(0))
    f.op("select")
    b.free(x)
    settle(b, node, kind)


def extreme(b: Body, node: Node) -> None:
    f, kind = b.f, width(b, node)
    x, y = b.temp(kind), b.temp(kind)
    b.scalar_as(node["args"][0], kind)
    f.set(x)
    b.scalar_as(node["args"][1], kind)
    f.set(y)
    f.put(x, y, x.lt(y) if node["op"] == "min" else x.gt(y))
    f.op("select")
    b.free(x, y)
    settle(b, node, kind)


def division(b: Body, node: Node) -> None:
    """Quotient and remainder round down; the machine's round towards zero."""
    f, kind = b.f, width(b, node)
    by = b.values.scalar(node["args"][1])
    above = b.values.scalar(node["args"][0]).low >= 0 and by.low >= 0
    b.scalar_as(node["args"][0], kind)
    b.scalar_as(node["args"][1], kind)
    if by.low <= 0 <= by.high:
        divisor = b.temp(kind)
        f.tee(divisor)
        f.put(divisor.zero())
        b.fail_if("division", node)
        b.free(divisor)
    if above:
        f.op(name(kind, "div_u" if node["op"] == "div" else "rem_u"))
    else:
        f.call(helpers.floor(b.unit, node["op"], kind))
    settle(b, node, kind)


def chain(b: Body, node: Node) -> None:
    """`and` and `or` as a value: the first part that decides ends it."""
    f, args, ends = b.f, node["args"], node["op"] == "or"
    if len(args) == 1:
        truth(b, args[0])
        return
    b.test(args[0])
    with b.region():
        for arg in args[1:-1]:
            f.begin(0x04, I32)
            if ends:
                f.i32(1)
                f.otherwise()
            b.test(arg)
        f.begin(0x04, I32)
        if ends:
            f.i32(1)
            f.otherwise()
        truth(b, args[-1])
    for _ in args[:-1]:
        if not ends:
            f.otherwise()
            f.i32(0)
        f.end()


def truth(b: Body, node: Node) -> None:
    """Leave 0 or 1."""
    b.test(node)
    if not b.values.scalar(node).within(0, 1):
        b.f.i32(0)
        b.f.op("i32.ne")


def not_(b: Body, node: Node) -> None:
    b.test(node["args"][0])
    b.f.op("i32.eqz")


OTHERS = {
    "neg": negative,
    "abs": absolute,
    "min": extreme,
    "max": extreme,
    "div": division,
    "mod": division,
    "and": chain,
    "or": chain,
    "not": not_,
}


def jump_op(b: Body, node: Node, label: Label, sense: bool) -> None:
    f, word, args = b.f, node["op"], node["args"]
    if word == "not":
        b.jump(args[0], label, not sense)
    elif word in ("and", "or"):
        deciding = word == "or"  # the truth of a part that decides the whole
        if sense == deciding:
            for arg in args:
                b.jump(arg, label, sense)
        else:
            with f.block() as decided:
                if len(args) > 1:
                    b.jump(args[0], decided, deciding)
                with b.region():
                    for arg in args[1:-1]:
                        b.jump(arg, decided, deciding)
                    b.jump(args[-1], label, sense)
    elif word in ORDER:
        compare(b, node, ORDER[word if sense else OPPOSITE[word]])
        f.br_if(label)
    else:
        b.test(node)
        if not sense:
            f.op("i32.eqz")
        f.br_if(label)


JUMPS["op"] = jump_op


@scalar("if")
def if_(b: Body, node: Node) -> None:
    kind = b.values.scalar(node).machine
    b.test(node["test"])
    with b.f.when(kind=kind):
        with b.region():
            b.scalar_as(node["then"], kind)
        b.f.otherwise()
        with b.region():
            b.scalar_as(node["else"], kind)


@scalar("sure")
def sure(b: Body, node: Node) -> None:
    f, kind = b.f, b.values.scalar(node["value"]).machine
    b.scalar(node["value"])
    if b.values.scalar(node["value"]).low <= -1:
        value = b.temp(kind)
        f.tee(value)
        f.put(value.eq(-1))
        b.fail_if("none", node)
        b.free(value)


def checked(b: Body, node: Node, type_: Int, low: int, high: int) -> None:
    """The scalar on the stack stays there; outside low..high it is an error of the node."""
    if type_.within(low, high):
        return
    f = b.f
    value = b.temp(type_.machine)
    f.tee(value)
    f.put((value - low).above(high - low))
    b.fail_if("range", node)
    b.free(value)


@scalar("within")
def within(b: Body, node: Node) -> None:
    type_ = b.scalar(node["value"])
    checked(b, node, type_, node["low"], node["high"])
    if type_.machine == I64 and b.values.scalar(node).machine == I32:
        b.f.op("i32.wrap_i64")
