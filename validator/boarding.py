"""Boards: the places they give their kind, and the relations between them."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from . import boards
from .model import AttributeInfo, BoardInfo, KindInfo
from .things import Things
from .types import Int
from .world import MOST_THINGS


class Boarding(Things):
    """Places."""

    def boards(self) -> None:
        world = self.world
        for item in self.of(nodes.Board):
            kind = world.kinds.get(item.of.text)
            if kind is None or kind.board:
                continue
            kind.board = item.name.text
            shape = item.shape
            info = BoardInfo(item.name.text, kind.name, shape.word, shape.width or 0, shape.height or 0, None, [], item)
            world.boards[item.name.text] = info
            if shape.word == "graph":
                self.graph(info, kind, item)
            elif shape.word == "plane":
                if not (1 <= info.width <= 2000 and 1 <= info.height <= 2000):
                    self.error(
                        "board-too-large",
                        "this plane is too large or empty",
                        shape.span,
                        "from 1 to 2,000 millimetres each way",
                    )
            elif info.width < 1 or info.height < 1 or info.width * info.height > MOST_THINGS:
                self.error(
                    "board-too-large",
                    f"a board of {info.width} by {info.height} cells cannot be laid out",
                    shape.span,
                    f"from 1 to {MOST_THINGS:,} cells",
                )
            else:
                self.grid(info, kind)

    def graph(self, info: BoardInfo, kind: KindInfo, item: nodes.Board) -> None:
        world = self.world
        assert item.shape.path is not None
        located = self.yaml(item.shape.path, item.shape.span)
        if located is None:
            return
        board, found = boards.read_graph(located, item.shape.path, self.columns(kind))
        self.report_all(found)
        if board is None:
            return
        info.data = board
        self.rows[kind.name] = list(board.rows)
        self.take_rows(kind, board.rows)
        self.too_many(kind, len(kind.things), item.name.span)
        for disc in board.discs:
            name = nodes.Name(item.name.span, disc.name)
            if world.claim(name, "disc"):
                info.discs.append((disc.name, disc.positions))
                world.discs[disc.name] = info.name
                full = f"{disc.name}.position"
                world.table[full] = AttributeInfo(
                    "position", full, None, Int(0, disc.positions - 1), False, None, "all"
                )
        for word, relation in board.relations.items():
            dims = [positions for _, positions in info.discs] if word in ("exits", "neighbours") else []
            rows: Any = relation
            for _ in dims:
                rows = [row for position in rows for row in position]
            kind.relations[word] = f"{kind.name}.{word}"
            world.rows[kind.relations[word]] = {"dims": [*dims, kind.name], "data": [list(row) for row in rows]}

    def grid(self, info: BoardInfo, kind: KindInfo) -> None:
        world = self.world
        board = (
            boards.grid_board(info.width, info.height)
            if info.shape == "grid"
            else boards.hex_board(info.width, info.height)
        )
        info.data = board
        kind.things.extend(board.names)
        for word, values, high in (("row", board.row, info.height), ("column", board.column, info.width)):
            full = f"{kind.name}.{word}"
            taken = kind.attributes.get(word)
            if taken is not None and taken.syntax is not None:
                span = taken.syntax.name.span
                self.error("name-twice", f"a cell of a grid already has `{word}`", span, "declared again here")
            kind.attributes[word] = AttributeInfo(word, full, kind.name, Int(1, high), True, None, "all")
            world.tables[full] = {"dims": [kind.name], "data": list(values)}
        for word, relation in board.relations.items():
            full = f"{kind.name}.{word}"
            world.rows[full] = {"dims": [kind.name], "data": [list(r) for r in relation]}
            kind.relations[word] = full
