"""The bus over PostgreSQL's NOTIFY (docs/decisions/0018).

One notifier for each process, on a connection of its own, never inside a transaction that writes a move: NOTIFY takes
one lock for the whole database until its transaction is on disk. The notifier gathers what comes within a moment, and
its commits do not wait for the disk. One listener, on another connection: it hears its own heartbeat come round, or
else it connects anew, and says that something may have been missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from itertools import count
from typing import Any

from sqlalchemy import text

from spieltisch.tables.bus import Hear
from spieltisch.tables.engine import ANSWER, engine_of, why

LOG = logging.getLogger("spieltisch")
BEATS = "spieltisch_beats"  # the channel of the heartbeats
GATHER = 0.002  # seconds in which words gather before they are sent together
BEAT = 2.0  # seconds between two heartbeats
SILENCE = 4 * BEAT  # seconds without a sign of a process, or of the own heart
PAUSE = 0.2  # seconds until it is tried again to connect
LARGEST = 7_900  # bytes of one notification; PostgreSQL takes less than 8,000
MOST_WAITING = 10_000  # words, while the database is away; then the oldest are forgotten
CLOSING = 1.0  # seconds for the last words
QUIET = 60.0  # seconds between two complaints in the output
HOUSE, WORKER = "spieltisch house", "spieltisch worker"  # as PostgreSQL knows whose connection it is


async def is_served(url: str) -> bool:
    """Whether a house is open on this database."""
    engine = engine_of(url, pooled=False)
    asked = text("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = :kind")
    try:
        async with engine.connect() as connection:
            return await connection.scalar(asked, {"kind": HOUSE}) is not None
    finally:
        await engine.dispose()


class PostgresBus:
    shared = True

    def __init__(self, url: str, kind: str = HOUSE) -> None:
        self.name = secrets.token_hex(4)
        settings = {"synchronous_commit": "off", "application_name": kind}
        self._engine = engine_of(url, pooled=False, settings=settings)
        self._waiting: dict[tuple[str, str], str] = {}  # by channel and what it is about
        self._numbers = count()
        self._something = asyncio.Event()
        self._hear: dict[str, list[Hear]] = defaultdict(list)
        self._again: list[Callable[[], None]] = []
        self._gone: list[Callable[[str], None]] = []
        self._signs: dict[str, float] = {}  # by process: when it was last heard
        self._own_sign = 0.0
        self._connected = False
        self._sending = False
        self._broken: set[str] = set()  # which of the two connections
        self._quiet_until = 0.0
        self._complained = False  # and nobody has said yet that it is over
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def hears(self) -> bool:
        return self._connected and time.monotonic() - self._own_sign < SILENCE

    def publish(self, channel: str, word: str, about: str = "") -> None:
        key = (channel, about or f"#{next(self._numbers)}")
        self._waiting.pop(key, None)
        self._waiting[key] = word
        if len(self._waiting) > MOST_WAITING:
            del self._waiting[next(iter(self._waiting))]
        self._something.set()

    def subscribe(self, channel: str, hear: Hear) -> None:
        self._hear[channel].append(hear)

    def watch(self, again: Callable[[], None], gone: Callable[[str], None]) -> None:
        self._again.append(again)
        self._gone.append(gone)

    def start(self) -> None:
        """Once all have subscribed."""
        self._tasks = [
            asyncio.create_task(self._for_ever(self._notify), name="notifier"),
            asyncio.create_task(self._for_ever(self._listen), name="listener"),
        ]

    async def close(self) -> None:
        """What has been said goes out, if the database answers."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                while (self._waiting or self._sending) and self._connected:
                    await asyncio.sleep(GATHER)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._engine.dispose()

    async def _for_ever(self, work: Callable[[], Any]) -> None:
        while True:
            try:
                await work()
            except Exception as error:
                self._broken.add(work.__name__)
                if time.monotonic() > self._quiet_until:
                    LOG.warning("Other processes are not heard for a moment: %s.", why(error))
                    self._quiet_until = time.monotonic() + QUIET
                    self._complained = True
            await asyncio.sleep(PAUSE)

    def _goes_again(self, work: Callable[[], Any]) -> None:
        self._broken.discard(work.__name__)
        if self._complained and not self._broken:
            self._complained = False
            LOG.warning("Other processes are heard again.")

    async def _notify(self) -> None:
        async with self._connection() as connection:
            self._goes_again(self._notify)
            while True:
                await self._something.wait()
                await asyncio.sleep(GATHER)
                self._something.clear()
                batch, self._waiting, self._sending = self._waiting, {}, True
                try:
                    await connection.executemany("SELECT pg_notify($1, $2)", [*self._payloads(batch)])
                except BaseException:  # perhaps they have arrived: to hear a word twice does no harm
                    self._waiting = {**batch, **self._waiting}
                    raise
                finally:
                    self._sending = False

    def _payloads(self, batch: dict[tuple[str, str], str]) -> Iterable[tuple[str, str]]:
        """As many words as fit into one notification, each on a line; the first line says whose they are."""
        by_channel = defaultdict[str, list[str]](list)
        for (channel, _), word in batch.items():
            by_channel[channel].append(word)
        for channel, words in by_channel.items():
            lines, size = [self.name], len(self.name)
            for word in words:
                if (more := len(word.encode()) + 1) + len(self.name) > LARGEST:
                    LOG.warning("A word of %d bytes is too long for the bus.", more)
                    continue
                if size + more > LARGEST:
                    yield channel, "\n".join(lines)
                    lines, size = [self.name], len(self.name)
                lines.append(word)
                size += more
            if len(lines) > 1:
                yield channel, "\n".join(lines)

    async def _listen(self) -> None:
        async with self._connection() as connection:
            broken = asyncio.Event()
            connection.add_termination_listener(lambda _: broken.set())
            for channel in (BEATS, *self._hear):
                await connection.add_listener(channel, self._heard)
            self._own_sign, self._connected = time.monotonic(), True
            self._signs = dict.fromkeys(self._signs, time.monotonic())
            self._goes_again(self._listen)
            try:
                self._missed()
                while not broken.is_set():
                    self.publish(BEATS, "beat", "beat")
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(BEAT):
                            await broken.wait()
                    self._miss_the_silent()
                    if not self.hears:
                        raise ConnectionError("no heartbeat comes round")
                raise ConnectionError("the connection has ended")
            finally:
                self._connected = False

    def _heard(self, _: Any, backend: int, channel: str, payload: str) -> None:
        name, *words = payload.split("\n")
        if name == self.name:
            self._own_sign = time.monotonic()
            return
        known = name in self._signs
        self._signs[name] = time.monotonic()
        if not known:
            self._missed()
        for word in words:
            for hear in self._hear.get(channel, ()):
                try:
                    hear(name, word)
                except Exception:
                    LOG.exception("A word of another process could not be heard.")

    def _missed(self) -> None:
        for again in self._again:
            again()

    def _miss_the_silent(self) -> None:
        for name in [name for name, at in self._signs.items() if time.monotonic() - at > SILENCE]:
            del self._signs[name]
            for gone in self._gone:
                gone(name)

    @contextlib.asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """The driver's own: SQLAlchemy has no word for LISTEN."""
        async with self._engine.connect() as connection:
            try:
                yield (await connection.get_raw_connection()).driver_connection
            finally:
                with contextlib.suppress(Exception):
                    async with asyncio.timeout(ANSWER):
                        await connection.invalidate()
