"""Workers: they take what is to be thought about, one job after the other of each kind, and answer.

A lease is renewed while there is work on it. Whoever has lost one, because the database was away for too long, stops:
another has taken it over, and there is one answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.server.lanes import Kind
from spieltisch.server.sharing import DONE, NEW, rules_of
from spieltisch.tables.bus import JOBS, Bus
from spieltisch.tables.jobs import FAILED, LEASE, TRIES, Jobs, Taken

LOG = logging.getLogger("spieltisch")
POLL = 1.0  # seconds between two looks for work: a word may be lost
SWEEP = 30.0
TELL = 1.0  # seconds between two words about how far it is

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Skill:
    """What a worker can do, and how much of it at a time. The answer is what JSON can say."""

    at_once: int
    answer: Callable[[Mapping[str, Any], Tell], Awaitable[Any]]


class Takers:
    def __init__(
        self, jobs: Jobs, bus: Bus, skills: Mapping[Kind, Skill], done: Callable[[str], None] = lambda name: None
    ) -> None:
        self.name = secrets.token_hex(8)
        self.jobs, self.bus, self.skills = jobs, bus, skills
        self._done = done  # is told what has been answered here
        self._fits = [rules_of(registry.game(name)) for name in registry.names()]
        self._news = {kind: asyncio.Event() for kind in skills}
        self._held: dict[str, asyncio.Task[str]] = {}  # what is being thought about
        self._progress: dict[str, str] = {}
        bus.subscribe(JOBS, self._hear)
        self._tasks = [
            asyncio.create_task(self._hold(), name="leases"),
            asyncio.create_task(self._sweep(), name="sweep"),
        ]
        for kind, skill in skills.items():
            self._tasks += [asyncio.create_task(self._take(kind), name=f"taking {kind}") for _ in range(skill.at_once)]

    def wake(self, kind: str) -> None:
        """There is something to do."""
        if kind in self._news:
            self._news[kind].set()

    async def close(self) -> None:
        """What is not answered yet others may begin at once."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Trouble):
            await self.jobs.give_back(self.name)
        for kind in self.skills:
            self.bus.publish(JOBS, f"{NEW} {kind}", kind)

    def _hear(self, process: str, word: str) -> None:
        what, _, kind = word.partition(" ")
        if what == NEW:
            self.wake(kind)

    async def _take(self, kind: Kind) -> None:
        while True:
            taken = None
            self._news[kind].clear()
            try:
                taken = await self.jobs.take(self.name, kind, self._fits)
            except Trouble:
                pass  # the store has said so
            except Exception:
                LOG.exception("No work could be taken; it is tried again.")
            if taken is None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(POLL):
                        await self._news[kind].wait()
                continue
            self._held[taken.name] = task = asyncio.create_task(self._think(kind, taken))
            try:
                await asyncio.wait([task])
            finally:
                task.cancel()
                del self._held[taken.name]
                self._progress.pop(taken.name, None)
            if not task.cancelled():
                await self._answer(taken, task.result())

    async def _think(self, kind: Kind, taken: Taken) -> str:
        """Whoever has died over it before may have died of it."""
        if taken.tries > TRIES:
            return FAILED
        try:
            answer = await self.skills[kind].answer(json.loads(taken.question), partial(self._tell, taken.name))
            return json.dumps(answer, default=int)
        except Exception:
            LOG.exception("There is no answer to %s.", taken.name)
            return FAILED

    def _tell(self, name: str, progress: str) -> None:
        self._progress[name] = progress

    async def _answer(self, taken: Taken, answer: str) -> None:
        while True:
            try:
                if await self.jobs.answer(self.name, taken.name, answer):
                    self.bus.publish(JOBS, f"{DONE} {taken.name}", taken.name)
                    self._done(taken.name)
                return
            except Trouble:
                await asyncio.sleep(POLL)  # until the lease has run out and somebody else has it

    async def _hold(self) -> None:
        """Renews the leases and tells how far the work is."""
        while True:
            await asyncio.sleep(min(TELL, LEASE / 3))
            with contextlib.suppress(Trouble):
                if held := [*self._held]:
                    mine = await self.jobs.hold(self.name, held)
                    for name in held:
                        if name not in mine and (task := self._held.get(name)) is not None:
                            task.cancel()
                progress, self._progress = self._progress, {}
                for name, said in progress.items():
                    await self.jobs.tell(self.name, name, said)

    async def _sweep(self) -> None:
        while True:
            with contextlib.suppress(Trouble):
                await self.jobs.sweep()
            await asyncio.sleep(SWEEP)
