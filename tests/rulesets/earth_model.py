"""As The Earth Crumbles a second time, in plain Python: what is offered to whom, and what comes of it.

Written from the rulebook in `seeds/`, not from the ruleset; it shares nothing with it but the tiles and boards in the
data files, and knows the default rulings only."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

Asked = tuple[int, frozenset[str]]  # who decides, and between what
Play = Generator[Asked, str, Any]
Slot = tuple[int, int, int]  # layer from 0 at the bottom, column, row

GRIDS = ((5, 4), (4, 3), (3, 2), (2, 1))
PRODUCING = ("coins", "coins_per_colour", "buy_culture", "buy_prosperity")


def all_slots() -> list[Slot]:
    """Layer by layer from the bottom, row by row."""
    return [(z, x, y) for z, (width, height) in enumerate(GRIDS) for y in range(height) for x in range(width)]


def covering(slot: Slot) -> list[Slot]:
    """The places on top of a place: those of the next layer that lie on one of its corners."""
    z, x, y = slot
    known = set(all_slots())
    return [s for s in ((z + 1, i, j) for i in (x - 1, x) for j in (y - 1, y)) if s in known]


def name_of(slot: Slot) -> str:
    return f"s_{slot[0] + 1}_{slot[2] + 1}_{slot[1] + 1}"


@dataclass
class Player:
    coins: int = 0
    culture: int = 0
    prosperity: int = 0
    directives: int = 0
    reserve: list[str] = field(default_factory=list)
    stacks: dict[str, list[str]] = field(default_factory=dict)

    def shown(self) -> dict[str, str]:
        return {site: stack[-1] for site, stack in self.stacks.items() if stack}

    def prestige(self) -> int:
        return self.coins // 5 + self.culture + 5 * self.prosperity + 5 * self.directives


class Earth:
    """One game. `flip` gives the next side of a gas pocket: True for gas."""

    def __init__(
        self, folder: Path, names: tuple[str, str], earth: dict[str, str], players: int, flip: Callable[[], bool]
    ) -> None:
        tiles, board = (yaml.safe_load((folder / name).read_text(encoding="utf-8")) for name in names)
        self.tiles: dict[str, dict[str, Any]] = tiles
        self.board: dict[str, dict[str, Any]] = board
        self.earth = {slot: earth[name_of(slot)] for slot in all_slots()}
        self.players = [Player(stacks={site: [] for site in board}) for _ in range(players)]
        self.discards: list[str] = []
        self.flip = flip
        self.turns = 0

    def site(self, player: int, site: str) -> str:
        return f"player_{player + 1}_{site}"

    def round_from(self, player: int) -> list[int]:
        return [(player + i) % len(self.players) for i in range(len(self.players))]

    def free(self) -> list[Slot]:
        return [slot for slot in self.earth if not any(above in self.earth for above in covering(slot))]

    # ---- the course of the game

    def play(self, first: int, agenda: Iterable[str]) -> Play:
        player = first
        while self.earth:
            self.turns += 1
            colour = yield from self.salvage(player)
            for each in self.round_from(player):
                yield from self.income(each, colour)
            yield from self.build(player)
            player = (player + 1) % len(self.players)
        for directive in agenda:
            measures = [self.measure(directive, p) for p in self.players]
            if measures.count(max(measures)) == 1:
                self.players[measures.index(max(measures))].directives += 1

    def salvage(self, player: int) -> Play:
        you = self.players[player]
        chosen = yield from ask(player, {name_of(slot): slot for slot in self.free()})
        tile = self.earth[chosen]
        printed = self.tiles[tile]
        makes = printed["makes"]
        if makes == "coin_pickup":
            you.coins += printed["amount"]
        elif makes == "culture_pickup":
            you.culture += 1
        elif makes == "move_pickup" and you.shown():
            ways = {
                f"shift({self.site(player, a)}, {self.site(player, b)})": (a, b)
                for a in you.shown()
                for b in self.board
                if a != b
            }
            way = yield from ask(player, {**ways, "nothing": None})
            if way:
                you.stacks[way[1]].append(you.stacks[way[0]].pop())
        elif makes == "prosperity_pickup" and you.shown():
            given: dict[str, Any] = {top: site for site, top in you.shown().items()}
            site = yield from ask(player, {**given, "nothing": None})
            if site:
                self.discards.append(you.stacks[site].pop())
                you.prosperity += 1
        del self.earth[chosen]
        you.reserve.append(tile)
        while pockets := {name_of(s): s for s in self.free() if self.tiles[self.earth[s]]["makes"] == "gas_pocket"}:
            pocket = yield from ask(player, pockets)
            if self.flip():
                yield from self.gas(player, self.tiles[self.earth[pocket]]["pays"])
            del self.earth[pocket]
        return printed["colour"]

    def gas(self, player: int, price: int) -> Play:
        for each in self.round_from(player):
            you = self.players[each]
            ways: dict[str, Any] = {f"lose({top})": site for site, top in you.shown().items()}
            if not ways:
                continue
            if you.coins >= price:
                ways["pay_price"] = None
            site = yield from ask(each, ways)
            if site is None:
                you.coins -= price
            else:
                self.discards.append(you.stacks[site].pop())

    def income(self, player: int, colour: str) -> Play:
        you = self.players[player]
        due = {
            self.site(player, site): site
            for site, printed in self.board.items()
            if colour in printed["lanes"]
            and (self.tiles[you.stacks[site][-1]]["makes"] in PRODUCING if you.stacks[site] else printed["coin"])
        }
        while due:
            site = yield from ask(player, due)
            del due[self.site(player, site)]
            if not you.stacks[site]:
                you.coins += 1
                continue
            printed = self.tiles[you.stacks[site][-1]]
            times = len(you.stacks[site]) if printed.get("multiplies") else 1
            amount = printed["amount"]
            match printed["makes"]:
                case "coins":
                    you.coins += amount * times
                case "coins_per_colour":
                    alike = [t for t in you.shown().values() if self.tiles[t].get("colour") == printed["colour"]]
                    you.coins += amount * times * len(alike)
                case "buy_culture":
                    most = min(times, you.coins // printed["pays"])
                    bought = yield from ask(player, {str(n): n for n in range(most + 1)})
                    you.coins -= bought * printed["pays"]
                    you.culture += bought * amount
                case "buy_prosperity":
                    most = min(times, you.culture // 3)
                    bought = yield from ask(player, {str(n): n for n in range(most + 1)})
                    you.culture -= 3 * bought
                    you.prosperity += bought

    def build(self, player: int) -> Play:
        you, points = self.players[player], 2
        while True:
            ways: dict[str, Any] = {"nothing": None}
            if points >= 1:
                ways |= {f"scrap({tile})": ("scrap", tile, "") for tile in you.reserve}
                ways |= self.placings(player, "build", you.reserve)
            if points >= 2:
                ways |= self.placings(player, "fabricate", self.discards)
            way = yield from ask(player, ways)
            if way is None:
                return
            action, tile, site = way
            (self.discards if action == "fabricate" else you.reserve).remove(tile)
            if action == "scrap":
                you.coins += 1
                self.discards.append(tile)
            else:
                you.coins -= self.tiles[tile]["price"]
                you.stacks[site].append(tile)
            points -= 2 if action == "fabricate" else 1

    def placings(self, player: int, action: str, source: list[str]) -> dict[str, Any]:
        return {
            f"{action}({tile}, {self.site(player, site)})": (action, tile, site)
            for tile in source
            if self.tiles[tile]["price"] <= self.players[player].coins
            for site in self.board
        }

    # ---- directives

    def measure(self, directive: str, p: Player) -> int:
        shown = [self.tiles[tile] for tile in p.shown().values()]
        match directive:
            case "most_coins" | "most_culture" | "most_prosperity":
                return int(getattr(p, directive.removeprefix("most_")))
            case "tallest_stack":
                return max(len(stack) for stack in p.stacks.values())
            case "most_built":
                return sum(len(stack) for stack in p.stacks.values())
            case "most_reserve":
                return len(p.reserve)
            case "most_bonuses":
                return sum(tile["makes"].endswith("_pickup") for tile in shown)
        colours = [tile.get("colour") for tile in shown]
        return max(colours.count(colour) for colour in directive.split("_or_"))


def ask(player: int, ways: dict[str, Any]) -> Play:
    """One way is taken without asking."""
    if len(ways) > 1:
        answer = yield player, frozenset(ways)
    else:
        (answer,) = ways
    return ways[answer]
