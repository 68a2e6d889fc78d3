"""Puts a note wherever somebody may want to know whether play ever comes there: at every procedure, at every line that
does something, behind every choice for the option that was taken. What the program means is the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import core
from .marks import EFFECT, MARK, unmarked
from .mutants import RULING, fixed_rulings, played

Node = dict[str, Any]
PROCEDURE, LINE, ACTION, OPTION, TRIGGER, POWER = "procedure", "line", "action", "option", "trigger", "power"
BLOCKS = ("then", "else", "body")


@dataclass(frozen=True, slots=True)
class Sight:
    """One place that is counted. Several numbers may mean the same: an action is there once for each phase."""

    sort: str
    name: str
    site: int


def sighted(program: Node) -> tuple[Node, list[Sight]]:
    """The program with its notes, and what they stand for by their numbers. Without marks no line is counted. Rulings
    become attributes, so that one program serves all readings."""
    return _Sights(program).run()


class _Sights:
    def __init__(self, program: Node) -> None:
        self.program = program
        self.found: list[Sight] = []
        self.actions = {action["name"] for action in program["actions"]}

    def run(self) -> tuple[Node, list[Sight]]:
        program = self.program
        rules = played(program)
        procedures = [self.procedure(p) if p["name"] in rules else p for p in program["procedures"]]
        open_program = ruled(unmarked({**program, "procedures": procedures}))
        return open_program, self.found

    def note(self, sort: str, name: str, site: int, looking: bool = False) -> Node:
        """`looking`: what only looks is counted in look-ahead too."""
        self.found.append(Sight(sort, name, site))
        own = {"sight": len(self.found) - 1, "looking": looking}
        return {"kind": "note", "event": "", "args": [], "types": [], "rules": [], **own}

    def procedure(self, p: Node) -> Node:
        name = p["name"]
        sort, word = PROCEDURE, name
        if name.startswith("do.") and not name.endswith(".inner"):
            sort, word = ACTION, name.removeprefix("do.").split("@")[0]
        elif name.startswith("trigger.") and not name.endswith(".if"):
            sort = TRIGGER
        elif name.startswith("ability.") and name.count(".") == 3:
            _, _, ability, thing = name.split(".")
            sort, word = POWER, f"{ability} of {thing}"
        return {**p, "body": [self.note(sort, word, p["site"], p["effect"] == "pure"), *self.block(p["body"])]}

    def block(self, body: list[Node]) -> list[Node]:
        out: list[Node] = []
        before = None
        for s in body:
            mark = s.get(MARK)
            if mark is not None and mark[1] == EFFECT and mark != before and s["kind"] != "drop":
                out.append(self.note(LINE, "", mark[0]))
            before = mark
            out.append({key: self.block(part) if key in BLOCKS else part for key, part in s.items()})
            if s["kind"] == "choose":
                out += self.taken(s)
        return out

    def taken(self, s: Node) -> list[Node]:
        """Which option was it? Those of actions are counted where the actions are."""
        tag = s["into"]["tag"]
        if tag is None:
            return []
        return [
            core.when(core.equal(core.var(tag), core.int_(b["tag"])), [self.note(OPTION, b["name"], b["site"])])
            for b in s["branches"]
            if b["name"] is not None and b["name"] not in self.actions
        ]


def ruled(program: Node) -> Node:
    """The program with attributes in the place of rulings, but for those that say who sees what."""
    fixed = fixed_rulings(program)

    def copy(node: Any) -> Any:
        if isinstance(node, list):
            return [copy(part) for part in node]
        if not isinstance(node, dict):
            return node
        if node.get("kind") == "ruling" and node["name"] not in fixed:
            return core.get(RULING + node["name"], None)
        return {key: copy(part) for key, part in node.items()}

    attributes = [
        {
            "name": RULING + ruling["name"],
            "of": None,
            "type": {"kind": "int", "low": 0, "high": len(ruling["readings"])},
            "see": "all",
        }
        for ruling in program["rulings"]
    ]
    return {
        **program,
        "procedures": copy(program["procedures"]),
        "attributes": [*program["attributes"], *attributes],
    }
