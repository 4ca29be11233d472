"""What a house keeps is for its owner only, also where it was not so before."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from spieltisch.contract import Trouble
from spieltisch.tables.folder import served_alone
from spieltisch.tables.keys import house_key
from spieltisch.tables.store import Store, sqlite_url


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """What this process makes everybody could read, if it did not take care."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, int]:
    return {each.name: stat.S_IMODE(each.stat().st_mode) for each in (folder, *folder.iterdir())}


def opened(folder: Path) -> dict[str, int]:
    """The modes of all there is while a store is open and has written."""

    async def scenario() -> dict[str, int]:
        house_key(folder)
        store = await Store.open(sqlite_url(folder))
        await store.append(secrets.token_hex(4), 0, "there")
        found = modes(folder)
        await store.close()
        return found

    return asyncio.run(scenario())


def test_only_the_owner_may_read_what_a_new_house_keeps(tmp_path: Path) -> None:
    assert opened(tmp_path / "new" / "house") == {
        "house": 0o700,
        "house.key": 0o600,
        "tables.sqlite": 0o600,
        "tables.sqlite-wal": 0o600,
        "tables.sqlite-shm": 0o600,
    }


def test_what_was_open_to_others_is_closed_and_that_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = tmp_path / "house"
    house.mkdir()
    house_key(house)
    (house / "tables.sqlite").touch()
    for path in (house, *house.iterdir()):
        path.chmod(0o755)
    caplog.clear()
    with caplog.at_level(logging.WARNING, "spieltisch"):
        found = opened(house)
    assert all(not mode & 0o077 for mode in found.values()), found
    assert sorted(record.args[0].name for record in caplog.records) == [  # type: ignore[index, union-attr]
        "house",
        "house.key",
        "tables.sqlite",
    ]
    caplog.clear()
    opened(house)
    assert caplog.records == []


def test_a_folder_that_holds_other_things_keeps_its_modes_but_the_files_are_closed(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "letters").mkdir()
    (tmp_path / "home").chmod(0o755)
    asyncio.run(keep(sqlite_url(tmp_path / "home")))
    assert modes(tmp_path / "home") == {"home": 0o755, "letters": 0o755, "tables.sqlite": 0o600}


def test_a_database_by_its_address_is_closed_too(tmp_path: Path) -> None:
    asyncio.run(keep(f"sqlite+aiosqlite:///{tmp_path}/mine.db"))
    assert modes(tmp_path)["mine.db"] == 0o600


async def keep(url: str) -> None:
    await (await Store.open(url)).close()


def test_one_server_at_a_time_serves_a_file_by_whatever_name(tmp_path: Path) -> None:
    (tmp_path / "other").symlink_to(tmp_path)
    with served_alone(sqlite_url(tmp_path)):
        with pytest.raises(Trouble, match="A server"), served_alone(sqlite_url(tmp_path / "other")):
            pass
        with served_alone("postgresql+asyncpg://somewhere/else"), served_alone("sqlite+aiosqlite://"):
            pass
    with served_alone(sqlite_url(tmp_path)):
        pass
