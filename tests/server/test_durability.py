"""What has been acknowledged is there: after kill -9, beside a second server, in an old database."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from websockets.exceptions import ConnectionClosed

import prepared
from server.racing import clash, cut_off, race
from server.serving import PATIENCE, Opened, ProcessHouse, Refusal, ThreadHouse, eventually, free_port
from spieltisch import CHANCE, dice, registry, replay
from spieltisch.contract import Trouble
from spieltisch.server.hall import open_hall
from spieltisch.tables import entries, store
from spieltisch.tables import live as tables
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.live import LiveTable
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.schema import METADATA, REVISION
from spieltisch.tables.store import Conflict, Store, sqlite_url
from spieltisch.terminal.desk import Desk
from spieltisch.verify import findings


def log_of(data: Path, table: str) -> list[StoredEntry]:
    """The entries of a table, straight from the disk; their numbers have no gap."""
    connection = sqlite3.connect(data / "tables.sqlite")
    wanted = "SELECT number, at, body, head FROM entries WHERE table_id = ? ORDER BY number"
    found = [StoredEntry(*row) for row in connection.execute(wanted, (table,))]
    connection.close()
    assert [row.number for row in found] == list(range(len(found)))
    return found


def read(data: Path, table: str) -> LiveTable:
    """The table that its log tells; every move is checked by the rules, every draw by the dice."""
    live = tables.read(table, log_of(data, table))
    if live.begun:
        fair = replay(live.record())  # what happened, with the dice drawn again from the secret
        fair.rewind(0)
        fair.dice = dice.Checkable(live.opened.secret, table, live.contributions(), live.terms)
        fair.commit(fair.roll())
        for event in live.playthrough.log:
            if event.seat != CHANCE:
                fair.act(event.seat, event.action)
        assert fair.log == live.playthrough.log
    if live.stage == "over":
        assert all(finding.holds for finding in findings(live.record(0)))
    return live


def played_ids(data: Path, table: str, seat: int | None = None) -> list[str | None]:
    log = [entries.read(row.body) for row in log_of(data, table)]
    return [entry.id for entry in log if isinstance(entry, entries.MoveMade) and seat in (None, entry.seat)]


# kill -9


def test_an_acknowledged_move_is_there_after_kill_9(own_house: ProcessHouse) -> None:
    table = own_house.open("brilliant", "Anna", "Ben").make_ready()
    acknowledged: list[str] = []
    luck = random.Random(1)
    for _ in range(2):
        for _ in range(luck.randrange(1, 5)):
            move_id = f"move {len(acknowledged)}"
            seat = luck.choice(table.waiting())
            answer = table.play(seat, luck.choice(table.ask("GET", "moves", seat=seat)["moves"]), move_id)
            acknowledged.append(move_id)
        own_house.kill()
        assert played_ids(own_house.data, table.table) == acknowledged
        own_house.start()
        assert table.ask("GET", "")["version"] == answer["version"]
        assert table.scene()["events"] == answer["events"]
    read(own_house.data, table.table)


def test_a_move_whose_answer_was_lost_is_sent_again_and_played_once(own_house: ProcessHouse) -> None:
    table = own_house.open("genial_dice", "Anna", "Ben").make_ready()
    for number in range(3):
        seat = table.waiting()[0]
        move = table.ask("GET", "moves", seat=seat)["moves"][-1]
        question = {"do": "play", "id": f"move {number}", "seat": seat, "move": move}
        with suppress(ConnectionClosed), table.player(seat) as player:
            player.send(question)
            time.sleep(number * 0.005)
            own_house.kill()
        own_house.start()
        with table.player(seat) as player:
            player.send(question)
            heard = player.answer_to(question["id"])
            assert heard["type"] == "change"
        assert played_ids(own_house.data, table.table) == [f"move {k}" for k in range(number + 1)]
    read(own_house.data, table.table)


def test_whoever_comes_back_after_a_kill_gets_exactly_what_was_missed(own_house: ProcessHouse) -> None:
    table = own_house.open("brilliant", "Anna", "Ben").make_ready()
    table.play(0)
    known = table.ask("GET", "events", seat=1)
    table.play(0)
    own_house.kill()
    own_house.start()
    table.play(1)
    news = table.ask("GET", f"events?since={known['version']}", seat=1)
    assert news["first"] == len(known["events"])
    assert [event["seat"] for event in news["events"]] == [0, 1]
    assert known["events"] + news["events"] == table.ask("GET", "events", seat=1)["events"]


def test_an_undo_that_waits_for_an_answer_still_waits_after_a_kill(own_house: ProcessHouse) -> None:
    table = own_house.open("genial_dice", "Anna", "Ben").make_ready()
    before = table.scene()["events"]
    table.play(0, "roll")
    with table.player(0) as anna:
        anna.ask("undo", seat=0)
    own_house.kill()
    own_house.start()
    with table.player(1) as ben:
        assert ben.scene["wish"]["seat"] == 0
        ben.ask("agree", seat=1, yes=True)
        assert ben.scene["wish"] is None
        assert ben.scene["events"] == before


# Bots


def test_a_table_that_waits_for_a_bot_goes_on_after_a_restart(own_house: ProcessHouse) -> None:
    table = own_house.open("genial", "Anna", "greedy").make_ready()
    answer = table.play(0)
    own_house.kill()
    moved = bot_has_moved(own_house.data, table)
    own_house.start()
    news = table.ask("GET", f"events?since={answer['version'] + moved}&wait=20", seat=0)
    assert moved or news["events"][0]["seat"] == 1
    await_turn(table, 0)


def bot_has_moved(data: Path, table: Opened) -> bool:
    return len(played_ids(data, table.table, seat=1)) > 0


def await_turn(table: Opened, seat: int) -> None:
    eventually(lambda: table.waiting() == [seat])


def test_a_bot_whose_worker_is_killed_still_moves(own_house: ProcessHouse) -> None:
    table = own_house.open("genial", "Anna", "greedy").make_ready()
    for number in range(3):
        before = played_ids(own_house.data, table.table, seat=1)
        if number == 1:
            kill_workers(own_house)  # while it has nothing to do
        table.play(0)
        if number == 2:
            kill_workers(own_house)  # perhaps while it thinks
        await_turn(table, 0)
        assert len(played_ids(own_house.data, table.table, seat=1)) > len(before)
    read(own_house.data, table.table)


def kill_workers(house: ProcessHouse) -> None:
    """kill -9 for every process in which a bot of this server thinks."""
    children = [
        int(child)
        for child in Path(f"/proc/{house.process.pid}/task/{house.process.pid}/children").read_text().split()
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]
    assert children
    for child in children:
        os.kill(child, signal.SIGKILL)


def test_workers_do_not_outlive_a_killed_server(own_house: ProcessHouse) -> None:
    own_house.open("genial_dice", "Anna", "greedy")
    children = Path(f"/proc/{own_house.process.pid}/task/{own_house.process.pid}/children").read_text().split()
    assert children
    own_house.kill()
    end = time.monotonic() + PATIENCE
    while any(Path(f"/proc/{child}").exists() and alive(child) for child in children):
        assert time.monotonic() < end
        time.sleep(0.05)


def alive(process: str) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


# Two servers, one database: as with PostgreSQL, where nobody keeps the second one out


@contextmanager
def two_servers(data: Path) -> Iterator[tuple[ThreadHouse, ThreadHouse]]:
    with ExitStack() as leaving:
        houses = []
        for _ in range(2):
            houses.append(ThreadHouse(data))
            leaving.callback(houses[-1].stop)
        yield houses[0], houses[1]


def test_two_servers_at_one_table_lose_and_double_nothing(tmp_path: Path) -> None:
    """Anna plays at one server and Ben at the other, both at once; what they were told has happened, and once."""
    data = tmp_path / "data"
    with two_servers(data) as (one, other):
        here = one.open("brilliant", "Anna", "Ben").make_ready()
        there = Opened(other, here.table, here.host, keys=here.keys)
        acknowledged: dict[int, list[str]] = {0: [], 1: []}
        people = [
            threading.Thread(target=play_on, args=(table, seat, acknowledged))
            for seat, table in enumerate((here, there))
        ]
        for person in people:
            person.start()
        for person in people:
            person.join(60)
        for seat in (0, 1):
            assert len(acknowledged[seat]) >= 15
            assert played_ids(data, here.table, seat) == acknowledged[seat]
    live = read(data, here.table)
    assert sum(1 for event in live.playthrough.log if event.seat >= 0) == len(acknowledged[0]) + len(acknowledged[1])


def play_on(table: Opened, seat: int, acknowledged: dict[int, list[str]]) -> None:
    """Until everybody has made fifteen moves: a roll may ask only one of them. A seat that is not asked tries again."""
    luck, end, mine = random.Random(seat), time.monotonic() + PATIENCE, acknowledged[seat]
    while min(map(len, acknowledged.values())) < 15 and time.monotonic() < end:
        move_id = str(len(mine))
        moves = table.ask("GET", "moves", seat=seat)["moves"]
        try:
            table.play(seat, luck.choice(moves) if moves else "pass", move_id)
        except Refusal as refused:
            assert refused.status in (400, 409), refused
            time.sleep(0.01)
        else:
            mine.append(move_id)


def test_a_move_at_one_server_is_not_forgotten_by_the_other(tmp_path: Path) -> None:
    """Whose turn it is they learn from the log, although what each has in memory is old."""
    data = tmp_path / "data"
    with two_servers(data) as (one, other):
        here = one.open("genial_dice", "Anna", "Ben").make_ready()
        there = Opened(other, here.table, here.host, keys=here.keys)
        assert there.waiting() == [0]
        for seat, table in ((0, here), (1, there), (0, here), (1, there)):
            answer = finish_turn(table, seat)
        assert read(data, here.table).version == answer["version"]


def finish_turn(table: Opened, seat: int) -> Any:
    """Stop, and score where that is asked."""
    answer = table.play(seat, "stop")
    for _ in range(8):
        if seat in table.waiting():
            answer = table.play(seat, "score")
    return answer


# The store


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_an_entry_gets_its_number_or_nothing_is_written(tmp_path: Path) -> None:
    async def scenario() -> None:
        one, other = [await Store.open(sqlite_url(tmp_path)) for _ in range(2)]
        await one.append("a", 0, "first")
        with pytest.raises(Conflict):
            await other.append("a", 0, "second")
        await other.append("a", 1, "second")
        assert [kept.body for kept in await one.entries("a")] == ["first", "second"]
        assert [kept.body for kept in await one.entries("a", since=1)] == ["second"]
        await one.close()
        await other.close()

    run(scenario())


def test_of_many_entries_at_once_only_those_that_clash_are_refused(tmp_path: Path) -> None:
    run(clash(sqlite_url(tmp_path)))


def test_nothing_is_added_to_a_log_whose_end_is_gone(tmp_path: Path) -> None:
    run(cut_off(sqlite_url(tmp_path)))


def test_racing_stores_never_write_the_same_number_twice(tmp_path: Path) -> None:
    run(race(sqlite_url(tmp_path)))


# Migrations


def scripts() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    return ScriptDirectory.from_config(config)


def test_the_newest_migration_is_the_one_that_the_store_expects() -> None:
    assert scripts().get_heads() == [REVISION]


def test_when_the_house_closes_the_bots_stop_and_all_they_did_is_kept(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with open_hall(sqlite_url(tmp_path)) as hall:
            opened = await hall.add(
                *open_table(registry.game("genial"), "base", {}, [Place("random"), Place("random")])
            )
            room = await hall.room(opened.table)
            async with asyncio.timeout(PATIENCE):
                while room.table.version < 6:
                    await room.wait_for_news(room.table.version, PATIENCE)
        assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("bots at")]
        version = room.table.version
        kept = await Store.open(sqlite_url(tmp_path))
        assert len(await kept.entries(opened.table)) == version
        await kept.close()

    run(scenario())


def test_what_waits_is_written_before_the_store_closes(tmp_path: Path) -> None:
    async def scenario() -> None:
        kept = await Store.open(sqlite_url(tmp_path))
        waiting = [asyncio.create_task(kept.append("here", number, "word")) for number in range(5)]
        await asyncio.sleep(0)
        await kept.close()
        await asyncio.gather(*waiting)
        again = await Store.open(sqlite_url(tmp_path))
        assert len(await again.entries("here")) == 5
        await again.close()

    run(scenario())


def test_the_migrations_lead_to_the_tables_that_a_new_database_gets(tmp_path: Path) -> None:
    async def scenario() -> None:
        (tmp_path / "old").mkdir()
        await at_revision(tmp_path / "old", REVISION)
        await (await Store.open(sqlite_url(tmp_path / "new"))).close()

    run(scenario())
    for folder in ("old", "new"):
        engine = create_engine(f"sqlite:///{tmp_path / folder / 'tables.sqlite'}")
        with engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert context.get_current_revision() == REVISION
            assert compare_metadata(context, METADATA) == []
        engine.dispose()


@pytest.mark.parametrize("revision", ["base", *(script.revision for script in scripts().walk_revisions())])
def test_an_old_database_is_brought_up_to_date_and_keeps_what_is_in_it(tmp_path: Path, revision: str) -> None:
    async def scenario() -> None:
        if revision != "base":
            await at_revision(tmp_path, revision)
        else:
            (tmp_path / "tables.sqlite").touch()
        kept = await Store.open(sqlite_url(tmp_path))
        if revision != "base":
            assert [each.body for each in await kept.entries("old")] == ["there"]
        await kept.append("new", 0, "too")
        await kept.close()
        again = await Store.open(sqlite_url(tmp_path))
        assert [each.body for each in await again.entries("new")] == ["too"]
        await again.close()

    run(scenario())


async def at_revision(data: Path, revision: str) -> None:
    """A database as it was then, with an entry in it."""
    from alembic import command

    engine = create_engine(f"sqlite:///{data / 'tables.sqlite'}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        connection.exec_driver_sql("INSERT INTO entries (table_id, number, at, body) VALUES ('old', 0, 1.0, 'there')")
    engine.dispose()


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    async def scenario() -> None:
        await (await Store.open(sqlite_url(tmp_path))).close()
        connection = sqlite3.connect(tmp_path / "tables.sqlite")
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.close()
        with pytest.raises(Trouble, match=r"tables.sqlite comes from a newer version of Spieltisch: install"):
            await Store.open(sqlite_url(tmp_path))

    run(scenario())


def test_a_process_that_runs_goes_on_when_a_newer_one_has_added_to_the_tables(tmp_path: Path) -> None:
    """So that several can be updated one after the other; but it could not be started again."""

    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        try:
            await store.append("t", 0, "before")
            connection = sqlite3.connect(tmp_path / "tables.sqlite")
            connection.execute("ALTER TABLE entries ADD COLUMN more TEXT NOT NULL DEFAULT ''")
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.commit()
            connection.close()
            await store.append("t", 1, "after")
            assert [row.body for row in await store.entries("t")] == ["before", "after"]
        finally:
            await store.close()

    run(scenario())


# What stands in the way of a start


def served(*options: str) -> prepared.Ended:
    return prepared.run("serve", "--port", str(free_port()), *options)


def must_be_one_sentence(result: prepared.Ended) -> None:
    assert result.returncode == 1, result.stderr
    assert "Traceback" not in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1, result.stderr
    assert result.stderr.strip().endswith(".")


def test_a_file_that_is_no_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite").write_bytes(b"This is no database." * 100)
    (tmp_path / "tables.sqlite").chmod(0o600)
    result = served("--data", str(tmp_path))
    must_be_one_sentence(result)
    assert "not a database" in result.stderr
    assert (tmp_path / "tables.sqlite").read_bytes().startswith(b"This is no")


def test_a_database_that_cannot_be_reached_is_told_in_one_sentence_without_its_password(tmp_path: Path) -> None:
    result = served("--data", str(tmp_path), "--database", f"sqlite+aiosqlite:///{tmp_path}/nowhere/tables.sqlite")
    must_be_one_sentence(result)
    result = served("--data", str(tmp_path), "--database", "nonsense://anna:hush@127.0.0.1/x")
    must_be_one_sentence(result)
    assert "hush" not in result.stderr


def test_a_folder_that_is_a_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    must_be_one_sentence(served("--data", str(tmp_path / "data")))


def test_a_second_server_on_the_same_file_is_told_in_one_sentence_and_a_terminal_is_welcome(
    own_house: ProcessHouse,
) -> None:
    result = served("--data", str(own_house.data))
    must_be_one_sentence(result)
    assert "A server is using" in result.stderr
    with Desk(own_house.data) as desk:
        assert desk.unfinished() == ([], ())
    own_house.kill()
    own_house.start()


def test_a_port_that_is_taken_is_told_in_one_sentence(own_house: ProcessHouse, tmp_path: Path) -> None:
    result = served("--data", str(tmp_path / "other"), "--port", str(own_house.port))
    must_be_one_sentence(result)
    assert str(own_house.port) in result.stderr
