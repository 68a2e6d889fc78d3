"""Delta debugging: the shortest part of a list that still shows what the whole list shows, as far as trying tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrunk(items: Sequence[T], shows: Callable[[list[T]], bool], tries: int = 1_000) -> list[T]:
    """A list from which no single item can be left out; less short if the tries do not suffice. Pieces are left out,
    large ones first, as long as the rest still shows it."""
    left = list(items)
    size = max(1, len(left) // 2)
    while tries > 0 and left:
        start, found = 0, False
        while start < len(left) and tries > 0:
            rest = left[:start] + left[start + size :]
            tries -= 1
            if shows(rest):
                left, found = rest, True
            else:
                start += size
        if size == 1 and not found:
            break
        size = size if found and size == 1 else max(1, size // 2)
    return left
