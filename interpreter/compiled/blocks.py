"""The statements that guide control: blocks, loops, attempts, calls and returns.

A frame that goes on inside one of them has its way in: where `entry` is not 0, everything before its point is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .body import STATEMENTS, Body, Loop, statement
from .members import Mask, gather
from .memory import ATTEMPT_AT, STATE
from .procedures import Framed, Plain
from .sets import copied
from .statements import call_plain
from .unit import COMPLETE, DEAD, LOOK, SUSPENDED
from .values import Int, List, Node, Set, in_memory, type_of
from .wasm import I32, I64, Code, Label, Var, const, load


def write(procedure: Plain | Framed) -> None:
    """Write the function of a procedure."""
    with procedure.shell():
        sequence(procedure, procedure.procedure["body"])


def span(b: Body, node: Node) -> tuple[int, int] | None:
    """The entries inside a statement, if it can suspend."""
    return b.spans.get(id(node)) if isinstance(b, Framed) else None


def sequence(b: Body, body: list[Node]) -> None:
    """Statements in order. A frame that goes on inside one of them skips those before it."""
    f = b.f
    stations = [(place, span_) for place, node in enumerate(body) if (span_ := span(b, node)) is not None]
    labels: list[Label] = []
    if stations and (len(stations) > 1 or stations[0][0] > 0):
        assert isinstance(b, Framed)
        labels = [f.begin(0x02) for _ in stations][::-1]
        first = stations[0][1][0]
        if len(stations) == 1:
            f.br_if(labels[0], b.entry)
        else:
            targets = []
            for label, (_, (low, high)) in zip(labels, stations, strict=True):
                targets += [label] * (high - low + 1)
            with f.when(b.entry):
                f.put(b.entry - first)
                f.br_table(targets, labels[-1])
    ends = {place for place, _ in stations} if labels else set()
    for place, node in enumerate(body):
        if place in ends:
            f.end()
        b.forget()
        STATEMENTS[node["kind"]](b, node)


# --- blocks and loops


@statement("when")
def when(b: Body, node: Node) -> None:
    f, inside = b.f, span(b, node)
    if inside is None:
        known = b.constant(node["test"])
        if known is not None:
            with f.block():
                sequence(b, node["then"] if known else node["else"])
            return
        if not node["else"]:
            with f.block() as skip:
                b.jump(node["test"], skip, False)
                sequence(b, node["then"])
            return
        b.test(node["test"])
    else:
        assert isinstance(b, Framed)
        last = max((s[1] for child in node["then"] if (s := span(b, child)) is not None), default=0)
        with f.when(b.entry, I32):
            f.put(b.entry.le(last))
            f.otherwise()
            b.test(node["test"])
    with f.when():
        sequence(b, node["then"])
        if node["else"]:
            f.otherwise()
            sequence(b, node["else"])


@contextmanager
def rounds(b: Body, leave: Label) -> Iterator[None]:
    """The body of a loop: `continue` leads to its end."""
    with b.f.block() as again:
        b.loops.append(Loop(leave, again, len(b.attempts)))
        yield
        b.loops.pop()


def unless_resuming(b: Body, node: Node, begin: Callable[[], None]) -> None:
    """What a frame that goes on inside a statement must not do again."""
    if span(b, node) is None:
        begin()
        return
    assert isinstance(b, Framed)
    with b.f.block() as inside:
        b.f.br_if(inside, b.entry)
        begin()


@statement("while")
def while_(b: Body, node: Node) -> None:
    f = b.f
    with f.block() as leave, f.loop() as again:

        def begin() -> None:
            b.jump(node["test"], leave, False)
            b.tick(node)

        unless_resuming(b, node, begin)
        with rounds(b, leave):
            sequence(b, node["body"])
        f.br(again)


@statement("for")
def for_(b: Body, node: Node) -> None:
    if node["snapshot"] is not None:
        for_snapshot(b, node)
        return
    f, var = b.f, b.homes[node["var"]]
    assert isinstance(var, Var)
    members = gather(b, node, lasting=True)
    with f.block() as leave:

        def round_() -> None:
            b.tick(node)
            with rounds(b, leave):
                sequence(b, node["body"])

        members.each(b, var, round_)
    f.let(var, 0)
    members.free(b)


def for_snapshot(b: Body, node: Node) -> None:
    """A loop with a decision in it: the members it has still to go through lie in the frame."""
    f, var = b.f, b.homes[node["var"]]
    assert isinstance(var, Var)
    unless_resuming(b, node, lambda: take_snapshot(b, node))
    with f.block() as leave, f.loop() as again:

        def begin() -> None:
            next_of_snapshot(b, node, var, leave)
            b.tick(node)

        unless_resuming(b, node, begin)
        with rounds(b, leave):
            sequence(b, node["body"])
        f.br(again)
    f.let(var, 0)
    b.drop(node["snapshot"])
    if node["index"] is not None:
        b.drop(node["index"])


def take_snapshot(b: Body, node: Node) -> None:
    f, home = b.f, b.homes[node["snapshot"]]
    type_ = type_of(b.procedure["locals"][node["snapshot"]]["type"])
    members = gather(b, node, lasting=False)
    member = b.temp()
    if isinstance(home, Var):
        if isinstance(members, Mask):
            f.let(home, members.bits)
        else:
            f.let(home, 0)
            members.each(b, member, lambda: f.let(home, home | (Code(b"\x42\x01", I64) << member.long())))
    elif isinstance(type_, Set):
        b.clear(home, type_)

        def include() -> None:
            cell, offset = home.base + (member >> 5 << 2), home.offset
            f.keep(cell, load(cell, offset) | (const(1) << member), offset)

        members.each(b, member, include)
    else:
        assert isinstance(type_, List)
        b.clear(home, type_)

        def append() -> None:
            b.fail_if("full", node, load(home.base, home.offset).eq(type_.capacity))
            f.keep(home.base + (load(home.base, home.offset) << 2), member, home.offset + 4)
            f.keep(home.base, load(home.base, home.offset) + 1, home.offset)

        members.each(b, member, append)
        b.drop(node["index"])
    b.free(member)
    members.free(b)


def next_of_snapshot(b: Body, node: Node, var: Var, leave: Label) -> None:
    """Take the next member into the variable, or leave the loop."""
    f, home = b.f, b.homes[node["snapshot"]]
    type_ = type_of(b.procedure["locals"][node["snapshot"]]["type"])
    if isinstance(home, Var):
        f.br_if(leave, home.zero())
        f.let(var, home.ctz().low())
        f.let(home, home & (home - 1))
    elif isinstance(type_, Set):
        at = b.temp()
        f.let(at, 0)
        cell = home.base + at
        with f.block() as found:
            with f.loop() as next_:
                f.br_if(found, load(cell, home.offset))
                f.let(at, at + 4)
                f.br_if(next_, at.lt(4 * type_.cells))
            f.br(leave)
        f.let(var, load(cell, home.offset).ctz() + (at << 3))
        f.keep(cell, load(cell, home.offset) & (load(cell, home.offset) - 1), home.offset)
        b.free(at)
    else:
        index = b.homes[node["index"]]
        assert isinstance(index, Var)
        f.br_if(leave, index.eq(load(home.base, home.offset)))
        f.let(var, load(home.base + (index << 2), home.offset + 4))
        f.let(index, index + 1)


@statement("break")
def break_(b: Body, node: Node) -> None:
    leave_attempts(b, b.loops[-1].attempts)
    b.f.br(b.loops[-1].leave)


@statement("continue")
def continue_(b: Body, node: Node) -> None:
    leave_attempts(b, b.loops[-1].attempts)
    b.f.br(b.loops[-1].again)


@statement("return")
def return_(b: Body, node: Node) -> None:
    if isinstance(b, Framed):
        b.give(node["value"])
        leave_attempts(b, 0)
        b.leave()
    else:
        assert isinstance(b, Plain)
        b.result(node["value"])
        b.f.back()


# --- transactions


@statement("attempt")
def attempt(b: Body, node: Node) -> None:
    assert isinstance(b, Framed)
    unless_resuming(b, node, lambda: b.f.keep(ATTEMPT_AT, (b.frame - STATE) >> 2))
    b.attempts.append(node)
    sequence(b, node["body"])
    b.attempts.pop()
    leave_attempt(b, node)


def leave_attempts(b: Body, outside: int) -> None:
    """A jump leaves the attempts that were begun inside what it leaves."""
    for node in reversed(b.attempts[outside:]):
        leave_attempt(b, node)


def leave_attempt(b: Body, node: Node) -> None:
    """All conditions must hold. To whoever looks ahead, that is the answer."""
    assert isinstance(b, Framed)
    b.forget()
    f, looking = b.f, b.unit.mode.eq(LOOK)
    for condition in node["provided"]:
        with f.block() as holds:
            b.jump(condition["test"], holds, True)
            with f.when(looking):
                b.end(DEAD)
            b.fail("provided", condition)
    with f.when(looking):
        b.end(COMPLETE)
    f.keep(ATTEMPT_AT, 0)


# --- calls that can suspend


def call_framed(b: Framed, node: Node) -> None:
    """Run the callee in a frame behind this one. It may come back at once, or much later through the driver."""
    f, unit, signature = b.f, b.unit, b.unit.procedures[node["procedure"]]
    callee = signature.node
    place = b.frame + b.size
    with f.block() as returned:
        with f.block() as resumed:
            f.br_if(resumed, b.entry)
            f.put(place, const(0))
            addresses: list[tuple[Var, int, Set | List]] = []
            for arg, name, type_ in zip(node["args"], callee["params"], signature.params, strict=True):
                if isinstance(type_, Int):
                    b.scalar_as(arg, type_.machine)
                elif in_memory(type_):
                    address = b.temp()
                    b.large(arg)
                    f.set(address)
                    addresses.append((address, b.size + 4 * callee["locals"][name]["slot"], type_))
                else:
                    b.small(arg)
            b.tick(node)
            stack = unit.program["stack"]
            end = STATE + 4 * (stack["at"] + stack["size"]) - b.size - 4 * callee["frame"]
            b.fail_if("stack", node, b.frame.gt(end))
            for address, offset, kind in addresses:
                copied(b, address, b.frame + offset, kind, kind.cells - 1)
                b.free(address)
            if signature.recursive:
                f.save(unit.depth, unit.depth + 1)
            f.call(signature.function)
            status = b.temp()
            f.set(status)
            if signature.recursive:
                f.save(unit.depth, unit.depth - 1)
            f.br_if(returned, status.zero())
            with f.when(status.eq(SUSPENDED)):
                f.keep(b.frame, node["point"], b.size)
                b.suspend()
            f.back(status)
            b.free(status)
        f.let(b.entry, 0)
    if node["into"] is not None:
        into = b.homes[node["into"]]
        assert isinstance(into, Var)
        f.put(unit.returned)
        b.convert(I32, into.type)
        f.set(into)


@statement("call")
def call(b: Body, node: Node) -> None:
    if b.unit.procedures[node["procedure"]].framed:
        assert isinstance(b, Framed)
        call_framed(b, node)
    else:
        call_plain(b, node)
