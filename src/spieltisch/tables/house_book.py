"""What a house notes beside the logs of its tables: when it was open, and which games were finished."""

from __future__ import annotations

import time
from dataclasses import dataclass

from pydantic import TypeAdapter
from sqlalchemy import delete, insert, select

from spieltisch.tables.live import LiveTable
from spieltisch.tables.schema import ENTRIES, FINISHED, HOURS
from spieltisch.tables.seats import PERSON
from spieltisch.tables.store import Store

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


@dataclass(frozen=True)
class Finished:
    """A game that is over, without anybody's name."""

    game: str
    who: tuple[str, ...]  # by seat: person, the name of a bot, or MIXED
    places: tuple[int, ...]
    seconds: float  # from its beginning to its end


MIXED = "mixed"  # a bot has played for a person
NOTHING = ""  # is noted of a table about which nothing can or shall be told
_FINISHED: TypeAdapter[Finished] = TypeAdapter(Finished)


def told(table: LiveTable) -> Finished | None:
    """Nothing of a game that is not over, or was played on from a position of another."""
    outcome = table.playthrough.outcome if table.stage == "over" and table.opened.branch is None else None
    if outcome is None:
        return None
    who = tuple(
        PERSON if chair.who == PERSON else MIXED if chair.key or not table.is_bot(seat) else chair.who
        for seat, chair in enumerate(table.chairs)
    )
    return Finished(table.opened.game, who, outcome.places, table.updated - table.times[table.began - 1])


async def note_finished(store: Store, table: str, finished: Finished | None) -> None:
    """Once more if a game was taken back after its end, and has ended again."""
    body = NOTHING if finished is None else _FINISHED.dump_json(finished).decode()
    async with store.asking() as connection, connection.begin():
        await connection.execute(delete(FINISHED).where(FINISHED.c.table_id == table))
        await connection.execute(insert(FINISHED).values(table_id=table, at=time.time(), body=body))


async def finished_since(store: Store, at: float) -> list[tuple[float, Finished]]:
    """Those that were noted later, and when."""
    wanted = select(FINISHED.c.at, FINISHED.c.body).where(FINISHED.c.at > at, FINISHED.c.body != NOTHING)
    async with store.asking() as connection:
        found = await connection.execute(wanted.order_by(FINISHED.c.at))
        return [(float(at), _FINISHED.validate_json(body)) for at, body in found]


async def unnoted(store: Store) -> list[str]:
    """Tables at which a game has ended that is not in the book: from before, or from a terminal."""
    ended = select(ENTRIES.c.table_id).where(ENTRIES.c.body.contains('"over":true')).distinct()
    async with store.asking() as connection:
        known = set(await connection.scalars(select(FINISHED.c.table_id)))
        return [table for table in await connection.scalars(ended) if table not in known]
