"""Several processes on one PostgreSQL: how soon is a move at one seen at the other, and what does it cost?

    python -m studies.push            some two minutes; writes build/push.json
    python -m studies.push --quick    half a minute

The players of studies/bench_server.py, two at each table, over real sockets; PostgreSQL on the disk, every commit
synced. Three questions:

    push      the two players of every table sit at different processes: from when the first sees a move (who made it,
              or else the other) until the second does
    commits   the two sit at the same process, and the next move goes out as soon as both have seen the last one; once
              with the bus, once without it (nobody needs it then): what it costs
    processes the same with one process and with two

All share the cores of this machine: processes, players and PostgreSQL. The study says how much of them each used.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import asyncpg
import click
import uvloop
from rich.console import Console
from rich.table import Table as Grid
from studies.asking import LOOPBACK, ask
from studies.bench_server import PACES, family, raise_limit_of_files, sync_time
from studies.crashing.servers import Postgres, free_port, postgres_programs
from studies.simulated_players import MOVES, Hall, OurPlayer, Player, Sample, Usage, post

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
GAME = "genial_dice"
TABLES = 100
WITHOUT_BUS = (
    "from spieltisch.server import hall; hall.is_postgres = lambda url: False; from spieltisch.cli import main; main()"
)
# what the project wants
PUSH_P50, PUSH_P99, WITH_PUSH, TWO_TO_ONE = 15.0, 100.0, 0.8, 1.6


class Houses:
    """So many processes of one house. The players of a table sit at different ones, or all at the same."""

    def __init__(self, database: str, processes: int, *, apart: bool, bus: bool = True) -> None:
        self.name = f"{processes} processes"
        self.apart = apart
        self._turn = count()
        self.ports = [free_port() for _ in range(processes)]
        self.port = self.ports[0]
        self.data = Path(mkdtemp(prefix="push-"))
        self.processes = [self._start(database, port, bus) for port in self.ports]

    def _start(self, database: str, port: int, bus: bool) -> subprocess.Popen[bytes]:
        program = ["-m", "spieltisch"] if bus else ["-c", WITHOUT_BUS]
        arguments = ["serve", "--no-limits", "--host", LOOPBACK, "--port", str(port), "--database", database]
        environment = {"SPIELTISCH_COMPILED": "0", **os.environ}  # nobody compiles while it is measured
        with (self.data / f"{port}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, *program, *arguments, "--data", str(self.data)],
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env=environment,
                start_new_session=True,
            )

    async def answer(self) -> None:
        async with asyncio.timeout(60):
            for port in self.ports:
                while True:
                    with suppress(OSError, EOFError, TimeoutError):
                        if (await ask(port, "GET", "/api/texts/en", patience=2.0))[0] == 200:
                            break
                    await asyncio.sleep(0.05)

    async def opened(self) -> list[Player]:
        first = next(self._turn) % len(self.ports)
        seats = [{"who": "person", "name": name} for name in ("Anna", "Ben")]
        told = await post(self.ports[first], "/api/tables", {"game": GAME, "variant": "base", "seats": seats})
        players: list[Player] = []
        for seat in told["seats"]:
            player = OurPlayer(MOVES[GAME], told["table"], seat["seat"], seat["key"])
            player.port = self.ports[(first + (seat["seat"] if self.apart else 0)) % len(self.ports)]
            players.append(player)
        return players

    def usage(self) -> Usage:
        return used([process.pid for process in self.processes])

    def close(self) -> None:
        for process in self.processes:
            os.killpg(process.pid, signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def used(pids: Sequence[int]) -> Usage:
    """By these processes and all that they have started."""
    cpu, memory = 0.0, 0
    for process in [each for pid in pids for each in family(pid)]:
        with suppress(OSError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
            cpu += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
            memory += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
    return Usage(cpu, memory)


@contextmanager
def database() -> Iterator[Postgres]:
    if (programs := postgres_programs()) is None:
        raise click.ClickException("There is no PostgreSQL here: `make postgres` installs it where it can.")
    cluster = Postgres(programs, durable=True)
    try:
        yield cluster
    finally:
        cluster.close()


async def measured(
    cluster: Postgres, name: str, load: str, seconds: float, processes: int, *, apart: bool, bus: bool = True
) -> dict[str, Any]:
    """One load on fresh processes and a fresh database."""
    connection = await asyncpg.connect(host=LOOPBACK, port=cluster.port, user="spieltisch", database="postgres")
    await connection.execute(f'CREATE DATABASE "{name}"')
    houses = Houses(f"{cluster.url.rpartition('/')[0]}/{name}", processes, apart=apart, bus=bus)
    try:
        await houses.answer()
        hall = Hall(houses, name)
        await hall.open(TABLES)
        asked = "SELECT xact_commit FROM pg_stat_database WHERE datname = $1"
        before, began = await connection.fetchval(asked, name), used([cluster.process.pid]).cpu
        sample: Sample = await hall.play(PACES[load], 1.5, seconds)
        commits = await connection.fetchval(asked, name) - before
        postgres = used([cluster.process.pid]).cpu - began
        await hall.close()
    finally:
        houses.close()
        await connection.close()
    return {**asdict(sample), "commits": commits, "postgres_busy": postgres / (sample.seconds + 1.5)}


LOADS = {  # the load, how many processes, whether players sit apart, and whether there is a bus
    "push": ("busy", 2, True, True),
    "without bus": ("saturated", 2, False, False),
    "with bus": ("saturated", 2, False, True),
    "one process": ("saturated", 1, False, True),
}


def study(seconds: float, repeats: int, only: Sequence[str], console: Console) -> dict[str, Any]:
    found: dict[str, list[dict[str, Any]]] = {what: [] for what in only or LOADS}
    number = count(1)
    with database() as cluster, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        for _ in range(repeats):
            for what in found:
                load, processes, apart, bus = LOADS[what]
                console.print(f" {what}: {processes} processes, {TABLES} {load} tables")
                name = f"study{next(number)}"
                found[what].append(runner.run(measured(cluster, name, load, seconds, processes, apart=apart, bus=bus)))
    return {what: medians(each) for what, each in found.items()}


def medians(samples: Sequence[dict[str, Any]]) -> dict[str, float]:
    return {name: statistics.median(each[name] for each in samples) for name in samples[0]}


def verdicts(found: dict[str, dict[str, float]]) -> list[tuple[str, float, float, bool]]:
    """What is wanted: the figure, its limit, and whether it is reached."""
    told = list[tuple[str, float, float, bool]]()
    if push := found.get("push"):
        for name, limit in (("p50", PUSH_P50), ("p99", PUSH_P99)):
            figure = push[f"push_{name}"]
            told.append((f"push {name} at {TABLES} busy tables, ms", figure, limit, figure <= limit))
    for what, base, limit in (
        ("moves/s with the bus, of those without", "without bus", WITH_PUSH),
        ("moves/s of two processes, of those of one", "one process", TWO_TO_ONE),
    ):
        if base in found and "with bus" in found:
            share = found["with bus"]["moves_per_second"] / found[base]["moves_per_second"]
            told.append((what, share, limit, share >= limit))
    return told


def reckoning(found: dict[str, dict[str, float]], cores: int) -> str:
    """What two processes could do here at most, if a move cost them no more than it costs one."""
    one, two = found["one process"], found["with bus"]

    def each(sample: dict[str, float], what: str) -> float:
        """Milliseconds of processor time for a move."""
        return 1000 * sample[what] / sample["moves_per_second"]

    others = each(two, "players_busy") + each(two, "postgres_busy")
    most = 1000 * cores / (each(one, "server_busy") + others) / one["moves_per_second"]
    return (
        f"a move costs one process {each(one, 'server_busy'):.2f} ms of processor time, two"
        f" {each(two, 'server_busy'):.2f} ms, its players and PostgreSQL {others:.2f} ms:"
        f" {cores} cores would do for {most:.2f} times the moves of one"
    )


def show(found: dict[str, dict[str, float]], console: Console) -> None:
    columns = {
        "moves/s": "moves_per_second",
        "p50 ms": "p50",
        "p99 ms": "p99",
        "push p50": "push_p50",
        "push p99": "push_p99",
        "servers": "server_busy",
        "players": "players_busy",
        "PostgreSQL": "postgres_busy",
        "others": "others_busy",
    }
    grid = Grid("", *columns)
    for what, sample in found.items():
        grid.add_row(what, *(f"{sample[name]:,.2f}" for name in columns.values()))
    console.print(grid)
    console.print(" servers, players, PostgreSQL: cores that they used; others: everything else, PostgreSQL too")


@click.command()
@click.option("--quick", is_flag=True, help="Half a minute.")
@click.option("--repeats", type=click.IntRange(1, 9), default=3, show_default=True, help="How often; medians count.")
@click.option("--only", type=click.Choice([*LOADS]), multiple=True, help="Only these loads.")
@click.option("--out", default=BUILD / "push.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(quick: bool, repeats: int, only: Sequence[str], out: Path) -> None:
    """Measure the push between two processes on this machine."""
    console = Console(highlight=False)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever is stopped leaves nobody behind
    raise_limit_of_files()
    out.parent.mkdir(exist_ok=True)
    found = study(3.0 if quick else 8.0, 1 if quick else repeats, only, console)
    show(found, console)
    told = verdicts(found)
    for what, figure, limit, reached in told:
        console.print(f" {what}: {figure:,.2f} (wanted: {limit:g}) {'reached' if reached else 'missed'}")
    if {"one process", "with bus"} <= found.keys():
        console.print(f" {reckoning(found, os.cpu_count() or 1)}")
    sync = sync_time(BUILD)
    console.print(f" {os.cpu_count()} cores; one durable write takes the disk {sync:.2f} ms")
    out.write_text(json.dumps({"found": found, "wanted": told, "sync_ms": sync}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
