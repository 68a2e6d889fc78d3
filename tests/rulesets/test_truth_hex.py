"""Hex cannot be drawn: whoever fills the board, exactly one side is linked."""

from __future__ import annotations

from random import Random

import pytest
from playing import Game, changed, game, mean_is, over, random_game, winners
from rulewright.interpreter.faults import RuleFault

SIZE = 11
BLACK, WHITE = 0, 1
STEPS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))  # rows and columns


def linked(stones: tuple[int, ...], player: int) -> bool:
    """Does a chain of this player join its two edges? Worked out here, from the stones alone."""
    edge = [(0, i) if player == BLACK else (i, 0) for i in range(SIZE)]
    waiting = [(r, c) for r, c in edge if stones[r * SIZE + c] == player]
    seen = set(waiting)
    while waiting:
        row, column = waiting.pop()
        if (row if player == BLACK else column) == SIZE - 1:
            return True
        for down, right in STEPS:
            r, c = row + down, column + right
            inside = 0 <= r < SIZE and 0 <= c < SIZE
            if inside and (r, c) not in seen and stones[r * SIZE + c] == player:
                seen.add((r, c))
                waiting.append((r, c))
    return False


def lengths(playing: Game, games: int) -> list[int]:
    """Plays games and holds their ends against the links on the board."""
    found = []
    for seed in range(games):
        *_, last, end = random_game(playing, seed)
        stones = playing.values(end, "cell.stone")
        assert over(end)
        assert winners(end) == {player for player in (BLACK, WHITE) if linked(stones, player)}
        assert len(winners(end)) == 1
        before = playing.values(last, "cell.stone")
        assert not linked(before, BLACK) and not linked(before, WHITE), "the game should have been over before"
        assert stones.count(BLACK) - stones.count(WHITE) in (0, 1)
        found.append(len(stones) - stones.count(-1))
    return found


def test_exactly_one_side_wins_and_games_have_the_known_length() -> None:
    found = lengths(game("hex"), 400)
    assert mean_is(found, 107.5, spread=10.8)


def test_a_full_board_links_exactly_one_side() -> None:
    """The reason why there is no draw, shown on boards that are filled at random."""
    for seed in range(50):
        stones = [BLACK] * 61 + [WHITE] * 60
        Random(seed).shuffle(stones)
        assert linked(tuple(stones), BLACK) != linked(tuple(stones), WHITE)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("hexes 11 by 11", "grid 11 by 11"),
        ("where x.stone is p)", "where x.stone is not none)"),
        ("if p is black otherwise", "if p is white otherwise"),
    ],
)
def test_a_changed_rule_is_noticed(before: str, after: str) -> None:
    with pytest.raises((AssertionError, RuleFault)):  # a wrong end, or a full board and nobody has won
        lengths(Game(changed("hex", before, after), 2), 10)
