"""Deals that need more things than there are."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ..declared import rules, zone_meant
from ..lint import Subject, finding
from ..syntax import walk
from ..world import World

PAGE = """
## RW347 overdealt-deck: more is dealt than there is

**Finds** a line that moves a fixed number of things from a zone, by itself or once for each player, while there are not
so many things in the game; one that chooses or draws more than there are; and one that moves more into a zone than it
holds.

**Why it matters.** With the most players the game stops before it begins. At a smaller table nobody notices.

**Avoid**

```rules wrong
language 1.0

game dealt
  title "Dealt"
  players 2 to 6
  seen by everyone

kind card
  copies 40

each player has
  hand holds card seen by owner

table has
  deck holds card in order starts with cards shuffled seen by nobody

sequence of play
  for each p in players
    move 7 from deck to p.hand
  end
  end game won by (p in players where card_1 is in p.hand)
```

**Prefer**

```rules right
language 1.0

game dealt
  title "Dealt"
  players 2 to 6
  seen by everyone

kind card
  copies 40

each player has
  hand holds card seen by owner

table has
  deck holds card in order starts with cards shuffled seen by nobody

sequence of play
  for each p in players
    move (7 if count of players < 6 otherwise 6) from deck to p.hand
  end
  end game won by (p in players where card_1 is in p.hand)
```

**Fix**: none. Deal less, have more things, or allow fewer players.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    world = subject.world
    for item in rules(subject):
        rounds = dict(_for_each_player(item))
        for node in walk(item):
            if isinstance(node, nodes.Move) and isinstance(node.what, nodes.Int) and not node.up_to:
                yield from _dealt(node, node.what, rounds.get(id(node)), world)
            elif isinstance(node, nodes.Random | nodes.ChooseMany) and isinstance(node.count, nodes.Int):
                yield from _drawn(node, node.count, world)


def _drawn(line: nodes.Random | nodes.ChooseMany, count: nodes.Int, world: World) -> Iterator[Diagnostic]:
    """So many different ones, of a whole kind or enumeration."""
    source = line.source if isinstance(line, nodes.ChooseMany) else line.domain.source
    ranged = isinstance(line, nodes.Random) and line.domain.upper is not None
    if not isinstance(source, nodes.Name) or ranged or (isinstance(line, nodes.ChooseMany) and line.how != "exactly"):
        return
    of = world.plurals.get(source.text)
    if of is not None and count.value > world.size(of):
        yield finding(
            f"{count.value} are wanted of `{source.text}`, and there are {world.size(of)}",
            count.span,
            "more than there are",
            help="want fewer, or have more of them",
        )


def _for_each_player(item: nodes.AnyItem) -> Iterator[tuple[int, str]]:
    """Lines that happen for each player without a condition, with the name of the player."""
    for node in walk(item):
        if isinstance(node, nodes.ForEach) and node.domain.where is None:
            source = node.domain.source
            circle = isinstance(source, nodes.AttributeOf) and source.name.text == "circle"
            if circle or (isinstance(source, nodes.Name) and source.text == "players"):
                for line in node.body:
                    yield id(line), node.name.text


def _dealt(line: nodes.Move, amount: nodes.Int, player: str | None, world: World) -> Iterator[Diagnostic]:
    source, target = zone_meant(line.source, world), zone_meant(line.target, world)
    if target is not None and target.capacity is not None and amount.value > target.capacity:
        yield finding(
            f"`{target.name}` holds {target.capacity}, and {amount.value} go into it",
            amount.span,
            "more than it holds",
            also=[(target.syntax.name.span, f"up to {target.capacity}")],
            help="move fewer, or let it hold more",
        )
        return
    if source is None or world.kinds[source.holds].by_player:
        return
    own = isinstance(line.source, nodes.AttributeOf)  # each player deals from a zone of their own
    times = world.high if player is not None and not own else 1
    there = min(len(world.kinds[source.holds].things), source.capacity or 10**9)
    if amount.value * times > there:
        each = f" for each of {world.high} players" if times > 1 else ""
        yield finding(
            f"{amount.value * times} are moved from `{source.name}`, and there are {there}",
            amount.span,
            f"{amount.value}{each}",
            also=[(world.kinds[source.holds].span, f"there are {there}")],
            help="move fewer, or have more of them",
        )
