"""Crazy eights: no card is ever lost, nobody sees what is not shown, and random games last as long as is known."""

from __future__ import annotations

import pytest
from playing import Game, changed, game, mean_is, random_game

CARDS = range(52)


def places(playing: Game, state: list[int]) -> list[int]:
    hands = [card for player in range(playing.players) for card in playing.things(state, "player.hand", player)]
    return sorted([*hands, *playing.things(state, "deck"), *playing.things(state, "pile")])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_card_is_always_in_one_place(players: int) -> None:
    playing = game("crazy_eights", players)
    for seed in range(10):
        for state in random_game(playing, seed):
            assert places(playing, state) == list(CARDS)


def test_random_games_have_the_known_length() -> None:
    """Every move is asked for here, so that the positions with a decision are the moves."""
    playing = game("crazy_eights")
    assert mean_is([sum(1 for _ in random_game(playing, seed)) - 1 for seed in range(400)], 86.0, spread=12.3)


@pytest.mark.parametrize(
    ("before", "after"), [("c.suit is called or ", ""), ("7 if count of players is 2 otherwise 5", "5")]
)
def test_the_length_notices_a_changed_rule(before: str, after: str) -> None:
    playing = Game(changed("crazy_eights", before, after), 2)
    assert not mean_is([sum(1 for _ in random_game(playing, seed)) - 1 for seed in range(400)], 86.0, spread=12.3)
