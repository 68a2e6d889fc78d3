"""From a specialised program to the bytes of a WebAssembly module, and the addresses that its host must know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import decisions, folds, primitives, reaching, statements, tables
from .blocks import Framed, Plain
from .driver import Driver
from .exports import Exports
from .unit import Unit

FORMAT = 1  # raise it when the same program gives another module


@dataclass(frozen=True, slots=True)
class Compiled:
    """A module and the addresses in its memory that are not the same in all modules."""

    code: bytes
    options: int  # where options are listed
    free: int  # where memory begins that the module does not use


WRITERS = (decisions, folds, primitives, reaching, statements, tables)  # modules that fill the registries of `body`


def compiled(program: dict[str, Any]) -> Compiled:
    unit = Unit(program)
    framed: dict[int, Framed] = {}
    for signature in unit.procedures.values():
        if signature.framed:
            body = framed[signature.index] = Framed(unit, signature)
            body.write()
        else:
            Plain(unit, signature).write()
    driver = Driver(unit, framed)
    Exports(driver)
    free = unit.memory.reserve(0)
    unit.memory.finish(unit.module)
    return Compiled(unit.module.encode(), unit.option_buffer, free)
