"""Rattle and Rend: its odds by counting every throw, its lists, its terrain, and how lists can be completed."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from playing import FASTEST, RULESETS, Game, Program, program
from rulewright.interpreter import engines, script
from rulewright.interpreter.compiled.playouts import stretches
from rulewright.interpreter.geometry import unpack
from rulewright.interpreter.rehearsal import ROOM
from rulewright.interpreter.scenarios import run
from rulewright.validator.check import check_folder
from rulewright.validator.specialise import specialise

from rulewright.coverage import coverage

NAME = "rattle_and_rend"
SEED = RULESETS.parent / "seeds" / f"{NAME}.md"
OUTCOMES = ("fail", "simple", "critical")

# Single steps for a test to start. Luck and misery stand for the bonuses and penalties of many rules.
TRIALS = """
table has
  luck    is 0 to 3 starts 0
  misery  is 0 to 3 starts 0
  n_fury  is 0 to 3 starts 0
  n_will  is 0 to 3 starts 0
  verdict_on is yes or no starts no

change bonuses(g, t, foe) by luck "luck"
change penalties(g, t, foe) by misery "misery"

phase trial(r is role, t is test, keen is yes or no, good, bad is 0 to 3)
  set a_1.role to r
  add elites to a.traits if keen
  set luck to good
  set misery to bad
  let result be check(a_1, t, none)
  set a_1.stood to result

before check(g, t, foe)
  set n_fury to dice_of(g, t, foe) if t is fury
  set n_will to dice_of(g, t, foe) if t is will

phase blow(r is role, gap is length, charges, helped, led is yes or no)
  set a_1.role to r
  put(a_1, point(200mm, 200mm))
  set b_1.role to fighters
  put(b_1, point(200mm + gap, 200mm))
  set b_1.attached to led
  remember charging(a_1) if charges
  if helped
    set a_2.role to fighters
    put(a_2, point(160mm, 200mm))
  end
  set a_3.role to ward
  put(a_3, point(10mm, 10mm))
  set b_3.role to ward
  put(b_3, point(390mm, 390mm))
  attack(a_1, b_1)

phase ending(left is 0 to 12, size, troops, hosts is 0 to 20)
  set verdict_on to can_end(left, size, troops, hosts)

phase laying(l is layout, n is 0 to 7)
  lay_out(l, n mod 4, n > 3)
"""


def copy_with(folder: Path, files: dict[str, str]) -> Program:
    """The program of a copy of the ruleset to whose files these are added."""
    place = folder / NAME
    shutil.copytree(RULESETS / NAME, place)
    for name, text in files.items():
        path = place / name
        path.write_text((path.read_text(encoding="utf-8") if path.exists() else "") + text, encoding="utf-8")
    main = place / "game.rules"
    used = "".join(f"use {name}\n" for name in files if name.endswith(".rules") and name != "game.rules")
    main.write_text(main.read_text(encoding="utf-8").replace("use rulings.rules\n", f"use rulings.rules\n{used}", 1))
    checked = check_folder(place)
    assert checked.program is not None, checked.diagnostics
    return checked.program


class Trials:
    """The ruleset with single steps to start, and dice that fall as they are told to."""

    def __init__(self, rules: Program, engine: str, options: dict[str, int] | None = None) -> None:
        self.rules = specialise(rules, 2, options or {}, ROOM)
        self.engine: Any = engines.make(self.rules, engine)
        self.fresh = engines.make(self.rules, "reference").fresh()  # type: ignore[attr-defined]

    def start(self, phase: str, args: list[int], dice: tuple[int, ...] = ()) -> list[int]:
        state = list(self.fresh)
        assert script.add_values(state, self.rules["script"], list(dice))
        self.engine.start(state, f"phase.{phase}", args)
        return state

    def value(self, state: list[int], attribute: str, index: int = 0) -> int:
        return state[self.rules["attributes"][attribute]["at"] + index]

    def thing(self, kind: str, name: str) -> int:
        return int(self.rules["names"][kind].index(name))

    def left(self, state: list[int]) -> int:
        return script.left(state, self.rules["script"])[0]


@cache
def trial_program() -> Program:
    with TemporaryDirectory() as folder:
        return copy_with(Path(folder), {"trials.rules": TRIALS})


@pytest.fixture(scope="module")
def trials() -> Trials:
    return Trials(trial_program(), FASTEST)


# ------------------------------------------------------------ checks


def throws(n: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every throw of n twenty-sided dice, in no order, with the number of orders it falls in."""
    for faces in combinations_with_replacement(range(1, 21), n):
        yield faces, factorial(n) // prod(factorial(many) for many in Counter(faces).values())


CHECKS = {6: ("heavy", "fury"), 8: ("heavy", "fury"), 10: ("skirmishers", "guile"), 11: ("fighters", "fury")}
CHECKS |= {12: ("champion", "guile"), 13: ("shooters", "guile"), 14: ("skirmishers", "fury"), 15: ("fighters", "guile")}
CHECKS |= {16: ("champion", "fury")}
MODIFIERS = {1: [(0, 1), (0, 3)], 2: [(0, 0), (1, 1), (1, 3), (3, 1)], 3: [(1, 0), (3, 0)]}


def odds(trials: Trials, stat: int, dice: int) -> dict[str, Fraction]:
    """Counted over every throw, as the ruleset judges it."""
    role, test = CHECKS[stat]
    good, bad = MODIFIERS[dice][0]
    args = [trials.thing("role", role), trials.thing("test", test), int(stat == 6), good, bad]
    found: Counter[str] = Counter()
    for faces, orders in throws(dice):
        state = trials.start("trial", args, faces)
        assert trials.left(state) == 0
        found[OUTCOMES[trials.value(state, "group.stood")]] += orders
    assert sum(found.values()) == 20**dice
    return {outcome: Fraction(found[outcome], 20**dice) for outcome in OUTCOMES}


def printed_odds() -> dict[tuple[int, int], list[str]]:
    """The table of the rulebook in our words."""
    found = {}
    for line in SEED.read_text(encoding="utf-8").splitlines():
        row = re.fullmatch(r"\| (\d+) \| (.*) \| (.*) \| (.*) \|", line)
        if row:
            for dice in (1, 2, 3):
                found[int(row[1]), dice] = row[dice + 1].split(" / ")
    return found


@pytest.mark.parametrize("stat", CHECKS)
def test_the_odds_of_a_check_are_those_of_every_throw_counted(trials: Trials, stat: int) -> None:
    for dice in (1, 2, 3):
        found, hit = odds(trials, stat, dice), Fraction(21 - stat, 20)
        assert found["fail"] == (1 - hit) ** dice
        assert found["simple"] == dice * hit * (1 - hit) ** (dice - 1)
        for outcome, printed in zip(OUTCOMES, printed_odds()[stat, dice], strict=True):
            places = len(printed.partition(".")[2])
            assert abs(found[outcome] - Fraction(printed)) <= Fraction(1, 2 * 10**places), (stat, dice, outcome)


@pytest.mark.parametrize("dice", MODIFIERS)
def test_bonuses_and_penalties_count_only_as_there_or_not(trials: Trials, dice: int) -> None:
    for good, bad in MODIFIERS[dice]:
        args = [trials.thing("role", "fighters"), trials.thing("test", "guile"), 0, good, bad]
        state = trials.start("trial", args, (1,) * 3)
        assert 3 - trials.left(state) == dice, (good, bad)


REMOVALS = {
    "Fighters that stand": (("fighters", 400, False, False, False), "0.25"),
    "Fighters that charge": (("fighters", 400, True, False, False), "0.125"),
    "Fighters with a friend in the fight": (("fighters", 400, False, True, False), "0.3438"),
    "a Heavy that stands": (("heavy", 800, False, False, False), "0.325"),
    "Shooters beyond S": (("shooters", 801, False, False, False), "0.20"),
    "Shooters within S": (("shooters", 800, False, False, False), "0.284"),
    "Fighters on a pair": (("fighters", 400, False, False, True), "0.125"),
}


def hits(dice: int, target: int) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """A throw for each number of hits, with its chance."""
    one = Fraction(21 - target, 20)
    for many in range(dice + 1):
        yield (20,) * many + (1,) * (dice - many), comb(dice, many) * one**many * (1 - one) ** (dice - many)


@pytest.mark.parametrize("case", REMOVALS)
def test_the_chance_that_an_attack_removes_its_target(trials: Trials, case: str) -> None:
    (role, gap, *flags), expected = REMOVALS[case]
    args = [trials.thing("role", role), gap, *map(int, flags)]
    fury = {"fighters": 11, "heavy": 8, "shooters": 13}[role]
    gone, b_1 = trials.thing("station", "gone"), trials.thing("group", "b_1")
    chance = Fraction(0)
    for faces, weight in hits(trials.value(trials.start("blow", args), "n_fury"), fury):
        hit = trials.start("blow", args, faces)
        for more, further in hits(trials.value(hit, "n_will"), 11):
            state = trials.start("blow", args, faces + more)
            if trials.value(state, "group.lies", b_1) == gone:
                chance += weight * further
    assert abs(chance - Fraction(expected)) <= Fraction(1, 2 * 10 ** len(expected[2:])), float(chance)


# ------------------------------------------------------------ lists

ILLEGAL = {
    "too_dear": ("RR-3.1", ["heavy colossal"] * 2 + ["fighters"] * 3 + ["ward rally"], 2, 1),
    "too_cheap": ("RR-3.1", ["heavy colossal", "fighters", "fighters", "fighters", "shooters"], 2, 1),
    "too_few": ("RR-3.3", ["heavy colossal+"] * 3, 2, 1),  # three groups for 12 points have no troops either
    "too_many": ("RR-3.3", ["fighters", "fighters", "fighters", *["ward rally"] * 6], 2, 1),
    "no_troops": ("RR-3.4", ["heavy colossal"] * 3 + ["fighters+"], 2, 1),
    "one_trait": ("RR-3.5", ["fighters"] * 6, 1, 1),
    "three_traits": ("RR-3.5", ["fighters"] * 6, 3, 1),
    "undriven": ("RR-3.6", ["fighters"] * 6, 2, 0),
    "no_choice": ("RR-3.7", ["heavy colossal", "heavy", "fighters", "fighters", "ward rally", "ward rally"], 2, 1),
    "no_own_choice": ("RR-3.7", ["fighters"] * 5 + ["ward rally banishment", "ward rally"], 2, 1),
    "troops_with_a_choice": ("RR-3.7", ["fighters"] * 5 + ["fighters flyer"], 2, 1),
    "led_ward": ("RR-5.2", ["fighters"] * 5 + ["ward rally+"], 2, 1),
    "led_champion": ("RR-5.2", ["fighters"] * 5 + ["champion banishment+"], 2, 1),
    "led_twice": ("RR-5.2", ["fighters"] * 4 + ["fighters++"], 2, 1),
}
COLUMNS = {"colossal": "bulk", "flyer": "bulk", "rally": "warding", "banishment": "art"}


def listed(name: str, groups: list[str]) -> str:
    """The rows of a list; a plus attaches a Champion."""
    rows = []
    for number, group in enumerate(groups, 1):
        words = group.rstrip("+").split()
        own = "".join(f", {COLUMNS[word]}: {word}" for word in words[1:])
        rows.append(f"{name}_{number}: {{warband: {name}, role: {words[0]}{own}}}")
        for more in range(group.count("+")):
            host = f"host: {name}_{number}"
            rows.append(f"{name}_{number}_{more}: {{warband: {name}, role: champion, art: banishment, {host}}}")
    return "\n".join(rows) + "\n"


def test_each_list_that_breaks_a_building_rule_is_told_which(tmp_path: Path) -> None:
    traits = ["zealots", "elites", "blessed"]
    warbands = "".join(
        f"{name}: {{traits: [{', '.join(traits[:many])}]{', drive: frenzy' * driven}}}\n"
        for name, (_, _, many, driven) in ILLEGAL.items()
    )
    scenarios = "".join(
        f'scenario "{name}"\n  expect count of mistakes_of({name}) is {1 + (name == "too_few")}\n  start muster for a\n'
        f"  expect a cannot field_warband({name}) because {rule}\n\n"
        for name, (rule, *_) in ILLEGAL.items()
    )
    files = {
        "warbands.yaml": warbands,
        "rosters.yaml": "".join(listed(name, groups) for name, (_, groups, _, _) in ILLEGAL.items()),
        "illegal.rules": scenarios,
    }
    rules = copy_with(tmp_path, files)
    own = [scenario for scenario in rules["scenarios"] if scenario["name"] in ILLEGAL]
    assert len(own) == len(ILLEGAL)
    for result in run(rules, own, ["reference"]):
        assert result.passed, f"{result.name}: {result.failure}"


def completable(left: int, size: int, troops: int, hosts: int, exact: bool, counted: bool) -> bool:
    """Can a list be completed, by trying everything that could be added?"""

    @cache
    def can(left: int, size: int, troops: int, hosts: int) -> bool:
        if left < 0 or size > 8:
            return False
        if (left == 0 or not exact) and size >= 4 and troops >= 4:
            return True
        return (
            can(left - 2, size + 1, troops + 2, hosts + 1)
            or can(left - 3, size + 1, troops, hosts + 1)
            or can(left - 1, size + 1, troops, hosts)
            or (hosts > 0 and can(left - 1, size + counted, troops, hosts - 1))
        )

    return can(left, size, troops, hosts)


def partial_lists() -> set[tuple[int, int, int, int, int]]:
    """Points left, groups, points of troops, hosts and attached Champions of everything that can be put together."""
    found, fresh = set(), {(12, 0, 0, 0, 0)}
    while fresh:
        found |= fresh
        following = set()
        for left, size, troops, hosts, led in fresh:
            following.add((left - 2, size + 1, troops + 2, hosts + 1, led))
            following.add((left - 3, size + 1, troops, hosts + 1, led))
            following.add((left - 1, size + 1, troops, hosts, led))
            if hosts:
                following.add((left - 1, size, troops, hosts - 1, led + 1))
        fresh = {state for state in following if state[0] >= 0} - found
    return found


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("counted", [False, True])
def test_what_can_still_become_a_list_is_known(exact: bool, counted: bool) -> None:
    rules = trial_program()
    readings = {ruling["name"]: [r["name"] for r in ruling["readings"]] for ruling in rules["rulings"]}
    options = {
        "exact_points": readings["exact_points"].index("yes" if exact else "no"),
        "attached_counts": readings["attached_counts"].index("yes" if counted else "no"),
    }
    trials = Trials(rules, "reference", options)
    seen = set()
    for left, size, troops, hosts, led in partial_lists():
        groups = size + led * counted
        state = trials.start("ending", [left, groups, troops, hosts])
        known = bool(trials.value(state, "verdict_on"))
        assert known == completable(left, groups, troops, hosts, exact, counted), (left, groups, troops, hosts)
        seen.add(known)
    assert seen == {True, False}


# ------------------------------------------------------------ terrain


def test_every_layout_turned_and_mirrored_is_sound() -> None:
    """On the table, apart from one another and from the hill, as much and as many sorts as its density asks for."""
    shapely = pytest.importorskip("shapely")
    trials = Trials(trial_program(), "reference")
    grounds = trials.rules["names"]["ground"]
    table = shapely.box(0, 0, 4000, 4000)
    hill = shapely.Point(2000, 2000).buffer(600, 64)
    shape = trials.rules["attributes"]["ground.shape"]
    for number, layout in enumerate(trials.rules["names"]["layout"]):
        footprints = []
        for turn in range(8):
            state = trials.start("laying", [number, turn])
            pieces, sorts = [], set()
            for ground in range(len(grounds)):
                if not trials.value(state, "ground.laid", ground):
                    continue
                sorts.add(trials.value(state, "ground.sort", ground))
                middle = unpack(trials.value(state, "ground.middle", ground))
                radius = trials.value(state, "ground.radius", ground)
                at = shape["at"] + ground * shape["width"]
                corners = [unpack(p) for p in state[at + 1 : at + 1 + state[at]]]
                assert bool(radius) != bool(corners)
                if corners:
                    piece = shapely.Polygon(corners)
                    assert piece.exterior.is_ccw and piece.contains(shapely.Point(middle))
                else:
                    piece = shapely.Point(middle).buffer(radius, 64)
                pieces.append(piece)
            assert all(table.covers(piece) and not piece.intersects(hill) for piece in pieces)
            assert not [1 for n, one in enumerate(pieces) for other in pieces[:n] if one.intersects(other)]
            dense = layout.startswith("dense")
            share = sum(piece.area for piece in pieces) / table.area
            assert abs(share - (0.4 if dense else 0.2)) < 0.05 and 4 <= len(pieces) <= 16
            assert len(sorts) >= 2 and (not dense or trials.thing("sort", "blocking") in sorts)
            footprints.append(shapely.MultiPolygon(pieces))
        assert not [1 for n, one in enumerate(footprints) for other in footprints[:n] if one.equals(other)]


# ------------------------------------------------------------ what is written down


def test_every_rule_is_tested_or_set_aside() -> None:
    cited = {rule for scenario in program(NAME)["scenarios"] for rule in scenario["rules"]}
    found = coverage(SEED.read_text(encoding="utf-8"), program(NAME), cited)
    assert found.totals() == {"rules": 198, "modelled": 194, "tested": 194, "set_aside": 4, "nothing": 0}
    assert not found.unknown


def test_the_rulebook_names_every_ruling_and_no_other() -> None:
    chapter = SEED.read_text(encoding="utf-8").partition("## What the text leaves open")[2]
    rows = [line.split(" | ")[0] for line in chapter.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert named == {ruling["name"] for ruling in program(NAME)["rulings"]}


def test_every_ruling_is_tried_in_a_reading_that_is_not_the_default() -> None:
    defaults = {ruling["name"]: ruling["default"] for ruling in program(NAME)["rulings"]}
    tried = {
        name
        for scenario in program(NAME)["scenarios"]
        for name, reading in scenario["options"].items()
        if reading != defaults[name]
    }
    assert tried == set(defaults)


def test_random_games_come_to_an_end() -> None:
    playing = Game(program(NAME), 2)
    rows = [row for stretch in stretches(playing.engine, 60, seed=1, cap=20_000) for row in stretch]
    assert len(rows) == 60 and not [row for row in rows if row.fault or row.capped]
