"""Backups are made while people play, hold all that was acknowledged, and come back only if they are sound."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import sqlite3
import stat
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from click.testing import CliRunner, Result

from spieltisch.cli import cli
from spieltisch.contract import Trouble
from spieltisch.tables import journal
from spieltisch.tables.backup import back_up, check, restore
from spieltisch.tables.chain import chained
from spieltisch.tables.folder import alone
from spieltisch.tables.journal import Journal
from spieltisch.tables.store import Store, sqlite_url
from tables.logs import play, played

T = TypeVar("T")
NOW = datetime(2026, 3, 4, 5, 6, 7)


def with_store(data: Path, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    async def done() -> T:
        store = await Store.open(sqlite_url(data))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(done())


def logs(data: Path) -> dict[str, list[tuple[float, str]]]:
    """Everything, straight from the disk."""
    found: dict[str, list[tuple[float, str]]] = {}
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        for name, at, body in connection.execute("SELECT table_id, at, body FROM entries ORDER BY table_id, number"):
            found.setdefault(name, []).append((at, body))
    return found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A house with two tables."""

    async def make(store: Store) -> None:
        for _ in range(2):
            await store.keep_review(await played(store), "well played")

    with_store(tmp_path / "data", make)
    return tmp_path / "data"


def command(*words: object) -> Result:
    return CliRunner().invoke(cli, [str(word) for word in words])


@contextmanager
def full(room: int = 10_000) -> Iterator[None]:
    """Of no file more than so many bytes can be written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


# Backup


@contextmanager
def somebody_plays(data: Path) -> Iterator[list[int]]:
    """A server goes on writing; the list grows with every entry that it has acknowledged."""
    acknowledged: list[int] = []
    stopping = threading.Event()

    async def write(store: Store) -> None:
        log = Journal(store, await journal.read(store, await played(store, 0)))
        while not stopping.is_set():
            await play(log)
            acknowledged.append(log.table.version)
            if log.table.stage == "over":
                log = Journal(store, await journal.read(store, await played(store, 0)))

    writing = threading.Thread(target=with_store, args=(data, write))
    writing.start()
    try:
        yield acknowledged
    finally:
        stopping.set()
        writing.join(30)


def test_a_backup_holds_all_that_was_acknowledged_before_it_began_while_a_writer_goes_on(
    data: Path, tmp_path: Path
) -> None:
    with somebody_plays(data) as acknowledged:
        for number in range(3):
            while len(acknowledged) < 10 * (number + 1):
                threading.Event().wait(0.005)
            with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
                before = connection.execute("SELECT count(*) FROM entries").fetchone()[0]
            found = back_up(data / "tables.sqlite", tmp_path / f"backup{number}")
            assert found.entries >= before
            assert found.damaged == {}
        seen = len(acknowledged)
        while len(acknowledged) == seen:  # it was not brought to a stand
            threading.Event().wait(0.005)


def test_a_backup_is_one_file_for_its_owner_only_and_equals_what_it_was_made_of(data: Path, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    file = tmp_path / "backups" / "tables.sqlite"
    result = command("backup", file, "--data", data)
    assert (result.exit_code, result.output) == (
        0,
        f"{file}: 2 tables, {sum(map(len, logs(data).values()))} entries.\n",
    )
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert logs(file.parent) == logs(data)
    assert [each.name for each in file.parent.iterdir()] == ["tables.sqlite"]


def test_a_backup_overwrites_nothing_least_of_all_the_tables(data: Path, tmp_path: Path) -> None:
    for file in (data / "tables.sqlite", data / "house.key"):
        file.touch()
        kept = file.read_bytes()
        result = command("backup", file, "--data", data)
        assert result.exit_code == 1 and "exists already" in result.output
        assert file.read_bytes() == kept


def test_a_damaged_table_is_named_and_the_others_are_saved(data: Path, tmp_path: Path) -> None:
    name = next(iter(logs(data)))
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute("DELETE FROM entries WHERE table_id = ? AND number = 2", (name,))
        connection.commit()
    result = command("backup", tmp_path / "backup", "--data", data)
    assert result.exit_code == 1
    assert f"Table {name} is damaged: entry 2 is missing." in result.output
    assert check(tmp_path / "backup").damaged.keys() == {name}
    result = command("export", tmp_path / "all.jsonl", "--data", data)
    assert result.exit_code == 1
    assert f"Table {name} is damaged: entry 2 is missing." in result.output
    assert len((tmp_path / "all.jsonl").read_text().splitlines()) == 4
    told = " ".join(command("verify", "--data", data, "--lang", "en").output.split())
    assert told == f"The log of table {name} is damaged: entry 2 is missing. 1 of 2 tables is not in order."


@pytest.mark.parametrize("words", ["backup FILE", "export FILE", "verify", "resume", "resume abcdefghjk"])
def test_a_folder_that_is_mistyped_is_not_made(tmp_path: Path, words: str) -> None:
    result = command(*words.replace("FILE", str(tmp_path / "file")).split(), "--data", tmp_path / "daat")
    assert (result.exit_code, len(result.output.splitlines())) == (1, 1), result.output
    assert list(tmp_path.iterdir()) == []


def test_the_terminal_plays_and_verifies_where_it_is_told_to(data: Path) -> None:
    result = CliRunner().invoke(
        cli, ["play", "genial_dice", "--players", "2", "--yes", "--data", str(data)], input="quit\n"
    )
    assert len(logs(data)) == 3, result.output
    assert "3 tables checked" in command("verify", "--data", data, "--lang", "en").output


def test_a_damaged_file_is_not_a_backup(data: Path, tmp_path: Path) -> None:
    back_up(data / "tables.sqlite", tmp_path / "backup")
    content = bytearray((tmp_path / "backup").read_bytes())
    content[4096 : 4096 + 200] = b"x" * 200
    (tmp_path / "damaged").write_bytes(content)
    (tmp_path / "cut").write_bytes(content[:5000])
    (tmp_path / "letter").write_text("Dear Anna")
    before = logs(data)
    for name in ("damaged", "cut", "letter", "nowhere"):
        with pytest.raises(Trouble):
            restore(tmp_path / name, data / "tables.sqlite", NOW)
    assert logs(data) == before
    assert sorted(each.name for each in data.iterdir() if each.name.startswith("tables-")) == []


def test_whoever_backs_up_is_told_which_file_is_in_the_way_by_the_name_they_know(data: Path, tmp_path: Path) -> None:
    def told(file: Path) -> str:
        result = command("backup", file, "--data", data)
        assert result.exit_code == 1 and not file.exists() and not list(tmp_path.glob(".*"))
        return result.output

    file = tmp_path / "backup"
    assert told(tmp_path / "none" / "backup") == f"There is no folder {tmp_path / 'none'} for backup.\n"
    database = data / "tables.sqlite"
    with closing(sqlite3.connect(database)) as server:
        server.execute("SELECT count(*) FROM entries").fetchone()  # what it keeps beside the file is there
        with full():
            assert told(file).startswith(f"{file} cannot be written: ")
    content = bytearray(database.read_bytes())
    content[4096 : 4096 + 200] = b"x" * 200
    for spoilt, what in (
        (content, "is damaged: "),
        (b"Dear Anna" * 100, "cannot be backed up: file is not a database"),
    ):
        database.write_bytes(spoilt)
        assert told(file).startswith(f"{database} {what}")
    database.write_bytes(b"")
    assert told(file) == f"There are no tables in {database}.\n"


def test_an_empty_file_is_called_empty(data: Path, tmp_path: Path) -> None:
    (tmp_path / "backup").touch()
    assert command("restore", tmp_path / "backup", "--data", data).output == f"{tmp_path / 'backup'} is empty.\n"


def test_postgresql_has_its_own_backups() -> None:
    result = command("backup", "somewhere", "--database", "postgresql+asyncpg://127.0.0.1/x")
    assert result.exit_code == 1 and "pg_dump" in result.output


# Restore


def test_what_was_backed_up_comes_back_and_what_was_there_stays_beside_it(data: Path, tmp_path: Path) -> None:
    then = logs(data)
    back_up(data / "tables.sqlite", tmp_path / "backup")
    with_store(data, played)
    now = logs(data)
    _, old = restore(tmp_path / "backup", data / "tables.sqlite", NOW)
    assert logs(data) == then
    assert old == data / "tables-2026-03-04-050607.sqlite"
    old.rename(tmp_path / "tables.sqlite")
    assert logs(tmp_path) == now
    assert with_store(data, lambda store: store.versions(list(then))) == {name: len(log) for name, log in then.items()}


def test_what_does_not_fit_on_the_disk_is_not_restored_and_all_is_as_it_was(data: Path, tmp_path: Path) -> None:
    back_up(data / "tables.sqlite", tmp_path / "backup")
    before, files = logs(data), sorted(data.iterdir())
    with full():
        result = command("restore", tmp_path / "backup", "--data", data)
    assert (result.exit_code, len(result.output.splitlines())) == (1, 1)
    assert result.output.startswith(f"{data / 'tables.sqlite'} cannot be written: ")
    assert result.output.endswith("; nothing has changed.\n")
    assert logs(data) == before
    assert sorted({*data.iterdir(), *files}) == sorted({*files, data / "tables.sqlite.lock"})


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="Only root writes for others.")
def test_what_root_restores_belongs_to_whoever_runs_the_house(data: Path, tmp_path: Path) -> None:
    back_up(data / "tables.sqlite", tmp_path / "backup")
    house = tmp_path / "house"
    house.mkdir()
    os.chown(house, 4711, 4712)
    restore(tmp_path / "backup", house / "tables.sqlite", NOW)
    restore(tmp_path / "backup", house / "tables.sqlite", NOW)  # there is one now
    assert {(file.stat().st_uid, file.stat().st_gid) for file in house.iterdir()} == {(4711, 4712)}


def test_a_backup_comes_back_where_there_is_nothing_yet_and_for_its_owner_only(data: Path, tmp_path: Path) -> None:
    back_up(data / "tables.sqlite", tmp_path / "backup")
    result = command("restore", tmp_path / "backup", "--data", tmp_path / "new")
    assert result.exit_code == 0
    assert logs(tmp_path / "new") == logs(data)
    assert stat.S_IMODE((tmp_path / "new" / "tables.sqlite").stat().st_mode) == 0o600


def test_a_database_that_is_damaged_is_put_aside_with_all_that_belongs_to_it(data: Path, tmp_path: Path) -> None:
    back_up(data / "tables.sqlite", tmp_path / "backup")
    for beside in ("", "-wal"):
        (data / f"tables.sqlite{beside}").write_bytes(b"no database" * 1000)
    then = logs_of(tmp_path / "backup")
    _, old = restore(tmp_path / "backup", data / "tables.sqlite", NOW)
    assert old is not None and old.read_bytes() == Path(f"{old}-wal").read_bytes() == b"no database" * 1000
    assert logs(data) == then


def logs_of(backup: Path) -> dict[str, list[tuple[float, str]]]:
    folder = backup.with_name("folder of it")
    folder.mkdir()
    (folder / "tables.sqlite").write_bytes(backup.read_bytes())
    return logs(folder)


def test_nothing_is_restored_while_a_server_serves_or_somebody_sits_at_a_terminal(data: Path, tmp_path: Path) -> None:
    back_up(data / "tables.sqlite", tmp_path / "backup")
    with alone(data / "tables.sqlite"):
        result = command("restore", tmp_path / "backup", "--data", data)
    assert result.exit_code == 1 and "A server is using" in result.output

    async def sit(store: Store) -> None:
        await played(store)
        before = logs(data)
        with pytest.raises(Trouble, match="Somebody is still using"):
            await asyncio.to_thread(restore, tmp_path / "backup", data / "tables.sqlite", NOW)
        assert logs(data) == before
        await played(store)

    with_store(data, sit)
    assert len(logs(data)) == 4


# Export and import


def test_what_is_exported_can_be_taken_in_elsewhere_and_only_once(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.jsonl"
    exported = command("export", file, "--data", data)
    assert exported.output == f"{file}: 2 tables, {sum(map(len, logs(data).values()))} entries.\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with_store(tmp_path / "new", played)
    own = logs(tmp_path / "new")
    for told in ("2 tables are new, 0 were", "0 tables are new, 2 were"):
        result = command("import", file, "--data", tmp_path / "new")
        assert result.exit_code == 0 and result.output.startswith(told)
        assert logs(tmp_path / "new") == own | logs(data)
    reviews = with_store(tmp_path / "new", lambda store: store.review(next(iter(logs(data)))))
    assert reviews == "well played"


def test_a_table_that_has_another_log_here_is_refused_and_named_and_the_others_come_in(
    data: Path, tmp_path: Path
) -> None:
    file, name = tmp_path / "all.jsonl", next(iter(logs(data)))
    command("export", file, "--data", data)

    async def else_here(store: Store) -> None:
        await store.append(name, 0, logs(data)[name][0][1])

    with_store(tmp_path / "new", else_here)
    result = command("import", file, "--data", tmp_path / "new")
    assert result.exit_code == 1
    assert f"Table {name} is not taken in: here it has another log." in result.output
    assert len(logs(tmp_path / "new")[name]) == 1
    assert logs(tmp_path / "new").keys() == logs(data).keys()


@pytest.mark.parametrize(
    ("chained_anew", "told"), [(False, "it is not as it was written"), (True, "it cannot be replayed")]
)
def test_a_log_that_was_changed_is_refused_and_so_is_one_that_the_rules_do_not_allow(
    data: Path, tmp_path: Path, chained_anew: bool, told: str
) -> None:
    name = next(iter(logs(data)))
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        connection.execute(
            """UPDATE entries SET body = replace(body, '"seat":0', '"seat":1')
            WHERE table_id = ? AND body LIKE '%played%'""",
            (name,),
        )
        found = connection.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (name,))
        bodies = [body for (body,) in found]
        for row in chained(name, json.loads(bodies[0])["secret"], bodies) if chained_anew else ():
            connection.execute(
                "UPDATE entries SET head = ? WHERE table_id = ? AND number = ?", (row.head, name, row.number)
            )
        connection.commit()
    command("export", tmp_path / "all.jsonl", "--data", data)
    result = command("import", tmp_path / "all.jsonl", "--data", tmp_path / "new")
    assert result.exit_code == 1
    assert f"Table {name} is not taken in: {told}" in result.output
    assert logs(tmp_path / "new").keys() == logs(data).keys() - {name}


@pytest.mark.parametrize(
    "how", ["cut off", "a line is missing", "a letter is changed", "something else", "more behind"]
)
def test_of_a_file_that_is_not_whole_nothing_is_taken_in(data: Path, tmp_path: Path, how: str) -> None:
    file = tmp_path / "all.jsonl"
    command("export", file, "--data", data)
    lines = file.read_bytes().splitlines(keepends=True)
    spoilt = {
        "cut off": lines[:-1],
        "a line is missing": [lines[0], *lines[2:]],
        "a letter is changed": [lines[0], lines[1].replace(b"Anna", b"Enna"), *lines[2:]],
        "something else": [json.dumps({"table": 7, "entries": 3}).encode()],
        "more behind": [*lines, b"x"],
    }[how]
    file.write_bytes(b"".join(spoilt))
    result = command("import", file, "--data", tmp_path / "new")
    assert result.exit_code == 1
    assert len(result.output.splitlines()) == 1, result.output
    assert result.output.endswith("; nothing of it is taken in.\n")
    assert logs(tmp_path / "new") == {}


@pytest.mark.parametrize(
    "told", ['"name":"\\u001b]0;owned\\u0007"', '"name":"\\u202eanna"', '"contribution":"zz"', '"seat":-7']
)
def test_what_no_house_writes_is_not_taken_in_however_well_it_is_chained(data: Path, tmp_path: Path, told: str) -> None:
    name = next(iter(logs(data)))
    field = told.partition(":")[0]
    with closing(sqlite3.connect(data / "tables.sqlite")) as connection:
        found = connection.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (name,))
        bodies = [re.sub(rf'{field}:("[^"]*"|-?\d+)', lambda _: told, body) for (body,) in found]
        for row in chained(name, json.loads(bodies[0])["secret"], bodies):
            connection.execute(
                "UPDATE entries SET body = ?, head = ? WHERE table_id = ? AND number = ?",
                (row.body, row.head, name, row.number),
            )
        connection.commit()
    command("export", tmp_path / "all.jsonl", "--data", data)
    result = command("import", tmp_path / "all.jsonl", "--data", tmp_path / "new")
    assert result.exit_code == 1
    assert f"Table {name} is not taken in: entry" in result.output and "\x1b" not in result.output
    assert name not in logs(tmp_path / "new")
