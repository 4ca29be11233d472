"""What does one move cost the server, without sockets and disk?

    python -m studies.bench_move                          all games
    python -m studies.bench_move genial_dice --tree ../before    another checkout takes turns with ours
    python -m studies.bench_move genial_dice --profile    where the time goes

Two people at one table play legal moves at random through the door behind their sockets; the store answers at once.
What is counted is processor time, from the text of a message until both have been written what it changed: the median
of the repeats, and the least and the most. Each checkout runs in a process of its own; the repeats take turns.
"""

from __future__ import annotations

import asyncio
import cProfile
import gc
import hashlib
import json
import os
import pstats
import random
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import click

from spieltisch import registry
from spieltisch.server import talk
from spieltisch.server.clients import Client
from spieltisch.server.coaching import Coach
from spieltisch.server.limits import Limits
from spieltisch.server.rooms import Room
from spieltisch.server.serve import COLLECTING
from spieltisch.server.thinkers import Thinkers
from spieltisch.tables import entries, live
from spieltisch.tables.chain import Chain, StoredEntry
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.store import Store

ROOT = Path(__file__).resolve().parents[1]
GAMES = ("genial_dice", "genial", "high_score", "brilliant")
MOVES = 1500  # of a repeat, at least; games are played to their end


class AtOnce:
    """A store that keeps nothing."""

    async def append(self, table: str, number: int, body: str, head: str, after: str | None) -> StoredEntry:
        return StoredEntry(number, 0.0, body, head)

    async def state_of_others(self) -> int:
        return 0


class Heard:
    """A socket that takes everything, and remembers only what a check needs of it."""

    def __init__(self) -> None:
        self.last = ""

    def write(self, text: str) -> bool:
        self.last = text
        return True

    def hang_up(self) -> None:
        pass


async def play(game: str, luck: random.Random, profile: cProfile.Profile | None = None) -> tuple[int, float, str]:
    """One game: how many moves, how many seconds of the processor, and a hash of all that was told."""
    found, now, limits = registry.game(game), time.process_time, Limits(lifted=True)
    name, told = f"bench-{luck.getrandbits(60)}", hashlib.sha256()
    variant = next(name for name, counts in found.variants.items() if 2 in counts)
    people = [Place("person", name) for name in ("Anna", "Ben")]
    opened, keys = open_table(found, variant, {}, people)
    opened = replace(opened, secret=hashlib.sha256(name.encode()).hexdigest())  # the same dice in every checkout
    body = entries.written(opened)
    first = StoredEntry(0, 0.0, body, Chain(name, opened.secret).next(body))
    room = Room(cast(Store, AtOnce()), live.read(name, [first]), Thinkers(), Coach())
    room.knows(0)
    talks, outlets = list[talk.Talk](), list[Heard]()
    for place in keys.seats:
        own = (place.key or "",)
        client, outlet = Client(own, room.eyes(own, "en")), Heard()
        client.outlet = outlet
        outlets.append(outlet)
        talks.append(talk.Talk(room, client, "", limits))
        await room.join(client)
    for seat, one in enumerate(talks):
        await one.answer(_read(do="ready", id=f"r{seat}", seat=seat, contribution="00" * 16))
    table, moves, seconds = room.table, 0, 0.0
    afford = limits.socket("")
    while table.stage == "playing":
        await asyncio.sleep(0)
        seat = luck.choice(table.deciding())
        move = luck.choice(table.playthrough.moves(seat))
        text = json.dumps({"do": "play", "id": f"{seat}-{moves}", "seat": seat, "move": move})
        if profile:
            profile.enable()
        begun = now()
        afford(1)
        await talks[seat].answer(talk._read({"type": "websocket.receive", "text": text}))
        seconds += now() - begun
        if profile:
            profile.disable()
        moves += 1
        for outlet in outlets:
            message = json.loads(outlet.last)
            told.update(json.dumps([message.get(name) for name in ("version", "patch", "events", "done")]).encode())
    for one in talks:
        room.leave(one.client)
        one.leave()
    return moves, seconds, told.hexdigest()


def _read(**message: Any) -> Any:
    return talk._read({"type": "websocket.receive", "text": json.dumps(message)})


async def repeat(game: str, number: int, profile: cProfile.Profile | None = None) -> tuple[float, str]:
    """Microseconds of one move, and what was told: the same in every checkout, as long as nothing is told otherwise."""
    luck, moves, seconds, told = random.Random(f"{game} {number}"), 0, 0.0, hashlib.sha256()
    while moves < MOVES:
        more, took, heard = await play(game, luck, profile)
        moves, seconds = moves + more, seconds + took
        told.update(heard.encode())
    return seconds / moves * 1e6, told.hexdigest()[:12]


def serve() -> None:
    """One line for each that is read: a game and the number of its repeat."""
    gc.freeze()
    gc.set_threshold(*COLLECTING)
    for line in sys.stdin:
        game, number = line.split()
        print(*asyncio.run(repeat(game, int(number))), flush=True)


class Checkout:
    def __init__(self, tree: Path) -> None:
        self.name = tree.resolve().name
        path = os.pathsep.join((str(tree.resolve() / "src"), str(ROOT)))
        self.process = subprocess.Popen(
            [sys.executable, "-c", "from studies.bench_move import serve; serve()"],
            env={"SPIELTISCH_COMPILED": "1", **os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=tree,
        )

    def repeat(self, game: str, number: int) -> tuple[float, str]:
        assert self.process.stdin and self.process.stdout
        print(game, number, file=self.process.stdin, flush=True)
        took, told = self.process.stdout.readline().split()
        return float(took), told

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


@click.command()
@click.argument("games", nargs=-1, type=click.Choice(GAMES))
@click.option("--tree", "trees", multiple=True, type=click.Path(exists=True, path_type=Path), help="Another checkout.")
@click.option("--repeats", default=7, show_default=True)
@click.option("--profile", is_flag=True, help="Where the time goes, by functions.")
def main(games: tuple[str, ...], trees: tuple[Path, ...], repeats: int, profile: bool) -> None:
    """What one move costs the server, without sockets and disk."""
    if profile:
        for game in games or GAMES:
            asyncio.run(repeat(game, 0))
            asyncio.run(repeat(game, 1, measured := cProfile.Profile()))
            pstats.Stats(measured).sort_stats("tottime").print_stats(45)
        return
    checkouts = [Checkout(tree) for tree in (*trees, ROOT)]
    for game in games or GAMES:
        took: dict[str, list[float]] = {each.name: [] for each in checkouts}
        same = True
        for number in range(repeats + 1):  # the first one warms up
            found = {each.name: each.repeat(game, number) for each in checkouts}
            same &= len({told for _, told in found.values()}) == 1
            for name, (micros, _) in found.items() if number else ():
                took[name].append(micros)
        for name, times in took.items():
            middle, least, most = statistics.median(times), min(times), max(times)
            print(f"{game:12} {name:12} {middle:7.1f} µs a move ({least:.1f} to {most:.1f})")
        if not same:
            print(f"{game:12} the players were not told the same")
    for checkout in checkouts:
        checkout.close()


if __name__ == "__main__":
    os.environ.setdefault("SPIELTISCH_COMPILED", "1")
    main()
