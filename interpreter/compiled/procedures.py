"""Procedures as functions.

A procedure that asks nobody is a plain function. One that can suspend is a machine whose state is its frame: it is
called like a function, and runs like one as long as nobody is asked. When somebody is, it writes its variables into its
frame and gives SUSPENDED to its caller, which does the same, down to the driver. Later the driver calls it with an
*entry*, the number of a point inside it; every statement on the way to that point then skips what lies before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from .body import Body, Place
from .memory import FP_AT, PC_AT, STATE
from .sets import copied
from .unit import DONE, ENDED, ENTERING, STOPPED, SUSPENDED, Signature, Unit, statements
from .values import Int, List, Node, Set, Type, in_memory, machine, type_of
from .wasm import I32, Function, Label, Var, const

FROM_FRAME = 1  # the entry of a procedure that begins, its parameters being in its frame
LIST, ANSWERED, DECIDER, OPEN = range(4)  # entries of a choose: list options, take the answer, who, is a point valid
CHOOSE_ENTRIES = 4
DEEPEST = 100  # calls of recursive procedures within each other, before the driver takes over


def assigned(procedure: Node) -> set[str]:
    """The names that some statement of a procedure writes."""
    found: set[str] = set()
    for node in statements(procedure["body"]):
        if node["kind"] in ("set", "include", "exclude", "append") and node["target"]["kind"] == "var":
            found.add(node["target"]["name"])
        found |= {node[field] for field in ("into", "var", "snapshot", "index") if isinstance(node.get(field), str)}
        found |= set(node.get("names") or ())
    return found


class Plain(Body):
    """A procedure that asks nobody."""

    def __init__(self, unit: Unit, signature: Signature) -> None:
        super().__init__(unit, signature.node, signature.function)
        self.signature = signature

    @contextmanager
    def shell(self) -> Iterator[None]:
        """What is around the statements of the procedure."""
        node, f = self.procedure, self.f
        written = assigned(node)
        for place, (name, type_) in enumerate(zip(node["params"], self.signature.params, strict=True)):
            given = f.param(place)
            self.homes[name] = given
            if in_memory(type_) and (node["effect"] != "pure" or name in written):  # what it points to may change
                assert isinstance(type_, Set | List)
                kept = self.memory.scratch(type_.cells)
                copied(self, given, const(kept), type_, type_.cells - 1)
                self.homes[name] = Place(const(0), kept)
            elif in_memory(type_):
                self.homes[name] = Place(given)
        for name, local in node["locals"].items():
            type_ = type_of(local["type"])
            if name in node["params"]:
                continue
            if in_memory(type_):
                assert isinstance(type_, Set | List)
                place_ = self.homes[name] = Place(const(0), self.memory.scratch(type_.cells))
                self.clear(place_, type_)
            else:
                self.homes[name] = f.local(machine(type_))
        yield
        self.result(None)

    def result(self, value: Node | None) -> None:
        """Leave the result, what a procedure gives that ends without one being empty."""
        f, type_ = self.f, self.signature.result
        if not in_memory(type_):
            if value is None:
                f.const(0, machine(type_))
            elif isinstance(type_, Int):
                self.scalar_as(value, type_.machine)
            else:
                self.small(value)
            return
        assert isinstance(type_, Set | List)
        to = f.param(len(f.params) - 1)
        if value is None:
            self.clear(Place(to), type_)
        else:
            source = self.temp()
            self.large(value)
            f.set(source)
            copied(self, source, to, type_, type_.cells - 1)
            self.free(source)

    def stop(self) -> None:
        if not in_memory(self.signature.result):
            self.f.const(0, machine(self.signature.result))
        self.f.back()


class Framed(Body):
    """A procedure that can suspend. `entry` is where it goes on, 0 once it is there or if it began anew."""

    def __init__(self, unit: Unit, signature: Signature) -> None:
        super().__init__(unit, signature.node, signature.function)
        self.signature = signature
        self.frame = self.f.param(0)
        self.entry = self.f.param(1)
        self.size = 4 * int(signature.node["frame"])
        self.spans: dict[int, tuple[int, int]] = {}  # entries within a statement that can suspend: first and last
        self.points: dict[int, int] = {}  # entry of each point
        self._next = FROM_FRAME + 1
        self._number(self.procedure["body"])
        inside = statements(self.procedure["body"])
        self.own_attempts = [node for node in inside if node["kind"] == "attempt"]
        self.own_choices = [node for node in inside if node["kind"] == "choose"]
        self._suspend: Label
        self._done: Label

    def _number(self, body: list[Node]) -> None:
        for node in body:
            first = self._next
            if node["kind"] == "choose":
                self.points[node["point"]] = first
                self._next += CHOOSE_ENTRIES
            elif node["kind"] == "call" and self.unit.procedures[node["procedure"]].framed:
                self.points[node["point"]] = first
                self._next += 1
            for field in ("then", "else", "body"):
                self._number(node.get(field) or [])
            if self._next > first:
                self.spans[id(node)] = first, self._next - 1

    def slots(self) -> list[tuple[Var, Set | Int, int]]:
        """The variables that live in locals of the machine, and where their frame keeps them."""
        found = []
        for name, local in self.procedure["locals"].items():
            home, type_ = self.homes[name], type_of(local["type"])
            if isinstance(home, Var):
                assert isinstance(type_, Set | Int)
                found.append((home, type_, 4 * local["slot"]))
        return found

    def settle(self) -> None:
        """Give every variable its home: scalars and small sets in the machine, the rest in the frame itself."""
        place = 2
        for name in self.procedure["params"]:
            if not in_memory(type_of(self.procedure["locals"][name]["type"])):
                self.homes[name] = self.f.param(place)
                place += 1
        for name, local in self.procedure["locals"].items():
            type_ = type_of(local["type"])
            if in_memory(type_):
                self.homes[name] = Place(self.frame, 4 * local["slot"])
            elif name not in self.homes:
                self.homes[name] = self.f.local(machine(type_))

    def reload(self) -> None:
        """Take the variables from the frame."""
        for home, type_, offset in self.slots():
            load_local(self.f, Place(self.frame, offset), home, type_)

    def spill(self) -> None:
        """Write the variables into the frame."""
        for home, type_, offset in self.slots():
            self.f.put(self.frame, home)
            if isinstance(type_, Set):
                self.f.store("i64.store" if type_.size > 32 else "i64.store32", offset)
            else:
                self.f.store("i32.store" if home.type == I32 else "i64.store32", offset)

    def elsewhere(self, f: Function, frame: Var) -> Body:
        """A body in another function that has the variables of this procedure as they lie in a frame."""
        other = Body(self.unit, self.procedure, f)
        for name, local in self.procedure["locals"].items():
            type_ = type_of(local["type"])
            place = Place(frame, 4 * local["slot"])
            if in_memory(type_):
                other.homes[name] = place
            else:
                home = other.homes[name] = f.local(machine(type_))
                load_local(f, place, home, type_)
        return other

    @contextmanager
    def shell(self) -> Iterator[None]:
        """What is around the statements of the procedure."""
        f, unit = self.f, self.unit
        self.settle()
        with f.block() as self._suspend:
            with f.when(self.entry):
                self.reload()
                with f.when(self.entry.eq(FROM_FRAME)):
                    f.let(self.entry, 0)
            if self.signature.recursive:
                with f.when(self.entry.zero() & unit.depth.above(DEEPEST)):
                    self.stand(-(self.signature.index + 1))
                    f.save(unit.why, ENTERING)
                    f.br(self._suspend)
            if any(isinstance(home, Place) for home in self.homes.values()):
                f.save(unit.dirty, 1)
            with f.block() as self._done:
                yield
                f.save(unit.returned, 0)
            for name, local in self.procedure["locals"].items():
                home, type_ = self.homes[name], type_of(local["type"])
                if isinstance(home, Place) and isinstance(type_, Set | List):
                    self.clear(home, type_)
            f.back(DONE)
        self.spill()
        f.save(unit.dirty, 1)
        f.i32(SUSPENDED)

    def stand(self, pc: int) -> None:
        """The state says that this frame is on top, and where it stands."""
        self.f.keep(PC_AT, pc)
        self.f.keep(FP_AT, (self.frame - STATE) >> 2)

    def suspend(self) -> None:
        self.f.br(self._suspend)

    def give(self, value: Node | None) -> None:
        """Keep what the procedure returns for its caller."""
        if value is None:
            self.f.const(0, I32)
        else:
            self.cell(value)
        self.f.save(self.unit.returned)

    def leave(self) -> None:
        """Return to the caller."""
        self.f.br(self._done)

    def stop(self) -> None:
        self.end(ENDED)

    def end(self, why: int) -> None:
        """Nothing of what is under way will be needed any more."""
        self.f.save(self.unit.why, why)
        self.f.back(STOPPED)


def load_local(f: Function, place: Place, home: Var, type_: Type) -> None:
    """Take a scalar or a small set from its cells."""
    f.put(place.base)
    if isinstance(type_, Set):
        f.load("i64.load" if type_.size > 32 else "i64.load32_u", place.offset)
    else:
        f.load("i32.load" if home.type == I32 else "i64.load32_s", place.offset)
    f.set(home)
