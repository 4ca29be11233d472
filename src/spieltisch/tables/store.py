"""The tables on disk: a log of entries for each. The log is the truth; what is in memory is a cache.

An entry is appended with the number it must get (compare and set): if another process was faster, nothing is written
and the loser learns of it. What arrives together is committed together, and nobody is told before it is on disk.
While the database is locked or away an entry is tried again until its time is up. After a commit whose answer was lost
the same number shows whether it has arrived: nothing is written twice.
Beside the logs lies what the coach has found out about games that are over; it took a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shlex
import time
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import delete, func, insert, select
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.files import own_command
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.engine import engine_of, is_damage, not_saved, passes, why
from spieltisch.tables.folder import private, private_file, sqlite_file
from spieltisch.tables.schema import ENTRIES, REVIEWS, bring_up_to_date
from spieltisch.tables.writing import MOST_AT_ONCE, Row, Writer

LOG = logging.getLogger("spieltisch")
PATIENCE = 5.0  # seconds in which an entry is written, or whoever wrote it learns that it is not
PAUSE = 0.1  # seconds between two attempts
QUIET = 60.0  # seconds between two complaints in the output
CLOSING = 2.0  # seconds for what still waits when the store is closed
OWN_FAULT = (IntegrityError, DataError, ProgrammingError)  # of one entry, not of the database
FILE = "tables.sqlite"  # in the data folder
BROKEN = "{file} is damaged: {why}. Restore the last backup: `{command} BACKUP`."


class Conflict(Exception):
    """Somebody else has already written an entry with this number."""


class Severed(Exception):
    """The entry that this one was to follow is not there any more."""


class Unavailable(Refused):
    """The database is locked, full, slow or away: no fault of whoever asks, and worth trying again.

    Nothing has changed, unless it is uncertain: the answer to a commit was lost and could not be asked for in time.
    """

    def __init__(self, *, uncertain: bool = False, damaged: bool = False) -> None:
        key = "saving_is_uncertain" if uncertain else "tables_are_damaged" if damaged else "tables_unavailable"
        super().__init__(Reason(key))


@dataclass
class _Append:
    row: Row
    written: asyncio.Future[None]
    until: float  # of the clock of the loop
    uncertain: bool = False  # a commit of it was not answered

    def fail(self, *, damaged: bool = False) -> None:
        if not self.written.done():
            self.written.set_exception(Unavailable(uncertain=self.uncertain, damaged=damaged))

    def succeed(self) -> None:
        if not self.written.done():
            self.written.set_result(None)


class Store:
    def __init__(self, engine: AsyncEngine, patience: float = PATIENCE) -> None:
        self.engine = engine
        self.patience = patience
        self._waiting: list[_Append] = []
        self._something = asyncio.Event()
        self._open = True
        self._hurried = False
        self._away = False  # the last attempt to write has failed
        self.is_damaged = False  # the database has said so, and does not get well
        self.written: Callable[[float], None] = lambda seconds: None  # is told how long an entry was on its way
        self._quiet_until: dict[str, float] = {}
        self._complained: set[str] = set()  # of what, and nobody has said yet that it is over
        self._writing: Writer | None = None  # while there is a connection
        self._writer = asyncio.create_task(self._write(), name="store")

    @staticmethod
    async def open(url: str, patience: float = PATIENCE) -> Store:
        """Opens the database and brings its tables up to date."""
        engine = engine_of(url)
        if (file := sqlite_file(url)) is not None:
            private_file(file)
        try:
            await bring_up_to_date(engine)
        except Trouble:
            await engine.dispose()
            raise
        except Exception as error:
            await engine.dispose()
            if file is not None and is_damage(error):
                raise Trouble(BROKEN, file=file, why=why(error), command=restoring(file)) from error
            raise Trouble(
                "The tables cannot be opened ({url}): {why}.", url=repr(engine.url), why=why(error)
            ) from error
        return Store(engine, patience)

    async def append(self, table: str, number: int, body: str, head: str = "", after: str | None = None) -> StoredEntry:
        """Returns when it is on disk; raises Conflict if there is an entry with this number, and Severed if the one
        before it does not have the head that it says.

        Whoever reads the log accepts no row whose head does not follow from those before it.
        """
        if not self._open:
            raise Unavailable
        if self._writer.done():  # somebody has broken it off
            self._writer = asyncio.create_task(self._write(), name="store")
        loop = asyncio.get_running_loop()
        begun = loop.time()
        written: asyncio.Future[None] = loop.create_future()
        row = StoredEntry(number, time.time(), body, head)
        kept = (table, row.number, row.at, row.body, row.head, after)
        self._waiting.append(_Append(kept, written, loop.time() + self.patience))
        self._something.set()
        await written
        self.written(loop.time() - begun)
        return row

    async def entries(self, table: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        wanted = (
            select(ENTRIES.c.number, ENTRIES.c.at, ENTRIES.c.body, ENTRIES.c.head)
            .where(ENTRIES.c.table_id == table, ENTRIES.c.number >= since)
            .order_by(ENTRIES.c.number)
            .limit(most)
        )
        async with self.asking(reading=True) as connection:
            return [StoredEntry(*row) for row in await connection.execute(wanted)]

    async def head(self, table: str, version: int) -> str:
        """The head of the log when it had so many entries; empty if it never had."""
        wanted = select(ENTRIES.c.head).where(ENTRIES.c.table_id == table, ENTRIES.c.number == version - 1)
        async with self.asking(reading=True) as connection:
            return str(await connection.scalar(wanted) or "")

    async def tables(self) -> list[str]:
        """All of them, by name."""
        async with self.asking() as connection:
            return list(await connection.scalars(select(ENTRIES.c.table_id).distinct().order_by(ENTRIES.c.table_id)))

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries each of these tables has."""
        wanted = (
            select(ENTRIES.c.table_id, func.max(ENTRIES.c.number) + 1)
            .where(ENTRIES.c.table_id.in_(tables))
            .group_by(ENTRIES.c.table_id)
        )
        async with self.asking(reading=True) as connection:
            return {table: int(version) for table, version in await connection.execute(wanted)}

    async def state_of_others(self) -> object:
        """Something else than the last time, if others may have written since."""
        with contextlib.suppress(Exception):
            if self._writing is not None and (number := await self._writing.others()) is not None:
                return self._writing, number
        return object()

    async def opened_by(self, house: str, limit: int) -> list[str]:
        """The tables of the house with this fingerprint, the one where something happened last first."""
        others = ENTRIES.alias()
        changed = select(func.max(others.c.at)).where(others.c.table_id == ENTRIES.c.table_id).scalar_subquery()
        wanted = (
            select(ENTRIES.c.table_id)
            .where(ENTRIES.c.number == 0, ENTRIES.c.body.contains(f'"house":"{house}"', autoescape=True))
            .order_by(changed.desc())
            .limit(limit)
        )
        async with self.asking() as connection:
            return list(await connection.scalars(wanted))

    async def review(self, table: str) -> str | None:
        """What the coach has said about this table, if it has been asked."""
        async with self.asking() as connection:
            body = await connection.scalar(select(REVIEWS.c.body).where(REVIEWS.c.table_id == table))
        return None if body is None else str(body)

    async def keep_review(self, table: str, body: str) -> None:
        async with self.asking() as connection, connection.begin():
            await connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
            await connection.execute(insert(REVIEWS).values(table_id=table, at=time.time(), body=body))

    @property
    def unwritten(self) -> int:
        """How many wait to be written."""
        return len(self._waiting)

    @property
    def is_writable(self) -> bool:
        return not self._away

    def hurry(self) -> None:
        """Whoever waits learns it after the attempt that is under way: the house is about to close."""
        self._hurried = True

    async def close(self) -> None:
        """What waits is written first, but a database that does not answer keeps nobody here."""
        self._open = False
        self._something.set()
        await asyncio.wait([self._writer], timeout=CLOSING)
        self._writer.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSING):
                await asyncio.wait([self._writer])
                await self.engine.dispose()

    @contextlib.asynccontextmanager
    async def asking(self, *, reading: bool = False) -> AsyncIterator[AsyncConnection]:
        """A connection that has just been tried, for a question; a database that does not answer is Unavailable."""
        try:
            async with self.engine.connect() as connection:
                if reading and self.engine.dialect.name == "postgresql":  # no transaction: two ways less
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                try:
                    yield connection
                except Exception:
                    await connection.invalidate()
                    raise
        except Exception as error:
            self._complain("read", error)
            raise Unavailable(damaged=is_damage(error)) from error
        self._goes_again("read")

    async def _write(self) -> None:
        """Until the store is closed."""
        batch = list[_Append]()
        try:
            while self._open or self._waiting:
                await self._something.wait()
                self._something.clear()
                while self._waiting:
                    batch, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
                    try:
                        await self._commit(batch)
                    except Exception as error:
                        await self._postpone(batch, error)
        finally:  # nobody waits for what will never be written; whoever comes later starts anew
            self._give_up(batch)
            try:
                await self._disconnect()
            finally:
                self._give_up([])

    def _give_up(self, batch: list[_Append]) -> None:
        for append in (*batch, *self._waiting):
            append.fail()
        self._waiting = []

    async def _postpone(self, batch: list[_Append], error: Exception) -> None:
        """What has time left waits for a new attempt, together with what has come meanwhile."""
        self._complain("written", error)
        self._away = True
        await self._disconnect()
        now = asyncio.get_running_loop().time()
        tried_again = []
        for append in batch:
            if passes(error) and now < append.until and not self._hurried and not append.written.done():
                tried_again.append(append)
            else:
                append.fail(damaged=is_damage(error))
        self._waiting[:0] = tried_again
        if tried_again:
            await asyncio.sleep(PAUSE)

    async def _commit(self, batch: list[_Append]) -> None:
        """All in one transaction; if one of them cannot be written, one by one, so that each learns its own fate."""
        if self._writing is None:
            self._writing = await Writer.connect(self.engine)
        writer = self._writing
        try:
            await writer.save([append.row for append in batch])
        except OWN_FAULT as error:
            await writer.connection.rollback()
            if len(batch) > 1:
                for append in batch:
                    await self._commit([append])
            elif isinstance(error, IntegrityError):
                await self._clash(writer.connection, batch[0])
            else:
                LOG.exception("An entry of table %s cannot be written.", batch[0].row[0])
                batch[0].fail()
            return
        except BaseException as error:
            for append in batch:
                append.uncertain |= writer.committing and not not_saved(error)
            raise  # the connection is given up, and with it what it still holds
        for append in batch:
            append.succeed()
        self._goes_again("written")
        self._away = False

    async def _clash(self, connection: AsyncConnection, append: _Append) -> None:
        """There is an entry with this number: somebody else's, or this very one, whose commit was not answered. Or
        there is none, and the one before it is missing."""
        table, number, at, body, *_ = append.row
        wanted = select(ENTRIES.c.at, ENTRIES.c.body).where(ENTRIES.c.table_id == table, ENTRIES.c.number == number)
        found = (await connection.execute(wanted)).one_or_none()
        await connection.rollback()
        if append.uncertain and found is not None and tuple(found) == (at, body):
            append.succeed()
        elif not append.written.done():
            append.written.set_exception(Severed() if found is None else Conflict())

    def _complain(self, what: str, error: Exception) -> None:
        """To whoever runs the house, now and then: while a database is away, many ask."""
        now = asyncio.get_running_loop().time()
        damaged = is_damage(error)
        self.is_damaged |= damaged
        if now >= self._quiet_until.get(what, now):
            LOG.log(logging.ERROR if damaged else logging.WARNING, "The tables cannot be %s: %s.", what, why(error))
            self._quiet_until[what] = now + QUIET
            self._complained.add(what)

    def _goes_again(self, what: str) -> None:
        if what in self._complained and not self.is_damaged:
            self._complained.remove(what)
            LOG.warning("The tables can be %s again.", what)

    async def _disconnect(self) -> None:
        writer, self._writing = self._writing, None
        if writer is not None:
            await writer.close()


def restoring(file: Path) -> str:
    """The command that puts a backup in its place, but for the backup's name."""
    place = ["--data", str(file.parent)] if file.name == FILE else ["--database", f"sqlite+aiosqlite:///{file}"]
    return f"{own_command()} restore {shlex.join(place)}"


def sqlite_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{private(folder) / FILE}"
