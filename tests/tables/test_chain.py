"""A log that is not as it was written is noticed wherever it is read: that table is damaged, and no other."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.sync.client import ClientConnection, connect

from server.serving import PATIENCE, Opened, Refusal, ThreadHouse
from spieltisch import registry
from spieltisch.cli import cli
from spieltisch.speech import LANGUAGES, Say
from spieltisch.tables import entries, journal, live, proposals
from spieltisch.tables.chain import SHORT, Chain, Damaged, StoredEntry, chained, follows
from spieltisch.tables.journal import Journal
from spieltisch.tables.opening import Place, open_next, open_table
from spieltisch.tables.store import Store, sqlite_url

SECRET = bytes(range(32)).hex()
ROWS = tuple(chained("t", SECRET, [f"body {number}" for number in range(6)]))


def accepted(rows: list[StoredEntry], *, table: str = "t", secret: str = SECRET) -> bool:
    return follows(table, secret, rows)


def test_a_log_as_it_was_written_is_accepted() -> None:
    assert accepted(list(ROWS))
    assert len({row.head for row in ROWS}) == len(ROWS)


@st.composite
def tampered(draw: st.DrawFn) -> list[StoredEntry]:
    """Rows removed from the middle, changed, put elsewhere, doubled or put in."""
    rows, where = list(ROWS), draw(st.integers(0, len(ROWS) - 2))
    row, other = rows[where], draw(st.sampled_from(ROWS[:where] + ROWS[where + 1 :]))
    match draw(st.sampled_from(["removed", "body", "head", "number", "exchanged", "doubled", "put in"])):
        case "removed":
            del rows[where]
        case "body":
            rows[where] = StoredEntry(
                row.number, row.at, draw(st.text().filter(lambda text: text != row.body)), row.head
            )
        case "head":
            rows[where] = StoredEntry(
                row.number, row.at, row.body, draw(st.sampled_from(["", other.head, row.head[:16]]))
            )
        case "number":
            rows[where] = StoredEntry(other.number, row.at, row.body, row.head)
        case "exchanged":
            rows[where] = StoredEntry(row.number, row.at, other.body, other.head)
        case "doubled":
            rows.insert(where, row)
        case "put in":
            rows.append(StoredEntry(len(rows), 0.0, draw(st.text()), draw(st.sampled_from([row.head, ""]))))
    return rows


@given(tampered())
@settings(max_examples=200)
def test_whatever_is_done_to_a_row_is_noticed(rows: list[StoredEntry]) -> None:
    assert not accepted(rows)


def test_a_log_belongs_to_one_table_and_one_secret() -> None:
    assert not accepted(list(ROWS), table="other")
    assert not accepted(list(ROWS), secret=SECRET[::-1])


def test_only_those_who_have_seen_more_notice_that_the_end_is_missing() -> None:
    """What is left is a log that was true once; a browser has kept a later head."""
    assert accepted(list(ROWS[:-1]))


def test_after_a_row_that_does_not_follow_nothing_is_added() -> None:
    chain = Chain("t", SECRET)
    with pytest.raises(Damaged):
        chain.accept(ROWS[1])
    with pytest.raises(Damaged):
        chain.next("more")
    with pytest.raises(Damaged):
        chain.accept(ROWS[0])


# In a house


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPIELTISCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "1000")
    return tmp_path / "data"


def played(house: ThreadHouse, moves: int = 3) -> Opened:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    for _ in range(moves):
        table.play(table.waiting()[0])
    return table


def socket_at(house: ThreadHouse, table: str) -> ClientConnection:
    return connect(f"ws://127.0.0.1:{house.port}/api/tables/{table}/socket", compression=None)


def on_disk(data: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(data / "tables.sqlite")) as disk, disk:
        assert disk.execute(statement, values).rowcount > 0


def rows(data: Path) -> list[Any]:
    with closing(sqlite3.connect(data / "tables.sqlite")) as disk:
        disk.text_factory = lambda text: text.decode(errors="replace")
        return disk.execute("SELECT * FROM entries ORDER BY table_id, number").fetchall()


FAULTS: dict[str, tuple[str, ...]] = {
    "removed": ("DELETE FROM entries WHERE table_id = ? AND number = 2",),
    "opening removed": ("DELETE FROM entries WHERE table_id = ? AND number = 0",),
    "changed": ("UPDATE entries SET body = replace(body, ':1', ':0') WHERE table_id = ? AND number = 2",),
    "unreadable": ("UPDATE entries SET body = '{' WHERE table_id = ? AND number = 0",),
    "no text": ("UPDATE entries SET body = CAST(X'ff00fe' AS TEXT) WHERE table_id = ? AND number = 3",),
    "reordered": (
        "UPDATE entries SET number = 99 WHERE table_id = ? AND number = 1",
        "UPDATE entries SET number = 1 WHERE table_id = ? AND number = 2",
        "UPDATE entries SET number = 2 WHERE table_id = ? AND number = 99",
    ),
    "put in": (
        "INSERT INTO entries SELECT table_id, number + 1, at, '{\"kind\":\"returned\",\"seat\":0}', head"
        " FROM entries WHERE table_id = ? ORDER BY number DESC LIMIT 1",
    ),
}  # fmt: skip
WRONG = {
    "removed": "entry 2 is missing",
    "opening removed": "entry 0 is missing",
    "unreadable": "entry 0 cannot be read",
    "no text": "entry 3 cannot be read",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_table_says_so_everywhere_and_hurts_no_other(house: ThreadHouse, data: Path, fault: str) -> None:
    bad, good = played(house), played(house)
    for statement in FAULTS[fault]:
        on_disk(data, statement, bad.table)
    house.forget(bad.table)
    before = rows(data)
    sentences = {language: Say(language)("table_damaged", table=bad.table) for language in LANGUAGES}
    for language, sentence in sentences.items():
        answer = house.http.get(f"/api/tables/{bad.table}", params={"lang": language})
        assert (answer.status_code, answer.json()["text"]) == (409, sentence)
        with socket_at(house, bad.table) as socket:
            socket.send(json.dumps({"do": "hello", "keys": [], "language": language}))
            assert json.loads(socket.recv()) == {"type": "trouble", "text": sentence}
    with pytest.raises(Refusal, match="damaged"):
        bad.play(0, "roll")
    answer = house.ask("POST", "summaries", {"tables": [bad.table, good.table]})
    assert [each["table"] for each in answer["tables"]] == [good.table]
    assert answer["damaged"] == [bad.table]
    result = CliRunner().invoke(cli, ["resume", bad.table, "--lang", "de"])
    assert (result.exit_code, result.output.strip()) == (1, sentences["de"])
    result = CliRunner().invoke(cli, ["verify", "--lang", "it"])
    assert result.exit_code == 1
    told = " ".join(result.output.split())
    assert told.startswith(
        f"Il registro del tavolo {bad.table} è danneggiato: {WRONG.get(fault, 'it is not as it was written')}. 1 "
    )
    assert good.table not in result.output
    assert rows(data) == before, "nothing is written or deleted"
    good.play(good.waiting()[0])


def test_a_row_put_in_while_people_play_stops_their_table(house: ThreadHouse, data: Path) -> None:
    table = played(house)
    for statement in FAULTS["put in"]:
        on_disk(data, statement, table.table)
    before = rows(data)
    for _ in range(2):
        with pytest.raises(Refusal, match="damaged"):
            table.play(0, "roll")
    assert rows(data) == before
    assert house.ask("POST", "summaries", {"tables": [table.table]})["damaged"] == [table.table]


def test_a_watched_table_that_is_damaged_is_logged_once_and_closed_to_newcomers(
    house: ThreadHouse, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = played(house)
    with table.player(0):
        for statement in FAULTS["put in"]:
            on_disk(data, statement, table.table)
        for _ in range(3):
            house.run(house.hall.catch_up())
        assert [record.exc_info for record in caplog.records if table.table in record.getMessage()] == [None]
        sentence = Say("en")("table_damaged", table=table.table)
        with socket_at(house, table.table) as socket:
            socket.send(json.dumps({"do": "hello", "keys": [], "language": "en"}))
            assert json.loads(socket.recv()) == {"type": "trouble", "text": sentence}
        with pytest.raises(Refusal, match=sentence):
            table.scene()


def cut(data: Path, table: str) -> None:
    """Its last row is gone."""
    last = "(SELECT MAX(number) FROM entries WHERE table_id = ?)"
    on_disk(data, f"DELETE FROM entries WHERE table_id = ? AND number = {last}", table, table)


def test_a_missing_end_is_noticed_by_whoever_goes_on(house: ThreadHouse, data: Path) -> None:
    """What is left is a true log, but not the one that this house has shown."""
    cut_off, other = played(house), played(house)
    cut(data, cut_off.table)
    before = rows(data)
    for _ in range(2):
        with pytest.raises(Refusal, match="damaged"):
            cut_off.play(0, "roll")
    assert rows(data) == before, "nothing is written after a gap"
    other.play(other.waiting()[0])


def test_a_missing_end_is_noticed_at_a_table_where_somebody_is(
    house: ThreadHouse, data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = played(house)
    with table.player(0):
        cut(data, table.table)
        for _ in range(3):
            house.run(house.hall.catch_up())
        assert sum(table.table in record.getMessage() for record in caplog.records) == 1
        with pytest.raises(Refusal, match="damaged"):
            table.scene()


def test_a_move_does_not_follow_one_that_is_gone(tmp_path: Path) -> None:
    """Also where nobody has looked at the log since."""

    async def go_on() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        opened, answer = open_table(registry.game("genial_dice"), "base", {}, [Place("person")] * 3)
        await journal.create(store, answer.table, opened)
        kept = Journal(store, await journal.read(store, answer.table))
        await kept.change(lambda table: proposals.ready(table, 0, ""))
        cut(tmp_path, answer.table)
        before = rows(tmp_path)
        for _ in range(2):
            with pytest.raises(Damaged):
                await kept.change(lambda table: proposals.ready(table, 1, ""))
        assert rows(tmp_path) == before
        await store.close()

    asyncio.run(go_on())


def test_one_log_that_somebody_made_up_does_not_keep_verify_from_the_others(house: ThreadHouse, data: Path) -> None:
    """It follows its chain and can be read; only its dice cannot be made of what it says."""
    tables = sorted(played(house).table for _ in range(3))
    bad, worse = tables[0], tables[-1]
    log = [row for row in rows(data) if row[0] == bad]
    said = entries.written(entries.Readied("readied", 0, "no number"))
    added = chained(bad, json.loads(log[0][3])["secret"], [*(row[3] for row in log), said])[-1]
    on_disk(data, "INSERT INTO entries VALUES (?, ?, 1.0, ?, ?)", bad, added.number, added.body, added.head)
    for statement in FAULTS["removed"]:
        on_disk(data, statement, worse)
    result = CliRunner().invoke(cli, ["verify", "--lang", "en"])
    assert result.exit_code == 1
    assert f"The log of table {bad} is damaged" in result.output
    assert f"The log of table {worse} is damaged: entry 2 is missing." in result.output
    assert tables[1] not in result.output


def test_all_tables_of_a_house_are_gone_through(house: ThreadHouse, data: Path) -> None:
    house.play_to_the_end(played(house).table)
    played(house)
    result = CliRunner().invoke(cli, ["verify", "--lang", "en"])
    assert (result.exit_code, result.output.strip()) == (0, Say("en")("tables_sound", n=2))


def test_a_roll_changed_by_somebody_who_mends_the_chain_is_found_by_the_dice(house: ThreadHouse, data: Path) -> None:
    """Whoever has the database has the secret, too, and can make new heads."""
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    log = [row for row in rows(data) if row[0] == table.table]
    opened, began = json.loads(log[0][3]), json.loads(log[-1][3])
    began["chance"] = ["rrrr" if roll != "rrrr" else "bbbb" for roll in began["chance"]]
    bodies = [*(row[3] for row in log[:-1]), json.dumps(began)]
    for row in chained(table.table, opened["secret"], bodies):
        change = "UPDATE entries SET body = ?, head = ? WHERE table_id = ? AND number = ?"
        on_disk(data, change, row.body, row.head, table.table, row.number)
    result = CliRunner().invoke(cli, ["verify", "--lang", "en"])
    assert result.exit_code == 1
    assert f"The dice of table {table.table} are not its own: Event 1 does not fit" in result.output


def test_without_tables_there_is_nothing_to_verify(data: Path) -> None:
    result = CliRunner().invoke(cli, ["verify", "--lang", "en"])
    assert (result.exit_code, result.output) == (1, "There are no tables in this house yet.\n")


def test_heads_tell_those_who_come_back_whether_it_is_the_log_they_saw(house: ThreadHouse, data: Path) -> None:
    table = played(house)
    seen = table.ask("GET", "")
    with socket_at(house, table.table) as socket:
        socket.send(json.dumps({"do": "hello", "keys": [], "language": "en"}))
        whole = json.loads(socket.recv())
        assert (whole["version"], whole["head"]) == (seen["version"], seen["head"])
        assert len(whole["head"]) == SHORT
        assert "known" not in whole
        table.play(table.waiting()[0])
        change = json.loads(socket.recv())
        assert change["version"] == whole["version"] + 1
        assert len(change["head"]) == SHORT and change["head"] != whole["head"]

    def known(version: int) -> str:
        with socket_at(house, table.table) as socket:
            socket.send(json.dumps({"do": "hello", "keys": [], "language": "en", "known": version}))
            return str(json.loads(socket.recv())["known"])

    assert known(whole["version"]) == whole["head"]
    assert known(change["version"]) == change["head"]
    assert known(change["version"] + 1) == ""
    on_disk(data, "DELETE FROM entries WHERE table_id = ? AND number = ?", table.table, change["version"] - 1)
    house.forget(table.table)
    assert known(whole["version"]) == whole["head"]
    assert known(change["version"]) == "", "the table has become shorter"


def test_the_head_travels_only_when_something_was_written(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben")
    with socket_at(house, table.table) as first:
        first.send(json.dumps({"do": "hello", "keys": [table.keys[0]], "language": "en"}))
        first.recv()
        with socket_at(house, table.table) as second:
            second.send(json.dumps({"do": "hello", "keys": [table.keys[1]], "language": "en"}))
            assert "head" not in json.loads(first.recv(timeout=PATIENCE))


# Several who write


def test_whoever_was_slower_goes_on_from_the_head_of_the_other(tmp_path: Path) -> None:
    async def race() -> None:
        stores = [await Store.open(sqlite_url(tmp_path)) for _ in range(3)]
        opened, answer = open_table(registry.game("genial_dice"), "base", {}, [Place("person")] * 3)
        await journal.create(stores[0], answer.table, opened)
        journals = [Journal(store, await journal.read(store, answer.table)) for store in stores]

        def ready(seat: int) -> Callable[[live.LiveTable], proposals.Proposal | None]:
            return lambda table: proposals.ready(table, seat, "")

        await asyncio.gather(*(each.change(ready(seat)) for seat, each in enumerate(journals)))
        again = await journal.read(stores[0], answer.table)
        assert again.version == 5 and again.begun
        for each in journals:
            await each.catch_up()
            assert each.table.chain.head == again.chain.head
        for store in stores:
            await store.close()

    asyncio.run(race())


# Logs from before


def test_logs_from_before_get_their_heads_and_those_with_gaps_are_damaged(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    opened, answer = open_table(registry.game("genial_dice"), "base", {}, [Place("random"), Place("random")])
    table = live.LiveTable(answer.table, opened, 0.0)
    began = proposals.begin(table)
    assert began is not None
    bodies = [entries.written(opened), entries.written(began.entry)]
    logs = {answer.table: [0, 1], "gap": [0, 2], "headless": [1, 2]}
    engine = create_engine(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(live.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for name, numbers in logs.items():
            for number, body in zip(numbers, bodies, strict=True):
                connection.exec_driver_sql("INSERT INTO entries VALUES (?, ?, 1.0, ?)", (name, number, body))
    engine.dispose()

    async def look() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        assert (await journal.read(store, answer.table)).begun
        for name in ("gap", "headless"):
            with pytest.raises(Damaged):
                await journal.read(store, name)
        await store.close()

    asyncio.run(look())


def test_a_table_from_before_keeps_its_dice_and_the_next_game_gets_new_ones() -> None:
    opened, answer = open_table(registry.game("genial_dice"), "base", {}, [Place("random"), Place("random")])
    assert opened.construction == 2
    old = entries.read(entries.written(opened).replace('"construction":2,', ""))
    assert isinstance(old, entries.Opening) and old.construction == 1
    table = live.LiveTable(answer.table, old, 0.0)
    assert table.terms == "" and table.commitment != answer.commitment
    began = proposals.begin(table)
    assert began is not None
    table.take(began.entry, 0.0, began.step)
    while table.stage != "over":
        seat = table.deciding()[0]
        done = proposals.act(table, seat, int(table.playthrough.game.legal(table.playthrough.rows, seat)[0]))
        table.take(done.entry, 0.0, done.step)
    assert open_next(table).construction == 2
