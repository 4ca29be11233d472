"""§7 of the dice game: several games, each seat starting once. The match itself knows no game."""

from __future__ import annotations

import pytest

import spieltisch
from spieltisch import Outcome, Trouble
from spieltisch.match import Match, next_options


def test_each_seat_starts_once() -> None:
    start, starts = "2", []
    for _ in range(3):
        starts.append(start)
        start = next_options(spieltisch.new("genial_dice", players=3, start=start))["start"]
    assert [*starts, start] == ["2", "3", "1", "2"]


@pytest.mark.parametrize("game", ["genial", "genial_dice", "high_score"])
def test_where_the_start_was_by_lot_the_next_game_goes_one_seat_on_from_whom_it_fell_on(game: str) -> None:
    begun = set()
    for seed in range(30):
        table = spieltisch.new(game, players=4, seed=seed, start="lot")
        assert table.log[0].move.startswith("start ")
        fell_on = int(table.log[0].move.removeprefix("start "))
        begun.add(fell_on)
        assert next_options(table)["start"] == str(fell_on % 4 + 1)
    assert begun == {1, 2, 3, 4}


def test_a_lot_that_has_not_fallen_stays_a_lot() -> None:
    table = spieltisch.new("high_score", players=3, start="lot", dice=spieltisch.ByHand())
    assert next_options(table)["start"] == "lot"


def test_the_points_of_all_games_are_added_and_most_points_win() -> None:
    match = Match(2, 2)
    match = match.with_result(Outcome((0, 1), (7, 2), "sheet_full", "§6")).with_result(
        Outcome((1, 0), (4, 7), "sheet_full", "§6")
    )
    assert match.points == (11, 9)
    assert match.places == (0, 1)


def test_a_match_tie_is_shared() -> None:
    match = Match(3, 3)
    for points in ((7, 0, 1), (0, 7, 1), (2, 2, 7)):
        match = match.with_result(Outcome((0, 0, 0), points, "sheet_full", "§6"))
    assert match.points == (9, 9, 9)
    assert match.places == (0, 0, 0)


def test_a_game_without_a_start_player_has_nothing_to_rotate() -> None:
    assert "start" not in next_options(spieltisch.new("brilliant", players=2))


def test_a_finished_match_takes_no_more_results() -> None:
    match = Match(2, 1).with_result(Outcome((0, 1), (7, 2), "sheet_full", "§6"))
    with pytest.raises(Trouble, match="is over"):
        match.with_result(Outcome((0, 1), (7, 2), "sheet_full", "§6"))


@pytest.mark.parametrize("games", [0, 101, -3])
def test_a_match_has_1_to_100_games(games: int) -> None:
    with pytest.raises(Trouble, match="1 to 100"):
        Match(2, games)
