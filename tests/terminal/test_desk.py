"""The desk between the keyboard and the store."""

from __future__ import annotations

import signal
from functools import partial
from pathlib import Path

from spieltisch import registry
from spieltisch.tables.opening import Place, open_table
from spieltisch.tables.seats import PERSON
from spieltisch.terminal.desk import Desk
from terminal.running import Run


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


def test_a_table_with_secret_racks_goes_on_in_the_browser_only(data: Path, run: Run) -> None:
    """The terminal would offer moves, hints and bots that need the racks."""
    places = [Place(PERSON, "Anna"), Place(PERSON, "Ben")]
    game = registry.game("genial")
    with Desk(data) as desk:
        desk.open(partial(open_table, game, "base", {"start": "1"}, places, dice="real", discreet=True))
    result = run("resume")
    assert result.exit_code == 1 and "it goes on in the browser only" in " ".join(result.output.split())
