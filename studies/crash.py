"""Is an acknowledged move ever lost? Players over real sockets, and a server that is killed again and again.

    python -m studies.crash              200 times kill -9, some minutes; writes build/crash.json
    python -m studies.crash --kills 5    a moment

Several tables of all games are played at once. At random moments the server gets SIGKILL, also while it starts, and is
started again with the same data. Most servers come from a process that has imported everything already, so that
more can be killed in the time; every tenth is started as people start it. The players do what the page does: they come
back, say hello and send what was not acknowledged again with the same id. They take moves back and begin the
next game, too. At last everybody's question has an answer, the server is killed once more, and the database is read:

    every move and every undo that was acknowledged is in the log of its table exactly once, in the order of its player;
    nothing that was refused is there, and nothing that nobody sent;
    the numbers of the entries have no gaps, every table replays by the rules, every chance event is what its dice give.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import count
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from studies.simulated_players import LOOPBACK, patched, post
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from spieltisch.contract import Trouble
from spieltisch.dice import Checkable
from spieltisch.server.limits import Limits
from spieltisch.server.serve import serve
from spieltisch.tables import entries
from spieltisch.tables import live as tables
from spieltisch.tables.chain import StoredEntry
from spieltisch.verify import findings

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
SLOWEST = 60.0  # seconds until a server must answer, and until the last question has its answer
MOST_ANSWERS = 60  # that a server gives before it is killed
PLAIN, PREPARED = "as people do it", "in a prepared process"  # ways to start a server
PLAIN_STARTS = 10  # one of so many
TABLES = (
    ("genial_dice", "base", ("Anna", "Ben")),
    ("brilliant", "base", ("Anna", "Ben", "Cara")),
    ("genial", "base", ("Anna", "Ben")),
    ("high_score", "base", ("Anna", "Ben")),
    ("genial", "team", ("Anna", "Ben", "Cara", "Dario")),
    ("brilliant", "base", ("Anna", "greedy")),
)


# The server


class Server:
    """Killed and started again on the same port with the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.starts: dict[str, list[float]] = {
            "as people do it": [],
            "in a prepared process": [],
        }  # seconds until it answered
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["__main__", "spieltisch.server.app"])
        self._number = count()
        self.process: subprocess.Popen[bytes] | BaseProcess | None = None

    def start(self) -> None:
        self.begun, self.served = time.perf_counter(), False
        self.way = PLAIN if next(self._number) % PLAIN_STARTS == 0 else PREPARED
        if self.way == PREPARED:
            self.process = self._context.Process(target=serve_quietly, args=(self.port, self.data))
            self.process.start()
        else:
            command = [sys.executable, "-m", "spieltisch", "serve", "--no-limits", "--host", LOOPBACK]
            with (self.data / "server.log").open("ab") as log:
                self.process = subprocess.Popen(
                    [*command, "--port", str(self.port), "--data", str(self.data)], stdout=log, stderr=log
                )

    async def answers(self) -> None:
        """Until somebody is served."""
        if self.served:
            return
        deadline = time.monotonic() + SLOWEST
        while True:
            with suppress(OSError, RuntimeError, IndexError):
                await asyncio.wait_for(post(self.port, "/api/summaries", {"tables": []}), SLOWEST)
                break
            if time.monotonic() > deadline:
                raise click.ClickException(f"The server does not start; {self.data / 'server.log'} may say why.")
            await asyncio.sleep(0.01)
        self.starts[self.way].append(time.perf_counter() - self.begun)
        self.served = True

    def kill(self) -> None:
        if self.process is None or self.process.pid is None:
            return
        os.kill(self.process.pid, signal.SIGKILL)
        if isinstance(self.process, subprocess.Popen):
            self.process.wait(SLOWEST)
        else:
            self.process.join(SLOWEST)
        self.process = None


def serve_quietly(port: int, data: Path) -> None:
    log = (data / "server.log").open("a", encoding="utf-8")
    sys.stdout = sys.stderr = log
    serve(host=LOOPBACK, port=port, data=data, database=None, client=None, limits=Limits(lifted=True), browser=False)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port: int = probe.getsockname()[1]
        return port


# The players


@dataclass
class Happened:
    """What the players have sent and been told, by table and seat, in their order."""

    acknowledged: dict[tuple[str, int], list[str]] = field(default_factory=lambda: defaultdict(list))
    refused: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)
    kinds: Counter[str] = field(default_factory=Counter)  # of what was acknowledged
    answers: int = 0
    again: int = 0  # questions that were sent more than once
    games: int = 0  # that ended

    async def more(self, answers: int) -> None:
        """Until the players have got so many more answers, or for some seconds."""
        wanted, deadline = self.answers + answers, time.monotonic() + SLOWEST
        while self.answers < wanted and time.monotonic() < deadline:
            await asyncio.sleep(0.001)


class Person:
    """One seat at one table, and at the next one when the game is over. Comes back whenever the server is away."""

    def __init__(self, server: Server, happened: Happened, luck: random.Random, seat: Mapping[str, Any]) -> None:
        self.server, self.happened, self.luck = server, happened, luck
        self.table, self.seat, self.key = str(seat["table"]), int(seat["seat"]), str(seat["key"])
        self.scene: Any = None
        self.open: dict[str, Any] | None = None  # the question that has no answer yet
        self.ids = count()
        self.resting = False

    async def live(self) -> None:
        """Until it rests and has an answer to everything."""
        while not (self.resting and self.open is None):
            address = f"ws://{LOOPBACK}:{self.server.port}/api/tables/{self.table}/socket"
            with suppress(OSError, WebSocketException, TimeoutError):
                async with connect(address, compression=None, open_timeout=5, close_timeout=1) as wire:
                    await self._talk(wire)
            await asyncio.sleep(0.01)

    async def _talk(self, wire: ClientConnection) -> None:
        self.scene, table = None, self.table
        await wire.send(json.dumps({"do": "hello", "keys": [self.key], "language": "en"}))
        if self.open is not None:
            self.happened.again += 1
            await wire.send(json.dumps(self.open))
        while table == self.table and not (self.resting and self.open is None):
            try:
                text = await asyncio.wait_for(wire.recv(), 0.5)
            except TimeoutError:
                continue
            await self._hear(wire, json.loads(text))

    async def _hear(self, wire: ClientConnection, message: Mapping[str, Any]) -> None:
        if message["type"] == "whole":
            self.scene = message["scene"]
        elif message["type"] == "change":
            self.scene = patched(self.scene, message["patch"])
        if self.open is not None and self.open["id"] in (message.get("done"), message.get("id")):
            self._answered(message)
        if self.open is None and self.scene is not None and not self.resting:
            self.open = self._next(message)
            if self.open is not None:
                self.happened.sent.add(self.open["id"])
                await wire.send(json.dumps(self.open))

    def _answered(self, message: Mapping[str, Any]) -> None:
        assert self.open is not None
        self.happened.answers += 1
        if message["type"] == "refused":
            self.happened.refused.add(self.open["id"])
        elif self.open["do"] != "moves":
            self.happened.kinds[self.open["do"]] += 1
            if self.open["do"] in ("play", "undo"):
                self.happened.acknowledged[self.table, self.seat].append(self.open["id"])
        self.open = None

    def _next(self, message: Mapping[str, Any]) -> dict[str, Any] | None:
        """What to ask now, if anything: the page would wait for a click."""
        me, scene = self.scene["seats"][self.seat], self.scene
        if scene["stage"] == "gathering":
            return None if me["ready"] else self._question("ready", contribution=self.luck.randbytes(8).hex())
        if scene["stage"] == "over":
            if scene["follows"]:
                self.happened.games += self.seat == 0
                self.table = scene["follows"]
                return None
            return self._question("rematch")
        if scene["wish"] and self.seat in scene["wish"]["needed"]:
            return self._question("agree", wish=scene["wish"]["number"], yes=self.luck.random() < 0.7)
        if not me["decides"]:
            return None
        if message["type"] == "moves" and message["moves"]:
            return self._question("play", move=self.luck.choice(message["moves"]))
        if scene["may_undo"] and self.luck.random() < 0.03:
            return self._question("undo")
        return self._question("moves")

    def _question(self, do: str, **more: Any) -> dict[str, Any]:
        seat = {} if do == "rematch" else {"seat": self.seat}
        return {"do": do, "id": f"{self.table}/{self.seat}/{next(self.ids)}", **seat, **more}


async def sit_down(server: Server, happened: Happened, luck: random.Random) -> list[Person]:
    people = []
    for game, variant, who in TABLES:
        seats = [{"who": each} if each == "greedy" else {"who": "person", "name": each} for each in who]
        told = await post(server.port, "/api/tables", {"game": game, "variant": variant, "seats": seats})
        people += [
            Person(server, happened, random.Random(luck.random()), {**seat, "table": told["table"]})
            for seat in told["seats"]
            if seat["key"]
        ]
    return people


# The run


async def play_and_kill(server: Server, kills: int, luck: random.Random, happened: Happened, bar: Progress) -> None:
    server.start()
    await server.answers()
    people = await sit_down(server, happened, luck)
    lives = [asyncio.create_task(person.live()) for person in people]
    task = bar.add_task("kill -9", total=kills)
    for _ in range(kills):
        if luck.random() < 0.9:  # or else it is killed before it has even begun to serve
            await server.answers()
            await happened.more(luck.randrange(MOST_ANSWERS))
        await asyncio.sleep(luck.random() * 0.02)
        server.kill()
        server.start()
        bar.advance(task)
        failed = [life for life in lives if life.done()]
        if failed:
            failed[0].result()
    await server.answers()
    for person in people:
        person.resting = True
    await asyncio.wait_for(asyncio.gather(*lives), SLOWEST)
    server.kill()


# What is in the database afterwards


@dataclass
class Found:
    """What the database says."""

    tables: int = 0
    entries: int = 0
    moves: int = 0
    orphans: int = 0  # opened for the next game when the server was killed before the last game could say so
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)


def logs(data: Path) -> Iterator[tuple[str, list[StoredEntry]]]:
    connection = sqlite3.connect(data / "tables.sqlite")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for (table,) in connection.execute("SELECT DISTINCT table_id FROM entries").fetchall():
        wanted = "SELECT number, at, body, head FROM entries WHERE table_id = ? ORDER BY number"
        yield table, [StoredEntry(*row) for row in connection.execute(wanted, (table,))]
    connection.close()


def checked(data: Path, happened: Happened) -> Found:
    found, all_logs = Found(), dict(logs(data))
    followed = set()
    for table, rows in all_logs.items():
        found.tables += 1
        found.entries += len(rows)
        if [row.number for row in rows] != list(range(len(rows))):
            found.strange.append(f"{table}: the numbers of its entries have gaps")
        log = [entries.read(row.body) for row in rows]
        followed |= {entry.table for entry in log if isinstance(entry, entries.Followed)}
        found.moves += sum(isinstance(entry, entries.MoveMade) for entry in log)
        _check_acknowledged(table, log, happened, found)
        _check_rules(table, rows, found)
    later = [table for table, rows in all_logs.items() if len(rows) == 1]
    found.orphans = sum(table not in followed for table in later)
    found.lost += [f"{table} was to follow" for table in followed - all_logs.keys()]
    return found


def _check_acknowledged(table: str, log: list[entries.Entry], happened: Happened, found: Found) -> None:
    done = [
        (entry.seat, entry.id)
        for entry in log
        if isinstance(entry, entries.MoveMade | entries.Undone | entries.UndoWished) and entry.id is not None
    ]
    counts = Counter(done)
    found.doubled += [name for (_, name), times in counts.items() if times > 1]
    found.strange += [f"{name} was refused" for _, name in counts if name in happened.refused]
    found.strange += [f"{name} was never sent" for _, name in counts if name not in happened.sent]
    for (of, seat), names in happened.acknowledged.items():
        if of == table:
            found.lost += [name for name in names if (seat, name) not in counts]
            if [name for who, name in done if who == seat and name in set(names)] != names:
                found.strange.append(f"{table}: the moves of seat {seat} are in another order")


def _check_rules(table: str, log: list[StoredEntry], found: Found) -> None:
    """The log replays by the rules, and with the dice of the table."""
    try:
        live = tables.read(table, log)
    except Trouble as trouble:
        found.strange.append(f"{table}: {trouble}")
        return
    if live.begun:
        dice = Checkable(live.opened.secret, table, live.contributions(), live.terms)
        engine, playthrough = live.playthrough.game.engine, live.playthrough
        chances = [number for number, event in enumerate(playthrough.log) if event.seat < 0]
        for k, number in enumerate(chances):
            before = playthrough.before(number)
            ticket = dice.draw(k, int(engine.tickets(before, -1)))
            if int(engine.pick(before, -1, ticket)) != playthrough.log[number].action:
                found.strange.append(f"{table}: event {number} is not what the dice give")
    if live.stage == "over" and not all(finding.holds for finding in findings(live.record(0))):
        found.strange.append(f"{table}: the record does not hold")


# What is told


def report(server: Server, kills: int, seconds: float, happened: Happened, found: Found) -> Iterator[str]:
    yield f"{kills} times kill -9 in {seconds:.0f} s"
    for way, times in server.starts.items():
        if times:
            usual = statistics.median(times)
            yield f"a start {way} takes {usual:.2f} s, at most {max(times):.2f} s ({len(times)} times)"
    yield f"acknowledged: {', '.join(f'{times} {kind}' for kind, times in sorted(happened.kinds.items()))}"
    yield f"refused: {len(happened.refused)}; sent again after a break: {happened.again}"
    yield f"in the database: {found.tables} tables, {found.entries} entries, {found.moves} moves with those of bots"
    yield f"games that ended: {happened.games}; next tables that nobody came to know of: {found.orphans}"
    yield f"lost: {len(found.lost)}, doubled: {len(found.doubled)}, otherwise wrong: {len(found.strange)}"
    yield from [*found.lost, *found.doubled, *found.strange][:20]


@click.command()
@click.option("--kills", default=200, show_default=True, type=click.IntRange(1), help="How often.")
@click.option("--seed", default="1", show_default=True, help="Of the players' and the killer's choices.")
@click.option("--out", default=BUILD / "crash.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(kills: int, seed: str, out: Path) -> None:
    """Kill a server under load again and again, and count what was lost."""
    console = Console(highlight=False)
    BUILD.mkdir(exist_ok=True)
    data = Path(mkdtemp(prefix="crash-", dir=BUILD))
    os.environ["SPIELTISCH_COMPILED"] = "0"  # no server lives long enough for that
    os.environ["PYTHONWARNINGS"] = "ignore::UserWarning"  # whoever is killed leaves something behind
    server, happened, begun = Server(data), Happened(), time.perf_counter()
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, transient=True) as bar:
            asyncio.run(play_and_kill(server, kills, random.Random(seed), happened, bar))
    finally:
        server.kill()
    seconds = time.perf_counter() - begun
    found = checked(data, happened)
    for line in report(server, kills, seconds, happened, found):
        console.print(f" {line}", soft_wrap=True)
    figures = {"kills": kills, "seconds": seconds, "starts": server.starts, "acknowledged": happened.kinds}
    figures |= {"sent_again": happened.again, "games": happened.games, **asdict(found)}
    out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    if found.lost or found.doubled or found.strange:
        console.print(f" The tables are in {data}.", soft_wrap=True)
        sys.exit(1)
    shutil.rmtree(data)


if __name__ == "__main__":
    main()
