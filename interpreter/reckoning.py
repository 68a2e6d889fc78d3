"""Secret locals in a re-dealt position. What a procedure has worked out from hidden facts is blank in a view; in a
re-deal it is worked out again from the facts as they are dealt now, where the text of the procedure says how."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .faults import RuleFault
from .frames import Frame, frames, statement_at
from .liveness import filled_at
from .reference.shapes import shape_of
from .sight import Program
from .state import FP, PC, State

Node = dict[str, Any]


def reckon_again(program: Program, engine: Any, cells: State, blanks: set[int]) -> None:
    """Fill the slots that start at these cells, from the first frame up: a parameter from the call that stands open in
    the frame below, another local from a store in its own procedure."""
    below: Frame | None = None
    for frame in reversed(list(frames(program, cells))):
        procedure = program["procedures"][frame.procedure]
        for name, local in procedure["locals"].items():
            at = frame.base + local["slot"]
            if at not in blanks:
                continue
            if name not in procedure["params"]:
                _fill(program, engine, cells, frame, list(_stores(procedure["body"], name)), local["type"], at)
            elif below is not None:
                args = statement_at(program, below.point)["args"]
                _fill(program, engine, cells, below, [args[procedure["params"].index(name)]], local["type"], at)
        below = frame


def _fill(
    program: Program, engine: Any, cells: State, frame: Frame, values: list[Node], type_: dict[str, Any], at: int
) -> None:
    """The first of the values that can be worked out where the frame stands."""
    if not frame.point:
        return
    known = filled_at(program, frame.point)
    there, shape = list(cells), shape_of(type_)
    there[FP], there[PC] = frame.base, frame.point
    for node in values:
        if _variables(node) <= known | _bound(node):
            try:
                value = engine.evaluate(there, node)
            except RuleFault:
                continue
            if shape.refuses(value) is None:
                shape.store(cells, at, value)
                return


def _stores(body: list[Node], name: str) -> Iterator[Node]:
    for node in body:
        if node["kind"] == "set" and node["target"].get("name") == name:
            yield node["value"]
        for block in ("then", "else", "body"):
            yield from _stores(node.get(block) or [], name)


def _variables(node: Any) -> frozenset[str]:
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    own = frozenset([node["name"]]) if isinstance(node, dict) and node.get("kind") == "var" else frozenset[str]()
    return own.union(*map(_variables, parts))


def _bound(node: Any) -> frozenset[str]:
    """The variables of folds."""
    parts = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    own = frozenset([node["var"]]) if isinstance(node, dict) and "var" in node else frozenset[str]()
    return own.union(*map(_bound, parts))
