"""Simplifying changes neither what is offered nor what happens: plain and simplified programs play side by side."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from rulewright.interpreter.reference.engine import Engine
from rulewright.validator.check import check_folder, check_text
from rulewright.validator.specialise import specialise

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
NAMES = sorted(p.parent.name for p in RULESETS.glob("*/game.rules"))
DECISIONS = 60


@pytest.mark.parametrize("name", NAMES)
def test_the_same_game_with_and_without(name: str) -> None:
    checked = check_folder(RULESETS / name)
    assert checked.program is not None, checked.diagnostics
    players = checked.program["players"]
    for count in {players["low"], players["high"]}:
        plain = Engine(specialise(checked.program, count, simple=False))
        short = Engine(specialise(checked.program, count))
        bot = random.Random(count)
        a, b = plain.new(5), short.new(5)
        for _ in range(DECISIONS):
            left, right = plain.choice(a), short.choice(b)
            assert (left is None) == (right is None)
            if left is None or right is None:
                break
            assert left.who == right.who and left.options == right.options
            option = bot.choice(left.options)
            plain.answer(a, option)
            short.answer(b, option)
        assert a[8:14] == b[8:14]


TEXT = """language 1.0

game counting
  players 2
  seen by everyone

kind stone
  copies 6
  weight is 0 to 9 starts 1
  holder is player or none starts none

define held(p is player) is (s in stones where s.holder is p)
define heavy(p is player) is (s in held(p) where s.weight > 2)
define load(p is player) is sum of (s.weight for s in held(p))

sequence of play
  for each p in players
    p chooses s from stones where s.holder is none
    set s.holder to p
    add load(p) to s.weight if none of heavy(p)
  end
  end game drawn
"""


def test_short_queries_stand_in_place_of_their_calls() -> None:
    checked = check_text(TEXT)
    assert checked.program is not None, checked.diagnostics
    plain = {p["name"] for p in specialise(checked.program, 2, simple=False)["procedures"]}
    short = {p["name"] for p in specialise(checked.program, 2)["procedures"]}
    assert {"define.held", "define.heavy", "define.load"} <= plain
    assert not {"define.held", "define.heavy", "define.load"} & short
