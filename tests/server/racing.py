"""Several writers at one log, whatever keeps it."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from sqlalchemy import delete

from spieltisch.tables.schema import ENTRIES
from spieltisch.tables.store import Conflict, Severed, Store


async def clash(url: str) -> None:
    """Of many entries at once only those that clash are refused."""
    kept = await Store.open(url)
    await kept.append("a", 0, "there")
    wishes = [("a", 0), ("b", 0), ("a", 1), ("b", 0), ("c", 0)]
    fates = await asyncio.gather(*(kept.append(*wish, "new") for wish in wishes), return_exceptions=True)
    assert [isinstance(fate, Conflict) for fate in fates] == [True, False, False, True, False]
    assert [each.body for each in await kept.entries("a")] == ["there", "new"]
    await kept.close()


async def cut_off(url: str) -> None:
    """An entry whose last one is gone, or is another one, is refused; those beside it are written."""
    kept = await Store.open(url)
    for table in "abc":
        await kept.append(table, 0, "first", "one")
        await kept.append(table, 1, "second", "two", after="one")
    async with kept.asking() as connection, connection.begin():
        await connection.execute(delete(ENTRIES).where(ENTRIES.c.table_id == "b", ENTRIES.c.number == 1))
    wishes = [("a", "two"), ("b", "two"), ("c", "another")]
    fates = await asyncio.gather(
        *(kept.append(table, 2, "third", "three", after=after) for table, after in wishes), return_exceptions=True
    )
    assert [isinstance(fate, Severed) for fate in fates] == [False, True, True]
    assert await kept.versions(list("abc")) == {"a": 3, "b": 1, "c": 2}
    with pytest.raises(Conflict):
        await kept.append("a", 1, "late", "two", after="one")
    await kept.close()


async def race(url: str) -> None:
    """Three stores never write the same number twice."""
    stores = [await Store.open(url) for _ in range(3)]
    won: list[tuple[int, str]] = []

    async def write(number: int) -> None:
        for k in range(25):
            with suppress(Conflict):
                await stores[number].append("a", k, f"{number}")
                won.append((k, f"{number}"))

    await asyncio.gather(*(write(number) for number in range(3)))
    assert sorted(won) == [(k, kept.body) for k, kept in enumerate(await stores[0].entries("a"))]
    assert len(won) == 25
    for each in stores:
        await each.close()
