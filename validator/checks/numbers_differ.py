"""Texts for people that say another number than the rules they stand by."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..declared import rules
from ..lint import Subject, finding
from ..reaching import reached
from ..syntax import walk

PAGE = """
## RW340 numbers-differ: the text says one number and the rule another

**Finds** a text for people (of a thing, an action, an option, a requirement, a question, a change or an invariant)
that names a number which the rule beside it does not have, while that rule has one which the text does not name; and
an amount of a rule that its text does not name although it names others.

**Why it matters.** One of the two was changed and the other was forgotten. People play by the text, the game by the
rule.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  act

action buy
  text "Pay two gold."
  during turn
  cost 3 gold
  do
    end game won by you

sequence of play
  play turn for light
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase turn for player
  act

action buy
  text "Pay three gold."
  during turn
  cost 3 gold
  do
    end game won by you

sequence of play
  play turn for light
```

**Fix**: none. Either of them may be right.
"""
FIX = "none"

_HAPPENINGS = (nodes.Procedure, nodes.Event, nodes.Phase, nodes.Window, nodes.Trigger, nodes.Action)
_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBERS = {word: float(number) for number, word in enumerate(_WORDS, 2)} | {"twice": 2.0, "thrice": 3.0}
_NUMBER = re.compile(rf"(?<![\w.-])(\d+(?:\.\d)?)(?![\w.-]*[a-z_])|\b({'|'.join(_NUMBERS)})\b", re.I)
_ONE = re.compile(r"\b(1|a|an|another|each|every|it|next|once|one|single|that|the|this)\b", re.I)  # what 1 is called


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        if isinstance(item, nodes.Scenario):
            continue
        for node in walk(item):
            for text, span, rule in _texts(node):
                yield from _compared(subject, text, span, rule)
        if isinstance(item, nodes.Ruling):
            for reading in item.readings:
                if reading.text and _said(reading.text):
                    yield from _compared(subject, reading.text, reading.name.span, _under(subject, item, reading))


def _under(subject: Subject, ruling: nodes.Ruling, reading: nodes.Reading) -> tuple[nodes.Expr, ...]:
    """The values that are chosen if this reading is played."""
    test = "is", ruling.name.text, reading.name.text
    return tuple(
        node.then
        for item in rules(subject)
        for node in walk(item)
        if isinstance(node, nodes.Either) and isinstance(node.test, nodes.Binary) and _plain(node.test) == test
    )


def _plain(test: nodes.Binary) -> tuple[str, str, str]:
    left, right = (side.text if isinstance(side, nodes.Name) else "" for side in (test.left, test.right))
    return test.word, left, right


def _texts(node: nodes.Node) -> Iterator[tuple[str, Span, object]]:
    """Texts with their places and the rules that they speak of."""
    match node:
        case nodes.One():
            rule = tuple(part for part in node.parts if not isinstance(part, nodes.OneText))
            for part in node.parts:
                if isinstance(part, nodes.OneText) and part.word == "text":
                    yield part.text, part.span, rule
        case nodes.Action():
            rest = (node.params, tuple(c for c in node.clauses if not isinstance(c, nodes.Text)), node.body)
            for clause in node.clauses:
                if isinstance(clause, nodes.Text):
                    yield clause.text, clause.span, rest
        case nodes.Option() if node.label:
            yield node.label, node.name.span, (node.params, node.test, node.body)
        case nodes.Condition() if node.text:
            yield node.text, node.test.span, node.test
        case nodes.Change() if node.label:
            yield node.label, node.name.span, (node.amount, node.test)
        case nodes.Invariant():
            yield node.text, node.test.span, node.test
        case nodes.ChooseMany() if node.asking and node.asking.text and node.count is not None:
            yield node.asking.text, node.asking.span, (node.count, node.source)
        case nodes.Reading() if node.text and re.search(r"_\d+$|_\d+_", node.name.text):
            numbers = tuple(nodes.Int(node.span, int(word)) for word in re.findall(r"_(\d+)", node.name.text))
            yield node.text, node.name.span, numbers


def _compared(subject: Subject, text: str, span: Span, rule: object) -> Iterator[Diagnostic]:
    said = _said(text)
    own = list(_numbers(rule)) if said else []
    extra = [number for number in own if said.isdisjoint(number) and (number[0] > 1 or not _ONE.search(text))]
    lacking = said.difference(*own)
    bold = [number for number in _amounts(rule) if number > 1 and number not in said] if said else []
    if bold and not lacking:
        yield _found(text, span, f"the rule says {bold[0]:g}, and the text does not")
    if not lacking or not extra:
        return
    lacking = lacking.difference(*(number for item in _asked(subject, rule) for number in _numbers(item)))
    if lacking:
        number = min(lacking)
        nearest = min(extra, key=lambda one: abs(one[0] - number))[0]
        yield _found(text, span, f"the text says {number:g} and the rule {nearest:g}")


def _found(text: str, span: Span, headline: str) -> Diagnostic:
    said = text if len(text) <= 60 else text[:59] + "…"
    return finding(headline, span, f'"{said}"', help="make the text and the rule say the same")


def _amounts(rule: object) -> Iterator[float]:
    """How much, how many and how often: numbers that a text which names any would name."""
    for node in walk(rule):
        match node:
            case nodes.Add() | nodes.Take() if isinstance(node.amount, nodes.Int):
                yield float(node.amount.value)
            case nodes.Move(what=nodes.Int(value=value)) | nodes.Repeat(times=nodes.Int(value=value)):
                yield float(value)
            case nodes.ChooseMany(count=nodes.Int(value=value)):
                yield float(value)
            case nodes.Run(call=nodes.Call(args=(nodes.Int(value=value),))):
                yield float(value)


def _asked(subject: Subject, rule: object) -> Iterator[nodes.Node]:
    """The defines that a rule leads to, and the procedures that it calls itself: what happens further on is theirs."""
    called = {node.text for node in walk(rule) if isinstance(node, nodes.Name)}
    for item in reached(subject, rule):
        if not isinstance(item, _HAPPENINGS) or item.name.text in called:
            yield item


def _said(text: str) -> set[float]:
    found = [float(digits) if digits else _NUMBERS[word.lower()] for digits, word in _NUMBER.findall(text)]
    return {number for number in found if number > 1}


def _numbers(rule: object) -> Iterator[tuple[float, ...]]:
    """The numbers of a rule, each with what people may call it: more than 2 is 3 or more, less than 3 at most 2."""
    around: dict[int, float] = {}
    for node in walk(rule):
        match node:
            case nodes.Binary() if node.word in ("<", ">"):
                step = 1 if node.word == ">" else -1
                around |= {id(node.right): step, id(node.left): -step}
            case nodes.Int() if node.value > 0:
                value = float(node.value)
                yield (value, value + around[id(node)]) if id(node) in around else (value,)
            case nodes.Length():
                yield (node.tenths / 10,)
            case nodes.Limit():
                yield (float(node.count),)
