"""A text and where its lines begin: turns offsets into spans."""

from __future__ import annotations

import re
from bisect import bisect_right

from .spans import Span


class Source:
    def __init__(self, text: str, file: str) -> None:
        self.text = text
        self.file = file
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def span(self, start: int, end: int) -> Span:
        line, column = self.place(start)
        end_line, end_column = self.place(end)
        return Span(self.file, start, end, line, column, end_line, end_column)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Where a line and column, both from 1, lie in the text."""
        return self._starts[line - 1] + column - 1
