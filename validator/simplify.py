"""Makes a specialised program shorter without changing what it means: small queries are put where they are asked, and
sets that are only gone through, counted or tested for emptiness are not gathered first. Both engines run the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from . import core

Node = dict[str, Any]
LARGEST = 120  # nodes of a query that is still put in place of its call
FAILING = frozenset(("sure", "within", "item", "nth", "ask", "geometry"))
ASCENDING = frozenset(("all", "range", "set"))


def simplify(procedures: list[Node]) -> None:
    """Changes the bodies of the procedures in place."""
    _Simplifier(procedures).run()


class _Simplifier:
    def __init__(self, procedures: list[Node]) -> None:
        self.procedures = {p["name"]: p for p in procedures}
        self.short: dict[str, Node | None] = {}  # query -> the value it returns, if it can stand in its place
        self.count = 0

    def run(self) -> None:
        for p in self.procedures.values():
            p["body"] = self.block(p["body"])

    def block(self, body: list[Node]) -> list[Node]:
        return [self.mapped(s) for s in body]

    def mapped(self, node: Any) -> Any:
        """The node with everything below it simplified first."""
        if isinstance(node, list):
            return [self.mapped(x) for x in node]
        if not isinstance(node, dict):
            return node
        out = {k: (v if k in ("types", "names", "rules") else self.mapped(v)) for k, v in node.items()}
        match out.get("kind"):
            case "ask":
                return self.asked(out)
            case "fold":
                return self.folded(out)
            case "op":
                return counted(out)
        if "branches" in out:
            out["branches"] = [{**b, "over": fused(b["over"])} for b in out["branches"]]
        return out

    # ------------------------------------------------------------ queries in place of their calls

    def value_of(self, name: str) -> Node | None:
        """What a short query returns, itself simplified; None if it is more than one expression."""
        if name not in self.short:
            self.short[name] = None  # queries never ask themselves
            p = self.procedures.get(name)
            if p is not None and p["effect"] == "pure" and len(p["body"]) == 1 and p["body"][0]["kind"] == "return":
                value = self.mapped(p["body"][0]["value"])
                if value is not None and sum(1 for _ in _all(value)) <= LARGEST:
                    self.short[name] = value
        return self.short[name]

    def asked(self, node: Node) -> Node:
        value = self.value_of(node["procedure"])
        if value is None:
            return node
        params = self.procedures[node["procedure"]]["params"]
        given = dict(zip(params, node["args"], strict=True))
        for name, arg in given.items():
            if not cheap(arg) and (may_fail(arg) or uses(value, name) > 1):
                return node
        self.count += 1
        return self.mapped_again(substituted(value, given, f"~{self.count}"))

    def mapped_again(self, node: Node) -> Node:
        """With its arguments known an expression may be shorter still."""
        return self.folded(node) if node["kind"] == "fold" else node

    # ------------------------------------------------------------ sets that need not be gathered

    def folded(self, node: Node) -> Node:
        return {**node, "over": fused(node["over"])}


def fused(clauses: list[Node]) -> list[Node]:
    """`for x in (the set of y in S where C) where D` is `for x in S where C and D`, if S comes in ascending order."""
    out = []
    for clause in clauses:
        domain = clause["domain"]
        inner = domain["of"] if domain["domain"] == "set" else None
        if inner is not None and plain_set(inner):
            own = inner["over"][0]
            name = clause["var"]
            where = substituted(own["where"], {own["var"]: core.var(name)}, "") if own["where"] is not None else None
            both = core.and_(where, clause["where"])
            clause = {"var": name, "domain": own["domain"], "where": None if core.is_int(both, 1) else both}
        out.append(clause)
    return out


def plain_set(node: Node) -> bool:
    """A set gathered from one clause, each member once and in ascending order."""
    if node["kind"] != "fold" or node["fold"] != "set" or len(node["over"]) != 1:
        return False
    clause = node["over"][0]
    return clause["domain"]["domain"] in ASCENDING and node["value"] == core.var(clause["var"])


def counted(node: Node) -> Node:
    """`size of a gathered set > 0` only asks whether there is one."""
    word, args = node["op"], node["args"]
    if word in (">", "==") and core.is_int(args[1], 0) and args[0]["kind"] == "size" and plain_set(args[0]["set"]):
        found = core.fold("any", args[0]["set"]["over"], core.int_(1))
        return found if word == ">" else core.not_(found)
    return node


# ---------------------------------------------------------------- expressions as trees


def _all(node: Any) -> Iterator[Node]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from _all(value)
    elif isinstance(node, list):
        for item in node:
            yield from _all(item)


def uses(node: Node, name: str) -> int:
    return sum(1 for n in _all(node) if n.get("kind") == "var" and n["name"] == name)


def cheap(node: Node) -> bool:
    return node["kind"] in ("int", "var")


def may_fail(node: Node) -> bool:
    return any(
        n.get("kind") in FAILING
        or (n.get("kind") == "op" and n["op"] in ("div", "mod"))
        or n.get("fold") in ("only", "list")
        for n in _all(node)
    )


def substituted(node: Any, given: dict[str, Node], suffix: str) -> Any:
    """A copy with variables replaced; those that the expression binds itself get a suffix, so that none is caught."""
    bound = {n["var"] for n in _all(node) if isinstance(n.get("var"), str)} if suffix else set()

    def copy(n: Any) -> Any:
        if isinstance(n, list):
            return [copy(x) for x in n]
        if not isinstance(n, dict):
            return n
        if n.get("kind") == "var":
            if n["name"] in given:
                return given[n["name"]]
            return {**n, "name": n["name"] + suffix} if n["name"] in bound else n
        out = {k: copy(v) for k, v in n.items()}
        if isinstance(n.get("var"), str) and n["var"] in bound:
            out["var"] = n["var"] + suffix
        return out

    return copy(node)
