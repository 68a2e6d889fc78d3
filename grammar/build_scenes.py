"""Scenarios: the lines of a test written in the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import nodes
from .build_expressions import Children, cites
from .spans import Span


def _scenario(span: Span, c: Children) -> nodes.Scenario:
    return nodes.Scenario(span, cites(c), c[1].text, tuple(child for child in c if isinstance(child, nodes.Scene)))  # type: ignore[misc]


def _under(span: Span, c: Children) -> nodes.Under:
    _, ruling, _, reading = c[:4]
    if not isinstance(reading, nodes.Name):
        reading = nodes.Name(reading.span, "yes" if isinstance(reading, nodes.Yes) else "no")
    return nodes.Under(span, cites(c), ruling, reading)


def _given(span: Span, c: Children) -> nodes.Given:
    fixes = tuple(child for child in c if isinstance(child, nodes.FixValue | nodes.FixCall))
    return nodes.Given(span, cites(c), fixes)


def _start(span: Span, c: Children) -> nodes.Start:
    _, phase, _, args, _, _, player = c[:7]
    return nodes.Start(span, cites(c), phase, args or (), player)


def _expect_cannot(span: Span, c: Children) -> nodes.ExpectCannot:
    """The rule ids behind `because` are what is expected; the scene itself cites nothing."""
    return nodes.ExpectCannot(span, (), c[1], c[3], cites(c))


SCENES: dict[str, Callable[[Span, Children], Any]] = {
    "scenario": _scenario,
    "scene_players": lambda span, c: nodes.ScenePlayers(span, cites(c), c[1].value),
    "under": _under,
    "given": _given,
    "fix_value": lambda span, c: nodes.FixValue(span, c[0], c[2]),
    "fix_call": lambda span, c: nodes.FixCall(span, c[0]),
    "start": _start,
    "dice": lambda span, c: nodes.Dice(span, cites(c), c[1]),
    "shuffled": lambda span, c: nodes.Shuffled(span, cites(c), c[1], c[3]),
    "does": lambda span, c: nodes.Does(span, cites(c), c[0], c[2]),
    "picks": lambda span, c: nodes.Picks(span, cites(c), c[0], c[2]),
    "accepts": lambda span, c: nodes.Accepts(span, cites(c), c[0]),
    "declines": lambda span, c: nodes.Declines(span, cites(c), c[0]),
    "expect": lambda span, c: nodes.Expect(span, cites(c), c[1]),
    "expect_choices": lambda span, c: nodes.ExpectChoices(span, cites(c), c[2]),
    "expect_no_choice": lambda span, c: nodes.ExpectNoChoice(span, cites(c), c[3]),
    "expect_cannot": _expect_cannot,
    "expect_sees": lambda span, c: nodes.ExpectSees(span, cites(c), c[1], c[3], True),
    "expect_cannot_see": lambda span, c: nodes.ExpectSees(span, cites(c), c[1], c[3], False),
    "expect_decides": lambda span, c: nodes.ExpectDecides(span, cites(c), c[1]),
    "expect_won": lambda span, c: nodes.ExpectWon(span, cites(c), c[3]),
    "expect_drawn": lambda span, c: nodes.ExpectDrawn(span, cites(c)),
}
