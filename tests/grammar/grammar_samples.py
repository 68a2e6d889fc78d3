"""Texts that several tests of the grammar read: the samples beside them and every ruleset of the repository."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

from rulewright.grammar import nodes

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
SAMPLES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((HERE / "samples").glob("*.rules"))}
RULESETS = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "rulesets").rglob("*.rules"))
}
ALL = {**SAMPLES, **RULESETS}


def parts(node: nodes.Node) -> list[nodes.Node]:
    """The nodes right below one."""
    values = [getattr(node, each.name) for each in dataclasses.fields(node)]
    inside = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    return [one for one in inside if isinstance(one, nodes.Node)]


def every_node(tree: object) -> Iterator[nodes.Node]:
    """A node and all below it."""
    waiting = [tree]
    while waiting:
        here = waiting.pop()
        if isinstance(here, nodes.Node):
            yield here
            waiting += [getattr(here, each.name) for each in dataclasses.fields(here)]
        elif isinstance(here, tuple):
            waiting += here
