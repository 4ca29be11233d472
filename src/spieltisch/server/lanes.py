"""Who is thought for next. Work waits in lanes, and in each lane owners take turns, however much one of them wants.

An owner is the address that somebody asks from; a table nobody has come to since the start is its own owner.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, Protocol, TypeVar

T = TypeVar("T")
Kind = Literal["move", "advice", "review"]
SOMEBODY_WAITS, NOBODY_LOOKS = 0, 1  # how urgent


@dataclass(frozen=True)
class Errand(Generic[T]):
    """What is thought about, so that a worker on another machine can do it. Its name says what it is about: of two
    with the same name one is done."""

    kind: Kind
    name: str
    game: str
    given: Mapping[str, Any]  # as JSON has it; nothing that whoever it is for may not know
    read: Callable[[Any], T]  # the answer, from JSON
    urgency: int = SOMEBODY_WAITS


@dataclass(frozen=True, eq=False)
class Job(Generic[T]):
    """Something to be thought about, and for whom."""

    owner: str
    work: Callable[[], Awaitable[T]]
    wanted: Callable[[], bool] = lambda: True  # asked when its turn comes: nobody thinks for those who have gone
    errand: Callable[[], Errand[T]] | None = None  # for workers elsewhere


class Queue(Protocol):
    """Where a job waits for its turn: a lane of this process, or what all processes of a house share."""

    async def submit(self, job: Job[T]) -> T | None:
        """What the work brings; None if it was no longer wanted when its turn came."""

    def __len__(self) -> int: ...

    def before(self, job: Job[Any]) -> int:
        """How many have their turn first, with those that are being worked on."""

    def told(self, job: Job[Any]) -> str | None:
        """What a worker elsewhere says of how far it is, once it has begun."""


@dataclass(frozen=True, eq=False)
class _Waiting:
    job: Job[Any]
    turn: asyncio.Future[bool]  # whether it is still wanted


class Lane:
    """So many jobs at a time. Before a new owner's first job comes at most one of each other owner's."""

    def __init__(self, workers: int = 1) -> None:
        self._workers = workers
        self._at_work: list[str] = []  # the owners of what is being done
        self._waiting: dict[str, deque[_Waiting]] = {}  # by owner; whose turn it is stands first

    async def submit(self, job: Job[T]) -> T | None:
        """What the work brings; None if it was no longer wanted when its turn came."""
        if not await self._turn(job):
            return None
        try:
            return await job.work()
        finally:
            self._end(job)

    def __len__(self) -> int:
        """How many wait, besides those that are being worked on."""
        return sum(map(len, self._waiting.values()))

    def before(self, job: Job[Any]) -> int:
        """How many have their turn first, with those that are being worked on."""
        line = self._waiting.get(job.owner, ())
        place = next((place for place, each in enumerate(line) if each.job is job), None)
        if place is None:
            return 0
        order = sorted(self._waiting, key=self._at_work.__contains__)
        mine = order.index(job.owner)
        rounds = (min(len(self._waiting[each]), place + (k < mine)) for k, each in enumerate(order) if k != mine)
        return len(self._at_work) + place + sum(rounds)

    def told(self, job: Job[Any]) -> None:
        """Nobody else works on it."""

    async def _turn(self, job: Job[Any]) -> bool:
        waiting = _Waiting(job, asyncio.get_running_loop().create_future())
        self._waiting.setdefault(job.owner, deque()).append(waiting)
        self._begin()
        try:
            return await waiting.turn
        except asyncio.CancelledError:
            if waiting.turn.cancelled():
                self._leave(waiting)
            elif waiting.turn.result():
                self._end(job)
            raise

    def _begin(self) -> None:
        while self._waiting and len(self._at_work) < self._workers:
            owner, line = next(iter(self._waiting.items()))
            waiting = line[0]
            self._leave(waiting)
            if waiting.turn.cancelled():
                continue
            wanted = waiting.job.wanted()
            if wanted:
                self._at_work.append(owner)
                self._to_the_end(owner)
            waiting.turn.set_result(wanted)

    def _end(self, job: Job[Any]) -> None:
        """Whoever has just had a turn lets all others go first."""
        self._at_work.remove(job.owner)
        self._to_the_end(job.owner)
        self._begin()

    def _leave(self, waiting: _Waiting) -> None:
        line = self._waiting.get(waiting.job.owner)
        if line is not None and waiting in line:
            line.remove(waiting)
            if not line:
                del self._waiting[waiting.job.owner]

    def _to_the_end(self, owner: str) -> None:
        if owner in self._waiting:
            self._waiting[owner] = self._waiting.pop(owner)
