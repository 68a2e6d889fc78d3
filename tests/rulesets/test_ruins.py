"""Ruins: what its scenarios cover, random games, and its plays against a second reckoning of which plays there are."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from playing import RULESETS, program
from ruins_at_length import compare_engines, compare_plays, compare_pruning, lockstep_games
from rulewright.interpreter.compiled.host import Engine as Compiled
from rulewright.interpreter.compiled.playouts import stretches
from rulewright.interpreter.scenarios import run
from rulewright.validator.specialise import specialise

from rulewright.coverage import coverage

READINGS = ["wild_all any", "wild_alone_double no", "night_effect_slot yes", "relit_same_turn no"]
every_count = pytest.mark.parametrize("players", [2, 3, 4, 5])


def rules() -> dict[str, Any]:
    return program("ruins")


def readings() -> list[tuple[str, int]]:
    """Every reading of every ruling but the defaults."""
    return [
        (ruling["name"], reading)
        for ruling in rules()["rulings"]
        for reading in range(len(ruling["readings"]))
        if reading != ruling["default"]
    ]


# ------------------------------------------------------------ what is written down


def test_every_rule_is_tested_or_set_aside() -> None:
    """That the scenarios pass is shown with those of all rulesets."""
    cited = {rule for scenario in rules()["scenarios"] for rule in scenario["rules"]}
    found = coverage((RULESETS.parent / "seeds" / "ruins.md").read_text(encoding="utf-8"), rules(), cited)
    assert found.totals() == {"rules": 79, "modelled": 78, "tested": 78, "set_aside": 1, "nothing": 0}
    assert not found.unknown


def test_every_ruling_has_scenarios_for_two_readings_that_tell_them_apart() -> None:
    tried = defaultdict(set)
    for scenario in rules()["scenarios"]:
        for ruling, reading in scenario["options"].items():
            if scenario["name"].startswith(ruling):
                tried[ruling].add(reading)
    assert {ruling["name"] for ruling in rules()["rulings"]} == {name for name, both in tried.items() if len(both) > 1}
    defaults = {ruling["name"]: ruling["default"] for ruling in rules()["rulings"]}
    for name, reading in readings():
        own = [s for s in rules()["scenarios"] if s["name"].startswith(name) and s["options"].get(name) == reading]
        swapped = [{**s, "options": {**s["options"], name: defaults[name]}} for s in own]
        assert own and not all(result.passed for result in run(rules(), swapped, ["reference"])), name


# ------------------------------------------------------------ many games


@every_count
def test_random_games_end_by_round_five(players: int) -> None:
    """`rounds` cannot pass five: a sixth round would be a fault."""
    engine = Compiled(specialise(rules(), players))
    rows = [row for stretch in stretches(engine, 40, seed=1, cap=20_000) for row in stretch]
    assert len(rows) == 40
    assert not [row for row in rows if row.fault or row.capped]
    assert all(row.winners for row in rows)


# ------------------------------------------------------------ plays, reckoned a second time


# `ruins_at_length.py` does the same on as many positions as one likes.


@pytest.mark.parametrize("players", [2, 4])
def test_the_steps_lead_to_just_the_plays_that_there_are(players: int) -> None:
    small = compare_plays(players, wanted=15, hand=4, seed=players, most=120)
    large = compare_plays(players, wanted=6, hand=12, seed=10 + players, most=120)
    assert small["with upgrades"] > 3 and small["with claims"] > 0
    assert large["more than six cards"] > 0


def test_pruning_changes_nothing_that_is_offered() -> None:
    assert compare_pruning(3, wanted=10, hand=4, seed=7) > 25


@pytest.mark.parametrize(
    "reading", ["wild_all any", "wild_alone_double no", "night_effect_slot yes", "relit_same_turn no"]
)
def test_nor_does_it_under_another_reading(reading: str) -> None:
    name, word = reading.split()
    ruling = next(ruling for ruling in rules()["rulings"] if ruling["name"] == name)
    number = [one["name"] for one in ruling["readings"]].index(word)
    assert compare_pruning(2, wanted=6, hand=3, seed=3, readings={name: number}) > 8


@pytest.mark.parametrize("players", [3, 5])
def test_both_engines_offer_the_same_and_go_on_alike(players: int) -> None:
    assert compare_engines(players, wanted=8, seed=players) > 1


def test_whole_games_are_the_same_on_both_engines() -> None:
    assert lockstep_games(2, games=1, seed=4) > 50
