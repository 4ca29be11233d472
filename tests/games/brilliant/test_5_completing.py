"""§5 Completing an area."""

from __future__ import annotations

import pytest

from games.brilliant.paper import points, position, struck

ALMOST = """
    . . 5 5 5 . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
"""


def test_the_first_takes_the_highest_value_and_it_is_struck_for_the_others() -> None:
    at = position(ALMOST, ALMOST).play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    assert points(at) == [5, 0]
    assert struck(at) == {"B": 1}
    assert at.view().players[0].earned[1] == 5
    assert at.view().players[1].earned[1] is None
    at.play("5 5")
    assert at.waiting == [0, 1]
    at.play("5@f1", seat=1).play("pass", seat=0)
    assert points(at) == [5, 3]
    assert struck(at) == {"B": 2}


def test_the_third_value_is_never_struck() -> None:
    at = position(*[ALMOST] * 4)
    for seat in range(4):
        at.play("5 5")
        for other in range(4):
            at.play("5@f1" if other == seat else "pass", seat=other)
    assert points(at) == [5, 3, 1, 1]
    assert struck(at) == {"B": 2}


@pytest.mark.parametrize(("open_value", "points_each", "then"), [(0, 5, 1), (1, 3, 2), (2, 1, 2)])
def test_several_at_once_take_the_same_value(open_value: int, points_each: int, then: int) -> None:
    at = position(ALMOST, ALMOST, ALMOST, struck=[0, open_value, *[0] * 22]).play("5 5")
    for seat in (2, 0, 1):
        at.play("pass" if seat == 1 else "5@f1", seat=seat)
    assert points(at) == [points_each, 0, points_each]
    assert struck(at) == {"B": then}


def test_the_last_of_three_at_once_takes_it_too() -> None:
    at = position(ALMOST, ALMOST, ALMOST).play("5 5")
    for seat in range(3):
        at.play("5@f1", seat=seat)
    assert points(at) == [5, 5, 5]
    assert struck(at) == {"B": 1}


def test_different_areas_are_struck_each_for_itself() -> None:
    other = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . 5
        . . . . . . 5
        . . . . . . 5
        . . . . . . .
    """
    at = position(ALMOST, other).play("5 5").play("5@f1", seat=0).play("5@g7", seat=1)
    assert points(at) == [5, 5]
    assert struck(at) == {"B": 1, "H": 1}


def test_an_entry_that_completes_nothing_strikes_and_earns_nothing() -> None:
    at = position(ALMOST.replace("5 5 5", "5 5 ."), ALMOST).play("5 5")
    at.play("5@e1", seat=0).play("5@e2", seat=1)
    assert points(at) == [0, 0]
    assert struck(at) == {}
    assert at.view().players[0].filled[1] == 3


def test_points_add_up() -> None:
    full = """
        . . 5 5 5 . .
        . . . . . . .
        . . . . . . .
        . . . . . . 5
        . . . . . . 5
        . . . . . . 5
        . . . . . . .
    """
    at = position(full, ALMOST).play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    at.play("5 5").play("5@g7", seat=0).play("5@f1", seat=1)
    assert points(at) == [10, 3]
    assert at.view().players[0].earned == (None, 5, None, None, None, None, None, 5, None, None, None)
