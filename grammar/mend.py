"""Reads an item that does not parse to its end all the same, so that each of its mistakes is reported, and once."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from . import explain
from .blocks import Blocks
from .diagnostics import Diagnostic, near
from .lines import Line
from .reading import Failure, Reading
from .source import Source
from .standins import HEADERS, LOST_HEADERS, LOST_OPENERS, MISSING, OPENING, PLAIN, SAME_PART, STRUCTURE
from .words import ITEM_WORDS, RESERVED

AHEAD = 60  # lines that a repair is tried on
WORK = 20_000  # lines read to try repairs, in one file; afterwards only the next few lines decide
DEEP = 10_000  # an indent that no line has
BROKEN = 500  # lines of one file that are mended; nobody reads more reports at once
LACKING = 200  # lines that an item can lack at its end


@dataclass(frozen=True, slots=True)
class Repair:
    """`stead` is read at a broken line: in its place, or before it if the line is `kept`."""

    stead: str
    kept: bool
    missing: str = ""  # what a line that was put in stands for
    item: bool = False  # the line begins an item of its own, or `stead` is the first line that it lacks


@dataclass(frozen=True, slots=True)
class Shadow:
    """A line that cannot be read may have been meant to open what follows it. Broken lines right behind it that stand
    deeper, or that do not even begin with a fitting word, are its mistake and not their own."""

    until: int  # the index behind the last broken line
    indent: int
    strange: bool  # not even its first word fitted
    covered: bool

    def behind(self, i: int, line: Line, failure: Failure, repair: Repair) -> Shadow:
        """The shadow of another broken line."""
        strange = not failure.read
        if i == self.until and (line.indent > self.indent or (strange and self.strange)):
            return Shadow(i + 1, self.indent, self.strange, True)
        indent = DEEP if repair.stead and repair.stead in STRUCTURE else line.indent
        return Shadow(i + 1, indent, strange, False)


@dataclass(slots=True)
class Mender:
    """One per file, since the work is bounded for the file."""

    source: Source
    said: set[int] = field(default_factory=set)  # lines of the file that have their report already
    work: int = WORK
    broken: int = 0

    def mend(self, lines: list[Line]) -> list[Diagnostic]:
        found: list[Diagnostic] = []
        place, blocks, i, header = Reading.of_an_item(), Blocks(), 0, 0
        shadow = Shadow(-1, 0, False, False)
        while i < len(lines):
            line = lines[i]
            result = place.line(line.text)
            if not isinstance(result, Failure):
                place, tokens = result
                found += explain.truth_words(self.source, line, tokens)
                if i > header and line.indent == 0 and self.news(line):
                    found.append(explain.unindented(self.source, line))
                blocks.read(line, tokens)
                i += 1
                continue
            if i > header and line.indent == 0 and not _known(line.words[0]):
                if self.news(line):
                    found.append(explain.not_an_item(self.source, line))
                i = next((at for at in range(i + 1, len(lines)) if lines[at].indent == 0), len(lines))
                continue
            self.broken += 1
            if self.broken > BROKEN:
                return found
            repair = self._repair(place, lines, i, header, not result.read)
            if repair.item:
                found += self._finish(place, blocks, lines[header:i])
                if self.news(line) and not (repair.stead and i == shadow.until):
                    found.append(explain.another_item(self.source, line, repair.stead))
                place, blocks, header = Reading.of_an_item(), Blocks(), i
                if repair.stead:
                    place, header = place.fits(repair.stead + "\n") or place, i - 1
            elif repair.missing:
                found += self._missing(repair.missing, blocks, lines[i - 1], line)
                place = _behind(place, repair.stead) or place
                blocks.open += [line] if repair.missing == "opener" else []
            else:
                shadow = shadow.behind(i, line, result, repair)
                if shadow.covered:
                    self.said.add(line.start)
                elif self.news(line):
                    found.append(explain.line(self.source, place, line, result, blocks))
                elif foreign := explain.foreign(self.source, line, result):
                    found.append(foreign)  # a word is a mistake of its own, whatever signs stand beside it
                place = _instead(place, repair.stead, blocks, line)
                i += 1
                if i < len(lines) and line.brackets > 0 > lines[i].brackets:
                    i += 1  # where a bracket was left open, the line that closes it belongs to the same mistake
        return found + self._finish(place, blocks, lines[header:])

    def excuse(self, lines: list[Line], reported: list[Diagnostic]) -> None:
        """Lines whose signs were reported already: if they cannot be read even so, that is no news."""
        starts = [line.start for line in lines]
        for diagnostic in reported:
            for label in diagnostic.labels:
                at = bisect_right(starts, label.span.start) - 1
                if at >= 0 and label.span.start <= lines[at].end:
                    self.said.add(starts[at])

    def news(self, line: Line) -> bool:
        """At most one report for a line: what is said first is the cause of what could be said after."""
        if line.start in self.said:
            return False
        self.said.add(line.start)
        return True

    def _missing(self, what: str, blocks: Blocks, last: Line, before: Line | None) -> list[Diagnostic]:
        blamed = blocks.unclosed() if what == "end" else before if before and what == "opener" else last
        return [explain.missing(self.source, what, blamed, last, before)] if self.news(blamed) else []

    def _repair(self, place: Reading, lines: list[Line], i: int, header: int, strange: bool) -> Repair:
        """The repair after which most of what follows makes sense; of equals the first."""
        best, best_score = Repair("", False), -1
        lost = [Repair(text, True, item=True) for text in LOST_HEADERS] if strange and i > header else []
        for repair in [*self._repairs(lines, i, header), *lost]:
            score = self._score(place, repair, lines, i)
            if score > best_score:
                best, best_score = repair, score
            if score > min(len(lines) - i, AHEAD):  # all the rest makes sense
                break
        return best

    def _repairs(self, lines: list[Line], i: int, header: int) -> list[Repair]:
        word = lines[i].words[0]
        if i == header:
            words = lines[i].words
            prefix = "replace " if words[0] == "replace" else ""
            named = words[1] if prefix and len(words) > 1 else words[0]
            return [Repair(prefix + text, False) for text in HEADERS.get(named, HEADERS["phase"])]
        found = [Repair(text, True, name or "body") for text, name in MISSING]
        if word in ITEM_WORDS:
            found.append(Repair("", True, item=True))
        if word in LOST_OPENERS:
            found.append(Repair(LOST_OPENERS[word], True, "opener"))
        if re.search(r"\bend\b|end$", lines[i].text.rstrip()):
            found.append(Repair("end", False))
        meant = word if word in SAME_PART or word in RESERVED else near(word, list(SAME_PART))
        found += [Repair(text, False) for text in SAME_PART.get(meant or "", ())]
        plain, opening = [Repair(text, False) for text in PLAIN], [Repair(text, False) for text in OPENING]
        return found + (opening + plain if _opens_by_layout(lines, i) else plain + opening)

    def _score(self, place: Reading, repair: Repair, lines: list[Line], i: int) -> int:
        """How many lines can be read from here on, one more where the item may end there; -1 if the repair is none."""
        after = Reading.of_an_item() if repair.item else place
        if repair.stead:
            found = _behind(after, repair.stead)
            if found is None:
                return -1
            after = found
        start = i if repair.kept else i + 1
        limit = min(len(lines), i + (AHEAD + 1 if self.work > 0 else 3))
        for at in range(start, limit):
            self.work -= 1
            found = after.fits(lines[at].text)
            if found is None:
                return -1 if repair.kept and at == i else at - i
            after = found
        return limit - i + (1 if limit == len(lines) and after.complete else 0)

    def _finish(self, place: Reading, blocks: Blocks, lines: list[Line]) -> list[Diagnostic]:
        """What an item still lacks where it ends."""
        found: list[Diagnostic] = []
        for _ in range(LACKING):
            missing = next(((text, name) for text, name in MISSING if _behind(place, text)), None)
            if place.complete or missing is None:
                break
            found += self._missing(missing[1] or "body", blocks, lines[-1], None)
            place = _behind(place, missing[0]) or place
        return found


def _behind(place: Reading, stand_in: str) -> Reading | None:
    """The place behind a stand-in, if it fits there as what it is: `end` could be read as a name."""
    result = place.line(stand_in + "\n")
    if not isinstance(result, tuple) or (result[1][0].type == "NAME" and not stand_in.startswith("x")):
        return None
    return result[0]


def _known(word: str) -> bool:
    return word in RESERVED or word in explain.FOREIGN


def _instead(place: Reading, text: str, blocks: Blocks, line: Line) -> Reading:
    """Behind the line that is read in place of a broken one."""
    result = place.line(text + "\n") if text else None
    if not isinstance(result, tuple):
        return place
    blocks.read(line, result[1])
    return result[0]


def _opens_by_layout(lines: list[Line], i: int) -> bool:
    """What follows is indented under this line, and an `end` or another part of a block stands level with it."""
    inside = False
    for line in lines[i + 1 :]:
        if line.indent > lines[i].indent:
            inside = True
            continue
        return inside and line.indent == lines[i].indent and line.words[0] in ("end", "otherwise", "else", "}")
    return False
