"""The members of one clause, found before anything is done with them: for loops, picks and plain choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from . import helpers
from .body import Body
from .domains import Writer, count_bits, each, members_mask, over_bits, store_words
from .expressions import indexed
from .sets import copied, leave_bit
from .values import Node
from .wasm import I32, I64, Code, Var, const, load

MOST = 1 << 20  # places for the members of one loop; more rounds than that no budget of steps allows


@dataclass(frozen=True, slots=True)
class Interval:
    """All numbers from the first on."""

    first: Var
    many: Var

    @property
    def count(self) -> Code:
        return self.many

    def nth(self, b: Body, place: Code) -> None:
        b.f.put(self.first + place)

    def each(self, b: Body, var: Var, round_: Writer) -> None:
        f = b.f
        place = b.temp()
        f.let(place, 0)
        with f.repeat(place.lt(self.many)):
            f.let(var, self.first + place)
            f.let(place, place + 1)
            round_()
        b.free(place)

    def free(self, b: Body) -> None:
        b.free(self.first, self.many)


@dataclass(frozen=True, slots=True)
class Mask:
    """A small set; going through it uses it up."""

    bits: Var

    @property
    def count(self) -> Code:
        return self.bits.popcnt().low()

    def nth(self, b: Body, place: Code) -> None:
        b.f.call(helpers.nth_bit(b.unit), self.bits, place)

    def each(self, b: Body, var: Var, round_: Writer) -> None:
        over_bits(b, self.bits, var, round_)

    def free(self, b: Body) -> None:
        b.free(self.bits)


@dataclass(frozen=True, slots=True)
class Masks:
    """A set of several words."""

    words: list[Var]

    @property
    def count(self) -> Code:
        return count_bits(list(self.words))

    def nth(self, b: Body, place: Code) -> None:
        f = b.f
        left, at = b.temp(), b.temp()
        f.let(left, place)
        with f.block(I32) as found:
            for number, word in enumerate(self.words[:-1]):
                f.let(at, word.popcnt().low())
                with f.when(left.lt(at)):
                    f.call(helpers.nth_bit(b.unit), word, left)
                    f.put(const(64 * number))
                    f.op("i32.add")
                    f.br(found)
                f.let(left, left - at)
            f.call(helpers.nth_bit(b.unit), self.words[-1], left)
            f.put(const(64 * (len(self.words) - 1)))
            f.op("i32.add")
        b.free(left, at)

    def each(self, b: Body, var: Var, round_: Writer) -> None:
        f = b.f
        kept, base, rest = b.memory.scratch(2 * len(self.words)), b.temp(), b.temp(I64)
        store_words(b, list(self.words), kept)
        f.let(base, 0)
        with f.loop() as again:
            f.let(rest, load(base >> 3, kept, "i64.load"))
            with f.repeat(rest.ne(0)):
                f.let(var, rest.ctz().low() + base)
                f.let(rest, rest & (rest - 1))
                round_()
            f.let(base, base + 64)
            f.br_if(again, base.lt(64 * len(self.words)))
        b.free(base, rest)

    def free(self, b: Body) -> None:
        b.free(*self.words)


@dataclass(frozen=True, slots=True)
class Items:
    """A list in memory that stays as it is."""

    at: Var

    @property
    def count(self) -> Code:
        return load(self.at)

    def nth(self, b: Body, place: Code) -> None:
        b.f.put(load(self.at + (place << 2), 4))

    def each(self, b: Body, var: Var, round_: Writer) -> None:
        f = b.f
        last = b.temp()
        f.let(last, self.at + (load(self.at) << 2))
        with f.repeat(self.at.ne(last)):
            f.let(self.at, self.at + 4)
            f.let(var, load(self.at))
            round_()
        b.free(last)

    def free(self, b: Body) -> None:
        b.free(self.at)


Members = Interval | Mask | Masks | Items


def gather(b: Body, clause: Node, lasting: bool) -> Members:
    """Write code that finds the members. `lasting`: what is done with them may change where they came from."""
    name = clause["var"]
    home, type_ = b.homes.get(name), b.values.variables.get(name)
    found = _gather(b, clause, lasting)
    if home is not None and type_ is not None:  # the variable of a loop is a local, which stays as it is meanwhile
        b.homes[name], b.values.variables[name] = home, type_
    return found


def _gather(b: Body, clause: Node, lasting: bool) -> Members:
    f, domain, where = b.f, clause["domain"], clause["where"]
    member = b.values.member(domain)
    if where is None and member.machine == I32:
        match domain["domain"]:
            case "range":
                return _interval(b, lambda: b.cell(domain["low"]), lambda: b.cell(domain["high"]))
            case "all":
                last = b.values.universe(domain["of"]) - 1
                return _interval(b, lambda: f.i32(0), lambda: f.i32(last))
            case "row":
                at, size = b.memory.row_lists(domain["rows"])
                offset = indexed(b, domain, b.program["rows"][domain["rows"]]["dims"], at, size)
                f.i32(offset)
                f.op("i32.add")
                return _items(b)
            case "list" if not lasting:
                b.large(domain["of"])
                return _items(b)
            case "list":
                listed = b.values.list_of(domain["of"])
                b.large(domain["of"])
                source, kept = b.temp(), b.memory.scratch(listed.cells)
                f.set(source)
                copied(b, source, const(kept), listed, listed.capacity)
                b.free(source)
                f.i32(kept)
                return _items(b)
            case "set" if b.values.set_of(domain["of"]).small:
                bits = b.temp(I64)
                b.small(domain["of"])
                f.set(bits)
                return Mask(bits)
    words = members_mask(b, [clause], [], ordered=True)
    if words is not None:
        homes = [b.temp(I64) for _ in words]
        for home, word in zip(homes, words, strict=True):
            f.let(home, word)
        return Mask(homes[0]) if len(homes) == 1 else Masks(homes)
    if domain["domain"] in ("all", "set", "range") and member.low >= 0 and member.high < 64:
        bits = b.temp(I64)
        f.let(bits, 0)

        def include() -> None:
            f.put(bits)
            leave_bit(b, {"kind": "var", "name": clause["var"]})
            f.op("i64.or")
            f.set(bits)

        each(b, [clause], 6, include)
        return Mask(bits)
    return _listed(b, clause)


def _interval(b: Body, low: Callable[[], object], high: Callable[[], object]) -> Interval:
    f = b.f
    first, many = b.temp(), b.temp()
    low()
    f.set(first)
    high()
    f.put(first)
    f.op("i32.sub")
    f.i32(1)
    f.op("i32.add")
    f.set(many)
    with f.when(many.lt(0)):
        f.let(many, 0)
    return Interval(first, many)


def _items(b: Body) -> Items:
    at = b.temp()
    b.f.set(at)
    return Items(at)


def _listed(b: Body, clause: Node) -> Items:
    """One after the other into scratch space."""
    f = b.f
    kept = b.memory.scratch(1 + min(b.values.many(clause["domain"]), MOST))
    at = b.temp()
    f.let(at, kept)

    def append() -> None:
        f.let(at, at + 4)
        f.put(at)
        b.cell({"kind": "var", "name": clause["var"]})
        f.store("i32.store")

    each(b, [clause], 8, append)
    f.keep(kept, (at - kept) >> 2)
    f.let(at, kept)
    return Items(at)
