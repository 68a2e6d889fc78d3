"""The syntax tree: one frozen class per construct, named as in rules.lark. Parsing gives these and nothing more: no
names are resolved and no types are known here."""

from __future__ import annotations

from dataclasses import dataclass

from .spans import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A name where it stands, so that diagnostics can point at it. Also an expression: a bare name."""

    text: str


@dataclass(frozen=True, slots=True)
class Cite(Node):
    """`RUB-9.2`, or a range `RUB-9.5..9.7`, exactly as written."""

    text: str


# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True)
class Int(Node):
    value: int


@dataclass(frozen=True, slots=True)
class Length(Node):
    tenths: int  # 126.8mm is 1268


@dataclass(frozen=True, slots=True)
class String(Node):
    text: str  # without its quotes


@dataclass(frozen=True, slots=True)
class Yes(Node):
    pass


@dataclass(frozen=True, slots=True)
class No(Node):
    pass


@dataclass(frozen=True, slots=True)
class NoneValue(Node):
    pass


@dataclass(frozen=True, slots=True)
class Nothing(Node):
    pass


@dataclass(frozen=True, slots=True)
class You(Node):
    pass


@dataclass(frozen=True, slots=True)
class This(Node):
    pass


@dataclass(frozen=True, slots=True)
class ListValue(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class AttributeOf(Node):
    subject: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class ItemOf(Node):
    subject: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`name(args)`, or `subject.name(args)`."""

    subject: Expr | None
    name: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Domain(Node):
    """`S where C` or `A to B where C`."""

    source: Expr
    upper: Expr | None
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Those(Node):
    """`(x in S where C with most E)`; `best` is "most", "least" or None."""

    name: Name
    domain: Domain
    best: str | None
    by: Expr | None


@dataclass(frozen=True, slots=True)
class EachOf(Node):
    """`(E for x in S where C)`."""

    value: Expr
    name: Name
    domain: Domain


@dataclass(frozen=True, slots=True)
class Reached(Node):
    """`(x reached from S by E where C)`: the smallest set that holds the start and is closed under E."""

    name: Name
    start: Expr
    by: Expr
    where: Expr | None


@dataclass(frozen=True, slots=True)
class Either(Node):
    """`(A if C otherwise B)`."""

    then: Expr
    test: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Fold(Node):
    """`count of S`; `word` is count, sum, most, least, first, last, only, top, bottom, some, none or all."""

    word: str
    over: Expr


@dataclass(frozen=True, slots=True)
class TopMany(Node):
    """`top 4 of deck`."""

    count: Expr
    zone: Expr


@dataclass(frozen=True, slots=True)
class Negate(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`word` is one of: or, and, is, is not, is in, is not in, <, <=, >, >=, +, -, *, /, / rounded up, mod."""

    word: str
    left: Expr
    right: Expr


Expr = (
    Name | Int | Length | String | Yes | No | NoneValue | Nothing | You | This | ListValue | AttributeOf | ItemOf | Call
    | Those | EachOf | Reached | Either | Fold | TopMany | Negate | Not | Binary
)


# ---------------------------------------------------------------- types


@dataclass(frozen=True, slots=True)
class RangeType(Node):
    """`0 to 40`; bounds are plain integers (lengths in tenths, then `length` is true)."""

    low: int
    high: int
    length: bool


@dataclass(frozen=True, slots=True)
class YesOrNo(Node):
    pass


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class SetType(Node):
    of: Name


@dataclass(frozen=True, slots=True)
class ListType(Node):
    of: RangeType | NamedType
    capacity: int | None


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    name: Name
    or_none: bool


Type = RangeType | YesOrNo | OneOf | SetType | ListType | NamedType


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`goal is space`. In `(a, t is piece)` the parser gives `a` the type that follows it."""

    name: Name
    type: Type | None


@dataclass(frozen=True, slots=True)
class ParamFrom(Node):
    """`r from you.hand where C`: a parameter of an action or option that is chosen from a domain."""

    name: Name
    domain: Domain


ActionParam = Param | ParamFrom


# ---------------------------------------------------------------- statements


@dataclass(frozen=True, slots=True)
class Statement(Node):
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Guarded(Statement):
    """A one-line statement with its `if C` at the end. Without a guard the line stands by itself."""

    line: Line
    test: Expr


@dataclass(frozen=True, slots=True)
class Set(Statement):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Add(Statement):
    amount: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Take(Statement):
    amount: Expr
    target: Expr


@dataclass(frozen=True, slots=True)
class Move(Statement):
    """`move [up to] WHAT [from SOURCE] to [top of | bottom of] TARGET`; `all` is `move all from`, `what` then None."""

    what: Expr | None
    up_to: bool
    all: bool
    source: Expr | None
    end: str | None  # "top", "bottom" or None
    target: Expr


@dataclass(frozen=True, slots=True)
class Exchange(Statement):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Shuffle(Statement):
    zone: Expr


@dataclass(frozen=True, slots=True)
class Reveal(Statement):
    what: Expr
    to: Expr | None  # None is everyone


@dataclass(frozen=True, slots=True)
class Moment(Node):
    edge: str  # "start" or "end"
    next: bool
    phase: Name
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Remember(Statement):
    fact: Call
    until: Moment | None


@dataclass(frozen=True, slots=True)
class Forget(Statement):
    fact: Call


@dataclass(frozen=True, slots=True)
class Schedule(Statement):
    event: Call
    at: Moment


@dataclass(frozen=True, slots=True)
class Play(Statement):
    phase: Name
    args: tuple[Expr, ...]
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Open(Statement):
    window: Name
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Perform(Statement):
    name: Name


@dataclass(frozen=True, slots=True)
class EndGame(Statement):
    won_by: Expr | None
    drawn: bool


@dataclass(frozen=True, slots=True)
class Give(Statement):
    value: Expr


@dataclass(frozen=True, slots=True)
class Stop(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Leave(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Next(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Run(Statement):
    call: Call


@dataclass(frozen=True, slots=True)
class MayRun(Statement):
    """`may activate(r)`, `p may activate(r)`: a yes-or-no decision before a call."""

    who: Expr | None
    call: Call


Line = (
    Set | Add | Take | Move | Exchange | Shuffle | Reveal | Remember | Forget | Schedule | Play | Open | Perform
    | EndGame | Give | Stop | Leave | Next | Run | MayRun
)


@dataclass(frozen=True, slots=True)
class Let(Statement):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Asking(Node):
    text: str | None
    always: bool


@dataclass(frozen=True, slots=True)
class Choose(Statement):
    """`choose s from S`, `p chooses s from S`. `who` None is you; `otherwise` is the line to run when none is there."""

    who: Expr | None
    name: Name
    domain: Domain
    asking: Asking | None
    otherwise: Line | None


@dataclass(frozen=True, slots=True)
class ChooseMany(Statement):
    """`how` is "any", "up to" or "exactly" (then `count` is given)."""

    who: Expr | None
    how: str
    count: Expr | None
    name: Name
    source: Expr
    asking: Asking | None
    otherwise: Line | None


@dataclass(frozen=True, slots=True)
class ChoosePoint(Statement):
    """`choose x on field where C such as CANDIDATES`."""

    who: Expr | None
    name: Name
    board: Name
    where: Expr | None
    such_as: Expr
    asking: Asking | None
    otherwise: Line | None


@dataclass(frozen=True, slots=True)
class Random(Statement):
    count: Expr | None
    name: Name
    domain: Domain
    otherwise: Line | None


@dataclass(frozen=True, slots=True)
class Roll(Statement):
    count: Expr | None
    name: Name
    domain: Domain
    otherwise: Line | None


@dataclass(frozen=True, slots=True)
class Act(Statement):
    """`act`, `may act`, `p may act`."""

    who: Expr | None
    optional: bool
    otherwise: Line | None


@dataclass(frozen=True, slots=True)
class If(Statement):
    """`arms` are the `if` and each `otherwise if`."""

    arms: tuple[Arm, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Arm(Node):
    cites: tuple[Cite, ...]
    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Depending(Statement):
    """`otherwise` is None when the branches have to cover every value."""

    on: Expr
    branches: tuple[Branch, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True)
class Branch(Node):
    cites: tuple[Cite, ...]
    values: tuple[Expr, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ForEach(Statement):
    name: Name
    domain: Domain
    chosen_by: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Repeat(Statement):
    """`repeat`, `repeat N times`, `repeat while C`."""

    times: Expr | None
    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Option(Node):
    cites: tuple[Cite, ...]
    name: Name
    params: tuple[ActionParam, ...]
    label: str | None
    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ChooseOption(Statement):
    """A menu. `optional` is `may choose`; `otherwise` is None where there is no such part."""

    who: Expr | None
    optional: bool
    asking: Asking | None
    options: tuple[Option, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True)
class May(Statement):
    who: Expr | None
    asking: Asking | None
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True)
class MayChoose(Statement):
    who: Expr | None
    name: Name
    domain: Domain
    asking: Asking | None
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True)
class MayDeclare(Statement):
    who: Expr | None
    name: Name
    body: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True)
class AsPlayer(Statement):
    who: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Condition(Node):
    """A `provided`, `needs` or `requires` line; `text` says why it is refused."""

    cites: tuple[Cite, ...]
    test: Expr
    text: str | None


@dataclass(frozen=True, slots=True)
class AsAWhole(Statement):
    body: tuple[Stmt, ...]
    provided: tuple[Condition, ...]
    needs: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Secretly(Statement):
    name: Name
    domain: Domain
    kept: bool
    body: tuple[Stmt, ...]


Stmt = (
    Guarded | Line | Let | Choose | ChooseMany | ChoosePoint | Random | Roll | Act | If | Depending | ForEach | Repeat
    | ChooseOption | May | MayChoose | MayDeclare | AsPlayer | AsAWhole | Secretly
)


# ---------------------------------------------------------------- items: what there is


@dataclass(frozen=True, slots=True)
class Item(Node):
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class Language(Item):
    version: str


@dataclass(frozen=True, slots=True)
class Use(Item):
    path: str


@dataclass(frozen=True, slots=True)
class Seen(Node):
    """`seen by A if C otherwise B`; `top` is `top seen by A …`. Values: everyone, owner, nobody."""

    who: str
    test: Expr | None
    otherwise: str | None
    top: bool


@dataclass(frozen=True, slots=True)
class Game(Item):
    name: Name
    title: str | None
    low: int | None  # players LOW to HIGH
    high: int | None
    seats: tuple[Name, ...]  # players light, dark
    rulebook: Name | None
    seen: Seen | None
    clauses: tuple[Node, ...]  # every clause in its order, for the formatter and for duplicates: GameClause


@dataclass(frozen=True, slots=True)
class GameClause(Node):
    cites: tuple[Cite, ...]
    word: str  # title, players, seats, rulebook, seen


@dataclass(frozen=True, slots=True)
class Variant(Item):
    name: Name
    of: Name
    text: str | None


@dataclass(frozen=True, slots=True)
class Replace(Item):
    item: AnyItem


@dataclass(frozen=True, slots=True)
class Without(Item):
    name: Name


@dataclass(frozen=True, slots=True)
class Aside(Item):
    reason: str


@dataclass(frozen=True, slots=True)
class TypeItem(Item):
    name: Name
    type: Type


@dataclass(frozen=True, slots=True)
class Starts(Node):
    value: Expr
    each: Name | None


@dataclass(frozen=True, slots=True)
class Filled(Node):
    """`starts with SET shuffled`."""

    value: Expr
    shuffled: bool


@dataclass(frozen=True, slots=True)
class State(Statement):
    """An attribute; `printed` ones never change."""

    name: Name
    type: Type
    starts: Starts | None
    seen: Seen | None
    printed: bool


@dataclass(frozen=True, slots=True)
class Zone(Statement):
    name: Name
    holds: Name
    ordered: bool
    capacity: int | None
    filled: Filled | None
    seen: Seen | None


@dataclass(frozen=True, slots=True)
class Ability(Statement):
    name: Name
    params: tuple[Param, ...]
    type: Type | None
    starts: Starts | None


@dataclass(frozen=True, slots=True)
class Copies(Statement):
    count: int


@dataclass(frozen=True, slots=True)
class Plural(Statement):
    name: Name


Attribute = State | Zone | Ability | Copies | Plural


@dataclass(frozen=True, slots=True)
class Kind(Item):
    name: Name
    data: str | None  # `from cards.yaml`
    per: tuple[Name, ...]  # `one per suit, rank`
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class OneValue(Statement):
    name: Name
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class OneText(Statement):
    word: str  # title or text
    text: str


@dataclass(frozen=True, slots=True)
class AbilityBody(Statement):
    name: Name
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class AbilityValue(Statement):
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class One(Item):
    kind: Name
    name: Name
    parts: tuple[OneValue | OneText | AbilityBody | AbilityValue, ...]


@dataclass(frozen=True, slots=True)
class EachHas(Item):
    kind: Name
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class TableHas(Item):
    attributes: tuple[Attribute, ...]


@dataclass(frozen=True, slots=True)
class Shape(Node):
    word: str  # graph, grid, hexes, plane
    path: str | None
    width: int | None
    height: int | None


@dataclass(frozen=True, slots=True)
class Board(Item):
    name: Name
    of: Name
    shape: Shape
    attributes: tuple[Attribute, ...]


# ---------------------------------------------------------------- items: what is so


@dataclass(frozen=True, slots=True)
class Reading(Node):
    name: Name  # yes and no are readings too
    text: str | None
    default: bool


@dataclass(frozen=True, slots=True)
class Ruling(Item):
    name: Name
    question: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Case(Node):
    cites: tuple[Cite, ...]
    value: Expr
    test: Expr | None  # None is `otherwise`


@dataclass(frozen=True, slots=True)
class Define(Item):
    """`define n(params) is E` has one case without a test."""

    name: Name
    params: tuple[Param, ...]
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Stat(Item):
    name: Name
    params: tuple[Param, ...]
    starts: Expr
    at_least: Expr | None
    at_most: Expr | None


@dataclass(frozen=True, slots=True)
class Change(Item):
    name: Name
    params: tuple[Name, ...]
    word: str  # by or to
    amount: Expr
    label: str | None
    test: Expr | None


@dataclass(frozen=True, slots=True)
class Fact(Item):
    name: Name
    params: tuple[Param, ...]
    seen: Seen | None


@dataclass(frozen=True, slots=True)
class RankLine(Node):
    cites: tuple[Cite, ...]
    word: str  # most or least
    value: Expr


@dataclass(frozen=True, slots=True)
class Ranking(Item):
    name: Name
    lines: tuple[RankLine, ...]


@dataclass(frozen=True, slots=True)
class Invariant(Item):
    always: bool
    text: str
    test: Expr


# ---------------------------------------------------------------- items: what happens


@dataclass(frozen=True, slots=True)
class Sequence(Item):
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Phase(Item):
    name: Name
    params: tuple[Param, ...]
    for_player: bool
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Window(Item):
    name: Name
    params: tuple[Param, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Procedure(Item):
    name: Name
    params: tuple[Param, ...]
    gives: Type | None
    depth: int | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Event(Item):
    name: Name
    params: tuple[Param, ...]
    gives: Type | None
    ordered_by: Expr | None
    depth: int | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Trigger(Item):
    """`word` is before, after, instead, at start or at end. `params` is None where no parentheses stand."""

    word: str
    name: Name
    params: tuple[Name, ...] | None
    test: Expr | None
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class During(Node):
    cites: tuple[Cite, ...]
    phases: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Amount(Node):
    amount: Expr
    name: Name


@dataclass(frozen=True, slots=True)
class Cost(Node):
    """`cost 1 a, 2 b or 3 c unless C`: prices are alternatives, each a tuple of amounts."""

    cites: tuple[Cite, ...]
    prices: tuple[tuple[Amount, ...], ...]
    unless: Expr | None


@dataclass(frozen=True, slots=True)
class Limit(Node):
    cites: tuple[Cite, ...]
    count: int
    per: Name
    subject: Expr | None


@dataclass(frozen=True, slots=True)
class Text(Node):
    cites: tuple[Cite, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Requires(Condition):
    pass


ActionClause = Text | During | Cost | Limit | Requires


@dataclass(frozen=True, slots=True)
class Action(Item):
    name: Name
    params: tuple[ActionParam, ...]
    clauses: tuple[ActionClause, ...]
    do_cites: tuple[Cite, ...]
    body: tuple[Stmt, ...]


# ---------------------------------------------------------------- scenarios


@dataclass(frozen=True, slots=True)
class Scene(Node):
    cites: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class ScenePlayers(Scene):
    count: int


@dataclass(frozen=True, slots=True)
class Under(Scene):
    ruling: Name
    reading: Name


@dataclass(frozen=True, slots=True)
class FixValue(Node):
    target: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class FixCall(Node):
    call: Call


@dataclass(frozen=True, slots=True)
class Given(Scene):
    fixes: tuple[FixValue | FixCall, ...]


@dataclass(frozen=True, slots=True)
class Start(Scene):
    phase: Name  # `play` starts the whole game
    args: tuple[Expr, ...]
    player: Expr | None


@dataclass(frozen=True, slots=True)
class Dice(Scene):
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Shuffled(Scene):
    zone: Expr
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Does(Scene):
    who: Expr
    call: Call


@dataclass(frozen=True, slots=True)
class Picks(Scene):
    """`p chooses x, y`: things, options with arguments, or `nothing`."""

    who: Expr
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Accepts(Scene):
    who: Expr


@dataclass(frozen=True, slots=True)
class Declines(Scene):
    who: Expr


@dataclass(frozen=True, slots=True)
class Expect(Scene):
    test: Expr


@dataclass(frozen=True, slots=True)
class ExpectChoices(Scene):
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ExpectNoChoice(Scene):
    value: Expr


@dataclass(frozen=True, slots=True)
class ExpectCannot(Scene):
    """`because` holds the rule ids the refusal has to name."""

    who: Expr
    call: Call
    because: tuple[Cite, ...]


@dataclass(frozen=True, slots=True)
class ExpectSees(Scene):
    who: Expr
    what: Expr
    sees: bool


@dataclass(frozen=True, slots=True)
class ExpectDecides(Scene):
    who: Expr


@dataclass(frozen=True, slots=True)
class ExpectWon(Scene):
    by: Expr


@dataclass(frozen=True, slots=True)
class ExpectDrawn(Scene):
    pass


AnyScene = (
    ScenePlayers | Under | Given | Start | Dice | Shuffled | Does | Picks | Accepts | Declines | Expect | ExpectChoices
    | ExpectNoChoice | ExpectCannot | ExpectSees | ExpectDecides | ExpectWon | ExpectDrawn
)


@dataclass(frozen=True, slots=True)
class Scenario(Item):
    text: str
    scenes: tuple[AnyScene, ...]


AnyItem = (
    Language | Use | Game | Variant | Replace | Without | Aside
    | TypeItem | Kind | One | EachHas | TableHas | Board | Ruling
    | Define | Stat | Change | Fact | Ranking | Invariant
    | Sequence | Phase | Window | Procedure | Event | Trigger | Action | Scenario
)


@dataclass(frozen=True, slots=True)
class Ruleset(Node):
    """One parsed file."""

    items: tuple[AnyItem, ...]
