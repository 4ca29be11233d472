"""Whoever writes learns what has become of it, also when nothing can be written any more."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from spieltisch.contract import Trouble
from spieltisch.tables.store import Store, sqlite_url

SOON = 5.0


def test_after_closing_nothing_is_written_and_nobody_waits(tmp_path: Path) -> None:
    async def late() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        await store.append("a", 0, "there")
        await store.close()
        async with asyncio.timeout(SOON):
            with pytest.raises(Trouble, match="Nothing can be saved"):
                await store.append("a", 1, "late")

    asyncio.run(late())


@pytest.mark.parametrize("how", ["fails", "is broken off"])
def test_when_the_writer_dies_all_who_wait_are_told(tmp_path: Path, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def die() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        await store.append("a", 0, "there")

        async def commit(connection: Any, batch: Any) -> None:
            store._something.set()
            if how == "fails":
                raise RuntimeError("a mistake")
            await asyncio.Event().wait()

        monkeypatch.setattr(store, "_commit", commit)
        first = asyncio.create_task(store.append("a", 1, "in the middle"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        second = asyncio.create_task(store.append("a", 2, "after it"))
        await asyncio.sleep(0)
        store._writer.cancel()
        async with asyncio.timeout(SOON):
            fates = await asyncio.gather(first, second, store.append("a", 3, "late"), return_exceptions=True)
            assert [type(fate) for fate in fates] == [Trouble] * 3
            assert len(await store.entries("a")) == 1
            await store.close()

    asyncio.run(die())
