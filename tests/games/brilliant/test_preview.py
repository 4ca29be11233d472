"""What a move would bring, shown before it is made."""

from __future__ import annotations

import json
from dataclasses import asdict

import numpy as np

from games import bringing
from games.brilliant.paper import begin, position
from spieltisch import Table
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.moves import Write
from spieltisch.games.brilliant.view import Preview

ALMOST = """
    . . 5 5 5 . .
"""
START = ("1@b1", "2@f1", "3@e3", "4@c4", "5@a5", "6@d5")


def preview(at: Table, move: str, seat: int = 0) -> Preview:
    """Nothing changes by looking, and what the others have chosen makes no difference."""
    found: Preview = bringing.preview(at, move, seat)
    assert json.loads(json.dumps(asdict(found)))
    return found


def test_an_entry_shows_what_stands_beside_it_and_what_the_area_takes_then() -> None:
    drawing = """
        . . . . . . .
        . . 5 . . . .
        . 6 . 5 . . .
    """
    at = position(drawing).play("5 6")
    assert preview(at, "6@c3") == Preview(
        entry=Write(6, "c3"),
        beside=("c2", "d3"),
        area="D",
        filled=3,
        takes="456",
        earned=None,
        struck=None,
        open_value=5,
        points=0,
        reaches_target=False,
    )
    assert preview(at, "5@c3").beside == ("b3",)


def test_the_last_cell_earns_the_open_value_and_strikes_it_for_the_others() -> None:
    at = position(ALMOST, ALMOST, points=[3, 0, 0, 0, 0, 0]).play("5 5")
    seen = preview(at, "5@f1")
    assert (seen.area, seen.filled, seen.takes, seen.earned, seen.struck, seen.points) == ("B", 4, "", 5, 5, 8)
    assert not seen.reaches_target


def test_the_third_value_is_not_struck() -> None:
    at = position(ALMOST, ALMOST, struck=[0, 2, *[0] * 22]).play("5 5")
    seen = preview(at, "5@f1")
    assert (seen.earned, seen.struck, seen.points) == (1, None, 1)


def test_the_target() -> None:
    at = position(ALMOST, ALMOST, points=[21, 20, 0, 0, 0, 0]).play("5 5")
    assert preview(at, "5@f1", 0).reaches_target
    assert not preview(at, "5@f1", 1).reaches_target
    assert not preview(at, "pass", 0).reaches_target


def test_what_the_others_have_chosen_makes_no_difference() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    before = preview(at, "5@f1")
    assert preview(at.play("5@f1", seat=1), "5@f1") == before


def test_to_write_nothing_changes_nothing() -> None:
    at = position(ALMOST, ALMOST, points=[7, 0, 0, 0, 0, 0]).play("5 5")
    assert preview(at, "pass") == Preview(None, (), None, 0, "", None, None, None, 7, False)


def test_start_numbers() -> None:
    at = begin(2).play("1@b1")
    seen = preview(at, "2@f1")
    assert (seen.entry, seen.beside, seen.area, seen.filled, seen.takes) == (Write(2, "f1"), (), "B", 1, "2")
    assert (seen.earned, seen.struck, seen.points, seen.reaches_target) == (None, None, 0, False)


def test_the_last_start_number_of_all() -> None:
    at = begin(2).play(*START, seat=1).play(*START[:5], seat=0)
    assert preview(at, "6@d5").filled == 1


def test_a_strike_in_solo() -> None:
    at = position(ALMOST, rolls=7, struck=[1, *[0] * 23]).play("1 1")
    seen = preview(at, "strike A")
    assert (seen.entry, seen.area, seen.struck, seen.earned, seen.points) == (None, "A", 3, None, 0)
    assert seen.open_value == 1
    assert not seen.reaches_target


def test_in_solo_an_earned_value_is_struck_for_nobody() -> None:
    seen = preview(position(ALMOST).play("5 5"), "5@f1")
    assert (seen.earned, seen.struck, seen.points, seen.reaches_target) == (5, None, 5, False)


def test_the_preview_keeps_what_it_promises() -> None:
    """A solo game of moves, each as it was shown before."""
    luck = np.random.default_rng(5)
    at = begin(1)
    while at.waiting:
        seat = at.waiting[0]
        legal = at.game.legal(at.rows, seat)
        action = int(legal[luck.integers(len(legal))])
        if seat < 0:
            at.act(seat, action)
            continue
        seen = at.game.preview(at.rows, seat, action)
        at.act(seat, action)
        view = at.view(seat)
        assert view.players[0].points == seen.points
        if seen.area is not None:
            area = "ABCDEFGHIJK".index(seen.area)
            assert (view.players[0].filled[area], view.players[0].takes[area]) == (seen.filled, seen.takes)
            assert view.players[0].earned[area] == seen.earned
            if action >= rules.STRIKE:
                assert seen.struck == view.sheet.areas[area].values[view.sheet.areas[area].struck - 1]
