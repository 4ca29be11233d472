"""§7 The swirl."""

from __future__ import annotations

import pytest

from games.high_score.cards import dice, field, on_card, results
from spieltisch import CHANCE, Refused, Table


def refused(at: Table, move: str) -> str:
    with pytest.raises(Refused) as refusal:
        at.play(move)
    return refusal.value.reason.paragraph


@pytest.mark.parametrize(("swirl", "worth"), [("-5", -5), ("0", 0), ("5", 5), ("6", 6), ("10", 10), ("choice", 6)])
def test_its_value_is_on_the_card(swirl: str, worth: int) -> None:
    """R9"""
    at = on_card(f"full sum {swirl}").play("5 5 5 5 5 * *", "stop")
    assert results(at)[0] == 25 + 2 * worth


def test_a_frozen_swirl_counts_zero() -> None:
    assert results(on_card("full sum frozen").play("5 5 5 5 5 * *", "stop"))[0] == 25


def test_in_full_rolls_frozen_swirls_are_never_rolled_again() -> None:
    """R6"""
    at = on_card("full sum frozen").play("1 1 1 1 1 * *")
    assert field(at, "aside") == dice("* *")
    assert field(at, "lying") == dice("1 1 1 1 1")
    assert at.moves() == ["stop", "roll"]
    at.play("roll")
    assert len(at.moves()) == 252  # of five dice
    at.play("5 5 5 5 *", "roll")
    assert len(at.moves()) == 126
    at.play("1 1 1 1", "stop")
    assert results(at)[0] == 4


def test_in_free_rolls_frozen_swirls_cannot_be_chosen() -> None:
    at = on_card("free sum frozen").play("1 1 3 3 3 * *")
    assert len(at.moves()) == 12
    assert not any("*" in move for move in at.moves())
    assert refused(at, "reroll 1 *") == "§7"
    assert refused(at, "reroll * *") == "§7"
    assert refused(at, "reroll * * *") == "§6"
    assert refused(at, "reroll 2 *") == "§6"
    at.play("reroll 1 1", "5 *", "reroll 3")
    assert field(at, "aside") == dice("* * *")
    at.play("5")
    assert results(at)[0] == 5 + 3 + 3 + 5


def test_other_swirls_may_be_rolled_again() -> None:
    at = on_card("free sum 0").play("1 1 3 3 3 * *", "reroll * *", "5 5")
    assert field(at, "lying") == dice("1 1 3 3 3 5 5")
    assert field(at, "aside") == 0


def test_a_frozen_swirl_counts_as_the_die_that_must_be_set_aside() -> None:
    """R6, R11"""
    at = on_card("aside sum frozen").play("1 1 3 3 4 5 *")
    assert len(at.moves()) == 3 * 3 * 2 * 2
    assert at.moves()[-1] == "roll"
    at.play("roll")
    assert field(at, "aside") == dice("*")
    assert len(at.moves()) == 462  # of six dice


def test_but_more_may_be_set_aside() -> None:
    """R11"""
    at = on_card("aside sum frozen").play("1 1 3 3 4 5 *", "aside 4 5")
    assert field(at, "aside") == dice("4 5 *")
    assert len(at.moves()) == 126
    at.play("1 1 3 3")
    assert "roll" not in at.moves()
    assert refused(at, "roll") == "§6"


def test_a_frozen_swirl_of_an_earlier_roll_does_not_count_again() -> None:
    at = on_card("aside sum frozen").play("1 1 3 3 4 5 *", "roll", "1 1 1 1 1 1")
    assert refused(at, "roll") == "§6"
    assert refused(at, "aside *") == "§7"
    assert len(at.moves()) == 6


def test_one_die_beside_a_frozen_swirl_may_be_rolled_again() -> None:
    """R11, R12"""
    at = on_card("aside sum frozen").play("1 1 3 3 4 5 5", "aside 3 3 4 5 5", "2 *")
    assert at.moves() == ["aside 2", "roll"]
    at.play("roll")
    assert len(at.moves()) == 6
    at.play("5")
    assert results(at)[0] == 25


def test_a_swirl_that_is_not_frozen_is_set_aside_like_any_die() -> None:
    at = on_card("aside sum 10").play("1 1 3 3 4 5 *")
    assert refused(at, "roll") == "§6"
    at.play("aside *")
    assert field(at, "aside") == dice("*")


@pytest.mark.parametrize("way", ["full", "free", "aside"])
def test_when_all_dice_are_frozen_the_turn_ends_without_asking(way: str) -> None:
    """R12"""
    at = on_card(f"{way} sum frozen").play("* * * * * * *")
    assert field(at, "turn") == 1
    assert results(at)[0] == 0
    assert at.waiting == [CHANCE]


def test_also_when_the_last_one_freezes_later() -> None:
    """R12"""
    at = on_card("aside sum frozen").play("3 3 3 3 3 * *", "aside 3 3 3", "* *")
    assert field(at, "turn") == 1
    assert results(at)[0] == 9


def test_choice_swirls_are_picked_to_maximise() -> None:
    """R5"""
    at = on_card("full triples_minus_rest choice").play("5 5 * 4 4 * 2", "stop")
    assert results(at)[0] == 25
