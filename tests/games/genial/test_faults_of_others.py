"""What other programs get wrong, one test for each."""

from __future__ import annotations

import pytest

from games.genial.drawing import VARIANTS, cells_of, drawn, markers, position, rack, refused
from kit import table
from spieltisch import CHANCE

COLOURFUL = "rg bo yp rg bo yp"


def test_a_bonus_is_not_given_only_above_18() -> None:
    at = position(2, symbols="r h7", racks=[COLOURFUL], tracks=["17 9 9 9 9 9"]).play("rg@h8-h9")
    assert markers(at)[0] == 18
    assert at.view().bonus_turns == 1


def test_scores_do_not_run_past_18() -> None:
    at = position(2, symbols="r h7 h6 h5 h4", racks=[COLOURFUL], tracks=["17 9 9 9 9 9"]).play("rg@h8-h9")
    assert markers(at)[0] == 18
    drawn_on = position(2, symbols="r h7 h6 h5 h4", racks=[COLOURFUL], tracks=["18 9 9 9 9 9"]).play("rg@h8-h9")
    assert markers(drawn_on)[0] == 18


def test_the_rack_is_not_refilled_before_the_bonus_tile() -> None:
    at = position(2, symbols="r h7", racks=[COLOURFUL], tracks=["17 9 9 9 9 9"]).play("rg@h8-h9")
    assert at.waiting == [0]
    assert len(rack(at, 0).split()) == 5
    at.play("bo@e5-e6")
    assert at.waiting == [CHANCE]
    assert drawn(at) == 2


def test_the_exchange_is_not_judged_after_drawing() -> None:
    """Red is lowest and the rack has none: the question comes while five tiles are there, whatever is drawn then."""
    at = position(2, racks=["gg gb gb bo op yp"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert at.view().phase == "exchange"
    assert at.view().racks[0].size == 5
    at.play("keep", "rr")
    assert at.waiting == [1]


def test_nor_is_a_lucky_draw_a_reason_to_exchange() -> None:
    at = position(2, racks=["gg gb gb bo op rp"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert at.view().phase == "draw"
    at.play("gb")
    assert at.waiting == [1]


def test_the_exchange_is_not_forced() -> None:
    at = position(2, racks=["gg gb gb bo op yp"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9", "keep")
    assert rack(at, 0) == "gb gb bo op yp"


@pytest.mark.parametrize(
    ("variant", "players", "track"),
    [("base", 2, "17 18 18 18 18 18"), ("team", 4, "35 36 36 36 36 36"), ("duel", 2, "0 1 1 1 1 1")],
)
def test_there_is_an_instant_win(variant: str, players: int, track: str) -> None:
    at = position(players, variant, symbols="r h7", racks=[COLOURFUL] * players, tracks=[track]).play("rg@h8-h9")
    assert at.waiting == []
    assert at.outcome is not None
    assert 0 in at.outcome.winners
    assert 1 not in at.outcome.winners


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("solo", 1), ("duel", 2)])
def test_the_area_for_two_is_not_one_ring_too_large(variant: str, players: int) -> None:
    at = position(players, variant, racks=["rg"])
    assert len(at.view().cells) == 91
    assert refused(at, "rg@b2-b3") == "§2"
    assert refused(at, "rg@h2-i2") == "§2"


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_start_symbols_do_not_move_outwards(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    symbols = {cell.name: cell.colour for cell in at.view().cells if cell.start_symbol}
    assert symbols == {"c3": "r", "c8": "g", "h13": "b", "m8": "o", "m3": "y", "h3": "p"}


def test_later_tiles_need_not_touch_others() -> None:
    at = position(2, symbols="r c4 c5", racks=["rg"])
    assert frozenset({"h8", "h9"}) in cells_of(at.moves())
    at.play("rg@h8-h9")


@pytest.mark.parametrize("tile", ["rr", "oo", "pp"])
def test_not_only_the_first_of_several_lowest_colours_is_looked_at(tile: str) -> None:
    """Red, orange and purple are lowest: any of them on the rack forbids the exchange."""
    at = position(2, racks=[f"gg {tile} gb"], tracks=["1 4 4 1 4 1"]).play("gg@h8-h9")
    assert at.view().phase == "draw"
