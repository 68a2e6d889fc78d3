"""What all parts of one module share while it is being written: program, memory, globals, functions known so far."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .facts import Facts
from .memory import DECISIONS_AT, FAULT_CODE, FAULT_SITE, MOVES_AT, OPTION, Memory
from .sights import Sights
from .values import Node, Type, in_memory, machine, type_of
from .wasm import I32, I64, Function, Module

CODES = (
    "none-yet", "range", "full", "nothing", "empty", "division", "index", "only", "none", "steps", "stack", "options",
    "invariant", "provided", "search", "script", "bounds", "answer",
)  # fmt: skip
NO_SITE = -1

# What a suspending procedure gives back to its caller.
DONE, SUSPENDED, STOPPED, LISTED = 0, 1, 2, 3
# Why it is suspended (its frame lies in the state) or stopped (nothing of it is left).
DECISION, ENTERING = 0, 1
ENDED, COMPLETE, DEAD, CAPPED = 0, 1, 2, 3
# How decisions are met.
PLAY, LOOK, AUTO = 0, 1, 2


@dataclass(slots=True)
class Signature:
    """A procedure as a function. Values in memory are passed by address; such a result goes to an address given last.
    A framed one takes the address of its frame, the entry at which it goes on, and its scalar parameters."""

    index: int
    node: Node
    params: list[Type]
    result: Type
    framed: bool
    finishes: bool  # may end the game without being framed
    recursive: bool
    function: Function


class Unit:
    """One module in the making."""

    def __init__(self, program: dict[str, Any]) -> None:
        self.program = program
        self.module = Module()
        self.memory = Memory(program)
        m = self.module
        self.steps = m.variable()  # counted since the last decision
        self.mode = m.variable()
        self.why = m.variable()  # a procedure was suspended or stopped
        self.returned = m.variable()  # by a suspending procedure
        self.depth = m.variable()  # of calls within calls of recursive procedures
        self.options = m.variable()  # address at which options are listed
        self.listed = m.variable()  # how many there are
        self.bot = m.variable(I64)  # the random stream of the player of playouts
        self.decisions = m.variable()  # asked for so far in this playout
        self.moves = m.variable()  # those and the forced ones
        self.cap = m.variable()  # on decisions
        self.dirty = m.variable()  # may there be something on the stack in memory?
        self.limit = int(program["options_limit"])
        self.everyone = (1 << int(program["players"])) - 1
        self.option_buffer = self.memory.reserve(OPTION * (self.limit + 1))
        self.sights = Sights(self.memory, program) if program.get("sights") else None
        self.fault = m.function((I32, I32))
        self._write_fault()
        self.helpers: dict[tuple[str, ...], Function] = {}  # functions of the runtime, made when first needed
        self.facts = Facts(program)
        self._safe: dict[str, bool] = {}
        self.tabulated: dict[str, list[int] | None] = {}  # by what the expression means
        self.weights: dict[int, tuple[int, Node]] = {}
        self.procedures: dict[str, Signature] = {}
        self._declare()

    def _write_fault(self) -> None:
        """Leaves word of what went wrong, and stops everything."""
        f = self.fault
        f.keep(FAULT_CODE, f.param(0))
        f.keep(FAULT_SITE, f.param(1))
        f.keep(DECISIONS_AT, self.decisions)
        f.keep(MOVES_AT, self.moves)
        f.op("unreachable")

    def _declare(self) -> None:
        """Give every procedure its function, so that they can call each other in any order."""
        nodes = self.program["procedures"]
        inside = {node["name"]: statements(node["body"]) for node in nodes}
        calls = {name: {s["procedure"] for s in body if s["kind"] == "call"} for name, body in inside.items()}
        finishing = {name for name, body in inside.items() if any(s["kind"] == "finish" for s in body)}
        framed = {node["name"] for node in nodes if node["effect"] == "suspending"}
        finishing -= framed
        while more := {n for n in calls if n not in framed | finishing and calls[n] & finishing}:
            finishing |= more
        looping = in_cycles({name: {c for c in calls[name] if c in framed} for name in framed})
        for index, node in enumerate(nodes):
            name = node["name"]
            params = [type_of(node["locals"][p]["type"]) for p in node["params"]]
            result = type_of(node["result"])
            kinds = [machine(t) for t in params]
            if name in framed:
                kinds = [I32, I32, *(k for k, t in zip(kinds, params, strict=True) if not in_memory(t))]
                function = self.module.function(tuple(kinds), (I32,))
            elif in_memory(result):
                function = self.module.function((*kinds, I32))
            else:
                function = self.module.function(tuple(kinds), (machine(result),))
            self.procedures[name] = Signature(
                index, node, params, result, name in framed, name in finishing, name in looping, function
            )

    def helper(self, *key: str, params: tuple[int, ...] = (), results: tuple[int, ...] = ()) -> tuple[Function, bool]:
        """A function of the runtime by its name; yes if it is new and has to be written."""
        found = self.helpers.get(key)
        if found is not None:
            return found, False
        made = self.helpers[key] = self.module.function(params, results)
        return made, True

    def safe_query(self, name: str) -> bool:
        """Is what a procedure returns safe to evaluate at any time? It is one that only returns something."""
        if name not in self._safe:
            from .body import Body
            from .safety import safe

            signature = self.procedures[name]
            body = Body(self, signature.node, signature.function)
            self._safe[name] = safe(body, signature.node["body"][0]["value"])
        return self._safe[name]

    @property
    def has_script(self) -> bool:
        return bool(self.program["script"]["capacity"])


def statements(body: list[Node]) -> list[Node]:
    """All statements of a body, those in blocks of others too."""
    found: list[Node] = []
    waiting = list(body)
    while waiting:
        node = waiting.pop()
        found.append(node)
        for field in ("then", "else", "body"):
            waiting += node.get(field) or ()
    return found


def in_cycles(graph: dict[str, set[str]]) -> set[str]:
    """The nodes that can reach themselves."""
    found = set()
    for start in graph:
        met: set[str] = set()
        waiting = list(graph[start])
        while waiting:
            node = waiting.pop()
            if node == start:
                found.add(start)
                break
            if node not in met:
                met.add(node)
                waiting += graph.get(node, ())
    return found
