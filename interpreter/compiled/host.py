"""The compiled engine as the rest of the house sees it: the interface of the reference engine, run by wasmtime."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from sys import byteorder
from typing import Any

from ..faults import RuleFault
from ..state import (
    ANSWER,
    ATTEMPT,
    FP,
    HEADER,
    OVER,
    PC,
    PENDING,
    RESULT,
    RET,
    RUNNING,
    STATUS,
    WINNERS,
    Choice,
    Option,
    Outcome,
    State,
    Value,
    packed,
    signed,
)
from .cache import machine_for
from .instance import Instance
from .memory import COUNT, NOT_ASKED, OPTION, STATE, WHO
from .values import Int, List, Node, Set, Type, in_memory, machine, type_of
from .wasm import I64


class Engine:
    """Everything about a game is in its state, a list of cells: copying the list copies the game, and one engine serves
    many games. It is not for several threads at once.

    After a RuleFault the state is dead; whoever plays goes back to the cells before the last answer. A refused answer
    alone leaves the state as it was."""

    def __init__(self, program: Node, cached: bool = True) -> None:
        """`cached`: machine code may be kept for the next time."""
        self.program = program
        self.machine, self.compiled = machine_for(program, cached)
        self._instance = self.machine.instance()
        frames = [node["frame"] for node in program["procedures"]]
        self._frames = [0, *(frames[point["procedure"]] for point in program["points"][1:])]  # by point
        self._first_frames = frames  # by procedure
        self._procedures = {node["name"]: (index, node) for index, node in enumerate(program["procedures"])}
        self._prepared = False
        self._who = NOT_ASKED
        self._last: tuple[State, list[Option]] | None = None  # a function of the state: asked twice, found once

    # --- states in and out of the module

    def _used(self, header: Sequence[int]) -> int:
        """Where the top frame ends. Behind it there are only zeros, of which there may be thousands."""
        pc, fp = header[PC], header[FP]
        if not pc:
            return int(self.program["stack"]["at"])
        return int(fp + (self._frames[pc] if pc > 0 else self._first_frames[-pc - 1]))

    def _load(self, state: State) -> None:
        used, memory = self._used(state), self._instance.memory
        memory[STATE : STATE + 4 * used] = packed(state[:used])
        memory[STATE + 4 * used : STATE + 4 * len(state)] = bytes(4 * (len(state) - used))

    def _cells_now(self) -> State:
        memory = self._instance.memory
        used = self._used(unpacked(memory[STATE : STATE + 4 * HEADER]))
        return unpacked(memory[STATE : STATE + 4 * used]) + [0] * (self.program["cells"] - used)

    def instance(self) -> Instance:
        """An instance of its own, for a thread or for many games, ready to begin them."""
        self._check()
        made = self.machine.instance()
        made.call("prepare")
        return made

    # --- games

    def new(self, seed: int) -> State:
        """A new game, at its first decision or already over."""
        self._prepare()
        self._check()
        seed &= (1 << 64) - 1
        self._instance.call("new", seed - (seed >> 63 << 64))
        state = self._cells_now()
        if state[STATUS] == PENDING:
            self._remember(state, self._instance.word(COUNT))
        return state

    def fresh(self) -> State:
        """The start values, before the game has begun."""
        self._prepare()
        self._instance.call("image")
        return self._cells_now()

    def _prepare(self) -> None:
        if not self._prepared:
            self._instance.call("prepare")
            self._prepared = True

    def _check(self) -> None:
        """The first frame must fit."""
        main = self._procedures[self.program["main"]][1]
        if main["frame"] > self.program["stack"]["size"]:
            raise RuleFault("stack", main["site"])

    def start(self, state: State, procedure: str, args: Sequence[Value]) -> Outcome:
        """Makes a procedure the first frame, whatever was under way, and runs."""
        index, node = self._procedures[procedure]
        stack = self.program["stack"]
        state[STATUS] = RUNNING
        state[PC] = state[FP] = state[RET] = state[ATTEMPT] = state[RESULT] = state[WINNERS] = 0
        state[ANSWER : ANSWER + 4] = [0, 0, 0, 0]
        state[stack["at"] : stack["at"] + stack["size"]] = [0] * stack["size"]
        if node["effect"] != "suspending":
            self.perform(state, procedure, args)
            if state[STATUS] != OVER:
                state[STATUS], state[RESULT] = OVER, 2
            return Outcome.OVER
        if node["frame"] > stack["size"]:
            raise RuleFault("stack", node["site"])
        state[PC], state[FP] = -(index + 1), stack["at"]
        for name, value in zip(node["params"], args, strict=True):
            local = node["locals"][name]
            cells = cells_of(type_of(local["type"]), value)
            at = stack["at"] + local["slot"]
            state[at : at + len(cells)] = cells
        return self.run(state)

    def perform(self, state: State, procedure: str, args: Sequence[Value] = ()) -> None:
        """Runs a procedure of the program that asks nobody."""
        index, node = self._procedures[procedure]
        if node["effect"] == "suspending":
            raise ValueError(f"`{procedure}` can ask somebody: start it instead")
        given: list[int] = []
        free = self.compiled.free
        for name, value in zip(node["params"], args, strict=True):
            type_ = type_of(node["locals"][name]["type"])
            if in_memory(type_):
                cells = cells_of(type_, value)
                self._instance.room(free + 4 * len(cells))
                struct.pack_into(f"<{len(cells)}i", self._instance.memory, free, *cells)
                given.append(free)
                free += 4 * len(cells)
            else:
                assert isinstance(value, int)
                given.append(value - (value >> 63 << 64) if machine(type_) == I64 else value)
        result = type_of(node["result"])
        if in_memory(result):
            assert isinstance(result, Set | List)
            self._instance.room(free + 4 * result.cells)
            given.append(free)
        self._load(state)
        self._instance.call(f"perform {index}", *given)
        state[:] = self._cells_now()

    def run(self, state: State) -> Outcome:
        """Goes on until somebody has to decide or the game is over; there it stays."""
        if state[STATUS] == RUNNING:
            self._load(state)
            self._instance.call("run")
            state[:] = self._cells_now()
            if state[STATUS] == PENDING:
                self._remember(state, self._instance.word(COUNT))
        return Outcome(state[STATUS])

    # --- decisions

    def choice(self, state: State) -> Choice | None:
        """What is asked in this state; None if nothing is."""
        if state[STATUS] != PENDING:
            return None
        options = self._options(state)
        if self._who == NOT_ASKED:
            self._load(state)
            self._who = self._instance.call("decider")
        return Choice(state[PC], self._who, list(options), self._node(state[PC]), state[FP])

    def _options(self, state: State) -> list[Option]:
        if self._last is None or self._last[0] != state:
            self._load(state)
            many = self._instance.call("options")
            self._remember(state, many)
            self._who = NOT_ASKED
            assert self._last is not None
        return self._last[1]

    def _remember(self, state: State, many: int) -> None:
        """Take the options that the module has listed, and who decides."""
        at = self.compiled.options
        self._last = state[:], list(struct.iter_unpack("<4i", self._instance.memory[at : at + OPTION * many]))
        self._who = self._instance.word(WHO)

    def answer(self, state: State, option: Option) -> Outcome:
        """Takes one of the options, or a valid point where the choice is open, and runs on."""
        if state[STATUS] != PENDING:
            raise RuleFault("answer", detail="nobody has to decide")
        if option not in self._options(state) and not self._accepts(state, option):
            raise RuleFault("answer", self._node(state[PC])["site"], f"{option} is not offered")
        state[STATUS] = RUNNING
        state[ANSWER : ANSWER + 4] = option
        return self.run(state)

    def _accepts(self, state: State, option: Option) -> bool:
        """May a point that is not among the candidates be chosen?"""
        node = self._node(state[PC])
        if node["open"] is None or option[0] != node["branches"][0]["tag"] or option[2:] != (0, 0):
            return False
        self._load(state)
        struct.pack_into("<4i", self._instance.memory, self.compiled.options, *option)
        return bool(self._instance.call("accepts"))

    def _node(self, point: int) -> Node:
        place = self.program["points"][point]
        node: Any = self.program["procedures"][place["procedure"]]["body"]
        for step in place["path"]:
            node = node[step]
        return node  # type: ignore[no-any-return]

    def hash(self, state: State) -> int:
        """64 bits that differ, as good as always, for different positions."""
        self._load(state)
        return int(self._instance.call("hash")) & (1 << 64) - 1


def unpacked(data: memoryview) -> State:
    """Cells from bytes, lowest first."""
    cells = array("i")
    cells.frombytes(data)
    if byteorder == "big":
        cells.byteswap()
    return cells.tolist()


def cells_of(type_: Type, value: Value) -> list[int]:
    """How a value lies in cells."""
    if isinstance(type_, List):
        assert isinstance(value, tuple)
        return [len(value), *value, *[0] * (type_.capacity - len(value))]
    assert isinstance(value, int)
    if isinstance(type_, Int):
        return [value]
    return [signed(value >> 32 * cell) for cell in range(type_.cells)]
