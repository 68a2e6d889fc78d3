"""What happens in random games of Rattle and Rend: every action, reaction, trait, scenario and deployment, how often,
and which never.

    python tests/rulesets/rattle_census.py --games 2000

Actions and reactions are counted when they are named. A trait has occurred when the same game without it, with the same
dice and answers, comes to another position: then it has done something."""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from time import perf_counter

from playing import Game, program
from rulewright.interpreter.state import Option, State

NAME = "rattle_and_rend"


class Census:
    """Random games that are watched, and what was seen in them."""

    kinds = ("trait", "mission", "scheme", "thickness")

    def __init__(self) -> None:
        self.game = Game(program(NAME), 2)
        rules = self.game.rules
        self.words: dict[str, list[str]] = rules["names"]
        self.actions = tuple(each["name"] for each in rules["actions"] if each["during"] != ["muster"])
        self.traits_at: int = rules["attributes"]["player.traits"]["at"]
        self.chosen: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()

    def play(self, seed: int) -> None:
        engine, random = self.game.engine, Random(f"{NAME} {seed}")
        state = self.game.new(seed)
        without: dict[str, State] | None = None  # the same position, but for one trait that its owner lacks
        occurred: set[str] = set()
        while (choice := engine.choice(state)) is not None:
            if without is None and all(state[self.traits_at : self.traits_at + 2]):
                without = self._without_each(state)
            option = random.choice(choice.options)
            branch = next(each for each in choice.node["branches"] if each["tag"] == option[0])
            self.chosen[branch.get("name") or ""] += 1
            self.chosen[choice.node.get("prompt") or ""] += 1
            engine.answer(state, option)
            for trait, other in list((without or {}).items()):
                if not self._goes_along(other, option, state):
                    occurred.add(trait)
                    assert without is not None
                    del without[trait]
        self.chosen["arrive"] = self.chosen["Where does it arrive?"]  # all that reserves can do, so taken unasked
        for attribute, words in (("objective", "mission"), ("deployment", "scheme"), ("density", "thickness")):
            occurred.add(self.words[words][self.game.values(state, attribute)[0]])
        self.seen.update(occurred)

    def _without_each(self, state: State) -> dict[str, State]:
        found: dict[str, State] = {}
        for player in range(2):
            for bit, trait in enumerate(self.words["trait"]):
                if state[self.traits_at + player] >> bit & 1:
                    found[trait] = state[:]
                    found[trait][self.traits_at + player] &= ~(1 << bit)
        return found

    def _goes_along(self, other: State, option: Option, state: State) -> bool:
        """Does the game without the trait take this answer, and come to the same position?"""
        try:
            self.game.engine.answer(other, option)
        except Exception:
            return False
        first = self.traits_at
        return other[:first] == state[:first] and other[first + 2 :] == state[first + 2 :]

    def never(self) -> list[str]:
        return [name for name in self.actions if not self.chosen[name]] + [
            word for kind in self.kinds for word in self.words[kind] if not self.seen[word]
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    census, begun = Census(), perf_counter()
    for seed in range(games):
        census.play(seed)
    print(f"{games} games, {games / (perf_counter() - begun):.1f} a second while they are watched")
    for name in sorted(census.actions, key=lambda each: -census.chosen[each]):
        print(f"  {census.chosen[name]:>7}  {name}")
    print("in how many games:")
    for kind in census.kinds:
        print("  " + ", ".join(f"{word} {census.seen[word]}" for word in census.words[kind]))
    print("never:", ", ".join(census.never()) or "nothing")


if __name__ == "__main__":
    main()
