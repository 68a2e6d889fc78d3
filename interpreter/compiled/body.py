"""The body of one function that comes from rules: its variables, and the ways in which an expression can be asked for.

Each sort of node has its writer in a registry, filled by the modules that know about it; they call each other through
`Body`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .unit import CODES, NO_SITE, Unit
from .values import Int, List, Node, Set, Values, in_memory, type_of
from .wasm import I32, I64, Code, Function, Label, Var, const

SCALARS: dict[str, Callable[[Body, Node], None]] = {}
"""Leave the scalar on the stack, in the machine type of its bounds."""
SMALL: dict[str, Callable[[Body, Node], None]] = {}
"""Leave a set of at most 64 ids on the stack."""
LARGE: dict[str, Callable[[Body, Node], None]] = {}
"""Leave the address of a larger set, or of a list, on the stack. It stands until the same node is evaluated again."""
JUMPS: dict[str, Callable[[Body, Node, Label, bool], None]] = {}
"""Branch if the truth of a node is as given: for nodes that know better ways than leaving 0 or 1."""
SHORTCUTS: list[Callable[[Body, Node, bool], bool]] = []
"""Better ways to leave a scalar, tried before the writer of its kind; each says if it has. To probe is only to ask."""
STATEMENTS: dict[str, Callable[[Body, Node], None]] = {}

UNROLLED = 300


@dataclass(frozen=True, slots=True)
class Place:
    """An address: what a piece of code leaves, and a distance."""

    base: Code
    offset: int = 0

    @property
    def code(self) -> Code:
        return self.base + self.offset if self.offset else self.base


@dataclass(slots=True)
class Loop:
    """A loop of rules being written: where `break` and `continue` lead, and how many attempts were open outside it."""

    leave: Label
    again: Label
    attempts: int


@dataclass(slots=True)
class Region:
    """A stretch of code at whose end values are forgotten that were kept in it."""

    values: dict[str, list[Var]] = field(default_factory=dict)


@dataclass(slots=True)
class Before(Region):
    """The place before a loop, to which code can be moved that depends on nothing inside."""

    position: int = 0
    bound: int = 0  # how many variables were bound there


class Body:
    def __init__(self, unit: Unit, procedure: Node, function: Function) -> None:
        self.unit = unit
        self.program = unit.program
        self.memory = unit.memory
        self.procedure = procedure
        self.f = function
        self.values = Values(unit.program, procedure)
        self.homes: dict[str, Var | Place] = {}
        self.constants: dict[str, int] = {}  # variables of loops that are written out round by round
        self.unroll = UNROLLED  # how many nodes a loop may become when it is written out
        self.facts = unit.facts
        self.safe_nodes: dict[int, tuple[bool, Node]] = {}
        self.regions: list[Region] = [Region()]
        self.bound: list[str] = []  # variables of the loops around
        self.loops: list[Loop] = []
        self.attempts: list[Node] = []
        self._free: dict[int, list[Var]] = {I32: [], I64: []}

    # --- locals of the machine

    def temp(self, kind: int = I32) -> Var:
        free = self._free[kind]
        return free.pop() if free else self.f.local(kind)

    def free(self, *vars_: Var) -> None:
        for var in vars_:
            self._free[var.type].append(var)

    # --- values that are kept, so that they are computed once

    @contextmanager
    def region(self) -> Iterator[None]:
        """Code that may not run, or runs again: what is kept in it is of no use behind it."""
        self.regions.append(Region())
        yield
        self._leave_region()

    @contextmanager
    def loop_over(self, name: str) -> Iterator[None]:
        """A loop with this variable."""
        self.regions.append(Before(position=len(self.f.code), bound=len(self.bound)))
        self.bound.append(name)
        yield
        self.bound.pop()
        self._leave_region()

    def _leave_region(self) -> None:
        for homes in self.regions.pop().values.values():
            self.free(*homes)

    def forget(self) -> None:
        """Something may have changed: nothing that was kept still holds."""
        for region in self.regions:
            for homes in region.values.values():
                self.free(*homes)
            region.values.clear()

    def key(self, node: Node) -> str:
        """A text for what an expression means here."""
        fixed = sorted(name for name in self.facts.free(node) if name in self.constants)
        return self.facts.key(node) + "".join(f" {name}={self.constants[name]}" for name in fixed)

    def is_kept(self, key: str) -> bool:
        return any(key in region.values for region in self.regions)

    def can_hoist(self, free: frozenset[str]) -> bool:
        return self._outermost(free) is not None

    def _outermost(self, free: frozenset[str]) -> int | None:
        """The place before as many loops as possible at which these variables have their values."""
        for number, region in enumerate(self.regions):
            if isinstance(region, Before) and not free.intersection(self.bound[region.bound :]):
                return number
        return None

    def kept(self, key: str, free: frozenset[str], kinds: list[int], write: Callable[[list[Var]], None]) -> list[Var]:
        """A value that is computed before all loops on which it does not depend, and once as long as it stands."""
        for region in self.regions:
            if key in region.values:
                return region.values[key]
        number = self._outermost(free)
        if number is None:
            homes = [self.temp(kind) for kind in kinds]
            write(homes)
            self.regions[-1].values[key] = homes
            return homes
        before = self.regions[number]
        assert isinstance(before, Before)
        homes = [self.f.local(kind) for kind in kinds]
        code, regions = self.f.code, self.regions
        self.f.code, self.regions = bytearray(), [*(Region(r.values) for r in regions[:number]), Region()]
        write(homes)
        self._leave_region()
        snippet, self.f.code, self.regions = self.f.code, code, regions
        code[before.position : before.position] = snippet
        for region in regions[number:]:
            if isinstance(region, Before):
                region.position += len(snippet)
        before.values[key] = homes
        return homes

    # --- expressions

    def constant(self, node: Node) -> int | None:
        """The value of a scalar that is known now."""
        kind = node["kind"]
        if kind == "int":
            return int(node["value"])
        if kind == "var":
            return self.constants.get(node["name"])
        if self.facts.timeless(node) and self.facts.free(node) <= self.constants.keys():
            return self.facts.value(node, self.constants)
        return None

    def scalar(self, node: Node) -> Int:
        """Leave a scalar, in the machine type of its bounds."""
        type_ = self.values.scalar(node)
        known = self.constant(node)
        if known is not None:
            self.f.const(known, type_.machine)
        elif not any(shortcut(self, node, False) for shortcut in SHORTCUTS):
            SCALARS[node["kind"]](self, node)
        return type_

    def scalar_as(self, node: Node, kind: int) -> Int:
        """Leave a scalar in a given machine type."""
        type_ = self.values.scalar(node)
        known = self.constant(node)
        if known is not None:
            self.f.const(known, kind)
            return type_
        self.scalar(node)
        self.convert(type_.machine, kind)
        return type_

    def cell(self, node: Node) -> Int:
        """Leave a scalar as it goes into a cell or an index."""
        return self.scalar_as(node, I32)

    def test(self, node: Node) -> None:
        """Leave something other than 0 if the node is true."""
        if self.scalar(node).machine == I64:
            self.f.i64(0)
            self.f.op("i64.ne")

    def jump(self, node: Node, label: Label, sense: bool) -> None:
        """Branch if the node is true, or if it is not."""
        known = self.constant(node)
        if known is not None:
            if bool(known) == sense:
                self.f.br(label)
            return
        writer = JUMPS.get(node["kind"])
        self.values.of(node)
        if writer is not None and not any(shortcut(self, node, True) for shortcut in SHORTCUTS):
            writer(self, node, label, sense)
            return
        self.test(node)
        if not sense:
            self.f.op("i32.eqz")
        self.f.br_if(label)

    def small(self, node: Node) -> None:
        """Leave a set of at most 64 ids."""
        self.values.of(node)
        SMALL[node["kind"]](self, node)

    def large(self, node: Node) -> None:
        """Leave the address of a larger set or of a list."""
        self.values.of(node)
        LARGE[node["kind"]](self, node)

    def value(self, node: Node) -> None:
        """Leave a value of any type: a scalar, a small set, or an address."""
        type_ = self.values.of(node)
        if isinstance(type_, Int):
            self.scalar(node)
        elif in_memory(type_):
            self.large(node)
        else:
            self.small(node)

    def convert(self, given: int, wanted: int) -> None:
        """Bring the scalar on the stack from one machine type to another."""
        if given != wanted:
            self.f.op("i64.extend_i32_s" if wanted == I64 else "i32.wrap_i64")

    # --- values in memory

    def clear(self, place: Place, type_: Set | List) -> None:
        """Make a value in memory empty: all its cells are 0."""
        cells = type_.cells
        if cells > 16:
            self.f.fill(place.code, 0, const(4 * cells))
            return
        for pair in range(cells // 2):
            self.f.keep(place.base, 0, place.offset + 8 * pair, "i64.store")
        if cells % 2:
            self.f.keep(place.base, 0, place.offset + 4 * (cells - 1))

    def drop(self, name: str) -> None:
        """Make a local 0, or empty."""
        home, type_ = self.homes[name], type_of(self.procedure["locals"][name]["type"])
        if isinstance(home, Place):
            assert isinstance(type_, Set | List)
            self.clear(home, type_)
        else:
            self.f.let(home, 0)

    def stop(self) -> None:
        """Leave the procedure because the game is over."""
        raise NotImplementedError

    def weight(self, node: object) -> int:
        """How many nodes there are in a piece of the tree."""
        if isinstance(node, dict):
            known = self.unit.weights.get(id(node))
            if known is None:
                total = 1 + sum(self.weight(part) for part in node.values() if isinstance(part, dict | list))
                known = self.unit.weights[id(node)] = total, node
            return known[0]
        return sum(map(self.weight, node)) if isinstance(node, list) else 0

    # --- errors

    def fail(self, code: str, node: Node) -> None:
        """Stop with an error of this node."""
        f = self.f
        f.call(self.unit.fault, CODES.index(code), node.get("site", NO_SITE))
        f.op("unreachable")

    def fail_if(self, code: str, node: Node, test: Code | None = None) -> None:
        """Stop if the test, or what lies on the stack, holds."""
        with self.f.when(test):
            self.fail(code, node)

    def tick(self, node: Node) -> None:
        """Count a round of a loop, or a call, against the budget of this run."""
        f, steps, weight = self.f, self.unit.steps, node["weight"]
        if weight:
            f.save(steps, steps + weight)
            self.fail_if("steps", node, steps.above(self.program["steps"]))


def copy_cells(f: Function, source: Code, to: Code, cells: int) -> None:
    """A short copy is written out: a call to the host's memory routine costs more than it."""
    if cells > 16:
        f.copy(to, source, const(4 * cells))
        return
    for pair in range(cells // 2):
        f.put(to, source)
        f.load("i64.load", 8 * pair)
        f.store("i64.store", 8 * pair)
    if cells % 2:
        f.put(to, source)
        f.load("i32.load", 4 * (cells - 1))
        f.store("i32.store", 4 * (cells - 1))


def scalar(*kinds: str) -> Callable[[Callable[[Body, Node], None]], Callable[[Body, Node], None]]:
    return _register(SCALARS, kinds)


def small(*kinds: str) -> Callable[[Callable[[Body, Node], None]], Callable[[Body, Node], None]]:
    return _register(SMALL, kinds)


def large(*kinds: str) -> Callable[[Callable[[Body, Node], None]], Callable[[Body, Node], None]]:
    return _register(LARGE, kinds)


def statement(*kinds: str) -> Callable[[Callable[[Body, Node], None]], Callable[[Body, Node], None]]:
    return _register(STATEMENTS, kinds)


def _register(
    registry: dict[str, Callable[[Body, Node], None]], kinds: tuple[str, ...]
) -> Callable[[Callable[[Body, Node], None]], Callable[[Body, Node], None]]:
    def put(writer: Callable[[Body, Node], None]) -> Callable[[Body, Node], None]:
        for kind in kinds:
            registry[kind] = writer
        return writer

    return put
