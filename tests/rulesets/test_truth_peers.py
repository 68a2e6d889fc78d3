"""Random games in lockstep with OpenSpiel's: the same player decides, between the same options, to the same end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playing import Game, Program, changed, over, program, winners
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.state import Option, State

pyspiel: Any = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it comes with the extra `peers`")
pytestmark = pytest.mark.peers

Answer = tuple[int, ...]  # an option: its place among the alternatives, then its values
Meaning = Callable[[int], Answer]
LAY, DRAW, PASS = 0, 1, 2  # alternatives of a turn of crazy eights
ROLL, HOLD = 0, 1  # and of pig


class Happenings(Observer):
    """What happens between two decisions: options taken unasked, and what chance gives."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Answer]] = []

    def forced(self, node: dict[str, Any], who: int, option: Option) -> None:
        self.events.append(("forced", option))

    def picked(self, node: dict[str, Any], value: int) -> None:
        self.events.append(("picked", (value,)))


def lockstep(rules: Program, peer: Any, meaning: Meaning, seed: int) -> set[int]:
    """Plays one game in both. `meaning` says which of our options an action of the peer is; dice are set to ours.

    Gives the winners."""
    playing, random = Game(rules, peer.num_players(), "reference"), Random(seed)
    playing.engine.observer = happenings = Happenings()
    state, theirs = playing.new(seed), peer.new_initial_state()

    def follow() -> None:
        for what, values in happenings.events:
            actions = theirs.legal_actions()
            if what == "picked":
                assert theirs.is_chance_node()
                theirs.apply_action(values[0] - 1)  # the only chance in these games is a die
            else:
                assert [meaning(action) for action in actions] == [values]
                theirs.apply_action(actions[0])
        happenings.events.clear()

    follow()
    while not over(state):
        options = playing.options(state)
        assert not theirs.is_terminal(), "they say that the game is over"
        assert playing.decider(state) == theirs.current_player()
        actions = {meaning(action): action for action in theirs.legal_actions()}
        assert set(options) == set(actions), f"after {theirs.history_str()}"
        option = random.choice(options)
        theirs.apply_action(actions[option])
        playing.engine.answer(state, option)
        follow()
    assert theirs.is_terminal(), "they go on"
    assert winners(state) == {player for player, result in enumerate(theirs.returns()) if result > 0}
    return winners(state)


# ------------------------------------------------------------ boards: one action, one option


def cell(action: int) -> Answer:
    """Their cells are numbered row by row, as ours."""
    return (0, action, 0, 0)


def advance(action: int) -> Answer:
    """Their move is a square, a direction (three up, three down) and whether it takes."""
    square, rest = divmod(action, 12)
    direction = rest // 2
    goal = square + (8 if direction < 3 else -8) + direction % 3 - 1
    return (0, square, goal, 0)


def roll_or_hold(action: int) -> Answer:
    return ((ROLL, HOLD)[action], 0, 0, 0)


PEERS: dict[str, tuple[str, Meaning, int]] = {  # their name and parameters, the meaning of their actions, games
    "tic_tac_toe": ("tic_tac_toe", cell, 60),
    "breakthrough": ("breakthrough", advance, 12),
    "hex": ("hex", cell, 10),
    "pig": ("pig(horizon=1000000)", roll_or_hold, 25),
}


@pytest.mark.parametrize("name", PEERS)
def test_random_games_are_the_same(name: str) -> None:
    theirs, meaning, games = PEERS[name]
    peer = pyspiel.load_game(theirs)
    results = [lockstep(program(name), peer, meaning, seed) for seed in range(games)]
    assert set().union(*results) == {0, 1}, "both sides should have won some"


@pytest.mark.parametrize("players", [3, 10])
def test_random_games_of_pig_are_the_same_for_more_players(players: int) -> None:
    peer = pyspiel.load_game(f"pig(horizon=1000000,players={players})")
    for seed in range(5):
        lockstep(program("pig"), peer, roll_or_hold, seed)


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("tic_tac_toe", "c.lines(3)", "c.lines(2)"),
        ("breakthrough", "goal.pawn is none or goal.column is not s.column", "goal.pawn is none"),
        ("hex", "(c.row if p is black otherwise c.column)", "(c.column if p is black otherwise c.row)"),
        ("pig", "you.score + pot < 100", "you.score < 100"),
    ],
)
def test_a_changed_rule_is_noticed(name: str, before: str, after: str) -> None:
    theirs, meaning, games = PEERS[name]
    rules = changed(name, before, after)
    with pytest.raises(AssertionError):
        for seed in range(games):
            lockstep(rules, pyspiel.load_game(theirs), meaning, seed)


# ------------------------------------------------------------ connect four: they name a column, we the cell


def play_connect_four(rules: Program, seed: int) -> None:
    playing, random = Game(rules, 2, "reference"), Random(seed)
    state, theirs = playing.new(seed), pyspiel.load_game("connect_four").new_initial_state()
    while not over(state):
        options = {option[1] % 7: option for option in playing.options(state)}
        assert len(options) == len(playing.options(state))
        assert playing.decider(state) == theirs.current_player()
        assert sorted(options) == theirs.legal_actions()
        chosen = random.choice(sorted(options))
        playing.engine.answer(state, options[chosen])
        theirs.apply_action(chosen)
        if over(state) and not theirs.is_terminal():
            theirs.apply_action(theirs.legal_actions()[0])  # the last cell of the rack, which is not asked for
    assert theirs.is_terminal()
    assert winners(state) == {player for player in (0, 1) if theirs.returns()[player] > 0}


def test_random_games_of_connect_four_are_the_same() -> None:
    for seed in range(25):
        play_connect_four(program("connect_four"), seed)


def test_a_changed_rule_of_connect_four_is_noticed() -> None:
    rules = changed("connect_four", "c.lines(4)", "c.lines(5)")
    with pytest.raises(AssertionError):
        for seed in range(10):
            play_connect_four(rules, seed)


# ------------------------------------------------------------ goofspiel: they bid at the same time


def play_goofspiel(rules: Program, players: int, seed: int) -> None:
    """The last bids are asked for in neither game, and they turn the last prize up by themselves."""
    playing, random = Game(rules, players), Random(seed)
    state = playing.new(seed)
    theirs = [
        pyspiel.load_game(f"goofspiel(players={players},returns_type={kind})").new_initial_state()
        for kind in ("win_loss", "total_points")
    ]
    prizes = playing.things(state, "deck")
    hands = [set(range(13)) for _ in range(players)]
    while not over(state):
        prize = prizes.pop()
        assert playing.things(state, "deck") == [*prizes, prize]
        bids = []
        for one in theirs:
            one.apply_action(prize)
        for player in range(players):
            assert playing.decider(state) == player
            offered = {option[1] - 13 * player: option for option in playing.options(state)}
            assert sorted(offered) == sorted(hands[player]) == theirs[0].legal_actions(player)
            bids.append(random.choice(sorted(offered)))
            hands[player].remove(bids[-1])
            playing.engine.answer(state, offered[bids[-1]])
        for one in theirs:
            one.apply_actions(bids)
    winning, points = theirs
    assert winning.is_terminal() and points.is_terminal()
    won = [sum(prize + 1 for prize in playing.things(state, "player.winnings", player)) for player in range(players)]
    assert won == points.returns()
    best = {player for player in range(players) if won[player] == max(won)}
    assert winners(state) == best
    if len(best) < players:
        assert best == {player for player in range(players) if winning.returns()[player] > 0}


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_of_goofspiel_are_the_same(players: int) -> None:
    for seed in range(40):
        play_goofspiel(program("goofspiel"), players, seed)


@pytest.mark.parametrize(
    ("before", "after"),
    [("with most (top of p.bids).rank", "with least (top of p.bids).rank"), ("is 1\n", "is count of players\n")],
)
def test_a_changed_rule_of_goofspiel_is_noticed(before: str, after: str) -> None:
    rules = changed("goofspiel", before, after)
    with pytest.raises((AssertionError, RuleFault)):
        for seed in range(10):
            play_goofspiel(rules, 2, seed)


# ------------------------------------------------------------ crazy eights: hidden cards, dealt to them as to us


def their_card(card: int) -> int:
    """We count suit by suit, they rank by rank."""
    suit, rank = divmod(card, 13)
    return rank * 4 + suit


def their_action(option: Option, calling: bool) -> int:
    if calling:
        return 54 + option[1]
    return {LAY: their_card(option[1]), DRAW: 52, PASS: 53}[option[0]]


def their_points(cards: list[int]) -> int:
    """OpenSpiel counts 50 for an eight and 10 for the picture cards, as we do. For the others it means to count
    the number on the card, and counts the place of the card in its deck plus 2."""
    points = 0
    for card in map(their_card, cards):
        rank = card // 4
        points += 50 if rank == 6 else 10 if rank >= 9 else card + 2
    return points


def our_points(cards: list[int]) -> int:
    ranks = [card % 13 + 2 for card in cards]
    return sum(50 if rank == 8 else 10 if rank > 10 else rank for rank in ranks)


def deal(playing: Game, state: State, theirs: Any) -> None:
    """Deals them the cards that our players have."""
    players = playing.players
    first = playing.decider(state)
    theirs.apply_action(52 + (first - 1) % players)  # the dealer sits before whoever begins
    hands = [playing.things(state, "player.hand", player) for player in range(players)]
    for place in range(len(hands[0])):
        for player in range(players):
            theirs.apply_action(their_card(hands[(first + player) % players][place]))
    theirs.apply_action(their_card(playing.things(state, "pile")[-1]))


def play_crazy_eights(rules: Program, players: int, seed: int) -> None:
    playing, random = Game(rules, players), Random(seed)
    state, theirs = playing.new(seed), pyspiel.load_game(f"crazy_eights(players={players})").new_initial_state()
    deal(playing, state, theirs)
    while not over(state):
        choice = playing.engine.choice(state)
        assert not theirs.is_chance_node() and choice.who == theirs.current_player()
        calling = choice.node["branches"][0]["name"] is None
        actions = {their_action(option, calling): option for option in choice.options}
        assert sorted(actions) == theirs.legal_actions(), theirs
        action = random.choice(sorted(actions))
        deck = playing.things(state, "deck")
        playing.engine.answer(state, actions[action])
        theirs.apply_action(action)
        if action == 52:
            theirs.apply_action(their_card(deck[-1]))
    assert theirs.is_terminal()
    hands = [playing.things(state, "player.hand", player) for player in range(players)]
    assert theirs.returns() == [-their_points(hand) for hand in hands]
    points = [our_points(hand) for hand in hands]
    assert winners(state) == {player for player in range(players) if points[player] == min(points)}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_of_crazy_eights_are_the_same(players: int) -> None:
    for seed in range(40):
        play_crazy_eights(program("crazy_eights"), players, seed)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c.rank is 8 or c.suit", "c.suit"),
        ("drawn < 5 and", "drawn < 4 and"),
        ("passes > count of players", "passes is count of players"),
        ("repeat while (top of pile).rank is 8", "repeat while (top of pile).rank is 9"),
        ("set called to s\n", "set called to c.suit\n"),
    ],
)
def test_a_changed_rule_of_crazy_eights_is_noticed(before: str, after: str) -> None:
    rules = changed("crazy_eights", before, after)
    with pytest.raises((AssertionError, pyspiel.SpielError)):
        for seed in range(60):
            play_crazy_eights(rules, 2, seed)
