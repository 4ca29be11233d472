"""While somebody waits for a table, the table changes: what they get is what is theirs then."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from server.serving import PATIENCE, Opened, ThreadHouse
from spieltisch.contract import Reason, Refused
from spieltisch.server import wire
from spieltisch.server.actions import Asker, Forbidden, carry_out
from spieltisch.server.clients import Client
from spieltisch.server.rooms import Room
from spieltisch.server.talk import Talk
from spieltisch.tables import entries, proposals, stand_ins
from spieltisch.tables.live import LiveTable
from spieltisch.tables.stand_ins import Wisher
from spieltisch.tables.store import Store


async def with_an_invitation(room: Room, seat: int) -> str:
    """A seat that the others have agreed to give to somebody else, and to which the host has invited one."""
    await room.change(lambda table: stand_ins.carried_out(seat, ""))
    invited = await room.change(lambda table: stand_ins.invite(table, seat, Wisher(frozenset(), room.away)))
    assert invited is not None
    return invited.secret


async def written_elsewhere(house: ThreadHouse, room: Room, entry: entries.Entry) -> None:
    """By another process that knows all that this one knows."""
    table, body = room.table, entries.written(entry)
    store = await Store.open(str(house.hall.store.engine.url))
    await store.append(table.name, table.version, body, table.chain.next(body))
    await store.close()


def a_table(house: ThreadHouse) -> tuple[Opened, Room]:
    """At which Anna on seat 0 decides, so that nobody plays for seat 1 meanwhile."""
    table = house.open("genial", "Anna", "Ben", options={"start": "1"}).make_ready()
    assert table.waiting() == [0]
    return table, house.room(table.table)


@pytest.mark.parametrize(
    "message",
    [
        lambda key: wire.Look("look", 1),
        lambda key: wire.Speak("speak", "it"),
        lambda key: wire.Hello("hello", (key,), "en", 1),
        lambda key: wire.AskMoves("moves", "a", 1),
        lambda key: wire.AskPreview("preview", "a", 1, "anything"),
    ],
    ids=["look", "speak", "hello", "moves", "preview"],
)
def test_a_seat_that_is_lost_while_one_waits_does_not_come_back(
    house: ThreadHouse, message: Callable[[str], Any]
) -> None:
    table, room = a_table(house)
    key = table.keys[1]

    async def lose() -> Client:
        invite = await with_an_invitation(room, 1)
        client = Client((key,), room.eyes((key,), "en"))
        await room.join(client)
        assert client.eyes.looking == 1
        async with room.lock:
            asking = asyncio.create_task(Talk(room, client, "", house.limits).answer(message(key)))
            await asyncio.sleep(0)
            await room._journal.change(lambda table: proposals.sit(table, invite, "Cara", "cc"))
            while not client.frames.empty():
                client.frames.get_nowait()
        await asking
        room.leave(client)
        return client

    client = house.run(lose())
    assert not client.eyes.seats and client.eyes.looking != 1
    told = "".join(frame for frame in iter(lambda: None if client.frames.empty() else client.frames.get_nowait(), None))
    assert '"yours":true' not in told and '"moves"' not in told
    if not isinstance(message(key), wire.Look | wire.Speak | wire.Hello):
        assert room.scenes.say("en")("not_your_seat") in told


def test_the_head_that_somebody_knows_is_not_told_to_them_with_a_change_that_comes_before(house: ThreadHouse) -> None:
    """With a change the page cannot compare it: it would take a log that was exchanged for the one it knows."""
    _, room = a_table(house)

    async def greet_again() -> list[Any]:
        client, known = Client((), room.eyes((), "en")), room.table.version
        talk = Talk(room, client, "", house.limits)
        await room.join(client)
        async with room.lock:
            greeting = asyncio.create_task(talk.answer(wire.Hello("hello", (), "en", None, known)))
            while not room.lock._waiters:
                await asyncio.sleep(0.001)
            await room._journal.change(lambda table: proposals.play(table, 0, table.playthrough.moves(0)[0], "a"))
            room._show_all(None, None)
        await greeting
        room.leave(client)
        talk.leave()
        return [json.loads(client.frames.get_nowait() or "") for _ in range(client.frames.qsize())]

    head = house.run(room.head_at(room.table.version))
    told = house.run(greet_again())
    assert [each["type"] for each in told] == ["whole", "change", "whole"]
    assert told[-1]["known"] == head


def test_who_loses_the_seat_to_a_faster_one_does_not_act_for_it(house: ThreadHouse) -> None:
    """Another process has written that somebody else sits there: what is asked again is asked with fresh eyes."""
    table, room = a_table(house)
    key = table.keys[1]

    async def too_late() -> None:
        invite = await with_an_invitation(room, 1)
        taken = proposals.sit(room.table, invite, "Cara", "cc")
        assert taken is not None
        await room.change(lambda table: stand_ins.carried_out(1, "greedy"))
        await room.bots.rest()
        await written_elsewhere(house, room, taken.entry)
        await carry_out(Asker(room, (key,)), wire.Leave("leave", "a", 1))

    with pytest.raises(Forbidden):
        house.run(too_late())
    assert room.table.chairs[1].name == "Cara"


def test_what_was_written_before_something_failed_is_told_and_bots_go_on(house: ThreadHouse) -> None:
    _, room = a_table(house)

    async def fail() -> None:
        version, thought = room.table.version, list[int]()
        waiting = asyncio.create_task(room.wait_for_news(version, PATIENCE))
        await asyncio.sleep(0)
        room.bots.think = lambda: thought.append(room.table.version)  # type: ignore[method-assign]

        def refused(_: LiveTable) -> None:
            raise Refused(Reason("not_your_seat"))

        await written_elsewhere(house, room, entries.Replaced("replaced", 1, "random"))
        with pytest.raises(Refused):
            await room.change(refused)
        del room.bots.think
        assert thought == [version + 1]
        async with asyncio.timeout(1):
            await waiting

    house.run(fail())
