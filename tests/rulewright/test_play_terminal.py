"""Whole games at a real terminal, with wrong input of every kind on the way."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from random import Random

import pytest

if sys.platform == "win32":
    pytest.skip("pexpect needs a real terminal", allow_module_level=True)

from terminal import Person

import rulewright as rw
from rulewright.library import bundled

MOST = 40  # prompts in one game
SEATS = {"riftwalker": 4, "ruins": 4, "as_the_earth_crumbles": 4, "crazy_eights": 4, "pig": 3}
NONSENSE = [
    "",
    "   ",
    "0",
    "-1",
    "999999999999999999999",
    "²",
    "zzz",
    "é ✂ 🎲",
    "(1, 2)",
    "1 2 3",
    "9" * 300,
    "why",
    "why nonsense",
    "why nonsense(1, 2)",
    "rule",
    "rule XXX-99.9",
    "look",
    "look nothing at all",
    "save",
    "save /no/such/folder/x.json",
    "HELP",
    "undoo",
    "[red]x[/red]",
    "\x1b[A",
    "\x1b[31mred",
    "`$(reboot)`",
    "%s %d {0}",
]
QUESTIONS = ["help", "what", "log", "options", "view all", "rule", "hint"]


@pytest.mark.parametrize("name", bundled())
def test_a_whole_game_with_nonsense_in_between(name: str, tmp_path: Path) -> None:
    random = Random(name)
    seats = ["--players", str(SEATS[name])] if name in SEATS else []
    person = Person("play", name, "--seed", "7", *seats, cwd=tmp_path)
    wrong, prompts = [*NONSENSE, *QUESTIONS], 0
    going = person.wait()
    while going and prompts < MOST:
        shown = person.raw
        for _ in range(14):
            if wrong:  # whatever it is, it is answered, and the same question stands
                assert person.type(wrong.pop(0))
        person.raw = shown
        going = person.answer(random)
        prompts += 1
    if going:  # it is a long game: what is left of it is for the bots
        assert not person.type("quit") and person.status == 0
        again = Person("play", name, "--from", f"{name}.autosave.json", "--seat", "1=random", cwd=tmp_path)
        assert not again.wait() and again.status == 0
        assert "The game is over: " in again.screen
    else:
        assert person.status == 0 and "The game is over: " in person.screen
    assert not wrong


def test_an_interrupt_and_a_hang_up_leave_an_autosave(tmp_path: Path) -> None:
    for leave in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        person = Person("play", "tic_tac_toe", "--seat", "2=human", cwd=tmp_path)
        assert person.wait() and person.type("b2")
        person.child.kill(leave)
        assert not person.wait()
        save = tmp_path / "tic_tac_toe.autosave.json"
        assert rw.resume(save.read_bytes()).log.answers == ("b2",)
        save.unlink()


def test_the_end_of_input_leaves_an_autosave(tmp_path: Path) -> None:
    person = Person("play", "tic_tac_toe", "--seat", "2=human", cwd=tmp_path)
    assert person.wait() and person.type("b2")
    person.child.sendeof()
    assert not person.wait() and person.status == 0
    assert "--from tic_tac_toe.autosave.json --seat 2=human" in person.screen
    again = Person("play", "tic_tac_toe", "--from", "tic_tac_toe.autosave.json", "--seat", "2=human", cwd=tmp_path)
    assert again.wait() and "1 answer so far" in again.screen


def test_an_empty_screen_between_hidden_hands(tmp_path: Path) -> None:
    """What the terminal shows when the second player sits down holds nothing of the first one's hand."""
    import pyte

    person = Person("play", "crazy_eights", "--seat", "2=human", "--seed", "2", cwd=tmp_path)
    display = pyte.HistoryScreen(80, 50, history=5000)
    stream = pyte.Stream(display)

    def look() -> str:
        stream.feed(person.raw.replace("\x1b[3J", ""))
        return "\n".join(display.display)

    assert person.wait()
    first = look()
    if "The keyboard goes to" in first:
        assert person.type("")
        first = look()
    hand = first[first.index("your hand:") :].splitlines()[0]
    while person.type("1"):
        shown = look()
        if "The keyboard goes to" in shown:
            break
    assert "your hand" not in shown and hand not in shown and "Press Enter" in shown
    assert "\x1b[3J" in person.raw  # nor can it be scrolled back to
    assert person.type("") and "your hand:" in look() and hand not in look()


def test_no_screen_between_players_of_an_open_game(tmp_path: Path) -> None:
    person = Person("play", "tic_tac_toe", "--seat", "2=human", cwd=tmp_path)
    assert person.wait() and person.type("b2") and "Press Enter" not in person.screen
    assert "nought> " in person.screen


def test_colours_only_where_they_are_wanted(tmp_path: Path) -> None:
    coloured = Person("play", "connect_four", cwd=tmp_path)
    assert coloured.wait() and "\x1b[1;33m" in coloured.raw
    plain = Person("play", "connect_four", cwd=tmp_path, NO_COLOR="1")
    assert plain.wait() and "\x1b[1m" in plain.raw and "33m" not in plain.raw


def test_a_terminal_without_unicode(tmp_path: Path) -> None:
    for name in ("as_rubble_as_storm", "connect_four", "hex", "crazy_eights"):
        person = Person("play", name, cwd=tmp_path, LC_ALL="C", PYTHONIOENCODING="")
        assert person.wait() and person.raw.isascii(), name
        assert person.type("1") and person.raw.isascii(), name


def test_plain_output_draws_and_wipes_nothing(tmp_path: Path) -> None:
    person = Person("play", "as_rubble_as_storm", "--plain", "--seed", "3", cwd=tmp_path)
    assert person.wait()
    assert "\x1b" not in person.raw.replace("\x1b[?2004h", "") and not set(person.raw) & set("│┌─⠈▶")
    assert "caravan (caravan): light wanderer, dark wanderer; leads to d5, d7." in person.screen


def test_completion_of_what_is_begun(tmp_path: Path) -> None:
    person = Person("play", "pig", cwd=tmp_path)
    assert person.wait()
    person.child.send("ro\t\n")
    assert person.wait() and "Roll the die" in person.screen


def test_watching_bots(tmp_path: Path) -> None:
    person = Person("play", "tic_tac_toe", "--watch", "--speed", "0", "--seed", "3", cwd=tmp_path)
    assert not person.wait() and person.status == 0
    assert person.screen.count("answers so far") >= 5 and "The game is over: " in person.screen


def test_stepping_through_a_game(tmp_path: Path) -> None:
    table = rw.load("tic_tac_toe").new()
    for answer in ("b2", "a1", "c3", "b1", "a2", "c2"):
        table.play(answer)
    (tmp_path / "game.json").write_bytes(table.save())
    person = Person("replay", "game.json", "--at", "2", cwd=tmp_path)
    assert person.wait() and "after 2 of 6 answers" in person.screen
    assert person.type("") and "after 3 of 6 answers" in person.screen and "cross: c3" in person.screen
    assert person.type("b") and person.type("b") and "after 1 of 6" in person.screen
    assert person.type("e") and "after 6 of 6" in person.screen
    assert person.type("n") and "the game has 6 answers" in person.screen
    assert person.type("s") and person.type("b") and "the game begins here" in person.screen
    assert person.type("5") and person.type("seat 2") and "as nought saw it" in person.screen
    for nonsense in ("zzz", "99", "seat 9", "-1", "²", "view all"):
        assert person.type(nonsense)
    assert not person.type("quit") and person.status == 0
