"""Several processes of one house on one PostgreSQL: whatever is done at one is seen at the other."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest

from server.postgres import Cluster
from server.serving import Opened, Player, Refusal, ThreadHouse, eventually, in_memory
from spieltisch.server import hall
from spieltisch.server.others import Here, Others
from spieltisch.speech import Say
from spieltisch.tables import postgres_bus
from spieltisch.tables.bus import PEOPLE, TABLES, Alone
from spieltisch.tables.postgres_bus import LARGEST, PostgresBus

say = Say("en")


@pytest.fixture(scope="module")
def houses(postgres: Cluster) -> Iterator[tuple[ThreadHouse, ThreadHouse]]:
    """Two servers on one database; the look at all tables comes too late to help."""
    with in_memory() as data, ExitStack() as closing, pytest.MonkeyPatch.context() as patched:
        patched.setattr(hall, "SAFETY", 1000.0)
        url = postgres.database()
        served = []
        for name in ("one", "other"):
            (data / name).mkdir(mode=0o700)
            served.append(ThreadHouse(data / name, database=url))
            closing.callback(served[-1].stop)
        eventually(lambda: all(house.hall.others.bus.hears for house in served))
        yield served[0], served[1]


def at(house: ThreadHouse, table: Opened) -> Opened:
    """The same table with the same keys at another process."""
    return Opened(house, table.table, table.host, table.commitment, table.keys, table.invites)


def has_seen(events: int, scene: Any) -> bool:
    return bool(scene["events"] >= events)


def test_a_move_at_one_process_is_shown_at_the_other(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, host=True) as anna, at(other, table).player(1) as ben, Player(other, table.table) as guest:
        for _ in range(3):
            mover = anna if anna.scene["seats"][0]["decides"] else ben
            mover.play()
            for each in (anna, ben, guest):
                each.until(partial(has_seen, mover.scene["events"]))
        assert anna.scene["log"] == ben.scene["log"] == guest.scene["log"]


def test_a_seat_taken_at_one_process_is_known_at_the_other(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "open")
    elsewhere = at(other, table)
    with elsewhere.player(0, host=True) as anna:
        table.sit(1, "Ben")
        elsewhere.make_ready(0, 1)  # the key is known at once, before any word of it has come
        anna.until(lambda scene: scene["seats"][1]["name"] == "Ben" and scene["stage"] == "playing")
        with elsewhere.player(1) as ben:
            assert ben.scene["seats"][1]["yours"]


def test_who_is_at_another_process_is_here_and_nobody_decides_about_their_seat(
    houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spieltisch.tables.stand_ins.LONG", 0.0)
    one, other = houses
    table = one.open("genial_dice", "Anna", "Ben")
    with table.player(0, host=True).ready() as anna:
        with at(other, table).player(1).ready():
            anna.until(lambda scene: scene["seats"][1]["here"])
            with pytest.raises(Refusal, match=say("player_is_here", name="Ben")):
                anna.ask("replace", seat=1, bot="greedy")
        anna.until(lambda scene: not scene["seats"][1]["here"])
        anna.ask("replace", seat=1, bot="greedy")


def test_while_other_processes_are_not_heard_nobody_is_away_for_long(
    houses: tuple[ThreadHouse, ThreadHouse], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = houses
    table = one.open("genial_dice", "Anna", "Ben").make_ready()
    room = one.room(table.table)
    now = room.clock()
    monkeypatch.setattr(room, "clock", lambda: now + 1000.0)
    assert room.away(1) > 900
    monkeypatch.setattr(type(one.hall.others.bus), "hears", property(lambda bus: False))
    assert 0 < room.away(1) < 1


def test_a_process_that_ends_without_a_word_takes_its_people_with_it(
    houses: tuple[ThreadHouse, ThreadHouse],
) -> None:
    one, _ = houses
    table = one.open("genial_dice", "Anna", "Ben")
    others, room = one.hall.others, one.room(table.table)

    async def comes_and_goes() -> None:
        others._told("third", f'{{"do":"here","table":"{table.table}","seats":[1],"host":false,"listed":false}}')
        assert room.here() == {1}
        assert room.away(1) == 0
        others._gone("third")
        assert room.here() == set()
        assert 0 < room.away(1) < 1, "they have just gone"

    one.run(comes_and_goes())
    assert table.table not in others._people


def test_gestures_and_words_reach_the_people_at_the_other_process(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "Ben").make_ready()
    elsewhere = at(other, table)
    with table.player(0, host=True) as anna, elsewhere.player(1) as ben, Player(other, table.table) as guest:
        anna.send({"do": "gesture", "seat": 0, "gesture": "bravo"})
        ben.heard(lambda message: message["type"] == "gestured")
        assert ben.gestures == [(0, "bravo")]
        anna.ask("chat", seat=0, text="Guten Abend")
        ben.heard(lambda message: message["type"] == "chat")
        ben.ask("chat", seat=1, text="Buona sera")
        anna.heard(lambda message: message["type"] == "chat" and message["lines"][0]["seat"] == 1)
        assert [line["text"] for line in anna.lines] == [line["text"] for line in ben.lines]
        guest.up_to_date()
        assert guest.lines == [], "who only looks on does not hear it"


def test_whoever_comes_later_to_another_process_hears_what_has_been_said(
    houses: tuple[ThreadHouse, ThreadHouse],
) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "Ben")
    with table.player(0, host=True) as anna:
        anna.ask("chat", seat=0, text="Is anybody there?")
        with at(other, table).player(1) as ben:
            ben.heard(lambda message: message["type"] == "chat")
            assert [line["text"] for line in ben.lines] == ["Is anybody there?"]


def test_a_table_that_looks_for_players_is_on_the_list_of_every_process(
    houses: tuple[ThreadHouse, ThreadHouse],
) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "open")
    with table.player(0, host=True) as anna:
        anna.ask("settle", listed=True)

        def on_the_list() -> bool:
            return any(each["table"] == table.table for each in other.ask("GET", "listed")["tables"])

        eventually(on_the_list)
        sat = other.ask("POST", f"tables/{table.table}/join", {"name": "Ben", "contribution": "", "key": "k" * 40})
        assert sat["seat"] == 1
        anna.until(lambda scene: scene["seats"][1]["name"] == "Ben")


def test_with_people_at_two_processes_a_bot_plays_once(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "greedy").make_ready()
    with table.player(0, host=True), at(other, table).player(0) as again:
        while not any(line["seat"] == 1 for line in again.scene["log"]):
            again.until(lambda scene: scene["seats"][0]["decides"])
            again.play("stop" if "stop" in again.moves() else None)
            again.until(lambda scene: scene["seats"][0]["decides"] or scene["log"][-1]["seat"] == 1)
    rows = [each.number for each in one.run(one.hall.store.entries(table.table))]
    assert rows == list(range(len(rows))), "no move twice"


def test_a_listener_that_was_cut_off_connects_anew_and_reads_what_it_missed(
    postgres: Cluster,
    houses: tuple[ThreadHouse, ThreadHouse],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    one, other = houses
    table = one.open("genial_dice", "Anna", "Ben").make_ready()
    with at(other, table).player(1) as ben:
        monkeypatch.setattr(type(other.hall.others), "_written", lambda *_: None)  # words of versions are lost
        seat = table.waiting()[0]
        events = table.play(seat)["events"]
        postgres.run("postgres", CUT)
        ben.until(lambda scene: scene["events"] == events)
    eventually(lambda: all(house.hall.others.bus.hears for house in houses))
    eventually(lambda: caplog.messages.count("Other processes are heard again.") == len(houses))
    unheard = [each for each in caplog.messages if each.startswith("Other processes are not heard for a moment: ")]
    assert len(unheard) == len(houses)


CUT = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'spieltisch %'"


# The bus itself


async def heard_of(url: str, *words: tuple[str, str]) -> tuple[list[str], list[str]]:
    """What another process hears, and what the one itself."""
    one, other = PostgresBus(url), PostgresBus(url)
    told: dict[str, list[str]] = {"one": [], "other": []}
    for name, bus in (("one", one), ("other", other)):
        bus.subscribe(PEOPLE, lambda process, word, name=name: told[name].append(word))  # type: ignore[misc]
        bus.start()
    async with asyncio.timeout(20):
        while not (one.hears and other.hears):
            await asyncio.sleep(0.01)
        for word, about in words:
            one.publish(PEOPLE, word, about)
        one.publish(PEOPLE, "last")
        while "last" not in told["other"]:
            await asyncio.sleep(0.01)
    await one.close()
    await other.close()
    return told["other"], told["one"]


def test_words_that_gather_go_together_and_of_those_about_the_same_only_the_last(url: str) -> None:
    long = "x" * (LARGEST - 100)
    heard, own = asyncio.run(
        heard_of(url, ("a1", "a"), ("b1", "b"), ("a2", "a"), (long, ""), (long, ""), ("y" * 8000, ""))
    )
    assert heard == ["b1", "a2", long, long, "last"], "what is too long is left out"
    assert own == [], "nobody hears their own words"


def test_a_bus_that_does_not_hear_its_own_heart_connects_anew(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_bus, "BEAT", 0.05)
    monkeypatch.setattr(postgres_bus, "SILENCE", 0.2)
    monkeypatch.setattr(postgres_bus, "PAUSE", 0.01)

    async def scenario() -> None:
        bus, again = PostgresBus(url), list[bool]()
        bus.watch(lambda: again.append(True), lambda name: None)
        heard = bus._heard
        bus._heard = lambda *what: None if len(again) == 1 else heard(*what)  # type: ignore[method-assign]
        bus.start()
        async with asyncio.timeout(20):
            while len(again) < 2 or not bus.hears:
                await asyncio.sleep(0.01)
        await bus.close()

    asyncio.run(scenario())


def test_of_a_process_that_is_silent_all_are_told(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_bus, "BEAT", 0.05)
    monkeypatch.setattr(postgres_bus, "SILENCE", 0.3)

    async def scenario() -> None:
        one, other, gone = PostgresBus(url), PostgresBus(url), list[str]()
        one.watch(lambda: None, gone.append)
        for bus in (one, other):
            bus.start()
        async with asyncio.timeout(20):
            while other.name not in one._signs:
                await asyncio.sleep(0.01)
            await other.close()
            while gone != [other.name]:
                await asyncio.sleep(0.01)
        await one.close()

    asyncio.run(scenario())


class Overheard(Alone):
    """A bus that notes what is said."""

    shared = True

    def __init__(self) -> None:
        self.words: list[tuple[str, Any]] = []

    def publish(self, channel: str, word: str, about: str = "") -> None:
        self.words.append((channel, word))


def test_nothing_hidden_goes_over_the_bus() -> None:
    """A version, a seat, a gesture, a line: none of it says what is in a hand."""
    others = Others(bus := Overheard())
    others.wrote("table", 7)
    others.are_told(Here("here", "table", (1,), True))
    assert bus.words == [
        (TABLES, "table:7"),
        (PEOPLE, '{"do":"here","table":"table","seats":[1],"host":true,"listed":false}'),
    ]


def test_words_of_another_version_or_of_nobody_do_no_harm() -> None:
    others = Others(Overheard())
    for word in ("", "{}", '{"do":"here"}', '{"do":"dance","table":"t"}', '{"do":"shown","table":"t","seat":9}', "[1]"):
        others._told("somebody", word)
    others._written("somebody", "nonsense")
    assert others._people == {}
