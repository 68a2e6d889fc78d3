"""Views of every bundled ruleset at every player count, by twin worlds; and a re-dealt position can be played."""

from __future__ import annotations

from random import Random

import pytest
from rulewright.interpreter.engines import has_compiled
from rulewright.interpreter.state import PENDING, STATUS
from twins import Findings, twin_run

import rulewright as rw
from rulewright.library import bundled

GAMES = 4  # for each ruleset and player count
LONGEST = 3000  # answers after which a re-dealt game has gone on long enough

_games: dict[str, rw.Game] = {}


def game_of(name: str) -> rw.Game:
    if name not in _games:
        _games[name] = rw.load(name)
    return _games[name]


def teardown_module() -> None:
    _games.clear()  # compiled modules want to be freed before Python is


CASES = [(name, players) for name in bundled() for players in rw.load(name).players]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_views_and_deals(name: str, players: int) -> None:
    game = game_of(name)
    engine = game.engine(players, None, "compiled" if has_compiled() else "reference")
    found = Findings()
    for seed in range(GAMES):
        random = Random(f"{name} {players} {seed}")
        table = game.new(players, seed)
        for _ in range(random.randrange(40)):
            if table.over:
                break
            table.play(random.randrange(len(table.decision.options)))
        if table.over or table._happened.unfinished:
            continue
        player = random.randrange(players)
        cells = table.redeal(player, random)
        assert table.views.scrub(cells, player) == table.scrubbed(player)
        for _ in range(LONGEST):
            if cells[STATUS] != PENDING:
                break
            choice = engine.choice(cells)
            assert choice is not None
            engine.answer(cells, random.choice(choice.options))
        twin_run(table, player, random, found, limit=15)
    assert not found.leaks, found.examples[:3]
