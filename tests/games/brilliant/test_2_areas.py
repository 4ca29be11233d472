"""§2 Areas, links and score fields for a whole colour."""

from __future__ import annotations

import pytest

from games.brilliant.paper import SMALL, begin, points, position, struck
from spieltisch import Refused


def test_each_area_has_a_colour_three_values_and_its_cells() -> None:
    sheet = begin(2, SMALL).view().sheet
    assert [(area.name, area.colour, area.cells, area.values) for area in sheet.areas] == [
        ("A", "red", 5, (5, 3, 1)),
        ("B", "blue", 2, (4, 2, 1)),
        ("C", "purple", 5, (6, 4, 2)),
        ("D", "orange", 3, (5, 3, 2)),
        ("E", "yellow", 3, (3, 2, 1)),
        ("F", "green", 4, (4, 3, 1)),
        ("G", "grey", 3, (5, 4, 1)),
    ]
    assert [area.name for area in sheet.areas if area.whole_colour] == ["C"]
    assert sheet.links == (("a2", "a4"),)
    assert len(sheet.cells) == 25


def test_linked_cells_are_one_area_though_they_do_not_touch() -> None:
    """A 2 stands in a1, so the red cell a4 on the other side of the link takes no 2."""
    drawing = """
        2 . . . . .
        . . . . . .
        5 . . . . .
    """
    at = position(drawing, sheet=SMALL).play("2 5")
    assert at.moves() == ["5@b1", "5@a2", "2@b3", "pass"]
    with pytest.raises(Refused) as refused:
        at.play("2@a4")
    assert refused.value.reason.paragraph == "§4"


def test_a_linked_area_is_complete_when_both_parts_are_full() -> None:
    drawing = """
        1 2 . . . .
        3 . . . . .
        5 . . . . .
        4
    """
    at = position(drawing, sheet=SMALL).play("4 5")
    assert at.moves() == ["4@b3", "5@b4", "5@a5", "pass"]
    at.play("5@a5")
    assert points(at) == [5]


def test_a_link_is_no_neighbourhood() -> None:
    drawing = """
        . . . . . .
        4 . . . . .
    """
    assert "2@a4" not in position(drawing, sheet=SMALL).play("2 4").moves()


def test_r3_all_cells_of_a_colour_can_be_one_area_with_one_rule_and_one_completion() -> None:
    drawing = """
        . . . . 1 2
        . . . . . .
        . . . . . .
        . . . . . 3
        . . . . . .
    """
    at = position(drawing, sheet=SMALL).play("3 4")
    with pytest.raises(Refused) as refused:
        at.play("4@f5")
    assert refused.value.reason.paragraph == "§4"
    at = position(drawing.replace("3", "1"), sheet=SMALL).play("1 2")
    assert "2@f5" in at.moves()
    drawing = """
        . . . . 1 2
        . . . . 2 .
        . . . . . .
        . . . . . .
        . . . . 1 .
    """
    at = position(drawing, drawing, sheet=SMALL).play("1 2")
    at.play("2@f5", seat=0).play("pass", seat=1)
    assert points(at) == [6, 0]
    assert struck(at) == {"C": 1}
