"""Random games of every bundled ruleset at every player count: copied, saved and resumed on the way, they end alike."""

from __future__ import annotations

from random import Random

import pytest

import rulewright as rw
from rulewright.library import bundled

GAMES = 2  # for each ruleset and player count
LONGEST = 120  # answers

_games: dict[str, rw.Game] = {}


def game_of(name: str) -> rw.Game:
    if name not in _games:
        _games[name] = rw.load(name)
    return _games[name]


def teardown_module() -> None:
    _games.clear()  # compiled modules want to be freed before Python is


CASES = [(name, players) for name in bundled() for players in rw.load(name).players]


@pytest.mark.parametrize(("name", "players"), CASES)
def test_copies_and_saves_end_alike(name: str, players: int) -> None:
    game = game_of(name)
    for seed in range(GAMES):
        random = Random(f"{name} {players} {seed}")
        tables = [game.new(players, seed)]
        meeting = random.randrange(40)
        for answered in range(LONGEST):
            if answered == meeting:
                tables += [tables[0].clone(), game.resume(tables[0].save())]
            if tables[0].over:
                break
            choice = random.randrange(len(tables[0].decision.options))
            for table in tables:
                table.play(choice)
        for table in tables[1:]:
            assert table.state == tables[0].state and table.log == tables[0].log and table.trace == tables[0].trace
