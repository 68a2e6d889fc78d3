"""A game being played: answering, taking back, copying, looking, and everything a caller can get wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import hidden_game
import pytest
from rulewright.interpreter import table as table_module
from rulewright.interpreter.engines import has_compiled
from rulewright.validator.check import check_text

import rulewright as rw
from rulewright.game import Game

RACE = """\
language 1.0

game race
  players 2 to 3
  seen by everyone

ruling far "How far is it?"
  near "three steps" default, distant "six steps"

define goal is (3 if far is near otherwise 6)

each player has
  steps is 0 to 9 starts 0
  breath is 0 to 2 starts 1

sequence of play
  repeat
    for each p in players
      play turn for p
    end
  end

phase turn for player
  act
  end game won by you if you.steps >= goal

action walk
  text "One step"
  during turn
  do
    add 1 to you.steps

action jump(n from 1 to 9)
  during turn
  cost 1 breath  RAC-2.1
  requires n <= 2 "too far to jump"  RAC-2.2
  do
    add n to you.steps

action rest
  during turn
  do
    add 1 to you.breath

ranking of p
  most p.steps
"""


def race(text: str = RACE) -> Game:
    checked = check_text(text)
    assert checked.program is not None, checked.diagnostics
    return Game(checked.program, "race", checked.sources, None)


def refusal(call: Any) -> rw.Diagnostic:
    with pytest.raises(rw.RulewrightError) as caught:
        call()
    assert len(caught.value.diagnostics) == 1
    return caught.value.diagnostics[0]


# ------------------------------------------------------------ deciding


def test_a_decision_says_who_what_and_how() -> None:
    decision = race().new().decision
    assert (decision.player, decision.player_name) == (0, "player_1")
    assert [o.text for o in decision.options] == ["walk", "jump(1)", "jump(2)", "rest"]
    assert decision.labels[0] == "One step"
    assert decision.options[1].name == "jump" and decision.options[1].values == (1,)


@pytest.mark.parametrize("answer", [1, "jump(1)"])
def test_an_answer_by_index_or_text(answer: int | str) -> None:
    table = race().new()
    table.play(answer)
    assert table.view(0)["player"]["player_1"]["steps"] == 1
    assert table.decision.player == 1


def test_an_answer_by_option() -> None:
    table = race().new()
    table.play(table.decision.options[0])
    assert table.log.answers == ("walk",)


def test_a_game_ends() -> None:
    table = race().new()
    for answer in ("jump(2)", "rest", "walk"):
        table.play(answer)
    assert table.over and table.winners == (0,) and table.scores == (3, 0)
    assert refusal(lambda: table.decision).name == "game-over"
    assert refusal(lambda: table.play(0)).name == "game-over"


def test_rulings_are_chosen_by_name() -> None:
    table = race().new(options={"far": "distant"})
    for answer in ("jump(2)", "rest", "walk"):
        table.play(answer)
    assert not table.over


def test_the_same_seed_gives_the_same_game() -> None:
    def story(seed: int) -> list[str]:
        random, table = Random(7), hidden_game.table(3, seed)
        while not table.over:
            table.play(random.randrange(len(table.decision.options)))
        return [entry.text for entry in table.log.entries]

    assert story(5) == story(5) != story(6)


# ------------------------------------------------------------ taking back and copying


def test_undo_takes_the_last_answer_back() -> None:
    table = hidden_game.table(3, 2)
    random = Random(1)
    past = []
    while not table.over and len(past) < 60:
        past.append((table.digest, table.trace, table.log, table.decision, [table.log_for(p) for p in range(3)]))
        table.play(random.randrange(len(table.decision.options)))
    for digest, trace, log, decision, logs in reversed(past):
        table.undo()
        assert (table.digest, table.trace, table.log, table.decision) == (digest, trace, log, decision)
        assert [table.log_for(p) for p in range(3)] == logs
    assert refusal(table.undo).name == "nothing-to-undo"


def test_undo_reaches_further_than_positions_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_module, "REMEMBERED", 3)
    table = hidden_game.table(2, 2)
    digests = []
    for _ in range(9):
        digests.append(table.digest)
        table.play(0)
    for digest in reversed(digests):
        table.undo()
        assert table.digest == digest


def test_a_copy_goes_its_own_way() -> None:
    table = race().new()
    table.play("walk")
    copy = table.clone()
    copy.play("walk")
    assert table.log.answers == ("walk",) and copy.log.answers == ("walk", "walk")
    copy.undo()
    assert copy.digest == table.digest and copy.log == table.log


# ------------------------------------------------------------ what can be got wrong


def test_an_index_out_of_range() -> None:
    table = race().new()
    for index in (-1, 4, 10**9):
        found = refusal(lambda index=index: table.play(index))  # type: ignore[misc]
        assert found.name == "no-such-option" and found.help == "the options are numbered 0 to 3"


def test_an_option_that_is_not_offered() -> None:
    found = refusal(lambda: race().new().play("wallk"))
    assert found.headline == "`wallk` is not offered to player_1 now" and found.help == "did you mean `walk`?"


@pytest.mark.parametrize("junk", [None, 1.5, True, [], b"walk", object()])
def test_an_answer_that_is_no_answer(junk: Any) -> None:
    assert refusal(lambda: race().new().play(junk)).name == "no-such-option"


@pytest.mark.parametrize("players", [0, 1, 4, -3, True, "2", 2.0])
def test_a_player_count_that_cannot_be(players: Any) -> None:
    found = refusal(lambda: race().new(players=players))
    assert found.name == "player-count" and found.help == "2 to 3 play it"


@pytest.mark.parametrize("seed", [-1, 1 << 64, "7", 1.0, True])
def test_a_seed_that_is_none(seed: Any) -> None:
    assert refusal(lambda: race().new(seed=seed)).name == "bad-seed"


def test_rulings_and_readings_that_are_not_there() -> None:
    assert refusal(lambda: race().new(options={"fat": "near"})).help == "did you mean `far`?"
    assert refusal(lambda: race().new(options={"far": "distnt"})).help == "did you mean `distant`?"
    assert refusal(lambda: race().new(options={"far": "elsewhere"})).help == "there are `near`, `distant`"


def test_an_engine_that_is_not_there() -> None:
    assert refusal(lambda: race().new(engine="refrence")).help == "did you mean `reference`?"


@pytest.mark.parametrize("player", [-1, 2, "0", None, True])
def test_a_player_that_is_not_there(player: Any) -> None:
    table = race().new()
    for look in (table.view, table.log_for, table.trace_for, table.scrubbed):
        assert refusal(lambda look=look: look(player)).name == "no-such-player"  # type: ignore[misc]


# ------------------------------------------------------------ why not


def test_why_not_names_the_requirement_that_fails() -> None:
    table = race().new()
    found = table.why_not("jump", n=5)
    assert found is not None and found.text == "too far to jump" and found.rules == ("RAC-2.2",)
    assert table.why_not("jump", n=2) is None and table.why_not("jump") is None and table.why_not("walk") is None


def test_why_not_without_values_takes_what_came_furthest() -> None:
    table = race().new()
    table.play("jump(1)")
    table.play("walk")
    found = table.why_not("jump")
    assert found is not None and found.what == "cost" and found.rules == ("RAC-2.1",)


def test_why_not_of_what_there_is_not() -> None:
    table = race().new()
    assert refusal(lambda: table.why_not("wallk")).help == "did you mean `walk`?"
    assert refusal(lambda: table.why_not("jump", m=3)).headline == "`jump` has no parameter `m`"
    assert refusal(lambda: table.why_not("jump", n="far")).headline == "`far` is no number that `n` can be"


# ------------------------------------------------------------ faults of the rules


FAULTY = RACE.replace(
    "    add 1 to you.breath", "    add 1 to you.breath\n    add 9 to you.steps\n    add 9 to you.steps"
)


def test_a_fault_leaves_the_table_as_it_was() -> None:
    table = race(FAULTY).new()
    table.play("walk")
    before = table.digest, table.log, table.trace, table.decision
    found = refusal(lambda: table.play("rest"))
    assert found.name == "fault-range" and found.labels[0].span.file == "game.rules"
    assert any(note.startswith("in phase turn") for note in found.notes)
    assert (table.digest, table.log, table.trace, table.decision) == before
    table.play("walk")


def test_play_that_never_comes_to_a_decision() -> None:
    endless = RACE.replace("    add 1 to you.breath", "    repeat\n      set you.steps to 0\n    end")
    game = race(endless)
    game.program["steps"] = 10_000
    found = refusal(lambda: game.new().play("rest"))
    assert found.name == "fault-steps" and found.labels


# ------------------------------------------------------------ both engines


@pytest.mark.skipif(not has_compiled(), reason="the compiled engine is not here")
def test_a_table_on_the_compiled_engine_tells_the_same() -> None:
    game = race()
    tables = [game.new(3, 4, engine=engine) for engine in ("reference", "compiled")]
    random = Random(2)
    for _ in range(30):
        if tables[0].over:
            break
        choice = random.randrange(len(tables[0].decision.options))
        for table in tables:
            table.play(choice)
        if random.random() < 0.2:
            for table in tables:
                table.undo()
        one, other = tables
        assert one.state == other.state and one.trace == other.trace and one.log == other.log
        assert one.over or one.decision == other.decision
    assert tables[0].scores == tables[1].scores and tables[0].save() == tables[1].save()


# ------------------------------------------------------------ words


def test_the_trace_speaks_plainly() -> None:
    table = race().new()
    table.play("jump(2)")
    texts = [line.text for line in table.trace]
    assert "player 1's breath is now 0" in texts and "player 1's steps is now 2" in texts
    paid = next(line for line in table.trace if "breath" in line.text)
    assert "RAC-2.1" in paid.rules


def test_the_log_tells_forced_answers_apart() -> None:
    random, table = Random(3), hidden_game.table(3, 3)
    while not table.over:
        table.play(random.randrange(len(table.decision.options)))
    forced = [entry for entry in table.log.entries if entry.forced]
    assert forced and len(table.log.answers) == len(table.log.entries) - len(forced)
