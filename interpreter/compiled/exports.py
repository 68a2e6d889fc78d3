"""What the host can call: single steps on the state in memory, playouts by the thousand, steps of many games."""

from __future__ import annotations

from ..state import PENDING, RUNNING
from . import draws, tested
from .body import copy_cells
from .decisions import WHOLE
from .driver import FIRST_WHOLE, SOME_WHOLE, STOPPED_BY_CAP, Driver
from .lookahead import state_hash
from .memory import (
    ACTIVE_AT,
    ANSWER_AT,
    ATTEMPT_AT,
    DONE_AT,
    FP_AT,
    PC_AT,
    RESULT_AT,
    RNG_AT,
    STATE,
    STATUS_AT,
    VALID,
    WHO,
    WINNERS_AT,
)
from .procedures import DECIDER, LIST, OPEN
from .unit import AUTO, CODES, NO_SITE, PLAY
from .wasm import I32, I64, Function, Var, const, load

TALLY = 20  # bytes of a playout's result: how it ended, result, winners, decisions, moves
NEWS = 12  # bytes told of a game of a batch: status, who decides, how many options
CAPPED_MARK, FAILED_MARK = STOPPED_BY_CAP, 6  # how a playout ends that does not end


class Exports:
    def __init__(self, driver: Driver) -> None:
        self.driver, self.unit = driver, driver.unit
        unit = self.unit
        stack = unit.program["stack"]
        self.body = 4 * int(stack["at"])  # bytes before the stack
        self.image = unit.memory.reserve(self.body)  # of a game before it begins
        self.reset = unit.module.function()
        self.begin = unit.module.function((I64,))
        self.offers = unit.module.function((), (I32,))
        self._write_reset()
        self._write_begin()
        self._write_offers()
        self._write_prepare()
        self._write_single()
        self._write_performances()
        self._write_playouts()
        self._write_batch()

    def _write_reset(self) -> None:
        """Whatever an error has left behind is forgotten."""
        f, unit = self.reset, self.unit
        f.save(unit.mode, PLAY)
        f.save(unit.steps, 0)
        f.save(unit.depth, 0)
        f.save(unit.dirty, 1)
        f.save(unit.options, unit.option_buffer)

    def _export(self, name: str, params: tuple[int, ...] = (), results: tuple[int, ...] = ()) -> Function:
        f = self.unit.module.function(params, results, name)
        f.call(self.reset)
        return f

    def _write_prepare(self) -> None:
        """Makes the image from which every game starts."""
        f, unit = self._export("prepare"), self.unit
        f.fill(const(STATE), 0, const(unit.memory.bytes))
        f.keep(ACTIVE_AT, -1)
        init = unit.procedures[unit.program["init"]]
        f.call(init.function)
        f.op("drop")
        f.keep(STATUS_AT, 0)
        f.keep(RESULT_AT, 0)
        f.keep(WINNERS_AT, 0)
        main = unit.procedures[unit.program["main"]]
        f.keep(PC_AT, -(main.index + 1))
        f.keep(FP_AT, unit.program["stack"]["at"])
        f.copy(const(self.image), const(STATE), const(self.body))

    def _write_begin(self) -> None:
        """A new game with a seed, before anything has happened."""
        f, unit = self.begin, self.unit
        copy_cells(f, const(self.image), const(STATE), self.body // 4)
        with f.when(unit.dirty):
            f.fill(const(STATE + self.body), 0, const(unit.memory.bytes - self.body))
            f.save(unit.dirty, 0)
        f.keep(RNG_AT, f.param(0), op="i64.store")

    def _write_offers(self) -> None:
        """Lists what is offered in a pending state; gives how many options there are."""
        f, driver = self.offers, self.driver
        many, point = f.local(), f.local()
        f.let(point, load(PC_AT))
        f.call(driver.list, LIST)
        f.set(many)
        if driver.search is not None:
            flags = driver.points.flags(point)
            with f.when(load(ATTEMPT_AT).ne(0) | (flags & SOME_WHOLE)):
                f.call(driver.search.filter, many)
                f.set(many)
                f.keep(STATUS_AT, PENDING)
            with f.when(flags & SOME_WHOLE):
                f.call(driver.strip, many)
        f.put(many)

    def _write_single(self) -> None:
        driver, unit = self.driver, self.unit
        self._export("run", (), (I32,)).call(driver.run)
        f = self._export("new", (I64,), (I32,))
        f.call(self.begin, f.param(0))
        f.call(driver.run)
        self._export("options", (), (I32,)).call(self.offers)
        f = self._export("decider", (), (I32,))
        f.call(driver.list, DECIDER)
        f.op("drop")
        f.put(load(WHO))
        f = self._export("accepts", (), (I32,))  # the option at the start of the list, which is not offered
        f.keep(VALID, load(unit.option_buffer + 4))
        f.call(driver.list, OPEN)
        f.op("drop")
        with f.when(load(VALID).zero()):
            f.back(0)
        if driver.search is not None:
            flags = driver.points.flags(load(PC_AT))
            with f.when(load(ATTEMPT_AT).ne(0) | (flags & FIRST_WHOLE)):
                f.keep(unit.option_buffer, load(unit.option_buffer) | WHOLE)
                f.call(driver.search.filter, 1)
                f.back()
        f.i32(1)

        f = self._export("image")
        f.call(self.begin, 0)
        f.keep(PC_AT, 0)
        f.keep(FP_AT, 0)
        f = self._export("hash", (), (I64,))
        f.call(state_hash(unit, driver.points))

    def _write_performances(self) -> None:
        """Procedures that ask nobody, by their numbers."""
        for signature in self.unit.procedures.values():
            if not signature.framed:
                function = signature.function
                f = self._export(f"perform {signature.index}", function.params)
                f.call(function, *(f.param(i) for i in range(len(function.params))))
                for _ in function.results:
                    f.op("drop")

    # --- playouts

    def _write_playouts(self) -> None:
        """Plays games number first to first + many - 1 of a series at random. Results lie behind each other.

        An error stops everything; the mailbox says at which game, so that the host can go on behind it."""
        self._write_series("playouts", self._play_fast())
        if self.unit.program["invariants"]:
            self._write_series("tested playouts", tested.play(self.driver))

    def _write_series(self, name: str, play: Function) -> None:
        f, unit = self._export(name, (I64, I64, I32, I32, I32)), self.unit
        seed, first, many, cap, to = (f.param(i) for i in range(5))
        done = f.local()
        f.save(unit.cap, cap)
        with f.repeat(done.lt(many)):
            f.keep(DONE_AT, done)
            self._play(f, play, seed, first, to)
            f.let(first, first + 1)
            f.let(to, to + TALLY)
            f.let(done, done + 1)

    def _play_fast(self) -> Function:
        """Plays a game that has begun without ever leaving the rules for a decision."""
        f = self.unit.module.function((), (I32,))
        f.save(self.unit.mode, AUTO)
        f.call(self.driver.run)
        return f

    def _play(self, f: Function, play: Function, seed: Var, game: Var, to: Var) -> None:
        unit, how = self.unit, f.local()
        f.call(draws.seed_of(unit), seed, (game << 1) + 1)
        f.call(self.begin)
        f.call(draws.seed_of(unit), seed, (game << 1) + 2)
        f.save(unit.bot)
        f.save(unit.steps, 0)
        f.save(unit.decisions, 0)
        f.save(unit.moves, 0)
        f.call(play)
        f.set(how)
        f.keep(to, how)
        f.keep(to, load(RESULT_AT, op="i64.load"), 4, "i64.store")  # result and winners
        f.keep(to, unit.decisions, 12)
        f.keep(to, unit.moves, 16)

    # --- many games at once

    def _write_batch(self) -> None:
        """Games lie behind each other in memory. Of each the module tells status, who decides, and how many options."""
        driver, unit = self.driver, self.unit
        size = unit.memory.bytes
        f = self._export("batch_new", (I64, I64, I32, I32, I32))
        seed, first, many, games, news = (f.param(i) for i in range(5))
        left = f.local()
        f.let(left, many)
        with f.repeat(left.ne(0)):
            f.keep(DONE_AT, many - left)
            f.save(unit.steps, 0)
            f.call(draws.seed_of(unit), seed, (first << 1) + 1)
            f.call(self.begin)
            f.call(driver.run)
            f.op("drop")
            self._put_back(f, games, news)
            f.let(first, first + 1)
            self._next(f, left, games, news, size)
        f = self._export("batch_look", (I32, I32))
        f.copy(const(STATE), f.param(0), const(size))
        self._put_back(f, f.param(0), f.param(1))
        f = self._export("batch_options", (I32,), (I32,))
        f.copy(const(STATE), f.param(0), const(size))
        f.call(self.offers)
        f = self._export("batch_step", (I32, I32, I32, I32))
        many, games, news, picks = (f.param(i) for i in range(4))
        left = f.local()
        f.let(left, many)
        with f.repeat(left.ne(0)):
            f.keep(DONE_AT, many - left)
            with f.when(load(news).eq(PENDING) & load(picks).ge(0)):
                with f.when(load(picks).ge(load(news, 8))):
                    f.call(unit.fault, CODES.index("answer"), NO_SITE)
                self._step(f, games, picks)
                self._put_back(f, games, news)
            f.let(picks, picks + 4)
            self._next(f, left, games, news, size)

    def _step(self, f: Function, games: Var, picks: Var) -> None:
        """Answer one game with the option of this number, and run on."""
        unit, driver = self.unit, self.driver
        option = f.local()
        f.copy(const(STATE), games, const(unit.memory.bytes))
        f.save(unit.dirty, 1)
        f.save(unit.steps, 0)
        f.call(self.offers)
        f.op("drop")
        f.let(option, (load(picks) << 4) + unit.option_buffer)
        f.keep(ANSWER_AT, load(option, 0, "i64.load"), op="i64.store")
        f.keep(ANSWER_AT + 8, load(option, 8, "i64.load"), op="i64.store")
        f.keep(STATUS_AT, RUNNING)
        f.save(unit.steps, 0)
        f.call(driver.run)
        f.op("drop")

    def _put_back(self, f: Function, games: Var, news: Var) -> None:
        """Keep the state and what is asked in it."""
        unit, driver, many = self.unit, self.driver, f.local()
        f.let(many, 0)
        f.copy(games, const(STATE), const(unit.memory.bytes))
        with f.when(load(STATUS_AT).eq(PENDING)):
            f.save(unit.steps, 0)
            f.call(self.offers)
            f.set(many)
            f.save(unit.steps, 0)
            f.call(driver.list, DECIDER)
            f.op("drop")
            f.otherwise()
            f.keep(WHO, -1)
        f.keep(news, load(games), 0)
        f.keep(news, load(WHO), 4)
        f.keep(news, many, 8)

    def _next(self, f: Function, left: Var, games: Var, news: Var, size: int) -> None:
        f.let(games, games + size)
        f.let(news, news + NEWS)
        f.let(left, left - 1)
