"""As Rubble, As Storm: its board as a graph, its rulings, and its rules against a second version written by hand."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import networkx as nx
import pytest
from playing import ENGINES, FASTEST, RULESETS
from rulewright.interpreter.decision import decision_of
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.invariants import broken
from rulewright.interpreter.scenarios import run
from rulewright.validator.check import check_folder
from rulewright.validator.graphs import GraphBoard, dead_ends, least_degree
from rulewright.validator.sketch import graph_boards

import rulewright as rw
from rulewright.coverage import coverage

NAME = "as_rubble_as_storm"
FOLDER = RULESETS / NAME
ROOT = RULESETS.parent
LINKS = {
    0: {"d5-g0", "d2-r9", "d11-r4"},
    1: {"d5-g0", "d7-r9"},
    2: {"d2-d7", "d11-r4"},
    3: {"d2-d7", "d5-g0", "d11-r9"},
    4: {"r4-r9", "d11-d5"},
    5: {"r4-r9", "d2-d7"},
    6: {"d2-g0"},
    7: {"d7-g0", "r4-r9"},
    8: {"d7-g0", "d2-r4"},
    9: {"d2-r9"},
    10: {"d2-r9", "d7-g0", "d11-d5"},
    11: {"d11-r4", "d5-d7"},
}
VARIANTS = (None, "teaching")


@cache
def game(variant: str | None = None) -> rw.Game:
    return rw.load(NAME, variant)


@pytest.fixture(scope="module", autouse=True)
def _let_go() -> Iterator[None]:
    """Compiled engines do not like to outlive the tests."""
    yield
    game.cache_clear()


@cache
def board(variant: str | None = None) -> GraphBoard:
    return graph_boards(FOLDER, variant)["ruins"]


@cache
def by_hand() -> ModuleType:
    spec = importlib.util.spec_from_file_location("rubble_by_hand", ROOT / "benchmarks" / "rubble_by_hand.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


# ---------------------------------------------------------------- the board


def test_the_board_has_the_spaces_and_paths_it_should() -> None:
    grounds = [row.values["ground"] for row in board().rows]
    assert {ground: grounds.count(ground) for ground in grounds} == {
        "caravan": 1,
        "desert": 7,
        "ruin": 5,
        "great_ruin": 2,
    }
    assert len(board().paths) == 24
    assert sum(path.one_way for path in board().paths) == 10


def test_each_position_has_its_live_links() -> None:
    names = board().names
    (disc,) = board().discs
    for position, expected in LINKS.items():
        links = [link for link in disc.links(position) if link is not None]
        assert {"-".join(sorted((names[a], names[b]))) for a, b in links} == expected, position


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_space_reaches_every_other_in_every_position(variant: str | None) -> None:
    for position in board(variant).positions():
        assert nx.is_strongly_connected(board(variant).graph(position)), position


def test_the_fixed_paths_alone_strand_nobody() -> None:
    graph = board().graph((0,))
    fixed = nx.MultiDiGraph([(a, b) for a, b, kind in graph.edges(data="kind") if kind != "sandstorm"])
    assert set(fixed) == set(board().names)
    assert nx.is_strongly_connected(fixed)


@pytest.mark.parametrize("variant", VARIANTS)
def test_there_is_room_for_both_pieces_after_a_push(variant: str | None) -> None:
    home = next(row.name for row in board(variant).rows if row.values["ground"] == "caravan")
    degrees = least_degree(board(variant))
    assert degrees.pop(home) >= 2
    assert min(degrees.values()) >= 3


def test_a_collapse_never_has_to_turn_back() -> None:
    assert dead_ends(board()) == []


def test_the_smaller_board_has_one_dead_end() -> None:
    steps = {(start, end) for _, start, end in dead_ends(board("teaching"))}
    assert steps == {("gate", "alley")}


def test_links_that_cross_do_not_meet() -> None:
    """Whoever crosses the disc comes out at the other end of the same chord and nowhere else."""
    names = board().names
    (disc,) = board().discs
    fixed = {(names[p.start], names[p.end]) for p in board().paths}
    fixed |= {(names[p.end], names[p.start]) for p in board().paths if not p.one_way}
    crossings = 0
    for (position,) in board().positions():
        links = [link for link in disc.links(position) if link is not None]
        live = {(names[a], names[b]) for a, b in links} | {(names[b], names[a]) for a, b in links}
        assert set(board().graph((position,)).edges()) == fixed | live
        ends = [
            sorted(disc.port(m, position) for m in c)
            for c, k in zip(disc.chords, disc.links(position), strict=True)
            if k
        ]
        crossings += any(a < c < b < d for a, b in ends for c, d in ends)
    assert crossings == 7


def test_a_link_may_run_beside_an_arrow() -> None:
    """The graph is a multigraph: an arrow and a link that leads against it join the same two spaces."""
    found = set()
    for (position,) in board().positions():
        graph = board().graph((position,))
        kinds = {(a, b): {edge["kind"] for edge in graph[a][b].values()} for a, b in graph.edges()}
        beside = [pair for pair, these in kinds.items() if {"arrow", "sandstorm"} <= these]
        found |= {position for a, b in beside if kinds[b, a] == {"sandstorm"}}
    assert found == {1, 3, 6, 8}


def test_no_rule_knows_a_space_by_name() -> None:
    text = re.sub(r'#.*|"[^"]*"', "", (FOLDER / "game.rules").read_text(encoding="utf-8"))
    words = set(re.findall(r"[a-z][a-z0-9_]*", text))
    names = {name for variant in VARIANTS for name in board(variant).names}
    assert words & names == {"caravan"}
    ground = r"ground is (not )?caravan\b|one of caravan\b|\.caravan\b|^  caravan is tokens"
    assert len(re.findall(r"\bcaravan\b", text)) == len(re.findall(ground, text, re.M))


# ---------------------------------------------------------------- rules and rulings


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("variant", VARIANTS)
def test_scenarios_pass(variant: str | None, engine: str) -> None:
    program = game(variant).program
    assert [r.name for r in run(program, program["scenarios"], [engine]) if not r.passed] == []


def test_every_rule_is_tested_or_set_aside() -> None:
    program = game().program
    rulebook = (ROOT / "seeds" / f"{NAME}.md").read_text(encoding="utf-8")
    found = coverage(rulebook, program, [rule for s in program["scenarios"] for rule in s["rules"]])
    totals = found.totals()
    assert (totals["rules"], totals["modelled"], totals["tested"]) == (103, 102, 102)
    assert [rule.id for rule in found.rules if rule.reason] == ["RUB-1.5"]
    assert found.unknown == ()


def test_every_ruling_has_scenarios_for_two_readings() -> None:
    """They are called `RULING: READING`, and play under that reading."""
    readings = {r["name"]: [x["name"] for x in r["readings"]] for r in game().program["rulings"]}
    assert len(readings) == 29
    shown: dict[str, set[str]] = {name: set() for name in readings}
    for variant in VARIANTS:
        for scenario in game(variant).program["scenarios"]:
            named = re.match(r"(\w+): (\w+)", scenario["name"])
            if named and named[1] in readings:
                ruling, reading = named.groups()
                default = next(r for r in game().program["rulings"] if r["name"] == ruling)["default"]
                assert readings[ruling][scenario["options"].get(ruling, default)] == reading, scenario["name"]
                shown[ruling].add(reading)
    assert {name for name, found in shown.items() if len(found) < 2} == set()


MUTANTS = [
    ("p.caravan >= 9)", "p.caravan >= 10)", "win_timing: end_of_turn, equal caravans share"),
    ("if p.caravan >= 9 and win_timing is at_once", "if p.caravan >= 8 and win_timing is at_once", "eight do not win"),
    ("set you.stamina to 3 ", "set you.stamina to 4 ", "players take turns of three stamina"),
    ("t.force        if t.force > 0", "t.force        if t.force > 20", "a collapsing token attacks with"),
    ("strength(a) >= t.height", "strength(a) > t.height", "a pillar pushes a pillar of its own size"),
    ("/ 2 rounded up", "/ 2", "T8 half a pocket, rounded up"),
    ("let around be a.at.neighbours - refuge", "let around be a.at.exits - refuge", "a pushed wanderer follows arrows"),
    (
        "let around be a.at.neighbours - refuge",
        "let around be a.at.neighbours",
        "the attacker does not follow its target onto",
    ),
    ("let onward be ways - barred", "let onward be ways", "T6 a triangle is legal"),
    ("  give flee(t, a.side) ", "  give flee(t, t.side) ", "forced_bank: no."),
    ("    set t.side to a.side", "", "a stack that is turned obeys its new side at once"),
    ("not pending(a) ", "pending(a) ", "nested_displacement: dropped"),
    ("  forget pending(t)\n  set t.at to goal", "  set t.at to goal", "the attacker is struck before it moves on"),
    ("if some of free_ways(t, ways)", "if none of free_ways(t, ways)", "chain_guard: pair_once"),
    ("let due be min(2, tray)", "let due be min(1, tray)", "T1 three in the pocket"),
    ("(1 if lifted(t) otherwise 0)", "0", "nested_displacement: still_moves, but not what was taken"),
]


@pytest.mark.parametrize(("before", "after", "scenario"), MUTANTS)
def test_changed_rules_are_noticed(before: str, after: str, scenario: str, tmp_path: Path) -> None:
    folder = tmp_path / NAME
    shutil.copytree(FOLDER, folder)
    text = (folder / "game.rules").read_text(encoding="utf-8")
    assert text.count(before) == 1
    (folder / "game.rules").write_text(text.replace(before, after), encoding="utf-8")
    program = check_folder(folder).program
    assert program is not None
    wanted = [s for s in program["scenarios"] if f"{s['name']}.".startswith(scenario)]
    assert len(wanted) == 1
    assert [r.passed for r in run(program, wanted, ["reference"])] == [False]


# ---------------------------------------------------------------- games


def attribute(rules: dict[str, Any], state: list[int], name: str) -> list[int]:
    declared = rules["attributes"][name]
    return state[declared["at"] : declared["at"] + declared["count"]]


def position_of(rules: dict[str, Any], state: list[int]) -> dict[str, Any]:
    """What lies where, in words that both versions know."""
    forms = rules["tables"]["piece.form"]["data"]
    columns = [forms, *(attribute(rules, state, f"piece.{name}") for name in ("side", "height", "at"))]
    spaces = rules["names"]["space"]
    found = {
        "pieces": sorted(
            (form == 0, side, height, spaces[at]) for form, side, height, at in zip(*columns, strict=True) if at >= 0
        )
    }
    for name in ("pocket", "caravan", "stamina"):
        found[name] = attribute(rules, state, f"player.{name}")
    for name in ("bank", "hand", "sandstorm.position"):
        (found[name],) = attribute(rules, state, name)
    return found


def position_by_hand(other: Any) -> dict[str, Any]:
    pieces = {piece for here in other.on.values() for piece in here}
    return {
        "pieces": sorted((x.wanderer, x.side, x.height, x.at) for x in pieces),
        "pocket": other.pocket,
        "caravan": other.caravan,
        "stamina": other.stamina,
        "bank": other.bank,
        "hand": other.hand,
        "sandstorm.position": other.position,
    }


def spoken(option: Any) -> str:
    return option if isinstance(option, str) else f"{option[0]}({', '.join(map(str, option[1:]))})"


def check_against_hand(seed: int, engine_name: str, variant: str | None = None) -> int:
    """One random game in both versions: same deciders, options and positions at every decision, same winner."""
    rules, engine = game(variant).specialised(None, None), game(variant).engine(None, None, engine_name)
    module = by_hand()
    file = "board.yaml" if variant is None else "teaching_board.yaml"
    other = module.Rubble(module.Board(FOLDER / file), module.first_player(seed))
    asked, random = other.play(), Random(seed)
    state, answer, decisions = engine.new(seed), None, 0
    while (choice := engine.choice(state)) is not None:
        who, options = asked.send(answer)
        decision = decision_of(rules, choice.node, choice.who, choice.options)
        assert (decision.player, [o.text for o in decision.options]) == (who, [spoken(o) for o in options])
        assert position_of(rules, state) == position_by_hand(other)
        k = random.randrange(len(options))
        answer = options[k]
        engine.answer(state, choice.options[k])
        decisions += 1
    with pytest.raises(module.Won) as won:
        asked.send(answer)
    assert state[12] == 1 << won.value.player
    return decisions


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_second_version_plays_the_same_games(variant: str | None) -> None:
    for seed in range(8):
        check_against_hand(seed, FASTEST, variant)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_must_always_be_so_is_so_at_every_decision(variant: str | None) -> None:
    rules, engine = game(variant).specialised(None, None), game(variant).engine(None, None, FASTEST)
    reference, random = game(variant).engine(None, None, "reference"), Random(5)
    state = engine.new(5)
    for _ in range(600):
        choice = engine.choice(state)
        if choice is None:
            break
        assert [i["text"] for i in broken(rules, reference, state)] == []
        engine.answer(state, random.choice(choice.options))


READINGS = [(name, reading) for name, readings in game().rulings.items() for reading in readings[1:]]


@pytest.mark.parametrize(("ruling", "reading"), READINGS)
def test_every_reading_can_be_played(ruling: str, reading: str) -> None:
    """A thousand random decisions. A chain without a guard may go on for ever, and is stopped at its depth."""
    options = {ruling: reading}
    rules, engine = game().specialised(None, options), game().engine(None, options, FASTEST)
    reference, random = game().engine(None, options, "reference"), Random(ruling + reading)
    state = engine.new(1)
    for number in range(1000):
        choice = engine.choice(state)
        if choice is None:
            break
        if number % 20 == 0:
            assert [i["text"] for i in broken(rules, reference, state)] == []
        before = state[:]
        try:
            engine.answer(state, random.choice(choice.options))
        except RuleFault as fault:
            assert (fault.code, reading) == ("stack", "free")
            state = before
