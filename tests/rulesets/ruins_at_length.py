"""What the tests of Ruins show on a few positions, on as many as you like, and how fast a play is.

    python tests/rulesets/ruins_at_length.py plays --positions 2000 --hand 9
    python tests/rulesets/ruins_at_length.py pruning --positions 1000
    python tests/rulesets/ruins_at_length.py lockstep --positions 2000 --games 4
    python tests/rulesets/ruins_at_length.py speed --positions 300

`plays`: the steps lead to just the plays that a flat enumerator finds. `pruning`: without `needs` the same steps are
offered. `lockstep`: both engines offer the same and go on to the same cells, at sampled decisions of random games and
in whole games; in these the reference engine is told what its look-ahead would find, which takes it minutes."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time

from playing import Game, program
from ruins_plays import PAUSE, Position, by_steps, entered, paused, positions, without_needs
from rulewright.interpreter.compiled.host import Engine as Compiled
from rulewright.interpreter.reference import transactions
from rulewright.interpreter.reference.engine import Engine as Reference
from rulewright.interpreter.state import PENDING, STATUS, State
from rulewright.validator.specialise import specialise

sys.path.append(str(Path(__file__).parents[1] / "interpreter"))
from lockstep import Both, play

EVERY_COUNT = (2, 3, 4, 5)
MOST_PLAYS = 1500  # in one position; with more, entering them all step by step takes too long


def compare_plays(players: int, wanted: int, hand: int, seed: int, most: int = MOST_PLAYS) -> dict[str, int]:
    """The flat enumerator and the steps, on so many positions. Gives what was among them."""
    game = Game(paused(), players, "compiled")
    found: dict[str, int] = defaultdict(int)
    for state, who in (there for number in count(seed) for there in positions(game, 1, hand, number)):
        position = Position(game, state, who)
        plays = set(islice(position.plays(), most + 1))
        if len(plays) > most:
            found["too many plays"] += 1
            continue
        assert by_steps(game, state, who) == plays
        found["compared"] += 1
        found["plays"] += len(plays)
        found["no play"] += not plays
        found["with upgrades"] += any(put for _, put, _, _ in plays)
        found["with claims"] += any(claimed for *_, claimed in plays)
        found["more than six cards"] += len(position.hand) > 6
        if found["compared"] == wanted:
            return found
    raise AssertionError("unreachable")


def compare_pruning(players: int, wanted: int, hand: int, seed: int, readings: dict[str, int] | None = None) -> int:
    """What is offered with and without `needs`, step by step along random plays. Gives how many steps were compared."""
    rules = specialise(paused(), players, readings)
    game, plain = Game(paused(), players, "compiled"), Compiled(without_needs(rules), cached=False)
    game.rules, game.engine = rules, Compiled(rules, cached=False)
    compared = begun = 0
    for number in count(seed):
        for begin, _ in positions(game, 1, hand, number):
            for state in entered(game, begin):
                compared += _along(game, plain, state, Random(compared))
            begun += 1
            if begun == wanted:
                return compared
    raise AssertionError("unreachable")


def _along(game: Game, plain: Compiled, state: State, random: Random) -> int:
    steps = 0
    while True:
        options, choice = game.options(state), plain.choice(state)
        assert choice is not None and options == choice.options
        steps += 1
        if not options or options[0][1] == PAUSE:
            return steps
        state = game.after(state, random.choice(options))


def sampled(engine: Compiled, random: Random, chance: float) -> Iterator[State]:
    """Decisions of random games, each kept with this chance."""
    for seed in count(random.getrandbits(30)):
        state = engine.new(seed)
        while state[STATUS] == PENDING:
            if random.random() < chance:
                yield state[:]
            choice = engine.choice(state)
            assert choice is not None
            engine.answer(state, random.choice(choice.options))


def compare_engines(players: int, wanted: int, seed: int, chance: float = 0.3) -> int:
    """Both engines at sampled decisions. Gives how many of them were inside a play."""
    rules = specialise(program("ruins"), players)
    reference, compiled = Reference(rules), Compiled(rules)
    random, inside = Random(seed), 0
    for state in islice(sampled(compiled, random, chance), wanted):
        ours, theirs = reference.choice(state), compiled.choice(state)
        assert ours is not None and theirs is not None
        assert (ours.who, ours.options) == (theirs.who, theirs.options)
        option = random.choice(ours.options)
        here, there = state[:], state[:]
        reference.answer(here, option)
        compiled.answer(there, option)
        assert here == there
        inside += ours.node["prompt"] in PLAY
    return inside


PLAY = ("Which rank do you play?", "Which ruins do you play?", "Upgrade what you play?", "Claim any of them?")


def lockstep_games(players: int, games: int, seed: int) -> int:
    """Whole games on both engines, with the compiled one's look-ahead for both. Gives how many decisions."""
    both, decisions = Both(specialise(program("ruins"), players), guided=True), 0
    for number in range(seed, seed + games):
        end, many = play(both, number, cap=20_000)
        assert isinstance(end, list) and end[STATUS] != PENDING
        decisions += many
    return decisions


class Counted(transactions.Search):
    """A search that says afterwards how many positions it has met."""

    last: Counted | None = None

    def __init__(self, *args: object) -> None:
        super().__init__(*args)  # type: ignore[arg-type]
        Counted.last = self


def measure(players: int, wanted: int, seed: int) -> None:
    """Positions met and processor time per decision, by what is asked. That of the compiled engine is with the call."""
    rules = specialise(program("ruins"), players)
    reference, compiled, random = Reference(rules), Compiled(rules), Random(seed)
    timed = Compiled(rules)  # one that has not seen the position yet
    seen: dict[str, list[tuple[int, int, float, float]]] = defaultdict(list)
    kept, transactions.Search = transactions.Search, Counted  # type: ignore[misc]
    try:
        for state in islice(sampled(compiled, random, 0.3), wanted):
            Counted.last = None
            start = process_time()
            choice = reference.choice(state)
            middle = process_time()
            timed.choice(state[:])
            end = process_time()
            assert choice is not None
            nodes = len(Counted.last.met) if Counted.last else 0
            what = choice.node["prompt"] or "Play or pass?"
            seen[what].append((len(choice.options), nodes, 1e3 * (middle - start), 1e3 * (end - middle)))
    finally:
        transactions.Search = kept  # type: ignore[misc]
    print(f"{players} players            decisions  options  nodes  most nodes  reference ms  compiled ms")
    for what, rows in sorted(seen.items()):
        mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
        most = max(row[1] for row in rows)
        print(f"{what:<28} {len(rows):>4} {mean[0]:>8.1f} {mean[1]:>6.1f} {most:>11} {mean[2]:>13.2f} {mean[3]:>12.3f}")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("plays", "pruning", "lockstep", "speed"))
    parser.add_argument("--positions", type=int, default=100, help="at each number of players")
    parser.add_argument("--games", type=int, default=1, help="whole games in lockstep, at each number of players")
    parser.add_argument("--hand", type=int, default=9, help="most cards in hand")
    parser.add_argument("--players", type=int, choices=EVERY_COUNT, help="only this number of players")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for players in EVERY_COUNT if given.players is None else (given.players,):
        start = perf_counter()
        match given.what:
            case "plays":
                found = dict(compare_plays(players, given.positions, given.hand, given.seed))
            case "pruning":
                found = {"steps": compare_pruning(players, given.positions, min(given.hand, 4), given.seed)}
            case "lockstep":
                inside = compare_engines(players, given.positions, given.seed)
                decisions = lockstep_games(players, given.games, given.seed)
                found = {"decisions": given.positions, "inside a play": inside, "in whole games": decisions}
            case _:
                measure(players, given.positions, given.seed)
                continue
        told = ", ".join(f"{many} {what}" for what, many in found.items())
        print(f"{players} players: {told}; all equal, {perf_counter() - start:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
