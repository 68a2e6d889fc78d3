"""Random playouts a second against peers, in one run on one pinned core: configurations take turns, medians count.

    python benchmarks/playouts.py [--rounds 5] [--seconds 0.5] [--games tic_tac_toe hex] [--json FILE]

Peers are used where they are installed: open_spiel (its C++ games driven by a Python loop, its own `evaluate_bots`, its
game written in Python) and PettingZoo. Equal rules are shown by equal mean lengths in moves, forced ones counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rubble_by_hand
from rulewright.interpreter.compiled import playouts
from rulewright.interpreter.compiled.host import Engine
from rulewright.validator.check import check_folder
from rulewright.validator.specialise import specialise

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
Play = Callable[[int], tuple[int, int]]  # from a seed: games played, moves made


@dataclass(frozen=True, slots=True)
class Contestant:
    game: str
    name: str
    play: Play


def ours(game: str, players: int = 2) -> Play:
    """Whole series inside the module, one worker."""
    program = check_folder(RULESETS / game).program
    assert program is not None
    engine = Engine(specialise(program, players))
    size = 64

    def play(seed: int) -> tuple[int, int]:
        nonlocal size
        start = time.perf_counter()
        moves = 0
        for stretch in playouts.stretches(engine, size, seed, workers=1):
            assert not stretch.faults
            moves += sum(memoryview(stretch.rows).cast("i")[4::5])  # the last of the five columns of a Tally
        played = size
        if time.perf_counter() - start < 0.1:
            size *= 2
        return played, moves

    return play


def by_hand() -> Play:
    board = rubble_by_hand.Board()

    def play(seed: int) -> tuple[int, int]:
        _, decisions = rubble_by_hand.random_game(board, seed)
        return 1, decisions

    return play


def open_spiel_loop(name: str, parameters: dict[str, Any] | None = None) -> Play:
    import pyspiel

    game = pyspiel.load_game(name, parameters or {})

    def play(seed: int) -> tuple[int, int]:
        bot = random.Random(seed)
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(bot.choices(actions, odds)[0])
            else:
                state.apply_action(bot.choice(state.legal_actions()))
                moves += 1
        return 1, moves

    return play


def open_spiel_bots(name: str, parameters: dict[str, Any] | None = None) -> Play:
    import numpy
    import pyspiel

    game = pyspiel.load_game(name, parameters or {})

    def play(seed: int) -> tuple[int, int]:
        bots = [pyspiel.make_uniform_random_bot(p, seed + p) for p in range(game.num_players())]
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, int(numpy.random.RandomState(seed).randint(1 << 30)))
        return 1, 0

    return play


def pettingzoo_loop(module: str) -> Play:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()

    def play(seed: int) -> tuple[int, int]:
        bot, moves = random.Random(seed), 0
        env.reset(seed=seed)
        while env.agents:
            observation, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            legal = [i for i, ok in enumerate(observation["action_mask"]) if ok]
            env.step(bot.choice(legal))
            moves += 1
        return 1, moves

    return play


PEERS: dict[str, list[tuple[str, Callable[[], Play]]]] = {
    "tic_tac_toe": [
        ("open_spiel, Python loop", lambda: open_spiel_loop("tic_tac_toe")),
        ("open_spiel, evaluate_bots", lambda: open_spiel_bots("tic_tac_toe")),
        ("open_spiel, game in Python", lambda: _python_game("python_tic_tac_toe")),
        ("PettingZoo", lambda: pettingzoo_loop("tictactoe_v3")),
    ],
    "connect_four": [
        ("open_spiel, Python loop", lambda: open_spiel_loop("connect_four")),
        ("open_spiel, evaluate_bots", lambda: open_spiel_bots("connect_four")),
        ("PettingZoo", lambda: pettingzoo_loop("connect_four_v3")),
    ],
    "breakthrough": [
        ("open_spiel, Python loop", lambda: open_spiel_loop("breakthrough")),
        ("open_spiel, evaluate_bots", lambda: open_spiel_bots("breakthrough")),
    ],
    "hex": [
        ("open_spiel, Python loop", lambda: open_spiel_loop("hex", {"board_size": 11})),
        ("open_spiel, evaluate_bots", lambda: open_spiel_bots("hex", {"board_size": 11})),
    ],
    "crazy_eights": [("open_spiel, Python loop", lambda: open_spiel_loop("crazy_eights", {"players": 2}))],
    "as_rubble_as_storm": [("plain Python by hand", by_hand)],
}


def _python_game(name: str) -> Play:
    import importlib

    importlib.import_module("open_spiel.python.games")
    return open_spiel_loop(name)


def contestants(games: list[str]) -> list[Contestant]:
    found = []
    for game in games:
        found.append(Contestant(game, "rulewright", ours(game)))
        for name, make in PEERS.get(game, []):
            try:
                found.append(Contestant(game, name, make()))
            except ImportError as missing:
                print(f"left out: {name} for {game} ({missing})")
    return found


def measure(c: Contestant, seconds: float, seed: int) -> tuple[float, float]:
    """Games a second and moves a game over about so many seconds of CPU."""
    games = moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        more, made = c.play(seed + games)
        games += more
        moves += made
    return games / spent, moves / games


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=0.5)
    options.add_argument("--games", nargs="+", default=list(PEERS))
    options.add_argument("--json")
    asked = options.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    everybody = contestants(asked.games)
    rates: dict[tuple[str, str], list[float]] = {}
    lengths: dict[tuple[str, str], float] = {}
    for c in everybody:
        measure(c, 0.1, 1)  # warm up
    for turn in range(asked.rounds):
        for c in everybody:
            rate, length = measure(c, asked.seconds, 1000 * turn + 7)
            rates.setdefault((c.game, c.name), []).append(rate)
            lengths[c.game, c.name] = length
    rows = []
    print(f"{'game':20} {'player':28} {'games/s':>12} {'ours is':>9} {'moves/game':>11}")
    for (game, name), found in rates.items():
        rate = statistics.median(found)
        ratio = statistics.median(rates[game, "rulewright"]) / rate
        length = lengths[game, name]
        rows.append({"game": game, "player": name, "games_per_second": rate, "ratio": ratio, "moves": length})
        print(f"{game:20} {name:28} {rate:12,.0f} {ratio:8.1f}x {length:11.2f}")
    if asked.json:
        Path(asked.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
