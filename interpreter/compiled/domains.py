"""Going through domains: the loops that clauses of folds, branches and statements become.

A short loop over members known beforehand is written out round by round, its variable a constant in each.
"""

from __future__ import annotations

from collections.abc import Callable

from .body import UNROLLED, Body
from .expressions import indexed, zone_word
from .memory import STATE
from .values import Node
from .wasm import I64, Var, load

Writer = Callable[[], None]


def each(b: Body, clauses: list[Node], size: int, inner: Writer) -> None:
    """Write the inner code to run for each combination of members that satisfies every `where`.

    `size` is how many nodes the inner code comes from, or so many that writing it out is out of the question.
    """
    if not clauses:
        inner()
        return
    clause, rest = clauses[0], clauses[1:]
    b.values.bind(clause)
    where = clause["where"]

    def round_() -> None:
        if where is None:
            each(b, rest, size, inner)
            return
        with b.f.block() as next_:
            b.jump(where, next_, False)
            each(b, rest, size, inner)

    known = members_known(b, clause["domain"])
    if known is not None and len(known) * (size + b.weight(rest) + b.weight(where)) <= b.unroll:
        write_out(b, clause["var"], known, round_)
    else:
        DOMAINS[clause["domain"]["domain"]](b, clause, round_)


def write_out(b: Body, name: str, members: list[int], round_: Writer) -> None:
    budget, b.unroll = b.unroll, b.unroll // max(len(members), 1)
    for member in members:
        b.constants[name] = member
        round_()
    b.constants.pop(name, None)
    b.unroll = budget


def members_known(b: Body, domain: Node) -> list[int] | None:
    """The members of a domain if they are known now, and few."""
    match domain["domain"]:
        case "all":
            size = b.values.universe(domain["of"])
            return list(range(size)) if size <= UNROLLED else None
        case "range":
            low, high = b.constant(domain["low"]), b.constant(domain["high"])
            if low is None or high is None or high - low > UNROLLED:
                return None
            return list(range(low, high + 1))
        case "row":
            index = [b.constant(part) for part in domain["index"]]
            if any(i is None or i < 0 for i in index):
                return None
            rows, place = b.program["rows"][domain["rows"]], 0
            for i, size in zip(index, rows["dims"], strict=True):
                place = place * size + (i or 0)
            return list(rows["data"][place])
    return None


def bound(b: Body, clause: Node) -> Var:
    """A home for the variable of a clause."""
    home = b.temp(b.values.member(clause["domain"]).machine)
    b.homes[clause["var"]] = home
    return home


def over_range(b: Body, clause: Node, round_: Writer) -> None:
    f, domain = b.f, clause["domain"]
    var = bound(b, clause)
    last = b.temp(var.type)
    b.scalar_as(domain["low"], var.type)
    f.set(var)
    b.scalar_as(domain["high"], var.type)
    f.set(last)
    with f.when(var.le(last)), f.loop() as again:
        round_()
        with f.when(var.lt(last)):
            f.let(var, var + 1)
            f.br(again)
    b.free(var, last)


def over_all(b: Body, clause: Node, round_: Writer) -> None:
    f, size = b.f, b.values.universe(clause["domain"]["of"])
    if not size:
        return
    var = bound(b, clause)
    f.let(var, 0)
    with f.loop() as again:
        round_()
        f.let(var, var + 1)
        f.br_if(again, var.lt(size))
    b.free(var)


def over_set(b: Body, clause: Node, round_: Writer) -> None:
    f, of = b.f, clause["domain"]["of"]
    type_ = b.values.set_of(of)
    if type_.small:
        rest = b.temp(I64)
        b.small(of)
        f.set(rest)
        var = bound(b, clause)
        over_bits(b, rest, var, round_)
        b.free(rest, var)
        return
    address, base, rest = b.temp(), b.temp(), b.temp()
    b.large(of)
    f.set(address)
    var = bound(b, clause)
    f.let(base, 0)
    with f.loop() as again:
        f.let(rest, load(address))
        with f.repeat(rest.ne(0)):
            f.let(var, rest.ctz() + base)
            f.let(rest, rest & (rest - 1))
            round_()
        f.let(address, address + 4)
        f.let(base, base + 32)
        f.br_if(again, base.lt(32 * type_.cells))
    b.free(address, base, rest, var)


def over_bits(b: Body, rest: Var, var: Var, round_: Writer) -> None:
    """Go through a small set, which is used up."""
    f = b.f
    with f.when(rest.ne(0)), f.loop() as again:
        f.let(var, rest.ctz().low())
        f.let(rest, rest & (rest - 1))
        round_()
        f.br_if(again, rest.ne(0))


def over_list(b: Body, clause: Node, round_: Writer) -> None:
    b.large(clause["domain"]["of"])
    through_list(b, clause, round_)


def through_list(b: Body, clause: Node, round_: Writer) -> None:
    """Go through the list whose address lies on the stack."""
    f = b.f
    at, last = b.temp(), b.temp()
    f.tee(at)
    f.put(load(at) << 2)
    f.op("i32.add")
    f.set(last)
    var = bound(b, clause)
    with f.repeat(at.ne(last)):
        f.let(at, at + 4)
        f.let(var, load(at))
        round_()
    b.free(at, last, var)


def over_zone(b: Body, clause: Node, round_: Writer) -> None:
    f, domain = b.f, clause["domain"]
    next_ = STATE + 4 * b.program["zoned"][domain["of"]]["next"]
    link = b.temp()
    zone_word(b, "head", domain["zone"])
    f.set(link)
    var = bound(b, clause)
    with f.repeat(link.ne(0)):
        f.let(var, link - 1)
        round_()
        f.let(link, load(var << 2, next_))
    b.free(link, var)


def over_row(b: Body, clause: Node, round_: Writer) -> None:
    domain = clause["domain"]
    at, size = b.memory.row_lists(domain["rows"])
    offset = indexed(b, domain, b.program["rows"][domain["rows"]]["dims"], at, size)
    b.f.i32(offset)
    b.f.op("i32.add")
    through_list(b, clause, round_)


DOMAINS: dict[str, Callable[[Body, Node, Writer], None]] = {
    "range": over_range,
    "all": over_all,
    "set": over_set,
    "list": over_list,
    "zone": over_zone,
    "row": over_row,
}
