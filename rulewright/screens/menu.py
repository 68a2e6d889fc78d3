"""The options of a decision: listed in groups with numbers, and found again from what people type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..interpreter.decision import Decision, Option
from ..interpreter.naming import Point, spoken, word_of
from .words import Words

MANY = 120  # beyond this only the beginning of each group is listed, unless somebody asks
POINTS = 24  # that are proposed, beyond which some have to do
CELLS = 40  # of a grid, beyond which they are listed by row
FEW = 8  # options that have a line each
_SIGNS = re.compile(r"[\s_(),:;→]+|->")


@dataclass(frozen=True, slots=True)
class Group:
    """Options that belong together: one action, or one thing that acts. Items are numbers with what is left to say."""

    head: str
    items: tuple[tuple[str, str], ...]
    more: int = 0  # that are not listed
    rows: bool = False  # each item is a line of its own
    lead: str = ""  # what all of them begin with: who moves, while the items say where to


def numeric(decision: Decision) -> bool:
    """Where numbers are chosen, a number that is typed is the number meant, not a place in the list."""
    return any(option.text.lstrip("-").isdecimal() for option in decision.options)


def groups(
    decision: Decision, words: Words, everything: bool = False, notes: Mapping[str, str] | None = None
) -> list[Group]:
    """By action, and by the first value of an action that has many; each option keeps its number in the decision.
    `notes` say more of some values, such as what stands on a place."""
    bare = numeric(decision)
    if not everything and len(decision.options) > CELLS and all(_cell(o, words) for o in decision.options):
        return [_rows(decision)]
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    by_name: dict[str | None, list[tuple[int, Option]]] = {}
    for number, option in enumerate(decision.options, 1):
        by_name.setdefault(option.name, []).append((number, option))
    for name, members in by_name.items():
        split = name is not None and len(members) > FEW and len(members[0][1].values) > 1
        for number, option in members:
            head, rest = _parts(option, words)
            lead = rest.pop(0) if split else ""
            values = option.values[1:] if split else option.values
            rest = [_noted(title, value, notes or {}) for title, value in zip(rest, values, strict=False)]
            item = ", ".join(rest)
            found.setdefault((head if rest or split else "", lead), []).append(
                ("" if bare and name is None else str(number), item or head)
            )
    listed = sum(len(items) for items in found.values())
    most = listed if everything or listed <= MANY else max(4, MANY // len(found))
    if decision.open and not everything and listed > POINTS:
        most = min(most, POINTS // 2)  # the map shows where they are, and any other point will do
    return [
        Group(head, tuple(items[:most]), max(0, len(items) - most), lead=lead) for (head, lead), items in found.items()
    ]


def _noted(title: str, value: object, notes: Mapping[str, str]) -> str:
    note = notes.get(value) if isinstance(value, str) else None
    return f"{title} [{note}]" if note else title


def _cell(option: Option, words: Words) -> bool:
    """Is this the choice of one cell of a grid?"""
    grids = [words.rules["names"][b["of"]] for b in words.rules["boards"] if b["shape"] in ("grid", "hexes")]
    return option.name is None and len(option.values) == 1 and any(option.text in names for names in grids)


def _rows(decision: Decision) -> Group:
    """Many cells, row by row: there a name is easier to find than a number."""
    rows: dict[str, list[str]] = {}
    for option in decision.options:
        column = option.text.rstrip("0123456789")
        rows.setdefault(option.text[len(column) :], []).append(column)
    items = [("", f"row {row:>2}: {' '.join(columns)}") for row, columns in rows.items()]
    head = f"One of {len(decision.options)} cells, by its name such as {decision.options[0].text}"
    return Group(head, tuple(items), rows=True)


def _parts(option: Option, words: Words) -> tuple[str, list[str]]:
    """What an option does, and with what."""
    if option.name is None:
        return "", [words.say(option.label)]
    head, colon, tail = option.label.partition(": ") if option.values else (option.label, "", "")
    head = words.say(head).rstrip(".") if option.values else words.say(head)
    titles = words.say(tail).split(", ") if colon else []
    if len(titles) != len(option.values):  # a title with a comma in it
        titles = (
            [words.say(tail)] if len(option.values) == 1 else [words.say(spoken(word_of(v))) for v in option.values]
        )
    return head, titles if option.values else []


def points(decision: Decision) -> list[tuple[str, Point]]:
    """The points that are proposed, with their numbers."""
    return [(str(n), v) for n, o in enumerate(decision.options, 1) for v in o.values[:1] if isinstance(v, Point)]


# ---------------------------------------------------------------- finding


def matches(decision: Decision, typed: str) -> list[Option]:
    """The options that somebody may mean by this: exactly so called, or so beginning, or with words that begin so."""
    options = decision.options
    exact = [o for o in options if o.text == typed]
    if exact:
        return exact
    wanted = normal(typed)
    if not wanted:
        return []
    keys = [(o, [normal(key) for key in _keys(o)]) for o in options]
    for test in (_same, _begins, _by_words):
        found = [o for o, names in keys if any(test(wanted, name) for name in names)]
        if found:
            return found
    return []


def _keys(option: Option) -> Iterator[str]:
    values = " ".join(word_of(v) for v in option.values)
    yield option.text
    yield option.label
    if option.values:
        yield values
        yield option.label.partition(": ")[2]


def normal(text: str) -> str:
    return " ".join(part for part in _SIGNS.split(text.casefold()) if part)


def _same(wanted: str, name: str) -> bool:
    return wanted == name


def _begins(wanted: str, name: str) -> bool:
    return name.startswith(wanted)


def _by_words(wanted: str, name: str) -> bool:
    """Every word typed begins a word of the name, in order: `move r4` is `Move your wanderer: r4`."""
    rest = iter(name.split())
    return all(any(word.startswith(each) for word in rest) for each in wanted.split())
