"""What every part of the declaring uses: the items, the data files, and values as they are printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..grammar import nodes
from ..grammar.diagnostics import Diagnostic
from ..grammar.spans import Span
from . import data
from .model import KindInfo
from .types import Bool, Broken, Enum, Int, ListOf, Point, Set, Thing, Type, is_optional, spoken
from .world import MOST_THINGS, PLAYER, World
from .yamlfile import Located, load_yaml

Reader = Callable[[str, Span], str | None]
WRONG = object()  # a value that was reported already


class Declaring:
    """Items on their way into a world."""

    def __init__(self, world: World, items: list[nodes.AnyItem], read: Reader) -> None:
        self.world = world
        self.items = items
        self.read = read
        self.rows: dict[str, list[data.Row]] = {}
        self.unread: set[str] = set()  # kinds whose data file or board is wrong: that was said already

    def of(self, *classes: type) -> list[Any]:
        return [i for i in self.items if isinstance(i, classes)]

    def error(self, name: str, headline: str, span: Span, label: str = "", **more: Any) -> None:
        self.world.reports.error(name, headline, span, label, **more)

    def kinds(self) -> list[tuple[nodes.Kind, KindInfo]]:
        """The `kind` items that hold their names."""
        found = [(item, self.world.kinds.get(item.name.text)) for item in self.of(nodes.Kind)]
        return [(item, kind) for item, kind in found if kind is not None and kind.span is item.name.span]

    def once(self, lines: list[Any], word: str) -> None:
        for line in lines[1:]:
            self.error(
                "name-twice",
                f"`{word}` stands twice",
                line.span,
                "again here",
                also=[(lines[0].span, "first here")],
                help="take one of them out",
            )

    def report_all(self, found: list[Diagnostic], kind: KindInfo, text: str) -> None:
        """Mistakes in a data file. What it would have named is lost, and is not reported again where it is used."""
        for diagnostic in found:
            self.world.reports.add(diagnostic)
        if any(d.severity == "error" for d in found):
            self.unread.add(kind.name)
            self.world.reports.lose(text)

    def yaml(self, path: str, span: Span, kind: KindInfo) -> tuple[Located | None, str]:
        text = self.read(path, span)
        if text is None:
            self.unread.add(kind.name)
            self.world.reports.lose_all()
            return None, ""
        located, found = load_yaml(text, path)
        self.report_all(found, kind, text)
        if located is None:
            self.unread.add(kind.name)
        return located, text

    def too_many(self, kind: KindInfo, count: int, span: Span) -> bool:
        if count > MOST_THINGS:
            self.unread.add(kind.name)
            self.world.reports.lose_all()
            self.error(
                "too-many-things",
                f"there would be {count:,} of `{kind.name}`",
                span,
                f"a kind has at most {MOST_THINGS:,} things",
                help="count what is alike in an attribute instead",
            )
            return True
        return False

    def columns(self, kind: KindInfo) -> list[data.Column]:
        out = []
        for info in kind.attributes.values():
            if info.printed and info.syntax is not None:
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
            case Broken():
                return data.AnyColumn()
        return data.TextColumn()

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
        self.error(
            "wrong-type",
            "only a plain value can be printed",
            value.span,
            "this has to be computed",
            help="write the value itself; a `define` computes",
        )
        return WRONG

    def constant(self, raw: Any, t: Type, span: Span) -> Any:
        """A printed value as the engines know it."""
        world = self.world
        if raw is WRONG:
            return [] if isinstance(t, ListOf | Set) else 0
        match t:
            case Int() if isinstance(raw, int) and not isinstance(raw, bool):
                if t.low <= raw <= t.high:
                    return raw
            case Bool() if isinstance(raw, bool):
                return int(raw)
            case Enum() if isinstance(raw, str) and raw in world.enums[t.name].values:
                return world.enums[t.name].values.index(raw)
            case Thing() if isinstance(raw, str) and raw in world.kinds[t.kind].things:
                return self.printed_thing(world.kinds[t.kind], raw, span)
            case Thing() if t.kind in self.unread:
                return 0
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

    def printed_thing(self, kind: KindInfo, name: str, span: Span) -> int:
        """The number of a thing, which must be there, and the same, however many play."""
        number = kind.things.index(name)
        if kind.by_player and (kind.name != PLAYER or number >= self.world.low):
            self.error(
                "wrong-type",
                f"`{name}` is not there at every table",
                span,
                "it depends on the number of players",
                help="print something that is always there, and compute the rest",
            )
        return number
