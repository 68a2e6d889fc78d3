"""Statements that take their effect at once: writing, moving, chance, calls of procedures that ask nobody, checks."""

from __future__ import annotations

from ..state import DRAWN, OVER, WON
from . import draws, helpers, zones
from .arithmetic import checked
from .body import Body, Place, statement
from .domains import over_bits
from .expressions import call_args, product
from .members import Members, gather
from .memory import ANSWER_AT, ATTEMPT_AT, FP_AT, OPTION, PC_AT, RESULT_AT, STATE, STATUS_AT, WINNERS_AT
from .sets import copied, load_small, store_small
from .unit import LOOK, Unit
from .values import Int, List, Node, Set, Type, in_memory, machine, type_of
from .wasm import I32, I64, Code, Function, Label, Var, choose, const, load


class Target:
    """Where a statement writes. The index of an attribute is evaluated when the target is made."""

    def __init__(self, b: Body, node: Node) -> None:
        self.b = b
        self.attribute: str | None = None
        self.var: Var | None = None
        self.place = Place(const(0))
        self.thing: Code = const(0)
        if node["kind"] == "var":
            self.type: Type = type_of(b.procedure["locals"][node["name"]]["type"])
            home = b.homes[node["name"]]
            if isinstance(home, Place):
                self.place = home
            else:
                self.var = home
            return
        self.attribute = node["attribute"]
        attribute = b.program["attributes"][self.attribute]
        self.type = type_of(attribute["type"])
        at, size = STATE + 4 * attribute["at"], 4 * attribute["width"]
        known = 0 if node["index"] is None else b.constant(node["index"])
        if known is not None:
            self.place, self.thing = Place(const(0), at + known * size), const(known)
            return
        self.thing = index = b.temp()
        type_ = b.cell(node["index"])
        b.f.set(index)
        if not type_.within(0, attribute["count"] - 1):  # nothing may be written outside the state
            b.fail_if("bounds", node, index.below(attribute["count"]).zero())
        self.place = Place(index << 2 if size == 4 else index * size, at)

    def done(self) -> None:
        """Everything is written: bring the shadow up to date."""
        b, name = self.b, self.attribute
        if name is not None:
            kind = b.program["attributes"][name]["of"]
            if kind in b.program["zoned"] and name in zones.shadowed(b.unit, kind):
                b.f.call(zones.show_if_seen(b.unit, name), self.thing)
        if isinstance(self.thing, Var):
            b.free(self.thing)

    def keep_scalar(self, value: Var) -> None:
        if self.var is not None:
            self.b.f.let(self.var, value)
        else:
            self.b.f.keep(self.place.base, value, self.place.offset)


@statement("set")
def set_(b: Body, node: Node) -> None:
    target = Target(b, node["target"])
    type_ = target.type
    if isinstance(type_, Int):
        set_scalar(b, node, target, type_)
    elif in_memory(type_):
        b.large(node["value"])
        source = b.temp()
        b.f.set(source)
        given = b.values.of(node["value"])
        if isinstance(type_, List) and isinstance(given, List):
            check_list(b, node, source, given, type_)
            copied(b, source, target.place.code, type_, type_.capacity)
        elif isinstance(type_, Set):
            copied(b, source, target.place.code, type_, 0)
        b.free(source)
    else:
        set_small(b, node, target, type_)
    target.done()


def set_scalar(b: Body, node: Node, target: Target, type_: Int) -> None:
    if target.var is None:
        b.f.put(target.place.base)
    given = b.scalar(node["value"])
    known = b.constant(node["value"])
    checked(b, node, given if known is None else Int(known, known), type_.low, type_.high)
    if target.var is not None:
        b.convert(given.machine, target.var.type)
        b.f.set(target.var)
    else:
        b.convert(given.machine, I32)
        b.f.store("i32.store", target.place.offset)


def set_small(b: Body, node: Node, target: Target, type_: Type) -> None:
    assert isinstance(type_, Set)
    if target.var is not None:
        b.small(node["value"])
        b.f.set(target.var)
        return
    b.f.put(target.place.base)
    b.small(node["value"])
    store_small(b, type_, target.place.offset)


def check_list(b: Body, node: Node, source: Var, given: List, type_: List) -> None:
    """A list must fit where it goes."""
    if given.capacity > type_.capacity:
        b.fail_if("full", node, load(source).above(type_.capacity))
    if not Int(given.low, given.high).within(type_.low, type_.high):
        b.f.call(helpers.items_outside(b.unit), source, type_.low, type_.high)
        b.fail_if("range", node)


@statement("include", "exclude")
def include(b: Body, node: Node) -> None:
    f, target = b.f, Target(b, node["target"])
    type_ = target.type
    assert isinstance(type_, Set)
    item = b.temp()
    maybe = product(b, node["item"], node.get("dims"))
    f.set(item)
    fits = len(node["item"]) > 1 or b.values.scalar(node["item"][0]).high < type_.size
    with f.block() as skip:
        if maybe:
            f.br_if(skip, item.eq(-1))
        if not fits:
            b.fail_if("bounds", node, item.below(type_.size).zero())
        if type_.small:
            change_small(b, node, target, type_, item)
        else:
            cell = b.temp()
            f.let(cell, target.place.base + (item >> 5 << 2))
            mask, at = helpers.word_bit(item), target.place.offset
            changed = load(cell, at) | mask if node["kind"] == "include" else load(cell, at) & ~mask
            f.keep(cell, changed, at)
            b.free(cell)
    b.free(item)
    target.done()


def change_small(b: Body, node: Node, target: Target, type_: Set, item: Var) -> None:
    f, mask = b.f, helpers.bit(item)
    if target.var is not None:
        f.let(target.var, target.var | mask if node["kind"] == "include" else target.var & ~mask)
        return
    f.put(target.place.base, target.place.base)
    load_small(b, type_, target.place.offset)
    f.put(mask if node["kind"] == "include" else ~mask)
    f.op("i64.or" if node["kind"] == "include" else "i64.and")
    store_small(b, type_, target.place.offset)


@statement("append")
def append(b: Body, node: Node) -> None:
    f, target = b.f, Target(b, node["target"])
    type_ = target.type
    assert isinstance(type_, List)
    given = b.values.scalar(node["value"])
    value = b.temp(given.machine)
    b.scalar(node["value"])
    f.set(value)
    at = target.place
    b.fail_if("full", node, load(at.base, at.offset).eq(type_.capacity))
    f.put(value)
    checked(b, node, given, type_.low, type_.high)
    f.op("drop")
    f.put(at.base + (load(at.base, at.offset) << 2), value)
    b.convert(given.machine, I32)
    f.store("i32.store", at.offset + 4)
    f.keep(at.base, load(at.base, at.offset) + 1, at.offset)
    b.free(value)
    target.done()


@statement("drop")
def drop(b: Body, node: Node) -> None:
    for name in node["names"]:
        b.drop(name)


# --- zones and chance


@statement("move")
def move(b: Body, node: Node) -> None:
    b.cell(node["thing"])
    b.cell(node["to"])
    flags = zones.AT_TOP * (node["end"] == "top") | zones.OPEN * bool(node["open"])
    b.f.put(const(flags), const(node.get("site", -1)))
    b.f.call(zones.move(b.unit, node["of"]))


@statement("shuffle")
def shuffle(b: Body, node: Node) -> None:
    b.cell(node["zone"])
    b.f.i32(node.get("site", -1))
    b.f.call(zones.shuffle(b.unit, node["of"]))


@statement("reveal")
def reveal(b: Body, node: Node) -> None:
    """`to` is a set of players, of which there are few."""
    f, things = b.f, b.values.set_of(node["things"])
    thing, players = b.temp(), b.temp()
    show = zones.reveal(b.unit, node["of"])
    if things.small:
        rest = b.temp(I64)
        b.small(node["things"])
        f.set(rest)
        b.small(node["to"])
        f.op("i32.wrap_i64")
        f.set(players)
        over_bits(b, rest, thing, lambda: f.call(show, thing, players))
        b.free(rest)
    else:
        at, base, word = b.temp(), b.temp(), b.temp()
        b.large(node["things"])
        f.set(at)
        b.small(node["to"])
        f.op("i32.wrap_i64")
        f.set(players)
        f.let(base, 0)
        with f.loop() as again:
            f.let(word, load(at))
            with f.repeat(word.ne(0)):
                f.let(thing, word.ctz() + base)
                f.let(word, word & (word - 1))
                f.call(show, thing, players)
            f.let(at, at + 4)
            f.let(base, base + 32)
            f.br_if(again, base.lt(32 * things.cells))
        b.free(at, base, word)
    b.free(thing, players)


@statement("pick")
def pick(b: Body, node: Node) -> None:
    f = b.f
    members = gather(b, node, lasting=False)
    into = b.homes[node["into"]]
    assert isinstance(into, Var)
    many = b.temp()
    f.let(many, members.count)
    with f.block() as done:
        with f.when(many.zero()):
            if node["none"] == "error":
                b.fail("empty", node)
            else:
                f.let(into, -1)
                f.br(done)
        if b.unit.has_script:
            scripted(b, node, members, into, done)
        f.call(draws.below(b.unit), many)
        f.set(many)
        members.nth(b, many)
        f.set(into)
    b.free(many)
    members.free(b)


def scripted(b: Body, node: Node, members: Members, into: Var, done: Label) -> None:
    """Take what a scenario has fixed for this pick, if it has; it must be a member."""
    f, script = b.f, draws.script_values(b.unit)
    with f.when(load(script).gt(0)):
        member = b.temp()
        f.let(into, draws.first_number(script))
        f.call(draws.take(b.unit), script, 1)
        members.each(b, member, lambda: f.br_if(done, member.eq(into)))
        b.fail("script", node)
        b.free(member)


# --- procedures


def call_plain(b: Body, node: Node) -> None:
    """A call of a procedure that asks nobody."""
    f, signature = b.f, b.unit.procedures[node["procedure"]]
    declared = signature.node
    call_args(b, node["args"], [declared["locals"][p]["type"] for p in declared["params"]])
    b.tick(node)
    into = None if node["into"] is None else b.homes[node["into"]]
    if in_memory(signature.result):
        assert isinstance(signature.result, Set | List)
        to = into.code if isinstance(into, Place) else const(b.memory.scratch(signature.result.cells))
        f.call(signature.function, to)
    else:
        f.call(signature.function)
    if signature.finishes:  # whatever it gave, nobody wants it any more
        over(b, result_left=not in_memory(signature.result), kind=machine(signature.result))
    if in_memory(signature.result):
        return
    if isinstance(into, Var):
        b.convert(machine(signature.result), into.type)
        f.set(into)
    else:
        f.op("drop")


def over(b: Body, result_left: bool, kind: int) -> None:
    """Leave this procedure too if the game is over."""
    f = b.f
    value = b.temp(kind)
    if result_left:
        f.set(value)
    with f.when(load(STATUS_AT).eq(OVER)):
        b.stop()
    if result_left:
        f.put(value)
    b.free(value)


@statement("finish")
def finish(b: Body, node: Node) -> None:
    f = b.f
    winners = b.temp()
    if node["winners"] is None:
        f.let(winners, -1)
    else:
        b.small(node["winners"])
        f.op("i32.wrap_i64")
        f.set(winners)
    f.call(end_game(b.unit), winners)
    b.stop()
    b.free(winners)


def end_game(unit: Unit) -> Function:
    """The game is over, won by these players, drawn if they are -1. Everything that was under way is gone."""
    f, new = unit.helper("end_game", params=(I32,))
    if new:
        winners, stack = f.param(0), unit.program["stack"]
        f.keep(STATUS_AT, OVER)
        f.keep(RESULT_AT, choose(winners.eq(-1), const(DRAWN), const(WON)))
        f.keep(WINNERS_AT, choose(winners.eq(-1), const(0), winners))
        for address in (PC_AT, FP_AT, ATTEMPT_AT):
            f.keep(address, 0)
        for offset in range(0, OPTION, 8):
            f.keep(ANSWER_AT + offset, 0, op="i64.store")
        with f.when(unit.dirty):
            f.fill(const(STATE + 4 * stack["at"]), 0, const(4 * stack["size"]))
            f.save(unit.dirty, 0)
    return f


# --- checks and lines for those who listen


@statement("ensure")
def ensure(b: Body, node: Node) -> None:
    with b.f.block() as holds:
        b.jump(node["test"], holds, True)
        b.fail("invariant", node)


@statement("note", "unseal")
def note(b: Body, node: Node) -> None:
    """The state does not change, but some notes may be counted."""
    if b.unit.sights is not None and "sight" in node:
        with b.f.when(const(1) if node["looking"] else b.unit.mode.ne(LOOK)):
            b.unit.sights.count(b.f, node["sight"])
