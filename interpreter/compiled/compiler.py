"""From a specialised program to the bytes of a WebAssembly module, and the addresses that its host must know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import arithmetic, blocks, decisions, folds, primitives, reaching, statements, tables
from .driver import Driver
from .exports import Exports
from .procedures import Framed, Plain
from .unit import Unit

# They are here to fill the registries of `body`.
WRITERS = (arithmetic, blocks, decisions, folds, primitives, reaching, statements, tables)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A module and the addresses in its memory that are not the same in all modules."""

    code: bytes
    options: int  # where options are listed
    free: int  # where memory begins that the module does not use
    image: int  # where a game lies before it begins
    sights: int  # where counts begin, 0 if nothing is counted


def compiled(program: dict[str, Any]) -> Compiled:
    """The module of a program."""
    unit = Unit(program)
    framed: dict[int, Framed] = {}
    for signature in unit.procedures.values():
        if signature.framed:
            body = framed[signature.index] = Framed(unit, signature)
            blocks.write(body)
        else:
            blocks.write(Plain(unit, signature))
    driver = Driver(unit, framed)
    exports = Exports(driver)
    free = unit.memory.reserve(0)
    unit.memory.finish(unit.module)
    return Compiled(unit.module.encode(), unit.option_buffer, free, exports.image, unit.sights.at if unit.sights else 0)
