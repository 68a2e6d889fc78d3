"""Every item of a file that has mistakes: what can be read of it, and a report for each mistake."""

from __future__ import annotations

from lark import TextSlice
from lark.exceptions import UnexpectedInput

from . import characters, explain, nodes
from .build import TooDeep, build
from .cut import Slice, slices
from .diagnostics import Diagnostic
from .foreign import habits
from .habit import Habit
from .lines import Line, lines
from .mend import Mender
from .pieces import pieces
from .source import Source
from .tables import parser
from .words import ITEM_WORDS

MOST_REPORTS = 200


def recover(source: Source) -> tuple[tuple[nodes.AnyItem, ...], list[Diagnostic]]:
    """The items without mistakes, and the mistakes in the order of the text."""
    text, found = characters.inspect(source)
    long = characters.long_lines(source, text)
    found += long
    unread = [label.span.start for one in long for label in one.labels]
    items: list[nodes.AnyItem] = []
    mender = Mender(source)
    for part in slices(source, text):
        if any(part.start <= at < part.end for at in unread):
            continue
        item, problems = _item(source, text, part, mender)
        found += problems
        if item is not None:
            items.append(item)
        if len(found) > MOST_REPORTS:
            break
    return tuple(items), _in_order(source, found)


def _item(source: Source, text: str, part: Slice, mender: Mender) -> tuple[nodes.AnyItem | None, list[Diagnostic]]:
    """One slice: read as it is if it can be, mended if not."""
    problems: list[Diagnostic] = []
    end = part.strays[0] if part.strays else part.end
    item = None
    if part.opened and not part.habits:
        item = _read(source, text, part.start, end, problems)
        if end == part.end and (item is not None or problems):
            return item, problems
    return item, problems + _mended(source, text, part, mender)


def _read(source: Source, text: str, start: int, end: int, problems: list[Diagnostic]) -> nodes.AnyItem | None:
    try:
        item: nodes.AnyItem = build(parser().parse(TextSlice(text, start, end), start="item"), source.file, problems)
    except UnexpectedInput:
        return None
    except TooDeep as deep:
        problems.append(deep.diagnostic)
        return None
    return item


def _mended(source: Source, text: str, part: Slice, mender: Mender) -> list[Diagnostic]:
    cut = pieces(text, part.start, part.end)
    found = [*part.habits, *(habit for habit in habits(source, cut) if not _swallowed(habit, part.habits))]
    edits = sorted((edit for habit in found for edit in habit.edits), key=lambda edit: (edit.start, edit.end))
    read = lines(cut, edits, text)
    problems = [habit.diagnostic for habit in found]
    mender.excuse(read, problems)
    if part.opened:
        return problems + mender.mend(read)
    return problems + _before_items(source, read, mender)


def _swallowed(habit: Habit, whole: tuple[Habit, ...]) -> bool:
    """It stands in a line that is read as something else altogether."""
    at = habit.diagnostic.labels[0].span.start
    return any(edit.start <= at < edit.end for one in whole for edit in one.edits)


def _before_items(source: Source, read: list[Line], mender: Mender) -> list[Diagnostic]:
    """What stands before the first item in column 1: items that are indented, or no items at all."""
    first = next((i for i, line in enumerate(read) if line.words[0] in ITEM_WORDS), len(read))
    strays = [line for i, line in enumerate(read[:first]) if i == 0 or line.indent == 0]
    problems = [explain.not_an_item(source, line) for line in strays if mender.news(line)]
    if first == len(read):
        return problems
    if mender.news(read[first]):
        problems.append(explain.indented_item(source, read[first]))
    return problems + mender.mend(read[first:])


def _in_order(source: Source, found: list[Diagnostic]) -> list[Diagnostic]:
    ordered = sorted(found, key=lambda one: one.labels[0].span.start)
    if len(ordered) <= MOST_REPORTS:
        return ordered
    kept = ordered[:MOST_REPORTS]
    last = kept[-1].labels[0].span
    return [*kept, explain.too_many(last, MOST_REPORTS)]
