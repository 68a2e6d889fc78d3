"""Every ruleset in the tree, at every number of players: random games end, and so do their copies, in the same way.

`python tests/rulesets/soak.py --games 1000` does the same for long."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from playing import ENGINES, engines_for
from soak import REFERENCE, Unequal, check_game

import rulewright as rw
from rulewright.library import bundled

GAMES = 2
load = cache(rw.load)


@pytest.fixture(scope="module", autouse=True)
def _let_go() -> Iterator[None]:
    """The modules of the compiled engine must be gone before Python is."""
    yield
    load.cache_clear()


def tables() -> Iterator[tuple[str, int]]:
    for name in bundled():
        try:
            yield from ((name, players) for players in load(name).players)
        except rw.RulewrightError:
            yield name, 0  # so that this ruleset fails, and not all of them


TABLES = list(tables())
PLAYED = [(name, players, engine) for name, players in TABLES for engine in engines_for(name)]


def test_every_ruleset_is_played_where_there_are_both_engines() -> None:
    if len(ENGINES) == 2:
        assert {name for name, _, _ in PLAYED} == set(bundled())


@pytest.mark.parametrize(("name", "players", "engine"), PLAYED)
def test_random_games_and_their_copies_end_alike(name: str, players: int, engine: str) -> None:
    other = next((one for one in engines_for(name) if one != engine), engine)
    for seed in range(GAMES):
        assert check_game(load(name), players, seed, engine, other) > 0


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_log_is_the_whole_game(name: str, players: int) -> None:
    """Its answers, given again to a table with the same seed, lead to the same end and the same log."""
    game, random = load(name), Random(name)
    table = game.new(players, seed=7)
    while not table.over:
        table.play(random.choice(table.decision.options))
    again = game.new(players, seed=7)
    for answer in table.log.answers:
        again.play(answer)
    assert again.digest == table.digest
    assert again.log == table.log


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_everybody_has_a_view_of_every_position(name: str, players: int) -> None:
    game, random = load(name), Random(name)
    table = game.new(players, seed=3, engine=engines_for(name)[-1])
    while not table.over:
        if random.random() < 0.1:
            for player in range(players):
                assert str(table.view(player))
        table.play(random.choice(table.decision.options))


def test_a_copy_that_ends_otherwise_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that loses an answer when it is cloned would be found."""
    honest = rw.Table.clone

    def forgetful(table: rw.Table) -> rw.Table:
        again = honest(table)
        if table.log.entries:
            again.undo()
        return again

    monkeypatch.setattr(rw.Table, "clone", forgetful)
    with pytest.raises(Unequal):
        for seed in range(20):
            check_game(load("connect_four"), 2, seed, REFERENCE, REFERENCE)
