"""Changes one thing at a time in a program: all changes at once, each behind a switch of its own.

The changed program has one attribute more, the number of the change that is on (0: none, and it means what it always
meant). So a thousand changed games are one program, compiled once: `x >= 3` becomes `x >= 3 + (change is 17)`. A place
of the text that became several nodes is one change, on in all of them.

The number 0 is also how rulings are read here: each becomes an attribute, so that one program serves all readings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from . import core
from .marks import EFFECT, LENGTH, MARK, NUMBER, SEAT, TRUTH, unmarked
from .schema import DOMAINS, EXPRESSIONS, OBJECTS, STATEMENTS
from .specialise import called

Node = dict[str, Any]
SWITCH = "~change"  # no name of a ruleset begins so
RULING = "~ruling."
MILLIMETRE = 10  # a length is off by this much

DROPPED, INVERTED, SHIFTED, SWAPPED, DELETED, SKIPPED = (
    "dropped",
    "inverted",
    "shifted",
    "swapped",
    "deleted",
    "skipped",
)
# What the condition at a place is for.
TEST, FILTER, EITHER, PLAIN, COVERED = range(5)
ROLES = {"where": FILTER, "when": FILTER, "valid": FILTER, "test": FILTER}
SORTS = frozenset("EDGCBROP")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `site` is its place, by number."""

    number: int
    change: str
    site: int


def switched(program: Node) -> tuple[Node, list[Mutant]]:
    """The program with every change in it, and what they are. It must be one with marks."""
    return _Switches(program).run()


def played(program: Node) -> set[str]:
    """The procedures that a game can come to: what only scenarios call is none of the rules."""
    own = {p["name"]: p for p in program["procedures"]}
    seen: set[str] = set()
    waiting = [name for name in (program["main"], program["init"], program["score"]) if name in own]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += [callee for callee in called(own[name]["body"]) if callee in own]
    return seen


def fixed_rulings(program: Node) -> set[str]:
    """Rulings that say who sees what: these cannot be told by an attribute."""
    sees = [thing["see"] for thing in (*program["attributes"], *program["zones"]) if isinstance(thing["see"], dict)]
    return _rulings(sees)


def _rulings(node: Any) -> set[str]:
    if isinstance(node, list):
        return {name for part in node for name in _rulings(part)}
    if not isinstance(node, dict):
        return set()
    own = {node["name"]} if node.get("kind") == "ruling" else set()
    return own | {name for part in node.values() for name in _rulings(part)}


class _Switches:
    def __init__(self, program: Node) -> None:
        self.program = program
        self.found: dict[tuple[int, str], Mutant] = {}
        self.fixed = fixed_rulings(program)
        self.needs: dict[str, int] = {}  # conditions of the choose at hand that say why not, with their sites

    def run(self) -> tuple[Node, list[Mutant]]:
        program = self.program
        rules = played(program)
        procedures = [
            self.procedure(p) if p["name"] in rules else self.ruled(unmarked(p)) for p in program["procedures"]
        ]
        cell = {"kind": "int", "low": 0, "high": max(1, len(self.found))}
        attributes = [{"name": SWITCH, "of": None, "type": cell, "see": "nobody"}]
        for ruling in program["rulings"]:
            readings = {"kind": "int", "low": 0, "high": len(ruling["readings"])}
            attributes.append({"name": RULING + ruling["name"], "of": None, "type": readings, "see": "all"})
        changed = {
            **program,
            "procedures": procedures,
            "attributes": [*program["attributes"], *attributes],
            "scenarios": self.ruled(unmarked(program["scenarios"])),
        }
        return changed, list(self.found.values())

    def ruled(self, node: Any) -> Any:
        """With attributes in the place of rulings."""
        if isinstance(node, list):
            return [self.ruled(part) for part in node]
        if not isinstance(node, dict):
            return node
        if node.get("kind") == "ruling" and node["name"] not in self.fixed:
            return core.get(RULING + node["name"], None)
        return {key: self.ruled(part) for key, part in node.items()}

    def guard(self, site: int, change: str) -> Node:
        """Is this change on?"""
        mutant = self.found.get((site, change))
        if mutant is None:
            mutant = self.found[site, change] = Mutant(len(self.found) + 1, change, site)
        return {**core.op("==", core.get(SWITCH, None), core.int_(mutant.number)), "switch": mutant.number}

    def off(self, site: int, change: str) -> Node:
        return core.op("not", self.guard(site, change))

    # ------------------------------------------------------------ statements

    def procedure(self, p: Node) -> Node:
        name, own = p["name"], {other["name"] for other in self.program["procedures"]}
        body = self.block(p["body"])
        if name.startswith("trigger."):
            if name.endswith(".if"):
                value = core.op("and", self.off(p["site"], SKIPPED), body[0]["value"])
                body = [{**body[0], "value": value}, *body[1:]]
            elif f"{name}.if" not in own:
                body = [core.when(self.off(p["site"], SKIPPED), body)]
        return {**p, "body": body}

    def block(self, body: list[Node]) -> list[Node]:
        out: list[Node] = []
        at = 0
        while at < len(body):
            mark = body[at].get(MARK)
            end = at + 1
            while mark is not None and end < len(body) and body[end].get(MARK) == mark:
                end += 1
            group = [self.statement(node) for node in body[at:end]]
            if mark is not None and mark[1] == EFFECT and any(node["kind"] not in ("drop", "note") for node in group):
                group = [core.when(self.off(mark[0], DELETED), group)]
            out += group
            at = end
        return out

    def statement(self, s: Node) -> Node:
        kind = s["kind"]
        if kind == "note":  # a line for people
            return self.ruled(unmarked(s))  # type: ignore[no-any-return]
        before = self.needs
        if kind == "attempt":  # `needs` only prunes: it never changes what is offered
            s = {**s, "needs": unmarked(s["needs"])}
        if kind == "choose":
            self.needs = {_key(r["test"]): r["site"] for b in s["branches"] for r in b["refusals"]}
        out = self.parts(s, STATEMENTS[kind], {"test": FILTER if kind == "ensure" else TEST})
        self.needs = before
        return out

    # ------------------------------------------------------------ the fields of a node, by the words of the schema

    def parts(self, node: Node, fields: str, roles: dict[str, int] | None = None) -> Node:
        """A copy with every part changed. `roles` says what conditions are for, by field."""
        sorts = {name: word.rstrip("~?*") for name, _, word in (field.partition(":") for field in fields.split())}
        roles = ROLES | (roles or {})
        return {
            key: self.part(part, sorts.get(key, ""), roles.get(key, PLAIN)) for key, part in node.items() if key != MARK
        }

    def part(self, part: Any, sort: str, role: int) -> Any:
        if part is None:
            return None
        if sort == "S":
            return self.block(part)
        if isinstance(part, list):
            return [self.part(one, sort, role) for one in part] if sort in SORTS else part
        match sort:
            case "E":
                return self.expression(part, role)
            case "D":
                return self.parts(part, DOMAINS[part["domain"]])
            case "G":
                return {**part, "index": self.part(part["index"], "E", PLAIN)} if "index" in part else unmarked(part)
            case "C" | "B" | "R" | "O" | "P":
                return self.parts(part, OBJECTS[sort])
        return part

    def expression(self, e: Node, role: int) -> Node:
        site = self.needs.get(_key(e)) if self.needs and role != COVERED else None
        if site is not None:
            return core.op("or", self.guard(site, DROPPED), self.expression(e, COVERED))
        kind, mark = e["kind"], e.get(MARK)
        if kind == "ruling":
            return self.ruled(unmarked(e))  # type: ignore[no-any-return]
        roles = {"args": self.role_in(e)} if kind == "op" else {"test": TEST}
        out = self.parts(e, EXPRESSIONS[kind], roles)
        return out if mark is None else self.changed(out, e, mark[0], mark[1], role)

    @staticmethod
    def role_in(e: Node) -> int:
        """What a part of a condition is for. Parts that the text does not name have no marks, and no change."""
        match e["op"]:
            case "and":
                return FILTER
            case "or":
                return EITHER
            case "not":
                return COVERED
        return PLAIN

    def changed(self, out: Node, e: Node, site: int, word: str, role: int) -> Node:
        """A node with the change that befits it."""
        if word in (NUMBER, LENGTH):
            if e["kind"] != "int":
                return out
            step = self.guard(site, SHIFTED)
            return core.op("+", out, core.op("*", step, core.int_(MILLIMETRE)) if word == LENGTH else step)
        if word == SEAT:
            other = core.table("player.next", [self.ruled(unmarked(e))], maybe=True)
            return core.if_(self.guard(site, SWAPPED), other, out)
        if word != TRUTH or role == COVERED:
            return out
        if role == FILTER and e["kind"] != "int":
            return core.op("or", self.guard(site, DROPPED), out)
        if role == EITHER and e["kind"] != "int":
            return core.op("and", self.off(site, DROPPED), out)
        return core.op("!=", out, self.guard(site, INVERTED))


def _key(node: Node) -> str:
    return json.dumps(node, sort_keys=True)
