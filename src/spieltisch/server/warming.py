"""The table serves at once, interpreted; meanwhile the rules are compiled, and when that is done the tables use them.

The slow part happens in a process of its own, which fills numba's cache. Loading from there takes a moment in a thread.
Both modes give the same bytes, so the change may come in the middle of a game. SPIELTISCH_COMPILED=0 leaves it out.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys

import numpy as np

from spieltisch import registry
from spieltisch.contract import Game
from spieltisch.kernel import CHANCE, Engine, first, generator

LOG = logging.getLogger("spieltisch")
MODE = "SPIELTISCH_COMPILED"  # 1: from the beginning, 0: never
DELAY = 2.0  # seconds: the first page comes first
NICENESS = 15


async def warm_up() -> None:
    """Compiles all games, one after the other, and lets the tables use them."""
    if os.environ.get(MODE) in ("0", "1"):
        return
    await asyncio.sleep(DELAY)
    for name in registry.names():
        process = await asyncio.create_subprocess_exec(sys.executable, "-m", __name__, name)
        try:
            failed = await process.wait()
        except asyncio.CancelledError:
            process.kill()
            raise
        if failed:
            LOG.warning("The rules of %s could not be compiled; the table goes on without.", name)
            continue
        game = registry.game(name)
        await asyncio.to_thread(exercise, game, game.compiled)
        game.__dict__["engine"] = game.compiled  # cached_property looks there first


def exercise(game: Game, engine: Engine) -> None:
    """Calls every rule that a table asks, so that all of them are compiled or loaded."""
    variant, counts = next(iter(game.variants.items()))
    options = game.chosen(variant, counts[0], {})
    rows = game.start(counts[0], variant, options, game.content(options))
    number, values = game.numbers(variant, counts[0], options)
    engine.setup(rows.copy(), counts[0], number, values, game.content(options).numbers)
    places, out, rng = np.zeros((2, counts[0]), np.int64), np.empty(game.rules.CHOICES, np.int64), generator(1)
    decided = False
    while not decided:
        seat = first(engine.waiting(rows))
        decided = seat != CHANCE
        engine.legal(rows, seat, out)
        action = int(engine.pick(rows, seat, engine.tickets(rows, seat) - 1))
        engine.refusal(rows, seat, action)
        engine.witnesses(rows, seat, action)
        engine.apply(rows, seat, action)
    engine.reveals(rows)
    engine.outcome(rows, places[0], places[1])
    engine.hide(rows, 0)
    engine.imagine(rows, 0, rng)


if __name__ == "__main__":
    os.nice(NICENESS)
    chosen = registry.game(sys.argv[1])
    exercise(chosen, chosen.compiled)
