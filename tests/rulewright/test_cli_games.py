"""The commands that play many games: run."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from commandline import Ran, rulewright
from rulewright.interpreter.engines import has_compiled

import rulewright as rw
from rulewright.library import bundled


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


FIELDS = ["game", "players", "games", "finished", "capped", "failed", "decisions", "moves", "seconds", "wins_by_seat"]
MEANS = ["mean_decisions", "mean_moves"]


def test_run_as_json() -> None:
    ran = rulewright("run", "crazy_eights", "--games", "12", "--seed", "4", "--players", "3", "--json")
    assert ran.code == 0 and set(FIELDS + MEANS) <= set(ran.data)
    assert ran.data["games"] == 12 == ran.data["finished"] + ran.data["capped"] + ran.data["failed"]
    assert len(ran.data["wins_by_seat"]) == 3 and ran.data["moves"] >= ran.data["decisions"]


def without_time(ran: Ran) -> dict[str, object]:
    return {key: value for key, value in ran.data.items() if key not in ("seconds", "engine")}


def test_the_same_seed_gives_the_same_run() -> None:
    one, other = (rulewright("run", "pig", "--games", "9", "--seed", "4", "--json") for _ in range(2))
    assert without_time(one) == without_time(other)
    assert without_time(rulewright("run", "pig", "--games", "9", "--seed", "5", "--json")) != without_time(one)


def test_a_game_of_a_series_depends_on_its_number_alone() -> None:
    rulewright("run", "pig", "--games", "9", "--seed", "4", "--out", "nine.jsonl")
    rulewright("run", "pig", "--games", "3", "--seed", "4", "--out", "three.jsonl")
    nine, three = (Path(f).read_text().splitlines() for f in ("nine.jsonl", "three.jsonl"))
    assert nine[:3] == three and len({json.loads(line)["seed"] for line in nine}) == 9


@pytest.mark.skipif(not has_compiled(), reason="the compiled engine is not here")
@pytest.mark.parametrize("name", bundled())
def test_both_engines_play_the_same_games(name: str) -> None:
    if "attempt" in json.dumps(rw.load(name).program["procedures"]):
        pytest.skip("within a play made of steps the compiled bot draws its options in another order")
    few = ["--games", "3", "--cap", "150", "--json"]
    runs = [without_time(rulewright("run", name, *few, "--engine", engine)) for engine in ("reference", "compiled")]
    if runs[0]["capped"]:  # where a game is given up, the engines may count the forced answers before or after
        for run in runs:
            del run["moves"], run["mean_moves"]
    assert runs[0] == runs[1]


def test_rows_as_csv() -> None:
    rulewright("run", "tic_tac_toe", "--games", "5", "--out", "rows.csv")
    rows = list(csv.DictReader(Path("rows.csv").read_text().splitlines()))
    assert len(rows) == 5 and {row["outcome"] for row in rows} <= {"won", "drawn"}


def test_a_cap_on_decisions() -> None:
    data = rulewright("run", "pig", "--games", "4", "--cap", "2", "--json").data
    assert data["capped"] == 4 and data["decisions"] == 8


def test_a_fault_is_a_finding_with_a_place(snail: Path) -> None:
    game = snail / "game.rules"
    game.write_text(game.read_text().replace("add die to you.steps", "add die * 9 to you.steps"))
    ran = rulewright("run", "snail_race", "--games", "10")
    assert ran.code == 1 and "error[fault-range]" in ran.out and "game.rules:" in ran.out and "first in game" in ran.out
    assert rulewright("run", "snail_race", "--games", "10", "--json").data["failed"] > 0


@pytest.mark.parametrize("engine", ["compiled", "reference"])
def test_invariants_are_tested_on_request(snail: Path, engine: str) -> None:
    game = snail / "game.rules"
    game.write_text(game.read_text() + '\ninvariant "nobody is far ahead"\n  most of players.steps < 4\n')
    assert rulewright("run", "snail_race", "--games", "5").code == 0
    ran = rulewright("run", "snail_race", "--games", "5", "--invariants", "--engine", engine)
    assert ran.code == 1 and "error[fault-invariant]" in ran.out and "nobody is far ahead" in ran.out


@pytest.mark.parametrize(
    "more",
    [
        ("--games", "-1"),
        ("--cap", "0"),
        ("--jobs", "0"),
        ("--players", "11"),
        ("--seed", "-1"),
        ("--seed", "99999999999999999999999"),
        ("--set", "x=y"),
        ("--set", "x"),
        ("--set", "="),
        ("--variant", "none"),
        ("--out", "no/such/folder/x.csv"),
    ],
)
def test_a_run_that_cannot_be(more: tuple[str, ...]) -> None:
    ran = rulewright("run", "pig", "--games", "1", *more)
    assert ran.code == 2 and "error" in ran.err
