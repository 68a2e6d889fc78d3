"""The screens themselves: a snapshot for each kind of board, widths, signs, and that nothing is shown but a view.

`python tests/rulewright/remake_screens.py` draws the snapshots again; read the difference before you commit it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from screenshots import SHOTS, SNAPSHOTS, drawn, loaded, played, table_of

from rulewright.library import bundled

README = Path(__file__).parents[2] / "README.md"


@pytest.mark.parametrize("name", SHOTS)
def test_screens_are_as_they_were(name: str) -> None:
    assert drawn(*SHOTS[name]) == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8")


def test_the_readme_shows_a_real_screen() -> None:
    table = table_of(loaded("as_rubble_as_storm"), 246, seed=26)
    screen = drawn(table, heading="246 answers so far, as everybody sees it")
    shown = "\n".join(line.rstrip() for line in screen.splitlines())
    assert shown in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", bundled())
@pytest.mark.parametrize("width", [40, 80, 120])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    from rich.cells import cell_len

    for answers in (0, 15):
        text = drawn(played(name, answers), width=width)
        assert max(cell_len(line) for line in text.splitlines()) <= width


@pytest.mark.parametrize("name", bundled())
def test_without_unicode_there_is_none(name: str) -> None:
    assert drawn(played(name, 15), ascii_=True).isascii()


@pytest.mark.parametrize("name", bundled())
def test_plain_words_without_drawing(name: str) -> None:
    text = drawn(played(name, 15), plain=True)
    assert not re.search(r"[\u2500-\u257f\u2800-\u28ff]|\x1b", text)


@pytest.mark.parametrize("name", ["crazy_eights", "riftwalker", "ruins", "goofspiel"])
def test_a_screen_shows_what_the_seat_may_know(name: str) -> None:
    """In any other world that this seat could be in, the screen would be the same."""
    random = Random(5)
    for answers in (3, 15, 60):
        shown = played(name, answers)
        seat = random.randrange(len(shown.table.players))
        other = shown.table.clone()
        other._state, other._decision = shown.table.redeal(seat, random), None
        twin = replace(shown, table=other)
        assert drawn(shown, seat=seat, asked=False) == drawn(twin, seat=seat, asked=False)
