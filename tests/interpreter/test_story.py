"""What a table tells between two decisions."""

from __future__ import annotations

from rulewright.interpreter import engines
from rulewright.interpreter.table import Setup, Table
from rulewright.validator.check import check_text
from rulewright.validator.specialise import specialise

WHEEL = """language 1.0

game wheel
  players a, b
  seen by everyone

board yard of spot is graph from yard.yaml

table has
  count_down is 0 to 9 starts 9

sequence of play
  repeat
    play turn for a
  end

phase turn for player
  choose k from wheel.positions
  set count_down to 9
  set wheel.position to k
  set wheel.position to 1
"""

YARD = """
spaces: {north: {}, south: {}}
paths: [north -- south]
discs:
  wheel: {ports: 4, chords: [[0, 1]], spokes: {0: north, 1: south}}
"""


def table() -> Table:
    program = check_text(WHEEL, {"yard.yaml": YARD}).program
    assert program is not None
    rules = specialise(program, 2)
    return Table(Setup(program, rules, {}, 0, "reference", "", ""), engines.make(rules, "reference"))


def test_what_stays_the_same_is_not_told() -> None:
    at = table()
    at.play(0)
    assert [line.text for line in at.trace] == ["wheel's position is now 1", "phase turn: a"]
    at.play(1)
    assert [line.text for line in at.trace] == ["phase turn: a"]


def test_each_change_is_told() -> None:
    at = table()
    at.play(2)
    assert [line.text for line in at.trace][:2] == ["wheel's position is now 2", "wheel's position is now 1"]


FORCED = """language 1.0

game alone
  players a, b
{seen}
each player has
  purse is 0 to 9 starts 1

sequence of play
  a chooses n from 3 to 3
  set a.purse to n
  b chooses m from 1 to 2
  end game {end}
"""


def forced(seen: str, end: str) -> Table:
    program = check_text(FORCED.format(seen=seen, end=end)).program
    assert program is not None
    rules = specialise(program, 2)
    return Table(Setup(program, rules, {}, 0, "reference", "", ""), engines.make(rules, "reference"))


def test_where_all_is_open_everyone_sees_that_a_choice_was_forced() -> None:
    at = forced("  seen by everyone", "drawn")
    assert [line.text for line in at.trace_for(1)] == ["a has one choice: 3", "a's purse is now 3"]
    hidden = forced("", "drawn")  # a purse is its owner's secret: that there was one choice could tell of it
    assert hidden.trace_for(1) == ()
    assert hidden.trace_for(0)[0].text == "a has one choice: 3"


def test_how_a_game_has_ended() -> None:
    for end, words in (
        ("drawn", "drawn"),
        ("won by b", "won by b"),
        ("won by players", "won by a and b"),
        ("won by (p in players where p.purse > 8)", "won by nobody"),
    ):
        at = forced("  seen by everyone", end)
        assert at.outcome is None
        at.play(0)
        assert at.outcome == words
