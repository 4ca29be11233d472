"""The rules on a graphics card: the same bytes as on the processor? And how fast?

    python -m studies.bench_gpu                       all games, variants and numbers of players; writes build/gpu.json
    python -m studies.bench_gpu --games genial_dice   one game

First whole random games of every variant and number of players are played on the card and again by the compiled rules
of the processor, with the same generators: rows, places, points and the generators afterwards must be equal. Then two
players play half a million games at once, several times; the median and the spread are told. Pgx (JAX) is measured in
the same run where it is installed.
"""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from typing import Any

import click
import numpy as np
from numba import cuda
from rich.console import Console
from rich.progress import track

from spieltisch import registry
from spieltisch.game import Game
from spieltisch.kernel import generators, new
from spieltisch.lab import playouts
from spieltisch.lab.gpu import BLOCK, Card

BUILD = Path(__file__).resolve().parents[1] / "build"
OTHERS = ("hex", "backgammon", "2048")  # of Pgx


def differences(game: Game, card: Card, variant: str, players: int, games: int) -> int:
    """In how many games card and processor differ in anything."""
    options = game.chosen(variant, players, {})
    number, values = game.numbers(variant, players, options)
    content = game.content(options).numbers
    rngs = generators(players, games)
    mine = rngs.copy()
    rows, places, points, events = card.random_games(rngs, players, variant, options)
    engine = game.compiled.bind(playouts, rules=game.parts)
    own = new(game.rules.State)
    ends = np.zeros((2, players), np.int64)
    found = 0
    for k in range(games):
        happened = engine.random_games(own, players, number, values, content, mine[k], 1)
        engine.outcome(own, *ends)
        alike = own.tobytes() == rows[k : k + 1].tobytes() and happened == events[k] and (mine[k] == rngs[k]).all()
        found += not (alike and (ends[0] == places[k]).all() and (ends[1] == points[k]).all())
    return found


def speed(game: Game, card: Card, threads: int, rounds: int, runs: int) -> dict[str, Any]:
    """Whole games in one kernel; nothing travels while it is timed."""
    variant = next(iter(game.variants))
    players = 2
    options = game.chosen(variant, players, {})
    number, values = game.numbers(variant, players, options)
    content = game.content(options).numbers
    arguments = [cuda.to_device(values), cuda.to_device(content if len(content) else np.zeros(1, np.int64))]
    rngs = cuda.to_device(generators(1, threads))
    answers = [cuda.device_array((threads, players), np.int64) for _ in range(2)]
    events = cuda.to_device(np.zeros(threads, np.int64))
    rows = cuda.device_array(threads, card.row)
    kernel = card.launch(threads)
    took, happened = [], []
    for _ in range(runs + 1):  # the first one warms up
        cuda.synchronize()
        begun = time.perf_counter()
        kernel(rows, players, number, *arguments, rngs, rounds, *answers, events)
        cuda.synchronize()
        took.append(time.perf_counter() - begun)
        happened.append(int(events.copy_to_host().sum()))
    games = sorted(threads * rounds / seconds for seconds in took[1:])
    return {
        "games_a_second": statistics.median(games),
        "least": games[0],
        "most": games[-1],
        "events_a_second": statistics.median(e / t for e, t in zip(happened[1:], took[1:], strict=True)),
        "bytes_a_row": card.row.itemsize,
        "bytes_a_row_wide": new(game.rules.State).itemsize,
        "threads": threads,
        "block": BLOCK,
        **card.needs(),
    }


def others(batch: int, steps: int) -> dict[str, float]:
    """Steps a second of Pgx's games, random legal moves with auto-reset; nothing where it is not installed."""
    try:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset
    except ImportError:
        return {}
    rates = {}
    for name in OTHERS:
        env = pgx.make(name)
        init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

        def play(state: Any, key: Any, step: Any = step) -> Any:
            def one(carry: Any, _: Any) -> Any:
                state, key = carry
                key, act, luck = jax.random.split(key, 3)
                logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
                action = jax.random.categorical(act, logits, axis=-1)
                return (step(state, action, jax.random.split(luck, batch)), key), None

            return jax.lax.scan(one, (state, key), None, length=steps)[0]

        play = jax.jit(play)
        state, key = init(jax.random.split(jax.random.PRNGKey(0), batch)), jax.random.PRNGKey(1)
        state, key = jax.block_until_ready(play(state, key))
        begun = time.perf_counter()
        jax.block_until_ready(play(state, key))
        rates[name] = batch * steps / (time.perf_counter() - begun)
    return rates


@click.command()
@click.option("--games", default=",".join(registry.names()), help="Which games.")
@click.option("--compared", default=5000, help="Games compared for each variant and number of players.")
@click.option("--threads", default=1 << 19, help="Games at once when speed is measured.")
@click.option("--rounds", default=4, help="Games one after another in each thread.")
@click.option("--runs", default=5, help="How often speed is measured.")
def main(games: str, compared: int, threads: int, rounds: int, runs: int) -> None:
    console = Console()
    report: dict[str, Any] = {"card": str(cuda.get_current_device().name), "games": {}}
    for name in games.split(","):
        game = registry.game(name)
        card = Card(game)
        begun = time.perf_counter()
        card.random_games(generators(1, 1), *_usual(game))
        compiling = time.perf_counter() - begun
        setups = [(variant, players) for variant, counts in game.variants.items() for players in counts]
        found = {
            f"{variant} {players}": differences(game, card, variant, players, compared)
            for variant, players in track(setups, f"{name}: card against processor", console=console)
        }
        measured = speed(game, card, threads, rounds, runs)
        report["games"][name] = {"compiling": compiling, "compared": compared, "different": found, **measured}
        console.print(
            f"{name}: {measured['games_a_second'] / 1e6:.1f} million games/s, different {sum(found.values())}"
        )
        console.print_json(data=report["games"][name])
    report["pgx"] = {str(batch): others(batch, 256) for batch in (1 << 14, 1 << 17)}
    BUILD.mkdir(exist_ok=True)
    (BUILD / "gpu.json").write_text(json.dumps(report, indent=2))
    console.print_json(data=report["pgx"])
    if any(sum(each["different"].values()) for each in report["games"].values()):
        raise SystemExit("Card and processor differ.")


def _usual(game: Game) -> tuple[int, str, dict[str, str]]:
    variant, counts = next(iter(game.variants.items()))
    return counts[0], variant, game.chosen(variant, counts[0], {})


if __name__ == "__main__":
    main()
