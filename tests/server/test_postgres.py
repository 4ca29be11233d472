"""The tables in PostgreSQL: the same promises as on a disk, kept by a real server of it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.ext.asyncio import create_async_engine

import prepared
from server.postgres import Cluster
from server.racing import clash, cut_off, race
from server.serving import PATIENCE, plays_until_sent_away, processes
from spieltisch.tables import engine, house_book, moving
from spieltisch.tables import store as module
from spieltisch.tables.portable import export, take_in
from spieltisch.tables.schema import METADATA
from spieltisch.tables.store import Conflict, Store, Unavailable, sqlite_url
from tables.logs import played


def scripts() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(module.__file__).parent / "migrations"))
    return config


def bodies(kept: list[Any]) -> list[str]:
    return [each.body for each in kept]


def test_an_entry_gets_its_number_or_nothing_is_written(url: str) -> None:
    async def scenario() -> None:
        one, other = await Store.open(url), await Store.open(url)
        await one.append("a", 0, "first")
        with pytest.raises(Conflict):
            await other.append("a", 0, "second")
        await other.append("a", 1, "second")
        assert bodies(await one.entries("a")) == ["first", "second"]
        assert bodies(await one.entries("a", since=1)) == ["second"]
        await one.close()
        await other.close()

    asyncio.run(scenario())


def test_what_arrives_together_is_committed_together(postgres: Cluster, url: str) -> None:
    async def scenario() -> None:
        kept = await Store.open(url)
        await asyncio.gather(*(kept.append(f"table {number % 4}", number // 4, "word") for number in range(40)))
        await kept.close()

    asyncio.run(scenario())
    assert postgres.ask(url, "SELECT count(*) FROM entries") == 40
    assert postgres.ask(url, "SELECT count(DISTINCT xmin::text) FROM entries") == 1, "one transaction"


def test_of_many_entries_at_once_only_those_that_clash_are_refused(url: str) -> None:
    asyncio.run(clash(url))


def test_nothing_is_added_to_a_log_whose_end_is_gone(url: str) -> None:
    asyncio.run(cut_off(url))


def test_racing_stores_never_write_the_same_number_twice(url: str) -> None:
    asyncio.run(race(url))


def test_what_waits_is_written_before_the_store_closes_and_is_there_when_it_opens_again(url: str) -> None:
    async def scenario() -> None:
        kept = await Store.open(url)
        waiting = [asyncio.create_task(kept.append("here", number, f"ü {number}")) for number in range(5)]
        await asyncio.sleep(0)
        await kept.close()
        await asyncio.gather(*waiting)
        again = await Store.open(url)
        assert bodies(await again.entries("here")) == [f"ü {number}" for number in range(5)]
        await again.keep_review("here", "long")
        await again.keep_review("here", "longer")
        assert await again.review("here") == "longer"
        assert await again.review("there") is None
        await again.close()

    asyncio.run(scenario())


def backends(postgres: Cluster, url: str) -> list[int]:
    """The processes of PostgreSQL that answer this database's clients."""
    asked = f"SELECT array_agg(pid) FROM pg_stat_activity WHERE datname = '{url.rsplit('/', 1)[1]}'"
    found: list[int] | None = postgres.run("postgres", asked)
    return found or []


def test_when_all_connections_break_the_next_entry_and_the_next_question_find_new_ones(
    postgres: Cluster, url: str
) -> None:
    async def scenario() -> None:
        kept = await Store.open(url)
        await kept.append("a", 0, "before")
        await asyncio.gather(*(kept.entries("a") for _ in range(3)))
        for attempt in (1, 2):
            for backend in await asyncio.to_thread(backends, postgres, url):
                await asyncio.to_thread(postgres.run, "postgres", f"SELECT pg_terminate_backend({backend})")
            if attempt == 1:
                await kept.append("a", 1, "after")
            assert bodies(await kept.entries("a")) == ["before", "after"]
        await kept.close()

    asyncio.run(scenario())


def test_a_database_that_hangs_is_told_in_time_and_when_it_answers_again_all_goes_on(
    postgres: Cluster, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "ANSWER", 0.3)

    async def scenario() -> None:
        kept = await Store.open(url, patience=0.3)
        await kept.append("a", 0, "before")
        await kept.entries("a")
        hanging = await asyncio.to_thread(backends, postgres, url)
        for backend in hanging:
            os.kill(backend, signal.SIGSTOP)
        try:
            async with asyncio.timeout(10):
                fates = await asyncio.gather(kept.append("a", 1, "lost"), kept.entries("a"), return_exceptions=True)
        finally:
            for backend in hanging:
                os.kill(backend, signal.SIGCONT)
        assert [type(fate) for fate in fates] == [Unavailable] * 2
        number = len(await kept.entries("a"))
        await kept.append("a", number, "after")
        assert bodies(await kept.entries("a"))[-1] == "after"
        await kept.close()

    asyncio.run(scenario())


def test_a_store_closes_in_time_although_the_database_hangs(postgres: Cluster, url: str) -> None:
    async def scenario() -> None:
        kept = await Store.open(url)
        await kept.append("a", 0, "before")
        hanging = await asyncio.to_thread(backends, postgres, url)
        for backend in hanging:
            os.kill(backend, signal.SIGSTOP)
        try:
            waiting = asyncio.create_task(kept.append("a", 1, "lost"))
            await asyncio.sleep(0.05)
            async with asyncio.timeout(2 * module.CLOSING + 1):
                await kept.close()
                with pytest.raises(Unavailable):
                    await waiting
        finally:
            for backend in hanging:
                os.kill(backend, signal.SIGCONT)

    asyncio.run(scenario())


def test_stores_that_open_at_once_on_an_empty_database_all_succeed(postgres: Cluster) -> None:
    async def scenario() -> None:
        for _ in range(3):
            url = await asyncio.to_thread(postgres.database)
            for kept in await asyncio.gather(*(Store.open(url) for _ in range(6))):
                await kept.close()

    asyncio.run(scenario())


def test_the_migrations_lead_to_the_tables_that_the_store_uses(url: str) -> None:
    async def scenario() -> None:
        await (await Store.open(url)).close()
        engine = create_async_engine(url)
        async with engine.connect() as connection:
            assert (
                await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), METADATA))
                == []
            )
        await engine.dispose()

    asyncio.run(scenario())


@pytest.mark.parametrize(
    "revision", [each.revision for each in ScriptDirectory.from_config(scripts()).walk_revisions()]
)
def test_an_old_database_is_brought_up_to_date_and_keeps_what_is_in_it(url: str, revision: str) -> None:
    def as_it_was_then(connection: Any) -> None:
        config = scripts()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.exec_driver_sql("INSERT INTO entries (table_id, number, at, body) VALUES ('old', 0, 1.0, 'there')")

    async def scenario() -> None:
        engine = create_async_engine(url)
        async with engine.begin() as connection:
            await connection.run_sync(as_it_was_then)
        await engine.dispose()
        kept = await Store.open(url)
        assert bodies(await kept.entries("old")) == ["there"]
        await kept.append("new", 0, "too")
        await kept.close()

    asyncio.run(scenario())


def test_tables_move_from_a_file_to_postgresql_and_back(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        here, there = await Store.open(sqlite_url(tmp_path / "here")), await Store.open(url)
        again = await Store.open(sqlite_url(tmp_path / "again"))
        names = [await played(here) for _ in range(3)]
        await here.keep_review(names[0], "well played")
        for number, (source, target) in enumerate([(here, there), (there, again), (again, there)]):
            file = tmp_path / f"{number}.jsonl"
            await export(source, file, lambda done, total: None)
            taken = await take_in(target, file, lambda done, total: None)
            assert (taken.new, taken.known, taken.refused) == ((3, 0, {}) if number < 2 else (0, 3, {}))
        for name in names:
            assert await again.entries(name) == await there.entries(name) == await here.entries(name)
        assert await again.review(names[0]) == "well played"
        for store in (here, there, again):
            await store.close()

    asyncio.run(scenario())


def test_a_house_moves_from_a_file_to_postgresql_and_back(url: str, tmp_path: Path) -> None:
    async def scenario() -> None:
        here, there = await Store.open(sqlite_url(tmp_path / "here")), await Store.open(url)
        again = await Store.open(sqlite_url(tmp_path / "again"))
        names = [await played(here) for _ in range(3)]
        await here.keep_review(names[0], '{"said": "ü"}')
        await house_book.was_open(here, (1.0, 2.5))
        for source, target in ((here, there), (there, again), (again, there)):
            done = await moving.move(source, target, lambda done, total: None)
            assert (done.tables, done.refused, done.gone_on) == (3, {}, [])
        for name in names:
            assert await again.entries(name) == await there.entries(name) == await here.entries(name)
        assert await again.review(names[0]) == await there.review(names[0]) == '{"said": "ü"}'
        assert await house_book.hours(again) == await house_book.hours(there) == [(1.0, 2.5)]
        for store in (here, there, again):
            await store.close()

    asyncio.run(scenario())


def test_processes_that_are_started_again_one_after_the_other_lose_and_double_nothing(
    postgres: Cluster, url: str, tmp_path: Path
) -> None:
    """Whoever is sent away goes on at the other one, and asks again there what was not answered."""
    away = tmp_path / "away"
    with processes(tmp_path, "--no-limits", "--database", url, "--drain", "0.2", houses=2) as houses:
        table = houses[0].open("genial_dice", "Anna", "Ben", "Clara").make_ready()
        numbers = count()
        ids = (f"m{number}" for number in numbers)
        for closing, other in (houses, reversed(houses)):
            close = partial(closing.process.send_signal, signal.SIGTERM)
            question = plays_until_sent_away(replace(table, house=closing).player(0, 1, 2), ids, close)
            with replace(table, house=other).player(0, 1, 2) as again:
                again.send(question)
                assert again.answer_to(question["id"])["type"] != "refused"
            closing.process.wait(PATIENCE)
            closing.start()
        wanted = f"SELECT string_agg(body, chr(10) ORDER BY number) FROM entries WHERE table_id = '{table.table}'"
        entries = [json.loads(body) for body in postgres.ask(url, wanted).splitlines()]
        moves = [entry["id"] for entry in entries if entry["kind"] == "played"]
        assert moves == [f"m{number}" for number in range(next(numbers))]
        assert len(moves) > 6
        moved = prepared.run("move", url, str(away))
        assert (moved.returncode, "The house was open meanwhile" in moved.stderr) == (1, True), moved
    assert prepared.run("move", url, str(away)).returncode == 0


def test_two_servers_share_a_table_and_an_acknowledged_move_survives_kill_9(
    postgres: Cluster, url: str, tmp_path: Path
) -> None:
    called = url.replace("127.0.0.1", "localhost")  # a name must be looked up first
    with processes(tmp_path, "--no-limits", "--database", called, houses=2) as (one, other):
        opened = one.open("genial_dice", "Anna", "Ben").make_ready()
        elsewhere = type(opened)(other, opened.table, opened.host, keys=opened.keys)
        opened.play(opened.waiting()[0], "stop")
        assert elsewhere.scene()["events"] == opened.scene()["events"]
        elsewhere.play(elsewhere.waiting()[0])
        events = elsewhere.scene()["events"]
        for house in (one, other):
            house.kill()
        one.start()
        assert opened.scene()["events"] == events
        assert postgres.ask(url, "SELECT count(DISTINCT table_id) FROM entries") == 1
