"""Series of random games, played inside the module on as many cores as there are.

Game i of a series with seed s depends on s and i alone (interpreter/streams.py), so the results depend neither on how
many threads play nor in which order. The bot likes all options equally well. Inside an attempt it tries them in random
order until one can be completed, and one more to know that there was a choice: it looks ahead far less, and plays the
games that the reference engine's bot plays.
"""

from __future__ import annotations

import os
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

from ..faults import RuleFault
from ..state import OVER
from .exports import CAPPED_MARK, FAILED_MARK, TALLY
from .host import Engine
from .instance import Instance
from .memory import DECISIONS_AT, DONE_AT, MOVES_AT

CAP = 100_000  # decisions after which a game is given up
STRETCH = 0.05  # seconds that one call into the module should take: as long as Ctrl-C may wait
LARGEST = 1 << 16  # games in one call


class Tally(NamedTuple):
    """One game: result and winners as in the state, decisions that were asked for, moves with the forced ones too."""

    result: int
    winners: int
    decisions: int
    moves: int
    capped: bool
    fault: RuleFault | None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Games of a series that were played in one go, from number `first` on."""

    first: int
    games: int
    rows: bytes
    faults: dict[int, RuleFault]  # by the number of the game

    def __iter__(self) -> Iterator[Tally]:
        for number, row in enumerate(struct.iter_unpack("<5i", self.rows), self.first):
            how, result, winners, decisions, moves = row
            if how == OVER:
                yield Tally(result, winners, decisions, moves, False, None)
            else:
                yield Tally(0, 0, decisions, moves, how == CAPPED_MARK, self.faults.get(number))


def stretches(
    engine: Engine,
    games: int,
    seed: int = 0,
    cap: int = CAP,
    workers: int | None = None,
    first: int = 0,
    invariants: bool = False,
) -> Iterator[Stretch]:
    """Play a series; its stretches come in the order of the games. Closing the iterator stops the players. With
    `invariants` they are tested at every decision, and one that does not hold ends its game with an error."""
    series = _Series(engine, games, seed, cap, first)
    if invariants and engine.program["invariants"]:
        series.how = "tested playouts"
    many = max(1, min(workers or os.cpu_count() or 1, games))
    if many == 1:
        instance, seconds = engine.instance(), 0.0
        while (task := series.claim(seconds)) is not None:
            stretch, seconds = series.play(instance, *task)
            yield stretch
        return
    players = [threading.Thread(target=series.work, daemon=True) for _ in range(many)]
    for player in players:
        player.start()
    try:
        yield from series.finished()
    finally:
        series.stop()
        for player in players:
            player.join()


class _Series:
    """Hands out stretches to players and takes back what they have played."""

    def __init__(self, engine: Engine, games: int, seed: int, cap: int, first: int) -> None:
        self.engine, self.cap, self.how = engine, cap, "playouts"
        self.seed = seed & (1 << 64) - 1
        self.next, self.end = first, first + games
        self.waited_for = first
        self.size = 16
        self.done: dict[int, Stretch] = {}
        self.failure: BaseException | None = None
        self.stopped = False
        self.news = threading.Condition()

    def claim(self, seconds: float) -> tuple[int, int] | None:
        """The next games to play, so many that they take about as long as a stretch should."""
        with self.news:
            if seconds and seconds < STRETCH / 2:
                self.size = min(2 * self.size, LARGEST)
            elif seconds > 2 * STRETCH:
                self.size = max(self.size // 2, 1)
            if self.stopped or self.next >= self.end:
                return None
            first, games = self.next, min(self.size, self.end - self.next)
            self.next += games
            return first, games

    def play(self, instance: Instance, first: int, games: int) -> tuple[Stretch, float]:
        """An error ends one game; the next ones go on behind it."""
        start = perf_counter()
        at = self.engine.compiled.free
        instance.room(at + TALLY * games)
        faults: dict[int, RuleFault] = {}
        seed, done = self.seed - (self.seed >> 63 << 64), 0
        while done < games:
            to = at + TALLY * done
            try:
                instance.call(self.how, seed, first + done, games - done, self.cap, to)
                break
            except RuleFault as fault:
                done += instance.word(DONE_AT)
                faults[first + done] = self._explained(fault)
                row = FAILED_MARK, 0, 0, instance.word(DECISIONS_AT), instance.word(MOVES_AT)
                struct.pack_into("<5i", instance.memory, at + TALLY * done, *row)
                done += 1
        rows = bytes(instance.memory[at : at + TALLY * games])
        return Stretch(first, games, rows, faults), perf_counter() - start

    def _explained(self, fault: RuleFault) -> RuleFault:
        """An invariant that is broken is said in its own words; a module has no words."""
        text = (i["text"] for i in self.engine.program["invariants"] if i["site"] == fault.site)
        return RuleFault(fault.code, fault.site, next(text, "")) if fault.code == "invariant" else fault

    def work(self) -> None:
        """What one player does. The module runs without holding Python up, so players run side by side."""
        try:
            instance, seconds = self.engine.instance(), 0.0
            while (task := self.claim(seconds)) is not None:
                stretch, seconds = self.play(instance, *task)
                with self.news:
                    self.done[stretch.first] = stretch
                    self.news.notify()
        except BaseException as failure:
            with self.news:
                self.failure = failure
                self.news.notify()

    def finished(self) -> Iterator[Stretch]:
        while self.waited_for < self.end:
            with self.news:
                while self.waited_for not in self.done and self.failure is None:
                    self.news.wait(0.1)
                if self.failure is not None:
                    raise self.failure
                stretch = self.done.pop(self.waited_for)
            self.waited_for += stretch.games
            yield stretch

    def stop(self) -> None:
        with self.news:
            self.stopped = True
