"""§3 Placing."""

from __future__ import annotations

from games.high_score.cards import fields, on_card, results


def placed(card: str, *rolls: str) -> list[int]:
    """Where the pieces stand after all but the last have rolled this; one more player has yet to roll."""
    at = on_card(f"full {card}", players=len(rolls) + 1)
    for roll in rolls:
        at.play(roll, "stop")
    assert results(at)[-1] == 0
    return fields(at)[:-1]


def test_a_positive_result_goes_on_its_field() -> None:
    assert placed("sum 0", "1 2 3 4 5 5 5", "1 * * * * * *") == [25, 1]


def test_zero_and_negative_results_are_not_placed() -> None:
    assert placed("sum 0", "* * * * * * *") == [0]
    assert placed("sum -5", "1 1 1 1 1 1 *", "1 1 1 1 1 * *") == [1, 0]


def test_on_a_taken_field_the_piece_goes_to_the_next_lower_one() -> None:
    assert placed("sum 0", "5 5 * * * * *", "4 4 2 * * * *") == [10, 9]


def test_and_further_down_while_fields_are_taken() -> None:
    assert placed("sum 0", "5 5 * * * * *", "5 4 * * * * *", "5 3 2 * * * *", "5 5 * * * * *") == [10, 9, 8, 7]


def test_who_is_pushed_down_can_end_behind_a_lower_roller() -> None:
    at = on_card("full sum 0", players=3)
    for roll in ("5 5 * * * * *", "5 4 * * * * *", "5 5 * * * * *"):
        at.play(roll, "stop")
    assert results(at) == [10, 9, 10]
    assert fields(at) == [10, 9, 8]


def test_37_and_7_do_not_collide() -> None:
    assert placed("sum 10", "1 1 1 1 1 1 1", "* * * 2 2 2 1") == [7, 37]


def test_below_31_comes_30() -> None:
    assert placed("sum 10", "* * * 1 * * *", "5 5 5 5 5 5 1", "5 5 5 5 5 5 1") == [61, 31, 30]


def test_results_above_60_are_plain_numbers_too() -> None:
    """R10"""
    assert placed("sum 10", "* * * * * * *", "* * * * * * *", "5 * * * * * *") == [70, 69, 65]


def test_without_a_free_field_above_zero_the_piece_is_not_placed() -> None:
    """R7"""
    assert placed("sum 0", "1 * * * * * *", "1 * * * * * *") == [1, 0]
    assert placed("sum 0", "1 1 * * * * *", "1 1 * * * * *", "1 1 * * * * *") == [2, 1, 0]


def test_fields_of_the_last_round_are_free_again() -> None:
    at = on_card("full sum 0").play("5 5 * * * * *", "stop", "1 * * * * * *", "stop")
    at.play("card 6 full odd 0", "5 5 * * * * *", "stop")
    assert fields(at, 1) == [10, 0]
    assert fields(at, 0) == [10, 1]
