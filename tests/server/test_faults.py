"""The database is locked, away or hangs: one sentence, nothing half done, and all goes on when it is back."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from server.postgres import Cluster
from server.serving import PATIENCE, Player, Refusal, ThreadHouse, eventually, in_memory, processes
from server.test_postgres import backends
from spieltisch import registry
from spieltisch.server import serve
from spieltisch.server.app import Settings, make_app
from spieltisch.speech import Say
from spieltisch.tables import journal, listing, proposals
from spieltisch.tables.journal import Journal
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.store import Store, sqlite_url
from spieltisch.tables.writing import SqliteWriter


@pytest.fixture(scope="module")
def quick() -> Iterator[ThreadHouse]:
    """A server that gives up soon."""
    with in_memory() as data:
        served = ThreadHouse(data)
        served.hall.store.patience = 0.2
        served.data = data  # type: ignore[attr-defined]
        yield served
        served.stop()


@contextmanager
def locked(house: ThreadHouse) -> Iterator[None]:
    file = house.data / "tables.sqlite"  # type: ignore[attr-defined]
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def away() -> Iterator[None]:
    """Nobody is let in, and whoever is in gets no answer."""

    def refused(*_: Any) -> None:
        raise ConnectionRefusedError("Connection refused")

    with pytest.MonkeyPatch.context() as patching:
        patching.setattr(AsyncEngine, "connect", refused)
        patching.setattr(SqliteWriter, "others", refused)
        yield


def said(language: str) -> str:
    return Say(language)("tables_unavailable")


def test_a_locked_database_is_no_mistake_of_whoever_plays(quick: ThreadHouse) -> None:
    table = quick.open("genial_dice", "Anna", "Ben").make_ready()
    before = table.ask("GET", "")
    headers = {"Authorization": f"Bearer {table.keys[0]}", "Accept-Language": "it"}
    with locked(quick):
        answer = quick.http.post(f"/api/tables/{table.table}/moves", json={"move": "stop"}, headers=headers)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.json()["text"] == said("it")
    assert table.ask("GET", "") == before
    table.play(0, "stop")


def test_whoever_plays_by_socket_is_told_and_goes_on_when_the_database_is_back(quick: ThreadHouse) -> None:
    table = quick.open("genial_dice", "Anna", "Ben").make_ready()
    with Player(quick, table.table, [table.keys[0]], seats=[0], language="de") as anna:
        before = anna.up_to_date()
        with locked(quick), pytest.raises(Refusal) as refused:
            anna.play("stop")
        assert refused.value.text == said("de")
        assert anna.up_to_date() == before
        anna.play("stop")
        assert anna.up_to_date()["events"] > before["events"]


def test_a_database_that_is_away_is_told_to_whoever_looks(quick: ThreadHouse) -> None:
    table = quick.open("genial_dice", "Anna", "Ben")
    for _ in range(2):  # from memory, and from its log
        with away(), pytest.raises(Refusal) as refused:
            table.ask("GET", "")
        assert (refused.value.status, refused.value.text) == (503, said("en"))
        assert table.ask("GET", "")["scene"]["stage"] == "gathering"
        quick.forget(table.table)


@pytest.mark.parametrize("known", [True, False], ids=["in memory", "in its log"])
def test_a_socket_that_comes_while_the_database_is_away_hears_why_and_may_come_again(
    quick: ThreadHouse, known: bool
) -> None:
    table = quick.open("genial_dice", "Anna", "Ben")
    if not known:
        quick.forget(table.table)
    address = f"ws://127.0.0.1:{quick.port}/api/tables/{table.table}/socket"
    with away(), connect(address, additional_headers={"Accept-Language": "it"}, compression=None) as socket:
        with suppress(ConnectionClosed):
            socket.send(json.dumps({"do": "hello", "keys": [], "language": "it"}))
        assert json.loads(socket.recv(PATIENCE)) == {"type": "trouble", "text": said("it")}
    with table.player(0) as anna:
        assert anna.scene["stage"] == "gathering"


def test_what_is_opened_answers_201(quick: ThreadHouse) -> None:
    body = {"game": "genial_dice", "variant": "base", "seats": [{"who": "person", "name": "Anna"}, {"who": "random"}]}
    answer = quick.http.post("/api/tables", json=body)
    assert answer.status_code == 201
    table = quick.open("genial_dice", "Anna", "Ben").make_ready()
    quick.play_to_the_end(table.table)
    wanted = {"event": 0, "seat": 0, "bot": "random", "keys": [table.keys[0]]}
    answer = quick.http.post(f"/api/tables/{table.table}/branches", json=wanted)
    assert answer.status_code == 201, answer.text


def test_the_list_of_a_house_is_cut_where_nothing_has_happened_for_longest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        names = []
        for _ in range(3):
            opened, answer = open_table(
                registry.game("genial"), "base", {}, [Place("person"), Place("open")], house="k"
            )
            await journal.create(store, answer.table, opened)
            names.append(answer.table)
        log = Journal(store, await journal.read(store, names[0]))
        await log.change(lambda table: proposals.ready(table, 0, "ab"))
        monkeypatch.setattr(listing, "MOST", 2)
        assert [table.name for table in (await listing.of_house(store, "k")).tables] == [names[0], names[2]]
        await store.close()

    asyncio.run(scenario())


def test_a_server_whose_database_hangs_says_so_and_ends_when_it_is_asked_to(
    postgres: Cluster, url: str, tmp_path: Path
) -> None:
    with processes(tmp_path, "--no-limits", "--database", url) as (served,):
        table = served.open("genial_dice", "Anna", "Ben").make_ready()
        hanging = backends(postgres, url)
        for backend in hanging:
            os.kill(backend, signal.SIGSTOP)
        try:
            with pytest.raises(Refusal) as refused:
                table.ask("GET", "")
            assert refused.value.status == 503
            begun = time.monotonic()
            served.process.terminate()
            served.process.wait(PATIENCE)
            assert time.monotonic() - begun < 10
        finally:
            for backend in hanging:
                os.kill(backend, signal.SIGCONT)
        served.start()
        assert eventually(lambda: table.scene()["stage"]) == "playing"


def test_whoever_waits_when_the_house_closes_gets_the_sentence_and_the_output_no_traceback(tmp_path: Path) -> None:
    """One waits for a database that is locked, and one for news that do not come."""
    with processes(tmp_path, "--no-limits") as (served,), ThreadPoolExecutor(2) as people:
        table = served.open("genial_dice", "Anna", "Ben").make_ready()
        version = table.ask("GET", "")["version"]
        url, output = f"/api/tables/{table.table}", tmp_path / "log.txt"
        with closing(sqlite3.connect(tmp_path / "tables.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            seated = {"Authorization": f"Bearer {table.keys[0]}"}
            waiting = [
                people.submit(served.http.post, f"{url}/moves", json={"move": "stop"}, headers=seated),
                people.submit(served.http.get, f"{url}/events", params={"since": version, "wait": 30}),
            ]
            eventually(lambda: "cannot be written" in output.read_text(encoding="utf-8"))
            served.process.terminate()
            answers = [each.result(PATIENCE) for each in waiting]
            served.process.wait(PATIENCE)
    assert [(each.status_code, each.json()["text"]) for each in answers] == [(503, said("en"))] * 2
    assert "Traceback" not in output.read_text(encoding="utf-8")


def test_a_house_closes_also_over_a_connection_that_broke_in_the_middle_of_an_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", lambda told: failed.append(told.exc_value))
    served = ThreadHouse(tmp_path)
    with socket.create_connection(("127.0.0.1", served.port)) as raw:
        raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert raw.recv(65536).startswith(b"HTTP/1.1 200")

        async def break_off() -> None:
            (held,) = served._server.server_state.connections
            held.conn.send_failed()  # type: ignore[union-attr]

        served.run(break_off())
        served.stop()
    assert failed == []
    assert not served._thread.is_alive()


def test_whatever_hangs_a_server_that_is_asked_to_end_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr(serve, "FAREWELL", 0.01)
    monkeypatch.setattr(os, "_exit", ended.append)
    serve.Server(uvicorn.Config(make_app(Settings("sqlite+aiosqlite://")), log_config=None)).handle_exit(
        signal.SIGTERM, None
    )
    assert eventually(lambda: ended) == [128 + signal.SIGTERM]
