"""The desk between the keyboard and the store."""

from __future__ import annotations

import signal
from pathlib import Path

from spieltisch.terminal.desk import Desk


def test_what_is_answered_is_not_spelled_out_on_the_way(data: Path) -> None:
    """A table takes longer to spell out than to be written; asyncio would do it where it handles Ctrl-C."""
    spelled: list[int] = []

    class Answer:
        def __repr__(self) -> str:
            spelled.append(1)
            return "a long story"

    async def asked() -> Answer:
        return Answer()

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with Desk(data) as desk:
            assert isinstance(desk.run(asked()), Answer)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not spelled
