"""studies/crash.py: a few kills, a disk that lies, and it notices what is missing or there twice."""

from __future__ import annotations

import asyncio
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from server.serving import PATIENCE
from spieltisch import registry
from spieltisch.kernel import CHANCE
from spieltisch.tables import entries, live, proposals
from spieltisch.tables.chain import chained
from spieltisch.tables.opening import Place, TableOpened, open_branch, open_table
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.store import Store, sqlite_url

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.crash import LONG_RUN, status  # noqa: E402
from studies.crashing import found as reading  # noqa: E402
from studies.crashing import servers  # noqa: E402
from studies.crashing.disk import lying_disk, mixed  # noqa: E402
from studies.crashing.found import Found  # noqa: E402
from studies.crashing.players import DEEP, EXPECTED, UNCERTAIN, Company, Happened, Person  # noqa: E402
from studies.crashing.seam import STEPS, THOUGHTS, Fault, Stepped, Steps  # noqa: E402
from studies.crashing.servers import Server  # noqa: E402


def checked(data: Path, happened: Happened) -> Found:
    return asyncio.run(reading.checked(sqlite_url(data), happened))


def test_after_a_few_kills_nothing_is_lost_and_nothing_doubled(tmp_path: Path) -> None:
    out = tmp_path / "crash.json"
    command = [sys.executable, "-m", "studies.crash", "--kills", "3", "--out", str(out)]
    result = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=10 * PATIENCE, env=os.environ, check=False
    )
    assert result.returncode == 0, result.stdout + result.stderr
    figures = json.loads(out.read_text(encoding="utf-8"))
    assert figures["acknowledged"]["play"] > 5
    assert figures["power"] >= 1 or shutil.which("cc") is None
    assert (figures["lost"], figures["doubled"], figures["strange"]) == ([], [], [])


def take(table: live.LiveTable, log: list[str], proposal: Proposal | None) -> None:
    assert proposal is not None
    table.take(proposal.entry, 0.0, proposal.step)
    log.append(entries.written(proposal.entry))


def begun(answer: TableOpened, opened: entries.Opening, *people: int) -> tuple[live.LiveTable, list[str]]:
    table, log = live.LiveTable(answer.table, opened, 0.0), [entries.written(opened)]
    for seat in people:
        take(table, log, proposals.ready(table, seat, ""))
    take(table, log, proposals.begin(table))
    return table, log


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, str, Happened]:
    """A table with three acknowledged moves, and what its players know of it."""
    seats = [Place("person", "Anna"), Place("person", "Ben")]
    opened, answer = open_table(registry.game("brilliant"), "base", {}, seats)
    table, log = begun(answer, opened, 0, 1)
    for number in range(3):
        take(table, log, proposals.play(table, 0, table.playthrough.moves(0)[0], str(number)))
    asyncio.run(write(tmp_path, table.name, opened.secret, log))
    happened = Happened(sent={"0", "1", "2"})
    happened.acknowledged[table.name, 0] = ["0", "1", "2"]
    return tmp_path, table.name, happened


async def write(data: Path, table: str, secret: str, log: list[str], *, known: int = 0) -> None:
    store = await Store.open(sqlite_url(data))
    for row in chained(table, secret, log)[known:]:
        await store.append(table, row.number, row.body, row.head)
    await store.close()


def bodies(data: Path) -> list[str]:
    connection = sqlite3.connect(data / "tables.sqlite")
    found = [body for (body,) in connection.execute("SELECT body FROM entries ORDER BY number")]
    connection.close()
    return found


def change(data: Path, statement: str) -> None:
    connection = sqlite3.connect(data / "tables.sqlite")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_whole_log_is_as_it_should_be(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    found = checked(data, happened)
    assert (found.tables, found.moves) == (1, 3)
    assert not found.lost + found.doubled + found.strange


def finished() -> live.LiveTable:
    seats = [Place("person", "Anna"), Place("person", "Ben")]
    opened, answer = open_table(registry.game("high_score"), "base", {}, seats)
    table, log = begun(answer, opened, 0, 1)
    while table.stage == "playing":
        seat = next(iter(table.deciding()))
        moves = table.playthrough.moves(seat)
        take(table, log, proposals.play(table, seat, "stop" if "stop" in moves else moves[0]))
    return table


def test_a_game_that_needed_no_dice_is_as_it_should_be(tmp_path: Path) -> None:
    """It was played on from the last position of another: nothing was drawn, and nothing is wrong."""
    while (last := (first := finished()).playthrough.log[-1]).seat == CHANCE:
        pass
    opened, answer = open_branch(first, len(first.playthrough.log) - 1, last.seat, "random")
    table, log = begun(answer, opened, last.seat)
    take(table, log, proposals.play(table, last.seat, last.move))
    assert table.stage == "over"
    asyncio.run(write(tmp_path, table.name, opened.secret, log))
    assert checked(tmp_path, Happened()).wrong == []


def test_a_lost_move_is_noticed(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    change(data, "DELETE FROM entries WHERE number = (SELECT MAX(number) FROM entries)")
    assert checked(data, happened).lost == ["2"]


def test_a_doubled_move_is_noticed(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    change(data, 'UPDATE entries SET body = replace(body, \'"id":"2"\', \'"id":"1"\')')
    found = checked(data, happened)
    assert found.doubled == ["1"]
    assert found.lost == ["2"]


def test_moves_in_another_order_are_noticed(played: tuple[Path, str, Happened]) -> None:
    data, table, happened = played
    happened.acknowledged[table, 0] = ["1", "0", "2"]
    assert "order" in checked(data, happened).strange[0]


def test_gaps_foreign_moves_and_broken_rules_are_noticed(played: tuple[Path, str, Happened]) -> None:
    data, _, happened = played
    happened.sent.remove("1")
    happened.refused.add("0")
    change(data, "UPDATE entries SET number = 99, body = replace(body, '@', '@@') WHERE number = 6")
    strange = " ".join(checked(data, happened).strange)
    for complaint in ("never sent", "was refused", "gaps"):
        assert complaint in strange
    assert len(checked(data, happened).strange) == 4


def test_what_somebody_was_told_of_is_missed(played: tuple[Path, str, Happened]) -> None:
    data, table, happened = played
    happened.invites.append((table, "an invitation"))
    happened.keys.append((table, 1, "a key"))
    happened.branches.append("elsewhere")
    happened.reviews[table] = {}
    happened.done[table, "replace", 1] = 1
    happened.done[table, "return", 1] = 1
    assert len(checked(data, happened).lost) == 6


def test_a_return_that_nobody_asked_for_or_that_is_there_twice_is_noticed(played: tuple[Path, str, Happened]) -> None:
    data, table, happened = played
    log = bodies(data)
    opened = entries.read(log[0])
    assert isinstance(opened, entries.Opening)
    more: list[entries.Entry] = [entries.Replaced("replaced", 1, "greedy"), entries.Returned("returned", 1)] * 2
    log += [entries.written(entry) for entry in more]
    asyncio.run(write(data, table, opened.secret, log, known=len(log) - len(more)))
    assert len(checked(data, happened).strange) == 2
    happened.tried.update({(table, "replace", 1): 2, (table, "return", 1): 1})
    found = checked(data, happened)
    assert (found.strange, found.doubled) == ([], [f"{table}: seat 1, return"])
    happened.tried[table, "return", 1] = happened.done[table, "return", 1] = 2
    assert checked(data, happened).wrong == []
    happened.done[table, "return", 1] = 3
    assert checked(data, happened).lost == [f"{table}: seat 1, return: 2 of 3"]


def test_what_never_happened_in_a_long_run_is_said() -> None:
    happened = Happened()
    for kind in EXPECTED:
        happened.acknowledge(kind)
    assert status(LONG_RUN, happened, Found()) == 0
    happened.kinds["review"] = 0
    assert happened.never == ["review"]
    assert status(LONG_RUN, happened, Found()) == 1
    assert status(LONG_RUN - 1, happened, Found()) == 0  # a moment is too short for everything
    assert status(1, happened, Found(lost=["a move"])) == 1


def test_a_move_of_an_opponent_that_nobody_has_thought_about_is_noticed(tmp_path: Path) -> None:
    """So is one that was made twice: the second stands where nobody has thought about it."""
    opened, answer = open_table(registry.game("brilliant"), "base", {}, [Place("person", "Anna"), Place(DEEP)])
    table, log = begun(answer, opened, 0)
    thoughts = list[tuple[str, int]]()
    while len(thoughts) < 2:
        seat = table.deciding()[0]
        action = int(table.playthrough.game.legal(table.playthrough.rows, seat)[0])
        if seat == 1:
            thoughts.append((f"move {table.name} {table.version} head 1", action))
        take(table, log, proposals.act(table, seat, action))
    asyncio.run(write(tmp_path, table.name, opened.secret, log))
    noted = tmp_path / THOUGHTS

    def strange(*known: tuple[str, int]) -> int:
        noted.write_text("".join(f"{json.dumps(each)}\n" for each in known) + '["move half a li', encoding="utf-8")
        found = asyncio.run(reading.checked(sqlite_url(tmp_path), Happened(), noted))
        assert found.opponents == 2
        return len(found.strange)

    assert strange(*thoughts) == 0
    assert strange(thoughts[0]) == 1
    assert strange(thoughts[0], (thoughts[1][0], thoughts[1][1] + 1)) == 1


def test_a_server_that_starts_slowly_is_waited_for_as_long_as_it_lives(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A busy machine says nothing about what is lost."""
    now, tried = [0.0], list[float]()

    async def slow(*_: object, patience: float, **__: object) -> tuple[int, object]:
        tried.append(patience)
        now[0] += patience
        if now[0] < 200:
            raise TimeoutError
        return 200, {}

    monkeypatch.setattr(servers, "time", SimpleNamespace(monotonic=lambda: now[0], perf_counter=lambda: now[0]))
    monkeypatch.setattr(servers, "ask", slow)
    monkeypatch.setattr(Server, "alive", True)
    server = Server(tmp_path, None, None, prepared=cast(servers.Prepared, SimpleNamespace(environment={})))
    server.begun, server.served, server.way = 0.0, False, servers.PREPARED
    asyncio.run(server.answers())
    assert server.starts[servers.PREPARED] == [now[0]]
    assert len(tried) < 10, "whoever is slow is not asked without end"


# A disk that lies


@pytest.mark.skipif(shutil.which("cc") is None, reason="There is no C compiler here.")
@pytest.mark.parametrize(("synchronous", "survives"), [("FULL", True), ("NORMAL", False), ("OFF", False)])
def test_when_the_power_fails_only_what_was_synced_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str, survives: bool
) -> None:
    """kill -9 alone would not notice: what a process has written is the kernel's."""
    monkeypatch.setattr(os, "environ", dict(os.environ))
    (data := tmp_path / "data").mkdir()
    disk = lying_disk(data, "tables.sqlite")
    assert disk is not None
    program = (
        "import os, sqlite3\n"
        f"kept = sqlite3.connect({str(data / 'tables.sqlite')!r}, isolation_level=None)\n"
        f"kept.execute('PRAGMA journal_mode=WAL'); kept.execute('PRAGMA synchronous={synchronous}')\n"
        "kept.execute('CREATE TABLE moves (number)')\n"
        "for number in range(20): kept.execute('INSERT INTO moves VALUES (?)', (number,))\n"
        "os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", program], env={**os.environ, **disk.environment}, check=False)
    disk.power_fails(random.Random(3))
    try:
        rows = sqlite3.connect(data / "tables.sqlite").execute("SELECT number FROM moves").fetchall()
    except sqlite3.DatabaseError:
        rows = []
    assert (rows == [(number,) for number in range(20)]) == survives


def test_each_sector_that_was_not_synced_is_lost_or_kept() -> None:
    synced, written = b"a" * 5120, b"a" * 512 + b"b" * 4608
    found = mixed(synced, written, random.Random(1))
    sectors = {found[at : at + 512] for at in range(512, 5120, 512)}
    assert found[:512] == b"a" * 512
    assert sectors == {b"a" * 512, b"b" * 512}


# Faults at every step


async def three_awaits(done: list[int]) -> str:
    for number in range(3):
        await asyncio.sleep(0)
        done.append(number)
    return "answer"


@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_fault_comes_at_the_step_it_is_meant_for(monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    monkeypatch.setattr(STEPS, "fault", Fault("cancel", step))
    monkeypatch.setattr(STEPS, "number", 0)
    monkeypatch.setattr(STEPS, "armed", True)
    done = list[int]()

    async def work() -> str:
        found: str = await Stepped(three_awaits(done))
        return found

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(work())
    assert done == list(range(step - 1))
    assert asyncio.run(work()) == "answer"  # it comes once


def test_nobody_cancels_whoever_writes_for_all() -> None:
    steps, done = Steps(Fault("cancel", 1), armed=True), list[str]()

    async def work() -> None:
        for database in (True, False):
            steps.here(database=database)
            await asyncio.sleep(0)
            done.append("written" if database else "answered")

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(work())
    assert done == ["written"]


@pytest.mark.parametrize(("text", "refused"), [(UNCERTAIN, set()), ("That is not allowed.", {"a"})])
def test_whoever_is_told_that_it_is_not_certain_was_not_refused(text: str, refused: set[str]) -> None:
    server = cast(Server, SimpleNamespace(faulty=False))
    person = Person(Company(server, happened := Happened(), random.Random(1)), "table", 0, "key")
    person.open = {"do": "play", "id": "a", "seat": 0}
    person._answered({"type": "refused", "text": text})
    assert (happened.refused, person.open is None) == (refused, bool(refused))
