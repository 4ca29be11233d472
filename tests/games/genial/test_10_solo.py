"""§10 Solo."""

from __future__ import annotations

import pytest

from games.genial.drawing import drawn, markers, position, rack, refused
from kit import table, worth
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.kernel import EVERYBODY


def scene(red: int, green: int = 0, *, points: int = 2) -> Table:
    """`rg@h8-h9` scores that many points for red, and two for green."""
    line = " ".join(f"h{7 - number}" for number in range(points))
    return position(1, "solo", symbols=f"r {line} g h10 h11", racks=["rg"], tracks=[f"{red} {green} 0 0 0 0"])


def test_draw_one_tile_lay_it_score_it_draw_the_next() -> None:
    at = table("genial", 1, "solo")
    assert at.waiting == [CHANCE]
    at.play("rg")
    assert at.waiting == [0]
    assert rack(at, 0) == "rg"
    at.play("rg@c4-c5")
    assert markers(at) == [1, 0, 0, 0, 0, 0]
    assert at.waiting == [CHANCE]
    at.play("bb")
    assert rack(at, 0) == "bb"
    assert at.view().bag_size == 118
    at.play("bb@h8-h9")
    assert at.waiting == [CHANCE]


def test_everybody_sees_the_tile() -> None:
    at = table("genial", 1, "solo")
    assert at.game.engine.witnesses(at.rows, CHANCE, 0) == EVERYBODY
    at.play("rg")
    assert at.view(SPECTATOR).racks[0].tiles == ("rg",)


def test_there_is_no_lot_and_no_option() -> None:
    at = table("genial", 1, "solo")
    assert at.options == {}
    assert at.view().phase == "draw"


@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 2), (15, 17), (16, 18), (17, 18), (18, 20), (33, 35), (34, 36), (35, 36), (36, 36)],
)
def test_a_marker_goes_from_the_left_18_to_the_right_0_and_stops_on_the_right_18(before: int, after: int) -> None:
    at = scene(before).play("rg@h8-h9")
    assert markers(at)[0] == after
    marker = at.view().tracks[0].markers[0]
    assert (marker.side, marker.field) == (("right", after - 18) if after >= 18 else ("left", after))


@pytest.mark.parametrize("points", [1, 2, 3, 4])
def test_surplus_is_lost_when_it_changes_the_track(points: int) -> None:
    assert markers(scene(17, points=points).play("rg@h8-h9"))[0] == 18


def test_the_worked_example_of_the_double_track() -> None:
    """Green needs 2 to 18 and gets 2, yellow gets 4 and only 1 fits: both on the right 0, and the next is drawn."""
    at = position(1, "solo", symbols="g h7 h6 y h10 h11 h12 g9", racks=["gy"], tracks=["0 16 0 0 17 0"]).play(
        "gy@h8-h9"
    )
    assert markers(at) == [0, 18, 0, 0, 18, 0]
    for colour in (1, 4):
        marker = at.view().tracks[0].markers[colour]
        assert (marker.side, marker.field) == ("right", 0)
    assert at.waiting == [CHANCE]
    assert at.view().bonus_turns == 0


@pytest.mark.parametrize("before", [16, 34])
def test_there_are_no_bonus_turns(before: int) -> None:
    at = scene(before, before).play("rg@h8-h9")
    assert at.waiting == [CHANCE]
    assert at.view().bonus_turns == 0


@pytest.mark.parametrize("move", ["exchange", "keep"])
def test_there_is_no_exchange(move: str) -> None:
    assert refused(scene(0), move) == "§10"
    assert refused(scene(0), "pass") == "§4"


@pytest.mark.parametrize(
    ("track", "result"),
    [("0 9 9 9 9 9", 0), ("17 18 18 18 18 36", 17), ("18 20 36 36 36 36", 18), ("36 36 36 36 36 36", 36)],
)
def test_the_result_is_the_lowest_marker_from_0_to_36(track: str, result: int) -> None:
    at = position(1, "solo", fill="b", leave="h8 h9", racks=["rg"], tracks=[track]).play("rg@h8-h9")
    assert at.waiting == []
    assert at.outcome is not None
    assert at.outcome.points == (result,)
    assert at.outcome.places == (0,)
    assert (at.outcome.ending, at.outcome.paragraph) == ("board_full", "§10")
    assert worth(at, 0) == 1000 * result + sum(markers(at))


def test_at_most_42_tiles_are_laid() -> None:
    at = table("genial", 1, "solo")
    laid = 0
    while at.waiting:
        drawn(at)
        at.act(0, int(at.game.engine.pick(at.rows, 0, 0)))
        laid += 1
    assert 21 <= laid <= 42


def test_the_points_of_a_double_are_one_move_and_their_surplus_is_lost() -> None:
    """One red point takes the marker home; the three of the other half do not go on to the right track."""
    at = position(1, "solo", symbols="r h7 h10 h11 h12", racks=["rr"], tracks=["17 0 0 0 0 0"]).play("rr@h8-h9")
    assert markers(at)[0] == 18
