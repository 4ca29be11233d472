"""Pig as its rules tell it; the die is played, not mocked. `pytest` runs it where spieltisch and this package are."""

import pytest

from spieltisch import ByHand, Refused, Table, new


def play(*moves: str) -> Table:
    return new("pig", players=2, dice=ByHand()).play(*moves)


def test_other_faces_add_up_until_they_are_held() -> None:
    assert play("roll", "6", "roll", "5", "hold").rows["scores"][0].tolist() == [11, 0, 0, 0]


def test_a_one_loses_what_is_at_stake_and_ends_the_turn() -> None:
    table = play("roll", "6", "roll", "1")
    assert (table.waiting, table.rows["scores"].max()) == ([1], 0)


def test_nothing_cannot_be_held() -> None:
    with pytest.raises(Refused, match="You have nothing to hold yet"):
        play("hold")


def test_the_first_with_a_hundred_points_wins() -> None:
    outcome = play(*["roll", "6"] * 17, "hold").outcome
    assert outcome is not None and (outcome.winners, outcome.points, outcome.paragraph) == ([0], (102, 0), "§5")
