"""Lark's parse tree to the nodes of nodes.py: shape only, no name is looked up and nothing is judged."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from . import nodes
from .build_expressions import EXPRESSIONS
from .build_items import ITEMS
from .build_scenes import SCENES
from .build_statements import STATEMENTS
from .spans import Span

# One function per rule or alias of rules.lark. It gets the span and the children, trees already made into values and
# every optional part of the rule present or None, so that places are fixed and plain unpacking reads them.
RULES: dict[str, Callable[[Span, list[Any]], Any]] = {**EXPRESSIONS, **STATEMENTS, **ITEMS, **SCENES}

# Levels of one item's parse tree. Sixty nested blocks or parentheses stay well below; what is left stops an endless
# `a + b + …` before it becomes a recursion too deep for whoever walks the tree.
DEEPEST = 180


class TooDeep(Exception):
    """An item's tree is deeper than DEEPEST; `token` begins the part that is."""

    def __init__(self, token: Token) -> None:
        super().__init__(token)
        self.token = token


def build(tree: Tree[Token], file: str) -> Any:
    """The node of one tree. Walks with a stack of its own, since the tree's depth is the author's doing."""
    waiting: list[tuple[Tree[Token], bool]] = [(tree, False)]
    values: list[tuple[Any, Token | None, Token | None, int]] = []  # value, first and last token, depth
    while waiting:
        here, opened = waiting.pop()
        branches = [child for child in here.children if isinstance(child, Tree)]
        if not opened:
            waiting.append((here, True))
            waiting.extend((child, False) for child in reversed(branches))
            continue
        done = iter(values[len(values) - len(branches) :])
        children: list[Any] = []
        first: Token | None = None
        last: Token | None = None
        depth = 0
        for child in here.children:
            if isinstance(child, Tree):
                value, begin, end, below = next(done)
                first, last, depth = first or begin, end or last, max(depth, below)
                children.append(value)
            elif child is None:
                children.append(None)
            else:
                first = first or child
                last = last if child.type == "_NL" else child
                children.append(_leaf(child, file))
        if depth >= DEEPEST and first is not None and str(here.data) != "ruleset":
            raise TooDeep(first)
        del values[len(values) - len(branches) :]
        values.append((RULES[here.data](_between(first, last, file), children), first, last, depth + 1))
    return values[0][0]


def _between(first: Token | None, last: Token | None, file: str) -> Span:
    if first is None or last is None:
        return Span(file, 0, 0, 1, 1, 1, 1)
    return Span(
        file, first.start_pos or 0, last.end_pos or 0,
        first.line or 1, first.column or 1, last.end_line or 1, last.end_column or 1,
    )  # fmt: skip


def _leaf(token: Token, file: str) -> Any:
    """A token that carries a value becomes its node; a mere word stays a token."""
    make = LEAVES.get(token.type)
    return make(_between(token, token, file), str(token)) if make else token


def _length(span: Span, text: str) -> nodes.Length:
    whole, _, tenth = text.removesuffix("mm").partition(".")
    return nodes.Length(span, int(whole) * 10 + int(tenth or "0"))


LEAVES: dict[str, Callable[[Span, str], nodes.Node]] = {
    "NAME": nodes.Name,
    "CITE": nodes.Cite,
    "INT": lambda span, text: nodes.Int(span, int(text)),
    "LENGTH": _length,
    "STRING": lambda span, text: nodes.String(span, text[1:-1]),
    "YES": lambda span, _: nodes.Yes(span),
    "NO": lambda span, _: nodes.No(span),
    "NONE": lambda span, _: nodes.NoneValue(span),
    "NOTHING": lambda span, _: nodes.Nothing(span),
}
