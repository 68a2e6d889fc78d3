"""`rulewright graph`: a board, or the flow of phases, as a drawing."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..files import write_text
from ..game import Game, load
from ..grammar.diagnostics import Diagnostic, RulewrightError, near


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--variant", metavar="NAME")
    parser.add_argument("--board", metavar="NAME", help="default: the first one")
    parser.add_argument("--position", metavar="N[,N…]", help="how far each disc is turned")
    parser.add_argument("--flow", action="store_true", help="which phases play which, and their actions")
    parser.add_argument("-o", "--out", metavar="FILE", help="default: the output")


def run(args: argparse.Namespace) -> int:
    game = load(args.game, args.variant)
    boards = game.program["boards"]
    svg = flow(game) if args.flow or (not boards and args.board is None) else board(game, args.board, args.position)
    if args.out is None:
        sys.stdout.write(svg)
    else:
        write_text(args.out, svg)
    return 0


def flow(game: Game) -> str:
    """Phases in the order of the text; an arrow says that one plays the other, or that an action belongs there."""
    from ..validator.drawing import flow_svg

    phases = [phase["name"] for phase in game.program["phases"]]
    edges = [(phase["name"], other) for phase in game.program["phases"] for other in phase["plays"]]
    inner = {other for _, other in edges}
    start = "sequence of play"
    edges = [(start, phase) for phase in phases if phase not in inner] + edges
    actions = [action["name"] for action in game.program["actions"]]
    edges += [(phase, action["name"]) for action in game.program["actions"] for phase in action["during"]]
    return flow_svg([start, *phases, *actions], edges, game.title)


def board(game: Game, name: str | None, position: str | None) -> str:
    from ..validator.boards import grid_board, hex_board
    from ..validator.drawing import graph_svg, grid_svg, plane_svg

    declared = _declared(game.program["boards"], name)
    title = f"{game.title}: {declared['name']}"
    if declared["shape"] in ("grid", "hexes"):
        make = grid_board if declared["shape"] == "grid" else hex_board
        return grid_svg(make(declared["width"], declared["height"]), title)
    if declared["shape"] == "plane":
        return plane_svg(declared["width"], declared["height"], title)
    if game.folder is None:
        help_ = "a board of spaces and paths is drawn from the folder of its ruleset"
        raise RulewrightError(Diagnostic("no-such-board", f"`{declared['name']}` cannot be drawn", help=help_))
    from ..validator.sketch import graph_boards

    found = graph_boards(game.folder, game.program["variant"])[declared["name"]]
    return graph_svg(found, _position(declared, position), title)


def _declared(boards: list[dict[str, Any]], name: str | None) -> dict[str, Any]:
    if name is None:
        return boards[0]
    for one in boards:
        if one["name"] == name:
            return one
    meant = near(name, [one["name"] for one in boards])
    help_ = f"did you mean `{meant}`?" if meant else "; ".join(one["name"] for one in boards) or "it has no board"
    raise RulewrightError(Diagnostic("no-such-board", f"no board is called `{name}`", help=help_))


def _position(declared: dict[str, Any], given: str | None) -> tuple[int, ...]:
    discs = declared["discs"]
    if given is None:
        return (0,) * len(discs)
    parts = given.split(",")
    if len(parts) == len(discs) and all(
        p.isdecimal() and int(p) < d["positions"] for p, d in zip(parts, discs, strict=True)
    ):
        return tuple(int(part) for part in parts)
    ranges = ", ".join(f"0 to {disc['positions'] - 1} for {disc['name']}" for disc in discs) or "it has no discs"
    raise RulewrightError(Diagnostic("no-such-board", f"`{given}` is no position of `{declared['name']}`", help=ranges))
