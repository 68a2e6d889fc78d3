"""Signs of other languages: operators, assignments, semicolons and comments."""

from __future__ import annotations

import re
from itertools import takewhile

from .diagnostics import Diagnostic, Fix, Label
from .habit import Edit, Habit, replaced, spaced
from .pieces import Piece
from .source import Source
from .spelling import stray_quote

OURS = frozenset(".,()[]+-*/<>") | {"<=", ">="}

# sign: name of the diagnostic, our spelling
OPERATORS = {
    "==": ("double-equals", "is"),
    "!=": ("not-equals", "is not"),
    "<>": ("not-equals", "is not"),
    "≠": ("not-equals", "is not"),
    "&&": ("and-sign", "and"),
    "&": ("and-sign", "and"),
    "||": ("or-sign", "or"),
    "|": ("or-sign", "or"),
    "!": ("not-sign", "not"),
    "%": ("percent-sign", "mod"),
    "≥": ("strange-character", ">="),
    "≤": ("strange-character", "<="),
    "×": ("strange-character", "*"),
    "·": ("strange-character", "*"),
    "÷": ("strange-character", "/"),
    "−": ("strange-character", "-"),
    "–": ("strange-character", "-"),
    "—": ("strange-character", "-"),
    "\u00a0": ("strange-character", ""),
}


def sign(source: Source, line: list[Piece], i: int) -> Habit:
    piece = line[i]
    if piece.text in ("=", "+=", "-="):
        return _equals(source, line, i)
    if piece.text == ";":
        return _semicolon(source, line, i)
    if piece.text == ":" and i == len(line) - 1:
        return replaced(source, piece, "colon", "a line does not end with `:`", "not needed", "leave it out", "")
    if piece.text in "“”„«»":
        return stray_quote(source, piece)
    if piece.text in OPERATORS:
        name, ours = OPERATORS[piece.text]
        shown = f"`{piece.text}`" if piece.text.strip() else "a no-break space"
        help = f"write `{ours}`" if ours else "write a plain space"
        label = f"written `{ours}`" if ours else "a plain space is meant"
        return replaced(source, piece, name, f"{shown} is not a sign of the language", label, help, ours)
    end = line[_run(line, i)].end
    return _strange(source, piece.start, end)


def _run(line: list[Piece], i: int) -> int:
    """The last of the strange signs that stand together from here."""
    last = i
    while last + 1 < len(line) and line[last + 1].start == line[last].end and _is_strange(line[last + 1]):
        last += 1
    return last


def _is_strange(piece: Piece) -> bool:
    known = piece.text in OURS or piece.text in OPERATORS or piece.text in ("+=", "-=", "//", *"{};=“”„«»")
    return piece.kind == "sign" and not known


def _strange(source: Source, start: int, end: int) -> Habit:
    where, text = source.span(start, end), source.text[start:end]
    headline = f"`{text}` has no meaning here" if text.isprintable() else f"U+{ord(text[0]):04X} has no meaning here"
    help = 'outside of texts and comments only plain letters, digits and `. , ( ) [ ] + - * / < > _ "` are used'
    return Habit(
        Diagnostic("strange-character", headline, (Label(where, "not a sign of the language"),), help=help),
        (Edit(start, end, " "),),
    )


def _equals(source: Source, line: list[Piece], i: int) -> Habit:
    """`=` after `let x` means `be`, after a place at the head of a line `set … to`, anywhere else `is`."""
    piece = line[i]
    left = line[:i]
    if [p.text for p in left[:1]] == ["let"] and len(left) == 2 and piece.text == "=":
        return replaced(
            source, piece, "single-equals", "`=` is not a sign of the language", "written `be`",
            "write `let NAME be VALUE`", "be",
        )  # fmt: skip
    if not left or left[0].kind != "word" or not _is_place(left):
        headline = f"`{piece.text}` is not a sign of the language"
        return replaced(source, piece, "single-equals", headline, "written `is`", "write `is`", "is")
    rest = [p for p in takewhile(lambda p: p.text not in (";", "//", "}"), line[i + 1 :]) if p.kind != "cite"]
    target = source.text[left[0].start : left[-1].end]
    value = source.text[rest[0].start : rest[-1].end] if rest else "VALUE"
    ours = {"=": f"set {target} to {value}", "+=": f"add {value} to {target}", "-=": f"take {value} from {target}"}
    return Habit(
        Diagnostic(
            "single-equals" if piece.text == "=" else "assignment-sign",
            f"`{piece.text}` does not change a value",
            (Label(source.span(piece.start, piece.end), "not a sign of the language"),),
            help=f"write `{ours[piece.text]}`",
            fixes=_assignment(source, left, piece, rest) if rest else (),
        ),
        # Whichever it is, reading it as `set … to` leaves the rest of the line where it stands.
        (Edit(left[0].start, left[0].start, "set "), Edit(piece.start, piece.end, " to ")),
    )


def _assignment(source: Source, left: list[Piece], piece: Piece, rest: list[Piece]) -> tuple[Fix, Fix]:
    """Two small changes rather than a large one, so that they do not meet those of other mistakes in the value."""
    if piece.text == "=":
        to = Fix(source.span(piece.start, piece.end), spaced(source.text, piece.start, piece.end, "to"), True)
        return Fix(source.span(left[0].start, left[0].start), "set ", True), to
    target = source.text[left[0].start : left[-1].end]
    verb, joint = ("add ", " to ") if piece.text == "+=" else ("take ", " from ")
    end = source.span(rest[-1].end, rest[-1].end)
    return Fix(source.span(left[0].start, rest[0].start), verb, True), Fix(end, joint + target, True)


def _is_place(left: list[Piece]) -> bool:
    """`a`, `a.b`, `a[b].c`: what can be changed."""
    return re.fullmatch(r"w(\.w|\[[^\]]*\])*", "".join("w" if p.kind == "word" else p.text for p in left)) is not None


def _semicolon(source: Source, line: list[Piece], i: int) -> Habit:
    piece = line[i]
    if i == len(line) - 1:
        return replaced(source, piece, "semicolon", "a line does not end with `;`", "not needed", "leave it out", "")
    where = source.span(piece.start, piece.end)
    return Habit(
        Diagnostic(
            "semicolon",
            "`;` does not part two statements",
            (Label(where, "a new line begins here"),),
            help="put each statement on a line of its own",
            fixes=(Fix(source.span(piece.start, line[i + 1].start), "\n" + " " * _indent(source, line), True),),
        ),
        (Edit(piece.start, piece.end, " "),),
    )


def _indent(source: Source, line: list[Piece]) -> int:
    return source.place(line[0].start)[1] - 1


def slash_comment(source: Source, piece: Piece, end: int) -> Habit:
    where = source.span(piece.start, piece.end)
    return Habit(
        Diagnostic(
            "slash-comment",
            "a comment does not begin with `//`",
            (Label(where, "written `#`"),),
            notes=("`/` alone divides, and rounds down",),
            help="begin it with `#`",
            fixes=(Fix(where, "#", True),),
        ),
        (Edit(piece.start, end, ""),),
    )


def block_comment(source: Source, piece: Piece) -> Habit:
    where = source.span(piece.start, piece.start + 2)
    return Habit(
        Diagnostic(
            "slash-comment", "a comment does not begin with `/*`", (Label(where, "written `#`"),),
            help="begin each of its lines with `#`",
        ),
        (Edit(piece.start, piece.end, ""),),
    )  # fmt: skip
