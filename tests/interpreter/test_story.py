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
