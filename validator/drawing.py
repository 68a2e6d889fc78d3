"""Pictures of boards as SVG, for people who look before they play: what leads where, and what a turned disc joins."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from .data import Row
from .flowchart import flow_svg
from .graphs import Disc, GraphBoard, Position
from .griddrawing import grid_svg, pile_svg, plane_svg
from .placement import disc_radius, place_spaces, port_spot
from .svg import FAINT, INK, LIVE, PALETTE, SOFT, Spot, box, circle, curve, group, line, page, text, wide

__all__ = ["flow_svg", "graph_svg", "grid_svg", "plane_svg"]

STEP = 104.0  # between neighbouring spaces, if they lie evenly
ROUND = 22.0
LARGEST = 1_500.0
Link = tuple[str, str, str]  # from, to, kind: path, arrow or cover


@dataclass(frozen=True, slots=True)
class _Space:
    """A space on paper: a circle, or something longer if its name is."""

    at: Spot
    half: float  # half its width
    fill: str
    outline: str

    def edge(self, towards: Spot, gap: float) -> Spot:
        """Where a line towards something else leaves it."""
        dx, dy = towards[0] - self.at[0], towards[1] - self.at[1]
        size = math.hypot(dx, dy) or 1.0
        dx, dy = dx / size, dy / size
        straight = self.half - ROUND  # the flat part on either side of the middle
        reach = ROUND
        if straight > 0:
            reach = ROUND / abs(dy) if abs(dy) > 1e-6 else math.inf
            if reach * abs(dx) > straight:  # it leaves through a round end
                along = straight * abs(dx)
                reach = along + math.sqrt(max(0.0, along * along - straight * straight + ROUND * ROUND))
        return self.at[0] + dx * (reach + gap), self.at[1] + dy * (reach + gap)


def graph_svg(board: GraphBoard, position: Position = (), title: str = "") -> str:
    """A board with its discs turned to a position (by default 0 for each)."""
    if board.tiles and all(board.tiles):
        return pile_svg(board, title)
    position = position or (0,) * len(board.discs)
    colours = _colours(board.rows)
    paper = _paper(board)
    spaces = {
        row.name: _Space(
            paper.spots[row.name], max(ROUND, wide(row.name, 11) / 2 + 9), *colours.get(_ground(row), PALETTE[5])
        )
        for row in board.rows
    }
    body: list[str] = []
    if board.discs:
        turned = ", ".join(
            f"{disc.name} at {at} of 0 to {disc.positions - 1}" for disc, at in zip(board.discs, position, strict=True)
        )
        body.append(text((24, 54), turned, 12, SOFT, "start"))
    for disc, turn in zip(board.discs, position, strict=True):
        body += _disc(board, disc, turn, paper.discs[disc.name], spaces)
    body += _links(board, spaces)
    body += [_space(row, spaces[row.name]) for row in board.rows]
    body += _legend(board, colours, paper)
    return page(paper.width, paper.height, title, body)


@dataclass(frozen=True, slots=True)
class _Paper:
    """Where everything stands on a page; a disc has a middle and a radius."""

    spots: dict[str, Spot]
    discs: dict[str, tuple[Spot, float]]
    width: float
    height: float


def _paper(board: GraphBoard) -> _Paper:
    raw, middles = place_spaces(board)
    near = sorted(
        min((math.hypot(a[0] - b[0], a[1] - b[1]) for other, b in raw.items() if other != name), default=1.0)
        for name, a in raw.items()
    )
    longest = max(wide(name, 11) for name in board.names) / 2 + 9
    factor = (STEP + max(0.0, longest - ROUND)) / (near[len(near) // 2] or 1.0)
    extent = list(raw.values())
    radii = {disc.name: disc_radius(disc, board, raw, middles[disc.name]) for disc in board.discs}
    for name, radius in radii.items():
        x, y = middles[name]
        extent += [(x - radius, y - radius), (x + radius, y + radius)]
    left, top = min(x for x, _ in extent), min(y for _, y in extent)
    width, height = max(x for x, _ in extent) - left, max(y for _, y in extent) - top
    factor = min(factor, LARGEST / max(width, height, 1e-9))
    side = longest + 41

    def on_paper(at: Spot) -> Spot:
        return (at[0] - left) * factor + side, (at[1] - top) * factor + 108

    return _Paper(
        {name: on_paper(at) for name, at in raw.items()},
        {name: (on_paper(middles[name]), radius * factor) for name, radius in radii.items()},
        max(width * factor + 2 * side, 500.0),
        height * factor + 108 + 110,
    )


def _ground(row: Row) -> str:
    """The first printed word of a space, which gives it its colour."""
    return next((value for value in row.values.values() if isinstance(value, str)), "")


def _colours(rows: tuple[Row, ...]) -> dict[str, tuple[str, str]]:
    grounds = [ground for ground in dict.fromkeys(_ground(row) for row in rows) if ground]
    return {ground: PALETTE[n % len(PALETTE)] for n, ground in enumerate(grounds)}


def _space(row: Row, space: _Space) -> str:
    shape = (
        circle(space.at, ROUND, space.fill, space.outline, 2)
        if space.half <= ROUND
        else box(space.at, 2 * space.half, 2 * ROUND, ROUND, space.fill, space.outline, 2)
    )
    printed = [f"{name}: {value}" for name, value in row.values.items()]
    tip = "\n".join([row.title or row.name, *printed])
    return group(tip, [shape, text((space.at[0], space.at[1] + 4), row.name, 11, bold=True)])


# ---------------------------------------------------------------- paths


def _links(board: GraphBoard, spaces: dict[str, _Space]) -> Iterator[str]:
    names = board.names
    links: list[Link] = [
        (names[path.start], names[path.end], "arrow" if path.one_way else "path") for path in board.paths
    ] + [(names[upper], names[lower], "cover") for upper, lower in board.covers]
    together: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for link in links:
        together[min(link[0], link[1]), max(link[0], link[1])].append(link)
    for pair, parallel in together.items():
        for n, (start, end, kind) in enumerate(parallel):
            bow = (n - (len(parallel) - 1) / 2) * 34
            if len(parallel) == 1:
                bow = _way_round(pair, spaces)
            yield _link(spaces[start], spaces[end], kind, bow if start == pair[0] else -bow)


def _way_round(pair: tuple[str, str], spaces: dict[str, _Space]) -> float:
    """How far to bow a line that would run through a third space, to the side on which there is less of it."""
    (ax, ay), (bx, by) = spaces[pair[0]].at, spaces[pair[1]].at
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy or 1.0
    for name, space in spaces.items():
        if name in pair:
            continue
        t = ((space.at[0] - ax) * dx + (space.at[1] - ay) * dy) / square
        off = ((space.at[0] - ax) * -dy + (space.at[1] - ay) * dx) / math.sqrt(square)
        if 0 < t < 1 and abs(off) < ROUND + 5:
            bend = 2 * t * (1 - t)  # how much of a bow is left at t
            clear = (ROUND + 14 - abs(off)) / max(bend, 0.2)
            return -clear if off > 0 else clear
    return 0.0


def _link(start: _Space, end: _Space, kind: str, bow: float) -> str:
    (ax, ay), (bx, by) = start.edge(end.at, 0), end.edge(start.at, 0)
    size = math.hypot(bx - ax, by - ay) or 1.0  # the visible part: a bow has to find room between the two
    bow *= min(1.0, size / 50)
    middle = ((ax + bx) / 2 - (by - ay) / size * bow, (ay + by) / 2 + (bx - ax) / size * bow)
    pointed = kind != "path"
    a, b = start.edge(middle if bow else end.at, 1), end.edge(middle if bow else start.at, 4 if pointed else 1)
    points = (a, middle, b) if bow else (a, b)
    if kind == "cover":
        return curve(points, SOFT, 1.5, 'stroke-dasharray="2 5" marker-end="url(#soft-arrow)"')
    return curve(points, INK, 2.2, 'marker-end="url(#arrow)"' if pointed else "")


# ---------------------------------------------------------------- discs


def _disc(
    board: GraphBoard, disc: Disc, turn: int, place: tuple[Spot, float], spaces: dict[str, _Space]
) -> Iterator[str]:
    middle, radius = place
    rim = [port_spot(disc, port, middle, radius) for port in range(disc.ports)]
    for port, space in disc.spokes.items():
        yield line(rim[port], spaces[board.names[space]].edge(rim[port], 1), INK, 2.2)
    yield circle(middle, radius, "#efe9dc", "#b9ae95", 2.5)
    links = disc.links(turn)
    chords = [
        (tuple(rim[disc.port(mark, turn)] for mark in chord), link)
        for chord, link in zip(disc.chords, links, strict=True)
    ]
    for (a, b), link in sorted(chords, key=lambda chord: chord[1] is not None):
        if link is None:
            yield line(a, b, "#cfc4ab", 2, 'stroke-dasharray="5 6"')
        else:
            tip = f"{board.names[link[0]]} -- {board.names[link[1]]}"
            yield group(tip, [line(a, b, "#efe9dc", 8), line(a, b, LIVE, 3.4)])
    for port, at in enumerate(rim):
        joined = port in disc.spokes
        yield circle(at, 3.6 if joined else 2.2, INK if joined else "#b9ae95", "none", 0)
    first = port_spot(disc, disc.port(0, turn), middle, radius - 11)
    yield group(f"mark 0 of {disc.name}", [circle(first, 3, "none", SOFT, 1.3)])


# ---------------------------------------------------------------- legend


def _legend(board: GraphBoard, colours: dict[str, tuple[str, str]], paper: _Paper) -> Iterator[str]:
    x, y = 24.0, paper.height - 46
    yield line((24, y - 18), (paper.width - 24, y - 18), FAINT, 1)
    for ground, (fill, outline) in colours.items():
        yield circle((x + 7, y), 7, fill, outline, 1.6)
        yield text((x + 20, y + 4), ground.replace("_", " "), 11, INK, "start")
        x += 38 + wide(ground, 11)
    x, y = 24.0, y + (24 if colours else 4)
    signs = []
    if any(not path.one_way for path in board.paths):
        signs.append(("both ways", INK, ""))
    if any(path.one_way for path in board.paths):
        signs.append(("one way", INK, 'marker-end="url(#arrow)"'))
    if board.discs:
        signs += [("live", LIVE, ""), ("not connected", "#cfc4ab", 'stroke-dasharray="5 6"')]
    if board.covers:
        signs.append(("lies on", SOFT, 'stroke-dasharray="2 5" marker-end="url(#soft-arrow)"'))
    for words, colour, extra in signs:
        yield line((x, y), (x + 30, y), colour, 2.2, extra)
        yield text((x + 40, y + 4), words, 11, INK, "start")
        x += 62 + wide(words, 11)
