"""The rules of a rulebook file: list items that begin with an id."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from ..grammar.source import Source
from ..grammar.spans import Span

_RULE = re.compile(r"^[ \t]*[-*+][ \t]+\**(?P<id>[A-Z][A-Z0-9]*-[0-9][0-9a-z.]*?)\.?\**(?:[ \t:]+(?P<text>.*))?$", re.M)


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    text: str
    span: Span  # of the id


@dataclass(frozen=True)
class Rulebook:
    """`file` is named as seen from the ruleset's folder."""

    file: str
    text: str

    @cached_property
    def all(self) -> tuple[Rule, ...]:
        """Every rule, also one that stands there twice."""
        source = Source(self.text, self.file)
        return tuple(
            Rule(rule["id"], (rule["text"] or "").strip(), source.span(rule.start("id"), rule.end("id")))
            for rule in _RULE.finditer(self.text)
        )

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """By id, in the order of the book; of two with one id the first."""
        found: dict[str, Rule] = {}
        for rule in self.all:
            found.setdefault(rule.id, rule)
        return found
