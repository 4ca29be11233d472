"""The coach at the table: the best moves for a seat that may ask. It thinks in a process of its own, as bots do.

It gets what the seat may know and nothing else. What it says when a game is over is in reviewing.py.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, TypeVar

from spieltisch import registry
from spieltisch.bots.search import Budget
from spieltisch.coach.advice import Advice, advise
from spieltisch.compiling import COACH, advise_once
from spieltisch.contract import Reason, Refused
from spieltisch.kernel import Rows, generator
from spieltisch.server.thinkers import prepare
from spieltisch.server.warming import MODE, compiled
from spieltisch.tables.live import LiveTable

T = TypeVar("T")
LOG = logging.getLogger("spieltisch")
ADVICE = Budget(milliseconds=800.0)
WITHOUT_COMPILING = Budget(playouts=6, width=3)  # a playout takes long: a rough idea, but at once


class Coach:
    """Where rules are compiled in the background, it is ready for a game once it has been compiled and loaded."""

    def __init__(self) -> None:
        self._mode = os.environ.get(MODE)
        self._pool: ProcessPoolExecutor | None = None  # only where somebody wants advice
        self._loading: dict[str, asyncio.Task[None]] = {}

    async def advise(self, game: str, seen: Rows, seat: int) -> list[Advice] | None:
        """None: it is still getting ready."""
        if not self.gets_ready(game):
            return None
        budget = WITHOUT_COMPILING if self._mode == "0" else ADVICE
        return await self._ask(think, game, seen, seat, secrets.randbits(60), budget)

    def gets_ready(self, game: str) -> bool:
        """Whether it is; if not, whoever asks first brings it about."""
        if self._mode in ("0", "1"):
            return True
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
        return self._loading[game].done()

    async def close(self) -> None:
        for loading in self._loading.values():
            loading.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    async def _load(self, game: str) -> None:
        """Another process fills numba's cache, politely; then the one that thinks loads from there."""
        if await compiled(game, COACH):
            await self._ask(load, game)

    async def _ask(self, work: Callable[..., T], *what: Any) -> T:
        """If the process has died, another takes over."""
        question = partial(work, *what, compiled=self._mode != "0")
        pool = self._opened()
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, question)
        except BrokenProcessPool:
            if pool is self._pool:
                self._pool = None
            return await asyncio.get_running_loop().run_in_executor(self._opened(), question)

    def _opened(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=prepare)
        return self._pool


class Advising:
    """The advice at one table: one question at a time, and the same question is thought about once."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._one = asyncio.Lock()
        self._asked: dict[int, tuple[int, asyncio.Task[list[Advice] | None]]] = {}  # by seat: the version, the answer

    async def of(self, table: LiveTable, seat: int) -> list[Advice] | None:
        """For a seat that may ask; None if the coach is still getting ready."""
        if not table.chairs[seat].coach:
            raise Refused(Reason("no_coach"))
        table.must_decide(seat)
        version, answer = self._asked.get(seat, (0, None))
        if answer is None or version != table.version or (answer.done() and not _is_good(answer)):
            seen = table.playthrough.game.hidden(table.playthrough.rows, seat)
            answer = asyncio.create_task(self._think(table.playthrough.game.name, table.version, seen, seat))
            self._asked[seat] = table.version, answer
        return await asyncio.shield(answer)

    async def _think(self, game: str, version: int, seen: Rows, seat: int) -> list[Advice] | None:
        async with self._one:
            if self._asked[seat][0] != version:  # the table has moved on meanwhile
                return []
            try:
                return await self._coach.advise(game, seen, seat)
            except Exception:
                LOG.exception("The coach has failed at a table of %s.", game)
                raise Refused(Reason("coach_has_no_answer")) from None


def _is_good(answer: asyncio.Task[list[Advice] | None]) -> bool:
    return not answer.cancelled() and answer.exception() is None and bool(answer.result())


def think(game: str, seen: Rows, seat: int, seed: int, budget: Budget, *, compiled: bool) -> list[Advice]:
    """The best moves, knowing what the seat may know."""
    found = registry.game(game)
    if compiled:
        found.use_compiled()
    return advise(found, seen, seat, generator(seed), budget)


def load(game: str, *, compiled: bool) -> None:
    """It takes a moment: better before somebody waits for advice."""
    found = registry.game(game)
    if compiled:
        found.use_compiled()
    advise_once(found)
