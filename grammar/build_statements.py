"""Statements: one-line effects, decisions and blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from lark import Token

from . import nodes
from .build_expressions import Children, cites
from .spans import Span


@dataclass(frozen=True, slots=True)
class Otherwise(nodes.Node):
    """The last part of a block, until the block takes it apart."""

    cites: tuple[nodes.Cite, ...]
    body: tuple[nodes.Stmt, ...]


def body(c: Children) -> tuple[nodes.Stmt, ...]:
    return tuple(child for child in c if isinstance(child, nodes.Statement))  # type: ignore[misc]


def _otherwise(c: Children) -> tuple[nodes.Stmt, ...] | None:
    return next((child.body for child in c if isinstance(child, Otherwise)), None)


def _all_cites(c: Children) -> tuple[nodes.Cite, ...]:
    """What is cited by a block's own lines: its first, its `otherwise` and its `end`."""
    return cites(c) + tuple(cite for child in c if isinstance(child, Otherwise) for cite in child.cites)


def _only(c: Children, kind: type) -> tuple[Any, ...]:
    return tuple(child for child in c if isinstance(child, kind))


# ---------------------------------------------------------------- lines


def _do_line(span: Span, c: Children) -> nodes.Statement:
    """A line with its guard. The line inside keeps the citations, for whatever goes wrong in it."""
    line, guard, test = c[:3]
    cited = cites(c)
    if guard is None:
        return replace(line, span=span, cites=cited) if cited else line  # type: ignore[no-any-return]
    return nodes.Guarded(span, cited, replace(line, cites=cited), test)


def _move(span: Span, c: Children) -> nodes.Move:
    _, up_to, what, _, source, _, end, target = c
    return nodes.Move(span, (), what, up_to is not None, False, source, _end_of(end), target)


def _move_all(span: Span, c: Children) -> nodes.Move:
    _, _, _, source, _, end, target = c
    return nodes.Move(span, (), None, False, True, source, _end_of(end), target)


def _end_of(end: Token | None) -> str | None:
    return end.split()[0] if end else None


def _reveal(span: Span, c: Children) -> nodes.Reveal:
    _, what, _, to = c
    return nodes.Reveal(span, (), what, None if isinstance(to, Token) else to)


def _moment(edge: str) -> Callable[[Span, Children], nodes.Moment]:
    def make(span: Span, c: Children) -> nodes.Moment:
        _, following, phase, _, player = c
        return nodes.Moment(span, edge, following is not None, phase, player)

    return make


def _play(span: Span, c: Children) -> nodes.Play:
    _, phase, _, args, _, _, player = c
    return nodes.Play(span, (), phase, args or (), player)


def _end_game(span: Span, c: Children) -> nodes.EndGame:
    drawn = isinstance(c[1], Token) and c[1].type == "DRAWN"
    return nodes.EndGame(span, (), None if drawn else c[3], drawn)


LINES: dict[str, Callable[[Span, Children], Any]] = {
    "do_line": _do_line,
    "set": lambda span, c: nodes.Set(span, (), c[1], c[3]),
    "add": lambda span, c: nodes.Add(span, (), c[1], c[3]),
    "take": lambda span, c: nodes.Take(span, (), c[1], c[3]),
    "move": _move,
    "move_all": _move_all,
    "exchange": lambda span, c: nodes.Exchange(span, (), c[1], c[3]),
    "shuffle": lambda span, c: nodes.Shuffle(span, (), c[1]),
    "reveal": _reveal,
    "remember": lambda span, c: nodes.Remember(span, (), c[1], c[3]),
    "forget": lambda span, c: nodes.Forget(span, (), c[1]),
    "schedule": lambda span, c: nodes.Schedule(span, (), c[1], c[3]),
    "start_of": _moment("start"),
    "end_of": _moment("end"),
    "play": _play,
    "open": lambda span, c: nodes.Open(span, (), c[1], c[3] or ()),
    "perform": lambda span, c: nodes.Perform(span, (), c[1]),
    "end_game": _end_game,
    "give": lambda span, c: nodes.Give(span, (), c[1]),
    "stop": lambda span, _: nodes.Stop(span, ()),
    "leave": lambda span, _: nodes.Leave(span, ()),
    "next": lambda span, _: nodes.Next(span, ()),
    "run": lambda span, c: nodes.Run(span, (), c[0]),
    "may_run": lambda span, c: nodes.MayRun(span, (), c[0], c[2]),
    "let": lambda span, c: nodes.Let(span, cites(c), c[1], c[3]),
}


# ---------------------------------------------------------------- decisions


def _decide(span: Span, c: Children) -> nodes.Statement:
    decision, _, line = c[:3]
    cited = cites(c)
    otherwise = replace(line, cites=cited) if line else None
    return replace(decision, span=span, cites=cited, otherwise=otherwise)  # type: ignore[no-any-return]


def _choose(span: Span, c: Children) -> nodes.Choose:
    who, _, name, _, domain, asking = c
    return nodes.Choose(span, (), who, name, domain, asking, None)


def _choose_many(span: Span, c: Children) -> nodes.ChooseMany:
    who, _, (how, count), name, _, source, asking = c
    return nodes.ChooseMany(span, (), who, how, count, name, source, asking, None)


def _choose_point(span: Span, c: Children) -> nodes.ChoosePoint:
    who, _, name, _, board, _, where, _, such_as, asking = c
    return nodes.ChoosePoint(span, (), who, name, board, where, such_as, asking, None)


def _yours(make: Callable[[Span, Children], Any]) -> Callable[[Span, Children], Any]:
    """The form that begins with `choose` is the other one without its player."""
    return lambda span, c: make(span, [None, *c])


DECISIONS: dict[str, Callable[[Span, Children], Any]] = {
    "decide": _decide,
    "choose": _yours(_choose),
    "chooses": _choose,
    "choose_many": _yours(_choose_many),
    "chooses_many": _choose_many,
    "choose_point": _yours(_choose_point),
    "chooses_point": _choose_point,
    "random": lambda span, c: nodes.Random(span, (), c[1], c[2], c[4], None),
    "roll": lambda span, c: nodes.Roll(span, (), c[1], c[2], c[4], None),
    "act": lambda span, _: nodes.Act(span, (), None, False, None),
    "may_act": lambda span, c: nodes.Act(span, (), c[0], True, None),
    "asking": lambda span, c: nodes.Asking(span, c[1].text, c[2] is not None),
    "always_asking": lambda span, _: nodes.Asking(span, None, True),
    "any_number": lambda *_: ("any", None),
    "up_to": lambda _, c: ("up to", c[1]),
    "exactly": lambda _, c: ("exactly", c[0]),
}


# ---------------------------------------------------------------- blocks


def _if(span: Span, c: Children) -> nodes.If:
    """The first arm ends where the next part begins, so its span is taken from its last statement."""
    first = body(c)
    header = cites(c[: c.index(first[0])])
    last = first[-1].span
    whole = replace(span, end=last.end, end_line=last.end_line, end_column=last.end_column)
    arms = (nodes.Arm(whole, header, c[1], first), *_only(c, nodes.Arm))
    return nodes.If(span, _all_cites(c), arms, _otherwise(c) or ())


def _for_each(span: Span, c: Children) -> nodes.ForEach:
    _, _, name, _, domain, _, _, _, _, chosen_by = c[:10]
    return nodes.ForEach(span, cites(c), name, domain, chosen_by, body(c))


def _choose_option(span: Span, c: Children) -> nodes.ChooseOption:
    who, _, asking = c[:3]
    return nodes.ChooseOption(span, _all_cites(c), who, False, asking, _only(c, nodes.Option), _otherwise(c))


def _may_option(span: Span, c: Children) -> nodes.ChooseOption:
    who, _, _, asking = c[:4]
    return nodes.ChooseOption(span, _all_cites(c), who, True, asking, _only(c, nodes.Option), _otherwise(c))


def _may(span: Span, c: Children) -> nodes.May:
    who, _, asking = c[:3]
    return nodes.May(span, _all_cites(c), who, asking, body(c), _otherwise(c))


def _may_choose(span: Span, c: Children) -> nodes.MayChoose:
    who, _, _, name, _, domain, asking = c[:7]
    return nodes.MayChoose(span, _all_cites(c), who, name, domain, asking, body(c), _otherwise(c))


def _may_declare(span: Span, c: Children) -> nodes.MayDeclare:
    who, _, _, name = c[:4]
    return nodes.MayDeclare(span, _all_cites(c), who, name, body(c), _otherwise(c))


def _as_a_whole(span: Span, c: Children) -> nodes.AsAWhole:
    provided = tuple(child for word, child in _only(c, tuple) if word == "provided")
    needs = tuple(child for word, child in _only(c, tuple) if word == "needs")
    return nodes.AsAWhole(span, cites(c), body(c), provided, needs)


def _secretly(span: Span, c: Children) -> nodes.Secretly:
    _, _, name, _, domain, kept = c[:6]
    return nodes.Secretly(span, cites(c), name, domain, kept is not None, body(c))


def _option(span: Span, c: Children) -> nodes.Option:
    _, name, params, label, _, test = c[:6]
    return nodes.Option(span, cites(c), name, params or (), label and label.text, test, body(c))


BLOCKS: dict[str, Callable[[Span, Children], Any]] = {
    "if_": _if,
    "or_if": lambda span, c: nodes.Arm(span, cites(c), c[2], body(c)),
    "or_else": lambda span, c: Otherwise(span, cites(c), body(c)),
    "depending": lambda span, c: nodes.Depending(span, _all_cites(c), c[2], _only(c, nodes.Branch), _otherwise(c)),
    "branch": lambda span, c: nodes.Branch(span, cites(c), c[1], body(c)),
    "for_each": _for_each,
    "repeat": lambda span, c: nodes.Repeat(span, cites(c), None, None, body(c)),
    "repeat_times": lambda span, c: nodes.Repeat(span, cites(c), c[1], None, body(c)),
    "repeat_while": lambda span, c: nodes.Repeat(span, cites(c), None, c[2], body(c)),
    "choose_option": _yours(_choose_option),
    "chooses_option": _choose_option,
    "may": _may,
    "may_choose": _may_choose,
    "may_option": _may_option,
    "may_declare": _may_declare,
    "as_player": lambda span, c: nodes.AsPlayer(span, cites(c), c[1], body(c)),
    "as_a_whole": _as_a_whole,
    "secretly": _secretly,
    "option": _option,
    "provided": lambda span, c: ("provided", nodes.Condition(span, cites(c), c[1], c[2] and c[2].text)),
    "needs": lambda span, c: ("needs", nodes.Condition(span, cites(c), c[1], None)),
}

STATEMENTS = {**LINES, **DECISIONS, **BLOCKS}
