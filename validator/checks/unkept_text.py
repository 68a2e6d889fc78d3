"""Texts that promise what their rules never do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..declared import rules, zone_meant
from ..lint import Subject, finding
from ..reaching import everything
from ..syntax import walk

PAGE = """
## RW352 unkept-text: the text promises what the rule does not do

**Finds** a text of a thing, an action or an option that says that something is shuffled, revealed, chosen at random or
only *may* be done, while the rule beside it, with all that it calls, has nothing of the sort.

**Why it matters.** People play by the text. A forgotten `shuffle` or `reveal` is seldom missed in a playtest and
changes what everybody knows.

**Avoid**

```rules wrong
kind card
  copies 9

each player has
  hand holds card seen by owner

table has
  deck holds card in order starts with cards shuffled seen by nobody

phase turn for player
  act

action redraw
  text "Put your hand into the deck, shuffle it and draw one card."
  during turn
  do
    move all from you.hand to deck
    move 1 from deck to you.hand

sequence of play
  play turn for light
  end game won by light if card_1 is in light.hand
```

**Prefer**

```rules right
kind card
  copies 9

each player has
  hand holds card seen by owner

table has
  deck holds card in order starts with cards shuffled seen by nobody

phase turn for player
  act

action redraw
  text "Put your hand into the deck, shuffle it and draw one card."
  during turn
  do
    move all from you.hand to deck
    shuffle deck
    move 1 from deck to you.hand

sequence of play
  play turn for light
  end game won by light if card_1 is in light.hand
```

**Fix**: none. The line is missing, or the text says too much.
"""
FIX = "none"

_MAY = (nodes.May, nodes.MayChoose, nodes.MayRun, nodes.MayDeclare, nodes.ChooseOption, nodes.ChooseMany, nodes.Act)
_LATER = (nodes.Remember, nodes.Set, nodes.Schedule)  # a leave that is used at another time
_SHOWN = re.compile(r"\breveals?\b|\bshows? (?:it|them)\b", re.I)
_LOTS = (nodes.Random, nodes.Roll, nodes.Shuffle)
_PROMISES: tuple[tuple[str, re.Pattern[str], tuple[type, ...]], ...] = (
    ("shuffles", re.compile(r"\bshuffles?\b", re.I), (nodes.Shuffle, nodes.Random)),
    ("draws lots", re.compile(r"\b(at random|by lot|randomly|rolls? a die)\b", re.I), _LOTS),
    ("asks", re.compile(r"\byou may\b", re.I), (*_MAY, *_LATER)),
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for node in walk(item):
            for text, span, body in _texts(node):
                yield from _unkept(subject, text, span, body)


def _texts(node: nodes.Node) -> Iterator[tuple[str, Span, object]]:
    """Texts whose rules have lines of their own."""
    match node:
        case nodes.One():
            body = tuple(part for part in node.parts if isinstance(part, nodes.AbilityBody))
            for part in node.parts:
                if isinstance(part, nodes.OneText) and part.word == "text" and body:
                    yield part.text, part.span, body
        case nodes.Action() if node.body:
            for clause in node.clauses:
                if isinstance(clause, nodes.Text):
                    yield clause.text, clause.span, node.body
        case nodes.Option() if node.label and node.body:
            yield node.label, node.name.span, node.body


def _unkept(subject: Subject, text: str, span: Span, body: object) -> Iterator[Diagnostic]:
    promised = [one for one in _PROMISES if one[1].search(text)]
    shown = _SHOWN.search(text)
    if not promised and not shown:
        return
    lines = list(everything(subject, body))
    done = {type(line) for line in lines}
    for what, pattern, kept_by in promised:
        word = pattern.search(text)
        if word is not None and not done.intersection(kept_by):
            yield _found(word[0], what, span)
    if shown and not any(_shows(line, subject) for line in lines):
        yield _found(shown[0], "shows anything to others", span)


def _shows(line: nodes.Node, subject: Subject) -> bool:
    """Does it let others see something? What goes to a zone that everybody sees is seen."""
    if isinstance(line, nodes.Reveal):
        return not isinstance(line.to, nodes.You)
    if isinstance(line, nodes.Move):
        zone = zone_meant(line.target, subject.world)
        return zone is None or zone.see not in ("owner", "nobody")
    return False


def _found(word: str, what: str, span: Span) -> Diagnostic:
    return finding(
        f'the text says "{word}", and nothing in the rule {what}',
        span,
        "promised here",
        help="add the line that does it, or take it out of the text",
    )
