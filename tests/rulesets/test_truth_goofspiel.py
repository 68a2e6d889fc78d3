"""Goofspiel: thirteen bids each, 91 points in all, and a bid that nobody can know before it is shown."""

from __future__ import annotations

import pytest
from playing import Game, changed, game, random_game, winners
from rulewright.interpreter.views import Views


def check_game(playing: Game, seed: int) -> None:
    players = range(playing.players)
    *positions, end = random_game(playing, seed)
    assert len(positions) == 12 * playing.players, "the last bids are not asked for"
    won = [[prize + 1 for prize in playing.things(end, "player.winnings", player)] for player in players]
    lost = [prize + 1 for prize in playing.things(end, "discards")]
    assert sum(map(sum, won)) + sum(lost) == 91
    for player in players:
        assert sorted(playing.things(end, "player.bids", player)) == list(range(13 * player, 13 * player + 13))
    best = max(map(sum, won))
    assert winners(end) == {player for player in players if sum(won[player]) == best}
    prizes = playing.things(positions[0], "deck")[::-1]
    for place, prize in enumerate(prizes):
        bids = [playing.things(end, "player.bids", player)[place] % 13 for player in players]
        takers = [player for player in players if bids[player] == max(bids)]
        holder = won[takers[0]] if len(takers) == 1 else lost
        assert prize + 1 in holder


@pytest.mark.parametrize("players", [2, 3])
def test_every_prize_goes_to_the_highest_bid(players: int) -> None:
    playing = game("goofspiel", players)
    for seed in range(30):
        check_game(playing, seed)


def test_a_bid_is_not_in_what_the_others_can_know() -> None:
    """Whatever the first player has bid in secret, the second one's view of the position is the same."""
    playing = game("goofspiel", 2, "reference")
    views = Views(playing.rules)
    start = playing.new(5)
    answered = [playing.after(start, option) for option in playing.options(start)]
    assert len({tuple(state) for state in answered}) == 13
    assert len({tuple(views.scrub(state, 1)) for state in answered}) == 1
    assert len({tuple(views.scrub(state, 0)) for state in answered}) == 13


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("with most (top of p.bids).rank", "with least (top of p.bids).rank"),
        ("most sum of p.winnings.rank", "least sum of p.winnings.rank"),
        ("move 1 from deck to discards", "move 1 from deck to (first of best).winnings"),
    ],
)
def test_a_changed_rule_is_noticed(before: str, after: str) -> None:
    playing = Game(changed("goofspiel", before, after), 2)
    with pytest.raises(AssertionError):
        for seed in range(30):
            check_game(playing, seed)
