"""The lints that play: what never came up in random games, and what went wrong in them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulewright.cli import main

GAME = """language 1.0

game walk
  players 2
  seen by everyone

ruling pace "How far does a step lead?" WLK-1
  short default, long, alike "as short"

each player has
  place is 0 to 9 starts 0
  purse is 0 to 3 starts 0

event arrived(p is player)
  add 1 to p.purse if p.purse < 3

after arrived(p) if p.place > 8                                      WLK-2
  set p.purse to 0

action step
  during turn
  do
    add (2 if pace is long otherwise 1) to you.place
    arrived(you)

action rest
  during turn
  requires you.purse > 0 "you are not tired"
  do
    add 0 to you.place

action fly                                                           WLK-3
  during turn
  requires you.purse > 3 "you cannot"
  do
    set you.place to 9

phase turn for player
  act
  choose
    option sit if you.place < 9
      add 0 to you.purse
    option shout if you.place > 8
      add 0 to you.purse
  end
  end game won by you if you.place >= 6

sequence of play
  repeat
    for each p in players
      play turn for p
    end
  end
"""


def lint(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, object]]:
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    names = "RW38"
    main(["lint", str(tmp_path), "--select", names, "--play", "30", "--format", "json", *more])
    found: list[dict[str, object]] = json.loads(capsys.readouterr().out)["diagnostics"]
    return found


def told(found: list[dict[str, object]]) -> set[tuple[object, object]]:
    return {(one["name"], one["headline"]) for one in found}


def test_what_never_came_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = [one for one in lint(tmp_path, GAME, capsys) if one["name"] != "only-option"]
    assert told(found) == {
        ("silent-trigger", "this trigger never fired"),
        ("unplayed-rule", "nothing that plays `WLK-2` was ever come to"),
        ("untaken-action", "the action `fly` was never taken"),
        ("unplayed-rule", "nothing that plays `WLK-3` was ever come to"),
        ("untaken-option", "the option `shout` was never taken"),
        ("idle-reading", "with `pace=alike` no game ended otherwise than usual"),
    }


def test_the_share_of_decisions_with_one_option(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (one,) = [one for one in lint(tmp_path, GAME, capsys) if one["name"] == "only-option"]
    assert str(one["headline"]).endswith("(100%)") and one["severity"] == "note"


def test_near_misses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("you.purse > 3", "you.purse > 1").replace("p.place > 8", "p.place > 3")
    text = text.replace("if you.place < 9", "").replace("if you.place > 8", "").replace(', alike "as short"', "")
    found = told(lint(tmp_path, text, capsys))
    assert {name for name, _ in found} <= {"only-option"}


def test_a_broken_invariant_with_the_few_answers_that_lead_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GAME + '\ninvariant "nobody is rich"\n  all of (p.purse < 2 for p in players)\n'
    (one,) = [one for one in lint(tmp_path, text, capsys) if one["name"] == "fault-in-play"]
    notes = [str(note) for note in one["notes"]]  # type: ignore[attr-defined]
    assert one["headline"] == "a random game breaks off: nobody is rich"
    assert notes[0].startswith("in game 0 of seed 0 with 2 players")
    assert notes[1].startswith("it takes 1 answer: player_") and notes[1].endswith(": step")


def test_games_that_go_on_for_ever(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME.replace("  end game won by you if you.place >= 6\n", "  set you.place to 0 if you.place > 4\n")
    text = text.replace("you.place to 9", "you.place to 8").replace("you.purse > 3", "you.purse > 1")
    (one,) = [one for one in lint(tmp_path, text, capsys) if one["name"] == "endless-game"]
    assert "did not come to an end" in str(one["headline"])
    lines = {label["start"]["line"] for label in one["labels"]}  # type: ignore[attr-defined]
    assert GAME.split("\n").index("  act") + 1 in lines
