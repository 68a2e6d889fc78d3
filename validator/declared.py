"""What a ruleset declares, gone through by lints."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..grammar import nodes
from ..grammar.source import Source
from ..grammar.spans import Span
from .lint import Subject
from .model import AttributeInfo, ZoneInfo
from .syntax import parts_of, walk
from .world import World


def attributes(subject: Subject) -> Iterator[AttributeInfo]:
    """Of all kinds, the players and the table."""
    for kind in subject.world.kinds.values():
        yield from kind.attributes.values()
    yield from subject.world.table.values()


def zones(subject: Subject) -> Iterator[ZoneInfo]:
    yield from subject.world.zones


def bodies(node: object) -> Iterator[tuple[nodes.Stmt, ...]]:
    """Every block of lines below a node."""
    for one in walk(node):
        for field in parts_of(one):
            body = getattr(one, field)
            if isinstance(body, tuple) and body and all(isinstance(line, nodes.Statement) for line in body):
                yield body


def rules(subject: Subject) -> Iterator[nodes.AnyItem]:
    """Every item but scenarios and what stands beside them to help them."""
    folders = {_folder(item.span.file) for item in subject.items if isinstance(item, nodes.Scenario)}
    own = {item.span.file for item in subject.items if isinstance(item, nodes.Game)}
    tests = folders - {_folder(file) for file in own}
    for item in subject.items:
        if not isinstance(item, nodes.Scenario) and _folder(item.span.file) not in tests:
            yield item


def _folder(file: str) -> str:
    return file.rpartition("/")[0]


def zone_meant(node: nodes.Expr | None, world: World) -> ZoneInfo | None:
    """The zone that an expression names, if only one is called so."""
    if isinstance(node, nodes.Name):
        return world.table_zones.get(node.text)
    if isinstance(node, nodes.AttributeOf):
        named = [zone for zone in world.zones if zone.name == node.name.text and zone.of is not None]
        others = any(node.name.text in kind.attributes for kind in world.kinds.values())
        return named[0] if len(named) == 1 and not others else None
    return None


def row_of(thing: str, file: str, subject: Subject) -> Span | None:
    """Where a thing stands in its data file; a copy of a row is called by its row and a number."""
    text = subject.sources[file]
    for name in (thing, re.sub(r"_\d+$", "", thing)):
        found = re.search(rf"^[ \-{{]*(?:id:\s*)?[\"']?({re.escape(name)})\b[\"']?", text, re.M)
        if found:
            return Source(text, file).span(*found.span(1))
    return None
