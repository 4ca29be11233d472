"""§6 Ways of rolling."""

from __future__ import annotations

import pytest

from games.high_score.cards import dice, field, on_card, results
from spieltisch import CHANCE, Refused, Table

LOW, HIGH = "1 1 1 1 1 1 1", "5 5 5 5 5 5 5"


def refused(at: Table, move: str) -> str:
    with pytest.raises(Refused) as refusal:
        at.play(move)
    return refusal.value.reason.paragraph


def test_full_after_each_roll_all_seven_may_be_rolled_again() -> None:
    at = on_card("full sum 0").play(LOW)
    assert at.moves() == ["stop", "roll"]
    at.play("roll")
    assert at.waiting == [CHANCE]
    assert len(at.moves()) == 792
    assert field(at, "lying") == 0


def test_full_up_to_four_rolls() -> None:
    at = on_card("full sum 0").play(LOW, "roll", LOW, "roll", LOW, "roll")
    assert field(at, "turn") == 0
    at.play(HIGH)
    assert field(at, "turn") == 1
    assert results(at)[0] == 35


def test_full_the_last_roll_counts_even_if_it_is_worse() -> None:
    assert results(on_card("full sum 0").play(HIGH, "roll", LOW, "stop"))[0] == 7


def test_full_no_die_is_chosen() -> None:
    at = on_card("full sum 0").play("1 2 3 4 5 5 *")
    assert refused(at, "reroll 1") == "§6"
    assert refused(at, "aside 1") == "§6"
    for action in (1, dice("1"), 1715, 1717, -1, 10_000):
        assert at.game.engine.refusal(at.rows, 0, action) == 6


def test_free_any_selection_may_be_rolled_again() -> None:
    at = on_card("free sum 0").play("1 1 2 4 5 5 *")
    assert len(at.moves()) == 3 * 2 * 2 * 3 * 2
    assert at.moves()[0] == "stop"
    assert at.moves()[1:6] == ["reroll 1", "reroll 2", "reroll 4", "reroll 5", "reroll *"]
    assert at.moves()[-1] == "reroll 1 1 2 4 5 5 *"
    at.play("reroll 1 1 *")
    assert len(at.moves()) == 56
    assert field(at, "lying") == dice("2 4 5 5")
    at.play("3 3 3")
    assert field(at, "lying") == dice("2 3 3 3 4 5 5")
    assert field(at, "rolled") == dice("3 3 3")


def test_free_also_dice_left_lying_before() -> None:
    at = on_card("free sum 0").play("1 1 2 4 5 5 *", "reroll 1 1 *", "3 3 3", "reroll 2 4 3", "5 5 5")
    assert results(at)[0] == 3 + 3 + 5 * 5


def test_free_also_all() -> None:
    at = on_card("free sum 0").play(LOW, "reroll 1 1 1 1 1 1 1")
    assert len(at.moves()) == 792


def test_free_up_to_three_rolls() -> None:
    at = on_card("free sum 0").play(LOW, "reroll 1", "2", "reroll 1")
    assert field(at, "turn") == 0
    at.play("3")
    assert field(at, "turn") == 1
    assert results(at)[0] == 5 + 2 + 3


def test_free_none_is_stopping() -> None:
    assert results(on_card("free sum 0").play(HIGH, "stop"))[0] == 35


def test_free_only_dice_that_lie_there() -> None:
    at = on_card("free sum 0").play("1 1 2 4 5 5 *")
    for move in ("reroll 1 1 1", "reroll 3", "reroll * *", "roll", "aside 1"):
        assert refused(at, move) == "§6", move
    for action in (-1, 1716, 1717, 5000):
        assert at.game.engine.refusal(at.rows, 0, action) == 6


def test_free_no_number_from_outside_means_dice() -> None:
    at = on_card("free sum 0").play("* * * * * * *")
    assert at.game.engine.refusal(at.rows, 0, 1715) == 0
    for action in (-1, -2, 1716, 1717):
        assert at.game.engine.refusal(at.rows, 0, action) == 6


def test_aside_at_least_one_die_is_set_aside_and_the_rest_is_rolled() -> None:
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *")
    assert len(at.moves()) == 3 * 2 * 2 * 3 * 2 - 1
    assert at.moves()[0] == "aside 1"
    assert at.moves()[-1] == "aside 1 1 2 4 5 5 *"
    at.play("aside 5 5")
    assert at.waiting == [CHANCE]
    assert len(at.moves()) == 252
    assert field(at, "aside") == dice("5 5")
    assert field(at, "lying") == 0


def test_aside_dice_set_aside_stand_for_good() -> None:
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *", "aside 5 5", "1 1 1 1 4")
    assert at.moves() == [
        "aside 1",
        "aside 4",
        "aside 1 1",
        "aside 1 4",
        "aside 1 1 1",
        "aside 1 1 4",
        "aside 1 1 1 1",
        "aside 1 1 1 4",
        "aside 1 1 1 1 4",
    ]
    assert refused(at, "aside 5") == "§6"


def test_aside_until_all_are_set_aside() -> None:
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *", "aside 5 5", "1 1 1 1 4", "aside 4", "2 2 3 3", "aside 2 2 3 3")
    assert results(at)[0] == 5 + 5 + 4 + 10
    assert field(at, "turn") == 1


def test_aside_all_at_once_ends_the_turn() -> None:
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *", "aside 1 1 2 4 5 5 *")
    assert results(at)[0] == 18
    assert field(at, "turn") == 1


def test_aside_seven_rolls_are_possible() -> None:
    at = on_card("aside sum 0").play(HIGH)
    for left in range(6, 0, -1):
        at.play("aside 5")
        assert field(at, "turn") == 0
        assert field(at, "in_hand") == left
        at.play(" ".join("5" * left))
    assert results(at)[0] == 35
    assert field(at, "turn") == 1


def test_aside_a_single_die_that_is_left_is_set_aside_without_asking() -> None:
    """R12"""
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *", "aside 1 2 4 5 5 *", "3")
    assert results(at)[0] == 20
    assert field(at, "turn") == 1


def test_aside_two_dice_that_are_left_are_asked_for() -> None:
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *", "aside 2 4 5 5 *", "3 3")
    assert at.moves() == ["aside 3", "aside 3 3"]


def test_aside_something_must_be_set_aside() -> None:
    at = on_card("aside sum 0").play("1 1 2 4 5 5 *")
    for move in ("roll", "stop", "aside", "aside 3", "reroll 1"):
        assert refused(at, move) == "§6", move
    for action in (-1, 0, 1716, 1717, 5000):
        assert at.game.engine.refusal(at.rows, 0, action) == 6


@pytest.mark.parametrize("dice_in_hand", range(1, 8))
def test_exactly_the_dice_in_hand_are_rolled(dice_in_hand: int) -> None:
    at = on_card("free sum 0").play(LOW)
    at.play("reroll " + " ".join("1" * dice_in_hand))
    for wrong in {dice_in_hand - 1, dice_in_hand + 1} - {0, 8}:
        assert refused(at, " ".join("1" * wrong)) == "§6"
        assert refused(at, " ".join("*" * wrong)) == "§6"
    for action in (-1, 0, 1716, 1781):
        assert at.game.engine.refusal(at.rows, CHANCE, action) == 6
    at.play(" ".join("*" * dice_in_hand))
    assert field(at, "lying") == (7 - dice_in_hand) + (dice_in_hand << 15)
