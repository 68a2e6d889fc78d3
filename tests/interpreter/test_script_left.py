"""A scenario that fixes chance which nobody meets does not show what it says: it fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.cli import main

TEXT = """language 1.0

game rolling
  players 2
  seen by everyone

kind card
  copies 4

each player has
  score is 0 to 9 starts 0

table has
  deck holds card in order starts with cards shuffled

sequence of play
  roll die from 1 to 6
  set player_1.score to die
  end game won by player_1

scenario "one die"
  dice {dice}
{order}  start play
  expect player_1.score is 3
"""

ORDER = "  shuffled deck is card_1\n"


@pytest.mark.parametrize(
    ("dice", "order", "said"),
    [
        ("3", "", None),
        ("3, 4", "", "dice are fixed here that nobody rolls"),
        ("3", ORDER + ORDER, "an order is fixed here that no shuffle takes up"),
        ("3", ORDER, None),
    ],
)
def test_left_over(tmp_path: Path, capsys: pytest.CaptureFixture[str], dice: str, order: str, said: str | None) -> None:
    (tmp_path / "game.rules").write_text(TEXT.format(dice=dice, order=order), encoding="utf-8")
    code = main(["test", str(tmp_path)])
    out = capsys.readouterr().out
    if said is None:
        assert code == 0
    else:
        assert code == 1 and said in out
