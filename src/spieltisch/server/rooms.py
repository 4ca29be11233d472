"""A table in memory, with those who are at it. Whatever changes it does so under its lock."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from math import inf

from spieltisch.kernel import SPECTATOR
from spieltisch.server.bots_at_table import BotsAtTable
from spieltisch.server.chat import Talked
from spieltisch.server.clients import COME_AGAIN, Client, Frames, written
from spieltisch.server.coaching import Advising, Coach
from spieltisch.server.company import ChatLine, ChatLines, Gesture, Gestured
from spieltisch.server.hours import Hours
from spieltisch.server.limits import PRESENCE
from spieltisch.server.metrics import CHANGES, MOVES
from spieltisch.server.others import Here, Others, Said, Shown
from spieltisch.server.scenes import Eyes, Scenes
from spieltisch.server.thinkers import Thinkers
from spieltisch.server.weakly import weakly
from spieltisch.server.wire import FromServer, Scene
from spieltisch.tables import entries
from spieltisch.tables.chain import Damaged
from spieltisch.tables.entries import Entry
from spieltisch.tables.journal import Journal, Propose
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.store import Store

IDLE = 60.0  # seconds before an empty table may leave the memory
SIGNS = (
    entries.SeatTaken
    | entries.Readied
    | entries.MoveMade
    | entries.UndoWished
    | entries.WishAnswered
    | entries.Returned
)
A_BLINK = 1e-3  # seconds: away, but not for long
MOMENT = 60.0  # seconds for which somebody who asked without a socket counts as being here


class Room:
    def __init__(
        self,
        store: Store,
        table: LiveTable,
        thinkers: Thinkers,
        coach: Coach,
        clock: Callable[[], float] = time.monotonic,
        hours: Hours | None = None,
        others: Others | None = None,
    ) -> None:
        self.table = table
        self.others = others or Others()
        self._elsewhere: dict[str, Here] = {}  # by process: who is here at another one
        self.told_here = Here("here", table.name)  # who is here at this one, as the others have been told
        self.clock = clock
        self._since = clock()  # before that this process knows nothing of anybody
        self._went: dict[int, float] = {}  # by seat, when its person was last connected
        self._asked: dict[int, float] = {}  # by seat, when its person last asked without a socket
        self.hours = hours or Hours()
        self.scenes = Scenes(table, thinkers.limits, self.hours)
        self.lock = asyncio.Lock()
        self.clients: set[Client] = set()
        self.left = time.monotonic()  # when the last client went
        self.owner = ""  # whose turn it is when its bots think: the address of whoever opened it or sits here
        self.advising = Advising(coach)
        self.talked = Talked()
        self.ended: Callable[[LiveTable], None] = lambda table: None  # is told when a game has ended
        self.bots = BotsAtTable(self, thinkers)
        self._journal = Journal(store, table, weakly(self._heard))
        self._changed = asyncio.Condition()
        self._writing = False  # what happens now is this process's own doing
        self._waiting = 0  # those who wait for news without a socket
        self._visitors = 0  # sockets, also those that have not said hello yet
        self._frames = Frames()
        self._renewed = 0.0  # when the scenes were last made anew
        self._here: frozenset[int] = frozenset()  # as all have been told
        self._differs = False  # since then somebody has been shown something else
        self._told = 0.0  # when
        self._telling: asyncio.Task[None] | None = None
        self._lapsing: asyncio.TimerHandle | None = None

    # Who is there

    def here(self) -> frozenset[int]:
        return self._here_here().union(*(here.seats for here in self._elsewhere.values()))

    def _here_here(self) -> frozenset[int]:
        """At this process."""
        asked = [seat for seat, at in self._asked.items() if self.clock() - at < MOMENT]
        return self._connected() | frozenset(asked)

    @property
    def _host_here(self) -> bool:
        return any(client.eyes.host for client in self.clients)

    def away(self, seat: int) -> float:
        """For how many seconds there has been no sign of the person of a seat; 0: is here."""
        if seat in self.here():
            return 0.0
        if not self.others.bus.hears:  # perhaps they are at another process
            return A_BLINK
        return self.clock() - max(self._since, self._went.get(seat, 0.0), self._asked.get(seat, 0.0))

    def heard_from(self, keys: tuple[str, ...]) -> None:
        """Somebody has asked without a socket; they are here."""
        seats = self.table.held_by(keys)[0]
        self._asked.update(dict.fromkeys(seats, self.clock()))
        if seats:
            self._tell_presence()
            self._lapse_later()

    @property
    def free(self) -> int:
        """Seats for whoever comes: as long as the host is here to receive them."""
        host = self._host_here or any(here.host for here in self._elsewhere.values())
        return self.table.free if host else 0

    def elsewhere(self, process: str, here: Here) -> None:
        """Who is at this table at another process; whoever is not any more has just gone."""
        before = self._elsewhere.pop(process, here)
        if here.anybody:
            self._elsewhere[process] = here
        for seat in set(before.seats) - set(here.seats):
            self._went[seat] = self.clock()
        if before.anybody and not here.anybody:
            self.bots.think()  # perhaps it was that process's turn to let them
        self._tell_presence()

    @property
    def yields(self) -> bool:
        """Whether another process is the first to let quick bots play here: of those where people are, one is."""
        first = min(self._elsewhere, default=None)
        return first is not None and (not self.told_here.anybody or first < self.others.bus.name)

    def missed_something(self) -> None:
        """Of people at other processes nothing is known from before now."""
        self._since = self.clock()

    def tell_others(self, *, again: bool = False) -> None:
        """The other processes, who is here; if they know it already, only when they ask."""
        if self.others.shared:
            listed = self.table.free > 0
            own = Here("here", self.table.name, tuple(sorted(self._here_here())), self._host_here, listed)
            if own != self.told_here or (again and own.anybody):
                self.told_here = own
                self.others.are_told(own)

    def _lapse_later(self) -> None:
        """Whoever has asked and does not ask again goes without a word: all are told then."""
        left = [at + MOMENT - self.clock() for at in self._asked.values()]
        if self._lapsing is None and (left := [seconds for seconds in left if seconds > 0]):
            self._lapsing = asyncio.get_running_loop().call_later(min(left), weakly(self._lapse))

    def _lapse(self) -> None:
        self._lapsing = None
        self._tell_presence()
        self._lapse_later()

    def _connected(self) -> frozenset[int]:
        return frozenset(seat for client in self.clients for seat in client.eyes.seats)

    @property
    def watched(self) -> bool:
        return bool(self.clients) or self._waiting > 0

    @property
    def idle(self) -> bool:
        busy = self.watched or self._visitors > 0 or self.lock.locked() or self.bots.busy
        return not busy and time.monotonic() - self.left > IDLE

    @contextlib.contextmanager
    def visited(self) -> Iterator[None]:
        """A table that somebody is entering stays in memory, also before they have said hello."""
        self._visitors += 1
        try:
            yield
        finally:
            self._visitors -= 1
            self.left = time.monotonic()

    def comes(self, address: str, keys: tuple[str, ...]) -> None:
        """Where nothing is known of who opened the table, it belongs to who sits there; or looks on, if nobody can."""
        if not self.owner:
            kept = any(chair.key for chair in self.table.chairs)
            self.owner = address if self.table.held_by(keys)[0] or not kept else self.owner

    async def join(self, client: Client) -> None:
        await self.up_to_date()
        async with self.lock:
            self.clients.add(client)
            client.begin_anew(self.eyes(client.keys, client.eyes.language, client.eyes.looking))
            self._show(client)
            self.bots.think()

    async def send_away(self) -> None:
        """The house closes: whoever is here comes again, to another process or to the next one. What is under way is
        finished and answered before."""
        async with self.lock:
            for client in self.clients:
                client.leave(COME_AGAIN)

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        self.left = time.monotonic()
        for seat in client.eyes.seats:
            self._went[seat] = self.clock()
            self._asked.pop(seat, None)
        if client.eyes.at_table:
            self._tell_presence()

    async def look(
        self,
        client: Client,
        *,
        looking: int | None,
        keys: tuple[str, ...] | None = None,
        language: str | None = None,
        known: str | None = None,
    ) -> None:
        """With other eyes: another seat, another language, other keys. What they open is asked under the lock; and
        the head that is known is compared with what is shown then, not with a change that comes before."""
        if keys is not None and self.others.shared:  # perhaps somebody has just sat down at another process
            await self.catch_up()
        async with self.lock:
            client.known = known
            client.keys = client.keys if keys is None else keys
            client.begin_anew(self.eyes(client.keys, language or client.eyes.language, looking))
            self._show(client)

    def eyes(self, keys: tuple[str, ...], language: str, looking: int | None = None) -> Eyes:
        """Those of whoever holds these keys, through the seat they wish if it is theirs, or else their first."""
        seats, host = self.table.held_by(keys)
        if looking not in seats:
            deciding = [seat for seat in self.table.deciding() if seat in seats]
            looking = min(deciding or seats, default=SPECTATOR)
        may_return = frozenset(self.table.may_return(keys))
        return Eyes(seats, host, looking if looking is not None else SPECTATOR, language, may_return)

    # Whose time runs

    def used(self, seat: int) -> int | None:
        """Milliseconds of its time that a seat has used for its turn, at most all of it; None where none is counted."""
        clocks, since = self.table.clocks, self.table.on_the_clock().get(seat)
        if seat in clocks.called:
            return clocks.allowance(seat)
        return None if since is None else min(clocks.allowance(seat), int(self.hours.passed(since) * 1000))

    def remaining(self, seat: int) -> float:
        """Seconds; less than none if the time is up."""
        since = self.table.on_the_clock().get(seat)
        return inf if since is None else self.table.clocks.allowance(seat) / 1000 - self.hours.passed(since)

    # What happens

    async def change(self, propose: Propose, client: Client | None = None, done: str | None = None) -> Proposal | None:
        """Carries out what is proposed, once it is on disk, and shows it to all."""
        begun = time.perf_counter()
        async with self._changing(client, done):
            proposal = await self._journal.change(propose)
        if proposal is not None:
            self._count(proposal.entry, time.perf_counter() - begun)
        return proposal

    async def follow(self) -> str:
        """The table of the next game."""
        async with self._changing():
            return await self._journal.follow()

    async def catch_up(self) -> None:
        """With what others have written, perhaps at a terminal."""
        async with self._changing(own=False):
            await self._journal.catch_up()

    def knows(self, others: object) -> None:
        """All that others had written when the store said this."""
        self._journal.others = others

    async def up_to_date(self) -> None:
        """For whoever comes or asks. Where somebody watches, what others have written is looked for by itself, but
        what one has just done at another process is not always heard of yet; and nobody is shown what was believed
        before the log was damaged."""
        if self.others.shared or not self.watched:
            await self.catch_up()
        if self.table.chain.broken:
            raise Damaged(self.table.name)

    async def show_queue(self, before: int) -> None:
        """How many have their turn before a bot of this table may think."""
        async with self.lock:
            self.scenes.queue = before
            self._show_all(None, None)

    async def head_at(self, version: int | None) -> str | None:
        """For somebody who has kept the head of this version."""
        return None if version is None else await self._journal.head_at(version)

    async def wait_for_news(self, since: int, seconds: float) -> None:
        """Returns when the table has a newer version, or after so many seconds."""
        self._waiting += 1
        self.bots.think()  # perhaps they wait for somebody to look
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(seconds), self._changed:
                    await self._changed.wait_for(lambda: self.table.version > since)
        finally:
            self._waiting -= 1

    def tell_all(self, message: FromServer) -> None:
        self._tell_some(message, self.clients)

    def gesture(self, seat: int, gesture: Gesture) -> None:
        self.show(seat, gesture)
        self.others.are_told(Shown("shown", self.table.name, seat, gesture))

    def show(self, seat: int, gesture: Gesture) -> None:
        """Made here or at another process."""
        self.tell_all(Gestured("gestured", seat, gesture))

    def say(self, seat: int, text: str) -> None:
        """To the people at this table: who only looks on does not hear it."""
        line = self.talked.add(seat, self.table.chairs[seat].name, text)
        self._tell_line(line)
        self.others.are_told(Said("said", self.table.name, line))

    def hear(self, line: ChatLine) -> None:
        """Said at another process."""
        if self.table.chat and self.talked.take(line):
            self._tell_line(line)

    def _tell_line(self, line: ChatLine) -> None:
        self._tell_some(ChatLines("chat", (line,)), [client for client in self.clients if client.eyes.at_table])

    def _tell_some(self, message: FromServer, clients: Iterable[Client]) -> None:
        frame = written(message)
        for client in clients:
            client.put(frame)

    @contextlib.asynccontextmanager
    async def _changing(
        self, asker: Client | None = None, done: str | None = None, *, own: bool = True
    ) -> AsyncIterator[None]:
        """One change at a time; whatever has become of it, all are shown the table as it is then. If it is this
        process's own, the others are told of it."""
        async with self.lock:
            version, succeeded, self._writing = self.table.version, False, own
            try:
                yield
                succeeded = True
            finally:
                self.bots.think()
                changed = self.table.version != version
                if own or changed:
                    self._show_all(asker if succeeded else None, done)
                if own and changed:
                    self.others.wrote(self.table.name, self.table.version)
                if self._waiting and changed:
                    async with self._changed:
                        self._changed.notify_all()

    def _count(self, entry: Entry, seconds: float) -> None:
        CHANGES.observe(entry.kind, seconds)
        if isinstance(entry, entries.MoveMade):
            MOVES.add("bots" if self.table.is_bot(entry.seat) else "people")

    def _heard(self, entry: Entry) -> None:
        if isinstance(entry, SIGNS) and not self.table.is_bot(entry.seat):  # perhaps at a terminal
            self._went[entry.seat] = self.clock()
        if not self.table.chat:
            self.talked.forget()
        over = isinstance(entry, entries.Began | entries.MoveMade | entries.Undone) and entry.over
        if over and (self._writing or not self.others.shared):  # else whoever has written it counts it
            self.ended(self.table)
        if isinstance(entry, entries.HostSettled | entries.Began | entries.SeatTaken):
            self._tell_presence()
        self.scenes.something_changed(rewound_to=entry.events if isinstance(entry, entries.Undone) else None)
        if isinstance(entry, entries.SeatTaken | entries.SeatLeft | entries.Returned):  # a key may open other seats now
            for client in self.clients:
                eyes = self.eyes(client.keys, client.eyes.language, client.eyes.looking)
                if (eyes.seats, eyes.may_return) != (client.eyes.seats, client.eyes.may_return):
                    client.begin_anew(eyes)

    def _show_all(self, asker: Client | None, done: str | None) -> None:
        self._renew()
        self._here, self._differs = self.here(), False
        for client in self.clients:
            client.show(self.scenes, self._frames, self._here, done if client is asker else None)
        self._frames.clear()  # all know it now: what was before need not wait for the next change to go

    def _show(self, client: Client) -> None:
        client.show(self.scenes, self._frames, self._here_for_one())
        if client.eyes.at_table and (lines := self.talked.lines()):
            client.tell(ChatLines("chat", lines))
        self._tell_presence()

    def scene(self, eyes: Eyes) -> Scene:
        """For one alone, who does not stay."""
        return self.scenes.scene(eyes, self._here_for_one())

    def _here_for_one(self) -> frozenset[int]:
        """A crowd that comes at once is shown one scene, at most half a second old."""
        if time.monotonic() - self._renewed > PRESENCE:
            self._renew()
        here = self.here()
        self._differs |= here != self._here
        return here

    def _renew(self) -> None:
        self.scenes.something_changed()
        self._frames.clear()
        self._renewed = time.monotonic()

    def _tell_presence(self) -> None:
        """Who is here is told to all, but not again for each of many who come and go."""
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await asyncio.sleep(max(0.0, self._told + PRESENCE - time.monotonic()))
        self.tell_others()
        async with self.lock:
            if self._differs or self.here() != self._here:
                self._told = time.monotonic()
                self._show_all(None, None)
