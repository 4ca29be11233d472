"""How much time a log leaves to whom, and when the house was open."""

from __future__ import annotations

import pytest

from spieltisch.contract import Refused
from spieltisch.server.hours import BEAT, GAP, RETURN, Hours
from spieltisch.tables import entries
from spieltisch.tables.clocks import BREATH, LAG, Clocks, must_be_up
from spieltisch.tables.entries import ClockSet


def move(seat: int, used: int | None) -> entries.MoveMade:
    return entries.MoveMade("played", seat, "roll", (), used=used)


def undone(seat: int) -> entries.Undone:
    return entries.Undone("undone", seat, 0)


def folded(chosen: ClockSet, *log: entries.Entry) -> Clocks:
    clocks = Clocks(chosen, 2)
    for at, entry in enumerate(log):
        clocks.note(entry, float(at))
    return clocks


def test_per_move_every_turn_begins_with_the_whole_time() -> None:
    clocks = folded(ClockSet("move", 60), move(0, 50_000), move(1, 1), move(0, 59_000))
    assert [clocks.allowance(seat) for seat in (0, 1)] == [60_000, 60_000]


def test_per_game_each_has_what_they_have_not_used_and_a_move_adds_to_it() -> None:
    clocks = folded(ClockSet("game", 600, 5), move(0, 100_000), move(1, 20_000), move(0, 50_000))
    assert [clocks.allowance(seat) for seat in (0, 1)] == [460_000, 585_000]


def test_when_the_time_for_the_game_is_used_up_there_is_a_breath_for_each_move() -> None:
    clocks = folded(ClockSet("game", 60), move(0, 60_000), move(0, BREATH))
    assert clocks.allowance(0) == BREATH


def test_whoever_takes_a_move_back_does_not_get_its_time_back() -> None:
    per_move = folded(ClockSet("move", 60), move(0, 20_000), undone(0))
    assert per_move.allowance(0) == 40_000
    again = folded(ClockSet("move", 60), move(0, 20_000), undone(0), move(0, 30_000), undone(0))
    assert again.allowance(0) == 10_000
    done = folded(ClockSet("move", 60), move(0, 20_000), undone(0), move(0, 30_000), move(1, 0))
    assert done.allowance(0) == 60_000
    per_game = folded(ClockSet("game", 60, 10), move(0, 20_000), undone(0))
    assert per_game.allowance(0) == 40_000  # and what the move had added is gone


def test_moves_of_older_logs_and_of_the_terminal_cost_nothing() -> None:
    assert folded(ClockSet("game", 60), move(0, None)).allowance(0) == 60_000


def test_time_is_called_until_the_computer_has_moved_or_something_else_happens_there() -> None:
    called = entries.TimeCalled("time_called", 1)
    assert folded(ClockSet("move", 60), called).called == {1}
    returned = entries.Returned("returned", 1)
    for after in (move(1, 60_000), undone(0), entries.Replaced("replaced", 1, "greedy"), returned):
        assert folded(ClockSet("move", 60), called, after).called == set()
    assert folded(ClockSet("move", 60), called, move(0, 1)).called == {1}


def test_nobody_says_that_time_is_up_before_it_has_had_its_way_over_the_line() -> None:
    must_be_up("Ben", -LAG)
    with pytest.raises(Refused):
        must_be_up("Ben", -LAG + 0.01)


# When the house was open


def test_time_passes_while_the_house_is_open() -> None:
    hours = Hours(clock=lambda: 100.0)
    hours.clock = lambda: 160.0
    assert hours.passed(110.0) == 50.0
    assert hours.ends(110.0, 30.0) == 140.0


def test_while_it_was_closed_no_time_passed_and_after_a_restart_everybody_finds_the_way_back() -> None:
    hours = Hours([(0.0, 50.0)], clock=lambda: 1000.0)
    assert hours.passed(40.0) == 10.0
    hours.clock = lambda: 1000.0 + RETURN
    assert hours.passed(40.0) == 10.0
    hours.clock = lambda: 1000.0 + RETURN + 7
    assert hours.passed(40.0) == 17.0
    assert hours.ends(40.0, 10.0) == 50.0
    assert hours.ends(40.0, 12.0) == 1000.0 + RETURN + 2


def test_of_what_nobody_noted_nothing_is_counted() -> None:
    assert Hours([(200.0, 300.0)], clock=lambda: 1000.0).passed(0.0) == 100.0


def test_several_servers_that_were_open_at_once_count_once() -> None:
    hours = Hours([(20.0, 60.0), (0.0, 50.0), (70.0, 80.0), (75.0, 75.0)], clock=lambda: 1000.0)
    assert hours.passed(0.0) == 70.0


def test_a_machine_that_slept_was_closed() -> None:
    now = 0.0
    hours = Hours(clock=lambda: now)
    for now in (BEAT, 2 * BEAT):
        assert hours.beat() == (0.0, now)
    now = 2 * BEAT + GAP + 1
    assert hours.beat() == (now + RETURN, now + RETURN)
    assert hours.passed(0.0) == 2 * BEAT
    now += RETURN + 5
    assert hours.passed(0.0) == 2 * BEAT + 5
