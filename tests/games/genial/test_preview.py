"""What a move would bring, to be drawn before it is made."""

from __future__ import annotations

import dataclasses
import json

import pytest

from games.bringing import preview
from games.genial.drawing import VARIANTS, drawn, markers, position
from kit import table
from spieltisch import CHANCE
from spieltisch.games.genial.events import Gain, Half, Line
from spieltisch.games.genial.view import Preview


def test_each_half_has_the_lines_that_count_for_it_from_the_half_outwards() -> None:
    at = position(2, symbols="r h7 h6 g7 g h10", racks=["rg"])
    red, green = preview(at, "rg@h8-h9").halves
    assert red == Half("h8", 3, (Line(direction=3, length=2), Line(4, 1)))
    assert green == Half("h9", 1, (Line(0, 1),))


def test_a_printed_start_symbol_counts_and_a_half_may_have_no_line() -> None:
    at = position(2, racks=["bp"])
    blue, purple = preview(at, "bp@h5-h4").halves
    assert blue == Half("h5", 0, ())
    assert purple == Half("h4", 1, (Line(3, 1),))


def test_markers_move_from_where_they_stand() -> None:
    at = position(2, symbols="r h7 h6 g h10", racks=["rg"], tracks=["4 9 0 0 0 0"])
    assert preview(at, "rg@h8-h9").gains == (
        Gain("r", 2, 4, 6, 0, top=False),
        Gain("g", 1, 9, 10, 0, top=False),
    )


def test_a_double_gains_once_for_both_halves() -> None:
    at = position(2, symbols="y g8 h7", racks=["yy"])
    assert preview(at, "yy@h8-h9").gains == (Gain("y", 3, 0, 3, 0, top=False),)


def test_what_scores_nothing_gains_nothing() -> None:
    assert preview(position(2, racks=["yy"]), "yy@h8-h9").gains == ()


def test_what_goes_beyond_the_top_is_lost() -> None:
    at = position(2, symbols="r h7 h6", racks=["rg bo"], tracks=["17 0 0 0 0 0"])
    picture = preview(at, "rg@h8-h9")
    assert picture.gains == (Gain("r", 2, 17, 18, 1, top=True),)
    assert picture.bonus_turns == 1


def test_a_double_track_goes_on_at_18() -> None:
    at = position(4, "team", symbols="r h7 h6", racks=["rg bo"], tracks=["17 0 0 0 0 0"])
    picture = preview(at, "rg@h8-h9")
    assert picture.gains == (Gain("r", 2, 17, 18, 1, top=True),)
    assert picture.bonus_turns == 1


def test_in_the_duel_the_second_seat_pulls_to_the_other_side() -> None:
    at = position(2, "duel", symbols="r h7 h6", racks=["bb", "rg bo"], tracks=["1 0 0 0 0 0"], turn=1)
    assert preview(at, "rg@h8-h9").gains == (Gain("r", 2, -1, 1, 0, top=False),)
    close = position(2, "duel", symbols="r h7 h6", racks=["bb", "rg bo"], tracks=["-8 0 0 0 0 0"], turn=1)
    picture = preview(close, "rg@h8-h9")
    assert picture.gains == (Gain("r", 2, 8, 9, 1, top=True),)
    assert picture.bonus_turns == 1


def test_bonus_turns_that_are_earned_in_a_bonus_turn() -> None:
    at = position(2, symbols="r h7 y c6", racks=["rg yp bo"], tracks=["17 0 0 0 17 0"])
    assert preview(at, "rg@h8-h9").bonus_turns == 1
    at.play("rg@h8-h9")
    assert preview(at, "yp@d6-d5").bonus_turns == 1
    assert preview(at, "bo@d6-d5").bonus_turns == 0


def test_a_bonus_turn_that_would_lapse_is_not_promised() -> None:
    assert preview(position(2, symbols="r h7", racks=["rg"], tracks=["17 0 0 0 0 0"]), "rg@h8-h9").bonus_turns == 0


def test_an_exchange_shows_which_tiles_would_go() -> None:
    at = position(2, racks=["gg gb bo bo"], tracks=["0 1 1 1 1 0"]).play("gg@h8-h9")
    tiles = ("gb", "bo", "bo")
    assert preview(at, "exchange") == Preview((), (), 0, tiles)
    assert preview(at, "keep") == Preview((), (), 0, ())
    duel = position(2, "duel", racks=["bb rp go"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert preview(duel, "exchange").aside == ("rp",)


def test_declining_a_bonus_turn_and_drawing_bring_nothing_to_see() -> None:
    at = position(2, symbols="r h7", racks=["rg bo"], tracks=["17 0 0 0 0 0"]).play("rg@h8-h9")
    assert preview(at, "pass") == Preview((), (), 0, ())
    at.play("pass")
    assert at.waiting == [CHANCE]
    assert preview(at, "rg") == Preview((), (), 0, ())


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_what_is_promised_comes_about(variant: str, players: int) -> None:
    at = table("genial", players, variant)
    for turn in range(40):
        drawn(at)
        if not at.waiting:
            break
        seat = at.waiting[0]
        action = int(at.game.engine.pick(at.rows, seat, (13 * turn) % int(at.game.engine.tickets(at.rows, seat))))
        picture = at.game.preview(at.rows, seat, action)
        json.dumps(dataclasses.asdict(picture))
        expected = markers(at, seat)
        for gain in picture.gains:
            assert expected["rgboyp".index(gain.colour)] == gain.before
            assert gain.points == gain.after - gain.before + gain.lost
            expected["rgboyp".index(gain.colour)] = gain.after
        at.act(seat, action)
        assert markers(at, seat) == expected
