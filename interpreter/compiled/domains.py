"""Going through domains: the loops that clauses of folds, branches and statements become.

A loop over few members known beforehand is written out round by round, its variable a constant in each. Conditions that
can be tested for all members at once are (`bulk`); the loop then goes through the bits that are left.
"""

from __future__ import annotations

from collections.abc import Callable

from .body import UNROLLED, Body
from .bulk import Bulk, Mask, both, domain_mask, domain_size, is_set
from .clauses import Level, levelled
from .expressions import indexed, zone_word
from .memory import STATE
from .safety import safe
from .values import Node
from .wasm import I64, Code, Var, const, load

Writer = Callable[[], None]
FEW = 4  # members that are better tested one by one


def each(
    b: Body,
    clauses: list[Node],
    size: int,
    inner: Writer,
    tests: list[Node] | None = None,
    ordered: bool = True,
    once: bool = False,
) -> None:
    """Write the inner code to run for each combination of members that satisfies every `where` and the other tests.

    `size` is how many nodes the inner code comes from. `once`: it uses no variables and leaves the loop.
    """
    first, levels = levelled(b, clauses, tests or [])
    if not first:
        _nest(b, levels, size, inner, ordered, once)
        return
    with b.f.block() as skip, b.region():
        for test in first:
            b.jump(test, skip, False)
        _nest(b, levels, size, inner, ordered, once)


def _nest(b: Body, levels: list[Level], size: int, inner: Writer, ordered: bool, once: bool) -> None:
    if not levels:
        inner()
        return
    level, rest = levels[0], levels[1:]
    domain, name = level.clause["domain"], level.clause["var"]
    known = members_known(b, domain)
    masked = None if known is not None and len(known) <= FEW else _masked(b, level, ordered)
    tests = level.tests if masked is None else masked[1]

    def round_() -> None:
        with b.region():
            if not tests:
                _nest(b, rest, size, inner, ordered, once)
                return
            with b.f.block() as next_:
                for test in tests:
                    b.jump(test, next_, False)
                _nest(b, rest, size, inner, ordered, once)

    if masked is not None:
        words = masked[0]
        if once and not rest and not tests:
            with b.f.when(any_bit(words)):
                inner()
        else:
            with b.loop_over(name):
                _through_words(b, level.clause, words, round_)
        return
    weight = size + b.weight(level.tests) + sum(b.weight(deeper.clause) + b.weight(deeper.tests) for deeper in rest)
    with b.loop_over(name):
        if known is not None and len(known) * weight <= b.unroll:
            _write_out(b, name, known, round_)
        else:
            DOMAINS[domain["domain"]](b, level.clause, round_)


def _masked(b: Body, level: Level, ordered: bool) -> tuple[list[Code], list[Node]] | None:
    """The words of a mask of the members, and the tests that are left; None if single tests are as good."""
    domain, name = level.clause["domain"], level.clause["var"]
    size = domain_size(b, domain)
    if size is None or not is_set(b, domain, ordered) or not safe(b, domain):
        return None
    bulk = Bulk(b, name, size)
    masks: list[Mask] = []
    left: list[Node] = []
    for test in level.tests:
        mask = bulk.mask(test) if all(safe(b, before) for before in left) else None  # errors come in their order
        if mask is None:
            left.append(test)
        else:
            masks.append(mask)
    if not masks or (domain["domain"] == "row" and not all(_cheap(b, mask) for mask in masks)):
        return None
    return _prepared(b, bulk, domain, masks), left


def _prepared(b: Body, bulk: Bulk, domain: Node, masks: list[Mask]) -> list[Code]:
    whole = domain_mask(bulk, domain)
    for mask in masks:
        whole = both(whole, mask)
    whole.prepare(b, bulk.words)
    return [whole.code(number) for number in range(bulk.words)]


def _cheap(b: Body, mask: Mask) -> bool:
    """Is a mask there already, or can it be made before the loops around?"""
    if mask.costly:
        return b.is_kept(mask.key) or b.can_hoist(mask.free)
    return all(_cheap(b, part) for part in mask.parts)


def members_mask(b: Body, clauses: list[Node], tests: list[Node], ordered: bool) -> list[Code] | None:
    """The words of a mask of the members of a single clause, if all tests can be made at once."""
    if len(clauses) != 1:
        return None
    first, levels = levelled(b, clauses, tests)
    level = Level(levels[0].clause, first + levels[0].tests)
    known = members_known(b, level.clause["domain"])
    if known is not None and len(known) <= FEW and not (first or level.tests):
        return None
    if not level.tests:
        domain = level.clause["domain"]
        size = domain_size(b, domain)
        if size is None or not is_set(b, domain, ordered) or not safe(b, domain) or domain["domain"] == "row":
            return None
        return _prepared(b, Bulk(b, level.clause["var"], size), domain, [])
    found = _masked(b, level, ordered)
    return None if found is None or found[1] else found[0]


def any_bit(words: list[Code]) -> Code:
    """Is some bit of these words set?"""
    whole = words[0]
    for word in words[1:]:
        whole = whole | word
    return whole.ne(0)


def count_bits(words: list[Code]) -> Code:
    total = words[0].popcnt()
    for word in words[1:]:
        total = total + word.popcnt()
    return total.low()


def store_words(b: Body, words: list[Code], at: int) -> None:
    for number, word in enumerate(words):
        b.f.keep(at + 8 * number, word, op="i64.store")


def _through_words(b: Body, clause: Node, words: list[Code], round_: Writer) -> None:
    f = b.f
    rest = b.temp(I64)
    var = bound(b, clause)
    if len(words) == 1:
        f.let(rest, words[0])
        over_bits(b, rest, var, round_)
    else:
        at, base = b.memory.scratch(2 * len(words)), b.temp()
        store_words(b, words, at)
        f.let(base, 0)
        with f.loop() as again:
            f.let(rest, load(base >> 3, at, "i64.load"))
            with f.repeat(rest.ne(0)):
                f.let(var, rest.ctz().low() + base)
                f.let(rest, rest & (rest - 1))
                round_()
            f.let(base, base + 64)
            f.br_if(again, base.lt(64 * len(words)))
        b.free(base)
    b.free(rest, var)


def _write_out(b: Body, name: str, members: list[int], round_: Writer) -> None:
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
    address, base, word = b.temp(), b.temp(), b.temp()
    b.large(of)
    f.set(address)
    var = bound(b, clause)
    f.let(base, 0)
    with f.loop() as again:
        f.let(word, load(address))
        with f.repeat(word.ne(0)):
            f.let(var, word.ctz() + base)
            f.let(word, word & (word - 1))
            round_()
        f.let(address, address + 4)
        f.let(base, base + 32)
        f.br_if(again, base.lt(32 * type_.cells))
    b.free(address, base, word, var)


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
    b.f.put(const(offset))
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
