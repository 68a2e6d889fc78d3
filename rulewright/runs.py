"""Many games without anybody at the table: random bots, one row for each game.

Game i of seed s gets its own streams for cards and bots, made from s and i alone (interpreter/streams.py), so results
depend neither on how many cores play nor in which order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from .game import Game
from .grammar.diagnostics import Diagnostic
from .interpreter.faults import RuleFault
from .interpreter.invariants import hold
from .interpreter.observer import Node, Observer
from .interpreter.reports import fault_report
from .interpreter.state import DRAWN, PENDING, RESULT, STATUS, WINNERS, Option, State
from .interpreter.streams import Stream, bot_seed, game_seed

Rules = dict[str, Any]

CAP = 100_000  # decisions after which a game is given up

WON, DRAW, CAPPED, FAILED = "won", "drawn", "capped", "failed"


@dataclass(frozen=True, slots=True)
class Row:
    """One game. `decisions` were asked for; `moves` are those and the forced ones."""

    number: int
    seed: int
    outcome: str
    winners: tuple[int, ...]
    decisions: int
    moves: int
    fault: Diagnostic | None = None

    def to_data(self) -> dict[str, Any]:
        data = asdict(self)
        data["winners"] = list(self.winners)
        data["fault"] = self.fault.headline if self.fault else None
        return data


def random_games(
    game: Game,
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    engine: str = "reference",
    cap: int = CAP,
    jobs: int | None = None,
    invariants: bool = False,
) -> Iterator[Row]:
    """Each game as it ends. The compiled engine plays whole games by itself, on `jobs` cores (default: all there are).
    With `invariants`, what the ruleset says must always be so is tested at every decision."""
    game.setup(players, seed, options)  # refuses what cannot be played before the first game begins
    rules = game.specialised(players, options)
    playing = game.engine(players, options, engine)
    if engine == "compiled":
        yield from _compiled(playing, rules, games, seed, cap, jobs, invariants)
        return
    for number in range(games):
        yield _Bot(playing, rules, invariants).play(number, seed, cap)


def _compiled(
    engine: Any, rules: Rules, games: int, seed: int, cap: int, jobs: int | None, invariants: bool
) -> Iterator[Row]:
    from .interpreter.compiled.playouts import stretches

    number = 0
    for stretch in stretches(engine, games, seed, cap, jobs, invariants=invariants):
        for tally in stretch:
            winners = _members(tally.winners, rules["players"])
            fault = fault_report(rules, tally.fault).diagnostics[0] if tally.fault else None
            outcome = FAILED if fault else CAPPED if tally.capped else DRAW if tally.result == DRAWN else WON
            yield Row(number, game_seed(seed, number), outcome, winners, tally.decisions, tally.moves, fault)
            number += 1


class _Bot(Observer):
    """Plays one game at random on the reference engine, and hears of the answers that were forced."""

    def __init__(self, engine: Any, rules: Rules, invariants: bool) -> None:
        self.engine, self.rules, self.invariants = engine, rules, invariants
        self.decisions = self.forced_ones = 0

    def forced(self, node: Node, who: int, option: Option) -> None:
        self.forced_ones += 1

    def play(self, number: int, seed: int, cap: int) -> Row:
        own, bot = game_seed(seed, number), Stream(bot_seed(seed, number))
        state: State = []
        self.engine.observer = self
        try:
            state = self.engine.new(own)
            self._test(state)
            while state[STATUS] == PENDING and self.decisions < cap:
                offered = self.engine.choice(state).options
                self.engine.answer(state, bot.pick(self.engine.listed(state), offered))
                self.decisions += 1
                self._test(state)
        except RuleFault as fault:
            problem = fault_report(self.rules, fault, state).diagnostics[0]
            return Row(number, own, FAILED, (), self.decisions, self.moves, problem)
        finally:
            self.engine.observer = None
        if state[STATUS] == PENDING:
            return Row(number, own, CAPPED, (), self.decisions, self.moves)
        outcome = DRAW if state[RESULT] == DRAWN else WON
        winners = _members(state[WINNERS], self.rules["players"])
        return Row(number, own, outcome, winners, self.decisions, self.moves)

    @property
    def moves(self) -> int:
        return self.decisions + self.forced_ones

    def _test(self, state: State) -> None:
        if self.invariants:
            hold(self.rules, self.engine, state)


def _members(mask: int, players: int) -> tuple[int, ...]:
    return tuple(p for p in range(players) if mask >> p & 1)


class Summary:
    """What many games add up to, while they are played."""

    def __init__(self, game: Game, players: int, seed: int, engine: str, options: Mapping[str, str]) -> None:
        self.game, self.players, self.seed, self.engine, self.options = game, players, seed, engine, options
        self.start = perf_counter()
        self.rows = 0
        self.outcomes = dict.fromkeys((WON, DRAW, CAPPED, FAILED), 0)
        self.wins = [0] * players
        self.decisions = 0
        self.moves = 0
        self.faults: dict[Diagnostic, list[int]] = {}  # with the numbers of the games

    def add(self, row: Row) -> None:
        self.rows += 1
        self.outcomes[row.outcome] += 1
        for winner in row.winners:
            self.wins[winner] += 1
        self.decisions += row.decisions
        self.moves += row.moves
        if row.fault is not None:
            self.faults.setdefault(row.fault, []).append(row.number)

    def to_data(self) -> dict[str, Any]:
        many = max(self.rows, 1)
        return {
            "game": self.game.name,
            "variant": self.game.program["variant"],
            "options": dict(self.options),
            "players": self.players,
            "seed": self.seed,
            "engine": self.engine,
            "games": self.rows,
            "finished": self.outcomes[WON] + self.outcomes[DRAW],
            "drawn": self.outcomes[DRAW],
            "capped": self.outcomes[CAPPED],
            "failed": self.outcomes[FAILED],
            "decisions": self.decisions,
            "moves": self.moves,
            "mean_decisions": round(self.decisions / many, 3),
            "mean_moves": round(self.moves / many, 3),
            "wins_by_seat": self.wins,
            "seconds": round(perf_counter() - self.start, 3),
        }
