"""Nothing unwritten is ever shown: not when the log cannot be written, and not when it cannot even be read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from server.serving import PATIENCE, Opened, Player, ThreadHouse
from spieltisch.contract import Trouble
from spieltisch.tables.store import Conflict

AWAY = "The tables are out of reach."


@contextmanager
def out_of_reach(house: ThreadHouse, unwritten: Exception, unread: Exception) -> Iterator[None]:
    """As if the database had been stopped."""

    async def append(*_: Any, **__: Any) -> float:
        raise unwritten

    async def entries(*_: Any, **__: Any) -> list[Any]:
        raise unread

    async def state_of_others() -> object:
        return object()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.hall.store, "append", append)
        patch.setattr(house.hall.store, "entries", entries)
        patch.setattr(house.hall.store, "state_of_others", state_of_others)
        yield


def told_to_a_newcomer(table: Opened, keys: list[str]) -> list[str]:
    """Everything that a fresh socket hears until it is closed."""
    player = Player.__new__(Player)
    player.frames, player.scene = [], None
    with pytest.raises((ConnectionClosed, TimeoutError)):
        player.__init__(table.house, table.table, keys)  # type: ignore[misc]
    return player.frames


def question(version: int) -> dict[str, Any]:
    return {"do": "play", "id": "once", "seat": 0, "move": "roll", "version": version}


def rolls(table: Opened) -> int:
    return [event["move"] for event in table.ask("GET", "events")["events"]].count("roll")


@pytest.mark.parametrize("unwritten", [Trouble(AWAY), Conflict()], ids=["away", "another was faster"])
def test_a_move_that_cannot_be_written_is_told_in_one_sentence_and_shown_to_nobody(
    house: ThreadHouse, unwritten: Exception
) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0) as anna, table.player() as spectator:
        before, seen, events = anna.up_to_date(), spectator.up_to_date(), table.ask("GET", "events")
        version, heard = anna.version, len(spectator.frames)
        with out_of_reach(house, unwritten, Trouble(AWAY)):
            anna.send(question(version))
            answer = anna.answer_to("once")
            assert (answer["type"], answer["text"]) == ("refused", AWAY)
            for keys in ([], [table.keys[0]]):  # from memory, because somebody watches
                with Player(house, table.table, keys) as newcomer:
                    assert (newcomer.version, newcomer.scene["events"]) == (version, before["events"])
            assert table.ask("GET", "events") == events
            assert (anna.up_to_date(), spectator.up_to_date()) == (before, seen)
        assert [json.loads(frame)["type"] for frame in spectator.frames[heard:]] == ["explained"]
        for _ in range(2):
            anna.send(question(version))
            assert anna.answer_to("once")["type"] == "change"
            assert rolls(table) == 1
        assert anna.version == version + 1


def test_who_comes_to_a_table_that_cannot_be_read_is_told_in_one_sentence(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with out_of_reach(house, Trouble(AWAY), Trouble(AWAY)):
        for keys in ([], [table.keys[0]]):
            told = [json.loads(frame) for frame in told_to_a_newcomer(table, keys)]
            assert told == [{"type": "trouble", "text": AWAY}]


def test_whatever_goes_wrong_the_same_move_is_done_once_when_the_log_is_back(house: ThreadHouse) -> None:
    """An error that nobody has foreseen ends the conversation; but nothing has happened, and nothing was shown."""
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    before = table.ask("GET", "events")
    with table.player(0) as anna:
        version = anna.version
        with out_of_reach(house, RuntimeError("a mistake"), RuntimeError("another")):
            anna.send(question(version))
            with pytest.raises(ConnectionClosed):
                while True:
                    anna.hear(PATIENCE)
            assert all(json.loads(frame)["version"] == version for frame in anna.frames if '"version"' in frame)
            assert told_to_a_newcomer(table, [table.keys[0]]) == []
    assert table.ask("GET", "events") == before
    with table.player(0) as anna:
        assert anna.version == version
        for _ in range(2):
            anna.send(question(version))
            assert anna.answer_to("once")["type"] == "change"
    assert rolls(table) == 1
