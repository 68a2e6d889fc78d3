"""What the tests of rulesets share: programs ready to be played, and a way to look at a position."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rulewright.interpreter import engines
from rulewright.interpreter.state import Option, State
from rulewright.validator.check import check_folder, check_text
from rulewright.validator.specialise import specialise

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
ENGINES = ("reference", "compiled") if engines.has_compiled() else ("reference",)
FASTEST = ENGINES[-1]
# One game takes the reference engine 3 to 30 seconds, where it looks ahead or measures much: too long for many.
SLOW_ON_REFERENCE = {"ruins", "rattle_and_rend"}
both_engines = pytest.mark.parametrize("engine_name", ENGINES)

Program = dict[str, Any]


def engines_for(name: str) -> tuple[str, ...]:
    """The engines on which many games of a ruleset can be played."""
    return tuple(engine for engine in ENGINES if engine != "reference" or name not in SLOW_ON_REFERENCE)


@cache
def program(name: str) -> Program:
    """The checked program of a ruleset of the tree."""
    checked = check_folder(RULESETS / name)
    assert checked.program is not None, checked.diagnostics
    return checked.program


def changed(name: str, before: str, after: str) -> Program:
    """The program of a ruleset in whose text one thing is different."""
    text = (RULESETS / name / "game.rules").read_text(encoding="utf-8")
    assert text.count(before) == 1, f"`{before}` stands {text.count(before)} times in {name}"
    checked = check_text(text.replace(before, after))
    assert checked.program is not None, checked.diagnostics
    return checked.program


class Game:
    """A ruleset at one number of players, on one engine, with words for what lies in its cells."""

    def __init__(self, rules: Program, players: int, engine_name: str = FASTEST) -> None:
        self.rules = specialise(rules, players)
        self.players = players
        self.engine: Any = engines.make(self.rules, engine_name)
        self._zones = {zone["name"]: zone for zone in self.rules["zones"]}

    def new(self, seed: int = 0) -> State:
        state: State = self.engine.new(seed)
        return state

    def options(self, state: State) -> list[Option]:
        """What can be answered: nothing when the game is over."""
        choice = self.engine.choice(state)
        return choice.options if choice else []

    def decider(self, state: State) -> int:
        return int(self.engine.choice(state).who)

    def after(self, state: State, option: Option) -> State:
        following = state[:]
        self.engine.answer(following, option)
        return following

    def values(self, state: State, attribute: str) -> tuple[int, ...]:
        """A number for each thing that has the attribute, or one if the table has it."""
        declared = self.rules["attributes"][attribute]
        return tuple(state[declared["at"] : declared["at"] + declared["count"]])

    def things(self, state: State, zone: str, owner: int = 0) -> list[int]:
        """What lies in a zone, from its bottom to its top."""
        declared = self._zones[zone]
        kind = self.rules["zoned"][declared["holds"]]
        found, at = [], state[self.rules["zone_cells"]["head"] + declared["first"] + owner]
        while at:
            found.append(at - 1)
            at = state[kind["next"] + at - 1]
        return found


def game(name: str, players: int = 2, engine_name: str = FASTEST) -> Game:
    return Game(program(name), players, engine_name)


def winners(state: State) -> set[int]:
    """Who has won; nobody if it is drawn or not over."""
    return {player for player in range(32) if state[12] >> player & 1}


def over(state: State) -> bool:
    return state[0] == 2


def random_game(playing: Game, seed: int) -> Iterator[State]:
    """Every position of a game that is decided at random, the last of them at its end."""
    state, random = playing.new(seed), Random(seed)
    while options := playing.options(state):
        yield state[:]
        playing.engine.answer(state, random.choice(options))
    yield state


def mean_is(found: list[int], mean: float, spread: float) -> bool:
    """Is the mean of these lengths the known one, within four times its error?"""
    return bool(abs(sum(found) / len(found) - mean) < 4 * spread / len(found) ** 0.5)


def distinct(playing: Game, depth: int) -> Iterator[dict[tuple[int, ...], int]]:
    """The positions after 0, 1, 2, … answers, each with the number of ways that lead to it."""
    level = {tuple(playing.new()): 1}
    yield level
    for _ in range(depth):
        following: dict[tuple[int, ...], int] = {}
        for cells, ways in level.items():
            state = list(cells)
            for option in playing.options(state):
                key = tuple(playing.after(state, option))
                following[key] = following.get(key, 0) + ways
        level = following
        yield level
