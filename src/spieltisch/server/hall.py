"""All tables of the house: who is connected where, one change after the other, bots that take their turns."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable

from pydantic_core import to_json

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.dice import Checkable
from spieltisch.kernel import SPECTATOR
from spieltisch.server import entries, tables
from spieltisch.server.coaching import Advising, Coach
from spieltisch.server.entries import Entry
from spieltisch.server.reviewing import Reviews
from spieltisch.server.scenes import Eyes, Scenes
from spieltisch.server.shapes import BranchWanted, OpenTable, TableOpened
from spieltisch.server.store import Conflict, Store
from spieltisch.server.tables import LiveTable
from spieltisch.server.thinkers import Thinkers
from spieltisch.server.wire import Change, FromServer, Scene, Whole, patch

LOG = logging.getLogger("spieltisch")
MOST_IN_MEMORY = 2000  # tables; those at which nobody sits go first
IDLE = 60.0  # seconds before an empty table may leave the memory
MOST_FRAMES = 500  # that wait for a slow client; then it has to come back and gets the whole scene
PAUSE_AFTER_FAILURE = 5.0


class Client:
    """One connection: with whose eyes it looks, and what it has been told."""

    def __init__(self, keys: tuple[str, ...], eyes: Eyes) -> None:
        self.keys = keys
        self.eyes = eyes
        self.frames: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_FRAMES)
        self._scene: Scene | None = None
        self._version = 0

    def tell(self, message: FromServer) -> None:
        self._put(to_json(message))

    def show(self, scenes: Scenes, here: frozenset[int], done: str | None = None) -> None:
        """The whole scene the first time, then what has happened and changed."""
        scene, version = scenes.scene(self.eyes, here), scenes.table.version
        if self._scene is None:
            self.tell(Whole("whole", version, scene))
        else:
            change = patch(self._scene, scene)
            if change is not None or done is not None:
                news = scenes.news(self.eyes.looking, self._version, self._scene.events)
                self.tell(Change("change", version, change or {}, news.events, news.rewound, done))
        self._scene, self._version = scene, version

    def begin_anew(self, eyes: Eyes) -> None:
        self.eyes = eyes
        self._scene = None

    def leave(self) -> None:
        self._put(None)

    def _put(self, frame: bytes | None) -> None:
        try:
            self.frames.put_nowait(frame)
        except asyncio.QueueFull:
            while not self.frames.empty():
                self.frames.get_nowait()
            self.frames.put_nowait(None)


class Room:
    """A table in memory, with those who are at it. Whatever changes it does so under its lock."""

    def __init__(self, hall: Hall, table: LiveTable) -> None:
        self.hall = hall
        self.table = table
        self.scenes = Scenes(table)
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.left = time.monotonic()  # when the last client went
        self.following = asyncio.Lock()  # of whoever opens the table of the next game
        self.advising = Advising(hall.coach)
        self._unwritten = False  # something has been carried out in memory that may not be in the log
        self._changed = asyncio.Condition()
        self._thinking: asyncio.Task[None] | None = None

    # Who is there

    def here(self) -> frozenset[int]:
        return frozenset(seat for client in self.clients for seat in client.eyes.seats)

    async def join(self, client: Client) -> None:
        async with self.lock:
            self.clients.add(client)
            self._show_all()
        self.let_bots_think()

    async def leave(self, client: Client) -> None:
        async with self.lock:
            self.clients.discard(client)
            self.left = time.monotonic()
            self._show_all()

    async def look(self, client: Client, eyes: Eyes) -> None:
        """With other eyes: another seat, another language, other keys."""
        async with self.lock:
            client.begin_anew(eyes)
            self._show_all()

    def eyes(self, keys: tuple[str, ...], language: str, looking: int | None = None) -> Eyes:
        """Those of whoever holds these keys, through the seat they wish if it is theirs, or else their first."""
        seats, host = self.table.held_by(keys)
        if looking not in seats:
            deciding = [seat for seat in self.table.deciding() if seat in seats]
            looking = min(deciding or seats, default=SPECTATOR)
        return Eyes(seats, host, looking if looking is not None else SPECTATOR, language)

    # What happens

    async def change(
        self, propose: Callable[[LiveTable], Entry | None], client: Client | None = None, done: str | None = None
    ) -> int:
        """Carries out what is proposed, once it is on disk, and shows it to all; the version afterwards."""
        async with self.lock:
            await self._carry_out(propose)
            for follow in (LiveTable.begin, LiveTable.carry_out_wish):
                await self._carry_out(follow)
            self._show_all(client, done)
            version = self.table.version
        async with self._changed:
            self._changed.notify_all()
        self.let_bots_think()
        return version

    async def _carry_out(self, propose: Callable[[LiveTable], Entry | None]) -> None:
        for _ in range(3):
            if self._unwritten:
                await self._read_again()
            try:
                entry = propose(self.table)
                if entry is None:
                    return
                at = await self.hall.store.append(self.table.name, self.table.version, entries.written(entry))
            except Conflict:
                await self._read_again()
            except Refused:
                if not await self._is_behind():
                    raise
            except BaseException:
                self._unwritten = True
                await self._read_again()
                raise
            else:
                self.table.take(entry, at, carried_out=True)
                if isinstance(entry, entries.Sat):
                    self._look_again()
                rewound = entry.events if isinstance(entry, entries.Undone) else None
                self.scenes.something_changed(rewound_to=rewound)
                return
        raise Trouble("The table is being changed from several places at once; please try again.")

    async def _is_behind(self) -> bool:
        """Whether another process has written meanwhile; then what was refused may be possible after all."""
        if not await self.hall.store.entries(self.table.name, since=self.table.version):
            return False
        await self._read_again()
        return True

    async def _read_again(self) -> None:
        self.table = await self.hall.read(self.table.name)
        self._unwritten = False
        self.scenes = Scenes(self.table)
        self._look_again()
        self._show_all()

    def _look_again(self) -> None:
        """Somebody may have sat down where somebody else held the key before."""
        for client in self.clients:
            if self.table.held_by(client.keys)[0] != client.eyes.seats:
                client.begin_anew(self.eyes(client.keys, client.eyes.language, client.eyes.looking))

    def _show_all(self, asker: Client | None = None, done: str | None = None) -> None:
        self.scenes.something_changed()
        here = self.here()
        for client in self.clients:
            client.show(self.scenes, here, done if client is asker else None)

    def tell_all(self, message: FromServer) -> None:
        for client in self.clients:
            client.tell(message)

    async def wait_for_news(self, since: int, seconds: float) -> None:
        """Returns when the table has a newer version, or after so many seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self.table.version > since)

    # Bots

    def let_bots_think(self) -> None:
        if self.table.thinking() and (self._thinking is None or self._thinking.done()):
            self._thinking = asyncio.create_task(self._bots_play(), name=f"bots at {self.table.name}")

    async def let_bots_rest(self) -> None:
        if self._thinking is not None:
            self._thinking.cancel()
            await asyncio.gather(self._thinking, return_exceptions=True)

    async def _bots_play(self) -> None:
        while seats := self.table.thinking():
            try:
                await self._bot_plays(seats[0])
            except Exception:
                LOG.exception("A bot at table %s could not play; it tries again.", self.table.name)
                await asyncio.sleep(PAUSE_AFTER_FAILURE)

    async def _bot_plays(self, seat: int) -> None:
        table, playthrough = self.table, self.table.playthrough
        bot, events = table.chairs[seat].who, len(playthrough.log)
        seen = playthrough.game.hidden(playthrough.rows, seat)
        action = await self.hall.thinkers.choose(playthrough.game.name, bot, seen, seat, secrets.randbits(60))

        def play(now: LiveTable) -> Entry | None:
            """Only if nothing has happened meanwhile."""
            same = now is table and len(playthrough.log) == events and now.chairs[seat].who == bot
            return now.act(seat, action) if same and seat in now.thinking() else None

        await self.change(play)

    @property
    def idle(self) -> bool:
        busy = self.clients or self.lock.locked() or (self._thinking is not None and not self._thinking.done())
        return not busy and time.monotonic() - self.left > IDLE


class Hall:
    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self.coach = Coach()
        self.reviews = Reviews(store)
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    async def open(self, wanted: OpenTable, default_names: list[str]) -> TableOpened:
        opened, answer = tables.open_table(wanted, default_names)
        await self._add(answer.table, opened)
        return answer

    async def branch(self, room: Room, wanted: BranchWanted, bot_name: str) -> TableOpened:
        """A table that goes on from a position of this one."""
        async with room.lock:
            opened, answer = tables.open_branch(room.table, wanted, bot_name)
        await self._add(answer.table, opened)
        return answer

    async def follow(self, room: Room) -> str:
        """The table of the next game; whoever asks first opens it."""
        name = secrets.token_urlsafe(12)

        def propose(table: LiveTable) -> Entry | None:
            if table.follows:
                return None
            table.rematch()  # refused where it is too early
            return entries.Followed("followed", name)

        async with room.following:
            if room.table.follows is None:
                await self._add(name, room.table.rematch())
                await room.change(propose)
        assert room.table.follows is not None
        return room.table.follows

    async def room(self, name: str) -> Room:
        """The table of this name, from memory or from its log."""
        if name in self._rooms:
            return self._rooms[name]
        if not Checkable.TABLE.fullmatch(name):
            raise Unknown(Reason("no_such_table"))
        if name not in self._opening:
            self._opening[name] = asyncio.create_task(self._fetch(name))
        try:
            return await asyncio.shield(self._opening[name])
        finally:
            self._opening.pop(name, None)

    def known(self, name: str) -> Room | None:
        """The table of this name, if it is in memory."""
        return self._rooms.get(name)

    async def read(self, name: str) -> LiveTable:
        kept = await self.store.entries(name)
        if not kept:
            raise Unknown(Reason("no_such_table"))
        return tables.read(name, [(each.at, each.body) for each in kept])

    async def close(self) -> None:
        for room in self._rooms.values():
            for client in room.clients:
                client.leave()
            await room.let_bots_rest()
        self.thinkers.close()
        await self.coach.close()
        await self.reviews.close()
        await self.store.close()

    async def _add(self, name: str, opened: entries.Opened) -> None:
        table = LiveTable(name, opened, time.time())
        await self.store.append(name, 0, entries.written(opened))
        if any(chair.coach for chair in table.chairs):
            self.coach.gets_ready(opened.game)
        self._keep(Room(self, table))
        await self._rooms[name].change(lambda _: None)  # with nobody but bots it begins at once

    async def _fetch(self, name: str) -> Room:
        self._keep(Room(self, await self.read(name)))
        self._rooms[name].let_bots_think()
        return self._rooms[name]

    def _keep(self, room: Room) -> None:
        if len(self._rooms) >= MOST_IN_MEMORY:
            for name in [name for name, other in self._rooms.items() if other.idle]:
                del self._rooms[name]
        self._rooms.setdefault(room.table.name, room)


class Unknown(Refused):
    """There is no such table."""


@contextlib.asynccontextmanager
async def open_hall(url: str) -> AsyncIterator[Hall]:
    hall = Hall(await Store.open(url), Thinkers())
    try:
        yield hall
    finally:
        await hall.close()
