"""§7 Bonus turns."""

from __future__ import annotations

import pytest

from games.genial.drawing import drawn, markers, position, rack, refused
from spieltisch import CHANCE, Table

COLOURFUL = "rg bo yp rg bo yp"  # shows every colour, so that nobody is asked to exchange


def bonus_scene(red: int, green: int = 0, *, points: int = 2, tiles: str = COLOURFUL) -> Table:
    """`rg@h8-h9` scores that many points for red and two for green."""
    line = " ".join(f"h{7 - number}" for number in range(points))
    return position(2, symbols=f"r {line} g h10 h11", racks=[tiles], tracks=[f"{red} {green} 9 9 9 9", "9 9 9 9 9 9"])


def test_landing_exactly_on_18_gives_a_bonus_turn() -> None:
    at = bonus_scene(16).play("rg@h8-h9")
    assert markers(at)[0] == 18
    assert at.waiting == [0]
    assert at.view().phase == "bonus"
    assert at.view().bonus_turns == 1


def test_17_gives_none() -> None:
    at = bonus_scene(15).play("rg@h8-h9")
    assert markers(at)[0] == 17
    assert at.view().bonus_turns == 0
    assert at.waiting == [CHANCE]


def test_passing_18_gives_one_too() -> None:
    at = bonus_scene(17).play("rg@h8-h9")
    assert markers(at)[0] == 18
    assert at.view().bonus_turns == 1


def test_a_colour_already_on_18_earns_nothing_again() -> None:
    at = bonus_scene(18).play("rg@h8-h9")
    assert markers(at)[0] == 18
    assert at.view().bonus_turns == 0
    assert at.waiting == [CHANCE]


def test_two_colours_at_once_give_two_bonus_turns() -> None:
    at = bonus_scene(16, 17).play("rg@h8-h9")
    assert markers(at)[:2] == [18, 18]
    assert at.view().bonus_turns == 2
    at.play("bo@e5-e6")
    assert at.view().bonus_turns == 1
    assert at.waiting == [0]
    at.play("bo@k5-k6")
    assert at.view().bonus_turns == 0
    assert at.waiting == [CHANCE]
    assert drawn(at) == 3
    assert at.waiting == [1]


def test_a_double_that_brings_its_colour_home_gives_one() -> None:
    at = position(2, symbols="r h7 h10", racks=["rr rg bo yp rg bo"], tracks=["16 9 9 9 9 9"]).play("rr@h8-h9")
    assert markers(at)[0] == 18
    assert at.view().bonus_turns == 1


def test_the_bonus_tile_comes_from_the_rack_before_refilling() -> None:
    at = bonus_scene(16).play("rg@h8-h9")
    assert rack(at, 0) == "rg bo bo yp yp"
    assert at.view().bag_size == 108
    assert refused(at, "gg@e5-e6") == "§4"
    at.play("yp@e5-e6")
    assert rack(at, 0) == "rg bo bo yp"
    assert at.view().bag_size == 108
    assert drawn(at) == 2


def test_a_bonus_tile_can_earn_more() -> None:
    at = position(
        2,
        symbols="r h7 h6 b e6 o e9 y k5",
        racks=["rg bo yp rg bo yp"],
        tracks=["16 9 17 17 17 9"],
    )
    at.play("rg@h8-h9")
    assert at.view().bonus_turns == 1
    at.play("bo@e7-e8")
    assert markers(at)[2:4] == [18, 18]
    assert at.view().bonus_turns == 2
    at.play("yp@k6-k7")
    assert at.view().bonus_turns == 2
    at.play("bo@f5-f6", "rg@i5-i6")
    assert drawn(at) == 5
    assert at.waiting == [1]


def test_points_of_a_bonus_tile_count() -> None:
    at = bonus_scene(16).play("rg@h8-h9", "rg@i9-i10")
    assert markers(at)[:2] == [18, 4]


def test_only_the_player_who_reached_18_has_the_bonus_turn() -> None:
    at = bonus_scene(16).play("rg@h8-h9")
    assert at.waiting == [0]
    assert at.view().turn == 0


@pytest.mark.parametrize("move", ["exchange", "keep"])
def test_the_bonus_comes_before_the_exchange(move: str) -> None:
    at = bonus_scene(16, tiles="rg bo bo bo bo bo").play("rg@h8-h9")
    assert refused(at, move) == "§8"


def test_bonus_moves_are_all_ways_to_lay_and_the_pass() -> None:
    at = bonus_scene(16).play("rg@h8-h9")
    legal = at.game.legal(at.rows, 0).tolist()
    tickets = at.game.engine.tickets(at.rows, 0)
    assert tickets == len(legal)
    assert sorted(int(at.game.engine.pick(at.rows, 0, ticket)) for ticket in range(tickets)) == legal
    assert at.moves()[-1] == "pass"
    assert "pass" not in at.moves()[:-1]
    assert refused(at, "gp@e5-e6") == "§4"
