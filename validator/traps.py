"""Parts of graph boards that are cut off one way: entered and never left, or left and never reached again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..grammar.diagnostics import Diagnostic
from .graphs import GraphBoard, Position
from .lint import Subject, finding, remembered
from .model import BoardInfo
from .usage import usage

MOST = 1_000  # positions of all discs together that are looked at


@dataclass(frozen=True, slots=True)
class Part:
    spaces: tuple[str, ...]
    entered: bool  # entered and never left; else left and never reached again
    positions: tuple[Position, ...]


def cut_off(subject: Subject) -> Iterator[tuple[BoardInfo, list[Part]]]:
    read = usage(subject).tables
    for board in subject.world.boards.values():
        if isinstance(board.data, GraphBoard) and f"{board.of}.exits" in read:
            yield board, _parts_of(subject)[board.name]


@remembered
def _parts_of(subject: Subject) -> dict[str, list[Part]]:
    boards = subject.world.boards.items()
    return {name: _parts(board.data) for name, board in boards if isinstance(board.data, GraphBoard)}


def _parts(board: GraphBoard) -> list[Part]:
    import networkx

    found: dict[tuple[tuple[str, ...], bool], list[Position]] = {}
    order = {name: number for number, name in enumerate(board.names)}
    for position in islice(board.positions(), MOST):
        graph = networkx.DiGraph(board.graph(position))
        groups = [frozenset(group) for group in networkx.strongly_connected_components(graph)]
        if 2 * max(map(len, groups)) < len(board.names):
            continue  # a race, or a board of mere places
        for group in groups:
            inward = any(a not in group for b in group for a in graph.predecessors(b))
            outward = any(b not in group for a in group for b in graph.successors(a))
            if len(group) * 2 < len(board.names) and inward != outward:
                found.setdefault((tuple(sorted(group, key=order.__getitem__)), inward), []).append(position)
    return [Part(spaces, entered, tuple(positions)) for (spaces, entered), positions in found.items()]


def told(board: BoardInfo, part: Part, what: str, label: str) -> Diagnostic:
    data = board.data
    first = data.rows[data.names.index(part.spaces[0])]
    names = ", ".join(f"`{name}`" for name in part.spaces[:4]) + (" …" if len(part.spaces) > 4 else "")
    every = len(list(data.positions()))
    where = ""
    if 0 < len(part.positions) < every:
        discs = ", ".join(f"`{disc.name}`" for disc in data.discs)
        shown = ", ".join(str(p[0]) if len(p) == 1 else str(p) for p in part.positions[:4])
        more = " …" if len(part.positions) > 4 else ""
        where = f" when {discs} lies at {shown}{more}"
    return finding(f"{names} {what}{where}", first.span, label, help="turn an arrow round, or add a path")
