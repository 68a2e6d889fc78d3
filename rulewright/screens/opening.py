"""Makes the screen of a game: its words, its hints, its rulebook and the places of its boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..coverage import rules_of
from ..files import read_bytes
from ..grammar.diagnostics import RulewrightError
from ..library import rulebook
from .graphs import Spots, links
from .hints import Hints, hints_in
from .screen import Screen
from .terminal import Terminal
from .words import Words

if TYPE_CHECKING:
    from ..game import Game
    from ..validator.graphs import GraphBoard

RULEBOOK_LIMIT = 4_000_000  # bytes


def screen_of(game: Game, rules: dict[str, Any], terminal: Terminal, cite: bool = False) -> Screen:
    hints = hints_of(game)
    words = Words(rules, hints, terminal.unicode, not terminal.plain)
    return Screen(terminal, words, game.title, _rulebook(game), _drawn(game, rules, hints), cite)


def hints_of(game: Game) -> Hints:
    """The hints of the ruleset, checked against the largest table; what is wrong is raised."""
    rules = game.specialised(game.players[-1], None)
    hints, found, sources = hints_in(game.folder, rules, game.program["variant"] is not None)
    errors = [each for each in found if each.severity == "error"]
    if errors:
        raise BrokenHints(errors, sources)
    return hints


class BrokenHints(RulewrightError):
    """Hints that do not fit their ruleset, with the text that reports show."""

    def __init__(self, diagnostics: list[Any], sources: dict[str, str]) -> None:
        super().__init__(*diagnostics)
        self.sources = sources


def _rulebook(game: Game) -> dict[str, str]:
    name = game.program["rulebook"]
    path = rulebook(name, game.folder) if name else None
    return rules_of(read_bytes(path, RULEBOOK_LIMIT).decode("utf-8", "replace")) if path is not None else {}


def _drawn(game: Game, rules: dict[str, Any], hints: Hints) -> dict[str, Spots]:
    """The places of graph boards for which neither hints nor data give any. Laying a board out takes a moment."""
    lost = [
        board["name"]
        for board in rules["boards"]
        if board["shape"] == "graph"
        and not board["at"]
        and not hints.boards.get(board["name"], {}).get("positions")
        and not all(name.startswith("s_") for name in rules["names"][board["of"]])
    ]
    if not lost:
        return {}
    from ..validator.placement import place_spaces
    from ..validator.sketch import graph_boards

    if game.folder is None:
        words = Words(rules, hints)
        boards = {board["name"]: _sketched(words, board) for board in rules["boards"] if board["name"] in lost}
    else:
        boards = graph_boards(game.folder, game.program["variant"])
    return {name: place_spaces(boards[name])[0] for name in lost if name in boards}


def _sketched(words: Words, board: dict[str, Any]) -> GraphBoard:
    """A board of a compiled game, from the ways that its tables know."""
    from ..grammar.spans import Span
    from ..validator.data import Row
    from ..validator.graphs import Path, make_board

    nowhere = Span("", 0, 0, 1, 1, 1, 1)
    rows = [Row(name, None, None, {}, nowhere, {}) for name in words.rules["names"][board["of"]]]
    fixed, _ = links(words, board, [0] * len(board["discs"]))
    return make_board(rows, [Path(a, b, True) for a, b in sorted(fixed)], [], [], [], {})
