"""The signatures of the geometry primitives that rules may call. What they compute is in interpreter/geometry.py."""

from __future__ import annotations

# name -> (parameter words, result word); words: point, length, int, bool, shape (a list of points)
PRIMITIVES: dict[str, tuple[tuple[str, ...], str]] = {}
