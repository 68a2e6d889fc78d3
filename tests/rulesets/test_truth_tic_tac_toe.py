"""Tic-tac-toe is small enough to be counted out: 255,168 complete games, 5,478 positions."""

from __future__ import annotations

from typing import Any

from playing import Game, both_engines, changed, distinct, game, mean_is, over, random_game, winners
from rulewright.interpreter.observer import Observer
from rulewright.interpreter.state import Value


def complete_games(playing: Game) -> dict[str, int]:
    """How many ways lead to each result."""
    ends = {"cross": 0, "nought": 0, "drawn": 0}
    for level in distinct(playing, 9):
        for cells, ways in level.items():
            if over(list(cells)):
                won = winners(list(cells))
                ends["drawn" if not won else ("cross", "nought")[won.pop()]] += ways
    return ends


@both_engines
def test_there_are_255168_complete_games(engine_name: str) -> None:
    ends = complete_games(game("tic_tac_toe", 2, engine_name))
    assert ends == {"cross": 131_184, "nought": 77_904, "drawn": 46_080}
    assert sum(ends.values()) == 255_168


class Boards(Observer):
    """Every board that comes about, also those on which only one cell is free and nobody is asked."""

    def __init__(self) -> None:
        self.board = [-1] * 9
        self.seen = {tuple(self.board)}

    def changed(self, node: dict[str, Any], attribute: str, index: int, value: Value) -> None:
        if attribute == "cell.mark":
            assert isinstance(value, int)
            self.board[index] = value
            self.seen.add(tuple(self.board))


def test_there_are_5478_positions() -> None:
    playing = game("tic_tac_toe", 2, "reference")
    boards = Boards()
    waiting = [playing.new()]
    known = {tuple(waiting[0])}
    playing.engine.observer = boards
    while waiting:
        state = waiting.pop()
        for option in playing.options(state):
            boards.board = list(playing.values(state, "cell.mark"))
            following = playing.after(state, option)
            if tuple(following) not in known:
                known.add(tuple(following))
                waiting.append(following)
    assert len(boards.seen) == 5_478


def test_random_games_have_the_known_length() -> None:
    playing = game("tic_tac_toe")
    ends = [list(random_game(playing, seed))[-1] for seed in range(2000)]
    assert mean_is([9 - playing.values(end, "cell.mark").count(-1) for end in ends], 7.63, spread=1.3)


def test_the_count_notices_a_changed_rule() -> None:
    short = Game(changed("tic_tac_toe", "c.lines(3)", "c.lines(2)"), 2)
    assert sum(complete_games(short).values()) != 255_168
