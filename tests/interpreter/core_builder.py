"""Writes small specialised programs by hand: short names for the nodes of CORE.md, and a builder that does the layout.

An int stands for a constant and a string for a variable wherever an expression is wanted. Every node that has no site
gets one of its own, so that a test can hold a node and compare its site with that of an error."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

Node = dict[str, Any]
E = Node | int | str

WIDE = {"kind": "int", "low": -(2**31), "high": 2**31 - 1}


def expr(e: E) -> Node:
    if isinstance(e, int):
        return {"kind": "int", "value": int(e)}
    return {"kind": "var", "name": e} if isinstance(e, str) else e


def exprs(es: Any) -> list[Node]:
    return [expr(e) for e in es]


def maybe_expr(e: E | None) -> Node | None:
    return None if e is None else expr(e)


# types


def ints(low: int, high: int) -> Node:
    return {"kind": "int", "low": low, "high": high}


def sets(of: int) -> Node:
    return {"kind": "set", "of": of}


def lists(capacity: int, low: int = WIDE["low"], high: int = WIDE["high"]) -> Node:
    return {"kind": "list", "capacity": capacity, "low": low, "high": high}


# expressions


def op(word: str, *args: E) -> Node:
    return {"kind": "op", "op": word, "args": exprs(args)}


def eq(a: E, b: E) -> Node:
    return op("==", a, b)


def get(attribute: str, index: E | None = None, **more: Any) -> Node:
    return {"kind": "get", "attribute": attribute, "index": maybe_expr(index), **more}


def table(name: str, *index: E, **more: Any) -> Node:
    return {"kind": "table", "table": name, "index": exprs(index), **more}


def row(name: str, *index: E, as_: str = "set", **more: Any) -> Node:
    return {"kind": "row", "rows": name, "index": exprs(index), "as": as_, **more}


def if_(test: E, then: E, otherwise: E) -> Node:
    return {"kind": "if", "test": expr(test), "then": expr(then), "else": expr(otherwise)}


def zone(number: int, index: E | None = None, **more: Any) -> Node:
    """`number` is the place of the family in the program's zones."""
    return {"kind": "zone", "zone": number, "index": maybe_expr(index), **more}


def of_zone(kind: str, z: E, of: str = "card", **more: E) -> Node:
    """count, top, bottom, members; at with position; tops with count."""
    return {"kind": kind, "zone": expr(z), "of": of, **{k: expr(e) for k, e in more.items()}}


def where(thing: E, of: str = "card", **more: Any) -> Node:
    return {"kind": "where", "of": of, "thing": expr(thing), **more}


def things(*items: E, of: int = 32) -> Node:
    return {"kind": "things", "of": of, "items": exprs(items)}


def everything(of: int) -> Node:
    return {"kind": "all", "of": of}


def pair(kind: str, left: E, right: E) -> Node:
    """union, meet, minus, same."""
    return {"kind": kind, "left": expr(left), "right": expr(right)}


def has(set_: E, item: E) -> Node:
    return {"kind": "has", "set": expr(set_), "item": expr(item)}


def size(set_: E) -> Node:
    return {"kind": "size", "set": expr(set_)}


def bit(set_: E, args: list[E], dims: list[int]) -> Node:
    return {"kind": "bit", "set": expr(set_), "args": exprs(args), "dims": dims}


def nth(set_: E, position: E) -> Node:
    return {"kind": "nth", "set": expr(set_), "position": expr(position)}


def list_(*items: E) -> Node:
    return {"kind": "list", "items": exprs(items)}


def length(list__: E) -> Node:
    return {"kind": "length", "list": expr(list__)}


def item(list__: E, position: E) -> Node:
    return {"kind": "item", "list": expr(list__), "position": expr(position)}


def fold(word: str, over: list[Node], value: E = 0, **more: Any) -> Node:
    more = {k: expr(e) if k in ("empty", "key") else e for k, e in more.items()}
    return {"kind": "fold", "fold": word, "over": over, "value": expr(value), **more}


def reach(var: str, start: E, by: E, where_: E | None = None, of: int = 32) -> Node:
    return {
        "kind": "reach", "var": var, "start": expr(start), "by": expr(by), "where": maybe_expr(where_), "of": of,
    }  # fmt: skip


def ask(procedure: str, *args: E) -> Node:
    return {"kind": "ask", "procedure": procedure, "args": exprs(args)}


# clauses


def clause(var: str, domain: Node, where_: E | None = None) -> Node:
    return {"var": var, "domain": domain, "where": maybe_expr(where_)}


def span(low: E, high: E) -> Node:
    return {"domain": "range", "low": expr(low), "high": expr(high)}


def every(of: int) -> Node:
    return {"domain": "all", "of": of}


def of_set(e: E) -> Node:
    return {"domain": "set", "of": expr(e)}


def of_list(e: E) -> Node:
    return {"domain": "list", "of": expr(e)}


def in_zone(z: E, of: str = "card") -> Node:
    return {"domain": "zone", "zone": expr(z), "of": of}


def in_row(rows: str, *index: E, **more: Any) -> Node:
    return {"domain": "row", "rows": rows, "index": exprs(index), **more}


# statements


def target(name: str, index: E | None = None, attribute: bool = True) -> Node:
    if not attribute:
        return {"kind": "var", "name": name}
    return {"kind": "attribute", "attribute": name, "index": maybe_expr(index)}


def let(name: str, value: E) -> Node:
    return {"kind": "set", "target": target(name, attribute=False), "value": expr(value)}


def put(attribute: str, index: E | None, value: E) -> Node:
    return {"kind": "set", "target": target(attribute, index), "value": expr(value)}


def include(to: Node, *items: E, **more: Any) -> Node:
    return {"kind": "include", "target": to, "item": exprs(items), **more}


def exclude(to: Node, *items: E, **more: Any) -> Node:
    return {"kind": "exclude", "target": to, "item": exprs(items), **more}


def append(to: Node, value: E) -> Node:
    return {"kind": "append", "target": to, "value": expr(value)}


def move(thing: E, to: E, end: str = "top", open_: bool = False, of: str = "card") -> Node:
    return {"kind": "move", "of": of, "thing": expr(thing), "to": expr(to), "end": end, "open": open_}


def shuffle(z: E, of: str = "card") -> Node:
    return {"kind": "shuffle", "zone": expr(z), "of": of}


def reveal(things_: E, to: E, of: str = "card") -> Node:
    return {"kind": "reveal", "of": of, "things": expr(things_), "to": expr(to)}


def pick(into: str, domain: Node, where_: E | None = None, none: str = "error", var: str = "picked") -> Node:
    return {"kind": "pick", "into": into, "var": var, "domain": domain, "where": maybe_expr(where_), "none": none}


def when(test: E, then: list[Node], otherwise: list[Node] | None = None) -> Node:
    return {"kind": "when", "test": expr(test), "then": then, "else": otherwise or []}


def while_(test: E, body: list[Node], weight: int = 1) -> Node:
    return {"kind": "while", "test": expr(test), "body": body, "weight": weight}


def for_(var: str, domain: Node, body: list[Node], where_: E | None = None, keep: Node | None = None) -> Node:
    """`keep` is the type of the snapshot, needed where the body can suspend."""
    return {
        "kind": "for", "var": var, "domain": domain, "where": maybe_expr(where_), "body": body, "weight": 1,
        "snapshot": keep, "index": None,
    }  # fmt: skip


def call(procedure: str, *args: E, into: str | None = None, weight: int = 1) -> Node:
    return {"kind": "call", "procedure": procedure, "args": exprs(args), "into": into, "weight": weight}


def return_(value: E | None = None) -> Node:
    return {"kind": "return", "value": maybe_expr(value)}


def break_() -> Node:
    return {"kind": "break"}


def continue_() -> Node:
    return {"kind": "continue"}


def drop(*names: str) -> Node:
    return {"kind": "drop", "names": list(names)}


def branch(tag: int, *values: E, over: list[Node] | None = None, when_: E | None = None, whole: bool = False) -> Node:
    return {
        "tag": tag, "over": over or [], "when": maybe_expr(when_), "values": exprs(values), "whole": whole,
        "name": None, "label": None, "types": [], "rules": [], "refusals": [],
    }  # fmt: skip


def choose(
    who: E, *branches: Node, tag: str | None = None, into: list[str] | None = None, none: str = "error",
    ask_: bool = False, open_: Node | None = None, sealed: bool = False,
) -> Node:  # fmt: skip
    return {
        "kind": "choose", "who": expr(who), "branches": list(branches), "into": {"tag": tag, "values": into or []},
        "none": none, "ask": ask_, "open": open_, "sealed": sealed, "prompt": None, "series": None, "rules": [],
    }  # fmt: skip


def attempt(body: list[Node], provided: list[E], needs: list[E] | None = None) -> Node:
    return {
        "kind": "attempt", "body": body, "provided": [{"test": expr(p), "text": ""} for p in provided],
        "needs": exprs(needs or []),
    }  # fmt: skip


def finish(winners: E | None = None) -> Node:
    return {"kind": "finish", "winners": maybe_expr(winners)}


def ensure(test: E, text: str = "") -> Node:
    return {"kind": "ensure", "test": expr(test), "text": text}


def note(event: str, *args: E) -> Node:
    return {"kind": "note", "event": event, "args": exprs(args), "rules": []}


def unseal(shown: bool) -> Node:
    return {"kind": "unseal", "shown": shown}


# programs


class Builder:
    """Collects declarations; `program()` lays them out. The first procedure called `main` is the game."""

    def __init__(self, players: int = 2, **limits: int) -> None:
        self.players = players
        self.limits = {"steps": 10_000, "search": 1_000, "options_limit": 100, "stack": 200, "script": 0} | limits
        self.kinds: dict[str, int] = {"player": players}
        self.owners: dict[str, str | None] = {"player": None}
        self.attributes: dict[str, Node] = {}
        self.zones: list[Node] = []
        self.tables: dict[str, Node] = {}
        self.rows: dict[str, Node] = {}
        self.procedures: list[Node] = []

    def kind(self, name: str, many: int, owner: str | None = None) -> Builder:
        """`owner` names the table that gives the player a thing belongs to."""
        self.kinds[name] = many
        if owner:
            self.owners[name] = owner
        return self

    def attribute(
        self, name: str, type_: Node, of: str | None = None, see: str = "all", shadow: bool = False
    ) -> Builder:
        copy = f"{name}.shadow" if shadow else None
        self.attributes[name] = {"type": type_, "of": of, "see": see, "shadow": copy}
        if copy:
            self.attributes[copy] = {"type": type_, "of": of, "see": "all", "shadow": None}
        return self

    def zone(
        self, name: str, see: str = "all", of: str | None = None, ordered: bool = True, capacity: int | None = None,
        holds: str = "card",
    ) -> Builder:  # fmt: skip
        self.zones.append(
            {"name": name, "of": of, "holds": holds, "ordered": ordered, "capacity": capacity, "see": see}
        )
        return self

    def table(self, name: str, dims: list[int], data: list[int]) -> Builder:
        self.tables[name] = {"dims": dims, "data": data}
        return self

    def row(self, name: str, dims: list[int], data: list[list[int]]) -> Builder:
        self.rows[name] = {"dims": dims, "data": data}
        return self

    def procedure(
        self, name: str, body: list[Node], params: dict[str, Node] | None = None, result: Node | None = None,
        **locals_: Node,
    ) -> Builder:  # fmt: skip
        """Parameters and locals with their types; a local that is not named here is a wide number."""
        self.procedures.append(
            {
                "kind": "procedure", "name": name, "params": list(params or {}), "result": result, "body": body,
                "locals": {**(params or {}), **locals_}, "effect": "pure",
            }
        )  # fmt: skip
        return self

    def program(self) -> Node:
        """Completes the nodes in place, so a test still holds them; a builder and its nodes serve once."""
        procedures = self.procedures
        for name in ("main", "init"):
            if not any(p["name"] == name for p in procedures):
                self.procedure(name, [])
        at = 16
        for name, attribute in self.attributes.items():
            attribute["count"] = self.kinds[attribute["of"]] if attribute["of"] else 1
            attribute["width"] = cells_of(attribute["type"])
            if name == "active":
                attribute["at"] = 13
            else:
                attribute["at"], at = at, at + attribute["count"] * attribute["width"]
        zoned: dict[str, Node] = {}
        for family in self.zones:
            held = family["holds"]
            if held not in zoned:
                many = self.kinds[held]
                hidden = any(z["holds"] == held and z["see"] != "all" for z in self.zones)
                zoned[held] = {"where": at, "next": at + many, "prev": at + 2 * many, "size": many, "know": None}
                at += 3 * many
                if hidden:
                    zoned[held]["know"], at = at, at + many
        first = 1
        for family in self.zones:
            family["first"], family["count"] = first, self.kinds[family["of"]] if family["of"] else 1
            first += family["count"]
        zone_cells = {"head": at, "tail": at + first, "count": at + 2 * first, "zones": first}
        at += 3 * first
        capacity = self.limits["script"]
        script, at = {"at": at, "capacity": capacity}, at + 2 + 2 * capacity
        suspending = _suspending(procedures)
        points: list[Node | None] = [None]
        for index, procedure in enumerate(procedures):
            procedure["effect"] = "suspending" if procedure["name"] in suspending else "mutating"
            _finish_procedure(procedure, index, suspending, points)
        sites = _number_sites(procedures)
        return {
            "kind": "specialised", "name": "test", "players": self.players, "options": {},
            "cells": at + self.limits["stack"], "kinds": self.kinds, "owners": self.owners,
            "attributes": self.attributes, "zoned": zoned, "zones": self.zones, "zone_cells": zone_cells,
            "tables": self.tables, "rows": self.rows, "script": script,
            "stack": {"at": at, "size": self.limits["stack"]}, "procedures": procedures, "points": points,
            "main": "main", "init": "init", "score": None, "invariants": [], "sites": sites,
            "steps": self.limits["steps"], "search": self.limits["search"],
            "options_limit": self.limits["options_limit"],
        }  # fmt: skip


def cells_of(type_: Node) -> int:
    if type_["kind"] == "set":
        return int(-(-type_["of"] // 32))
    return 1 + int(type_["capacity"]) if type_["kind"] == "list" else 1


def statements(body: list[Node], path: tuple[Any, ...] = ()) -> Iterator[tuple[Node, list[Any]]]:
    """Every statement of a body with its path."""
    for place, node in enumerate(body):
        yield node, [*path, place]
        for block in ("then", "else", "body"):
            if isinstance(node.get(block), list):
                yield from statements(node[block], (*path, place, block))


def _suspends(body: list[Node], suspending: set[str]) -> bool:
    return any(
        node["kind"] in ("choose", "attempt", "finish") or (node["kind"] == "call" and node["procedure"] in suspending)
        for node, _ in statements(body)
    )


def _suspending(procedures: list[Node]) -> set[str]:
    known: set[str] = {"main"}
    while True:
        more = {p["name"] for p in procedures if p["name"] not in known and _suspends(p["body"], known)}
        if not more:
            return known
        known |= more


def _finish_procedure(procedure: Node, index: int, suspending: set[str], points: list[Node | None]) -> None:
    types: dict[str, Node] = dict(procedure["locals"])
    for node, path in statements(procedure["body"]):
        kind = node["kind"]
        if kind == "choose" or (kind == "call" and node["procedure"] in suspending):
            node["point"] = len(points)
            points.append({"procedure": index, "path": path})
        if kind == "for":
            types.setdefault(node["var"], WIDE)
            if node["snapshot"] is not None:
                kept = node["snapshot"]
                node["snapshot"] = f"{node['var']}.snapshot"
                types[node["snapshot"]] = kept
                if kept["kind"] == "list":
                    node["index"] = f"{node['var']}.index"
                    types[node["index"]] = WIDE
        for name in _written(node):
            types.setdefault(name, WIDE)
    slot, locals_ = 1, {}
    for name, type_ in types.items():
        locals_[name] = {"type": type_, "slot": slot}
        slot += cells_of(type_)
    procedure["locals"], procedure["frame"] = locals_, slot if procedure["effect"] == "suspending" else 0


def _written(node: Node) -> list[str]:
    kind = node["kind"]
    if kind == "set" and node["target"]["kind"] == "var":
        return [node["target"]["name"]]
    if kind in ("call", "pick"):
        return [node["into"]] if node["into"] is not None else []
    if kind == "choose":
        return [n for n in [node["into"]["tag"], *node["into"]["values"]] if n is not None]
    return []


def _number_sites(procedures: list[Node]) -> list[Node]:
    sites: list[Node] = []

    def number(node: Any) -> None:
        if isinstance(node, list):
            for part in node:
                number(part)
        elif isinstance(node, dict):
            if ("kind" in node or "test" in node or "tag" in node) and "site" not in node:
                node["site"] = len(sites)
                sites.append({"file": "test", "line": len(sites), "column": 1, "rules": []})
            for part in list(node.values()):
                number(part)

    for procedure in procedures:
        procedure["site"] = len(sites)
        sites.append({"file": "test", "line": len(sites), "column": 1, "rules": []})
        number(procedure["body"])
    return sites
