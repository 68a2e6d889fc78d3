"""Applies the fixes of diagnostics to texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..grammar import nodes
from ..grammar.diagnostics import Diagnostic, Fix
from ..grammar.source import Source


def mended(texts: Mapping[str, str], diagnostics: Iterable[Diagnostic]) -> tuple[dict[str, str], list[Diagnostic]]:
    """The texts with every safe fix that fits, and the diagnostics that were met. All fixes of a diagnostic are made or
    none; one that touches what another has changed waits for the next time."""
    taken: list[Fix] = []
    met = []
    for one in diagnostics:
        fits = one.fixes and all(fix.safe and fix.span.file in texts for fix in one.fixes)
        if fits and not any(_clash(fix, other) for fix in one.fixes for other in taken):
            taken += one.fixes
            met.append(one)
    out = dict(texts)
    for fix in sorted(taken, key=lambda fix: fix.span.start, reverse=True):
        text = out[fix.span.file]
        out[fix.span.file] = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    return out, met


def _clash(a: Fix, b: Fix) -> bool:
    """Do they touch? Also where one ends as the other begins: what is put there could come in either order."""
    return a.span.file == b.span.file and a.span.start <= b.span.end and b.span.start <= a.span.end


def without_line(node: nodes.Node, source: Source) -> Fix:
    """Takes out everything from the line on which something begins to the one on which it ends, with its comments."""
    start = node.span.start - node.span.column + 1
    end = source.text.find("\n", max(node.span.start, node.span.end - 1))
    return Fix(source.span(start, len(source.text) if end < 0 else end + 1), "", True)
