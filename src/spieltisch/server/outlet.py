"""The shortest way to one client: a frame is written at once where nothing waits before it, without queue and task."""

from __future__ import annotations

import struct
from typing import Protocol

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
