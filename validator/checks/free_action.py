"""Actions that can be taken for ever."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..reaching import everything
from ..syntax import walk

PAGE = """
## RW379 free-action: an action that can be taken for ever

**Finds** an action without a cost, a limit or anything that it uses up, in a phase that asks for actions *while* some
number lasts, though the other actions of that phase pay with this number.

**Why it matters.** Its cost was forgotten. Whoever likes takes it again and again, and the turn never ends.

**Avoid**

```rules wrong
each player has
  stamina is 0 to 9 starts 3 each turn
  gold    is 0 to 99 starts 0

table has
  wheel is 0 to 3 starts 0

phase turn for player
  repeat while you.stamina > 0
    act
  end
  end game won by you if you.gold > 3 and wheel is 2

action dig
  during turn
  cost 1 stamina
  do
    add 1 to you.gold

action spin
  during turn
  do
    set wheel to (wheel + 1) mod 4

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Prefer**

```rules right
each player has
  stamina is 0 to 9 starts 3 each turn
  gold    is 0 to 99 starts 0

table has
  wheel is 0 to 3 starts 0

phase turn for player
  repeat while you.stamina > 0
    act
  end
  end game won by you if you.gold > 3 and wheel is 2

action dig
  during turn
  cost 1 stamina
  do
    add 1 to you.gold

action spin
  during turn
  cost 1 stamina
  do
    set wheel to (wheel + 1) mod 4

sequence of play
  repeat
    play turn for light
    play turn for dark
  end
```

**Fix**: none. Give it a cost or a limit.
"""
FIX = "none"

_USES_UP = (nodes.Take, nodes.Move, nodes.EndGame, nodes.Remember, nodes.Forget)


def check(subject: Subject) -> Iterator[Diagnostic]:
    actions = [item for item in rules(subject) if isinstance(item, nodes.Action)]
    for phase in rules(subject):
        if not isinstance(phase, nodes.Phase):
            continue
        for loop in walk(phase):
            if isinstance(loop, nodes.Repeat) and loop.test is not None and _acts(loop):
                asked = {node.name.text for node in walk(loop.test) if isinstance(node, nodes.AttributeOf)}
                own = [action for action in actions if phase.name.text in _during(action)]
                yield from _free(subject, own, asked, loop)


def _acts(loop: nodes.Repeat) -> bool:
    return any(isinstance(node, nodes.Act) and not node.optional for node in loop.body)


def _free(subject: Subject, actions: list[nodes.Action], asked: set[str], loop: nodes.Repeat) -> Iterator[Diagnostic]:
    paid = {amount.name.text for action in actions for amount in walk(action) if isinstance(amount, nodes.Amount)}
    if not asked & paid:
        return
    for action in actions:
        if any(isinstance(clause, nodes.Cost | nodes.Limit) for clause in action.clauses):
            continue
        done = list(everything(subject, action.body))
        if not any(isinstance(node, _USES_UP) or _changes(node, asked) for node in done):
            yield finding(
                f"`{action.name.text}` costs nothing and can be taken for ever",
                action.name.span,
                f"does not use up `{min(asked & paid)}`",
                also=[(loop.test.span, "while this holds")] if loop.test is not None else [],
                help="give it a `cost` or a `limit`",
            )


def _changes(node: nodes.Node, asked: set[str]) -> bool:
    return isinstance(node, nodes.Set) and any(
        isinstance(part, nodes.AttributeOf) and part.name.text in asked for part in walk(node.target)
    )


def _during(action: nodes.Action) -> set[str]:
    return {phase.text for clause in action.clauses if isinstance(clause, nodes.During) for phase in clause.phases}
