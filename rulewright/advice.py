"""A hint for whoever decides: many random games from positions that this player could be in. It knows no more than the
player does, and no game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import perf_counter

from .interpreter import engines
from .interpreter.decision import Option
from .interpreter.faults import RuleFault
from .interpreter.state import OVER, STATUS, WINNERS, State
from .interpreter.table import Table

SECONDS = 2.0
GAMES = 2_000
DEEP = 2_000  # answers after which a random game is given up
TRIED = 40  # options, drawn by lot if there are more


@dataclass(frozen=True, slots=True)
class Advice:
    """The option after which the player won most of `games` random games, and which share of them."""

    option: Option
    share: float
    games: int
    tried: int


def advise(table: Table, seed: int = 0, clock: Callable[[], float] = perf_counter) -> Advice | None:
    """None if no game came to its end in time. The same position and seed give the same random games."""
    decision = table.decision
    player, random = decision.player, Random(seed)
    options = list(decision.options)
    if len(options) > TRIED:
        options = random.sample(options, TRIED)
    engine = engines.make(table.rules, "compiled" if engines.has_compiled() else engines.suited(table.rules))
    wins, played = [0.0] * len(options), [0] * len(options)
    end = clock() + SECONDS
    for game in range(GAMES):
        number = game % len(options)
        if number == 0:
            world = table.redeal(player, random)
        result = _random_game(engine, list(world), options[number], player, random, end, clock)
        if result is not None:
            wins[number] += result
            played[number] += 1
        if clock() > end:
            break
    known = [n for n in range(len(options)) if played[n]]
    if not known:
        return None
    best = max(known, key=lambda n: (wins[n] / played[n], -n))
    return Advice(options[best], wins[best] / played[best], sum(played), len(known))


def _random_game(
    engine: engines.Engine,
    cells: State,
    first: Option,
    player: int,
    random: Random,
    end: float,
    clock: Callable[[], float],
) -> float | None:
    """1 if the player won, a part of it if several did, ½ for a draw; None if it did not come to an end."""
    try:
        engine.answer(cells, first.answer)
        for _ in range(DEEP):
            if cells[STATUS] == OVER:
                winners = cells[WINNERS]
                if not winners:
                    return 0.5
                return (winners >> player & 1) / winners.bit_count()
            choice = engine.choice(cells)
            if choice is None or clock() > end:
                return None
            engine.answer(cells, choice.options[random.randrange(len(choice.options))])
    except RuleFault:
        pass  # an answer that this position does not offer, or a mistake of the rules: no news either way
    return None
