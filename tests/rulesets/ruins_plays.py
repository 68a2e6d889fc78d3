"""The plays of Ruins reckoned a second time, from the cells and the data alone, and positions to compare them in."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import yaml
from playing import RULESETS, Game
from rulewright.interpreter.faults import RuleFault
from rulewright.interpreter.state import ATTEMPT, FP, PC, RUNNING, STATUS, State
from rulewright.validator.check import check_folder

RUINS = RULESETS / "ruins"
PAUSE = 777  # an option that marks the end of a play
MANY = 4  # cards in hand, above which only answers to a play are reckoned


class Card(NamedTuple):
    """A ruin as it lies in a hand: its rank with all that it carries, what it counts for, its torches."""

    name: str
    rank: int
    wild: bool
    size: int
    parts: frozenset[str]
    torches: tuple[int, ...]
    claimed: bool


Play = tuple[frozenset[str], frozenset[tuple[str, str]], int, frozenset[str]]  # ruins, (discovery, ruin), lit, claims


@cache
def data(file: str) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for name, row in yaml.safe_load((RUINS / f"{file}.yaml").read_text(encoding="utf-8")).items():
        copies = row.get("copies")
        found |= {f"{name}_{copy}": row for copy in range(1, copies + 1)} if copies else {name: row}
    return found


class Position:
    """What a player can play, from the cells and the data, without a word of the ruleset's."""

    def __init__(self, game: Game, state: State, who: int) -> None:
        names = game.rules["names"]
        night, claimant = (game.values(state, f"ruin.{name}") for name in ("night", "claimant"))
        self.hand = []
        for ruin in game.things(state, "player.hand", who):
            row = data("ruins")[names["ruin"][ruin]]
            finds = [data("discoveries")[names["discovery"][d]] for d in game.things(state, "ruin.finds", ruin)]
            if night[ruin]:
                finds.append({"part": None, "effect": row["gift"], "amount": 1})
            self.hand.append(
                self.card(names["ruin"][ruin], row["dark" if night[ruin] else "day"], finds, claimant[ruin] >= 0)
            )
        self.market = {}
        for stall, name in enumerate(names["stall"]):
            for discovery in game.things(state, "stall.offer", stall):
                self.market[names["discovery"][discovery]] = data("market")[name]["price"]
        self.lit, self.claims = (game.values(state, f"player.{name}")[who] for name in ("lit", "claims"))
        self.size, self.rank = (game.values(state, name)[0] for name in ("best_size", "best_rank"))

    @staticmethod
    def card(name: str, rank: int, finds: list[dict[str, Any]], claimed: bool) -> Card:
        def amounts(effect: str) -> list[int]:
            return [find["amount"] for find in finds if find["effect"] == effect]

        parts = frozenset(find["part"] for find in finds if find["part"])
        wild, size = bool(amounts("wild")), 1 + sum(amounts("twice"))
        return Card(name, rank + sum(amounts("rank")), wild, size, parts, tuple(amounts("torch")), claimed)

    def plays(self) -> Iterator[Play]:
        for many in range(1, len(self.hand) + 1):
            for cards in combinations(self.hand, many):
                if self.size and sum(card.size for card in cards) > self.size:
                    continue
                for places in product([None, *range(many)], repeat=len(self.market)):
                    yield from self.with_upgrades(cards, dict(zip(self.market, places, strict=True)))

    def with_upgrades(self, cards: tuple[Card, ...], places: dict[str, int | None]) -> Iterator[Play]:
        bought = {name: place for name, place in places.items() if place is not None}
        torches = sum(
            data("discoveries")[name]["amount"] for name in bought if data("discoveries")[name]["effect"] == "torch"
        )
        torches += self.lit + sum(sum(card.torches) for card in cards)
        if sum(self.market[name] for name in bought) > torches:
            return
        after = list(cards)
        for name, place in bought.items():
            new, old = data("discoveries")[name], after[place]
            if new["part"] in old.parts:
                return
            added = self.card(old.name, old.rank, [new], old.claimed)
            wild, size = old.wild or added.wild, old.size + added.size - 1
            after[place] = Card(old.name, added.rank, wild, size, old.parts | added.parts, old.torches, old.claimed)
        tame = {card.rank for card in after if not card.wild}
        rank = max(tame or {card.rank for card in after})
        size = sum(card.size for card in after)
        if len(tame) > 1 or rank < self.rank or (self.size and size != self.size):
            return
        free = [card.name for card in cards if not card.claimed]
        for lit in self.burnt(tuple(t for card in cards for t in card.torches), frozenset(bought)):
            for many in range(min(self.claims, len(free)) + 1):
                for claimed in combinations(free, many):
                    put = frozenset((name, cards[place].name) for name, place in bought.items())
                    yield frozenset(card.name for card in cards), put, lit, frozenset(claimed)

    def burnt(self, torches: tuple[int, ...], wanted: frozenset[str]) -> set[int]:
        """How many torches may be lit when all that is wanted has been paid, in any order of lighting and paying."""
        seen, todo, found = set(), [(self.lit, torches, wanted)], set()
        while todo:
            now = lit, torches, wanted = todo.pop()
            if now in seen:
                continue
            seen.add(now)
            if not wanted:
                found.add(lit)
            for place, torch in enumerate(torches if lit < 3 else ()):
                todo.append((min(3, lit + torch), torches[:place] + torches[place + 1 :], wanted))
            for name in wanted:
                if self.market[name] <= lit:
                    row = data("discoveries")[name]
                    more = (row["amount"],) if row["effect"] == "torch" else ()
                    todo.append((lit - self.market[name], tuple(sorted(torches + more)), wanted - {name}))
        return found


def by_steps(game: Game, state: State, who: int) -> set[Play]:
    """The plays that the steps lead to, told from the position at their end."""
    names = game.rules["names"]
    before = {d for stall in range(4) for d in game.things(state, "stall.offer", stall)}
    claimants = game.values(state, "ruin.claimant")
    seen, todo, found = set(), list(entered(game, state)), set()
    while todo:
        now = todo.pop()
        if tuple(now) in seen:
            continue
        seen.add(tuple(now))
        options = game.options(now)
        assert options
        if options[0][1] == PAUSE:
            played = game.things(now, "played")
            put = {(d, r) for r in played for d in game.things(now, "ruin.finds", r) if d in before}
            marked = {r for r in played if game.values(now, "ruin.claimant")[r] != claimants[r]}
            found.add(
                (
                    frozenset(names["ruin"][r] for r in played),
                    frozenset((names["discovery"][d], names["ruin"][r]) for d, r in put),
                    game.values(now, "player.lit")[who],
                    frozenset(names["ruin"][r] for r in marked),
                )
            )
            continue
        todo += [game.after(now, option) for option in options]
    return found


def entered(game: Game, state: State) -> Iterator[State]:
    """The position at the first step of the play again, after changes to it; nothing if there is no play now."""
    there = state[:]
    number = game.rules["points"][there[PC]]["procedure"]
    procedure = game.rules["procedures"][number]
    assert procedure["name"] == "to.set_out" and procedure["params"] == ["you"]
    there[there[FP] + 2 : there[FP] + procedure["frame"]] = [0] * (procedure["frame"] - 2)
    there[STATUS], there[PC], there[ATTEMPT] = RUNNING, -number - 1, 0
    try:
        game.engine.run(there)
    except RuleFault as fault:
        assert fault.code == "empty"
        return
    yield there


@cache
def paused() -> dict[str, Any]:
    """The ruleset with a stop after each play, so that its end can be looked at."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "ruins"
        shutil.copytree(RUINS, copy)
        text = (copy / "game.rules").read_text(encoding="utf-8")
        line = "  let equal be best_size > 0"
        assert text.count(line) == 1
        text = text.replace(line, f"  choose pause from {PAUSE} to {PAUSE + 1}\n{line}")
        text = "\n".join(row for row in text.split("\n") if not row.startswith(("use scenarios", "  rulebook")))
        (copy / "game.rules").write_text(text, encoding="utf-8")
        checked = check_folder(copy)
    assert checked.program is not None, checked.diagnostics
    return checked.program


def positions(game: Game, games: int, hand: int, seed: int) -> Iterator[tuple[State, int]]:
    """Positions at the beginning of a play, from random games, some with other torches and another play to follow. With
    many cards in hand there always is one, of a few cards: nobody can reckon all that could be led."""
    cells = game.rules["attributes"]
    for number in range(seed, seed + games):
        random, state = Random(number), game.new(number)
        while (choice := game.engine.choice(state)) is not None:
            if choice.node["prompt"] == "Which rank do you play?":
                held = len(game.things(state, "player.hand", choice.who))
                if held <= hand:
                    yield changed(state, cells, choice.who, held, random), choice.who
            game.engine.answer(state, random.choice(choice.options))


def changed(state: State, cells: dict[str, Any], who: int, held: int, random: Random) -> State:
    there = state[:]
    there[cells["player.claims"]["at"] + who] = random.choice((0, 0, 0, 1, 2))
    there[cells["player.lit"]["at"] + who] = random.randrange(4)
    if held > MANY or random.random() < 0.6:
        size = random.choice((1, 1, 2, 2, 3) if held > MANY else (0, 1, 1, 2, 2, 3, 4))
        there[cells["best_size"]["at"]] = size
        there[cells["best_rank"]["at"]] = random.randrange(1, 11) if size else 0
    return there


def without_needs(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: [] if key == "needs" else without_needs(value) for key, value in node.items()}
    return [without_needs(value) for value in node] if isinstance(node, list) else node
