"""A decision as a player meets it: who decides, what is asked, and options for people to read and programs to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from .naming import Point, Program, Value, spoken, title_of, value_of, word_of
from .state import Option as Answer


@dataclass(frozen=True, slots=True)
class Option:
    """One thing a player may answer. `text` is stable: logs and saves hold it, and `Table.play` takes it."""

    text: str
    name: str | None  # the action's or the option's name; None for a plain choice of a thing
    values: tuple[Value, ...]
    label: str
    rules: tuple[str, ...]
    answer: Answer

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Decision:
    """What somebody has to decide now."""

    player: int
    player_name: str
    prompt: str
    rules: tuple[str, ...]
    options: tuple[Option, ...]
    series: int | None = None  # the choices of one multi-select share a number
    open: bool = False  # any valid point may be answered; the options are only proposals
    sealed: bool = False  # the answer stays hidden until everybody has answered

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(option.label for option in self.options)


def decision_of(program: Program, node: dict[str, Any], who: int, answers: Sequence[Answer]) -> Decision:
    """Put the engine's integers into words, with the choose node that asks."""
    branches = {branch["tag"]: branch for branch in reversed(node["branches"])}
    options: list[Option] = []
    texts: dict[str, int] = {}
    for answer in answers:
        option = option_of(program, branches[answer[0]], answer)
        again = texts[option.text] = texts.get(option.text, 0) + 1
        if again > 1:  # two answers that read alike must still be told apart
            option = _renamed(option, f"{option.text} #{again}")
        options.append(option)
    return Decision(
        player=who,
        player_name=program["names"]["player"][who],
        prompt=node.get("prompt") or _question(node),
        rules=tuple(node.get("rules") or ()),
        options=tuple(options),
        series=node.get("series"),
        open=node.get("open") is not None,
        sealed=bool(node.get("sealed")),
    )


def option_of(program: Program, branch: dict[str, Any], answer: Answer) -> Option:
    types = branch.get("types") or []
    values = tuple(value_of(program, t, v) for t, v in zip(types, answer[1:], strict=False))
    titles = [title_of(program, t, v) for t, v in zip(types, values, strict=True)]
    name = branch.get("name")
    words = ", ".join(word_of(v) for v in values)
    if name is None:
        text, label = words, ", ".join(titles)
    else:
        text = f"{name}({words})" if values else name
        label = branch.get("label") or spoken(name)
        if titles:
            label = f"{label}: {', '.join(titles)}"
    return Option(text, name, values, label, tuple(branch.get("rules") or ()), answer)


def point_option(program: Program, node: dict[str, Any], point: Point) -> Option:
    """The answer of an open choice that names a point of the player's own."""
    branch = node["branches"][0]
    return option_of(program, branch, (branch["tag"], point.packed, 0, 0))


def _renamed(option: Option, text: str) -> Option:
    label = f"{option.label} ({text.rsplit(' ', 1)[1]})"
    return replace(option, text=text, label=label)


def _question(node: dict[str, Any]) -> str:
    names = [branch.get("name") for branch in node["branches"]]
    if "done" in names:
        return "choose another, or be done"
    if set(names) == {"yes", "no"}:
        return "do it?"
    return "choose what to do" if any(names) else "choose one"
