"""Texts, numbers and names that are not written our way."""

from __future__ import annotations

import re
import unicodedata

from .diagnostics import Diagnostic, Fix, Label, near
from .habit import Edit, Habit, replaced
from .pieces import Piece
from .source import Source


def open_text(source: Source, piece: Piece) -> Habit:
    """Closed where the line's citations begin, or at the end of the line."""
    body = re.sub(r"([ ]+[A-Z][A-Z0-9]*-[0-9][0-9a-z.]*)*[ ]*$", "", piece.text)
    end = piece.start + len(body)
    return Habit(
        Diagnostic(
            "unclosed-text",
            "a text is not closed",
            (Label(source.span(piece.start, end), 'no `"` ends it in this line'),),
            help='put `"` behind its last word; a text stays on one line',
            fixes=(Fix(source.span(end, end), '"', False),),
        ),
        (Edit(piece.start, end, body + ('"' if len(body) > 1 else ' "')),),
    )


def quotes(source: Source, piece: Piece, name: str, headline: str) -> Habit:
    first, last = source.span(piece.start, piece.start + 1), source.span(piece.end - 1, piece.end)
    inside = piece.text[1:-1]
    safe = '"' not in inside
    return Habit(
        Diagnostic(
            name,
            headline,
            (Label(source.span(piece.start, piece.end), 'written with `"`'),),
            help=f'write `"{inside}"`' if safe else 'put the text between `"` and `"`',
            fixes=(Fix(first, '"', safe), Fix(last, '"', safe)),
        ),
        (Edit(piece.start, piece.end, '"' + inside.replace('"', " ") + '"'),),
    )


def stray_quote(source: Source, piece: Piece) -> Habit:
    line_end = source.text.find("\n", piece.end)
    end = len(source.text) if line_end < 0 else line_end
    where = source.span(piece.start, piece.end)
    return Habit(
        Diagnostic(
            "smart-quotes", "a typographic quote stands here", (Label(where, 'written `"`'),),
            help='put the text between `"` and `"` on one line', fixes=(Fix(where, '"', False),),
        ),
        (Edit(piece.start, end, '"' + source.text[piece.end : end].replace('"', " ") + '"'),),
    )  # fmt: skip


def possessive(source: Source, line: list[Piece], i: int) -> Habit:
    piece = line[i]
    end = line[i + 1].start if i + 1 < len(line) and line[i + 1].kind == "word" else piece.end
    where = source.span(piece.start, piece.end)
    return Habit(
        Diagnostic(
            "possessive",
            f"`{piece.text}` is written as a dot",
            (Label(where, "written `.`"),),
            help=f"write `{line[i - 1].text}.{line[i + 1].text if end > piece.end else 'attribute'}`",
            fixes=(Fix(source.span(piece.start, end), ".", True),) if end > piece.end else (),
        ),
        (Edit(piece.start, end, "." if end > piece.end else ""),),
    )


def number(source: Source, line: list[Piece], i: int) -> Habit | None:
    """Whole numbers everywhere, tenths only in lengths; `language 1.0` is a version."""
    piece = line[i]
    if "." not in piece.text or (i > 0 and near(line[i - 1].text, ["language"])):
        return None
    whole, _, tenths = piece.text.removesuffix("mm").partition(".")
    if piece.text.endswith("mm") and len(tenths) == 1:
        return None
    length = piece.text.endswith("mm")
    where = source.span(piece.start, piece.end)
    help = "lengths are given in tenths of a millimetre at the finest" if length else "count in a smaller unit"
    wrong = "is finer than a tenth of a millimetre" if length else "is not a whole number"
    headline, label = f"`{piece.text}` {wrong}", "too fine" if length else "numbers are whole"
    return Habit(
        Diagnostic("decimal-number", headline, (Label(where, label),), help=help),
        (Edit(piece.start, piece.end, whole + ("mm" if length else "")),),
    )


def word(source: Source, line: list[Piece], i: int) -> Habit | None:
    piece = line[i]
    where = source.span(piece.start, piece.end)
    if not piece.text.isascii():
        folded = unicodedata.normalize("NFKD", piece.text).encode("ascii", "ignore").decode().lower()
        name = folded if re.fullmatch("[a-z][a-z0-9_]*", folded) else "x"
        return Habit(
            Diagnostic(
                "strange-character",
                f"`{piece.text}` is not written in plain letters",
                (Label(where, "a name has only a to z, digits and `_`"),),
                help=f"write `{name}`" if name == folded else "choose a name of plain letters",
                fixes=(Fix(where, name, False),) if name == folded else (),
            ),
            (Edit(piece.start, piece.end, name),),
        )
    end = _meant_as_citation(source, line, i)
    if end:
        return Habit(
            Diagnostic(
                "bad-citation",
                f"`{source.text[piece.start : end]}` is not a citation",
                (Label(source.span(piece.start, end), "meant as a citation"),),
                help="a citation is capitals, `-` and a number: `AB-9.2`, or a range `AB-9.5..9.7`",
            ),
            (Edit(piece.start, end, ""),),
        )
    if piece.text != piece.text.lower():
        ours = _snake(piece.text)
        return replaced(
            source, piece, "capital-letter", f"`{piece.text}` has capital letters", "lower case is meant",
            f"write `{ours}`", ours,
        )  # fmt: skip
    if piece.text.startswith("_"):
        ours = piece.text.strip("_") or "x"
        return replaced(
            source, piece, "underscore-name", f"`{piece.text}` begins with `_`", "a name begins with a letter",
            f"write `{ours}`", ours if ours[0].isalpha() else "x",
        )  # fmt: skip
    return None


_ODD_CITATION = re.compile(
    r"(?P<odd>[a-z]?[A-Z][A-Za-z]*[-_:.§ ]{0,2}[0-9][0-9a-z.]*|[A-Z]{2,}-[0-9a-z.]*)"
    r"([ ]+[A-Z][A-Z0-9]*-[0-9][0-9a-z.]*)*"
)


def _meant_as_citation(source: Source, line: list[Piece], i: int) -> int:
    """Where what ends the line like a citation stops: `AB9.2`, `AB 9.2`, `Ab-9`, `AB-x`. 0 if nothing does."""
    found = _ODD_CITATION.fullmatch(source.text, line[i].start, line[-1].end)
    return found.end("odd") if found else 0


def _snake(word: str) -> str:
    """`movePlayer` and `MovePlayer` become `move_player`, `LIGHT` becomes `light`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word).lower().strip("_") or "x"
