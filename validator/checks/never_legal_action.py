"""Actions whose requirements and costs exclude each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..lint import Subject, finding
from ..model import expand
from ..syntax import shape
from ..types import EXACT, Int
from ..world import PLAYER, World

PAGE = """
## RW322 never-legal-action: an action that can never be taken

**Finds** an action whose clauses cannot all be met: requirements that exclude each other, a cost that a requirement
or the range of what pays it forbids, a limit of 0.

**Why it matters.** The action stands in the rules and is never offered. Nobody misses it until somebody looks for
it.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  act otherwise end game drawn

action borrow
  during turn
  cost 3 gold
  requires you.gold < 3 "only the poor may borrow"
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
  act otherwise end game drawn

action borrow
  during turn
  cost 1 gold
  requires you.gold < 3 "only the poor may borrow"
  do
    end game won by you

sequence of play
  play turn for light
```

**Fix**: none. Which of the clauses is wrong is yours to say.
"""
FIX = "none"


@dataclass(slots=True)
class _Range:
    """What a number may be, and the clauses that say so."""

    low: int
    high: int
    by_low: nodes.Node | None = None
    by_high: nodes.Node | None = None


def check(subject: Subject) -> Iterator[Diagnostic]:
    for action in subject.world.actions.values():
        clash = _limit(action) or _clash(subject.world, action)
        if clash is not None:
            clauses, label = clash
            first, *others = sorted(clauses, key=lambda clause: clause.span.start)
            yield finding(
                f"the action `{action.name.text}` can never be taken",
                others[-1].span if others else first.span,
                label,
                also=[(first.span, "this")] if others else [],
                help="change one of them, or leave the action out",
                rules=expand(action.cites),
            )


def _limit(action: nodes.Action) -> tuple[list[nodes.Node], str] | None:
    for clause in action.clauses:
        if isinstance(clause, nodes.Limit) and clause.count == 0:
            return [clause], "allowed no time at all"
    return None


def _clash(world: World, action: nodes.Action) -> tuple[list[nodes.Node], str] | None:
    ranges: dict[str, _Range] = {}
    said: dict[tuple[str, bool], nodes.Node] = {}
    constants: dict[str, tuple[str, nodes.Node]] = {}
    for clause in action.clauses:
        if isinstance(clause, nodes.Cost):
            _pay(world, action, clause, ranges)
        elif isinstance(clause, nodes.Requires):
            for test, holds in _parts(clause.test, True):
                other = said.get((shape(test), not holds))
                if other is not None and other is not clause:
                    return [other, clause], "excludes the other one"
                said[shape(test), holds] = clause
                if holds and isinstance(test, nodes.Binary) and test.word == "is" and _constant(world, test.right):
                    before = constants.setdefault(shape(test.left), (shape(test.right), clause))
                    if before[0] != shape(test.right) and before[1] is not clause:
                        return [before[1], clause], "excludes the other one"
                _compare(world, test, holds, clause, ranges)
        for found in ranges.values():
            if found.low > found.high and found.by_low is not found.by_high:
                blamed = [by for by in (found.by_low, found.by_high) if by is not None]
                return blamed, "excludes the other one" if len(blamed) > 1 else "more than there can be"
    return None


def _parts(test: nodes.Expr, holds: bool) -> Iterator[tuple[nodes.Expr, bool]]:
    """What has to hold, or not to hold, each by itself."""
    if isinstance(test, nodes.Not):
        yield from _parts(test.value, not holds)
    elif isinstance(test, nodes.Binary) and test.word == ("and" if holds else "or"):
        yield from _parts(test.left, holds)
        yield from _parts(test.right, holds)
    else:
        yield test, holds


def _pay(world: World, action: nodes.Action, cost: nodes.Cost, ranges: dict[str, _Range]) -> None:
    """A cost without alternatives that nothing waives has to be there, at the least of what it may be."""
    if len(cost.prices) != 1 or cost.unless is not None:
        return
    for part in cost.prices[0]:
        due = _least(action, part.amount)
        owned = part.name.text in world.kinds[PLAYER].attributes
        term: nodes.Expr = nodes.AttributeOf(cost.span, nodes.You(cost.span), part.name) if owned else part.name
        plain = isinstance(part.amount, nodes.Int)
        if due is not None and not (plain and _beyond(world, term, due)):
            _narrow(world, term, due, None, cost, ranges)


def _beyond(world: World, term: nodes.Expr, due: int) -> bool:
    """More than there can ever be is what the lint of costs is for."""
    found = _declared(world, term)
    return found is not None and due > found.high


def _least(action: nodes.Action, amount: nodes.Expr) -> int | None:
    if isinstance(amount, nodes.Int):
        return amount.value
    for param in action.params:
        chosen = isinstance(amount, nodes.Name) and amount.text == param.name.text
        if chosen and isinstance(param, nodes.ParamFrom) and param.domain.upper is not None:
            low = param.domain.source
            return low.value if isinstance(low, nodes.Int) else None
    return None


_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "is": "is"}
_DENIED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is not": "is"}


def _compare(world: World, test: nodes.Expr, holds: bool, clause: nodes.Node, ranges: dict[str, _Range]) -> None:
    if not isinstance(test, nodes.Binary):
        return
    word = test.word if holds else _DENIED.get(test.word, "")
    term, number = test.left, test.right
    if isinstance(term, nodes.Int) and word in _TURNED:
        term, number, word = number, term, _TURNED[word]
    if isinstance(number, nodes.Int) and word in _TURNED:
        low = {">": number.value + 1, ">=": number.value, "is": number.value}.get(word)
        high = {"<": number.value - 1, "<=": number.value, "is": number.value}.get(word)
        _narrow(world, term, low, high, clause, ranges)


def _narrow(
    world: World, term: nodes.Expr, low: int | None, high: int | None, clause: nodes.Node, ranges: dict[str, _Range]
) -> None:
    key = shape(term)
    if key not in ranges:
        declared = _declared(world, term)
        ranges[key] = _Range(declared.low, declared.high) if declared else _Range(-EXACT, EXACT)
    found = ranges[key]
    if low is not None and low > found.low:
        found.low, found.by_low = low, clause
    if high is not None and high < found.high:
        found.high, found.by_high = high, clause


def _declared(world: World, term: nodes.Expr) -> Int | None:
    """The range of an attribute of whoever acts, or of the table."""
    info = None
    if isinstance(term, nodes.AttributeOf) and isinstance(term.subject, nodes.You):
        info = world.kinds[PLAYER].attributes.get(term.name.text)
    elif isinstance(term, nodes.Name):
        info = world.table.get(term.text)
    return info.type if info is not None and isinstance(info.type, Int) else None


def _constant(world: World, e: nodes.Expr) -> bool:
    if isinstance(e, nodes.Name):
        return bool(world.enums_with(e.text) or world.things_called(e.text) or e.text in world.seats)
    return isinstance(e, nodes.NoneValue)
