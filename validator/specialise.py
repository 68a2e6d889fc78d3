"""Makes the number of players and the rulings constants, drops what can no longer happen, and lays out the state."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

from . import core
from .layout import lay_out
from .simplify import simplify

Node = dict[str, Any]
PLAYER = "player"
SET_KINDS = frozenset(
    (
        "all",
        "things",
        "union",
        "minus",
        "meet",
        "has",
        "size",
        "same",
        "nth",
        "fold",
        "reach",
        "include",
        "exclude",
        "set",
        "extent",
    )
)
BLOCKS = ("then", "else", "body")


def specialise(
    program: Node, players: int, options: Mapping[str, int] | None = None, script: int = 0, simple: bool = True
) -> Node:
    """The program for one table. `options` are reading indexes by ruling; what is not named has its default. `script`
    makes room
    for scripted chance, as scenarios need it."""
    readings = {r["name"]: r["default"] for r in program["rulings"]} | dict(options or {})
    return _Specialiser(program, players, readings, script).run(simple)


class _Specialiser:
    def __init__(self, program: Node, players: int, readings: dict[str, int], script: int) -> None:
        self.program = program
        self.players = players
        self.readings = readings
        self.script = script
        self.kinds = {k["name"]: k for k in program["kinds"]}
        self.enums = {e["name"]: e for e in program["enumerations"]}
        self.sizes = {name: self.size(name) for name in (*self.kinds, *self.enums)}

    def size(self, of: Any) -> int:
        if isinstance(of, int):
            return of
        if isinstance(of, list):
            total = 1
            for part in of:
                total *= self.size(part)
            return total
        if of == PLAYER:
            return self.players
        if of in self.enums:
            return len(self.enums[of]["values"])
        size = self.kinds[of]["size"]
        if isinstance(size, list):
            total = 1
            for part, names in zip(self.kinds[of]["per"], self.kinds[of]["parts"], strict=True):
                total *= self.players if part == PLAYER else len(names)
            return total
        return int(size)

    # ------------------------------------------------------------ the whole

    def run(self, simple: bool) -> Node:
        p = self.program
        tables, rows = self.constants()
        names = {k: self.names(k) for k in self.kinds} | {e: list(v["values"]) for e, v in self.enums.items()}
        out: Node = {
            "kind": "specialised",
            "name": p["name"],
            "title": p["title"],
            "variant": p["variant"],
            "players": self.players,
            "options": dict(self.readings),
            "kinds": {k: self.sizes[k] for k in self.kinds},
            "enumerations": {e: self.sizes[e] for e in self.enums},
            "names": names,
            "titles": {k: v["titles"] for k, v in self.kinds.items()},
            "texts": {k: v["texts"] for k, v in self.kinds.items()},
            "owners": {
                k: (None if k == PLAYER else f"{k}.{PLAYER}")
                for k, v in self.kinds.items()
                if k == PLAYER or PLAYER in v["per"]
            },
            "tables": tables,
            "rows": rows,
            "main": p["main"],
            "init": p["init"],
            "score": p["score"],
            "steps": p["steps"],
            "search": p["search"],
            "options_limit": p["options_limit"],
            "depth": p["depth"],
            "sites": p["sites"],
            "rulings": p["rulings"],
            "boards": p["boards"],
            "phases": p["phases"],
            "actions": p["actions"],
            "invariants": p["invariants"],
            "hash": p["hash"],
        }
        attributes = [
            {**a, "of": a["of"], "type": self.type(a["type"]), "see": self.see(a["see"])} for a in p["attributes"]
        ]
        zones = [{**z, "see": self.see(z["see"])} for z in p["zones"]]
        procedures = [self.procedure(x) for x in self.all_procedures()]
        if simple:
            simplify(procedures)
        if not self.script:
            procedures = reachable(
                procedures, [p["main"], p["init"], p["score"], *(i["procedure"] for i in p["invariants"])]
            )
        lay_out(out, attributes, zones, procedures, self)
        return out

    def all_procedures(self) -> list[Node]:
        own = list(self.program["procedures"])
        if self.script:
            own += [p for s in self.program["scenarios"] for p in s["procedures"]]
        return own

    def names(self, kind: str) -> list[str]:
        k = self.kinds[kind]
        if k["names"] is not None:
            return list(k["names"])
        if kind == PLAYER:
            return list(self.program["players"]["names"] or [f"player_{i + 1}" for i in range(self.players)])
        parts = [
            names[: self.players] if part == PLAYER else names for part, names in zip(k["per"], k["parts"], strict=True)
        ]
        return [core.product_name(kind, combo) for combo in itertools.product(*parts)]

    def constants(self) -> tuple[Node, Node]:
        """Tables as numbers; those of players and of products with players are made here."""
        n = self.players
        tables = {
            name: {"dims": [self.dim(d, len(t["data"])) for d in t["dims"]], "data": t["data"]}
            for name, t in self.program["tables"].items()
        }
        rows = {
            name: {"dims": [self.dim(d, len(t["data"])) for d in t["dims"]], "data": t["data"]}
            for name, t in self.program["rows"].items()
        }
        tables["player.next"] = {"dims": [n], "data": [(i + 1) % n for i in range(n)]}
        tables["player.previous"] = {"dims": [n], "data": [(i - 1) % n for i in range(n)]}
        rows["player.circle"] = {"dims": [n], "data": [[(i + k) % n for k in range(n)] for i in range(n)]}
        rows["player.others"] = {"dims": [n], "data": [[(i + k) % n for k in range(1, n)] for i in range(n)]}
        for kind in self.kinds.values():
            if isinstance(kind["size"], list):
                counts = [
                    n if part == PLAYER else len(names) for part, names in zip(kind["per"], kind["parts"], strict=True)
                ]
                places = list(itertools.product(*(range(c) for c in counts)))
                for i, part in enumerate(kind["per"]):
                    tables[f"{kind['name']}.{part}"] = {
                        "dims": [len(places)],
                        "data": [kind["lows"][i] + place[i] for place in places],
                    }
        return tables, rows

    def dim(self, d: Any, length: int) -> int:
        return length if d is None else self.size(d)

    def see(self, see: Any) -> str:
        if isinstance(see, dict):
            test = self.expression(see["test"])
            return str(see["then"] if core.is_int(test) and test["value"] else see["else"])
        return str(see)

    def type(self, t: Node) -> Node:
        if t["kind"] == "set":
            return {
                "kind": "set",
                "of": self.size(t["of"]),
                **({"things": t["of"]} if isinstance(t["of"], str) else {}),
            }
        of = t.get("of")
        if of in self.sizes and t["high"] >= 0:
            return {**t, "high": self.sizes[of] - 1}
        return dict(t)

    def procedure(self, p: Node) -> Node:
        return {
            **p,
            "result": self.type(p["result"]) if p["result"] is not None else None,
            "locals": {n: {"type": self.type(v["type"])} for n, v in p["locals"].items()},
            "body": self.block(p["body"]),
        }

    # ------------------------------------------------------------ statements

    def block(self, body: list[Node]) -> list[Node]:
        out: list[Node] = []
        for s in body:
            out += self.statement(s)
            if out and out[-1]["kind"] in ("return", "break", "continue", "finish"):
                break
        return out

    def statement(self, s: Node) -> list[Node]:
        if s["kind"] == "when":
            test = self.expression(s["test"])
            if core.is_int(test):
                return self.block(s["then"] if test["value"] else s["else"])
            return [{**s, "test": test, "then": self.block(s["then"]), "else": self.block(s["else"])}]
        if s["kind"] == "while":
            test = self.expression(s["test"])
            if core.is_int(test, 0):
                return []
            return [{**s, "test": test, "body": self.block(s["body"])}]
        if s["kind"] == "drop" and not s["names"]:
            return []
        node: Node = {}
        for key, value in s.items():
            if key in BLOCKS:
                node[key] = self.block(value)
            elif key == "branches":
                node[key] = [b for b in (self.branch(b) for b in value) if b is not None]
            elif key == "of" and s["kind"] in SET_KINDS:
                node[key] = self.size(value)
            elif isinstance(value, dict | list) and key not in ("names", "rules", "into", "types"):
                node[key] = self.any(value)
            else:
                node[key] = self.types_of(value) if key == "types" else value
        return [node]

    def types_of(self, types: list[Node]) -> list[Node]:
        return [self.type(t) for t in types]

    def branch(self, b: Node) -> Node | None:
        """A branch that these rulings never open is gone, unless it can still say why."""
        when = self.expression(b["when"]) if b["when"] is not None else None
        if when is not None and core.is_int(when, 0) and not b["refusals"]:
            return None
        if when is not None and core.is_int(when) and when["value"]:
            when = None
        return {
            **b,
            "when": when,
            "over": [self.clause(c) for c in b["over"]],
            "values": [self.expression(v) for v in b["values"]],
            "types": self.types_of(b["types"]),
            "refusals": [{**r, "test": self.expression(r["test"])} for r in b["refusals"]],
        }

    def clause(self, c: Node) -> Node:
        where = self.expression(c["where"]) if c["where"] is not None else None
        return {
            **c,
            "domain": self.domain(c["domain"]),
            "where": None if where is not None and core.is_int(where) and where["value"] else where,
        }

    def domain(self, d: Node) -> Node:
        out = {k: self.any(v) if isinstance(v, dict | list) and k != "of" else v for k, v in d.items()}
        if d["domain"] == "all":
            out["of"] = self.size(d["of"])
        elif d["domain"] in ("set", "list"):
            out["of"] = self.expression(d["of"])
        return out

    def any(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.any(v) for v in value]
        if isinstance(value, dict):
            if "domain" in value and isinstance(value["domain"], str):
                return self.domain(value)
            if "var" in value and "domain" in value:
                return self.clause(value)
            if "kind" in value:
                return self.expression(value)
            return {k: self.any(v) if isinstance(v, dict | list) else v for k, v in value.items()}
        return value

    # ------------------------------------------------------------ expressions

    def expression(self, e: Node) -> Node:
        kind = e["kind"]
        if kind == "ruling":
            return core.int_(self.readings[e["name"]])
        if kind == "extent":
            return core.int_(self.size(e["of"]))
        if kind == "if":
            test = self.expression(e["test"])
            if core.is_int(test):
                return self.expression(e["then"] if test["value"] else e["else"])
            return {**e, "test": test, "then": self.expression(e["then"]), "else": self.expression(e["else"])}
        if kind == "op":
            return folded({**e, "args": [self.expression(a) for a in e["args"]]})
        if kind == "fold":
            out = {
                k: (self.expression(v) if isinstance(v, dict) else v) for k, v in e.items() if k not in ("over", "of")
            }
            out["over"] = [self.clause(c) for c in e["over"]]
            if "of" in e:
                out["of"] = self.size(e["of"])
            return out
        out = {}
        for key, value in e.items():
            if key == "of" and (kind in SET_KINDS or (kind == "row" and value is not None)):
                out[key] = self.size(value)
            elif isinstance(value, dict | list):
                out[key] = self.any(value)
            else:
                out[key] = value
        return out


def folded(e: Node) -> Node:
    """An operation on constants is a constant; `and` and `or` lose what decides nothing."""
    word, args = e["op"], e["args"]
    if word in ("and", "or"):
        decided, neutral = (0, 1) if word == "and" else (1, 0)
        left, right = args
        if core.is_int(left):
            return core.int_(decided) if bool(left["value"]) == bool(decided) else right
        if core.is_int(right) and bool(right["value"]) == bool(neutral):
            return dict(left)
        return e
    if not all(core.is_int(a) for a in args):
        return e
    values = [a["value"] for a in args]
    a, b = values[0], values[-1]
    if word in ("div", "mod") and b == 0:
        return e
    results = {
        "+": a + b,
        "-": a - b,
        "*": a * b,
        "min": min(a, b),
        "max": max(a, b),
        "neg": -a,
        "abs": abs(a),
        "==": int(a == b),
        "!=": int(a != b),
        "<": int(a < b),
        "<=": int(a <= b),
        ">": int(a > b),
        ">=": int(a >= b),
        "not": int(not a),
    }
    if word == "div":
        return core.int_(a // b)
    if word == "mod":
        return core.int_(a % b)
    return core.int_(results[word])


def reachable(procedures: list[Node], roots: list[str | None]) -> list[Node]:
    """Only what play can reach: the rest would be compiled for nothing."""
    by_name = {p["name"]: p for p in procedures}
    seen: set[str] = set()
    waiting = [r for r in roots if r is not None and r in by_name]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += [callee for callee in called(by_name[name]["body"]) if callee in by_name]
    return [p for p in procedures if p["name"] in seen]


def called(node: Any) -> list[str]:
    if isinstance(node, dict):
        own = [node["procedure"]] if node.get("kind") in ("ask", "call") else []
        return own + [name for value in node.values() for name in called(value)]
    if isinstance(node, list):
        return [name for item in node for name in called(item)]
    return []
