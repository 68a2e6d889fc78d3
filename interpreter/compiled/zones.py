"""Things in zones: links, moves, shuffles, and what each player then knows of them. CORE.md, section 7."""

from __future__ import annotations

from . import draws
from .body import copy_cells
from .helpers import links, zone_arrays
from .memory import STATE
from .unit import CODES, Unit
from .values import List, Set, type_of
from .wasm import I32, Code, Function, Var, const, load

# A zone's record is four words: who sees it (-1: whoever sees its keeper), where the keeper's zone stands, flags, and
# capacity or -1.
ORDERED, SHOWS_TOP = 1, 2
AT_TOP, OPEN = 1, 2  # flags of a move
ZONE = 16  # the first of the bits that say who knows the zone


def records(unit: Unit) -> int:
    """Address of the constant records by zone number."""
    program = unit.program
    words = [0, 0, 0, -1]  # nowhere
    for family in program["zones"]:
        for keeper in range(family["count"]):
            sees, keeper_at = _sight(unit, family, keeper)
            flags = ORDERED * bool(family["ordered"]) | SHOWS_TOP * (family["see"] == "top")
            words += [sees, keeper_at, flags, -1 if family["capacity"] is None else family["capacity"]]
    return unit.memory.words(words)


def _sight(unit: Unit, family: dict[str, object], keeper: int) -> tuple[int, int]:
    program, kind = unit.program, family["of"]
    match family["see"]:
        case "all":
            return unit.everyone, 0
        case "owner" if kind in program["owners"]:
            table = program["owners"][kind]
            owner = keeper if table is None else program["tables"][table]["data"][keeper]
            return 1 << owner, 0
        case "holder" if kind in program["zoned"]:
            return -1, STATE + 4 * (program["zoned"][kind]["where"] + keeper)
    return 0, 0


def sight(unit: Unit) -> Function:
    """The players who see what lies in a zone."""
    f, new = unit.helper("sight", params=(I32,), results=(I32,))
    if new:
        at, zone = records(unit), f.param(0)
        sees, tries = f.local(), f.local()
        f.let(tries, unit.program["zone_cells"]["zones"])
        with f.repeat(tries.ne(0)):
            f.let(sees, load(zone << 4, at))
            with f.when(sees.ge(0)):
                f.back(sees)
            f.let(zone, load(load(zone << 4, at + 4)))
            f.let(tries, tries - 1)
        f.i32(0)  # a thing that lies, by way of others, in its own zone
    return f


# --- shadows


def shadowed(unit: Unit, kind: str) -> list[str]:
    """The attributes of a kind that go with the sight of a thing."""
    attributes = unit.program["attributes"]
    return [n for n, a in attributes.items() if a["of"] == kind and a["see"] == "holder" and a["shadow"] is not None]


def show(unit: Unit, name: str) -> Function:
    """Copies an attribute of a thing to what everyone last saw of it."""
    f, new = unit.helper("show", name, params=(I32,))
    if new:
        attribute = unit.program["attributes"][name]
        shadow = unit.program["attributes"][attribute["shadow"]]
        offset = f.local()
        type_ = type_of(attribute["type"])
        cells = type_.cells if isinstance(type_, Set | List) else 1
        f.let(offset, f.param(0) * (4 * cells))
        copy_cells(f, offset + (STATE + 4 * attribute["at"]), offset + (STATE + 4 * shadow["at"]), cells)
    return f


def show_if_seen(unit: Unit, name: str) -> Function:
    """Does so if the thing lies where everybody sees it."""
    f, new = unit.helper("show_if_seen", name, params=(I32,))
    if new:
        kind = unit.program["attributes"][name]["of"]
        f.call(sight(unit), load(f.param(0) << 2, STATE + 4 * unit.program["zoned"][kind]["where"]))
        f.i32(unit.everyone)
        f.op("i32.eq")
        with f.when():
            f.call(show(unit, name), f.param(0))
    return f


# --- links


class Kind:
    """The arrays of a zoned kind, as code: links are ids + 1."""

    def __init__(self, unit: Unit, name: str) -> None:
        self.unit = unit
        self.name = name
        zoned = unit.program["zoned"][name]
        self.size: int = zoned["size"]
        self.where_at = STATE + 4 * zoned["where"]
        self.know_at = None if zoned["know"] is None else STATE + 4 * zoned["know"]
        self.next_at, self.prev_at = links(unit, name)
        self.head_at, self.tail_at, self.count_at = zone_arrays(unit)
        self.records = records(unit)

    def where(self, thing: Code) -> Code:
        return load(thing << 2, self.where_at)

    def next(self, link: Code) -> Code:
        return load(link << 2, self.next_at)

    def prev(self, link: Code) -> Code:
        return load(link << 2, self.prev_at)

    def head(self, zone: Code) -> Code:
        return load(zone << 2, self.head_at)

    def tail(self, zone: Code) -> Code:
        return load(zone << 2, self.tail_at)

    def count(self, zone: Code) -> Code:
        return load(zone << 2, self.count_at)

    def flags(self, zone: Code) -> Code:
        return load(zone << 4, self.records + 8)

    def capacity(self, zone: Code) -> Code:
        return load(zone << 4, self.records + 12)

    def know(self, thing: Code) -> Code:
        assert self.know_at is not None
        return load(thing << 2, self.know_at)

    def forget(self, f: Function, thing: Code, bits: Code) -> None:
        assert self.know_at is not None
        f.keep(thing << 2, self.know(thing) & ~bits, self.know_at)

    def learn(self, f: Function, thing: Code, players: Code) -> None:
        """Players know place and zone of a thing."""
        assert self.know_at is not None
        f.keep(thing << 2, self.know(thing) | players | (players << ZONE), self.know_at)


def unlink(unit: Unit, kind: Kind) -> Function:
    f, new = unit.helper("unlink", kind.name, params=(I32, I32))
    if new:
        thing, zone = f.param(0), f.param(1)
        below, above = f.local(), f.local()
        link = thing + 1
        f.let(below, kind.prev(link))
        f.let(above, kind.next(link))
        with f.when(below):
            f.keep(below << 2, above, kind.next_at)
            f.otherwise()
            f.keep(zone << 2, above, kind.head_at)
        with f.when(above):
            f.keep(above << 2, below, kind.prev_at)
            f.otherwise()
            f.keep(zone << 2, below, kind.tail_at)
        f.keep(zone << 2, kind.count(zone) - 1, kind.count_at)
        f.keep(thing << 2, 0, kind.where_at)
        f.keep(link << 2, 0, kind.next_at)
        f.keep(link << 2, 0, kind.prev_at)
    return f


def link_in(unit: Unit, kind: Kind) -> Function:
    """Puts a thing into a zone, at its top or bottom; an unordered zone keeps the order of ids."""
    f, new = unit.helper("link", kind.name, params=(I32, I32, I32))
    if new:
        thing, zone, top = f.param(0), f.param(1), f.param(2)
        below, above = f.local(), f.local()
        with f.when(kind.flags(zone) & ORDERED):
            with f.when(top):
                f.let(below, kind.tail(zone))
                f.otherwise()
                f.let(above, kind.head(zone))
            f.otherwise()
            f.let(above, kind.head(zone))
            with f.repeat(above.ne(0) & above.le(thing)):
                f.let(below, above)
                f.let(above, kind.next(above))
        f.keep((thing + 1) << 2, below, kind.prev_at)
        f.keep((thing + 1) << 2, above, kind.next_at)
        with f.when(below):
            f.keep(below << 2, thing + 1, kind.next_at)
            f.otherwise()
            f.keep(zone << 2, thing + 1, kind.head_at)
        with f.when(above):
            f.keep(above << 2, thing + 1, kind.prev_at)
            f.otherwise()
            f.keep(zone << 2, thing + 1, kind.tail_at)
        f.keep(zone << 2, kind.count(zone) + 1, kind.count_at)
        f.keep(thing << 2, zone, kind.where_at)
    return f


# --- moving


def move(unit: Unit, name: str) -> Function:
    """Moves a thing of a kind to a zone; flags say to which end, and whether its place was named."""
    f, new = unit.helper("move", name, params=(I32, I32, I32, I32))
    if new:
        kind = Kind(unit, name)
        thing, target, flags, site = (f.param(i) for i in range(4))
        source = f.local()
        with f.when(thing.below(kind.size).zero()):
            with f.when(thing.lt(0)):
                f.call(unit.fault, CODES.index("nothing"), site)
            f.call(unit.fault, CODES.index("bounds"), site)
        f.let(source, kind.where(thing))
        full = kind.capacity(target).ge(0) & kind.count(target).ge(kind.capacity(target))
        with f.when(target.ne(source) & full):
            f.call(unit.fault, CODES.index("full"), site)
        seers = None if kind.know_at is None else _before(unit, f, kind, thing, source, target, flags)
        with f.when(source):
            f.call(unlink(unit, kind), thing, source)
        with f.when(target):
            f.call(link_in(unit, kind), thing, target, flags & AT_TOP)
        if seers is not None:
            kind.learn(f, thing, seers)
            with f.when(kind.flags(source) & SHOWS_TOP):
                _show_top(unit, f, kind, source)
        if shadowed(unit, name):
            f.call(sight(unit), target)
            f.i32(unit.everyone)
            f.op("i32.eq")
            with f.when():
                for attribute in shadowed(unit, name):
                    f.call(show(unit, attribute), thing)
    return f


def _before(unit: Unit, f: Function, kind: Kind, thing: Var, source: Var, target: Var, flags: Var) -> Var:
    """What the players lose who cannot follow the thing; gives those who can."""
    seers, blind, other, last = f.local(), f.local(), f.local(), f.local()
    f.call(sight(unit), source)
    f.call(sight(unit), target)
    f.op("i32.or")
    f.set(seers)
    with f.when(kind.flags(source) & SHOWS_TOP), f.when(kind.tail(source).eq(thing + 1)):
        f.let(seers, unit.everyone)
    with f.when(kind.flags(target) & SHOWS_TOP):
        f.let(last, kind.tail(target))  # of what else lies there
        with f.when(last.eq(thing + 1)):
            f.let(last, kind.prev(last))
        with f.when(kind.flags(target) & ORDERED), f.when(flags & AT_TOP):
            f.let(last, 0)
        with f.when(last.zero() | ((kind.flags(target) & ORDERED).zero() & last.le(thing))):
            f.let(seers, unit.everyone)
    with f.when(source):
        f.let(blind, ~seers & unit.everyone)
        with f.when(flags & OPEN):  # who knew the thing at that place follows it
            f.let(blind, blind & ~kind.know(thing))
    with f.when(blind):
        f.let(other, kind.head(source))
        with f.repeat(other.ne(0)):
            with f.when(flags & OPEN):
                kind.forget(f, other - 1, (blind & ~kind.know(other - 1)) << ZONE)
                f.otherwise()
                kind.forget(f, other - 1, blind | (blind << ZONE))
            f.let(other, kind.next(other))
        kind.forget(f, thing, blind | (blind << ZONE))
    return seers


def _show_top(unit: Unit, f: Function, kind: Kind, zone: Var) -> None:
    """Everybody knows the top of this zone, if it has one."""
    top = f.local()
    f.let(top, kind.tail(zone))
    with f.when(top):
        kind.learn(f, top - 1, const(unit.everyone))


def reveal(unit: Unit, name: str) -> Function:
    """Players (a mask) learn where a thing is."""
    f, new = unit.helper("reveal", name, params=(I32, I32))
    if new:
        kind = Kind(unit, name)
        thing, players = f.param(0), f.param(1)
        if kind.know_at is not None:
            kind.learn(f, thing, players)
        with f.when(players.eq(unit.everyone)):
            for attribute in shadowed(unit, name):
                f.call(show(unit, attribute), thing)
    return f


# --- shuffling


def shuffle(unit: Unit, name: str) -> Function:
    f, new = unit.helper("shuffle", name, params=(I32, I32))
    if new:
        kind = Kind(unit, name)
        zone, site = f.param(0), f.param(1)
        cards = unit.memory.scratch(kind.size + 1)
        many, fixed, link, i, j = f.local(), f.local(), f.local(), f.local(), f.local()
        f.let(link, kind.head(zone))
        with f.repeat(link.ne(0)):
            f.keep(many << 2, link, cards)
            f.let(many, many + 1)
            f.let(link, kind.next(link))
        if unit.has_script:
            f.call(_fixed_order(unit, kind.size), zone, many, cards, site)
            f.set(fixed)
        f.let(i, many - fixed - 1)
        with f.repeat(i.gt(0)):
            f.call(draws.below(unit), i + 1)
            f.set(j)
            f.let(link, load(i << 2, cards))
            f.keep(i << 2, load(j << 2, cards), cards)
            f.keep(j << 2, link, cards)
            f.let(i, i - 1)
        with f.when(kind.flags(zone) & ORDERED):
            _relink(f, kind, zone, cards, many)
        if kind.know_at is not None:
            f.call(sight(unit), zone)
            f.i32(unit.everyone)
            f.op("i32.ne")
            with f.when():
                f.let(i, 0)
                with f.repeat(i.lt(many)):
                    kind.forget(f, load(i << 2, cards) - 1, const(unit.everyone))
                    f.let(i, i + 1)
            with f.when(kind.flags(zone) & SHOWS_TOP):
                _show_top(unit, f, kind, zone)
    return f


def _relink(f: Function, kind: Kind, zone: Var, cards: int, many: Var) -> None:
    """Link the things of a zone anew, as they lie in scratch space from the bottom to the top."""
    below, link, i = f.local(), f.local(), f.local()
    f.let(i, 0)
    f.let(below, 0)
    with f.repeat(i.lt(many)):
        f.let(link, load(i << 2, cards))
        f.keep(link << 2, below, kind.prev_at)
        with f.when(below):
            f.keep(below << 2, link, kind.next_at)
            f.otherwise()
            f.keep(zone << 2, link, kind.head_at)
        f.let(below, link)
        f.let(i, i + 1)
    with f.when(below):
        f.keep(below << 2, 0, kind.next_at)
        f.keep(zone << 2, below, kind.tail_at)


def _fixed_order(unit: Unit, size: int) -> Function:
    """Puts the things that a scenario wants on top at the end of the list of links; gives how many they are."""
    f, new = unit.helper("fixed_order", str(size), params=(I32, I32, I32, I32), results=(I32,))
    if new:
        zone, many, cards, site = (f.param(i) for i in range(4))
        script = draws.script_orders(unit)
        fixed, i, j, link = f.local(), f.local(), f.local(), f.local()
        kept = unit.memory.scratch(size + 1)
        with f.when(load(script).eq(0) | draws.first_number(script).ne(zone)):
            f.back(0)
        f.let(fixed, -1)
        with f.when(load(script).gt(1)):
            f.let(fixed, load(script + 8))
        with f.when(fixed.lt(0) | fixed.gt(load(script) - 2) | fixed.gt(many)):
            f.call(unit.fault, CODES.index("script"), site)
        with f.repeat(i.lt(fixed)):
            f.let(link, load(i << 2, script + 12) + 1)
            f.let(j, 0)
            with f.block() as found:  # take it out of what has not been taken out yet
                with f.repeat(j.lt(many - i)):
                    f.br_if(found, load((j << 2) + cards).eq(link))
                    f.let(j, j + 1)
                f.call(unit.fault, CODES.index("script"), site)
            f.copy((j << 2) + cards, (j << 2) + cards + 4, (many - i - j - 1) << 2)
            f.keep(i << 2, link, kept)
            f.let(i, i + 1)
        f.let(i, 0)
        with f.repeat(i.lt(fixed)):  # the first of them is the top
            f.keep(cards + ((many - 1 - i) << 2), load(i << 2, kept))
            f.let(i, i + 1)
        f.call(draws.take(unit), script, fixed + 2)
        f.put(fixed)
    return f
