"""§7 of the dice game: several games, each seat starting once. The match itself knows no game."""

from __future__ import annotations

import pytest

from spieltisch import Outcome, Trouble
from spieltisch.match import new_match


def test_a_match_has_as_many_games_as_players() -> None:
    assert new_match("genial_dice", "base", 3).games == 3


def test_each_seat_starts_once() -> None:
    match = new_match("genial_dice", "base", 3, options={"start": "2"})
    starts = []
    while not match.over:
        starts.append(match.next_options()["start"])
        match = match.with_result(Outcome((0, 1, 2), (7, 3, 1), "sheet_full", "§6"))
    assert starts == ["2", "3", "1"]


def test_the_first_start_by_lot_falls_once_for_the_whole_match() -> None:
    starts = {new_match("high_score", "base", 5, seed=seed).options["start"] for seed in range(60)}
    assert starts == {"1", "2", "3", "4", "5"}


def test_the_points_of_all_games_are_added_and_most_points_win() -> None:
    match = new_match("genial_dice", "base", 2)
    match = match.with_result(Outcome((0, 1), (7, 2), "sheet_full", "§6")).with_result(
        Outcome((1, 0), (4, 7), "sheet_full", "§6")
    )
    assert match.points == (11, 9)
    assert match.places == (0, 1)


def test_a_match_tie_is_shared() -> None:
    match = new_match("genial_dice", "base", 3)
    for points in ((7, 0, 1), (0, 7, 1), (2, 2, 7)):
        match = match.with_result(Outcome((0, 0, 0), points, "sheet_full", "§6"))
    assert match.points == (9, 9, 9)
    assert match.places == (0, 0, 0)


def test_a_game_without_a_start_player_has_nothing_to_rotate() -> None:
    match = new_match("brilliant", "base", 2)
    assert "start" not in match.next_options()


def test_a_finished_match_takes_no_more_results() -> None:
    match = new_match("genial_dice", "base", 2, 1).with_result(Outcome((0, 1), (7, 2), "sheet_full", "§6"))
    with pytest.raises(Trouble, match="is over"):
        match.with_result(Outcome((0, 1), (7, 2), "sheet_full", "§6"))


@pytest.mark.parametrize("games", [0, 101, -3])
def test_a_match_has_1_to_100_games(games: int) -> None:
    with pytest.raises(Trouble, match="1 to 100"):
        new_match("genial_dice", "base", 2, games)
