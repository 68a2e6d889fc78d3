"""Playouts that test the invariants in the module: the same games, ended by the same errors, as on the reference
engine."""

from __future__ import annotations

import pytest
from rulewright.interpreter.engines import has_compiled
from rulewright.validator.check import check_text

import rulewright as rw
from rulewright.game import Game
from rulewright.library import bundled
from rulewright.runs import Row, random_games

RULES = """language 1.0

game pouring
  players 2
  seen by everyone

each player has
  water is 0 to 20 starts 5

invariant INVARIANT

sequence of play
  repeat 6 times
    for each p in players
      play turn for p
    end
  end
  end game drawn

phase turn for player
  may act otherwise stop

action pour(n from 1 to 2)
  during turn
  requires you.water >= n
  do
    take n from you.water
    choose
      option give "to the other"
        add n to you.opponent.water
      option keep "back"
        add n to you.water
      option spill "away"
        SPILL
    end
"""


def rows(game: Game, engine: str, games: int, cap: int = 60) -> list[Row]:
    return list(random_games(game, games, seed=3, engine=engine, cap=cap, invariants=True))


def pouring(invariant: str, spill: str = "add n to you.water") -> Game:
    checked = check_text(RULES.replace("INVARIANT", invariant).replace("SPILL", spill))
    assert checked.program is not None, checked.diagnostics
    return Game(checked.program, "pouring", checked.sources, None)


def told(row: Row) -> tuple[object, ...]:
    """A row without the open procedures, of which a module that has stopped cannot tell."""
    fault = row.fault and (row.fault.name, row.fault.labels, row.fault.notes[:1])
    return row.number, row.seed, row.outcome, row.winners, row.decisions, row.moves, fault


pytestmark = pytest.mark.skipif(not has_compiled(), reason="the compiled engine is not here")

KEPT = "\n  sum of players.water is 10"


@pytest.mark.parametrize(
    ("invariant", "spill", "all_fail"),
    [
        ('"no water is lost"' + KEPT, "add n to you.water", False),
        ('always "no water is lost"' + KEPT, "add n to you.water", True),  # while it is poured it is nowhere
        ('"no water is lost"' + KEPT, "add 0 to you.water", True),
    ],
)
def test_an_invariant_is_broken_on_both_engines_alike(invariant: str, spill: str, all_fail: bool) -> None:
    game = pouring(invariant, spill)
    here, there = rows(game, "compiled", 40), rows(game, "reference", 40)
    assert [told(row) for row in here] == [told(row) for row in there]
    failed = [row for row in here if row.fault]
    assert bool(failed) == all_fail
    for row in failed:
        assert row.fault and row.fault.name == "fault-invariant" and "no water is lost" in row.fault.notes


@pytest.mark.parametrize("name", bundled())
def test_the_games_are_those_of_the_reference_engine(name: str) -> None:
    game = rw.load(name)
    if not game.program["invariants"]:
        pytest.skip("it states none")
    assert rows(game, "compiled", 2, 40) == rows(game, game.suited, 2, 40)
