"""Options and things that look alike to the player who chooses."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import shape, walk

PAGE = """
## RW348 same-label: two choices that look alike

**Finds** two options of a menu, or two actions of a phase, that have one label and the same values, and two readings of
a ruling with one text.

**Why it matters.** Whoever decides sees the same line twice and cannot know which is which. Mostly the label of a
copied option was left as it was.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  choose
    option take_two "Take gold"
      add 2 to you.gold
    option take_three "Take gold"
      add 3 to you.gold
  end

sequence of play
  play turn for light
  end game won by light if light.gold > 5
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase turn for player
  choose
    option take_two "Take two gold"
      add 2 to you.gold
    option take_three "Take three gold"
      add 3 to you.gold
  end

sequence of play
  play turn for light
  end game won by light if light.gold > 5
```

**Fix**: none. Say what tells them apart.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    actions: dict[tuple[str, str], list[tuple[str, str, nodes.Name]]] = {}
    for item in rules(subject):
        for node in walk(item):
            if isinstance(node, nodes.ChooseOption):
                yield from _alike([(o.label or "", _values(o.params), o.name) for o in node.options], "options")
            elif isinstance(node, nodes.Ruling):
                yield from _alike([(r.text or "", "", r.name) for r in node.readings], "readings")
        if isinstance(item, nodes.Action):
            text = next((c.text for c in item.clauses if isinstance(c, nodes.Text)), "")
            for clause in item.clauses:
                if isinstance(clause, nodes.During):
                    for phase in clause.phases:
                        one = text, _values(item.params), item.name
                        actions.setdefault((phase.text, text), []).append(one)
    for alike in actions.values():
        yield from _alike(alike, "actions")


def _values(params: tuple[nodes.ActionParam, ...]) -> str:
    """What is shown beside the label. Values chosen from different places tell options apart."""
    return shape(tuple(p.type if isinstance(p, nodes.Param) else p.domain for p in params))


def _alike(choices: list[tuple[str, str, nodes.Name]], what: str) -> Iterator[Diagnostic]:
    first: dict[tuple[str, str], nodes.Name] = {}
    for label, values, name in choices:
        key = label.strip().lower(), values
        if label and key in first:
            yield finding(
                f"these two {what} look alike",
                name.span,
                f'"{label}"',
                also=[(first[key].span, f'"{label}"')],
                help="give one of them another text",
            )
        first.setdefault(key, name)
