"""A lexer that never fails: cuts any text into pieces, ours and foreign ones alike, so that mistakes can be named."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """`kind` is a group of _PIECE. Offsets count in the whole file."""

    kind: str
    start: int
    end: int
    text: str


_PIECE = re.compile(
    r"""
      (?P<comment>     \#[^\n\r]* )
    | (?P<text>        "[^"\n\r]*" )
    | (?P<open_text>   "[^"\n\r]* )
    | (?P<smart_text>  [“”„«»][^“”„«»"\n\r]*[“”«»"] )
    | (?P<possessive>  (?<=[a-z0-9_)\]])['’]s\b )
    | (?P<single_text> '[^'\n\r]*' | [‘’‚][^‘’'\n\r]*[‘’'] )
    | (?P<cite>        [A-Z][A-Z0-9]*-[0-9][0-9a-z.]* )
    | (?P<number>      [0-9]+(?:\.[0-9]+)?(?:mm\b)? )
    | (?P<word>        [^\W\d]\w* )
    | (?P<newline>     \r?\n )
    | (?P<space>       [ ]+ )
    | (?P<block>       /\*(?s:.*?)(?:\*/|\Z) )
    | (?P<sign>        == | != | <> | <= | >= | => | -> | \+= | -= | && | \|\| | // | \*\* | (?s:.) )
    """,
    re.VERBOSE,
)


def pieces(text: str, start: int, end: int) -> list[Piece]:
    """Every piece of a stretch of text but its spaces."""
    return [
        Piece(found.lastgroup or "sign", found.start(), found.end(), found.group())
        for found in _PIECE.finditer(text, start, end)
        if found.lastgroup != "space"
    ]
