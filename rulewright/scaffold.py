"""The ruleset that `rulewright new` writes: small, complete, and a place to begin from."""

from __future__ import annotations

GAME = """\
language 1.0

use scenarios/turns.rules

game {name}  {id}-1.1
  title "{title}"
  players 2 to 4
  rulebook {name}
  seen by everyone

each player has
  steps  is 0 to 20 starts 0
  breath is 0 to 2  starts 1

define goal is 10

sequence of play
  repeat
    for each p in players
      play turn for p
    end
  end

phase turn for player  {id}-2.1
  act
  end game won by you if you.steps >= goal  {id}-3.1

action walk  {id}-2.2
  text "Walk: one step."
  during turn
  do
    add 1 to you.steps

action leap  {id}-2.3
  text "Leap: a die says how many steps. On a one you are back at the start."
  during turn
  cost 1 breath  {id}-2.4
  do
    roll die from 1 to 6
    if die is 1
      set you.steps to 0
    otherwise
      add die to you.steps
    end

action rest  {id}-2.5
  text "Catch your breath."
  during turn
  requires you.breath < 2 "you are fresh"
  do
    add 1 to you.breath
"""

SCENARIOS = """\
scenario "a walk is one step"  {id}-2.1 {id}-2.2
  players 2
  start turn for player_1
  player_1 does walk()
  expect player_1.steps is 1

scenario "a leap takes breath, and rest gives it back"  {id}-2.4 {id}-2.5
  players 2
  given player_1.breath is 0
  start turn for player_1
  expect player_1 cannot leap() because {id}-2.4
  player_1 does rest()
  expect player_1.breath is 1

scenario "a one leads back to the start"  {id}-2.3
  players 2
  given player_1.steps is 7
  dice 1
  start turn for player_1
  player_1 does leap()
  expect player_1.steps is 0

scenario "ten steps win"  {id}-1.1 {id}-3.1
  players 2
  given player_1.steps is 6
  dice 4
  start turn for player_1
  player_1 does leap()
  expect won by player_1
"""

RULEBOOK = """\
# {title}: the rules

## 1. The game
- {id}-1.1 Two to four players race to be the first at the goal, ten steps away.

## 2. A turn
- {id}-2.1 Players take turns in order of their seats. On your turn you walk, leap or rest.
- {id}-2.2 Walk: take one step.
- {id}-2.3 Leap: throw a die and take that many steps; on a one you go back to the start.
- {id}-2.4 A leap costs one breath. Everybody begins with one.
- {id}-2.5 Rest: get one breath back, up to two.

## 3. The end
- {id}-3.1 Whoever has ten steps or more at the end of a turn wins at once.
"""

README = """\
# {title}

{title} is written in Rulewright. The rules are in `game.rules`, the rulebook in `{name}.md`, the tests in `scenarios/`.

    rulewright check {path}       is it a game?
    rulewright test {path}        does it do what the rulebook says?
    rulewright coverage {path}    are all rules there?
    rulewright play {path}        play it
    rulewright run {path}         play it a hundred times
"""

FILES = {"game.rules": GAME, "scenarios/turns.rules": SCENARIOS, "{name}.md": RULEBOOK, "README.md": README}


def scaffold(name: str, path: str) -> dict[str, str]:
    """The files of a new ruleset by their paths in its folder."""
    initials = name.replace("_", "")[:3].upper()
    words = {"name": name, "title": name.replace("_", " ").title(), "id": initials, "path": path}
    return {file.format(**words): text.format(**words) for file, text in FILES.items()}
