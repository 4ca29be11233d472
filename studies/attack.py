"""Can one person on one address spoil the game for others? A real server, an attacker, and a stranger who plays.

    python -m studies.attack                      five minutes of attack; writes build/attack.json
    python -m studies.attack --seconds 30         half a minute
    python -m studies.attack --tree ../before     the server of another checkout, too: before and after in one table

The server is started as people start it, with its limits. The attacker (studies/attacking/attacker.py) on 127.0.0.2
does everything at once for as long as the limits let them: headers without end, half requests, spectators who say
hello again and again, tables of level 6 bots only, wishes for advice and for reviews, requests. The stranger comes from
127.0.0.1 and plays: against nobody (how long does a move take?), against level 1 and against level 6 (how long do they
take to answer?), and comes in anew every second. The same is measured in peace before.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid
from studies.asking import LOOPBACK, ask
from studies.attacking.attacker import HEAD_START, LONGER, WAYS
from studies.simulated_players import patched, percentile
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
SLOWEST = 60.0  # seconds that the stranger waits for anything
WARM = 600.0  # seconds until opponents must have been compiled
MOST_ABOVE_IDLE = 50.0  # milliseconds, p99 of a move
MOST_LEVEL1, MOST_LEVEL6 = 1.0, 5.0  # seconds
MOST_MEMORY = 500.0  # megabytes that the attack may add: the bound


@dataclass
class Measured:
    """What the stranger has seen in one phase."""

    moves: list[float] = field(default_factory=list)  # seconds until the answer
    level1: list[float] = field(default_factory=list)
    level6: list[float] = field(default_factory=list)
    visits: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)  # megabytes, every second
    failed: Counter[str] = field(default_factory=Counter)

    def figures(self) -> dict[str, Any]:
        def of(times: list[float], percent: int) -> float | None:
            return percentile(times, percent) if times else None

        return {
            "moves": len(self.moves),
            "move_p50_ms": 1000 * (of(self.moves, 50) or 0),
            "move_p99_ms": 1000 * (of(self.moves, 99) or 0),
            "level1_p50_s": of(self.level1, 50),
            "level1_slowest_s": of(self.level1, 100),
            "level1_answers": len(self.level1),
            "level6_p50_s": of(self.level6, 50),
            "level6_slowest_s": of(self.level6, 100),
            "level6_answers": len(self.level6),
            "visit_p50_ms": 1000 * (of(self.visits, 50) or 0),
            "visit_slowest_ms": 1000 * (of(self.visits, 100) or 0),
            "memory_mb": max(self.memory, default=0.0),
            "failed": dict(self.failed),
        }


class Stranger:
    """Somebody at one table with all its seats but those of bots."""

    def __init__(self, port: int, *who: str) -> None:
        self.port, self.who, self.luck = port, who, random.Random(1)
        self.scene: Any = None
        self.number = 0
        self.mine: list[int] = []

    async def sit(self) -> None:
        seats = [{"who": each} for each in self.who]
        body = {"game": "genial_dice", "variant": "base", "seats": seats}
        status, told = await ask(self.port, "POST", "/api/tables", body, patience=SLOWEST)
        if status not in (200, 201):
            raise RuntimeError(f"no table: {status} {told}")
        self.mine = [seat["seat"] for seat in told["seats"] if seat["key"]]
        address = f"ws://{LOOPBACK}:{self.port}/api/tables/{told['table']}/socket"
        self.wire = await connect(address, compression=None, open_timeout=SLOWEST)
        await self._send(
            {"do": "hello", "keys": [seat["key"] for seat in told["seats"] if seat["key"]], "language": "en"}
        )
        await self.until(lambda: self.scene is not None)
        for seat in self.mine:
            await self.ask("ready", seat=seat, contribution="")

    async def _send(self, message: Any) -> None:
        await self.wire.send(json.dumps(message))

    async def hear(self) -> Any:
        async with asyncio.timeout(SLOWEST):
            message = json.loads(await self.wire.recv())
        if message["type"] == "whole":
            self.scene = message["scene"]
        elif message["type"] == "change":
            self.scene = patched(self.scene, message["patch"])
        return message

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await self.hear()

    async def ask(self, do: str, **more: Any) -> Any:
        self.number += 1
        await self._send({"do": do, "id": f"q{self.number}", **more})
        while True:
            message = await self.hear()
            if f"q{self.number}" in (message.get("id"), message.get("done")):
                return message

    @property
    def my_turn(self) -> bool:
        return self.scene["stage"] != "playing" or any(self.scene["seats"][seat]["decides"] for seat in self.mine)

    @property
    def over(self) -> bool:
        return bool(self.scene["stage"] == "over")

    async def move(self, times: list[float]) -> None:
        seat = next(seat for seat in self.mine if self.scene["seats"][seat]["decides"])
        moves = (await self.ask("moves", seat=seat))["moves"]
        with timed(times):
            answer = await self.ask("play", seat=seat, move=self.luck.choice(moves))
        if answer["type"] == "refused":
            raise RuntimeError(answer["text"])

    async def leave(self) -> None:
        await self.wire.close()


@contextmanager
def timed(times: list[float]) -> Iterator[None]:
    """How long it took; whoever still waits when the study ends has waited at least so long."""
    begun = time.perf_counter()
    try:
        yield
    except asyncio.CancelledError:
        if time.perf_counter() - begun > MOST_LEVEL1:
            times.append(time.perf_counter() - begun)
        raise
    times.append(time.perf_counter() - begun)


async def moves(port: int, found: Measured, pause: float) -> None:
    player = Stranger(port, "person", "person")
    await player.sit()
    while not player.over:
        await player.move(found.moves)
        await asyncio.sleep(pause)
    await player.leave()


async def opponent(port: int, level: str, times: list[float], pause: float) -> None:
    """How long until it is one's turn again."""
    player = Stranger(port, "person", level)
    await player.sit()
    await player.until(lambda: player.my_turn)
    while not player.over:
        await player.move([])
        if not player.my_turn:
            with timed(times):
                await player.until(lambda: player.my_turn)
        await asyncio.sleep(pause)
    await player.leave()


async def visits(port: int, found: Measured) -> None:
    """Somebody comes to the house for the first time."""
    with timed(found.visits):
        status, _ = await ask(port, "GET", "/api/house", patience=SLOWEST)
    if status != 200:
        raise RuntimeError(f"a visitor got {status}")
    await asyncio.sleep(1)


async def again(what: str, found: Measured, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Whatever fails counts, and is tried again."""
    while True:
        try:
            await work()
        except (OSError, EOFError, TimeoutError, RuntimeError, WebSocketException) as trouble:
            found.failed[f"{what}: {type(trouble).__name__} {trouble}"[:100]] += 1
            await asyncio.sleep(0.5)


async def measured(port: int, process: int, seconds: float, step: Callable[[float], None]) -> Measured:
    found = Measured()
    works: dict[str, Callable[[], Coroutine[Any, Any, None]]] = {
        "moves": lambda: moves(port, found, 0.1),
        "level 1": lambda: opponent(port, "level1", found.level1, 0.5),
        "level 6": lambda: opponent(port, "level6", found.level6, 0.5),
        "visits": lambda: visits(port, found),
    }
    tasks = [asyncio.create_task(again(what, found, work)) for what, work in works.items()]
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        await asyncio.sleep(min(1.0, seconds))
        found.memory.append(memory(process))
        step(min(1.0, seconds))
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return found


# The server


@contextmanager
def serving(tree: Path, *, interpreted: bool) -> Iterator[tuple[int, int]]:
    """As people start it; its port and its process."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        port = probe.getsockname()[1]
    environment = {**os.environ, "PYTHONPATH": str(tree / "src")}
    if interpreted:
        environment["SPIELTISCH_COMPILED"] = "0"
    with TemporaryDirectory() as data, (Path(data) / "server.log").open("wb") as log:
        command = [sys.executable, "-m", "spieltisch", "serve", "--port", str(port), "--data", data]
        process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=tree, start_new_session=True)
        try:
            yield port, process.pid
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


async def is_warm(port: int, *, interpreted: bool) -> None:
    """Until it answers, and its opponents look ahead."""
    deadline = time.monotonic() + WARM
    while time.monotonic() < deadline:
        with suppress(OSError, EOFError, TimeoutError):
            seats = [{"who": "person"}, {"who": "level6"}]
            body = {"game": "genial_dice", "variant": "base", "seats": seats}
            status, told = await ask(port, "POST", "/api/tables", body)
            while status in (200, 201) and time.monotonic() < deadline:
                _, seen = await ask(port, "GET", f"/api/tables/{told['table']}")
                if interpreted or not any(seat["limited"] for seat in seen["scene"]["seats"]):
                    return
                await asyncio.sleep(1)
        await asyncio.sleep(0.1)
    raise click.ClickException("The server does not get ready.")


def memory(process: int) -> float:
    """Megabytes resident of the server itself; those who think for it have a size of their own."""
    with suppress(OSError):
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0


async def attacked(port: int, process: int, seconds: float, bar: Progress) -> dict[str, Any]:
    quiet = max(5.0, min(60.0, seconds / 2))
    task = bar.add_task("in peace", total=quiet + seconds)
    idle = await measured(port, process, quiet, lambda passed: bar.advance(task, passed))
    bar.update(task, description="attacked")
    attacker = await asyncio.create_subprocess_exec(
        *("nice", sys.executable, "-m", "studies.attacking.attacker", str(port), str(seconds)),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
    )
    assert attacker.stdout is not None
    async with asyncio.timeout(HEAD_START + 15):
        await attacker.stdout.readline()  # from now on everything at once
    found = await measured(port, process, seconds, lambda passed: bar.advance(task, passed))
    try:
        async with asyncio.timeout(LONGER + 15):
            told, _ = await attacker.communicate()
    except TimeoutError:
        attacker.kill()
        await attacker.wait()
        raise click.ClickException("The attacker does not end.") from None
    bar.remove_task(task)
    figures = {"idle": idle.figures(), "attacked": found.figures(), "memory_over_time": found.memory}
    tried = json.loads(told)
    return {**figures, "attacker": tried, "promises": promises(idle, found) | everything(tried["tried"])}


def promises(idle: Measured, found: Measured) -> dict[str, bool]:
    """What must hold for the stranger."""
    before, under = idle.figures(), found.figures()
    above = under["move_p99_ms"] - before["move_p99_ms"]
    return {
        f"p99 of a move at most {MOST_ABOVE_IDLE:.0f} ms above its idle figure": bool(found.moves)
        and above <= MOST_ABOVE_IDLE,
        f"level 1 answers within {MOST_LEVEL1:.0f} s": bool(found.level1) and max(found.level1) <= MOST_LEVEL1,
        f"level 6 answers within {MOST_LEVEL6:.0f} s": bool(found.level6) and max(found.level6) <= MOST_LEVEL6,
        f"memory at most {MOST_MEMORY:.0f} MB above its idle figure": under["memory_mb"] - before["memory_mb"]
        <= MOST_MEMORY,
        "the stranger is always served": not found.failed,
    }


def everything(tried: dict[str, int]) -> dict[str, bool]:
    """What was never tried says nothing."""
    return {"every way of attack was tried": all(tried.get(way) for way in WAYS)}


def shown(results: dict[str, dict[str, Any]]) -> Grid:
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    rows: dict[str, list[str]] = {}
    for name, result in results.items():
        for phase in ("idle", "attacked"):
            grid.add_column(f"{name}, {phase}", justify="right")
            for what, value in result[phase].items():
                told = "-" if value is None else f"{value:.2f}" if isinstance(value, float) else str(value)
                rows.setdefault(what, []).append(str(sum(value.values())) if isinstance(value, dict) else told)
    for what, values in rows.items():
        grid.add_row(what.replace("_", " "), *values)
    return grid


@click.command()
@click.option("--seconds", default=300.0, show_default=True, type=click.FloatRange(1), help="Of attack.")
@click.option("--tree", "others", multiple=True, type=click.Path(path_type=Path, exists=True), help="Another checkout.")
@click.option("--interpreted", is_flag=True, help="Do not wait until the opponents are compiled.")
@click.option("--out", default=BUILD / "attack.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(seconds: float, others: tuple[Path, ...], interpreted: bool, out: Path) -> None:
    """Attack a server from one address, and ask how a stranger fares."""
    console = Console(highlight=False)
    results: dict[str, dict[str, Any]] = {}
    columns = (TextColumn(" {task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        for tree in [*(tree.resolve() for tree in others), ROOT]:
            with serving(tree, interpreted=interpreted) as (port, process):
                asyncio.run(is_warm(port, interpreted=interpreted))
                results[tree.name] = asyncio.run(attacked(port, process, seconds, bar))
    console.print(shown(results))
    for name, result in results.items():
        tried = {**result["attacker"]["tried"], **result["attacker"]["most"]}
        console.print(
            f" {name}, tried: {', '.join(f'{what} {times:,}' for what, times in tried.items())}", soft_wrap=True
        )
        for promise, holds in result["promises"].items():
            console.print(f" {name}: {promise}: {'holds' if holds else 'DOES NOT HOLD'}")
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps({"seconds": seconds, **results}, indent=1), encoding="utf-8")
    sys.exit(not all(results[ROOT.name]["promises"].values()))


if __name__ == "__main__":
    main()
