"""Where in a ruleset something stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one file. Lines and columns count from 1; `start` and `end` are character offsets; `end` and
    `end_column` stand behind the last character."""

    file: str  # path relative to the ruleset's folder, with forward slashes
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
