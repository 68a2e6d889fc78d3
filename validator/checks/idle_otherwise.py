"""Parts for all other cases where there are none."""

from __future__ import annotations

from collections.abc import Iterator

from ...grammar import nodes
from ...grammar.diagnostics import Diagnostic, Fix
from ...grammar.pieces import pieces
from ...grammar.source import Source
from ..lint import Subject, finding
from ..model import AttributeInfo
from ..syntax import walk
from ..types import Bool, Enum
from ..world import World

PAGE = """
## RW329 idle-otherwise: an `otherwise` that is never reached

**Finds** a `depending on` with a branch for every reading of a ruling, every value of an enumeration, or for yes
and no, and an `otherwise` besides.

**Why it matters.** It never runs. Worse, when a value is added later, the checker would name the branch that is
missing; with an `otherwise` there, it cannot.

**Avoid**

```rules wrong
type mood is one of calm, wild

table has
  weather is mood starts calm

sequence of play
  depending on weather
    is calm
      set weather to wild
    is wild
      end game won by light
    otherwise
      end game drawn
  end
```

**Prefer**

```rules right
type mood is one of calm, wild

table has
  weather is mood starts calm

sequence of play
  depending on weather
    is calm
      set weather to wild
    is wild
      end game won by light
  end
```

**Fix**: safe. The part is taken out.
"""
FIX = "safe"


def check(subject: Subject) -> Iterator[Diagnostic]:
    for item in subject.items:
        for node in walk(item):
            if isinstance(node, nodes.Depending) and node.otherwise:
                wanted = _values(subject.world, node.on)
                if wanted and wanted <= {_said(value) for branch in node.branches for value in branch.values}:
                    yield _found(node, Source(subject.sources[node.span.file], node.span.file))


def _values(world: World, on: nodes.Expr) -> frozenset[str] | None:
    """Everything that it can be, if that is known; what may be none has one case more."""
    if isinstance(on, nodes.Name) and on.text in world.rulings:
        return frozenset(reading.name.text for reading in world.rulings[on.text].readings)
    found: list[AttributeInfo | None] = []
    if isinstance(on, nodes.Name):
        found = [world.table.get(on.text)]
    elif isinstance(on, nodes.AttributeOf):
        found = [kind.attributes.get(on.name.text) for kind in world.kinds.values()]
    types = {info.type for info in found if info is not None}
    if len(types) != 1:
        return None
    match types.pop():
        case Enum(name=name, optional=False):
            return frozenset(world.enums[name].values)
        case Bool():
            return frozenset({"yes", "no"})
    return None


def _said(value: nodes.Expr) -> str:
    match value:
        case nodes.Name():
            return value.text
        case nodes.Yes():
            return "yes"
        case nodes.No():
            return "no"
    return ""


def _found(node: nodes.Depending, source: Source) -> Diagnostic:
    assert node.otherwise
    between = pieces(source.text, node.branches[-1].body[-1].span.end, node.otherwise[0].span.start)
    word = next(piece.start for piece in between if piece.kind == "word" and piece.text == "otherwise")
    start = source.text.rfind("\n", 0, word) + 1
    end = source.text.find("\n", node.otherwise[-1].span.end - 1) + 1
    alone = not source.text[start:word].strip() and end > start
    return finding(
        "every case has its branch: this part never runs",
        source.span(word, word + len("otherwise")),
        "never reached",
        also=[(node.on.span, "can be nothing else")],
        help="leave it out",
        fixes=(Fix(source.span(start, end), "", True),) if alone else (),
    )
