"""The workshop in which a world is lowered: the procedures made so far, and how one body is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from ..grammar import nodes
from ..grammar.spans import Span
from . import core
from .acting import Body
from .bodies import Procedure
from .evaluating import Evaluating
from .model import Reports
from .types import Type, core_type
from .values import Binding, Node
from .world import GIVEN_NAMES, World

if TYPE_CHECKING:
    from .flow import Flow
    from .lower import Lowering


PASSES = 4


@dataclass(slots=True)
class Callee:
    """What a call needs to know."""

    core: str
    params: list[tuple[str, Type]]
    result: Type | None
    contextual: bool = False  # asks for actions: lowered once for each phase that calls it


@dataclass(slots=True)
class Query:
    core: str
    params: list[tuple[str, Type]]
    result: Type


class Workshop:
    """What every part of the lowering uses."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.sizes = world.sizes()
        self.procedures: dict[str, Procedure] = {}
        self.attributes: list[Node] = []  # beyond the declared ones: facts, limits, schedules, sealed answers
        self.queries: dict[str, Query | None] = {}
        self.busy: list[str] = []
        self.limits: dict[tuple[str, int], tuple[str, Type | None]] = {}
        self.acts: dict[str, list[nodes.Action]] | None = None  # by phase, in the order of the text
        self.queue: list[Callable[[], None]] = []
        self.astray: set[str] = set()  # procedures that ask for actions and are called where no phase runs
        self.flow: Flow
        self.contextual: set[str] = set()
        self.callees: dict[str, Callee | None] = {}

    def body(
        self,
        procedure: Procedure,
        make: Callable[[Body], list[Node]],
        *,
        you: Node | None,
        this: tuple[Node, str] | None = None,
        phase: nodes.Phase | nodes.Window | None = None,
        phase_names: list[tuple[str, Type]] | None = None,
        spans: dict[str, Span] | None = None,
    ) -> None:
        """Lowers one body, again if a later line widened the type of a local. What it reports is what the last pass
        said."""
        memory: dict[tuple[str, int], Type] = {}
        for turn in range(PASSES):
            reports = Reports(self.world.reports.lost)
            procedure.locals.clear()
            b = Body(cast("Lowering", self), procedure, you, this, phase, memory, reports)
            b.used["you"] = b.used["this"] = 1
            for name, t in procedure.params:
                if name in ("you", "this"):
                    continue
                b.used[name] = 1
                procedure.locals[name] = {"type": core_type(t, self.sizes)}
                if not name.startswith("_phase_"):
                    span = (spans or {}).get(name, procedure.span)
                    b.scopes[0].names[name] = Binding(core.var(name), t, span, None)
            if phase is not None:
                b.phase_values = [
                    (n, core.var(n if n in b.scopes[0].names else f"_phase_{n}"), t) for n, t in phase_names or []
                ]
            procedure.body = make(b)
            if not b.widened or turn == PASSES - 1:
                for diagnostic in reports.diagnostics:
                    self.world.reports.add(diagnostic)
                break

    def add(self, procedure: Procedure) -> Procedure:
        self.procedures[procedure.name] = procedure
        return procedure

    @staticmethod
    def binding(node: Node, t: Type, span: Span) -> Binding:
        return Binding(node, t, span, None)

    def checked_params(self, params: tuple[nodes.Param, ...]) -> list[tuple[str, Type]]:
        self.checked_names([p.name for p in params])
        return [(p.name, p.type) for p in self.world.parameters(params)]

    def checked_names(self, names: Sequence[nodes.Name]) -> None:
        """Names that a body gets from outside must be new."""
        for name in names:
            if name.text in self.world.spans or self.world.things_called(name.text) or name.text in GIVEN_NAMES:
                also = [(self.world.spans[name.text], "declared here")] if name.text in self.world.spans else []
                self.world.reports.error(
                    "shadowed-name",
                    f"`{name.text}` is already a name of the game",
                    name.span,
                    "the same name again",
                    also=also,
                    help="give this one another name",
                )

    def attribute(self, name: str, of: Any, type_: Node, see: Any, sealed: bool = False) -> str:
        if all(a["name"] != name for a in self.attributes):
            self.attributes.append(
                {"name": name, "of": of, "type": type_, "see": see, **({"sealed": True} if sealed else {})}
            )
        return name

    def query_procedure(self, name: str, params: list[tuple[str, Type]], span: Span, rules: list[str]) -> Procedure:
        return self.add(Procedure(name, params, None, span, rules, query=True))

    def ask_node(self, b: Evaluating, procedure: str, args: list[Node], span: Span) -> Node:
        return {"kind": "ask", "procedure": procedure, "args": args, "~you": b.you, "~span": span}

    def plain_call(self, b: Evaluating, procedure: str, args: list[Node], site: int) -> Node:
        return {"kind": "call", "procedure": procedure, "args": args, "into": None, "site": site, "~you": b.you}

    def game_span(self) -> Span:
        assert self.world.game is not None
        return self.world.game.span


def start_of(type_: Node) -> int:
    """Where a number or thing starts that says nothing: none if it can be absent, else 0 or the nearest to it."""
    if type_["kind"] != "int":
        return 0
    if type_.get("of") is not None:
        return int(type_["low"])
    return max(int(type_["low"]), min(0, int(type_["high"])))


def start_node(type_: Node) -> Node:
    """The same as an expression: sets and lists start empty."""
    match type_["kind"]:
        case "set":
            return {"kind": "things", "of": type_["of"], "items": []}
        case "list":
            return {"kind": "list", "items": []}
    return core.int_(start_of(type_))
