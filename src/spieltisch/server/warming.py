"""The table serves at once, interpreted; meanwhile rules and opponents are compiled, and then the tables use them.

The slow part happens in a process of its own, which fills numba's cache. Loading from there takes a moment in a thread.
Both modes give the same bytes, so the change may come in the middle of a game. SPIELTISCH_COMPILED=0 leaves it out.
"""

from __future__ import annotations

import asyncio
import logging
import os

from spieltisch import registry
from spieltisch.compiling import BOTS, COACH, RULES, command, exercise
from spieltisch.game import Game
from spieltisch.server.thinkers import Thinkers

LOG = logging.getLogger("spieltisch")
MODE = "SPIELTISCH_COMPILED"  # 1: from the beginning, 0: never
DELAY = 2.0  # seconds: the first page comes first


async def warm_up(thinkers: Thinkers) -> None:
    """Compiles all games, one after the other: what tables ask, what opponents think with, and then the coach."""
    if os.environ.get(MODE) in ("0", "1"):
        return
    await asyncio.sleep(DELAY)
    for name in registry.names():
        if await compiled(name, RULES):
            game = registry.game(name)
            await asyncio.to_thread(_load, game)
            game.use_compiled()
    for name in registry.names():
        if await compiled(name, BOTS):
            await thinkers.use_compiled(name)
    for name in registry.names():
        await compiled(name, COACH)


class Loading:
    """Where rules are compiled from the beginning they are loaded before the first table of a game is opened, and not
    piece by piece while others wait for their moves."""

    def __init__(self) -> None:
        self._games: dict[str, asyncio.Task[None]] = {}

    async def of(self, game: Game) -> None:
        if os.environ.get(MODE) == "1":
            if game.name not in self._games:
                self._games[game.name] = asyncio.create_task(asyncio.to_thread(_load, game))
            await asyncio.shield(self._games[game.name])


def _load(game: Game) -> None:
    """Already asking for the compiled rules takes a moment, so that belongs into the thread too."""
    exercise(game, game.compiled)


async def compiled(name: str, what: str) -> bool:
    """In a process of its own; whether it could be done."""
    process = await asyncio.create_subprocess_exec(*command(name, what))
    try:
        failed = await process.wait()
    except asyncio.CancelledError:
        process.kill()
        raise
    if failed:
        LOG.warning("The %s of %s could not be compiled; the table goes on without.", what, name)
    return not failed
