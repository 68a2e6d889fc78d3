"""What could stand at a place, said in the author's words and never in the grammar's."""

from __future__ import annotations

from functools import lru_cache

from .reading import Reading, spellings

_VALUE = frozenset((
    "NAME", "INT", "LENGTH", "STRING", "YES", "NO", "NONE", "NOTHING", "YOU", "THIS", "LPAR", "LSQB", "FOLD",
    "MINUS", "TOP", "NOT", "EVERYONE",
))  # fmt: skip
_GOES_ON = frozenset((
    "DOT", "LSQB", "LPAR", "PLUS", "MINUS", "STAR", "SLASH", "MOD", "COMPARE", "IS", "AND", "OR", "ROUNDED_UP",
))  # fmt: skip

_PHRASES = {
    "NAME": "a name",
    "INT": "a number",
    "LENGTH": "a length such as `80mm`",
    "STRING": "a text in quotes",
    "CITE": "a citation",
    "VERSION": "a version such as `1.0`",
    "PATH": "a file such as `cards.yaml`",
    "COMPARE": "a comparison",
    "FOLD": "a word such as `count of`",
    "BEST": "`with most` or `with least`",
    "ROUNDED_UP": "`rounded up`",
    "UPTO": "`up to`",
    "SUCH_AS": "`such as`",
    "ALWAYS_ASK": "`always ask`",
    "AT_START_OF": "`at start of`",
    "AT_END_OF": "`at end of`",
    "START_OF": "`start of`",
    "FINISH_OF": "`end of`",
    "END_OF": "`top of` or `bottom of`",
    "AS_A_WHOLE": "`as a whole`",
    "CANNOT_SEE": "`cannot see`",
    "END_GAME": "`end game`",
    "_COMMA": "`,`",
}

# A kind of line is known by a word that begins no other: the word, what such a line is called, a text it may follow.
_LINES = (
    ("LET", "a statement", "phase x\n"),
    ("PRINTED", "an attribute", "table has\n"),
    ("RULEBOOK", "a line about the game", "game x\n"),
    ("EXPECT", "a line of the scenario", 'scenario ""\n'),
    ("REQUIRES", "a line of the action", "action x\n"),
    ("ASIDE", "an item", ""),
)


def expected(accepts: frozenset[str]) -> list[str]:
    """Phrases for all that fits, shortest account first: a value is a value, not sixteen kinds of token."""
    left = set(accepts)
    said: list[str] = []
    for word, phrase, _ in _LINES:
        if word in left:
            said.append(phrase)
            left -= _begin(word)
    if {"INT", "LPAR", "YES"} <= left:
        said.append("a value")
        left -= _VALUE
    elif {"NAME", "LPAR", "YOU"} <= left:
        said.append("a name")
        left -= {"NAME", "LPAR", "YOU", "THIS"}
    if {"PLUS", "DOT"} & left:
        whole = left - _GOES_ON
        said += ["an operator"] if not whole else []
        left = whole
    ends = "_NL" in left
    left -= {"_NL", "CITE", "$END"} if ends else {"$END"}
    said += sorted(_phrase(terminal) for terminal in left)
    return said + (["the end of the line"] if ends else [])


def _phrase(terminal: str) -> str:
    return _PHRASES.get(terminal) or f"`{spellings()[terminal]}`"


@lru_cache(maxsize=8)
def _begin(word: str) -> frozenset[str]:
    before = next(text for known, _, text in _LINES if known == word)
    return (Reading.of_an_item().fits(before) or Reading.of_an_item()).accepts()


def listing(phrases: list[str]) -> str:
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"
