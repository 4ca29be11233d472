"""Strangers find each other, and people at one table talk."""

from __future__ import annotations

from typing import Any

import pytest

from server.serving import Opened, Player, Refusal, ThreadHouse, eventually, in_memory
from spieltisch.contract import Refused
from spieltisch.server.chat import KEPT, MOST_LINES, Talked, said
from spieltisch.server.limits import CHAT, JOINS, LISTED_OF_ADDRESS, Limits
from spieltisch.speech import Say

say = Say("en")
KEY = "k" * 32


def listed(house: ThreadHouse, language: str = "en") -> list[Any]:
    found: list[Any] = house.ask("GET", f"listed?lang={language}")["tables"]
    return found


def names(house: ThreadHouse) -> list[str]:
    return [table["table"] for table in listed(house)]


def join(table: Opened, name: str = "Cleo", key: str = KEY) -> Any:
    return table.ask("POST", "join", {"name": name, "key": key, "contribution": "ab"})


def gathering(house: ThreadHouse, *who: str) -> Opened:
    return house.open("genial", "Anna", *(who or ("open",)))


# Tables that look for players


def test_a_table_is_listed_while_its_host_wants_it_and_is_here(house: ThreadHouse) -> None:
    table = gathering(house, "greedy", "open")
    with table.player(0, host=True) as host:
        assert table.table not in names(house)
        host.ask("settle", listed=True)
        assert host.scene["listed"]
        (found,) = (each for each in listed(house) if each["table"] == table.table)
        assert (found["game"], found["variant"], found["free"]) == ("genial", "base", 1)
        assert (found["names"], found["bots"]) == (["Anna"], ["Lino"])
        host.ask("settle", listed=False)
        assert table.table not in names(house)
        host.ask("settle", listed=True)
    eventually(lambda: table.table not in names(house))
    with pytest.raises(Refusal, match=say("no_longer_listed")):
        join(table)
    with table.player(0, host=True):
        assert table.table in names(house)  # it was written, and the host is back


def test_who_gave_no_name_is_named_in_the_language_of_whoever_looks(house: ThreadHouse) -> None:
    table = house.open("genial", "Player 1", "open")
    with table.player(0, host=True) as host:
        host.ask("settle", listed=True)
        (found,) = (each for each in listed(house, "it") if each["table"] == table.table)
        assert found["names"] == ["Giocatore 1"]
        (told,) = house.ask("POST", "summaries?lang=de", {"tables": [table.table]})["tables"]
        assert told["names"][0] == "Spieler 1"


def test_only_the_host_puts_a_table_on_the_list_and_only_with_a_free_seat(house: ThreadHouse) -> None:
    table = gathering(house, "Ben")
    with table.player(1) as ben, pytest.raises(Refusal, match=say("only_the_host")):
        ben.ask("settle", listed=True)
    with table.player(0, 1, host=True) as host, pytest.raises(Refusal, match=say("nothing_to_list")):
        host.ask("settle", listed=True)


def test_whoever_comes_takes_a_seat_and_the_game_begins(house: ThreadHouse) -> None:
    table = gathering(house)
    with table.player(0, host=True) as host:
        host.ready()
        host.ask("settle", listed=True)
        sat = join(table)
        assert sat == {"seat": 1, "key": KEY}
        assert join(table) == sat  # the answer was lost; it is done once
        scene = host.until(lambda scene: scene["stage"] == "playing")
        assert [seat["name"] for seat in scene["seats"]] == ["Anna", "Cleo"]
        assert not scene["listed"]
        assert table.table not in names(house)
        with pytest.raises(Refusal, match=say("no_longer_listed")):
            join(table, "Dora", "d" * 32)
        with pytest.raises(Refusal, match=say("invitation_lapsed")):
            table.sit(1, "Ben")
    table.keys[1] = KEY
    assert table.scene(1)["looking"] == 1


def test_whoever_gives_no_name_is_a_guest(house: ThreadHouse) -> None:
    table = gathering(house, "open", "open")
    with table.player(0, host=True) as host:
        host.ask("settle", listed=True)
        for number in (1, 2):
            join(table, " ", f"{number}" * 32)
        assert [seat["name"] for seat in host.up_to_date()["seats"]] == ["Anna", "Guest", "Guest 2"]


def test_nobody_joins_a_table_that_is_not_listed(house: ThreadHouse) -> None:
    table = gathering(house)
    with table.player(0, host=True), pytest.raises(Refusal, match=say("no_longer_listed")):
        join(table)


def test_of_one_address_a_few_tables_are_listed(house: ThreadHouse) -> None:
    tables = [gathering(house) for _ in range(LISTED_OF_ADDRESS + 1)]
    hosts = [table.player(0, host=True) for table in tables]
    for host in hosts:
        host.ask("settle", listed=True)
    mine = [name for name in names(house) if name in {table.table for table in tables}]
    assert mine == [table.table for table in reversed(tables[1:])]
    for host in hosts:
        host.leave()


def test_nobody_sits_down_everywhere_at_once() -> None:
    with in_memory() as data:
        strict = ThreadHouse(data, limits=Limits())
        table = gathering(strict)
        for _ in range(int(JOINS[0])):
            with pytest.raises(Refusal, match=say("no_longer_listed")):
                join(table)
        with pytest.raises(Refusal, match=say("too_fast")):
            join(table)
        strict.stop()


def test_a_house_may_do_without_the_list() -> None:
    with in_memory() as data:
        house = ThreadHouse(data, lists=False)
        table = gathering(house)
        with table.player(0, host=True) as host:
            host.ask("settle", listed=True)
            assert listed(house) == []
            assert house.ask("GET", "house")["lists"] is False
            with pytest.raises(Refusal, match=say("no_list_here")):
                join(table)
        house.stop()


# What people say


def heard(player: Player) -> list[tuple[int, str, str]]:
    """All lines that a player has been told."""
    player.up_to_date()
    return [(line["seat"], line["name"], line["text"]) for line in player.lines]


def test_people_at_one_table_talk_and_spectators_do_not_hear_it(house: ThreadHouse) -> None:
    table = gathering(house, "Ben")
    with table.player(0, host=True) as anna, table.player(1) as ben, table.player() as nobody:
        anna.ask("chat", seat=0, text="  Hello,\n\u202eBen\x1b! ")
        assert heard(anna) == heard(ben) == [(0, "Anna", "Hello, Ben!")]
        assert heard(nobody) == []
        with pytest.raises(Refusal, match=say("not_your_seat")):
            nobody.ask("chat", seat=1, text="Me too")
        with pytest.raises(Refusal, match=say("not_your_seat")):
            ben.ask("chat", seat=0, text="I am Anna")
    with table.player(1) as again, table.player() as other:
        assert heard(again) == [(0, "Anna", "Hello, Ben!")]  # whoever comes back is told again
        assert heard(other) == []


def test_the_host_switches_it_off_for_all_and_what_was_said_is_forgotten(house: ThreadHouse) -> None:
    table = gathering(house, "Ben")
    with table.player(0, host=True) as anna, table.player(1) as ben:
        ben.ask("chat", seat=1, text="Boo")
        with pytest.raises(Refusal, match=say("only_the_host")):
            ben.ask("settle", chat=False)
        anna.ask("settle", chat=False)
        ben.until(lambda scene: not scene["chat"])
        with pytest.raises(Refusal, match=say("chat_is_off")):
            ben.ask("chat", seat=1, text="Boo")
        anna.ask("settle", chat=True)
    with table.player(1) as ben:
        assert heard(ben) == []


def test_what_the_host_has_settled_outlives_the_house_and_the_game(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with table.player(0, 1, host=True) as anna:
        anna.ask("settle", chat=False)
    house.play_to_the_end(table.table)
    house.forget(table.table)
    assert not table.scene()["chat"]
    with table.player(0, 1, host=True) as anna:
        anna.ask("rematch")
    assert not table.next().scene()["chat"]


def test_nothing_that_was_said_is_written(house: ThreadHouse) -> None:
    table = gathering(house, "Ben")
    with table.player(0) as anna:
        version = anna.version
        anna.ask("chat", seat=0, text="Between you and me")
        assert anna.up_to_date() and anna.version == version
    kept = house.run(house.hall.store.entries(table.table))
    assert not any("Between" in row.body for row in kept)


def test_nobody_talks_without_end_whatever_the_number_of_devices() -> None:
    with in_memory() as data:
        strict = ThreadHouse(data, limits=Limits(clock=lambda: 0.0))
        table = gathering(strict, "Ben")
        with table.player(0) as phone, table.player(0) as tablet, table.player(1) as ben:
            for number in range(int(CHAT[0])):
                (phone, tablet)[number % 2].ask("chat", seat=0, text=f"line {number}")
            for device in (phone, tablet):
                with pytest.raises(Refusal, match=say("too_fast")):
                    device.ask("chat", seat=0, text="one more")
            ben.ask("chat", seat=1, text="I may")
        strict.stop()


@pytest.mark.parametrize(
    "text",
    [
        "look at https://example.org/a",
        "HTTP://EXAMPLE",
        "www.example.shop",
        "write to me@example.it",
        "example.com",
        "go to sub.example.de now",
        "ｅｘａｍｐｌｅ．ｃｏｍ",
        "example。com",
        "10.0.0.1:8080",
        "bit.ly/abc",
        "example.it/path",
        "exa\u200bmple.c\u200bom",
    ],
)
def test_a_link_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        said(text)
    assert refused.value.reason.key == "no_links"


@pytest.mark.parametrize(
    "text", ["Good luck.You first", "ok.no way", "3.5 points", "what?!...no", "1:0 for me", "hm...", "8/10", "c4.d5"]
)
def test_what_only_looks_a_little_like_one_is_not(text: str) -> None:
    assert said(text) == text


def test_a_line_is_a_line() -> None:
    assert said("a\tb\n c") == "a b c"
    assert said("e" + "\u0301" * 50 + "!") == "e\u0301\u0301!"
    for nothing in ("  ", "\u200b\u202e", "\u3164"):
        with pytest.raises(Refused) as refused:
            said(nothing)
        assert refused.value.reason.key == "nothing_said"


def test_what_was_said_is_kept_for_a_day_and_not_all_of_it() -> None:
    now = 1000.0
    talked = Talked(lambda: now)
    lines = [talked.add(0, "Anna", str(number)) for number in range(MOST_LINES + 5)]
    assert talked.lines() == tuple(lines[5:])
    assert len({line.number for line in lines}) == len(lines)
    now += KEPT + 10
    last = talked.add(1, "Ben", "still here?")
    assert talked.lines() == (last,)
