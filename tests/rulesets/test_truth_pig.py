"""Pig has exact odds: what a turn brings to a player who rolls until the pot is 20 or more, and then holds."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from typing import Any

import pytest
from playing import Game, Program, both_engines, changed, game, over, program, random_game
from rulewright.interpreter import engines, script
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.state import State
from rulewright.validator.specialise import specialise

ROLL, HOLD = 0, 1
TARGET = 20


class Dicey(Game):
    """A game whose dice can be fixed."""

    def __init__(self, rules: Program, players: int, engine_name: str) -> None:
        super().__init__(rules, players, engine_name)
        self.rules = specialise(rules, players, script=4)
        self.engine = engines.make(self.rules, engine_name)

    def rolled(self, state: State, face: int) -> State:
        following = state[:]
        assert script.add_values(following, self.rules["script"], [face])
        roll = next(option for option in self.options(following) if option[0] == ROLL)
        self.engine.answer(following, roll)
        return following


def odds(playing: Dicey) -> dict[int, Fraction]:
    """What the first player has after the first turn, found by rolling every face in the engine."""
    brings: dict[int, Fraction] = defaultdict(Fraction)
    pots = {tuple(playing.new()): Fraction(1)}
    while pots:
        following: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for cells, chance in pots.items():
            state = list(cells)
            for face in range(1, 7):
                after = playing.rolled(state, face)
                if playing.decider(after) != 0:
                    brings[playing.values(after, "player.score")[0]] += chance / 6
                elif playing.values(after, "pot")[0] < TARGET:
                    following[tuple(after)] += chance / 6
                else:
                    hold = next(option for option in playing.options(after) if option[0] == HOLD)
                    held = playing.after(after, hold)
                    assert playing.decider(held) == 1
                    brings[playing.values(held, "player.score")[0]] += chance / 6
        pots = following
    return dict(brings)


def exact() -> dict[int, Fraction]:
    """The same on paper: reach[n] is the chance that the pot is ever n; below 20 it makes one step of 2 to 6 more."""
    reach = [Fraction(1)] + [Fraction(0)] * (TARGET + 5)
    for pot in range(TARGET):
        for face in range(2, 7):
            reach[pot + face] += reach[pot] / 6
    held = {pot: reach[pot] for pot in range(TARGET, TARGET + 6)}
    return {0: 1 - sum(held.values(), Fraction(0)), **held}


@both_engines
def test_holding_at_twenty_brings_exactly_the_known_odds(engine_name: str) -> None:
    found = odds(Dicey(program("pig"), 2, engine_name))
    assert found == exact()
    assert sum(found.values()) == 1
    # as published by Neller and Presser in "Optimal Play of the Dice Game Pig"
    known = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}
    assert {pot: round(float(chance), 4) for pot, chance in found.items()} == known


class Faces(Observer):
    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()

    def picked(self, node: dict[str, Any], value: int) -> None:
        self.counts[value] += 1


def test_every_face_comes_up_as_often_as_the_others() -> None:
    playing = game("pig", 2, "reference")
    playing.engine.observer = faces = Faces()
    for seed in range(60):
        assert over(list(random_game(playing, seed))[-1])
    rolls = faces.counts.total()
    assert sorted(faces.counts) == [1, 2, 3, 4, 5, 6]
    squares = sum((count - rolls / 6) ** 2 / (rolls / 6) for count in faces.counts.values())
    assert squares < 20.5, "chi square with five degrees of freedom: a fair die exceeds this once in a thousand times"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("stop if die is 1", "stop if die is 2"),
        ("add die to pot", "add 1 to pot"),
        ("add pot to you.score", "add 1 to you.score"),
    ],
)
def test_the_odds_notice_a_changed_rule(before: str, after: str) -> None:
    assert odds(Dicey(changed("pig", before, after), 2, "reference")) != exact()
