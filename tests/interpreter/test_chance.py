"""The random stream, against published values and a hand-made stream."""

from __future__ import annotations

import pytest
from rulewright.interpreter import chance
from rulewright.interpreter.state import HEADER, RNG_HIGH, RNG_LOW

GOLDEN = 0x9E3779B97F4A7C15
LONG = 2**64 - 1


def at(seed: int) -> list[int]:
    state = [0] * HEADER
    chance.seed(state, seed)
    return state


def test_published_outputs_of_seed_zero() -> None:
    state = at(0)
    for output in (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F):
        assert chance.draw(state) == output >> 32
    assert [chance.mix(GOLDEN * k & LONG) for k in (1, 2, 3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


def test_published_outputs_of_seed_1234567() -> None:
    state = at(1234567)
    outputs = (6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821)
    assert [chance.draw(state) for _ in outputs] == [output >> 32 for output in outputs]


def test_the_stream_is_a_counter_in_two_signed_cells() -> None:
    state = at(2**64 - 1)
    assert (state[RNG_LOW], state[RNG_HIGH]) == (-1, -1)
    chance.draw(state)
    stream = (GOLDEN - 1) & LONG
    assert state[RNG_LOW] & 0xFFFFFFFF == stream & 0xFFFFFFFF
    assert state[RNG_HIGH] & 0xFFFFFFFF == stream >> 32
    assert all(-(2**31) <= cell < 2**31 for cell in state)


def test_only_the_low_64_bits_of_a_seed_count() -> None:
    assert at(2**64 + 5) == at(5)
    assert at(-1) == at(2**64 - 1)


def unmix(output: int) -> int:
    """The stream that gives this output: the output function undone step by step."""
    z = output ^ output >> 31 ^ output >> 62
    z = z * pow(0x94D049BB133111EB, -1, 2**64) & LONG
    z = z ^ z >> 27 ^ z >> 54
    z = z * pow(0xBF58476D1CE4E5B9, -1, 2**64) & LONG
    return z ^ z >> 30 ^ z >> 60


def before(draw: int) -> list[int]:
    """A state whose next draw is this one."""
    return at(unmix(draw << 32) - GOLDEN & LONG)


@pytest.mark.parametrize("draw", [0, 1, 5, 2**31, 2**32 - 1, 0xDEADBEEF])
def test_a_stream_can_be_made_for_any_draw(draw: int) -> None:
    assert chance.draw(before(draw)) == draw


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 52, 1000, 2**31 - 1, 2**31, 3 * 2**29])
def test_a_fair_draw_is_scaled(n: int) -> None:
    for draw in (2**32 - 1, 2**31 + 12345, 0x12345678):
        if draw * n % 2**32 >= (2**32 - n) % n:
            state = before(draw)
            assert chance.below(state, n) == draw * n >> 32
            assert state == drawn_from(before(draw), 1)


def drawn_from(state: list[int], many: int) -> list[int]:
    for _ in range(many):
        chance.draw(state)
    return state


@pytest.mark.parametrize("n", [3, 6, 7, 52, 2**31 - 1, 3 * 2**29])
def test_an_unfair_draw_is_drawn_again(n: int) -> None:
    unfair = 0  # its product is 0, below 2^32 mod n
    state, again = before(unfair), before(unfair)
    chance.draw(again)
    assert chance.below(state, n) == chance.below(again, n)
    assert state == again


def test_the_threshold_is_exact() -> None:
    """2^32 mod 6 is 4: products whose low word is 0 or 2 are drawn again, the one with 4 is kept."""
    for low, kept in ((0, False), (2, False), (4, True)):
        draw = low // 2 * pow(3, -1, 2**31) % 2**31
        assert draw * 6 % 2**32 == low
        state = before(draw)
        value = chance.below(state, 6)
        assert (state == drawn_from(before(draw), 1)) is kept
        if kept:
            assert value == draw * 6 >> 32


def test_powers_of_two_never_redraw() -> None:
    for n in (1, 2, 4, 2**31):
        state = before(0)
        assert chance.below(state, n) == 0
        assert state == drawn_from(before(0), 1)


def test_one_draw_even_for_one_thing() -> None:
    state = at(9)
    assert chance.below(state, 1) == 0
    assert state == drawn_from(at(9), 1)


def test_golden_rolls_and_shuffle() -> None:
    """Fixed for ever: another value here is another game for every seed."""
    state = at(7)
    assert [chance.below(state, 6) for _ in range(12)] == [2, 0, 5, 3, 2, 1, 2, 1, 0, 2, 0, 5]
    things = list(range(10))
    chance.shuffle(state, things)
    assert things == [0, 4, 8, 2, 1, 5, 3, 6, 7, 9]


def test_a_shuffle_swaps_from_the_end() -> None:
    state, other = at(3), at(3)
    things = [10, 11, 12, 13]
    expected = things[:]
    for last in (3, 2, 1):
        place = chance.below(other, last + 1)
        expected[last], expected[place] = expected[place], expected[last]
    chance.shuffle(state, things)
    assert things == expected
    assert state == other


@pytest.mark.parametrize("things", [[], [4]])
def test_nothing_to_shuffle_draws_nothing(things: list[int]) -> None:
    state = at(1)
    chance.shuffle(state, things)
    assert state == at(1)
