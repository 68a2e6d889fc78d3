"""Games that come to their end without a word."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.source import Source
from ...grammar.spans import Span
from ..lint import Subject, finding
from ..reaching import everything
from ..syntax import leaves, walk

PAGE = """
## RW359 silent-end: the game runs out and is drawn

**Finds** a `sequence of play` that ends with a loop, or with lines that never end the game, in a ruleset that ends
games in other places. When the last line is done the game is over, drawn.

**Why it matters.** After the last round the points were meant to be counted, and nobody wins. A draw that is meant is
written as `end game drawn`.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  add 1 to you.gold
  end game won by you if you.gold is 9

sequence of play
  repeat 4 times
    play turn for light
    play turn for dark
  end
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase turn for player
  add 1 to you.gold
  end game won by you if you.gold is 9

sequence of play
  repeat 4 times
    play turn for light
    play turn for dark
  end
  end game won by (p in players with most p.gold)
```

**Fix**: none. Say who has won, or `end game drawn`.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    sequence = subject.world.sequence
    if sequence is None or not sequence.body or leaves(sequence.body):
        return
    last = sequence.body[-1]
    anywhere = any(isinstance(node, nodes.EndGame) for item in subject.items for node in walk(item))
    ends = any(isinstance(node, nodes.EndGame) for node in everything(subject, last))
    if not anywhere or (ends and not isinstance(last, nodes.Repeat | nodes.ForEach)):
        return  # a phase that is played last may be sure to end the game
    yield finding(
        "the game comes to its end here, and is drawn",
        last.span if not isinstance(last, nodes.Repeat | nodes.ForEach) else _head(last, subject),
        "when this is done nothing says who has won",
        help="say who has won: `end game won by …`; or `end game drawn`, if that is meant",
    )


def _head(loop: nodes.Repeat | nodes.ForEach, subject: Subject) -> Span:
    """The line that begins the loop."""
    source = Source(subject.sources[loop.span.file], loop.span.file)
    end = source.text.find("\n", loop.span.start)
    line = source.text[loop.span.start : end].split("#")[0].rstrip()
    return source.span(loop.span.start, loop.span.start + len(line))
