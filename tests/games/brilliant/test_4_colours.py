"""§4 Colours."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.brilliant.paper import position
from spieltisch import Refused
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import COLOURS


def holds(colour: str, numbers: list[int]) -> bool:
    """The rule of a colour, said of all numbers in an area."""
    if colour in ("blue", "grey"):
        return len(set(numbers)) <= 1
    if colour in ("red", "yellow"):
        return len(set(numbers)) == len(numbers)
    if colour == "purple":
        return len(set(numbers)) <= 2
    if colour == "orange":
        return max(numbers) <= 3 or min(numbers) >= 4
    return True


@pytest.mark.parametrize("colour", COLOURS)
def test_what_may_be_written_next_to_what_stands_in_the_area(colour: str) -> None:
    for size in range(7):
        for numbers in combinations(range(1, 7), size):
            if numbers and not holds(colour, [*numbers]):
                continue
            used = sum(1 << (number - 1) for number in numbers)
            may = rules.allowed(COLOURS.index(colour), used)
            expected = [number for number in range(1, 7) if holds(colour, [*numbers, number])]
            assert [number for number in range(1, 7) if may >> (number - 1) & 1] == expected
            assert may < 64


@pytest.mark.parametrize(("roll", "possible"), [("2 2", True), ("2 3", False), ("1 2", False)])
def test_blue_takes_one_number(roll: str, possible: bool) -> None:
    drawing = """
        . . 2 . . . .
    """
    moves = position(drawing).play(roll).moves()
    assert any(move.endswith("@d1") for move in moves) == possible


def test_red_takes_every_number_once() -> None:
    drawing = """
        1 2 . . . . .
        3 . . . . . .
    """
    at = position(drawing)
    assert at.play("3 4").moves() == ["4@b2", "4@a3", "pass"]
    at = position(drawing).play("1 3")
    assert at.waiting != [0]


def test_purple_takes_two_numbers() -> None:
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        1 2 . . . . .
    """
    assert position(drawing).play("1 2").moves() == ["2@a3", "1@b3", "1@c4", "2@a5", "1@b5", "pass"]
    assert "3@a5" not in position(drawing).play("1 3").moves()
    assert "3@a5" in position(drawing.replace("1 2", "1 1")).play("1 3").moves()


@pytest.mark.parametrize(("stands", "possible"), [(1, "123"), (3, "123"), (4, "456"), (6, "456")])
def test_orange_takes_one_half(stands: int, possible: str) -> None:
    drawing = f"""
        . . . . . . .
        . . {stands} . . . .
    """
    for number in range(1, 7):
        moves = position(drawing).play(f"{stands} {number}").moves()
        assert (f"{number}@d2" in moves) == (str(number) in possible)


def test_green_takes_anything() -> None:
    drawing = """
        . . . . . . .
        . . . . . . .
        . . . 1 . . .
        . . . 6 . . .
    """
    for number in range(1, 7):
        assert f"{number}@e4" in position(drawing).play(f"{number} 6").moves()


def test_a_number_against_the_colour_is_refused() -> None:
    drawing = """
        . . 2 . . . .
    """
    with pytest.raises(Refused) as refused:
        position(drawing).play("2 3").play("3@d1")
    assert refused.value.reason.paragraph == "§4"


def test_the_worked_example() -> None:
    """Level 1, a 2 and a 5: where both may be written, and where the colours forbid it."""
    drawing = """
        5 . 2 . . 2 .
        . 2 . 5 . 6 4
        . . . . 2 . .
        . . . . . 5 .
        . . . . . . 4
    """
    at = position(drawing).play("2 5")
    assert at.moves() == ["2@d1", "5@c2", "5@b3", "2@d3", "5@d3", "2@e4", "5@e4", "pass"]
    for forbidden in (
        "5@d1",  # the upper blue area has 2s
        "5@e1",
        "5@g1",  # the upper purple area has a 6 and a 4
        "5@b1",  # the left red area has a 5
        "5@a2",
        "5@e2",  # and so has the right one
        "5@f3",
        "2@g4",  # the right blue area has 4s
        "2@c2",  # orange begins with a 5
    ):
        with pytest.raises(Refused) as refused:
            at.play(forbidden)
        assert refused.value.reason.paragraph == "§4"
