"""Marks in a lowered program that say which place of the text a node comes from, for tools that change or count such
places. They are made on request only; a program that is played or written down has none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from .types import Bool, Int, Thing, Type
from .world import PLAYER

Node = dict[str, Any]
MARK = "mark"  # the key: [number of the site, what stands there]
NUMBER, LENGTH, TRUTH, SEAT, EFFECT = "number", "length", "truth", "player", "effect"

_WANTED: ContextVar[bool] = ContextVar("marks", default=False)


@contextmanager
def marking() -> Iterator[None]:
    """What is checked in here gets marks."""
    token = _WANTED.set(True)
    try:
        yield
    finally:
        _WANTED.reset(token)


def wanted() -> bool:
    return _WANTED.get()


def word(type_: Type) -> str | None:
    """What a mark says of a value of this type; of most nothing is said."""
    match type_:
        case Int():
            return LENGTH if type_.length else NUMBER
        case Bool():
            return TRUTH
        case Thing() if type_.kind == PLAYER:
            return SEAT
    return None


def unmarked(node: Any) -> Any:
    """A copy without any marks."""
    if isinstance(node, dict):
        return {key: unmarked(part) for key, part in node.items() if key != MARK}
    if isinstance(node, list):
        return [unmarked(part) for part in node]
    return node
