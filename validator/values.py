"""What lowering an expression gives: a value, a zone, or a stream of values; and the scopes in
which names are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..grammar.spans import Span
from .model import ZoneInfo
from .types import Broken, Type

Node = dict[str, Any]


@dataclass(slots=True)
class Val:
    """A value the engines can hold."""

    node: Node
    type: Type


@dataclass(slots=True)
class ZoneVal:
    """A zone as such: it is read as a set, counted, drawn from or moved to."""

    node: Node  # its number
    zone: ZoneInfo


@dataclass(slots=True)
class Stream:
    """Values one after another, not yet gathered: a comprehension, or an attribute of many things."""

    clauses: list[Node]
    value: Node
    type: Type
    bound: int  # at most so many


Value = Val | ZoneVal | Stream


@dataclass(slots=True)
class Binding:
    node: Node
    type: Type
    span: Span
    local: str | None = None  # the core local that `set` may change


@dataclass(slots=True)
class Scope:
    names: dict[str, Binding] = field(default_factory=dict)
    locals: list[str] = field(default_factory=list)  # core locals that die with this block
    loop: bool = False
    secret: bool = False  # carries out sealed answers: everybody's turn comes
    whole: bool = False  # of a play that counts as a whole


BROKEN = Val({"kind": "int", "value": 0}, Broken())
