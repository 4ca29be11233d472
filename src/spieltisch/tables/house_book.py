"""What a house notes beside the logs of its tables: when it was open, and which games were finished."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from spieltisch.tables.store import HOURS, Store

Span = tuple[float, float]  # from, until; seconds since 1970
KEPT = 60 * 86400.0  # seconds for which hours are remembered: longer than any clock runs


async def hours(store: Store) -> list[Span]:
    async with store.asking() as connection:
        found = await connection.execute(select(HOURS.c.since, HOURS.c.until).order_by(HOURS.c.since))
        return [(float(since), float(until)) for since, until in found]


async def was_open(store: Store, span: Span) -> None:
    """This span, as long as it is by now; what is long ago is forgotten."""
    since, until = span
    async with store.asking() as connection, connection.begin():
        await connection.execute(delete(HOURS).where((HOURS.c.since == since) | (HOURS.c.until < until - KEPT)))
        await connection.execute(insert(HOURS).values(since=since, until=until))
