"""A parsed file as rows: one clause each, with its words, its level, and the comments and blank lines around it."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token, Tree

from .blocks import opens

# Items whose lines are statements; in all others every line stands one level below the first.
_WITH_BODY = frozenset((
    "SEQUENCE", "PHASE", "WINDOW", "TO", "EVENT", "BEFORE", "AFTER", "INSTEAD", "AT_START_OF", "AT_END_OF",
    "ACTION", "ONE",
))  # fmt: skip
_PARTS = ("OTHERWISE", "PROVIDED", "NEEDS")  # level with the line that opens their block
_BRANCHES = ("IS", "OPTION")  # one level below it


@dataclass(frozen=True, slots=True)
class Comment:
    """`indented` is false in column 1, the one indent that means something."""

    text: str
    indented: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two words besides spaces: a comment beside the first, then whole lines, None if blank."""

    beside: str | None
    below: tuple[Comment | None, ...]
    breaks: bool  # there is a newline


@dataclass(frozen=True, slots=True)
class Word:
    """A token as it is written, and what stands behind it."""

    kind: str
    text: str
    unary: bool
    gap: Gap


@dataclass(slots=True)
class Row:
    """`level` is how deep it is indented, `inner` how deep comments before it are, `item` the word of its item."""

    words: list[Word]
    header: bool
    item: str = ""
    level: int = 0
    inner: int = 0

    @property
    def kinds(self) -> list[str]:
        return [word.kind for word in self.words]

    @property
    def cited(self) -> int:
        """Where the citations begin that end the clause; behind `because` they are a part of it."""
        at = len(self.words)
        while at and self.words[at - 1].kind == "CITE":
            at -= 1
        return len(self.words) if at and self.words[at - 1].kind == "BECAUSE" else at


def rows(tree: Tree[Token], text: str) -> tuple[Gap, list[Row]]:
    """What stands before the first row, and the rows. Every comment is in exactly one gap."""
    tokens = list(tree.scan_values(lambda value: isinstance(value, Token)))
    signs = {id(found.children[0]) for found in tree.find_pred(lambda t: t.data in ("negate", "negative"))}
    starts = [token.start_pos or 0 for token in tokens if token.type != "_NL"] + [len(text)]
    made: list[Row] = []
    fresh, count = True, 0
    for token in tokens:
        if token.type == "_NL":
            fresh = True
            continue
        if fresh:
            made.append(Row([], token.column == 1))
        fresh = False
        count += 1
        # A comma has taken the line's end for itself, comments and all.
        end = (token.start_pos or 0) + 1 if token.type == "_COMMA" else token.end_pos or 0
        made[-1].words.append(Word(token.type, _spelled(token), id(token) in signs, _gap(text[end : starts[count]])))
    _place(made)
    return _gap("\n" + text[: starts[0]]), made


def _spelled(token: Token) -> str:
    """Phrases such as `end game` have one space inside; a text is left alone."""
    if token.type == "_COMMA":
        return ","
    return str(token) if token.type == "STRING" else " ".join(token.split())


def _gap(between: str) -> Gap:
    """The last line of a gap is the indent of what follows, or a comment that ends the file without a newline."""
    first, *rest = [line.rstrip() for line in between.split("\n")]
    last = rest[-1:] if rest and rest[-1] else []
    below = [Comment(line.strip(), line[0] == " ") if line else None for line in [*rest[:-1], *last]]
    return Gap(first.strip() or None, tuple(below), bool(rest))


# ---------------------------------------------------------------- levels


@dataclass(slots=True)
class _Block:
    level: int
    cases: bool = False


def _place(made: list[Row]) -> None:
    item, following = "", 1
    opened: list[_Block] = []
    for row in made:
        if row.header:
            item, following = row.kinds[1] if row.kinds[0] == "REPLACE" else row.kinds[0], 1
            opened.clear()
        elif item in _WITH_BODY:
            following = _step(row, item, opened, following)
        else:
            row.level = row.inner = 1
        row.item = item


def _step(row: Row, item: str, opened: list[_Block], level: int) -> int:
    """Puts a row where it belongs among the open blocks; gives the level of the next one."""
    kinds = row.kinds
    row.level = row.inner = level
    if kinds[0] == "END":
        row.level = opened.pop().level
        return row.level
    if opened and kinds[0] in (*_PARTS, *_BRANCHES):
        block = opened[-1]
        block.cases |= kinds[0] == "IS"  # then `otherwise` is one more of them
        row.level = block.level + (kinds[0] in _BRANCHES or block.cases)
        return row.level + 1
    if item == "ONE" and kinds[0] == "ABILITY":
        row.level = 1
        return 1 if "IS" in kinds else 2
    if item == "ACTION" and kinds[0] == "DO":
        return 2
    if opens([*kinds, "_NL"]):
        opened.append(_Block(level))
        return level + 1
    return level
