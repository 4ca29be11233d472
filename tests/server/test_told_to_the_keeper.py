"""What whoever keeps a house is told when something is wrong, and when it is over: a sentence, and no traceback."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

import prepared
from server.serving import PATIENCE, ThreadHouse, eventually, processes
from spieltisch import compiling
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.modes import MODE
from spieltisch.server import serve, sharing, warming
from spieltisch.server.app import Settings, make_app
from spieltisch.server.gate import Doors, Networks, config
from spieltisch.server.lanes import Errand, Job
from spieltisch.tables import backup
from spieltisch.tables.bus import Alone
from spieltisch.tables.jobs import JobSeen
from spieltisch.tables.schema import ENTRIES
from spieltisch.tables.store import Store, Unavailable, sqlite_url

PAGE = 4096  # bytes


def fill(data: Path) -> Path:
    """A database of many pages."""

    async def filled() -> None:
        store = await Store.open(sqlite_url(data))
        try:
            for number in range(200):
                await store.append("filled", number, "x" * 3000)
        finally:
            await store.close()

    asyncio.run(filled())
    return data / "tables.sqlite"


def damage(file: Path) -> None:
    """Every third page has become something else."""
    with file.open("r+b") as pages:
        for number in range(3, file.stat().st_size // PAGE, 3):
            pages.seek(number * PAGE)
            pages.write(random.Random(number).randbytes(PAGE))


def lines_of(output: str) -> list[dict[str, Any]]:
    """All of them must be JSON."""
    return [json.loads(line) for line in output.splitlines()]


# A damaged database


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_house_does_not_open_on_a_damaged_file_and_names_what_helps(tmp_path: Path, form: str) -> None:
    damage(fill(tmp_path))
    done = prepared.run("serve", "--port", "0", "--data", str(tmp_path), "--log", form)
    told = lines_of(done.stderr)[-1]["text"] if form == "json" else done.stderr
    assert (done.returncode, done.stdout) == (1, "")
    assert "tables.sqlite is damaged: " in told
    assert f"spieltisch restore --data {tmp_path} BACKUP`" in told


def test_the_look_at_a_large_file_ends_in_time_and_a_sound_one_is_served(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = fill(tmp_path)
    backup.look_at(file)
    backup.look_at(tmp_path / "none")
    damage(file)
    with pytest.raises(Trouble, match="is damaged"):
        backup.look_at(file)
    monkeypatch.setattr(backup, "GLANCE", -1.0)
    monkeypatch.setattr(backup, "STEPS", 1)
    backup.look_at(file)


def test_verify_names_the_backup_too(tmp_path: Path) -> None:
    damage(fill(tmp_path))
    done = prepared.run("verify", "--data", str(tmp_path))
    assert done.returncode == 1
    assert "spieltisch restore BACKUP" in done.stderr
    assert "try again" not in done.stderr


def test_a_house_whose_file_is_damaged_is_not_ready_any_more_and_says_so_as_an_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = ThreadHouse(tmp_path)
    try:
        assert eventually(lambda: house.http.get("/readyz").status_code == 200)

        async def broken() -> None:
            async with house.hall.store.asking():
                error = sqlite3.DatabaseError("database disk image is malformed")
                error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
                raise error

        with pytest.raises(Unavailable, match="tables_are_damaged"):
            house.run(broken())
        answer = house.http.get("/readyz")
        assert (answer.status_code, answer.text) == (503, "the database is damaged\n")
        house.run(house.hall.store.tables())  # this question it can still answer
        assert house.http.get("/readyz").status_code == 503
    finally:
        house.stop()
    told = [(record.levelname, record.message) for record in caplog.records if "cannot be read" in record.message]
    assert told == [("ERROR", "The tables cannot be read: database disk image is malformed.")]
    assert "again" not in caplog.text


def test_whether_a_house_is_ready_is_asked_of_its_tables(tmp_path: Path) -> None:
    house = ThreadHouse(tmp_path)
    try:
        assert eventually(lambda: house.http.get("/readyz").status_code == 200)

        async def drop() -> None:
            async with house.hall.store.asking() as connection, connection.begin():
                await connection.execute(text(f"ALTER TABLE {ENTRIES.name} RENAME TO gone"))

        house.run(drop())
        assert eventually(lambda: house.http.get("/readyz").status_code == 503)
    finally:
        house.stop()


# What cannot be, and what is over


def test_what_could_not_be_read_can_be_read_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        store = await Store.open(sqlite_url(tmp_path))
        try:
            for _ in range(2):
                with pytest.raises(Unavailable):
                    async with store.asking():
                        raise OSError("gone")
                await store.tables()
                await store.tables()
        finally:
            await store.close()

    asyncio.run(scenario())
    assert caplog.messages == ["The tables cannot be read: gone.", "The tables can be read again."]


class Nobody:
    """Jobs that no worker takes, until one does."""

    def __init__(self) -> None:
        self.answer: str | None = None

    async def put(self, *what: Any) -> None: ...

    async def want(self, names: list[str]) -> None: ...

    async def drop(self, *names: str) -> None: ...

    async def look(self, names: list[str]) -> dict[str, JobSeen]:
        return {name: JobSeen(name, "me", self.answer, "", False, 0) for name in names}


def test_opponents_that_nobody_thinks_for_are_told_once_and_when_it_is_over(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sharing, "BEAT", 0.01)
    monkeypatch.setattr(sharing, "LONG", 0.03)
    jobs = Nobody()

    async def scenario() -> None:
        queue = sharing.SharedQueue(jobs, Alone())  # type: ignore[arg-type]
        errand = Errand("move", "m", "genial_dice", {}, int)
        job = Job("me", asyncio.sleep, errand=lambda: errand)  # type: ignore[arg-type, misc]
        waiting = asyncio.create_task(queue.submit(job))
        async with asyncio.timeout(PATIENCE):
            while not caplog.messages:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.1)
            jobs.answer = "3"
            assert await waiting == 3
            while len(caplog.messages) < 2:
                await asyncio.sleep(0.01)
        await queue.close()

    asyncio.run(scenario())
    first, second = caplog.messages
    assert "Does `spieltisch worker` run, of version" in first
    assert second == "No opponent waits for long any more."


# Signals


def test_a_second_interrupt_breaks_nothing_off(tmp_path: Path) -> None:
    with processes(tmp_path / "data", "--no-limits") as (house,):
        for _ in range(3):
            house.process.send_signal(signal.SIGINT)
        assert house.process.wait(PATIENCE) == 130
        told = (house.data / "log.txt").read_text(encoding="utf-8")
    assert "Traceback" not in told
    assert told.endswith("\nInterrupted.\n")


def test_who_asks_twice_does_not_wait_for_a_load_balancer_and_still_everything_is_finished(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = []
    monkeypatch.setattr(serve, "_later", lambda seconds, *what: later.append(seconds))
    doors = Doors(10, Networks())
    server = serve.Server(config(app := make_app(Settings("sqlite+aiosqlite://")), doors), drain=600.0)
    for should_exit in (False, True, True):
        server.handle_exit(signal.SIGINT, None)
        assert (app.state.draining, server.should_exit, server.force_exit) == (True, should_exit, False)
    assert later == [600.0, serve.FAREWELL]


SLEEPING = "import sys, time; sys.stdin.readline(); time.sleep(600)"


@pytest.fixture
def sleeper(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> warming.Compiler:
    """Who is asked to compile does not come to an end."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(warming, "command", lambda: [sys.executable, "-c", SLEEPING])
    return warming.Compiler()


def test_who_compiles_is_out_of_the_terminals_reach_and_ends_quietly_when_told(
    sleeper: warming.Compiler, caplog: pytest.LogCaptureFixture
) -> None:
    async def scenario() -> None:
        compiling = asyncio.create_task(sleeper.compiled("genial", "rules"))
        async with asyncio.timeout(PATIENCE):
            while sleeper._process is None:
                await asyncio.sleep(0.01)
            assert os.getpgid(sleeper._process.pid) != os.getpgid(0)
            sleeper._process.terminate()
            with pytest.raises(warming.ToldToEnd):
                await compiling

    asyncio.run(scenario())
    assert caplog.messages == []


def test_when_it_is_told_to_end_no_further_game_is_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked = []

    async def compiled(compiler: warming.Compiler, name: str, *parts: str, **done: Any) -> bool:
        asked.append(name)
        raise warming.ToldToEnd

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(MODE, raising=False)
    monkeypatch.setattr(warming, "DELAY", 0)
    monkeypatch.setattr(warming.Compiler, "compiled", compiled)
    asyncio.run(warming.warm_up(object(), tuple))  # type: ignore[arg-type]
    assert len(asked) == 1


# Compiling


def test_where_nothing_can_be_kept_it_is_one_sentence_and_nothing_is_promised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))
    monkeypatch.delenv(MODE, raising=False)
    monkeypatch.setattr(warming, "DELAY", 0)
    assert not warming.something_to_do()
    asyncio.run(warming.warm_up(object(), tuple, lambda: caplog.records.clear()))  # type: ignore[arg-type]
    assert not asyncio.run(warming.compiled("genial", compiling.COACH))
    (sentence,) = caplog.messages
    assert f"cannot be kept in {tmp_path}/a file/spieltisch (Not a directory)" in sentence
    assert "XDG_CACHE_HOME" in sentence


def test_compiling_is_announced_the_first_time_only_and_its_end_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ready = []

    async def compiled(compiler: warming.Compiler, name: str, *parts: str, **done: Any) -> bool:
        compiling.compile_parts(name, *parts)
        return True

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv(MODE, raising=False)
    monkeypatch.setattr(warming, "DELAY", 0)
    monkeypatch.setattr(warming.Compiler, "compiled", compiled)
    monkeypatch.setattr(compiling, "WORK", dict.fromkeys(compiling.PARTS, lambda game: None))
    monkeypatch.setattr(Game, "use_compiled", lambda game: None)
    caplog.set_level(logging.INFO, "spieltisch")
    for first in (True, False):
        assert warming.something_to_do() == first
        asyncio.run(warming.warm_up(object(), tuple, lambda: ready.append(1)))  # type: ignore[arg-type]
    assert caplog.messages == ["Opponents and coach are compiled."]
    assert ready == [1]
    monkeypatch.setattr(sys, "version", "another Python")
    assert warming.something_to_do()


def test_what_goes_wrong_in_the_process_that_compiles_is_one_line_of_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    failing = (
        "from spieltisch import compiling; compiling.WORK = {'rules': lambda game: 1 / 0}; compiling.take_orders()"
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(warming, "command", lambda: [sys.executable, "-c", failing])
    assert not asyncio.run(warming.compiled("genial", compiling.RULES))
    (told,) = caplog.messages
    assert told.startswith("Not all of genial could be compiled; the table goes on without.\nTraceback")
    assert told.endswith("ZeroDivisionError: division by zero")
    assert capfd.readouterr().err == ""


# One line of JSON for everything


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["serve", "--port", "0", "--metrics", "nonsense"], "A machine is named by its address"),
        (["serve", "--port", "0", "--database", "postgresql://a@b/c"], "begins here with postgresql+asyncpg://"),
        (["worker", "--database", "postgres://a@b/c"], "begins here with postgresql+asyncpg://"),
        (["worker", "--database", "sqlite+aiosqlite:///x"], "one on SQLite thinks for itself"),
        (["serve", "--port", "1", "--host", "203.0.113.9"], "It is not possible to listen on 203.0.113.9:1"),
    ],
)
def test_what_keeps_a_house_from_opening_is_a_line_of_json_in_english(
    tmp_path: Path, words: list[str], told: str
) -> None:
    words = [*words, *(["--data", str(tmp_path)] if words[0] == "serve" else [])]
    done = prepared.run(*words, "--log", "json", LANG="de_DE.UTF-8")
    assert (done.returncode, done.stdout) == (1, "")
    *_, line = lines_of(done.stderr)
    assert told in line["text"]
    assert line["level"] == "critical"
    assert {"pid", "time", "from"} < set(line)


def test_what_was_open_to_others_and_all_that_follows_are_lines_of_json_with_process_and_port(tmp_path: Path) -> None:
    data = tmp_path / "data"
    fill(data)
    (data / "tables.sqlite").chmod(0o644)
    with processes(data, "--log", "json") as (house,):
        house.process.send_signal(signal.SIGINT)
        assert house.process.wait(PATIENCE) == 130
        lines = lines_of((data / "log.txt").read_text(encoding="utf-8"))
    assert any("was open to others" in line["text"] for line in lines)
    assert {line["pid"] for line in lines} == {house.process.pid}
    assert {line.get("port") for line in lines[-3:]} == {house.port}


def test_what_nobody_has_caught_is_a_line_of_json_too() -> None:
    program = (
        "import threading; from spieltisch.server import logs; logs.set_up('json'); logs.at_port(7);"
        "thread = threading.Thread(target=lambda: 1 / 0); thread.start(); thread.join(); [][1]"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    first, second = lines_of(done.stderr)
    assert "ZeroDivisionError" in first["trouble"] and "IndexError" in second["trouble"]
    assert (first["level"], second["level"], second["port"]) == ("error", "critical", 7)


def test_a_house_for_this_machine_alone_names_what_opens_its_tables_to_others(tmp_path: Path) -> None:
    with processes(tmp_path) as (served,):
        again = served.http.get("/api/house").json()["command"]
    assert again.endswith(f" serve --data {tmp_path} --host 0.0.0.0 --port {served.port}")
