"""A whole house from one database into another, SQLite or PostgreSQL: tables, reviews, and what the house has noted.

It may be done twice: first while people play, then once more with the house closed, for what has come meanwhile. What
is there is only ever added to, and every log is read back: it must be the same, and follow its hash chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Table, insert, select

from spieltisch.tables.checking import LogRow, damage
from spieltisch.tables.portable import AT_ONCE, Progress, keep, log_of, names_of, review_of
from spieltisch.tables.schema import FINISHED, HOURS
from spieltisch.tables.store import Store


@dataclass
class Moved:
    """What has become of the tables of a house."""

    tables: int = 0  # that are there now, as they are here
    entries: int = 0  # that were written
    refused: dict[str, str] = field(default_factory=dict)  # and why
    gone_on: list[str] = field(default_factory=list)  # tables at which something happened meanwhile


async def move(source: Store, target: Store, progress: Progress) -> Moved:
    done, versions = Moved(), dict[str, int]()
    total = len(await source.tables())
    number = 0
    async for name in names_of(source):
        log = await log_of(source, name)
        versions[name] = len(log)
        if wrong := await _add(source, target, name, log, done):
            done.refused[name] = wrong
        else:
            done.tables += 1
        number += 1
        progress(number, max(number, total))
    for book in (HOURS, FINISHED):
        await _add_notes(source, target, book)
    done.gone_on = [name for name, now in (await _versions(source, list(versions))).items() if now > versions[name]]
    return done


async def _add(source: Store, target: Store, name: str, log: Sequence[LogRow], done: Moved) -> str | None:
    """What is still missing there of this table; why it cannot be moved, if so."""
    if wrong := damage(name, log):
        return wrong
    there = await log_of(target, name)
    if there != log[: len(there)]:
        return "there it has another log"
    review = await review_of(source, name) if await review_of(target, name) is None else None
    missing = log[len(there) :]
    if (missing or review) and not await keep(target, name, missing, review):
        return "somebody plays there meanwhile"
    done.entries += len(missing)
    kept = await log_of(target, name)
    return None if kept == log and damage(name, kept) is None else "there it is not as it was written"


async def _versions(store: Store, names: Sequence[str]) -> dict[str, int]:
    found = dict[str, int]()
    for begin in range(0, len(names), AT_ONCE):
        found |= await store.versions(names[begin : begin + AT_ONCE])
    return found


async def _add_notes(source: Store, target: Store, book: Table) -> None:
    """Rows of a book that are not there yet; a span of hours may have grown since, and stands there twice then, which
    changes nothing."""
    (key,) = book.primary_key.columns
    async with source.asking() as connection:
        rows: list[dict[str, Any]] = [dict(row) for row in (await connection.execute(select(book))).mappings()]
    async with target.asking() as connection:
        known = set(await connection.scalars(select(key)))
    new = [row for row in rows if row[key.name] not in known]
    for begin in range(0, len(new), AT_ONCE):
        async with target.asking() as connection, connection.begin():
            await connection.execute(insert(book), new[begin : begin + AT_ONCE])
