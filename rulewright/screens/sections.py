"""The parts of a screen that are lists: players, hands, public zones, things, what has happened, what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ..interpreter.naming import LEAST, Point, spoken
from ..interpreter.picture import Picture
from .places import position_kinds
from .words import Label, Words

if TYPE_CHECKING:
    from rich.text import Text

FEW = 4  # things of which those out of sight are counted one by one
NOWHERE = Point(LEAST, LEAST)  # where a point is that nobody has set
LISTED = 14  # things of a zone that are named; of more, the rest is counted
Pairs = list[tuple[str, str]]


def hang(head: Text, body: Text, width: int) -> list[Text]:
    """A heading with its text beside it, the lines of the text below one another."""
    from rich.console import Console
    from rich.text import Text

    room = max(16, width - head.cell_len)
    parts = body.wrap(Console(width=room), room) if body.plain else [Text()]
    lines = []
    for n, part in enumerate(parts):
        line = Text(no_wrap=True)
        line.append_text(head if n == 0 else Text(" " * head.cell_len))
        part.plain = part.plain.replace("\u00a0", " ")  # it was only to keep words together
        line.append_text(part)
        line.rstrip()
        lines.append(line)
    return lines


def heading(text: str, width: int, unicode: bool, style: str = "bold") -> Text:
    from rich.text import Text

    bar = "─" if unicode else "-"
    line = Text(no_wrap=True)
    line.append(f"{bar}{bar} ", "dim")
    line.append(text, style)
    line.append(f" {bar * max(0, width - len(text) - 4)}", "dim")
    line.truncate(width)
    return line


# ---------------------------------------------------------------- players


def player_facts(words: Words, facts: dict[str, Any], everything: bool = False) -> list[str]:
    """Numbers are always told, the rest if it is something; of zones, how much they hold."""
    found = []
    for name, value in facts.items():
        full = f"player.{name}"
        if words.hidden(full) and not everything:
            continue
        called = words.called(full)
        if words.zone_kind(full) is not None:
            found.append(f"{called} {len(value)}")
            continue
        attribute = words.rules["attributes"][full]
        if isinstance(value, int) and not isinstance(value, bool):
            found.append(f"{called} {value}")
        elif said := words.worth(attribute["type"].get("of"), value, called):
            found.append(said)
    return found


def players(
    words: Words,
    picture: Picture,
    viewer: str | None,
    decider: str | None,
    scores: Mapping[str, int],
    width: int,
    everything: bool = False,
) -> list[Text]:
    from rich.text import Text

    names = words.rules["names"]["player"]
    seen = picture.get("player", {})
    longest = max(len(words.title("player", name)) for name in names)
    lines = []
    for name in names:
        mark = ("▶" if words.unicode else ">") if name == decider else " "
        colour = Label("", "", words.colour("player", name)).style
        head = Text(no_wrap=True)
        head.append(f"{mark} ", "bold")
        sign = words.hints.symbols.get("player", {}).get(name)
        title = words.title("player", name)
        shown = f"{words.sign('player', name)} {title}" if sign else title
        extra = 2 if sign else 0
        head.append(shown.ljust(longest + extra), f"{colour} bold".strip())
        head.append(" you" if name == viewer else "    " if viewer else "", "dim")
        facts = player_facts(words, seen.get(name, {}), everything)
        if name in scores:
            facts.insert(0, f"score {scores[name]}")
        if width < 50:
            head.rstrip()
            lines.append(head)
            lines += hang(Text("    "), Text(_facts(facts, words)), width) if facts else []
        else:
            head.append("  ")
            lines += hang(head, Text(_facts(facts, words)), width)
    return lines


def _facts(facts: Iterable[str], words: Words) -> str:
    between = " · " if words.unicode else ", "
    return between.join(fact.replace(" ", "\u00a0") if words.unicode else fact for fact in facts)


# ---------------------------------------------------------------- zones and things


def contents(words: Words, picture: Picture, kind: str, things: list[str | None], most: int = LISTED) -> Text:
    """What lies in a zone, as far as it is known."""
    from rich.text import Text

    between = " · " if words.unicode else ", "
    known = [thing for thing in things if thing is not None]
    text = Text()
    if known and len(known) < len(things) and len(things) > FEW:
        # A deck of which something is known: that it is there is enough, but for what lies on top.
        text.append(str(len(things)))
        if things[-1] is not None:
            text.append(", on top ")
            text.append_text(contents(words, picture, kind, [things[-1]]))
            known = known[:-1]
        if known:
            text.append(f", {len(known)} {'more ' if things[-1] is not None else ''}of them known to you", "dim")
        return text
    for n, thing in enumerate(known[-most:] if len(known) > most else known):
        facts = picture.get(kind, {}).get(thing, {})
        label = words.thing(kind, thing, facts)
        text.append(between if n else "")
        if words.signs and words.hints.things.get(kind, {}).get("label"):
            text.append(label.text, f"{label.style} bold".strip())
            text.append(f" {label.full}" if words.titled(kind, thing) else "", label.style)
        else:
            text.append(label.full, label.style)
        details = words.details(kind, thing, facts)
        if details:
            text.append(f" ({', '.join(details)})", "dim")
    if len(known) > most:
        text.append(f"{between}and {len(known) - most} more", "dim")
    hidden = len(things) - len(known)
    if hidden:
        text.append(f"{between if known else ''}{hidden} {'face down' if not known else 'hidden'}", "dim")
    return text


def hand(words: Words, picture: Picture, viewer: str, width: int, everything: bool) -> list[Text]:
    """What only the viewer sees of their own zones, with the words of the cards if there are few."""
    from rich.text import Text

    lines: list[Text] = []
    for name, value in picture.get("player", {}).get(viewer, {}).items():
        kind = words.zone_kind(f"player.{name}")
        if kind is None or not value or (words.hidden(f"player.{name}") and not everything):
            continue
        title = f"your {words.called(f'player.{name}')}: "
        texts = [(t, words.texts(kind, t)) for t in value if t is not None]
        if len(value) <= 6 and any(text for _, text in texts) and _own(words, name):
            lines.append(Text(title.rstrip(), "bold"))
            for thing, text in texts:
                head = Text("  ")
                head.append_text(contents(words, picture, kind, [thing]))
                head.append("  ")
                lines += hang(head, Text(text or "", "dim"), width)
        else:
            lines += hang(Text(title, "bold"), contents(words, picture, kind, value, 60), width)
    return lines


def _own(words: Words, name: str) -> bool:
    """Is this a zone that others do not see into?"""
    return any(z["name"] == f"player.{name}" and z["see"] != "all" for z in words.rules["zones"])


def zones(words: Words, picture: Picture, viewer: str | None, width: int, everything: bool) -> list[Text]:
    """The zones of the table, and those of the other players of which something is known."""
    from rich.text import Text

    lines: list[Text] = []
    for player, facts in picture.get("player", {}).items():
        for name, value in facts.items():
            kind = words.zone_kind(f"player.{name}")
            if kind is None or player == viewer or not any(thing is not None for thing in value):
                continue
            if not words.hidden(f"player.{name}") or everything:
                head = f"{words.title('player', player)}'s {words.called(f'player.{name}')}: "
                lines += hang(Text(head), contents(words, picture, kind, value), width)
    for name, value in picture["table"].items():
        kind = words.zone_kind(name)
        if kind is not None and value and (everything or not words.hidden(name)):
            lines += hang(Text(f"{words.called(name)}: "), contents(words, picture, kind, value), width)
    return lines


def common(words: Words, picture: Picture, everything: bool) -> list[str]:
    """The facts of the table itself."""
    found = []
    for name, value in picture["table"].items():
        if words.zone_kind(name) is not None or name == "active" or (words.hidden(name) and not everything):
            continue
        attribute = words.rules["attributes"].get(name)
        of = attribute["type"].get("of") or attribute["type"].get("things") if attribute else None
        called = words.called(name)
        if isinstance(value, int) and not isinstance(value, bool):
            found.append(f"{called} {value}")
        elif said := words.worth(of, value, called):
            found.append(said)
    return found


def things(words: Words, picture: Picture, width: int, everything: bool) -> list[Text]:
    """Things that lie on no board and in no zone, but have something to say: stalls, sites, tracks."""
    from rich.text import Text

    boards = {board["of"] for board in words.rules["boards"]}
    elsewhere = {zone["holds"] for zone in words.rules["zones"]} | boards | {"table", "player"}
    for kind in boards:
        elsewhere |= set(position_kinds(words, kind))
    planes = any(board["shape"] == "plane" for board in words.rules["boards"])
    lines: list[Text] = []
    for kind, seen in picture.items():
        if kind in elsewhere or (words.hidden(kind) and not everything):
            continue
        if planes and any(
            a["of"] == kind and a["type"].get("of") == "point" for a in words.rules["attributes"].values()
        ):
            lines += _on_plane(words, kind, seen, width)
            continue
        for owner, members in groupby(seen.items(), key=lambda item: words.owner(kind, item[0])):
            body = Text()
            for thing, facts in members:
                said = _thing(words, picture, kind, thing, facts)
                if not said.plain:
                    continue
                name = words.title(kind, thing)
                prefix = words.say(spoken(owner or "")) + " "
                body.append("   " if body.plain else "")
                body.append(f"{name[len(prefix) :] if owner and name.startswith(prefix) else name} ", "dim")
                body.append_text(said)
            if body.plain:
                head = f"{words.title('player', owner)}'s {words.say(spoken(kind))}s: " if owner else ""
                lines += hang(Text(head or f"{words.say(spoken(kind))}s: "), body, width)
    return lines


def _thing(words: Words, picture: Picture, kind: str, thing: str, facts: dict[str, Any]) -> Text:
    from rich.text import Text

    text = Text()
    for name, value in facts.items():
        full = f"{kind}.{name}"
        holds = words.zone_kind(full)
        if words.hidden(full):
            continue
        if holds is not None:
            if value:
                text.append_text(contents(words, picture, holds, value))
        else:
            attribute = words.rules["attributes"].get(full)
            said = words.worth(attribute["type"].get("of") if attribute else None, value, words.called(full))
            text.append(f" {said}" if said else "", "dim")
    return text


def _on_plane(words: Words, kind: str, seen: dict[str, Any], width: int) -> list[Text]:
    """Where each thing on a plane is, and what else there is to say of it."""
    from rich.text import Text

    lines: list[Text] = []
    for thing, facts in seen.items():
        at = facts.get(words.hints.things.get(kind, {}).get("at", "at"))
        if not isinstance(at, Point) or at == NOWHERE or not words.shown(kind, thing, facts):
            continue
        label = words.thing(kind, thing, facts)
        head = Text()
        head.append(f"{label.text:<5}" if words.signs else "", f"{label.style} bold".strip())
        details = words.details(kind, thing, facts) if "detail" in words.hints.things.get(kind, {}) else []
        lines += hang(head, Text(f"{label.full} at {at}{''.join(f', {d}' for d in details)}"), width)
    return lines
