"""Tables that have been over for long leave the house, if whoever runs it wants that. What goes on stays, however old;
so does what cannot be read, and what was counted for the statistics of the house, which has no names in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from sqlalchemy import delete, func, select

from spieltisch.registry import NotInstalled
from spieltisch.tables import house_book, journal
from spieltisch.tables.chain import Damaged
from spieltisch.tables.journal import Unknown
from spieltisch.tables.schema import ENTRIES, FINISHED, REVIEWS
from spieltisch.tables.store import Store

DAY = 86400.0  # seconds
PAGE = 500  # tables that are looked at with one question


@dataclass(frozen=True)
class Leaving:
    """A table that is over, and has been left alone since."""

    name: str
    version: int
    changed: float  # seconds since 1970


async def long_over(store: Store, before: float) -> AsyncIterator[Leaving]:
    """Those at which nothing has happened since then."""
    last = ""
    while True:
        wanted = (
            select(ENTRIES.c.table_id, func.max(ENTRIES.c.number) + 1, func.max(ENTRIES.c.at))
            .where(ENTRIES.c.table_id > last)
            .group_by(ENTRIES.c.table_id)
            .order_by(ENTRIES.c.table_id)
            .limit(PAGE)
        )
        async with store.asking() as connection:
            page = [Leaving(name, version, at) for name, version, at in await connection.execute(wanted)]
        for table in page:
            if table.changed < before and await _is_over(store, table.name):
                yield table
        if not page:
            return
        last = page[-1].name


async def _is_over(store: Store, name: str) -> bool:
    """Asked of the rules: what was taken back after its end goes on."""
    try:
        table = await journal.read(store, name, quiet=True)
    except (Damaged, NotInstalled, Unknown):
        return False
    return table.stage == "over"


async def remove(store: Store, table: Leaving) -> bool:
    """The whole log and its review, or nothing if something has happened there after all. It is counted before."""
    await _count(store, table)
    mine = ENTRIES.c.table_id == table.name
    async with store.asking() as connection, connection.begin():
        now = await connection.scalar(select(func.max(ENTRIES.c.number) + 1).where(mine))
        if now != table.version:
            return False
        await connection.execute(delete(ENTRIES).where(mine))
        await connection.execute(delete(REVIEWS).where(REVIEWS.c.table_id == table.name))
    return True


async def _count(store: Store, table: Leaving) -> None:
    """For the statistics, where nobody has yet."""
    async with store.asking() as connection:
        known = await connection.scalar(select(FINISHED.c.table_id).where(FINISHED.c.table_id == table.name))
    if known is None:
        finished = house_book.told(await journal.read(store, table.name, quiet=True))
        await house_book.note_finished(store, table.name, finished)
