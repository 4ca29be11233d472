"""The shortest way to one client and from it: a frame is written at once where nothing waits before it, without queue
and task; and one that comes whole and alone, as almost all do, is read without a parser."""

from __future__ import annotations

import struct
from typing import Protocol

from websockets.frames import apply_mask  # type: ignore[attr-defined]

OUTLET = "spieltisch.outlet"  # in the scope of a socket


class Outlet(Protocol):
    def write(self, text: str) -> bool:
        """Whether it was taken; nothing is, while the client does not read, and after the end."""

    def hang_up(self) -> None:
        """Whoever listens here hears that it is over."""


def text_frame(text: str) -> bytes:
    """As RFC 6455 has it, from a server: whole, not masked."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    return (struct.pack("!BBH", 0x81, 126, size) if size < 65_536 else struct.pack("!BBQ", 0x81, 127, size)) + data


def text_of(data: bytes) -> str | None:
    """Of one frame of a client: text, whole, masked, and nothing beside it. None: something else, for the parser."""
    size = len(data) - 6
    if size < 126:
        begin, whole = 2, size >= 0 and data[1] == 0x80 | size
    else:
        begin, whole = 4, data[1] == 0xFE and int.from_bytes(data[2:4], "big") == size - 2 >= 126
    if not whole or data[0] != 0x81:
        return None
    try:
        return apply_mask(data[begin + 4 :], data[begin : begin + 4]).decode()
    except UnicodeDecodeError:
        return None
