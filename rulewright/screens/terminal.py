"""The terminal as it is: its width, whether it knows Unicode and colours, and whether anybody looks at it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from .clean import ascii_only

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

NARROW, WIDE = 40, 120


def knows_unicode(stream: Any) -> bool:
    """Python speaks UTF-8 even where the user's locale is C: there the terminal may well not."""
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_CTYPE") or os.environ.get("LANG") or ""
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "")
    return encoding.startswith("utf") and locale not in ("C", "POSIX")


class Terminal:
    """Where everything is printed. `plain` is for screen readers: words in lines, no drawing, nothing wiped away."""

    def __init__(self, plain: bool = False, ascii_: bool = False, width: int | None = None) -> None:
        self.plain = plain
        self.unicode = not ascii_ and knows_unicode(sys.stdout)
        self.live = sys.stdout.isatty() and not plain and os.environ.get("TERM") != "dumb"
        self.asked_at = sys.stdin.isatty()  # does a person type the answers?
        self._width = width
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace")
        self.console = self._console()

    def _console(self) -> Console:
        from rich.console import Console

        colour: Any = None if self.plain else "auto"
        return Console(
            file=sys.stdout,
            color_system=colour,
            highlight=False,
            markup=False,
            emoji=False,
            legacy_windows=False,
            width=self._width,
            soft_wrap=False,
            no_color=True if self.plain or "NO_COLOR" in os.environ else None,
        )

    @property
    def width(self) -> int:
        """A terminal may be made wider or narrower at any time; lines longer than a page are hard to read."""
        return max(NARROW, min(WIDE, self.console.width))

    @property
    def height(self) -> int:
        return self.console.height if self.live else 50

    def show(self, lines: Iterable[Text | str]) -> None:
        from rich.text import Text

        for line in lines:
            text = Text(line) if isinstance(line, str) else line
            if not self.unicode and not text.plain.isascii():
                text = _ascii(text)
            if text.no_wrap or self.plain:
                self.console.print(text, soft_wrap=self.plain, no_wrap=True, crop=not self.plain, overflow="ignore")
            else:
                self.console.print(text, width=self.width, overflow="fold")

    def say(self, text: str, style: str = "") -> None:
        from rich.text import Text

        self.show([Text(text, style)])

    def wipe(self) -> None:
        """An empty screen, where somebody looks."""
        if self.live:
            self.console.file.write("\x1b[H\x1b[2J")

    def wipe_all(self) -> None:
        """An empty screen from which nothing can be scrolled back: another player sits down."""
        if sys.stdout.isatty():
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")


def _ascii(text: Text) -> Text:
    """Signs that have been written in spite of all care. Spans would no longer fit, so the colours go."""
    from rich.text import Text as Rich

    return Rich(ascii_only(text.plain), no_wrap=text.no_wrap)
