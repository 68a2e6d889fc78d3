"""Random streams outside the state: which seed a game of a series gets, and the random bot's own stream.

Game i of a series with seed s starts from `game_seed(s, i)`, its bots from `bot_seed(s, i)`: the outputs number 2i and
2i + 1 of the SplitMix64 stream that starts at s (CORE.md, section 8). So a game depends on s and i alone, never on how
many cores play the series or in which order, and no bot ever draws from the cards."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from .chance import mix

GOLDEN = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1


def game_seed(seed: int, game: int) -> int:
    return mix(seed + (2 * game + 1) * GOLDEN & WORD)


def bot_seed(seed: int, game: int) -> int:
    return mix(seed + (2 * game + 2) * GOLDEN & WORD)


class Stream:
    """SplitMix64 with Lemire's ranges, exactly as the engines draw."""

    def __init__(self, seed: int) -> None:
        self.state = seed & WORD

    def draw(self) -> int:
        self.state = self.state + GOLDEN & WORD
        return mix(self.state) >> 32

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        product = self.draw() * n
        if product & 0xFFFFFFFF < n:
            threshold = (1 << 32) % n
            while product & 0xFFFFFFFF < threshold:
                product = self.draw() * n
        return product >> 32

    def pick(self, listed: Sequence[Any], offered: Container[Any]) -> Any:
        """What a bot takes that likes all that is offered equally well. It draws from what is listed; if that is not
        offered, for it cannot be completed, the last takes its place and the bot draws again. So whoever looks ahead
        need not look at everything."""
        left = list(listed)
        while True:
            place = self.below(len(left))
            if left[place] in offered:
                return left[place]
            left[place] = left[-1]
            left.pop()
