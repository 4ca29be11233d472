"""The coach at the table: the best moves for a seat that may ask. It thinks in a process of its own, as bots do.

It gets what the seat may know and nothing else. Until its rules are compiled it says what it thinks at a glance, from a
few playouts by interpreted rules, and says so. Who asks from one address waits for themselves: the questions of
others take turns with theirs. What it says when a game is over is in reviewing.py.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from spieltisch import registry
from spieltisch.bots.search import Budget
from spieltisch.coach.advice import Advice, advise
from spieltisch.compiling import COACH, advise_once
from spieltisch.contract import Reason, Refused
from spieltisch.kernel import Rows, generator, mode
from spieltisch.server.lanes import Job
from spieltisch.server.warming import compiled
from spieltisch.server.workers import Workers
from spieltisch.tables.live import LiveTable

T = TypeVar("T")
LOG = logging.getLogger("spieltisch")
ADVICE = Budget(milliseconds=800.0)
GLANCE = Budget(milliseconds=700.0, width=3)  # by interpreted rules: a rough idea, but at once


class Coach:
    """Where rules are compiled in the background, it is ready for a game once it has been compiled and loaded.

    Who waits meanwhile is answered at a glance, by a process that nothing is loaded into.
    """

    def __init__(self) -> None:
        self._mode = mode()
        self._workers, self._at_a_glance = Workers(), Workers()
        self.lane = self._workers.lane
        self._loading: dict[str, asyncio.Task[None]] = {}

    async def advise(self, game: str, seen: Rows, seat: int) -> list[Advice]:
        return await self._ask(think, game, seen, seat, secrets.randbits(60), GLANCE if self._mode == "0" else ADVICE)

    async def glance(self, game: str, seen: Rows, seat: int) -> list[Advice]:
        """While it is not ready."""
        question = partial(think, game, seen, seat, secrets.randbits(60), GLANCE, compiled=False)
        return await self._at_a_glance.ask(question)

    def gets_ready(self, game: str) -> bool:
        """Whether it is; if not, whoever asks first brings it about."""
        if self._mode in ("0", "1"):
            return True
        if game not in self._loading:
            self._loading[game] = asyncio.create_task(self._load(game))
            self._at_a_glance.start()
        return self._loading[game].done()

    async def readied(self, game: str) -> None:
        """Returns when it is, or has given up."""
        if not self.gets_ready(game):
            await asyncio.shield(self._loading[game])

    async def close(self) -> None:
        for loading in self._loading.values():
            loading.cancel()
        await asyncio.gather(*self._loading.values(), return_exceptions=True)
        self._workers.close()
        self._at_a_glance.close()

    async def _load(self, game: str) -> None:
        """Another process fills numba's cache, politely; then the one that thinks loads from there."""
        if await compiled(game, COACH):
            await self._ask(load, game)

    async def _ask(self, work: Callable[..., T], *what: Any) -> T:
        return await self._workers.ask(partial(work, *what, compiled=self._mode != "0"))


@dataclass
class Question:
    """What a seat has asked, and how many wait for the answer."""

    version: int
    ready: bool  # else it is answered at a glance
    waiting: int = 0
    answer: asyncio.Task[list[Advice]] = field(init=False)


class Advising:
    """The advice at one table; the same question is thought about once."""

    def __init__(self, coach: Coach) -> None:
        self._coach = coach
        self._asked: dict[int, Question] = {}  # by seat

    async def of(self, table: LiveTable, seat: int, owner: str) -> tuple[list[Advice], bool]:
        """For a seat that may ask, and whether the coach was ready for it; if not, it is only rough."""
        if not table.chairs[seat].coach:
            raise Refused(Reason("no_coach"))
        table.must_decide(seat)
        game = table.playthrough.game
        ready = self._coach.gets_ready(game.name)
        question = self._asked.get(seat)
        if (
            question is None
            or (question.version, question.ready) != (table.version, ready)
            or _is_lost(question.answer)
        ):
            think = self._coach.advise if ready else self._coach.glance
            work = partial(think, game.name, game.hidden(table.playthrough.rows, seat), seat)
            question = self._asked[seat] = Question(table.version, ready)
            job = Job(owner, work, partial(_is_wanted, table, question))
            question.answer = asyncio.create_task(self._think(job, game.name))
        question.waiting += 1
        try:
            return await asyncio.shield(question.answer), ready
        finally:
            question.waiting -= 1

    async def _think(self, job: Job[list[Advice]], game: str) -> list[Advice]:
        try:
            return await self._coach.lane.submit(job) or []
        except Exception:
            LOG.exception("The coach has failed at a table of %s.", game)
            raise Refused(Reason("coach_has_no_answer")) from None


def _is_wanted(table: LiveTable, question: Question) -> bool:
    """Not once the table has moved on or whoever asked has gone."""
    return question.waiting > 0 and question.version == table.version


def _is_lost(answer: asyncio.Task[list[Advice]]) -> bool:
    """Whether it has come to nothing."""
    return answer.done() and (answer.cancelled() or answer.exception() is not None or not answer.result())


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
