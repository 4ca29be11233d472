"""§9 End and winner."""

from __future__ import annotations

import pytest

from games.genial.drawing import drawn, markers, opened, position
from kit import decided, worth
from spieltisch import CHANCE, Outcome, Table
from spieltisch.games.genial import rules
from spieltisch.kernel import NOBODY


def last_place(players: int = 2, *tracks: str, variant: str = "base", fill: str = "b", turn: int = 0) -> Table:
    """Only h8 and h9 are free, everything else is blue, and seat `turn` has `rg`."""
    racks = ["rg bo yp rg bo yp"] * players
    return position(players, variant, fill=fill, leave="h8 h9", racks=racks, tracks=tracks, turn=turn)


def ended(*tracks: str, turn: int = 0) -> Outcome:
    """Everybody's markers at the end, where the last tile brings no points."""
    outcome = last_place(len(tracks), *tracks, turn=turn).play("rg@h8-h9").outcome
    assert outcome is not None
    return outcome


def test_the_game_ends_when_no_two_adjacent_free_cells_are_left() -> None:
    at = last_place()
    assert at.waiting == [0]
    at.play("rg@h8-h9")
    assert at.waiting == []
    assert at.game.engine.waiting(at.rows) == NOBODY
    assert at.view().phase == "over"
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("board_full", "§9")


def test_single_free_cells_do_not_matter() -> None:
    at = position(2, fill="b", leave="h8 h9 e5 k8 m4", racks=["rg bo yp rg bo yp"]).play("rg@h8-h9")
    assert at.waiting == []


def test_it_goes_on_while_two_are_left() -> None:
    at = position(2, fill="b", leave="h8 h9 e5 e6", racks=["rg bo yp rg bo yp"] * 2).play("rg@h8-h9")
    assert at.waiting == [CHANCE]
    drawn(at)
    assert at.waiting == [1]
    assert at.outcome is None


def test_cells_outside_the_used_area_do_not_count_as_free() -> None:
    for players in (2, 3, 4):
        assert last_place(players).play("rg@h8-h9").waiting == []


def test_the_last_tile_is_scored() -> None:
    at = last_place(2, fill="r").play("rg@h8-h9")
    assert markers(at)[0] == 18


def test_nobody_refills_or_exchanges_after_the_last_tile_and_no_bonus_turn_is_left() -> None:
    at = last_place(2, "17 1 1 1 1 1", fill="r").play("rg@h8-h9")
    assert at.waiting == []
    assert at.view().bonus_turns == 0
    assert at.view().racks[0].size == 5


def test_the_higher_lowest_marker_wins() -> None:
    assert ended("5 18 18 18 18 18", "6 6 6 6 6 6").places == (1, 0)
    assert ended("9 18 7 18 18 8", "18 18 6 18 18 18").places == (0, 1)
    assert ended("5 9 9 9 9 9", "7 9 9 9 9 9", "6 9 9 9 9 9").places == (2, 0, 1)


@pytest.mark.parametrize("rank", range(6))
def test_if_equal_the_next_lowest_decides_and_so_on(rank: int) -> None:
    lower = [2, 4, 6, 8, 10, 12]
    higher = lower.copy()
    higher[rank] += 1
    one, other = (" ".join(map(str, numbers)) for numbers in (lower, reversed(higher)))
    assert ended(one, other).places == (1, 0)
    assert ended(other, one).places == (0, 1)


def test_which_colour_is_lowest_does_not_matter() -> None:
    assert ended("1 2 3 4 5 6", "6 5 4 3 2 1").places == (0, 0)
    assert ended("1 1 3 4 5 6", "6 5 4 3 1 1").places == (0, 0)


def test_a_complete_tie_is_shared() -> None:
    outcome = ended("3 4 5 6 7 8", "8 7 6 5 4 3", "0 9 9 9 9 9")
    assert outcome.places == (0, 0, 2)
    assert outcome.winners == [0, 1]
    assert ended(*["1 1 1 1 1 1"] * 4).places == (0, 0, 0, 0)


def test_ties_further_down_share_a_place_too() -> None:
    assert ended("9 9 9 9 9 9", "2 3 4 5 6 7", "7 6 5 4 3 2", "1 1 1 1 1 1").places == (0, 1, 1, 3)


def test_the_points_are_the_lowest_marker() -> None:
    assert ended("5 18 18 18 18 18", "6 6 7 6 6 6").points == (5, 6)


def test_compare_says_by_how_much() -> None:
    state = opened(position(2, tracks=["3 5 5 5 5 5", "3 5 5 5 5 9"]))
    assert rules.compare(state, 0, 1) == -4
    assert rules.compare(state, 1, 0) == 4
    assert rules.compare(state, 1, 1) == 0


def test_the_markers_in_their_order() -> None:
    state = opened(position(2, tracks=["7 3 9 3 0 18"]))
    assert [rules.ranked_marker(state, 0, rank) for rank in range(6)] == [0, 3, 3, 7, 9, 18]


def instant(track: str, *, players: int = 2) -> Table:
    return position(players, symbols="r h7 h6", racks=["rg bo yp rg bo yp"] * players, tracks=[track]).play("rg@h8-h9")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_six_markers_on_18_win_at_once(players: int) -> None:
    at = instant("16 18 18 18 18 18", players=players)
    assert markers(at) == [18] * 6
    assert at.waiting == []
    assert at.outcome is not None
    assert at.outcome.winners == [0]
    assert (at.outcome.ending, at.outcome.paragraph) == ("all_home", "§9")
    assert at.outcome.points[0] == 18
    assert at.view().bonus_turns == 0


@pytest.mark.parametrize("track", ["15 18 18 18 18 18", "16 17 18 18 18 18", "16 18 18 18 18 17", "16 18 17 18 18 18"])
def test_five_are_not_enough(track: str) -> None:
    at = instant(track)
    assert at.waiting != []
    assert at.outcome is None


def test_a_bonus_tile_may_win_at_once() -> None:
    at = position(2, symbols="r h7 h6 b e6", racks=["rg bo yp rg bo yp"], tracks=["16 18 17 18 18 18"])
    at.play("rg@h8-h9")
    assert at.view().phase == "bonus"
    at.play("bo@e7-e8")
    assert at.waiting == []
    assert at.outcome is not None
    assert at.outcome.winners == [0]


def test_it_beats_a_tie_break_even_on_the_last_place() -> None:
    at = last_place(2, "17 18 18 18 18 18", "18 18 18 18 18 17", fill="r").play("rg@h8-h9")
    assert at.outcome is not None
    assert at.outcome.places == (0, 1)


def test_worth_is_the_lowest_marker_and_then_the_sum() -> None:
    at = position(2, tracks=["3 5 7 18 4 3", "2 18 18 18 18 18"])
    assert worth(at, 0) == 3040
    assert worth(at, 1) == 2092


def test_what_decided_is_the_first_colour_from_below_in_which_the_best_two_differ() -> None:
    at = last_place(3, "9 4 5 18 4 7", "4 6 4 12 18 18", "3 3 3 3 3 3").play("rg@h8-h9")
    assert decided(at) == [
        ((1,), [4, 4, 6, 12, 18, 18], "g"),
        ((0,), [4, 4, 5, 7, 9, 18], "b"),
        ((2,), [3] * 6, "r g b o y p"),
    ]


def test_all_colours_that_are_as_weak_as_the_weakest_have_decided() -> None:
    at = last_place(2, "9 4 5 18 4 7", "3 6 3 12 18 3").play("rg@h8-h9")
    assert [side[2] for side in decided(at)] == ["g y", "r b p"]


def test_and_nothing_where_all_are_alike_or_nobody_else_plays() -> None:
    assert [side[2] for side in decided(last_place(2, "1 2 3 4 5 6", "6 5 4 3 2 1").play("rg@h8-h9"))] == ["", ""]
    assert decided(last_place(1, variant="solo").play("rg@h8-h9")) == []
