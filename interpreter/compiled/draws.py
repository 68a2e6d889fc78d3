"""Random numbers: the game's stream in its state, the bot's stream outside it. CORE.md, section 8, bit for bit."""

from __future__ import annotations

from collections.abc import Callable

from .memory import RNG_AT, STATE
from .unit import Unit
from .wasm import I32, I64, Code, Function, Var, const, const64, load

GOLDEN = 0x9E3779B97F4A7C15


def mix(f: Function, stream: Var, to: Var) -> None:
    """SplitMix64's output function."""
    f.let(to, (stream ^ (stream >> 30)) * 0xBF58476D1CE4E5B9)
    f.let(to, (to ^ (to >> 27)) * 0x94D049BB133111EB)
    f.let(to, to ^ (to >> 31))


def below(unit: Unit) -> Function:
    """One of 0..n-1 from the stream of the game, with equal chances."""

    def save(f: Function, stream: Var) -> None:
        f.keep(RNG_AT, stream, op="i64.store")

    return _below(unit, "game", load(RNG_AT, op="i64.load"), save)


def bot_below(unit: Unit) -> Function:
    """The same from the stream of the bot."""
    return _below(unit, "bot", unit.bot, lambda f, stream: f.save(unit.bot, stream))


def _below(unit: Unit, whose: str, stream: Code, save: Callable[[Function, Var], None]) -> Function:
    f, new = unit.helper("below", whose, params=(I32,), results=(I32,))
    if new:
        n, unfair = f.param(0), f.local(I64)
        s, product = f.local(I64), f.local(I64)

        def draw() -> None:
            f.let(s, stream + GOLDEN)
            save(f, s)
            mix(f, s, product)
            f.let(product, (product >> 32) * n.long())

        draw()
        with f.when((product & 0xFFFFFFFF).below(n.long())):
            f.let(unfair, (const64(1 << 32) - n.long()).modulo(n.long()))
            with f.repeat((product & 0xFFFFFFFF).below(unfair)):
                draw()
        f.put((product >> 32).low())
    return f


def seed_of(unit: Unit) -> Function:
    """Output number n of the stream that starts at a seed: what the games and bots of a series start from."""
    f, new = unit.helper("seed_of", params=(I64, I64), results=(I64,))
    if new:
        z = f.local(I64)
        f.let(z, f.param(0) + f.param(1) * GOLDEN)
        mix(f, z, z)
        f.put(z)
    return f


# --- the script of a scenario: numbers that stand in for chance


def take(unit: Unit) -> Function:
    """Takes the first numbers off a list of the script; the rest move down."""
    f, new = unit.helper("take", params=(I32, I32))
    if new:
        at, many = f.param(0), f.param(1)
        left = f.local()
        f.let(left, load(at) - many)
        f.copy(at + 4, at + 4 + (many << 2), left << 2)
        f.fill(at + 4 + (left << 2), 0, many << 2)
        f.keep(at, left)
    return f


def script_values(unit: Unit) -> int:
    """Address of how many values there are for picks; they follow."""
    return STATE + 4 * int(unit.program["script"]["at"])


def script_orders(unit: Unit) -> int:
    """Address of how many numbers there are for shuffles; they follow."""
    script = unit.program["script"]
    return STATE + 4 * int(script["at"] + 1 + script["capacity"])


def first_number(address: int) -> Code:
    return load(const(0), address + 4)
