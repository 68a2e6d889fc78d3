"""A small chart of what leads to what, in layers from top to bottom: phases that play phases, events that raise events.
After Sugiyama: loops are turned round, long arrows get a place in every layer, and neighbours are drawn together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .svg import INK, PALETTE, SOFT, Spot, box, curve, group, note, page, text, wide

ACROSS, DOWN, HIGH = 36.0, 92.0, 38.0
Edge = tuple[str, str] | tuple[str, str, str]  # from, to and perhaps what is to be said of it


def flow_svg(nodes: Sequence[str], edges: Sequence[Edge], title: str = "") -> str:
    """Nodes in the order of their importance: the first is where reading begins."""
    chart = _Chart(list(dict.fromkeys(nodes)), [edge for edge in edges if edge[0] in nodes and edge[1] in nodes])
    spots = chart.spots()
    left = min(x - chart.width(name) / 2 for name, (x, _) in spots.items()) if spots else 0.0
    back = 30 + 16 * len(chart.backward) + max((wide(chart.said[pair], 10) for pair in chart.backward), default=0)
    shift = (70 if chart.loops else 40) - left
    spots = {name: (x + shift, y) for name, (x, y) in spots.items()}
    right = max((x + chart.width(name) / 2 for name, (x, _) in spots.items()), default=0.0)
    bottom = max((y for _, y in spots.values()), default=60.0)
    body = [*chart.arrows(spots, right), *(_node(name, spots[name], chart.width(name)) for name in chart.nodes)]
    return page(max(right + back + 24, wide(title, 17) + 48), bottom + HIGH / 2 + 40, title, body)


def _node(name: str, at: Spot, width: float) -> str:
    fill, outline = PALETTE[1]
    words = text((at[0], at[1] + 4), name.replace("_", " "), 12, INK, bold=True)
    return group(name, [box(at, width, HIGH, 9, fill, outline, 1.8), words])


class _Chart:
    def __init__(self, nodes: list[str], edges: list[Edge]) -> None:
        self.nodes = nodes
        self.said = {(edge[0], edge[1]): edge[2] if len(edge) == 3 else "" for edge in edges}
        self.loops = [pair for pair in self.said if pair[0] == pair[1]]
        self.backward = self._backward()
        self.forward = [pair for pair in self.said if pair[0] != pair[1] and pair not in self.backward]
        self.layer = self._layers()
        self.chains: dict[tuple[str, str], list[str]] = {}  # an arrow as the places it passes through
        self.rows = self._rows()

    def width(self, name: str) -> float:
        return wide(name, 12) + 30 if name in self.layer else 12.0

    def _backward(self) -> list[tuple[str, str]]:
        """Arrows that lead back to where we are on the way from."""
        out: dict[str, list[str]] = defaultdict(list)
        for a, b in self.said:
            if a != b:
                out[a].append(b)
        found: list[tuple[str, str]] = []
        state: dict[str, int] = {}  # 1 while on the way, 2 when done

        for start in self.nodes:
            stack = [(start, iter(out[start]))] if start not in state else []
            if stack:
                state[start] = 1
            while stack:
                here, further = stack[-1]
                there = next(further, None)
                if there is None:
                    state[here] = 2
                    stack.pop()
                elif state.get(there) == 1:
                    found.append((here, there))
                elif there not in state:
                    state[there] = 1
                    stack.append((there, iter(out[there])))
        return found

    def _layers(self) -> dict[str, int]:
        """The longest way there, so that every arrow leads down."""
        layer = dict.fromkeys(self.nodes, 0)
        for _ in self.nodes:
            for a, b in self.forward:
                layer[b] = max(layer[b], layer[a] + 1)
        return layer

    def _rows(self) -> list[list[str]]:
        rows: list[list[str]] = [[] for _ in range(max(self.layer.values(), default=-1) + 1)]
        for name in self.nodes:
            rows[self.layer[name]].append(name)
        for a, b in self.forward:
            chain = [a]
            for between in range(self.layer[a] + 1, self.layer[b]):
                chain.append(f"{a} -> {b} : {between}")
                rows[between].append(chain[-1])
            self.chains[a, b] = [*chain, b]
        near: dict[str, list[str]] = defaultdict(list)
        for chain in self.chains.values():
            for upper, lower in pairwise(chain):
                near[upper].append(lower)
                near[lower].append(upper)
        for sweep in range(8):
            for row in rows if sweep % 2 == 0 else rows[::-1]:
                place = {name: n / max(1, len(each) - 1) for each in rows for n, name in enumerate(each)}
                row.sort(key=lambda name: _mean([place[other] for other in near[name]], place[name]))
        self.near = near
        return rows

    def spots(self) -> dict[str, Spot]:
        x: dict[str, float] = {}
        for row in self.rows:
            at = 0.0
            for name in row:
                x[name] = at + self.width(name) / 2
                at += self.width(name) + ACROSS
            for name in row:
                x[name] -= (at - ACROSS) / 2
        for sweep in range(12):
            for row in self.rows if sweep % 2 else self.rows[::-1]:
                self._settle(row, {name: self._wish(name, x) for name in row}, x)
        return {name: (x[name], 84 + number * DOWN) for number, row in enumerate(self.rows) for name in row}

    def _wish(self, name: str, x: dict[str, float]) -> float:
        """In the middle of its neighbours; places on the way of one arrow above all in line with one another."""
        near = [(x[other], 1 if name in self.layer or other in self.layer else 6) for other in self.near[name]]
        total = sum(weight for _, weight in near)
        return sum(at * weight for at, weight in near) / total if total else x[name]

    def _settle(self, row: list[str], wished: dict[str, float], x: dict[str, float]) -> None:
        """As near to where each wishes to be as their widths allow: pushed apart, then the whole row moved back."""
        for n, name in enumerate(row):
            x[name] = wished[name]
            if n:
                before = row[n - 1]
                x[name] = max(x[name], x[before] + (self.width(before) + self.width(name)) / 2 + ACROSS)
        drift = _mean([x[name] - wished[name] for name in row], 0.0)
        for name in row:
            x[name] -= drift

    def arrows(self, spots: dict[str, Spot], right: float) -> Iterator[str]:
        for (a, b), chain in self.chains.items():
            points = [spots[name] for name in chain]
            for n, (start, end) in enumerate(pairwise(points)):
                y0 = start[1] + (HIGH / 2 if n == 0 else 0)
                y1 = end[1] - (HIGH / 2 + 3 if n == len(points) - 2 else 0)
                bend = (y1 - y0) / 2
                extra = 'marker-end="url(#arrow)"' if n == len(points) - 2 else ""
                yield curve(((start[0], y0), (start[0], y0 + bend), (end[0], y1 - bend), (end[0], y1)), INK, 1.8, extra)
            if self.said[a, b]:
                (ax, ay), (bx, by) = points[0], points[1]
                yield note(((ax + bx) / 2 + 6, (ay + by) / 2 + 4), self.said[a, b])
        for n, (a, b) in enumerate(self.backward):
            (ax, ay), (bx, by) = spots[a], spots[b]
            out = right + 24 + 16 * n
            start, end = (ax + self.width(a) / 2, ay), (bx + self.width(b) / 2 + 3, by)
            yield curve(
                (start, (out, ay), (out, by), end), SOFT, 1.6, 'stroke-dasharray="5 4" marker-end="url(#soft-arrow)"'
            )
            if self.said[a, b]:
                yield note(((start[0] + end[0] + 6 * out) / 8 + 6, (ay + by) / 2), self.said[a, b])
        for a, _ in self.loops:
            x, y = spots[a]
            edge = x - self.width(a) / 2
            loop = ((edge, y - 8), (edge - 30, y - 22), (edge - 30, y + 22), (edge - 3, y + 8))
            yield curve(loop, SOFT, 1.6, 'marker-end="url(#soft-arrow)"')


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
