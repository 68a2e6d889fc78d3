"""Screens as text, of games played a little way."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

from rulewright.interpreter.streams import Stream
from rulewright.interpreter.table import Setup, Table
from rulewright.validator.check import check_text
from rulewright.validator.specialise import specialise

import rulewright as rw
from rulewright.game import Game
from rulewright.screens.hints import read_hints
from rulewright.screens.news import News
from rulewright.screens.opening import screen_of
from rulewright.screens.screen import Screen, Sight
from rulewright.screens.terminal import Terminal
from rulewright.screens.words import Words

SNAPSHOTS = Path(__file__).parent / "screens"

SKIRMISH = """language 1.0

game skirmish
  players red, blue
  seen by everyone

board moor of spot is plane 300 by 200

kind wood from woods.yaml
  printed at     is point
  printed radius is length

kind wall from walls.yaml
  printed corners is list of point up to 6

kind band one per player, number
  at     is point starts point(20mm, 20mm)
  reach  is length starts 60mm
  radius is length starts 15mm

type number is 1 to 2

sequence of play
  set red_1.at to point(60mm, 40mm)
  set red_2.at to point(110mm, 60mm)
  set blue_1.at to point(240mm, 160mm)
  set blue_2.at to point(200mm, 60mm)
  repeat
    for each p in players
      p chooses goal on moor such as [point(90mm, 120mm), point(150mm, 30mm), point(20mm, 180mm)]
      set (first of (b in bands where b.player is p)).at to goal
    end
  end
"""
WOODS = "copse: {title: Copse, at: [150mm, 130mm], radius: 35mm}\n"
WALLS = "hall: {title: Hall, corners: [[30mm, 90mm], [80mm, 90mm], [80mm, 150mm], [30mm, 150mm]]}\n"
PRESENTATION = """
colours: {wood: {copse: green}, wall: {hall: grey}}
symbols: {wood: {copse: [░, ":"]}, wall: {hall: [▓, "#"]}}
things:
  band: {label: [player, number], detail: []}
boards:
  moor:
    size: [70, 26]
    bases: {band: radius}
    terrain: {wood: radius, wall: corners}
    ranges: {band: reach}
"""


@cache
def loaded(name: str) -> Game:
    return rw.load(name)


@dataclass(frozen=True)
class Shown:
    """A table with what is needed to show it."""

    table: Table
    screen: Callable[[Terminal], Screen]
    news: News


@cache
def played(name: str, answers: int, players: int | None = None) -> Shown:
    """A game after so many random answers: it is only looked at."""
    return table_of(loaded(name), answers, players)


def table_of(game: Game, answers: int, players: int | None = None, seed: int = 5) -> Shown:
    """A game after so many random answers, with its screen and news."""
    table = game.new(players, seed)
    news = News(table, range(len(table.players)))
    bot = Stream(seed)
    for _ in range(answers):
        if table.over:
            break
        who = table.decision.player
        table.play(bot.below(len(table.decision.options)))
        news.read(who)
        news.hear(table)
    return Shown(table, lambda terminal: screen_of(game, table.rules, terminal), news)


def skirmish(*answers: str) -> Shown:
    """A small game on a plane."""
    from rulewright.interpreter import engines

    checked = check_text(SKIRMISH, {"woods.yaml": WOODS, "walls.yaml": WALLS})
    assert checked.program is not None, checked.diagnostics
    rules = specialise(checked.program, 2)
    table = Table(Setup(checked.program, rules, {}, 0, "reference", "", ""), engines.make(rules, "reference"))
    news = News(table, range(2))
    for answer in answers:
        table.play(answer)
        news.hear(table)
    hints, found = read_hints(PRESENTATION, rules)
    assert not found, found

    def screen(terminal: Terminal) -> Screen:
        return Screen(terminal, Words(rules, hints, terminal.unicode, not terminal.plain), "Skirmish", {})

    return Shown(table, screen, news)


def drawn(
    shown: Shown,
    seat: int | None = None,
    asked: bool = True,
    width: int = 80,
    plain: bool = False,
    ascii_: bool = False,
    heading: str = "a test",
) -> str:
    """What a seat sees; whoever decides, if none is named."""
    table, out = shown.table, StringIO()
    with redirect_stdout(out):
        screen = shown.screen(Terminal(plain, ascii_, width))
        decision = None if table.over else table.decision
        at = seat if seat is not None else decision.player if decision else 0
        scores = zip(table.players, table.scores_for(at) or (), strict=False)
        known = {name: score for name, score in scores if score is not None}
        mine = decision if decision is not None and decision.player == at and asked else None
        decider = decision.player_name if decision and asked else None
        screen.show(Sight(table.view(at), table.players[at], mine, decider, known, shown.news.of(at), heading))
    return out.getvalue()


def _shot(name: str, answers: int, players: int | None = None, **look: Any) -> tuple[Shown, Any]:
    return played(name, answers, players), look


class _Shots(dict[str, Any]):
    """Made when they are asked for: loading every game takes its time."""

    def __getitem__(self, name: str) -> tuple[Any, ...]:
        table, look = super().__getitem__(name)()
        return (table, None, True, look.get("width", 80), look.get("plain", False), look.get("ascii_", False))


SHOTS = _Shots(
    {
        "grid": lambda: _shot("tic_tac_toe", 3),
        "grid_of_pawns": lambda: _shot("breakthrough", 10),
        "grid_of_cards": lambda: _shot("riftwalker", 24, 2),
        "hexes": lambda: _shot("hex", 12),
        "graph": lambda: _shot("as_rubble_as_storm", 30),
        "graph_ascii": lambda: _shot("as_rubble_as_storm", 30, ascii_=True),
        "graph_plain": lambda: _shot("as_rubble_as_storm", 30, plain=True),
        "pile": lambda: _shot("as_the_earth_crumbles", 12, 2),
        "cards": lambda: _shot("crazy_eights", 8, 3),
        "plane": lambda: (skirmish("90 120"), {}),
        "plane_ascii": lambda: (skirmish("90 120"), {"ascii_": True}),
        "plane_plain": lambda: (skirmish("90 120"), {"plain": True}),
    }
)
