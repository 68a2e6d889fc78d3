"""Sealed answers in a re-dealt position. Who has answered is open, the answers are not: in a re-deal each of the others
answers anew, at random, from the options that the re-dealt cards give.

Secret decisions are a loop over players: in its body a sealed `choose`, then a store into an attribute that only its
owner sees. So a player's part can be played again on a copy: the loop's variable is set to that player, and what is
stored is heard."""

from __future__ import annotations

from random import Random
from typing import Any

from .faults import RuleFault
from .frames import frames
from .observer import Node, Observer
from .reference.shapes import shape_of
from .sight import Program
from .state import FP, PC, PENDING, STATUS, State, Value


def seal_again(program: Program, engine: Any, cells: State, player: int, random: Random) -> None:
    """Fill in the sealed answers of all but the player, if secret answers are being collected in this position."""
    loop = _open_loop(program, cells)
    if loop is None:
        return
    locals_ = program["procedures"][next(frames(program, cells)).procedure]["locals"]
    for other in _answered(engine, cells, loop, locals_):
        if other != player:
            for attribute, value in _answers(program, engine, list(cells), loop, locals_, other, random).items():
                layout = program["attributes"][attribute]
                shape_of(layout["type"]).store(cells, layout["at"] + other * layout["width"], value)


def _open_loop(program: Program, cells: State) -> Node | None:
    """The loop over players within which the state waits for a sealed answer."""
    if cells[STATUS] != PENDING:
        return None
    place = program["points"][cells[PC]]
    node: Any = program["procedures"][place["procedure"]]["body"]
    loop = None
    for key in place["path"]:
        node = node[key]
        if isinstance(node, dict) and node["kind"] == "for":
            loop = node
    return loop if node.get("sealed") else None


def _answered(engine: Any, cells: State, loop: Node, locals_: dict[str, Any]) -> list[int]:
    """The players whose turn in the loop is over."""
    now = cells[cells[FP] + locals_[loop["var"]]["slot"]]
    variable = {"kind": "var", "name": "_each"}
    clause = {"var": loop["var"], "domain": loop["domain"], "where": loop["where"]}
    everyone = {
        "kind": "fold",
        "fold": "list",
        "over": [clause],
        "value": {**variable, "name": loop["var"]},
        "capacity": 99,
    }
    members: list[int] = list(engine.evaluate(cells, everyone))
    if locals_[loop["snapshot"]]["type"]["kind"] == "set":
        members.sort()
    return members[: members.index(now)]


def _answers(
    program: Program, engine: Any, cells: State, loop: Node, locals_: dict[str, Any], other: int, random: Random
) -> dict[str, Value]:
    """What one player stores when the body of the loop is played for that player. The cells are a copy."""
    base = cells[FP]
    slot = base + locals_[loop["var"]]["slot"]
    snapshot = locals_[loop["snapshot"]]
    if snapshot["type"]["kind"] == "set":  # the one who is asked now still comes after this player
        rest = shape_of(snapshot["type"])
        left = rest.load(cells, base + snapshot["slot"])
        assert isinstance(left, int)
        rest.store(cells, base + snapshot["slot"], left | 1 << cells[slot])
    cells[slot] = other
    _prepare(engine, cells, loop["body"], locals_)
    listener = _Listener(other)
    engine.observer = listener
    try:
        while cells[STATUS] == PENDING and cells[FP] == base and cells[slot] == other and not listener.done:
            options = engine.choice(cells).options
            if not options:
                break
            engine.answer(cells, random.choice(options))
    except RuleFault:
        pass  # what follows the answer is of no interest here
    finally:
        engine.observer = None
    return listener.stored


def _prepare(engine: Any, cells: State, body: list[Node], locals_: dict[str, Any]) -> None:
    """Stand at the first decision of the body, with what comes before it done and nothing left of the last round."""
    base = cells[FP]
    for node in _statements(body):
        for name in node["names"] if node["kind"] == "drop" else ():
            shape = shape_of(locals_[name]["type"])
            shape.store(cells, base + locals_[name]["slot"], shape.zero)
    for node in _statements(body):
        if node["kind"] == "choose":
            cells[PC] = node["point"]
            return
        if node["kind"] == "set" and node["target"]["kind"] == "var":
            local = locals_[node["target"]["name"]]
            shape_of(local["type"]).store(cells, base + local["slot"], engine.evaluate(cells, node["value"]))


def _statements(body: list[Node]) -> list[Node]:
    """All statements, each before those within it."""
    found = []
    for node in body:
        found.append(node)
        for block in ("then", "else", "body"):
            found += _statements(node.get(block) or [])
    return found


class _Listener(Observer):
    """Keeps what is first stored for one player, and hears when play has gone on to the carrying out."""

    def __init__(self, player: int) -> None:
        self.player = player
        self.stored: dict[str, Value] = {}
        self.done = False

    def changed(self, node: Node, attribute: str, index: int, value: Value) -> None:
        if index == self.player and not self.done:
            self.stored.setdefault(attribute, value)

    def unsealed(self, node: Node) -> None:
        self.done = True
