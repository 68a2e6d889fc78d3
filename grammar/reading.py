"""A place in the middle of a parse that can be copied: reads on line by line and says where and why it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from lark import TextSlice, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.lexer import LexerState, PatternStr

from .tables import parser


@dataclass(frozen=True, slots=True)
class Failure:
    """Where a line stopped making sense: the token that does not fit, and the place just before it."""

    before: Reading
    read: tuple[Token, ...]  # what did fit
    token: Token


@dataclass(frozen=True, slots=True)
class Reading:
    """Never changed: reading on gives another one."""

    state: Any  # lark's ParserState, without the values: only whether a text fits is asked here

    @staticmethod
    def of_an_item() -> Reading:
        state = parser().parse_interactive(start="item").parser_state
        state.parse_conf = copy(state.parse_conf)
        state.parse_conf.callbacks = {}
        return Reading(state)

    def line(self, text: str) -> tuple[Reading, tuple[Token, ...]] | Failure:
        """The place behind a line, and its tokens."""
        state = self.state.copy(deepcopy_values=False)
        read: list[Token] = []
        try:
            for token in _lexer().lex(LexerState(TextSlice.cast_from(text)), state):
                wrong = token
                state.feed_token(token)
                read.append(token)
        except UnexpectedToken as error:
            wrong = error.token
        except UnexpectedCharacters as error:
            at = error.pos_in_stream or 0
            wrong = Token("", text[at : at + 1], at, end_pos=at + 1)
        else:
            if read and read[-1].type == "_NL":
                return Reading(state), tuple(read)
            wrong = Token("_NL", "", len(text), end_pos=len(text))  # a comma took the end of the line for itself
        return Failure(self.after(read), tuple(read), wrong)

    def fits(self, text: str) -> Reading | None:
        found = self.line(text)
        return found[0] if isinstance(found, tuple) else None

    def after(self, tokens: list[Token]) -> Reading:
        """The place behind tokens that fit. A token that does not may have closed rules before it was refused."""
        state = self.state.copy(deepcopy_values=False)
        for token in tokens:
            state.feed_token(token)
        return Reading(state)

    def accepts(self) -> frozenset[str]:
        """The terminals that can come next; `$END` where the item may end."""
        return frozenset(self._acceptable())

    def _acceptable(self) -> Iterator[str]:
        for terminal in self.state.parse_conf.states[self.state.position]:
            if not terminal.isupper():
                continue
            state = self.state.copy(deepcopy_values=False)
            try:
                state.feed_token(Token(terminal, ""), terminal == "$END")
            except UnexpectedToken:
                continue
            yield terminal

    @property
    def complete(self) -> bool:
        state = self.state.copy(deepcopy_values=False)
        try:
            state.feed_token(Token("$END", ""), True)
        except UnexpectedToken:
            return False
        return True


@lru_cache(maxsize=1)
def _lexer() -> Any:
    return parser().parse_interactive(start="item").lexer_thread.lexer


@lru_cache(maxsize=1)
def spellings() -> dict[str, str]:
    """Terminals that are written in one way only."""
    return {t.name: t.pattern.value for t in parser().terminals if isinstance(t.pattern, PatternStr)}
