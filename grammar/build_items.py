"""Items: what there is, what is so and what happens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from . import nodes
from .build_expressions import Children, cites, listed
from .build_statements import body
from .spans import Span


def _only(c: Children, kind: Any) -> tuple[Any, ...]:
    return tuple(child for child in c if isinstance(child, kind))


def _last(c: Children) -> Any:
    """The last node that is no citation: the expression that such an item ends with."""
    return next(child for child in reversed(listed(c)) if not isinstance(child, nodes.Cite))


def _behind(word: str, c: Children) -> Any:
    """The node right behind a word, or None where the word does not stand."""
    return next((after for before, after in pairwise(c) if before == word), None)


def _text(string: nodes.String | None) -> str | None:
    return string.text if string else None


# ---------------------------------------------------------------- the file and the game


def _game(span: Span, c: Children) -> nodes.Game:
    """The last clause of each sort counts; `clauses` holds them all, so that a checker can say which came twice."""
    said: dict[str, Any] = {}
    clauses = []
    for word, where, cited, value in _only(c, tuple):
        said[word] = value
        clauses.append(nodes.GameClause(where, cited, word))
    for title in _only(c, nodes.OneText):
        said["title"] = title.text
        clauses.append(nodes.GameClause(title.span, title.cites, "title"))
    low, high = said.get("players", (None, None))
    return nodes.Game(
        span, cites(c), c[1], said.get("title"), low, high,
        said.get("seats", ()), said.get("rulebook"), said.get("seen"),
        tuple(sorted(clauses, key=lambda clause: clause.span.start)),
    )  # fmt: skip


def _players(span: Span, c: Children) -> tuple[str, Span, tuple[nodes.Cite, ...], tuple[int, int]]:
    _, low, _, high = c[:4]
    return "players", span, cites(c), (low.value, (high or low).value)


FILE: dict[str, Callable[[Span, Children], Any]] = {
    "language": lambda span, c: nodes.Language(span, cites(c), str(c[1])),
    "use": lambda span, c: nodes.Use(span, cites(c), str(c[1])),
    "game": _game,
    "title": lambda span, c: nodes.OneText(span, cites(c), "title", c[1].text),
    "text": lambda span, c: nodes.OneText(span, cites(c), "text", c[1].text),
    "players": _players,
    "seats": lambda span, c: ("seats", span, cites(c), c[1]),
    "rulebook": lambda span, c: ("rulebook", span, cites(c), c[1]),
    "default_seen": lambda span, c: ("seen", span, cites(c), c[0]),
    "variant": lambda span, c: nodes.Variant(span, cites(c), c[1], c[3], _text(c[4])),
    "replace": lambda span, c: nodes.Replace(span, c[1].cites, c[1]),
    "without": lambda span, c: nodes.Without(span, cites(c), c[1]),
    "aside": lambda span, c: nodes.Aside(span, cites(c), c[-2].text),
    "ruleset": lambda span, c: nodes.Ruleset(span, listed(c)),
}


# ---------------------------------------------------------------- what there is


def _kind(span: Span, c: Children) -> nodes.Kind:
    _, name, source = c[:3]
    data = source if isinstance(source, str) else None
    per = source if isinstance(source, tuple) else ()
    return nodes.Kind(span, cites(c), name, data, per, _only(c, nodes.Statement))


def _board(span: Span, c: Children) -> nodes.Board:
    _, name, _, of, _, shape = c[:6]
    return nodes.Board(span, cites(c), name, of, shape, _only(c, nodes.Statement))


def _sized(word: str) -> Callable[[Span, Children], nodes.Shape]:
    return lambda span, c: nodes.Shape(span, word, None, c[1].value, c[3].value)


def _state(span: Span, c: Children) -> nodes.State:
    name, _, type_, starts, seen = c[:5]
    return nodes.State(span, cites(c), name, type_, starts, seen, False)


def _printed(span: Span, c: Children) -> nodes.State:
    _, name, _, type_, starts, seen = c[:6]
    return nodes.State(span, cites(c), name, type_, starts, seen, True)


def _zone(span: Span, c: Children) -> nodes.Zone:
    name, _, holds, ordered, capacity, filled, seen = c[:7]
    return nodes.Zone(span, cites(c), name, holds, bool(ordered), capacity, filled, seen)


def _ability(span: Span, c: Children) -> nodes.Ability:
    _, name, params, _, type_, starts = c[:6]
    return nodes.Ability(span, cites(c), name, params or (), type_, starts)


def _seen(span: Span, c: Children) -> nodes.Seen:
    _, _, who, _, test, _, otherwise = c
    return nodes.Seen(span, who, test, otherwise, False)


def _top_seen(span: Span, c: Children) -> nodes.Seen:
    return replace(_seen(span, c[1:]), top=True)


def _reading(span: Span, c: Children) -> nodes.Reading:
    name, text, default = c
    if not isinstance(name, nodes.Name):
        name = nodes.Name(name.span, "yes" if isinstance(name, nodes.Yes) else "no")
    return nodes.Reading(span, name, _text(text), default is not None)


THINGS: dict[str, Callable[[Span, Children], Any]] = {
    "type_item": lambda span, c: nodes.TypeItem(span, cites(c), c[1], c[3]),
    "kind": _kind,
    "kind_data": lambda _, c: str(c[1]),
    "kind_product": lambda _, c: c[2],
    "one": lambda span, c: nodes.One(span, cites(c), c[1], c[3], _only(c, nodes.Statement)),
    "one_value": lambda span, c: nodes.OneValue(span, cites(c), c[0], c[1]),
    "ability_body": lambda span, c: nodes.AbilityBody(span, cites(c), c[1], body(c)),
    "ability_value": lambda span, c: nodes.AbilityValue(span, cites(c), c[1], c[3]),
    "each_has": lambda span, c: nodes.EachHas(span, cites(c), c[1], _only(c, nodes.Statement)),
    "table_has": lambda span, c: nodes.TableHas(span, cites(c), _only(c, nodes.Statement)),
    "board": _board,
    "graph": lambda span, c: nodes.Shape(span, "graph", str(c[2]), None, None),
    "grid": _sized("grid"),
    "hexes": _sized("hexes"),
    "plane": _sized("plane"),
    "state": _state,
    "printed": _printed,
    "zone": _zone,
    "ability": _ability,
    "copies": lambda span, c: nodes.Copies(span, cites(c), c[1].value),
    "plural": lambda span, c: nodes.Plural(span, cites(c), c[1]),
    "starts": lambda span, c: nodes.Starts(span, c[1], c[3]),
    "shape": lambda *_: True,
    "filled": lambda span, c: nodes.Filled(span, c[2], c[3] is not None),
    "seen": _seen,
    "top_seen": _top_seen,
    "who": lambda _, c: str(c[0]),
    "ruling": lambda span, c: nodes.Ruling(span, cites(c), c[1], c[2].text, _only(c, nodes.Reading)),
    "reading": _reading,
}


# ---------------------------------------------------------------- what is so


def _define(span: Span, c: Children) -> nodes.Define:
    _, name, params, _ = c[:4]
    value = _last(c)
    return nodes.Define(span, cites(c), name, params or (), (nodes.Case(value.span, (), value, None),))


def _define_cases(span: Span, c: Children) -> nodes.Define:
    _, name, params = c[:3]
    return nodes.Define(span, cites(c), name, params or (), _only(c, nodes.Case))


def _stat(span: Span, c: Children) -> nodes.Stat:
    _, name, params, _, starts, _, _, at_least, _, _, at_most = c[:11]
    return nodes.Stat(span, cites(c), name, params, starts, at_least, at_most)


def _change(span: Span, c: Children) -> nodes.Change:
    """The condition stands on the same line or on the next, always behind the word `if`."""
    _, name, _, params, _, word, amount, label = c[:8]
    test = _behind("if", c[8:])
    return nodes.Change(span, cites(c), name, params, str(word), amount, _text(label), test)


SAYINGS: dict[str, Callable[[Span, Children], Any]] = {
    "define": _define,
    "define_cases": _define_cases,
    "case": lambda span, c: nodes.Case(span, cites(c), c[0], c[2]),
    "last_case": lambda span, c: nodes.Case(span, cites(c), c[0], None),
    "stat": _stat,
    "change": _change,
    "fact": lambda span, c: nodes.Fact(span, cites(c), c[1], c[2], c[3]),
    "ranking": lambda span, c: nodes.Ranking(span, cites(c), c[2], _only(c, nodes.RankLine)),
    "rank_most": lambda span, c: nodes.RankLine(span, cites(c), "most", c[1]),
    "rank_least": lambda span, c: nodes.RankLine(span, cites(c), "least", c[1]),
    "invariant": lambda span, c: nodes.Invariant(span, cites(c), c[1] is not None, c[2].text, _last(c)),
}


# ---------------------------------------------------------------- what happens


def _procedure(span: Span, c: Children) -> nodes.Procedure:
    _, name, params, _, gives, depth = c[:6]
    return nodes.Procedure(span, cites(c), name, params, gives, depth, body(c))


def _event(span: Span, c: Children) -> nodes.Event:
    _, name, params, _, gives, _, _, ordered_by, depth = c[:9]
    return nodes.Event(span, cites(c), name, params, gives, ordered_by, depth, body(c))


def _phase(span: Span, c: Children) -> nodes.Phase:
    _, name, params, for_player = c[:4]
    return nodes.Phase(span, cites(c), name, params or (), for_player is not None, body(c))


def _hook(word: str) -> Callable[[Span, Children], nodes.Trigger]:
    at = 2 if word == "instead" else 1  # behind `instead of`

    def make(span: Span, c: Children) -> nodes.Trigger:
        name, opened, params, _, _, test = c[at : at + 6]
        return nodes.Trigger(span, cites(c), word, name, (params or ()) if opened else None, test, body(c))

    return make


def _edge(word: str) -> Callable[[Span, Children], nodes.Trigger]:
    return lambda span, c: nodes.Trigger(span, cites(c), word, c[1], None, c[3], body(c))


def _action(span: Span, c: Children) -> nodes.Action:
    """Citations before the clauses are the action's, those after `do` are the body's."""
    do = c.index("do")
    clauses = tuple(
        nodes.Text(clause.span, clause.cites, clause.text) if isinstance(clause, nodes.OneText) else clause
        for clause in _only(c[3:do], nodes.Node)
        if not isinstance(clause, nodes.Cite)
    )
    return nodes.Action(span, cites(c[:do]), c[1], c[2] or (), clauses, cites(c[do:]), body(c[do:]))


def _cost(span: Span, c: Children) -> nodes.Cost:
    return nodes.Cost(span, cites(c), _only(c, tuple), _behind("unless", c))


def _limit(span: Span, c: Children) -> nodes.Limit:
    _, count, _, per, _, subject = c[:6]
    return nodes.Limit(span, cites(c), count.value, per, subject)


DOINGS: dict[str, Callable[[Span, Children], Any]] = {
    "sequence": lambda span, c: nodes.Sequence(span, cites(c), body(c)),
    "phase": _phase,
    "window": lambda span, c: nodes.Window(span, cites(c), c[1], c[2], body(c)),
    "procedure": _procedure,
    "event": _event,
    "depth": lambda _, c: c[2].value,
    "before": _hook("before"),
    "after": _hook("after"),
    "instead": _hook("instead"),
    "at_start": _edge("at start"),
    "at_end": _edge("at end"),
    "action": _action,
    "during": lambda span, c: nodes.During(span, cites(c), c[1]),
    "cost": _cost,
    "price": lambda _, c: listed(c),
    "amount": lambda span, c: nodes.Amount(span, c[0], c[1]),
    "limit": _limit,
    "requires": lambda span, c: nodes.Requires(span, cites(c), c[1], _text(c[2])),
}

ITEMS = {**FILE, **THINGS, **SAYINGS, **DOINGS}
