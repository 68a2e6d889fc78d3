"""The primitives of the plane, `interpreter/geometry.py`, in WebAssembly: the same whole numbers, bit for bit.

All of them compute with 64 bits. A point is unpacked where it is needed; a shape is the address of a list of points.
What each one means is said in `geometry.py`; names here are the names there.
"""

from __future__ import annotations

from collections.abc import Callable

from ..geometry import BITS, CONTACT, HIGH, LOW, MASK, PRIMITIVES
from . import helpers
from .body import Body, scalar
from .unit import Unit
from .values import BOOL, Int, Node, Type
from .wasm import I32, I64, Code, Function, Var, choose, const64, load

WORDS: dict[str, Type] = {
    "point": Int(-1, 2**30 - 1),
    "length": Int(-(2**31), 2**31 - 1),
    "int": Int(-(2**53), 2**53),
    "bool": BOOL,
}
RESULTS: dict[str, Type] = {name: WORDS[primitive.result] for name, primitive in PRIMITIVES.items()}

# Sixteen directions, counter-clockwise from +x, scaled by 10,000: a little long for contact, a little short for reach.
_LONG = ((10000, 0), (9239, 3827), (7072, 7072), (3827, 9239))
_SHORT = ((10000, 0), (9238, 3827), (7071, 7071), (3827, 9238))


@scalar("geometry")
def geometry(b: Body, node: Node) -> None:
    primitive = PRIMITIVES[node["name"]]
    for arg, word in zip(node["args"], primitive.params, strict=True):
        if word == "shape":
            b.large(arg)
        else:
            b.scalar_as(arg, I64)
    b.f.call(function(b.unit, node["name"]))
    b.convert(I64, b.values.scalar(node).machine)


def function(unit: Unit, name: str) -> Function:
    """The function of a primitive, or of one of the steps on the way to it."""
    params, write = WRITERS[name]
    f, new = unit.helper("geometry", name, params=params, results=(I64,))
    if new:
        write(Geometry(unit, f))
    return f


class Geometry:
    """One function being written."""

    def __init__(self, unit: Unit, f: Function) -> None:
        self.unit, self.f = unit, f
        self.args = [f.param(place) for place in range(len(f.params))]

    def let(self, value: Code | int) -> Var:
        """A new local with this value."""
        home = self.f.local(I64)
        self.f.let(home, value)
        return home

    def ask(self, name: str, *args: Code | int) -> Var:
        """The result of another function."""
        self.f.call(function(self.unit, name), *args)
        home = self.f.local(I64)
        self.f.set(home)
        return home

    def floor(self, a: Code, b: Code | int) -> Var:
        """a / b, rounded down."""
        self.f.call(helpers.floor(self.unit, "div", I64), a, b)
        home = self.f.local(I64)
        self.f.set(home)
        return home

    def cut(self, a: Code, b: Code | int) -> Code:
        """a / b, cut off towards zero, as the machine does."""
        right = b.code if isinstance(b, Code) else const64(b).code
        return Code(a.code + right + b"\x7f", I64)

    def coordinates(self, point: Code) -> tuple[Var, Var]:
        x = Code(point.code + const64(BITS).code + b"\x87", I64) + LOW
        return self.let(x), self.let((point & MASK) + LOW)

    def pack(self, x: Code, y: Code) -> Code:
        return ((x - LOW) << BITS) | (y - LOW)

    def back(self, value: Code | int) -> None:
        if isinstance(value, Code) and value.type == I32:
            value = value.long()
        self.f.back(value)

    def leave(self, value: Code | int) -> None:
        """The last value of a function."""
        if isinstance(value, int):
            value = const64(value)
        self.f.put(value.long() if value.type == I32 else value)

    def least(self, a: Code, b: Code | int) -> Code:
        other = b if isinstance(b, Code) else const64(b)
        return choose(a.lt(other), a, other)

    def most(self, a: Code, b: Code | int) -> Code:
        other = b if isinstance(b, Code) else const64(b)
        return choose(a.gt(other), a, other)

    def clamped(self, x: Var, y: Var) -> Code:
        for home in (x, y):
            self.f.let(home, self.most(home, LOW))
            self.f.let(home, self.least(home, HIGH))
        return self.pack(x, y)


def squared(x: Code, y: Code) -> Code:
    return x * x + y * y


# --- roots


def isqrt(g: Geometry) -> None:
    """The square root rounded down, one bit after the other."""
    f, (n,) = g.f, g.args
    root, bit = g.let(0), g.let(1 << 62)
    with f.repeat(bit.gt(n)):
        f.let(bit, bit >> 2)
    with f.repeat(bit.ne(0)):
        with f.when(n.ge(root + bit)):
            f.let(n, n - (root + bit))
            f.let(root, (root >> 1) + bit)
            f.otherwise()
            f.let(root, root >> 1)
        f.let(bit, bit >> 2)
    g.leave(root)


def root_up(g: Geometry) -> None:
    g.leave(g.ask("isqrt", g.args[0] - 1) + 1)


# --- points and distances


def point(g: Geometry) -> None:
    g.leave(g.clamped(*g.args))


def x_of(g: Geometry) -> None:
    g.leave(g.coordinates(g.args[0])[0])


def y_of(g: Geometry) -> None:
    g.leave(g.coordinates(g.args[0])[1])


def distance_squared(g: Geometry) -> None:
    px, py = g.coordinates(g.args[0])
    qx, qy = g.coordinates(g.args[1])
    g.leave(squared(px - qx, py - qy))


def distance(g: Geometry) -> None:
    d2 = g.ask("distance_squared", *g.args)
    with g.f.when(d2.zero()):
        g.back(0)
    g.leave(g.ask("root_up", d2))


def within(g: Geometry) -> None:
    p, q, r = g.args
    d2 = g.ask("distance_squared", p, q)
    g.leave(r.ge(0) & d2.le(r * r))


def touching(g: Geometry) -> None:
    p, r, q, s = g.args
    g.leave(g.ask("within", p, q, r + s + CONTACT))


def overlapping(g: Geometry) -> None:
    p, r, q, s = g.args
    d2 = g.ask("distance_squared", p, q)
    g.leave((r + s).gt(0) & d2.lt((r + s) * (r + s)))


def on_board(g: Geometry) -> None:
    p, width, height = g.args
    x, y = g.coordinates(p)
    g.leave(x.ge(0) & x.le(width) & y.ge(0) & y.le(height))


# --- legs


def along(g: Geometry) -> None:
    f, (a, b, s) = g.f, g.args
    length = g.ask("distance", a, b)
    with f.when(s.le(0) | length.zero()):
        g.back(a)
    with f.when(s.ge(length)):
        g.back(b)
    ax, ay = g.coordinates(a)
    bx, by = g.coordinates(b)
    g.leave(g.pack(ax + g.cut((bx - ax) * s, length), ay + g.cut((by - ay) * s, length)))


def nearest_on_line(g: Geometry) -> None:
    f, (a, b, p) = g.f, g.args
    ax, ay = g.coordinates(a)
    bx, by = g.coordinates(b)
    px, py = g.coordinates(p)
    dx, dy = g.let(bx - ax), g.let(by - ay)
    d2 = g.let(squared(dx, dy))
    t = g.let((px - ax) * dx + (py - ay) * dy)
    with f.when(t.le(0)):
        g.back(a)
    with f.when(t.ge(d2)):
        g.back(b)
    g.leave(g.pack(ax + g.cut(dx * t, d2), ay + g.cut(dy * t, d2)))


def leg_towards(g: Geometry) -> None:
    ax, ay = g.coordinates(g.args[0])
    bx, by = g.coordinates(g.args[1])
    cx, cy = g.coordinates(g.args[2])
    g.leave(((bx - cx) * (bx - ax) + (by - cy) * (by - ay)).le(0))


def leg_away(g: Geometry) -> None:
    ax, ay = g.coordinates(g.args[0])
    bx, by = g.coordinates(g.args[1])
    cx, cy = g.coordinates(g.args[2])
    g.leave(((ax - cx) * (bx - ax) + (ay - cy) * (by - ay)).ge(0))


def leaves_board(g: Geometry) -> None:
    f, (a, b, width, height) = g.f, g.args
    with f.when(g.ask("on_board", a, width, height).zero()):
        g.back(0)
    with f.when(g.ask("on_board", b, width, height).ne(0)):
        g.back(-1)
    low, high = g.let(0), g.ask("distance", a, b)
    with f.repeat((high - low).gt(1)):
        middle = g.let((low + high) >> 1)
        there = g.ask("on_board", g.ask("along", a, b, middle), width, height)
        with f.when(there.ne(0)):
            f.let(low, middle)
            f.otherwise()
            f.let(high, middle)
    g.leave(high)


# --- legs and discs


def crosses_disc(g: Geometry) -> None:
    a, b, c, r = g.args
    with g.f.when(r.le(0)):
        g.back(0)
    g.leave(g.ask("comes_near", a, b, c, r * r, 0))


def keeps_off(g: Geometry) -> None:
    g.leave(g.ask("crosses_disc", *g.args).zero())


def comes_near(g: Geometry) -> None:
    f, (a, b, c, square, just) = g.f, g.args
    ax, ay = g.coordinates(a)
    bx, by = g.coordinates(b)
    cx, cy = g.coordinates(c)
    dx, dy = g.let(bx - ax), g.let(by - ay)
    fx, fy = g.let(cx - ax), g.let(cy - ay)
    d2 = g.let(squared(dx, dy))
    t = g.let(fx * dx + fy * dy)
    with f.when(t.le(0)):
        g.back(squared(fx, fy).lt(square + just))
    with f.when(t.ge(d2)):
        g.back(squared(cx - bx, cy - by).lt(square + just))
    cross = g.let(dx * fy - dy * fx)
    g.leave((cross * cross).lt(square * d2 + just))


def first_within(g: Geometry) -> None:
    """The first arc at a squared distance of at most `most` from c, or -1. Negative `step`: the last one."""
    f, (a, b, c, r, most, step) = g.f, g.args
    ax, ay = g.coordinates(a)
    bx, by = g.coordinates(b)
    cx, cy = g.coordinates(c)
    dx, dy = g.let(bx - ax), g.let(by - ay)
    d2 = g.let(squared(dx, dy))
    low, high = g.let(0), g.let(0)
    with f.when(d2.ne(0)):
        length = g.ask("root_up", d2)
        cross = g.let(dx * (cy - ay) - dy * (cx - ax))
        room = g.let((r + 2) * (r + 2) - g.cut(cross * cross, d2))
        with f.when(room.lt(0)):
            g.back(-1)
        half = g.let(g.cut((g.ask("isqrt", room) + 1) * length, g.ask("isqrt", d2)) + 2)
        middle = g.floor(((cx - ax) * dx + (cy - ay) * dy) * length, d2)
        f.let(low, g.most(middle - half, 0))
        f.let(high, g.least(middle + half, length))
    s = g.let(choose(step.gt(0), low, high))
    with f.repeat(s.ge(low) & s.le(high)):
        near = g.ask("distance_squared", g.ask("along", a, b, s), c)
        with f.when(near.le(most)):
            g.back(s)
        f.let(s, s + step)
    g.leave(-1)


def enters_disc(g: Geometry) -> None:
    a, b, c, r = g.args
    with g.f.when(r.lt(0)):
        g.back(-1)
    g.leave(g.ask("first_within", a, b, c, r, r * r, 1))


def leaves_disc(g: Geometry) -> None:
    f, (a, b, c, r) = g.f, g.args
    with f.when(r.lt(0)):
        g.back(-1)
    with f.when(g.ask("within", b, c, r).ne(0)):
        g.back(-1)
    last = g.ask("first_within", a, b, c, r, r * r, -1)
    g.leave(choose(last.lt(0), const64(-1), last + 1))


def contact_stop(g: Geometry) -> None:
    f, (a, b, r, c, s) = g.f, g.args
    with f.when(g.ask("crosses_disc", a, b, c, s).zero()):
        g.back(-1)
    first = g.ask("first_within", a, b, c, r + s, (r + s) * (r + s) - 1, 1)
    g.leave(choose(first.lt(0), const64(-1), g.most(first - 1, 0)))


def back_off(g: Geometry) -> None:
    f, (a, b, r, c, s) = g.f, g.args
    with f.when(g.ask("overlapping", b, r, c, s).zero()):
        g.back(-1)
    first = g.ask("first_within", a, b, c, r + s, (r + s) * (r + s) - 1, 1)
    g.leave(g.most(first - 1, 0))


# --- legs and shapes


def corner(shape: Var, place: Code) -> Code:
    """A point of a shape, by its place from 1 on."""
    return load(shape + (place << 2), 0, "i64.load32_s")


class Edges:
    """The edges of a shape, one after the other, each from corner v to corner w."""

    def __init__(self, g: Geometry, shape: Var) -> None:
        self.g, self.shape = g, shape
        self.place = g.f.local()
        g.f.let(self.place, 0)
        self.vx, self.vy = g.coordinates(corner(shape, load(shape)))

    def next(self) -> tuple[Var, Var]:
        """The end of the next edge."""
        self.g.f.let(self.place, self.place + 1)
        return self.g.coordinates(corner(self.shape, self.place))

    def pass_on(self, wx: Var, wy: Var) -> None:
        self.g.f.let(self.vx, wx)
        self.g.f.let(self.vy, wy)

    @property
    def left(self) -> Code:
        return self.place.lt(load(self.shape))


def inside_shape(g: Geometry) -> None:
    f, (p, shape) = g.f, g.args
    with f.when(load(shape).lt(3)):
        g.back(0)
    px, py = g.coordinates(p)
    edges = Edges(g, shape)
    with f.repeat(edges.left):
        wx, wy = edges.next()
        vx, vy = edges.vx, edges.vy
        with f.when(((wx - vx) * (py - vy) - (wy - vy) * (px - vx)).le(0)):
            g.back(0)
        edges.pass_on(wx, wy)
    g.leave(1)


def crosses_shape(g: Geometry) -> None:
    f, (a, b, shape) = g.f, g.args
    with f.when(load(shape).lt(3)):
        g.back(0)
    ax, ay = g.coordinates(a)
    bx, by = g.coordinates(b)
    dx, dy = g.let(bx - ax), g.let(by - ay)
    low, low_of, high, high_of = g.let(-1), g.let(1), g.let(2), g.let(1)
    edges = Edges(g, shape)
    with f.repeat(edges.left):
        wx, wy = edges.next()
        ex, ey = g.let(wx - edges.vx), g.let(wy - edges.vy)
        depth = g.let(ex * (ay - edges.vy) - ey * (ax - edges.vx))
        slope = g.let(ex * dy - ey * dx)
        minus = g.let(const64(0) - depth)
        with f.when(slope.zero() & depth.le(0)):
            g.back(0)
        with f.when(slope.gt(0) & (minus * low_of).gt(low * slope)):
            f.let(low, minus)
            f.let(low_of, slope)
        with f.when(slope.lt(0) & (depth * high_of).lt(high * (const64(0) - slope))):
            f.let(high, depth)
            f.let(high_of, const64(0) - slope)
        edges.pass_on(wx, wy)
    g.leave(low.lt(low_of) & high.gt(0) & (low * high_of).lt(high * low_of))


def turning_point(g: Geometry) -> None:
    """The first arc in low..high, or else high + 1, that lies on the inner side of an edge, or that does not."""
    f, (a, b, v, ex, ey, low, high, inside) = g.f, g.args
    vx, vy = g.coordinates(v)
    f.let(high, high + 1)
    with f.repeat(low.lt(high)):
        middle = g.let((low + high) >> 1)
        x, y = g.coordinates(g.ask("along", a, b, middle))
        with f.when((ex * (y - vy) - ey * (x - vx)).gt(0).long().eq(inside)):
            f.let(high, middle)
            f.otherwise()
            f.let(low, middle + 1)
    g.leave(low)


def arc_inside(g: Geometry) -> None:
    """The first arc inside a shape, or -1. Negative `step`: the last one. The shape has at least three corners."""
    f, (a, b, shape, step) = g.f, g.args
    ax, ay = g.coordinates(a)
    bx, by = g.coordinates(b)
    dx, dy = g.let(bx - ax), g.let(by - ay)
    length = g.ask("distance", a, b)
    low, high = g.let(0), g.let(length)
    edges = Edges(g, shape)
    with f.repeat(edges.left):
        wx, wy = edges.next()
        vx, vy = edges.vx, edges.vy
        ex, ey = g.let(wx - vx), g.let(wy - vy)
        v = g.pack(vx, vy)
        with f.block() as next_:
            with f.when((ex * dy).ge(0) & (ey * dx).le(0)):
                f.let(low, g.ask("turning_point", a, b, v, ex, ey, low, high, 1))
                f.br(next_)
            with f.when((ex * dy).le(0) & (ey * dx).ge(0)):
                f.let(high, g.ask("turning_point", a, b, v, ex, ey, low, high, 0) - 1)
                f.br(next_)
            depth = ex * (ay - vy) - ey * (ax - vx)
            slope = g.let(ex * dy - ey * dx)
            sides = choose(ex.lt(0), const64(0) - ex, ex) + choose(ey.lt(0), const64(0) - ey, ey)
            margin = g.let((depth + sides) * length)
            with f.when(slope.gt(0)):
                f.let(low, g.most(g.floor(const64(0) - margin, slope), low))
                f.br(next_)
            with f.when(slope.lt(0)):
                f.let(high, g.least(g.floor(margin, const64(0) - slope) + 1, high))
                f.br(next_)
            with f.when(margin.le(0)):
                g.back(-1)
        with f.when(low.gt(high)):
            g.back(-1)
        edges.pass_on(wx, wy)
    s = g.let(choose(step.gt(0), low, high))
    with f.repeat(s.ge(low) & s.le(high)):
        there = g.ask("inside_shape", g.ask("along", a, b, s), shape)
        with f.when(there.ne(0)):
            g.back(s)
        f.let(s, s + step)
    g.leave(-1)


def enters_shape(g: Geometry) -> None:
    a, b, shape = g.args
    with g.f.when(load(shape).lt(3)):
        g.back(-1)
    g.leave(g.ask("arc_inside", a, b, shape, 1))


def leaves_shape(g: Geometry) -> None:
    f, (a, b, shape) = g.f, g.args
    with f.when(load(shape).lt(3)):
        g.back(-1)
    with f.when(g.ask("inside_shape", b, shape).ne(0)):
        g.back(-1)
    last = g.ask("arc_inside", a, b, shape, -1)
    g.leave(choose(last.lt(0), const64(-1), last + 1))


def touches_shape(g: Geometry) -> None:
    f, (p, r, shape) = g.f, g.args
    with f.when(g.ask("inside_shape", p, shape).ne(0)):
        g.back(1)
    reach = g.let(r + CONTACT)
    with f.when(reach.lt(0) | load(shape).zero()):
        g.back(0)
    edges = Edges(g, shape)
    with f.repeat(edges.left):
        wx, wy = edges.next()
        near = g.ask("comes_near", g.pack(edges.vx, edges.vy), g.pack(wx, wy), p, reach * reach, 1)
        with f.when(near.ne(0)):
            g.back(1)
        edges.pass_on(wx, wy)
    g.leave(0)


# --- directions


def direction(g: Geometry, table: tuple[tuple[int, int], ...], number: Var) -> tuple[Var, Var]:
    """Which way one of sixteen directions goes."""
    turned = []
    for quarter in range(4):
        for x, y in table:
            turned.append([(x, y), (-y, x), (-x, -y), (y, -x)][quarter])
    at = g.unit.memory.words([part for way in turned for part in way])
    place = g.f.local()
    g.f.let(place, (number & 15).low() << 3)
    return g.let(load(place, at, "i64.load32_s")), g.let(load(place, at + 4, "i64.load32_s"))


def contact_point(g: Geometry) -> None:
    c, s, r, number = g.args
    x, y = g.coordinates(c)
    dx, dy = direction(g, _LONG, number)
    reach = g.let(g.most(r + s, 0))
    for way, home in ((dx, x), (dy, y)):
        product = g.let(way * reach)
        sign = choose(product.lt(0), const64(-1), const64(1))
        # away from zero: the sign times the size, rounded up
        g.f.let(home, home + sign * g.cut(sign * product + 9999, 10000))
    g.leave(g.clamped(x, y))


def turn_point(g: Geometry) -> None:
    c, radius, number = g.args
    x, y = g.coordinates(c)
    dx, dy = direction(g, _SHORT, number)
    reach = g.let(g.most(radius, 0))
    g.f.let(x, x + g.cut(dx * reach, 10000))
    g.f.let(y, y + g.cut(dy * reach, 10000))
    g.leave(g.clamped(x, y))


def _kinds(words: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(I32 if word == "shape" else I64 for word in words)


_OWN: tuple[Callable[[Geometry], None], ...] = (
    point, x_of, y_of, distance, distance_squared, within, touching, overlapping, on_board, along, nearest_on_line,
    leg_towards, leg_away, leaves_board, crosses_disc, keeps_off, enters_disc, leaves_disc, contact_stop, back_off,
    inside_shape, crosses_shape, enters_shape, leaves_shape, touches_shape, contact_point, turn_point,
)  # fmt: skip
WRITERS: dict[str, tuple[tuple[int, ...], Callable[[Geometry], None]]] = {
    **{write.__name__: (_kinds(PRIMITIVES[write.__name__].params), write) for write in _OWN},
    "isqrt": ((I64,), isqrt),
    "root_up": ((I64,), root_up),
    "comes_near": ((I64,) * 5, comes_near),
    "first_within": ((I64,) * 6, first_within),
    "turning_point": ((I64,) * 8, turning_point),
    "arc_inside": ((I64, I64, I32, I64), arc_inside),
}
