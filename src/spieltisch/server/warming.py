"""The table serves at once, interpreted; meanwhile rules and opponents are compiled, and then the tables use them.

The slow part happens in a process of its own, which fills numba's cache. Loading from there takes a moment in a thread.
Both modes give the same bytes, so the change may come in the middle of a game. SPIELTISCH_COMPILED=0 leaves it out, and
so does a system without numba.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

from spieltisch import registry
from spieltisch.compiling import BOTS, PARTS, RULES, command, exercise
from spieltisch.game import Game
from spieltisch.kernel import mode
from spieltisch.server.thinkers import Thinkers

LOG = logging.getLogger("spieltisch")
DELAY = 2.0  # seconds: the first page comes first


async def warm_up(thinkers: Thinkers, played: Callable[[], Iterable[str]]) -> None:
    """Compiles one game after the other, those that are played first: what tables ask, opponents, then the coach."""
    if mode() in ("0", "1"):
        return
    await asyncio.sleep(DELAY)
    left = registry.names()
    while left:
        name = next((name for name in played() if name in left), left[0])
        left.remove(name)
        await compiled(name, *PARTS, done=partial(_use, thinkers, name))


async def _use(thinkers: Thinkers, name: str, part: str) -> None:
    game = registry.game(name)
    if part == RULES:
        await asyncio.to_thread(_load, game)
        game.use_compiled()
    elif part == BOTS:
        await thinkers.use_compiled(name)


def _load(game: Game) -> None:
    """Already asking for the compiled rules takes a moment, so that belongs into the thread too."""
    exercise(game, game.compiled)


async def nothing(part: str) -> None:
    pass


async def compiled(name: str, *parts: str, done: Callable[[str], Awaitable[None]] = nothing) -> bool:
    """In a process of its own; `done` hears of each part. Whether all could be done."""
    process = await asyncio.create_subprocess_exec(*command(name, *parts), stdout=asyncio.subprocess.PIPE)
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            await done(line.decode().strip())
        failed = await process.wait()
    except asyncio.CancelledError:
        process.kill()
        raise
    if failed:
        LOG.warning("Not all of %s could be compiled; the table goes on without.", name)
    return not failed
