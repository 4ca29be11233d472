"""What all processes of a house have thought about, by workers that may be on other machines (tables/jobs.py).

Whoever asks waits here until a word says that there is an answer; a slow look at all that is open says that somebody
still waits, finds answers whose word was lost, and asks anew what a crash of the database has forgotten.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version as version_of
from typing import Any, TypeVar

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import new
from spieltisch.server.lanes import Errand, Job
from spieltisch.tables.bus import JOBS, Bus
from spieltisch.tables.jobs import FAILED, Jobs, JobSeen

T = TypeVar("T")
LOG = logging.getLogger("spieltisch")
BEAT = 2.0  # seconds between two looks at what is open
GLANCE = 0.25  # seconds between two looks at whether it is still wanted
NEW, DONE = "new", "done"  # words on the bus: of a kind, and of a job
VERSION = version_of("spieltisch")  # that runs: another one may have been installed since
LONG = 30.0  # seconds after which an opponent that nobody thinks for is told to whoever runs the house


class Unanswered(Exception):
    """Nobody could answer."""


@dataclass(eq=False)
class _Open:
    owner: str
    errand: Errand[Any]
    answer: asyncio.Future[str]
    since: float  # of the clock of the loop
    seen: JobSeen | None = None
    waiting: list[Job[Any]] = field(default_factory=list)


class SharedQueue:
    def __init__(self, jobs: Jobs, bus: Bus) -> None:
        self.jobs = jobs
        self.bus = bus
        self._open: dict[str, _Open] = {}  # by the name of the errand
        self._jobs: dict[Job[Any], _Open] = {}
        self._done: set[str] = set()  # of these there is an answer
        self._forgetting: dict[asyncio.Task[None], str] = {}  # and the name of the errand
        self._news = asyncio.Event()
        self._waits_long = False  # somebody for an opponent, and it has been said
        self.wake: Callable[[str], None] = lambda kind: None  # workers of this process
        bus.subscribe(JOBS, self._hear)
        bus.watch(self._news.set, lambda process: None)
        self._looking = asyncio.create_task(self._look(), name="jobs")

    async def submit(self, job: Job[T]) -> T | None:
        assert job.errand is not None
        errand = job.errand()
        open_ = self._open.get(errand.name)
        if open_ is None:
            loop = asyncio.get_running_loop()
            open_ = self._open[errand.name] = _Open(job.owner, errand, loop.create_future(), loop.time())
        open_.waiting.append(job)
        self._jobs[job] = open_
        try:
            await self._put(open_)
            while not open_.answer.done():
                if not job.wanted():
                    return None
                await asyncio.wait([open_.answer], timeout=GLANCE)
            if (answer := open_.answer.result()) == FAILED:
                raise Unanswered(errand.name)
            return errand.read(json.loads(answer))
        finally:
            del self._jobs[job]
            open_.waiting.remove(job)
            if not open_.waiting:
                del self._open[errand.name]
                if not open_.answer.done() or open_.answer.result() == FAILED:
                    task = asyncio.create_task(self.forget(errand.name))
                    self._forgetting[task] = errand.name
                    task.add_done_callback(self._forgetting.pop)

    def __len__(self) -> int:
        """How many wait at this process, besides those that are being worked on."""
        return sum(1 for each in self._open.values() if each.seen is None or not each.seen.begun)

    def before(self, job: Job[Any]) -> int:
        open_ = self._jobs.get(job)
        return open_.seen.before if open_ and open_.seen else 0

    def told(self, job: Job[Any]) -> str | None:
        open_ = self._jobs.get(job)
        return open_.seen.progress if open_ and open_.seen and open_.seen.begun else None

    async def forget(self, *names: str) -> None:
        """So that it can be asked anew; or because nobody wants it any more."""
        with contextlib.suppress(Trouble):  # then it is swept away later
            await self.jobs.drop(*names)

    async def close(self) -> None:
        self._looking.cancel()
        await asyncio.gather(self._looking, *self._forgetting, return_exceptions=True)

    async def _put(self, open_: _Open) -> None:
        errand = open_.errand
        if earlier := [task for task, name in self._forgetting.items() if name == errand.name]:
            await asyncio.wait(earlier)  # or they would drop what is asked anew
        given = json.dumps({"game": errand.game, **errand.given})
        fits = rules_of(registry.game(errand.game))
        answer = await self.jobs.put(errand.name, errand.kind, open_.owner, errand.urgency, fits, given)
        if answer is None:
            self.wake(errand.kind)
            self.bus.publish(JOBS, f"{NEW} {errand.kind}", errand.kind)
        elif not open_.answer.done():
            open_.answer.set_result(answer)

    def _hear(self, process: str, word: str) -> None:
        what, _, name = word.partition(" ")
        if what == DONE:
            self.is_done(name)

    def is_done(self, name: str) -> None:
        """Also by this process itself, which does not hear its own words."""
        if name in self._open:
            self._done.add(name)
            self._news.set()

    async def _look(self) -> None:
        beat = 0.0
        while True:
            now = asyncio.get_running_loop().time()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, beat - now)):
                    await self._news.wait()
            self._news.clear()
            all_of_them = asyncio.get_running_loop().time() >= beat
            done, self._done = self._done, set()
            asked = {name: open_ for name, open_ in self._open.items() if all_of_them or name in done}
            try:
                if all_of_them:
                    beat = asyncio.get_running_loop().time() + BEAT
                if asked:
                    await self._see(asked, beat=all_of_them)
                if all_of_them:
                    self._tell_who_waits()
            except Trouble:
                self._done |= done  # the store has said so; it is tried again
            except Exception:
                LOG.exception("What is thought about could not be looked at; it is tried again.")

    def _tell_who_waits(self) -> None:
        """Perhaps there is no worker, or none of this version. It is told once, and that it is over."""
        long_ago = asyncio.get_running_loop().time() - LONG
        waiting = [each for each in self._open.values() if each.errand.kind == "move" and each.since < long_ago]
        waits_long = any(each.seen is None or not each.seen.begun for each in waiting)
        if waits_long and not self._waits_long:
            LOG.warning(
                "Opponents have been waiting for a worker for %d seconds (%d in the queue). "
                "Does `spieltisch worker` run, of version %s as this house?",
                LONG,
                len(self),
                VERSION,
            )
        elif self._waits_long and not waits_long:
            LOG.warning("No opponent waits for long any more.")
        self._waits_long = waits_long

    async def _see(self, asked: dict[str, _Open], *, beat: bool) -> None:
        """What is found is for those who had asked by then: who asks anew meanwhile does not get an old answer."""
        if beat:
            await self.jobs.want(asked)
        found = await self.jobs.look(asked)
        for name, open_ in asked.items():
            if self._open.get(name) is not open_ or open_.answer.done():
                continue
            seen = open_.seen = found.get(name)
            if seen is None:
                await self._put(open_)
            elif seen.answer is not None:
                open_.answer.set_result(seen.answer)


def rules_of(game: Game) -> str:
    """Whose states a worker can read: those of the same version of the house and of the game's rules."""
    state = hashlib.sha256(repr(new(game.rules.State).dtype.descr).encode()).hexdigest()[:12]
    return f"{game.name} {VERSION} {state}"
