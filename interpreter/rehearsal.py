"""Makes scenarios ready to be played: their program, with room for scripted chance, and their own expressions."""

from __future__ import annotations

from typing import Any

from ..validator.specialise import specialise

Node = dict[str, Any]
ROOM = 512  # scripted values and numbers for one scenario
EXPRESSIONS = "scene expressions"


def prepare(program: Node, group: list[Node], players: int, options: dict[str, int]) -> tuple[Node, list[Node]]:
    """The specialised program with room for scripted chance, and the scenarios with their expressions specialised too.

    Scenes hold expressions outside any procedure. They are carried through specialising as the arguments of a note in a
    procedure of their own, which is taken out again behind the others."""
    found: list[Node] = []
    numbered = [{**s, "scenes": _take_out(s["scenes"], found)} for s in group]
    carrier: Node = {
        "kind": "procedure",
        "name": EXPRESSIONS,
        "effect": "mutating",
        "params": [],
        "result": None,
        "locals": {},
        "body": [{"kind": "note", "event": "", "args": found, "types": [], "rules": []}],
        "site": 0,
        "depth": None,
    }
    last = {**group[-1], "procedures": [*group[-1]["procedures"], carrier]}
    rules = specialise({**program, "scenarios": [*group[:-1], last]}, players, options, ROOM)
    own = rules["procedures"].pop()
    assert own["name"] == EXPRESSIONS
    ready = own["body"][0]["args"]
    return rules, [{**s, "scenes": _put_back(s["scenes"], ready)} for s in numbered]


def _take_out(node: Any, found: list[Node]) -> Any:
    """A copy with a number in the place of every expression."""
    if isinstance(node, list):
        return [_take_out(part, found) for part in node]
    if not isinstance(node, dict):
        return node
    if "kind" in node:
        found.append(node)
        return {"expression": len(found) - 1}
    return {key: part if key == "type" else _take_out(part, found) for key, part in node.items()}


def _put_back(node: Any, ready: list[Node]) -> Any:
    if isinstance(node, list):
        return [_put_back(part, ready) for part in node]
    if not isinstance(node, dict):
        return node
    if "expression" in node:
        return ready[node["expression"]]
    return {key: part if key == "type" else _put_back(part, ready) for key, part in node.items()}
