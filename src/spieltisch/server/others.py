"""The other processes of the house: what this one tells them of its tables, and what it hears of theirs.

After a commit they learn that a table has a new version, and read it if somebody is there. Who is at a table, gestures
and what people say go round without the database's disk. What is lost on the way is found again: a slow look at all
open tables is the safety net, and whoever may have missed something asks all others who is where.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import to_json

from spieltisch.contract import Trouble
from spieltisch.server.company import ChatLine, Gesture
from spieltisch.server.forms import STRICT, SeatNumber, checked
from spieltisch.tables.bus import PEOPLE, TABLES, Alone, Bus

if TYPE_CHECKING:
    from spieltisch.server.rooms import Room

LOG = logging.getLogger("spieltisch")


@checked(frozen=True, config=STRICT)
class Here:
    """Who is at a table, by the process that says it."""

    do: Literal["here"]
    table: str
    seats: tuple[SeatNumber, ...] = ()
    host: bool = False
    listed: bool = False

    @property
    def anybody(self) -> bool:
        return self.host or bool(self.seats)


@checked(frozen=True, config=STRICT)
class Shown:
    do: Literal["shown"]
    table: str
    seat: SeatNumber
    gesture: Gesture


@checked(frozen=True, config=STRICT)
class Said:
    do: Literal["said"]
    table: str
    line: ChatLine


@checked(frozen=True, config=STRICT)
class Recall:
    """What has been said at this table?"""

    do: Literal["recall"]
    table: str


@checked(frozen=True, config=STRICT)
class WhoIsWhere:
    """Asked by a process that may have missed something."""

    do: Literal["who_is_where"]


Word = Here | Shown | Said | Recall | WhoIsWhere
_WORD: TypeAdapter[Word] = TypeAdapter(Annotated[Word, Field(discriminator="do")])


class Others:
    def __init__(self, bus: Bus | None = None) -> None:
        self.bus = bus or Alone()
        self._rooms: dict[str, Room] = {}
        self._people: dict[str, dict[str, Here]] = {}  # by table and process, also of tables that are not in memory
        self._behind: dict[str, int] = {}  # tables that are being read: up to this version
        self._tasks: set[asyncio.Task[None]] = set()
        self._catch_up: Callable[[], Coroutine[Any, Any, None]]
        self._fetch: Callable[[str], Coroutine[Any, Any, Room]]

    def listen(
        self,
        rooms: dict[str, Room],
        fetch: Callable[[str], Coroutine[Any, Any, Room]],
        catch_up: Callable[[], Coroutine[Any, Any, None]],
    ) -> None:
        """From now on, for these rooms; how a table is fetched that is not among them, and how all are looked at."""
        self._rooms, self._fetch, self._catch_up = rooms, fetch, catch_up
        self.bus.subscribe(TABLES, self._written)
        self.bus.subscribe(PEOPLE, self._told)
        self.bus.watch(self._again, self._gone)

    @property
    def shared(self) -> bool:
        return self.bus.shared

    def anybody_at(self, table: str) -> bool:
        """Whether people are there at another process."""
        return table in self._people

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self._rooms.values():
            if room.told_here.anybody:
                self.are_told(Here("here", room.table.name))
        await self.bus.close()

    # What they are told

    def wrote(self, table: str, version: int) -> None:
        """It is on disk."""
        if self.shared:
            self.bus.publish(TABLES, f"{table}:{version}", table)

    def are_told(self, word: Word) -> None:
        if self.shared:
            once = isinstance(word, Here | Recall | WhoIsWhere)
            about = f"{word.do} {getattr(word, 'table', '')}" if once else ""
            self.bus.publish(PEOPLE, to_json(word).decode(), about)

    def introduce(self, room: Room) -> None:
        """A table that has just been read: who is there elsewhere, and what has been said."""
        for process, here in self._people.get(room.table.name, {}).items():
            room.elsewhere(process, here)
        self.are_told(Recall("recall", room.table.name))

    # What is heard

    def _written(self, process: str, word: str) -> None:
        table, _, version = word.rpartition(":")
        room = self._rooms.get(table)
        if room is None or not (room.watched or room.bots.busy) or not version.isdecimal():
            return  # whoever comes reads it then
        behind = table in self._behind
        self._behind[table] = max(int(version), self._behind.get(table, 0))
        if not behind:
            self._begin(self._read(table, room))

    async def _read(self, table: str, room: Room) -> None:
        try:
            while room.table.version < self._behind[table]:
                known = room.table.version
                await room.catch_up()
                if room.table.version == known:
                    break
        except Trouble:
            pass  # the store or the journal has said so; the next look tries again
        except Exception:
            LOG.exception("What others have written at table %s cannot be read.", table)
        finally:
            del self._behind[table]

    def _told(self, process: str, text: str) -> None:
        try:
            word = _WORD.validate_json(text)
        except ValidationError:
            return  # of another version of the house
        if isinstance(word, WhoIsWhere):
            for each in self._rooms.values():
                each.tell_others(again=True)
            return
        room = self._rooms.get(word.table)
        if isinstance(word, Here):
            self._is_here(process, word, room)
        elif room is None:
            return
        elif isinstance(word, Recall):
            for line in room.talked.lines():
                self.are_told(Said("said", word.table, line))
        elif isinstance(word, Said):
            room.hear(word.line)
        elif word.seat < len(room.table.chairs):
            room.show(word.seat, word.gesture)

    def _is_here(self, process: str, word: Here, room: Room | None) -> None:
        known = self._people.setdefault(word.table, {})
        known.pop(process, None)
        if word.anybody:
            known[process] = word
        elif not known:
            del self._people[word.table]
        if room is not None:
            room.elsewhere(process, word)
        elif word.listed and word.host:
            self._begin(self._know(word.table))

    async def _know(self, table: str) -> None:
        """A table that looks for players stands on the list of every process."""
        try:
            await self._fetch(table)
        except Exception:
            LOG.debug("Table %s cannot be listed.", table)

    def _again(self) -> None:
        """Something may have been missed."""
        self.are_told(WhoIsWhere("who_is_where"))
        for room in self._rooms.values():
            room.missed_something()
        self._begin(self._look())

    async def _look(self) -> None:
        with contextlib.suppress(Trouble):
            await self._catch_up()

    def _gone(self, process: str) -> None:
        for table in [table for table, known in self._people.items() if process in known]:
            self._is_here(process, Here("here", table), self._rooms.get(table))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
