"""What is played in the house, without names: added up as games end, so that asking costs nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from statistics import median

from spieltisch.server.limits import Clock
from spieltisch.server.shapes import GameStatistics, HouseStatistics, LevelStatistics
from spieltisch.tables import house_book, journal
from spieltisch.tables.house_book import MIXED, Finished
from spieltisch.tables.live import LiveTable
from spieltisch.tables.seats import PERSON
from spieltisch.tables.store import Store, Unavailable

LOG = logging.getLogger("spieltisch")
FRESH = 60.0  # seconds for which an answer is good
FIRST = 60.0  # seconds after the start until games are looked for that nobody has noted,
AGAIN = 3600.0  # and how often that is done again
PAUSE = 0.5  # seconds between two of them: nobody shall notice
TYPICAL = 500  # games of each kind from which it is said how long they take


class Statistics:
    def __init__(self, store: Store, clock: Clock = time.monotonic) -> None:
        self.store = store
        self.clock = clock
        self._asked = -FRESH
        self._noted = 0.0  # the last one that has been added up
        self._lock = asyncio.Lock()
        self._players: defaultdict[str, Counter[int]] = defaultdict(Counter)  # by game: how many sat there, how often
        self._seconds: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=TYPICAL))
        self._games: Counter[str] = Counter()  # by bot
        self._met: Counter[str] = Counter()  # by bot: how often a person sat at the same table,
        self._behind: defaultdict[str, float] = defaultdict(float)  # and how often the person was before it

    async def of_house(self) -> HouseStatistics:
        async with self._lock:
            if self.clock() - self._asked >= FRESH:
                fresh = await house_book.finished_since(self.store, self._noted)
                await journal.in_slices(self._add_all(fresh))
                self._asked = self.clock()
        games = [
            GameStatistics(
                game=game,
                finished=sum(players.values()),
                players=tuple(players[count] for count in range(1, 7)),
                minutes=round(median(self._seconds[game]) / 60, 1),
            )
            for game, players in self._players.items()
        ]
        levels = [
            LevelStatistics(bot, games, self._met[bot], self._behind[bot] / max(1, self._met[bot]))
            for bot, games in self._games.items()
        ]
        return HouseStatistics(
            finished=sum(each.finished for each in games),
            games=tuple(sorted(games, key=lambda each: (-each.finished, each.game))),
            levels=tuple(sorted(levels, key=lambda each: each.bot)),
        )

    def _add_all(self, fresh: list[tuple[float, Finished]]) -> Iterator[None]:
        for at, finished in fresh:
            self._add(finished)
            self._noted = at
            yield

    def _add(self, finished: Finished) -> None:
        self._players[finished.game][len(finished.who)] += 1
        self._seconds[finished.game].append(finished.seconds)
        seats = list(zip(finished.who, finished.places, strict=True))
        people = [place for who, place in seats if who == PERSON]
        for bot, place in seats:
            if bot not in (PERSON, MIXED):
                self._games[bot] += 1
                self._met[bot] += len(people)
                self._behind[bot] += sum(1.0 if other < place else 0.5 * (other == place) for other in people)

    async def note(self, table: LiveTable) -> None:
        """A game has ended; if it cannot be written now, it is found later."""
        with contextlib.suppress(Unavailable):  # the store has said so
            await house_book.note_finished(self.store, table.name, house_book.told(table))

    async def look_for_more(self) -> None:
        """Until the house closes."""
        await asyncio.sleep(FIRST)
        while True:
            try:
                await self.note_all()
            except Unavailable:
                pass
            except Exception:
                LOG.exception("The games that have ended could not be counted; it is tried again.")
            await asyncio.sleep(AGAIN)

    async def note_all(self) -> None:
        """Games that ended at a terminal, or before anybody counted. One that cannot be read is not tried again."""
        for name in await house_book.unnoted(self.store):
            try:
                finished = house_book.told(await journal.read(self.store, name, quiet=True))
            except Unavailable:
                raise
            except Exception:  # its log is damaged, or its game not installed
                finished = None
            await house_book.note_finished(self.store, name, finished)
            await asyncio.sleep(PAUSE)
