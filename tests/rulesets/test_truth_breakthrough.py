"""Breakthrough: every game has one winner, for a reason that the board shows, and lasts as long as is known."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playing import Game, changed, game, mean_is, over, random_game, winners

BLACK, WHITE, NOBODY = 0, 1, -1


def length(playing: Game, seed: int) -> int:
    """Plays a game and holds every move and its end against the rules, worked out here from the pawns alone."""
    states = list(random_game(playing, seed))
    boards = [playing.values(state, "square.pawn") for state in states]
    for number, (before, after) in enumerate(pairwise(boards)):
        mover = number % 2
        left = [s for s in range(64) if before[s] == mover and after[s] != mover]
        reached = [s for s in range(64) if before[s] != mover and after[s] == mover]
        assert len(left) == len(reached) == 1
        rows, columns = reached[0] // 8 - left[0] // 8, reached[0] % 8 - left[0] % 8
        assert rows == (1 if mover == BLACK else -1) and abs(columns) <= 1
        assert before[reached[0]] == NOBODY or columns != 0, "a pawn was taken straight ahead"
    ended = [BLACK in board[56:] or WHITE in board[:8] or not {BLACK, WHITE} <= set(board) for board in boards]
    assert ended == [False] * (len(boards) - 1) + [True] and over(states[-1])
    assert winners(states[-1]) == {(len(boards) - 2) % 2}
    return len(boards) - 1


def test_random_games_have_one_winner_and_the_known_length() -> None:
    playing = game("breakthrough")
    assert mean_is([length(playing, seed) for seed in range(300)], 64.1, spread=16)


def test_taking_the_last_pawn_wins() -> None:
    playing = game("breakthrough")
    state = playing.new()
    at = playing.rules["attributes"]["square.pawn"]["at"]
    state[at : at + 64] = [NOBODY] * 64
    state[at + 27], state[at + 36] = BLACK, WHITE  # d4 and e5
    taking = next(option for option in playing.options(state) if option[2] == 36)
    end = playing.after(state, taking)
    assert over(end) and winners(end) == {BLACK}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("goal.pawn is none or goal.column is not s.column", "goal.pawn is none or goal.column is s.column"),
        ("set s.pawn to none\n", "set s.pawn to you\n"),
        ("(1 if p is black otherwise -1)", "(1 if p is white otherwise -1)"),
        ("is last_row(you)", "is 8"),
    ],
)
def test_a_changed_rule_is_noticed(before: str, after: str) -> None:
    playing = Game(changed("breakthrough", before, after), 2)
    with pytest.raises((AssertionError, ValueError)):
        for seed in range(30):
            length(playing, seed)
