"""The log of a game: every answer, asked for or forced, and the part of it that each player may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .decision import option_of
from .naming import Program, spoken, word_of
from .observer import Node
from .sight import Sight
from .state import Option as Answer
from .state import State

OPEN, SEALED, SHOWN, KEPT = "open", "sealed", "shown", "kept"  # how an answer stands towards the other players


@dataclass(frozen=True, slots=True)
class Entry:
    """One answer."""

    player: int
    player_name: str
    text: str
    label: str
    rules: tuple[str, ...]
    forced: bool = False  # there was one option, and nobody was asked


@dataclass(frozen=True, slots=True)
class Log:
    """What was played. A player's own log has no seed: who knows it knows every card."""

    game: str
    variant: str | None
    players: tuple[str, ...]
    options: Mapping[str, str]
    seed: int | None
    entries: tuple[Entry, ...]

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that were asked for, as `Table.play` takes them."""
        return tuple(entry.text for entry in self.entries if not entry.forced)

    def __str__(self) -> str:
        return "\n".join(f"{entry.player_name}: {entry.text}" for entry in self.entries)


@dataclass(frozen=True, slots=True)
class _Record:
    """An entry with what is needed to decide who may read it."""

    entry: Entry
    name: str | None
    values: tuple[str, ...]
    kinds: tuple[str | None, ...]  # of each value: its kind if it can be out of sight
    ids: tuple[int, ...]
    known: tuple[int, ...]  # of each value: the players who know it
    standing: str
    within: bool  # a play that is not finished: nothing of it has happened yet for the others

    def for_player(self, player: int) -> Entry | None:
        entry = self.entry
        if player == entry.player:
            return entry
        if self.within or self.standing in (SEALED, KEPT):
            return None
        if self.standing == SHOWN:
            return replace(entry, forced=False)
        told = zip(self.values, self.known, self.kinds, strict=True)
        words = ", ".join(value if known >> player & 1 else f"a {spoken(kind or '')}" for value, known, kind in told)
        if self.name is None:
            text = words
        else:
            text = f"{self.name}({words})" if words else self.name
        label = entry.label if all(m >> player & 1 for m in self.known) else text
        # That a choice was forced would tell what else was not there.
        return Entry(entry.player, entry.player_name, text, label, entry.rules)


Mark = tuple[int, tuple[_Record, ...]]


class Journal:
    """The log while it is written. `mark` and `back_to` let the table take answers back."""

    def __init__(self, program: Program, sight: Sight) -> None:
        self._program = program
        self._sight = sight
        self._settled: list[_Record] = []  # nothing about these can change any more
        self._recent: list[_Record] = []

    def copy(self) -> Journal:
        again = Journal(self._program, self._sight)
        again._settled, again._recent = list(self._settled), list(self._recent)
        return again

    def mark(self) -> Mark:
        return len(self._settled), tuple(self._recent)

    def back_to(self, mark: Mark) -> None:
        del self._settled[mark[0] :]
        self._recent = list(mark[1])

    def add(self, node: Node, who: int, answer: Answer, state: State, text: str | None = None) -> None:
        """An answer, and the state in which it was given. `text` is how it was offered; if forced, none."""
        branch = next(b for b in node["branches"] if b["tag"] == answer[0])
        option = option_of(self._program, branch, answer)
        kinds = tuple(self._hidden_kind(t) for t in branch.get("types") or ())
        ids = answer[1 : 1 + len(kinds)]
        names = self._program["names"]["player"]
        self._recent.append(
            _Record(
                Entry(who, names[who], text or option.text, option.label, option.rules, text is None),
                option.name,
                tuple(word_of(v) for v in option.values),
                kinds,
                ids,
                tuple(self._seers(k, e, state) for k, e in zip(kinds, ids, strict=True)),
                SEALED if node.get("sealed") else OPEN,
                True,
            )
        )

    def unseal(self, shown: bool) -> None:
        standing = SHOWN if shown else KEPT
        self._recent = [replace(r, standing=standing) if r.standing == SEALED else r for r in self._recent]

    def settle(self, state: State, unfinished: bool) -> None:
        """A run has ended in this state: what has become visible by it may be read, unless a play is unfinished."""
        if not unfinished:
            self._recent = [self._released(r, state) if r.within else r for r in self._recent]
        while self._recent and not self._recent[0].within and self._recent[0].standing != SEALED:
            self._settled.append(self._recent.pop(0))

    def entries(self, player: int | None = None) -> tuple[Entry, ...]:
        """All of it, or what one player may know of it."""
        records = [*self._settled, *self._recent]
        if player is None:
            return tuple(r.entry for r in records)
        return tuple(e for r in records if (e := r.for_player(player)) is not None)

    def _released(self, record: _Record, state: State) -> _Record:
        now = [self._seers(k, e, state) for k, e in zip(record.kinds, record.ids, strict=True)]
        return replace(record, within=False, known=tuple(a | b for a, b in zip(record.known, now, strict=True)))

    def _hidden_kind(self, type_: dict[str, Any]) -> str | None:
        kind = type_.get("of")
        zoned = self._program["zoned"]
        return kind if kind in zoned and zoned[kind]["know"] is not None else None

    def _seers(self, kind: str | None, thing: int, state: State) -> int:
        """Who sees the thing that an answer names. To know where it lies is not enough: that it was this one that was
        chosen, among others out of sight, would be news."""
        if kind is None or thing < 0:
            return -1
        players = range(self._program["players"])
        return sum(1 << p for p in players if self._sight.sees_thing(state, kind, thing, p))
