"""A card that is known to be in a hand, and a secret choice among the cards of that hand."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright as rw

TEXT = """language 1.0

game picks
  title "Picks"
  players light, dark

kind card
  copies 5

each player has
  hand holds card seen by owner

table has
  deck holds card in order seen by nobody

sequence of play
  move cards to light.hand
  reveal card_1 to everyone
  play turn for light
  end game drawn

phase turn for player
  choose 2 gone from you.hand
  for each c in gone in order chosen by you
    move c to bottom of deck
  end
"""


@pytest.fixture
def game(tmp_path: Path) -> rw.Game:
    folder = tmp_path / "picks"
    folder.mkdir()
    (folder / "game.rules").write_text(TEXT, encoding="utf-8")
    return rw.load(folder)


def after(game: rw.Game, *picks: str) -> rw.Table:
    table = game.new(seed=1)
    for pick in picks:
        table.play(next(option for option in table.decision.options if option.label == pick))
    return table


def test_a_known_card_is_not_known_to_be_the_one_picked(game: rw.Game) -> None:
    labels = [option.label for option in game.new(seed=1).decision.options]
    with_it = after(game, labels[0], labels[1])
    without = after(game, labels[2], labels[3])
    assert with_it.scrubbed(1) == without.scrubbed(1)
    assert with_it.view(1) == without.view(1)
    assert with_it.scrubbed(0) != without.scrubbed(0)


def test_it_is_still_known_to_be_in_the_hand(game: rw.Game) -> None:
    labels = [option.label for option in game.new(seed=1).decision.options]
    hand = after(game, labels[2], labels[3]).view(1)["player"]["light"]["hand"]
    assert sum(card is not None for card in hand) == 1
