"""Boards of spaces and paths. networkx holds the graph of each position of the rotating parts; the engines get the
tables that come of it. Below stand questions that a designer asks of a board: can a piece get stuck, and where."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .data import Row

if TYPE_CHECKING:
    import networkx

    Graph = networkx.MultiDiGraph[str]

Position = tuple[int, ...]  # one number for each disc


@dataclass(frozen=True, slots=True)
class Path:
    """Between two spaces; `one_way` only from `start` to `end`."""

    start: int
    end: int
    one_way: bool


@dataclass(frozen=True, slots=True)
class Disc:
    """A part that turns within a fixed rim. The rim has `ports`, some joined to a space by a spoke; the disc has as
    many marks, some joined in pairs by a straight chord. Chords that cross do not meet."""

    name: str
    positions: int
    ports: int
    chords: tuple[tuple[int, int], ...]  # pairs of marks
    spokes: dict[int, int]  # port to space
    at: tuple[int, int] | None = None  # for drawing: the middle
    radius: int | None = None

    def port(self, mark: int, position: int) -> int:
        """Where on the rim a mark of the disc lies."""
        return (mark + position * (self.ports // self.positions)) % self.ports

    def links(self, position: int) -> tuple[tuple[int, int] | None, ...]:
        """For each chord the two spaces it joins, or None: both ends have to meet a spoke, of two different spaces."""
        ends = [[self.spokes.get(self.port(mark, position)) for mark in chord] for chord in self.chords]
        return tuple((a, b) if a is not None and b is not None and a != b else None for a, b in ends)


@dataclass(frozen=True, slots=True)
class Tile:
    """A place in a pile of layers, counted from 1. `x` and `y` are its upper left corner in half tiles."""

    layer: int
    row: int
    column: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class GraphBoard:
    """Spaces are numbered in the order of the file. `relations["exits"]` and `["neighbours"]` are nested by the
    position of each disc, then by space; `["covers"]` and `["covered_by"]`, where there are any, by space alone."""

    names: tuple[str, ...]
    rows: tuple[Row, ...]
    paths: tuple[Path, ...]
    discs: tuple[Disc, ...]
    covers: tuple[tuple[int, int], ...]  # upper, lower
    tiles: tuple[Tile | None, ...]
    relations: dict[str, tuple[object, ...]]
    positions_at: dict[str, tuple[int, int]]

    def positions(self) -> Iterator[Position]:
        """Every way the discs can lie, in order; a board without discs has one."""
        return itertools.product(*(range(disc.positions) for disc in self.discs))

    def graph(self, position: Position = ()) -> Graph:
        """Two-way paths and live chords are two arrows. Each edge has a `kind`: path, arrow, or the name of a disc."""
        return _graph(self.names, self.paths, self.discs, position)

    def leads(self, relation: str, position: Position, space: int) -> tuple[int, ...]:
        """One row of a relation."""
        table: object = self.relations[relation]
        for index in (*position, space):
            assert isinstance(table, tuple)
            table = table[index]
        assert isinstance(table, tuple)
        return table


def make_board(
    rows: list[Row],
    paths: list[Path],
    discs: list[Disc],
    covers: list[tuple[int, int]],
    tiles: list[Tile | None],
    positions_at: dict[str, tuple[int, int]],
) -> GraphBoard:
    names = tuple(row.name for row in rows)
    exits, neighbours = _tables(names, paths, discs, ())
    relations: dict[str, tuple[object, ...]] = {"exits": exits, "neighbours": neighbours}
    if covers or any(tiles):
        relations["covers"] = _pairs(len(names), covers)
        relations["covered_by"] = _pairs(len(names), [(lower, upper) for upper, lower in covers])
    return GraphBoard(
        names, tuple(rows), tuple(paths), tuple(discs), tuple(covers), tuple(tiles), relations, dict(positions_at)
    )


def _graph(names: tuple[str, ...], paths: Iterable[Path], discs: Iterable[Disc], position: Position) -> Graph:
    import networkx  # 100 ms that a ruleset without a graph need not spend

    graph: Graph = networkx.MultiDiGraph()
    graph.add_nodes_from(names)
    for path in paths:
        graph.add_edge(names[path.start], names[path.end], kind="arrow" if path.one_way else "path")
        if not path.one_way:
            graph.add_edge(names[path.end], names[path.start], kind="path")
    for disc, turned in zip(discs, position, strict=True):
        for link in disc.links(turned):
            if link is not None:
                graph.add_edge(names[link[0]], names[link[1]], kind=disc.name)
                graph.add_edge(names[link[1]], names[link[0]], kind=disc.name)
    return graph


def _tables(
    names: tuple[str, ...], paths: list[Path], discs: list[Disc], position: Position
) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Exits and neighbours, nested by the positions of the discs that are still open."""
    if len(position) < len(discs):
        turned = range(discs[len(position)].positions)
        inner = [_tables(names, paths, discs, (*position, k)) for k in turned]
        return tuple(exits for exits, _ in inner), tuple(neighbours for _, neighbours in inner)
    graph = _graph(names, paths, discs, position)
    ids = {name: number for number, name in enumerate(names)}
    exits = tuple(tuple(sorted({ids[b] for b in graph.successors(a)})) for a in names)
    back = [{ids[b] for b in graph.predecessors(a)} for a in names]
    return exits, tuple(tuple(sorted(back[n] | set(ways))) for n, ways in enumerate(exits))


def _pairs(count: int, pairs: list[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    table: list[set[int]] = [set() for _ in range(count)]
    for a, b in pairs:
        table[a].add(b)
    return tuple(tuple(sorted(row)) for row in table)


# ---------------------------------------------------------------- questions to ask of a board


def strongly_connected(board: GraphBoard) -> list[Position]:
    """The positions in which some space cannot be reached from some other. An empty list is good news."""
    import networkx

    return [position for position in board.positions() if not networkx.is_strongly_connected(board.graph(position))]


def dead_ends(board: GraphBoard) -> list[tuple[Position, str, str]]:
    """Steps (position, from, to) after which the only way on, if any, is straight back."""
    return [
        (position, board.names[u], board.names[v])
        for position in board.positions()
        for u in range(len(board.names))
        for v in board.leads("exits", position, u)
        if set(board.leads("exits", position, v)) <= {u}
    ]


def least_degree(board: GraphBoard) -> dict[str, int]:
    """For each space the least number of neighbours it has in any position, arrows ignored."""
    return {
        name: min(len(board.leads("neighbours", position, space)) for position in board.positions())
        for space, name in enumerate(board.names)
    }


def separate_parts(board: GraphBoard) -> list[list[str]]:
    """The parts of a board that no path and no chord ever joins, in any position."""
    import networkx

    whole: networkx.Graph[str] = networkx.Graph()
    whole.add_nodes_from(board.names)
    whole.add_edges_from((board.names[path.start], board.names[path.end]) for path in board.paths)
    for disc in board.discs:
        for position in range(disc.positions):
            whole.add_edges_from((board.names[link[0]], board.names[link[1]]) for link in disc.links(position) if link)
    order = {name: number for number, name in enumerate(board.names)}
    return sorted(
        (sorted(part, key=order.__getitem__) for part in networkx.connected_components(whole)),
        key=lambda part: order[part[0]],
    )
