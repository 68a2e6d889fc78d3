"""wasmtime behind a thin wall: modules, instances with their memory, and errors of the rules instead of traps."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import wasmtime

from ..faults import NO_SITE, RuleFault
from .memory import FAULT_CODE, FAULT_SITE, PAGE
from .unit import CODES


class Machine:
    """A module made ready to run; every thread takes an instance of its own."""

    def __init__(self, code: bytes) -> None:
        self.engine = wasmtime.Engine()
        self.module = wasmtime.Module(self.engine, code)

    def instance(self) -> Instance:
        return Instance(self.engine, self.module)


class Instance:
    """One instance of a module with its own memory."""

    def __init__(self, engine: wasmtime.Engine, module: wasmtime.Module) -> None:
        self.store = wasmtime.Store(engine)
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
        try:
            return self._functions[name](self.store, *args)
        except wasmtime.Trap as trap:
            code = self.word(FAULT_CODE)
            if code:
                raise RuleFault(CODES[code], self.word(FAULT_SITE)) from None
            if trap.trap_code == wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS:
                raise RuleFault("bounds", NO_SITE, "an index that the checker let pass") from None
            raise
