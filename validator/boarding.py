"""Boards: the places they give their kind, and the relations between them."""

from __future__ import annotations

from typing import Any

from ..grammar import nodes
from . import boards
from .model import AttributeInfo, BoardInfo, KindInfo
from .things import Things
from .types import Int
from .world import MOST_THINGS

GRID_WORDS = ("lines", "step")


class Boarding(Things):
    """Places."""

    def boards(self) -> None:
        world = self.world
        for item in self.of(nodes.Board):
            kind = world.kinds.get(item.of.text)
            if kind is None or kind.board or kind.span is not item.of.span:
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
                        f"a plane of {info.width} by {info.height} cannot be laid out",
                        shape.span,
                        "from 1 to 2,000 millimetres each way",
                        help="give its sides in millimetres",
                    )
            elif info.width < 1 or info.height < 1 or info.width * info.height > MOST_THINGS:
                self.unread.add(kind.name)
                world.reports.lose_all()
                self.error(
                    "board-too-large",
                    f"a board of {info.width} by {info.height} cells cannot be laid out",
                    shape.span,
                    f"from 1 to {MOST_THINGS:,} cells",
                    help="divide the board, or make its cells larger",
                )
            else:
                self.grid(info, kind)

    def graph(self, info: BoardInfo, kind: KindInfo, item: nodes.Board) -> None:
        world = self.world
        assert item.shape.path is not None
        located, text = self.yaml(item.shape.path, item.shape.span, kind)
        if located is None:
            return
        board, found = boards.read_graph(located, item.shape.path, self.columns(kind))
        self.report_all(found, kind, text)
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
            self.relation(kind, word, [*dims, kind.name], [list(row) for row in rows])

    def relation(self, kind: KindInfo, word: str, dims: list[Any], rows: list[list[int]]) -> None:
        self.own_word(kind, word)
        kind.relations[word] = f"{kind.name}.{word}"
        self.world.rows[kind.relations[word]] = {"dims": dims, "data": rows}

    def own_word(self, kind: KindInfo, word: str) -> None:
        """What the places of a board have by themselves cannot be declared again."""
        taken = kind.attributes.get(word) or kind.zones.get(word) or kind.abilities.get(word)
        if taken is not None and taken.syntax is not None:
            self.error(
                "name-twice",
                f"a `{kind.name}` has `{word}` from its board",
                taken.syntax.name.span,
                "declared again here",
                help="give this one another name",
            )

    def grid(self, info: BoardInfo, kind: KindInfo) -> None:
        make = boards.grid_board if info.shape == "grid" else boards.hex_board
        board = make(info.width, info.height)
        info.data = board
        kind.things.extend(board.names)
        for word in GRID_WORDS:
            self.own_word(kind, word)
        for word, values, high in (("row", board.row, info.height), ("column", board.column, info.width)):
            self.own_word(kind, word)
            full = f"{kind.name}.{word}"
            kind.attributes[word] = AttributeInfo(word, full, kind.name, Int(1, high), True, None, "all")
            self.world.tables[full] = {"dims": [kind.name], "data": list(values)}
        for word, relation in board.relations.items():
            self.relation(kind, word, [kind.name], [list(r) for r in relation])
