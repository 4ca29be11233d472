"""The examples in the rules texts are what the rules do, in every language."""

from __future__ import annotations

import pytest

from games.brilliant.paper import position
from games.examples import LANGUAGES, example, numbers, rules_text
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import COLOURS


def may(colour: str, number: int, *stand: int) -> bool:
    """Whether an area of this colour, in which these numbers stand, takes a number."""
    allowed = rules.allowed(COLOURS.index(colour), sum(1 << (other - 1) for other in stand))
    return bool(allowed >> (number - 1) & 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_roll_may_be_written(language: str) -> None:
    low, high, *found = numbers(example("brilliant", 4, language))
    not_blue, blue, not_purple, one, other, not_red, red, not_orange, orange, in_blue, in_red, in_orange = found
    assert {not_blue, not_purple, not_red, not_orange, in_blue, in_red, in_orange} == {low, high}
    assert not may("blue", not_blue, blue)
    assert not may("red", not_red, red)
    assert not may("orange", not_orange, orange)
    assert not may("purple", not_purple, one, other)
    assert not may("purple", low + high - not_purple, one, other)
    assert may("blue", in_blue, blue)
    assert may("red", in_red, red)
    assert may("orange", in_orange, orange)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_roll_lets_one_write_each_number_next_to_the_other(language: str) -> None:
    """In an area that takes anything."""
    low, high, *pairs = numbers(rules_text("brilliant", 3, language))
    assert pairs == [low, high, high, low]
    drawing = f"""
        . . . . . . .
        . . . . . . .
        . . . {low} . . .
        . . . . . . .
        . . . {high} . . .
    """
    moves = position(drawing).play(f"{low} {high}").moves()
    assert {f"{low}@d4", f"{high}@d4"} <= set(moves)
