"""Looking ahead: which options of a decision can be completed. CORE.md, section 6, "Transactions".

Depth first, on copies of the state, with an explicit stack of levels in memory. A position is known by a 64-bit hash of
all its cells. One that is met again while it is itself being searched proves nothing: what led back to it is doubtful
until the search of this option ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..state import OVER, PENDING, RUNNING
from . import draws
from .decisions import WHOLE
from .memory import ANSWER_AT, ATTEMPT_AT, FP_AT, OPTION, PC_AT, STATE, STATUS_AT
from .unit import CODES, LOOK, Unit
from .wasm import I32, I64, Code, Function, Var, const, load

COMPLETED = 3  # what a run comes to that has reached the end of the attempt

if TYPE_CHECKING:
    from .driver import Driver, Points

ROOM = 64 << 20  # bytes for the stack of levels; untouched pages cost nothing

# The state is hashed in lanes side by side, each with its start and its factor.
LANES = (
    (0x9E3779B97F4A7C15, 0x9FB21C651E98DF25),
    (0xD1B54A32D192ED03, 0xA0761D6478BD642F),
    (0x8CB92BA72F3D8DD7, 0xE7037ED1A0B428DB),
    (0xAEF17502108EF2D9, 0x8EBC6AF09C88C6E3),
)

# A level: the level before it, the position's record, how many options, the next to try, is it doubtful; then the state
# and the options.
BEFORE, POSITION, MANY, NEXT, DOUBTFUL, COPY = 0, 4, 8, 12, 16, 32
# A record of a position: hash, in which enumeration it was met, how it stands.
RECORD, MET, STANDING = 16, 8, 12
OPEN, COMPLETE, DEAD, IN_DOUBT, FORGOTTEN = range(1, 6)


def state_hash(unit: Unit, points: Points) -> Function:
    """Of the state up to the end of its top frame, where there is one; behind it there are only zeros."""
    f, new = unit.helper("hash", results=(I64,))
    if new:
        at, end = f.local(), f.local()
        lanes = [f.local(I64) for _ in LANES]
        f.let(at, STATE)
        f.let(end, STATE + 4 * unit.program["stack"]["at"])
        with f.when(load(PC_AT).gt(0)):
            f.let(end, ((load(FP_AT) << 2) + STATE) + points.frame(load(PC_AT)))
        for lane, (start, _) in zip(lanes, LANES, strict=True):
            f.let(lane, start)
        with f.loop() as again:
            for place, (lane, (_, factor)) in enumerate(zip(lanes, LANES, strict=True)):
                f.let(lane, (lane ^ load(at, 8 * place, "i64.load")) * factor)
            for lane in lanes:
                f.let(lane, lane ^ (lane >> 29))
            f.let(at, at + 8 * len(lanes))
            f.br_if(again, at.below(end))
        for lane in lanes[1:]:
            f.let(lanes[0], ((lanes[0] ^ (lanes[0] >> 31)) + lane) * 0x94D049BB133111EB)
        f.put(lanes[0])
    return f


class Search:
    """`needed`: do the needs of the open attempt hold? `filter`: keep the options that can be completed.
    `one`: keep one of them, any with equal chances; `asked`: was there a choice? Both lists stand at `options` and are
    given by their length."""

    def __init__(self, driver: Driver) -> None:
        unit, module = driver.unit, driver.unit.module
        self.driver, self.unit, self.points = driver, unit, driver.points
        self.budget = int(unit.program["search"])
        self.state = -(-unit.memory.bytes // 16) * 16
        places = 1 << max(4, (2 * self.budget + 2).bit_length())
        self.mask = places - 1
        self.records = unit.memory.reserve(RECORD * places)
        self.doubts = unit.memory.reserve(4 * (self.budget + 2))
        self.levels = unit.memory.reserve(ROOM)
        self.room_end = self.levels + ROOM
        self.round = module.variable()  # number of this enumeration
        self.met = module.variable()  # positions met in it
        self.in_doubt = module.variable()
        self.site = module.variable()
        self.kept_steps = module.variable()
        self.kept_mode = module.variable()
        self.needed = module.function((), (I32,))
        self.filter = module.function((I32,), (I32,))
        self.one = module.function((I32, I32), (I32,))
        self.asked = module.variable()
        self.around = module.function((), (I32,))
        self.hash = state_hash(unit, driver.points)
        self.find = module.function((I64,), (I32,))
        self.begin = module.function()
        self.end = module.function()
        self.completes = module.function((I32,), (I32,))
        self.settle = module.function((I32,))

    def write(self) -> None:
        self._write_around()
        self._write_needed()
        self._write_find()
        self._write_begin()
        self._write_end()
        self._write_settle()
        self._write_completes()
        self._write_filter()
        self._write_one()

    def _write_around(self) -> None:
        """The point at which the procedure with the open attempt stands."""
        f = self.around
        point, frame = f.local(), f.local()
        f.let(point, load(PC_AT))
        f.let(frame, load(FP_AT))
        with f.repeat(frame.ne(load(ATTEMPT_AT))):
            f.let(point, load(frame << 2, STATE))
            f.let(frame, frame - (self.points.frame(point) >> 2))
        f.put(point)

    def _write_needed(self) -> None:
        f = self.needed
        point = f.local()
        f.call(self.around)
        f.set(point)
        f.call(self.driver.needs, self.points.attempt(point), (load(ATTEMPT_AT) << 2) + STATE)

    def _write_find(self) -> None:
        """The address of the record of a position, a new one if it has none."""
        f = self.find
        key, at = f.param(0), f.local()
        f.let(key, key ^ (key >> 32))
        f.let(at, key.low() & self.mask)
        with f.loop() as again:
            place = (at << 4) + self.records
            with f.when(load(at << 4, self.records + MET).ne(self.round)):
                f.keep(at << 4, key, self.records, "i64.store")
                f.keep(at << 4, self.round, self.records + MET)
                f.keep(at << 4, 0, self.records + STANDING)
                f.back(place)
            with f.when(load(at << 4, self.records, "i64.load").eq(key)):
                f.back(place)
            f.let(at, (at + 1) & self.mask)
            f.br(again)
        f.op("unreachable")

    def _write_begin(self) -> None:
        """The state, pending at its choose, is what every option is tried on."""
        f, unit = self.begin, self.unit
        f.save(self.round, self.round + 1)
        f.save(self.met, 0)
        f.save(self.kept_steps, unit.steps)
        f.save(self.kept_mode, unit.mode)
        with f.when(load(ATTEMPT_AT)):
            point = f.local()
            f.call(self.around)
            f.set(point)
            f.save(self.site, self.points.attempt_site(point))
            f.otherwise()
            f.save(self.site, self.points.site(load(PC_AT)))
        f.keep(STATUS_AT, PENDING)
        f.copy(const(self.levels + COPY), const(STATE), const(self.unit.memory.bytes))

    def _write_end(self) -> None:
        """Everything is as before, but for the status, which whoever asked will settle."""
        f, unit = self.end, self.unit
        f.copy(const(STATE), const(self.levels + COPY), const(self.unit.memory.bytes))
        f.keep(STATUS_AT, RUNNING)
        f.save(unit.steps, self.kept_steps)
        f.save(unit.mode, self.kept_mode)
        f.save(unit.options, unit.option_buffer)
        f.save(unit.dirty, 1)

    def _write_settle(self) -> None:
        """The search of one option has ended: so has every doubt."""
        f = self.settle
        at = f.local()
        with f.repeat(at.lt(self.in_doubt)):
            record = load(at << 2, self.doubts)
            with f.when(load(record, STANDING).eq(IN_DOUBT)):
                f.keep(record, f.param(0), STANDING)
            f.let(at, at + 1)
        f.save(self.in_doubt, 0)

    def _write_completes(self) -> None:
        """Does the option at an address lead to the end of the attempt?"""
        f = self.completes
        option = f.param(0)
        level = f.local()
        f.save(self.in_doubt, 0)
        f.let(level, self.levels)
        with f.loop() as again:
            self._try(f, level, option)
            with f.loop() as next_:  # the next option to try, of this level or of one before
                with f.when(level.eq(self.levels)):
                    f.call(self.settle, DEAD)
                    f.back(0)
                with f.when(load(level, NEXT).lt(load(level, MANY))):
                    f.let(option, level + (load(level, NEXT) << 4) + (COPY + self.state))
                    f.keep(level, load(level, NEXT) + 1, NEXT)
                    f.br(again)
                self._give_up(f, level)
                f.br(next_)
        f.op("unreachable")

    def _try(self, f: Function, level: Var, option: Var) -> None:
        """Answer on a copy. Success ends the search; otherwise there may be one level more."""
        unit, deeper, result, standing = self.unit, f.local(), f.local(), f.local()
        with f.when(level.eq(self.levels)):
            f.let(deeper, self.levels + COPY + self.state)
            f.otherwise()
            f.let(deeper, level + (load(level, MANY) << 4) + (COPY + self.state))
        room = COPY + self.state + OPTION * (unit.limit + 1)
        with f.when(deeper.above(self.room_end - room)):
            f.call(unit.fault, const(CODES.index("search")), self.site)
        f.copy(const(STATE), level + COPY, const(unit.memory.bytes))
        f.keep(STATUS_AT, RUNNING)
        f.keep(ANSWER_AT, load(option, 0, "i64.load") & ~WHOLE, op="i64.store")
        f.keep(ANSWER_AT + 8, load(option, 8, "i64.load"), op="i64.store")
        f.save(unit.steps, 0)
        f.save(unit.mode, LOOK)
        f.save(unit.dirty, 1)
        f.save(unit.options, deeper + (COPY + self.state))
        f.call(self.driver.run)
        f.set(result)
        with f.when(result.eq(PENDING)):
            position = f.local()
            f.call(self.hash)
            f.call(self.find)
            f.set(position)
            f.let(standing, load(position, STANDING))
            with f.when(standing.eq(COMPLETE)):
                f.let(result, OVER)
            with f.when(standing.zero() | standing.eq(FORGOTTEN)):
                with f.when(standing.zero()):
                    f.save(self.met, self.met + 1)
                    with f.when(self.met.above(self.budget)):
                        f.call(unit.fault, const(CODES.index("search")), self.site)
                f.keep(position, OPEN, STANDING)
                f.keep(deeper, level, BEFORE)
                f.keep(deeper, position, POSITION)
                f.keep(deeper, unit.listed, MANY)
                f.keep(deeper, 0, NEXT)
                f.keep(deeper, 0, DOUBTFUL)
                f.copy(deeper + COPY, const(STATE), const(unit.memory.bytes))
                f.let(level, deeper)
                f.otherwise()
                with f.when((standing.eq(OPEN) | standing.eq(IN_DOUBT)) & level.ne(self.levels)):
                    f.keep(level, 1, DOUBTFUL)
        with f.when(result.eq(OVER) | result.eq(COMPLETED)):
            with f.repeat(level.ne(self.levels)):
                f.keep(load(level, POSITION), COMPLETE, STANDING)
                f.let(level, load(level, BEFORE))
            f.call(self.settle, FORGOTTEN)
            f.back(1)

    def _give_up(self, f: Function, level: Var) -> None:
        """No option of this level has led to the end."""
        with f.when(load(level, DOUBTFUL)):
            f.keep(load(level, POSITION), IN_DOUBT, STANDING)
            f.keep(self.in_doubt << 2, load(level, POSITION), self.doubts)
            f.save(self.in_doubt, self.in_doubt + 1)
            with f.when(load(level, BEFORE).ne(self.levels)):
                f.keep(load(level, BEFORE), 1, DOUBTFUL)
            f.otherwise()
            f.keep(load(level, POSITION), DEAD, STANDING)
        f.let(level, load(level, BEFORE))

    def _may_skip(self, option: Code) -> Code:
        """Is this option offered whatever it leads to?"""
        return load(self.levels + COPY + ATTEMPT_AT - STATE).zero() & (load(option) & WHOLE).zero()

    def _write_filter(self) -> None:
        f, unit = self.filter, self.unit
        left, at, kept, fine = f.param(0), f.local(), f.local(), f.local()
        f.call(self.begin)
        f.let(at, unit.options)
        f.let(kept, at)
        with f.repeat(left.ne(0)):
            f.let(fine, self._may_skip(at))
            with f.when(fine.zero()):
                f.call(self.completes, at)
                f.set(fine)
            with f.when(fine):
                f.keep(kept, load(at, 0, "i64.load"), 0, "i64.store")
                f.keep(kept, load(at, 8, "i64.load"), 8, "i64.store")
                f.let(kept, kept + OPTION)
            f.let(at, at + OPTION)
            f.let(left, left - 1)
        f.call(self.end)
        f.put((kept - unit.options) >> 4)

    def _write_one(self) -> None:
        """Options are drawn until one can be completed; the last takes the place of one that cannot. Then others are
        tried only until a second is found: with a single one nobody is asked and nothing has been drawn, unless the
        second parameter says that there is a choice anyway."""
        f, unit = self.one, self.unit
        many, at, fine = f.param(0), f.local(), f.local()
        chosen, stream = (f.local(I64), f.local(I64)), f.local(I64)
        f.let(stream, unit.bot)
        f.save(self.asked, f.param(1))
        f.call(self.begin)
        with f.repeat(many.ne(0)):
            f.call(draws.bot_below(unit), many)
            f.set(at)
            f.let(at, (at << 4) + unit.option_buffer)
            self._is_fine(f, at, fine)
            for part, offset in zip(chosen, (0, 8), strict=True):
                f.let(part, load(at, offset, "i64.load"))
            f.let(many, many - 1)
            self._move(f, (many << 4) + unit.option_buffer, at)
            with f.when(fine):
                with f.repeat(many.ne(0) & self.asked.zero()):
                    f.let(many, many - 1)
                    self._is_fine(f, (many << 4) + unit.option_buffer, fine)
                    f.save(self.asked, fine)
                with f.when(self.asked.zero()):
                    f.save(unit.bot, stream)
                for part, offset in zip(chosen, (0, 8), strict=True):
                    f.keep(unit.option_buffer, part, offset, "i64.store")
                f.call(self.end)
                f.back(1)
        f.save(unit.bot, stream)
        f.call(self.end)
        f.i32(0)

    def _is_fine(self, f: Function, option: Code, fine: Var) -> None:
        """Is the option at an address offered?"""
        f.let(fine, self._may_skip(option))
        with f.when(fine.zero()):
            f.call(self.completes, option)
            f.set(fine)

    def _move(self, f: Function, source: Code, to: Code) -> None:
        for offset in (0, 8):
            f.keep(to, load(source, offset, "i64.load"), offset, "i64.store")
