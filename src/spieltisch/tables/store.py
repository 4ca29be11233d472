"""The tables on disk: a log of entries for each. The log is the truth; what is in memory is a cache.

An entry is appended with the number it must get (compare and set): if another process was faster, nothing is written
and the loser learns of it. What arrives together is committed together, and nobody is told before it is on disk.
Beside the logs lies what the coach has found out about games that are over; it took a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Float, Integer, MetaData, Table, Text, delete, event, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from spieltisch.contract import Trouble

LOG = logging.getLogger("spieltisch")
METADATA = MetaData()
ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),  # from 0
    Column("at", Float, nullable=False),  # seconds since 1970
    Column("body", Text, nullable=False),
)
REVIEWS = Table(
    "reviews",
    METADATA,
    Column("table_id", Text, primary_key=True),
    Column("at", Float, nullable=False),
    Column("body", Text, nullable=False),
)
INSERT = insert(ENTRIES)
CLOSED = "Nothing can be saved: the tables are closed."
REVISION = "0002"  # the newest of migrations/versions


class Conflict(Exception):
    """Somebody else has already written an entry with this number."""


@dataclass(frozen=True)
class StoredEntry:
    """One entry as it lies on disk."""

    at: float
    body: str


@dataclass
class _Append:
    row: dict[str, Any]
    written: asyncio.Future[None]


class Store:
    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine
        self._waiting: list[_Append] = []
        self._something = asyncio.Event()
        self._open = True
        self._writer = asyncio.create_task(self._write(), name="store")

    @staticmethod
    async def open(url: str) -> Store:
        """Opens the database and brings its tables up to date."""
        try:
            engine = create_async_engine(url)
        except Exception as error:
            raise Trouble(f"The address of the database cannot be used: {_why(error)}.") from error
        if url.startswith("sqlite"):
            event.listen(engine.sync_engine, "connect", _durable)
        try:
            async with engine.connect() as connection:
                revision = await connection.run_sync(_revision)
            if revision != REVISION:
                async with engine.begin() as connection:
                    await connection.run_sync(_migrate if revision else _begin)
        except Exception as error:
            await engine.dispose()
            raise Trouble(f"The tables cannot be opened ({engine.url!r}): {_why(error)}.") from error
        return Store(engine)

    async def append(self, table: str, number: int, body: str) -> float:
        """Returns when it is on disk; raises Conflict if there is an entry with this number."""
        if not self._open:
            raise Trouble(CLOSED)
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        at = time.time()
        self._waiting.append(_Append({"table_id": table, "number": number, "at": at, "body": body}, written))
        self._something.set()
        await written
        return at

    async def entries(self, table: str, since: int = 0, most: int | None = None) -> list[StoredEntry]:
        wanted = (
            select(ENTRIES.c.at, ENTRIES.c.body)
            .where(ENTRIES.c.table_id == table, ENTRIES.c.number >= since)
            .order_by(ENTRIES.c.number)
            .limit(most)
        )
        async with self.engine.connect() as connection:
            return [StoredEntry(at, body) for at, body in await connection.execute(wanted)]

    async def versions(self, tables: Sequence[str]) -> dict[str, int]:
        """How many entries each of these tables has."""
        wanted = (
            select(ENTRIES.c.table_id, func.max(ENTRIES.c.number) + 1)
            .where(ENTRIES.c.table_id.in_(tables))
            .group_by(ENTRIES.c.table_id)
        )
        async with self.engine.connect() as connection:
            return {table: int(version) for table, version in await connection.execute(wanted)}

    async def opened_by(self, house: str, limit: int) -> list[str]:
        """The tables of the house with this fingerprint, the newest first."""
        wanted = (
            select(ENTRIES.c.table_id)
            .where(ENTRIES.c.number == 0, ENTRIES.c.body.contains(f'"house":"{house}"', autoescape=True))
            .order_by(ENTRIES.c.at.desc())
            .limit(limit)
        )
        async with self.engine.connect() as connection:
            return list(await connection.scalars(wanted))

    async def review(self, table: str) -> str | None:
        """What the coach has said about this table, if it has been asked."""
        async with self.engine.connect() as connection:
            body = await connection.scalar(select(REVIEWS.c.body).where(REVIEWS.c.table_id == table))
        return None if body is None else str(body)

    async def keep_review(self, table: str, body: str) -> None:
        async with self.engine.begin() as connection:
            await connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table))
            await connection.execute(insert(REVIEWS).values(table_id=table, at=time.time(), body=body))

    async def close(self) -> None:
        """What waits is written first; nothing is broken off in the middle."""
        self._open = False
        self._something.set()
        await asyncio.wait([self._writer])
        await self.engine.dispose()

    async def _write(self) -> None:
        batch = list[_Append]()
        try:
            async with self.engine.connect() as connection:
                while self._open or self._waiting:
                    await self._something.wait()
                    self._something.clear()
                    batch, self._waiting = self._waiting, []
                    if batch:
                        await self._commit(connection, batch)
        except Exception:
            LOG.exception("Nothing can be saved any more.")
        finally:  # nobody waits for what will never be written
            self._open = False
            for append in (*batch, *self._waiting):
                if not append.written.done():
                    append.written.set_exception(Trouble(CLOSED))

    async def _commit(self, connection: AsyncConnection, batch: list[_Append]) -> None:
        """All in one transaction; if that fails, one by one, so that each learns its own fate."""
        try:
            await connection.execute(INSERT, [append.row for append in batch])
            await connection.commit()
        except Exception as error:
            with contextlib.suppress(Exception):
                await connection.rollback()
            if len(batch) > 1:
                for append in batch:
                    await self._commit(connection, [append])
            elif not batch[0].written.done():
                conflict = isinstance(error, IntegrityError)
                batch[0].written.set_exception(
                    Conflict() if conflict else Trouble(f"Nothing can be saved: {_why(error)}.")
                )
            return
        for append in batch:
            if not append.written.done():
                append.written.set_result(None)


def _why(error: Exception) -> str:
    """What the database says, without the statement and what was to be written: that is nobody's business."""
    return str(getattr(error, "orig", error)).strip().rstrip(".")


def sqlite_url(folder: Path) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite+aiosqlite:///{folder / 'tables.sqlite'}"


def _durable(connection: Any, _record: Any) -> None:
    """A commit is on disk when it returns, even if the power fails."""
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _revision(connection: Any) -> str | None:
    from sqlalchemy import inspect, text

    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _begin(connection: Any) -> None:
    """An empty database gets the newest tables at once: nobody waits for the past."""
    from sqlalchemy import inspect, text

    if inspect(connection).has_table(ENTRIES.name):
        _migrate(connection)
        return
    METADATA.create_all(connection)
    for statement in (
        "CREATE TABLE IF NOT EXISTS alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)",
        f"INSERT INTO alembic_version VALUES ('{REVISION}') ON CONFLICT DO NOTHING",
    ):
        connection.execute(text(statement))


def _migrate(connection: Any) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
