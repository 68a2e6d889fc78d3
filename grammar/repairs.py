"""Ways to read on after a broken line, tried out on the lines that follow it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .diagnostics import near
from .lines import Line
from .reading import Failure, Reading
from .standins import HEADERS, LOST_HEADERS, LOST_OPENERS, MISSING, OPENING, PLAIN, SAME_PART
from .words import ITEM_WORDS, RESERVED

AHEAD = 60  # lines that a repair is tried on
WORK = 20_000  # lines read to try repairs, in one file; afterwards only the next few lines decide
FEW = 3
PASSED_OVER = 2


@dataclass(frozen=True, slots=True)
class Repair:
    """`stead` is read at a broken line: in its place, or before it if the line is `kept`."""

    stead: str
    kept: bool
    missing: str = ""  # what a line that was put in stands for
    item: bool = False  # the line begins an item of its own, or `stead` is the first line that it lacks


def behind(place: Reading, stand_in: str) -> Reading | None:
    """The place behind a stand-in, if it fits there as what it is: `end` could be read as a name."""
    result = place.line(stand_in + "\n")
    if isinstance(result, Failure) or (result[1][0].type == "NAME" and not stand_in.startswith("x")):
        return None
    return result[0]


@dataclass(slots=True)
class Trial:
    """One per file, since the work is bounded for the file."""

    work: int = WORK

    def best(self, place: Reading, lines: list[Line], at: int, header: int, failure: Failure) -> Repair:
        """The repair after which most of what follows makes sense; of equals the first."""
        best, best_score = Repair("", False), -1
        for repair in _repairs(lines, at, header, strange=not failure.read):
            score = self._score(place, repair, lines, at)
            if score > best_score:
                best, best_score = repair, score
            if score > min(len(lines) - at, AHEAD):  # all the rest makes sense
                break
        return best

    def _score(self, place: Reading, repair: Repair, lines: list[Line], at: int) -> int:
        """How many of the next lines can be read, one more where the item may end behind them; -1 if it is no repair.
        A few that cannot are passed over, for they may have mistakes of their own."""
        after = Reading.of_an_item() if repair.item else place
        if repair.stead:
            found = behind(after, repair.stead)
            if found is None:
                return -1
            after = found
        limit = min(len(lines), at + (AHEAD + 1 if self.work > 0 else FEW))
        read, passed = 0 if repair.kept else 1, 0
        for i in range(at if repair.kept else at + 1, limit):
            self.work -= 1
            found = after.fits(lines[i].text)
            if found is not None:
                after = found
                read += 1
            elif repair.kept and i == at:
                return -1
            elif passed == PASSED_OVER:
                return read
            else:
                passed += 1
                after = behind(after, PLAIN[0]) or after  # or its body might look empty
        return read + (1 if limit == len(lines) and after.complete else 0)


def _repairs(lines: list[Line], at: int, header: int, strange: bool) -> list[Repair]:
    """All there are, the likelier first. `strange` is a line of which not even the first word fits."""
    if at == header:
        return _headers(lines[at])
    line = lines[at]
    word = line.words[0]
    found = [Repair(text, True, name or "body") for text, name in MISSING]
    if word in ITEM_WORDS:
        found.append(Repair("", True, item=True))
    if word in LOST_OPENERS:
        found.append(Repair(LOST_OPENERS[word], True, "opener"))
    if re.search(r"\bend\b(?! *(game|of)\b)|end$", line.text.rstrip()):
        found.append(Repair("end", False))
    meant = word if word in SAME_PART or word in RESERVED else near(word, list(SAME_PART))
    found += [Repair(text, False) for text in SAME_PART.get(meant or "", ())]
    plain, opening = [Repair(text, False) for text in PLAIN], [Repair(text, False) for text in OPENING]
    if _opens_by_layout(lines, at):
        opener = LOST_OPENERS.get(lines[at + 1].words[0])
        found += [*([Repair(opener, False)] if opener else []), *opening, *plain]
    else:
        found += plain + opening
    return found + ([Repair(text, True, item=True) for text in LOST_HEADERS] if strange else [])


def _headers(line: Line) -> list[Repair]:
    first, *more = line.words
    named, prefix = (more[0], "replace ") if first == "replace" and more else (first, "")
    meant = named if named in HEADERS else near(named, list(HEADERS)) or "phase"
    return [Repair(prefix + text, False) for text in HEADERS[meant]]


def _opens_by_layout(lines: list[Line], at: int) -> bool:
    """What follows is indented under this line, and an `end` or another part of a block stands level with it."""
    inside = False
    for line in lines[at + 1 :]:
        if line.indent > lines[at].indent:
            inside = True
            continue
        return inside and line.indent == lines[at].indent and line.words[0] in ("end", "otherwise", "else")
    return False
