"""How far lowered lines reach: what they read and change, themselves and in everything they call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..grammar.source import Source
from ..grammar.spans import Span
from .lint import Subject, remembered
from .usage import nodes_of

Node = dict[str, Any]


@dataclass(slots=True)
class Effect:
    """Attributes by name, local names as `~name`, the zones of a kind of thing as `zones of KIND`."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    ends: bool = False  # may end the game


class Reach:
    def __init__(self, program: Node) -> None:
        self.bodies = {procedure["name"]: procedure["body"] for procedure in program["procedures"]}
        self.params = {procedure["name"]: procedure["params"] for procedure in program["procedures"]}
        self.kinds = [zone["holds"] for zone in program["zones"]]
        self.own = {name: self._own(body) for name, body in self.bodies.items()}
        self.whole: dict[str, Effect] = {}

    def of_procedure(self, name: str) -> Effect:
        """With everything it calls; its local names are nobody else's."""
        if name not in self.whole:
            total = Effect()
            waiting, seen = [name], set()
            while waiting:
                one = waiting.pop()
                if one in seen or one not in self.own:
                    continue
                seen.add(one)
                own = self.own[one]
                total.reads |= {read for read in own.reads if not read.startswith("~")}
                total.writes |= {write for write in own.writes if not write.startswith("~")}
                total.ends |= own.ends
                waiting += own.calls
            total.calls = seen
            self.whole[name] = total
        return self.whole[name]

    def of(self, node: Any) -> Effect:
        """Of some lines or of an expression, local names included."""
        total = self._own(node)
        for call in total.calls:
            called = self.of_procedure(call)
            total.reads |= called.reads
            total.writes |= called.writes
            total.ends |= called.ends
        return total

    def calls(self, name: str) -> Iterator[tuple[Node, set[str] | None]]:
        """Every call of a procedure's lines with what the conditions around it ask for; None where an answer or a local
        name decides, or where the call may come any number of times."""
        yield from self._calls(self.bodies.get(name, []), set())

    def _calls(self, body: list[Node], asked: set[str] | None) -> Iterator[tuple[Node, set[str] | None]]:
        for line in body:
            match line["kind"]:
                case "call":
                    yield line, asked
                case "when":
                    inner = self._joined(asked, line["test"])
                    yield from self._calls(line["then"], inner)
                    yield from self._calls(line["else"], inner)
                    if any(one.get("kind") in ("return", "break", "continue", "finish") for one in nodes_of(line)):
                        asked = inner
                case "choose" | "pick":
                    asked = None if line["kind"] == "choose" else asked
                case "while" | "for" | "attempt":
                    yield from self._calls(line["body"], None)
                case "return" | "break" | "continue" | "finish":
                    return

    def _joined(self, asked: set[str] | None, test: Node) -> set[str] | None:
        return None if asked is None or self._direct(test) else asked | self.of(test).reads

    def _direct(self, node: Any) -> set[str]:
        """Local names whose own value counts. Those that only pick out whose attribute is asked for do not: what is
        asked for of anybody is among the reads anyway."""
        if isinstance(node, list):
            return {name for part in node for name in self._direct(part)}
        if not isinstance(node, dict):
            return set()
        match node.get("kind"):
            case "var":
                return {node["name"]}
            case "get" | "table" | "zone" | "row":
                return set()
            case "ask":
                counted = self._counted(node["procedure"])
                args = [arg for at, arg in enumerate(node["args"]) if at in counted]
                return self._direct(args)
        bound = {node["var"]} if isinstance(node.get("var"), str) else set()
        bound |= {clause["var"] for clause in node.get("over", ())}
        return self._direct(list(node.values())) - bound

    def _counted(self, procedure: str) -> set[int]:
        """Which parameters of a query count by their own value. Queries never ask themselves."""
        direct = self._direct(self.bodies.get(procedure, []))
        return {at for at, name in enumerate(self.params.get(procedure, [])) if name in direct}

    def _own(self, body: Any) -> Effect:
        found = Effect()
        for one in nodes_of(body):
            match one.get("kind"):
                case "get":
                    found.reads.add(one["attribute"])
                case "var":
                    found.reads.add(f"~{one['name']}")
                case "zone" | "where":
                    kind = one["of"] if one["kind"] == "where" else self.kinds[one["zone"]]
                    found.reads.add(f"zones of {kind}")
                case "move":
                    found.writes.add(f"zones of {one['of']}")
                case "ask" | "call":
                    found.calls.add(one["procedure"])
                    if one.get("into"):
                        found.writes.add(f"~{one['into']}")
                case "choose":
                    into = one["into"]
                    found.writes |= {f"~{name}" for name in [into["tag"], *into["values"]] if name}
                case "pick":
                    found.writes.add(f"~{one['into']}")
                case "for":
                    found.writes.add(f"~{one['var']}")
                case "finish":
                    found.ends = True
            target = one.get("target")
            if isinstance(target, dict):
                found.writes.add(target["attribute"] if target["kind"] == "attribute" else f"~{target['name']}")
        return found


@remembered
def reach(subject: Subject) -> Reach:
    return Reach(subject.program)


def span_of(subject: Subject, site: int) -> Span:
    """The place of a site."""
    place = subject.program["sites"][site]
    source = Source(subject.sources[place["file"]], place["file"])
    start = source.offset(place["line"], place["column"])
    return source.span(start, source.offset(place["end_line"], place["end_column"]))
