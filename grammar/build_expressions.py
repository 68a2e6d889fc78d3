"""Expressions and types: what each rule's children become."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import nodes
from .spans import Span

Children = list[Any]


def listed(c: Children) -> tuple[Any, ...]:
    """The nodes among children that are nodes, commas and brackets."""
    return tuple(child for child in c if isinstance(child, nodes.Node))


def cites(c: Children) -> tuple[nodes.Cite, ...]:
    return tuple(child for child in c if isinstance(child, nodes.Cite))


def _inner(_: Span, c: Children) -> Any:
    return c[0]


def _parenthesised(_: Span, c: Children) -> Any:
    return c[1]


def _negative(span: Span, c: Children) -> nodes.Int:
    return nodes.Int(span, -c[1].value)


def _binary(span: Span, c: Children) -> nodes.Binary:
    return nodes.Binary(span, " ".join(c[1:-1]), c[0], c[-1])


def _divide(span: Span, c: Children) -> nodes.Binary:
    return nodes.Binary(span, "/ rounded up" if c[3] else "/", c[0], c[2])


def _fold(span: Span, c: Children) -> nodes.Fold:
    return nodes.Fold(span, c[0].split()[0], c[1])


def _those(span: Span, c: Children) -> nodes.Those:
    _, name, _, domain, best, by, _ = c
    return nodes.Those(span, name, domain, best and best.split()[1], by)


def _each_of(span: Span, c: Children) -> nodes.EachOf:
    _, value, _, name, _, domain, _ = c
    return nodes.EachOf(span, value, name, domain)


def _reached(span: Span, c: Children) -> nodes.Reached:
    _, name, _, _, start, _, by, _, where, _ = c
    return nodes.Reached(span, name, start, by, where)


def _domain(span: Span, c: Children) -> nodes.Domain:
    source, _, upper, _, where = c
    return nodes.Domain(span, source, upper, where)


def _call(span: Span, c: Children) -> nodes.Call:
    name, _, args, _ = c
    return nodes.Call(span, None, name, args or ())


def _call_of(span: Span, c: Children) -> nodes.Call:
    subject, _, name, _, args, _ = c
    return nodes.Call(span, subject, name, args or ())


def _range_type(span: Span, c: Children) -> nodes.RangeType:
    low, _, high = c
    return nodes.RangeType(span, _bound(low), _bound(high), any(isinstance(b, nodes.Length) for b in (low, high)))


def _bound(bound: nodes.Int | nodes.Length) -> int:
    return bound.tenths if isinstance(bound, nodes.Length) else bound.value


def _params(_: Span, c: Children) -> tuple[nodes.Param, ...]:
    """A parameter without a type takes the type of the next one that has one."""
    params: list[nodes.Param] = []
    known: nodes.Type | None = None
    for param in reversed(listed(c)):
        known = param.type or known
        params.append(param if param.type else nodes.Param(param.span, param.name, known))
    return tuple(reversed(params))


def _param_of(span: Span, c: Children) -> nodes.Param:
    return nodes.Param(span, c[0], c[2])


BINARY = ["or_", "and_", "compare", "is_", "is_not", "is_in", "is_not_in", "plus", "minus", "times", "mod"]

EXPRESSIONS: dict[str, Callable[[Span, Children], Any]] = {
    **dict.fromkeys(["int", "length", "string", "yes", "no", "none", "nothing", "name", "type"], _inner),
    **dict.fromkeys(BINARY, _binary),
    **dict.fromkeys(["args", "literals", "names"], lambda _, c: listed(c)),
    **dict.fromkeys(["param", "param_is"], _param_of),
    "you": lambda span, _: nodes.You(span),
    "this": lambda span, _: nodes.This(span),
    "list": lambda span, c: nodes.ListValue(span, c[1] or ()),
    "negative": _negative,
    "not_": lambda span, c: nodes.Not(span, c[1]),
    "negate": lambda span, c: nodes.Negate(span, c[1]),
    "divide": _divide,
    "fold": _fold,
    "top_many": lambda span, c: nodes.TopMany(span, c[1], c[3]),
    "attribute_of": lambda span, c: nodes.AttributeOf(span, c[0], c[2]),
    "item_of": lambda span, c: nodes.ItemOf(span, c[0], c[2]),
    "atom": _parenthesised,
    "those": _those,
    "each_of": _each_of,
    "reached": _reached,
    "either": lambda span, c: nodes.Either(span, c[0], c[2], c[4]),
    "domain": _domain,
    "call": _call,
    "call_of": _call_of,
    "one_of": lambda span, c: nodes.OneOf(span, c[2]),
    "range_type": _range_type,
    "yes_or_no": lambda span, _: nodes.YesOrNo(span),
    "set_type": lambda span, c: nodes.SetType(span, c[2]),
    "list_type": lambda span, c: nodes.ListType(span, c[2], c[3]),
    "named_type": lambda span, c: nodes.NamedType(span, c[0], c[2] is not None),
    "named_item": lambda span, c: nodes.NamedType(span, c[0], False),
    "capacity": lambda _, c: c[1].value,
    "params": _params,
    "aparams": lambda _, c: listed(c),
    "param_from": lambda span, c: nodes.ParamFrom(span, c[0], c[2]),
}
