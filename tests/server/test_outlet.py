"""What is told goes out at once where nothing waits before it, and always in order."""

from __future__ import annotations

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from spieltisch.server.clients import Client
from spieltisch.server.outlet import text_frame
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
