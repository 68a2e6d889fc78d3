"""The plane as rules use it: the example of the language's page, played at random on both engines, and an independent
library as a second opinion on what is seen and where a move may end."""

from __future__ import annotations

import random

import pytest
from rulewright.interpreter.engines import has_compiled
from rulewright.validator.check import check_text

from rulewright.game import Game

shapely = pytest.importorskip("shapely")

FIELD = """\
language 1.0

game field
  players 1
  seen by everyone

board field of ground is plane 200 by 200

kind group
  copies 3
  at is point or none

define corners is [point(80mm, 80mm), point(120mm, 70mm), point(140mm, 110mm), point(90mm, 130mm)]

define others(g is group) is (x in groups where x is not g and x.at is not none)

define sees(a, b is group) is not crosses_shape(a.at, b.at, corners)
  and none of (x in others(a) - b where crosses_disc(a.at, b.at, x.at, 20mm))

define stops(g is group, goal is point) is
  (contact_stop(g.at, goal, 20mm, x.at, 20mm) for x in others(g)
    where contact_stop(g.at, goal, 20mm, x.at, 20mm) >= 0mm)

table has
  in_sight is yes or no

sequence of play
  for each g in groups
    player_1 chooses p on field such as ((point(x * 10mm, y * 10mm) for x in 0 to 20) for y in 0 to 20)
    set g.at to p
  end
  set in_sight to sees(group_1, group_2)
  player_1 chooses q on field such as [group_1.at]
  set group_1.at to along(group_1.at, q, (least of stops(group_1, q) if some of stops(group_1, q) otherwise 3000mm))
  player_1 chooses r on field such as [group_1.at]
"""

CORNERS = [(800, 800), (1200, 700), (1400, 1100), (900, 1300)]
ENGINES = ["reference", "compiled"] if has_compiled() else ["reference"]


def game() -> Game:
    checked = check_text(FIELD)
    assert checked.program is not None, checked.diagnostics
    return Game(checked.program, "field", checked.sources, None)


def test_more_points_are_offered_than_a_list_holds() -> None:
    for engine in ENGINES:
        assert len(game().new(engine=engine).decision.options) == 441


def test_sight_and_stops_against_shapely() -> None:
    rng, field, stopped, hidden = random.Random(7), game(), 0, 0
    for _ in range(60):
        spots = [(rng.randint(0, 2000), rng.randint(0, 2000)) for _ in range(4)]
        tables = [field.new(engine=engine) for engine in ENGINES]
        for table in tables:
            for x, y in spots:
                table.play(f"({x / 10}, {y / 10})")
        assert len({tuple(table.state) for table in tables}) == 1
        view = tables[0].view(0)
        bases = [shapely.Point(spot) for spot in spots[:3]]
        line = shapely.LineString(spots[:2])
        gap = line.distance(bases[2]) - 200
        inside = line.intersection(shapely.Polygon(CORNERS)).length
        if abs(gap) > 0.01 and (inside == 0 or inside > 0.01):
            assert view["table"]["in_sight"] == (gap > 0 and inside == 0), spots
            hidden += not view["table"]["in_sight"]
        if bases[0].distance(bases[1]) < 400 or bases[0].distance(bases[2]) < 400:
            continue
        way = shapely.LineString([spots[0], spots[3]])
        in_the_way = [b for b in bases[1:] if way.distance(b) < 200]
        end = view["group"]["group_1"]["at"]
        halt = shapely.Point(end.x, end.y)
        assert way.distance(halt) < 2
        for other in in_the_way:
            assert halt.distance(other) >= 400
        stopped += bool(in_the_way)
        if in_the_way:
            assert min(halt.distance(b) for b in in_the_way) < 405
        else:
            assert (end.x, end.y) == spots[3]
    assert stopped > 5 and hidden > 10
