"""What a piece of a ruleset leads to: the defines it asks, the procedures it calls, the phases it plays, the actions it
asks for, and all that these lead to in turn."""

from __future__ import annotations

from collections.abc import Iterator

from ..grammar import nodes
from .declared import rules
from .lint import Subject, remembered
from .syntax import walk


def reached(subject: Subject, start: object) -> list[nodes.Node]:
    """The items that something leads to, nearest first; of abilities the bodies that things give them."""
    known = _known(subject)
    found: dict[int, nodes.Node] = {}
    waiting = [start]
    for root in waiting:
        for key in _leads_to(root):
            for item in known.get(key, ()):
                if id(item) not in found:
                    found[id(item)] = item
                    waiting.append(item)
    return list(found.values())


def everything(subject: Subject, start: object) -> Iterator[nodes.Node]:
    """Every node of something and of all that it leads to."""
    yield from walk(start)
    for item in reached(subject, start):
        yield from walk(item)


@remembered
def happening_again(subject: Subject) -> set[int]:
    """The ids of all nodes that may happen any number of times: in actions, and in loops without a number."""
    loops: list[object] = []
    for item in rules(subject):
        loops += [item.body] if isinstance(item, nodes.Action) else []
        loops += [node.body for node in walk(item) if isinstance(node, nodes.Repeat) and node.times is None]
    return {id(node) for node in everything(subject, tuple(loops))}


Key = tuple[str, str]


def _leads_to(root: object) -> Iterator[Key]:
    """Names are not resolved here: one that is local leads nowhere, for there is no shadowing."""
    for node in walk(root):
        match node:
            case nodes.Name():
                yield "word", node.text
            case nodes.AttributeOf():
                yield "ability", node.name.text
            case nodes.Call() if node.subject is not None:
                yield "ability", node.name.text
            case nodes.Play():
                yield "phase", node.phase.text
            case nodes.Open():
                yield "phase", node.window.text
            case nodes.Act() | nodes.MayDeclare():
                yield "act", ""


@remembered
def _known(subject: Subject) -> dict[Key, list[nodes.Node]]:
    found: dict[Key, list[nodes.Node]] = {}
    for item in subject.items:
        match item:
            case nodes.Define() | nodes.Stat() | nodes.Procedure() | nodes.Event() | nodes.Change():
                found.setdefault(("word", item.name.text), []).append(item)
            case nodes.Phase() | nodes.Window():
                found.setdefault(("phase", item.name.text), []).append(item)
            case nodes.Trigger():
                for sort in ("word", "phase"):
                    found.setdefault((sort, item.name.text), []).append(item)
            case nodes.Action():
                found.setdefault(("act", ""), []).append(item)
            case nodes.One():
                for part in item.parts:
                    if isinstance(part, nodes.AbilityBody | nodes.AbilityValue):
                        found.setdefault(("ability", part.name.text), []).append(part)
    return found
