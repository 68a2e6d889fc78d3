"""Calls that only look: defines, stats, facts, abilities with values, arithmetic, geometry, lines of a grid."""

from __future__ import annotations

from ..grammar import nodes
from . import core
from .gathering import Gathering
from .model import BoardInfo, KindInfo
from .primitives import PRIMITIVES, WORDS
from .types import Broken, Int, Line, Thing, Type, spoken
from .values import BROKEN, Node, Stream, Val, Value

LARGEST_STEPS = 8192  # entries of a table of steps


class Calling(Gathering):
    """Names with arguments."""

    def call(self, e: nodes.Call, expected: Type | None) -> Value:
        if e.subject is not None:
            return self.call_of(e)
        name, world = e.name.text, self.world
        if name in ("min", "max", "abs"):
            return self.arithmetic_call(e)
        if name in world.defines or name in world.stats:
            return self.ask(name, e.args, e)
        if name in world.facts:
            return self.lowering.read_fact(self, e)
        if name in world.procedures or name in world.events:
            return self.happening(e, name)
        if name in PRIMITIVES:
            return self.geometry(e)
        known = [*world.defines, *world.stats, *world.facts, "min", "max", "abs", *PRIMITIVES]
        self.reports.unknown("define, stat or fact", e.name, known)
        for arg in e.args:
            self.expr(arg)
        return BROKEN

    def arithmetic_call(self, e: nodes.Call) -> Val:
        word = e.name.text
        if word == "abs":
            if not self.count_args(e, 1):
                return BROKEN
            v = self.number(e.args[0])
            assert isinstance(v.type, Int)
            high = max(abs(v.type.low), abs(v.type.high))
            return Val(core.op("abs", v.node), Int(0, high, v.type.length))
        if len(e.args) < 2:
            return self.error(
                "wrong-arguments",
                f"`{word}` takes two or more numbers",
                e.span,
                f"{len(e.args)} given",
                help=f"write `{word}(…, …)`, or `{'least' if word == 'min' else 'most'} of` a list",
            )
        result = self.number(e.args[0])
        for arg in e.args[1:]:
            v = self.number(arg)
            assert isinstance(v.type, Int) and isinstance(result.type, Int)
            self.alike(result, v, e.span)
            pick = min if word == "min" else max
            t = Int(
                pick(result.type.low, v.type.low),
                pick(result.type.high, v.type.high),
                result.type.length or v.type.length,
            )
            result = Val(core.op(word, result.node, v.node), t)
        return result

    def geometry(self, e: nodes.Call) -> Val:
        params, result = PRIMITIVES[e.name.text]
        if not self.count_args(e, len(params)):
            return BROKEN
        args = [self.passed(arg, WORDS[p], f" for `{e.name.text}`") for arg, p in zip(e.args, params, strict=True)]
        return Val({"kind": "geometry", "name": e.name.text, "args": args}, WORDS[result])

    def call_of(self, e: nodes.Call) -> Value:
        assert e.subject is not None
        if (
            isinstance(e.subject, nodes.Name)
            and e.subject.text in self.world.boards
            and self.find(e.subject.text) is None
        ):
            board = self.world.boards[e.subject.text]
            return self.cell_at(e, board) if e.name.text == "at" else self.lines(e, board.of, None)
        subject = self.value(e.subject)
        if isinstance(subject.type, Broken):
            return BROKEN
        if not isinstance(subject.type, Thing):
            return self.error(
                "wrong-type",
                f"{spoken(subject.type)} has nothing to call",
                e.subject.span,
                "a thing is needed before the dot",
            )
        kind = self.world.kinds[subject.type.kind]
        ability = kind.abilities.get(e.name.text)
        if ability is not None:
            if ability.result is None:
                return self.error(
                    "value-changes-game",
                    f"`{e.name.text}` happens, so it cannot stand inside a value",
                    e.span,
                    "values only look",
                    help="write it on a line of its own",
                )
            return self.lowering.ask_ability(self, ability, subject, e.args, e.name)
        if e.name.text in ("lines", "step") and kind.board and self.world.boards[kind.board].shape in ("grid", "hexes"):
            node = self.coerce(subject, Thing(kind.name), e.subject.span)
            return self.lines(e, kind.name, node) if e.name.text == "lines" else self.step(e, kind, node)
        self.reports.unknown(
            f"ability of `{kind.name}`", e.name, [*kind.abilities, *(["lines", "step"] if kind.board else [])]
        )
        return BROKEN

    def lines(self, e: nodes.Call, kind: str, cell: Node | None) -> Value:
        """`board.lines(3)`: every straight line of three; `cell.lines(3)`: those through the cell."""
        board = self.world.boards[self.world.kinds[kind].board or ""]
        if e.name.text != "lines" or board.shape not in ("grid", "hexes"):
            self.reports.unknown(
                "relation of the board", e.name, ["lines", "at"] if board.shape in ("grid", "hexes") else []
            )
            return BROKEN
        if not self.count_args(e, 1):
            return BROKEN
        length = e.args[0]
        if not isinstance(length, nodes.Int) or length.value < 1:
            return self.error(
                "wrong-type", "the length of a line is a plain number", length.span, "it has to be known beforehand"
            )
        if board.data is None:
            return BROKEN
        rows = f"{kind}.lines.{length.value}"
        if rows not in self.world.rows:
            self.world.rows[rows] = {"dims": [None], "data": [list(line) for line in board.data.lines(length.value)]}
            self.world.rows[f"{rows}.through"] = {
                "dims": [kind],
                "data": [list(line) for line in board.data.lines_through(length.value)],
            }
        count = len(self.world.rows[rows]["data"])
        if count == 0:
            return self.error(
                "board-too-small",
                f"no line of {length.value} fits this board",
                length.span,
                f"the board is {board.width} by {board.height}",
                help="take a shorter line, or a larger board",
            )
        name = self.fresh("_line")
        if cell is None:
            domain = core.range_domain(core.int_(0), core.int_(count - 1))
        else:
            domain = {"domain": "row", "rows": f"{rows}.through", "index": [cell]}
        return Stream([core.clause(name, domain)], core.var(name), Line(rows, kind), count)

    def cell_at(self, e: nodes.Call, board: BoardInfo) -> Value:
        """`board.at(3, 1)`: the cell of a column and a row, or none off the board."""
        if board.shape not in ("grid", "hexes"):
            self.reports.unknown("relation of the board", e.name, [])
            return BROKEN
        if not self.count_args(e, 2):
            return BROKEN
        column, row = self.number(e.args[0]), self.number(e.args[1])
        index = core.op(
            "+",
            core.op("*", core.op("-", row.node, core.int_(1)), core.int_(board.width)),
            core.op("-", column.node, core.int_(1)),
        )
        inside = self.on_grid(column.node, row.node, board)
        return Val(core.if_(inside, index, core.int_(-1)), Thing(board.of, True))

    @staticmethod
    def on_grid(column: Node, row: Node, board: BoardInfo) -> Node:
        return core.and_(
            core.op(">=", column, core.int_(1)),
            core.op("<=", column, core.int_(board.width)),
            core.op(">=", row, core.int_(1)),
            core.op("<=", row, core.int_(board.height)),
        )

    def step(self, e: nodes.Call, kind: KindInfo, cell: Node) -> Value:
        """`cell.step(1, -1)`: the cell one column on and one row back, or none off the board."""
        if not self.count_args(e, 2):
            return BROKEN
        board = self.world.boards[kind.board or ""]
        across, up = self.number(e.args[0]), self.number(e.args[1])
        result = Thing(kind.name, True)
        steps = self.steps(kind, board, across.type, up.type)
        if steps is not None:
            name, low, least = steps
            index = [core.op("-", across.node, core.int_(low)), core.op("-", up.node, core.int_(least)), cell]
            return Val(core.table(name, index), result)
        column = core.op("+", core.table(f"{kind.name}.column", [cell]), across.node)
        row = core.op("+", core.table(f"{kind.name}.row", [cell]), up.node)
        shift = core.op("+", core.op("*", up.node, core.int_(board.width)), across.node)
        inside = self.on_grid(column, row, board)
        return Val(core.if_(inside, core.op("+", cell, shift), core.int_(-1)), result)

    def steps(self, kind: KindInfo, board: BoardInfo, across: Type, up: Type) -> tuple[str, int, int] | None:
        """Short steps are looked up: a table by columns on, rows on and cell, with its least steps."""
        if not isinstance(across, Int) or not isinstance(up, Int) or board.data is None:
            return None
        columns, rows = range(across.low, across.high + 1), range(up.low, up.high + 1)
        if len(columns) * len(rows) * len(kind.things) > LARGEST_STEPS:
            return None
        name = f"{kind.name}.step.{across.low}.{across.high}.{up.low}.{up.high}"
        if name not in self.world.tables:
            data = [board.data.step(c, dx, dy) for dx in columns for dy in rows for c in range(len(kind.things))]
            self.world.tables[name] = {"dims": [len(columns), len(rows), kind.name], "data": data}
        return name, across.low, up.low
