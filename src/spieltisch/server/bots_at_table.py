"""Bots take their turns at one table; what they think about is what their seat may know."""

from __future__ import annotations

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING

from spieltisch.server.thinkers import Thinkers
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal, act

if TYPE_CHECKING:
    from spieltisch.server.rooms import Room

LOG = logging.getLogger("spieltisch")
PAUSE_AFTER_FAILURE = 5.0


class BotsAtTable:
    def __init__(self, room: Room, thinkers: Thinkers) -> None:
        self._room = room
        self._thinkers = thinkers
        self._thinking: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self._thinking is not None and not self._thinking.done()

    def think(self) -> None:
        """If it is their turn and they do not already."""
        if self._room.table.thinking() and not self.busy:
            self._thinking = asyncio.create_task(self._play(), name=f"bots at {self._room.table.name}")

    async def rest(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    async def _play(self) -> None:
        while seats := self._room.table.thinking():
            try:
                await self._play_once(seats[0])
            except Exception:
                LOG.exception("A bot at table %s could not play; it tries again.", self._room.table.name)
                await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _play_once(self, seat: int) -> None:
        table, playthrough = self._room.table, self._room.table.playthrough
        version, bot = table.version, table.chairs[seat].who
        seen = playthrough.game.hidden(playthrough.rows, seat)
        action = await self._thinkers.choose(playthrough.game.name, bot, seen, seat, secrets.randbits(60))

        def play(now: LiveTable) -> Proposal | None:
            """Only if nothing has happened meanwhile."""
            return act(now, seat, action) if now.version == version and seat in now.thinking() else None

        await self._room.change(play)
