"""What the compiled engine costs around its playouts: compiling against rule lines, cold start, copying, one and two
cores, and decisions a second when a Python policy answers them, singly and in batches.

    python benchmarks/engine.py [--lines 300 1000 3000] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from checking import ruleset
from rulewright.interpreter.compiled import playouts
from rulewright.interpreter.compiled.batch import Batch
from rulewright.interpreter.compiled.host import Engine
from rulewright.validator.check import check_folder, check_text
from rulewright.validator.specialise import specialise

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
COLD = """
import time; start = time.perf_counter()
import rulewright as rw
rw.load({game!r}).playouts(games=1, seed=1, jobs=1)
print(time.perf_counter() - start)
"""


def compiling(lines: int) -> dict[str, float]:
    """CPU seconds from the specialised program to a module that can be called, without the cache."""
    text = ruleset(lines)
    checked = check_text(text)
    assert checked.program is not None
    program = specialise(checked.program, 2, script=1)  # keeps every procedure, reachable or not
    start = time.process_time()
    Engine(program, cached=False)
    return {"lines": text.count("\n"), "seconds": time.process_time() - start}


def engine_of(game: str, players: int) -> Engine:
    program = check_folder(RULESETS / game).program
    assert program is not None
    return Engine(specialise(program, players))


def cold_start(game: str) -> float:
    """Seconds from a fresh interpreter to the end of the first playout, the module in the cache."""
    run = [sys.executable, "-c", COLD.format(game=game)]
    subprocess.run(run, check=True, capture_output=True)
    return min(float(subprocess.run(run, check=True, capture_output=True, text=True).stdout) for _ in range(3))


def copying(engine: Engine) -> float:
    """Nanoseconds to copy a game as the table does: its cells."""
    state = engine.new(1)
    rounds = 20_000
    start = time.perf_counter()
    for _ in range(rounds):
        state[:]
    return (time.perf_counter() - start) / rounds * 1e9


def cores(engine: Engine, games: int) -> tuple[float, float]:
    """Games a second of wall-clock time with one player and with two."""
    out = []
    for workers in (1, 2):
        start = time.perf_counter()
        for _ in playouts.stretches(engine, games, 3, workers=workers):
            pass
        out.append(games / (time.perf_counter() - start))
    return out[0], out[1]


def singly(engine: Engine, seconds: float) -> float:
    """Decisions a second with a Python policy that sees the options of one game at a time."""
    bot, done, seed = random.Random(1), 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = engine.new(seed)
        seed += 1
        while (choice := engine.choice(state)) is not None:
            engine.answer(state, bot.choice(choice.options))
            done += 1
    return done / (time.process_time() - start)


def batched(engine: Engine, many: int, seconds: float) -> float:
    """The same with many games stepped at once; a policy in Python picks a number for each."""
    bot, done, seed = random.Random(1), 0, 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        batch = Batch(engine, many, seed)
        seed += 1
        while True:
            picks = [int(bot.random() * n) if n else -1 for n in batch.news[2::3].tolist()]
            asked = sum(1 for p in picks if p >= 0)
            if not asked:
                break
            batch.step(picks)
            done += asked
    return done / (time.process_time() - start)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--lines", type=int, nargs="+", default=[300, 1000, 3000])
    options.add_argument("--json")
    asked = options.parse_args()
    report: dict[str, Any] = {"compiling": [compiling(lines) for lines in asked.lines]}
    for row in report["compiling"]:
        print(f"compile {row['lines']:>6,} rule lines: {row['seconds']:.3f} s of CPU")
    for game, players, games in (("tic_tac_toe", 2, 4_000_000), ("hex", 2, 60_000), ("crazy_eights", 2, 200_000)):
        engine = engine_of(game, players)
        one, two = cores(engine, games)
        report[game] = row = {
            "cells": engine.program["cells"],
            "cold_start_seconds": cold_start(game),
            "copy_nanoseconds": copying(engine),
            "one_core": one,
            "two_cores": two,
            "python_singly": singly(engine, 1.0),
            "python_batched": batched(engine, 1024, 1.0),
        }
        print(f"{game}: {row['cells']} cells, copied in {row['copy_nanoseconds']:.0f} ns")
        print(f"  cold start to the first playout {row['cold_start_seconds']:.2f} s")
        print(f"  one core {one:,.0f} games/s, two {two:,.0f}: {two / one:.2f} times, of {os.cpu_count()} cores")
        single, batch = row["python_singly"], row["python_batched"]
        print(f"  a Python policy: {single:,.0f} decisions/s singly, {batch:,.0f} in batches")
    if asked.json:
        Path(asked.json).write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
