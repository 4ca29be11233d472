"""What happened, as a value: for those who saw it and for the others."""

from __future__ import annotations

import pytest

from games.brilliant.paper import begin, position
from spieltisch import CHANCE, Refused, Table
from spieltisch.games.brilliant.events import Began, Chose, Completed, Passed, Rolled, Struck, Wrote
from spieltisch.games.brilliant.moves import Move, Pass, Roll, Strike, Write

TWO = """
    . . 2 . . . .
"""
ALMOST = """
    . . 5 5 5 . .
"""


def happened(at: Table, move: str, seat: int = 0) -> object:
    return at.game.happened(at.rows, seat, at.parse(seat, move))


def test_the_dice_and_who_cannot_use_them() -> None:
    at = position(TWO, ALMOST)
    assert happened(at, "3 2", CHANCE) == Rolled(2, 3, (1,))
    assert happened(position(TWO, TWO), "2 3", CHANCE) == Rolled(2, 3, ())
    assert happened(position(TWO, TWO), "4 4", CHANCE) == Rolled(4, 4, None)


def test_before_a_strike_nobody_knows_yet_who_can_use_the_dice() -> None:
    assert happened(position(TWO, rolls=7), "4 4", CHANCE) == Rolled(4, 4, ())


def test_start_numbers_come_one_by_one() -> None:
    at = begin(2)
    assert happened(at, "1@d5", 1) == Began(("d5",))
    at.play("1@d5", "2@f1", seat=1)
    assert happened(at, "3@b1", 1) == Began(("d5", "f1", "b1"))


def test_an_entry_and_the_area_that_it_completes() -> None:
    at = position(ALMOST, TWO).play("5 5")
    assert happened(at, "5@c2") == Wrote(5, "c2", None)
    assert happened(at, "5@f1") == Wrote(5, "f1", Completed("B", "blue", 5))
    assert happened(at, "pass") == Passed()


def test_what_an_entry_earns_does_not_depend_on_what_the_others_choose() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    before = happened(at, "5@f1")
    assert happened(at.play("5@f1", seat=1), "5@f1") == before


def test_a_strike() -> None:
    at = position(TWO, rolls=7, struck=[1, *[0] * 23]).play("1 1")
    assert happened(at, "strike A") == Struck("A", "red", 3)


def test_of_a_choice_the_others_know_only_that_it_was_made() -> None:
    for at in (begin(2), position(TWO, TWO).play("2 3")):
        assert at.game.unseen(at.rows, 0) == Chose()


@pytest.mark.parametrize(
    ("move", "key"),
    [
        (Write(3, "k1"), "no_such_cell"),
        (Write(3, ""), "no_such_cell"),
        (Write(7, "a1"), "no_such_number"),
        (Write(-1, "a1"), "no_such_number"),
        (Strike(""), "no_such_area"),
        (Strike("AB"), "no_such_area"),
        (Strike("Z"), "no_such_area"),
        (Roll(0, 3), "no_such_number"),
    ],
)
def test_a_move_that_means_nothing_is_refused(move: Move, key: str) -> None:
    with pytest.raises(Refused) as refused:
        position(TWO, TWO).play("2 3").parse(0, move)
    assert refused.value.reason.key == key


def test_players_do_not_roll_and_chance_does_not_write() -> None:
    at = position(TWO, TWO)
    for move in (Write(3, "b1"), Pass(), Strike("A")):
        with pytest.raises(Refused):
            at.check(CHANCE, at.parse(CHANCE, move))
    at.play("2 3")
    with pytest.raises(Refused) as refused:
        at.check(0, at.parse(0, Roll(2, 3)))
    assert refused.value.reason.key == "left_to_chance"
