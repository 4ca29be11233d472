"""§12 Duel."""

from __future__ import annotations

import pytest

from games.genial.drawing import counted, drawn, markers, opened, position, rack, refused
from kit import arrange, decided, worth
from spieltisch import CHANCE, Outcome, Table
from spieltisch.games.genial import rules
from spieltisch.kernel import members

OTHERS = "yp yp yp yp yp yp"


def scene(red: int, green: int = 0, *, turn: int = 0, points: int = 2, rest: str = "gb bo op yp yy") -> Table:
    """`rg@h8-h9` scores that many points for red and two for green; markers as seat 1 (the first) sees them."""
    line = " ".join(f"h{7 - number}" for number in range(points))
    racks = [f"rg {rest}", OTHERS] if turn == 0 else [OTHERS, f"rg {rest}"]
    track = f"{red} {green} 0 0 0 -1" if turn == 0 else f"{red} {green} 0 0 0 1"
    return position(2, "duel", symbols=f"r {line} g h10 h11", racks=racks, tracks=[track], turn=turn)


def over(track: str, turn: int = 0) -> Table:
    racks = ["rg gb bo op yp yy"] * 2
    return position(2, "duel", fill="b", leave="h8 h9", racks=racks, tracks=[track], turn=turn).play("rg@h8-h9")


def ended(track: str, turn: int = 0) -> Outcome:
    outcome = over(track, turn).outcome
    assert outcome is not None
    return outcome


def test_both_share_one_track_per_colour() -> None:
    at = scene(3)
    assert markers(at, 0) == [3, 0, 0, 0, 0, -1]
    assert markers(at, 1) == [-3, 0, 0, 0, 0, 1]
    assert at.view().tracks == ()
    assert [(one.side, one.field) for one in at.view().duel_track] == [(0, 3), *[(None, 0)] * 4, (1, 1)]
    assert len(at.view().cells) == 91


@pytest.mark.parametrize(
    ("before", "after"), [(-9, -7), (-3, -1), (-2, 0), (-1, 1), (0, 2), (6, 8), (7, 9), (8, 9), (9, 9)]
)
def test_each_point_pulls_the_marker_one_field_towards_the_scorer_with_field_0_counted(before: int, after: int) -> None:
    at = scene(before).play("rg@h8-h9")
    assert markers(at, 0)[0] == after
    assert markers(at, 1)[0] == -after
    at = scene(-before, turn=1).play("rg@h8-h9")
    assert markers(at, 1)[0] == after
    assert markers(at, 0)[0] == -after


@pytest.mark.parametrize("turn", [0, 1])
def test_a_marker_that_reaches_your_9_brings_its_duel_marker_and_a_bonus_turn(turn: int) -> None:
    sign = 1 if turn == 0 else -1
    at = scene(7 * sign, turn=turn).play("rg@h8-h9")
    assert at.view().duel_track[0].duel_marker_of == turn
    assert [one.duel_marker_of for one in at.view().duel_track[1:]] == [None] * 5
    assert at.view().bonus_turns == 1
    assert at.waiting == [turn]
    at = scene(6 * sign, turn=turn).play("rg@h8-h9")
    assert at.view().duel_track[0].duel_marker_of is None
    assert at.view().bonus_turns == 0
    assert at.waiting == [CHANCE]


def test_two_markers_at_once_bring_two() -> None:
    at = scene(8, 7).play("rg@h8-h9")
    assert [one.duel_marker_of for one in at.view().duel_track[:2]] == [0, 0]
    assert at.view().bonus_turns == 2


@pytest.mark.parametrize("turn", [0, 1])
def test_the_duel_marker_is_taken_from_the_opponent(turn: int) -> None:
    sign = 1 if turn == 0 else -1
    at = arrange(scene(7 * sign, turn=turn), duel_markers=[2 - turn, 0, 0, 0, 0, 0])
    assert at.view().duel_track[0].duel_marker_of == 1 - turn
    at.play("rg@h8-h9")
    assert at.view().duel_track[0].duel_marker_of == turn
    assert at.view().bonus_turns == 1


@pytest.mark.parametrize("turn", [0, 1])
def test_while_you_hold_it_you_cannot_trigger_that_colour_again(turn: int) -> None:
    sign = 1 if turn == 0 else -1
    at = arrange(scene(7 * sign, turn=turn), duel_markers=[turn + 1, 0, 0, 0, 0, 0]).play("rg@h8-h9")
    assert markers(at, turn)[0] == 9
    assert at.view().bonus_turns == 0
    assert at.view().duel_track[0].duel_marker_of == turn


def test_points_on_a_marker_that_stands_on_9_bring_nothing() -> None:
    at = arrange(scene(9), duel_markers=[1, 0, 0, 0, 0, 0]).play("rg@h8-h9")
    assert markers(at)[0] == 9
    assert at.view().bonus_turns == 0


def test_the_opponents_9_brings_nothing_to_you() -> None:
    at = scene(-9, turn=0).play("rg@h8-h9")
    assert markers(at)[0] == -7
    assert at.view().bonus_turns == 0


def exchange_scene(track: str, rest: str, turn: int = 0) -> Table:
    """The seat lays `bb` without points, then `rest` is left."""
    racks = [f"bb {rest}", OTHERS] if turn == 0 else [OTHERS, f"bb {rest}"]
    return position(2, "duel", racks=racks, tracks=[track], turn=turn).play("bb@h8-h9")


def test_with_markers_on_your_9_you_may_exchange_the_tiles_that_show_their_colours() -> None:
    at = exchange_scene("9 -9 0 9 0 0", "rg bo by gg rp")
    assert at.view().phase == "duel_exchange"
    assert at.view().exchange_colours == ("r", "o")
    assert at.moves() == ["exchange", "keep"]
    at.play("exchange")
    assert at.view().shown == ("rg", "rp", "bo")
    assert rack(at, 0) == "gg by"
    assert at.rows["aside"][0].tolist() == counted("rg rp bo")
    bag = at.view().bag_size
    assert drawn(at) == 4
    assert at.view().racks[0].size == 6
    assert at.view().bag_size == bag - 4 + 3
    assert at.waiting == [1]


def test_the_second_seat_exchanges_at_its_own_9() -> None:
    assert exchange_scene("9 -9 0 9 0 0", "ro bo by yy rp", turn=1).view().phase == "draw"
    at = exchange_scene("9 -9 0 9 0 0", "rg bo by gg rp", turn=1)
    assert at.view().exchange_colours == ("g",)
    at.play("exchange")
    assert rack(at, 1) == "rp bo by"


def test_keeping_draws_one_tile() -> None:
    at = exchange_scene("9 0 0 0 0 -1", "rg bo by gg rp").play("keep")
    assert rack(at, 0) == "rg rp gg bo by"
    assert drawn(at) == 1


@pytest.mark.parametrize("track", ["8 8 8 8 8 -1", "-9 -9 -9 -9 -9 -8", "0 0 0 0 0 0"])
def test_without_a_marker_on_your_9_there_is_no_exchange(track: str) -> None:
    assert exchange_scene(track, "rg bo by gg rp").view().phase == "draw"


def test_the_exchange_of_the_base_game_does_not_hold() -> None:
    """Nothing is on 9 and no tile shows the lowest colour."""
    assert exchange_scene("3 3 3 3 3 -9", "rg bo by gg rr").view().phase == "draw"


@pytest.mark.parametrize("move", ["exchange", "keep"])
def test_refusals_about_the_exchange_cite_this_paragraph(move: str) -> None:
    assert refused(scene(9), move) == "§12"
    asked = exchange_scene("9 0 0 0 0 -1", "rg bo by gg rp")
    assert refused(asked, "pass") == "§12"


def test_it_ends_when_no_tile_can_be_laid_and_most_markers_on_the_own_side_win() -> None:
    outcome = ended("1 1 1 -9 -9 0")
    assert outcome.places == (0, 1)
    assert outcome.points == (3, 2)
    assert (outcome.ending, outcome.paragraph) == ("board_full", "§12")
    assert ended("1 -1 -1 9 0 -1").places == (1, 0)


def test_markers_on_0_count_for_nobody() -> None:
    outcome = ended("0 0 0 0 0 -1")
    assert outcome.points == (0, 1)
    assert outcome.places == (1, 0)


def test_duel_markers_do_not_count() -> None:
    at = position(2, "duel", fill="b", leave="h8 h9", racks=["rg gb bo op yp yy"], tracks=["-1 0 0 0 0 0"])
    at = arrange(at, duel_markers=[1, 1, 1, 1, 1, 1]).play("rg@h8-h9")
    assert at.outcome is not None
    assert at.outcome.places == (1, 0)


def test_a_tie_is_broken_by_the_lowest_marker_of_each_side() -> None:
    assert ended("3 9 -2 -9 0 0").places == (0, 1)
    assert ended("2 9 -3 -4 0 0").places == (1, 0)


def test_the_worked_example_red_2_and_green_4_beat_blue_2_and_yellow_3() -> None:
    outcome = ended("2 4 -2 0 -3 0")
    assert outcome.places == (0, 1)
    assert outcome.points == (2, 2)
    assert ended("-2 -4 2 0 3 0").places == (1, 0)


@pytest.mark.parametrize("rank", range(3))
def test_then_the_next_higher_and_so_on(rank: int) -> None:
    lower, higher = [2, 5, 8], [2, 5, 8]
    higher[rank] += 1
    track = " ".join(map(str, [*higher, *(-position for position in lower)]))
    other = " ".join(map(str, [*lower, *(-position for position in higher)]))
    assert ended(track).places == (0, 1)
    assert ended(other).places == (1, 0)


def test_all_equal_is_a_draw() -> None:
    assert ended("2 4 -4 0 -2 0").places == (0, 0)
    assert ended("7 -7 0 0 0 0").places == (0, 0)


@pytest.mark.parametrize("turn", [0, 1])
def test_all_six_markers_on_your_side_win_at_once(turn: int) -> None:
    sign = 1 if turn == 0 else -1
    track = " ".join(str(number * sign) for number in (-1, 1, 1, 1, 1, 1))
    racks = ["rg gb bo op yp yy"] * 2
    at = position(2, "duel", symbols="r h7 h6", racks=racks, tracks=[track], turn=turn).play("rg@h8-h9")
    assert markers(at, turn) == [1] * 6
    assert at.waiting == []
    assert at.outcome is not None
    assert at.outcome.winners == [turn]
    assert (at.outcome.ending, at.outcome.paragraph) == ("all_home", "§12")
    assert at.outcome.points == ((6, 0) if turn == 0 else (0, 6))


@pytest.mark.parametrize("track", ["-2 1 1 1 1 1", "-1 1 1 1 1 0", "-1 0 9 9 9 9", "-1 1 1 1 1 -1"])
def test_a_marker_on_0_is_not_on_your_side(track: str) -> None:
    at = position(2, "duel", symbols="r h7 h6", racks=["rg gb bo op yp yy"], tracks=[track]).play("rg@h8-h9")
    assert at.waiting != []


def test_a_draw_from_the_bag_is_seen_by_the_drawer_only() -> None:
    at = scene(0).play("rg@h8-h9")
    assert members(at.game.engine.witnesses(at.rows, CHANCE, 0)) == [0]


def test_worth_is_the_number_of_own_markers_and_then_the_sum() -> None:
    at = position(2, "duel", tracks=["2 4 -2 0 -3 9"])
    assert worth(at, 0) == 3010
    assert worth(at, 1) == 2000 - 10


def test_own_markers_and_compare() -> None:
    state = opened(position(2, "duel", tracks=["2 4 -2 0 -3 0"]))
    assert [rules.own_markers(state, seat) for seat in (0, 1)] == [2, 2]
    assert rules.compare(state, 0, 1) == 1
    assert rules.compare(state, 1, 0) == -1


def test_what_decided_are_the_markers_on_the_own_side_and_of_as_many_the_first_that_differs() -> None:
    assert decided(over("1 1 1 -9 -9 0")) == [((0,), [1, 1, 1], ""), ((1,), [9, 9], "")]
    assert decided(over("2 4 -5 0 -2 0")) == [((1,), [2, 5], "b"), ((0,), [2, 4], "g")]
    assert [side[2] for side in decided(over("2 4 -4 0 -2 0"))] == ["", ""]
