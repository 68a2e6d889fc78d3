"""What the lowered rules of a ruleset read, change and call. Start values are no changes, and scenarios no rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .lint import Subject, remembered

Node = dict[str, Any]
STARTING = "init"


@dataclass(slots=True)
class Usage:
    """Attributes, tables and rows by their names in the core, zones by their full names."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    looked_at: set[str] = field(default_factory=set)  # zones
    filled: set[str] = field(default_factory=set)  # zones; what lies in them at the start counts
    tables: set[str] = field(default_factory=set)
    rulings: set[str] = field(default_factory=set)
    readings: dict[str, set[int] | None] = field(default_factory=dict)  # asked for by ruling; None: in some other way
    calls: dict[str, set[str]] = field(default_factory=dict)
    reached: set[str] = field(default_factory=set)  # procedures that can run in a game

    def add(self, other: Usage) -> None:
        for name in ("reads", "writes", "looked_at", "filled", "tables", "rulings", "reached"):
            getattr(self, name).update(getattr(other, name))
        for ruling, asked in other.readings.items():
            known = self.readings.setdefault(ruling, set())
            self.readings[ruling] = None if known is None or asked is None else known | asked
        for caller, callees in other.calls.items():
            self.calls.setdefault(caller, set()).update(callees)


@remembered
def usage(subject: Subject) -> Usage:
    """Of the game and its variants together."""
    found = Usage()
    for each in subject.all:
        found.add(_of(each.program))
    return found


def _of(program: Node) -> Usage:
    found = Usage()
    zones = [zone["name"] for zone in program["zones"]]
    for procedure in program["procedures"]:
        own: set[str] = set()
        _gather(procedure["body"], found, zones, own, procedure["name"] == STARTING)
        found.calls[procedure["name"]] = own
    for seen in (*program["attributes"], *program["zones"]):
        if isinstance(seen["see"], dict):
            _gather(seen["see"]["test"], found, zones, set(), False)
    found.reached = _reached(program, found.calls)
    found.readings = _readings(program)
    return found


def _readings(program: Node) -> dict[str, set[int] | None]:
    """Which readings of each ruling are asked for by name."""
    found: dict[str, set[int] | None] = {}
    tests = [seen["see"] for seen in (*program["attributes"], *program["zones"])]
    plain: set[int] = set()
    for one in nodes_of([program["procedures"], tests]):
        if one.get("kind") == "op" and one["op"] in ("==", "!="):
            left, right = one["args"]
            if left.get("kind") == "ruling" and right.get("kind") == "int":
                known = found.setdefault(left["name"], set())
                if known is not None:
                    known.add(right["value"])
                plain.add(id(left))
        elif one.get("kind") == "ruling" and id(one) not in plain:
            found[one["name"]] = None
    return found


def _reached(program: Node, calls: dict[str, set[str]]) -> set[str]:
    waiting = [program["main"], program["init"], *(one["procedure"] for one in program["invariants"])]
    waiting += [name for name in ("ranking.score", "ranking.winners") if name in calls]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += calls.get(name, ())
    return found


def _gather(root: Any, found: Usage, zones: list[str], calls: set[str], starting: bool) -> None:
    """A zone that is not looked at where it stands is where something goes. Adding to an attribute is not reading it;
    taking from it is, for what is there sets a limit."""
    waiting: list[tuple[Any, bool, str | None]] = [(root, False, None)]  # node, is a zone looked at, whose new value
    while waiting:
        one, looking, own = waiting.pop()
        if isinstance(one, list):
            waiting += [(part, looking, own) for part in one]
            continue
        if not isinstance(one, dict):
            continue
        kind = one.get("kind") or one.get("domain")
        match kind:
            case "get":
                if one["attribute"] != own:
                    found.reads.add(one["attribute"])
            case "attribute":
                if not starting:
                    found.writes.add(one["attribute"])
            case "table":
                found.tables.add(one["table"])
            case "row":
                found.tables.add(one["rows"])
            case "ruling":
                found.rulings.add(one["name"])
            case "ask" | "call":
                calls.add(one["procedure"])
            case "zone" if "zone" in one and isinstance(one["zone"], int):
                (found.looked_at if looking else found.filled).add(zones[one["zone"]])
        if kind == "set" and "target" in one:
            waiting.append((one["target"], False, None))
            added = one["value"].get("op") == "+"
            waiting.append((one["value"], False, one["target"].get("attribute") if added else None))
            continue
        for key, part in one.items():
            waiting.append((part, key == "zone" or kind == "op" or (looking and kind == "if"), own))


def nodes_of(node: Any) -> Iterator[Node]:
    """Every object of a core tree, itself included."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            yield here
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here
