"""Geometry: the numbers printed in the catalogue of the skirmish game, exact tangents, brute force by definition, and
an independent library where nothing is degenerate."""

from __future__ import annotations

import os
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rulewright.interpreter import geometry
from rulewright.interpreter.geometry import (
    PRIMITIVES,
    along,
    back_off,
    contact_point,
    contact_stop,
    crosses_disc,
    crosses_shape,
    distance,
    distance_squared,
    enters_disc,
    enters_shape,
    inside_shape,
    keeps_off,
    leaves_board,
    leaves_disc,
    leaves_shape,
    leg_away,
    leg_towards,
    nearest_on_line,
    on_board,
    overlapping,
    pack,
    point,
    touches_shape,
    touching,
    turn_point,
    unpack,
    within,
)

try:
    import shapely
except ImportError:
    shapely = None  # type: ignore[assignment]

against_shapely = pytest.mark.skipif(shapely is None, reason="shapely is in the extra `peers`")


def mm(x: float, y: float) -> int:
    return pack(round(x * 10), round(y * 10))


def box(x: int, y: int, w: int, h: int) -> list[int]:
    return [pack(x, y), pack(x + w, y), pack(x + w, y + h), pack(x, y + h)]


def test_the_peer_is_not_forgotten_in_ci() -> None:
    assert shapely is not None or not os.environ.get("CI"), "install the extra `peers`"


# ---------------------------------------------------------------- points


def test_a_point_is_one_integer() -> None:
    assert pack(-8192, -8192) == 0 and pack(24575, 24575) == 2**30 - 1
    for x, y in [(0, 0), (-8192, 24575), (4000, -1), (123, 20000)]:
        assert unpack(pack(x, y)) == (x, y)
    assert unpack(point(99999, -99999)) == (24575, -8192)  # outside every board all the same


def test_distances_are_rounded_up() -> None:
    assert distance(mm(0, 0), mm(0.3, 0.4)) == 5 and distance(mm(0, 0), mm(0.1, 0.1)) == 2
    assert distance(mm(5, 5), mm(5, 5)) == 0 and distance_squared(mm(0, 0), mm(0.3, 0.4)) == 25
    assert within(mm(0, 0), mm(30, 40), 500) and not within(mm(0, 0), mm(30, 40), 499)
    assert not within(mm(0, 0), mm(0, 0), -1)


def test_contact_has_a_tolerance_of_half_a_millimetre() -> None:
    a = mm(0, 0)
    assert touching(a, 200, mm(40.5, 0), 200) and not touching(a, 200, mm(40.6, 0), 200)
    assert overlapping(a, 200, mm(39.9, 0), 200) and not overlapping(a, 200, mm(40, 0), 200)
    assert touching(a, 200, mm(10, 0), 200)


# ---------------------------------------------------------------- numbers printed in the catalogue


@pytest.mark.parametrize(("x", "stop"), [(215, 162.9), (219.9, 165.3), (220, None), (225, None)])
def test_a_base_halts_where_bases_meet_or_slides_past(x: float, stop: float | None) -> None:
    a, b, other = mm(x, 120), mm(x, 280), mm(200, 200)
    s = contact_stop(a, b, 200, other, 200)
    if stop is None:
        assert s == -1 and back_off(a, b, 200, other, 200) == -1
    else:
        halt = along(a, b, s)
        assert halt == mm(x, stop) and touching(halt, 200, other, 200) and not overlapping(halt, 200, other, 200)


def test_a_base_that_would_end_on_another_backs_off() -> None:
    a, b, other = mm(225, 120), mm(225, 200), mm(200, 200)
    assert contact_stop(a, b, 200, other, 200) == -1
    assert along(a, b, back_off(a, b, 200, other, 200)) == mm(225, 168.7)


def test_the_first_point_within_range() -> None:
    start, goal, watcher = mm(200, 110), mm(200, 190), mm(330, 220)
    assert distance(start, watcher) == 1703  # 170.3 mm
    halt = along(start, goal, enters_disc(start, goal, watcher, 1600))
    assert halt == mm(200, 126.8) and within(halt, watcher, 1600)
    assert distance(halt, mm(200, 230)) == 1032


def test_ways_of_escape() -> None:
    foe, start = mm(200, 90), mm(200, 200)
    legal = [[(200, 360)], [(280, 200), (320, 240)], [(120, 200), (90, 150)], [(310, 200), (345, 165)]]
    lengths = []
    for way in legal:
        at, total = start, 0
        for x, y in way:
            assert keeps_off(at, mm(x, y), foe, 1100)
            total, at = total + distance(at, mm(x, y)), mm(x, y)
        lengths.append(total)
    assert lengths == [1600, 1366, 1384, 1595]
    for x, y in ((310, 150), (330, 180)):  # both end farther away, and pass nearer
        assert not keeps_off(start, mm(x, y), foe, 1100) and distance(mm(x, y), foe) > 1100


def test_backing_off_from_a_charge() -> None:
    a, b, other = mm(200, 90), mm(200, 170), mm(200, 200)
    assert contact_stop(a, b, 200, other, 200) == -1  # ends before the other base itself
    assert along(a, b, back_off(a, b, 200, other, 200)) == mm(200, 160)


def test_a_place_beside_one_that_is_taken() -> None:
    assert contact_point(mm(210, 200), 200, 200, 8) == mm(170, 200)


def test_a_third_base_in_the_line_of_sight() -> None:
    one, two, between = mm(160, 60), mm(40, 60), mm(100, 60)
    assert crosses_disc(one, two, between, 200)
    assert not crosses_disc(between, mm(100, 180), one, 200)


# ---------------------------------------------------------------- exact tangents

TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29), (12, 35, 37)]


@pytest.mark.parametrize(("u", "v", "w"), TRIPLES)
@pytest.mark.parametrize("scale", [1, 7, 40])
def test_to_graze_a_disc_is_to_pass_it(u: int, v: int, w: int, scale: int) -> None:
    """The line through two points at right angles to (u, v), exactly w * scale from the centre."""
    cx, cy = 2000, 1500
    fx, fy = cx + u * scale, cy + v * scale
    for reach in (1, 13):
        a, b = pack(fx - v * reach, fy + u * reach), pack(fx + v * reach, fy - u * reach)
        c = pack(cx, cy)
        assert not crosses_disc(a, b, c, w * scale)
        assert crosses_disc(a, b, c, w * scale + 1)
        assert enters_disc(a, b, c, w * scale) >= 0  # a range is closed


def test_to_end_just_at_a_disc_is_not_to_cross_it() -> None:
    assert not crosses_disc(pack(0, 0), pack(300, 400), pack(600, 800), 500)
    assert crosses_disc(pack(0, 0), pack(300, 400), pack(600, 800), 501)


def test_a_halt_straight_ahead_leaves_no_gap() -> None:
    a, b = mm(200, 100), mm(200, 300)
    assert along(a, b, contact_stop(a, b, 200, mm(200, 200), 200)) == mm(200, 160)


def test_to_graze_a_shape_is_to_pass_it() -> None:
    shape = box(100, 100, 200, 100)
    assert not crosses_shape(pack(0, 100), pack(400, 100), shape)  # along an edge
    assert not crosses_shape(pack(0, 300), pack(200, 100), [pack(100, 200), pack(0, 200), pack(0, 100)])
    assert not crosses_shape(pack(50, 50), pack(100, 100), shape)  # up to a corner
    assert not crosses_shape(pack(0, 200), pack(200, 0), shape)  # over a corner
    assert crosses_shape(pack(0, 201), pack(201, 0), shape)
    assert crosses_shape(pack(100, 100), pack(300, 200), shape)  # from corner to corner
    assert crosses_shape(pack(150, 150), pack(150, 150), shape) and not crosses_shape(
        pack(100, 150), pack(100, 150), shape
    )
    assert crosses_shape(pack(150, 150), pack(160, 160), shape)  # wholly inside
    assert not inside_shape(pack(100, 150), shape) and inside_shape(pack(101, 150), shape)
    assert enters_shape(pack(0, 100), pack(400, 100), shape) == -1


def test_through_a_shape() -> None:
    shape, a, b = box(100, 100, 200, 100), pack(0, 150), pack(400, 150)
    assert enters_shape(a, b, shape) == 101 and leaves_shape(a, b, shape) == 300
    assert enters_shape(b, a, shape) == 101 and leaves_shape(b, a, shape) == 300
    inside = pack(200, 150)
    assert enters_shape(inside, b, shape) == 0 and leaves_shape(inside, b, shape) == 100
    assert leaves_shape(a, inside, shape) == -1 and enters_shape(a, inside, shape) == 101


def test_shapes_that_are_none() -> None:
    for shape in ([], [pack(0, 0)], [pack(0, 0), pack(9, 9)]):
        assert not inside_shape(pack(0, 0), shape) and not crosses_shape(pack(0, 0), pack(9, 9), shape)
        assert enters_shape(pack(0, 0), pack(9, 9), shape) == -1 == leaves_shape(pack(0, 0), pack(9, 9), shape)


def test_bases_beside_a_shape() -> None:
    shape = box(100, 100, 200, 100)
    assert touches_shape(pack(200, 305), 100, shape) and not touches_shape(pack(200, 306), 100, shape)
    assert touches_shape(pack(200, 150), 0, shape)
    assert touches_shape(pack(303, 204), 0, shape) and not touches_shape(pack(304, 204), 0, shape)  # a corner, 3-4-5


def test_through_a_disc() -> None:
    a, b, c = pack(0, 0), pack(400, 0), pack(200, 0)
    assert enters_disc(a, b, c, 100) == 100 and leaves_disc(a, b, c, 100) == 301
    assert enters_disc(c, b, c, 100) == 0 and leaves_disc(c, b, c, 100) == 101
    assert leaves_disc(a, c, c, 100) == -1 and enters_disc(a, pack(99, 0), c, 100) == -1
    assert enters_disc(a, a, c, 200) == 0 and enters_disc(a, a, c, 199) == -1 and leaves_disc(a, a, c, 200) == -1


def test_the_edge_belongs_to_the_board() -> None:
    assert on_board(pack(4000, 0), 4000, 4000) and not on_board(pack(4001, 0), 4000, 4000)
    assert leaves_board(pack(3000, 3000), pack(3000, 4500), 4000, 4000) == 1001
    assert leaves_board(pack(3000, 3000), pack(3000, 4000), 4000, 4000) == -1
    assert leaves_board(pack(-1, 0), pack(5, 5), 4000, 4000) == 0


def test_towards_and_away() -> None:
    c = pack(0, 0)
    assert leg_towards(pack(100, 0), pack(50, 0), c) and not leg_away(pack(100, 0), pack(50, 0), c)
    assert leg_away(pack(100, 0), pack(100, 50), c) and not leg_towards(pack(100, 0), pack(100, 50), c)
    assert not leg_towards(pack(100, 10), pack(-50, 10), c)  # past it, and so away again
    assert leg_towards(c, c, c) and leg_away(c, c, c)


# ---------------------------------------------------------------- sixteen directions


@pytest.mark.parametrize("direction", range(16))
def test_contact_points_touch_and_never_overlap(direction: int) -> None:
    c = pack(3000, 2500)
    for r in range(0, 2001, 25):
        p = contact_point(c, 200, r, direction)
        assert not overlapping(c, 200, p, r) and touching(c, 200, p, r)
        q = turn_point(c, r, direction)
        assert within(c, q, r) and distance(c, q) >= r - 5
    assert contact_point(c, 200, 200, direction + 16) == contact_point(c, 200, 200, direction)
    c = pack(8000, 8000)
    for r in (9000, 9800, 9999, 10000, 12345, 15800):
        p, q = contact_point(c, 200, r, direction), turn_point(c, r, direction)
        assert not overlapping(c, 200, p, r) and touching(c, 200, p, r) and within(c, q, r)


def test_directions_go_round_counter_clockwise() -> None:
    c = pack(3000, 2500)
    ring = [unpack(turn_point(c, 1000, direction)) for direction in range(16)]
    assert len(set(ring)) == 16
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        assert (ax - 3000) * (by - 2500) - (ay - 2500) * (bx - 3000) > 0
    assert ring[4] == (3000, 3500)


# ---------------------------------------------------------------- by definition, point by point

COORDINATE = st.integers(0, 400)
POINT = st.tuples(COORDINATE, COORDINATE)
ANYWHERE = st.tuples(st.integers(-8192, 24575), st.integers(-8192, 24575))


def hull(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The convex hull, counter-clockwise, without corners that are straight (Andrew's monotone chain)."""

    def half(ordered: list[tuple[int, int]]) -> list[tuple[int, int]]:
        chain: list[tuple[int, int]] = []
        for x, y in ordered:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (y - chain[-2][1]) <= (
                chain[-1][1] - chain[-2][1]
            ) * (x - chain[-2][0]):
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    ordered = sorted(set(points))
    return half(ordered) + half(ordered[::-1])


SHAPE = st.lists(POINT, min_size=3, max_size=7).map(hull).filter(lambda corners: len(corners) > 2)


def packed(points: list[tuple[int, int]]) -> list[int]:
    return [pack(*each) for each in points]


def first(a: int, b: int, test: Callable[[int], bool]) -> int:
    return next((s for s in range(distance(a, b) + 1) if test(along(a, b, s))), -1)


def after_last(a: int, b: int, test: Callable[[int], bool]) -> int:
    length = distance(a, b)
    last = next((s for s in range(length, -1, -1) if test(along(a, b, s))), -1)
    return -1 if last in (-1, length) else last + 1


@settings(max_examples=250, deadline=None)
@given(POINT, POINT, POINT, st.integers(0, 300))
def test_arcs_at_a_disc_by_definition(p: tuple[int, int], q: tuple[int, int], m: tuple[int, int], r: int) -> None:
    a, b, c = packed([p, q, m])
    assert enters_disc(a, b, c, r) == first(a, b, lambda at: within(at, c, r))
    assert leaves_disc(a, b, c, r) == after_last(a, b, lambda at: within(at, c, r))


@settings(max_examples=150, deadline=None)
@given(POINT, st.integers(-900, 900), st.integers(-900, 900), st.integers(50, 2000), st.integers(-3, 3))
def test_arcs_at_a_disc_that_is_grazed(p: tuple[int, int], dx: int, dy: int, r: int, gap: int) -> None:
    """The centre lies off the middle of the leg by the radius, give or take what cutting off can do."""
    assume((dx, dy) != (0, 0))
    a, b = pack(*p), pack(p[0] + dx, p[1] + dy)
    length = distance(a, b)
    c = pack(p[0] + dx // 2 - dy * (r + gap) // length, p[1] + dy // 2 + dx * (r + gap) // length)
    assert enters_disc(a, b, c, r) == first(a, b, lambda at: within(at, c, r))
    assert leaves_disc(a, b, c, r) == after_last(a, b, lambda at: within(at, c, r))


@settings(max_examples=250, deadline=None)
@given(POINT, POINT, SHAPE)
def test_arcs_at_a_shape_by_definition(p: tuple[int, int], q: tuple[int, int], corners: list[tuple[int, int]]) -> None:
    a, b = packed([p, q])
    shape = packed(corners)
    assert enters_shape(a, b, shape) == first(a, b, lambda at: inside_shape(at, shape))
    assert leaves_shape(a, b, shape) == after_last(a, b, lambda at: inside_shape(at, shape))


@settings(max_examples=100, deadline=None)
@given(POINT, ANYWHERE, st.integers(0, 400), st.integers(0, 400))
def test_leaving_the_board_by_definition(p: tuple[int, int], q: tuple[int, int], width: int, height: int) -> None:
    a = pack(*p)
    b = along(a, pack(*q), 900)
    assert leaves_board(a, b, width, height) == first(a, b, lambda at: not on_board(at, width, height))


@settings(max_examples=250, deadline=None)
@given(POINT, POINT, POINT, st.integers(1, 60), st.integers(1, 60))
def test_a_halt_is_in_contact_and_free(
    p: tuple[int, int], q: tuple[int, int], m: tuple[int, int], r: int, s: int
) -> None:
    a, b, c = packed([p, q, m])
    assume(not overlapping(a, r, c, s))
    for arc in (contact_stop(a, b, r, c, s), back_off(a, b, r, c, s)):
        if arc >= 0:
            halt = along(a, b, arc)
            assert not any(overlapping(along(a, b, earlier), r, c, s) for earlier in range(arc + 1))
            assert touching(halt, r, c, s)


@given(ANYWHERE, ANYWHERE, st.integers(-5, 50000))
def test_along_a_leg(p: tuple[int, int], q: tuple[int, int], s: int) -> None:
    a, b = packed([p, q])
    at = along(a, b, s)
    assert distance(a, at) <= max(0, s)
    assert along(a, b, 0) == a and along(a, b, distance(a, b)) == b


@given(ANYWHERE, ANYWHERE, ANYWHERE)
def test_the_nearest_point_of_a_leg(p: tuple[int, int], q: tuple[int, int], m: tuple[int, int]) -> None:
    a, b, c = packed([p, q, m])
    near = nearest_on_line(a, b, c)
    d2 = distance_squared(a, b)
    t = Fraction((m[0] - p[0]) * (q[0] - p[0]) + (m[1] - p[1]) * (q[1] - p[1]), d2) if d2 else Fraction(0)
    t = min(max(t, Fraction(0)), Fraction(1))
    x, y = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
    assert abs(unpack(near)[0] - x) < 1 and abs(unpack(near)[1] - y) < 1


# ---------------------------------------------------------------- in fractions, without a library


@given(ANYWHERE, ANYWHERE, ANYWHERE, st.integers(0, 40000))
def test_discs_in_fractions(p: tuple[int, int], q: tuple[int, int], m: tuple[int, int], r: int) -> None:
    a, b, c = packed([p, q, m])
    d2 = distance_squared(a, b)
    t = Fraction((m[0] - p[0]) * (q[0] - p[0]) + (m[1] - p[1]) * (q[1] - p[1]), d2) if d2 else Fraction(0)
    t = min(max(t, Fraction(0)), Fraction(1))
    x, y = p[0] + t * (q[0] - p[0]) - m[0], p[1] + t * (q[1] - p[1]) - m[1]
    assert crosses_disc(a, b, c, r) == (x * x + y * y < r * r) == (not keeps_off(a, b, c, r))


@given(POINT, POINT, SHAPE)
def test_shapes_in_fractions(p: tuple[int, int], q: tuple[int, int], corners: list[tuple[int, int]]) -> None:
    """The leg meets the inside if and only if it does so half-way between two neighbouring meetings with edges."""
    cuts = {Fraction(0), Fraction(1)}
    for (vx, vy), (wx, wy) in zip(corners, corners[1:] + corners[:1], strict=True):
        slope = (wx - vx) * (q[1] - p[1]) - (wy - vy) * (q[0] - p[0])
        if slope:
            cuts.add(Fraction((wy - vy) * (p[0] - vx) - (wx - vx) * (p[1] - vy), slope))
    ordered = sorted(cut for cut in cuts if 0 <= cut <= 1)
    middles = [(low + high) / 2 for low, high in pairwise(ordered)]

    def inside(t: Fraction) -> bool:
        x, y = p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])
        return all(
            (wx - vx) * (y - vy) - (wy - vy) * (x - vx) > 0
            for (vx, vy), (wx, wy) in zip(corners, corners[1:] + corners[:1], strict=True)
        )

    assert crosses_shape(pack(*p), pack(*q), packed(corners)) == any(inside(t) for t in middles)


# ---------------------------------------------------------------- against an independent library


@against_shapely
@given(ANYWHERE, ANYWHERE, ANYWHERE, st.integers(1, 40000))
def test_discs_against_shapely(p: tuple[int, int], q: tuple[int, int], m: tuple[int, int], r: int) -> None:
    gap = shapely.LineString([p, q]).distance(shapely.Point(m)) - r
    assume(p != q and abs(gap) > 1e-6)
    assert crosses_disc(pack(*p), pack(*q), pack(*m), r) == (gap < 0)


@against_shapely
@settings(max_examples=300)
@given(POINT, POINT, POINT, SHAPE, st.integers(0, 100))
def test_shapes_against_shapely(
    p: tuple[int, int], q: tuple[int, int], m: tuple[int, int], corners: list[tuple[int, int]], r: int
) -> None:
    polygon, line, at = shapely.Polygon(corners), shapely.LineString([p, q]), shapely.Point(m)
    shape = packed(corners)
    assert polygon.exterior.is_ccw and polygon.is_valid
    if polygon.exterior.distance(at) > 1e-6:
        assert inside_shape(pack(*m), shape) == polygon.contains(at)
    shared = line.intersection(polygon).length
    if p != q and (shared > 1e-6 or line.distance(polygon) > 1e-6):
        along_an_edge = polygon.exterior.intersection(line).length > 1e-6
        assert crosses_shape(pack(*p), pack(*q), shape) == (shared > 1e-6 and not along_an_edge)
    gap = polygon.distance(at) - r - 5
    if abs(gap) > 1e-6:
        assert touches_shape(pack(*m), r, shape) == (gap < 0)


@against_shapely
@settings(max_examples=100, deadline=None)
@given(POINT, POINT, POINT, st.integers(5, 300))
def test_entering_against_shapely(p: tuple[int, int], q: tuple[int, int], m: tuple[int, int], r: int) -> None:
    line, centre = shapely.LineString([p, q]), shapely.Point(m)
    assume(line.length > 20 and abs(line.distance(centre) - r) > 3 and shapely.Point(p).distance(centre) > r + 3)
    s = enters_disc(pack(*p), pack(*q), pack(*m), r)
    if s >= 0:
        assert abs(line.interpolate(s).distance(centre) - r) < 3.5
    else:
        assert line.distance(centre) > r


# ---------------------------------------------------------------- bounds

BITS = 63


class Counted(int):
    """A number that refuses to grow past 2^BITS, as a machine's would."""


def _counting(name: str) -> Callable[..., Any]:
    plain = getattr(int, name)

    def counted(self: Counted, *others: int) -> Any:
        value = plain(int(self), *(int(other) for other in others))
        assert value is NotImplemented or abs(value) < 1 << BITS, f"{name} gave {value}"
        return Counted(value) if isinstance(value, int) else value

    return counted


_OPERATORS = "add sub mul floordiv mod lshift rshift and or radd rsub rmul rfloordiv neg abs"
for _operator in _OPERATORS.split():
    setattr(Counted, f"__{_operator}__", _counting(f"__{_operator}__"))

EXTREMES = st.sampled_from([-8192, -8191, 0, 1, 4000, 24574, 24575])
LENGTHS = st.sampled_from([-30000, -1, 0, 1, 5, 200, 20000, 46340, 46341, 60000])
ARGUMENTS = {
    "point": st.tuples(EXTREMES, EXTREMES).map(lambda at: Counted(pack(*at))),
    "length": LENGTHS.map(Counted),
    "int": st.integers(-40, 40).map(Counted),
    "shape": st.sampled_from(
        [
            [pack(-8192, -8192), pack(24575, -8192), pack(24575, 24575), pack(-8192, 24575)],
            [pack(-8192, -8192), pack(24575, -8191), pack(-8191, 24575)],
            [pack(0, 0), pack(24575, 24574), pack(24574, 24575)],
        ]
    ).map(lambda corners: [Counted(corner) for corner in corners]),
}


@pytest.mark.parametrize("name", PRIMITIVES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_product_leaves_64_bits(name: str, data: st.DataObject) -> None:
    primitive = PRIMITIVES[name]
    assert getattr(geometry, name) is primitive.function
    result = primitive.function(*(data.draw(ARGUMENTS[word]) for word in primitive.params))
    if primitive.result == "point":
        assert 0 <= result < 1 << 30
    elif primitive.result == "bool":
        assert result in (True, False)
    else:
        assert -30000 <= result < 1 << 31


@pytest.mark.parametrize("name", PRIMITIVES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_on_a_board_of_400_mm_all_products_are_exact_in_doubles(name: str, data: st.DataObject) -> None:
    global BITS
    near = st.tuples(st.integers(0, 4000), st.integers(0, 4000)).map(lambda at: Counted(pack(*at)))
    corners = [Counted(pack(x, y)) for x, y in ((0, 0), (4000, 0), (4000, 4000), (0, 4000))]
    words = {
        "point": near,
        "length": st.integers(0, 5657).map(Counted),
        "int": st.integers(0, 15).map(Counted),
        "shape": st.just(corners),
    }
    arguments = [data.draw(words[word]) for word in PRIMITIVES[name].params]
    BITS = 53
    try:
        PRIMITIVES[name].function(*arguments)
    finally:
        BITS = 63
