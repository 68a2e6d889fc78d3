"""Who sees the top of a pile may be left to a ruling."""

from __future__ import annotations

from typing import Any

import pytest
from rulewright.validator.check import check_text
from rulewright.validator.specialise import specialise

TEXT = """language 1.0

game pile
  title "Pile"
  players light, dark

ruling open_top "Is the top card known?"
  yes default, no

kind card
  copies 4

table has
  deck holds card in order starts with cards shuffled top seen by everyone if open_top otherwise nobody

sequence of play
  end game drawn
"""


@pytest.mark.parametrize(("reading", "see"), [(0, "top"), (1, "nobody")])
def test_a_ruling_says_whether_the_top_is_seen(reading: int, see: str) -> None:
    checked = check_text(TEXT)
    assert checked.program is not None, checked.diagnostics
    rules: dict[str, Any] = specialise(checked.program, 2, {"open_top": reading})
    assert [zone["see"] for zone in rules["zones"]] == [see]
