"""Whoever writes learns what has become of it, also when nothing can be written any more."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from spieltisch.contract import Trouble
from spieltisch.tables import engine
from spieltisch.tables.store import Conflict, Store, Unavailable, sqlite_url
from spieltisch.tables.writing import MOST_AT_ONCE, SqliteWriter

SOON = 5.0


def test_after_closing_nothing_is_written_and_nobody_waits(tmp_path: Path) -> None:
    async def late() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        await store.append("a", 0, "there")
        await store.close()
        async with asyncio.timeout(SOON):
            with pytest.raises(Unavailable):
                await store.append("a", 1, "late")

    asyncio.run(late())


def test_when_the_writer_is_broken_off_all_who_wait_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def die() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        await store.append("a", 0, "there")

        async def commit(batch: Any) -> None:
            await asyncio.Event().wait()

        monkeypatch.setattr(store, "_commit", commit)
        first = asyncio.create_task(store.append("a", 1, "in the middle"))
        await asyncio.sleep(0.01)
        second = asyncio.create_task(store.append("a", 2, "after it"))
        await asyncio.sleep(0)
        store._writer.cancel()
        async with asyncio.timeout(SOON):
            fates = await asyncio.gather(first, second, store.append("a", 3, "late"), return_exceptions=True)
            assert [type(fate) for fate in fates] == [Unavailable] * 3
            assert len(await store.entries("a")) == 1
            monkeypatch.undo()
            await store.append("a", 1, "whoever comes later is served again")
            assert len(await store.entries("a")) == 2
            await store.close()
            with pytest.raises(Unavailable):
                await store.append("a", 2, "but not by one that is closed")

    asyncio.run(die())


def test_after_a_mistake_the_writer_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def err() -> None:
        store = await Store.open(sqlite_url(tmp_path))

        async def commit(batch: Any) -> None:
            raise RuntimeError("a mistake")

        with monkeypatch.context() as patching:
            patching.setattr(store, "_commit", commit)
            async with asyncio.timeout(SOON):
                with pytest.raises(Unavailable):
                    await store.append("a", 0, "first")
        async with asyncio.timeout(SOON):
            await store.append("a", 0, "second")
            assert await bodies(store) == ["second"]
            await store.close()

    asyncio.run(err())


# What arrives together


def test_what_arrives_together_is_one_transaction_and_a_clash_hurts_only_its_own_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved: list[int] = []
    save = SqliteWriter.save

    async def counted(writer: SqliteWriter, rows: Any) -> None:
        saved.append(len(rows))
        await save(writer, rows)

    async def together() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        await store.append("a", 0, "there")
        monkeypatch.setattr(SqliteWriter, "save", counted)
        await asyncio.gather(*(store.append(f"{k}", 0, "x") for k in range(MOST_AT_ONCE + 5)))
        assert saved == [MOST_AT_ONCE, 5]
        names = ["b", "a", "c"]
        fates = await asyncio.gather(*(store.append(name, 0, "new") for name in names), return_exceptions=True)
        assert [isinstance(fate, Conflict) for fate in fates] == [False, True, False]
        assert [await bodies(store, name) for name in "abc"] == [["there"], ["new"], ["new"]]
        await store.close()

    asyncio.run(together())


def test_whether_others_have_written_is_known_without_looking_at_their_tables(tmp_path: Path) -> None:
    async def watch() -> None:
        store, other = [await Store.open(sqlite_url(tmp_path)) for _ in range(2)]
        before_the_first = [await store.state_of_others() for _ in range(2)]
        assert before_the_first[0] != before_the_first[1]  # nothing is known: it may be so
        await store.append("a", 0, "mine")
        known = await store.state_of_others()
        await store.append("a", 1, "mine too")
        assert await store.state_of_others() == known
        await other.append("b", 0, "theirs")
        assert await store.state_of_others() != known
        for each in (store, other):
            await each.close()
        assert await store.state_of_others() != await store.state_of_others()

    asyncio.run(watch())


# A database that is locked


@contextmanager
def locked(data: Path) -> Iterator[sqlite3.Connection]:
    """Another program holds the database and does not let go of it."""
    with closing(sqlite3.connect(data / "tables.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def bodies(store: Store, table: str = "a") -> list[str]:
    return [kept.body for kept in await store.entries(table)]


def test_a_locked_database_is_told_to_all_who_wait_at_once_and_nothing_is_half_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lock() -> None:
        monkeypatch.setattr(engine, "BUSY", 200)
        store = await Store.open(sqlite_url(tmp_path), patience=0.3)
        with locked(tmp_path):
            async with asyncio.timeout(1.0):  # one by one the last of them would wait for two seconds
                fates = await asyncio.gather(*(store.append(f"{k}", 0, "x") for k in range(10)), return_exceptions=True)
            assert [str(fate) for fate in fates] == ["tables_unavailable"] * 10
        assert await store.versions([f"{k}" for k in range(10)]) == {}
        await store.append("0", 0, "now")
        await store.close()

    asyncio.run(lock())


def test_while_the_database_is_locked_for_a_moment_an_entry_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lock() -> None:
        monkeypatch.setattr(engine, "BUSY", 1)
        store = await Store.open(sqlite_url(tmp_path), patience=SOON)
        with locked(tmp_path) as other:
            waiting = [asyncio.create_task(store.append("a", number, f"{number}")) for number in range(3)]
            await asyncio.sleep(0.3)  # several attempts
            assert not any(task.done() for task in waiting)
            other.execute("ROLLBACK")
            await asyncio.gather(*waiting)
        assert await bodies(store) == ["0", "1", "2"]
        await store.close()

    asyncio.run(lock())


# A commit whose answer is lost


@pytest.fixture(params=["it has arrived", "it has not arrived", "somebody else came first"])
def lost(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The next commit breaks off; what has become of it nobody says."""
    save = SqliteWriter.save

    async def broken(writer: SqliteWriter, rows: Any) -> None:
        monkeypatch.setattr(SqliteWriter, "save", save)
        if request.param == "it has arrived":
            await save(writer, rows)
        if request.param == "somebody else came first":
            with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as other:
                other.execute("INSERT INTO entries (table_id, number, at, body) VALUES ('a', 0, 1.0, 'theirs')")
                other.commit()
        raise ConnectionResetError("Connection lost")

    monkeypatch.setattr(SqliteWriter, "save", broken)
    how: str = request.param
    return how


def test_an_entry_is_written_once_although_the_answer_to_its_commit_was_lost(tmp_path: Path, lost: str) -> None:
    async def lose() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        fates = await asyncio.gather(store.append("a", 0, "mine"), store.append("b", 0, "too"), return_exceptions=True)
        theirs = lost == "somebody else came first"
        assert [isinstance(fate, Conflict) for fate in fates] == [theirs, False]
        assert await bodies(store) == ["theirs" if theirs else "mine"]
        assert await bodies(store, "b") == ["too"]
        await store.close()

    asyncio.run(lose())


def test_who_cannot_be_told_in_time_whether_it_was_saved_is_told_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose() -> None:
        store = await Store.open(sqlite_url(tmp_path), patience=0.0)

        async def broken(writer: SqliteWriter, rows: Any) -> None:
            raise ConnectionResetError("Connection lost")

        with monkeypatch.context() as patching:
            patching.setattr(SqliteWriter, "save", broken)
            with pytest.raises(Unavailable, match="saving_is_uncertain"):
                await store.append("a", 0, "mine")
        await store.close()

    asyncio.run(lose())


# A disk that is full


@contextmanager
def full(file: Path) -> Iterator[None]:
    """Nothing that this process writes can make a file larger than this one is; SQLite is told so when it commits."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_does_not_fit_on_the_disk_is_certain_not_to_be_saved(tmp_path: Path) -> None:
    async def fill() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        await store.append("a", 0, "there")
        with full(tmp_path / "tables.sqlite-wal"), pytest.raises(Unavailable, match="tables_unavailable"):
            await store.append("a", 1, "too much")
        assert await bodies(store) == ["there"]
        await store.append("a", 1, "now there is room")
        assert await bodies(store) == ["there", "now there is room"]
        await store.close()

    asyncio.run(fill())


@pytest.mark.parametrize(
    ("code", "certain"),
    [
        ("SQLITE_FULL", True),
        ("SQLITE_READONLY", True),
        ("SQLITE_BUSY_SNAPSHOT", True),
        ("SQLITE_IOERR_WRITE", True),
        ("SQLITE_IOERR_FSYNC", False),
        ("SQLITE_CORRUPT", False),
    ],
)
def test_only_what_sqlite_cannot_have_written_is_certain_not_to_be_saved(code: str, certain: bool) -> None:
    error = sqlite3.OperationalError(code)
    error.sqlite_errorcode = getattr(sqlite3, code)
    assert engine.not_saved(OperationalError("COMMIT", None, error)) is certain


# Several first starts at once


def test_stores_that_open_at_once_on_an_empty_database_all_succeed(tmp_path: Path) -> None:
    async def start() -> None:
        for attempt in range(5):
            url = sqlite_url(tmp_path / f"{attempt}")
            for store in await asyncio.gather(*(Store.open(url) for _ in range(6))):
                await store.close()

    asyncio.run(start())


def test_the_database_of_another_program_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    with closing(sqlite3.connect(file)) as theirs, theirs:
        theirs.execute("CREATE TABLE songs (title)")
    with pytest.raises(Trouble, match="holds the tables of another program"):
        asyncio.run(Store.open(sqlite_url(tmp_path)))
    with closing(sqlite3.connect(file)) as theirs:
        assert theirs.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]


def test_without_asyncpg_what_brings_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(Trouble, match=r"pip install asyncpg`"):
        asyncio.run(Store.open("postgresql+asyncpg://somebody:hush@127.0.0.1/x"))
