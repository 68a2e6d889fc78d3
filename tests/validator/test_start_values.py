"""What attributes and zones start with: one value for all, or one that depends on the thing itself."""

from __future__ import annotations

import pytest
from rulewright.interpreter.reference.engine import Engine
from rulewright.validator.check import check_text
from rulewright.validator.specialise import specialise

HEAD = """language 1.0

game start
  title "Start"
  players light, dark
  seen by everyone

type rank is 1 to 3

kind card one per player, rank
  power is 0 to 9 starts POWER

board yard of spot is grid 2 by 2
  owner is player or none starts (light if this.row is 1 otherwise none)

each player has
  coins is 0 to 9 starts 3 + this.seat
  hand holds card starts with FILLED

sequence of play
  end game drawn
"""


def text(power: str = "this.rank * 2", filled: str = "(c in cards where c.player is this)") -> str:
    return HEAD.replace("POWER", power).replace("FILLED", filled)


def test_a_start_value_may_depend_on_the_thing() -> None:
    checked = check_text(text())
    assert checked.program is not None, checked.diagnostics
    rules = specialise(checked.program, 2)
    state = Engine(rules).fresh()

    def values(name: str) -> list[int]:
        attribute = rules["attributes"][name]
        return state[attribute["at"] : attribute["at"] + attribute["count"]]

    assert values("card.power") == [2, 4, 6, 2, 4, 6]
    assert values("player.coins") == [4, 5]
    assert values("spot.owner") == [0, 0, -1, -1]


def test_a_zone_of_each_player_may_start_filled() -> None:
    checked = check_text(text())
    assert checked.program is not None, checked.diagnostics
    rules = specialise(checked.program, 2)
    state = Engine(rules).fresh()
    zone = next(z for z in rules["zones"] if z["name"] == "player.hand")
    where = rules["zoned"]["card"]["where"]
    assert state[where : where + 6] == [zone["first"]] * 3 + [zone["first"] + 1] * 3


@pytest.mark.parametrize(("power", "code"), [("this.rank * 5", "out-of-range"), ("this.suit", "unknown-name")])
def test_a_start_value_of_the_thing_is_checked(power: str, code: str) -> None:
    checked = check_text(text(power=power))
    assert checked.program is None
    assert code in [d.name for d in checked.diagnostics]


def test_the_table_has_no_this() -> None:
    checked = check_text(
        text().replace("sequence of play", "table has\n  bank is 0 to 9 starts this.rank\n\nsequence of play")
    )
    assert [d.name for d in checked.diagnostics] == ["nobody-acts"]
