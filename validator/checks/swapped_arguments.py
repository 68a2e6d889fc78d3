"""Calls that pass two names in each other's place."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic, Fix
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW341 swapped-arguments: two values stand in each other's place

**Finds** a call with two names that are the names of the other's parameter: `strike(target, attacker)` where it was
declared as `strike(attacker, target is piece)`. A call that is made both ways round in one item is meant, and
names of one or two letters stand for anything.

**Why it matters.** Both are of one type, so that no checker objects: the wrong piece is struck, the wrong player pays.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

to pay(payer, payee is player)
  move 1 from payer.gold to payee.gold

to tax(payer, payee is player)
  pay(payee, payer)
  end game won by payee if payee.gold > 4

sequence of play
  tax(light, dark)
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

to pay(payer, payee is player)
  move 1 from payer.gold to payee.gold

to tax(payer, payee is player)
  pay(payer, payee)
  end game won by payee if payee.gold > 4

sequence of play
  tax(light, dark)
```

**Fix**: unsafe. The two values are exchanged; you may mean them as they stand, or another name.
"""
FIX = "unsafe"
TELLING = 3  # letters of a name that says what it stands for; `x` and `g` stand for anything
Arguments = tuple[nodes.Expr, ...]


def check(subject: Subject) -> Iterator[Diagnostic]:
    known = _parameters(subject)
    for item in rules(subject):
        calls = [call for node in walk(item) if (call := _call(node))]
        made = {(name.text, i, shape(arg)) for _, name, args in calls for i, arg in enumerate(args)}
        for sort, name, args in calls:
            params = known.get((sort, name.text), ())
            if len(params) == len(args) and not (isinstance(item, nodes.Procedure) and item.name.text == name.text):
                yield from _swapped(name, args, params, made)


def _parameters(subject: Subject) -> dict[tuple[str, str], tuple[nodes.Param, ...]]:
    found: dict[tuple[str, str], tuple[nodes.Param, ...]] = {}
    for item in rules(subject):
        match item:
            case nodes.Define() | nodes.Stat() | nodes.Fact() | nodes.Procedure() | nodes.Event():
                found["call", item.name.text] = item.params
            case nodes.Phase() | nodes.Window():
                found["phase", item.name.text] = item.params
    return found


def _call(node: nodes.Node) -> tuple[str, nodes.Name, Arguments] | None:
    match node:
        case nodes.Call() if node.subject is None:
            return "call", node.name, node.args
        case nodes.Play():
            return "phase", node.phase, node.args
        case nodes.Open():
            return "phase", node.window, node.args
    return None


def _swapped(
    name: nodes.Name, args: Arguments, params: tuple[nodes.Param, ...], made: set[tuple[str, int, str]]
) -> Iterator[Diagnostic]:
    for j, b in enumerate(args):
        for i, a in enumerate(args[:j]):
            if not isinstance(a, nodes.Name) or not isinstance(b, nodes.Name):
                continue
            if (a.text, b.text) != (params[j].name.text, params[i].name.text) or min(
                len(a.text), len(b.text)
            ) < TELLING:
                continue
            if (name.text, i, shape(b)) in made and (name.text, j, shape(a)) in made:
                continue
            yield finding(
                f"`{a.text}` and `{b.text}` stand in each other's place",
                a.span,
                f"goes to `{params[i].name.text}`",
                also=[(b.span, f"goes to `{params[j].name.text}`"), (params[i].span, "as declared here")],
                help=f"write `{b.text}` before `{a.text}`",
                fixes=(Fix(a.span, b.text, False), Fix(b.span, a.text, False)),
            )
