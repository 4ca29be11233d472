"""A server in this process, spoken to without a network: quick, and everything that goes wrong in it can be seen."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import secrets
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Mapping, MutableMapping, Sequence
from concurrent.futures import Executor, Future
from contextlib import ExitStack, asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from typing import Any, get_args, get_type_hints
from unittest import mock
from urllib.parse import unquote
from zlib import crc32

import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError
from studies.fuzzing.inputs import Input, Known

from spieltisch import new, registry
from spieltisch.coach.advice import Advice
from spieltisch.coach.review import Review
from spieltisch.kernel import Rows, below, generator
from spieltisch.lab.balance import Balance
from spieltisch.lab.selfplay import Estimate
from spieltisch.server import balancing, coaching, gate, reviewing, talk, thinkers, wire
from spieltisch.server.app import Settings, make_app
from spieltisch.server.gate import Doors, Networks
from spieltisch.server.limits import Limits
from spieltisch.server.outlet import OUTLET
from spieltisch.tables import engine
from spieltisch.tables.store import Store, sqlite_url

ANSWER = 900.0  # seconds after which the server hangs; on a busy machine it is only slow
DATABASE = 60.0  # seconds in which a database must answer: one that is slow is answered with 503, rightly
HOUSE_KEY = "the key of the house in which anything may happen"


class Trouble(Exception):
    """The server has done something that it must not."""


class Seen(logging.Handler):
    """Whatever is logged as an error, and whatever nobody caught."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.told.append(logging.Formatter().format(record))

    def uncaught(self, loop: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        self.told.append(f"{context.get('message')}: {context.get('exception')!r}")


class Inline(Executor):
    """Instead of processes that think."""

    def __init__(self, *_: Any, **__: Any) -> None: ...

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        done: Future[Any] = Future()
        try:
            done.set_result(work(*arguments, **more))
        except Exception as trouble:
            done.set_exception(trouble)
        return done


def any_move(game: str, bot: str, seen: Rows, seat: int, *_: Any, **__: Any) -> int:
    """What an opponent would choose is not what is asked here; another one in every state, so that games end."""
    moves = registry.game(game).legal(seen, seat)
    return int(moves[crc32(seen.tobytes()) % len(moves)])


def any_advice(
    game: str, seen: Rows, seat: int, seed: int, budget: Any, also: Sequence[int] = (), **_: Any
) -> list[Advice]:
    rules = registry.game(game)
    return [
        Advice(action, rules.write(seen, seat, action), 0.5, 1.0, rules.brings(seen, seat, action), 0.0)
        for action in dict.fromkeys((any_move(game, "", seen, seat), *also))
    ]


def a_record() -> str:
    """Of a short game that is over, to be brought along."""
    table, rng = new("high_score", 2, seed=1), generator(1)
    rules = table.game.engine
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, int(rules.pick(table.rows, seat, below(rng, rules.tickets(table.rows, seat)))))
    return table.record().to_json()


async def no_review(*_: Any, **__: Any) -> str:
    return reviewing.written(Review("share", (), (), (), ()))


async def no_games(*_: Any, **__: Any) -> list[Balance]:
    even = Estimate(0.5, 0.4, 0.6)
    return [Balance("", "level1", 2, 1, (even, even), even, Estimate(1.0, 1.0, 1.0), even, None, ())]


class Hurried:
    """asyncio for whoever lets others wait on purpose: the study need not."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


class Line:
    """One socket. What is said is answered before the next is said."""

    def __init__(self, house: House, table: str) -> None:
        self.house, self.table = house, table
        self.to_server: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.frames: list[Any] = []
        self.closed = False
        self.waiting = asyncio.Event()  # the server has read everything
        self.to_server.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.create_task(self._serve())

    async def _serve(self) -> None:
        path = f"/api/tables/{self.table}/socket"
        scope: dict[str, Any] = {
            "type": "websocket",
            "path": path,
            "raw_path": path.encode("utf-8", "replace"),
            "query_string": b"",
        }
        scope |= {"headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 2)}
        scope |= {"subprotocols": [], "scheme": "ws", "http_version": "1.1", "asgi": {"version": "3.0"}}
        scope[OUTLET] = self
        try:
            await self.house.app(scope, self._receive, self._send)
        except Exception as trouble:
            self.house.seen.told.append(f"A socket ended with {trouble!r}.")
        finally:
            self.closed = True
            self.waiting.set()

    async def _receive(self) -> dict[str, Any]:
        if self.to_server.empty():
            self.waiting.set()
        return await self.to_server.get()

    async def _send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "websocket.close":
            self.closed = True
        elif message["type"] == "websocket.send":
            self._hear(message["text"])

    def _hear(self, text: str) -> None:
        told = json.loads(text)
        if told["type"] not in self.house.types:
            raise Trouble(f"An unknown message: {told['type']}")
        self.house.known.learn(told)
        self.frames.append(told)
        del self.frames[:-50]

    def write(self, text: str) -> bool:
        """The server's shortest way to here (`Outlet`)."""
        if not self.closed:
            self._hear(text)
        return not self.closed

    def hang_up(self) -> None:
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def say(self, **frame: Any) -> None:
        """Until the server waits for more."""
        if self.closed:
            return
        self.waiting.clear()
        self.to_server.put_nowait({"type": "websocket.receive", **frame})
        async with asyncio.timeout(ANSWER):
            await self.waiting.wait()
        for _ in range(3):  # what was to be told has been sent
            await asyncio.sleep(0)

    async def close(self) -> None:
        self.to_server.put_nowait({"type": "websocket.disconnect", "code": 1000})
        async with asyncio.timeout(ANSWER):
            await self.task


class House:
    def __init__(self, app: FastAPI, seen: Seen, port: int) -> None:
        self.app, self.seen, self.port = app, seen, port
        self.known = Known()
        self.known.values["record"].append(a_record())
        self.keys: dict[str, list[str]] = {
            "mine": [HOUSE_KEY],
            "content": [HOUSE_KEY],
        }  # by table, of those that were opened
        self.lines: dict[int, Line] = {}
        self.types = {get_args(get_type_hints(kind)["type"])[0] for kind in get_args(wire.FromServer)}
        self.reached: Counter[str] = Counter()  # messages that were read, requests that were carried out
        self.statuses: Counter[int] = Counter()

    async def put(self, what: Input) -> Any:
        """One input, and the answer of a request. Trouble, if the server did not take it as it must."""
        told: Any = None
        match what.kind:
            case "http":
                status, told = await self.request(what.method, what.path, what.body, what.key)
                self.statuses[status] += 1
                if status >= 500:
                    raise Trouble(f"{status} {told}")
                if status >= 400 and not (isinstance(told, Mapping) and told.get("text")):
                    raise Trouble(f"{status} without a sentence: {told}")
                if status < 400:
                    self.reached[what.do] += 1
                    self.known.learn(told)
                    self._keep_keys(told)
            case "open":
                await self._leave(what.line)
                self.lines[what.line] = Line(self, what.path)
            case "close":
                await self._leave(what.line)
            case "raw":
                await self._send_raw(what.body.encode("latin-1"))
            case _ if what.line in self.lines:
                if what.kind == "bytes":
                    await self.lines[what.line].say(bytes=what.body.encode("latin-1"))
                elif not any("\ud800" <= letter <= "\udfff" for letter in what.body):  # no frame could hold it
                    with suppress(ValidationError):
                        self.reached[wire.READ.validate_json(what.body).do] += 1
                    await self.lines[what.line].say(text=what.body)
        if self.seen.told:
            raise Trouble(self.seen.told.pop())
        return told

    def _keep_keys(self, told: Any) -> None:
        if isinstance(told, Mapping) and "host" in told and "seats" in told:
            held = [seat["key"] for seat in told["seats"] if seat["key"]]
            self.keys[told["table"]] = [*held, told["host"]]
            for old in list(self.keys)[2:-100]:
                del self.keys[old]
        elif isinstance(told, Mapping) and told.keys() == {"name"}:
            self.known.learn({"content": told["name"]})

    async def _send_raw(self, data: bytes) -> None:
        """Over a cable; whatever becomes of it, the next one is answered."""
        if b"HTTP/1.1 5" in await self._cable(data, 0.01):
            raise Trouble("Over the cable the answer was 5xx.")
        answer = await self._cable(b"GET /api/house HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", ANSWER)
        if not answer.startswith(b"HTTP/1.1 200"):
            raise Trouble(f"After something strange over the cable: {answer[:300]!r}")

    async def _cable(self, data: bytes, patience: float) -> bytes:
        """What comes back; half a request has no answer."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        answer = b""
        with suppress(OSError, TimeoutError):
            writer.write(data)
            async with asyncio.timeout(patience):
                while part := await reader.read(65_536):
                    answer += part
        writer.close()
        return answer

    async def _leave(self, line: int) -> None:
        if (old := self.lines.pop(line, None)) is not None:
            await old.close()

    async def leave_all(self) -> None:
        for line in list(self.lines):
            await self._leave(line)

    async def request(self, method: str, path: str, body: str = "", key: str = "") -> tuple[int, Any]:
        route, _, query = path.partition("?")
        headers = [(b"host", b"localhost"), (b"content-type", b"application/json")]
        if key:
            headers.append((b"authorization", f"Bearer {key}".encode("latin-1")))
        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": unquote(route, errors="replace"),
            "headers": headers,
        }
        scope |= {"raw_path": route.encode(), "query_string": query.encode(), "client": ("127.0.0.1", 1)}
        scope |= {"server": ("house", 80), "scheme": "http", "http_version": "1.1", "asgi": {"version": "3.0"}}
        sent = [{"type": "http.request", "body": body.encode("utf-8", "surrogatepass"), "more_body": False}]
        started: dict[str, Any] = {}
        parts: list[bytes] = []

        async def receive() -> dict[str, Any]:
            if sent:
                return sent.pop()
            await asyncio.sleep(ANSWER)
            return {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                started.update(message)
            else:
                parts.append(message.get("body", b""))

        async with asyncio.timeout(ANSWER):
            try:
                await self.app(scope, receive, send)
            except Exception as trouble:
                raise Trouble(f"{method} {path[:200]} raised {trouble!r}") from trouble
        text = b"".join(parts)
        is_json = dict(started["headers"]).get(b"content-type", b"").startswith(b"application/json")
        return started["status"], json.loads(text) if is_json else text.decode(errors="replace")


def seed_secrets(patches: ExitStack, seed: str) -> None:
    """Keys and names that come again when the same inputs are put again."""
    luck = random.Random(seed)
    for name, made in (
        ("token_hex", lambda size=32: luck.randbytes(size).hex()),
        ("token_urlsafe", lambda size=32: luck.randbytes(size).hex()[: size * 4 // 3]),
        ("randbits", luck.getrandbits),
    ):
        patches.enter_context(mock.patch.object(secrets, name, made))


def patch_everywhere(patches: ExitStack, name: str, value: Any) -> None:
    """In every module of the server that has this name."""
    having = [
        module for key, module in sys.modules.items() if key.startswith("spieltisch.server.") and hasattr(module, name)
    ]
    assert having, name
    for module in having:
        patches.enter_context(mock.patch.object(module, name, value))


@asynccontextmanager
async def listening(app: FastAPI) -> AsyncIterator[int]:
    """The same application behind a real socket, too."""
    server = uvicorn.Server(gate.config(app, Doors(1000, Networks(), lifted=True), lifespan="off"))
    server.capture_signals = nullcontext  # type: ignore[method-assign,assignment]
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started:
            await asyncio.sleep(0.01)
        yield listener.getsockname()[1]
        server.should_exit = True
        await serving


@asynccontextmanager
async def opened(data: Path) -> AsyncIterator[House]:
    """With opponents that do not think, and tables that leave the memory soon."""
    seen, loop = Seen(), asyncio.get_running_loop()
    with ExitStack() as patches:
        for name, value in (("ProcessPoolExecutor", Inline), ("IDLE", 0.0), ("MOST_IN_MEMORY", 60)):
            patch_everywhere(patches, name, value)
        patches.enter_context(mock.patch.object(thinkers, "think", any_move))
        patches.enter_context(mock.patch.object(coaching, "think", any_advice))
        patches.enter_context(mock.patch.object(reviewing.Reviews, "_made", no_review))
        patches.enter_context(mock.patch.object(balancing.Balances, "_played", no_games))
        patches.enter_context(mock.patch.object(talk, "asyncio", Hurried()))
        patches.enter_context(mock.patch.object(engine, "ANSWER", DATABASE))
        patches.enter_context(mock.patch.object(Store, "open", partial(Store.open, patience=DATABASE)))
        patches.enter_context(mock.patch.dict("os.environ", {"SPIELTISCH_COMPILED": "0"}))
        app = make_app(Settings(sqlite_url(data), key=HOUSE_KEY, limits=Limits(lifted=True)))
        logging.getLogger().addHandler(seen)
        loop.set_exception_handler(seen.uncaught)
        try:
            async with app.router.lifespan_context(app), listening(app) as port:
                yield House(app, seen, port)
        finally:
            logging.getLogger().removeHandler(seen)
            loop.set_exception_handler(None)
