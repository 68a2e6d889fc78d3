"""A variant adds, replaces and leaves out; everything else is as in the game."""

from __future__ import annotations

import pytest
from rulewright.validator.check import Checked, check_text

GAME = """language 1.0

game rows
  title "Rows"
  players light, dark
  seen by everyone

each player has
  score is 0 to 9 starts 0

stat worth(p is player) starts 1

change worth(p) by 1 "light is strong" if p is light

event gain(p is player)
  add worth(p) to p.score

after gain(p)
  end game won by p if p.score > 5

after gain(p) if p is dark
  stop

before gain(p)
  stop

sequence of play
  repeat
    for each p in players
      gain(p)
    end
  end
"""


def varied(text: str) -> Checked:
    return check_text(GAME, {"other.rules": text}, "other")


def names(checked: Checked) -> list[tuple[str, str]]:
    return [(d.name, d.headline) for d in checked.diagnostics]


def test_a_variant_replaces_one_item() -> None:
    checked = varied("variant other of rows\n\nreplace stat worth(p is player) starts 2\n")
    assert checked.program is not None, names(checked)
    assert checked.program["variant"] == "other"


def test_what_hooks_onto_something_goes_with_it() -> None:
    text = "variant other of rows\n\nwithout gain\n\nto gain(p is player)\n  end game won by p\n"
    checked = varied(text)
    assert checked.program is not None, names(checked)
    assert not [p for p in checked.program["procedures"] if p["name"].startswith("trigger.")]


def test_a_trigger_is_replaced_by_its_word_and_its_event() -> None:
    checked = varied("variant other of rows\n\nreplace before gain(q)\n  end game drawn\n")
    assert checked.program is not None, names(checked)


@pytest.mark.parametrize(
    ("text", "name", "headline"),
    [
        ("replace after gain(p)\n  stop\n", "unknown-name", "there are several `after gain`"),
        ("replace define worth is 3\n", "unknown-name", "there is no such item `worth` to replace"),
        ("without nothing_like_it\n", "unknown-name", "no item is called `nothing_like_it`"),
    ],
)
def test_what_cannot_be_found(text: str, name: str, headline: str) -> None:
    assert names(varied(f"variant other of rows\n\n{text}")) == [(name, headline)]


def test_the_game_is_this_one() -> None:
    assert names(varied("variant other of columns\n")) == [("unknown-name", "this ruleset is not `columns`")]


def test_an_unknown_variant_is_named() -> None:
    checked = check_text(GAME, {"other.rules": "variant other of rows\n"}, "nother")
    assert names(checked) == [("unknown-variant", "this ruleset has no variant `nother`")]


def test_a_variant_is_no_part_of_the_game() -> None:
    assert names(check_text(GAME + "\nvariant other of rows\n")) == [
        ("misplaced-line", "a variant has a file of its own")
    ]
