"""Questions about syntax trees: everything below a node, and whether a body always leaves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from ..grammar import nodes


def walk(node: object) -> Iterator[nodes.Node]:
    """Every syntax node below this one, itself included."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(reversed(here))
        elif isinstance(here, nodes.Node):
            yield here
            for name in _PARTS.get(type(here)) or parts_of(here):
                part = getattr(here, name)
                if part is not None and type(part) not in _PLAIN:
                    waiting.append(part)


_PLAIN = frozenset((str, int, bool))
_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(node: nodes.Node) -> tuple[str, ...]:
    """The fields of a node that may hold nodes, last first."""
    cls = type(node)
    if cls not in _PARTS:
        _PARTS[cls] = tuple(f.name for f in reversed(fields(node)) if f.name != "span")
    return _PARTS[cls]


def shape(node: object) -> str:
    """What is written, wherever it stands: equal texts have equal shapes."""
    if isinstance(node, nodes.Node):
        return f"{type(node).__name__}({','.join(shape(getattr(node, name)) for name in parts_of(node))})"
    if isinstance(node, tuple):
        return f"[{','.join(map(shape, node))}]"
    return repr(node)


def leaves(body: tuple[nodes.Stmt, ...]) -> bool:
    """Does every way through this body give something, end the game or go on for ever?"""
    if not body:
        return False
    last = body[-1]
    match last:
        case nodes.Give() | nodes.EndGame() | nodes.Stop():
            return True
        case nodes.If():
            return bool(last.otherwise) and leaves(last.otherwise) and all(leaves(a.body) for a in last.arms)
        case nodes.Depending():
            return all(leaves(x.body) for x in last.branches) and (last.otherwise is None or leaves(last.otherwise))
        case nodes.ChooseOption():
            return (
                not last.optional
                and all(leaves(o.body) for o in last.options)
                and (last.otherwise is None or leaves(last.otherwise))
            )
        case nodes.May() | nodes.MayChoose():
            return last.otherwise is not None and leaves(last.otherwise) and leaves(last.body)
        case nodes.Repeat():
            return (
                last.times is None
                and last.test is None
                and not any(isinstance(x, nodes.Leave) for x in walk(last.body))
            )
        case nodes.AsPlayer():
            return leaves(last.body)
    return False
