"""What is told goes out at once where nothing waits before it, and always in order; what comes is read the same,
however it comes."""

from __future__ import annotations

import json
import socket

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from server.serving import ThreadHouse
from spieltisch.server.clients import Client
from spieltisch.server.outlet import text_frame, text_of
from spieltisch.server.scenes import Eyes

NOBODY = Eyes(frozenset(), False, 6, "en")


class Told:
    """One that takes what it is given, unless it is full."""

    def __init__(self) -> None:
        self.took: list[str] = []
        self.full = False

    def write(self, text: str) -> bool:
        if not self.full:
            self.took.append(text)
        return not self.full

    def hang_up(self) -> None:
        raise AssertionError


def connected() -> tuple[Client, Told]:
    client, outlet = Client((), NOBODY), Told()
    client.outlet = outlet
    return client, outlet


def test_a_frame_goes_out_at_once() -> None:
    client, outlet = connected()
    client.put("a")
    assert outlet.took == ["a"] and client.frames.empty()


def test_what_comes_after_a_frame_that_waits_waits_behind_it() -> None:
    client, outlet = connected()
    outlet.full = True
    client.put("a")
    outlet.full = False
    client.put("b")
    assert client.frames.get_nowait() == "a"
    client.put("c")  # a is being sent, and has not gone out yet
    client.sent()
    assert [client.frames.get_nowait() for _ in range(2)] == ["b", "c"]
    client.sent()
    client.put("d")
    assert client.frames.get_nowait() == "d"
    client.sent()
    client.sent()
    client.put("e")
    assert outlet.took == ["e"]


def test_after_the_end_nothing_goes_out_any_more() -> None:
    client, outlet = connected()
    client.leave()
    client.put("late")
    assert not outlet.took and client.frames.get_nowait() is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_frame_is_one_that_others_read(size: int) -> None:
    browser = ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN)
    text = "ü" * (size // 2) + "x" * (size % 2)
    browser.receive_data(text_frame(text) + text_frame("next"))
    frames = [event for event in browser.events_received() if isinstance(event, Frame)]
    assert [(frame.opcode, frame.fin, bytes(frame.data).decode()) for frame in frames] == [
        (Opcode.TEXT, True, text),
        (Opcode.TEXT, True, "next"),
    ]


def sent(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """As a browser writes it."""
    return bytes(Frame(opcode, data, fin=fin).serialize(mask=True))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000, 65_535])
def test_a_frame_that_comes_whole_and_alone_is_read_at_once(size: int) -> None:
    text = "ü" * (size // 2) + "x" * (size % 2)
    assert text_of(sent(text.encode())) == text


OTHER = {
    "nothing": b"",
    "half a head": sent(b"ab")[:1],
    "half a mask": sent(b"ab")[:5],
    "half a text": sent(b"ab")[:-1],
    "half a long text": sent(b"a" * 300)[:-1],
    "two frames": sent(b"ab") + sent(b"cd"),
    "a long one and the next": sent(b"a" * 300) + sent(b"cd"),
    "a fragment": sent(b"ab", fin=False),
    "the end of fragments": sent(b"ab", Opcode.CONT),
    "bytes": sent(b"ab", Opcode.BINARY),
    "a ping": sent(b"", Opcode.PING),
    "the end": sent(b"\x03\xe8", Opcode.CLOSE),
    "no mask": text_frame("ab"),
    "an extension": b"\xc1" + sent(b"ab")[1:],
    "no text": sent(b"\xff\xfe"),
    "a length written too long": b"\x81\xfe\x00\x02" + sent(b"ab")[2:],
}


@pytest.mark.parametrize("other", OTHER)
def test_everything_else_is_left_to_the_parser(other: str) -> None:
    assert text_of(OTHER[other]) is None


def test_a_message_is_read_the_same_however_it_comes(house: ThreadHouse) -> None:
    """Whole, in two parts, two at once, in fragments, with a ping between; each is answered, in order."""
    table = house.open("genial_dice", "Anna", "Ben")
    with table.player(0) as anna:
        asked = [json.dumps({"do": "why", "id": f"{k}", "event": None}).encode() for k in range(8)]
        whole = [sent(each) for each in asked]
        parts = [
            whole[0],
            whole[1][:9],
            whole[1][9:],
            whole[2] + whole[3],
            sent(asked[4][:9], fin=False),
            sent(b"", Opcode.PING),
            sent(asked[4][9:], Opcode.CONT),
            whole[5] + whole[6][:3],
            whole[6][3:],
            whole[7],
        ]
        anna.socket.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            anna.socket.socket.sendall(part)
            table.scene()  # meanwhile it has come
        for k in range(8):
            assert anna.answer_to(f"{k}")["type"] == "explained"
