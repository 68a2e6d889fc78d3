"""The graph boards of a ruleset as they were read, for drawing. A checked program keeps only the tables made of
them."""

from __future__ import annotations

from pathlib import Path

from ..grammar.spans import Span
from .check import MAIN, Folder, _load, variants_of
from .declare import declare
from .graphs import GraphBoard
from .model import Reports, Sites
from .variants import apply_variant
from .world import World


def graph_boards(path: Path, variant: str | None = None) -> dict[str, GraphBoard]:
    """By name, from a ruleset that has passed the checker."""
    folder, reports = Folder(path), Reports()
    items = _load(folder, MAIN, reports, None)
    if variant is not None:
        items = apply_variant(items, _load(folder, variants_of(path)[variant], reports, None), reports)
    world = World(reports, Sites())

    def read(name: str, span: Span) -> str | None:
        return folder.read(name)[0]

    declare(world, items, read)
    return {name: info.data for name, info in world.boards.items() if isinstance(info.data, GraphBoard)}
