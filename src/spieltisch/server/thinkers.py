"""Bots think in processes of their own, never on the loop that serves people."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Any, TypeVar

from spieltisch import bots, registry
from spieltisch.bots.levels import looks_ahead
from spieltisch.compiling import practise
from spieltisch.game import Game
from spieltisch.kernel import Rows, generator

T = TypeVar("T")
WORKERS = 1  # the other core is for people
ATTEMPTS = 3


class Thinkers:
    """If a process dies, others take over and the question is asked again."""

    def __init__(self) -> None:
        self.compiled: set[str] = set()  # games whose opponents need not be compiled any more: they look ahead
        self._pool = self._new_pool()
        self._pool.submit(os.getpid)  # starting takes a moment: nobody should wait for it at the first move

    def limits(self, game: Game, bot: str, variant: str) -> bool:
        """Whether this opponent would look ahead, and cannot yet."""
        compiled = game.name in self.compiled or os.environ.get("SPIELTISCH_COMPILED") == "1"
        return not compiled and looks_ahead(game, bot, variant)

    async def choose(self, game: str, bot: str, seen: Rows, seat: int, seed: int) -> int:
        return await self._asked(think, game, bot, seen, seat, seed, game in self.compiled)

    async def use_compiled(self, game: str) -> None:
        """From now on opponents of this game look ahead. Everything must be in numba's cache."""
        await self._asked(load, game)
        self.compiled.add(game)

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    async def _asked(self, work: Callable[..., T], *question: Any) -> T:
        attempts = ATTEMPTS
        while True:
            pool = self._pool
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, work, *question)
            except BrokenProcessPool:
                attempts -= 1
                if pool is self._pool:
                    self._pool = self._new_pool()
                if not attempts:
                    raise

    @staticmethod
    def _new_pool() -> ProcessPoolExecutor:
        return ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn"), initializer=prepare)


def think(game: str, bot: str, seen: Rows, seat: int, seed: int, compiled: bool) -> int:
    """What the bot does, knowing what its seat may know."""
    found = registry.game(game)
    if compiled:
        found.use_compiled()
    return bots.anybody(bot, found).choose(found, seen, seat, generator(seed))


def load(game: str) -> None:
    """It takes a moment: better before somebody waits for a move."""
    found = registry.game(game)
    found.use_compiled()
    practise(found)


def prepare() -> None:
    """A process that thinks is not interrupted from the keyboard and does not outlive its server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_server, daemon=True).start()
    for name in registry.names():
        registry.game(name)


def _end_with_server() -> None:
    server = parent_process()
    if server is not None:
        server.join()
    os._exit(0)
