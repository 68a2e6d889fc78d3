"""`rulewright play` and `replay` over a pipe: what is typed, and what is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from commandline import Ran, rulewright
from screenshots import PRESENTATION, SKIRMISH, WALLS, WOODS

import rulewright as rw
from rulewright.library import bundled


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


def test_what_is_typed_is_not_obeyed_either() -> None:
    ran = alone("\x1b[2J", "why \x1b[31mred", "look \x9b1m", "rule \x07", "a1")
    assert not set(ran.out + ran.err) & set("\x1b\x9b\x07") and "a1's mark is now cross" in ran.out


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


def test_a_saved_game_keeps_its_players_rulings_and_variant() -> None:
    table = rw.load("as_rubble_as_storm", "teaching").new(options={"rotate_null": "yes"})
    Path("game.json").write_bytes(table.save())
    assert "camp" in rulewright("play", "as_rubble_as_storm", "--from", "game.json").out
    for more in (("--players", "2"), ("--set", "rotate_null=no")):
        ran = rulewright("play", "as_rubble_as_storm", "--from", "game.json", *more)
        assert ran.code == 2 and "goes on with its own players and rulings" in ran.err


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


# ------------------------------------------------------------ questions


def test_a_rule_of_the_rulebook() -> None:
    ran = rulewright("play", "as_rubble_as_storm", typed=["rule rub-4.6", "rule RUB-2", "rule RUB-99.1", "rule"])
    assert "RUB-4.6: Rubble is not moved by an action." in ran.out
    assert "RUB-2.1: Whoever first" in ran.out and "RUB-2.2: Tokens reach" in ran.out
    assert "the rulebook has no rule `RUB-99.1`" in ran.out and "RUB-3.12: It has to be used up" in ran.out
    assert "this game has no rulebook" in rulewright("play", "tic_tac_toe", typed=["rule X-1"]).out


def test_why_names_the_requirement_and_its_rule() -> None:
    ran = rulewright("play", "as_rubble_as_storm", typed=["why move_player(g3)", "why move_player d5", "why zz", "why"])
    assert "no complete path leads there  [RUB-4.1, RUB-4.2, RUB-6.3" in ran.out
    assert "RUB-4.1: Move player: the wanderer goes to a space" in ran.out
    assert "it can be done: Move your wanderer: d5" in ran.out and "no action is called `zz`" in ran.out
    assert "why what?" in ran.out
    assert "not among what can be chosen" in rulewright("play", "tic_tac_toe", typed=["why zz"]).out


def test_looking_at_a_card() -> None:
    ran = rulewright("play", "riftwalker", typed=["look kite harbor", "look kite", "look zzz", "look", "look a1"])
    assert ran.out.count("Draw two rift cards, then send one card of your hand") == 2
    assert "nothing is called `zzz`" in ran.out and "look at what?" in ran.out and "neighbours: b1, a2" in ran.out


def test_what_happened_with_its_rules() -> None:
    ran = rulewright("play", "as_rubble_as_storm", typed=["d5", "what"])
    told, cited = ran.out.split("light> ")[1:3]
    assert "light's stamina is now 2\n" in told and "light's stamina is now 2  [RUB-3.9" in cited
    always = rulewright("play", "as_rubble_as_storm", "--rules", typed=["d5"])
    assert "light's stamina is now 2  [RUB-3.9" in always.out


def test_a_hint_takes_the_win() -> None:
    """Two in a row and the third free: random games win at once there, and nowhere else."""
    table = rw.load("tic_tac_toe").new()
    for answer in ("a1", "a2", "b1", "b2"):
        table.play(answer)
    Path("game.json").write_bytes(table.save())
    ran = rulewright("play", "tic_tac_toe", "--from", "game.json", typed=["hint"])
    assert "c1 won most: 100 of 100" in ran.out


# ------------------------------------------------------------ taking back


def test_undo_of_ones_own_answer_that_told_nothing() -> None:
    ran = rulewright("play", "as_rubble_as_storm", "--seed", "3", typed=["d5", "undo", "save mine.json"])
    assert rw.resume(Path("mine.json").read_bytes()).log.answers == () and ran.code == 0


def test_no_undo_past_a_die() -> None:
    ran = rulewright("play", "pig", typed=["roll", "undo"])
    assert "that cannot be taken back: chance has decided something since" in ran.out


def test_no_undo_past_a_card_that_was_drawn() -> None:
    ran = rulewright("play", "crazy_eights", "--seed", "1", typed=["draw", "undo"])
    assert "that cannot be taken back: something hidden has been shown since" in ran.out


PEEK = """language 1.0

game peek
  players a, b
  seen by everyone

kind card
  copies 3

table has
  deck holds card in order starts with cards shuffled seen by nobody

sequence of play
  repeat
    a chooses
      option peek "Look at the top card"
        reveal (top of deck) to a
      option wait "Do nothing"
    end
  end
"""


def test_no_undo_past_a_card_that_was_shown_where_it_lay() -> None:
    """Everybody knew that the card was in the deck; that it is the top one is news."""
    Path("peek").mkdir()
    Path("peek/game.rules").write_text(PEEK)
    assert "something hidden has been shown since" in rulewright("play", "peek", typed=["peek", "undo"]).out
    allowed = rulewright("play", "peek", typed=["peek", "wait", "undo", "save game.json"])
    assert "cannot be taken back" not in allowed.out
    assert rw.resume(Path("game.json").read_bytes()).log.answers == ("peek",)


def test_no_undo_past_secret_answers() -> None:
    ran = rulewright("play", "goofspiel", typed=["1", "undo"])
    assert "answers in secret stay given" in ran.out


def test_no_undo_past_another_person() -> None:
    assert "cross has answered since" in alone("a1", "undo").out


# ------------------------------------------------------------ seats and watching


def test_bots_are_the_same_after_the_same_seed() -> None:
    one, other = (rulewright("play", "pig", "--seat", "1=random", "--seed", "4").out for _ in range(2))
    assert one == other and "The game is over: won by player " in one


def test_watching_over_a_pipe() -> None:
    ran = rulewright("play", "tic_tac_toe", "--watch", "2", "--seed", "3")
    assert ran.code == 0 and "The game is over" in ran.out and "0 answers so far" in ran.out


@pytest.mark.parametrize(
    "more",
    [("--watch", "3"), ("--watch", "0"), ("--speed", "-1"), ("--speed", "nan"), ("--watch", "--seat", "1=human")],
)
def test_watching_that_cannot_be(more: tuple[str, ...]) -> None:
    ran = rulewright("play", "tic_tac_toe", *more)
    assert ran.code == 2 and "error" in ran.err


def test_a_game_won_by_nobody_is_not_drawn(snail: Path) -> None:
    game = snail / "game.rules"
    stop = "action stop_all\n  during turn\n  do\n    end game won by (p in players where p.steps > 98)\n\n"
    game.write_text(game.read_text().replace("action walk", f"{stop}action walk"))
    ran = rulewright("play", "snail_race", "--seat", "2=human", typed=["save game.json", "stop_all"])
    assert "The game is over: won by nobody." in ran.out, ran.out


# ------------------------------------------------------------ strangers' rulesets

STRANGE = """language 1.0

game strange
  title "[red]Strange[/red] [link=http://x]y[/link]"
  players a, b
  seen by everyone

kind card from cards.yaml

each player has
  hand holds card starts with cards

sequence of play
  a chooses c from cards asking "[bold]which[/bold]?"
  end game won by a
"""
CARDS = r"""
ace: {title: "\e[31m\e[2JAce\a\x9b1m [blink]x[/blink]", text: "\e]0;owned\a back\u202e wards\u2028line"}
two: {title: "Two\r\nand more"}
"""


def test_a_strangers_words_stay_words() -> None:
    """Neither escape sequences nor markup nor line breaks get from a ruleset to the terminal."""
    folder = Path("strange")
    folder.mkdir()
    (folder / "game.rules").write_text(STRANGE)
    (folder / "cards.yaml").write_text(CARDS)
    for more in ((), ("--plain",), ("--ascii",)):
        ran = rulewright("play", "strange", *more, typed=["look ace", "options", "log", "what", "why zz", "zz", "1"])
        assert ran.code == 0, ran.err
        assert not set(ran.out) & set("\x1b\x07\x9b\r\u202e\u2028") and "\nand more" not in ran.out
        assert "[red]Strange[/red]" in ran.out and "[bold]which[/bold]?" in ran.out and "[blink]x[/blink]" in ran.out


def test_a_compiled_game_is_drawn_without_its_folder() -> None:
    rulewright("compile", "as_rubble_as_storm", "-o", "rubble.json")
    ran = rulewright("play", "rubble.json", typed=["1", "rule RUB-4.6"])
    assert ran.code == 0 and "caravan" in ran.out and "⠉" in ran.out and "through the sandstorm" in ran.out


# ------------------------------------------------------------ points


def test_points_are_typed_as_two_numbers() -> None:
    folder = Path("skirmish")
    folder.mkdir()
    texts = {"game.rules": SKIRMISH, "woods.yaml": WOODS, "walls.yaml": WALLS, "presentation.yaml": PRESENTATION}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    typed = ["95.5 60", "(10, 20)", "2", "999 999", "1 2 3", "40mm 50mm", "(90.0, 120.0)", "save game.json"]
    ran = rulewright("play", "skirmish", "--seat", "2=human", typed=typed)
    assert rw.resume(Path("game.json").read_bytes()).log.answers == (
        "(95.5, 60.0)",
        "(10.0, 20.0)",
        "(150.0, 30.0)",
        "(40.0, 50.0)",
        "(90.0, 120.0)",
    )
    assert "`1 2 3` cannot be answered now" in ran.out and "(999.0, 999.0) cannot be chosen here" in ran.out


def test_scores_that_hang_on_hidden_cards_are_not_shown() -> None:
    table = rw.load("crazy_eights").new(3, 4)
    seat = table.decision.player
    known = table.scores_for(seat)
    assert known is not None and table.scores is not None
    assert [score is not None for score in known] == [p == seat for p in range(3)]
    assert known[seat] == table.scores[seat]


# ------------------------------------------------------------ hints on how a game is shown


@pytest.mark.parametrize("name", bundled())
def test_hints_of_bundled_games_fit(name: str) -> None:
    from rulewright.screens.opening import hints_of

    hints_of(rw.load(name))


def test_hints_of_a_game_serve_its_variant() -> None:
    from rulewright.screens.opening import hints_of

    hints = hints_of(rw.load("as_rubble_as_storm", "teaching"))
    assert hints.symbols["player"]["light"] == ["○", "l"]
    assert "d12" not in hints.boards.get("ruins", {}).get("positions", {})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("symbol: {}", "did you mean `symbols`?"),
        ("symbols: {players: {}}", "did you mean `player`?"),
        ("symbols: {player: {playr_1: x}}", "did you mean `player_1`?"),
        ("symbols: {player: {player_1: toolongasign}}", "not what `player_1` can be"),
        ("colours: {player: {player_1: rad}}", "did you mean `red`?"),
        ("hide: [player.stops]", "did you mean `player.steps`?"),
        ("things: {player: {label: [nothing]}}", "not what `0` can be"),
        ("boards: {x: {}}", "`x` is nothing that this ruleset has"),
        ("hide: 3", "not what `hide` can be"),
        ("python: import os", "`python` is nothing that this ruleset has"),
        ("symbols: *x", "error[yaml-"),
    ],
)
def test_hints_that_do_not_fit(snail: Path, text: str, said: str) -> None:
    (snail / "presentation.yaml").write_text(text)
    played = rulewright("play", "snail_race")
    assert played.code == 2 and said in played.err and "presentation.yaml:1:" in played.err
    checked = rulewright("check", "snail_race")
    assert checked.code == 1 and said in checked.out


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
