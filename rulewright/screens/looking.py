"""`look NAME`: everything that a player knows of one card, piece or place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..grammar.diagnostics import near
from ..interpreter.naming import spoken
from ..interpreter.picture import Picture
from .menu import normal
from .words import Words

if TYPE_CHECKING:
    from rich.text import Text

MOST = 3  # things of the same name that are described


def described(words: Words, picture: Picture, wanted: str) -> list[Text]:
    """Lines about what goes by this name, or begins with it."""
    from rich.text import Text

    if not wanted:
        return [Text("look at what? `look NAME`")]
    asked = normal(wanted)
    names = [(kind, thing) for kind in words.rules["kinds"] for thing in words.rules["names"][kind]]
    for test in (str.__eq__, str.startswith):
        found = [
            (kind, thing)
            for kind, thing in names
            if any(test(normal(name), asked) for name in (thing, words.title(kind, thing)))
        ]
        if found:
            lines = [line for kind, thing in found[:MOST] for line in _of(words, picture, kind, thing)]
            more = len(found) - MOST
            return [*lines, *([Text(f"and {more} more of that name", "dim")] if more > 0 else [])]
    meant = near(wanted, [thing for _, thing in names])
    return [Text(f"nothing is called `{words.say(wanted)[:40]}`{f': did you mean `{meant}`?' if meant else ''}")]


def _of(words: Words, picture: Picture, kind: str, thing: str) -> list[Text]:
    from rich.text import Text

    facts: dict[str, Any] = picture.get(kind, {}).get(thing, {})
    label = words.thing(kind, thing, facts)
    head = Text(label.full, f"bold {label.style}".strip())
    head.append(f"  {words.say(spoken(kind))}", "dim")
    lines = [head]
    text = words.texts(kind, thing)
    if text:
        lines.append(Text(f"  {text}"))
    printed = [full.partition(".")[2] for full in [*words.rules["tables"], *words.rules["rows"]] if _plain(full, kind)]
    for name in dict.fromkeys([*printed, *facts]):
        of, value = words.fact(kind, thing, name, facts)
        said = words.worth(of, value, words.called(f"{kind}.{name}"))
        if said is not None:
            lines.append(Text(f"  {said}"))
    where = _where(words, picture, thing)
    if where:
        lines.append(Text(f"  in {where}"))
    return lines


def _plain(full: str, kind: str) -> bool:
    """A printed column; not what is worked out from a board, such as lines and ways."""
    home, _, name = full.partition(".")
    return home == kind and "." not in name


def _where(words: Words, picture: Picture, thing: str) -> str | None:
    """The zone in which the player knows it to be."""
    for zone in words.rules["zones"]:
        name = zone["name"].rpartition(".")[2]
        if zone["of"] is None and thing in picture["table"].get(name, []):
            return f"the {words.called(zone['name'])}"
        for owner, facts in picture.get(zone["of"] or "", {}).items():
            if thing in (facts.get(name) or []):
                return f"{words.title(zone['of'], owner)}'s {words.called(zone['name'])}"
    return None
