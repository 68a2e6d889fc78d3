"""Random playouts a second against peers, in one run on one pinned core: configurations take turns, medians count.

    python benchmarks/playouts.py [--rounds 5] [--seconds 0.5] [--games tic_tac_toe hex] [--json FILE]
                                  [--ludax-python PYTHON] [--node-modules FOLDER]

Peers are used where they are installed and named as left out otherwise: open_spiel (its C++ games driven by a Python
loop, its own `evaluate_bots`, its game written in Python), PettingZoo, ludax (which may live in a Python of its own)
and boardgame.io (in a folder of Node modules). Equal rules are shown by equal mean lengths in moves, forced ones
counted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import rubble_by_hand
from rulewright.interpreter.compiled import playouts
from rulewright.interpreter.compiled.host import Engine
from rulewright.validator.check import check_folder
from rulewright.validator.specialise import specialise

HERE = Path(__file__).resolve().parent
RULESETS = HERE.parent / "rulesets"
Play = Callable[[int], tuple[int, int]]  # from a seed: games played, moves made
Measure = Callable[[float, int], tuple[float, float]]  # from seconds of CPU and a seed: games a second, moves a game
BATCHES = (64, 1024, 8192)  # ludax's best is sought among these


@dataclass(frozen=True, slots=True)
class Contestant:
    game: str
    name: str
    measure: Measure


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
    bot = random.Random(1)  # one for all games: seeding costs as much as a short game

    def play(seed: int) -> tuple[int, int]:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(bot.choices(actions, odds)[0])
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(bot.random() * len(legal))])
                moves += 1
        return 1, moves

    return play


def open_spiel_bots(name: str, parameters: dict[str, Any] | None = None) -> Play:
    import pyspiel

    game = pyspiel.load_game(name, parameters or {})
    bots = [pyspiel.make_uniform_random_bot(p, p + 1) for p in range(game.num_players())]

    def play(seed: int) -> tuple[int, int]:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return 1, state.move_number()

    return play


def pettingzoo_loop(module: str) -> Play:
    import importlib

    env = importlib.import_module(f"pettingzoo.classic.{module}").raw_env()
    bot = random.Random(1)

    def play(seed: int) -> tuple[int, int]:
        moves = 0
        env.reset()
        while env.agents:
            observation, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            legal = [i for i, ok in enumerate(observation["action_mask"]) if ok]
            env.step(legal[int(bot.random() * len(legal))])
            moves += 1
        return 1, moves

    return play


def _python_game(name: str) -> Play:
    import importlib

    importlib.import_module("open_spiel.python.games")
    return open_spiel_loop(name)


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
LUDAX = ("tic_tac_toe", "connect_four", "hex")
BOARDGAME_IO = ("tic_tac_toe", "connect_four")


def here(play: Play) -> Measure:
    """A contestant in this process."""

    def measure(seconds: float, seed: int) -> tuple[float, float]:
        games = moves = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            more, made = play(seed + games)
            games += more
            moves += made
        return games / spent, moves / games

    return measure


def outside(*command: str) -> tuple[Measure, dict[str, Any]]:
    """A contestant in a process of its own, on the same core, which sleeps until asked; and what it said of itself."""
    player = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert player.stdin is not None and player.stdout is not None and player.stderr is not None
    into, out = player.stdin, player.stdout
    if not (first := out.readline()):
        said = [line for line in player.stderr.read().splitlines() if "Error" in line]
        raise ImportError(said[0] if said else f"{command[0]} said nothing")

    def measure(seconds: float, seed: int) -> tuple[float, float]:
        into.write(f"{seconds} {seed}\n")
        into.flush()
        answer = json.loads(out.readline())
        return answer["games"] / answer["seconds"], answer["moves"] / answer["games"]

    return measure, json.loads(first)


def inside(name: str, make: Callable[[], Play]) -> tuple[str, Measure]:
    return name, here(make())


def ludax(python: str, game: str, *batches: int) -> tuple[str, Measure]:
    measure, said = outside(python, str(HERE / "ludax_player.py"), game, *map(str, batches))
    print(f"ludax compiled {game} for batches of {said['batch']} in {said['compile_seconds']:.1f} s of CPU")
    return f"ludax, batch {said['batch']}", measure


def boardgame_io(modules: str | None, game: str) -> tuple[str, Measure]:
    node = shutil.which("node")
    if node is None or modules is None:
        raise ImportError("no node" if node is None else "no --node-modules")
    return "boardgame.io", outside(node, str(HERE / "boardgame_io.mjs"), modules, game)[0]


def contestants(games: list[str], python: str, modules: str | None) -> list[Contestant]:
    found = []
    for game in games:
        found.append(Contestant(game, "rulewright", here(ours(game))))
        makers: list[tuple[str, Callable[[], tuple[str, Measure]]]] = []
        for name, play in PEERS.get(game, []):
            makers.append((name, partial(inside, name, play)))
        if game in LUDAX:
            makers.append(("ludax, batch 1", partial(ludax, python, game, 1)))
            makers.append(("ludax, best batch", partial(ludax, python, game, *BATCHES)))
        if game in BOARDGAME_IO:
            makers.append(("boardgame.io", partial(boardgame_io, modules, game)))
        for name, make in makers:
            try:
                found.append(Contestant(game, *make()))
            except ImportError as missing:
                print(f"left out: {name} for {game} ({missing})")
    return found


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--seconds", type=float, default=0.5)
    options.add_argument("--games", nargs="+", default=list(PEERS))
    options.add_argument("--json")
    options.add_argument("--ludax-python", default=sys.executable, help="a Python that has ludax")
    options.add_argument("--node-modules", default=os.environ.get("NODE_PATH"), help="a folder that has boardgame.io")
    asked = options.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    everybody = contestants(asked.games, asked.ludax_python, asked.node_modules)
    rates: dict[tuple[str, str], list[float]] = {}
    lengths: dict[tuple[str, str], list[float]] = {}
    for c in everybody:
        c.measure(0.1, 1)  # warm up
    for turn in range(asked.rounds):
        for c in everybody:
            rate, length = c.measure(asked.seconds, 1000 * turn + 7)
            rates.setdefault((c.game, c.name), []).append(rate)
            lengths.setdefault((c.game, c.name), []).append(length)
    rows = []
    print(f"{'game':20} {'player':28} {'games/s':>12} {'ours is':>9} {'moves/game':>11}")
    for (game, name), found in rates.items():
        rate = statistics.median(found)
        ratio = statistics.median(rates[game, "rulewright"]) / rate
        length = statistics.fmean(lengths[game, name])
        rows.append({"game": game, "player": name, "games_per_second": rate, "ratio": ratio, "moves": length})
        print(f"{game:20} {name:28} {rate:12,.0f} {ratio:8.1f}x {length:11.2f}")
    if asked.json:
        Path(asked.json).write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
