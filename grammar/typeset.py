"""Rows to lines of text: spaces between words, columns, citations, and the breaking of what is too long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .rows import Row, Word

WIDEST = 120
CITE_COLUMNS = (78, 92)  # citations stand in the first, or in the second where many lines of a paragraph are long
MANY = 3
LONGEST_HEAD = 40  # what is longer does not draw the others of its table along

_VALUE_ENDS = frozenset(("NAME", "YOU", "THIS", "RPAR", "RSQB"))
_BREAK_BEFORE = frozenset(("AND", "OR", "WHERE", "PLUS", "STAR", "MINUS"))


@dataclass(slots=True)
class Line:
    """A line of the result. Without text it is blank."""

    text: str = ""
    cites: str = ""
    comment: str = ""


# ---------------------------------------------------------------- one row


def spaced(words: list[Word], pads: dict[int, int]) -> list[str]:
    """Each word with the space before it. `pads` widens what stands before certain words to a column."""
    made: list[str] = []
    width = 0
    for i, word in enumerate(words):
        gap = "" if i == 0 or _tight(words[i - 1], word) else " "
        if i in pads:
            gap = " " * max(pads[i] - width, 1)
        made.append(gap + word.text)
        width += len(made[-1])
    return made


def _tight(left: Word, right: Word) -> bool:
    """No space stands between these two."""
    if left.kind in ("LPAR", "LSQB", "DOT") or left.unary:
        return True
    if right.kind in ("RPAR", "RSQB", "DOT", "_COMMA"):
        return True
    return (right.kind == "LPAR" and left.kind == "NAME") or (right.kind == "LSQB" and left.kind in _VALUE_ENDS)


def typeset(row: Row, pads: dict[int, int]) -> list[Line]:
    """The lines of one row: broken where its author broke it or a comment forces it, and where it is too long."""
    code = row.words[: row.cited]
    texts = spaced(code, pads)
    made: list[Line] = []
    start = 0
    for i, word in enumerate(code):
        last = i == len(code) - 1
        if not (word.gap.breaks or last):
            continue
        deeper = row.level + (1 if made else 0)
        made += _broken(code[start : i + 1], texts[start : i + 1], deeper, row.level + 1)
        if not last:
            made[-1].comment = word.gap.beside or ""
            made += [Line(_indent(row.level + 1) + comment.text) for comment in word.gap.below if comment]
        start = i + 1
    made[-1].cites = " ".join(word.text for word in row.words[row.cited :])
    made[-1].comment = row.words[-1].gap.beside or ""
    return made


def _indent(level: int) -> str:
    return "  " * level


def _broken(words: list[Word], texts: list[str], level: int, below: int) -> list[Line]:
    """One stretch of words as a line, or as several where it is too long and there is a place to break it."""
    text = _indent(level) + "".join(texts).lstrip()
    at = _breaking_point(words, texts, len(_indent(level))) if len(text) > WIDEST else 0
    if not at:
        return [Line(text)]
    left = Line(_indent(level) + "".join(texts[:at]).lstrip())
    return [left, *_broken(words[at:], texts[at:], below, below)]


def _breaking_point(words: list[Word], texts: list[str], indent: int) -> int:
    """The word that begins the next line: outside of as many brackets as can be, then as late as can be; 0 if none."""
    best, best_depth, depth, width = 0, 1_000, 0, indent
    for i, word in enumerate(words):
        may = i > 0 and (words[i - 1].kind == "_COMMA" or (word.kind in _BREAK_BEFORE and not word.unary))
        if may and depth <= best_depth:
            best, best_depth = i, depth
        width += len(texts[i])
        if width > WIDEST and best:
            break
        depth += (word.kind in ("LPAR", "LSQB")) - (word.kind in ("RPAR", "RSQB"))
    return best


# ---------------------------------------------------------------- columns


def columns(group: list[Row]) -> Iterator[tuple[Row, dict[int, int]]]:
    """Rows that stand right under one another, with the columns that those of one table share."""
    at = 0
    while at < len(group):
        end = at + 1
        while end < len(group) and _table(group[at]) and _table(group[end]) == _table(group[at]):
            end += 1
        table = group[at:end]
        width = max((head for head in map(_head_width, table) if head <= LONGEST_HEAD), default=0)
        for row in table:
            head, apart = _head(row), 2 if row.item == "DEFINE" else 1
            pads = {head: width + apart} if head and len(table) > 1 and _head_width(row) <= width else {}
            yield row, pads or ({head: _head_width(row) + apart} if head else {})
        at = end


def _table(row: Row) -> str:
    """What kind of table a row can belong to; empty if none."""
    kinds = row.kinds
    if not _head(row):
        return ""
    return f"{row.item} {row.header} {kinds[0] if kinds[0] == 'PRINTED' else ''}"


def _head(row: Row) -> int:
    """The index of the word that is set in a column: `is` or `holds` of attributes and types, the value of a thing's
    attribute, `if` or `otherwise` of a case. 0 if there is none."""
    kinds = row.kinds
    if row.header:
        return 2 if kinds[:3] == ["TYPE", "NAME", "IS"] else 0
    if row.item in ("KIND", "EACH", "TABLE", "BOARD"):
        at = 2 if kinds[0] == "PRINTED" else 1
        return at if kinds[at - 1] == "NAME" and kinds[at] in ("IS", "HOLDS") else 0
    if row.item == "ONE" and row.level == 1:
        return 1 if kinds[0] == "NAME" else 0
    if row.item == "DEFINE":
        return _case(row)
    return 0


def _case(row: Row) -> int:
    depth = 0
    for i, word in enumerate(row.words):
        if depth == 0 and i > 0 and word.kind in ("IF", "OTHERWISE"):
            return i
        if word.gap.breaks and i + 1 < row.cited:
            return 0
        depth += (word.kind in ("LPAR", "LSQB")) - (word.kind in ("RPAR", "RSQB"))
    return 0


def _head_width(row: Row) -> int:
    return len("".join(spaced(row.words[: _head(row)], {})))


# ---------------------------------------------------------------- the page


def written(lines: list[Line]) -> str:
    """The whole text, citations set in columns paragraph by paragraph."""
    made: list[str] = []
    paragraph: list[Line] = []
    for line in [*lines, Line()]:
        if line.text:
            paragraph.append(line)
            continue
        made += [*_paragraph(paragraph), ""]
        paragraph = []
    return "\n".join(made).strip("\n") + "\n" if any(made) else ""


def _paragraph(lines: list[Line]) -> list[str]:
    first, second = CITE_COLUMNS
    widths = [len(line.text) for line in lines if line.cites and len(line.text) <= second - 2]
    long = [width for width in widths if width > first - 2]
    column = second if len(long) >= MANY and len(long) * 4 > len(widths) else first
    return [_finished(line, column) for line in lines]


def _finished(line: Line, column: int) -> str:
    text = line.text
    if line.cites:
        text = (text.ljust(column) if len(text) <= column - 2 else text + "   ") + line.cites
    return f"{text}  {line.comment}" if line.comment else text
