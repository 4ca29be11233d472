"""Nobody can stop the house: heads without end, half requests, crowds, foreign names and forged addresses."""

from __future__ import annotations

import asyncio
import json
import re
import resource
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import h11
import httpx
import pytest
from click.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import prepared
from server.serving import PATIENCE, Opened, ThreadHouse, eventually, in_memory, interpreted
from spieltisch.cli import cli
from spieltisch.contract import Trouble
from spieltisch.quoting import quoted
from spieltisch.server import clients, files, gate, guard, house, limits, rooms, talk
from spieltisch.server.app import Settings, make_app
from spieltisch.server.entrance import OPEN_FOR, Entrance
from spieltisch.server.gate import Doors, Networks, raise_file_limit
from spieltisch.server.limits import Buckets, Crowded, Limits, Places, TokenBucket, TooFast, Wanted, owner
from spieltisch.server.serve import PAST, PLAIN, ROOT, warnings
from spieltisch.speech import Say

say = Say("en")
ATTACKER, STRANGER = "127.0.0.3", "127.0.0.2"  # every address of this network is our own machine
ROOT_OF_ALL = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def strict() -> Iterator[ThreadHouse]:
    """A server with its limits, and a proxy before it that it trusts."""
    with in_memory() as data:
        served = ThreadHouse(data, limits=Limits(), proxies=["127.0.0.9"])
        yield served
        served.stop()


@contextmanager
def call(house: ThreadHouse, source: str = ATTACKER) -> Iterator[socket.socket]:
    """A connection from one of our addresses."""
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE, (source, 0)) as raw:
        yield raw


def answer_of(raw: socket.socket) -> bytes:
    with suppress(ConnectionError):
        return b"".join(iter(lambda: raw.recv(65536), b""))
    return b""


def asks(house: ThreadHouse, source: str, path: str = "/healthz", headers: str = "") -> bytes:
    """What somebody at this address is answered."""
    with call(house, source) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n".encode())
        return answer_of(raw)


@contextmanager
def sits(
    table: Opened, *, source: str = "127.0.0.1", hello: bool = True, keys: tuple[str, ...] = ()
) -> Iterator[ClientConnection]:
    """A socket from one of our addresses."""
    raw = socket.create_connection(("127.0.0.1", table.house.port), PATIENCE, (source, 0))
    address = f"ws://127.0.0.1:{table.house.port}/api/tables/{table.table}/socket"
    with connect(address, sock=raw, compression=None, open_timeout=PATIENCE) as opened:
        if hello:
            opened.send(json.dumps({"do": "hello", "keys": list(keys), "language": "en"}))
        yield opened


def told(socket: ClientConnection) -> Any:
    return json.loads(socket.recv(timeout=PATIENCE))


def must_be_turned_away(table: Opened, sentence: str, **how: Any) -> None:
    with sits(table, **how) as turned:
        assert told(turned) == {"type": "trouble", "text": say(sentence)}
        with pytest.raises(ConnectionClosed) as closed:
            turned.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == talk.CROWDED


# Heads without end


def small_headers() -> Iterator[bytes]:
    yield b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    while True:
        yield b"".join(b"X-%d: %s\r\n" % (n, b"x" * 20) for n in range(2000))


def one_header() -> Iterator[bytes]:
    yield b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "
    while True:
        yield b"x" * 65536


def one_address() -> Iterator[bytes]:
    yield b"GET /"
    while True:
        yield b"x" * 65536


def end_of_chunks() -> Iterator[bytes]:
    yield b"POST /api/summaries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
    while True:
        yield b"".join(b"X-%d: %s\r\n" % (n, b"x" * 20) for n in range(2000))


def note_of_a_chunk() -> Iterator[bytes]:
    yield b"POST /api/summaries HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;x="
    while True:
        yield b"x" * 65536


@pytest.mark.parametrize("endless", [small_headers, one_header, one_address, end_of_chunks, note_of_a_chunk])
def test_a_head_without_end_is_refused_early(strict: ThreadHouse, endless: Callable[[], Iterator[bytes]]) -> None:
    taken = 0
    with call(strict) as raw:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65536)
        with suppress(ConnectionError):
            for part in endless():
                taken += raw.send(part)
                assert taken < 20_000_000, "it takes everything"
    assert taken < 8_000_000  # most of it lies in the buffers of the system
    assert asks(strict, STRANGER).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("upgrade", ["", "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"])
@pytest.mark.parametrize("many", [True, False])
def test_a_head_that_comes_at_once_and_is_too_large_is_refused_in_one_sentence(
    strict: ThreadHouse, upgrade: str, many: bool, caplog: pytest.LogCaptureFixture
) -> None:
    headers = "".join(f"X-{n}: y\r\n" for n in range(limits.MOST_HEADERS)) if many else f"X: {'x' * 8000}\r\n"
    with call(strict) as raw:
        raw.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost\r\n{upgrade}{headers}\r\n".encode())
        answer = b""
        while b"too large" not in answer:
            part = raw.recv(65536)
            assert part, answer
            answer += part
    assert re.match(rb"HTTP/1.1 4(00|31) ", answer)
    assert "Traceback" not in caplog.text


# Half requests


def test_half_requests_of_one_address_keep_no_stranger_out(
    strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS_OF_ADDRESS", 20)
    with ExitStack() as held:
        callers = [held.enter_context(call(strict)) for _ in range(40)]
        for raw in callers[:20]:
            raw.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        assert asks(strict, STRANGER).startswith(b"HTTP/1.1 200")
        assert answer_of(callers[-1]) == gate.FULL
        assert b"200" not in asks(strict, ATTACKER)[:20]
        assert strict.doors._held[ATTACKER] == 20
    eventually(lambda: ATTACKER not in strict.doors._held)
    assert asks(strict, ATTACKER).startswith(b"HTTP/1.1 200")


def test_nobody_gets_more_connections_than_are_still_free() -> None:
    doors = Doors(90, Networks(["10.0.0.1"]))
    for attackers in range(1, 6):
        for number in range(1000):
            doors.enter(object(), f"192.0.2.{number % attackers}")
        newcomer = object()
        assert doors.enter(newcomer, "198.51.100.1")
        doors.leave(newcomer)
    assert len(doors._owners) < 90


def test_behind_a_named_proxy_many_come_from_one_address() -> None:
    doors = Doors(1000, Networks(["10.0.0.0/30"]))
    assert all(doors.enter(object(), "10.0.0.1") for _ in range(1000))
    assert not doors.enter(object(), "10.0.0.1")


def test_the_network_of_an_ipv6_subscriber_is_one_address() -> None:
    assert owner("2001:db8:1:2:3::4") == owner("2001:db8:1:2:ffff::") != owner("2001:db8:1:3::")
    assert owner("::ffff:192.0.2.1") == owner("192.0.2.1") == "192.0.2.1"
    assert owner("fe80::1%eth0") == owner("fe80::2")


@pytest.mark.parametrize(
    ("awaited", "begins"),
    [
        (h11.IDLE, b""),
        (h11.IDLE, b"GET / HTTP/1.1\r\nHost: local"),
        (h11.IDLE, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + b"GET /healthz"),
        (h11.SEND_BODY, b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"),
        (
            h11.SEND_BODY,
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n",
        ),
    ],
)
def test_a_request_that_does_not_arrive_in_time_is_cut_off_however_busily_it_dribbles(
    strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch, awaited: Any, begins: bytes
) -> None:
    monkeypatch.setitem(gate.WITHIN, awaited, 0.3)
    with call(strict) as raw:
        raw.sendall(begins)
        raw.settimeout(0.02)
        end = time.monotonic() + PATIENCE
        with suppress(ConnectionError):
            while time.monotonic() < end:
                raw.send(b"1")
                with suppress(TimeoutError):
                    if not raw.recv(65536):
                        break
        assert time.monotonic() < end


def test_a_slow_answer_is_not_cut_off(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(gate.WITHIN, h11.IDLE, 0.1)
    table = strict.open("genial_dice", "Anna", "Ben")
    answer = asks(strict, STRANGER, f"/api/tables/{table.table}/events?since=99&wait=0.5")
    assert answer.startswith(b"HTTP/1.1 200")


def test_a_socket_is_no_request_that_does_not_arrive(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    for awaited in gate.WITHIN:
        monkeypatch.setitem(gate.WITHIN, awaited, 0.1)
    table = strict.open("genial_dice", "Anna", "Ben")
    with sits(table) as anna:
        assert told(anna)["type"] == "whole"
        time.sleep(0.3)
        anna.send(json.dumps({"do": "why", "id": "a", "event": None}))
        assert told(anna)["type"] == "explained"


UPGRADE = (
    b"GET /api/tables/any/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
CHUNKED = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
PIECES = {  # how it begins, and the smallest part that costs the house something
    "pings": (UPGRADE, b"\x89\x80\x00\x00\x00\x00"),
    "pongs": (UPGRADE, b"\x8a\x80\x00\x00\x00\x00"),
    "empty pieces of a message": (UPGRADE, b"\x00\x80\x00\x00\x00\x00"),
    "chunks": (CHUNKED, b"1\r\nx\r\n"),
    "requests": (b"", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    "requests for another": (b"", b"GET /healthz HTTP/1.1\r\nHost: evil\r\n\r\n"),
}


@pytest.mark.parametrize("piece", PIECES)
def test_tiny_parts_wait_unread_when_an_address_has_sent_too_many(
    strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch, piece: str
) -> None:
    """Limits of whole messages would not notice them, and reading them all would keep the loop from everybody else."""
    begins, part = PIECES[piece]
    monkeypatch.setattr(strict.doors, "_parts", Buckets(200, 0.001))
    read, usual = Counter[str](), gate.Metered._read_on

    def counted(self: gate.Metered) -> None:
        usual(self)
        read["parts"] += self.parts
        self.parts = 0

    monkeypatch.setattr(gate.Metered, "_read_on", counted)
    with call(strict) as raw:
        raw.sendall(begins)
        if begins == UPGRADE:
            assert b"101" in raw.recv(65536)
            raw.sendall(b"\x01\x80\x00\x00\x00\x00")  # a message that goes on
        raw.setblocking(False)
        with suppress(BlockingIOError, ConnectionError):
            for _ in range(20):
                raw.send(part * 5000)
        eventually(lambda: strict.doors.pays(None, 0) == 0 and read["parts"] > 200)
        assert asks(strict, STRANGER).startswith(b"HTTP/1.1 200")
        assert read["parts"] < 1000, "what a slice may hold more than the bucket has"


def test_who_sends_little_is_read_at_once_however_long_the_message(strict: ThreadHouse) -> None:
    table = strict.open("genial_dice", "Anna", "Ben")
    with sits(table) as anna:
        assert told(anna)["type"] == "whole"
        anna.send(json.dumps({"do": "why", "id": "a", "event": None}) + " " * 10_000)
        assert told(anna)["type"] == "explained"


def test_as_many_open_files_are_asked_for_as_the_system_allows() -> None:
    script = (
        "import resource as r; from spieltisch.server.gate import raise_file_limit\n"
        "r.setrlimit(r.RLIMIT_NOFILE, (256, 1000))\n"
        "print(raise_file_limit(), r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert told.stdout.split() == [str(1000 - gate.SPARE_FILES), "1000"]
    assert raise_file_limit() <= resource.getrlimit(resource.RLIMIT_NOFILE)[0]


# Crowds


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds of everything that is written for the wire."""
    written: list[str] = []
    right = clients.written

    def count(message: Any) -> str:
        written.append(message.type)
        return right(message)

    monkeypatch.setattr(clients, "written", count)
    monkeypatch.setattr(rooms, "written", count)
    return written


def test_a_crowd_with_the_same_eyes_is_shown_one_frame(house: ThreadHouse, counted: list[str]) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, 1) as anna, ExitStack() as crowd:
        spectators = [crowd.enter_context(table.player(language=("en", "de")[n % 2])) for n in range(20)]
        anna.play("roll")  # those who came at different times know different scenes; now all know the same
        for spectator in spectators:
            spectator.until(lambda scene: scene["events"] == anna.scene["events"])
        counted.clear()
        anna.ask("play", seat=0, move="roll")
        for spectator in spectators:
            spectator.until(lambda scene: scene["events"] == anna.scene["events"])
        assert counted == ["change"] * 3  # for Anna, with her answer, and in two languages
        counted.clear()
        anna.send({"do": "gesture", "seat": 0, "gesture": "bravo"})
        for spectator in spectators:
            spectator.heard(lambda message: message["type"] == "gestured")
        assert counted == ["gestured"]


def test_who_comes_looks_greets_again_or_leaves_is_no_news_for_others(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, 1) as anna, table.player() as bystander:
        anna.until(lambda scene: scene["seats"][1]["here"])
        bystander.up_to_date()
        before = len(anna.frames), len(bystander.frames)
        with table.player() as spectator:
            spectator.send({"do": "speak", "language": "de"})
            spectator.heard(lambda message: message["type"] == "whole")
            spectator.send({"do": "hello", "keys": [], "language": "it"})
            spectator.heard(lambda message: message["type"] == "whole")
        anna.send({"do": "look", "seat": 1})
        anna.heard(lambda message: message["type"] == "whole")
        anna.up_to_date()
        bystander.up_to_date()
        assert (len(anna.frames), len(bystander.frames)) == (before[0] + 2, before[1] + 1)  # what they asked for


def test_who_is_here_is_told_to_all_but_not_for_each_who_comes(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "PRESENCE", 5.0)
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    room = house.room(table.table)

    async def come_and_go() -> int:
        anna, ben = (clients.Client((key,), room.eyes((key,), "en")) for key in table.keys.values())
        await room.join(anna)
        for _ in range(20):
            await room.join(ben)
            await asyncio.sleep(0.001)
            room.leave(ben)
            await asyncio.sleep(0.001)
        room.leave(anna)
        return anna.frames.qsize()

    assert house.run(come_and_go()) <= 3  # the scene, that she is here, and perhaps that Ben is; not forty more


def test_only_who_comes_looks_or_speaks_is_shown_anything(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    room, shown = house.room(table.table), list[clients.Client]()
    monkeypatch.setattr(clients.Client, "show", lambda client, *_: shown.append(client))

    async def come_and_go() -> None:
        crowd = [clients.Client((), room.eyes((), "en")) for _ in range(20)]
        for client in crowd:
            await room.join(client)
            await room.look(client, looking=None, language="de")
        for client in crowd:
            room.leave(client)
            await asyncio.sleep(0)
        assert shown == [each for client in crowd for each in (client, client)]

    house.run(come_and_go())


def test_a_crowd_that_comes_at_once_is_written_one_scene(house: ThreadHouse, counted: list[str]) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    room = house.room(table.table)

    async def come() -> None:
        crowd = [clients.Client((), room.eyes((), "en")) for _ in range(50)]
        for client in crowd:
            await room.join(client)
        frames = {id(client.frames.get_nowait()) for client in crowd}
        assert len(frames) == 1
        for client in crowd:
            room.leave(client)

    house.run(come())
    assert counted.count("whole") == 1


def test_spectators_of_one_address_have_an_end_and_players_come_in_all_the_same(
    strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "SPECTATORS_OF_ADDRESS", 3)
    table = strict.open("genial_dice", "Anna", "Ben").make_ready()
    with ExitStack() as crowd:
        for _ in range(3):
            assert told(crowd.enter_context(sits(table, source=ATTACKER)))["type"] == "whole"
        must_be_turned_away(table, "too_many_spectators", source=ATTACKER)
        assert told(crowd.enter_context(sits(table, source=ATTACKER, keys=(table.keys[0],))))["scene"]["looking"] == 0
        assert told(crowd.enter_context(sits(table, source=STRANGER)))["type"] == "whole"
    eventually(lambda: len(strict.limits.places) == 0)
    with sits(table, source=ATTACKER) as again:
        assert told(again)["type"] == "whole"


def test_a_crowded_table_is_closed_to_spectators_only(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "SPECTATORS_OF_TABLE", 2)
    table = strict.open("genial_dice", "Anna", "Ben").make_ready()
    with ExitStack() as crowd:
        for _ in range(2):
            assert told(crowd.enter_context(sits(table, source=ATTACKER)))["type"] == "whole"
        must_be_turned_away(table, "table_is_crowded", source=STRANGER)
        anna = crowd.enter_context(sits(table, source=STRANGER, keys=(table.keys[0],)))
        assert told(anna)["scene"]["looking"] == 0
        anna.send(json.dumps({"do": "hello", "keys": [], "language": "en"}))  # as a spectator she has no place
        while (answer := told(anna))["type"] == "change":
            pass
        assert answer == {"type": "trouble", "text": say("table_is_crowded")}
        anna.send(json.dumps({"do": "look", "seat": 0}))  # but still has her own
        while (answer := told(anna))["type"] == "change":
            pass
        assert answer["scene"]["looking"] == 0


@pytest.mark.parametrize(
    ("limit", "sentence"), [("SOCKETS_OF_SEAT", "too_many_devices"), ("PLAYERS_OF_ADDRESS", "too_many_players")]
)
def test_the_sockets_of_a_player_have_an_end_too(
    strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch, limit: str, sentence: str
) -> None:
    monkeypatch.setattr(talk, limit, 2)
    table = strict.open("genial_dice", "Anna", "Ben").make_ready()
    with ExitStack() as devices:
        for _ in range(2):
            assert told(devices.enter_context(sits(table, keys=(table.keys[0],))))["type"] == "whole"
        must_be_turned_away(table, sentence, keys=(table.keys[0],))


def test_whoever_has_lost_a_seat_leaves_its_places_to_whoever_has_it_now(
    strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "SOCKETS_OF_SEAT", 2)
    monkeypatch.setattr(talk, "SPECTATORS_OF_TABLE", 1)  # nobody is turned out by that
    table = strict.open("genial_dice", "Anna", "open").make_ready()
    table.sit(1, "Eve")
    with ExitStack() as devices:
        eves = [devices.enter_context(sits(table, source=ATTACKER, keys=(table.keys[1],))) for _ in range(2)]
        assert [told(each)["scene"]["looking"] for each in eves] == [1, 1]
        eves[0].send(json.dumps({"do": "leave", "id": "a", "seat": 1}))
        with table.player(0, host=True) as host:
            host.until(lambda scene: scene["seats"][1]["who"] != "person")
            table.invites[1] = host.ask("invite", seat=1)["invite"]
        table.sit(1, "Bob")
        bobs = [devices.enter_context(sits(table, source=STRANGER, keys=(table.keys[1],))) for _ in range(2)]
        assert [told(each)["scene"]["looking"] for each in bobs] == [1, 1]
        must_be_turned_away(table, "too_many_devices", keys=(table.keys[1],))
        must_be_turned_away(table, "table_is_crowded", source=STRANGER)  # Eve looks on now
    eventually(lambda: len(strict.limits.places) == 0)


def test_places_are_taken_all_or_none_and_exchanged() -> None:
    places = Places()
    few: Wanted = {"few": (1, "too_fast")}
    many: Wanted = {"many": (9, "too_fast")}
    places.take(few)
    with pytest.raises(Crowded):
        places.take({**many, **few})
    assert len(places) == 1
    places.take(few, instead_of=few)
    places.take({}, instead_of=few)
    assert len(places) == 0


def test_what_brings_the_whole_scene_costs_more_than_one_message(strict: ThreadHouse) -> None:
    table = strict.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player() as spectator:
        for _ in range(limits.MESSAGES[0] // limits.WHOLE_SCENE + 10):
            spectator.send({"do": "speak", "language": "de"})
        answer = spectator.heard(lambda message: message["type"] == "trouble")
        assert answer["text"] == Say("de")("too_fast")
        assert len(spectator.frames) <= 1 + limits.MESSAGES[0] // limits.WHOLE_SCENE + 3  # and what has flown in


def test_all_sockets_of_an_address_share_a_bucket(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    table = strict.open("genial_dice", "Anna", "Ben").make_ready()
    with (
        sits(table, source=ATTACKER) as one,
        sits(table, source=ATTACKER) as two,
        sits(table, source=STRANGER) as other,
    ):
        assert {told(each)["type"] for each in (one, two, other)} == {"whole"}
        monkeypatch.setattr(strict.limits, "messages", Buckets(10, 0.001))
        why = json.dumps({"do": "why", "id": "a", "event": None})
        for _ in range(5):
            for each in (one, two):
                each.send(why)
                assert told(each)["type"] == "explained"
        one.send(why)
        assert told(one)["text"] == say("too_fast")
        other.send(why)
        assert told(other)["type"] == "explained"
        must_be_turned_away(table, "too_fast", source=ATTACKER)


def test_a_next_game_costs_as_much_as_any_other_table(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = (strict.open("high_score", "Anna", "Ben").make_ready() for _ in range(2))
    for table in (first, second):
        strict.play_to_the_end(table.table)
    monkeypatch.setattr(strict.limits, "tables", Buckets(1, 0.001))
    again = json.dumps({"do": "rematch", "id": "a"})

    def asked(table: Opened, source: str) -> Any:
        with sits(table, source=source, keys=(table.keys[0],)) as socket:
            told(socket)
            socket.send(again)
            while (frame := told(socket)).get("id") != "a":
                pass
            return frame

    assert asked(first, ATTACKER)["type"] == "done"
    assert asked(second, ATTACKER)["text"] == say("too_fast")
    assert strict.room(second.table).table.follows is None
    assert asked(second, STRANGER)["type"] == "done"


def test_a_club_that_opens_the_page_at_once_gets_all_of_it(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    script = tmp_path / "assets" / "index-1.js"
    script.write_text("let one = 1\n" * 1000)
    (tmp_path / "index.html").write_text("<!doctype html>")
    strict = Limits(clock=lambda: 0.0)
    app = make_app(Settings("sqlite+aiosqlite://", client=tmp_path, limits=strict))

    async def ask() -> None:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
        ):
            for _ in range(30):  # people
                assert (await client.get("/")).status_code == 200
                for encoding in ["gzip"] * 19 + ["identity"]:
                    found = await client.get("/assets/index-1.js", headers={"Accept-Encoding": encoding})
                    assert (found.status_code, found.text) == (200, script.read_text())
                    assert found.headers.get("content-encoding", "identity") == encoding
                    assert "immutable" in found.headers["cache-control"]
                    assert "javascript" in found.headers["content-type"]
            asked = 0
            while (await client.get("/assets/no.js")).status_code == 404:
                asked += 1
            assert asked < limits.REQUESTS[0] / limits.ASSET

    files._packed.cache_clear()
    asyncio.run(ask())
    assert files._packed.cache_info().misses == 1  # packed once for all


def test_to_begin_a_socket_is_a_request(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    table = strict.open("genial_dice", "Anna", "Ben").make_ready()
    monkeypatch.setattr(strict.limits, "requests", Buckets(1, 0.001))
    with sits(table, source=ATTACKER) as first:
        assert told(first)["type"] == "whole"
    must_be_turned_away(table, "too_fast", source=ATTACKER, hello=False)


def test_a_bucket_gives_what_something_costs_or_nothing() -> None:
    bucket = TokenBucket(5, 1, clock=lambda: 0.0)
    bucket.take(3)
    with pytest.raises(TooFast):
        bucket.take(3)
    bucket.take(2)


# A table that is being entered


def test_a_table_is_not_forgotten_while_somebody_enters_it(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    room, go_on = house.room(table.table), threading.Event()

    async def slowly(self: rooms.Room, version: int | None) -> None:
        while not go_on.is_set():
            await asyncio.sleep(0.01)

    monkeypatch.setattr(rooms.Room, "head_at", slowly)
    with sits(table, hello=False) as entering:
        entering.send(json.dumps({"do": "hello", "keys": [], "language": "en"}))
        eventually(lambda: room._visitors)
        monkeypatch.setattr(rooms, "IDLE", -1.0)  # it is long since anybody was there,
        monkeypatch.setattr("spieltisch.server.hall.MOST_IN_MEMORY", 0)  # and there is no room for more
        house.open("genial_dice", "Anna", "Ben")
        assert house.hall.known(table.table) is room
        go_on.set()
        assert told(entering)["type"] == "whole"
        table.play(0, "roll")
        assert told(entering)["type"] == "change"
    eventually(lambda: room.idle)


# Whose name, whose word


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("evil.example", "evil.example"),
        ("evil.example:8426", "evil.example"),  # as `--name` takes it
        ("127.0.0.1.evil.example", "127.0.0.1.evil.example"),
        ("[", "["),
        ("x:y:z", "x"),
        ("", ""),
    ],
)
def test_a_name_that_is_not_ours_is_refused_and_said(house: ThreadHouse, host: str, name: str) -> None:
    answer = house.http.get("/api/house", headers={"Host": host})
    assert answer.status_code == 421
    assert answer.json()["text"] == say("unknown_host", name=name)
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as raw:
        raw.sendall(
            f"GET /api/tables/x/socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert raw.recv(1000).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:1", "127.0.0.1", "192.168.1.7:8426", "[::1]:8426", "localhost.", socket.gethostname()],
)
def test_addresses_and_the_names_of_the_machine_are_ours(house: ThreadHouse, host: str) -> None:
    assert house.http.get("/healthz", headers={"Host": host}).status_code == 200


def test_whoever_runs_the_house_can_name_it() -> None:
    assert not guard.is_known("play.example", guard.own_names())
    app = make_app(Settings("sqlite+aiosqlite://", names=("Play.Example",)))

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://play.example") as client:
            return await client.get("/healthz")

    assert asyncio.run(ask()).text == "ok\n"


def test_nobody_but_a_named_proxy_says_who_comes(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strict.limits, "requests", Buckets(1, 0.001))
    forged = [asks(strict, "127.0.0.1", headers=f"X-Forwarded-For: 192.0.2.{n}\r\n")[9:12] for n in range(3)]
    assert forged == [b"200", b"429", b"429"]
    through = [asks(strict, "127.0.0.9", headers=f"X-Forwarded-For: 192.0.2.{n}\r\n")[9:12] for n in (1, 2, 2)]
    assert through == [b"200", b"200", b"429"]


@pytest.mark.parametrize("proxy", ["10.0.0.1", "::ffff:10.0.0.1", "fd00::1", "10.1.2.3", "::ffff:10.1.2.3"])
def test_a_proxy_is_known_by_either_way_to_write_its_address(proxy: str) -> None:
    """A house that listens on `::` sees an IPv4 address as one of IPv6."""
    seen = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["client"][0])

    doors = Doors(1000, Networks(["10.0.0.1", "10.1.0.0/16", "fd00::1"]))
    config = gate.config(app, doors)
    config.load()
    for address in (proxy, "192.0.2.1", "::ffff:10.0.0.2"):
        headers = [(b"x-forwarded-for", b"198.51.100.1")]
        asyncio.run(config.loaded_app({"type": "http", "client": (address, 1), "headers": headers}, None, None))
    assert seen == ["198.51.100.1", "192.0.2.1", "::ffff:10.0.0.2"]
    assert all(doors.enter(object(), proxy) for _ in range(900))


def test_a_proxy_is_named_by_its_address() -> None:
    for wrong in ("*", "proxy.example", "10.0.0.1/8"):
        with pytest.raises(Trouble, match="named by its address"):
            Networks([wrong])


# What is answered


def test_answers_are_not_kept_but_pages_say_what_may_be(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben")
    for path in ("/api/house", f"/api/tables/{table.table}", "/api/tables/nowhere", "/api", "/healthz"):
        assert house.http.get(path).headers["cache-control"] == "no-store", path
    assert house.http.get("/api/games/genial/screen.js").headers["cache-control"] == "no-store"
    assert house.http.get("/").headers["cache-control"] in ("no-cache", "no-store")


@pytest.mark.parametrize("path", ["/healthz", "/", "/api", "/api/house", "/api/openapi.json", "/nothing.js"])
def test_head_is_get_without_a_body(house: ThreadHouse, path: str) -> None:
    got, head = house.http.get(path), house.http.head(path)
    assert (head.status_code, head.content) == (got.status_code, b"")
    assert head.headers["content-type"] == got.headers["content-type"]
    assert house.http.get("/healthz").text == "ok\n"  # the connection is not confused by it


def test_the_key_of_the_house_is_given_once_to_whoever_knows_the_word() -> None:
    now = [0.0]
    entrance = Entrance(clock=lambda: now[0])
    app = make_app(Settings("sqlite+aiosqlite://", key="K" * 32, entrance=entrance))

    async def enter(word: str, **headers: str) -> httpx.Response:
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client,
        ):
            return await client.get(f"/enter/{word}", headers=headers)

    assert asyncio.run(enter("guessed")).status_code == 410
    found = asyncio.run(enter(entrance.word))
    assert (found.status_code, found.headers["location"]) == (303, f"/#house={'K' * 32}")
    again = asyncio.run(enter(entrance.word))
    assert (again.status_code, again.json()["text"]) == (410, say("entrance_lapsed"))
    seen = asyncio.run(enter(entrance.word, accept="text/html,*/*", **{"accept-language": "it"}))
    assert (seen.status_code, seen.headers["content-type"]) == (410, "text/html; charset=utf-8")
    assert "Questo indirizzo apre la casa una volta sola" in seen.text
    assert '<a href="/">Alle scatole</a>' in seen.text
    late = Entrance(clock=lambda: now[0])
    now[0] = OPEN_FOR
    assert not late.opens(late.word)


def test_the_command_that_starts_the_browser_does_not_tell_the_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, browser = tmp_path / "noted", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$@" >> {noted}\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(browser))
    with (tmp_path / "log").open("w") as log, interpreted():
        process = prepared.start("serve", "--open", "--port", "0", "--data", str(tmp_path / "data"), output=log)
    try:
        address = eventually(lambda: noted.read_text().strip() if noted.exists() else None)
        key = (tmp_path / "data" / "house.key").read_text().strip()
        assert key not in address
        assert eventually(lambda: location_of(address)) == f"/#house={key}"
    finally:
        process.terminate()
        process.wait(PATIENCE)


def location_of(address: str) -> str:
    with suppress(httpx.TransportError):
        return str(httpx.get(address, timeout=PATIENCE).headers.get("location"))
    return ""


def test_whoever_starts_the_house_is_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert (warnings("127.0.0.1", ()), warnings("127.0.0.1", ("127.0.0.1",))) == ([], [])
    assert (warnings("0.0.0.0", ()), warnings("192.168.1.7", ())) == ([PLAIN], [PLAIN])
    assert warnings("0.0.0.0", ("127.0.0.1",)) == [PAST]
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert warnings("127.0.0.1", ()) == [ROOT]


def test_a_house_with_a_name_is_found_under_it_first() -> None:
    name = ("play.example.org",)
    assert house.addresses("127.0.0.1", 8426) == ()
    assert house.addresses("127.0.0.1", 8426, name, proxied=True) == ("https://play.example.org",)
    assert house.addresses("127.0.0.1", 8426, name) == ("http://play.example.org:8426",)
    assert house.addresses("192.168.1.7", 80, name, proxied=True) == (
        "https://play.example.org",
        "http://192.168.1.7:80",
    )


def test_what_is_printed_at_the_start_and_what_the_page_gives_others_is_the_name_behind_the_proxy(
    tmp_path: Path,
) -> None:
    words = ["serve", "--port", "0", "--data", str(tmp_path / "data"), "--name", "play.example.org"]
    printed, log = tmp_path / "printed", tmp_path / "log"
    with printed.open("w") as output, log.open("w") as errors, interpreted():
        process = prepared.start(*words, "--proxy", "127.0.0.1", output=output, errors=errors)
    try:
        lines = eventually(lambda: said if len(said := printed.read_text().splitlines()) > 2 else None)
        first, here, own = map(str.strip, lines[:3])
        assert first == "Spieltisch: https://play.example.org"
        assert own.partition("/#house=")[0].endswith(": https://play.example.org")
        shown = eventually(lambda: addresses_at(here))
        assert shown == ["https://play.example.org"]
    finally:
        process.terminate()
        process.wait(PATIENCE)


def addresses_at(here: str) -> list[str]:
    with suppress(httpx.TransportError):
        return list(httpx.get(f"{here}/api/house", timeout=PATIENCE).json()["addresses"])
    return []


@pytest.mark.parametrize("name", ["https://play.example.org/", "play.example.org:443", "play.example.org/", "", "a b"])
def test_a_name_is_a_name_and_nothing_else(name: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["serve", "--data", str(tmp_path / "data"), "--name", name, "--port", "0"])
    assert result.exit_code == 1
    assert result.output == f"A name is written like play.example.org, without more: not {quoted(name)}.\n"
    assert not (tmp_path / "data").exists()


# What is written about it


def test_the_page_for_operators_shows_the_limits_as_they_are() -> None:
    page = (ROOT_OF_ALL / "docs" / "operating.md").read_text(encoding="utf-8")
    shown = dict(re.findall(r"^\| `([A-Z_]+)` \| ([^|]+?) \|", page, re.M))
    real = {name: value for name, value in vars(limits).items() if name.isupper()}
    assert shown == {
        name: f"{value[0]:,}, then {value[1]:g} a second" if isinstance(value, tuple) else f"{value:,g}"
        for name, value in real.items()
    }
