"""Lark's parse tree to the nodes of nodes.py: shape only, no name is looked up and nothing is judged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from . import nodes
from .build_expressions import EXPRESSIONS
from .build_items import ITEMS
from .build_scenes import SCENES
from .build_statements import STATEMENTS
from .diagnostics import Diagnostic, Label
from .names import TRUTHS, mixed_range, reserved, truth_word
from .spans import Span
from .words import RESERVED

# One function per rule or alias of rules.lark. It gets the span and the children, trees already made into values and
# every optional part of the rule present or None, so that places are fixed and plain unpacking reads them.
RULES: dict[str, Callable[[Span, list[Any]], Any]] = {**EXPRESSIONS, **STATEMENTS, **ITEMS, **SCENES}

# Levels of one item's parse tree. Sixty nested blocks or parentheses stay well below; what is left stops an endless
# `a + b + …` before it becomes a recursion too deep for whoever walks the tree.
DEEPEST = 180
NESTED = 60
_NESTS = frozenset((
    "if_", "depending", "for_each", "repeat", "repeat_times", "repeat_while", "choose_option", "chooses_option",
    "may", "may_choose", "may_option", "may_declare", "as_player", "as_a_whole", "secretly", "atom", "list",
    "item_of", "those", "each_of", "reached", "call", "call_of",
))  # fmt: skip

# Nodes that give a bare name to something.
_NAMING = frozenset((
    nodes.Let, nodes.Choose, nodes.ChooseMany, nodes.ChoosePoint, nodes.Random, nodes.Roll, nodes.ForEach,
    nodes.Secretly, nodes.MayChoose, nodes.MayDeclare, nodes.Those, nodes.EachOf, nodes.Reached, nodes.Param,
    nodes.ParamFrom, nodes.TypeItem, nodes.Kind, nodes.One, nodes.Board, nodes.Ruling, nodes.Define, nodes.Stat,
    nodes.Fact, nodes.Phase, nodes.Window, nodes.Procedure, nodes.Event, nodes.Action,
))  # fmt: skip


class TooDeep(Exception):
    """An item nests deeper than anyone could follow."""

    def __init__(self, token: Token, file: str) -> None:
        super().__init__(token)
        self.diagnostic = Diagnostic(
            "too-deep",
            f"this nests deeper than {NESTED} levels",
            (Label(_between(token, token, file), "too deep from here on"),),
            help="give a part of it a name of its own with `define` or `to`",
        )


@dataclass(slots=True)
class _Made:
    """What became of a tree: its value, its outermost tokens, and how deep it is."""

    value: Any = None
    first: Token | None = None
    last: Token | None = None
    depth: int = 0
    nested: int = 0


def build(tree: Tree[Token], file: str, problems: list[Diagnostic]) -> Any:
    """The node of one tree. Walks with a stack of its own, since the tree's depth is the author's doing."""
    waiting: list[tuple[Tree[Token], bool]] = [(tree, False)]
    made: list[_Made] = []
    while waiting:
        here, opened = waiting.pop()
        branches = [child for child in here.children if isinstance(child, Tree)]
        if not opened:
            waiting.append((here, True))
            waiting.extend((child, False) for child in reversed(branches))
            continue
        at = len(made) - len(branches)
        one = _make(here, made[at:], file, problems)
        del made[at:]
        made.append(one)
    return made[0].value


def _make(tree: Tree[Token], below: list[_Made], file: str, problems: list[Diagnostic]) -> _Made:
    """The node of one tree whose branches are made already."""
    one = _Made()
    children: list[Any] = []
    branches = iter(below)
    for child in tree.children:
        if isinstance(child, Tree):
            branch = next(branches)
            children.append(branch.value)
            one.first, one.last = one.first or branch.first, branch.last or one.last
            one.depth, one.nested = max(one.depth, branch.depth), max(one.nested, branch.nested)
        elif child is None or child.type == "_NL":
            children.append(child)
        else:
            one.first, one.last = one.first or child, child
            children.append(_leaf(child, children, file, problems))
    one.depth += 1
    one.nested += tree.data in _NESTS
    if one.first is not None and (one.depth > DEEPEST or one.nested > NESTED) and tree.data != "ruleset":
        raise TooDeep(one.first, file)
    span = _between(one.first, one.last, file)
    one.value = RULES[tree.data](span, children)
    if type(one.value) in _NAMING and one.value.name.text in RESERVED:
        if any(child is one.value.name for child in children):  # the rule that gives the name, not one around it
            problems.append(reserved(one.value.name.text, one.value.name.span))
    elif tree.data == "range_type" and _mixed(children[0], children[2]):
        problems.append(mixed_range(span))
    return one


def _mixed(low: nodes.Int | nodes.Length, high: nodes.Int | nodes.Length) -> bool:
    """A number and a length; 0 is both."""
    numbers = [bound.value for bound in (low, high) if isinstance(bound, nodes.Int)]
    return len(numbers) == 1 and numbers != [0]


def _between(first: Token | None, last: Token | None, file: str) -> Span:
    if first is None or last is None:
        return Span(file, 0, 0, 1, 1, 1, 1)
    return Span(
        file, first.start_pos or 0, last.end_pos or 0,
        first.line or 1, first.column or 1, last.end_line or 1, last.end_column or 1,
    )  # fmt: skip


def _leaf(token: Token, before: list[Any], file: str, problems: list[Diagnostic]) -> Any:
    """A token that carries a value becomes its node; a mere word stays a token."""
    make = LEAVES.get(token.type)
    if make is None:
        return token
    span = _between(token, token, file)
    if token in TRUTHS and token.type == "NAME" and before[-1:] != ["."]:
        problems.append(truth_word(str(token), span))
    return make(span, str(token))


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
