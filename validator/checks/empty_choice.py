"""Decisions that may have no option and do not say what then."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..declared import rules
from ..emptiness import Facts, denied, domain_may_be_empty, known, may_be_empty, member
from ..lint import Subject, finding
from ..model import expand
from ..syntax import leaves, shape, walk

PAGE = """
## RW330 empty-choice: a decision that may come up empty

**Finds** a `choose`, `random` or `roll` without `otherwise` from something that may be empty: a zone, those for
which a condition holds, a range up to a number that may be too small; unless a condition around it or a line before
it sees to it that there is something. Plays as a whole look ahead and are left alone.

**Why it matters.** When it comes up empty the game stops with error `empty`. That happens late, to somebody else,
in the one position that nobody tried.

**Avoid**

```rules wrong
kind card
  copies 4

each player has
  hand holds card starts with (c in cards where this is light)

table has
  pile holds card

phase turn for player
  choose c from you.hand
  move c to pile

sequence of play
  play turn for light
  end game won by light if count of pile > 3
```

**Prefer**

```rules right
kind card
  copies 4

each player has
  hand holds card starts with (c in cards where this is light)

table has
  pile holds card

phase turn for player
  choose c from you.hand otherwise stop
  move c to pile

sequence of play
  play turn for light
  end game won by light if count of pile > 3
```

**Fix**: none. Say what happens then with `otherwise`, or ask first whether there is something.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        facts: Facts = frozenset()
        match item:
            case nodes.Action():
                for clause in item.clauses:
                    if isinstance(clause, nodes.Requires):
                        facts |= known(subject, clause.test)
                for param in item.params:
                    if isinstance(param, nodes.ParamFrom):
                        facts |= member(param.domain.source)
                yield from _lines(subject, item.body, facts)
            case nodes.Trigger():
                yield from _lines(subject, item.body, known(subject, item.test) if item.test else facts)
            case nodes.One():
                for part in item.parts:
                    if isinstance(part, nodes.AbilityBody):
                        yield from _lines(subject, part.body, facts)
            case nodes.Sequence() | nodes.Phase() | nodes.Window() | nodes.Procedure() | nodes.Event():
                yield from _lines(subject, item.body, facts)


def _lines(subject: Subject, body: tuple[nodes.Stmt, ...], facts: Facts) -> Iterator[Diagnostic]:
    """What is known to have a member grows from line to line."""
    for line in body:
        match line:
            case nodes.Choose(otherwise=None) | nodes.Random(otherwise=None) | nodes.Roll(otherwise=None):
                if domain_may_be_empty(subject, line.domain, line.name.text, facts):
                    yield _found(line, line.domain.span)
            case nodes.ChooseMany(otherwise=None, how="exactly") if not _fits(line):
                if may_be_empty(subject, line.source, facts):
                    yield _found(line, line.source.span)
        match line:
            case nodes.Choose() | nodes.Random():
                facts |= member(line.domain.source)
                facts |= known(subject, line.domain.where) if line.domain.where else facts
            case nodes.Move(up_to=False, all=False):
                facts |= member(line.target)
            case nodes.Guarded(line=inner, test=test):
                yield from _lines(subject, (inner,), facts | known(subject, test))
                if leaves((inner,)) or isinstance(inner, nodes.Leave | nodes.Next):
                    facts |= denied(subject, test)
            case nodes.If():
                before = facts
                for arm in line.arms:
                    yield from _lines(subject, arm.body, before | known(subject, arm.test))
                    before |= denied(subject, arm.test)
                yield from _lines(subject, line.otherwise, before)
                if all(_left(arm.body) for arm in line.arms):
                    facts = before
            case nodes.Repeat():
                yield from _lines(subject, line.body, facts | (known(subject, line.test) if line.test else frozenset()))
            case nodes.ForEach():
                inside = facts | member(line.domain.source)
                yield from _lines(
                    subject, line.body, inside | (known(subject, line.domain.where) if line.domain.where else inside)
                )
            case nodes.Secretly():
                where = known(subject, line.domain.where) if line.domain.where else facts
                yield from _lines(subject, line.body, facts | where)
            case nodes.ChooseOption():
                for option in line.options:
                    inside = facts | (known(subject, option.test) if option.test else facts)
                    for param in option.params:
                        if isinstance(param, nodes.ParamFrom):
                            inside |= member(param.domain.source)
                    yield from _lines(subject, option.body, inside)
                yield from _lines(subject, line.otherwise or (), facts)
            case nodes.MayChoose():
                yield from _lines(subject, line.body, facts | member(line.domain.source))
                yield from _lines(subject, line.otherwise or (), facts)
            case nodes.May() | nodes.MayDeclare():
                yield from _lines(subject, line.body, facts)
                yield from _lines(subject, line.otherwise or (), facts)
            case nodes.Depending():
                for branch in line.branches:
                    yield from _lines(subject, branch.body, facts)
                yield from _lines(subject, line.otherwise or (), facts)
            case nodes.AsPlayer():
                yield from _lines(subject, line.body, facts)


def _fits(line: nodes.ChooseMany) -> bool:
    """Does the number that is chosen depend on how many there are?"""
    counted = (node for node in walk(line.count) if isinstance(node, nodes.Fold) and node.word == "count")
    return any(shape(node.over) == shape(line.source) for node in counted)


def _left(body: tuple[nodes.Stmt, ...]) -> bool:
    return leaves(body) or isinstance(body[-1], nodes.Leave | nodes.Next)


def _found(line: nodes.Choose | nodes.ChooseMany | nodes.Random | nodes.Roll, place: Span) -> Diagnostic:
    drawn = isinstance(line, nodes.Random | nodes.Roll)
    return finding(
        "there may be nothing to draw from here" if drawn else "there may be nothing to choose here",
        place,
        "may be empty",
        help="say what happens then: `otherwise stop`, `otherwise leave` …, or test it before",
        rules=expand(line.cites),
    )
