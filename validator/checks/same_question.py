"""Answers that change nothing and lead to the same question again."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic
from ...grammar.spans import Span
from ..declared import rules
from ..lint import Subject, finding
from ..syntax import walk

PAGE = """
## RW378 same-question: an answer after which the same is asked again

**Finds** a loop that does nothing but ask, in which an option has no lines, or declining runs none: the position is the
same and so is the question.

**Why it matters.** Whoever passes is asked again, for ever. The `leave` or `stop` of that option was forgotten.

**Avoid**

```rules wrong
each player has
  gold is 0 to 9 starts 3

phase turn for player
  repeat
    choose
      option dig
        add 1 to you.gold
        end game won by you if you.gold > 8
      option pass
    end
  end

sequence of play
  play turn for light
```

**Prefer**

```rules right
each player has
  gold is 0 to 9 starts 3

phase turn for player
  repeat
    choose
      option dig
        add 1 to you.gold
        end game won by you if you.gold > 8
      option pass
        stop
    end
  end

sequence of play
  play turn for light
```

**Fix**: none. `leave` ends the loop, `stop` the whole phase.
"""
FIX = "none"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in rules(subject):
        for loop in walk(item):
            if isinstance(loop, nodes.Repeat) and loop.times is None and len(loop.body) == 1:
                yield from _asked(loop.body[0])


def _asked(line: nodes.Stmt) -> Iterator[Diagnostic]:
    """Declining runs the `otherwise` part, which may be missing."""
    match line:
        case nodes.ChooseOption():
            for option in line.options:
                if not option.body:
                    yield _found(f"after `{option.name.text}` the same is asked again", option.name.span)
            if line.optional and not line.otherwise:
                yield _found("who declines is asked the same again", _head(line))
        case nodes.May() | nodes.MayChoose() if not line.otherwise:
            yield _found("who declines is asked the same again", _head(line))
        case nodes.MayRun():
            yield _found("who declines is asked the same again", _head(line))
        case nodes.Act() if line.optional and line.otherwise is None:
            yield _found("who declines is asked the same again", _head(line))


def _head(line: nodes.Stmt) -> Span:
    """Its first line."""
    span = line.span
    if span.line == span.end_line:
        return span
    return Span(span.file, span.start, span.start + 3, span.line, span.column, span.line, span.column + 3)


def _found(headline: str, span: Span) -> Diagnostic:
    return finding(
        headline,
        span,
        "nothing has changed then",
        help="write `leave` to end the loop, or `stop` to end the whole body",
    )
