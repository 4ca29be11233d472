"""§7 Solo."""

from __future__ import annotations

from typing import Any

import pytest

from games.brilliant.paper import SEVEN, SMALL, WIDE, begin, points, position, started, struck
from spieltisch import CHANCE, Refused, Table

NOTHING = """
    . . 5 5 5 . .
"""


def rolled(rolls: int, drawing: str = NOTHING, sheet: str = SEVEN, **fields: Any) -> Table:
    """So many rolls have been made."""
    return position(drawing, sheet=sheet, rolls=rolls, **fields)


def test_there_is_no_target_but_there_are_44_rolls() -> None:
    at = begin(1)
    assert at.view().target is None
    assert at.view().rolls_left == 44
    assert rolled(0, points=[60, 0, 0, 0, 0, 0]).play("1 1").waiting == [CHANCE]


def test_it_ends_after_the_44th_roll() -> None:
    at = rolled(42, sheet=WIDE).play("1 1")
    assert at.waiting == [CHANCE]
    at.play("1 1")
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph, at.outcome.places) == ("last_box", "§7", (0,))
    assert at.view().rolls_left == 0


def test_r10_with_roll_44_one_may_still_write() -> None:
    at = rolled(43, sheet=WIDE).play("5 5")
    assert at.waiting == [0]
    assert at.outcome is None
    at.play("5@c2")
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("last_box", "§7")


def test_r10_the_last_box_asks_for_its_strike_before_one_writes_for_the_last_time() -> None:
    at = rolled(43).play("5 5")
    assert (at.view().phase, at.view().boxes[21].ticks) == ("strike", 2)
    at.play("strike A")
    assert (at.view().phase, at.outcome) == ("write_double", None)
    at.play("5@f1")
    assert at.outcome is not None
    assert at.outcome.points == (5,)


def test_each_box_takes_two_ticks() -> None:
    boxes = rolled(5).view().boxes
    assert len(boxes) == 22
    assert [box.ticks for box in boxes[:5]] == [2, 2, 1, 0, 0]
    assert [number for number, box in enumerate(boxes, start=1) if box.sign] == [4, 7, 10, 13, 16, 19, 22]
    assert rolled(44).view().boxes[21].ticks == 2
    assert started(2).view().boxes == ()


@pytest.mark.parametrize("box", [4, 7, 10, 13, 16, 19, 22])
def test_the_second_tick_in_a_box_with_the_sign_asks_for_a_strike(box: int) -> None:
    at = rolled(2 * box - 2).play("1 1")
    assert at.view().phase == "roll"
    at.play("1 1")
    assert at.view().phase == "strike"
    assert at.waiting == [0]
    assert at.moves() == [f"strike {letter}" for letter in "ABCDEFGHIJK"]


@pytest.mark.parametrize("box", [1, 2, 3, 5, 6, 8, 20, 21])
def test_in_other_boxes_nothing_is_struck(box: int) -> None:
    assert rolled(2 * box - 1).play("5 5").view().phase == "write_double"


def test_the_very_first_box_can_have_the_sign() -> None:
    at = started(1, SMALL).play("1 5", "5@a2", "1 1")
    assert at.view().phase == "strike"
    assert at.view().players[0].fresh is None


def test_the_highest_open_value_is_struck_and_the_lower_ones_remain() -> None:
    at = rolled(7).play("5 5", "strike B")
    assert struck(at) == {"B": 1}
    assert at.moves() == ["5@b1", "5@f1", "5@c2", "5@d2", "5@e2", "pass"]
    at.play("5@f1")
    assert points(at) == [3]
    at = rolled(7, struck=[0, 1, *[0] * 22]).play("5 5", "strike B", "5@f1")
    assert points(at) == [1]


def test_r6_never_the_third_value_and_never_of_a_complete_area() -> None:
    drawing = """
        . . 5 5 5 5 .
    """
    at = rolled(7, drawing, struck=[1, 0, 2, *[0] * 21]).play("1 1")
    assert at.moves() == [f"strike {letter}" for letter in "ADEFGHIJK"]
    for letter in "BC":
        with pytest.raises(Refused) as refused:
            at.play(f"strike {letter}")
        assert refused.value.reason.paragraph == "R6"
    for move in ("strike L", "strike X", "pass", "1@a1"):
        with pytest.raises(Refused) as refused:
            at.play(move)
        assert refused.value.reason.paragraph == "§7"
    tickets = at.game.engine.tickets(at.rows, 0)
    picked = [int(at.game.engine.pick(at.rows, 0, ticket)) for ticket in range(tickets)]
    assert picked == at.game.legal(at.rows, 0).tolist()
    assert at.game.hidden(at.rows, 0).tobytes() == at.rows.tobytes()


def test_r6_if_no_value_is_left_nothing_is_struck() -> None:
    at = rolled(7, struck=[2] * 24).play("5 5")
    assert at.view().phase == "write_double"


def test_r9_the_strike_comes_before_one_writes_with_the_same_roll() -> None:
    at = rolled(7).play("5 5", "strike A")
    assert at.view().phase == "write_double"
    assert at.waiting == [0]
    assert at.view().rolls == 8


def test_after_a_strike_with_a_roll_that_cannot_be_used_the_next_roll_follows() -> None:
    at = rolled(7).play("1 1", "strike A")
    assert at.waiting == [CHANCE]
    at = rolled(43).play("1 1", "strike A")
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("last_box", "§7")


def test_the_result_is_the_sum_of_the_values() -> None:
    drawing = """
        . . 5 5 5 . .
        . . . . . . .
        . . . . . . .
        . . . . . . 5
        . . . . . . 5
        . . . . . . 5
        . . . . . . .
    """
    at = rolled(42, drawing).play("5 5", "5@f1", "5 5", "strike A", "5@g7")
    assert at.outcome is not None
    assert at.outcome.points == (10,)
    assert struck(at) == {"A": 1, "B": 1, "H": 1}
