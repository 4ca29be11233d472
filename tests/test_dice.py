"""Where chance comes from."""

from __future__ import annotations

from collections import Counter

import pytest

from spieltisch import CHANCE, ByHand, Refused, Trouble, new
from spieltisch.dice import Asked, Given, Seeded


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
    assert Given(["rg"]).draw(0, 5) == "rg"


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
