"""Many games side by side in the memory of one module: a caller in Python pays once for a step of all of them."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence

from ..faults import RuleFault
from ..state import Option, State, packed
from .exports import FAILED_MARK, NEWS
from .host import Engine, unpacked
from .memory import DONE_AT, OPTION


class Batch:
    """Games first to first + many - 1 of a series (interpreter/streams.py), each at its first decision.

    `news` holds three numbers for each game: status (6: an error has ended it), who decides (-1: nobody), and how many
    options there are. It is a view into the module's memory and always up to date."""

    def __init__(self, engine: Engine, many: int, seed: int = 0, first: int = 0) -> None:
        self.engine, self.many = engine, many
        self._instance = engine.instance()
        self._size = 4 * engine.program["cells"]
        self._news = engine.compiled.free
        self._picks = self._news + NEWS * many
        self._games = -(-(self._picks + 4 * many) // 16) * 16
        self._instance.room(self._games + self._size * many)
        self.news = self._instance.memory[self._news : self._picks].cast("i")
        self._chosen = self._instance.memory[self._picks : self._picks + 4 * many].cast("i")
        self.faults: dict[int, RuleFault] = {}
        seed &= (1 << 64) - 1
        done = 0
        while done < many:
            done = self._go("batch_new", done, seed - (seed >> 63 << 64), first + done)

    def _go(self, name: str, done: int, *args: int) -> int:
        """Call the module for the games from number `done` on; gives how many are done. An error ends one game."""
        places = self._games + self._size * done, self._news + NEWS * done
        more = (self._picks + 4 * done,) if name == "batch_step" else ()
        try:
            self._instance.call(name, *args, self.many - done, *places, *more)
        except RuleFault as fault:
            failed = done + self._instance.word(DONE_AT)
            self.faults[failed] = fault
            self.news[3 * failed : 3 * failed + 3] = memoryview(struct.pack("<3i", FAILED_MARK, -1, 0)).cast("i")
            return failed + 1
        return self.many

    def step(self, picks: Sequence[int]) -> None:
        """Answer every pending game with the option of the given number, and run on. -1 leaves a game as it is; a
        number that no option has ends it with error `answer`."""
        self._chosen[:] = memoryview(array("i", picks))
        done = 0
        while done < self.many:
            done = self._go("batch_step", done)

    def options(self, game: int) -> list[Option]:
        """What is offered in a game that is pending."""
        many = self._instance.call("batch_options", self._games + self._size * game)
        at = self.engine.compiled.options
        return list(struct.iter_unpack("<4i", self._instance.memory[at : at + OPTION * many]))

    def state(self, game: int) -> State:
        """The cells of a game."""
        return unpacked(self._instance.memory[self._place(game)])

    def put(self, game: int, state: State) -> None:
        """Let a game go on from other cells: pending ones, or those of a game that is over."""
        self._instance.memory[self._place(game)] = packed(state)
        self.faults.pop(game, None)
        self._instance.call("batch_look", self._games + self._size * game, self._news + NEWS * game)

    def copy(self, source: int, target: int) -> None:
        """Make one game the same as another."""
        self._instance.memory[self._place(target)] = self._instance.memory[self._place(source)]
        self.news[3 * target : 3 * target + 3] = self.news[3 * source : 3 * source + 3]
        self.faults.pop(target, None)
        if source in self.faults:
            self.faults[target] = self.faults[source]

    def _place(self, game: int) -> slice:
        at = self._games + self._size * game
        return slice(at, at + self._size)
