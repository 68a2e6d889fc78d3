"""Riftwalker: its cards, what its scenarios cover, many random games and their scores, its secrets."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from playing import RULESETS, Game, over, program, winners
from riftwalker_powers import edited, fired
from rulewright.interpreter.compiled.batch import Batch
from rulewright.interpreter.compiled.host import Engine as Compiled
from rulewright.interpreter.compiled.playouts import stretches
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.interpreter.scenarios import run
from rulewright.interpreter.state import PENDING, State
from rulewright.validator.specialise import specialise

import rulewright as rw
from rulewright.coverage import coverage

sys.path.append(str(Path(__file__).parents[1] / "interpreter"))
from twins import Findings, twin_run

RIFTWALKER = RULESETS / "riftwalker"
CARDS: dict[str, dict[str, Any]] = yaml.safe_load((RIFTWALKER / "rifts.yaml").read_text(encoding="utf-8"))
every_count = pytest.mark.parametrize("players", [2, 3, 4])


def rules() -> dict[str, Any]:
    return program("riftwalker")


def readings() -> list[tuple[str, int]]:
    """Every reading of every ruling but the defaults."""
    return [
        (ruling["name"], reading)
        for ruling in rules()["rulings"]
        for reading in range(len(ruling["readings"]))
        if reading != ruling["default"]
    ]


# ------------------------------------------------------------ what is written down


def test_every_rift_has_a_power_and_a_text() -> None:
    powers = {p["name"].rsplit(".", 1)[1] for p in rules()["procedures"] if p["name"].startswith("ability.rift.power.")}
    texts = next(kind["texts"] for kind in rules()["kinds"] if kind["name"] == "rift")
    assert len(CARDS) == 52
    assert powers == set(texts) == set(CARDS)


def test_every_power_has_a_scenario_that_bears_its_title() -> None:
    for name, card in CARDS.items():
        text = (RIFTWALKER / "scenarios" / f"{card['element']}.rules").read_text(encoding="utf-8")
        assert f'scenario "{card["title"]}' in text, name


def test_every_rule_is_tested_or_set_aside() -> None:
    passed = {
        rule
        for result, scenario in zip(_played(), rules()["scenarios"], strict=True)
        if result
        for rule in scenario["rules"]
    }
    book = (RULESETS.parent / "seeds" / "riftwalker.md").read_text(encoding="utf-8")
    totals = coverage(book, rules(), passed)
    assert totals.totals() == {"rules": 76, "modelled": 75, "tested": 75, "set_aside": 1, "nothing": 0}
    assert not totals.unknown


def test_every_ruling_has_scenarios_for_two_readings() -> None:
    tried = defaultdict(set)
    for scenario in rules()["scenarios"]:
        for ruling, reading in scenario["options"].items():
            if scenario["name"].startswith(ruling):
                tried[ruling].add(reading)
    assert {ruling["name"] for ruling in rules()["rulings"]} == {
        name for name, found in tried.items() if len(found) > 1
    }


@pytest.mark.parametrize(("ruling", "reading"), readings())
def test_a_ruling_changes_what_its_scenarios_see(ruling: str, reading: int) -> None:
    """The scenarios of one reading fail under the other, so they tell the two apart."""
    default = next(r["default"] for r in rules()["rulings"] if r["name"] == ruling)
    own = [s for s in rules()["scenarios"] if s["options"].get(ruling) == reading and s["name"].startswith(ruling)]
    swapped = [{**s, "options": {**s["options"], ruling: default}} for s in own]
    assert own and all(result.passed for result in run(rules(), own, ["reference"]))
    assert not all(result.passed for result in run(rules(), swapped, ["reference"]))


# Rules that are easily lost, and the games one would play without them.
SLIPS = {
    "a power wakes what it explores": (
        "wind.rules",
        "    move r to you.explored\n",
        "    move r to you.explored\n    offer(r)\n",
    ),
    "a rift stays awake for ever": ("game.rules", "  forget awake(r)\n", ""),
    "Emberwake frees every burst": ("game.rules", "      forget embers(you) if not lined(r.element)\n", ""),
    "a burst by a line needs no shift": ("game.rules", "  ripe(r) and (lined(", "  (lined("),
    "others' bursts cost you yours": ("storm.rules", "add 1 to you.bursts if p is you", "add 1 to you.bursts"),
    "Static Wastes works at once": ("storm.rules", "until end of next turn for you", "until end of turn"),
    "Tempest Loom may choose itself": ("storm.rules", "play rift_step(this)", "play rift_step(none)"),
    "Still Lake lasts": (
        "water.rules",
        "remember both_faces(s.shard) until end of turn",
        "remember both_faces(s.shard)",
    ),
    "Still Lake survives in the deck": ("game.rules", "  forget both_faces(replaced)\n", ""),
    "the end comes one rift late": (
        "game.rules",
        "count of p.scored >= enough  if not",
        "count of p.scored > enough  if not",
    ),
    "open cards are tucked face-down": ("life.rules", "move c to this.face_up", "move c to this.face_down"),
    "a found rift is not shown": ("earth.rules", "      reveal r to everyone\n", ""),
    "an echoed Vault is one's own": (
        "earth.rules",
        "rift_deck to this.face_down",
        "rift_deck to false_story_echoes.face_down",
    ),
    "what lies beneath stays behind": (
        "game.rules",
        "  shed(r)\n  set r.level to 0\n  move r to p.hand",
        "  move r to p.hand",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_some_scenario_notices_a_changed_rule(slip: str) -> None:
    file, before, after = SLIPS[slip]
    assert (RIFTWALKER / file).read_text(encoding="utf-8").count(before) >= 1
    changed = edited(file, lambda text: text.replace(before, after, 1)).program
    assert changed is not None
    assert any(not result.passed for result in run(changed, changed["scenarios"], ["reference"]))


@cache
def _played() -> tuple[bool, ...]:
    """Which scenarios pass, in the order of the text."""
    found = {result.name: result.passed for result in run(rules(), rules()["scenarios"], ["reference"])}
    return tuple(found[scenario["name"]] for scenario in rules()["scenarios"])


# ------------------------------------------------------------ many games


@every_count
def test_a_thousand_random_games_end(players: int) -> None:
    engine = Compiled(specialise(rules(), players))
    rows = [row for stretch in stretches(engine, 1000, seed=1, cap=20_000) for row in stretch]
    assert len(rows) == 1000
    assert not [row for row in rows if row.fault or row.capped]
    assert all(row.winners for row in rows)


@pytest.mark.parametrize(("ruling", "reading"), readings())
def test_random_games_end_under_every_reading(ruling: str, reading: int) -> None:
    for players in (2, 4):
        engine = Compiled(specialise(rules(), players, {ruling: reading}))
        rows = [row for stretch in stretches(engine, 60, seed=2, cap=20_000) for row in stretch]
        assert not [row for row in rows if row.fault or row.capped]


@every_count
def test_both_engines_play_the_same_games(players: int) -> None:
    specialised = specialise(rules(), players)
    _in_step(Reference(specialised), Compiled(specialised), games=3, cap=2_000)


@pytest.mark.parametrize(("ruling", "reading"), readings())
def test_both_engines_agree_under_every_reading(ruling: str, reading: int) -> None:
    specialised = specialise(rules(), 3, {ruling: reading})
    _in_step(Reference(specialised), Compiled(specialised), games=1, cap=250)


def _in_step(reference: Reference, compiled: Compiled, games: int, cap: int) -> None:
    for seed in range(games):
        random = Random(seed)
        here, there = reference.new(seed), compiled.new(seed)
        for _ in range(cap):
            assert list(here) == list(there)
            choice = reference.choice(here)
            other = compiled.choice(there)
            if choice is None or other is None:
                assert choice is None and other is None
                break
            assert (choice.who, choice.options) == (other.who, other.options)
            option = random.choice(choice.options)
            reference.answer(here, option)
            compiled.answer(there, option)


def test_every_power_fires_in_random_games() -> None:
    never = sorted(name for name, games in fired(2000).items() if not games)
    assert not never, f"in 2,000 games these powers never fired: {', '.join(never)}"


# ------------------------------------------------------------ scores, reckoned a second time


class Position:
    """A position read from its cells, and the score as the rulebook has it, without a word of the ruleset's."""

    def __init__(self, game: Game, state: State) -> None:
        self.names = game.rules["names"]["rift"]
        levels = game.values(state, "rift.level")
        self.level = {name: levels[rift] for rift, name in enumerate(self.names)}
        seats = range(game.players)
        self.scored, self.explored, self.hands = (
            [self.named(game.things(state, f"player.{zone}", p)) for p in seats]
            for zone in ("scored", "explored", "hand")
        )
        self.deck = self.named(game.things(state, "rift_deck"))
        self.open, self.hidden = (
            {name: self.named(game.things(state, f"rift.{zone}", rift)) for rift, name in enumerate(self.names)}
            for zone in ("face_up", "face_down")
        )
        self.grid = [game.things(state, "spot.shard", spot) for spot in range(9)]

    def named(self, rifts: list[int]) -> list[str]:
        return [self.names[rift] for rift in rifts]

    def points(self, rift: str) -> int:
        return int(CARDS[rift]["points"][self.level[rift]])

    def times(self, rift: str, player: int) -> int:
        own = self.scored[player]
        others = [other for other in own if other != rift]
        beneath = self.open[rift] + self.hidden[rift]
        match rift:
            case "choir_of_gusts":
                return sum(CARDS[other]["element"] == "wind" for other in others)
            case "burn_memory" | "deepstone_vault" | "venture_below":
                return len(beneath)
            case "gardeners_due":
                return len({CARDS[other]["element"] for other in own})
            case "symbiont_grove":
                return sum(CARDS[card]["element"] == "life" for card in beneath)
            case "stonewright_row":
                return int(len(others) >= 4)
            case "shadowlands":
                return int(any(len(pile) > len(own) for pile in self.scored))
        raise AssertionError(f"{rift} has a bonus that nobody reckons")

    def score(self, player: int) -> tuple[int, int, int]:
        """The score and the two tie-breaks."""
        own = self.scored[player]
        bonus = sum(
            CARDS[rift]["bonus"][self.level[rift]] * self.times(rift, player) for rift in own if "bonus" in CARDS[rift]
        )
        explored = sum(self.points(rift) for rift in self.explored[player])
        return sum(map(self.points, own)) + bonus, len(own), explored

    def best(self) -> set[int]:
        scores = [self.score(player) for player in range(len(self.scored))]
        return {player for player, score in enumerate(scores) if score == max(scores)}


def last_positions(players: int, games: int) -> Iterator[tuple[Position, State]]:
    game = Game(rules(), players, "compiled")
    batch, random = Batch(game.engine, games, seed=3), Random(players)
    while any(status == PENDING for status in batch.news[::3]):
        pending = zip(batch.news[::3], batch.news[2::3], strict=True)
        batch.step([int(random.random() * options) if status == PENDING else -1 for status, options in pending])
    for number in range(games):
        state = batch.state(number)
        yield Position(game, state), state


@every_count
def test_whoever_has_most_by_the_rulebook_has_won(players: int) -> None:
    bonuses = 0
    for position, state in last_positions(players, 150):
        assert over(state)
        assert winners(state) == position.best()
        bonuses += any(position.score(p)[0] > sum(map(position.points, position.scored[p])) for p in range(players))
    assert bonuses > 20, "bonuses must have counted, or nothing is shown"


@every_count
def test_no_card_is_lost_and_levels_are_where_they_belong(players: int) -> None:
    for position, _ in last_positions(players, 100):
        beneath = [card for tucked in (position.open, position.hidden) for cards in tucked.values() for card in cards]
        on_table = [rift for zone in (position.scored, position.explored) for cards in zone for rift in cards]
        away = [*position.deck, *(card for hand in position.hands for card in hand), *beneath]
        assert sorted(on_table + away) == sorted(CARDS)
        assert all(position.level[rift] == 0 for rift in away)
        assert all(position.level[rift] > 0 for pile in position.scored for rift in pile)
        assert all(len(spot) == 1 for spot in position.grid)


# ------------------------------------------------------------ secrets

SECRET = (
    "keep which card?",
    "take which rift?",
    "which card?",
    "give which card?",
    "which card goes beneath?",
    "under the deck",
    "discard which two?",
    "look at whose hand?",
)


@every_count
def test_nobody_is_told_what_is_hidden(players: int) -> None:
    """Twin worlds, from positions inside the powers that deal with hidden cards."""
    game, found = rw.load("riftwalker"), Findings()
    for seed in range(3):
        random, table = Random(seed), game.new(players, seed=seed)
        left = dict.fromkeys(SECRET, 1)
        for _ in range(350):
            if table.over:
                break
            prompt = table.decision.prompt or ""
            if left.get(prompt):
                left[prompt] -= 1
                twin_run(table.clone(), random.randrange(players), random, found, 12)
            table.play(random.randrange(len(table.decision.options)))
    assert found.different > 3, "the worlds must really differ, or nothing is shown"
    assert not found.leaks, found.examples[:3]
