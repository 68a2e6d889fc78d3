"""What has happened since a player last looked, as that player may know it: answers of others and what followed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from ..interpreter.table import Table
from .sections import hang
from .words import Words

if TYPE_CHECKING:
    from rich.text import Text

_MOVED = re.compile(r"(.+)'s at is now (?!none)(.+)")


@dataclass(frozen=True, slots=True)
class Item:
    """One line: an answer of somebody, or something that happened."""

    text: str
    rules: tuple[str, ...] = ()
    by: str | None = None  # who answered


class News:
    """Kept for each player who looks. `hear` is called after every answer."""

    def __init__(self, table: Table, players: Sequence[int]) -> None:
        self._known = {player: len(table.log_for(player).entries) for player in players}
        self._items: dict[int, list[Item]] = {player: [] for player in players}
        for player in players:
            self._items[player] += [Item(line.text, line.rules) for line in table.trace_for(player)]

    def hear(self, table: Table) -> None:
        for player, items in self._items.items():
            entries = table.log_for(player).entries
            new = entries[min(self._known[player], len(entries)) :]
            # A forced answer is told among what happened, in its place.
            items += [Item(e.label, e.rules, e.player_name) for e in new if not e.forced]
            items += [Item(line.text, line.rules) for line in table.trace_for(player)]
            self._known[player] = len(entries)

    def forget(self, table: Table) -> None:
        """Answers were taken back: what was told of them has not happened."""
        for player, items in self._items.items():
            items.clear()
            self._known[player] = len(table.log_for(player).entries)

    def of(self, player: int) -> list[Item]:
        return self._items[player]

    def read(self, player: int) -> None:
        self._items[player].clear()


def _brief(items: Sequence[Item]) -> list[Item]:
    """Without what the answer before it has said already, and in better words where a thing has moved."""
    found = []
    for item in items:
        if item.by is None and item.text.startswith("action "):
            continue
        moved = _MOVED.fullmatch(item.text) if item.by is None else None
        found.append(Item(f"{moved[1]} is now at {moved[2]}", item.rules) if moved else item)
    return found


def told(
    items: Sequence[Item], words: Words, cite: bool, most: int | None = None, width: int | None = None
) -> list[Text]:
    """The items as lines, equal ones once; of many the last ones."""
    from rich.text import Text

    lines: list[Text] = []
    for item, same in groupby(items if cite else _brief(items)):
        many = len(list(same))
        line, head = Text(), Text()
        if item.by is not None:
            line.append(f"{words.title('player', item.by)}: ", f"bold {words.colour('player', item.by) or ''}".strip())
            line.append(words.answer(item.text))
        else:
            bullet = "·" if words.unicode else "-"
            head = Text(f"  {bullet} ")
            line.append(words.say(item.text))
        if many > 1:
            line.append(f" ({many} times)", "dim")
        if cite and item.rules:
            line.append(f"  [{', '.join(item.rules)}]", "dim")
        lines += hang(head, line, width) if width else [head.append_text(line)]
    if most is not None and len(lines) > most:
        cut = len(lines) - most
        return [Text(f"  (and {cut} lines before: `what` tells them all)", "dim"), *lines[-most:]]
    return lines
