"""§7 Match of several games."""

from typing import Any

import numpy as np
import pytest

from kit import table
from spieltisch import Outcome, Table


def over(players: int, winner: int, sheets: dict[int, list[int]], **options: Any) -> Outcome:
    """The outcome after the winner, who lacks one yellow mark, has marked it; the others have these sheets."""
    at: Table = table("genial_dice", players, start=winner + 1, **options)
    dice = "yrgb"[: at.rows["dice_each"][0]]
    at.play(*[dice] * (players - 1))
    length = 9 if options.get("sheet") == "3+3+3" else 7
    for seat, rows in sheets.items():
        at.rows["sheets"][0][seat] = rows
    at.rows["sheets"][0][winner] = [length, length, length, length, length - 1, length]
    at.play(dice, "stop")
    assert at.outcome is not None
    return at.outcome


def test_the_winner_gets_seven_points_and_the_others_their_shortest_row() -> None:
    assert over(2, 0, {1: [7, 6, 5, 4, 2, 6]}).points == (7, 2)


@pytest.mark.parametrize("colour", range(6))
def test_two_marks_in_the_shortest_row_are_two_points_whatever_its_colour(colour: int) -> None:
    rows = [5, 5, 5, 5, 5, 5]
    rows[colour] = 2
    outcome = over(2, 1, {0: rows})
    assert outcome.points == (2, 7)
    assert outcome.places == (1, 0)


def test_an_empty_row_is_no_point() -> None:
    assert over(2, 0, {1: [3, 3, 3, 3, 3, 0]}).points == (7, 0)


def test_a_loser_has_at_most_six_points() -> None:
    assert over(2, 0, {1: [7, 7, 7, 7, 7, 6]}).points == (7, 6)


def test_the_others_are_placed_by_their_points() -> None:
    outcome = over(4, 0, {1: [4] * 6, 2: [6] * 6, 3: [5] * 6})
    assert outcome.points == (7, 4, 6, 5)
    assert outcome.places == (0, 3, 1, 2)


def test_the_same_points_share_a_place() -> None:
    """R5"""
    outcome = over(4, 2, {0: [4] * 6, 1: [4, 5, 6, 7, 7, 7], 3: [5] * 6})
    assert outcome.points == (4, 4, 7, 5)
    assert outcome.places == (2, 2, 0, 1)
    assert over(3, 1, {0: [4] * 6, 2: [4] * 6}).places == (1, 0, 1)


def test_on_the_longer_sheet_the_winner_gets_nine_points() -> None:
    """R1"""
    assert over(3, 2, {0: [8] * 6, 1: [7, 9, 9, 9, 9, 9]}, sheet="3+3+3").points == (8, 7, 9)


def test_places_and_points_are_filled_in_whatever_stood_there() -> None:
    at = table("genial_dice", 2).play("yrgb", "yrgb")
    at.rows["sheets"][0][0] = [7, 7, 7, 7, 6, 7]
    at.play("stop")
    places, points = np.array([5, 5]), np.array([5, 5])
    assert at.game.engine.outcome(at.rows, places, points) == 0
    assert (places.tolist(), points.tolist()) == ([0, 1], [7, 0])
