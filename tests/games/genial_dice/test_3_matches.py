"""§3 Matches."""

import pytest

from games.genial_dice.paper import marks
from kit import table


def scored(players: int, others: list[str], own: str) -> str:
    """What the start player's sheet shows after scoring these dice on an open sheet without jokers."""
    at = table("genial_dice", players).play(*others, own)
    at.rows["sheets"][0][0] = 1
    at.play("stop")
    if "score" in at.moves():
        at.play("score")
    at.rows["sheets"][0][0] -= 1
    return marks(at, 0)


def test_one_yellow_against_three_foreign_yellows_is_three_yellow_marks() -> None:
    assert scored(3, ["yyb", "yog"], "yrp") == "y3"


def test_two_blues_against_two_foreign_blues_are_four_blue_marks() -> None:
    assert scored(3, ["bor", "boo"], "bby") == "b4"


def test_svenjas_second_roll_in_the_rulebook() -> None:
    """Three foreign yellows and two foreign blues; she has one yellow and two blues."""
    assert scored(3, ["yyb", "ybr"], "ybb") == "b4 y3"


def test_one_match_is_one_mark() -> None:
    assert scored(2, ["rrrg"], "gbbo") == "g1"


def test_own_dice_never_match_each_other() -> None:
    assert scored(2, ["rrrg"], "bbbb") == ""


def test_a_symbol_that_only_others_show_brings_nothing() -> None:
    assert scored(4, ["rr", "rr", "gb"], "oy") == ""


@pytest.mark.parametrize(
    ("players", "others", "own", "expected"),
    [
        (2, ["rrgg"], "rgbo", "r2 g2"),
        (2, ["rbbp"], "bbpp", "b4 p2"),
        (3, ["rrr", "rgb"], "rgb", "r4 g1 b1"),
        (4, ["rg", "rb", "ry"], "rp", "r3"),
        (4, ["rg", "rb", "ry"], "gy", "g1 y1"),
        (4, ["op", "op", "rp"], "oo", "o4"),
    ],
)
def test_every_own_die_is_compared_with_every_foreign_die(
    players: int, others: list[str], own: str, expected: str
) -> None:
    assert scored(players, others, own) == expected


def test_the_dice_of_all_other_players_count_also_of_those_who_come_later() -> None:
    at = table("genial_dice", 3, start=2).play("rry", "rgg", "rgo", "stop")
    assert marks(at, 1) == "r3 g2"


def test_nobody_else_marks_anything() -> None:
    at = table("genial_dice", 3).play("rry", "rgg", "rgo", "stop")
    assert [marks(at, seat) for seat in range(3)] == ["r3 g2", "", ""]
