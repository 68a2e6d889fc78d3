"""Which slots of a frame hold a value at a point. An empty slot is 0, and 0 is also the first thing of a kind, so the
cells alone cannot tell; the text of the procedure can. Locals are filled before they are read and dropped where their
block ends, so it is enough to follow what is surely filled on every way to the point."""

from __future__ import annotations

from typing import Any

Program = dict[str, Any]
Filled = frozenset[str]


def filled_at(program: Program, point: int) -> Filled:
    """The locals that hold a value while the procedure stands at this point."""
    place = program["points"][point]
    procedure = program["procedures"][place["procedure"]]
    filled = frozenset(procedure["params"])
    body: list[dict[str, Any]] = procedure["body"]
    path = list(place["path"])
    while True:
        at = path.pop(0)
        filled = _after(body[:at], filled) or frozenset()
        if not path:
            return filled
        statement, field = body[at], path.pop(0)
        filled = _inside(statement, filled)
        body = statement[field]


def _inside(statement: dict[str, Any], filled: Filled) -> Filled:
    """What is filled when a nested body begins, on the first round and on all later ones."""
    if statement["kind"] == "for":
        filled |= {n for n in (statement["var"], statement.get("snapshot"), statement.get("index")) if n}
    if statement["kind"] in ("for", "while"):
        again = _after(statement["body"], filled)
        filled = filled if again is None else filled & again
        filled -= _dropped(statement["body"])
    return filled


def _after(body: list[dict[str, Any]], filled: Filled) -> Filled | None:
    """What is filled behind these statements; None if play never gets there."""
    for statement in body:
        kind = statement["kind"]
        if kind in ("return", "break", "continue", "finish"):
            return None
        if kind == "set" and statement["target"]["kind"] == "var":
            filled |= {statement["target"]["name"]}
        elif kind in ("call", "pick") and statement["into"]:
            filled |= {statement["into"]}
        elif kind == "choose":
            into = statement["into"]
            filled |= {n for n in (into["tag"], *into["values"]) if n}
        elif kind == "drop":
            filled -= set(statement["names"])
        elif kind == "when":
            ways = [w for w in (_after(statement["then"], filled), _after(statement["else"], filled)) if w is not None]
            if not ways:
                return None
            filled = frozenset.intersection(*ways)
        elif kind == "attempt":
            within = _after(statement["body"], filled)
            if within is None:
                return None
            filled = within
        elif kind == "while":
            filled = filled - _dropped(statement["body"])
        elif kind == "for":
            filled = filled - _dropped(statement["body"]) - {statement["var"]}
    return filled


def _dropped(body: list[dict[str, Any]]) -> Filled:
    """Every name that some statement of a loop's body may empty."""
    found: set[str] = set()
    for statement in body:
        if statement["kind"] == "drop":
            found |= set(statement["names"])
        if statement["kind"] == "for":
            found.add(statement["var"])
        for field in ("then", "else", "body"):
            found |= _dropped(statement.get(field, []))
    return frozenset(found)
