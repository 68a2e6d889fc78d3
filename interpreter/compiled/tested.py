"""Playouts that test at every decision what the ruleset says must always be so. They step from decision to decision,
so that the state is whole at each: slower than plain playouts, and the games that the reference engine's bot plays."""

from __future__ import annotations

from ..invariants import ACTION
from ..state import PENDING, RUNNING
from . import draws
from .driver import SOME_WHOLE, STOPPED_BY_CAP, Driver, top_frame
from .memory import ANSWER_AT, ATTEMPT_AT, FP_AT, PC_AT, STATUS_AT
from .procedures import LIST
from .unit import CODES, PLAY
from .wasm import I32, Function, Var, const, load


def hold(driver: Driver) -> Function:
    """Stops everything if an invariant does not hold in the state. While an action runs, only those count that are to
    hold `always`."""
    unit, points = driver.unit, driver.points
    f, new = unit.helper("hold")
    if not new:
        return f
    acting = f.local()
    stated = unit.program["invariants"]
    if not all(invariant["always"] for invariant in stated):
        names = [procedure["name"] for procedure in unit.program["procedures"]]
        actions = unit.memory.words([int(name.startswith(ACTION)) for name in names])
        point, frame = f.local(), f.local()
        f.let(point, load(PC_AT))
        with f.when(load(FP_AT).ne(0) & point.gt(0)):
            f.let(frame, top_frame())
            f.let(acting, load(points.procedure(point) << 2, actions))
            f.let(point, load(frame))
            with f.repeat(point.ne(0)):
                f.let(acting, acting | load(points.procedure(point) << 2, actions))
                f.let(frame, frame - points.frame(point))
                f.let(point, load(frame))
    for invariant in stated:
        with f.when(const(1) if invariant["always"] else acting.zero()):
            f.save(unit.steps, 0)
            f.call(unit.procedures[invariant["procedure"]].function)
            f.op("i32.eqz")
            with f.when():
                f.call(unit.fault, CODES.index("invariant"), invariant["site"])
    f.save(unit.steps, 0)
    return f


def play(driver: Driver) -> Function:
    """Plays a game that has begun to its end or to the cap. Gives how it ended."""
    unit = driver.unit
    f, new = unit.helper("play tested", results=(I32,))
    if not new:
        return f
    how, place = f.local(), f.local()
    f.save(unit.mode, PLAY)
    f.call(driver.run)
    f.set(how)
    f.call(hold(driver))
    with f.repeat(load(STATUS_AT).eq(PENDING)):
        with f.when(unit.decisions.eq(unit.cap)):
            f.back(STOPPED_BY_CAP)
        f.save(unit.decisions, unit.decisions + 1)
        f.save(unit.moves, unit.moves + 1)
        _draw(driver, f, place)
        f.let(place, unit.options + (place << 4))
        f.keep(ANSWER_AT, load(place, 0, "i64.load"), op="i64.store")
        f.keep(ANSWER_AT + 8, load(place, 8, "i64.load"), op="i64.store")
        f.keep(STATUS_AT, RUNNING)
        f.save(unit.steps, 0)
        f.call(driver.run)
        f.set(how)
        f.call(hold(driver))
    f.put(how)
    return f


def _draw(driver: Driver, f: Function, place: Var) -> None:
    """Which of the options the bot takes, as in any playout."""
    flags = driver.points.flags(load(PC_AT))
    f.call(driver.list, LIST)
    f.set(place)
    with f.block() as drawn:
        if driver.search is not None:
            with f.when(load(ATTEMPT_AT).ne(0) | (flags & SOME_WHOLE)):
                f.call(driver.search.one, place, 1)
                f.set(place)
                f.call(driver.strip, place)
                f.let(place, 0)
                f.br(drawn)
        f.call(draws.bot_below(driver.unit), place)
        f.set(place)
