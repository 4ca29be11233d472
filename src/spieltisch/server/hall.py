"""All tables of the house: from memory or from their logs, and what other processes write at them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from functools import partial

from spieltisch import registry
from spieltisch.dice import Checkable
from spieltisch.server.coaching import Coach
from spieltisch.server.hours import BEAT, Hours
from spieltisch.server.limits import LISTED_OF_ADDRESS, MOST_LISTED, TooManyTables
from spieltisch.server.metrics import WRITES
from spieltisch.server.others import Others
from spieltisch.server.reviewing import Reviews
from spieltisch.server.rooms import Room
from spieltisch.server.sharing import SharedQueue
from spieltisch.server.statistics import Statistics
from spieltisch.server.taking import Takers
from spieltisch.server.thinkers import WORKERS, Thinkers
from spieltisch.server.warming import Loading
from spieltisch.server.worker import skills_of
from spieltisch.tables import house_book, journal, live, retention
from spieltisch.tables.bus import Bus
from spieltisch.tables.chain import Damaged, StoredEntry
from spieltisch.tables.engine import is_postgres
from spieltisch.tables.entries import Opening
from spieltisch.tables.jobs import Jobs
from spieltisch.tables.journal import Unknown
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import TableOpened
from spieltisch.tables.postgres_bus import PostgresBus
from spieltisch.tables.store import Store, Unavailable

LOG = logging.getLogger("spieltisch")
MOST_IN_MEMORY = 2000  # tables; those at which nobody sits go first
RESTING = 600.0  # seconds without a change after which a table at which nobody is does not count as going on
GOODBYE = 1.0  # seconds in which those who are here are told that the house closes
TIDY = 6 * 3600.0  # seconds between two looks for tables that may leave
POLL = 2.0  # seconds between two looks at what others have written,
SAFETY = 10.0  # and where a bus tells of it: a word may be lost


@dataclass(frozen=True)
class Count:
    """How much there is in this process, by kind."""

    tables: dict[str, float]
    sockets: dict[str, float]
    queues: dict[str, float]


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers, bus: Bus | None = None, workers: int = WORKERS) -> None:
        self.hours = Hours()
        self.others = Others(bus)
        self.store = store
        self.thinkers = thinkers
        self.coach = Coach()
        self.reviews = Reviews(store, self.coach)
        self.shared: list[SharedQueue] = []  # what all processes of the house have thought about, by kind
        self.takers: Takers | None = None
        if self.others.shared:
            self._share(Jobs(store), self.others.bus, workers)
        self.statistics = Statistics(store)
        self._loading = Loading()
        self._rooms: dict[str, Room] = {}
        self.others.listen(self._rooms, self.room, self.catch_up)
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._new: Counter[str] = Counter()  # tables that are being written, by owner
        self._polling = asyncio.create_task(self._poll(), name="polling")
        self._counting = asyncio.create_task(self.statistics.look_for_more(), name="counting")
        self._noting: set[asyncio.Task[None]] = set()
        self._beating: asyncio.Task[None] | None = None  # once there is a table with a clock

    def _share(self, jobs: Jobs, bus: Bus, workers: int) -> None:
        """Whatever takes long is thought about by all processes and workers of the house together."""
        self.shared = moves, advice, reviews = [SharedQueue(jobs, bus) for _ in range(3)]
        self.thinkers.deep.lane, self.coach.lane, self.reviews.lane = moves, advice, reviews
        self.reviews.jobs, self.coach.elsewhere = jobs, not workers
        if workers:
            skills = skills_of(self.thinkers, self.coach, self.reviews, workers)
            self.takers = Takers(jobs, bus, skills, self._is_done)
            for queue in self.shared:
                queue.wake = self.takers.wake

    def _is_done(self, name: str) -> None:
        for queue in self.shared:
            queue.is_done(name)

    async def add(self, opened: Opening, answer: TableOpened, owner: str = "", most: int | None = None) -> TableOpened:
        """A new table; refused if so many of this owner's go on already."""
        if most is not None and self._new[owner] + self._going_on(owner) >= most:
            raise TooManyTables(most)
        self._new[owner] += 1
        try:
            await self._loading.of(registry.game(opened.game))
            first = await journal.create(self.store, answer.table, opened)
            if any(seat.coach for seat in opened.seats):
                self.coach.gets_ready(opened.game)
            room = await self._fetch(answer.table, first)
            room.owner = owner or room.owner
        finally:
            self._new -= Counter([owner])
        await room.change(lambda _: None)  # with nobody but bots it begins at once
        return answer

    async def room(self, name: str) -> Room:
        """The table of this name, from memory or from its log."""
        if room := self._rooms.get(name):
            return room
        if not Checkable.TABLE.fullmatch(name):
            raise Unknown
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._fetch(name))
        try:
            return await asyncio.shield(self._opening[name])
        finally:
            self._opening.pop(name, None)

    def played(self) -> list[str]:
        """The games on the tables, first those that somebody looks at."""
        rooms = sorted(self._rooms.values(), key=lambda room: not room.watched)
        return list(dict.fromkeys(room.table.opened.game for room in rooms))

    def listed(self) -> list[Room]:
        """Tables that look for players, the newest first; of each owner a few."""
        free = (room for room in self._rooms.values() if room.free)
        found, of_owner = list[Room](), Counter[str]()
        for room in sorted(free, key=lambda room: -room.table.updated):
            of_owner[room.owner] += 1
            if of_owner[room.owner] <= LISTED_OF_ADDRESS:
                found.append(room)
        return found[:MOST_LISTED]

    def known(self, name: str) -> Room | None:
        """The table of this name, if it is in memory."""
        return self._rooms.get(name)

    async def catch_up(self, names: Sequence[str] | None = None) -> None:
        """One question for all of these rooms, or for those in which somebody watches."""
        watched = [name for name, room in self._rooms.items() if room.watched] if names is None else names
        known = {name: self._rooms[name] for name in watched if name in self._rooms}
        known = {name: room for name, room in known.items() if not room.table.chain.broken}  # that has been said
        versions = await self.store.versions(list(known)) if known else {}
        for name, room in known.items():
            if versions.get(name) != room.table.version:  # a shorter one has lost its end
                try:
                    await room.catch_up()
                except Damaged:
                    pass  # the journal has said so
                except Exception:
                    LOG.exception("What others have written at table %s cannot be read.", name)

    def count(self) -> Count:
        rooms = self._rooms.values()
        clients = [client for room in rooms for client in room.clients]
        players = sum(1 for client in clients if client.eyes.at_table)
        return Count(
            {"in_memory": len(rooms), "watched": sum(1 for room in rooms if room.watched)},
            {"players": players, "spectators": len(clients) - players},
            {"opponents": self.thinkers.waiting, "advice": len(self.coach.lane), "reviews": self.reviews.waiting},
        )

    async def send_away(self) -> None:
        """All who are here, but a table whose lock is not to be had keeps nobody."""
        leaving = [asyncio.create_task(room.send_away()) for room in self._rooms.values() if room.clients]
        if leaving:
            await asyncio.wait(leaving, timeout=GOODBYE)

    async def close(self) -> None:
        self._polling.cancel()
        self._counting.cancel()
        await asyncio.gather(*self._noting)
        if self._beating is not None:
            self._beating.cancel()
            with contextlib.suppress(Unavailable):
                await house_book.was_open(self.store, self.hours.beat())
        for room in self._rooms.values():
            for client in room.clients:
                client.leave()
            await room.bots.rest()
        if self.takers is not None:
            await self.takers.close()
        for queue in self.shared:
            await queue.close()
        await self.others.close()
        self.thinkers.close()
        await self.coach.close()
        await self.reviews.close()
        await self.store.close()

    async def tidy(self, keep: float) -> None:
        """Tables that have been over for so many days leave, now and then, until the house closes."""
        while True:
            try:
                await self.forget(time.time() - keep * retention.DAY)
            except Unavailable:
                pass  # the store has said so
            except Exception:
                LOG.exception("The tables that are over could not be looked through; it is tried again.")
            await asyncio.sleep(TIDY)

    async def forget(self, before: float) -> None:
        """Tables that have been over since then, unless somebody is at them."""
        left = 0
        async for table in retention.long_over(self.store, before):
            room = self._rooms.get(table.name)
            here = table.name in self._opening or (room is not None and not room.idle)
            if not here and not self.others.anybody_at(table.name):
                self._rooms.pop(table.name, None)
                left += await retention.remove(self.store, table)
                self._rooms.pop(table.name, None)  # whoever has come meanwhile
        if left:
            LOG.info("%d tables that had been over for long have left.", left)

    def _going_on(self, owner: str) -> int:
        """The tables of an owner that somebody might wait at."""
        since = time.time() - RESTING
        mine = (room for room in self._rooms.values() if room.owner == owner and not room.table.over)
        return sum(1 for room in mine if room.watched or room.table.updated > since)

    async def _poll(self) -> None:
        known: object = None
        while True:
            await asyncio.sleep(SAFETY if self.others.shared else POLL)
            try:
                if (now := await self.store.state_of_others()) != known:
                    await self.catch_up()
                    known = now
            except Unavailable:
                pass  # the store has said so
            except Exception:
                LOG.exception("The tables could not be looked at; it is tried again.")

    def _note(self, table: LiveTable) -> None:
        """A game has ended: nobody waits for it to be counted."""
        task = asyncio.create_task(self.statistics.note(table))
        self._noting.add(task)
        task.add_done_callback(self._noting.discard)

    async def _beat(self) -> None:
        """Notes that the house is open: clocks run only then."""
        while True:
            with contextlib.suppress(Unavailable):  # the store has said so
                await house_book.was_open(self.store, self.hours.beat())
            await asyncio.sleep(BEAT)

    async def _fetch(self, name: str, first: StoredEntry | None = None) -> Room:
        """From its log; of one that has just begun its first entry is known."""
        known = await self.store.state_of_others()
        table = await journal.read(self.store, name) if first is None else live.read(name, [first])
        if table.opened.clock is not None and self._beating is None:
            noted = await house_book.hours(self.store)
            if self._beating is None:
                self.hours.remember(noted)
                self._beating = asyncio.create_task(self._beat(), name="hours")
        room = Room(self.store, table, self.thinkers, self.coach, hours=self.hours, others=self.others)
        room.knows(known)
        room.ended = self._note
        if len(self._rooms) >= MOST_IN_MEMORY:
            for other in [other for other, known in self._rooms.items() if known.idle]:
                del self._rooms[other]
        room = self._rooms.setdefault(name, room)
        self.others.introduce(room)
        room.bots.think()
        return room


@contextlib.asynccontextmanager
async def open_hall(url: str, keep: float | None = None, workers: int = WORKERS) -> AsyncIterator[Hall]:
    """With so many processes that think; where others share the database, it may be none."""
    store = await Store.open(url)
    store.written = partial(WRITES.observe, store.engine.dialect.name)
    bus = PostgresBus(url) if is_postgres(url) else None
    hall = Hall(store, Thinkers(workers), bus, workers)
    if bus is not None:
        bus.start()
    tidying = asyncio.create_task(hall.tidy(keep)) if keep is not None else None
    try:
        yield hall
    finally:
        if tidying is not None:
            tidying.cancel()
        await hall.close()
