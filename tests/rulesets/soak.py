"""Random games of every ruleset at every number of players, each cloned, saved and resumed on the way.

    python tests/rulesets/soak.py --games 1000
    python tests/rulesets/soak.py --games 100 --ruleset pig --players 2

A game fails if the rules fail, if it does not end, or if one of its copies does not end as it does."""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from random import Random
from time import perf_counter

from playing import engines_for
from rulewright.interpreter.engines import has_compiled

import rulewright as rw
from rulewright.library import bundled

CAP = 20_000  # decisions after which a game counts as endless
COMPILED, REFERENCE = "compiled", "reference"


class Unequal(Exception):
    """A copy of a game is not what the game is."""


@dataclass(slots=True)
class Moment:
    """A decision at which a game was copied."""

    number: int  # answers given before
    digest: str
    clone: rw.Table
    save: bytes


def check_game(game: rw.Game, players: int, seed: int, engine: str, other: str) -> int:
    """Plays one game and its copies. Gives the number of decisions.

    The decision at which it is copied is drawn from all of them, each as likely as the others: of the first n decisions
    the last one takes the place of the one kept so far with a chance of one in n. The clone first takes an answer back
    and gives it again; the save is resumed on the other engine."""
    random = Random(f"{game.name} {players} {seed}")
    table = game.new(players, seed, engine=engine)
    answers: list[str] = []
    moment: Moment | None = None
    while not table.over:
        if len(answers) >= CAP:
            raise Unequal(f"no end after {CAP} decisions")
        if random.randrange(len(answers) + 1) == 0:
            moment = Moment(len(answers), table.digest, table.clone(), table.save())
        option = random.choice(table.decision.options)
        answers.append(option.text)
        table.play(option)
    if moment is not None:
        _finish(moment.clone, table, moment, answers, "the clone")
        _finish(rw.resume(moment.save, game, other), table, moment, answers, f"the save resumed on the {other} engine")
    return len(answers)


def _finish(copy: rw.Table, table: rw.Table, moment: Moment, answers: list[str], what: str) -> None:
    """Plays a copy to its end with the answers of the game."""
    where = f"{what}, copied after {moment.number} of {len(answers)} answers,"
    if copy.digest != moment.digest:
        raise Unequal(f"{where} is another position")
    if moment.number:
        copy.undo()
        copy.play(answers[moment.number - 1])
        if copy.digest != moment.digest:
            raise Unequal(f"{where} is another position after taking an answer back and giving it again")
    for answer in answers[moment.number :]:
        copy.play(answer)
    if not copy.over or copy.digest != table.digest:
        raise Unequal(f"{where} ends otherwise")
    if (copy.winners, copy.scores) != (table.winners, table.scores):
        raise Unequal(f"{where} has another result")


def soak(name: str, players: int, games: int, engine: str) -> tuple[list[str], int]:
    """Many games. Gives what failed, and how many decisions there were."""
    game = rw.load(name)
    other = next((one for one in engines_for(name) if one != engine), engine)
    failures: list[str] = []
    decisions = 0
    for seed in range(games):
        try:
            decisions += check_game(game, players, seed, engine, other)
        except (rw.RulewrightError, Unequal) as problem:
            failures.append(f"{name}, {players} players, seed {seed}: {problem}")
    return failures, decisions


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each ruleset at each number of players")
    parser.add_argument("--ruleset", action="append", choices=bundled(), help="only this one; may be given again")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--engine", choices=(REFERENCE, COMPILED), default=COMPILED if has_compiled() else REFERENCE)
    given = parser.parse_args(arguments)
    failed: list[str] = []
    print(f"{'ruleset':<20} players   games  failed  decisions a game  seconds")
    for name in given.ruleset or bundled():
        for players in rw.load(name).players:
            if given.players in (None, players):
                start = perf_counter()
                failures, decisions = soak(name, players, given.games, given.engine)
                seconds, mean = perf_counter() - start, decisions / given.games
                row = f"{name:<20} {players:>7} {given.games:>7} {len(failures):>7} {mean:>17.1f} {seconds:>8.1f}"
                print(row, flush=True)
                failed += failures
    for failure in failed:
        print(failure)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
