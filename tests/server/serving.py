"""Served tables for the tests: in a thread of this process, or as a process of its own; and people who sit at them."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import prepared
from spieltisch import bots
from spieltisch.modes import MODE
from spieltisch.server import gate
from spieltisch.server.app import CLIENT, Settings, make_app
from spieltisch.server.dealing import Now, utc
from spieltisch.server.gate import Doors, Networks
from spieltisch.server.hall import Hall
from spieltisch.server.limits import CONNECTIONS, Limits
from spieltisch.server.rooms import Room
from spieltisch.tables import proposals
from spieltisch.tables.keys import house_key
from spieltisch.tables.store import sqlite_url

PATIENCE = 30.0  # seconds until something that must come has come

_IDS = count()
T = TypeVar("T")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Refusal(Exception):
    """What was asked for is refused; the answer says why."""

    def __init__(self, answer: Mapping[str, Any], status: int = 0) -> None:
        super().__init__(f"{status} {answer['text']}")
        self.text: str = answer["text"]
        self.paragraph: str = answer["paragraph"]
        self.status = status


class House:
    """A server at an address, asked over HTTP."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> Any:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        answer = self.http.request(method, f"/api/{path}", json=body, headers=headers)
        if answer.is_error:
            raise Refusal(answer.json(), answer.status_code)
        return answer.json()

    def open(
        self,
        game: str,
        *who: str,
        variant: str = "base",
        options: Mapping[str, str] | None = None,
        games: int = 1,
        clock: Mapping[str, Any] | None = None,
        dice: str = "checkable",
        discreet: bool = False,
        coach: bool = False,
    ) -> Opened:
        """A table. `who` sits there: the name of a bot, "open", or any other word is the name of a person."""
        seats = [
            {"who": each} if each in ("open", *bots.NAMES) else {"who": "person", "name": each, "coach": coach}
            for each in who
        ]
        body = {
            "game": game,
            "variant": variant,
            "seats": seats,
            "options": options or {},
            "games": games,
            "clock": clock,
            "dice": dice,
            "discreet": discreet,
        }
        answer = self.ask("POST", "tables", body)
        keys = {seat["seat"]: seat["key"] for seat in answer["seats"] if seat["key"]}
        invites = {seat["seat"]: seat["invite"] for seat in answer["seats"] if seat["invite"]}
        return Opened(self, answer["table"], answer["host"], answer["commitment"], keys, invites)


@dataclass
class Opened:
    """A table and everybody's keys."""

    house: House
    table: str
    host: str
    commitment: str = ""
    keys: dict[int, str] = field(default_factory=dict)
    invites: dict[int, str] = field(default_factory=dict)

    def ask(self, method: str, what: str, body: Any = None, seat: int | None = None) -> Any:
        """Over HTTP, with the key of the seat."""
        key = None if seat is None else self.keys[seat]
        return self.house.ask(method, f"tables/{self.table}{what and '/'}{what}", body, key)

    def scene(self, seat: int | None = None) -> Any:
        return self.ask("GET", "", seat=seat)["scene"]

    def make_ready(self, *seats: int) -> Opened:
        for seat in seats or self.keys:
            self.ask("POST", "ready", {"contribution": f"{seat:064x}"}, seat)
        return self

    def sit(self, seat: int, name: str) -> None:
        """Somebody comes with the invitation to this seat."""
        sat = self.ask("POST", "sit", {"invite": self.invites[seat], "name": name, "contribution": "ab"})
        assert sat["seat"] == seat
        self.keys[seat] = sat["key"]

    def play(self, seat: int, move: str | None = None, move_id: str | None = None) -> Any:
        """A move, or the first that is possible."""
        move = self.ask("GET", "moves", seat=seat)["moves"][0] if move is None else move
        return self.ask("POST", "moves", {"move": move, "id": move_id}, seat)

    def waiting(self) -> list[int]:
        return [seat for seat, each in enumerate(self.scene()["seats"]) if each["decides"]]

    def player(self, *seats: int, host: bool = False, language: str = "en", looking: int | None = None) -> Player:
        """Somebody at a socket who holds the keys of these seats."""
        keys = [self.keys[seat] for seat in seats] + ([self.host] if host else [])
        return Player(self.house, self.table, keys, seats=seats, language=language, looking=looking)

    def next(self) -> Opened:
        """The table of the next game; the keys stay what they are."""
        return Opened(self.house, self.scene()["follows"], self.host, "", self.keys, self.invites)


class Player:
    """Somebody at a socket: what they have been told, and the scene that it adds up to."""

    def __init__(
        self,
        house: House,
        table: str,
        keys: Sequence[str] = (),
        *,
        seats: Sequence[int] = (),
        language: str = "en",
        looking: int | None = None,
    ) -> None:
        self.seats = seats
        self.ids: Iterator[int] = _IDS
        self.frames: list[str] = []
        self.gestures: list[tuple[int, str]] = []
        self.lines: list[Any] = []  # that people have said
        self.scene: Any = None
        self.version = 0
        self._leaving = ExitStack()
        address = f"ws://127.0.0.1:{house.port}/api/tables/{table}/socket"
        self.socket = self._leaving.enter_context(connect(address, compression=None, open_timeout=PATIENCE))
        self.send({"do": "hello", "keys": list(keys), "language": language, "looking": looking})
        self.until(lambda scene: True)

    def __enter__(self) -> Player:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.leave()

    def leave(self) -> None:
        self._leaving.close()

    def send(self, message: Mapping[str, Any]) -> None:
        self.socket.send(json.dumps(message))

    def hear(self, timeout: float = PATIENCE) -> Any:
        """The next message; a scene or change has been taken in."""
        text = self.socket.recv(timeout=timeout)
        assert isinstance(text, str)
        self.frames.append(text)
        message = json.loads(text)
        if message["type"] == "whole":
            self.scene, self.version = message["scene"], message["version"]
        elif message["type"] == "change":
            self.scene, self.version = patched(self.scene, message["patch"]), message["version"]
        elif message["type"] == "gestured":
            self.gestures.append((message["seat"], message["gesture"]))
        elif message["type"] == "chat":
            self.lines += message["lines"]
        return message

    def until(self, holds: Callable[[Any], bool]) -> Any:
        """Listens until the scene is so."""
        end = time.monotonic() + PATIENCE
        while self.scene is None or not holds(self.scene):
            assert time.monotonic() < end, "It takes too long."
            self.hear()
        return self.scene

    def heard(self, holds: Callable[[Any], bool]) -> Any:
        """Listens until such a message comes."""
        end = time.monotonic() + PATIENCE
        while not holds(message := self.hear()):
            assert time.monotonic() < end, "It takes too long."
        return message

    def ask(self, do: str, **more: Any) -> Any:
        """A question and its answer; whatever else comes before it is taken in."""
        if do in ("agree", "withdraw") and "wish" not in more:  # to the one that is shown
            more["wish"] = (self.up_to_date()["wish"] or {}).get("number", 0)
        question = {"do": do, "id": f"q{next(self.ids)}", **more}
        self.send(question)
        message = self.answer_to(question["id"])
        if message["type"] == "refused":
            raise Refusal(message)
        return message

    def answer_to(self, question: str) -> Any:
        return self.heard(lambda message: question in (message.get("id"), message.get("done")))

    def ready(self) -> Player:
        for seat in self.seats:
            self.ask("ready", seat=seat, contribution=f"{seat:064x}")
        return self

    def moves(self, seat: int | None = None) -> list[str]:
        moves: list[str] = self.ask("moves", seat=self.seats[0] if seat is None else seat)["moves"]
        return moves

    def play(self, move: str | None = None, seat: int | None = None) -> Any:
        """A move, or the first that is possible."""
        seat = self.seats[0] if seat is None else seat
        return self.ask("play", seat=seat, move=self.moves(seat)[0] if move is None else move)

    def up_to_date(self) -> Any:
        """The scene, after everything that was sent before has come."""
        self.ask("why", event=None)
        return self.scene


def plays_until_sent_away(player: Player, ids: Iterator[str], close: Callable[[], None]) -> Any:
    """Moves at all of their seats, one after the other, fewer than half a game has; after a few of them the house is
    told to close. The last question, which may not have been answered."""
    question: dict[str, Any] = {}
    with suppress(ConnectionClosed):
        for number in range(30):
            if number == 3:
                close()
            seat = next(seat for seat in player.seats if player.scene["seats"][seat]["decides"])
            move = player.moves(seat)[0]
            question = {"do": "play", "id": next(ids), "seat": seat, "move": move}
            player.send(question)
            player.answer_to(question["id"])
        player.heard(lambda message: False)
    player.leave()
    return question


def patched(old: Any, patch: Any) -> Any:
    """What the browser does with a change (web/src/wire/patch.ts)."""
    if isinstance(patch, list):
        return patch[0]
    if isinstance(old, list):
        size = patch.get("#", len(old))
        kept = old[:size] + [None] * (size - len(old))
        return [patched(each, patch[str(k)]) if str(k) in patch else each for k, each in enumerate(kept)]
    return {**old, **{name: patched(old[name], change) for name, change in patch.items()}}


class ThreadHouse(House):
    """A server in a thread: real sockets, but the test can look behind the counter."""

    def __init__(
        self,
        data: Path,
        *,
        limits: Limits | None = None,
        proxies: Sequence[str] = (),
        lists: bool = True,
        database: str | None = None,
        now: Now = utc,
    ) -> None:
        super().__init__(free_port())
        self.limits = limits or Limits(lifted=True)
        self.key = house_key(data)
        url = database or sqlite_url(data)
        self.app = make_app(Settings(url, CLIENT, key=self.key, limits=self.limits, lists=lists, now=now))
        listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listening.bind(("127.0.0.1", self.port))
        self.doors = Doors(CONNECTIONS, Networks(proxies), lifted=self.limits.lifted)
        self._server = uvicorn.Server(gate.config(self.app, self.doors, timeout_graceful_shutdown=1))
        self._loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=self._serve, args=(listening,), daemon=True)
        with interpreted():
            self._thread.start()
            eventually(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started

    def _serve(self, listening: socket.socket) -> None:
        async def serve() -> None:
            self._loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[listening])

        asyncio.run(serve())

    @property
    def hall(self) -> Hall:
        hall: Hall = self.app.state.hall
        return hall

    def connections(self) -> set[Any]:
        """Of requests, and sockets."""
        return set(self._server.server_state.connections)

    def room(self, table: str) -> Room:
        return self.run(self.hall.room(table))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Something on the server's own loop."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def play_to_the_end(self, table: str, seed: int = 1) -> None:
        """Random moves for all people until nobody has anything to decide."""
        self.run(self._play_to_the_end(table, random.Random(seed)))

    async def _play_to_the_end(self, table: str, luck: random.Random) -> None:
        room = await self.hall.room(table)
        await room.catch_up()  # a terminal may have written
        while waiting := room.table.deciding():
            people = [seat for seat in waiting if seat not in room.table.thinking()]
            if not people:  # a bot plays for itself
                version = room.table.version
                await room.wait_for_news(version, PATIENCE)
                assert room.table.version > version, "The bot does not play."
                continue
            seat, playthrough = luck.choice(people), room.table.playthrough
            rules, rows = playthrough.game.engine, playthrough.rows
            action = int(rules.pick(rows, seat, luck.randrange(int(rules.tickets(rows, seat)))))
            await room.change(partial(proposals.act, seat=seat, action=action))

    def forget(self, table: str) -> None:
        """As if it had been away from memory: whoever asks next reads it from its log."""
        self.hall._rooms.pop(table)

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)


class ProcessHouse(House):
    """A server as people run it. It can be killed and started again with the same data."""

    def __init__(self, data: Path, *options: str, port: int = 0) -> None:
        super().__init__(port or free_port())
        self.data = data
        self.options = options
        self.start()

    def start(self) -> None:
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        words = ["serve", "--port", str(self.port), "--data", str(self.data), *self.options]
        with (self.data / "log.txt").open("ab") as log, interpreted():
            self.process = prepared.start(*words, output=log)
        eventually(lambda: self.process.poll() is not None or self._answers())
        assert self.process.poll() is None, (self.data / "log.txt").read_text(encoding="utf-8")

    def _answers(self) -> bool:
        with suppress(httpx.TransportError):
            return self.http.get("/api/texts/en").status_code == 200
        return False

    def kill(self) -> None:
        """kill -9, as when the lights go out."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        self.http.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.kill()


@contextmanager
def interpreted() -> Iterator[None]:
    """A server that is started now does not begin to compile the rules after a while."""
    with pytest.MonkeyPatch.context() as surroundings:
        if os.environ.get(MODE) != "1":
            surroundings.setenv(MODE, "0")
        yield


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder that no disk slows down, where there is one; nothing is lost in it by a killed process either."""
    quick = Path("/dev/shm")
    with TemporaryDirectory(dir=quick if quick.is_dir() else None) as folder:
        yield Path(folder)


@contextmanager
def processes(data: Path, *options: str, houses: int = 1) -> Iterator[list[ProcessHouse]]:
    """So many servers on one data folder."""
    running: list[ProcessHouse] = []
    try:
        for _ in range(houses):
            running.append(ProcessHouse(data, *options))
        yield running
    finally:
        for house in running:
            house.stop()


def eventually(holds: Callable[[], T | None]) -> T:
    """Waits until it is so, and gives what it is; but not without end."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, "It takes too long."
        time.sleep(0.01)
    return found
