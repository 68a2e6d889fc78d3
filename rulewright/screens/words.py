"""What things are called on a screen, with which sign, in which colour: the ruleset's names and its hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..interpreter.naming import Point, Value, spoken, title_of, unpack, value_of, word_of
from .clean import ascii_only, clean
from .hints import Hints

Rules = dict[str, Any]
Facts = dict[str, Any]
PALETTE = ("yellow", "blue", "red", "green", "magenta", "cyan", "orange", "purple", "white", "brown")
RELATIONS = ("exits", "neighbours", "diagonals", "around", "covers", "covered_by")  # of places to places
STYLES = {  # light and dark backgrounds both have to bear these
    "black": "bright_black",
    "blue": "dodger_blue2",
    "grey": "bright_black",
    "orange": "dark_orange",
    "brown": "orange4",
    "purple": "medium_purple",
}


@dataclass(frozen=True, slots=True)
class Label:
    """A thing as it is written: short on boards, full in lists."""

    text: str
    full: str
    colour: str | None = None

    @property
    def style(self) -> str:
        return STYLES.get(self.colour or "", self.colour or "")


class Words:
    """The vocabulary of one table."""

    def __init__(self, rules: Rules, hints: Hints, unicode: bool = True, signs: bool = True) -> None:
        self.rules, self.hints, self.unicode = rules, hints, unicode
        self.signs = signs  # are signs of use, or only words?

    def say(self, text: str) -> str:
        """Any text of a ruleset, fit for this terminal."""
        said = clean(text)
        return said if self.unicode else ascii_only(said)

    def answer(self, label: str) -> str:
        """The label of an option. A text that ends as a sentence does is followed by what it is done with."""
        return self.say(label.replace(".: ", ": "))

    def title(self, of: str | None, value: Value) -> str:
        if isinstance(value, str) and of is not None:
            label = self.hints.labels.get(of, {}).get(value)
            return self.say(str(label) if label else title_of(self.rules, {"of": of}, value))
        return self.say(word_of(value))

    def outcome(self, said: str, winners: Sequence[str]) -> str:
        """How a game has ended, with the winners as they are called on the screen."""
        return f"won by {' and '.join(self.title('player', name) for name in winners)}" if winners else self.say(said)

    def called(self, fact: str) -> str:
        """An attribute or zone: `player.lit` is `lit`, or what the hints call it."""
        return self.say(self.hints.names.get(fact) or spoken(fact.rpartition(".")[2]))

    def hidden(self, fact: str) -> bool:
        return fact in self.hints.hide

    def sign(self, of: str | None, value: Value) -> str:
        """The shortest way to write a value."""
        if isinstance(value, bool) or value is None:
            return ""
        if not isinstance(value, str) or of is None:
            return self.say(word_of(value))
        signs = self.hints.symbols.get(of, {}).get(value)
        if signs is not None:
            sign, plain = signs if isinstance(signs, list) else (signs, None)
            if self.unicode or str(sign).isascii():
                return clean(str(sign))
            if plain is not None:
                return self.say(str(plain))
        return self._initial(of, value)

    def _initial(self, of: str, value: str) -> str:
        """The first letter that tells a name from its siblings, or a short form of it."""
        names = self.rules["names"].get(of, [value])
        if len(names) <= 10:
            for length in range(1, 4):
                if sum(name[:length] == value[:length] for name in names) == 1:
                    return self.say(value[:length])
        parts = value.split("_")
        if len(parts) > 1 and parts[-1].isdigit():
            return self.say("".join(p[0] for p in parts[:-1]) + parts[-1])
        return self.say(value if len(value) <= 4 else "".join(p[0] for p in parts) if len(parts) > 1 else value[:3])

    def colour(self, of: str | None, value: Value) -> str | None:
        if not isinstance(value, str) or of is None:
            return None
        found = self.hints.colours.get(of, {}).get(value)
        if found is None and of == "player":
            return PALETTE[self.rules["names"]["player"].index(value) % len(PALETTE)]
        return found

    # ------------------------------------------------------------ facts about things

    def fact(self, kind: str, thing: str, name: str, facts: Facts) -> tuple[str | None, Any]:
        """An attribute as it was seen, or a printed column: which names it is from, and its value."""
        if "." in name:  # a fact of what another fact names
            first, _, rest = name.partition(".")
            of, other = self.fact(kind, thing, first, facts)
            return self.fact(of, other, rest, {}) if of is not None and isinstance(other, str) else (None, None)
        full = f"{kind}.{name}"
        if name in facts:
            attribute = self.rules["attributes"].get(full)
            return (attribute["type"].get("of") if attribute else None), facts[name]
        table = self.rules["tables"].get(full) or self.rules["rows"].get(full)
        if table is None or thing not in self.rules["names"][kind]:
            return None, None
        if len(table["dims"]) != 1:
            return None, None  # it depends on how a disc is turned
        value = table["data"][self.rules["names"][kind].index(thing)]
        of = self._column(kind, name)
        if isinstance(value, list):
            return of, [value_of(self.rules, {"of": of}, v) for v in value]
        return of, value_of(self.rules, {"of": of}, value)

    def _column(self, kind: str, name: str) -> str | None:
        """What the numbers of a printed column stand for: as the hints say, or the names that are called like it."""
        known = self.hints.columns.get(f"{kind}.{name}")
        if known is None and name in RELATIONS and any(board["of"] == kind for board in self.rules["boards"]):
            return kind
        return known or (name if name in self.rules["names"] else None)

    def part(self, kind: str, thing: str, part: Any, facts: Facts) -> tuple[str | None, Any, str]:
        """A part of a label: a fact, or one that depends on another (`{turned: {no: front, yes: back}}`)."""
        if isinstance(part, dict):
            [(name, cases)] = part.items()
            _, value = self.fact(kind, thing, name, facts)
            chosen = cases.get(word_of(value), cases.get("otherwise"))
            return (None, None, name) if chosen is None else (*self.fact(kind, thing, chosen, facts), chosen)
        return (*self.fact(kind, thing, part, facts), part)

    def thing(self, kind: str, thing: str, facts: Facts) -> Label:
        """How a thing is written. `facts` is what the view says of it."""
        hint = self.hints.things.get(kind, {})
        full = self.title(kind, thing)
        text, colour = "", self.colour(kind, thing)
        if "label" in hint:
            seen = [self.part(kind, thing, part, facts) for part in hint["label"]]
            text = "".join(self.sign(of, value) for of, value, _ in seen if not isinstance(value, list))
            if not self.titled(kind, thing):
                full = " ".join(self.title(of, value) for of, value, _ in seen if value is not None) or full
        if "colour" in hint:
            of, value, _ = self.part(kind, thing, hint["colour"], facts)
            colour = self.colour(of, value) or colour
        elif colour is None:
            colour = self._owner_colour(kind, thing, facts)
        return Label(text or self.sign(kind, thing), full, colour)

    def shown(self, kind: str, thing: str, facts: Facts) -> bool:
        """Is it worth a place now? The hints may ask for one only as long as some fact has some value."""
        only = self.hints.things.get(kind, {}).get("only", {})
        return all(word_of(self.fact(kind, thing, name, facts)[1]) == value for name, value in only.items())

    def titled(self, kind: str, thing: str) -> bool:
        """Did anybody give it a title?"""
        return thing in self.rules["titles"].get(kind, {}) or thing in self.hints.labels.get(kind, {})

    def _owner_colour(self, kind: str, thing: str, facts: Facts) -> str | None:
        owner = self.owner(kind, thing)
        if owner is not None:
            return self.colour("player", owner)
        for name, value in facts.items():
            attribute = self.rules["attributes"].get(f"{kind}.{name}")
            if attribute and attribute["type"].get("of") == "player" and isinstance(value, str):
                return self.colour("player", value)
        return None

    def owner(self, kind: str, thing: str) -> str | None:
        """The player to whom a thing belongs by what it is."""
        table = self.rules["owners"].get(kind)
        if kind == "player" or table is None:
            return None
        names: list[str] = self.rules["names"]["player"]
        return names[int(self.rules["tables"][table]["data"][self.rules["names"][kind].index(thing)])]

    def details(self, kind: str, thing: str, facts: Facts) -> list[str]:
        """What else there is to say of a thing in a list."""
        hint = self.hints.things.get(kind, {})
        wanted = hint.get("detail", [name for name in facts if not self.hidden(f"{kind}.{name}")])
        found = []
        for part in wanted:
            of, value, name = self.part(kind, thing, part, facts)
            if "detail" not in hint and self._elsewhere(of):
                continue
            said = self.worth(of, value, self.called(f"{kind}.{name}"))
            if said:  # of what the hints ask for, a name says enough
                found.append(self.title(of, value) if "detail" in hint and isinstance(value, str) else said)
        return found

    def _elsewhere(self, of: str | None) -> bool:
        """Where a thing stands, the board shows."""
        return of is not None and any(board["of"] == of for board in self.rules["boards"])

    def worth(self, of: str | None, value: Any, name: str) -> str | None:
        """A fact in words, unless it is nothing: none, no, 0 and the empty list are what everything is at first."""
        if isinstance(value, list):
            known = [self.title(of, v) for v in value if v is not None]
            unknown = len(value) - len(known)
            said = ", ".join([*known, *([f"{unknown} hidden"] if unknown else [])])
            return f"{name}: {said}" if said else None
        if value is True:
            return name
        if value is None or value is False or value == 0:
            return None
        return f"{name} {self.title(of, value)}" if not isinstance(value, str) else f"{name}: {self.title(of, value)}"

    def zone_kind(self, fact: str) -> str | None:
        """The kind of the things in a zone."""
        return next((str(zone["holds"]) for zone in self.rules["zones"] if zone["name"] == fact), None)

    def texts(self, kind: str, thing: str) -> str | None:
        text = self.rules.get("texts", {}).get(kind, {}).get(thing)
        return self.say(text) if text else None


def point_of(value: Any) -> Point | None:
    """A point of a view, or one as a table has it printed."""
    if isinstance(value, Point):
        return value
    return unpack(value) if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
