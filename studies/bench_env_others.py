"""Other vectorised environments on the same processor, for bench_env.py: a script of its own, because they want
packages that this house does not. Prints million steps a second as JSON: random legal moves, auto-reset.

    python studies/bench_env_others.py 1024 2
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def pgx_speed(name: str, n: int, seconds: float) -> float:
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env, steps = pgx.make(name), 32
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def play(state: Any, key: Any) -> Any:
        def one(carry: Any, _: Any) -> Any:
            state, key = carry
            key, act, luck = jax.random.split(key, 3)
            logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
            state = step(state, jax.random.categorical(act, logits, axis=-1), jax.random.split(luck, n))
            return (state, key), state.observation.sum()  # so that it is really worked out

        return jax.lax.scan(one, (state, key), None, length=steps)

    play = jax.jit(play)
    carry = init(jax.random.split(jax.random.PRNGKey(0), n)), jax.random.PRNGKey(1)
    carry, _ = jax.block_until_ready(play(*carry))
    begun, done = time.perf_counter(), 0
    while time.perf_counter() - begun < seconds:
        carry, _ = jax.block_until_ready(play(*carry))
        done += n * steps
    return done / (time.perf_counter() - begun) / 1e6


def envpool_speed(name: str, n: int, seconds: float) -> float:
    """Only the time of its steps: numpy, which chooses here, would take longer."""
    import envpool
    import numpy as np

    env, luck = envpool.make_gymnasium(name, num_envs=n, seed=1), np.random.default_rng(1)
    _, infos = env.reset()
    begun, stepping, done = time.perf_counter(), 0.0, 0
    while time.perf_counter() - begun < 3 * seconds:
        masks = infos["legal_action_mask"]
        actions = (luck.random(masks.shape, np.float32) * masks).argmax(axis=1).astype(np.int32)
        before = time.perf_counter()
        *_, infos = env.step(actions)
        stepping += time.perf_counter() - before
        done += n
    return done / stepping / 1e6


def main() -> None:
    n, seconds = int(sys.argv[1]), float(sys.argv[2])
    measured: dict[str, Any] = {}
    wanted = [("pgx", pgx_speed, name) for name in ("hex", "backgammon", "2048")]
    wanted += [("envpool", envpool_speed, name) for name in ("Hex-v1", "Backgammon-v1")]
    for package, speed, name in wanted:
        try:
            measured[f"{package} {name}"] = speed(name, n, seconds)
        except Exception as error:  # whatever stands in the way is said
            measured[f"{package} {name}"] = f"{type(error).__name__}: {error}"[:200]
    print(json.dumps(measured))


if __name__ == "__main__":
    main()
