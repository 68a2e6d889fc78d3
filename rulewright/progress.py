"""A line of progress for work that takes longer than a second, shown only to somebody who looks at a terminal."""

from __future__ import annotations

import sys
from time import monotonic
from types import TracebackType

PATIENCE = 1.0  # seconds before anything is shown
PACE = 0.2  # seconds between two changes


class Progress:
    """Used as `with Progress("games", 100) as progress: … progress.step()`."""

    def __init__(self, what: str, total: int | None = None) -> None:
        self.what, self.total, self.done = what, total, 0
        self._start = self._shown = monotonic()
        self._visible = False

    def __enter__(self) -> Progress:
        return self

    def step(self, by: int = 1) -> None:
        self.done += by
        now = monotonic()
        if now - self._start > PATIENCE and now - self._shown > PACE and sys.stderr.isatty():
            self._shown, self._visible = now, True
            of = f" of {self.total}" if self.total else ""
            sys.stderr.write(f"\r{self.done}{of} {self.what}, {now - self._start:.0f} s ")
            sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._visible:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
