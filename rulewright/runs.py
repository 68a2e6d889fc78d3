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
from .interpreter.engines import Engine
from .interpreter.faults import RuleFault
from .interpreter.observer import Node, Observer
from .interpreter.reports import fault_report
from .interpreter.state import DRAWN, PENDING, RESULT, STATUS, WINNERS, Option
from .interpreter.streams import Stream, bot_seed, game_seed

CAP = 100_000  # decisions after which a game is given up

WON, DRAW, CAPPED, FAILED = "won", "drawn", "capped", "failed"


@dataclass(frozen=True, slots=True)
class Row:
    """One game. `decisions` were asked for; `moves` are those and the forced ones, where the engine tells."""

    number: int
    seed: int
    outcome: str
    winners: tuple[int, ...]
    decisions: int
    moves: int | None
    fault: Diagnostic | None = None

    def to_data(self) -> dict[str, Any]:
        data = asdict(self)
        data["winners"] = list(self.winners)
        data["fault"] = self.fault.headline if self.fault else None
        return data


class _Forced(Observer):
    def __init__(self) -> None:
        self.count = 0

    def forced(self, node: Node, who: int, option: Option) -> None:
        self.count += 1


def random_games(
    game: Game,
    games: int,
    players: int | None = None,
    seed: int = 0,
    options: Mapping[str, str] | None = None,
    engine: str = "reference",
    cap: int = CAP,
) -> Iterator[Row]:
    """Each game as it ends."""
    game.setup(players, seed, options)  # refuses what cannot be played before the first game begins
    playing = game.engine(players, options, engine)
    rules = game.specialised(players, options)
    for number in range(games):
        yield _play(playing, rules, number, seed, engine == "reference", cap)


def _play(engine: Engine, rules: dict[str, Any], number: int, seed: int, tells: bool, cap: int) -> Row:
    own = game_seed(seed, number)
    bot = Stream(bot_seed(seed, number))
    forced = _Forced()
    decisions, state = 0, [PENDING]
    reference: Any = engine if tells else None
    if tells:
        reference.observer = forced
    try:
        state = engine.new(own)
        while state[STATUS] == PENDING and decisions < cap:
            choice = engine.choice(state)
            assert choice is not None
            engine.answer(state, choice.options[bot.below(len(choice.options))])
            decisions += 1
    except RuleFault as fault:
        problem = fault_report(rules, fault, state if len(state) > 1 else None).diagnostics[0]
        return Row(number, own, FAILED, (), decisions, _moves(tells, decisions, forced), problem)
    finally:
        if tells:
            reference.observer = None
    moves = _moves(tells, decisions, forced)
    if state[STATUS] == PENDING:
        return Row(number, own, CAPPED, (), decisions, moves)
    winners = tuple(p for p in range(rules["players"]) if state[WINNERS] >> p & 1)
    return Row(number, own, DRAW if state[RESULT] == DRAWN else WON, winners, decisions, moves)


def _moves(tells: bool, decisions: int, forced: _Forced) -> int | None:
    return decisions + forced.count if tells else None


class Summary:
    """What many games add up to, while they are played."""

    def __init__(self, game: Game, players: int, seed: int, engine: str, options: Mapping[str, str]) -> None:
        self.game, self.players, self.seed, self.engine, self.options = game, players, seed, engine, options
        self.start = perf_counter()
        self.rows = 0
        self.outcomes = dict.fromkeys((WON, DRAW, CAPPED, FAILED), 0)
        self.wins = [0] * players
        self.decisions = 0
        self.moves: int | None = 0
        self.faults: dict[Diagnostic, list[int]] = {}  # with the numbers of the games

    def add(self, row: Row) -> None:
        self.rows += 1
        self.outcomes[row.outcome] += 1
        for winner in row.winners:
            self.wins[winner] += 1
        self.decisions += row.decisions
        self.moves = None if self.moves is None or row.moves is None else self.moves + row.moves
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
            "mean_moves": None if self.moves is None else round(self.moves / many, 3),
            "wins_by_seat": self.wins,
            "seconds": round(perf_counter() - self.start, 3),
        }
