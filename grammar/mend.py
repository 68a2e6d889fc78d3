"""Reads an item that does not parse to its end all the same, so that each of its mistakes is reported, and once."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from lark import Token

from . import explain
from .blocks import Blocks
from .diagnostics import Diagnostic
from .lines import Line
from .reading import Failure, Reading
from .repairs import Repair, Trial, behind
from .source import Source
from .standins import MISSING, STRUCTURE
from .words import RESERVED

BROKEN = 500  # lines of one file that are mended; nobody reads more reports at once
LACKING = 200  # lines that an item can lack at its end
DEEP = 10_000  # an indent that no line has


@dataclass(slots=True)
class Mender:
    """One per file: what was said of its lines, and how much work may still be spent on it."""

    source: Source
    said: set[int] = field(default_factory=set)  # where the lines begin that have their report
    trial: Trial = field(default_factory=Trial)
    broken: int = 0

    def mend(self, lines: list[Line]) -> list[Diagnostic]:
        return _Item(self, lines).read()

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


@dataclass(frozen=True, slots=True)
class Shadow:
    """A line that cannot be read may have been meant to open what follows it. Broken lines right behind it that stand
    deeper, or that do not even begin with a fitting word, are its mistake and not their own."""

    until: int = -1  # the index behind the last broken line
    indent: int = 0
    strange: bool = False  # not even its first word fitted
    covered: bool = False

    def behind(self, at: int, line: Line, failure: Failure, repair: Repair) -> Shadow:
        """The shadow of another broken line."""
        strange = not failure.read
        if at == self.until and (line.indent > self.indent or (strange and self.strange)):
            return Shadow(at + 1, self.indent, self.strange, True)
        keeps_structure = repair.stead and repair.stead in STRUCTURE
        return Shadow(at + 1, DEEP if keeps_structure else line.indent, strange, False)


class _Item:
    """One slice of the file on its way through the parser; it may turn out to hold several items."""

    def __init__(self, mender: Mender, lines: list[Line]) -> None:
        self.mender = mender
        self.source = mender.source
        self.lines = lines
        self.at = 0
        self.found: list[Diagnostic] = []
        self.shadow = Shadow()
        self._begin(0)

    def _begin(self, header: int) -> None:
        self.header = header
        self.place = Reading.of_an_item()
        self.blocks = Blocks()

    def read(self) -> list[Diagnostic]:
        while self.at < len(self.lines):
            line = self.lines[self.at]
            result = self.place.line(line.text)
            if not isinstance(result, Failure):
                self._good(line, *result)
            elif self._in_column_one(line) and not _known(line.words[0]):
                self._no_item(line)
            elif self.mender.broken >= BROKEN:
                return self.found
            else:
                self._broken(line, result)
        self._finish()
        return self.found

    def _in_column_one(self, line: Line) -> bool:
        return self.at > self.header and line.indent == 0

    def _good(self, line: Line, place: Reading, tokens: Sequence[Token]) -> None:
        self.found += explain.truth_words(self.source, line, tokens)
        if self._in_column_one(line) and self.mender.news(line):
            self.found.append(explain.unindented(self.source, line))
        self.blocks.read(line, tokens)
        self.place = place
        self.at += 1

    def _no_item(self, line: Line) -> None:
        """What is indented under it belongs to it, whatever it was meant to be."""
        if self.mender.news(line):
            self.found.append(explain.not_an_item(self.source, line))
        behind = range(self.at + 1, len(self.lines))
        self.at = next((at for at in behind if self.lines[at].indent == 0), len(self.lines))

    def _broken(self, line: Line, failure: Failure) -> None:
        self.mender.broken += 1
        repair = self.mender.trial.best(self.place, self.lines, self.at, self.header, failure)
        if repair.item:
            self._another_item(line, repair.stead)
        elif repair.missing:
            self._missing(repair.missing, self.lines[self.at - 1], line)
            self.place = behind(self.place, repair.stead) or self.place
            self.blocks.open += [line] if repair.missing == "opener" else []
        else:
            self._replace(line, failure, repair)

    def _another_item(self, line: Line, header: str) -> None:
        """The line begins an item of its own, or one whose header is missing or was the broken line before it."""
        self._finish()
        if self.mender.news(line) and not (header and self.at == self.shadow.until):
            self.found.append(explain.another_item(self.source, line, header))
        self._begin(self.at - 1 if header else self.at)
        if header:
            self.place = behind(self.place, header) or self.place

    def _replace(self, line: Line, failure: Failure, repair: Repair) -> None:
        self.shadow = self.shadow.behind(self.at, line, failure, repair)
        if self.shadow.covered:
            self.mender.said.add(line.start)
        elif self.mender.news(line):
            self.found.append(explain.line(self.source, self.place, line, failure, self.blocks))
        elif foreign := explain.foreign(self.source, line, failure):
            self.found.append(foreign)  # a word is a mistake of its own, whatever signs stand beside it
        stead = self.place.line(repair.stead + "\n") if repair.stead else failure
        if not isinstance(stead, Failure):
            self.place = stead[0]
            self.blocks.read(line, stead[1])
        self.at += 1
        if self.at < len(self.lines) and line.brackets > 0 > self.lines[self.at].brackets:
            self.at += 1  # where a bracket was left open, the line that closes it belongs to the same mistake

    def _missing(self, what: str, last: Line, before: Line | None) -> None:
        if what == "end":
            blamed = self.blocks.unclosed()
        else:
            blamed = before if before and what == "opener" else last
        if self.mender.news(blamed):
            self.found.append(explain.missing(self.source, what, blamed, last, before))

    def _finish(self) -> None:
        """What the item still lacks where it ends."""
        for _ in range(LACKING):
            missing = next(((text, name) for text, name in MISSING if behind(self.place, text)), None)
            if self.place.complete or missing is None or not self.lines:
                break
            text, name = missing
            self._missing(name or "body", self.lines[self.at - 1], None)
            self.place = behind(self.place, text) or self.place


def _known(word: str) -> bool:
    return word in RESERVED or word in explain.FOREIGN
