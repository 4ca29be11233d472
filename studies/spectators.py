"""What does a crowd at one table cost the house? CPU of the server, and how long a stranger waits for a move meanwhile.

    python -m studies.spectators                    1000 spectators, half a minute
    python -m studies.spectators --spectators 300

They come, see some moves, say hello once more, and leave all at once. A stranger plays at another table all
the time. Everything stays on the loopback interface and ends by itself.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import click
from studies.bench_server import family, free_port
from studies.simulated_players import LOOPBACK, Usage, Wire, post
from websockets.asyncio.client import ClientConnection, connect

HELLO = json.dumps({"do": "hello", "keys": [], "language": "en"})


class Spectator:
    """Takes what it is sent and only counts it, so that the figures are those of the server."""

    def __init__(self, port: int, table: str) -> None:
        path = f"/api/tables/{table}/socket"
        self.wire = Wire(port, path, opened=lambda: self.wire.send(HELLO), take=self._take, lost=self._lose)
        self.taken = 0
        self.lost = False

    def plug(self) -> Wire:
        return self.wire

    def _take(self, text: str, size: int) -> None:
        self.taken += 1

    def _lose(self, why: str) -> None:
        self.lost = True


class Player:
    """Both seats of a table over one socket; after the last move they sit down at a new one."""

    socket: ClientConnection
    table: str

    def __init__(self, port: int) -> None:
        self.port = port
        self.ids = count()
        self.waits: list[float] = []  # milliseconds from a move to its answer

    async def sit_down(self) -> None:
        seats = [{"who": "person", "name": name} for name in ("Anna", "Ben")]
        told = await post(self.port, "/api/tables", {"game": "genial_dice", "variant": "base", "seats": seats})
        self.table, keys = told["table"], [seat["key"] for seat in told["seats"]]
        address = f"ws://{LOOPBACK}:{self.port}/api/tables/{self.table}/socket"
        self.socket = await connect(address, compression=None, max_size=None, ping_interval=None)
        await self.socket.send(json.dumps({"do": "hello", "keys": keys, "language": "en"}))
        for seat in (0, 1):
            await self.ask("ready", seat=seat, contribution=f"{seat:064x}")

    async def ask(self, do: str, **more: Any) -> Any:
        question = str(next(self.ids))
        await self.socket.send(json.dumps({"do": do, "id": question, **more}))
        while True:
            message = json.loads(await self.socket.recv())
            if question in (message.get("id"), message.get("done")):
                return message

    async def move(self) -> None:
        """The first that is possible, for whoever is to decide."""
        for seat in (0, 1):
            moves = (await self.ask("moves", seat=seat))["moves"]
            if moves:
                began = time.perf_counter()
                await self.ask("play", seat=seat, move=moves[0])
                self.waits.append(1000 * (time.perf_counter() - began))
                return
        await self.socket.close()
        await self.sit_down()


async def in_time(port: int, pid: int, crowd: int) -> None:
    async with asyncio.timeout(300):
        await study(port, pid, crowd)


async def study(port: int, pid: int, crowd: int) -> None:
    watched, stranger = Player(port), Player(port)
    await watched.sit_down()
    await stranger.sit_down()
    spectators: list[Spectator] = []

    async def phase(name: str, happens: Callable[[], Awaitable[None]]) -> None:
        async def goes_on() -> None:
            while not over.is_set():
                await stranger.move()
                await asyncio.sleep(0.01)

        over = asyncio.Event()
        stranger.waits.clear()
        before, began = usage(pid), time.perf_counter()
        others = asyncio.create_task(goes_on())
        await happens()
        over.set()
        await others
        took, used = time.perf_counter() - began, usage(pid)
        waits = sorted(stranger.waits) or [0.0]
        click.echo(
            f"{name:28} {took:6.2f} s, CPU {used.cpu - before.cpu:6.2f} s, {used.memory / 1e6:4.0f} MB; "
            f"a stranger's move p50 {statistics.median(waits):6.1f}, p99 {waits[int(0.99 * len(waits))]:6.1f}, "
            f"worst {waits[-1]:6.1f} ms ({len(waits)}); {sum(each.lost for each in spectators)} have been lost"
        )

    async def all_have(taken: Sequence[int]) -> None:
        while any(each.taken <= had and not each.lost for each, had in zip(spectators, taken, strict=True)):
            await asyncio.sleep(0.005)

    async def nothing() -> None:
        await asyncio.sleep(3)

    async def come() -> None:
        for _ in range(crowd):
            spectators.append(spectator := Spectator(port, watched.table))
            await asyncio.get_running_loop().create_connection(spectator.plug, LOOPBACK, port)
        await all_have([0] * crowd)

    async def moves() -> None:
        for _ in range(10):
            taken = [each.taken for each in spectators]
            await watched.move()
            await all_have(taken)

    async def hello() -> None:
        for spectator in spectators[:20]:
            taken = spectator.taken
            spectator.wire.send(HELLO)
            while spectator.taken == taken and not spectator.lost:
                await asyncio.sleep(0.001)

    async def leave() -> None:
        for spectator in spectators:
            spectator.wire.transport.abort()
        await watched.move()
        await asyncio.sleep(1)

    await phase("quiet", nothing)
    await phase(f"{crowd} come", come)
    await phase(f"10 moves seen by {crowd}", moves)
    await phase("20 of them say hello", hello)
    await phase(f"{crowd} leave", leave)


def usage(pid: int) -> Usage:
    """Of the server itself."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    cpu = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return Usage(cpu, int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))


@click.command()
@click.option("--spectators", default=1000, show_default=True)
def main(spectators: int) -> None:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "spieltisch", "serve", "--no-limits", "--port", str(port), "--data", folder]
        server = subprocess.Popen(command, env={**os.environ, "SPIELTISCH_COMPILED": "1"}, stdout=subprocess.DEVNULL)
        try:
            asyncio.run(started(port))
            asyncio.run(in_time(port, server.pid, spectators))
        finally:
            for process in family(server.pid):
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
            server.wait(10)


async def started(port: int) -> None:
    for _ in range(600):
        with suppress(OSError):
            (await asyncio.open_connection(LOOPBACK, port))[1].close()
            return
        await asyncio.sleep(0.1)
    raise RuntimeError("the server did not start")


if __name__ == "__main__":
    main()
