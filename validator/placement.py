"""Where to draw the spaces of a board whose file does not say: a picture in which the distance on paper follows the
number of steps. Plain arithmetic and no chance, so that a file always gives the same picture."""

from __future__ import annotations

import math
from collections import deque

from .graphs import Disc, GraphBoard

Spot = tuple[float, float]
MANY = 150  # beyond this a circle has to do
CLOSE = 0.95


def place_spaces(board: GraphBoard) -> tuple[dict[str, Spot], dict[str, Spot]]:
    """A spot for every space, one step being about 1 apart, and for the middle of every disc. Given places are kept if
    all spaces have one."""
    names = board.names
    if all(name in board.positions_at for name in names):
        given = {name: (float(x), float(y)) for name, (x, y) in board.positions_at.items()}
        return given, {disc.name: disc.at or _midst(disc, board, given) for disc in board.discs}
    if len(names) > MANY:
        round_about = dict(zip(names, _circle(len(names)), strict=True))
        return round_about, {disc.name: _midst(disc, board, round_about) for disc in board.discs}
    links = _links(board)
    spots, pinned = _start(board, links)
    _relax(spots, pinned, _steps(links))
    _part(spots, pinned)
    middles = {disc.name: spots[len(names) + number] for number, disc in enumerate(board.discs)}
    return dict(zip(names, spots, strict=False)), middles


def disc_radius(disc: Disc, board: GraphBoard, spots: dict[str, Spot], middle: Spot) -> float:
    """As given where the places are given too, or well within the spaces around it."""
    if disc.radius and disc.at == middle:
        return float(disc.radius)
    around = [spots[board.names[space]] for space in disc.spokes.values()]
    nearest = min((math.hypot(at[0] - middle[0], at[1] - middle[1]) for at in around), default=1.0)
    return nearest * 0.62


def _midst(disc: Disc, board: GraphBoard, spots: dict[str, Spot]) -> Spot:
    around = [spots[board.names[space]] for space in disc.spokes.values()] or [(0.0, 0.0)]
    return sum(at[0] for at in around) / len(around), sum(at[1] for at in around) / len(around)


def port_spot(disc: Disc, port: int, middle: Spot, radius: float) -> Spot:
    """Ports go round clockwise from the top, like the hours of a clock."""
    angle = 2 * math.pi * port / disc.ports
    return middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)


def _links(board: GraphBoard) -> list[set[int]]:
    """Who stands next to whom. A disc is one more place, next to the spaces it can serve."""
    links: list[set[int]] = [set() for _ in range(len(board.names) + len(board.discs))]
    pairs = [(path.start, path.end) for path in board.paths] + list(board.covers)
    for number, disc in enumerate(board.discs):
        pairs += [(len(board.names) + number, space) for space in disc.spokes.values()]
    for a, b in pairs:
        links[a].add(b)
        links[b].add(a)
    return links


def _start(board: GraphBoard, links: list[set[int]]) -> tuple[list[Spot], set[int]]:
    """A first guess, and what is to stay there: around a single disc each space lies off its port."""
    count = len(board.names)
    if len(board.discs) == 1:
        disc = board.discs[0]
        ring = max(1.5, len(disc.spokes) / 5)
        spots: list[Spot] = [(0.0, 0.0)] * (count + 1)
        pinned = {count}
        for port, space in disc.spokes.items():
            if space not in pinned:
                spots[space] = port_spot(disc, port, (0.0, 0.0), ring)
                pinned.add(space)
        for space, (x, y) in zip(range(count), _circle(count), strict=True):
            if space not in pinned:
                near = [spots[other] for other in links[space] if other in pinned] or [(x, y)]
                sx, sy = sum(at[0] for at in near), sum(at[1] for at in near)
                size = math.hypot(sx, sy) or 1.0
                spots[space] = (sx / size * ring * 1.8 + x / 20, sy / size * ring * 1.8 + y / 20)
        return spots, pinned
    return _planar(links) or _circle(len(links)), set()


def _planar(links: list[set[int]]) -> list[Spot] | None:
    """A drawing without crossings to start from, if there is one."""
    import networkx

    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(links)))
    graph.add_edges_from((a, b) for a, near in enumerate(links) for b in sorted(near) if a < b)
    planar, embedding = networkx.check_planarity(graph)
    if not planar or len(links) < 4 or not isinstance(embedding, networkx.PlanarEmbedding):
        return None
    at = networkx.combinatorial_embedding_to_pos(embedding)
    return [(float(at[node][0]), float(at[node][1])) for node in range(len(links))]


def _circle(count: int) -> list[Spot]:
    radius = max(1.0, count / (2 * math.pi))
    turns = [2 * math.pi * n / count for n in range(count)]
    return [(radius * math.sin(turn), -radius * math.cos(turn)) for turn in turns]


def _steps(links: list[set[int]]) -> list[list[int]]:
    """Steps between any two places; between parts that do not hang together, a little more than the farthest."""
    table: list[list[int]] = []
    for start in range(len(links)):
        row = [-1] * len(links)
        row[start] = 0
        waiting = deque([start])
        while waiting:
            here = waiting.popleft()
            for there in sorted(links[here]):
                if row[there] < 0:
                    row[there] = row[here] + 1
                    waiting.append(there)
        table.append(row)
    far = max(max(row) for row in table) + 1
    return [[far if steps < 0 else steps for steps in row] for row in table]


def _relax(spots: list[Spot], pinned: set[int], steps: list[list[int]]) -> None:
    """Stress majorization (Gansner, Koren and North, 2004): each place moves to where its distances ask it to be."""
    count = len(spots)
    rounds = 200 if count <= 60 else 40
    for _ in range(rounds):
        for a in range(count):
            if a in pinned:
                continue
            ax, ay = spots[a]
            sx = sy = total = 0.0
            for b in range(count):
                if a == b:
                    continue
                bx, by = spots[b]
                wanted = steps[a][b]
                weight = 1.0 / (wanted * wanted)
                gap = math.hypot(ax - bx, ay - by)
                pull = wanted / gap if gap > 1e-9 else 0.0
                sx += weight * (bx + (ax - bx) * pull)
                sy += weight * (by + (ay - by) * pull)
                total += weight
            if total:
                spots[a] = (sx / total, sy / total)


def _part(spots: list[Spot], pinned: set[int]) -> None:
    """Push apart what lies too close to be told apart."""
    for _ in range(30):
        for a in range(len(spots)):
            for b in range(a):
                dx, dy = spots[a][0] - spots[b][0], spots[a][1] - spots[b][1]
                gap = math.hypot(dx, dy)
                if gap >= CLOSE:
                    continue
                if gap < 1e-6:
                    dx, dy, gap = 1e-6 * (1 + a % 3), 1e-6 * (1 + b % 5), 1e-6
                free = [each for each in (a, b) if each not in pinned]
                push = (CLOSE - gap) / gap / max(1, len(free))
                for each in free:
                    sign = 1 if each == a else -1
                    spots[each] = (spots[each][0] + sign * dx * push, spots[each][1] + sign * dy * push)
