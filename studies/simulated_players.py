"""Players at many tables over real sockets, and what they saw: the load of bench_server.py.

A player is a WebSocket of its own that gets what a browser gets and plays legal moves at random.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import random
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from websockets.client import ClientProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.protocol import State
from websockets.typing import ExtensionName, Origin
from websockets.uri import parse_uri

LOOPBACK = "127.0.0.1"
COLOURS = "rgboyp"
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # on hexes, clockwise from the right
SLOWEST = 15.0  # seconds that the players wait for a move or a table


# A player's end of the wire


class Scale(Extension):
    """An extension that weighs each frame as it arrives, before it is decompressed."""

    name = ExtensionName("scale")

    def __init__(self) -> None:
        self.sizes: deque[int] = deque()  # bytes, with their heads

    def decode(self, frame: Frame, *, max_size: int | None = None) -> Frame:
        size = len(frame.data)
        self.sizes.append(size + (2 if size < 126 else 4 if size < 65_536 else 10))
        return frame

    def encode(self, frame: Frame) -> Frame:
        return frame


class Weighed(ClientProtocol):
    scale: Scale

    def process_response(self, response: Response) -> None:
        super().process_response(response)
        self.extensions = [*self.extensions, self.scale]


class Wire(asyncio.Protocol):
    """A WebSocket that costs little: the protocol is that of `websockets`, without its tasks and queues."""

    def __init__(
        self,
        port: int,
        path: str,
        *,
        opened: Callable[[], None],
        take: Callable[[str, int], None],
        lost: Callable[[str], None],
    ) -> None:
        deflate = ClientPerMessageDeflateFactory(client_max_window_bits=True)
        here = f"{LOOPBACK}:{port}"
        self.protocol = Weighed(
            parse_uri(f"ws://{here}{path}"), origin=Origin(f"http://{here}"), extensions=[deflate], max_size=None
        )
        self.protocol.scale = Scale()
        self.opened, self.take, self.lost = opened, take, lost
        self.transport: asyncio.Transport
        self.sent = 0  # bytes

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        self.protocol.send_request(self.protocol.connect())
        self._write()

    def connection_lost(self, trouble: Exception | None) -> None:
        self.lost(f"a connection was lost: {trouble or 'closed by the server'}")

    def data_received(self, data: bytes) -> None:
        if (
            self.protocol.state is State.OPEN
            and not self.protocol.reader.buffer
            and (text := text_of(data)) is not None
        ):
            self.take(text, len(data))
            return
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                self._got(event, self.protocol.scale.sizes.popleft())
            elif self.protocol.handshake_exc is not None:
                self.lost(f"no socket: {self.protocol.handshake_exc}")
            else:
                self.opened()
        self._write()

    def _got(self, frame: Frame, size: int) -> None:
        if frame.opcode is Opcode.TEXT and frame.fin:
            self.take(bytes(frame.data).decode(), size)
        elif frame.opcode not in (Opcode.PING, Opcode.PONG):  # the protocol answers those
            self.lost(f"closed or not a whole text frame: {bytes(frame.data)[:200]!r}")

    def send(self, text: str) -> None:
        self.protocol.send_text(text.encode())
        self._write()

    def _write(self) -> None:
        for data in self.protocol.data_to_send():
            self.sent += len(data)
            self.transport.write(data)

    def close(self) -> None:
        self.lost = _nothing
        self.take = _nothing
        if self.protocol.state is State.OPEN:
            self.protocol.send_close(1000)
            self._write()
        self.transport.close()


def text_of(data: bytes) -> str | None:
    """Of one frame that has come whole and alone: what is measured is the server, not a parser here. None: something
    else, for the parser."""
    size = len(data) - 2
    if size < 126:
        whole, begin = size >= 0 and data[1] == size, 2
    else:
        whole, begin = data[1] == 126 and int.from_bytes(data[2:4], "big") == size - 2, 4
    return data[begin:].decode() if whole and data[0] == 0x81 else None


def _nothing(*_: Any) -> None:
    pass


async def post(port: int, path: str, body: Mapping[str, Any]) -> Any:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    text = json.dumps(body)
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\nOrigin: http://{LOOPBACK}:{port}\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    if not head.split(b" ")[1:2] or head.split(b" ")[1] not in (b"200", b"201"):
        raise RuntimeError(f"POST {path} was answered with {head.decode()} {answer.decode()[:300]}")
    return json.loads(answer)


# Players


class Player:
    """One seat at one table: what it was told last, and a move that it may make."""

    wire: Wire
    version = -1  # of what it knows
    settled = False  # somebody can go on, or it is over
    decides = False
    over = False
    path: str
    port: int | None = None  # of its own process, where several serve

    def take(self, text: str) -> bool:
        """Whether this message told something about the game."""
        raise NotImplementedError

    def hello(self) -> None:
        """What it says when the socket is open."""
        raise NotImplementedError

    def move(self, luck: random.Random) -> str:
        """A legal move at random, as it is sent."""
        raise NotImplementedError


def dice_move(phase: str, unused: Sequence[int], luck: random.Random) -> tuple[str, int, int, int]:
    """The same choices for our game and the peer's: what to do; for a joker the colour, how many, and for which."""
    if phase == "decide":
        return luck.choice(("roll", "stop")), 0, 0, 0
    jokers = [(used, size) for used, count in enumerate(unused) for size in range(2, count + 1)]
    ticket = luck.randrange(1 + len(COLOURS) * len(jokers))
    if ticket == 0:
        return "score", 0, 0, 0
    used, size = jokers[(ticket - 1) // len(COLOURS)]
    return "joker", used, size, (ticket - 1) % len(COLOURS)


def genial_dice_move(view: Mapping[str, Any], luck: random.Random) -> str:
    own = view["players"][view["turn"]]["dice"]
    dice = [die for place, die in enumerate(own) if place not in view["used"]]
    what, used, size, marked = dice_move(view["phase"], [dice.count(colour) for colour in COLOURS], luck)
    return what if what != "joker" else f"joker {COLOURS[used] * size}={COLOURS[marked]}"


def genial_move(view: Mapping[str, Any], luck: random.Random) -> str:
    if view["may_exchange"]:
        return luck.choice(("exchange", "keep"))
    if not view["may_lay"]:
        return "pass"
    cells = {(cell["q"], cell["r"]): cell for cell in view["cells"]}
    cell, ways = luck.choice([each for each in zip(view["cells"], view["ways"], strict=True) if each[1]])
    way = luck.choice([way for way in range(6) if ways >> way & 1])
    beside = (cell["q"] + DIRECTIONS[way][0], cell["r"] + DIRECTIONS[way][1])
    tile = luck.choice(view["racks"][view["seat"]]["tiles"])
    return f"{tile}@{cell['name']}-{cells[beside]['name']}"


Choose = Callable[[Mapping[str, Any], random.Random], str]  # a move, from what is shown
MOVES: dict[str, Choose] = {
    "genial": genial_move,
    "genial_dice": genial_dice_move,
}


class OurPlayer(Player):
    """Speaks the protocol of src/spieltisch/server/wire.py."""

    def __init__(self, choose: Choose, table: str, seat: int, key: str) -> None:
        self.path = f"/api/tables/{table}/socket"
        self.seat, self.key, self.choose = seat, key, choose
        self.scene: Any = None
        self.asked = 0
        self.ready = False

    def hello(self) -> None:
        self.wire.send(json.dumps({"do": "hello", "keys": [self.key], "language": "en"}))

    def take(self, text: str) -> bool:
        message = json.loads(text)
        match message["type"]:
            case "whole":
                self.scene = message["scene"]
            case "change":
                self.scene = patched(self.scene, message["patch"])
            case "refused" | "trouble":
                raise RuntimeError(f"the server refused: {text}")
            case _:
                return False
        self.version = message["version"]
        if self.scene["stage"] == "gathering":
            self._add_to_the_dice()
        seats = self.scene["seats"]
        self.decides = seats[self.seat]["decides"]
        self.over = self.scene["stage"] == "over"
        self.settled = self.over or any(seat["decides"] for seat in seats)
        return True

    def _add_to_the_dice(self) -> None:
        if not self.ready:
            self.ready = True
            self.wire.send(self._question("ready", contribution=os.urandom(16).hex()))

    def move(self, luck: random.Random) -> str:
        return self._question("play", move=self.choose(self.scene["view"], luck))

    def _question(self, do: str, **more: str) -> str:
        self.asked += 1
        return json.dumps({"do": do, "id": f"{self.seat}-{self.asked}", "seat": self.seat, **more})


def patched(old: Any, patch: Any) -> Any:
    """What the browser does with a change (web/src/wire/patch.ts), in place."""
    if isinstance(patch, list):
        return patch[0]
    if isinstance(old, list):
        size = patch.pop("#", len(old))
        old[size:] = [None] * (size - len(old))
        for index, change in patch.items():
            old[int(index)] = patched(old[int(index)], change)
    else:
        for name, change in patch.items():
            old[name] = patched(old[name], change)
    return old


class PeerPlayer(Player):
    """Speaks the protocol of boardgame.io's client: its messages in socket.io packets (4) on engine.io (4)."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def __init__(self, match: str, seat: str, credentials: str) -> None:
        self.match, self.seat, self.credentials = match, seat, credentials
        self.state: Any = None

    def hello(self) -> None:
        pass  # the server begins

    def take(self, text: str) -> bool:
        if text.startswith("42/dice,"):
            return self._event(*json.loads(text[8:]))
        if text == "2":
            self.wire.send("3")
        elif text.startswith("0"):
            self.wire.send("40/dice,")
        elif text.startswith("40/dice,"):
            self._emit("sync", self.match, self.seat, self.credentials, 2)
        else:
            raise RuntimeError(f"the server sent {text[:300]}")
        return False

    def _event(self, name: str, match: str, *told: Any) -> bool:
        if name not in ("sync", "update"):
            return False
        self.state = told[0]["state"] if name == "sync" else told[0]
        self.version = self.state["_stateID"]
        self.over = "gameover" in self.state["ctx"]
        self.decides = not self.over and self.state["ctx"]["currentPlayer"] == self.seat
        self.settled = True
        return True

    def _emit(self, *event: Any) -> None:
        self.wire.send(f"42/dice,{json.dumps(event)}")

    def move(self, luck: random.Random) -> str:
        what, *joker = dice_move(self.state["G"]["phase"], self.state["G"]["unused"], luck)
        payload = {
            "type": what,
            "args": joker if what == "joker" else [],
            "playerID": self.seat,
            "credentials": self.credentials,
        }
        event = ("update", {"type": "MAKE_MOVE", "payload": payload}, self.version, self.match, self.seat)
        return f"42/dice,{json.dumps(event)}"


# Tables


@dataclass(frozen=True)
class Usage:
    cpu: float  # seconds
    memory: float  # bytes resident


class Server(Protocol):
    """What the players must know of a server."""

    name: str
    port: int

    async def opened(self) -> list[Player]:
        """The two players of a new table."""

    def usage(self) -> Usage: ...


@dataclass(frozen=True)
class Sample:
    """One repeat of one load."""

    tables: int
    seconds: float
    moves: int
    games: int  # that ended in this time
    unseen: int  # moves that not both had seen SLOWEST seconds later; they count in p50 and p99 with this time
    moves_per_second: float
    p50: float  # milliseconds from sending a move until both have seen it
    p99: float
    slowest: float
    frame: float  # bytes on the wire, median of those received
    frame_p99: float
    text: float  # bytes of the same before compression
    bytes_down: float  # to both players, for each move
    bytes_up: float
    frames_per_move: float
    cpu_per_move: float  # milliseconds of the server
    server_busy: float  # cores
    players_busy: float
    others_busy: float  # everything else on the machine
    memory: float  # megabytes resident, afterwards
    push_p50: float = 0.0  # milliseconds from the first of the two who sees a move to the other
    push_p99: float = 0.0


@dataclass
class Meter:
    """What the players of one server have seen while it counted."""

    counting: bool = False
    latencies: list[float] = field(default_factory=list)  # seconds, of the moves sent while it counted
    pushes: list[float] = field(default_factory=list)  # seconds of these between the first who saw it and the other
    frames: list[int] = field(default_factory=list)  # bytes, with their heads
    texts: list[int] = field(default_factory=list)  # bytes of the same, not compressed
    moves: int = 0  # seen by both while it counted
    sent: int = 0  # bytes
    games: int = 0  # that ended
    trouble: list[str] = field(default_factory=list)

    def clear(self) -> None:
        self.latencies, self.pushes, self.frames, self.texts = [], [], [], []
        self.moves = self.sent = self.games = 0


class Pair:
    """Two players at a table, and at the next one when their game is over."""

    def __init__(self, hall: Hall, luck: random.Random) -> None:
        self.hall, self.luck = hall, luck
        self.players: list[Player] = []
        self.pace: Callable[[random.Random], float] | None = None  # seconds from one move to the next; None: rest
        self.sent_at: float | None = None  # of the move that not both have seen
        self.told_at: float | None = None  # when the first of them saw it
        self.counted = False
        self.version = -1  # that they knew before the move
        self.timer: asyncio.TimerHandle | None = None
        self.fresh: asyncio.Future[None]

    async def sit(self) -> None:
        """At a new table, until both see it."""
        loop = asyncio.get_running_loop()
        for player in self.players:
            player.wire.close()
        self.players = await self.hall.server.opened()
        self.fresh = loop.create_future()
        lost = self.hall.lost
        for player in self.players:
            port = player.port or self.hall.port
            player.wire = Wire(port, player.path, opened=player.hello, take=self._taking(player), lost=lost)
            await loop.create_connection(lambda wire=player.wire: wire, LOOPBACK, port)  # type: ignore[misc]
        async with asyncio.timeout(SLOWEST):
            await self.fresh

    def _taking(self, player: Player) -> Callable[[str, int], None]:
        meter = self.hall.meter

        def take(text: str, size: int) -> None:
            if meter.counting:
                meter.frames.append(size)
                meter.texts.append(len(text))
            try:
                if player.take(text):
                    self._learnt()
            except Exception as trouble:
                self.hall.lost(f"{type(trouble).__name__}: {trouble}")

        return take

    def _learnt(self) -> None:
        first, second = self.players
        if self.told_at is None and max(first.version, second.version) > self.version:
            self.told_at = time.perf_counter()
        if not (first.settled and second.settled and min(first.version, second.version) > self.version):
            return
        if self.sent_at is None:
            if not self.fresh.done():
                self.fresh.set_result(None)
            return
        self._seen()

    def _seen(self) -> None:
        """Both have seen the move."""
        meter, now = self.hall.meter, time.perf_counter()
        assert self.sent_at is not None
        if self.counted:
            meter.latencies.append(now - self.sent_at)
            meter.pushes.append(now - (self.told_at or now))
        if meter.counting:
            meter.moves += 1
        sent_at, self.sent_at = self.sent_at, None
        if self.players[0].over:
            meter.games += 1
            self.version = -1
            self.hall.tasks.add(task := asyncio.get_running_loop().create_task(self._again()))
            task.add_done_callback(self.hall.tasks.discard)
        elif self.pace is not None:
            self._later(sent_at + self.pace(self.luck) - now)

    async def _again(self) -> None:
        try:
            await self.sit()
        except Exception as trouble:
            self.hall.lost(f"{type(trouble).__name__}: {trouble}")
            return
        if self.pace is not None:
            self._later(self.pace(self.luck))

    def _later(self, seconds: float) -> None:
        if seconds > 0:
            self.timer = asyncio.get_running_loop().call_later(seconds, self._play)
        else:
            self._play()

    def begin(self, pace: Callable[[random.Random], float]) -> None:
        self.pace = pace
        if self.sent_at is None:
            self._later(self.luck.random() * pace(self.luck))

    def rest(self) -> None:
        self.pace = None
        if self.timer is not None:
            self.timer.cancel()

    def _play(self) -> None:
        player = next(player for player in self.players if player.decides)
        text = player.move(self.luck)
        self.version, self.counted = player.version, self.hall.meter.counting
        before = player.wire.sent
        self.sent_at, self.told_at = time.perf_counter(), None
        player.wire.send(text)
        if self.counted:
            self.hall.meter.sent += player.wire.sent - before


class Hall:
    """All the tables at one server."""

    def __init__(self, server: Server, seed: str) -> None:
        self.server, self.port = server, server.port
        self.meter = Meter()
        self.pairs: list[Pair] = []
        self.pair = Pair  # what sits at a table
        self.tasks: set[asyncio.Task[None]] = set()
        self.luck = random.Random(seed)

    def lost(self, trouble: str) -> None:
        self.meter.trouble.append(trouble)

    def check(self) -> None:
        if self.meter.trouble:
            raise RuntimeError(f"{self.server.name}: {self.meter.trouble[0]} ({len(self.meter.trouble)} such)")

    async def open(self, tables: int, at_once: int = 20) -> None:
        """So many tables altogether."""
        waiting = [self.pair(self, random.Random(self.luck.random())) for _ in range(tables - len(self.pairs))]
        self.pairs += waiting

        async def usher() -> None:
            while waiting:
                await waiting.pop().sit()

        await asyncio.gather(*(usher() for _ in range(at_once)))
        self.check()

    async def play(self, pace: Callable[[random.Random], float], warm_up: float, seconds: float) -> Sample:
        """All tables at this pace; what happened in these seconds after the warm-up. Then they rest."""
        meter = self.meter
        for pair in self.pairs:
            pair.begin(pace)
        await asyncio.sleep(warm_up)
        gc.collect()
        gc.disable()
        meter.clear()
        used, wall, own = self.server.usage(), time.perf_counter(), time.process_time()
        others = busy_cores()
        meter.counting = True
        await asyncio.sleep(seconds)
        meter.counting = False
        wall, own = time.perf_counter() - wall, time.process_time() - own
        cpu = self.server.usage().cpu - used.cpu
        others = busy_cores() - others - cpu - own
        moves, games = meter.moves, meter.games
        gc.enable()
        unseen = await self.rest()
        self.check()
        if not moves:
            raise RuntimeError(f"{self.server.name}: no move was seen by both players in {seconds} s")
        return Sample(
            tables=len(self.pairs),
            seconds=wall,
            moves=moves,
            games=games,
            unseen=unseen,
            moves_per_second=moves / wall,
            p50=1000 * percentile(meter.latencies, 50),
            p99=1000 * percentile(meter.latencies, 99),
            slowest=1000 * max(meter.latencies),
            frame=percentile(meter.frames, 50),
            frame_p99=percentile(meter.frames, 99),
            text=percentile(meter.texts, 50),
            bytes_down=sum(meter.frames) / moves,
            bytes_up=meter.sent / moves,
            frames_per_move=len(meter.frames) / moves,
            cpu_per_move=1000 * cpu / moves,
            server_busy=cpu / wall,
            players_busy=own / wall,
            others_busy=max(0.0, others / wall),
            memory=self.server.usage().memory / 1e6,
            push_p50=1000 * percentile(meter.pushes, 50),
            push_p99=1000 * percentile(meter.pushes, 99),
        )

    async def rest(self) -> int:
        """Nobody begins another move; until all that are under way have been seen. How many have not."""
        for pair in self.pairs:
            pair.rest()
        deadline = time.perf_counter() + SLOWEST
        while unseen := [pair for pair in self.pairs if pair.sent_at is not None] or self.tasks:
            self.check()
            if time.perf_counter() > deadline:
                self.meter.latencies += [SLOWEST] * len(unseen)
                return len(unseen)
            await asyncio.sleep(0.02)
        return 0

    async def close(self) -> None:
        for pair in self.pairs:
            for player in pair.players:
                player.wire.close()
        await asyncio.sleep(0.05)


def percentile(values: Sequence[float], percent: int) -> float:
    """The value that this share of all does not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def busy_cores() -> float:
    """Seconds that all cores together have worked so far, for whomever."""
    fields = [int(part) for part in Path("/proc/stat").read_text().split("\n")[0].split()[1:]]
    return (sum(fields[:8]) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")
