"""What a person sees."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from games.brilliant.paper import SMALL, begin, position, started
from spieltisch import SPECTATOR
from spieltisch.games.brilliant.moves import Pass, Write
from spieltisch.games.brilliant.view import Area, Box, Cell, View, view
from spieltisch.kernel import Unpacked

TWO = """
    . . 2 . . . .
"""
ALMOST = """
    . . 5 5 5 . .
"""


def possible(view: View) -> dict[str, str]:
    """The cells in which something may be written, with the numbers."""
    pairs = zip(view.sheet.cells, view.possible, strict=True)
    return {cell.name: numbers for cell, numbers in pairs if numbers}


def test_the_legal_moves_are_found_where_nobody_has_listed_them() -> None:
    at = started(2).play("2 3")
    assert possible(at.view(0))
    for seat in (0, 1, SPECTATOR):
        state: Any = Unpacked(at.game.hidden(at.rows, seat))
        assert view(state, seat) == at.view(seat)


def test_the_printed_sheet() -> None:
    sheet = begin(2, SMALL).view(0).sheet
    assert sheet.cells[0] == Cell("a1", 0, 0, "A", True)
    assert sheet.cells[7] == Cell("c2", 1, 2, "D", True)
    assert sheet.cells[-1] == Cell("f5", 4, 5, "C", False)
    assert sheet.areas[2] == Area("C", "purple", "two_numbers", 5, True, (6, 4, 2), 0, 6)
    rules = {area.colour: area.rule for area in sheet.areas}
    assert rules == {
        "red": "different",
        "yellow": "different",
        "blue": "equal",
        "grey": "equal",
        "purple": "two_numbers",
        "orange": "one_half",
        "green": "anything",
    }


def test_phases() -> None:
    at = begin(1)
    phases = [at.view(0).phase]
    for move in ("1@b1", "2@f1", "3@e3", "4@c4", "5@a5", "6@d5", "1 4", "pass", "4 4", "pass"):
        at.play(move)
        phases.append(at.view(0).phase)
    assert phases == [*["start_stars"] * 6, "roll", "write", "roll", "write_double", "roll"]


def test_the_possible_entries_are_those_of_the_viewer_now() -> None:
    at = position(TWO, TWO).play("2 3")
    expected = {"b1": "3", "c2": "3"}
    assert possible(at.view(0)) == possible(at.view(1)) == expected
    assert at.view(0).may_pass
    seen = at.view(SPECTATOR)
    assert (possible(seen), seen.may_pass, seen.you, seen.your_choice) == ({}, False, None, None)
    at.play("3@b1", seat=0)
    assert possible(at.view(0)) == {}
    assert not at.view(0).may_pass
    assert possible(at.view(1)) == expected
    assert [player.doing for player in at.view(0).players] == ["chose", "chooses"]
    assert (at.view(0).low, at.view(0).high) == (2, 3)


def test_both_numbers_may_be_possible_in_one_cell() -> None:
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . 2 . 5 .
    """
    assert possible(position(drawing).play("2 5").view(0))["e4"] == "25"


def test_start_numbers_are_possible_entries_too() -> None:
    at = begin(2).play("1@b1")
    assert possible(at.view(0)) == dict.fromkeys(("f1", "e3", "c4", "a5", "d5"), "2")
    assert set(possible(at.view(1)).values()) == {"1"}
    assert not at.view(0).may_pass
    assert [player.start_numbers for player in at.view(1).players] == [1, 0]


def test_what_an_area_still_takes() -> None:
    drawing = """
        1 3 . . . . .
        . . . 5 . . .
        . . . . . . .
        1 2 . . . . .
        . 5 . 6 . . .
        . 5 . . . . .
        . 5 . . . . .
    """
    takes = position(drawing).view(0).players[0].takes
    assert takes == ("2456", "123456", "123456", "456", "123456", "123456", "12", "123456", "5", "123456", "123456")
    full = position(drawing.replace(". 5 . 6", ". 5 5 6")).view(0)
    assert full.players[0].takes[8] == ""


def test_who_has_chosen_is_seen_but_not_what() -> None:
    at = position(TWO, TWO, ALMOST).play("2 3").play("pass", seat=1)
    for seat in (0, 1, 2, SPECTATOR):
        assert [player.doing for player in at.view(seat).players] == ["chooses", "chose", "nothing"]
    at.play("3@b1", seat=0)
    assert [player.doing for player in at.view(0).players] == ["nothing"] * 3


def test_ones_own_choice_waits_for_the_others() -> None:
    at = position(TWO, TWO).play("2 3").play("3@b1", seat=0)
    assert at.view(0).your_choice == Write(3, "b1")
    assert at.view(1).your_choice is None
    assert [player.doing for player in at.view(0).players] == ["chose", "chooses"]
    assert all(player.fresh is None for player in at.view(0).players)
    at.play("pass", seat=1)
    assert at.view(0).your_choice is None
    assert [player.fresh for player in at.view(1).players] == ["b1", None]
    at = position(TWO, TWO).play("2 3").play("pass", seat=0)
    assert at.view(0).your_choice == Pass()


def test_who_is_not_asked_has_no_choice() -> None:
    at = position(TWO, ALMOST).play("2 3")
    assert at.view(1).your_choice is None
    assert [player.doing for player in at.view(1).players] == ["chooses", "nothing"]


def test_before_the_first_roll_there_are_no_dice() -> None:
    view = started(2).view(0)
    assert (view.low, view.high, view.rolls, view.target) == (None, None, 0, 26)
    assert [player.doing for player in view.players] == ["nothing", "nothing"]
    assert (view.boxes, view.rolls_left, view.ended_by, view.winners) == ((), None, None, ())


def test_areas_and_points() -> None:
    at = position(ALMOST, ALMOST).play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    view = at.view(1)
    assert (view.sheet.areas[1].struck, view.sheet.areas[1].open_value) == (1, 3)
    assert (view.players[0].points, view.players[1].points) == (5, 0)
    assert (view.players[0].filled[:2], view.players[1].filled[:2]) == ((0, 4), (0, 3))
    assert view.players[0].earned[:2] == (None, 5)
    assert view.players[0].numbers[:7] == (None, None, 5, 5, 5, 5, None)


def test_solo() -> None:
    at = position(TWO, rolls=7, struck=[2, *[0] * 23]).play("1 1")
    view = at.view(0)
    assert view.phase == "strike"
    assert view.possible_strikes == tuple("BCDEFGHIJK")
    assert (possible(view), view.may_pass) == ({}, False)
    assert view.boxes[2:5] == (Box(2, False), Box(2, True), Box(0, False))
    assert (view.rolls_left, view.target) == (36, None)


def test_the_end() -> None:
    at = position(ALMOST, ALMOST, points=[21, 25, 0, 0, 0, 0]).play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    assert (at.view().phase, at.view().ended_by, at.view().winners) == ("over", "§6", (0,))


def test_a_view_is_plain_data() -> None:
    for at in (begin(1), position(TWO, TWO).play("2 2"), position(TWO, rolls=7).play("1 1")):
        for seat in (0, SPECTATOR):
            assert json.loads(json.dumps(asdict(at.view(seat))))


def test_the_cells_of_a_sheet_are_made_once_for_all_views() -> None:
    assert begin(2).view(0).sheet.cells is begin(3).view(SPECTATOR).sheet.cells
    assert begin(2).view(0).sheet.cells is not begin(2, SMALL).view(0).sheet.cells
