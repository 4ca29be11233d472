"""A whole house goes into another database and back, and nothing of it is changed; what is long over may leave."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable, Coroutine
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner, Result

from spieltisch.cli import cli
from spieltisch.server.hall import open_hall
from spieltisch.tables import house_book, journal, retention
from spieltisch.tables.folder import alone
from spieltisch.tables.journal import Journal, Unknown
from spieltisch.tables.moving import Moved, move
from spieltisch.tables.store import Store, sqlite_url
from tables.logs import play, played

T = TypeVar("T")
DAYS_AGO = time.time() - 40 * retention.DAY


def with_stores(folders: list[Path], work: Callable[..., Coroutine[Any, Any, T]]) -> T:
    async def done() -> T:
        stores = [await Store.open(sqlite_url(folder)) for folder in folders]
        try:
            return await work(*stores)
        finally:
            for store in stores:
                await store.close()

    return asyncio.run(done())


def moved(source: Path, target: Path) -> Moved:
    return with_stores([source, target], partial(move, progress=lambda done, total: None))


def everything(data: Path) -> dict[str, list[Any]]:
    """Straight from the disk."""
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}"))
            for table in ("entries", "reviews", "hours", "finished")
        }


def change(data: Path, statement: str) -> None:
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection, connection:
        connection.execute(statement)


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


async def finish(store: Store, name: str) -> None:
    log = Journal(store, await journal.read(store, name))
    while log.table.deciding():
        await play(log)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house with a game that goes on, one that is over and reviewed, and its books."""

    async def make(store: Store) -> None:
        await played(store)
        over = await played(store)
        await finish(store, over)
        await store.keep_review(over, '{"what": "the coach says"}')
        await house_book.was_open(store, (1.0, 2.5))
        await house_book.note_finished(store, over, None)

    folder = tmp_path / "old"
    with_stores([folder], make)
    return folder


def names(data: Path, *, over: bool) -> list[str]:
    async def found(store: Store) -> list[str]:
        tables = [await journal.read(store, name) for name in await store.tables()]
        return [table.name for table in tables if (table.stage == "over") == over]

    return with_stores([data], found)


# Moving


def test_a_house_is_the_same_after_it_has_moved(data: Path, tmp_path: Path) -> None:
    done = moved(data, tmp_path / "new")
    assert (done.tables, done.refused, done.gone_on) == (2, {}, [])
    assert everything(tmp_path / "new") == everything(data)
    assert moved(data, tmp_path / "new").entries == 0


def test_what_has_come_since_is_brought_by_moving_once_more(data: Path, tmp_path: Path) -> None:
    moved(data, tmp_path / "new")

    async def go_on(store: Store) -> None:
        (name,) = [name for name in await store.tables() if (await journal.read(store, name)).stage != "over"]
        log = Journal(store, await journal.read(store, name))
        await play(log)
        await played(store)

    with_stores([data], go_on)
    assert moved(data, tmp_path / "new").tables == 3
    assert everything(tmp_path / "new") == everything(data)


def test_a_table_that_went_on_elsewhere_is_not_written_over(data: Path, tmp_path: Path) -> None:
    new = tmp_path / "new"
    moved(data, new)
    (name,) = names(data, over=False)

    async def go_on(store: Store) -> None:
        await play(Journal(store, await journal.read(store, name)))

    with_stores([data], go_on)
    with_stores([new], go_on)  # another roll
    before = everything(new)
    assert moved(data, new).refused == {name: "there it has another log"}
    assert everything(new) == before


def test_a_damaged_table_stays_where_it_is_and_is_named(data: Path, tmp_path: Path) -> None:
    (name,) = names(data, over=False)
    change(data, f"UPDATE entries SET head = '0' WHERE table_id = '{name}' AND number = 2")
    result = run("move", data, tmp_path / "new")
    assert result.exit_code == 1
    assert f"Table {name} is not moved: it is not as it was written." in result.stderr
    assert names(tmp_path / "new", over=False) == []


def test_whoever_moves_an_open_house_is_told_to_do_it_again(data: Path, tmp_path: Path) -> None:
    with alone(data / "tables.sqlite"):
        result = run("move", data, tmp_path / "new")
    assert result.exit_code == 1
    assert "The house was open meanwhile" in result.stderr
    again = run("move", data, tmp_path / "new")
    assert again.exit_code == 0, again.output
    assert "2 tables are there as they are here, 0 entries are new." in again.stdout
    with alone(tmp_path / "new" / "tables.sqlite"):
        assert "it must be stopped first" in str(run("move", data, tmp_path / "new").stderr)
    assert "The house is there already." in run("move", data, data).stderr


def test_an_address_with_a_password_may_stay_in_the_environment(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "There is no SPIELTISCH_DATABASE in the environment." in run("move", data, "SPIELTISCH_DATABASE").stderr
    monkeypatch.setenv("SPIELTISCH_DATABASE", sqlite_url(tmp_path / "new"))
    assert run("move", data, "SPIELTISCH_DATABASE").exit_code == 0
    assert everything(tmp_path / "new")["entries"] == everything(data)["entries"]


# Leaving


def age(data: Path) -> None:
    change(data, f"UPDATE entries SET at = {DAYS_AGO}")


def test_only_what_has_been_over_for_long_leaves(data: Path) -> None:
    (over,), (going_on,) = names(data, over=True), names(data, over=False)
    assert run("forget", "--keep", "30", "--data", data).stdout == "0 tables have left.\n"
    age(data)
    dry = run("forget", "--keep", "30", "--dry-run", "--data", data)
    assert over in dry.stdout
    assert "1 tables would leave." in dry.stdout
    assert run("forget", "--keep", "41", "--data", data).stdout == "0 tables have left.\n"
    assert names(data, over=True) == [over]
    done = run("forget", "--keep", "30", "--data", data)
    assert over in done.stdout
    assert "1 tables have left." in done.stdout
    assert names(data, over=True) == []
    assert names(data, over=False) == [going_on]
    kept = everything(data)
    assert kept["reviews"] == []
    assert [row[0] for row in kept["finished"]] == [over]  # the statistics stay: they have no names


def test_a_game_that_was_never_counted_is_counted_before_it_leaves(data: Path) -> None:
    (over,) = names(data, over=True)
    change(data, "DELETE FROM finished")
    age(data)
    run("forget", "--keep", "30", "--data", data)
    ((name, _, body),) = everything(data)["finished"]
    assert name == over
    assert '"game":"genial_dice"' in body


def test_what_cannot_be_read_never_leaves(data: Path) -> None:
    (over,) = names(data, over=True)
    change(data, f"DELETE FROM entries WHERE table_id = '{over}' AND number = 3")
    age(data)
    before = everything(data)
    assert run("forget", "--keep", "30", "--data", data).stdout == "0 tables have left.\n"
    assert everything(data) == before


def test_a_table_at_which_something_happens_after_all_stays_whole(data: Path) -> None:
    (over,) = names(data, over=True)

    async def leave(store: Store) -> bool:
        version = (await store.versions([over]))[over]
        return await retention.remove(store, retention.Leaving(over, version - 1, 0.0))

    assert with_stores([data], leave) is False
    assert names(data, over=True) == [over]


def test_nothing_leaves_beside_a_server(data: Path) -> None:
    age(data)
    with alone(data / "tables.sqlite"):
        assert "it must be stopped first" in run("forget", "--keep", "30", "--data", data).stderr
        assert "1 tables would leave." in run("forget", "--keep", "30", "--dry-run", "--data", data).stdout


def test_a_house_forgets_what_nobody_is_at(data: Path) -> None:
    (over,), (going_on,) = names(data, over=True), names(data, over=False)
    age(data)

    async def forgotten() -> None:
        async with open_hall(sqlite_url(data)) as hall:
            room = await hall.room(over)
            with room.visited():
                await hall.forget(time.time() - 30 * retention.DAY)
                assert await hall.room(over) is room
            room.left -= 1000
            await hall.forget(time.time() - 30 * retention.DAY)
            with pytest.raises(Unknown):
                await hall.room(over)
            await hall.room(going_on)

    asyncio.run(forgotten())


@pytest.mark.parametrize(
    "words",
    [
        ("move", "{typo}", "{new}"),
        ("move", "sqlite+aiosqlite:///{typo}/tables.sqlite", "{new}"),
        ("forget", "--keep", "90", "--data", "{typo}"),
        ("export", "{new}", "--database", "sqlite+aiosqlite:///{typo}/tables.sqlite"),
    ],
)
def test_where_there_is_no_house_nothing_is_made_of_a_slip_of_the_pen(tmp_path: Path, words: tuple[str, ...]) -> None:
    told = run(*(word.format(typo=tmp_path / "typo", new=tmp_path / "new") for word in words))
    assert (told.exit_code, told.stderr) == (1, f"There are no tables in {tmp_path}/typo/tables.sqlite.\n")
    assert list(tmp_path.iterdir()) == []
