"""What each plain statement does. A statement gives None when it is done, or a signal for those around it.

`path` is None where a statement begins. Otherwise the frame goes on inside it: () stands for the statement itself, and
longer paths lead on through its blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from .. import chance, script
from ..state import ANSWER, ATTEMPT, DRAWN, FP, OVER, PC, RESULT, RET, STATUS, WINNERS, WON, Value
from .lookup import Attribute, Node, Path, Procedure
from .memory import fault
from .shapes import Bits
from .signals import Signal
from .zones import Zones

Statement = Callable[[Node, Path | None], Signal | None]


class Target(NamedTuple):
    """Where a statement writes: an entry of an attribute, or a local."""

    attribute: Attribute | None
    entry: int
    name: str


class Statements(Zones):
    """One method for each kind of statement, found by its name: `do_KIND`."""

    def __init__(self, program: dict[str, Any]) -> None:
        super().__init__(program)
        self._statements: dict[str, Statement] = self.methods("do_")
        self.returned: Any = 0  # by the procedure that has just ended

    def block(self, body: list[Node], path: Path | None) -> Signal | None:
        """Statement after statement, from the beginning or from where the path leads."""
        statements = self._statements
        start = 0
        if path is not None:
            start = path[0] + 1
            node = body[path[0]]
            signal = statements[node["kind"]](node, path[1:])
            if signal is not None:
                return signal
        for place in range(start, len(body)):
            node = body[place]
            signal = statements[node["kind"]](node, None)
            if signal is not None:
                return signal
        return None

    # writing

    def target(self, node: Node) -> Target:
        if node["kind"] == "var":
            return Target(None, 0, node["name"])
        attribute = self.lookup.attributes[node["attribute"]]
        index = 0 if node["index"] is None else self.within(node, self.value(node["index"]), attribute.count)
        return Target(attribute, index, attribute.name)

    def read(self, target: Target) -> Any:
        if target.attribute is None:
            return self.load(target.name)
        shape = target.attribute.shape
        return shape.load(self.state, target.attribute.at + target.entry * shape.width)

    def write(self, node: Node, target: Target, value: Value) -> None:
        attribute = target.attribute
        shape = attribute.shape if attribute else self.procedure.locals[target.name].shape
        refused = shape.refuses(value)
        if refused:
            raise fault(refused, node, f"{value} does not fit `{target.name}`")
        if attribute is None:
            self.store(target.name, value)
            return
        offset = target.entry * shape.width
        shape.store(self.state, attribute.at + offset, value)
        if attribute.shadow is not None and self.is_seen(attribute.of, target.entry):
            shape.store(self.state, attribute.shadow + offset, value)
        if self.listener:
            self.listener.changed(node, attribute.name, target.entry, value)

    def is_seen(self, kind: str | None, thing: int) -> bool:
        """Does a thing lie where everybody sees it?"""
        zoned = self.lookup.zoned.get(kind or "")
        return zoned is not None and self.seen_by_all(self.state[zoned.where + thing])

    def do_set(self, node: Node, path: Path | None) -> Signal | None:
        target = self.target(node["target"])
        self.write(node, target, self.value(node["value"]))
        return None

    def do_include(self, node: Node, path: Path | None) -> Signal | None:
        target = self.target(node["target"])
        bit = self.member_bit(node, target)
        if bit:
            self.write(node, target, self.read(target) | bit)
        return None

    def do_exclude(self, node: Node, path: Path | None) -> Signal | None:
        target = self.target(node["target"])
        bit = self.member_bit(node, target)
        if bit:
            self.write(node, target, self.read(target) & ~bit)
        return None

    def member_bit(self, node: Node, target: Target) -> int:
        """The set of just the item; empty if the item is none."""
        shape = target.attribute.shape if target.attribute else self.procedure.locals[target.name].shape
        assert isinstance(shape, Bits)
        item = self.product(node, node["item"])
        return 0 if item == -1 else 1 << self.within(node, item, shape.size)

    def do_append(self, node: Node, path: Path | None) -> Signal | None:
        target = self.target(node["target"])
        value = self.value(node["value"])
        self.write(node, target, (*self.read(target), value))
        return None

    def do_drop(self, node: Node, path: Path | None) -> Signal | None:
        for name in node["names"]:
            self.drop(name)
        return None

    def do_pick(self, node: Node, path: Path | None) -> Signal | None:
        found = self.chosen(node)
        if not found:
            if node["none"] == "error":
                raise fault("empty", node, "there is nothing to pick from")
            self.store(node["into"], -1)
            return None
        value = script.next_value(self.state, self.program["script"])
        if value is None:
            value = found[chance.below(self.state, len(found))]
        elif value not in found:
            raise fault("script", node, f"{value} cannot be picked here")
        self.store(node["into"], value)
        if self.listener:
            self.listener.picked(node, value)
        return None

    # blocks and loops

    def do_when(self, node: Node, path: Path | None) -> Signal | None:
        if path is not None:
            return self.block(node[path[0]], path[1:])
        return self.block(node["then"] if self.value(node["test"]) else node["else"], None)

    def do_while(self, node: Node, path: Path | None) -> Signal | None:
        while path is not None or self.value(node["test"]):
            if path is None:
                self.tick(node)
            signal = self.block(node["body"], path[1:] if path is not None else None)
            path = None
            if signal is Signal.BREAK:
                return None
            if signal is not None and signal is not Signal.CONTINUE:
                return signal
        return None

    def do_for(self, node: Node, path: Path | None) -> Signal | None:
        if node["snapshot"] is None:
            return self.for_members(node, self.chosen(node))
        return self.for_snapshot(node, path)

    def for_members(self, node: Node, found: list[int]) -> Signal | None:
        """A loop that nothing can interrupt."""
        for member in found:
            self.tick(node)
            self.store(node["var"], member)
            signal = self.block(node["body"], None)
            if signal is Signal.BREAK:
                break
            if signal is not None and signal is not Signal.CONTINUE:
                return signal
        self.store(node["var"], 0)
        return None

    def for_snapshot(self, node: Node, path: Path | None) -> Signal | None:
        """A loop with a decision in it: the members it has still to go through lie in the frame."""
        signal = None
        if path is None:
            self.take_snapshot(node)
        else:
            signal = self.block(node["body"], path[1:])
        while signal is None or signal is Signal.CONTINUE:
            member = self.next_of_snapshot(node)
            if member is None:
                break
            self.tick(node)
            self.store(node["var"], member)
            signal = self.block(node["body"], None)
        if signal is None or signal is Signal.CONTINUE or signal is Signal.BREAK:
            self.store(node["var"], 0)
            self.drop(node["snapshot"])
            if node["index"] is not None:
                self.drop(node["index"])
            return None
        return signal

    def take_snapshot(self, node: Node) -> None:
        found = self.chosen(node)
        shape = self.procedure.locals[node["snapshot"]].shape
        if isinstance(shape, Bits):
            self.store(node["snapshot"], sum(1 << member for member in set(found)))
            return
        if shape.refuses(tuple(found)) == "full":
            raise fault("full", node, f"{len(found)} members are too many for this loop")
        self.store(node["snapshot"], tuple(found))
        self.store(node["index"], 0)

    def next_of_snapshot(self, node: Node) -> int | None:
        remaining: Any = self.load(node["snapshot"])
        if node["index"] is None:
            if not remaining:
                return None
            self.store(node["snapshot"], remaining & remaining - 1)
            return (remaining & -remaining).bit_length() - 1  # type: ignore[no-any-return]
        place: Any = self.load(node["index"])
        if place == len(remaining):
            return None
        self.store(node["index"], place + 1)
        return remaining[place]  # type: ignore[no-any-return]

    def do_break(self, node: Node, path: Path | None) -> Signal | None:
        return Signal.BREAK

    def do_continue(self, node: Node, path: Path | None) -> Signal | None:
        return Signal.CONTINUE

    # procedures

    def do_call(self, node: Node, path: Path | None) -> Signal | None:
        if path is not None:  # the callee has returned
            value, self.state[RET] = self.state[RET], 0
            self.receive(node, value)
            return None
        args = [self.value(arg) for arg in node["args"]]
        self.tick(node)
        callee = self.lookup.named[node["procedure"]]
        if callee.framed:
            self.push_frame(callee, args, self.frame + self.procedure.frame, node["point"], node)
            return Signal.CALL
        signal = self.within_call(callee, args)
        if signal is Signal.OVER:
            return signal
        self.receive(node, self.returned)
        return None

    def receive(self, node: Node, value: Any) -> None:
        if node["into"] is not None:
            self.store(node["into"], value)

    def push_frame(self, procedure: Procedure, args: list[Value], at: int, back: int, node: Node) -> None:
        stack = self.program["stack"]
        if at + procedure.frame > stack["at"] + stack["size"]:
            raise fault("stack", node, "too many effects within effects")
        self.state[at] = back
        for name, value in zip(procedure.params, args, strict=True):
            local = procedure.locals[name]
            local.shape.store(self.state, at + local.slot, value)
        self.state[FP], self.state[PC] = at, -(procedure.index + 1)

    def within_call(self, procedure: Procedure, args: list[Value]) -> Signal | None:
        """Runs a procedure that asks nobody, within the statement or expression that calls it."""
        caller = self.procedure, self.variables
        self.procedure = procedure
        self.variables = {**procedure.zeros, **dict(zip(procedure.params, args, strict=True))}
        signal = self.block(procedure.body, None)
        if signal is None:
            self.returned = procedure.nothing
        self.procedure, self.variables = caller
        return signal

    def apply(self, procedure: Procedure, args: list[Value]) -> Any:
        self.within_call(procedure, args)
        return self.returned

    def do_return(self, node: Node, path: Path | None) -> Signal | None:
        self.returned = self.procedure.nothing if node["value"] is None else self.value(node["value"])
        return Signal.RETURN

    def walk(self) -> Signal:
        """Goes on from where the top frame stands until somebody decides or the game is over. Frames are taken from the
        state and put back into it: no call of Python's reaches over a decision."""
        state = self.state
        while True:
            self.frame, self.variables = state[FP], {}
            path = self.resume(state[PC])
            signal = self.block(self.procedure.body, path)
            if signal is Signal.CALL:
                continue
            if signal is not None and signal is not Signal.RETURN:
                return signal
            value = self.returned if signal is Signal.RETURN else 0
            assert isinstance(value, int)  # a suspending procedure has a scalar to give, or nothing
            back = state[self.frame]
            state[self.frame : self.frame + self.procedure.frame] = [0] * self.procedure.frame
            if not back:
                self.end(None)
                return Signal.OVER
            point = self.lookup.points[back]
            assert point is not None
            state[RET], state[PC], state[FP] = value, back, self.frame - point.procedure.frame

    def resume(self, pc: int) -> Path | None:
        """Makes the procedure of a point the current one, and gives the way to the point."""
        if pc < 0:
            self.procedure = self.lookup.procedures[-pc - 1]
            return None
        point = self.lookup.points[pc]
        assert point is not None
        self.procedure = point.procedure
        return point.path

    # ends

    def do_finish(self, node: Node, path: Path | None) -> Signal | None:
        self.end(None if node["winners"] is None else self.value(node["winners"]))
        return Signal.OVER

    def end(self, winners: int | None) -> None:
        """The game is over, drawn if nobody is named."""
        self.unwind()
        state = self.state
        state[STATUS], state[RESULT], state[WINNERS] = OVER, DRAWN if winners is None else WON, winners or 0

    def unwind(self) -> None:
        """Ends everything that is under way; what is dead is 0."""
        state, stack = self.state, self.program["stack"]
        state[PC] = state[FP] = state[RET] = state[ATTEMPT] = 0
        state[ANSWER : ANSWER + 4] = [0, 0, 0, 0]
        state[stack["at"] : stack["at"] + stack["size"]] = [0] * stack["size"]

    def do_ensure(self, node: Node, path: Path | None) -> Signal | None:
        if not self.value(node["test"]):
            raise fault("invariant", node, node["text"] or "an invariant does not hold")
        return None

    # for those who listen

    def do_note(self, node: Node, path: Path | None) -> Signal | None:
        if self.listener:
            self.listener.noted(node, [self.aside(arg) for arg in node["args"]])
        return None

    def do_unseal(self, node: Node, path: Path | None) -> Signal | None:
        if self.listener:
            self.listener.unsealed(node)
        return None
