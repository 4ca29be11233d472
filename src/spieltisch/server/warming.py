"""The table serves at once, interpreted; meanwhile rules and opponents are compiled, and then the tables use them.

The slow part happens in a process of its own, which fills numba's cache. Loading from there takes a moment in a thread.
Both modes give the same bytes, so the change may come in the middle of a game. SPIELTISCH_COMPILED=0 leaves it out, and
so does a system without numba.
"""

from __future__ import annotations

import asyncio
import json
import logging
import signal
from collections.abc import Awaitable, Callable, Iterable
from functools import cache, partial

from spieltisch import registry
from spieltisch.compiling import BOTS, DONE, FAILED, PARTS, RULES, command, exercise, is_done, unkept
from spieltisch.game import Game
from spieltisch.modes import cache_home, mode
from spieltisch.server.thinkers import Thinkers

LOG = logging.getLogger("spieltisch")
DELAY = 2.0  # seconds: the first page comes first


class ToldToEnd(Exception):
    """Somebody wants nothing more to be compiled, perhaps because the whole house ends."""


def something_to_do() -> bool:
    """Whether much will be compiled beside the tables: not after the first time, and not where it cannot be kept."""
    return mode() not in ("0", "1") and not (all(map(is_done, registry.names())) or unkept())


async def warm_up(
    thinkers: Thinkers, played: Callable[[], Iterable[str]], is_ready: Callable[[], None] = lambda: None
) -> None:
    """Compiles one game after the other, those that are played first: what tables ask, opponents, then the coach.
    Whether it took long or not, the end of it is told; also to whoever runs the house, if they had to wait for it."""
    if mode() in ("0", "1"):
        return
    await asyncio.sleep(DELAY)
    left, compiler, waited, all_of_them = registry.names(), Compiler(), something_to_do(), True
    try:
        while left:
            name = next((name for name in played() if name in left), left[0])
            left.remove(name)
            all_of_them &= await compiler.compiled(name, *PARTS, done=partial(_use, thinkers, name))
    except ToldToEnd:
        return
    finally:
        await compiler.close()
    if waited and all_of_them:
        LOG.info("Opponents and coach are compiled.")
        is_ready()


async def _use(thinkers: Thinkers, name: str, part: str) -> None:
    game = registry.game(name)
    if part == RULES:
        await asyncio.to_thread(_load, game)
        game.use_compiled()
    elif part == BOTS:
        await thinkers.use_compiled(name)


class Loading:
    """Where rules are compiled from the beginning they are loaded before the first table of a game is opened, and not
    piece by piece while others wait for their moves."""

    def __init__(self) -> None:
        self._games: dict[str, asyncio.Task[None]] = {}

    async def of(self, game: Game) -> None:
        if mode() == "1":
            if game.name not in self._games:
                self._games[game.name] = asyncio.create_task(asyncio.to_thread(_load, game))
            await asyncio.shield(self._games[game.name])


def _load(game: Game) -> None:
    """Already asking for the compiled rules takes a moment, so that belongs into the thread too."""
    exercise(game, game.compiled)


async def nothing(part: str) -> None:
    pass


class Compiler:
    """A process beside the table that compiles one game after the other: what they have in common is done once."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def compiled(self, name: str, *parts: str, done: Callable[[str], Awaitable[None]] = nothing) -> bool:
        """Whether all these parts of a game could be done; `done` hears of each."""
        if not _can_keep(str(cache_home())):
            return False
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(  # a terminal's interrupt is not for it
                *command(), stdin=pipe, stdout=pipe, start_new_session=True
            )
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(f"{' '.join((name, *parts))}\n".encode())
        while (said := (await process.stdout.readline()).decode().strip()) in parts:
            await done(said)
        if not said and await process.wait() == -signal.SIGTERM:
            raise ToldToEnd
        if said != DONE:
            LOG.warning("Not all of %s could be compiled; the table goes on without.%s", name, _why(said))
        return said == DONE

    async def close(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.communicate()


def _why(said: str) -> str:
    """What the other process says of its failure; if it has died, nothing."""
    return f"\n{json.loads(said.removeprefix(FAILED)).rstrip()}" if said else ""


@cache
def _can_keep(folder: str) -> bool:
    """If not, it is said once."""
    if why := unkept():
        LOG.warning(
            "Compiled rules cannot be kept in %s (%s), so opponents do not look ahead and the coach is rough: "
            "set XDG_CACHE_HOME to a folder that can be written.",
            folder,
            why,
        )
    return not why


async def compiled(name: str, *parts: str) -> bool:
    """The same for whoever waits for one game."""
    compiler = Compiler()
    try:
        return await compiler.compiled(name, *parts)
    except ToldToEnd:
        return False
    finally:
        await compiler.close()
