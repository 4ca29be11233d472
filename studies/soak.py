"""Does the house grow? Tables are opened and left all the time, and its memory is weighed.

    python -m studies.soak                  30 minutes, 500 tables a minute; writes build/soak.json
    python -m studies.soak --minutes 2      a moment

Of ten tables two are never visited by anybody, at one both only sit down, and at seven they make some moves and leave
in the middle (or open the next one, if their game ends). After the first minutes the memory of all processes of the
server should stay where it is. Everything stays on the loopback interface and ends by itself.
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

import click
import uvloop
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from studies.bench_server import BUILD, OurDice, on_core
from studies.simulated_players import Hall, Pair

WARM = 5.0  # minutes until caches are full
EVERY = 15.0  # seconds between two weighings
GROWTH = 1.05  # flat: the last third weighs at most so many times the first third after the warm-up
PACE = 0.25  # seconds from one move to the next


def pace(luck: random.Random) -> float:
    return luck.uniform(0, 2 * PACE)


async def visit(hall: Hall, luck: random.Random) -> None:
    """One table, as people open and leave them."""
    kind = luck.randrange(10)
    if kind < 2:
        await hall.server.opened()
        return
    pair = Pair(hall, random.Random(luck.random()))
    await pair.sit()
    if kind > 2:
        pair.begin(pace)
        await asyncio.sleep(luck.uniform(0, 12 * PACE))
        pair.rest()
    for player in pair.players:
        player.wire.close()


async def soak(house: OurDice, minutes: float, tables: float, bar: Progress) -> list[tuple[float, float]]:
    """Minutes since the start and megabytes, again and again."""
    hall, luck, begun = Hall(house, "soak"), random.Random("soak"), time.monotonic()
    visits: set[asyncio.Task[None]] = set()
    weighed: list[tuple[float, float]] = []
    task = bar.add_task("opening and leaving tables", total=minutes)
    opened = 0
    while (passed := (time.monotonic() - begun) / 60) < minutes:
        if not weighed or passed - weighed[-1][0] >= EVERY / 60:
            weighed.append((passed, house.usage().memory / 1e6))
        while opened < passed * tables:
            opened += 1
            visits.add(each := asyncio.create_task(visit(hall, luck)))
            each.add_done_callback(visits.discard)
        hall.check()
        bar.update(task, completed=passed)
        await asyncio.sleep(0.05)
    await asyncio.gather(*visits)
    weighed.append((minutes, house.usage().memory / 1e6))
    return weighed


def thirds(weighed: list[tuple[float, float]], warm: float) -> tuple[float, float]:
    """The median weight of the first and of the last third after the warm-up."""
    after = [megabytes for minute, megabytes in weighed if minute >= warm]
    third = max(1, len(after) // 3)
    return statistics.median(after[:third]), statistics.median(after[-third:])


@click.command()
@click.option("--minutes", default=30.0, show_default=True, type=click.FloatRange(0.2, 240))
@click.option("--tables", default=500.0, show_default=True, type=click.FloatRange(1, 3000), help="A minute.")
@click.option("--out", default=BUILD / "soak.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(minutes: float, tables: float, out: Path) -> None:
    """Open and leave tables, and weigh the server."""
    house = OurDice(BUILD / "soak")
    try:
        with (
            Progress(TextColumn(" {task.description}"), BarColumn(), TimeRemainingColumn(), transient=True) as bar,
            on_core(1),
            asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner,
        ):
            weighed = runner.run(soak(house, minutes, tables, bar))
    finally:
        house.close()
        shutil.rmtree(house.folder, ignore_errors=True)
    first, last = thirds(weighed, min(WARM, minutes / 3))
    for minute, megabytes in weighed[:: max(1, len(weighed) // 20)]:
        click.echo(f" {minute:5.1f} min {megabytes:7.1f} MB")
    flat = last <= GROWTH * first
    click.echo(
        f" {minutes * tables:,.0f} tables in {minutes:g} minutes; first third {first:.1f} MB, last {last:.1f} MB"
    )
    click.echo(f" the memory is {'flat' if flat else 'NOT flat'} (at most {GROWTH} times)")
    out.write_text(json.dumps({"weighed": weighed, "first": first, "last": last, "flat": flat}), encoding="utf-8")
    sys.exit(not flat)


if __name__ == "__main__":
    main()
