"""Words and bounds that pass in the grammar and are none."""

from __future__ import annotations

from .diagnostics import Diagnostic, Fix, Label
from .spans import Span

TRUTHS = {"true": ("foreign-truth", "yes"), "false": ("foreign-truth", "no"), "null": ("foreign-null", "none")}


def truth_word(word: str, where: Span) -> Diagnostic:
    name, ours = TRUTHS[word]
    return Diagnostic(
        name,
        f"`{word}` is written `{ours}`",
        (Label(where, "not a word of the language"),),
        help=f"write `{ours}`",
        fixes=(Fix(where, ours, True),),
    )


def reserved(word: str, where: Span) -> Diagnostic:
    return Diagnostic(
        "reserved-word",
        f"`{word}` is a word of the language and cannot be a name",
        (Label(where, "a name is expected here"),),
        help="choose another name; after a dot every word is free",
    )


def mixed_range(where: Span) -> Diagnostic:
    return Diagnostic(
        "mixed-range",
        "one end of the range is a length and the other is not",
        (Label(where, "a number and a length"),),
        help="give both ends the same unit, such as `0mm to 80mm`",
    )
