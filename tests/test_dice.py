"""Where chance comes from."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch import CHANCE, ByHand, Refused, Trouble, new
from spieltisch.dice import Asked, Checkable, Listed, Seeded, commitment

SECRET = bytes(range(32)).hex()
ANNA, BEN = "aa" * 32, "bb" * 32


def test_a_seed_gives_the_same_game_again() -> None:
    assert new("high_score", seed=5).record() == new("high_score", seed=5).record()
    assert new("genial", seed=5).record() != new("genial", seed=6).record()


def test_without_a_seed_every_table_is_different() -> None:
    assert new("genial").record() != new("genial").record()


def test_seeded_dice_give_every_ticket_equally_often() -> None:
    dice = Seeded(1)
    counts = Counter(dice.draw(event, 6) for event in range(6000))
    assert set(counts) == set(range(6))
    assert max(abs(count - 1000) for count in counts.values()) < 130


def test_the_same_event_always_gets_the_same_number() -> None:
    dice = Seeded("a")
    assert [dice.draw(3, 1000) for _ in range(3)] == [dice.draw(3, 1000)] * 3


def test_given_outcomes_are_played_in_order_and_their_end_is_told() -> None:
    table = new("genial_dice", 2, dice=["rgby", "rrgg"])
    assert [event.move for event in table.log] == ["rgby", "rrgg"]
    with pytest.raises(Trouble, match="ends after 2"):
        table.play("roll")
    assert Listed(["rg"]).draw(0, 5) == "rg"


def test_by_hand_chance_waits_like_a_player() -> None:
    table = new("genial", 2, dice=ByHand())
    assert table.waiting == [CHANCE]
    assert len(table.moves()) == 21
    table.play("rg")
    assert table.log[0].seat == CHANCE


def test_a_person_types_what_the_real_dice_show() -> None:
    typed = iter(["rgby", "o o y p"])
    table = new("genial_dice", 2, dice=Asked(lambda: next(typed)))
    assert [event.move for event in table.log] == ["rgby", "ooyp"]


def test_what_the_real_dice_cannot_show_is_refused() -> None:
    with pytest.raises(Refused):
        new("genial_dice", 2, dice=Asked(lambda: "rgbyy"))


def checkable(secret: str = SECRET, table: str = "t", contributions: Iterable[str] = (ANNA, BEN)) -> Checkable:
    return Checkable(secret, table, tuple(contributions))


def numbers(dice: Checkable, tickets: int = 10**9) -> list[int]:
    return [dice.draw(event, tickets) for event in range(20)]


def test_the_commitment_is_the_hash_of_the_bytes_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(bytes(range(32))).hexdigest()


def test_checkable_dice_depend_on_every_part_and_on_nothing_else() -> None:
    dice = [
        checkable(),
        checkable(secret=SECRET[:-1] + "0"),
        checkable(table="u"),
        checkable(contributions=(ANNA, BEN[:-1] + "c")),
        checkable(contributions=(BEN, ANNA)),
        checkable(contributions=(ANNA, "")),
        checkable(contributions=("", ANNA)),
        checkable(contributions=(ANNA,)),
        checkable(contributions=(ANNA, BEN, "")),
        checkable(contributions=()),
        checkable(contributions=("aa", "bb")),
        checkable(contributions=("aab", "b")),
        checkable(contributions=("aabb",)),
    ]
    assert len({tuple(numbers(each)) for each in dice}) == len(dice)
    assert numbers(checkable()) == numbers(checkable())


def test_an_event_gets_the_same_number_whatever_was_drawn_before() -> None:
    dice = checkable()
    forwards = numbers(dice)
    assert [dice.draw(event, 10**9) for event in reversed(range(20))] == forwards[::-1]


def surprise(counts: Counter[int], tickets: int) -> float:
    """How far a chi-square statistic is from what fair dice give, in standard deviations (Wilson and Hilferty)."""
    expected, free = counts.total() / tickets, tickets - 1
    statistic = sum((counts[ticket] - expected) ** 2 / expected for ticket in range(tickets))
    return float(((statistic / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


@pytest.mark.parametrize("tickets", [2, 3, 5, 6, 7, 36, 100, 120, 216, 1000])
def test_checkable_dice_give_every_ticket_equally_often(tickets: int) -> None:
    dice = checkable()
    counts = Counter(dice.draw(event, tickets) for event in range(20_000))
    assert set(counts) <= set(range(tickets))
    assert abs(surprise(counts, tickets)) < 3


@pytest.mark.parametrize("tickets", [2, 6, 36])
def test_one_draw_says_nothing_about_the_next(tickets: int) -> None:
    dice = checkable()
    drawn = [dice.draw(event, tickets) for event in range(20_001)]
    pairs = Counter(one * tickets + two for one, two in pairwise(drawn))
    assert abs(surprise(pairs, tickets**2)) < 3


@pytest.mark.parametrize("parts", [3, 5, 7])
def test_numbers_that_cannot_be_shared_out_evenly_are_passed_over(parts: int) -> None:
    """With so many tickets a good part of all numbers must be passed over; mere remainders would be far from fair."""
    share = Checkable.RANGE // 8
    dice = checkable()
    counts = Counter(dice.draw(event, parts * share) // share for event in range(5000))
    assert abs(surprise(counts, parts)) < 3
    remainders = Counter(dice.draw(event, Checkable.RANGE) % (parts * share) // share for event in range(5000))
    assert surprise(remainders, parts) > 6


@given(st.integers(0, 10**6), st.integers(1, 2**256))
def test_every_ticket_lies_below_the_number_of_tickets(event: int, tickets: int) -> None:
    assert 0 <= checkable().draw(event, tickets) < tickets
    assert checkable().draw(event, 1) == 0


def test_tickets_may_be_counted_by_numpy_but_there_must_be_some() -> None:
    counted: Any = np.int64(36)
    assert checkable().draw(0, counted) == checkable().draw(0, 36)
    for tickets in (0, -1, Checkable.RANGE + 1):
        with pytest.raises(ValueError, match="Nothing can be drawn"):
            checkable().draw(0, tickets)


@pytest.mark.parametrize("secret", ["", SECRET[:-2], SECRET + "00", SECRET.upper(), SECRET + "\n", "x" * 64])
def test_a_secret_of_another_form_is_refused(secret: str) -> None:
    with pytest.raises(Trouble, match="need a secret"):
        checkable(secret=secret)


@pytest.mark.parametrize("table", ["", "a b", 'a"', "ä", "a\n", "a" * 41])
def test_a_name_of_a_table_of_another_form_is_refused(table: str) -> None:
    with pytest.raises(Trouble, match="name of a table"):
        checkable(table=table)


@pytest.mark.parametrize("contribution", ["AA", 'a","a', "é", "a" * 65, "a\n"])
def test_a_contribution_of_another_form_is_refused(contribution: str) -> None:
    with pytest.raises(Trouble, match="contribution"):
        checkable(contributions=(ANNA, contribution))


@pytest.mark.parametrize(("game", "players"), [("genial", 2), ("genial_dice", 3), ("high_score", 2), ("brilliant", 2)])
def test_every_game_is_played_with_checkable_dice(game: str, players: int) -> None:
    def played() -> list[str]:
        table = new(game, players, dice=checkable())
        while table.waiting and len(table.log) < 60:
            table.play(table.moves()[-1])
        return [event.move for event in table.log]

    assert played() == played()


def test_taking_back_a_move_does_not_fish_for_luck() -> None:
    table = new("genial", 2, dice=checkable())
    move = table.moves()[0]
    table.play(move)
    before = table.record()
    for _ in range(3):
        table.undo(consent=True)
        table.play(move)
    assert table.record() == before
