"""Folds: what is made of the members of domains."""

from __future__ import annotations

from collections.abc import Callable

from . import helpers
from .body import JUMPS, Body, Place, large, scalar, small
from .clauses import negated
from .domains import Writer, any_bit, count_bits, each, members_mask, store_words
from .safety import safe
from .sets import copied, fresh, leave_bit, put_member
from .values import Int, List, Node, Set, Type, in_memory, machine
from .wasm import I32, I64, Code, Label, Var, const, const64


@scalar("fold")
def fold(b: Body, node: Node) -> None:
    """A fold that cannot fail is computed outside of all loops on which it does not depend, and once."""
    if not safe(b, node):
        SCALAR_FOLDS[node["fold"]](b, node)
        return

    def write(homes: list[Var]) -> None:
        with b.region():
            SCALAR_FOLDS[node["fold"]](b, node)
        b.f.set(homes[0])

    b.f.put(*b.kept(b.key(node), b.facts.free(node), [b.values.scalar(node).machine], write))


def jump_fold(b: Body, node: Node, label: Label, sense: bool) -> None:
    """`any` and `all` branch from within their loop, or need no loop."""
    word, f = node["fold"], b.f
    if word not in ("any", "all"):
        b.test(node)
        if not sense:
            f.op("i32.eqz")
        f.br_if(label)
        return
    deciding = word == "any"  # does a round that holds decide, or one that does not?
    tests = [node["value"] if deciding else negated(node["value"])]
    words = members_mask(b, node["over"], tests, ordered=False)
    if words is not None:
        f.br_if(label, any_bit(words) if sense == deciding else any_bit(words).zero())
    elif sense == deciding:
        each(b, node["over"], 2, lambda: f.br(label), tests, ordered=False, once=True)
    else:
        with f.block() as decided:
            each(b, node["over"], 2, lambda: f.br(decided), tests, ordered=False, once=True)
            f.br(label)


JUMPS["fold"] = jump_fold


def decided(b: Body, node: Node) -> None:
    """`any` and `all` as a value."""
    f = b.f
    with f.block(I32) as done:
        with f.block() as other:
            jump_fold(b, node, other, node["fold"] == "any")
            f.i32(0 if node["fold"] == "any" else 1)
            f.br(done)
        f.i32(1 if node["fold"] == "any" else 0)


def count(b: Body, node: Node) -> None:
    f = b.f
    kind = b.values.scalar(node).machine
    words = members_mask(b, node["over"], [], ordered=False)
    if words is not None:
        f.put(count_bits(words))
        b.convert(I32, kind)
        return
    found = b.temp(kind)
    f.let(found, 0)
    each(b, node["over"], 2, lambda: f.let(found, found + 1), ordered=False)
    f.put(found)
    b.free(found)


def sum_(b: Body, node: Node) -> None:
    f = b.f
    total = b.temp(b.values.scalar(node).machine)
    f.let(total, 0)

    def add() -> None:
        f.put(total)
        b.scalar_as(node["value"], total.type)
        f.op("i32.add" if total.type == I32 else "i64.add")
        f.set(total)

    each(b, node["over"], b.weight(node["value"]), add, ordered=not safe(b, node["value"]))
    f.put(total)
    b.free(total)


def extreme(b: Body, node: Node) -> None:
    f, value = b.f, b.values.scalar(node["value"])
    kind = b.values.scalar(node).machine
    best, seen, one = b.temp(kind), b.temp(), b.temp(kind)
    f.let(seen, 0)
    f.let(best, 0)

    def compare() -> None:
        b.scalar_as(node["value"], kind)
        f.set(one)
        with f.when(seen.zero() | (one.gt(best) if node["fold"] == "max" else one.lt(best))):
            f.let(best, one)
            f.let(seen, 1)

    each(b, node["over"], b.weight(node["value"]), compare)
    leave_found(b, node, seen, best, value)
    b.free(best, seen, one)


def leave_found(b: Body, node: Node, seen: Var, found: Var, type_: Type) -> None:
    """Leave what was found, else the value for the case that there is none."""
    f = b.f
    if node.get("empty") is None:
        b.fail_if("empty", node, seen.zero())
        f.put(found)
        return
    with f.when(seen, found.type):
        f.put(found)
        f.otherwise()
        leave_as(b, node["empty"], found.type, type_)


def leave_as(b: Body, node: Node, kind: int, type_: Type) -> None:
    """Leave a value of any type in a given machine type."""
    if isinstance(type_, Int):
        b.scalar_as(node, kind)
    else:
        b.value(node)


def one_match(b: Body, node: Node) -> None:
    """`first`, `last` and `only`, of values of any type. A value in memory is found by its address: the text of a
    procedure evaluates no expression twice before it is used, so that what it points to still stands."""
    f, type_ = b.f, b.values.of(node)
    kind, word = machine(type_), node["fold"]
    if word != "only" and is_own(node) and one_bit(b, node, kind):
        return
    found, seen = b.temp(kind), b.temp()
    f.let(seen, 0)
    f.let(found, 0)
    keep = b.memory.scratch(type_.cells) if in_memory(type_) and isinstance(type_, Set | List) else None
    with f.block() as done:

        def take() -> None:
            leave_as(b, node["value"], kind, type_)
            f.set(found)
            if keep is not None and word != "first":  # the next round may write over it
                assert isinstance(type_, Set | List)
                copied(b, found, const(keep), type_, type_.cells - 1)
                f.let(found, keep)
            if word == "only":
                f.let(seen, seen + 1)
            else:
                f.let(seen, 1)
            if word == "first":
                f.br(done)

        each(b, node["over"], b.weight(node["value"]), take)
    if word == "only":
        b.fail_if("only", node, seen.ne(1))
        f.put(found)
    else:
        leave_found(b, node, seen, found, type_)
    b.free(found, seen)


def is_own(node: Node) -> bool:
    """Is the value of a fold just the member itself?"""
    return len(node["over"]) == 1 and node["value"]["kind"] == "var" and node["value"]["name"] == node["over"][0]["var"]


def one_bit(b: Body, node: Node, kind: int) -> bool:
    """The first or last member, from a mask; no if there is none to be had."""
    words = members_mask(b, node["over"], [], ordered=True) if kind == I32 and node.get("empty") is not None else None
    if words is None:
        return False
    f = b.f
    homes = [b.temp(I64) for _ in words]
    for home, word in zip(homes, words, strict=True):
        f.let(home, word)
    numbered = list(enumerate(homes))
    for number, home in numbered if node["fold"] == "first" else reversed(numbered):
        with_bit = home.ctz() if node["fold"] == "first" else const64(63) - home.clz()
        f.put(home.ne(0))
        f.begin(0x04, I32)
        f.put(with_bit.low() + 64 * number)
        f.otherwise()
    with b.region():
        b.cell(node["empty"])
    for _ in homes:
        f.end()
    b.free(*homes)
    return True


SCALAR_FOLDS = {
    "any": decided,
    "all": decided,
    "count": count,
    "sum": sum_,
    "max": extreme,
    "min": extreme,
    "first": one_match,
    "last": one_match,
    "only": one_match,
}


# --- folds that make sets and lists


@small("fold")
def small_fold(b: Body, node: Node) -> None:
    if node["fold"] in ("first", "last", "only"):
        one_match(b, node)
        return
    f = b.f
    if node["fold"] == "set" and is_own(node):
        words = members_mask(b, node["over"], [], ordered=False)
        if words is not None:
            f.put(words[0])
            return
    found = b.temp(I64)
    f.let(found, 0)
    if node["fold"] == "best":
        best_of(b, node, lambda one: f.let(found, found | helpers.bit(one)), lambda: f.let(found, 0))
    else:

        def include() -> None:
            f.put(found)
            leave_bit(b, node["value"])
            f.op("i64.or")
            f.set(found)

        each(b, node["over"], b.weight(node["value"]), include, ordered=not safe(b, node["value"]))
    f.put(found)
    b.free(found)


@large("fold")
def large_fold(b: Body, node: Node) -> None:
    f, word = b.f, node["fold"]
    if word in ("first", "last", "only"):
        one_match(b, node)
        return
    at, type_ = fresh(b, node), b.values.of(node)
    if word == "set" and is_own(node):
        words = members_mask(b, node["over"], [], ordered=False)
        if words is not None:
            store_words(b, words, at)
            f.i32(at)
            return
    if isinstance(type_, List):
        collect(b, node, at)
    elif word == "best":
        place, universe = Place(const(0), at), b.values.set_of(node)
        b.clear(place, universe)
        best_of(b, node, lambda one: put_member(b, at, one, False), lambda: b.clear(place, universe))
    else:
        b.clear(Place(const(0), at), b.values.set_of(node))
        id_ = b.temp()

        def include() -> None:
            b.cell(node["value"])
            f.set(id_)
            put_member(b, at, id_, b.values.scalar(node["value"]).low < 0)

        each(b, node["over"], b.weight(node["value"]), include)
        b.free(id_)
    f.i32(at)


def best_of(b: Body, node: Node, add: Callable[[Code], None], reset: Writer) -> None:
    """Keep the values with the best key so far; a better key begins again."""
    f = b.f
    kind = b.values.scalar(node["key"]).machine
    one, key, best, seen = b.temp(), b.temp(kind), b.temp(kind), b.temp()
    f.let(seen, 0)
    f.let(best, 0)

    def compare() -> None:
        b.cell(node["value"])
        f.set(one)
        b.scalar(node["key"])
        f.set(key)
        with f.when(seen.zero() | (key.gt(best) if node.get("most") else key.lt(best))):
            f.let(best, key)
            f.let(seen, 1)
            reset()
        with f.when(key.eq(best) & one.ge(0)):
            add(one)

    each(b, node["over"], b.weight(node["value"]) + b.weight(node["key"]), compare)
    b.free(one, key, best, seen)


def collect(b: Body, node: Node, at: int) -> None:
    """The values, in order, as a list at a constant address."""
    f = b.f
    length = b.temp()
    f.let(length, 0)

    def append() -> None:
        value = b.temp()
        b.cell(node["value"])
        f.set(value)
        b.fail_if("full", node, length.eq(node["capacity"]))
        f.keep(length << 2, value, at + 4)
        f.let(length, length + 1)
        b.free(value)

    each(b, node["over"], b.weight(node["value"]), append)
    f.keep(at, length)
    b.free(length)
