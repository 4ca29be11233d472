"""Three hundred tables, and at each the strongest opponent thinks: who waits how long, and do other people notice?

    python -m studies.crowd                 some minutes; writes build/crowd.json
    python -m studies.crowd --tables 20     a moment

At each table a person who plays at once sits opposite level 6. What is measured: how long each table waits for its
opponent (the slowest against the median), the memory of the house, and how long people at other tables, who play with
each other, wait for a move, before and during. Everything stays on the loopback interface and ends by itself.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import click
import uvloop
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from studies.bench_server import BUILD, OurDice, busy, on_core
from studies.simulated_players import LOOPBACK, MOVES, Hall, OurPlayer, Wire, post

PEOPLE = 10  # tables at which people play with each other
QUIET, MEANWHILE = 15.0, 30.0  # seconds in which their waiting is measured, before and during
FAIR = 3.0  # times the median that the slowest table may wait
UNAFFECTED = 2.0  # times the idle p99


class Opposite(OurPlayer):
    """A person who moves at once, and notes how long the opponent takes."""

    def __init__(self, told: dict[str, Any], port: int, answers: int, luck: random.Random) -> None:
        seat = told["seats"][0]
        super().__init__(MOVES["genial_dice"], told["table"], seat["seat"], seat["key"])
        self.wanted, self.luck = answers, luck
        self.waits: list[float] = []
        self.since: float | None = None
        self.moved = -1
        self.trouble = ""
        self.done = asyncio.Event()
        self.wire = Wire(port, self.path, opened=self.hello, take=self._told, lost=self._lost)

    def _lost(self, why: str) -> None:
        self.trouble = why
        self.done.set()

    def _told(self, text: str, size: int) -> None:
        if self.done.is_set() or not self.take(text) or self.scene["stage"] == "gathering":
            return
        now = time.monotonic()
        if self.since is not None and (self.decides or self.over):
            self.waits.append(now - self.since)
            self.since = None
        if self.over or len(self.waits) >= self.wanted:
            self.done.set()
        elif self.decides and self.version > self.moved:
            self.moved = self.version
            self.wire.send(self.move(self.luck))
        elif not self.decides and self.settled and self.since is None:
            self.since = now


async def sit_down(house: OurDice, answers: int, luck: random.Random) -> Opposite:
    seats = [{"who": "person", "name": "Anna"}, {"who": "level6", "name": "Six"}]
    told = await post(house.port, "/api/tables", {"game": "genial_dice", "variant": "base", "seats": seats})
    player = Opposite(told, house.port, answers, random.Random(luck.random()))
    await asyncio.get_running_loop().create_connection(lambda: player.wire, LOOPBACK, house.port)
    return player


async def study(house: OurDice, tables: int, answers: int, bar: Progress) -> dict[str, Any]:
    hall = Hall(house, "crowd")
    await hall.open(PEOPLE)
    before = await hall.play(busy, 2, QUIET)
    luck = random.Random("crowd")
    await (await sit_down(house, 1, luck)).done.wait()  # whoever thinks compiles first
    crowd = [await sit_down(house, answers, luck) for _ in range(tables)]
    begun, idle_memory = time.monotonic(), house.usage().memory / 1e6
    task = bar.add_task(f"level 6 at {tables} tables", total=tables * answers)
    meanwhile = asyncio.create_task(hall.play(busy, 2, MEANWHILE))
    memory = idle_memory
    while not all(each.done.is_set() for each in crowd):
        await asyncio.sleep(0.5)
        bar.update(task, completed=sum(len(each.waits) for each in crowd))
        memory = max(memory, house.usage().memory / 1e6)
    during = await meanwhile
    took = time.monotonic() - begun
    for each in crowd:
        each.wire.close()
    await hall.close()
    if trouble := next((each.trouble for each in crowd if each.trouble), ""):
        raise RuntimeError(trouble)
    means = [statistics.mean(each.waits) for each in crowd if each.waits]
    return {
        "tables": tables,
        "answers": sum(len(each.waits) for each in crowd),
        "seconds": took,
        "median_wait": statistics.median(means),
        "slowest_wait": max(means),
        "idle_p99": before.p99,
        "p99": during.p99,
        "memory": [idle_memory, memory, house.usage().memory / 1e6],
    }


@click.command()
@click.option("--tables", default=300, show_default=True, type=click.IntRange(2, 1000))
@click.option("--answers", default=20, show_default=True, type=click.IntRange(1, 20), help="Of the opponent, a table.")
@click.option("--out", default=BUILD / "crowd.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(tables: int, answers: int, out: Path) -> None:
    """Let level 6 think at many tables at once."""
    house = OurDice(BUILD / "crowd")
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    try:
        with (
            Progress(*columns, transient=True) as bar,
            on_core(1),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            found = runner.run(study(house, tables, answers, bar))
    finally:
        house.close()
        shutil.rmtree(house.folder, ignore_errors=True)
    unfair = found["slowest_wait"] / found["median_wait"]
    slower = found["p99"] / found["idle_p99"]
    idle, most, after = found["memory"]
    click.echo(f" {found['answers']} answers of level 6 at {tables} tables in {found['seconds']:.0f} s")
    click.echo(
        f" a table waits {found['median_wait']:.1f} s (median), the slowest {unfair:.2f} times as long ({FAIR:g})"
    )
    click.echo(f" people among themselves: p99 {found['idle_p99']:.1f} ms before, {found['p99']:.1f} ms meanwhile")
    click.echo(f" that is {slower:.2f} times as long ({UNAFFECTED:g} wanted)")
    click.echo(f" memory {idle:.0f} MB before, at most {most:.0f} MB, {after:.0f} MB afterwards")
    out.write_text(json.dumps(found), encoding="utf-8")
    sys.exit(unfair > FAIR or slower > UNAFFECTED)


if __name__ == "__main__":
    main()
