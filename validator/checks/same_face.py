"""Things that read alike and are not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import row_of
from ..lint import Subject, finding
from ..model import KindInfo
from ..syntax import shape

PAGE = """
## RW373 same-face: two things that read alike and are not

**Finds** two things of a kind with one title and different printed values or powers, and two with one text and
different powers.

**Why it matters.** Players cannot tell them apart, and logs neither. Mostly a card was copied and its title or text was
left as it was.

**Avoid**

```rules wrong
kind relic
  ability power

one relic called lamp
  text "Gain a coin."
  ability power
    add 1 to you.gold

one relic called jar
  text "Gain a coin."
  ability power
    take 1 from you.opponent.gold

each player has
  gold is 0 to 9 starts 3

phase turn for player
  choose r from relics
  r.power()

sequence of play
  play turn for light
  end game won by light if light.gold > 3
```

**Prefer**

```rules right
kind relic
  ability power

one relic called lamp
  text "Gain a coin."
  ability power
    add 1 to you.gold

one relic called jar
  text "Your opponent loses a coin."
  ability power
    take 1 from you.opponent.gold

each player has
  gold is 0 to 9 starts 3

phase turn for player
  choose r from relics
  r.power()

sequence of play
  play turn for light
  end game won by light if light.gold > 3
```

**Fix**: none. Only you know what it is called.
"""
FIX = "none"

_CITE = re.compile(r"Cite\('[^']*'\),?")  # the same lines may cite different rules


def check(subject: Subject) -> Iterator[Diagnostic]:
    files = {item.name.text: item.data for item in subject.items if isinstance(item, nodes.Kind) and item.data}
    ones = {(item.kind.text, item.name.text): item for item in subject.items if isinstance(item, nodes.One)}
    for kind in subject.world.kinds.values():
        powers = {thing: _power(ones.get((kind.name, thing))) for thing in kind.things}
        faces = {thing: _printed(subject, kind, i) + powers[thing] for i, thing in enumerate(kind.things)}
        for what, said, kept in (("title", kind.titles, faces), ("text", kind.texts, powers)):
            first: dict[str, str] = {}
            for thing, words in said.items():
                before = first.setdefault(words.strip().lower(), thing)
                if kept.get(thing) != kept.get(before):
                    one = ones.get((kind.name, thing))
                    row = row_of(thing, files[kind.name], subject) if kind.name in files else None
                    yield finding(
                        f"`{before}` and `{thing}` have one {what} and are not the same",
                        row or (one.name.span if one is not None else kind.span),
                        f'"{words}"',
                        help=f"give one of them another {what}",
                    )


def _power(one: nodes.One | None) -> str:
    if one is None:
        return ""
    parts = (part for part in one.parts if isinstance(part, nodes.AbilityBody | nodes.AbilityValue))
    return _CITE.sub("", "".join(sorted(shape(part) for part in parts)))


def _printed(subject: Subject, kind: KindInfo, number: int) -> str:
    tables = (subject.world.tables.get(a.full) or subject.world.rows.get(a.full) for a in kind.attributes.values())
    return repr([table["data"][number] for table in tables if table and len(table["data"]) == len(kind.things)])
