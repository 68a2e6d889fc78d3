"""Random games in ludax, played on request of playouts.py, in a Python that has ludax and need have nothing else.

    python benchmarks/ludax_player.py GAME BATCH [BATCH ...]

Of several batch sizes the fastest is kept. The first line out says which, and the CPU seconds from the rules to a
compiled function. Then each line in, `SECONDS SEED`, is answered by `{"games", "moves", "seconds"}`, in CPU time.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import ludax.games
from ludax import LudaxEnvironment


def compiled(game: str, batch: int) -> tuple[Callable[[Any], Any], float]:
    """From a key to the moves made in all games of a batch, in the way of ludax's own example."""
    start = time.process_time()
    env = LudaxEnvironment(game_str=getattr(ludax.games, game))
    step = jax.vmap(env.step)

    def going(args: tuple[Any, Any]) -> Any:
        return ~(args[0].terminated | args[0].truncated).all()

    def move(args: tuple[Any, Any]) -> tuple[Any, Any]:
        state, key = args
        key, now = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        return step(state, jax.random.categorical(now, logits=logits, axis=1)), key

    def run(key: Any) -> Any:
        state = jax.vmap(env.init)(jax.random.split(key, batch))
        state, _ = jax.lax.while_loop(going, move, (state, key))
        return state.global_step_count.astype(jnp.int32).sum()

    function = jax.jit(run).lower(jax.random.PRNGKey(0)).compile()
    return function, time.process_time() - start


def measure(function: Callable[[Any], Any], batch: int, seconds: float, seed: int) -> dict[str, float]:
    games = moves = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        moves += int(function(jax.random.PRNGKey(seed + games)))
        games += batch
    return {"games": games, "moves": moves, "seconds": spent}


def main() -> None:
    game, *batches = sys.argv[1:]
    tried = []
    for batch in map(int, batches):
        function, cost = compiled(game, batch)
        measure(function, batch, 0.1, 1)  # warm up
        found = measure(function, batch, 0.3, 2)
        tried.append((found["games"] / found["seconds"], batch, function, cost))
    _, batch, function, cost = max(tried, key=lambda t: t[0])
    print(json.dumps({"batch": batch, "compile_seconds": cost}), flush=True)
    for line in sys.stdin:
        seconds, seed = line.split()
        print(json.dumps(measure(function, batch, float(seconds), int(seed))), flush=True)


if __name__ == "__main__":
    main()
