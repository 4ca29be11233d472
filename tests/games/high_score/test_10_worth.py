"""What a position is worth to a seat: chips, and in a round what stopping now would give."""

from __future__ import annotations

import pytest

from games.high_score.cards import last_round, on_card
from kit import arrange, table, worth
from spieltisch import Table


def worths(at: Table) -> list[int]:
    return [worth(at, seat) for seat in range(at.players)]


def test_a_chip_point_is_worth_a_million() -> None:
    at = arrange(table("high_score", 3), gold=[1, 0, 0, 0, 0], silver=[1, 1, 0, 0, 0], bronze=[0, 0, 1, 0, 0])
    assert worths(at) == [5_000_000, 2_000_000, 1_000_000]


def test_before_the_last_player_a_field_is_worth_ten_thousand() -> None:
    at = on_card("full sum -5", players=3).play("5 5 5 5 5 1 1")
    assert worths(at) == [270_027, 0, 0]
    at.play("stop")
    assert worths(at) == [270_027, 0, 0]
    at.play("5 5 5 5 5 1 1")
    assert worths(at) == [270_027, 260_027, 0]
    at.play("roll", "* * 1 1 1 1 1")
    assert worths(at) == [270_027, -5, 0]
    at.play("stop")
    assert worths(at) == [270_027, -5, 0]


def test_to_the_last_player_the_chip_counts_that_stopping_brings() -> None:
    at = on_card("full sum -5", players=3).play("2 2 2 2 2 2 2", "stop", "1 1 1 1 1 1 1", "stop")
    assert worths(at.play("3 3 3 3 3 3 3"))[2] == 3_000_021
    assert worths(at.play("roll", "2 2 2 2 2 2 2"))[2] == 2_000_014
    assert worths(at.play("roll", "1 1 1 1 1 1 2"))[2] == 2_000_008
    assert worths(at.play("roll"))[2] == 0
    at = on_card("full sum -5", players=3).play("2 2 2 2 2 2 2", "stop", "1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 1")
    assert worths(at) == [140_014, 70_007, 1_000_007]
    assert worths(at.play("roll", "* * 1 1 1 1 1"))[2] == -5


@pytest.mark.parametrize("start", [1, 2])
def test_who_is_last_depends_on_who_started(start: int) -> None:
    at = on_card("full sum 0", start=start).play("1 1 1 1 1 1 1")
    assert worths(at)[start - 1] == 70_007
    at.play("stop", "2 2 2 2 2 2 2")
    assert worths(at)[2 - start] == 3_000_014
    at.play("stop")
    assert sorted(worths(at)) == [1_000_000, 3_000_000]


def test_chips_of_earlier_rounds_are_kept() -> None:
    at = on_card("full sum 0").play("1 1 1 1 1 1 1", "stop", "2 2 2 2 2 2 2", "stop", "card 6", "1 1 1 1 1 1 1")
    assert worths(at) == [1_000_000, 3_070_007]
    assert worths(at.play("stop", "* * * * * * *")) == [1_000_000, 3_070_007]


def test_when_all_is_over_only_chips_count() -> None:
    at = last_round(on_card("full sum 0"))
    assert worths(at.play("5 5 5 5 5 5 5", "stop", "5 5 5 5 5 5 5", "stop")) == [3_000_000, 1_000_000]
