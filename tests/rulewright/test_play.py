"""`rulewright play` and `replay` over a pipe: what is typed, and what is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commandline import Ran, rulewright

import rulewright as rw


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def alone(*typed: str, game: str = "tic_tac_toe") -> Ran:
    """Both seats at the keyboard."""
    return rulewright("play", game, "--seat", "2=human", typed=typed)


def test_a_game_to_its_end() -> None:
    ran = alone("a1", "a2", "b1", "b2", "c1")
    assert ran.code == 0 and "won by cross" in ran.out and not Path("tic_tac_toe.autosave.json").exists()


def test_answers_by_number_text_and_beginning() -> None:
    ran = alone("1", "b2", "c1", "a3", "b1")
    assert ran.code == 0 and "won by cross" in ran.out


def test_the_beginning_of_an_answer_will_do(snail: Path) -> None:
    ran = rulewright("play", "snail_race", typed=["wal"])
    assert "player 1's steps is now 1" in ran.out


def test_an_ambiguous_or_unknown_answer_is_asked_again() -> None:
    ran = alone("a", "zz", "99", "", "a1")
    assert "`a` could be a1, a2, a3" in ran.out
    assert "`zz` cannot be answered now" in ran.out and "numbered 1 to 9" in ran.out
    assert "a1's mark is now cross" in ran.out


def test_closed_input_leaves_an_autosave_to_go_on_from() -> None:
    ran = alone("a1", "a2")
    assert ran.code == 0 and "the game so far is in tic_tac_toe.autosave.json" in ran.err
    again = rulewright(
        "play", "tic_tac_toe", "--seat", "2=human", "--from", "tic_tac_toe.autosave.json", typed=["b1", "b2", "c1"]
    )
    assert again.code == 0 and "won by cross" in again.out


def test_quit_leaves_an_autosave_too() -> None:
    assert alone("a1", "quit").code == 0
    assert rw.resume(Path("tic_tac_toe.autosave.json").read_bytes()).log.answers == ("a1",)


def test_undo_save_log_view_and_help() -> None:
    ran = alone("b2", "undo", "save mine.json", "log", "view", "options", "help", "save", "save no/such/place")
    assert "cross has answered since" in ran.out  # nobody takes back what another person has chosen
    assert ran.code == 0 and "saved in mine.json" in ran.out and "cross: b2" in ran.out
    assert "take your last answer back" in ran.out and "save where?" in ran.out and "cannot be written" in ran.out
    assert rw.resume(Path("mine.json").read_bytes()).log.answers == ("b2",)


def test_undo_goes_back_over_what_bots_have_answered() -> None:
    ran = rulewright("play", "tic_tac_toe", typed=["a1", "undo", "save mine.json"])
    assert rw.resume(Path("mine.json").read_bytes()).log.answers == ()
    assert "nothing has been answered yet" in rulewright("play", "tic_tac_toe", typed=["undo"]).out
    assert ran.code == 0


def test_why_says_what_is_in_the_way(snail: Path) -> None:
    game = snail / "game.rules"
    game.write_text(game.read_text().replace("breath is 0 to 2 starts 1", "breath is 0 to 2 starts 0"))
    ran = rulewright("play", "snail_race", typed=["why leap", "why walk", "why lep", "why"])
    assert (
        "it costs 1 breath  [SNA-2.4" in ran.out and "it can be done" in ran.out and "did you mean `leap`?" in ran.out
    )


def test_numbers_that_are_chosen_are_meant_as_numbers(snail: Path) -> None:
    game = snail / "game.rules"
    text = game.read_text().replace("    add 1 to you.breath", "    choose n from 0 to 2\n    set you.steps to n")
    game.write_text(text)
    ran = rulewright("play", "snail_race", typed=["rest", "1"])
    assert "player 1's steps is now 1" in ran.out


def test_others_secrets_are_not_shown() -> None:
    ran = rulewright("play", "crazy_eights", "--players", "3", typed=["what"])
    assert "face down" in ran.out and "a card goes from the deck to player 2's hand (5 times)" in ran.out


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "goofspiel"])
def test_all_seats_at_random(name: str) -> None:
    ran = rulewright("play", name, "--seat", "1=random", "--seed", "3")
    assert ran.code == 0 and ("won by" in ran.out or "drawn" in ran.out)


@pytest.mark.parametrize("seat", ["3=human", "0=human", "1=alice", "x", "1", "=human", "²=human"])
def test_a_seat_that_is_not_there(seat: str) -> None:
    ran = rulewright("play", "tic_tac_toe", "--seat", seat)
    assert ran.code == 2 and "does not say who sits where" in ran.err


def test_a_save_that_cannot_be_used() -> None:
    Path("bad.json").write_text("{")
    assert "error[bad-save]" in rulewright("play", "tic_tac_toe", "--from", "bad.json").err
    assert "cannot be read" in rulewright("play", "tic_tac_toe", "--from", "none.json").err
    assert "cannot be read" in rulewright("play", "tic_tac_toe", "--from", ".").err


def test_an_interrupt_at_the_prompt_saves_the_game() -> None:
    import signal
    import time

    play = subprocess.Popen(
        [sys.executable, "-m", "rulewright.cli", "play", "tic_tac_toe"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert play.stdin is not None and play.stdout is not None
    play.stdin.write("a1\n")
    play.stdin.flush()
    while "nought:" not in play.stdout.readline():
        pass
    time.sleep(0.5)
    play.send_signal(signal.SIGINT)
    _, err = play.communicate(timeout=30)
    assert play.returncode == 130 and "Traceback" not in err and Path("tic_tac_toe.autosave.json").exists()


# ------------------------------------------------------------ replay


def test_replay_tells_the_game_again() -> None:
    alone("a1", "a2", "b1", "save game.json", "b2", "c1")
    ran = rulewright("replay", "game.json")
    assert ran.code == 0 and "3  cross: b1" in ran.out and "b1's mark is now cross" in ran.out
    at = rulewright("replay", "game.json", "--at", "1")
    assert "what nought sees" in at.out and "a2" not in at.out
    data = rulewright("replay", "game.json", "--format", "json").data
    assert [row["answer"] for row in data["answers"]] == ["a1", "a2", "b1"] and not data["over"]


def test_replay_of_what_cannot_be_replayed() -> None:
    alone("a1", "save game.json")
    assert rulewright("replay", "game.json", "--at", "7").code == 2
    assert rulewright("replay", "game.json", "--game", "pig").code == 2
    Path("game.json").write_text(Path("game.json").read_text().replace("a1", "b1"))
    assert "it has been changed" in rulewright("replay", "game.json").err
    assert rulewright("replay", "nothing.json").code == 2
