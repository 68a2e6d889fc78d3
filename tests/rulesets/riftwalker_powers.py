"""Which rift powers are ever used.

`python tests/rulesets/riftwalker_powers.py [GAMES]` counts the random games in which each of them fired, and names
those that never did."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Any

from playing import RULESETS
from rulewright.interpreter import engines
from rulewright.interpreter.compiled.batch import Batch
from rulewright.interpreter.compiled.host import Engine
from rulewright.interpreter.state import PENDING
from rulewright.validator.check import Checked, check_folder
from rulewright.validator.specialise import specialise

SIDE_BY_SIDE = 250  # games that are played at once

# The rules themselves keep the list: a trigger beside them writes down every rift that wakes.
DIARY = """
table has
  woken is set of rift starts nothing

after activate(r)
  set woken to woken + r
"""


def with_diary() -> dict[str, Any]:
    """The checked program of the game, with the diary in it."""
    checked = edited("game.rules", lambda text: text + DIARY)
    assert checked.program is not None, checked.diagnostics
    return checked.program


def edited(file: str, edit: Callable[[str], str]) -> Checked:
    """The game with one of its files changed."""
    source = RULESETS / "riftwalker"
    with TemporaryDirectory() as place:
        folder = Path(place) / "riftwalker"
        copytree(source, folder)
        (folder / file).write_text(edit((source / file).read_text(encoding="utf-8")), encoding="utf-8")
        return check_folder(folder)


def fired(games: int) -> Counter[str]:
    """In how many of these games, a third of them for each number of players, each rift fired. Those that never did
    are there with 0."""
    program = with_diary()
    found: Counter[str] = Counter()
    for players in (2, 3, 4):
        rules = specialise(program, players)
        found.update(dict.fromkeys(rules["names"]["rift"], 0))
        engine = engines.make(rules, "compiled")
        assert isinstance(engine, Engine)
        left = -(-games // 3)
        while left > 0:
            found.update(_one_batch(engine, rules, min(left, SIDE_BY_SIDE), first=left))
            left -= SIDE_BY_SIDE
    return found


def _one_batch(engine: Engine, rules: dict[str, Any], games: int, first: int) -> Counter[str]:
    batch, random = Batch(engine, games, seed=1, first=first), Random(first)
    while any(status == PENDING for status in batch.news[::3]):
        pending = zip(batch.news[::3], batch.news[2::3], strict=True)
        batch.step([int(random.random() * options) if status == PENDING else -1 for status, options in pending])
    assert not batch.faults, batch.faults
    woken, names = rules["attributes"]["woken"], rules["names"]["rift"]
    found: Counter[str] = Counter()
    for game in range(games):
        cells = batch.state(game)[woken["at"] : woken["at"] + woken["width"]]
        found.update(name for rift, name in enumerate(names) if cells[rift // 32] >> rift % 32 & 1)
    return found


def main(games: int) -> None:
    counts = fired(games)
    for name, count in sorted(counts.items(), key=lambda entry: entry[1]):
        print(f"{name:24} fired in {count} games")
    never = sorted(name for name, count in counts.items() if not count)
    print(f"{games} games; powers that never fired: {', '.join(never) or 'none'}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
