"""Is anything that was acknowledged ever lost? Players over real sockets, and a server that dies again and again.

    python -m studies.crash               200 kills, a few minutes; writes build/crash.json
    python -m studies.crash --kills 5     a moment
    python -m studies.crash --postgres    the tables in PostgreSQL, which is killed as well
    python -m studies.crash --processes 3 --workers 2    several on one PostgreSQL: any of them is killed, or the
                                                         connection of a listener, or PostgreSQL
    python -m studies.crash --plants      does the study notice? four mistakes are planted, each in a run of its own

Several tables of all games are played at once: people sit down with invitations, vanish, are replaced and come back,
take moves back, begin the next game, play on from a position and read the review. The server dies at a random moment,
also while it starts, or at one step between a proposal and its answer (studies/crashing/seam.py); or there somebody is
cancelled, the database fails, or those who think are killed, and it dies later. In a third of the kills the power fails
with it, and what was not synced is lost (studies/crashing/disk.py). Then it is started again with what is left.
At last everybody's question has an answer, the server is killed once more, and the database is read:

    every move and every undo that was acknowledged is in the log of its table exactly once, in the order of its player;
    so is every seat that was taken, every invitation, replacement, branch and review that somebody was told of;
    nothing that was refused is there, and nothing that nobody sent;
    the numbers of the entries have no gaps, every table replays by the rules, every chance event is what its dice give.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import signal
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from studies.crashing.disk import NO_COMPILER, lying_disk
from studies.crashing.found import Found, checked
from studies.crashing.players import Company, Happened
from studies.crashing.seam import KINDS, OF_SQLITE, PLANTS, THOUGHTS, Fault
from studies.crashing.servers import Postgres, Server, Several, Worker, postgres_programs

from spieltisch.tables.store import sqlite_url

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
SLOWEST = 300.0  # seconds until the last question has its answer
MOST_ANSWERS = 40  # that a server gives before it is killed
MOST_STEPS = 400  # of a server before its fault comes
LYING = 3  # in one of so many kills the power fails
FOR_A_REVIEW = 15.0  # seconds that a server may live longer
LONG_RUN = 200  # kills after which everything that players do must have happened
ROUND, ROUNDS = 5, 4  # kills after which a planted mistake is looked for, and how often


@dataclass
class Run:
    """What was done to the server."""

    kills: int = 0
    power: int = 0  # of these, with what was not synced
    database: int = 0  # kills of PostgreSQL
    faults: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def next_fault(luck: random.Random) -> Fault | None:
    kind = luck.choice((None, "kill", *KINDS))
    return None if kind is None else Fault(kind, luck.randrange(1, luck.choice((20, MOST_STEPS))))


async def play_and_kill(
    server: Server, postgres: Postgres | None, kills: int, luck: random.Random, happened: Happened, bar: Progress
) -> Run:
    run, begun = Run(), time.perf_counter()
    server.start()
    await server.answers()
    company = Company(server, happened, luck)
    await company.sit_down()
    task = bar.add_task(server.planted or "kill -9", total=kills)
    for number in range(kills):
        if luck.random() < 0.95:  # or else it is killed before it has even begun to serve
            await server.answers()
            await happened.more(luck.randrange(MOST_ANSWERS), server)
            if happened.reviewing and luck.random() < 0.1:
                await review(happened, server)
        if postgres is not None and luck.random() < 0.3:
            run.database += 1
            server.faulty = True  # whoever is refused now may be told so only because it was away
            postgres.kill()
            await asyncio.sleep(luck.random() * 0.1)
            postgres.start()
            await happened.more(luck.randrange(MOST_ANSWERS), server)
        await asyncio.sleep(luck.random() * 0.02)
        server.kill()
        if server.disk is not None and number % LYING == 0:
            run.power += 1
            server.disk.power_fails(luck)
        fault = next_fault(luck) if number + 1 < kills else None
        run.faults[fault.kind if fault else "none"] += 1
        server.start(fault)
        bar.advance(task)
        company.check()
    run.kills, run.seconds = kills, time.perf_counter() - begun
    await server.answers()
    async with asyncio.timeout(SLOWEST):
        await company.rest()
    await company.read_again()
    server.kill()
    bar.remove_task(task)
    return run


async def play_and_kill_any(
    several: Several, postgres: Postgres, kills: int, luck: random.Random, happened: Happened, bar: Progress
) -> Run:
    """Whoever is at a process that dies goes to another; the opponents of a worker that dies wait for the next."""
    run, begun = Run(), time.perf_counter()
    several.servers[0].start()
    await several.servers[0].answers()
    for each in several.all[1:]:
        each.start()
    await several.answers()
    company = Company(several, happened, luck)
    await company.sit_down()
    task = bar.add_task(several.planted or "kill -9", total=kills)
    for number in range(kills):
        for server in several.servers:
            if not server.alive:  # of its own fault
                server.start()
        await happened.more(luck.randrange(MOST_ANSWERS), several)
        if happened.reviewing and luck.random() < 0.1:
            await review(happened, several)
        victim = luck.choice((*several.servers, *several.servers, *several.workers, "listener", "postgres"))
        if isinstance(victim, Server):
            run.faults["process"] += 1
            if luck.random() < 0.5:  # while the others go on without it
                victim.kill()
                await happened.more(luck.randrange(MOST_ANSWERS), several)
            victim.kill()
            victim.start(next_fault(luck) if number + 1 < kills else None)
        elif isinstance(victim, Worker):
            run.faults["worker"] += 1
            victim.kill()
            await happened.more(luck.randrange(MOST_ANSWERS), several)
            victim.start()
        elif victim == "listener":
            run.faults["listener"] += 1
            await postgres.cut_one("spieltisch %", luck)
        else:
            run.faults["postgres"] += 1
            several.database_was_away = True  # whoever is refused now may be told so only because it was away
            postgres.kill()
            await asyncio.sleep(luck.random() * 0.1)
            postgres.start()
            await several.answers()
            several.database_was_away = False
        bar.advance(task)
        company.check()
    run.kills, run.seconds = kills, time.perf_counter() - begun
    for server in several.servers:  # from now on none dies of a fault of its own
        server.kill()
        server.start()
    await several.answers()
    async with asyncio.timeout(SLOWEST):
        await company.rest()
    await company.read_again()
    several.kill()
    bar.remove_task(task)
    return run


async def review(happened: Happened, server: Server | Several) -> None:
    """It takes a while: this server lives until it is there."""
    deadline = time.monotonic() + FOR_A_REVIEW
    while happened.reviewing and server.alive and time.monotonic() < deadline:
        await asyncio.sleep(0.05)


# What is told


def report(server: Server | Several, run: Run, happened: Happened, found: Found) -> Iterator[str]:
    rate = run.kills / run.seconds
    yield f"{run.kills} times kill -9 in {run.seconds:.0f} s ({rate:.1f} a second); the power failed in {run.power}"
    if run.database:
        yield f"PostgreSQL was killed {run.database} times"
    yield f"faults inside: {', '.join(f'{times} {kind}' for kind, times in sorted(run.faults.items()))}"
    for way, times in server.starts.items():
        if times:
            usual = statistics.median(times)
            yield f"a start {way} takes {usual:.2f} s, at most {max(times):.2f} s ({len(times)} times)"
    yield f"acknowledged: {', '.join(f'{times} {kind}' for kind, times in sorted(happened.kinds.items()))}"
    yield f"refused: {len(happened.refused)}; sent again after a break: {happened.again}"
    yield f"in the database: {found.tables} tables, {found.entries} entries, {found.moves} moves with those of bots"
    if found.opponents:
        yield f"moves of opponents that workers have thought out: {found.opponents}, each for its own position"
    yield f"games that ended: {happened.games}; next tables that nobody came to know of: {found.orphans}"
    yield f"lost: {len(found.lost)}, doubled: {len(found.doubled)}, otherwise wrong: {len(found.strange)}"
    yield from found.wrong[:20]
    if happened.never:
        yield f"never acknowledged, so nothing is known of it: {', '.join(happened.never)}"


def status(kills: int, happened: Happened, found: Found) -> int:
    """1: something is wrong, or something that is expected of a long run was never tried."""
    return int(bool(found.wrong) or (kills >= LONG_RUN and bool(happened.never)))


@contextmanager
def serving_several(
    data: Path, processes: int, workers: int, planted: str | None, seed: str
) -> Iterator[tuple[Several, Postgres]]:
    cluster = Postgres(_programs())
    several = Several(data, cluster.url, processes, workers, planted, seed)
    try:
        yield several, cluster
    finally:
        several.close()
        cluster.close()


def _programs() -> Path:
    if (programs := postgres_programs()) is None:
        raise click.ClickException("There is no PostgreSQL here: `make postgres` installs it where it can.")
    return programs


@contextmanager
def serving(
    data: Path, postgres: bool, planted: str | None, console: Console
) -> Iterator[tuple[Server, Postgres | None]]:
    """A server, what it stands on, and afterwards nothing of it."""
    disk, cluster = None, None
    if postgres:
        cluster = Postgres(_programs())
    elif (disk := lying_disk(data, "tables.sqlite")) is None:
        console.print(f" {NO_COMPILER}")
    server = Server(data, cluster.url if cluster else None, disk, planted)
    try:
        yield server, cluster
    finally:
        server.close()
        if disk is not None:
            disk.remove()
        if cluster is not None:
            cluster.close()


def once(
    data: Path,
    kills: int,
    seed: str,
    console: Console,
    bar: Progress,
    *,
    postgres: bool = False,
    processes: int = 1,
    workers: int = 0,
    planted: str | None = None,
) -> tuple[Server | Several, Run, Happened, Found]:
    """One run on an empty folder, and what was found."""
    happened = Happened()
    if processes > 1 or workers:
        with serving_several(data, processes, workers, planted, seed) as (several, cluster):
            run = asyncio.run(play_and_kill_any(several, cluster, kills, random.Random(seed), happened, bar))
            found = asyncio.run(checked(several.database, happened, data / THOUGHTS))
        return several, run, happened, found
    with serving(data, postgres, planted, console) as (server, cluster):
        run = asyncio.run(play_and_kill(server, cluster, kills, random.Random(seed), happened, bar))
        found = asyncio.run(checked(server.database or sqlite_url(data), happened))
    return server, run, happened, found


def new_folder() -> Path:
    BUILD.mkdir(exist_ok=True)
    return Path(mkdtemp(prefix="crash-", dir=BUILD)).resolve()


def noticed(
    name: str, seed: str, console: Console, bar: Progress, *, processes: int = 1, workers: int = 0
) -> str | None:
    """How a planted mistake shows, and after how many kills; None: it does not."""
    for number in range(1, ROUNDS + 1):
        data, wrong = new_folder(), list[str]()
        try:
            own = f"{seed}/{number}"
            *_, found = once(data, ROUND, own, console, bar, processes=processes, workers=workers, planted=name)
            wrong = found.wrong
        except (AssertionError, KeyError, TimeoutError) as trouble:
            wrong = [f"there is not enough left to go on with or to read ({type(trouble).__name__} {trouble})"]
        finally:
            shutil.rmtree(data)
        if wrong:
            return f"noticed within {number * ROUND} kills: {len(wrong)} times, first: {wrong[0]}"
    return None


@click.command()
@click.option("--kills", default=200, show_default=True, type=click.IntRange(1), help="How often.")
@click.option("--seed", default="1", show_default=True, help="Of the players' and the killer's choices.")
@click.option("--postgres", is_flag=True, help="Keep the tables in PostgreSQL, and kill it as well.")
@click.option("--processes", default=1, show_default=True, type=click.IntRange(1, 9), help="On one PostgreSQL.")
@click.option("--workers", default=0, show_default=True, type=click.IntRange(0, 9), help="That think for them.")
@click.option("--planted", type=click.Choice([*PLANTS]), help="With this mistake in the server.")
@click.option("--plants", is_flag=True, help="Every mistake in turn: is it noticed?")
@click.option("--out", default=BUILD / "crash.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(
    kills: int,
    seed: str,
    postgres: bool,
    processes: int,
    workers: int,
    planted: str | None,
    plants: bool,
    out: Path,
) -> None:
    """Kill a server under load again and again, and count what was lost."""
    console = Console(highlight=False)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # whoever is stopped leaves nobody behind
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        if plants:
            names = [name for name in PLANTS if name != OF_SQLITE or not (processes > 1 or workers)]
            told = {name: noticed(name, seed, console, bar, processes=processes, workers=workers) for name in names}
            for name, how in told.items():
                console.print(f" {name}: {how or 'NOT noticed'}", soft_wrap=True)
            sys.exit(None in told.values())
        data = new_folder()
        server, run, happened, found = once(
            data,
            kills,
            seed,
            console,
            bar,
            postgres=postgres,
            processes=processes,
            workers=workers,
            planted=planted,
        )
    for line in report(server, run, happened, found):
        console.print(f" {line}", soft_wrap=True)
    figures: dict[str, Any] = {
        "seed": seed,
        **vars(run),
        "starts": server.starts,
        "acknowledged": happened.kinds,
        "refused": len(happened.refused),
    }
    figures |= {"sent_again": happened.again, "games": happened.games, "never": happened.never, **asdict(found)}
    out.write_text(json.dumps(figures, indent=1), encoding="utf-8")
    if found.wrong:
        console.print(f" The tables are in {data}.", soft_wrap=True)
    else:
        shutil.rmtree(data)
    sys.exit(status(kills, happened, found))


if __name__ == "__main__":
    main()
