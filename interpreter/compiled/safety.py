"""Which expressions may be evaluated at another time, or once too often: those that cannot fail and count no steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .facts import parts
from .values import Node

if TYPE_CHECKING:
    from .body import Body

ALWAYS = frozenset({
    "int", "var", "if", "op", "get", "table", "row", "zone", "count", "top", "bottom", "at", "where", "members", "tops",
    "things", "all", "union", "meet", "minus", "has", "size", "same", "bit", "list", "length", "fold", "reach", "sure",
    "within", "ask",
})  # fmt: skip


def safe(b: Body, node: Node) -> bool:
    """An expression, or a domain, whose evaluation nobody would notice."""
    known = b.safe_nodes.get(id(node))
    if known is None:
        known = b.safe_nodes[id(node)] = _safe(b, node), node
    return known[0]


def _safe(b: Body, node: Node) -> bool:
    kind = node.get("kind")
    if kind == "ask":
        return _safe_procedure(b, node) and all(safe(b, arg) for arg in node["args"])
    if kind is not None and kind not in ALWAYS:
        return False
    if kind == "fold":
        b.values.of(node)
        if node["fold"] in ("only", "list"):
            return False
        if node["fold"] in ("max", "min", "first", "last") and node.get("empty") is None:
            return False
    elif kind == "reach":
        b.values.of(node)
    if not all(safe(b, part) for part in parts(node)):
        return False
    match kind:
        case "op" if node["op"] in ("div", "mod"):
            divisor = b.values.scalar(node["args"][1])
            return not divisor.low <= 0 <= divisor.high
        case "get":
            return _fits(b, node, [node["index"]], [b.program["attributes"][node["attribute"]]["count"]])
        case "table":
            return _fits(b, node, node["index"], b.program["tables"][node["table"]]["dims"])
        case "row":
            return _fits(b, node, node["index"], b.program["rows"][node["rows"]]["dims"])
        case "zone":
            return _fits(b, node, [node["index"]], [b.program["zones"][node["zone"]]["count"]])
        case "where":
            return _fits(b, node, [node["thing"]], [b.program["zoned"][node["of"]]["size"]])
        case "sure":
            return b.values.scalar(node["value"]).low >= 0
        case "within":
            return b.values.scalar(node["value"]).within(node["low"], node["high"])
    if node.get("domain") == "row":
        return _fits(b, node, node["index"], b.program["rows"][node["rows"]]["dims"])
    return True


def _fits(b: Body, node: Node, index: list[Node | None], dims: list[int]) -> bool:
    """Is every index surely within bounds?"""
    for part, size in zip(index, dims, strict=True):
        if part is None:
            continue
        bounds = b.values.scalar(part)
        if bounds.high >= size or (bounds.low < 0 and not node.get("maybe")):
            return False
    return True


def _safe_procedure(b: Body, node: Node) -> bool:
    """Only a procedure that is a mere name for a safe expression."""
    body = b.unit.procedures[node["procedure"]].node["body"]
    if len(body) != 1 or body[0]["kind"] != "return" or body[0]["value"] is None:
        return False
    return b.unit.safe_query(node["procedure"])
