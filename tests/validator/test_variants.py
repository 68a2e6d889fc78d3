"""Variants: what they take over from their ruleset, and what they do not."""

from __future__ import annotations

from pathlib import Path

from rulewright.validator.check import check_folder

GAME = """language 1.0

game walk
  players a, b

board yard of spot is graph from yard.yaml

sequence of play
  end game drawn

scenario "north leads south"
  expect south is in north.exits
"""

VARIANT = """variant hill of walk "On a hill"

replace board yard of spot is graph from hill.yaml

scenario "up leads down"
  expect down is in up.exits
"""


def test_scenarios_stay_with_the_game_they_were_written_for(tmp_path: Path) -> None:
    (tmp_path / "game.rules").write_text(GAME, encoding="utf-8")
    (tmp_path / "hill.rules").write_text(VARIANT, encoding="utf-8")
    (tmp_path / "yard.yaml").write_text("spaces: {north: {}, south: {}}\npaths: [north -- south]\n", encoding="utf-8")
    (tmp_path / "hill.yaml").write_text("spaces: {up: {}, down: {}}\npaths: [up -> down]\n", encoding="utf-8")
    plain, hill = check_folder(tmp_path), check_folder(tmp_path, "hill")
    assert plain.program is not None and hill.program is not None
    assert [s["name"] for s in plain.program["scenarios"]] == ["north leads south"]
    assert [s["name"] for s in hill.program["scenarios"]] == ["up leads down"]
