"""From items to a world: who plays, which kinds, types, things, boards, attributes and zones there are, and what is
printed on them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from ..grammar import nodes
from ..grammar.diagnostics import Diagnostic
from ..grammar.spans import Span
from . import boards, core, data
from .model import AbilityInfo, AttributeInfo, BoardInfo, KindInfo, ZoneInfo
from .types import Bool, Broken, Enum, Int, ListOf, Point, Set, Thing, Type, is_optional, spoken
from .world import MOST_PLAYERS, MOST_THINGS, PLAYER, PLAYER_WORDS, World
from .yamlfile import Located, load_yaml

Reader = Callable[[str, Span], str | None]
SEES = {"everyone": "all", "owner": "owner", "nobody": "nobody"}


def declare(world: World, items: list[nodes.AnyItem], read: Reader) -> None:
    """Fills the world. `read` gives the text of a data file of the ruleset, or None after reporting why it cannot."""
    _Declarer(world, items, read).declare()


class _Declarer:
    def __init__(self, world: World, items: list[nodes.AnyItem], read: Reader) -> None:
        self.world = world
        self.items = items
        self.read = read
        self.rows: dict[str, list[data.Row]] = {}
        self.graphs: dict[str, Located] = {}

    def declare(self) -> None:
        self.the_game()
        self.names()
        self.attributes()
        self.things()
        self.boards()
        self.printed()
        self.visibility()
        self.callables()

    def of(self, *classes: type) -> list[Any]:
        return [i for i in self.items if isinstance(i, classes)]

    def error(self, name: str, headline: str, span: Span, label: str = "", **more: Any) -> None:
        self.world.reports.error(name, headline, span, label, **more)

    # ------------------------------------------------------------ the game

    def the_game(self) -> None:
        world = self.world
        games = self.of(nodes.Game)
        for again in games[1:]:
            self.error(
                "name-twice",
                "a ruleset describes one game",
                again.name.span,
                "a second `game`",
                also=[(games[0].name.span, "the first")],
            )
        if not games:
            return
        game: nodes.Game = games[0]
        world.game = game
        if game.seats:
            world.low = world.high = len(game.seats)
            world.seats = [n.text for n in game.seats]
        elif game.low is not None:
            world.low, world.high = game.low, game.high if game.high is not None else game.low
        else:
            self.error(
                "missing-clause",
                "nothing says how many play",
                game.name.span,
                "this game needs a `players` line",
                help="write `players 2 to 4`, or name the seats: `players light, dark`",
            )
        if not 1 <= world.low <= world.high <= MOST_PLAYERS:
            self.error(
                "players-out-of-range",
                f"{world.low} to {world.high} players cannot be seated",
                game.name.span,
                f"from 1 to {MOST_PLAYERS} can",
            )
            world.low = max(1, min(world.low, MOST_PLAYERS))
            world.high = max(world.low, min(world.high, MOST_PLAYERS))
        if not world.seats:
            world.seats = [f"player_{i + 1}" for i in range(world.high)]
        if game.seen:
            world.open = SEES[game.seen.who]
        player = KindInfo(PLAYER, "players", game.span, list(world.seats), by_player=True)
        world.kinds[PLAYER] = player
        world.types[PLAYER] = Thing(PLAYER)
        world.plurals["players"] = PLAYER

    # ------------------------------------------------------------ names of kinds and types

    def names(self) -> None:
        world = self.world
        for item in self.of(nodes.TypeItem):
            if not world.claim(item.name, "type"):
                continue
            if isinstance(item.type, nodes.OneOf):
                plural = item.name.text + "s"
                world.enumeration(item.name.text, plural, item.type)
                world.types[item.name.text] = Enum(item.name.text)
                self.plural(plural, item.name)
            else:
                world.types[item.name.text] = world.type_of(item.type, item.name.text)
        for item in self.of(nodes.Kind, nodes.Board):
            name = item.name if isinstance(item, nodes.Kind) else item.of
            if isinstance(item, nodes.Board):
                world.claim(item.name, "board")
            if not world.claim(name, "kind"):
                continue
            plurals = [a for a in item.attributes if isinstance(a, nodes.Plural)]
            plural = plurals[0].name.text if plurals else name.text + "s"
            world.kinds[name.text] = KindInfo(name.text, plural, name.span)
            world.types[name.text] = Thing(name.text)
            self.plural(plural, plurals[0].name if plurals else name)

    def plural(self, plural: str, name: nodes.Name) -> None:
        if plural in self.world.spans:
            self.error(
                "name-twice",
                f"`{plural}` is already a name",
                name.span,
                f"all of them would be called `{plural}`",
                also=[(self.world.spans[plural], "declared here")],
                help="give the kind another `plural`",
            )
            return
        self.world.spans[plural] = name.span
        self.world.plurals[plural] = name.text if name.text in self.world.types else self._singular(plural)

    def _singular(self, plural: str) -> str:
        return next((k.name for k in self.world.kinds.values() if k.plural == plural), plural)

    # ------------------------------------------------------------ attributes, zones, abilities

    def attributes(self) -> None:
        world = self.world
        for item in self.items:
            if isinstance(item, nodes.Kind):
                self.kind_source(item)
                self.attribute_lines(item.name.text, item.attributes)
            elif isinstance(item, nodes.Board):
                self.attribute_lines(item.of.text, item.attributes)
            elif isinstance(item, nodes.EachHas):
                if item.kind.text not in world.kinds:
                    world.reports.unknown("kind", item.kind, world.kinds)
                    continue
                self.attribute_lines(item.kind.text, item.attributes)
            elif isinstance(item, nodes.TableHas):
                self.attribute_lines(None, item.attributes)

    def kind_source(self, item: nodes.Kind) -> None:
        world = self.world
        kind = world.kinds.get(item.name.text)
        if kind is None:
            return
        for part in item.per:
            if part.text in kind.per:
                self.error("name-twice", f"`{part.text}` stands twice in this product", part.span, "again here")
                continue
            t = world.types.get(part.text)
            if not isinstance(t, Thing | Enum | Int):
                world.reports.unknown("kind or type", part, world.types)
                continue
            kind.per.append(part.text)
            info = AttributeInfo(part.text, f"{kind.name}.{part.text}", kind.name, t, True, None, "all")
            kind.attributes[part.text] = info

    def attribute_lines(self, kind_name: str | None, lines: tuple[nodes.Attribute, ...]) -> None:
        world = self.world
        if kind_name is not None and kind_name not in world.kinds:
            return
        kind = world.kinds[kind_name] if kind_name else None
        for line in lines:
            match line:
                case nodes.State():
                    self.attribute(kind, line)
                case nodes.Zone():
                    self.zone(kind, line)
                case nodes.Ability():
                    self.ability(kind, line)
                case nodes.Copies() if kind is None or kind.name == PLAYER:
                    self.error(
                        "misplaced-line", "`copies` belongs to a kind", line.span, "there is nothing to copy here"
                    )

    def free(self, kind: KindInfo | None, name: nodes.Name) -> bool:
        """Is this attribute's name still free? Attributes of the table are global names."""
        world = self.world
        if kind is None:
            return world.claim(name, "attribute")
        taken = kind.attributes.get(name.text) or kind.zones.get(name.text) or kind.abilities.get(name.text)
        given = kind.name == PLAYER and name.text in PLAYER_WORDS
        if taken or given:
            also = [(taken.syntax.name.span, "first declared here")] if taken and taken.syntax else []
            self.error(
                "name-twice", f"a `{kind.name}` already has `{name.text}`", name.span, "declared again here", also=also
            )
            return False
        return True

    def attribute(self, kind: KindInfo | None, line: nodes.State) -> None:
        world = self.world
        if not self.free(kind, line.name):
            return
        full = f"{kind.name}.{line.name.text}" if kind else line.name.text
        t = world.type_of(line.type, line.name.text if line.name.text not in world.enums else full)
        info = AttributeInfo(line.name.text, full, kind.name if kind else None, t, line.printed, line)
        if line.printed and kind is None:
            self.error(
                "misplaced-line", "the table has nothing printed on it", line.span, "`printed` belongs to a kind"
            )
        (kind.attributes if kind else world.table)[line.name.text] = info

    def zone(self, kind: KindInfo | None, line: nodes.Zone) -> None:
        world = self.world
        if not self.free(kind, line.name):
            return
        held = world.kinds.get(line.holds.text)
        if held is None:
            world.reports.unknown("kind", line.holds, world.kinds)
            return
        if held.name == PLAYER:
            self.error("wrong-type", "players do not lie in zones", line.holds.span, "a zone holds things")
            return
        held.zoned = True
        full = f"{kind.name}.{line.name.text}" if kind else line.name.text
        info = ZoneInfo(
            line.name.text,
            full,
            len(world.zones),
            kind.name if kind else None,
            held.name,
            line.ordered,
            line.capacity,
            line,
        )
        world.zones.append(info)
        (kind.zones if kind else world.table_zones)[line.name.text] = info

    def ability(self, kind: KindInfo | None, line: nodes.Ability) -> None:
        if kind is None or kind.name == PLAYER:
            self.error("misplaced-line", "an ability belongs to a kind", line.span, "things have abilities")
            return
        if not self.free(kind, line.name):
            return
        params = [(p.name, p.type) for p in self.world.parameters(line.params)]
        result = self.world.type_of(line.type, f"{kind.name}.{line.name.text}") if line.type else None
        kind.abilities[line.name.text] = AbilityInfo(line.name.text, kind.name, line, params, result)

    # ------------------------------------------------------------ things

    def things(self) -> None:
        world = self.world
        for item in self.of(nodes.Kind):
            kind = world.kinds.get(item.name.text)
            if kind is None or kind.things:
                continue
            if item.data:
                self.data_rows(kind, item)
            elif kind.per:
                self.product(kind, item)
        for one in self.of(nodes.One):
            self.one(one)
        for item in self.of(nodes.Kind):
            kind = world.kinds.get(item.name.text)
            if kind is None:
                continue
            for line in item.attributes:
                if isinstance(line, nodes.Copies):
                    self.too_many(kind, len(kind.things) + line.count, line.span)
                    kind.things.extend(f"{kind.name}_{i + 1}" for i in range(min(line.count, MOST_THINGS)))
        for kind in world.kinds.values():
            for thing in kind.things:
                if thing in world.spans:
                    self.error(
                        "name-twice",
                        f"`{thing}` is already a name",
                        kind.span,
                        f"a `{kind.name}` is called `{thing}`",
                        also=[(world.spans[thing], "declared here")],
                    )

    def too_many(self, kind: KindInfo, count: int, span: Span) -> bool:
        if count > MOST_THINGS:
            self.error(
                "too-many-things",
                f"there would be {count:,} of `{kind.name}`",
                span,
                f"a kind has at most {MOST_THINGS:,} things",
            )
            return True
        return False

    def data_rows(self, kind: KindInfo, item: nodes.Kind) -> None:
        assert item.data is not None
        located = self.yaml(item.data, item.span)
        if located is None:
            return
        rows, found = data.read_table(located, item.data, kind.name, self.columns(kind))
        self.report_all(found)
        if self.too_many(kind, len(rows), item.name.span):
            return
        self.rows[kind.name] = rows
        self.take_rows(kind, rows)

    def take_rows(self, kind: KindInfo, rows: list[data.Row] | tuple[data.Row, ...]) -> None:
        for row in rows:
            kind.things.append(row.name)
            if row.title:
                kind.titles[row.name] = row.title
            if row.text:
                kind.texts[row.name] = row.text

    def yaml(self, path: str, span: Span) -> Located | None:
        text = self.read(path, span)
        if text is None:
            return None
        located, found = load_yaml(text, path)
        self.report_all(found)
        return located

    def report_all(self, found: list[Diagnostic]) -> None:
        for diagnostic in found:
            self.world.reports.add(diagnostic)

    def columns(self, kind: KindInfo) -> list[data.Column]:
        out = []
        for info in kind.attributes.values():
            if info.printed and info.syntax is not None and not isinstance(info.type, Broken):
                default: object = data.MISSING
                if info.syntax.starts is not None:
                    default = self.literal(info.syntax.starts.value)
                elif is_optional(info.type):
                    default = None
                out.append(data.Column(info.name, self.column_type(info.type), default, info.syntax.name.span))
        return out

    def column_type(self, t: Type) -> Any:
        world = self.world
        match t:
            case Int():
                return data.LengthColumn(t.low, t.high) if t.length else data.IntColumn(t.low, t.high)
            case Bool():
                return data.BoolColumn()
            case Enum():
                return data.EnumColumn(tuple(world.enums[t.name].values), t.optional)
            case Thing():
                return data.RefColumn(t.kind, None, t.optional)
            case Set():
                if t.of in world.enums:
                    return data.SetColumn(tuple(world.enums[t.of].values))
                return data.ListColumn(data.RefColumn(t.of, None, False), None)
            case ListOf():
                return data.ListColumn(self.column_type(t.item), t.capacity)
            case Point():
                return data.PointColumn()
        return data.TextColumn()

    def product(self, kind: KindInfo, item: nodes.Kind) -> None:
        world = self.world
        if PLAYER in kind.per:
            kind.by_player = True
        if self.too_many(kind, world.size(list(kind.per)), item.name.span):
            kind.by_player = False
            return
        parts = [self.member_names(part) for part in kind.per]
        combos = list(itertools.product(*parts))
        kind.things = [core.product_name(kind.name, names) for names in combos]
        if kind.by_player:
            return
        indexes = list(itertools.product(*(range(len(p)) for p in parts)))
        for position, part in enumerate(kind.per):
            t = world.types[part]
            low = t.low if isinstance(t, Int) else 0
            world.tables[f"{kind.name}.{part}"] = {"dims": [kind.name], "data": [low + i[position] for i in indexes]}

    def member_names(self, part: str) -> list[str]:
        t = self.world.types[part]
        if isinstance(t, Int):
            return [str(n) for n in range(t.low, t.high + 1)]
        if isinstance(t, Enum):
            return self.world.enums[t.name].values
        return self.world.kinds[part].things

    def one(self, one: nodes.One) -> None:
        world = self.world
        kind = world.kinds.get(one.kind.text)
        if kind is None or kind.name == PLAYER or kind.per or kind.board:
            if kind is None:
                world.reports.unknown("kind", one.kind, world.kinds)
            else:
                self.error(
                    "misplaced-line",
                    f"the things of `{kind.name}` are given already",
                    one.kind.span,
                    "none can be written out",
                )
            return
        name = one.name.text
        if name not in kind.things:
            if kind.name in self.rows:
                world.reports.unknown(f"{kind.name} of the data file", one.name, kind.things)
                return
            if not self.too_many(kind, len(kind.things) + 1, one.name.span):
                kind.things.append(name)
        elif name in kind.overrides:
            self.error("name-twice", f"`{name}` is written out twice", one.name.span, "again here")
        values = kind.overrides.setdefault(name, {})
        for part in one.parts:
            match part:
                case nodes.OneValue():
                    if part.name.text not in kind.attributes:
                        world.reports.unknown(f"attribute of `{kind.name}`", part.name, kind.attributes)
                    elif kind.attributes[part.name.text].printed and kind.name in self.rows:
                        self.error(
                            "misplaced-line",
                            f"`{part.name.text}` is printed in the data file",
                            part.span,
                            "it cannot be written here as well",
                        )
                    else:
                        values[part.name.text] = part
                case nodes.OneText():
                    (kind.titles if part.word == "title" else kind.texts)[name] = part.text
                case nodes.AbilityBody() | nodes.AbilityValue():
                    ability = kind.abilities.get(part.name.text)
                    if ability is None:
                        world.reports.unknown(f"ability of `{kind.name}`", part.name, kind.abilities)
                    elif (ability.result is None) != isinstance(part, nodes.AbilityBody):
                        said = "a body of lines" if ability.result is None else "a value: `ability NAME is …`"
                        self.error(
                            "wrong-type",
                            f"`{part.name.text}` is {said}",
                            part.span,
                            "not in this form",
                            also=[(ability.syntax.span, "declared here")],
                        )
                    else:
                        ability.bodies[name] = part

    # ------------------------------------------------------------ boards

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

    # ------------------------------------------------------------ what is printed

    def printed(self) -> None:
        for kind in self.world.kinds.values():
            rows = {row.name: row for row in self.rows.get(kind.name, [])}
            for info in kind.attributes.values():
                if info.printed and info.syntax is not None and not isinstance(info.type, Broken):
                    self.printed_column(kind, info, rows)

    def printed_column(self, kind: KindInfo, info: AttributeInfo, rows: dict[str, data.Row]) -> None:
        assert info.syntax is not None
        values: list[Any] = []
        for thing in kind.things:
            override = kind.overrides.get(thing, {}).get(info.name)
            row = rows.get(thing)
            if override is not None:
                literals = [self.literal(v) for v in override.values]
                many = isinstance(info.type, ListOf | Set)
                if not many and len(literals) != 1:
                    self.error(
                        "wrong-type", f"`{info.name}` takes one value", override.span, f"{len(literals)} stand here"
                    )
                raw: Any = literals if many else literals[0]
                values.append(self.constant(raw, info.type, override.values[0].span))
            elif row is not None and info.name in row.values:
                values.append(self.constant(row.values[info.name], info.type, row.spans.get(info.name, row.span)))
            elif info.syntax.starts is not None:
                values.append(self.constant(self.literal(info.syntax.starts.value), info.type, info.syntax.starts.span))
            elif is_optional(info.type):
                values.append(-1)
            else:
                if row is None:
                    self.error(
                        "missing-value",
                        f"nothing says what is printed as `{info.name}` on `{thing}`",
                        info.syntax.name.span,
                        "every thing of the kind needs it",
                        help=f"write it in `one {kind.name} called {thing}`, or give it a default with `starts`",
                    )
                values.append([] if isinstance(info.type, ListOf | Set) else 0)
        if isinstance(info.type, ListOf | Set):
            info.rows = True
            self.world.rows[info.full] = {"dims": [kind.name], "data": values}
            if isinstance(info.type, ListOf):
                info.type = ListOf(info.type.item, max([len(v) for v in values], default=0))
        else:
            self.world.tables[info.full] = {"dims": [kind.name], "data": values}
            if isinstance(info.type, Int) and values:
                info.type = Int(min(values), max(values), info.type.length)

    def literal(self, value: nodes.Expr) -> Any:
        """A literal as the data files would give it."""
        match value:
            case nodes.Int():
                return value.value
            case nodes.Negate(value=nodes.Int(value=n)):
                return -n
            case nodes.Length():
                return value.tenths
            case nodes.Yes():
                return True
            case nodes.No():
                return False
            case nodes.NoneValue():
                return None
            case nodes.Nothing():
                return []
            case nodes.Name():
                return value.text
            case nodes.String():
                return value.text
            case nodes.ListValue():
                return [self.literal(v) for v in value.items]
        self.error("wrong-type", "only a plain value can be printed", value.span, "this has to be computed")
        return None

    def constant(self, raw: Any, t: Type, span: Span) -> Any:
        """A printed value as the engines know it."""
        world = self.world
        match t:
            case Int() if isinstance(raw, int) and not isinstance(raw, bool):
                if t.low <= raw <= t.high:
                    return raw
            case Bool() if isinstance(raw, bool):
                return int(raw)
            case Enum() if isinstance(raw, str) and raw in world.enums[t.name].values:
                return world.enums[t.name].values.index(raw)
            case Thing() if isinstance(raw, str) and raw in world.kinds[t.kind].things:
                return world.kinds[t.kind].things.index(raw)
            case Point() if isinstance(raw, list | tuple) and len(raw) == 2 and all(isinstance(c, int) for c in raw):
                return ((raw[0] + 8192) << 15) | (raw[1] + 8192)
            case ListOf() if isinstance(raw, list | tuple):
                return [self.constant(v, t.item, span) for v in raw]
            case Set() if isinstance(raw, list | tuple):
                item: Type = Enum(t.of) if t.of in world.enums else Thing(t.of)
                return sorted({self.constant(v, item, span) for v in raw})
        if raw is None and is_optional(t):
            return -1
        shown = {True: "yes", False: "no", None: "none"}.get(raw, raw) if isinstance(raw, bool | None) else raw
        self.error("wrong-type", f"`{shown}` is not {spoken(t)}", span, "this value does not fit")
        return [] if isinstance(t, ListOf | Set) else 0

    # ------------------------------------------------------------ who sees what

    def visibility(self) -> None:
        """A zone says who sees it; an attribute of a thing that lies in hidden zones is seen with the thing."""
        world = self.world
        for zone in world.zones:
            default: Any = world.open
            if zone.of and world.kinds[zone.of].zoned:
                default = "holder"
            zone.see = self.seen(zone.syntax.seen, default)
        hidden = {z.holds for z in world.zones if z.see != "all"}
        for kind in world.kinds.values():
            for info in kind.attributes.values():
                if info.printed:
                    info.see = "all"
                elif info.syntax is not None:
                    info.see = self.seen(info.syntax.seen, "holder" if kind.name in hidden else world.open)
        for info in world.table.values():
            if info.syntax is not None:
                info.see = self.seen(info.syntax.seen, world.open)

    def seen(self, seen: nodes.Seen | None, default: Any) -> Any:
        if seen is None:
            return default
        if seen.top:
            return "top" if seen.who == "everyone" else SEES[seen.who]
        if seen.test is not None:
            return {"test": seen.test, "then": SEES[seen.who], "else": SEES[seen.otherwise or "nobody"]}
        return SEES[seen.who]

    # ------------------------------------------------------------ what can be called

    def callables(self) -> None:
        world = self.world
        places: list[tuple[type, str, dict[str, Any]]] = [
            (nodes.Ruling, "ruling", world.rulings),
            (nodes.Define, "define", world.defines),
            (nodes.Stat, "stat", world.stats),
            (nodes.Fact, "fact", world.facts),
            (nodes.Procedure, "procedure", world.procedures),
            (nodes.Event, "event", world.events),
        ]
        for cls, what, into in places:
            for item in self.of(cls):
                if world.claim(item.name, what):
                    into[item.name.text] = item
        for item in self.of(nodes.Phase, nodes.Window, nodes.Action):
            into = world.actions if isinstance(item, nodes.Action) else world.phases
            if item.name.text in into:
                self.error(
                    "name-twice",
                    f"`{item.name.text}` is declared twice",
                    item.name.span,
                    "declared again here",
                    also=[(into[item.name.text].name.span, "first declared here")],
                )
            else:
                into[item.name.text] = item
        for change in self.of(nodes.Change):
            if change.name.text not in world.stats:
                world.reports.unknown("stat", change.name, world.stats)
            else:
                world.changes.setdefault(change.name.text, []).append(change)
        world.triggers = self.of(nodes.Trigger)
        world.invariants = self.of(nodes.Invariant)
        world.scenarios = self.of(nodes.Scenario)
        world.asides = self.of(nodes.Aside)
        for cls, word in ((nodes.Ranking, "ranking"), (nodes.Sequence, "sequence")):
            found = self.of(cls)
            for again in found[1:]:
                self.error(
                    "name-twice",
                    f"there is one `{word}`",
                    again.span,
                    "a second one",
                    also=[(found[0].span, "the first")],
                )
            if found:
                setattr(world, word, found[0])
        for ruling in world.rulings.values():
            self.ruling(ruling)

    def ruling(self, ruling: nodes.Ruling) -> None:
        seen: set[str] = set()
        for reading in ruling.readings:
            if reading.name.text in seen:
                self.error(
                    "name-twice",
                    f"`{reading.name.text}` stands twice among the readings",
                    reading.name.span,
                    "again here",
                )
            seen.add(reading.name.text)
        defaults = [r for r in ruling.readings if r.default]
        if len(defaults) != 1:
            self.error(
                "ruling-default",
                f"`{ruling.name.text}` needs one default reading",
                ruling.name.span,
                f"it has {len(defaults)}",
                help="mark the reading that holds unless players say otherwise with `default`",
            )
        if len(ruling.readings) < 2:
            self.error(
                "ruling-default",
                f"`{ruling.name.text}` has only one reading",
                ruling.name.span,
                "a question needs at least two answers",
            )
