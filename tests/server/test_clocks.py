"""Clocks at a served table: whose time runs, what a move costs, and what happens when it is up."""

from __future__ import annotations

import time
from typing import Any

import pytest

from server.serving import Opened, Refusal, ThreadHouse, in_memory
from spieltisch.server.hours import RETURN, Hours
from spieltisch.speech import Say
from spieltisch.tables import entries, house_book

say = Say("en")
A_MINUTE = {"per": "move", "seconds": 60}


def playing(house: ThreadHouse, *who: str, game: str = "genial", clock: Any = None) -> Opened:
    return house.open(game, *(who or ("Anna", "Ben")), options={"start": "1"}, clock=clock or A_MINUTE).make_ready()


def later(house: ThreadHouse, table: Opened, seconds: float) -> None:
    """So much time has passed for the clocks of this table; nobody has waited."""
    room = house.room(table.table)
    by = room.hours.clock() - time.time() + seconds
    hours = Hours(clock=lambda: time.time() + by)
    hours._since = 0.0
    room.hours = room.scenes.hours = hours


def used(house: ThreadHouse, table: Opened) -> list[int | None]:
    log = house.run(house.hall.store.entries(table.table))
    return [entry.used for row in log if isinstance(entry := entries.read(row.body), entries.MoveMade)]


def test_the_time_of_whoever_is_to_move_runs_and_the_log_says_what_a_move_has_used(house: ThreadHouse) -> None:
    table = playing(house, clock={"per": "game", "seconds": 600, "increment": 5})
    clock = table.scene(0)["clock"]
    assert (clock["per"], clock["seconds"], clock["increment"], clock["left"]) == ("game", 600, 5, [600_000, 600_000])
    assert clock["ends"][1] is None
    assert clock["ends"][0] == pytest.approx((time.time() + 600) * 1000, abs=20_000)
    later(house, table, 100)
    table.play(0)
    clock = table.scene(0)["clock"]
    assert clock["left"][0] == pytest.approx(505_000, abs=9_000)
    assert clock["left"][1] == 600_000
    assert clock["ends"][0] is None and clock["ends"][1] is not None
    assert used(house, table) == [pytest.approx(100_000, abs=9_000)]


def test_whoever_comes_is_told_the_time_of_the_house(house: ThreadHouse) -> None:
    table = playing(house)
    with table.player(0) as anna:
        assert f'"now":{int(time.time())}'[:12] in anna.frames[0]
    without = house.open("genial", "Anna", "Ben").make_ready()
    with without.player(0) as anna:
        assert '"now"' not in anna.frames[0]
        assert anna.scene["clock"] is None


def test_the_others_may_say_that_time_is_up_and_the_computer_makes_that_move_only(house: ThreadHouse) -> None:
    table = playing(house)
    with table.player(0) as anna, table.player(1) as ben, table.player() as nobody:
        with pytest.raises(Refusal, match=say("time_is_not_up", name="Anna")):
            ben.ask("call_time", seat=0)
        later(house, table, 62)
        for stranger in (nobody, anna):  # nor those whose time it is
            with pytest.raises(Refusal, match=say("only_the_host")):
                stranger.ask("call_time", seat=0)
        with pytest.raises(Refusal, match=say("time_is_not_up", name="Ben")):
            anna.ask("call_time", seat=1)  # it is not his turn
        assert ben.up_to_date()["seats"][0]["decides"]
        ben.ask("call_time", seat=0)
        scene = ben.until(lambda scene: scene["seats"][1]["decides"])
        assert [notice["text"] for notice in scene["notices"]] == [say("time_was_up", name="Anna")]
        assert scene["seats"][0]["who"] == "person"
        later(house, table, 5)
        ben.play()
        anna.until(lambda scene: scene["seats"][0]["decides"])
        anna.play()  # she plays on as before
    assert used(house, table)[0] == 60_000  # not more than she had


def test_bots_have_no_clock_and_nobody_without_one_is_hurried(house: ThreadHouse) -> None:
    table = playing(house, "Anna", "greedy")
    assert table.scene()["clock"]["left"] == [60_000, None]
    without = house.open("genial", "Anna", "Ben", options={"start": "1"}).make_ready()
    with without.player(1) as ben, pytest.raises(Refusal, match=say("time_is_not_up", name="Anna")):
        ben.ask("call_time", seat=0)
    without.play(0)
    assert used(house, without) == [None]


def test_where_all_decide_at_once_nobody_gets_more_time_because_another_has_moved(house: ThreadHouse) -> None:
    table = house.open("brilliant", "Anna", "Ben", "Cleo", clock=A_MINUTE).make_ready()
    deciding = table.waiting()
    assert len(deciding) > 1
    before = table.scene()["clock"]["ends"]
    first, *others = deciding
    table.play(first)
    after = table.scene()["clock"]["ends"]
    still = [seat for seat in others if seat in table.waiting()]
    assert still and [after[seat] for seat in still] == [before[seat] for seat in still]


def test_a_table_that_is_read_from_its_log_goes_on_with_the_same_time(house: ThreadHouse) -> None:
    table = playing(house, clock={"per": "game", "seconds": 600})
    later(house, table, 200)
    table.play(0)
    before = table.scene()["clock"]
    house.forget(table.table)
    assert table.scene()["clock"] == before


def test_the_clock_stands_still_while_the_house_is_closed() -> None:
    with in_memory() as data:
        house = ThreadHouse(data)
        table = playing(house)
        before = table.scene()["clock"]["ends"][0]
        house.stop()
        closed = time.time()
        table.house = again = ThreadHouse(data)
        opened = time.time()
        after = table.scene()["clock"]["ends"][0]
        again.stop()
    assert after / 1000 >= before / 1000 + (opened - closed) + RETURN - 3


@pytest.mark.parametrize(
    "clock",
    [
        {"per": "move", "seconds": 9},
        {"per": "move", "seconds": 15 * 86400},
        {"per": "game", "seconds": 60, "increment": -1},
        {"per": "day", "seconds": 60},
    ],
)
def test_a_clock_has_limits(house: ThreadHouse, clock: dict[str, Any]) -> None:
    with pytest.raises(Refusal) as refused:
        house.open("genial", "Anna", "Ben", clock=clock)
    assert refused.value.status == 422


def test_a_rematch_has_the_same_clock(house: ThreadHouse) -> None:
    table = playing(house, game="genial_dice")
    house.play_to_the_end(table.table)
    assert table.scene()["clock"]["ends"] == [None, None]
    with table.player(0, 1, host=True) as anna:
        anna.ask("rematch")
    assert table.next().scene()["clock"]["seconds"] == 60


def test_hours_are_kept_and_what_is_long_ago_is_forgotten(house: ThreadHouse) -> None:
    store = house.hall.store
    old, now = (100.0, 200.0), time.time()

    async def noted() -> list[house_book.Span]:
        await house_book.was_open(store, old)
        await house_book.was_open(store, (now, now))
        await house_book.was_open(store, (now, now + 5))
        return await house_book.hours(store)

    spans = house.run(noted())
    assert old not in spans and (now, now + 5) in spans and (now, now) not in spans
