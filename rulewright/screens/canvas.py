"""A sheet of character cells to draw on: words, fine lines of dots between them, and the same in plain ASCII."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.text import Text

_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # of a braille sign, by row and column
_ARROWS = ("→", "↗", "↑", "↖", "←", "↙", "↓", "↘")
_PLAIN_ARROWS = (">", "/", "^", "\\", "<", "/", "v", "\\")
Cell = tuple[str, str]


class Canvas:
    """Columns and rows from 0, 0 at the top left. What is written later lies on top; words lie on lines."""

    def __init__(self, width: int, height: int, unicode: bool) -> None:
        self.width, self.height, self.unicode = width, height, unicode
        self._words: dict[tuple[int, int], Cell] = {}
        self._dots: dict[tuple[int, int], tuple[int, str, int]] = {}
        self._under: dict[tuple[int, int], Cell] = {}

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        from rich.cells import cell_len

        for sign in text:
            wide = cell_len(sign)
            if wide == 0:  # it adorns the sign before it
                before, its = self._words.get((x - 1, y), ("", style))
                self._words[x - 1, y] = before + sign, its
            elif 0 <= x <= self.width - wide and 0 <= y < self.height:
                self._words[x, y] = sign, style
                if wide == 2:
                    self._words[x + 1, y] = "", style
            x += wide

    def fill(self, x: int, y: int, sign: str, style: str) -> None:
        """Ground, on which everything else lies."""
        if 0 <= x < self.width and 0 <= y < self.height:
            self._under[x, y] = sign, style

    def taken(self, x: int, y: int) -> bool:
        return (x, y) in self._words

    def line(self, a: tuple[float, float], b: tuple[float, float], style: str, rank: int = 0, gap: int = 0) -> None:
        """From one cell's middle to another's. Of two lines through one cell the one of higher rank gives the colour,
        and it is thicker, for those who see no colours; a gap makes it a dotted line."""
        across, down = (b[0] - a[0]) * 2, (b[1] - a[1]) * 4
        if not self.unicode:
            self._plain_line(a, b, style, rank, gap)
            return
        steps = max(1, math.ceil(max(abs(across), abs(down))))
        for n in range(steps + 1):
            if gap and n // gap % 2:
                continue
            x, y = (a[0] + 0.5) * 2 + across * n / steps, (a[1] + 0.5) * 4 + down * n / steps
            self._dot(x, y, style, rank)
            if rank:
                self._dot(x + (abs(down) > abs(across)), y + (abs(down) <= abs(across)), style, rank)

    def ring(self, middle: tuple[float, float], across: float, down: float, style: str, gap: int = 0) -> None:
        """A circle whose radii, in cells, differ as the cells' sides do."""
        steps = max(12, math.ceil(2 * math.pi * max(across * 2, down * 4)))
        for n in range(steps):
            if gap and n // gap % 2:
                continue
            turn = 2 * math.pi * n / steps
            x, y = middle[0] + 0.5 + across * math.cos(turn), middle[1] + 0.5 + down * math.sin(turn)
            if self.unicode:
                self._dot(x * 2, y * 4, style, 0)
            else:
                self._dots.setdefault((math.floor(x), math.floor(y)), (ord("."), style, 0))

    def arrow(self, x: int, y: int, towards: tuple[float, float], style: str) -> None:
        """The head of an arrow; a cell is about twice as high as wide."""
        turn = math.atan2(-towards[1] * 2, towards[0])
        eighth = round(turn / (math.pi / 4)) % 8
        self.write(x, y, (_ARROWS if self.unicode else _PLAIN_ARROWS)[eighth], style)

    def _dot(self, x: float, y: float, style: str, rank: int) -> None:
        column, row = math.floor(x), math.floor(y)
        cell = column // 2, row // 4
        if not (0 <= cell[0] < self.width and 0 <= cell[1] < self.height):
            return
        bits, old, before = self._dots.get(cell, (0, style, rank))
        self._dots[cell] = bits | _DOTS[row % 4][column % 2], style if rank >= before else old, max(rank, before)

    def _plain_line(self, a: tuple[float, float], b: tuple[float, float], style: str, rank: int, gap: int) -> None:
        dx, dy = b[0] - a[0], b[1] - a[1]
        slope = abs(dy) / (abs(dx) or 1e-9)
        sign = "-" if slope < 0.25 else "|" if slope > 1.4 else "/" if dx * dy < 0 else "\\"
        if rank:
            sign = "*"
        steps = max(1, round(max(abs(dx), abs(dy))))
        for n in range(steps + 1):
            if gap and n % 2:
                continue
            cell = round(a[0] + dx * n / steps), round(a[1] + dy * n / steps)
            if self._dots.get(cell, (0, "", -1))[2] <= rank:
                self._dots[cell] = ord(sign), style, rank

    def rows(self) -> list[Text]:
        from rich.text import Text

        lines = []
        for y in range(self.height):
            line, run, style = Text(no_wrap=True), "", ""
            for x in range(self.width):
                sign, its = self._at(x, y)
                if its != style:
                    line.append(run, style)
                    run, style = "", its
                run += sign
            line.append(run, style)
            line.rstrip()
            lines.append(line)
        return lines

    def _at(self, x: int, y: int) -> Cell:
        if (x, y) in self._words:
            return self._words[x, y]
        if (x, y) in self._dots:
            bits, style, _ = self._dots[x, y]
            return chr(0x2800 + bits) if self.unicode else chr(bits), style
        return self._under.get((x, y), (" ", ""))
