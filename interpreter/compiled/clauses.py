"""Clauses before they become loops: every condition is tested as far outside as its variables allow.

Of `x in S, y in T where A and B(x) and C(x, y)` A is tested before both loops and B before the loop over y. That is
done only with conditions that cannot fail, and never across one that can: errors stay what they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .body import Body
from .safety import safe
from .values import Node


@dataclass(slots=True)
class Level:
    """One loop: its variable, its domain, and what is tested of each member."""

    clause: Node
    tests: list[Node] = field(default_factory=list)


def levelled(b: Body, clauses: list[Node], tests: list[Node]) -> tuple[list[Node], list[Level]]:
    """The tests before all loops, and the loops with theirs. `tests` are those for the innermost."""
    first: list[Node] = []
    levels: list[Level] = []
    places: dict[str, int] = {}
    floor = -1  # nothing may be tested further outside than this
    for number, clause in enumerate(clauses):
        b.values.bind(clause)
        levels.append(Level(clause))
        places[clause["var"]] = number
        if not safe(b, clause["domain"]):
            floor = number
        own = [] if clause["where"] is None else conjuncts(clause["where"])
        if number == len(clauses) - 1:
            own += [part for test in tests for part in conjuncts(test)]
        for test in own:
            place = number
            if safe(b, test):
                needed = [places[name] for name in b.facts.free(test) if name in places]
                place = max([floor, *needed])
            else:
                floor = number
            (first if place < 0 else levels[place].tests).append(test)
    if not clauses:
        first += [part for test in tests for part in conjuncts(test)]
    return first, levels


def conjuncts(test: Node) -> list[Node]:
    """The parts that must all be true."""
    if test["kind"] == "op":
        if test["op"] == "and":
            return [part for arg in test["args"] for part in conjuncts(arg)]
        if test["op"] == "not":
            inner = test["args"][0]
            if inner["kind"] == "op" and inner["op"] == "or":
                return [part for arg in inner["args"] for part in conjuncts(negated(arg))]
            if inner["kind"] == "op" and inner["op"] == "not":
                return conjuncts(inner["args"][0])
    return [test]


def negated(test: Node) -> Node:
    if test["kind"] == "op" and test["op"] == "not":
        inner: Node = test["args"][0]
        return inner
    return {"kind": "op", "op": "not", "args": [test]}
