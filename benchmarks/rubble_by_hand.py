"""As Rubble, As Storm written by hand, as one would write a simulator in plain Python: default rulings, same board.

It serves twice: as a second opinion on the ruleset (the tests play both side by side, decision for decision) and as
what the engines are measured against. Decisions are yielded as (player, options) and answered with one of the options.

    python benchmarks/rubble_by_hand.py --games 200 --seed 7
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Generator
from dataclasses import dataclass
from pathlib import Path

import yaml

BOARD = Path(__file__).resolve().parent.parent / "rulesets" / "as_rubble_as_storm" / "board.yaml"
TOKENS = 20
GOAL = 9
STAMINA = 3

Option = str | tuple[str | int, ...]
Asking = Generator[tuple[int, list[Option]], Option, None]
Answer = Generator[tuple[int, list[Option]], Option, Option]


class Won(Exception):
    """Somebody has nine tokens: whatever was going on is over."""

    def __init__(self, player: int) -> None:
        self.player = player


class Board:
    """Spaces in the order of the file, and for each position of the disc where one gets from each of them."""

    def __init__(self, path: Path = BOARD) -> None:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        self.spaces: list[str] = list(data["spaces"])
        self.ground: dict[str, str] = {name: row["ground"] for name, row in data["spaces"].items()}
        (self.caravan,) = (name for name in self.spaces if self.ground[name] == "caravan")
        (disc,) = data["discs"].values()
        ports = disc["ports"]
        self.positions: int = disc.get("positions", ports)
        self.exits: list[dict[str, list[str]]] = []
        self.around: list[dict[str, list[str]]] = []
        for position in range(self.positions):
            ways: dict[str, set[str]] = {name: set() for name in self.spaces}
            for path_ in data["paths"]:
                start, sign, end = path_.split()
                ways[start].add(end)
                if sign == "--":
                    ways[end].add(start)
            for chord in disc["chords"]:
                ends = [disc["spokes"].get((mark + position * ports // self.positions) % ports) for mark in chord]
                if all(ends):
                    ways[ends[0]].add(ends[1])
                    ways[ends[1]].add(ends[0])
            back = {name: {other for other in self.spaces if name in ways[other]} for name in self.spaces}
            self.exits.append({name: self.sorted(ways[name]) for name in self.spaces})
            self.around.append({name: self.sorted(ways[name] | back[name]) for name in self.spaces})

    def sorted(self, names: set[str]) -> list[str]:
        return [name for name in self.spaces if name in names]


@dataclass(eq=False, slots=True)
class Piece:
    """A wanderer, or a stack of so many tokens. `force` is the height of the pillar whose collapse it belongs to."""

    side: int
    at: str
    height: int = 0
    wanderer: bool = False
    force: int = 0
    moves: int = 0
    gone: bool = False


class Rubble:
    def __init__(self, board: Board, first: int) -> None:
        self.board = board
        self.first = first
        self.position = 0
        self.bank = TOKENS
        self.hand = 0
        self.pocket = [0, 0]
        self.caravan = [0, 0]
        self.stamina = [0, 0]
        self.wanderers = [Piece(side, board.caravan, wanderer=True) for side in (0, 1)]
        self.on: dict[str, list[Piece]] = {space: [] for space in board.spaces}
        self.on[board.caravan] = list(self.wanderers)
        self.struck: set[tuple[Piece, Piece]] = set()

    # ------------------------------------------------------------ the turn

    def play(self) -> Asking:
        player = self.first
        while True:
            yield from self.turn(player)
            player = 1 - player

    def turn(self, player: int) -> Asking:
        self.stamina[player] = STAMINA
        yield from self.sacrifice(player)
        while self.stamina[player]:
            yield from self.act(player)
        yield from self.harvest(player)

    def sacrifice(self, player: int) -> Asking:
        """Any number of pillars give a token each for one stamina. They are named in the order of the board."""
        left = [space for space in self.board.spaces if self.is_own_pillar(space, player)]
        givers: list[str] = []
        while left:
            answer = yield player, [*left, "done"]
            if answer == "done":
                break
            assert isinstance(answer, str)
            givers.append(answer)
            left = left[left.index(answer) + 1 :]
        for space in givers:
            self.on[space][0].height -= 1
        self.bank += len(givers)
        self.stamina[player] += len(givers)

    def is_own_pillar(self, space: str, player: int) -> bool:
        return any(x.height >= 2 and x.side == player for x in self.on[space])

    def act(self, player: int) -> Asking:
        exits = self.board.exits[self.position]
        pillars = [space for space in self.board.spaces if self.is_own_pillar(space, player)]
        options: list[Option] = [("move_player", goal) for goal in exits[self.wanderers[player].at]]
        options += [("rotate", k) for k in range(self.board.positions) if k != self.position]
        options += [("move_pillar", here, goal) for here in pillars for goal in exits[here]]
        options += [("collapse", here) for here in pillars]
        answer = yield from self.ask(player, options)
        self.stamina[player] -= 1
        self.struck.clear()
        match answer:
            case ("move_player", str(goal)):
                yield from self.land(self.wanderers[player], goal)
            case ("rotate", int(k)):
                self.position = k
            case ("move_pillar", str(here), str(goal)):
                yield from self.land(self.on[here][0], goal)
            case ("collapse", str(here)):
                yield from self.collapse(player, here)

    def harvest(self, player: int) -> Asking:
        """What ruins give at the end of the turn: the wanderer first, then the stacks, chosen if the bank is short."""
        wanderer = self.wanderers[player]
        gain = min({"ruin": 1, "great_ruin": 2}.get(self.board.ground[wanderer.at], 0), self.bank)
        self.bank -= gain
        self.pocket[player] += gain
        growing = [
            space
            for space in self.board.spaces
            if self.board.ground[space] in ("ruin", "great_ruin")
            and any(x.height and x.side == player for x in self.on[space])
        ]
        if len(growing) > self.bank:
            growing = yield from self.choose_some(player, growing, self.bank)
        for space in growing:
            self.on[space][0].height += 1
            self.bank -= 1

    def choose_some(
        self, player: int, among: list[str], count: int
    ) -> Generator[tuple[int, list[Option]], Option, list[str]]:
        """Exactly so many, in the order of the board."""
        chosen: list[str] = []
        while len(chosen) < count:
            last_start = len(among) - (count - len(chosen)) + 1
            answer = yield from self.ask(player, list(among[:last_start]))
            assert isinstance(answer, str)
            among = among[among.index(answer) + 1 :]
            chosen.append(answer)
        return chosen

    def ask(self, player: int, options: list[Option]) -> Answer:
        if len(options) == 1:
            return options[0]
        return (yield player, options)

    def ask_space(self, player: int, spaces: list[str]) -> Generator[tuple[int, list[Option]], Option, str]:
        answer = yield from self.ask(player, list(spaces))
        assert isinstance(answer, str)
        return answer

    # ------------------------------------------------------------ collapsing

    def collapse(self, player: int, here: str) -> Asking:
        pillar = self.on[here][0]
        size = self.hand = pillar.height
        self.remove(pillar)
        last, barred = here, ""
        while self.hand:
            ways = self.board.exits[self.position][last]
            onward = [space for space in ways if space != barred] or ways
            space = yield from self.ask_space(player, onward)
            self.hand -= 1
            token = Piece(player, last, height=1, force=size)
            yield from self.land(token, space)
            token.force = 0
            barred, last = last, space

    # ------------------------------------------------------------ landing and attacking

    def land(self, piece: Piece, goal: str) -> Asking:
        if piece in self.on[piece.at]:
            self.on[piece.at].remove(piece)
        piece.at = goal
        piece.moves += 1
        others = self.on[goal]
        self.on[goal] = [*others, piece]
        if goal == self.board.caravan:
            yield from self.arrive(piece)
        elif others:
            yield from self.attack(piece, others[0])

    def remove(self, piece: Piece) -> None:
        self.on[piece.at].remove(piece)
        piece.gone = True
        piece.height = 0

    def attack(self, attacker: Piece, target: Piece) -> Asking:
        self.struck.add((attacker, target))
        if target.height < 2 or self.strength(attacker) >= target.height:
            yield from self.push(attacker, target)
        else:
            yield from self.move_on(attacker, self.board.exits[self.position][attacker.at])

    def strength(self, piece: Piece) -> int:
        if piece.force:
            return piece.force
        return self.pocket[piece.side] if piece.wanderer else piece.height

    def push(self, attacker: Piece, target: Piece) -> Asking:
        moves = attacker.moves
        target.force = 0
        yield from self.spoils(attacker, target)
        refuge = ""
        if not target.gone:
            refuge = yield from self.move_on(target, self.board.exits[self.position][target.at])
        if attacker.moves == moves and not attacker.gone:
            around = self.board.around[self.position][attacker.at]
            yield from self.move_on(attacker, [space for space in around if space != refuge])

    def spoils(self, attacker: Piece, target: Piece) -> Asking:
        side = attacker.side
        gain = 0
        if target.wanderer:
            half = (self.pocket[target.side] + 1) // 2
            if half and (yield from self.ask(side, ["yes", "no"])) == "yes":
                self.pocket[target.side] -= half
                gain = half
        elif (yield from self.ask(side, ["take_all", "flip"])) == "take_all":
            gain = target.height
            self.remove(target)
        else:
            target.side = side
        if attacker.wanderer:
            self.pocket[side] += gain
        else:
            attacker.height += gain

    def move_on(self, piece: Piece, ways: list[str]) -> Generator[tuple[int, list[Option]], Option, str]:
        """A forced move. A piece does not land on what it attacked in this action, unless there is no other way."""
        free = [
            space
            for space in ways
            if space == self.board.caravan or not any((piece, other) in self.struck for other in self.on[space])
        ]
        goal = yield from self.ask_space(piece.side, free or ways)
        yield from self.land(piece, goal)
        return goal

    # ------------------------------------------------------------ the caravan

    def arrive(self, piece: Piece) -> Asking:
        side = piece.side
        if piece.wanderer:
            tray, self.pocket[side] = self.pocket[side], 0
            for _ in range(min(2, tray)):
                spaces = [space for space in self.board.spaces if self.takes_token(space, side)]
                if not spaces:
                    break
                space = yield from self.ask_space(side, spaces)
                tray -= 1
                if self.on[space]:
                    self.on[space][0].height += 1
                else:
                    self.on[space] = [Piece(side, space, height=1)]
        else:
            tray = piece.height
            self.remove(piece)
        self.caravan[side] += tray
        if self.caravan[side] >= GOAL:
            raise Won(side)

    def takes_token(self, space: str, side: int) -> bool:
        return space != self.board.caravan and all(x.height and x.side == side for x in self.on[space])


# ---------------------------------------------------------------- running many


def first_player(seed: int) -> int:
    """The flip for the first turn, drawn as the engines draw it: SplitMix64, then Lemire's range of two."""
    z = (seed + 0x9E3779B97F4A7C15) & (1 << 64) - 1
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & (1 << 64) - 1
    z = (z ^ z >> 27) * 0x94D049BB133111EB & (1 << 64) - 1
    z ^= z >> 31
    return (z >> 32) * 2 >> 32


def random_game(board: Board, seed: int, cap: int = 100_000) -> tuple[int | None, int]:
    """The winner, if there was one before so many decisions, and how many decisions there were."""
    chance = random.Random(seed)
    decisions = 0
    game = Rubble(board, first_player(seed)).play()
    try:
        _, options = next(game)
        while decisions < cap:
            decisions += 1
            _, options = game.send(options[int(chance.random() * len(options))])
    except Won as won:
        return won.player, decisions
    return None, decisions


def main() -> None:
    parser = argparse.ArgumentParser(description="Random games of the hand-written version.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    board = Board()
    start = time.perf_counter()
    results = [random_game(board, args.seed * 1_000_003 + number) for number in range(args.games)]
    seconds = time.perf_counter() - start
    wins = [sum(winner == player for winner, _ in results) for player in (0, 1)]
    mean = sum(decisions for _, decisions in results) / max(1, len(results))
    print(f"{args.games} games, won by light {wins[0]}, dark {wins[1]}, {mean:.1f} decisions a game")
    print(f"{seconds:.2f} s, {args.games / seconds:.0f} games a second")


if __name__ == "__main__":
    main()
