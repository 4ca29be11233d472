"""Where does the time of a move go, from when a player sends it until both have seen it?

    python -m studies.move_time [--tables 100] [--seconds 10]

The load of bench_server.py at our own server, busy people at the dice game, with time stamps on the way of a move; all
processes have the same clock. Each line is a stretch of the way: its median and its mean, in milliseconds. Medians do
not add up to that of the whole; means do.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, ClassVar

import aiosqlite
import click
import uvloop
from studies.bench_server import BUILD, PACES, OurDice, on_core
from studies.simulated_players import Hall, Pair

Stamps = dict[str, float]
KEPT = "SPIELTISCH_STAMPS"  # where the server writes them at its end
STRETCHES = (  # a stretch ends with its stamp
    ("sent", "came", "the player sends it, and the server wakes"),
    ("came", "read", "read and checked"),
    ("read", "proposed", "proposed: rules, dice, what is to be written"),
    ("proposed", "handed", "handed to the thread of the database"),
    ("handed", "begun", "the thread wakes"),
    ("begun", "synced", "SQLite: inserted, and synced to the disk"),
    ("synced", "known", "the loop wakes, and the table learns of it"),
    ("known", "applied", "applied"),
    ("applied", "shown", "scenes, what has changed in them, frames, sent"),
    ("shown", "seen", "both players have read it"),
    ("sent", "seen", "the whole"),
)


class StampedHouse(OurDice):
    def command(self) -> list[str]:
        _, _, _, *arguments = super().command()
        return [sys.executable, "-m", "studies.move_time", *arguments]

    def environment(self) -> dict[str, str]:
        return {**super().environment(), KEPT: str(BUILD / "stamps.json")}


class StampedPair(Pair):
    seen: ClassVar[list[tuple[str, Stamps]]] = []

    def _seen(self) -> None:
        if self.counted and self.sent_at is not None:
            table = self.players[0].path.split("/")[3]
            self.seen.append((table, {"sent": self.sent_at, "seen": time.perf_counter()}))
        super()._seen()


def serve_with_stamps(kept: Path) -> None:
    """The program as it is, with a stamp before or after what it does on the way of a move."""
    from spieltisch.cli import main
    from spieltisch.server import serve
    from spieltisch.server.gate import Metered
    from spieltisch.server.rooms import Room
    from spieltisch.server.talk import Talk
    from spieltisch.tables.live import LiveTable
    from spieltisch.tables.store import Store
    from spieltisch.tables.writing import SqliteWriter

    now, moves = time.perf_counter, list[tuple[str, Stamps]]()
    at: defaultdict[str, Stamps] = defaultdict(dict)  # by table: the move that is under way
    thread: Stamps = {}

    def stamped(kind: Any, name: str, before: Any = None, after: Any = None) -> None:
        usual = getattr(kind, name)

        def call(*given: Any, **more: Any) -> Any:
            if before:
                before(*given)
            answer = usual(*given, **more)
            if after:
                after(*given)
            return answer

        async def await_it(*given: Any, **more: Any) -> Any:
            if before:
                before(*given)
            answer = await usual(*given, **more)
            if after:
                after(*given)
            return answer

        setattr(kind, name, await_it if asyncio.iscoroutinefunction(usual) else call)

    def came(socket: Any, data: bytes) -> None:
        socket.came = now()

    def began(talk: Talk, message: Any) -> None:
        at[talk.room.table.name] = {"came": vars(talk.client.outlet)["came"], "read": now()}

    def ended(talk: Talk, message: Any) -> None:
        moves.append((talk.room.table.name, at.pop(talk.room.table.name, {})))

    def saved(writer: Any, rows: Any) -> None:
        for table, *_ in rows:
            at[table].update(thread)

    def keep(*_: Any) -> None:
        kept.write_text(json.dumps(moves), encoding="utf-8")

    stamped(Metered, "data_received", came)
    stamped(Talk, "answer", began, ended)
    stamped(Store, "append", lambda store, table, *_: at[table].update(proposed=now()))
    stamped(SqliteWriter, "save", lambda writer, rows: [at[row[0]].update(handed=now()) for row in rows], saved)
    stamped(
        aiosqlite.Connection,
        "_execute_fetchall",
        lambda *_: thread.update(begun=now()),
        lambda *_: thread.update(synced=now()),
    )
    stamped(LiveTable, "take", lambda table, *_: at[table.name].update(known=now()))
    stamped(
        Room,
        "_show_all",
        lambda room, *_: at[room.table.name].update(applied=now()),
        lambda room, *_: at[room.table.name].update(shown=now()),
    )
    stamped(serve.Server, "shutdown", keep)
    main()


def measured(tables: int, seconds: float) -> tuple[list[Stamps], float]:
    """The moves that were seen, with their stamps; and the processor time of the server for each."""
    house = StampedHouse(BUILD / "move-time")

    async def play() -> float:
        hall = Hall(house, house.name)
        hall.pair = StampedPair
        await hall.open(tables)
        sample = await hall.play(PACES["busy"], 2.0, seconds)
        await hall.close()
        return sample.cpu_per_move

    try:
        with on_core(1), asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            cpu = runner.run(play())
    finally:
        house.close()
    kept = defaultdict(list)
    for table, stamps in json.loads((BUILD / "stamps.json").read_text(encoding="utf-8")):
        kept[table].append(stamps)
    found = list[Stamps]()
    for table, seen in StampedPair.seen:
        whole = [{**stamps, **seen} for stamps in kept[table] if "came" in stamps and "synced" in stamps]
        found += [stamps for stamps in whole if seen["sent"] <= stamps["came"] <= seen["seen"]]
    return found, cpu


@click.command()
@click.option("--tables", default=100, show_default=True, help="Each makes about one move a second.")
@click.option("--seconds", default=10.0, show_default=True, help="For so long.")
def main(tables: int, seconds: float) -> None:
    """Measure on this machine."""
    BUILD.mkdir(exist_ok=True)
    found, cpu = measured(tables, seconds)
    print(f"{len(found)} moves at {tables} busy tables; {cpu:.2f} ms of the server's processor time each\n")
    print("| | median ms | mean ms |\n|---|---:|---:|")
    for begin, end, told in STRETCHES:
        took = [1000 * (stamps[end] - stamps[begin]) for stamps in found]
        print(f"| {told} | {statistics.median(took):.2f} | {statistics.mean(took):.2f} |")


if __name__ == "__main__":
    if stamps := os.environ.get(KEPT):
        sys.argv[0] = "spieltisch"
        serve_with_stamps(Path(stamps))
    else:
        main()
