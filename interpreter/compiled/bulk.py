"""Tests of all members of a domain at once: a condition on x becomes a mask with one bit for each x.

Comparisons of an attribute are done four cells at a time; tests of constants are masks in memory; `and`, `or`, `not`
are bit operations. A mask has one 64-bit word for every 64 ids, at most `MOST_WORDS`. Only conditions that cannot fail
are treated so: what is evaluated here, and how often, nobody can tell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from .arithmetic import truth
from .body import Body
from .memory import STATE
from .safety import safe
from .sets import load_words
from .tables import worked_out
from .values import Int, Node, type_of
from .wasm import I32, I64, V128, Code, Var, const64, unsigned

MOST_WORDS = 4
FEWEST = 5  # members below which single tests are as good
MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
VECTOR = {"==": 0x37, "!=": 0x38, "<": 0x39, ">": 0x3B, "<=": 0x3D, ">=": 0x3F}  # on four cells
TABLE = 600  # masks that one constant table may have
COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@dataclass(slots=True)
class Mask:
    """A mask that is known, or that will lie in locals once it is prepared, or that is made of other masks."""

    known: int | None = None
    word: str = ""  # and, or, not, shift
    parts: list[Mask] = field(default_factory=list)
    key: str = ""
    free: frozenset[str] = frozenset()
    write: Callable[[list[Var]], None] | None = None  # into these locals
    homes: list[Var] = field(default_factory=list)
    by: int = 0  # places that a mask is shifted to the left
    costly: bool = False  # more than a few instructions

    def prepare(self, b: Body, words: int) -> None:
        for part in self.parts:
            part.prepare(b, words)
        if self.write is not None:
            self.homes = b.kept(self.key, self.free, [I64] * words, self.write)

    def code(self, number: int) -> Code:
        """One word of it."""
        if self.known is not None:
            return const64(self.known >> 64 * number & (1 << 64) - 1)
        match self.word:
            case "and":
                return self.parts[0].code(number) & self.parts[1].code(number)
            case "or":
                return self.parts[0].code(number) | self.parts[1].code(number)
            case "not":
                return ~self.parts[0].code(number)
            case "shift":
                whole = self.parts[0].code(number)
                return whole << self.by if self.by >= 0 else whole >> -self.by
        return self.homes[number]


def both(a: Mask, b: Mask) -> Mask:
    if a.known is not None and b.known is not None:
        return Mask(known=a.known & b.known)
    return Mask(word="and", parts=[a, b])


def either(a: Mask, b: Mask) -> Mask:
    return Mask(word="or", parts=[a, b])


def opposite(a: Mask, size: int) -> Mask:
    if a.known is not None:
        return Mask(known=~a.known & (1 << size) - 1)
    return Mask(word="not", parts=[a])


class Bulk:
    """The conditions on one variable that ranges over 0..size-1."""

    def __init__(self, b: Body, name: str, size: int) -> None:
        self.b, self.name, self.size = b, name, size
        self.words = -(-size // 64)

    def mask(self, test: Node) -> Mask | None:
        """The members for which a test holds; None if it has to be tested one by one."""
        b = self.b
        if not safe(b, test):
            return None
        if self.name not in b.facts.free(test):
            return self.broadcast(test)
        if b.facts.timeless(test) and self.only(test):
            return self.worked_out(test)
        match test["kind"]:
            case "op":
                return self.operation(test)
            case "if":
                return self.case(test, test["then"], test["else"])
            case "has":
                return self.membership(test)
        return None

    def only(self, node: Node) -> bool:
        return all(name == self.name or name in self.b.constants for name in self.b.facts.free(node))

    def worked_out(self, test: Node) -> Mask | None:
        """A test of nothing but the variable and constants."""
        values = self.values(test)
        return None if values is None else Mask(known=sum(bool(value) << i for i, value in enumerate(values)))

    def values(self, node: Node) -> list[int] | None:
        """What an expression of nothing but the variable and constants is for every member."""
        return worked_out(self.b, node, self.name, 0, self.size - 1)

    def broadcast(self, test: Node) -> Mask:
        """The same for all members."""
        b, known = self.b, self.b.constant(test)
        if known is not None:
            return Mask(known=(1 << self.size) - 1 if known else 0)

        def write(homes: list[Var]) -> None:
            b.f.i64(0)
            truth(b, test)
            b.f.op("i64.extend_i32_u")
            b.f.op("i64.sub")
            b.f.set(homes[0])
            for home in homes[1:]:
                b.f.let(home, homes[0])

        return Mask(key=f"all if {b.key(test)} {self.words}", free=b.facts.free(test), write=write)

    def operation(self, test: Node) -> Mask | None:
        word, args = test["op"], test["args"]
        if word in ("and", "or"):
            found = None
            for arg in args:
                part = self.mask(arg)
                if part is None:
                    return None
                found = part if found is None else both(found, part) if word == "and" else either(found, part)
            return found
        if word == "not":
            inner = self.mask(args[0])
            return None if inner is None else opposite(inner, self.size)
        if word not in VECTOR:
            return None
        left, right = args
        if self.name in self.b.facts.free(right):
            left, right, word = right, left, MIRRORED[word]
        if self.name in self.b.facts.free(right):
            return None
        return self.comparison(left, word, right)

    def comparison(self, left: Node, word: str, right: Node) -> Mask | None:
        """Something about the member against something that is the same for all."""
        b = self.b
        if b.facts.timeless(left) and self.only(left):
            return self.looked_up(left, word, right)
        if left["kind"] == "if":
            then: Node = {"kind": "op", "op": word, "args": [left["then"], right]}
            otherwise: Node = {"kind": "op", "op": word, "args": [left["else"], right]}
            return self.case(left, then, otherwise)
        if left["kind"] == "get" and b.values.scalar(right).machine == I32:
            attribute = b.program["attributes"][left["attribute"]]
            if not isinstance(type_of(attribute["type"]), Int) or attribute["count"] < self.size:
                return None
            if left["index"] == {**left["index"], "kind": "var", "name": self.name}:
                return self.column(attribute, word, right)
            return self.neighbours(left, attribute, word, right)
        return None

    def case(self, node: Node, then: Node, otherwise: Node) -> Mask | None:
        """Two cases, told apart by something that is the same for all."""
        test = self.mask(node["test"])
        yes, no = self.mask(then), self.mask(otherwise)
        if test is None or yes is None or no is None:
            return None
        return either(both(test, yes), both(opposite(test, self.size), no))

    def column(self, attribute: Node, word: str, right: Node) -> Mask:
        """An attribute of every member against one value."""
        b, at = self.b, STATE + 4 * attribute["at"]

        def write(homes: list[Var]) -> None:
            f = b.f
            value = f.local(V128)
            b.cell(right)
            f.simd(0x11)
            f.set(value)
            for number, home in enumerate(homes):
                pieces = -(-min(64, self.size - 64 * number) // 16)
                for piece in range(pieces):
                    first = at + 4 * (64 * number + 16 * piece)
                    for quarter in range(4):
                        f.i32(0)
                        f.code += b"\xfd\x00\x00" + unsigned(first + 16 * quarter)
                        f.put(value)
                        f.simd(VECTOR[word])
                        if quarter % 2:
                            f.simd(0x85)  # four and four cells become eight halves
                    f.simd(0x65)  # eight and eight halves become sixteen bytes
                    f.simd(0x64)  # and those sixteen bits
                    f.op("i64.extend_i32_u")
                    if piece:
                        f.i64(16 * piece)
                        f.op("i64.shl")
                        f.op("i64.or")
                f.set(home)  # bits behind the last member mean nothing: every mask is cut to its domain

        key = f"column {attribute['at']} {self.size} {word} {b.key(right)}"
        return Mask(key=key, free=b.facts.free(right), write=write, costly=True)

    def neighbours(self, left: Node, attribute: Node, word: str, right: Node) -> Mask | None:
        """An attribute of what lies at a fixed distance from each member, where something does."""
        b, index = self.b, left["index"]
        if self.words > 1 or not (b.facts.timeless(index) and self.only(index)):
            return None
        distance, there = None, 0
        for member, place in enumerate(self.values(index) or [self.size]):
            if place >= self.size or (place < 0 and not left.get("maybe")):
                return None
            if place >= 0:
                if distance is not None and place - member != distance:
                    return None
                distance = place - member
                there |= 1 << member
        nothing: Node = {"kind": "op", "op": word, "args": [{"kind": "int", "value": -1}, right]}
        absent = self.mask(nothing)
        if absent is None:
            return None
        absent = both(absent, Mask(known=~there & (1 << self.size) - 1))
        if distance is None:
            return absent
        present = Mask(word="shift", parts=[self.column(attribute, word, right)], by=-distance)
        return either(both(present, Mask(known=there)), absent)

    def looked_up(self, left: Node, word: str, right: Node) -> Mask | None:
        """A constant of every member against one value: a mask for every value there could be."""
        b = self.b
        constants = self.values(left)
        if constants is None:
            return None
        known = b.constant(right)
        if known is not None:
            return Mask(known=sum(COMPARE[word](c, known) << i for i, c in enumerate(constants)))
        low, high = min(constants) - 1, max(constants) + 1
        bounds = b.values.scalar(right)
        low, high = max(low, min(bounds.low, high)), min(high, max(bounds.high, low))
        if high - low >= TABLE or bounds.machine != I32:
            return None
        masks = [sum(COMPARE[word](c, v) << i for i, c in enumerate(constants)) for v in range(low, high + 1)]
        return self.table(masks, right, low, high, bounds)

    def table(self, masks: list[int], index: Node, low: int, high: int, bounds: Int) -> Mask:
        """One of several constant masks."""
        b, size = self.b, 8 * self.words
        at = b.memory.constant(b"".join(mask.to_bytes(size, "little") for mask in masks))

        def write(homes: list[Var]) -> None:
            f = b.f
            place = b.temp()
            b.cell(index)
            f.set(place)
            if bounds.low < low:
                with f.when(place.lt(low)):
                    f.let(place, low)
            if bounds.high > high:
                with f.when(place.gt(high)):
                    f.let(place, high)
            f.let(place, (place - low) * size)
            for number, home in enumerate(homes):
                f.put(place)
                f.load("i64.load", at + 8 * number)
                f.set(home)
            b.free(place)

        return Mask(key=f"masks {at} {low} {b.key(index)}", free=b.facts.free(index), write=write)

    def membership(self, test: Node) -> Mask | None:
        b, item = self.b, test["item"]
        if item["kind"] == "var" and item["name"] == self.name and self.name not in b.facts.free(test["set"]):
            return self.set(test["set"])
        if self.name not in b.facts.free(item) and test["set"]["kind"] == "row" and self.only(test["set"]):
            bounds = b.values.scalar(item)
            if b.facts.timeless(test["set"]) and bounds.high - bounds.low < TABLE:
                return self.transposed(test["set"], item, bounds)
        return None

    def transposed(self, row: Node, item: Node, bounds: Int) -> Mask | None:
        """The members whose constant row has an item."""
        b = self.b
        masks = [0] * (bounds.high - bounds.low + 1)
        for member in range(self.size):
            for value in range(bounds.low, bounds.high + 1):
                test: Node = {"kind": "has", "set": row, "item": {"kind": "int", "value": value}}
                found = b.facts.value(test, {**b.constants, self.name: member})
                if found is None:
                    return None
                masks[value - bounds.low] |= found << member
        return self.table(masks, item, bounds.low, bounds.high, bounds)

    def set(self, node: Node) -> Mask:
        """A set of such members that is the same for all."""
        b, type_ = self.b, self.b.values.set_of(node)

        def write(homes: list[Var]) -> None:
            if type_.small:
                b.small(node)
                b.f.set(homes[0])
                for home in homes[1:]:
                    b.f.let(home, 0)
            else:
                b.large(node)
                load_words(b, homes, type_)

        costly = node["kind"] not in ("var", "get", "row")
        made = Mask(key=f"set {self.words} {b.key(node)}", free=b.facts.free(node), write=write, costly=costly)
        return made if type_.size <= self.size else both(made, Mask(known=(1 << self.size) - 1))


def domain_size(b: Body, domain: Node) -> int | None:
    """The size of the universe in which the members of a domain lie, if masks can be made of it."""
    match domain["domain"]:
        case "all":
            size = b.values.universe(domain["of"])
        case "set":
            size = b.values.set_of(domain["of"]).size
        case "range":
            low, high = b.constant(domain["low"]), b.constant(domain["high"])
            if low is None or high is None or low < 0:
                return None
            size = high + 1
        case "row":
            items = b.values.rows(domain["rows"])
            if items.low < 0:
                return None
            size = items.high + 1
        case _:
            return None
    return size if FEWEST <= size <= 64 * MOST_WORDS else None


def domain_mask(bulk: Bulk, domain: Node) -> Mask:
    """The members of a domain that has a size."""
    b = bulk.b
    match domain["domain"]:
        case "set":
            return bulk.set(domain["of"])
        case "range":
            low, high = b.constant(domain["low"]), b.constant(domain["high"])
            assert low is not None and high is not None
            return Mask(known=(1 << high + 1) - (1 << low) if high >= low else 0)
        case "row":
            row = {**domain, "kind": "row", "as": "set", "of": bulk.size}
            del row["domain"]
            return bulk.set(row)
    return Mask(known=(1 << bulk.size) - 1)


def is_set(b: Body, domain: Node, ordered: bool) -> bool:
    """Does a domain yield what the set of its members would, in ascending order if that matters?"""
    if domain["domain"] != "row":
        return True
    rows = b.program["rows"][domain["rows"]]["data"]
    return all(row == sorted(set(row)) if ordered else len(set(row)) == len(row) for row in rows)
