"""A whole screen for one seat, drawn or in plain words. It is given that seat's view and nothing else of the state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..interpreter.decision import Decision
from ..interpreter.picture import Picture
from . import grids, planes, sections
from .graphs import Spots, graph, links, spots_of, turned
from .listing import menu
from .menu import groups, points
from .news import Item, told
from .places import Place, places_of
from .terminal import Terminal
from .words import Words

if TYPE_CHECKING:
    from rich.text import Text

LOW = 36  # lines of a terminal below which room is scarce
SIDE = 23  # columns for the players beside a board


@dataclass(frozen=True, slots=True)
class Sight:
    """What one seat knows now."""

    picture: Picture
    viewer: str | None = None
    decision: Decision | None = None  # if it is the viewer who decides
    decider: str | None = None
    scores: Mapping[str, int] = field(default_factory=dict)  # of those whose score the viewer can count
    news: Sequence[Item] = ()
    heading: str = ""


@dataclass(slots=True)
class Screen:
    """Draws what is to be seen of one game."""

    terminal: Terminal
    words: Words
    title: str
    rulebook: Mapping[str, str]  # the rules in words, by id
    drawn: Mapping[str, Spots] = field(default_factory=dict)  # places of graph boards that were laid out
    cite: bool = False
    _before: dict[str | None, dict[str, str]] = field(default_factory=dict)
    _notes: dict[str, str] = field(default_factory=dict)  # what stands on each place, as it was last shown

    def show(self, sight: Sight, everything: bool = False) -> None:
        if self.terminal.plain:
            self.terminal.show(self.plain(sight, everything))
        else:
            self.terminal.wipe()
            self.terminal.show(self.lines(sight, everything))

    def say(self, text: str) -> None:
        """A few words, below what is shown."""
        for line in text.split("\n"):
            self.terminal.say(self.words.say(line))

    def lines(self, sight: Sight, everything: bool = False) -> list[Text]:
        from rich.text import Text

        width, words = self.terminal.width, self.words
        lines = [sections.heading(self._title(sight), width, words.unicode)]
        board = self._boards(sight, width)
        wide = max((line.cell_len for line in board), default=0)
        beside = bool(board) and wide + 3 + SIDE <= width
        room = width - wide - 3 if beside else width
        side = sections.players(words, sight.picture, sight.viewer, sight.decider, sight.scores, room, everything)
        facts = sections.common(words, sight.picture, everything)
        if facts:
            between = " · " if words.unicode else ", "
            side += [Text(), *sections.hang(Text("  ", "dim"), Text(between.join(facts)), room)]
        if beside:
            lines += grids.beside([board, side], 3)
        else:
            lines += [*board, *([Text()] if board else []), *side]
        for each in words.rules["boards"]:
            lines += self._legend(each, sight.picture)
        for part in self._lists(sight, width, everything):
            lines += part
        news = told(sight.news, words, self.cite, 4 if self.terminal.height < LOW else self.terminal.height // 4, width)
        if news:
            lines += [Text(), *news]
        if sight.decision is not None:
            lines += [Text(), *self.question(sight.decision), *self.options(sight.decision)]
        return lines

    def _lists(self, sight: Sight, width: int, everything: bool) -> list[list[Text]]:
        from rich.text import Text

        words, picture = self.words, sight.picture
        own = sections.hand(words, picture, sight.viewer, width, everything) if sight.viewer else []
        public = [
            *sections.zones(words, picture, sight.viewer, width, everything),
            *sections.things(words, picture, width, everything),
        ]
        return [[Text(), *part] for part in (public, own) if part]

    def _title(self, sight: Sight) -> str:
        dash = "·" if self.words.unicode else "-"
        parts = [self.words.say(self.title)]
        if sight.heading:
            parts.append(self.words.say(sight.heading))
        return f" {dash} ".join(parts)

    # ------------------------------------------------------------ boards

    def _boards(self, sight: Sight, width: int) -> list[Text]:
        from rich.text import Text

        lines: list[Text] = []
        for board in self.words.rules["boards"]:
            found = self._board(board, sight, width)
            lines += [*([Text()] if lines and found else []), *found]
        return lines

    def _board(self, board: dict[str, Any], sight: Sight, width: int) -> list[Text]:
        words, unicode = self.words, self.words.unicode
        hint = words.hints.boards.get(board["name"], {})
        size = self._size(hint.get("size"), width)
        if board["shape"] == "plane":
            terrain = hint.get("terrain", {})
            self._notes |= {thing: label.text for _, thing, _, label in planes.bases(words, sight.picture, terrain)}
            marks = points(sight.decision) if sight.decision is not None else []
            return planes.plane(words, board, sight.picture, size, sight.viewer, marks)
        places = self._places(board, sight)
        news = self._news(board["name"], sight.viewer, places)
        if board["shape"] == "grid":
            return grids.grid(board, places, width, unicode, news, self.terminal.height < LOW)
        if board["shape"] == "hexes":
            return grids.hexes(board, places, width, unicode, news)
        names = list(places)
        if grids.is_pile(names):
            covered = words.rules["rows"].get(f"{board['of']}.covered_by", {"data": []})["data"]
            return grids.pile(places, covered, width, unicode, news)
        spots = spots_of(words, board, self.drawn.get(board["name"]))
        return graph(words, board, places, spots, sight.picture, size, news)

    def _places(self, board: dict[str, Any], sight: Sight) -> dict[str, Place]:
        places = places_of(self.words, sight.picture, board)
        self._notes |= {name: place.text for name, place in places.items()}
        return places

    def _size(self, hinted: list[int] | None, width: int) -> tuple[int, int]:
        """As large as the hints ask for, if that fits; wide enough for the players beside it, if that is possible."""
        across, down = hinted or (54 if width < 100 else 72, 22)
        return min(across, width), min(down, max(14, self.terminal.height - 14))

    def _news(self, board: str, viewer: str | None, places: dict[str, Place]) -> set[str]:
        """The places on which something has changed since this viewer looked last."""
        key = f"{viewer} {board}"
        now = {name: place.text for name, place in places.items()}
        before = self._before.get(key, now)
        self._before[key] = now
        changed = {name for name, text in now.items() if text and before.get(name) != text}
        return changed if len(changed) <= len(now) / 2 else set()

    def _legend(self, board: dict[str, Any], picture: Picture) -> list[Text]:
        """The signs of the ground, and of what a disc joins."""
        from rich.text import Text

        words = self.words
        of: str = words.hints.boards.get(board["name"], {}).get("ground") or ""
        line = Text("  ", no_wrap=False)
        for value in words.rules["names"].get(of, []) if of else []:
            sign = words.sign(of, value) if value in words.hints.symbols.get(of, {}) else ""
            line.append(f"{sign} " if sign else "", f"bold {words.colour(of, value) or ''}".strip())
            line.append(f"{words.title(of, value)}   ", words.colour(of, value) or "")
        if board["shape"] == "plane":
            for label in planes.grounds(words, board, picture):
                line.append(f"{label.text} {label.full}   ", label.style)
        if board["discs"]:
            names = ", ".join(words.say(disc["name"].replace("_", " ")) for disc in board["discs"])
            line.append("━━ " if words.unicode else "** ", "bold bright_yellow")
            line.append(f"through the {names}")
        return [line] if line.plain.strip() else []

    # ------------------------------------------------------------ what is asked

    def question(self, decision: Decision) -> list[Text]:
        """Who decides what, and the rule behind it."""
        from rich.text import Text

        words = self.words
        line = Text()
        name = words.title("player", decision.player_name)
        line.append(name, f"bold {words.colour('player', decision.player_name) or ''}".strip())
        line.append(f": {words.say(decision.prompt)}", "bold")
        if decision.sealed:
            line.append("  (nobody sees your answer before all have given theirs)", "dim")
        lines = [line]
        for rule in decision.rules[:1]:
            text = self.rulebook.get(rule)
            more = f" and {', '.join(decision.rules[1:])}" if len(decision.rules) > 1 else ""
            if text is None:
                lines.append(Text(f"  {rule}{more}", "dim"))
            else:
                cut = Text(f"  {rule}{more}: {words.say(text)}", "dim", no_wrap=True)
                if not self.terminal.plain:
                    cut.truncate(self.terminal.width, overflow="ellipsis" if words.unicode else "crop")
                lines.append(cut)
        return lines

    def options(self, decision: Decision, everything: bool = False) -> list[Text]:
        found = groups(decision, self.words, everything, self._notes)
        return menu(found, decision, self.words, self.terminal.width, self.terminal.height < LOW)

    # ------------------------------------------------------------ in plain words

    def plain(self, sight: Sight, everything: bool = False) -> list[Text]:
        """For a screen reader: nothing is drawn, every line can be understood by itself, one thing after the other."""
        from rich.text import Text

        words, width = self.words, 10_000
        lines = [Text(), Text(f"{words.say(self.title)}. {words.say(sight.heading)}".strip())]
        for name, facts in sight.picture.get("player", {}).items():
            you = " (you)" if name == sight.viewer else ""
            said = sections.player_facts(words, facts, everything)
            if name in sight.scores:
                said.insert(0, f"score {sight.scores[name]}")
            lines.append(Text(f"{words.title('player', name)}{you}: {', '.join(said) or 'nothing'}."))
        for board in words.rules["boards"]:
            lines += [Text(line) for line in self._board_in_words(board, sight, everything)]
        facts_ = sections.common(words, sight.picture, everything)
        if facts_:
            lines.append(Text(f"Table: {', '.join(facts_)}."))
        for part in self._lists(sight, width, everything):
            lines += [line for line in part if line.plain]
        for line in told(sight.news, words, self.cite):
            lines.append(Text(f"Happened: {line.plain.strip(' ·-')}."))
        if sight.decision is not None:
            lines += [*self.question(sight.decision), *self.plain_options(sight.decision)]
        return lines

    def plain_options(self, decision: Decision, everything: bool = False) -> list[Text]:
        from rich.text import Text

        lines = []
        for group in groups(decision, self.words, everything, self._notes):
            for number, item in group.items:
                head = f"{group.head}: " if group.head else ""
                head += f"{group.lead}, " if group.lead else ""
                lines.append(Text(f"{number}. {head}{item}" if number else f"{head}{item}"))
            if group.more:
                lines.append(Text(f"And {group.more} more: type `options` to hear them all."))
        if decision.open:
            lines.append(Text("Or any valid point in millimetres, such as 120.5 80."))
        return lines

    def _board_in_words(self, board: dict[str, Any], sight: Sight, everything: bool) -> list[str]:
        words = self.words
        name = words.say(board["name"].replace("_", " "))
        if board["shape"] == "plane":
            return [f"Board {name}, {board['width']} by {board['height']} millimetres."]
        places = places_of(words, sight.picture, board)
        for place, found in places.items():
            self._notes[place] = ", ".join(label.full for label in found.things)
        fixed: set[tuple[int, int]] = set()
        live: set[tuple[int, int]] = set()
        if board["shape"] == "graph":
            fixed, live = links(words, board, turned(words, board, sight.picture))
        lines = [f"Board {name}: {'everywhere else is empty' if not everything else 'every place'}."]
        numbers = list(places)
        for n, (place, found) in enumerate(places.items()):
            if not found.things and not everything:
                continue
            ground = f" ({found.fixed.full})" if found.fixed else ""
            on = ", ".join(label.full for label in found.things) or "empty"
            exits = [words.title(board["of"], numbers[b]) for a, b in sorted(fixed | live) if a == n]
            ways = f"; leads to {', '.join(exits)}" if exits else ""
            lines.append(f"{words.title(board['of'], place)}{ground}: {on}{ways}.")
        return lines
