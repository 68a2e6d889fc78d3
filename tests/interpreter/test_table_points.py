"""Decisions on a plane: candidates are offered, and any valid point may be answered."""

from __future__ import annotations

import pytest
from rulewright.interpreter.engines import has_compiled
from rulewright.interpreter.naming import Point, parse_point, unpack
from rulewright.validator.check import check_text

import rulewright as rw
from rulewright.game import Game

LAWN = """\
language 1.0

game lawn
  players 2
  seen by everyone

board grass of peg is plane 200 by 100

each player has
  spot is point or none starts none

sequence of play
  for each p in players
    p chooses place on grass where free(place) such as [point(10mm, 10mm), point(50.5mm, 20mm)]
    set p.spot to place
  end
  end game drawn

define free(x is point) is
  none of (p in players where p.spot is not none and within(p.spot, x, 30mm))
"""


def lawn() -> Game:
    checked = check_text(LAWN)
    assert checked.program is not None, checked.diagnostics
    return Game(checked.program, "lawn", checked.sources, None)


@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_any_valid_point_may_be_answered(engine: str) -> None:
    if engine == "compiled" and not has_compiled():
        pytest.skip("the compiled engine is not here")
    table = lawn().new(engine=engine)
    assert table.decision.open and [o.text for o in table.decision.options] == ["(10.0, 10.0)", "(50.5, 20.0)"]
    table.play("(120.5, 80.0)")
    assert table.view(1)["player"]["player_1"]["spot"] == Point(1205, 800)
    table.play(Point(100, 100))
    assert table.over and table.log.answers == ("(120.5, 80.0)", "(10.0, 10.0)")
    again = lawn().resume(table.save(), engine=engine)
    assert again.state == table.state


@pytest.mark.parametrize("answer", ["(120.5, 200)", "(-1, 5)", Point(5000, 0)])
def test_a_point_that_is_not_valid(answer: str | Point) -> None:
    table = lawn().new()
    with pytest.raises(rw.RulewrightError) as caught:
        table.play(answer)
    assert caught.value.diagnostics[0].name == "fault-answer"
    assert table.log.answers == ()
    table.play(0)


def test_a_point_too_near_to_another() -> None:
    table = lawn().new()
    table.play(0)
    with pytest.raises(rw.RulewrightError):
        table.play("(11, 11)")
    table.play("(60, 60)")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("(12.5, 40)", Point(125, 400)),
        ("12.5 40", Point(125, 400)),
        ("12.5mm, 40mm", Point(125, 400)),
        ("place((1, 2))", Point(10, 20)),
        ("-3, 4", Point(-30, 40)),
        ("1", None),
        ("1, 2, 3", None),
        ("a, b", None),
        ("99999, 1", None),
        ("1.25, 1", None),
    ],
)
def test_points_as_people_write_them(text: str, point: Point | None) -> None:
    assert parse_point(text) == point


def test_points_are_packed_as_the_engines_do() -> None:
    for x, y in ((0, 0), (-8192, 24575), (24575, -8192), (1205, 800)):
        assert unpack(Point(x, y).packed) == Point(x, y)
