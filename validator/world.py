"""The declared world of one ruleset: kinds, types, attributes, zones, boards, rulings and callables, with their names
resolved."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..grammar import nodes
from ..grammar.spans import Span
from .model import AttributeInfo, BoardInfo, EnumInfo, KindInfo, Reports, Sites, ZoneInfo
from .primitives import PRIMITIVES
from .types import Bool, Broken, Enum, Int, ListOf, Point, Set, Thing, Type, optional

Node = dict[str, Any]

PLAYER = "player"
MOST_THINGS = 1024
MOST_PLAYERS = 15
GIVEN_NAMES = ("player", "players", "active")
GIVEN_TYPES = ("point", "length", "route")
GIVEN_CALLS = ("min", "max", "abs", *PRIMITIVES)
CALLED = ("define", "stat", "fact", "procedure", "event")
PLAYER_WORDS = ("seat", "next", "previous", "others", "opponents", "opponent", "circle")


@dataclass(slots=True)
class Parameter:
    name: str
    type: Type
    span: Span


@dataclass(slots=True)
class World:
    reports: Reports
    sites: Sites
    game: nodes.Game | None = None
    low: int = 2
    high: int = 2
    seats: list[str] = field(default_factory=list)
    open: Any = "nobody"  # what `seen by` the game clause gives
    kinds: dict[str, KindInfo] = field(default_factory=dict)
    enums: dict[str, EnumInfo] = field(default_factory=dict)
    types: dict[str, Type] = field(default_factory=dict)  # every name that may stand as a type
    plurals: dict[str, str] = field(default_factory=dict)  # plural -> kind or enumeration
    table: dict[str, AttributeInfo] = field(default_factory=dict)
    table_zones: dict[str, ZoneInfo] = field(default_factory=dict)
    zones: list[ZoneInfo] = field(default_factory=list)
    boards: dict[str, BoardInfo] = field(default_factory=dict)
    discs: dict[str, str] = field(default_factory=dict)  # disc -> board
    rulings: dict[str, nodes.Ruling] = field(default_factory=dict)
    defines: dict[str, nodes.Define] = field(default_factory=dict)
    stats: dict[str, nodes.Stat] = field(default_factory=dict)
    changes: dict[str, list[nodes.Change]] = field(default_factory=dict)
    facts: dict[str, nodes.Fact] = field(default_factory=dict)
    phases: dict[str, nodes.Phase | nodes.Window] = field(default_factory=dict)
    actions: dict[str, nodes.Action] = field(default_factory=dict)
    procedures: dict[str, nodes.Procedure] = field(default_factory=dict)
    events: dict[str, nodes.Event] = field(default_factory=dict)
    triggers: list[nodes.Trigger] = field(default_factory=list)
    invariants: list[nodes.Invariant] = field(default_factory=list)
    scenarios: list[nodes.Scenario] = field(default_factory=list)
    asides: list[nodes.Aside] = field(default_factory=list)
    citations: list[nodes.Cite] = field(default_factory=list)
    ranking: nodes.Ranking | None = None
    sequence: nodes.Sequence | None = None
    variant: nodes.Variant | None = None
    spans: dict[str, Span] = field(default_factory=dict)  # where each global name is declared
    tables: dict[str, Node] = field(default_factory=dict)
    rows: dict[str, Node] = field(default_factory=dict)
    compared: list[tuple[nodes.Binary, Type, Type]] = field(default_factory=list)  # with the types of both sides

    # ------------------------------------------------------------ names

    def claim(self, name: nodes.Name, what: str) -> bool:
        """Takes a global name; says so if it is taken already."""
        if name.text in GIVEN_NAMES or name.text in (GIVEN_CALLS if what in CALLED else GIVEN_TYPES):
            self.reports.error(
                "name-twice",
                f"`{name.text}` is always there",
                name.span,
                "a name of the language",
                help=f"give this {what} another name",
            )
            return False
        if name.text in self.spans:
            self.reports.error(
                "name-twice",
                f"`{name.text}` is declared twice",
                name.span,
                "declared again here",
                also=[(self.spans[name.text], "first declared here")],
                help=f"give this {what} another name",
            )
            return False
        self.spans[name.text] = name.span
        return True

    def things_called(self, name: str) -> list[tuple[str, int]]:
        """Every thing of that name, as (kind, id)."""
        return [(k.name, k.things.index(name)) for k in self.kinds.values() if name in k.things]

    def enums_with(self, value: str) -> list[tuple[str, int]]:
        return [(e.name, e.values.index(value)) for e in self.enums.values() if value in e.values]

    # ------------------------------------------------------------ sizes

    def size(self, of: str | int | list[Any], players: int | None = None) -> int:
        """How many there are, with the most players unless a number is given."""
        if isinstance(of, int):
            return of
        if isinstance(of, list):
            total = 1
            for part in of:
                total *= self.size(part, players)
            return total
        if of == PLAYER:
            return self.high if players is None else players
        if of in self.enums:
            return len(self.enums[of].values)
        kind = self.kinds.get(of)
        if kind is None:
            t = self.types.get(of)
            return t.high - t.low + 1 if isinstance(t, Int) else 0
        if kind.by_player:
            return self.size(list(kind.per), players)
        return len(kind.things)

    def sizes(self) -> dict[str, int]:
        return {name: self.size(name) for name in (*self.kinds, *self.enums)}

    # ------------------------------------------------------------ types

    def type_of(self, syntax: nodes.Type | None, where: str = "") -> Type:
        """The type that some syntax names. `where` names the enumeration that an inline `one of` makes."""
        match syntax:
            case None:
                return Broken()
            case nodes.RangeType():
                if syntax.low > syntax.high:
                    self.reports.error(
                        "empty-range",
                        f"the range {syntax.low} to {syntax.high} is empty",
                        syntax.span,
                        "the first number is the larger one",
                        help=f"write `{syntax.high} to {syntax.low}`",
                    )
                    return Broken()
                if max(abs(syntax.low), abs(syntax.high)) >= 2**31:
                    self.reports.error(
                        "range-too-wide",
                        "this range does not fit the engine",
                        syntax.span,
                        "numbers run from -2147483647 to 2147483647",
                        help="write a narrower range",
                    )
                    return Broken()
                return Int(syntax.low, syntax.high, syntax.length)
            case nodes.YesOrNo():
                return Bool()
            case nodes.OneOf():
                name = where or "choice"
                if name not in self.enums:
                    self.enumeration(name, None, syntax)
                return Enum(name)
            case nodes.SetType():
                t = self._named(syntax.of)
                if isinstance(t, Broken):
                    return t
                if isinstance(t, Thing | Enum):
                    return Set(t.kind if isinstance(t, Thing) else t.name)
                self.reports.error(
                    "wrong-type",
                    f"there are no sets of `{syntax.of.text}`",
                    syntax.of.span,
                    "not a kind or an enumeration",
                )
                return Broken()
            case nodes.ListType():
                item = self.type_of(syntax.of)
                if isinstance(item, Set | ListOf | Broken):
                    return Broken()
                assert isinstance(item, Int | Enum | Thing | Point | Bool)
                return ListOf(item, syntax.capacity or 16)
            case nodes.NamedType():
                t = self._named(syntax.name)
                if syntax.or_none:
                    if isinstance(t, Thing | Enum | Point):
                        return optional(t)
                    if not isinstance(t, Broken):
                        self.reports.error(
                            "wrong-type",
                            f"`{syntax.name.text}` cannot be none",
                            syntax.span,
                            "only things, enumerations and points can be absent",
                            help="use a value of its own, such as 0, for absence",
                        )
                return t

    def _named(self, name: nodes.Name) -> Type:
        if name.text == "point":
            return Point()
        if name.text == "length":
            return Int(0, 30000, True)
        if name.text == "route":
            return ListOf(Point(), 6)
        found = self.types.get(name.text)
        if found is None:
            self.reports.unknown("kind or type", name, [*self.types, *GIVEN_TYPES])
            return Broken()
        return found

    def enumeration(self, name: str, plural: str | None, syntax: nodes.OneOf) -> None:
        values: list[str] = []
        for value in syntax.names:
            if value.text in values:
                self.reports.error(
                    "name-twice",
                    f"`{value.text}` stands twice in this list",
                    value.span,
                    "again here",
                    help="take one of them out",
                )
            else:
                values.append(value.text)
        self.enums[name] = EnumInfo(name, plural, values, syntax.span)

    def parameters(self, params: tuple[nodes.Param, ...]) -> list[Parameter]:
        out: list[Parameter] = []
        for p in params:
            if p.type is None:
                self.reports.error(
                    "missing-type",
                    f"nothing says what `{p.name.text}` is",
                    p.name.span,
                    "a parameter needs its kind",
                    help=f"write `{p.name.text} is KIND`",
                )
            if any(q.name == p.name.text for q in out):
                self.reports.error(
                    "name-twice",
                    f"two parameters are called `{p.name.text}`",
                    p.name.span,
                    "again here",
                    help="give this one another name",
                )
            t = self.type_of(p.type, p.name.text)
            out.append(Parameter(p.name.text, t, p.name.span))
        return out
