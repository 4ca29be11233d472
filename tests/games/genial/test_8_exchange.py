"""§8 Exchange."""

from __future__ import annotations

import pytest

from games.genial.drawing import counted, drawn, markers, opened, position, rack, refused
from spieltisch import CHANCE, Table
from spieltisch.games.genial import rules


def scene(rest: str, track: str = "0 1 1 1 1 1", *, players: int = 2, variant: str = "base") -> Table:
    """Seat 1 lays `gb` without points; then `rest` is left."""
    return position(players, variant, racks=[f"gb {rest}"], tracks=[track]).play("gb@h8-h9")


def test_who_shows_no_tile_with_the_lowest_colour_may_exchange() -> None:
    at = scene("gb gb bo yp yy")
    assert at.waiting == [0]
    assert at.view().phase == "exchange"
    assert at.moves() == ["exchange", "keep"]
    assert at.game.engine.tickets(at.rows, 0) == 2
    assert [at.game.engine.pick(at.rows, 0, ticket) for ticket in (0, 1)] == at.game.legal(at.rows, 0).tolist()


@pytest.mark.parametrize("last", ["rr", "rg", "rp"])
def test_who_shows_one_may_not(last: str) -> None:
    at = scene(f"gb gb bo yp {last}")
    assert at.waiting == [CHANCE]
    assert at.view().phase == "draw"


def test_the_whole_rack_is_shown_put_aside_and_six_are_drawn() -> None:
    at = scene("gb gb bo yp yy").play("exchange")
    assert at.waiting == [CHANCE]
    assert rack(at, 0) == ""
    assert at.view().shown == ("gb", "gb", "bo", "yy", "yp")
    for number in range(6):
        assert at.view().racks[0].size == number
        at.play("rr" if number < 5 else "rp")
    assert rack(at, 0) == "rr rr rr rr rr rp"
    assert at.waiting == [1]


def test_only_then_the_old_tiles_return_to_the_bag() -> None:
    at = scene("bb bb bb bb bb")
    bag = at.view().bag_size
    at.play("exchange")
    assert refused(at, "bb") == "§1"
    assert at.view().bag_size == bag
    at.play("rr", "rr", "rr", "rr", "rr")
    assert refused(at, "bb") == "§1"
    at.play("rp")
    assert at.view().bag_size == bag - 6 + 5
    assert at.view().shown == ()
    at.play(at.moves()[0])
    assert "bb" in at.moves()


def test_it_replaces_the_refill_and_comes_at_most_once_a_turn() -> None:
    at = scene("gb gb bo yp yy").play("exchange", "gb", "gb", "bo", "bo", "yy", "yy")
    assert rules.may_exchange(opened(at), 0)
    assert at.waiting == [1]


def test_who_keeps_draws_one_as_usual() -> None:
    at = scene("gb gb bo yp yy").play("keep")
    assert at.waiting == [CHANCE]
    assert rack(at, 0) == "gb gb bo yy yp"
    assert at.view().shown == ()
    assert drawn(at) == 1
    assert at.waiting == [1]


def test_the_lowest_colour_is_judged_after_scoring() -> None:
    """Red is lowest before; with two points for red, purple is."""
    at = position(2, symbols="r h7 h6", racks=["rg rg rg rg rg rg"], tracks=["0 3 3 3 3 1"]).play("rg@h8-h9")
    assert markers(at) == [2, 3, 3, 3, 3, 1]
    assert at.view().phase == "exchange"
    assert at.view().exchange_colours == ("p",)


def test_it_comes_after_all_bonus_turns() -> None:
    at = position(2, symbols="r h7 h6", racks=["rg gb rp gb gb gb"], tracks=["16 9 9 9 9 3"])
    at.play("rg@h8-h9")
    assert at.view().phase == "bonus"
    at.play("rp@e5-e6")
    assert at.view().phase == "exchange"
    at = position(2, symbols="r h7 h6", racks=["rg gb rp gb gb gb"], tracks=["16 9 9 9 9 3"])
    at.play("rg@h8-h9", "gb@e5-e6")
    assert at.view().phase == "draw"


def test_a_short_rack_after_bonus_turns_draws_six_as_well() -> None:
    at = position(2, symbols="r h7 h6", racks=["rg rp gb gb gb gb"], tracks=["16 9 9 9 9 3"])
    at.play("rg@h8-h9", "rp@e5-e6", "exchange")
    assert len(at.view().shown) == 4
    assert drawn(at) == 6


@pytest.mark.parametrize("move", ["pass", "gb@e5-e6", "rr@e5-e6"])
def test_the_question_wants_an_answer(move: str) -> None:
    at = scene("gb gb bo yp yy")
    assert refused(at, move) == "§8"
    for action in (-1, 10**7):
        assert at.game.engine.refusal(at.rows, 0, action) == 8


@pytest.mark.parametrize("move", ["exchange", "keep"])
def test_nobody_exchanges_before_laying(move: str) -> None:
    assert refused(position(2, racks=["gb gb gb gb gb gb"], tracks=["0 1 1 1 1 1"]), move) == "§8"


def test_the_opponents_lowest_colour_does_not_matter() -> None:
    at = position(2, racks=["gb rr rr rr rr rr"], tracks=["0 1 1 1 1 1", "1 1 0 1 1 1"]).play("gb@h8-h9")
    assert at.view().phase == "draw"


@pytest.mark.parametrize(
    ("track", "rest", "may"),
    [
        ("0 1 1 1 1 1", "gg", True),
        ("1 1 1 1 1 0", "rp", False),
        ("1 1 1 1 1 0", "ry", True),
        ("3 3 3 3 3 3", "gg", False),
        ("18 18 18 18 18 17", "rg gb", True),
        ("18 18 18 18 18 17", "rg gp", False),
    ],
)
def test_may_exchange(track: str, rest: str, may: bool) -> None:
    assert rules.may_exchange(opened(position(2, racks=[rest], tracks=[track])), 0) == may


def test_exchange_colours_are_bits() -> None:
    state = opened(position(2, tracks=["4 3 3 5 9 18", "0 0 0 0 0 0"]))
    assert rules.exchange_colours(state, 0) == 0b000110
    assert rules.exchange_colours(state, 1) == 0b111111
    assert rules.lowest_marker(state, 0) == 3
    assert rules.lowest_marker(state, 1) == 0


def test_an_exchange_moves_exactly_the_rack() -> None:
    at = scene("gb gb bo yp yy").play("exchange")
    assert at.rows["aside"][0].tolist() == counted("gb gb bo yp yy")
    assert at.rows["rack_size"][0].tolist()[:2] == [0, 6]


@pytest.mark.parametrize("turn", [0, 1])
def test_whoever_exchanges_draws_all_six(turn: int) -> None:
    racks = ["gg gb gb gy gy go"] * 2
    at = position(2, racks=racks, tracks=["0 1 1 1 1 1"] * 2, turn=turn).play("gg@h8-h9", "exchange")
    for _ in range(6):
        assert at.game.roller(at.rows) == turn
        at.act(CHANCE, int(at.game.engine.pick(at.rows, CHANCE, 0)))
    assert at.waiting == [1 - turn]
