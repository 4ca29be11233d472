"""Bots take their turns at one table; what they think about is what their seat may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING
from weakref import ref

from spieltisch.server.lanes import NOBODY_LOOKS, SOMEBODY_WAITS, Errand, Job, Lane, Queue
from spieltisch.server.thinkers import Thinkers, written
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal, act
from spieltisch.tables.store import Unavailable

if TYPE_CHECKING:
    from spieltisch.server.rooms import Room

LOG = logging.getLogger("spieltisch")
PAUSE_AFTER_FAILURE = 5.0
QUEUED = 2.0  # seconds after which it is told how many have their turn first, and again
YIELDING = 1.0  # seconds in which another process may let its quick bots play first


class BotsAtTable:
    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._weakly = ref(room)  # it keeps this; a table that leaves the memory does so at once
        self._thinkers = thinkers
        self._thinking: asyncio.Task[None] | None = None
        playthrough = room.table.playthrough
        for bot in filter(None, map(room.table.bot_at, range(playthrough.players if playthrough.waiting else 0))):
            thinkers.expect(playthrough.game, bot, playthrough.variant)

    @property
    def _room(self) -> Room:
        room = self._weakly()
        assert room is not None
        return room

    @property
    def busy(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def think(self) -> None:
        """If it is their turn and they do not already."""
        if not self.busy and (self._to_move() or self._room.table.overdue):
            self._thinking = asyncio.create_task(self._play(), name=f"bots at {self._room.table.name}")

    async def rest(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    def _to_move(self) -> list[int]:
        """The seats of bots that may act now. At a table that is nobody's they play only while somebody looks."""
        table = self._room.table
        attended = self._room.watched or any(chair.key for chair in table.chairs)
        return table.thinking() if attended else []

    async def _play(self) -> None:
        room = self._room  # as long as they think it stays
        while (seats := self._to_move()) or room.table.overdue:
            try:
                if seats:
                    await self._play_once(seats[0])
                else:
                    await self._go_on()
            except Unavailable:  # the store has said so
                await asyncio.sleep(PAUSE_AFTER_FAILURE)
            except Exception:
                LOG.exception("A bot at table %s could not play; it tries again.", self._room.table.name)
                await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _tell_queue(self, lane: Queue, job: Job[int]) -> None:
        """All at the table are told when their opponent has to wait for others."""
        while True:
            await asyncio.sleep(QUEUED)
            if self._room.scenes.queue != (before := lane.before(job)):
                await self._room.show_queue(before)

    async def _go_on(self) -> None:
        """What the disk has refused is tried again: nobody else need do anything for it."""
        await self._room.change(lambda _: None)
        if self._room.table.overdue:
            await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _play_once(self, seat: int) -> None:
        table, playthrough = self._room.table, self._room.table.playthrough
        bot, version, game = table.bot_at(seat) or "", 0, playthrough.game
        lane = self._thinkers.lane(game, bot, playthrough.variant)
        if self._room.yields and isinstance(lane, Lane):
            known = table.version
            await asyncio.sleep(YIELDING)
            if table.version != known:
                return

        def wanted() -> bool:
            """Whether it is still this bot that may act here, and what has been begun is about the table as it is."""
            return seat in self._to_move() and table.bot_at(seat) == bot and version in (0, table.version)

        async def work() -> int:
            """Thinks about the table as it is by now."""
            nonlocal version
            version, seen = table.version, game.hidden(playthrough.rows, seat)
            return await self._thinkers.choose(game.name, bot, seen, seat, secrets.randbits(60))

        def errand() -> Errand[int]:
            """The same for a worker elsewhere."""
            nonlocal version
            version, seen = table.version, game.hidden(playthrough.rows, seat)
            name = f"move {table.name} {version} {table.chain.short} {seat}"
            given = {"bot": bot, "seen": written(seen), "seat": seat, "seed": secrets.randbits(60)}
            urgency = SOMEBODY_WAITS if self._room.watched else NOBODY_LOOKS
            return Errand("move", name, game.name, given, int, urgency)

        job = Job(self._room.owner, work, wanted, errand)
        telling = asyncio.create_task(self._tell_queue(lane, job))
        try:
            action = await lane.submit(job)
        finally:
            telling.cancel()
            self._room.scenes.queue = 0
        if action is None:
            return

        def play(now: LiveTable) -> Proposal | None:
            """Only if nothing has happened meanwhile."""
            if now.version != version or seat not in now.thinking():
                return None
            return act(now, seat, action, used=self._room.used(seat))

        await self._room.change(play)
