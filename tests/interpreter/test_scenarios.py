"""Scenarios: each sort of line passes where it should, and otherwise says what was expected and what is."""

from __future__ import annotations

import pytest
from rulewright.grammar.render import render
from rulewright.interpreter import rehearsal, scenarios
from rulewright.interpreter.engines import has_compiled
from rulewright.validator.check import check_text

GAME = """\
language 1.0

game stones
  players 2 to 3

type colour is one of red, blue

kind stone one per colour, number
type number is 1 to 3

ruling tired "Does drawing tire?"
  yes, no default

each player has
  hand holds stone seen by owner
  points is 0 to 9 starts 0 seen by everyone
  secret is 0 to 9 starts 4 seen by owner

table has
  bag holds stone in order starts with stones shuffled seen by nobody
  row holds stone in order seen by everyone

sequence of play
  for each p in players
    move 2 from bag to p.hand
  end
  repeat
    for each p in players
      play turn for p
    end
  end

phase turn for player
  act
  end game won by you if you.points >= 3
  end game drawn if none of bag

action draw
  during turn
  requires some of bag "the bag is empty"  STO-1
  do
    move 1 from bag to you.hand
    take 1 from you.points if tired and you.points > 0

action lay(s from you.hand)
  during turn
  do
    move s to row
    add s.number to you.points

action gamble
  during turn
  requires you.points > 0 "nothing to lose"  STO-2
  do
    roll die from 1 to 6
    set you.points to (3 if die >= 4 otherwise 0)
"""


def play(lines: str, engine: str = "reference", more: str = "") -> str:
    """What is reported about one scenario: nothing if it passes."""
    checked = check_text(
        GAME + more + '\nscenario "it"  STO-9\n' + "".join(f"  {line}\n" for line in lines.splitlines())
    )
    assert checked.program is not None, render(checked.diagnostics, checked.sources, False)
    [result] = scenarios.run(checked.program, checked.program["scenarios"], [engine])
    assert result.name == "it" and result.rules == ("STO-9",)
    return render([result.failure], checked.sources, False) if result.failure else ""


PASS = [
    "expect player_1.points is 0",
    "start play\nplayer_1 does draw()\nexpect count of player_1.hand is 3",
    "shuffled bag is red_1, red_2, blue_3, blue_2\nstart play\nplayer_1 does lay(red_2)\nexpect player_1.points is 2",
    "shuffled bag is red_1, red_2, blue_3, blue_2\nstart play\nexpect choices draw, lay(red_1), lay(red_2)",
    "shuffled bag is red_1, red_2, blue_3, blue_2\nstart play\nexpect no choice lay(blue_3)",
    "given player_1.points is 1\ndice 4\nstart turn for player_1\nplayer_1 does gamble()\nexpect won by player_1",
    "given player_1.points is 1\ndice 3\nstart turn for player_1\nplayer_1 does gamble()\nexpect player_1.points is 0",
    "start play\nexpect player_1 cannot gamble() because STO-2",
    "start play\nexpect player_1 cannot gamble()",
    "start play\nexpect player_1 decides",
    "expect player_1 sees player_1.hand\nexpect player_2 cannot see player_1.hand",
    "expect player_1 sees player_1.secret\nexpect player_2 cannot see player_1.secret",
    "expect player_1 sees row\nexpect player_1 cannot see bag",
    "given row is [red_1, red_2]\nexpect top of row is red_2",
    "given bag is [red_1], player_1.points is 1\nstart turn for player_1\nplayer_1 does draw()\nexpect drawn",
    "under tired is yes\ngiven player_1.points is 2\nstart turn for player_1\nplayer_1 does draw()\n"
    "expect player_1.points is 1",
    "players 3\nexpect count of players is 3",
    # the only option is taken unasked, and may be named all the same
    "given bag is nothing, player_1.hand is [red_1]\nstart turn for player_1\nplayer_1 does lay(red_1)",
]


@pytest.mark.parametrize("lines", PASS)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_passes(lines: str, engine: str) -> None:
    if engine == "compiled" and not has_compiled():
        pytest.skip("the compiled engine is not here")
    assert play(lines, engine) == ""


FAIL = {
    "expect player_1.points is 3": ("expected `3`", "it is `0`"),
    "expect player_1.points >= 3": ("expected >= `3`", "it is `0`"),
    "given row is [red_2]\nexpect top of row is blue_1": ("expected `blue_1`", "it is `red_2`"),
    "expect no": ("an expectation does not hold",),
    "start play\nplayer_2 does draw()": ("player_2 does not decide now", "it is player_1 who decides"),
    "start play\nplayer_1 does gamble()": ("is not offered this", "expected: `gamble`", "offered: `draw`"),
    "start play\nexpect choices draw": ("other choices are offered", "offered and not expected: `lay("),
    "start play\nexpect choices draw, gamble": ("expected and not offered: `gamble`",),
    "start play\nexpect no choice draw": ("`draw` is offered", "expected not to be offered"),
    "start play\nexpect player_1 cannot draw()": ("player_1 can do `draw`",),
    "start play\nexpect player_1 cannot gamble() because STO-1": ("for another reason", "nothing to lose (STO-2)"),
    "start play\nexpect player_2 cannot draw() because STO-1": ("is not asked of player_2 now",),
    "start play\nexpect player_2 decides": ("player_1 decides now", "expected player_2"),
    "start play\nexpect won by player_1": ("the game is not over", "player_1 decides"),
    "start play\nexpect drawn": ("the game is not over",),
    "expect player_1 decides": ("nobody decides now", "nothing has been started"),
    "expect player_2 sees player_1.hand": ("player_2 does not see this", "expected to see it"),
    "expect player_1 cannot see player_1.hand": ("player_1 sees this", "expected not to see it"),
    "given player_1.points is 1\ndice 9\nstart turn for player_1\nplayer_1 does gamble()": (
        "the scenario fixes a result that cannot happen",
        "while this was played",
    ),
    "given player_1.points is 9, player_2.hand is [blue_3]\nstart turn for player_2\nplayer_2 does lay(blue_3)\n"
    "expect player_2.points is 2": ("expected `2`", "it is `3`"),
    "given player_1.points is 1\ndice 4\nstart turn for player_1\nplayer_1 does gamble()\nexpect won by player_2": (
        "the game has another end",
        "expected won by player_2",
        "won by player_1",
    ),
    "given player_1.points is 1\ndice 4\nstart turn for player_1\nplayer_1 does gamble()\nexpect drawn": (
        "expected a draw",
        "won by player_1",
    ),
}


@pytest.mark.parametrize("lines", FAIL)
def test_says_what_was_expected_and_what_is(lines: str) -> None:
    said = play(lines)
    assert said, "this scenario must fail"
    for words in FAIL[lines]:
        assert words in said
    assert 'in the scenario "it"' in said and "--> game.rules:" in said


INVARIANT = 'invariant "nobody has more than two points"\n  most of players.points <= 2\n'


def test_an_invariant_is_tested_after_every_answer() -> None:
    lines = "given player_1.points is 1\ndice 4\nstart turn for player_1\nplayer_1 does gamble()"
    said = play(lines, more=INVARIANT)
    assert "an invariant of the game does not hold" in said and "nobody has more than two points" in said


def test_a_position_that_breaks_an_invariant_from_the_start_is_excused() -> None:
    assert play("given player_2.points is 9\nstart turn for player_1\nplayer_1 does draw()", more=INVARIANT) == ""


def test_scenarios_with_the_same_table_share_one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    specialise = rehearsal.specialise
    monkeypatch.setattr(rehearsal, "specialise", lambda *args: made.append(args[1]) or specialise(*args))
    text = GAME + "".join(f'\nscenario "{n}"\n  players {2 + n % 2}\n  expect player_1.points is 0\n' for n in range(6))
    program = check_text(text).program
    assert program is not None
    assert all(result.passed for result in scenarios.run(program, program["scenarios"], ["reference"]))
    assert sorted(made) == [2, 3]


PLAIN = """
board plain of peg is plane 100 by 100

phase walk for player
  choose q on plain where within(q, point(50mm, 50mm), 10mm) such as [point(50mm, 50mm)]
"""


def test_a_point_that_is_not_proposed_is_a_choice_if_it_is_valid() -> None:
    assert play("start walk for player_1\nexpect no choice point(60.1mm, 50mm)", more=PLAIN) == ""
    said = play("start walk for player_1\nexpect no choice point(60mm, 50mm)", more=PLAIN)
    assert "`(60.0, 50.0)` is offered" in said
