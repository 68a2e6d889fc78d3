"""Things of a product are named by their parts, and every name can be written in a ruleset."""

from __future__ import annotations

import pytest
from rulewright.validator.check import check_text
from rulewright.validator.specialise import specialise

TEXT = """language 1.0

game shelf
  title "Shelf"
  players 2 to 3
  seen by everyone

type rank is 1 to 3
type suit is one of red, blue

kind KIND one per PARTS

table has
  shelf holds KIND

sequence of play
  move NAME to shelf
  end game drawn
"""


@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ("suit", "blue"),
        ("suit, rank", "blue_3"),
        ("rank", "card_3"),
        ("rank, suit", "card_3_blue"),
        ("player, rank", "player_2_3"),
        ("rank, player", "card_3_player_2"),
    ],
)
def test_a_thing_of_a_product_can_be_named(parts: str, name: str) -> None:
    text = TEXT.replace("KIND", "card").replace("PARTS", parts).replace("NAME", name)
    checked = check_text(text)
    assert checked.program is not None, checked.diagnostics
    assert name in specialise(checked.program, 2)["names"]["card"]
