"""Ruins: nobody can tell hidden things from a view, by twin worlds; and a play that is taken back leaves no trace."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rulewright.interpreter import views
from rulewright.interpreter.guided import Engine as Guided
from rulewright.interpreter.state import ATTEMPT

import rulewright as rw

sys.path.append(str(Path(__file__).parents[1] / "interpreter"))
from twins import Findings, twin_run

STAGES = ["Which rank do you play?", "Which ruins do you play?", "Upgrade what you play?", "Claim any of them?"]
SECRETS = ("hands", "deck", "market", "night")  # what a view of Ruins must not tell


@pytest.fixture(scope="module")
def game() -> rw.Game:
    return rw.load("ruins")


def quick_game(game: rw.Game, players: int, seed: int, answers: int) -> rw.Table:
    """A table after some random answers, at a moment at which no play is under way. Who may turn a ruin often does."""
    random = Random(f"{players} {seed}")
    table = game.new(players, seed, engine="compiled")
    while not table.over and (answers > 0 or table.state[ATTEMPT] or table._happened.unfinished):
        options = table.decision.options
        turned = table.decision.prompt == "Turn a ruin to its night side?" and random.random() < 0.8
        table.play(random.choice(options[:-1] if turned else options))
        answers -= 1
    return table


def watched_game(game: rw.Game, players: int, seed: int, answers: int) -> rw.Table:
    """The same position on the reference engine, which tells what happens from here on. It is told what its look-ahead
    would find: that takes it too long."""
    table = game.new(players, seed, engine="reference")
    table._engine = table.__dict__["_reference"] = Guided(table.rules)
    table._state, table._decision = list(quick_game(game, players, seed, answers)._state), None
    return table


def secrets(table: rw.Table, player: int) -> dict[str, Any]:
    """The hidden facts of a position, as the cells have them."""
    sight, state, rules = table.views.sight, table._state, table.rules
    zones = {(zone["name"], owner): number for number, (zone, owner) in enumerate(sight.zones) if number}

    def lie(name: str, owner: int = 0) -> list[int]:
        return sight.members(state, zones[name, owner])

    hands = [lie("player.hand", p) for p in range(rules["players"]) if p != player]
    night = rules["attributes"]["ruin.night"]["at"]
    dark = [e for hand in [*hands, lie("ruin_deck")] for e in hand if state[night + e]]
    return {"hands": hands, "deck": lie("ruin_deck"), "market": lie("find_deck"), "night": dark}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nobody_can_tell_what_is_hidden(game: rw.Game, players: int) -> None:
    """A twin world differs in what others hold, in the order of both decks, and in which ruins are turned."""
    found, differ = Findings(), Counter[str]()
    for seed in range(10):
        random = Random(seed)
        table = watched_game(game, players, seed, random.randrange(90) if seed % 3 else 0)
        if table.over:
            continue
        player = random.randrange(players)
        here = secrets(table, player)
        twin = table.clone()
        twin._state, twin._decision = table.redeal(player, random), None
        there = secrets(twin, player)
        differ.update(name for name in SECRETS if here[name] != there[name])
        assert twin.scrubbed(player) == table.scrubbed(player) and twin.view(player) == table.view(player)
        twin_run(table, player, random, found, limit=12)
    assert not found.leaks, found.examples[:3]
    assert found.compared > 20
    assert set(differ) == set(SECRETS)


def test_a_turned_ruin_is_known_to_its_owner_alone(game: rw.Game) -> None:
    """Which ruin was turned, and whether one was, is the same to others."""
    for seed in range(3):
        told = []
        for answer in (0, 1, -1):
            table = game.new(3, seed, engine="compiled")
            assert table.decision.player == 0
            ruin = table.decision.options[answer].text
            table.play(table.decision.options[answer])
            told.append([table.scrubbed(1)])
            while table.decision.prompt == "Turn a ruin to its night side?":
                table.play(table.decision.options[-1])
            while table.state[ATTEMPT]:
                table.play(table.decision.options[-1])
            told[-1] += [table.scrubbed(p) for p in (1, 2)] if table.decision.player else []
            turned = [name for name, shown in table.view(0)["ruin"].items() if shown.get("night")]
            assert turned == ([] if answer == -1 else [ruin])
            assert not any(shown.get("night") for p in (1, 2) for shown in table.view(p)["ruin"].values())
        if all(len(views_) == len(told[0]) for views_ in told):
            assert told[0] == told[1] == told[2]


def unhidden(attribute: str) -> Any:
    hide = views.Views._hide_attributes

    def leaky(self: views.Views, cells: list[int], player: int) -> None:
        layout = self.program["attributes"][attribute]
        place = slice(layout["at"], layout["at"] + layout["count"])
        kept = cells[place]
        hide(self, cells, player)
        cells[place] = kept

    return leaky


def test_the_twins_would_notice_night_sides(game: rw.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views.Views, "_hide_attributes", unhidden("ruin.night"))
    found = Findings()
    for seed in range(6):
        random = Random(seed)
        twin_run(watched_game(game, 3, seed, 0), random.randrange(3), random, found, limit=8)
    assert found.leaks


# ------------------------------------------------------------ taking back


def everything(table: rw.Table) -> dict[str, Any]:
    """All that anybody can read off a table. The random stream is part of the state."""
    players = range(table.rules["players"])
    return {
        "state": list(table._state),
        "digest": table.digest,
        "log": table.log,
        "logs": [table.log_for(p) for p in players],
        "views": [table.view(p) for p in players],
        "scrubbed": [table.scrubbed(p) for p in players],
        "traces": [table.trace, *(table.trace_for(p) for p in players)],
        "decision": table.decision,
        "save": table.save(),
    }


@pytest.mark.parametrize("players", [2, 4])
def test_a_play_that_is_taken_back_leaves_no_trace(game: rw.Game, players: int) -> None:
    """However far it had come: where it began, everything is as it was before, and goes on as it would have gone."""
    taken, longest = 0, 0
    for seed in range(8):
        random = Random(f"back {players} {seed}")
        table = quick_game(game, players, seed, random.randrange(8, 60))
        while not table.over and not any(option.name == "set_out" for option in table.decision.options):
            table.play(random.randrange(len(table.decision.options)))
        if table.over:
            continue
        before, untouched = everything(table), table.clone()
        others = [p for p in range(players) if p != table.decision.player]
        steps, stage = 1, 0
        table.play("set_out")
        while table.state[ATTEMPT] and stage <= (stage := STAGES.index(table.decision.prompt)):
            for p in others:
                assert table.view(p) == before["views"][p] and table.log_for(p) == before["logs"][p]
            if random.random() < 0.15:
                break
            table.play(random.randrange(len(table.decision.options)))
            steps += 1
        for _ in range(steps):
            table.undo()
        assert everything(table) == before
        taken, longest = taken + 1, max(longest, steps)
        for _ in range(6):
            if not table.over:
                answer = random.randrange(len(table.decision.options))
                table.play(answer)
                untouched.play(answer)
                assert table.digest == untouched.digest and table.log == untouched.log
    assert taken > 4 and longest > 2
