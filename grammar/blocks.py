"""Which blocks are open at a line, and which of them the layout says was left open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from lark import Token

from .lines import Line

_ALWAYS = ("IF", "DEPENDING", "FOR", "REPEAT", "AS", "AS_A_WHOLE", "SECRETLY")
_ENDS_HEADER = ("_NL", "CITE", "ASKING", "ALWAYS_ASK")


@dataclass(slots=True)
class Blocks:
    """Follows an item line by line."""

    open: list[Line] = field(default_factory=list)
    odd: list[Line] = field(default_factory=list)  # openers that an `end` further left has closed
    early: list[Line] = field(default_factory=list)  # `end`s further right than what they closed

    def read(self, line: Line, tokens: Sequence[Token]) -> None:
        if opens([token.type for token in tokens]):
            self.open.append(line)
        elif tokens[0].type == "END" and self.open:
            opener = self.open.pop()
            if line.indent < opener.indent and any(outer.indent == line.indent for outer in self.open):
                self.odd.append(opener)
            elif line.indent > opener.indent:
                self.early.append(line)

    def unclosed(self) -> Line:
        """The block to blame for a missing `end`. Layout knows better than counting, which blames the outermost."""
        outermost = self.open.pop()
        return self.odd.pop() if self.odd else outermost

    def surplus(self, line: Line) -> Line:
        """The `end` to blame for there being one too many."""
        return self.early.pop() if self.early else line


def opens(types: Sequence[str]) -> bool:
    """Whether a line of such tokens opens a block that closes with `end`."""
    if types[0] in _ALWAYS:
        return True
    for word, following in pairwise(types):
        if word in ("CHOOSE", "CHOOSES") and following in _ENDS_HEADER:
            return True
        if word == "MAY":
            return following in (*_ENDS_HEADER, "CHOOSE", "DECLARE")
    return False
