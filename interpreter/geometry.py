"""Exact geometry on a plane: points, round bases and convex shapes, in whole units of 0.1 mm. No floats, no fractions,
no angles; the same numbers on every machine and in every engine.

One convention throughout: obstacles are open (to graze one is to pass it), ranges are closed (just as far is within),
and two bases are in contact when the gap between them is at most 5 units. A *leg* is the straight way from a to b; an
*arc* is a whole number of units along it, from 0 to its length rounded up, and the point at an arc is cut off towards
a. Where a function gives the first arc at which something is so, it is so at that very point: after
`s = enters_disc(a, b, c, r)`, unless s is -1, `within(along(a, b, s), c, r)` holds, and it does not for any smaller s.

A point is one integer (`pack`), with both coordinates from -8192 to 24575; a result outside is brought to that edge,
which lies outside every board. So a difference is below 2^15, a squared distance or a cross product below 2^31, and
with lengths up to 60,000 the largest product, cross * cross or r * r * d2, is below 2^63; on a board of 400 mm all stay
below 2^53. Divisions are cut off towards zero (`_cut`) or away from it (`_outwards`), or only bound a search whose
result does not depend on how they round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isqrt

LOW = -8192
BITS = 15
MASK = (1 << BITS) - 1
HIGH = LOW + MASK
CONTACT = 5  # bases this near are in contact

Shape = Sequence[int]  # packed corners of a convex shape, counter-clockwise


def pack(x: int, y: int) -> int:
    return ((x - LOW) << BITS) | (y - LOW)


def unpack(p: int) -> tuple[int, int]:
    return (p >> BITS) + LOW, (p & MASK) + LOW


def _clamped(x: int, y: int) -> int:
    return pack(min(max(x, LOW), HIGH), min(max(y, LOW), HIGH))


def _cut(a: int, b: int) -> int:
    """a / b for b > 0, cut off towards zero."""
    return a // b if a >= 0 else -(-a // b)


def _root_up(n: int) -> int:
    """The square root of n > 0, rounded up."""
    return isqrt(n - 1) + 1


# ---------------------------------------------------------------- points and distances


def point(x: int, y: int) -> int:
    return _clamped(x, y)


def x_of(p: int) -> int:
    return (p >> BITS) + LOW


def y_of(p: int) -> int:
    return (p & MASK) + LOW


def distance_squared(p: int, q: int) -> int:
    dx = (p >> BITS) - (q >> BITS)
    dy = (p & MASK) - (q & MASK)
    return dx * dx + dy * dy


def distance(p: int, q: int) -> int:
    """Rounded up, so a way is never shorter than it is; use `within` to compare with a range."""
    d2 = distance_squared(p, q)
    return _root_up(d2) if d2 else 0


def within(p: int, q: int, r: int) -> bool:
    return r >= 0 and distance_squared(p, q) <= r * r


def touching(p: int, r: int, q: int, s: int) -> bool:
    """Bases of radius r and s are in contact, or overlap."""
    return within(p, q, r + s + CONTACT)


def overlapping(p: int, r: int, q: int, s: int) -> bool:
    return r + s > 0 and distance_squared(p, q) < (r + s) * (r + s)


def on_board(p: int, width: int, height: int) -> bool:
    """The edge is part of the board."""
    x, y = unpack(p)
    return 0 <= x <= width and 0 <= y <= height


# ---------------------------------------------------------------- legs


def along(a: int, b: int, s: int) -> int:
    """The point s units along the leg, cut off towards a; b itself from its length on."""
    length = distance(a, b)
    if s <= 0 or length == 0:
        return a
    if s >= length:
        return b
    ax, ay = unpack(a)
    bx, by = unpack(b)
    return pack(ax + _cut((bx - ax) * s, length), ay + _cut((by - ay) * s, length))


def nearest_on_line(a: int, b: int, p: int) -> int:
    """The point of the leg that is nearest to p, cut off towards a."""
    ax, ay = unpack(a)
    bx, by = unpack(b)
    px, py = unpack(p)
    dx, dy = bx - ax, by - ay
    d2 = dx * dx + dy * dy
    t = (px - ax) * dx + (py - ay) * dy
    if t <= 0:
        return a
    if t >= d2:
        return b
    return pack(ax + _cut(dx * t, d2), ay + _cut(dy * t, d2))


def leg_towards(a: int, b: int, c: int) -> bool:
    """Nowhere on the leg does the distance to c grow. It is convex along a leg, so the end decides."""
    ax, ay = unpack(a)
    bx, by = unpack(b)
    cx, cy = unpack(c)
    return (bx - cx) * (bx - ax) + (by - cy) * (by - ay) <= 0


def leg_away(a: int, b: int, c: int) -> bool:
    """Nowhere on the leg does the distance to c shrink. It is convex along a leg, so the start decides."""
    ax, ay = unpack(a)
    bx, by = unpack(b)
    cx, cy = unpack(c)
    return (ax - cx) * (bx - ax) + (ay - cy) * (by - ay) >= 0


def leaves_board(a: int, b: int, width: int, height: int) -> int:
    """The first arc that lies off the board, or -1."""
    if not on_board(a, width, height):
        return 0
    if on_board(b, width, height):
        return -1
    low, high = 0, distance(a, b)  # on at low, off at high: each coordinate only grows, or only shrinks
    while high - low > 1:
        middle = (low + high) // 2
        if on_board(along(a, b, middle), width, height):
            low = middle
        else:
            high = middle
    return high


# ---------------------------------------------------------------- legs and discs


def crosses_disc(a: int, b: int, c: int, r: int) -> bool:
    """Some point of the leg lies nearer to c than r."""
    return r > 0 and _comes_near(a, b, c, r * r, 0)


def keeps_off(a: int, b: int, c: int, d: int) -> bool:
    """No point of the leg lies nearer to c than d."""
    return not crosses_disc(a, b, c, d)


def _comes_near(a: int, b: int, c: int, square: int, just: int) -> bool:
    """Some point of the leg is nearer to c than the root of `square`; with `just` 1, just as near counts too."""
    ax, ay = unpack(a)
    bx, by = unpack(b)
    cx, cy = unpack(c)
    dx, dy = bx - ax, by - ay
    fx, fy = cx - ax, cy - ay
    d2 = dx * dx + dy * dy
    t = fx * dx + fy * dy
    if t <= 0:
        return fx * fx + fy * fy < square + just
    if t >= d2:
        return distance_squared(b, c) < square + just
    cross = dx * fy - dy * fx
    return cross * cross < square * d2 + just


def _disc_window(a: int, b: int, c: int, r: int) -> tuple[int, int]:
    """Arcs outside of which no point of the leg, cut off, can be within r of c: those where the leg itself is within
    r + 2, since cutting off moves a point by less than the root of 2. Empty if the first is greater."""
    ax, ay = unpack(a)
    bx, by = unpack(b)
    cx, cy = unpack(c)
    dx, dy = bx - ax, by - ay
    d2 = dx * dx + dy * dy
    if d2 == 0:
        return 0, 0
    length = _root_up(d2)
    cross = dx * (cy - ay) - dy * (cx - ax)
    room = (r + 2) * (r + 2) - cross * cross // d2
    if room < 0:
        return 1, 0
    half = (isqrt(room) + 1) * length // isqrt(d2) + 2
    middle = ((cx - ax) * dx + (cy - ay) * dy) * length // d2
    return max(0, middle - half), min(length, middle + half)


def _first_within(a: int, b: int, c: int, r: int, most: int) -> int:
    """The first arc at a squared distance of at most `most` from c, or -1; `most` is at most r * r."""
    low, high = _disc_window(a, b, c, r)
    for s in range(low, high + 1):
        if distance_squared(along(a, b, s), c) <= most:
            return s
    return -1


def enters_disc(a: int, b: int, c: int, r: int) -> int:
    """The first arc within r of c, or -1; 0 if the leg starts there."""
    return _first_within(a, b, c, r, r * r) if r >= 0 else -1


def leaves_disc(a: int, b: int, c: int, r: int) -> int:
    """The first arc from which on the leg is no longer within r of c; -1 if it never was, or still is at its end."""
    if r < 0 or within(b, c, r):
        return -1
    low, high = _disc_window(a, b, c, r)
    for s in range(high, low - 1, -1):
        if distance_squared(along(a, b, s), c) <= r * r:
            return s + 1
    return -1


def contact_stop(a: int, b: int, r: int, c: int, s: int) -> int:
    """Where a base of radius r on its way from a to b halts in front of a base (c, s), or -1. Its centre line has to
    cross the other base to be stopped at all; but then it halts where the two bases meet."""
    if not crosses_disc(a, b, c, s):
        return -1
    first = _first_within(a, b, c, r + s, (r + s) * (r + s) - 1)
    return max(0, first - 1) if first >= 0 else -1


def back_off(a: int, b: int, r: int, c: int, s: int) -> int:
    """Where a base of radius r that would end on a base (c, s) was before it began to overlap; -1 if it would not."""
    if not overlapping(b, r, c, s):
        return -1
    return max(0, _first_within(a, b, c, r + s, (r + s) * (r + s) - 1) - 1)


# ---------------------------------------------------------------- legs and shapes


def inside_shape(p: int, shape: Shape) -> bool:
    """Strictly inside: a point on an edge is outside."""
    if len(shape) < 3:
        return False
    px, py = unpack(p)
    vx, vy = unpack(shape[-1])
    for corner in shape:
        wx, wy = unpack(corner)
        if (wx - vx) * (py - vy) - (wy - vy) * (px - vx) <= 0:
            return False
        vx, vy = wx, wy
    return True


def crosses_shape(a: int, b: int, shape: Shape) -> bool:
    """Some point of the leg lies strictly inside. The part of it that does is cut down edge by edge; its two ends are
    fractions, compared by multiplying crosswise."""
    if len(shape) < 3:
        return False
    ax, ay = unpack(a)
    bx, by = unpack(b)
    dx, dy = bx - ax, by - ay
    low, low_of = -1, 1  # inside at every t with low / low_of < t < high / high_of, so far
    high, high_of = 2, 1
    vx, vy = unpack(shape[-1])
    for corner in shape:
        wx, wy = unpack(corner)
        ex, ey = wx - vx, wy - vy
        depth = ex * (ay - vy) - ey * (ax - vx)  # at the start; grows by `slope` along the leg
        slope = ex * dy - ey * dx
        if slope == 0:
            if depth <= 0:
                return False
        elif slope > 0:
            if -depth * low_of > low * slope:
                low, low_of = -depth, slope
        elif depth * high_of < high * -slope:
            high, high_of = depth, -slope
        vx, vy = wx, wy
    return low < low_of and high > 0 and low * high_of < high * low_of


def _shape_window(a: int, b: int, shape: Shape) -> tuple[int, int]:
    """Arcs outside of which no point of the leg, cut off, can be inside. Along an edge that the leg approaches in both
    coordinates at once this is exact; otherwise cutting off moves a point by less than the edge's two sides."""
    ax, ay = unpack(a)
    bx, by = unpack(b)
    dx, dy = bx - ax, by - ay
    length = distance(a, b)
    low, high = 0, length
    v = shape[-1]
    for w in shape:
        vx, vy = unpack(v)
        wx, wy = unpack(w)
        ex, ey = wx - vx, wy - vy
        depth = ex * (ay - vy) - ey * (ax - vx)
        slope = ex * dy - ey * dx
        if ex * dy >= 0 and ey * dx <= 0:
            low = _turning_point(a, b, v, ex, ey, low, high, True)
        elif ex * dy <= 0 and ey * dx >= 0:
            high = _turning_point(a, b, v, ex, ey, low, high, False) - 1
        else:
            margin = (depth + abs(ex) + abs(ey)) * length
            if slope > 0:
                low = max(low, -margin // slope)
            elif slope < 0:
                high = min(high, margin // -slope + 1)
            elif margin <= 0:
                return 1, 0
        if low > high:
            return 1, 0
        v = w
    return low, high


def _turning_point(a: int, b: int, v: int, ex: int, ey: int, low: int, high: int, inside: bool) -> int:
    """The first arc in low..high, or else high + 1, that lies on the inner side of an edge, or that does not."""
    vx, vy = unpack(v)
    high += 1
    while low < high:
        middle = (low + high) // 2
        x, y = unpack(along(a, b, middle))
        if (ex * (y - vy) - ey * (x - vx) > 0) == inside:
            high = middle
        else:
            low = middle + 1
    return low


def enters_shape(a: int, b: int, shape: Shape) -> int:
    """The first arc inside, or -1; 0 if the leg starts there."""
    if len(shape) < 3:
        return -1
    low, high = _shape_window(a, b, shape)
    for s in range(low, high + 1):
        if inside_shape(along(a, b, s), shape):
            return s
    return -1


def leaves_shape(a: int, b: int, shape: Shape) -> int:
    """The first arc from which on the leg is no longer inside; -1 if it never was, or still is at its end."""
    if len(shape) < 3 or inside_shape(b, shape):
        return -1
    low, high = _shape_window(a, b, shape)
    for s in range(high, low - 1, -1):
        if inside_shape(along(a, b, s), shape):
            return s + 1
    return -1


def touches_shape(p: int, r: int, shape: Shape) -> bool:
    """A base of radius r lies in a shape, overlaps it, or is in contact with it."""
    if inside_shape(p, shape):
        return True
    reach = r + CONTACT
    if reach < 0 or not shape:
        return False
    v = shape[-1]
    for w in shape:
        if _comes_near(v, w, p, reach * reach, 1):
            return True
        v = w
    return False


# ---------------------------------------------------------------- directions

# Sixteen directions, counter-clockwise from +x, scaled by 10,000: a little long for contact, a little short for reach.
_LONG = ((10000, 0), (9239, 3827), (7072, 7072), (3827, 9239))
_SHORT = ((10000, 0), (9238, 3827), (7071, 7071), (3827, 9238))


def _direction(table: tuple[tuple[int, int], ...], direction: int) -> tuple[int, int]:
    x, y = table[direction % 4]
    quarter = direction // 4 % 4
    if quarter == 0:
        return x, y
    if quarter == 1:
        return -y, x
    return (-x, -y) if quarter == 2 else (y, -x)


def contact_point(c: int, s: int, r: int, direction: int) -> int:
    """Where a base of radius r touches a base (c, s) on one of sixteen sides, never overlapping it."""
    x, y = unpack(c)
    dx, dy = _direction(_LONG, direction)
    reach = max(0, r + s)
    return _clamped(x + _outwards(dx * reach), y + _outwards(dy * reach))


def _outwards(a: int) -> int:
    """a / 10,000, rounded away from zero."""
    return -(-a // 10000) if a >= 0 else a // 10000


def turn_point(c: int, radius: int, direction: int) -> int:
    """A point about `radius` away in one of sixteen directions, never farther, since it is cut off."""
    x, y = unpack(c)
    dx, dy = _direction(_SHORT, direction)
    reach = max(0, radius)
    return _clamped(x + _cut(dx * reach, 10000), y + _cut(dy * reach, 10000))


# ---------------------------------------------------------------- what the language offers


@dataclass(frozen=True, slots=True)
class Primitive:
    """Types are words: point, length, int, bool, shape (a list of points)."""

    name: str
    params: tuple[str, ...]
    result: str
    function: Callable[..., int | bool]


def _primitive(function: Callable[..., int | bool], params: str, result: str) -> Primitive:
    return Primitive(function.__name__, tuple(params.split()), result, function)


PRIMITIVES: dict[str, Primitive] = {
    each.name: each
    for each in (
        _primitive(point, "length length", "point"),
        _primitive(x_of, "point", "length"),
        _primitive(y_of, "point", "length"),
        _primitive(distance, "point point", "length"),
        _primitive(distance_squared, "point point", "int"),
        _primitive(within, "point point length", "bool"),
        _primitive(touching, "point length point length", "bool"),
        _primitive(overlapping, "point length point length", "bool"),
        _primitive(on_board, "point length length", "bool"),
        _primitive(along, "point point length", "point"),
        _primitive(nearest_on_line, "point point point", "point"),
        _primitive(leg_towards, "point point point", "bool"),
        _primitive(leg_away, "point point point", "bool"),
        _primitive(leaves_board, "point point length length", "length"),
        _primitive(crosses_disc, "point point point length", "bool"),
        _primitive(keeps_off, "point point point length", "bool"),
        _primitive(enters_disc, "point point point length", "length"),
        _primitive(leaves_disc, "point point point length", "length"),
        _primitive(contact_stop, "point point length point length", "length"),
        _primitive(back_off, "point point length point length", "length"),
        _primitive(inside_shape, "point shape", "bool"),
        _primitive(crosses_shape, "point point shape", "bool"),
        _primitive(enters_shape, "point point shape", "length"),
        _primitive(leaves_shape, "point point shape", "length"),
        _primitive(touches_shape, "point length shape", "bool"),
        _primitive(contact_point, "point length length int", "point"),
        _primitive(turn_point, "point length int", "point"),
    )
}
