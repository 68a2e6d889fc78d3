"""What stands on the places of a board, as a player sees it: pieces that say where they are, what lies in a place's
zones, and what the place says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..interpreter.picture import Picture
from .words import Label, Words


@dataclass(frozen=True, slots=True)
class Place:
    """One place. `fixed` is printed on it, `things` stand on it now."""

    name: str
    title: str
    fixed: Label | None
    things: tuple[Label, ...]

    @property
    def text(self) -> str:
        return " ".join(label.text for label in self.things if label.text)


def places_of(words: Words, picture: Picture, board: dict[str, Any]) -> dict[str, Place]:
    kind = board["of"]
    seen = picture.get(kind, {})
    standing = _standing(words, picture, kind)
    found = {}
    for name in words.rules["names"][kind]:
        things = [*standing.get(name, []), *_own(words, picture, kind, name, seen.get(name, {}))]
        found[name] = Place(name, words.title(kind, name), _ground(words, board, name, seen), tuple(things))
    return found


def position_kinds(words: Words, kind: str) -> dict[str, str]:
    """The kinds whose things stand on places of this kind, with the attribute that says where."""
    found: dict[str, str] = {}
    for full, attribute in words.rules["attributes"].items():
        home, _, name = full.rpartition(".")
        if attribute["type"].get("of") != kind or attribute["type"]["kind"] != "int" or attribute["of"] != home:
            continue
        wanted = words.hints.things.get(home, {}).get("at")
        if home not in ("", "player", kind) and (name == wanted or (wanted is None and home not in found)):
            found[home] = name
    return found


def _standing(words: Words, picture: Picture, kind: str) -> dict[str, list[Label]]:
    found: dict[str, list[Label]] = {}
    for home, attribute in position_kinds(words, kind).items():
        for thing, facts in picture.get(home, {}).items():
            place = facts.get(attribute)
            if isinstance(place, str) and words.shown(home, thing, facts):
                found.setdefault(place, []).append(words.thing(home, thing, facts))
    return found


def _own(words: Words, picture: Picture, kind: str, name: str, facts: dict[str, Any]) -> list[Label]:
    """What lies in the zones of a place, and its attributes."""
    found = []
    for fact, value in facts.items():
        full = f"{kind}.{fact}"
        if words.hidden(full):
            continue
        holds = words.zone_kind(full)
        if holds is not None:
            found += [_lying(words, picture, holds, thing) for thing in value]
            continue
        of = words.rules["attributes"][full]["type"].get("of") if full in words.rules["attributes"] else None
        said = words.worth(of, value, words.called(full))
        if said is None or isinstance(value, list):
            continue
        if value is True:
            found.append(Label(words.called(full)[:3], words.called(full)))
        else:
            full_words = f"{words.called(full)} {words.title(of, value)}"
            found.append(Label(words.sign(of, value), full_words, words.colour(of, value)))
    return found


def _lying(words: Words, picture: Picture, kind: str, thing: str | None) -> Label:
    if thing is None:
        return Label("?", f"a hidden {words.say(kind)}")
    return words.thing(kind, thing, picture.get(kind, {}).get(thing, {}))


def _ground(words: Words, board: dict[str, Any], name: str, seen: Picture) -> Label | None:
    kind = board["of"]
    hint = words.hints.boards.get(board["name"], {}).get("ground")
    if hint is None:
        return None
    of, value = words.fact(kind, name, hint, seen.get(name, {}))
    if not isinstance(value, str):
        return None
    known = value in words.hints.symbols.get(of or "", {})
    return Label(words.sign(of, value) if known else "", words.title(of, value), words.colour(of, value))
