"""As The Earth Crumbles: its earth as a graph, its data against the rulebook, its play against a model in Python."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import networkx
import pytest
from earth_model import Earth, all_slots, covering, name_of
from playing import ENGINES, FASTEST, RULESETS, Program
from rulewright.grammar import nodes
from rulewright.grammar.parse import parse
from rulewright.interpreter import engines
from rulewright.interpreter.invariants import broken
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.validator.check import check_folder
from rulewright.validator.specialise import specialise

import rulewright as rw

NAME = "as_the_earth_crumbles"
FOLDER = RULESETS / NAME
VARIANTS = (None, "crossing_lanes", "five_players")
DATA = {"crossing_lanes": ("crossing_tiles.yaml", "crossing_surface.yaml")}
PILES = {
    "coins": {"basic", "advanced"},
    "coins_per_colour": {"basic", "advanced"},
    "coin_pickup": {"basic"},
    "gas_pocket": {"advanced"},
}


@cache
def program(variant: str | None = None) -> Program:
    checked = check_folder(FOLDER, variant)
    assert checked.program is not None and not checked.diagnostics
    return checked.program


@cache
def load(variant: str | None = None) -> rw.Game:
    return rw.load(NAME, variant)


def kind(name: str, variant: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = next(k for k in program(variant)["kinds"] if k["name"] == name)
    return found


# ---- the earth


def test_the_earth_is_forty_tiles_and_eighty_covers() -> None:
    """The four grids of the rulebook, laid out by its own words, are the graph on which the engines run."""
    by_hand: networkx.DiGraph[str] = networkx.DiGraph()
    by_hand.add_nodes_from(map(name_of, all_slots()))
    by_hand.add_edges_from((name_of(above), name_of(slot)) for slot in all_slots() for above in covering(slot))
    names = kind("slot")["names"]
    rows = program()["rows"]["slot.covered_by"]["data"]
    earth: networkx.DiGraph[str] = networkx.DiGraph()
    earth.add_nodes_from(names)
    earth.add_edges_from((names[above], names[slot]) for slot, uppers in enumerate(rows) for above in uppers)
    assert earth.number_of_nodes() == 40 and earth.number_of_edges() == 80
    assert set(earth.nodes) == set(by_hand.nodes) and set(earth.edges) == set(by_hand.edges)
    assert networkx.is_directed_acyclic_graph(earth)
    assert networkx.dag_longest_path_length(earth) == 3
    assert {slot for slot, uppers in earth.in_degree() if uppers == 0} == {"s_4_1_1", "s_4_1_2"}
    assert all(below == 4 for slot, below in earth.out_degree() if not slot.startswith("s_1_"))


# ---- the data


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_tiles_keep_to_what_the_rulebook_prints(variant: str | None) -> None:
    """32 and 8 tiles, kinds in their piles, three culture for a prosperity, one culture picked up, six sites."""
    earth = Earth(
        FOLDER,
        DATA.get(variant or "", ("tiles.yaml", "surface.yaml")),
        dict.fromkeys(kind("slot")["names"], ""),
        1,
        bool,
    )
    tiles = list(earth.tiles.values())
    assert Counter(tile["pile"] for tile in tiles) == {"advanced": 32, "basic": 8}
    assert len({tile["makes"] for tile in tiles}) == 9
    for tile in tiles:
        assert tile["pile"] in PILES.get(tile["makes"], {"advanced"})
        assert ("colour" in tile) is (tile["makes"] != "gas_pocket")
        if tile["makes"] == "buy_prosperity":
            assert (tile["pays"], tile["amount"]) == (3, 1)
        if tile["makes"] in ("culture_pickup", "prosperity_pickup"):
            assert tile["amount"] == 1
        if tile.get("multiplies"):
            assert tile["pile"] == "advanced" and not tile["makes"].endswith(("pickup", "pocket"))
    assert Counter(tile["pile"] for tile in tiles if tile.get("swaps")) == {"advanced": 1, "basic": 1}
    assert len(earth.board) == 6
    colours = {tile["colour"] for tile in tiles if "colour" in tile}
    assert {lane for site in earth.board.values() for lane in site["lanes"]} == colours


def test_crossing_lanes_are_every_pair_of_four_colours() -> None:
    earth = Earth(FOLDER, DATA["crossing_lanes"], dict.fromkeys(kind("slot")["names"], ""), 1, bool)
    pairs = {frozenset(site["lanes"]) for site in earth.board.values()}
    assert len(pairs) == 6 and all(len(pair) == 2 for pair in pairs)
    assert Counter(lane for pair in pairs for lane in pair) == dict.fromkeys(("blue", "green", "red", "white"), 3)


def test_crossing_lanes_change_data_and_no_rule() -> None:
    tree, problems = parse((FOLDER / "crossing_lanes.rules").read_text(encoding="utf-8"), "crossing_lanes.rules")
    assert not problems
    for item in tree.items:
        inner = item.item if isinstance(item, nodes.Replace) else item
        assert isinstance(
            inner, nodes.Language | nodes.Variant | nodes.TypeItem | nodes.Kind | nodes.One | nodes.Scenario
        )


# ---- play


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_games_go_as_the_model_says(variant: str | None, players: int) -> None:
    """The same options for the same player at every decision, and the same prestige in the end."""
    if players in load(variant).players:
        for seed in range(3):
            follow(variant, players, seed)


def follow(variant: str | None, players: int, seed: int) -> None:
    table, random = load(variant).new(players, seed, engine=FASTEST), Random(seed)
    flips: list[bool] = []
    view: Any = table.view(0)
    earth = {slot: there["tile"][0] for slot, there in view["slot"].items()}
    model = Earth(FOLDER, DATA.get(variant or "", ("tiles.yaml", "surface.yaml")), earth, players, lambda: flips.pop(0))
    play = model.play(table.players.index(view["table"]["opener"]), view["table"]["agenda"])
    asked = next(play)
    while True:
        assert (table.decision.player, frozenset(option.text for option in table.decision.options)) == asked
        answer = random.choice(table.decision.options)
        table.play(answer)
        flips += [line.text == "chance gives gas" for line in table.trace if line.text.startswith("chance gives")]
        try:
            asked = play.send(answer.text)
        except StopIteration:
            break
    assert table.over and not flips and not model.earth and model.turns == 36
    scores = tuple(p.prestige() for p in model.players)
    assert table.scores == scores
    best = 60 if players == 1 and max(scores) < 60 else max(scores)
    assert table.winners == tuple(seat for seat, score in enumerate(scores) if score >= best)


READINGS = [
    (ruling["name"], reading["name"])
    for ruling in program()["rulings"]
    for number, reading in enumerate(ruling["readings"])
    if number != ruling["default"]
]


@pytest.mark.parametrize(("ruling", "reading"), READINGS)
def test_every_reading_plays_to_an_empty_earth_on_both_engines(ruling: str, reading: str) -> None:
    number = next(r for r in program()["rulings"] if r["name"] == ruling)
    index = [r["name"] for r in number["readings"]].index(reading)
    special = specialise(program(), 2, {ruling: index})
    both: list[Any] = [engines.make(special, name) for name in ENGINES]
    random = Random(reading)
    states = [engine.new(11) for engine in both]
    while choice := both[0].choice(states[0]):
        assert all(engine.choice(state).options == choice.options for engine, state in zip(both, states, strict=True))
        option = random.choice(choice.options)
        for engine, state in zip(both, states, strict=True):
            engine.answer(state, option)
        assert all(list(state) == list(states[0]) for state in states)
    slots = next(zone for zone in special["zones"] if zone["name"] == "slot.tile")
    heads = special["zone_cells"]["head"] + slots["first"]
    assert not any(states[0][heads : heads + 40])


@pytest.mark.parametrize("players", [1, 4])
def test_what_must_always_be_so_is_so(players: int) -> None:
    special = specialise(program(), players)
    engine = Reference(special)
    random, state = Random(players), engine.new(players)
    assert len(special["invariants"]) == 3
    while choice := engine.choice(state):
        assert not broken(special, engine, state)
        engine.answer(state, random.choice(choice.options))


@pytest.mark.parametrize(("points", "grade", "winners"), [(59, 0, ()), (60, 1, (0,)), (80, 2, (0,)), (100, 3, (0,))])
def test_a_game_alone_is_graded(points: int, grade: int, winners: tuple[int, ...]) -> None:
    """The last turn of a game, reached at random, with the culture that makes up the rest."""
    special = specialise(program(), 1)
    engine = Reference(special)
    random, state = Random(0), engine.new(0)
    culture = special["attributes"]["player.culture"]["at"]
    while choice := engine.choice(state):
        before, option = state[:], random.choice(choice.options)
        engine.answer(state, option)
        if engine.choice(state) is None:
            score = engine.evaluate(
                state, {"kind": "ask", "procedure": special["score"], "args": [{"kind": "int", "value": 0}]}
            )
            state = before
            state[culture] += points - score
            engine.answer(state, option)
    assert state[special["attributes"]["grade"]["at"]] == grade
    assert state[12] == sum(1 << seat for seat in winners)
