"""The random stream of a game: SplitMix64 in two cells of the state, and what is drawn from it."""

from __future__ import annotations

from .state import RNG_HIGH, RNG_LOW, State, signed

_WORD = 0xFFFFFFFF
_LONG = 0xFFFFFFFFFFFFFFFF


def seed(state: State, value: int) -> None:
    """Puts the stream at its start. Only the low 64 bits of the seed count."""
    state[RNG_LOW], state[RNG_HIGH] = signed(value), signed(value >> 32)


def draw(state: State) -> int:
    """The next 32 random bits."""
    stream = (state[RNG_HIGH] & _WORD) << 32 | state[RNG_LOW] & _WORD
    stream = (stream + 0x9E3779B97F4A7C15) & _LONG
    seed(state, stream)
    return mix(stream) >> 32


def mix(stream: int) -> int:
    """SplitMix64's output function, all 64 bits of it."""
    z = (stream ^ stream >> 30) * 0xBF58476D1CE4E5B9 & _LONG
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _LONG
    return z ^ z >> 31


def below(state: State, n: int) -> int:
    """One of 0..n-1 with equal chances (Lemire's method: the few draws that would favour some are drawn again)."""
    product = draw(state) * n
    if product & _WORD < n:
        unfair = ((1 << 32) - n) % n
        while product & _WORD < unfair:
            product = draw(state) * n
    return product >> 32


def shuffle(state: State, things: list[int]) -> None:
    """Puts a list, bottom to top, into random order."""
    for last in range(len(things) - 1, 0, -1):
        other = below(state, last + 1)
        things[last], things[other] = things[other], things[last]
