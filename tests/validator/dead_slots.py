"""Finds slots of frames that hold something although the text is past them: equal positions must be equal cells."""

from __future__ import annotations

from typing import Any

from rulewright.interpreter.frames import frames, statement_at

Node = dict[str, Any]
Scope = tuple[tuple[Any, ...], int, int]  # the path of a block, and the first and last statement that know the local
BLOCKS = ("then", "else", "body")
LEAVING = ("break", "continue", "return", "finish")


def dead_slots(program: Node, state: list[int]) -> list[str]:
    """One line for each slot that should be empty in this pending state and is not."""
    found = []
    for frame in frames(program, state):
        if not frame.point:
            continue
        procedure = program["procedures"][frame.procedure]
        path = tuple(program["points"][frame.point]["path"])
        for name, local in procedure["locals"].items():
            if name in procedure["params"] or not any(_cells(state, frame.base, local)):
                continue
            scope = _scope(procedure["body"], name)
            if scope is None or not _holds(scope, path, name, statement_at(program, frame.point)):
                found.append(f"`{name}` of {procedure['name']} at {path}, known in {scope}")
    return found


def _cells(state: list[int], base: int, local: Node) -> list[int]:
    type_, at = local["type"], base + local["slot"]
    width = {"set": lambda: max(1, (type_["of"] + 31) // 32), "list": lambda: 1 + type_["capacity"]}
    return state[at : at + width.get(type_["kind"], lambda: 1)()]


def _holds(scope: Scope, path: tuple[Any, ...], name: str, here: Node) -> bool:
    block, first, last = scope
    if path[: len(block)] != block or not first <= path[len(block)] <= last:
        return False
    begins = path[len(block)] == first and len(path) == len(block) + 1
    return not begins or _mentions({k: v for k, v in here.items() if k != "into"}, name)


def _scope(body: list[Node], name: str, path: tuple[Any, ...] = ()) -> Scope | None:
    """The innermost block that holds every mention of a local. A block that play leaves at its end need not drop it."""
    hits = [i for i, node in enumerate(body) if _mentions(node, name)]
    if not hits:
        return None
    if len(hits) == 1:
        node = body[hits[0]]
        parts = [p for p in BLOCKS if isinstance(node.get(p), list) and _mentions(node[p], name)]
        if len(parts) == 1 and not _mentions({k: v for k, v in node.items() if k not in BLOCKS}, name):
            return _scope(node[parts[0]], name, (*path, hits[0], parts[0]))
    last = len(body) - 1 if body[-1]["kind"] in LEAVING else hits[-1]
    return path, hits[0], last


def _mentions(node: Any, name: str) -> bool:
    if isinstance(node, list):
        return any(_mentions(part, name) for part in node)
    if not isinstance(node, dict):
        return False
    kind = node.get("kind")
    if kind == "var":
        return bool(node["name"] == name)
    if kind == "drop":
        return name in node["names"]
    if kind == "for" and name in (node["var"], node["snapshot"], node["index"]):
        return True
    into = node.get("into")
    if into == name or (isinstance(into, dict) and name in (into["tag"], *into["values"])):
        return True
    return any(_mentions(part, name) for key, part in node.items() if key not in ("into", "names"))
