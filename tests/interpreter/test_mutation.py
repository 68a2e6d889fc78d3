"""Changes of rules: the program that holds them all means what the rules mean while none is on, and each change that
is on changes just what it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rulewright.interpreter.mutation import Trial
from rulewright.interpreter.reference.engine import Engine
from rulewright.validator.check import check_folder, check_text
from rulewright.validator.marks import marking, unmarked
from rulewright.validator.mutants import DELETED, DROPPED, INVERTED, SHIFTED, SKIPPED, SWAPPED, switched
from rulewright.validator.program import digest
from rulewright.validator.schema import validate
from rulewright.validator.specialise import specialise

RULESETS = Path(__file__).parents[2] / "rulesets"
GAME = """language 1.0

game coins
  players 2 to 3
  seen by everyone

ruling generous "How much is a find?" COI-1
  plain "one" default, rich "two"

each player has
  purse is 0 to 9 starts 1
  sleepy is yes or no starts no

define find
  2 if generous is rich
  1 otherwise

event luck(p is player)
  add find to p.purse

after luck(p) if p.purse > 3
  set p.sleepy to yes

action dig                                                           COI-2
  during turn
  cost 1 purse
  requires not you.sleepy "you sleep"                                COI-3
  do
    luck(you)
    luck(you)

action rest
  during turn
  do
    set you.sleepy to no

action hum
  during turn
  do
    add 0 to you.purse

phase turn for player
  act
  end game won by you if you.purse >= 5

sequence of play
  repeat
    for each p in players
      play turn for p
    end
  end

scenario "digging pays and tires"                                    COI-2
  given player_1.purse is 3
  start turn for player_1
  player_1 does dig()
  expect player_1.purse is 4 and player_1.sleepy and player_2.purse is 1

scenario "no digging asleep"                                         COI-3
  given player_1.sleepy is yes
  start turn for player_1
  expect player_1 cannot dig() because COI-3
  player_1 does rest()
  expect not player_1.sleepy
"""


def marked(text: str) -> dict[str, Any]:
    with marking():
        checked = check_text(text)
    assert checked.program is not None, checked.diagnostics
    return checked.program


@pytest.mark.parametrize("name", ["pig", "crazy_eights", "hex", "as_the_earth_crumbles"])
def test_marks_change_nothing_else(name: str) -> None:
    plain = check_folder(RULESETS / name).program
    with marking():
        program = check_folder(RULESETS / name).program
    assert plain is not None and program is not None
    assert digest(unmarked(program)) == plain["hash"]
    assert "mark" not in str(check_folder(RULESETS / name).program["procedures"])  # type: ignore[index]


@pytest.mark.parametrize("name", ["crazy_eights", "breakthrough"])
def test_with_no_change_on_every_game_goes_as_always(name: str) -> None:
    plain = check_folder(RULESETS / name).program
    with marking():
        program = check_folder(RULESETS / name).program
    assert plain is not None and program is not None
    changed, mutants = switched(program)
    assert len(mutants) > 20
    one, other = Engine(specialise(plain, 2)), Engine(specialise(changed, 2))
    for seed in range(3):
        states = one.new(seed), other.new(seed)
        for turn in range(60):
            choices = one.choice(states[0]), other.choice(states[1])
            if choices[0] is None or choices[1] is None:
                assert choices[0] is None and choices[1] is None
                break
            assert choices[0].options == choices[1].options and choices[0].who == choices[1].who
            answer = choices[0].options[(seed + turn) % len(choices[0].options)]
            one.answer(states[0], answer)
            other.answer(states[1], answer)


def test_a_switched_program_keeps_to_the_schema_but_for_its_numbers() -> None:
    changed, _ = switched(marked(GAME))
    bare = without_numbers(changed)
    assert validate({**bare, "hash": digest(bare)}) == []


def without_numbers(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: without_numbers(part) for key, part in node.items() if key not in ("switch", "mark")}
    return [without_numbers(part) for part in node] if isinstance(node, list) else node


@pytest.fixture(scope="module")
def trial() -> Trial:
    made = Trial(marked(GAME))
    assert made.rehearse() == []
    return made


def by_place(trial: Trial) -> dict[tuple[str, str], Any]:
    lines = GAME.split("\n")
    out = {}
    for mutant in trial.mutants:
        site = trial.sites[mutant.site]
        text = lines[site["line"] - 1][site["column"] - 1 :]
        text = text[: site["end_column"] - site["column"]] if site["end_line"] == site["line"] else text
        out[mutant.change, " ".join(text.split())] = mutant
    return out


@pytest.mark.parametrize(
    ("change", "place", "scenario"),
    [
        (SHIFTED, "1", "digging pays and tires"),
        (SHIFTED, "3", "digging pays and tires"),
        (SKIPPED, "after luck(p) if p.purse > 3", "digging pays and tires"),
        (DROPPED, 'requires not you.sleepy "you sleep" COI-3', "no digging asleep"),
        (DELETED, "luck(you)", "digging pays and tires"),
        (DELETED, "set you.sleepy to no", "no digging asleep"),
        (INVERTED, "yes", "digging pays and tires"),
        (DROPPED, "cost 1 purse", None),
        (DELETED, "end game won by you", None),
    ],
)
def test_who_notices(trial: Trial, change: str, place: str, scenario: str | None) -> None:
    found = {(word, text): m for (word, text), m in by_place(trial).items() if text.startswith(place)}
    mutant = next(m for (word, _), m in found.items() if word == change)
    assert trial.noticed(mutant) == scenario


def test_a_player_is_swapped(trial: Trial) -> None:
    line = 1 + GAME.split("\n").index("  add find to p.purse")
    swapped = [m for m in trial.mutants if m.change == SWAPPED and trial.sites[m.site]["line"] == line]
    assert [trial.noticed(mutant) for mutant in swapped] == ["digging pays and tires"]


def test_a_random_game_bears_witness(trial: Trial) -> None:
    places = by_place(trial)
    ending = next(m for (word, text), m in places.items() if word == DELETED and text.startswith("end game"))
    found = trial.witness(ending, 5)
    assert found is not None and found[0] == 2
