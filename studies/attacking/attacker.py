"""One attacker on one address who does everything at once that the house lets them do. A process of its own:

    python -m studies.attacking.attacker PORT SECONDS

prints one line of JSON at the end: what was tried, and how far it went. studies/attack.py starts it.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

from studies.asking import LOOPBACK, ask

ADDRESS = "127.0.0.2"
HEADERS = 150_000_000  # bytes, over one connection
HALF_REQUESTS = 2000
SPECTATORS = 1000
BOT_TABLES = 200
REVIEWS = 50
COACHED = 28  # tables at which advice is asked for all the time
HEAD_START = 30.0  # seconds in which the first game must be over and its review begun, before all else begins
LONGER = 45.0  # seconds at most until everything has been tried at least once
WAYS = (
    "connections with headers without end",
    "half requests",
    "spectators",
    "bot tables",
    "wishes for advice",
    "review wishes",
    "review wishes granted",
)
AWAY = (OSError, EOFError, TimeoutError, RuntimeError)
LUCK = random.Random(1)


class Socket(asyncio.Protocol):
    """A WebSocket that says and hears as little as possible."""

    def __init__(self) -> None:
        self.open = asyncio.get_running_loop().create_future()
        self.closed = False
        self.heard = 0  # bytes
        self.transport: Any = None

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)
        if not self.open.done():
            self.open.set_result(data.startswith(b"HTTP/1.1 101"))

    def connection_lost(self, trouble: Exception | None) -> None:
        self.closed = True
        if not self.open.done():
            self.open.set_result(False)

    def say(self, message: Any) -> None:
        text = json.dumps(message).encode()
        head = bytes([0x81, 0x80 | len(text)]) if len(text) < 126 else b"\x81\xfe" + len(text).to_bytes(2, "big")
        self.transport.write(head + bytes(4) + text)  # masked with nothing


async def socket(port: int, table: str, keys: list[str]) -> Socket | None:
    """With hello said; None: it is not let in."""
    loop = asyncio.get_running_loop()
    _, line = await loop.create_connection(Socket, LOOPBACK, port, local_addr=(ADDRESS, 0))
    nonce = base64.b64encode(os.urandom(16)).decode()
    line.transport.write(
        f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n\r\n".encode()
    )
    async with asyncio.timeout(30):
        welcome = await line.open
    if not welcome:
        line.transport.close()
        return None
    line.say({"do": "hello", "keys": keys, "language": "en"})
    return line


class Attacker:
    def __init__(self, port: int) -> None:
        self.port = port
        self.told: Counter[str] = Counter()
        self.most: Counter[str] = Counter()
        self.crowded = ""  # the table at which all spectators look on
        self.granted = asyncio.Event()  # the first review

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        status, told = await ask(self.port, method, path, body, key=key, source=ADDRESS)
        self.told[f"{method} answered {status}"] += 1
        return status, told

    async def opened(self, *who: str, game: str = "genial_dice", coach: bool = False) -> Any:
        """A table, as soon as the limits allow another."""
        seats = [{"who": each, "coach": coach} for each in who]
        while True:
            status, told = await self.ask("POST", "/api/tables", {"game": game, "variant": "base", "seats": seats})
            if status in (200, 201):
                return told
            await asyncio.sleep(1)

    async def headers(self) -> None:
        """Headers without end over one connection."""
        _, writer = await asyncio.open_connection(LOOPBACK, self.port, local_addr=(ADDRESS, 0))
        sent, piece = 0, b"".join(b"x-%d: aaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n" % n for n in range(2000))
        try:
            writer.write(f"GET / HTTP/1.1\r\nHost: {LOOPBACK}:{self.port}\r\n".encode())
            while sent < HEADERS:
                writer.write(piece)
                await writer.drain()
                sent += len(piece)
        finally:
            self.told["connections with headers without end"] += 1
            self.most["bytes of headers taken from one connection"] = max(
                self.most["bytes of headers taken from one connection"], sent
            )
            writer.close()
        await asyncio.sleep(5)

    async def half_requests(self) -> None:
        held: list[asyncio.StreamWriter] = []
        while True:
            held = [writer for writer in held if not writer.is_closing()]
            for _ in range(min(200, HALF_REQUESTS - len(held))):
                with suppress(*AWAY):
                    reader, writer = await asyncio.open_connection(LOOPBACK, self.port, local_addr=(ADDRESS, 0))
                    writer.write(f"GET / HTTP/1.1\r\nHost: {LOOPBACK}\r\nX-Slow: ".encode())
                    self.told["half requests"] += 1
                    held.append(writer)
                    self._watch(reader, writer)
            self._most("half requests held", len(held))
            await asyncio.sleep(0.5)

    def _watch(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def watch() -> None:
            with suppress(*AWAY):
                while await reader.read(4096):
                    pass
            writer.close()

        TASKS.add(task := asyncio.create_task(watch()))
        task.add_done_callback(TASKS.discard)

    async def spectators(self) -> None:
        """All at one table, and all of them say hello again and again."""
        lines: list[Socket] = []
        while True:
            lines = [line for line in lines if not line.closed]
            for _ in range(min(50, SPECTATORS - len(lines))):
                self.told["spectators"] += 1
                line = await socket(self.port, self.crowded, [])
                if line is None:
                    break
                lines.append(line)
            self._most("spectators held", len(lines))
            for line in LUCK.sample(lines, min(len(lines), 60)):
                self.told["hello again"] += 1
                line.say({"do": "hello", "keys": [], "language": LUCK.choice(("de", "en", "it"))})
            await asyncio.sleep(0.2)

    async def bot_tables(self) -> None:
        for _ in range(BOT_TABLES):
            table = await self.opened("level6", "level6")
            self.told["bot tables"] += 1
            if self.told["bot tables"] % 10 == 1:  # somebody looks
                with suppress(*AWAY):
                    await socket(self.port, table["table"], [])
        await asyncio.sleep(3600)

    async def advice(self) -> None:
        lines: list[Socket] = []
        for _ in range(COACHED):
            told = await self.opened("person", "random", coach=True)
            line = await socket(self.port, told["table"], [told["seats"][0]["key"]])
            if line is not None:
                line.say({"do": "ready", "id": "r", "seat": 0, "contribution": ""})
                lines.append(line)
            for each in lines:
                self.told["wishes for advice"] += 1
                each.say({"do": "advice", "id": f"a{self.told['wishes for advice']}", "seat": 0})
        while lines := [line for line in lines if not line.closed]:
            for line in lines:
                self.told["wishes for advice"] += 1
                line.say({"do": "advice", "id": f"a{self.told['wishes for advice']}", "seat": 0})
            await asyncio.sleep(1)

    async def reviews(self) -> None:
        """Of games that are over soon: a bot that plays at random plays for the attacker, too, whose seat it stays."""
        keys = dict[str, str]()  # by table
        for _ in range(REVIEWS):
            told = await self.opened("person", "random", game="high_score")
            table, key = told["table"], told["seats"][0]["key"]
            with suppress(*AWAY):
                if (line := await socket(self.port, table, [key])) is not None:
                    line.say({"do": "ready", "id": "r", "seat": 0, "contribution": ""})
                    line.say({"do": "replace", "id": "b", "seat": 0, "bot": "random"})
            keys[table] = key
            for table in [*keys][-15:]:
                await self.wish_for_review(table, keys[table])
        while True:
            for table, key in keys.items():
                await self.wish_for_review(table, key)
                await asyncio.sleep(0.2)

    async def wish_for_review(self, table: str, key: str) -> None:
        with suppress(*AWAY):
            status, _ = await self.ask("POST", f"/api/tables/{table}/review", {}, key)
            self.told["review wishes"] += 1
            self.told["review wishes granted"] += status == 200
            if status == 200:
                self.granted.set()

    async def requests(self) -> None:
        await self.ask("GET", "/api/house")
        await asyncio.sleep(0.01)

    def _most(self, what: str, number: int) -> None:
        self.most[what] = max(self.most[what], number)

    async def again_and_again(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            with suppress(*AWAY):
                await work()
            await asyncio.sleep(0.05)

    async def attack(self, seconds: float) -> None:
        ways: list[Callable[[], Coroutine[Any, Any, None]]] = [self.reviews, self.advice]
        TASKS.update(asyncio.create_task(self.again_and_again(way)) for way in ways)
        with suppress(TimeoutError):  # the floods would use up what the limits leave for a game to end
            async with asyncio.timeout(HEAD_START):
                await self.granted.wait()
        while not self.crowded:  # before bots have all the tables that the limits leave
            with suppress(*AWAY):
                self.crowded = (await self.opened("person", "person"))["table"]
            await asyncio.sleep(0.05)
        ways = [self.headers, self.half_requests, self.spectators, self.bot_tables, *[self.requests] * 3]
        TASKS.update(asyncio.create_task(self.again_and_again(way)) for way in ways)
        print("everything at once", flush=True)
        begun = time.monotonic()
        while (passed := time.monotonic() - begun) < seconds + LONGER:
            await asyncio.sleep(0.1)
            if passed > seconds and all(self.told[way] for way in WAYS):
                break


TASKS: set[asyncio.Task[None]] = set()


def main() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65_536) if hard > 0 else 65_536, hard))
    attacker, begun = Attacker(int(sys.argv[1])), time.monotonic()

    async def attack() -> None:
        await attacker.attack(float(sys.argv[2]))
        told = {"seconds": time.monotonic() - begun, "tried": attacker.told, "most": attacker.most}
        print(json.dumps(told), flush=True)
        os._exit(0)  # thousands of connections end at once

    asyncio.run(attack())


if __name__ == "__main__":
    main()
