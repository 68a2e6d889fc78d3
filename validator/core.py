"""Builders for the nodes of CORE.md, with the few simplifications that keep lowered programs readable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Node = dict[str, Any]


def int_(value: int) -> Node:
    return {"kind": "int", "value": value}


def var(name: str) -> Node:
    return {"kind": "var", "name": name}


def is_int(node: Node, value: int | None = None) -> bool:
    return node["kind"] == "int" and (value is None or node["value"] == value)


def op(word: str, *args: Node) -> Node:
    return {"kind": "op", "op": word, "args": list(args)}


def and_(*tests: Node | None) -> Node:
    """All of these; absent ones and plain yeses are left out."""
    kept = [t for t in tests if t is not None and not is_int(t, 1)]
    if not kept:
        return int_(1)
    node = kept[0]
    for t in kept[1:]:
        node = op("and", node, t)
    return node


def or_(*tests: Node) -> Node:
    kept = [t for t in tests if not is_int(t, 0)]
    if not kept:
        return int_(0)
    node = kept[0]
    for t in kept[1:]:
        node = op("or", node, t)
    return node


def not_(test: Node) -> Node:
    if test["kind"] == "op" and test["op"] == "not":
        inner: Node = test["args"][0]
        return inner
    if is_int(test):
        return int_(0 if test["value"] else 1)
    return op("not", test)


def equal(a: Node, b: Node) -> Node:
    return op("==", a, b)


def if_(test: Node, then: Node, otherwise: Node) -> Node:
    return {"kind": "if", "test": test, "then": then, "else": otherwise}


def get(attribute: str, index: Node | None, maybe: bool = False) -> Node:
    node: Node = {"kind": "get", "attribute": attribute, "index": index}
    if maybe:
        node["maybe"] = True
    return node


def table(name: str, index: list[Node], maybe: bool = False) -> Node:
    node: Node = {"kind": "table", "table": name, "index": index}
    if maybe:
        node["maybe"] = True
    return node


def fold(word: str, over: list[Node], value: Node, **more: Any) -> Node:
    return {"kind": "fold", "fold": word, "over": over, "value": value, **more}


def clause(name: str, domain: Node, where: Node | None = None) -> Node:
    return {"var": name, "domain": domain, "where": where}


def when(test: Node, then: list[Node], otherwise: list[Node] | None = None) -> Node:
    return {"kind": "when", "test": test, "then": then, "else": otherwise or []}


def dispatch(tag: Node, bodies: list[list[Node]], otherwise: list[Node] | None = None) -> list[Node]:
    """The body whose number the tag is, found by halving, so that many cases are neither slow nor deep. Without an
    `otherwise` the tag is always one of them."""
    if not bodies:
        return otherwise or []
    inside = _halved(tag, bodies, 0)
    if otherwise is None:
        return inside
    known = and_(op(">=", tag, int_(0)), op("<", tag, int_(len(bodies))))
    return [when(known, inside, otherwise)]


def _halved(tag: Node, bodies: list[list[Node]], low: int) -> list[Node]:
    if len(bodies) == 1:
        return bodies[0]
    middle = len(bodies) // 2
    left, right = _halved(tag, bodies[:middle], low), _halved(tag, bodies[middle:], low + middle)
    return [when(op("<", tag, int_(low + middle)), left, right)]


def set_var(name: str, value: Node, site: int) -> Node:
    return {"kind": "set", "target": var(name), "value": value, "site": site}


def set_attribute(attribute: str, index: Node | None, value: Node, site: int) -> Node:
    return {"kind": "set", "target": attribute_target(attribute, index), "value": value, "site": site}


def attribute_target(attribute: str, index: Node | None) -> Node:
    return {"kind": "attribute", "attribute": attribute, "index": index}


def range_domain(low: Node, high: Node) -> Node:
    return {"domain": "range", "low": low, "high": high}


def all_domain(of: Any) -> Node:
    return {"domain": "all", "of": of}


def set_domain(of: Node) -> Node:
    """A set as a domain; the full set of a universe needs no set at all."""
    return all_domain(of["of"]) if of["kind"] == "all" else {"domain": "set", "of": of}


def sure(value: Node, site: int) -> Node:
    return {"kind": "sure", "value": value, "site": site}


def product_name(kind: str, parts: Sequence[str]) -> str:
    """The name of one thing of a product. A name begins with a letter, so a number in front gets the kind before it."""
    name = "_".join(parts)
    return name if name[0].isalpha() else f"{kind}_{name}"
