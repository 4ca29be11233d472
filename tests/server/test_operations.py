"""Whoever looks after the house learns how it is doing, others do not; and nobody loses anything when it closes."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import signal
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from server.serving import (
    PATIENCE,
    Player,
    ProcessHouse,
    Refusal,
    ThreadHouse,
    eventually,
    in_memory,
    plays_until_sent_away,
    processes,
)
from spieltisch.contract import Trouble
from spieltisch.server import metrics
from spieltisch.server.app import Settings, make_app
from spieltisch.server.clients import COME_AGAIN
from spieltisch.server.guard import below
from spieltisch.server.limits import Limits, TooFast
from spieltisch.server.logs import JsonLines, PlainLines, without_quotes
from spieltisch.server.operations import Readiness, is_own_machine
from spieltisch.server.serve import serve
from spieltisch.speech import Say
from spieltisch.tables.store import Conflict, Store, Unavailable

LINE = re.compile(r'(?P<name>[a-z_:]+)(\{(?P<labels>[a-z_]+="[^"\\\n]*"(,[a-z_]+="[^"\\\n]*")*)\})? (?P<value>\S+)')


def figures(text: str) -> dict[str, float]:
    """By name and labels. Every line must be as Prometheus wants it, and every name be introduced before it is used."""
    found: dict[str, float] = {}
    introduced: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert name not in introduced
            introduced[name] = kind
        elif not line.startswith("# HELP "):
            parsed = LINE.fullmatch(line)
            assert parsed, line
            name = parsed["name"]
            family = re.sub(r"_(bucket|sum|count)$", "", name)
            assert introduced.get(family) == "histogram" or name in introduced, line
            assert line.rsplit(" ", 1)[0] not in found
            found[line.rsplit(" ", 1)[0]] = float(parsed["value"])
    assert text.endswith("\n")
    return found


def read(house: ThreadHouse) -> dict[str, float]:
    answer = house.http.get("/metrics")
    assert answer.headers["content-type"] == metrics.TYPE
    return figures(answer.text)


# Is it alive, and should anybody be sent to it?


def test_a_house_that_answers_is_healthy_and_ready_under_any_name(house: ThreadHouse) -> None:
    for path in ("/healthz", "/readyz"):
        for name in ("localhost", "house-1:8426", "spieltisch.internal"):
            answer = house.http.get(path, headers={"Host": name})
            assert (answer.status_code, answer.text) == (200, "ok\n")
    assert house.http.get("/", headers={"Host": "house-1:8426"}).status_code == 421


def test_a_house_whose_database_is_away_is_alive_but_not_ready(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(store: Store) -> None:
        raise Unavailable

    monkeypatch.setattr("spieltisch.server.operations._ask", away)
    eventually(lambda: house.http.get("/readyz").status_code == 503)
    assert house.http.get("/readyz").text == "the database does not answer\n"
    assert house.http.get("/healthz").status_code == 200
    monkeypatch.undo()
    assert eventually(lambda: house.http.get("/readyz").status_code == 200)


def test_all_who_want_to_know_whether_the_database_answers_share_one_question(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    async def ask(store: Store) -> None:
        asked.append(store)
        await asyncio.sleep(0)

    monkeypatch.setattr("spieltisch.server.operations._ask", ask)

    async def crowd() -> None:
        asking = Readiness()
        await asyncio.gather(*(asking.reaches(None) for _ in range(100)))  # type: ignore[arg-type]

    asyncio.run(crowd())
    assert len(asked) == 1


# How is it doing?


def test_the_figures_say_what_happens(house: ThreadHouse) -> None:
    before = read(house)
    table = house.open("genial_dice", "Anna", "greedy").make_ready()
    with table.player(0) as anna, Player(house, table.table):
        during = read(house)
        assert during['spieltisch_sockets{of="players"}'] == before['spieltisch_sockets{of="players"}'] + 1
        assert during['spieltisch_sockets{of="spectators"}'] == before['spieltisch_sockets{of="spectators"}'] + 1
        assert during['spieltisch_tables{are="in_memory"}'] >= 1
        eventually(lambda: 0 in table.waiting())
        anna.play()
        with pytest.raises(Refusal):
            anna.play("nonsense")
    after = read(house)

    def more(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert more('spieltisch_moves_total{by="people"}') == 1
    assert more('spieltisch_change_seconds_count{kind="played"}') >= 1
    assert more('spieltisch_change_seconds_bucket{kind="played",le="+Inf"}') >= 1
    assert more('spieltisch_change_seconds_sum{kind="played"}') > 0
    assert more('spieltisch_write_seconds_count{database="sqlite"}') >= 3
    assert more('spieltisch_refusals_total{kind="refused"}') == 1
    assert more('spieltisch_requests_total{status="2xx"}') > 3
    assert after["spieltisch_writable"] == 1
    assert after["spieltisch_unwritten"] == 0
    assert {
        'spieltisch_queue{for="opponents"}',
        'spieltisch_queue{for="advice"}',
        'spieltisch_queue{for="reviews"}',
    } < set(after)
    assert after["process_resident_memory_bytes"] > 10_000_000


def test_the_figures_name_nobody_and_no_table(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Annabella", "Ben").make_ready()
    with pytest.raises(Refusal):
        table.play(0, "nonsense")
    text = house.http.get("/metrics").text
    assert not [word for word in ("Annabella", table.table, *table.keys.values()) if word in text]


def test_a_histogram_counts_each_time_in_all_spans_that_it_fits_into() -> None:
    took = metrics.Histogram("took", "Seconds.", "kind")
    for seconds in (0.0005, 0.001, 0.003, 99.0):
        took.observe("a", seconds)
    found = figures("\n".join([*took.lines(), ""]))
    spans = [found[f'took_bucket{{kind="a",le="{bound}"}}'] for bound in (0.001, 0.0025, 0.005, 10.0, "+Inf")]
    assert spans == [2, 2, 3, 3, 4]
    assert found['took_count{kind="a"}'] == 4
    assert found['took_sum{kind="a"}'] == pytest.approx(99.0045)


def test_kinds_of_refusals_are_written_as_prometheus_writes() -> None:
    assert metrics.kind_of(TooFast()) == "too_fast"
    assert metrics.kind_of(Trouble("x")) == "trouble"


READERS = [
    ("127.0.0.1", {}, 200),
    ("::1", {}, 200),
    ("::ffff:127.0.0.1", {}, 200),
    ("127.0.0.1", {"X-Forwarded-For": "192.0.2.1"}, 403),  # a proxy that nobody has named
    ("127.0.0.1", {"Via": "1.1 proxy"}, 403),
    ("192.168.1.7", {}, 403),
    ("10.1.2.3", {}, 200),
    ("10.2.0.1", {}, 403),
]


def test_the_figures_are_for_the_own_machine_and_for_those_that_were_named() -> None:
    app = make_app(Settings("sqlite+aiosqlite://", watchers=("10.1.0.0/16",)))

    async def ask() -> list[httpx.Response]:
        answers = []
        async with app.router.lifespan_context(app):
            for source, headers, _ in READERS:
                transport = httpx.ASGITransport(app, client=(source, 1))
                async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                    answers.append(await client.get("/metrics", headers=headers))
        return answers

    answers = asyncio.run(ask())
    assert [answer.status_code for answer in answers] == [status for _, _, status in READERS]
    assert answers[-1].json()["text"] == Say("en")("only_watchers")


def test_what_is_no_address_is_not_the_own_machine() -> None:
    assert not is_own_machine("")
    assert not is_own_machine("localhost.example")


# What it says about itself

SECRET = "kV9x_Qn3-TzYw7Rb2LsE8uHd1PfGcAmo"


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("database is locked", "database is locked"),
        ("entry 20 is missing", "entry 20 is missing"),
        (f"no seat has the key {SECRET} here", "no seat has the key … here"),
        ("invalid name: 'Annabella'", "invalid name: …"),
        ("can't read 'Annabella' here", "can… here"),
        ("input_value={'name': \"Annabella's\"}, type=dict", "input_value={…}, type=dict"),
        ("it begins with „Annabella", "it begins with …"),
    ],
)
def test_what_an_exception_quotes_is_left_out(said: str, kept: str) -> None:
    assert without_quotes(said) == kept


@pytest.mark.parametrize("form", [PlainLines, JsonLines])
def test_an_exception_is_logged_with_its_cause_and_without_secrets(form: type[PlainLines]) -> None:
    name = "Annabel" + "la"  # the lines of the code are shown
    try:
        try:
            raise KeyError(name)
        except KeyError as error:
            raise RuntimeError(f"{SECRET} is not '{name}'") from error
    except RuntimeError as error:
        record = logging.LogRecord(
            "spieltisch", logging.ERROR, "x", 1, "At table %s.", ("abc",), (RuntimeError, error, error.__traceback__)
        )
    text = form().format(record)
    assert "At table abc." in text
    assert "RuntimeError: … is not …" in text
    assert "KeyError" in text
    assert "test_operations.py" in text
    assert name not in text
    assert SECRET not in text
    if form is JsonLines:
        assert set(json.loads(text)) == {"time", "level", "from", "pid", "text", "trouble"}


def test_structured_logs_hold_no_key_invitation_name_or_cookie(tmp_path: Path) -> None:
    with processes(tmp_path / "data", "--no-limits", "--log", "json") as (house,):
        table = house.open("genial_dice", "Annabella", "open")
        invite = table.invites[1]
        table.sit(1, "Bartholomew")
        table.make_ready(0)
        cookie = {"Cookie": f"session={SECRET}", "Authorization": f"Bearer {SECRET}"}
        for path in (f"/enter/{SECRET}", f"/?key={SECRET}", f"/api/tables/{SECRET}", "/api/mine", "/metrics"):
            house.http.get(path, headers=cookie)
        house.http.post("/api/tables", content=b"{" + SECRET.encode(), headers=cookie)
        house.http.get("/", headers={"Host": "evil.example"})
        with table.player(0) as anna:
            with pytest.raises(Refusal):
                anna.play(f"Annabella {SECRET}")
            anna.play()
        house_key = (tmp_path / "data" / "house.key").read_text()
    output = (tmp_path / "data" / "log.txt").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in output.splitlines()]
    assert [line["text"].split(":")[0] for line in lines if line["level"] == "info"] == [
        "The house is open",
        "The house closes.",
        "The house is closed.",
    ]
    secrets = [SECRET, house_key, invite, table.host, *table.keys.values(), "Annabella", "Bartholomew"]
    assert not [secret for secret in secrets if secret in output]


# How it ends


@pytest.fixture
def leaving(tmp_path: Path) -> Iterator[ProcessHouse]:
    with in_memory() as data, processes(data, "--no-limits", "--drain", "0.6") as (house,):
        yield house


def test_a_house_that_drains_is_not_ready_and_serves_on_then_sends_all_away(leaving: ProcessHouse) -> None:
    table = leaving.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, 1) as anna:
        leaving.process.send_signal(signal.SIGTERM)
        eventually(lambda: leaving.http.get("/readyz").status_code == 503)
        assert leaving.http.get("/readyz").text == "draining\n"
        version = anna.version
        anna.play(seat=table.waiting()[0])  # meanwhile all goes on
        assert anna.version > version
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                anna.hear()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == COME_AGAIN
    assert leaving.process.wait(PATIENCE) in (0, -signal.SIGTERM)


def test_what_is_under_way_when_the_house_closes_is_written_and_answered_first(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    append, written = house.hall.store.append, threading.Event()

    async def slowly(*row: Any) -> Any:
        await asyncio.to_thread(written.wait, PATIENCE)
        return await append(*row)

    with table.player(0, 1) as anna:
        seat = table.waiting()[0]
        move = anna.moves(seat)[0]
        monkeypatch.setattr(house.hall.store, "append", slowly)
        anna.send({"do": "play", "id": "last", "seat": seat, "move": move})
        room = house.room(table.table)
        eventually(room.lock.locked)
        with ThreadPoolExecutor(1) as closing:
            leaving = closing.submit(house.run, room.send_away())
            written.set()
            assert anna.answer_to("last")["done"] == "last"
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    anna.hear()
            leaving.result(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == COME_AGAIN


def test_no_move_is_lost_or_doubled_when_the_house_is_closed_and_opened_again(own_house: ProcessHouse) -> None:
    """As the browser does it: what was not answered is asked again with the same id, at the next process."""
    table = own_house.open("genial_dice", "Anna", "Ben", "Clara").make_ready()
    numbers = count()
    ids = (f"m{number}" for number in numbers)
    for _ in range(2):
        close = partial(own_house.process.send_signal, signal.SIGTERM)
        question = plays_until_sent_away(table.player(0, 1, 2), ids, close)
        own_house.process.wait(PATIENCE)
        own_house.start()
        with table.player(0, 1, 2) as again:
            again.send(question)
            assert again.answer_to(question["id"])["type"] != "refused"
    with sqlite3.connect(own_house.data / "tables.sqlite") as connection:
        rows = connection.execute("SELECT body FROM entries WHERE table_id = ? ORDER BY number", (table.table,))
        played = [entry["id"] for entry in map(json.loads, (body for (body,) in rows)) if entry["kind"] == "played"]
    assert played == [f"m{number}" for number in range(next(numbers))]
    assert len(played) > 6


# Below a path


@pytest.mark.parametrize(
    ("path", "inside"),
    [
        ("/games", "/"),
        ("/games/", "/"),
        ("/games/api/house", "/api/house"),
        ("/gamesome", "/gamesome"),
        ("/api", "/api"),
    ],
)
def test_the_path_of_a_proxy_is_taken_away_if_it_has_not_been(path: str, inside: str) -> None:
    assert below("/games", {"path": path})["path"] == inside
    assert below("", {"path": path})["path"] == path


def test_a_house_below_a_path_leads_nobody_out_of_it() -> None:
    app = make_app(Settings("sqlite+aiosqlite://", base="/games", key="K" * 32))

    async def ask(*paths: str) -> list[httpx.Response]:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
        ):
            return [await client.get(path, headers={"Accept": "text/html"}) for path in paths]

    below_it, at_the_root, schema, *pages = asyncio.run(
        ask("/games/api/house", "/api/house", "/games/api/openapi.json", "/games/api", "/games/enter/x", "/games/")
    )
    assert below_it.json() == at_the_root.json()
    assert schema.json()["servers"] == [{"url": "/games"}]
    for page in pages:
        for link in re.findall(r'(?:href|src)="(/[^"]*)"', page.text):
            assert link.startswith("/games/"), (page.url, link)


@pytest.mark.parametrize("base", ["games", "/api", "/t/x", "/a b", "/a//b", '/"><script>', "/.."])
def test_a_path_that_cannot_be_one_is_refused(tmp_path: Path, base: str) -> None:
    with pytest.raises(Trouble, match="A path is written like /games"):
        serve(
            host="127.0.0.1",
            port=0,
            data=tmp_path,
            database=None,
            client=None,
            limits=Limits(),
            browser=False,
            base=base,
        )


# When others are faster


def test_whoever_was_slower_each_time_is_told_so_and_may_try_again(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    (seat,) = table.waiting()[:1]

    async def slower(*row: object) -> None:
        raise Conflict

    with monkeypatch.context() as patching:
        patching.setattr(house.hall.store, "append", slower)
        with pytest.raises(Refusal) as refused:
            table.play(seat)
    assert (refused.value.status, refused.value.text) == (409, Say("en")("changed_elsewhere"))
    table.play(seat)
