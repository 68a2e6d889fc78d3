"""Why a line cannot be read: the one diagnostic that says it best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lark import Token

from .blocks import Blocks
from .diagnostics import Diagnostic, Fix, Label, near
from .expectation import expected, listing
from .lines import Line
from .names import TRUTHS, reserved, truth_word
from .reading import Failure, Reading, spellings
from .source import Source
from .spans import Span
from .standins import LOST_OPENERS
from .words import FORMS, ITEM_WORDS, RESERVED

# Words of other languages that begin a line or stand where ours would: our spelling, and the name of the diagnostic.
FOREIGN = {
    "else": ("foreign-else", "otherwise"),
    "elif": ("foreign-else", "otherwise if"),
    "elseif": ("foreign-else", "otherwise if"),
    "elsif": ("foreign-else", "otherwise if"),
    "while": ("foreign-while", "repeat while"),
    "return": ("foreign-return", "give"),
    "break": ("foreign-word", "leave"),
    "continue": ("foreign-word", "next"),
    "foreach": ("foreign-word", "for each"),
    "endif": ("foreign-word", "end"),
    "endfor": ("foreign-word", "end"),
    "endwhile": ("foreign-word", "end"),
    "then": ("foreign-word", ""),
    "var": ("foreign-word", "let"),
}

_OPERATOR_WORDS = {"IS", "AND", "OR", "MOD", "NOT", "IN"}
_STATEMENT_WORDS = frozenset((
    "act", "add", "choose", "exchange", "forget", "give", "leave", "let", "may", "move", "next", "open", "perform",
    "play", "random", "remember", "reveal", "roll", "schedule", "set", "shuffle", "stop", "take",
))  # fmt: skip


def line(source: Source, place: Reading, line: Line, failure: Failure, blocks: Blocks) -> Diagnostic:
    """What is wrong with a line that has to be left out."""
    return (
        _surplus_end(source, line, blocks)
        or _citation(source, line, failure)
        or foreign(source, line, failure)
        or _doubled(source, place, line, failure)
        or _misspelt(source, place, line, failure)
        or _left_out(source, line, failure)
        or _reserved(source, line, failure)
        or _unexpected(source, line, failure)
    )


def _where(source: Source, line: Line, token: Token) -> Span:
    start = line.old(token.start_pos or 0)
    end = line.old(token.end_pos or 0)
    return source.span(start, max(start, end))


def _gap(source: Source, line: Line, failure: Failure) -> Span:
    """Just behind what could still be read, where something is missing."""
    at = line.old(failure.read[-1].end_pos or 0) if failure.read else line.start
    return source.span(at, at)


def _form(line: Line) -> str | None:
    form = FORMS.get(line.words[0])
    return f"such a line reads `{form}`" if form else None


# ---------------------------------------------------------------- whole lines


def _surplus_end(source: Source, line: Line, blocks: Blocks) -> Diagnostic | None:
    if line.words[0] != "end" or line.text.split()[1:2] == ["game"]:
        return None
    blamed = blocks.surplus(line)
    where = source.span(blamed.start, blamed.start + 3)
    whole = source.span(blamed.start - blamed.indent, blamed.end)
    return Diagnostic(
        "extra-end",
        "this `end` closes nothing",
        (Label(where, "no block is open here"),),
        help="leave it out; an item ends where the next one begins",
        fixes=(Fix(whole, "", False),),
    )


def indented_item(source: Source, line: Line) -> Diagnostic:
    word = line.pieces[0]
    indent = source.span(line.start - line.indent, line.start)
    return Diagnostic(
        "indented-item",
        f"`{word.text}` begins an item and is indented",
        (Label(source.span(word.start, word.end), "belongs in column 1"),),
        help="an item begins in column 1, without spaces before it",
        fixes=(Fix(indent, "", True),),
    )


def another_item(source: Source, line: Line, header: str) -> Diagnostic:
    """A line inside an item that can only belong to another one: that is indented, or lacks its first line."""
    if not header:
        return indented_item(source, line)
    word = line.pieces[0]
    return Diagnostic(
        "lost-lines",
        "this line and those behind it do not belong to the item above",
        (Label(source.span(word.start, word.end), "here another item seems to begin"),),
        help=f"put its first line before it, such as `{FORMS[header.split()[0]]}`",
    )


def not_an_item(source: Source, line: Line) -> Diagnostic:
    word = line.pieces[0]
    return Diagnostic(
        "not-an-item",
        f"no item begins with `{word.text}`",
        (Label(source.span(word.start, word.end), "not a word that opens an item"),),
        help="only the first line of an item stands in column 1; indent what belongs to the item above",
    )


def unindented(source: Source, line: Line) -> Diagnostic:
    word = line.pieces[0]
    return Diagnostic(
        "unindented-line",
        "a line inside an item stands in column 1",
        (Label(source.span(word.start, word.end), "only an item begins in column 1"),),
        help="indent it",
        fixes=(Fix(source.span(line.start, line.start), "  ", True),),
    )


def too_many(last: Span, count: int) -> Diagnostic:
    return Diagnostic(
        "too-many", f"only the first {count} mistakes of this file are shown", (Label(last, "the last one shown"),),
        severity="note",
    )  # fmt: skip


def missing(source: Source, what: str, blamed: Line, last: Line, before: Line | None) -> Diagnostic:
    """A line that has to stand before another one, or at the end of an item."""
    first = source.span(blamed.pieces[0].start, blamed.pieces[0].end)
    here = source.span(before.start, before.pieces[0].end) if before else source.span(last.end, last.end)
    edge = "expected before this" if before else "expected here, where the item ends"
    at = source.span(before.start, before.start) if before else here
    indent = " " * blamed.indent
    if what == "end":
        put = f"end\n{' ' * before.indent}" if before else f"\n{indent}end"
        return Diagnostic(
            "missing-end",
            f"the block that begins with `{blamed.pieces[0].text}` is not closed",
            (Label(first, "opened here"), Label(here, f"`end` {edge}")),
            help="close it with a line `end`",
            fixes=(Fix(at, put, False),),
        )
    if what == "opener":
        word = blamed.pieces[0].text
        opener = LOST_OPENERS[word].removesuffix(" none")
        return Diagnostic(
            "lost-lines",
            f"`{word}` stands outside of its block",
            (Label(first, "no block is open that this could belong to"),),
            help=f"put the line that opens the block before it, with `{opener}`",
        )
    if what == "body":
        return Diagnostic(
            "empty-body",
            f"nothing stands under `{blamed.pieces[0].text}`",
            (Label(first, "this needs at least one line under it"),),
            help="add a line, or leave this one out",
        )
    said = {
        "do": ("an action has its effect behind `do`", "put a line `do` before the first statement"),
        "provided": ("`as a whole` lacks its condition", "put a line `provided CONDITION` before its `end`"),
        "otherwise": ("the cases do not end with `otherwise`", "let the last line read `VALUE otherwise`"),
    }
    headline, help = said[what]
    return Diagnostic("missing-line", headline, (Label(here, f"`{what}` {edge}"),), help=help)


# ---------------------------------------------------------------- words


def _citation(source: Source, line: Line, failure: Failure) -> Diagnostic | None:
    """A citation that is not at the end: either it does not fit itself, or what comes after it does not."""
    if failure.token.type == "CITE":
        cite = failure.token
    elif failure.read and failure.read[-1].type == "CITE":
        cite = failure.read[-1]
    else:
        return None
    where = _where(source, line, cite)
    after = source.text[where.end : line.end].lstrip(" ")
    if not after:
        return None
    cut = Fix(source.span(where.start, line.end - len(after)), "", True)
    return Diagnostic(
        "citation-in-line",
        f"the citation `{cite}` stands in the middle of a line",
        (Label(where, "the line goes on behind it"),),
        help="put it at the end of the line",
        fixes=(cut, Fix(source.span(line.end, line.end), f"  {cite}", True)),
    )


def foreign(source: Source, line: Line, failure: Failure) -> Diagnostic | None:
    first = failure.read[0] if failure.read else failure.token
    for token in (first, failure.token):
        if token in FOREIGN and (token is not first or len(failure.read) < 2):
            break
    else:
        return None
    name, ours = FOREIGN[str(token)]
    span = _where(source, line, token)
    if token == "else" and line.text[token.end_pos :].split()[:1] == ["if"]:
        end = line.old(line.text.index("if", token.end_pos) + 2)
        span, ours = source.span(span.start, end), "otherwise if"
    written = source.text[span.start : span.end]
    help = {
        "return": "`give VALUE` gives a value back, `stop` ends the body without one",
        "while": "write `repeat while CONDITION` … `end`",
        "then": "leave it out; the condition ends with its line",
    }.get(written, f"write `{ours}`")
    replacement = "stop" if written == "return" and line.text.split() == ["return"] else ours
    return Diagnostic(
        name,
        f"`{written}` is not a word of the language",
        (Label(span, f"written `{replacement}`" if replacement else "not needed"),),
        help=help,
        fixes=(Fix(span, replacement, True),),
    )


def truth_words(source: Source, line: Line, tokens: Sequence[Token]) -> list[Diagnostic]:
    """`true`, `false` and `null` would pass as names."""
    found = []
    for before, token in zip((None, *tokens), tokens, strict=False):
        if token.type == "NAME" and token in TRUTHS and before != ".":
            found.append(truth_word(str(token), _where(source, line, token)))
    return found


def _doubled(source: Source, place: Reading, line: Line, failure: Failure) -> Diagnostic | None:
    """The same word twice, where once is right."""
    tokens = [*failure.read, failure.token]
    for before, token in [*pairwise(tokens)][-2:]:
        shorter = line.text[: before.end_pos] + line.text[token.end_pos :]
        if str(before) != str(token) or token.type == "_NL" or not place.fits(shorter):
            continue
        where = _where(source, line, token)
        gap = source.span(line.old(before.end_pos or 0), where.end)
        return Diagnostic(
            "doubled-word",
            f"`{token}` stands twice",
            (Label(where, "once is enough"),),
            help="leave it out",
            fixes=(Fix(gap, "", True),),
        )
    return None


def _misspelt(source: Source, place: Reading, line: Line, failure: Failure) -> Diagnostic | None:
    """One of our words, but for a letter or two: the token that does not fit, the one before it, or the first."""
    tokens = [*failure.read, failure.token]
    for i in dict.fromkeys((len(tokens) - 1, len(tokens) - 2, 0)):
        token = tokens[i] if i >= 0 else None
        if token is None or not str(token).isalpha() or token in RESERVED:
            continue
        fitting = place.after(tokens[:i]).accepts()
        words = [word for name, word in spellings().items() if name in fitting and word.isalpha()]
        meant = near(str(token), [word for word in words if word != token])
        if meant is None:
            continue
        rest = line.text[: token.start_pos] + meant + line.text[token.end_pos :]
        if place.fits(rest) is None:
            continue
        where = _where(source, line, token)
        return Diagnostic(
            "misspelt-word",
            f"`{token}` does not fit here",
            (Label(where, "not a word that can stand here"),),
            help=f"did you mean `{meant}`?",
            fixes=(Fix(where, meant, True),),
        )
    return None


def _left_out(source: Source, line: Line, failure: Failure) -> Diagnostic | None:
    """One word or bracket, put in before the token that does not fit, mends the whole line."""
    accepts = failure.before.accepts()
    behind_value = "PLUS" in accepts
    at = failure.token.start_pos or 0
    fitting = []
    for name, word in [*spellings().items(), ("_COMMA", ",")]:
        if name not in accepts or word in _STATEMENT_WORDS or not (word.isalpha() or word in ")],"):
            continue
        if behind_value and name in _OPERATOR_WORDS:
            continue
        if failure.before.fits(f"{word} {line.text[at:]}"):
            fitting.append(word)
    if len(fitting) != 1:
        return None
    word = fitting[0]
    gap = _gap(source, line, failure)
    ends = failure.token.type == "_NL"
    put = word if word in ")]," else f" {word}"
    found = "the end of the line" if ends else f"`{failure.token}`"
    return Diagnostic(
        "missing-word",
        f"`{word}` is missing before {found}",
        (Label(gap if ends else _where(source, line, failure.token), f"`{word}` expected here"),),
        help=(_form(line) if word.isalpha() else None) or f"put in `{word}`",
        fixes=(Fix(gap, put, False),),
    )


def _reserved(source: Source, line: Line, failure: Failure) -> Diagnostic | None:
    word = str(failure.token)
    if word not in RESERVED or "NAME" not in failure.before.accepts():
        return None
    rest = line.text[: failure.token.start_pos] + "x" + line.text[failure.token.end_pos :]
    if not failure.before.fits(rest[failure.token.start_pos :]):
        return None
    return reserved(word, _where(source, line, failure.token))


def _unexpected(source: Source, line: Line, failure: Failure) -> Diagnostic:
    phrases = expected(failure.before.accepts())
    ends = failure.token.type == "_NL"
    where = _gap(source, line, failure) if ends else _where(source, line, failure.token)
    found = "the end of the line" if ends else f"`{failure.token}`"
    notes = _runs_on(source, line, where)
    word = line.words[0]
    if not failure.read and word in ITEM_WORDS:
        notes = (f"`{word}` begins an item, in column 1", *notes)
    few = 0 < len(phrases) <= 4
    headline = f"expected {listing(phrases)}, found {found}" if few else f"{found} does not fit here"
    name, label = ("unfinished-line", "something is missing") if ends else ("unexpected", "this does not fit")
    return Diagnostic(name, headline, (Label(where, label),), notes=notes, help=_form(line) if failure.read else None)


def _runs_on(source: Source, line: Line, where: Span) -> tuple[str, ...]:
    first = source.place(line.start)[0]
    return (f"this goes on from line {first}, after a comma or before a joining word",) if where.line > first else ()
