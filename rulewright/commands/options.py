"""`rulewright options`: what can be chosen about a game before it begins."""

from __future__ import annotations

import argparse
from typing import Any

from ..game import Game, load
from ..reporting import add_format, print_json


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--variant", metavar="NAME")
    add_format(parser)


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.variant)
    found = described(game)
    if args.format == "json":
        print_json(found)
        return 0
    low, high = found["players"]
    print(f"{game.title}, for {low if low == high else f'{low} to {high}'} players")
    for ruling in found["rulings"]:
        cited = f"  {', '.join(ruling['rules'])}" if ruling["rules"] else ""
        print(f"\n{ruling['name']}: {ruling['question']}{cited}")
        for reading in ruling["readings"]:
            mark = "*" if reading["name"] == ruling["default"] else " "
            said = f"  {reading['text']}" if reading["text"] else ""
            print(f"  {mark} {reading['name']}{said}")
    if found["rulings"]:
        print("\n* is the default; `--set RULING=READING` chooses another.")
    else:
        print("\nIt has no rulings.")
    if found["variants"]:
        print(f"Variants: {', '.join(found['variants'])}; `--variant NAME` plays one.")
    return 0


def described(game: Game) -> dict[str, Any]:
    from ..validator.check import variants_of

    rulings = [
        {
            "name": ruling["name"],
            "question": ruling["question"],
            "readings": ruling["readings"],
            "default": ruling["readings"][ruling["default"]]["name"],
            "rules": ruling["rules"],
        }
        for ruling in game.program["rulings"]
    ]
    return {
        "game": game.name,
        "title": game.title,
        "players": [game.players[0], game.players[-1]],
        "rulings": rulings,
        "variants": sorted(variants_of(game.folder)) if game.folder else [],
    }
