"""wasmtime behind a thin wall: modules, instances with their memory, and errors of the rules instead of traps.

The steps of the language stop runaway rules. Below them there is a net for what counts no steps, such as folds within
folds: a clock that ticks once a second, and a call that outlives `PATIENCE` ticks is stopped.
"""

from __future__ import annotations

import ctypes
import os
import struct
import threading
import time
from importlib.metadata import version
from typing import Any
from weakref import WeakSet

import wasmtime

from ..faults import NO_SITE, RuleFault
from .memory import FAULT_CODE, FAULT_SITE, PAGE
from .unit import CODES

PATIENCE = 60
VERSION = version("wasmtime")


class Clock:
    """Lets time pass for all machines of this process."""

    def __init__(self) -> None:
        self.engines: WeakSet[wasmtime.Engine] = WeakSet()
        self.process = 0

    def add(self, engine: wasmtime.Engine) -> None:
        self.engines.add(engine)
        if self.process != os.getpid():  # a forked child has no clock of its own yet
            self.process = os.getpid()
            threading.Thread(target=self.tick, daemon=True, name="rulewright clock").start()

    def tick(self) -> None:
        while True:
            time.sleep(1)
            for engine in list(self.engines):
                engine.increment_epoch()


CLOCK = Clock()


class Machine:
    """A module made ready to run; every thread takes an instance of its own."""

    def __init__(self, code: bytes, kept: bool = False) -> None:
        """From the bytes of a module, or from what `keep` gave."""
        config = wasmtime.Config()
        config.epoch_interruption = True
        self.engine = wasmtime.Engine(config)
        try:
            if kept:
                self.module = wasmtime.Module.deserialize(self.engine, code)
            else:
                self.module = wasmtime.Module(self.engine, code)
        except wasmtime.WasmtimeError as error:
            raise ValueError(str(error)) from None
        CLOCK.add(self.engine)

    def keep(self) -> bytes:
        """Machine code, for this version on this sort of computer only."""
        return bytes(self.module.serialize())

    def instance(self) -> Instance:
        return Instance(self.engine, self.module)


class Instance:
    """One instance of a module with its own memory."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self.store = wasmtime.Store(engine)
        self.store.set_epoch_deadline(PATIENCE)  # making an instance takes a moment too
        exports = wasmtime.Instance(self.store, module, []).exports(self.store)
        self._functions: dict[str, wasmtime.Func] = {}
        for name in exports:
            export = exports[name]
            if isinstance(export, wasmtime.Func):
                self._functions[name] = export
            elif isinstance(export, wasmtime.Memory):
                self._memory = export
        self._look()

    def _look(self) -> None:
        """Find the memory, which moves when it grows."""
        size = self._memory.data_len(self.store)
        base = ctypes.addressof(self._memory.data_ptr(self.store).contents)
        self.memory = memoryview((ctypes.c_ubyte * size).from_address(base)).cast("B")

    def room(self, end: int) -> None:
        """Make sure that memory reaches to an address."""
        missing = end - len(self.memory)
        if missing > 0:
            self._memory.grow(self.store, -(-missing // PAGE))
            self._look()

    def word(self, at: int) -> int:
        return int(struct.unpack_from("<i", self.memory, at)[0])

    def call(self, name: str, *args: int) -> Any:
        """Call a function of the module. An error of the rules comes out as a RuleFault."""
        self.memory[FAULT_CODE : FAULT_CODE + 4] = bytes(4)
        self.store.set_epoch_deadline(PATIENCE)
        try:
            return self._functions[name](self.store, *args)
        except wasmtime.Trap as trap:
            raise self._fault(trap) from None

    def _fault(self, trap: wasmtime.Trap) -> Exception:
        code = self.word(FAULT_CODE)
        if code:
            return RuleFault(CODES[code], self.word(FAULT_SITE))
        match trap.trap_code:
            case wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS:
                return RuleFault("bounds", NO_SITE, "an index that the checker let pass")
            case wasmtime.TrapCode.INTERRUPT:
                return RuleFault("steps", NO_SITE, f"nothing happened for {PATIENCE} seconds")
            case wasmtime.TrapCode.STACK_OVERFLOW:
                return RuleFault("stack", NO_SITE, "too many effects within effects")
        return trap
