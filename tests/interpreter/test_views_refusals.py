"""Why something cannot be done tells nothing of things that are out of the player's sight."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import rulewright as rw

TEXT = """language 1.0

game refusals
  title "Refusals"
  players 2

kind card
  copies 8
  turned is yes or no starts no

each player has
  hand holds card seen by owner

table has
  deck holds card in order starts with cards shuffled seen by nobody
  pile holds card seen by everyone

sequence of play
  move 1 from deck to pile
  for each p in players
    move 3 from deck to p.hand
    for each c in p.hand
      random d from 1 to 2
      set c.turned to d is 1
    end
  end
  play turn for player_1
  end game drawn

phase turn for player
  may act

action lay(c is card)
  during turn
  requires not c.turned "it is turned"
  requires c is not in pile "it has been laid"
  requires c is in you.hand "it is not yours"
  do
    move c to pile
"""


@pytest.fixture
def game(tmp_path: Path) -> rw.Game:
    folder = tmp_path / "refusals"
    folder.mkdir()
    (folder / "game.rules").write_text(TEXT, encoding="utf-8")
    return rw.load(folder)


def answers(table: rw.Table) -> dict[str, str]:
    return {card: str(table.why_not("lay", c=card)) for card in table.rules["names"]["card"]}


def test_they_are_the_same_in_every_world_that_the_player_could_be_in(game: rw.Game) -> None:
    differ = 0
    for seed in range(20):
        table = game.new(2, seed)
        if table.over:  # all of the hand is turned, so nobody was asked
            continue
        twin = table.clone()
        twin._state, twin._decision = table.redeal(0, Random(seed)), None
        assert answers(table) == answers(twin)
        differ += table._state != twin._state
    assert differ > 10


def test_of_what_is_in_sight_they_say_all(game: rw.Game) -> None:
    said: set[str] = set()
    for seed in range(10):
        table = game.new(2, seed)
        if table.over:
            continue
        seen = table.view(0)
        for card, text in answers(table).items():
            if card in seen["player"]["player_1"]["hand"]:
                assert text == ("it is turned" if seen["card"][card]["turned"] else "None")
            elif card in seen["table"]["pile"]:
                assert text == "it has been laid"
            else:
                assert text == f"`c` cannot be {card} now"
            said.add(text)
    assert {"None", "it is turned", "it has been laid"} < said
