"""Connect four has published counts of the move sequences of each length."""

from __future__ import annotations

import pytest
from playing import Game, both_engines, changed, distinct, game, mean_is, random_game
from rulewright.interpreter.engines import has_compiled

LEAVES = [7, 49, 343, 2_401, 16_807, 117_649, 823_536]
POSITIONS = [1, 7, 49, 238, 1_120, 4_263, 16_422]


def leaves(playing: Game, depth: int) -> tuple[list[int], list[int]]:
    """Sequences of 1 to `depth` moves, and positions after 0 to `depth` - 1 of them."""
    counted, positions = [], []
    for level in distinct(playing, depth - 1):
        counted.append(sum(ways * len(playing.options(list(cells))) for cells, ways in level.items()))
        positions.append(len(level))
    return counted, positions


@both_engines
def test_the_leaf_counts_are_the_published_ones(engine_name: str) -> None:
    assert leaves(game("connect_four", 2, engine_name), 5) == (LEAVES[:5], POSITIONS[:5])


@pytest.mark.skipif(not has_compiled(), reason="the compiled engine is not here, and the reference engine takes long")
def test_the_deepest_leaf_count_is_the_published_one() -> None:
    """823,536 is seven less than 7 to the seventh: the first column that is full is noticed."""
    assert leaves(game("connect_four"), 7) == (LEAVES, POSITIONS)


def test_random_games_have_the_known_length() -> None:
    playing = game("connect_four")
    ends = [list(random_game(playing, seed))[-1] for seed in range(600)]
    assert mean_is([42 - playing.values(end, "cell.disc").count(-1) for end in ends], 21.3, spread=7.4)


@pytest.mark.parametrize(
    ("before", "after", "depth"),
    [
        ("c.row is 1 or ", "c.row <= 2 or ", 3),
        ("c.disc is none and rests(c)", "rests(c)", 3),
        ("c.lines(4)", "c.lines(3)", 6),
    ],
)
def test_the_count_notices_a_changed_rule(before: str, after: str, depth: int) -> None:
    assert leaves(Game(changed("connect_four", before, after), 2), depth)[0] != LEAVES[:depth]
