"""The memory of a compiled module: where the state lies, where constants and scratch space are, what the host reads."""

from __future__ import annotations

import struct
from typing import Any

from ..state import ACTIVE, ANSWER, ATTEMPT, FP, PC, RESULT, RNG_LOW, STATUS, WINNERS
from .values import Set
from .wasm import Module

# The mailbox: words at the start of memory through which module and host talk.
FAULT_CODE, FAULT_SITE, WHO, COUNT, VALID = 0, 4, 8, 12, 16
DONE_AT, DECISIONS_AT, MOVES_AT = 20, 24, 28  # how far many games have come, should an error stop them
NOT_ASKED = -2  # nobody has asked yet who decides
STATE = 64  # address of the state that is being played

STATUS_AT, PC_AT, FP_AT, ANSWER_AT, RNG_AT = (STATE + 4 * cell for cell in (STATUS, PC, FP, ANSWER, RNG_LOW))
ATTEMPT_AT, RESULT_AT, WINNERS_AT, ACTIVE_AT = (STATE + 4 * cell for cell in (ATTEMPT, RESULT, WINNERS, ACTIVE))

OPTION = 16  # bytes of an option: tag and three values
PAGE = 65536


class Memory:
    """Hands out addresses once and for all; the module knows them as constants."""

    def __init__(self, program: dict[str, Any]) -> None:
        self.program = program
        self.segments: list[tuple[int, bytes]] = []
        self.bytes = 4 * int(program["cells"])
        self.end = STATE
        self.reserve(self.bytes + 32)  # what is read in longer pieces may reach a little behind the state
        self._constants: dict[bytes, int] = {}
        self._tables: dict[str, tuple[int, int]] = {}
        self._lists: dict[str, tuple[int, int]] = {}
        self._sets: dict[tuple[str, int], int] = {}
        self._zeros: tuple[int, int] = (0, 0)

    def reserve(self, size: int, align: int = 16) -> int:
        """Room that starts as zeros."""
        at = -(-self.end // align) * align
        self.end = at + size
        return at

    def scratch(self, cells: int) -> int:
        return self.reserve(4 * cells, 8)

    def constant(self, data: bytes) -> int:
        """Constant data; equal data is kept once."""
        at = self._constants.get(data)
        if at is None:
            at = self._constants[data] = self.reserve(len(data))
            if any(data):
                self.segments.append((at, data))
        return at

    def words(self, numbers: list[int]) -> int:
        return self.constant(struct.pack(f"<{len(numbers)}i", *numbers))

    def nothing(self, cells: int) -> int:
        """The address of an empty set or list."""
        at, many = self._zeros
        if cells > many:
            many = max(cells, 64)
            self._zeros = at, many = self.reserve(4 * many), many
        return at

    def table(self, name: str) -> tuple[int, int]:
        """Address and bytes per entry of a constant table. In front of the first stands -1, which index -1 finds."""
        if name not in self._tables:
            data = self.program["tables"][name]["data"]
            wide = any(not -(2**31) <= number < 2**31 for number in data)
            width = 8 if wide else 4
            at = self.constant(struct.pack(f"<{len(data) + 1}{'q' if wide else 'i'}", -1, *data))
            self._tables[name] = at + width, width
        return self._tables[name]

    def row_lists(self, name: str) -> tuple[int, int]:
        """Address and bytes per row of constant rows as lists; an empty row stands in front."""
        if name not in self._lists:
            data = self.program["rows"][name]["data"]
            cells = 1 + max(map(len, data), default=0)
            words: list[int] = [0] * cells
            for row in data:
                words += [len(row), *row, *[0] * (cells - 1 - len(row))]
            self._lists[name] = self.words(words) + 4 * cells, 4 * cells
        return self._lists[name]

    def row_sets(self, name: str, type_: Set) -> tuple[int, int]:
        """Address and bytes per row of constant rows as sets; an empty set stands in front."""
        width = 8 if type_.small else 4 * type_.cells
        key = name, type_.size
        if key not in self._sets:
            data = self.program["rows"][name]["data"]
            masks = [sum(1 << item for item in set(row) if item >= 0) for row in data]
            self._sets[key] = self.constant(bytes(width) + b"".join(m.to_bytes(width, "little") for m in masks)) + width
        return self._sets[key], width

    def finish(self, module: Module) -> None:
        module.data = self.segments
        module.pages = -(-self.end // PAGE)
