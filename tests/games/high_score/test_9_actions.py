"""What may be done, in numbers: `legal`, `refusal`, `tickets`, `pick` and `weights` tell the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import comb, factorial, prod

import pytest

from games.high_score import by_hand
from games.high_score.cards import dice, on_card
from kit import table
from spieltisch import CHANCE, Table
from spieltisch.games.high_score import rules

POSITIONS: dict[str, Callable[[], Table]] = {
    "lot": lambda: table("high_score", 4),
    "card": lambda: table("high_score", 2, start=1),
    "second card": lambda: on_card("full sum 0").play("1 1 1 1 1 1 1", "stop", "1 1 1 1 1 1 2", "stop"),
    "roll": lambda: on_card("full sum 0"),
    "roll of two": lambda: on_card("free sum 0").play("1 2 3 4 5 * *", "reroll * *"),
    "full": lambda: on_card("full sum 0").play("1 2 3 4 5 * *"),
    "full frozen": lambda: on_card("full sum frozen").play("1 2 3 4 5 * *"),
    "free": lambda: on_card("free sum 0").play("1 2 3 4 5 * *"),
    "free frozen": lambda: on_card("free sum frozen").play("1 2 3 4 5 * *"),
    "aside": lambda: on_card("aside sum 0").play("1 2 3 4 5 * *"),
    "aside frozen": lambda: on_card("aside sum frozen").play("1 2 3 4 5 * *"),
    "aside not frozen now": lambda: on_card("aside sum frozen").play("1 2 3 4 5 * *", "roll", "1 2 3 4 5"),
}
every_position = pytest.mark.parametrize("position", POSITIONS)


@every_position
def test_refusal_is_zero_for_exactly_the_legal_actions(position: str) -> None:
    at = POSITIONS[position]()
    seat = at.waiting[0]
    legal = at.game.legal(at.rows, seat).tolist()
    assert legal == sorted(set(legal))
    allowed = [a for a in range(-3, rules.ACTIONS + 3) if at.game.engine.refusal(at.rows, seat, a) == 0]
    assert allowed == legal


@every_position
def test_every_legal_action_has_its_tickets(position: str) -> None:
    at = POSITIONS[position]()
    seat = at.waiting[0]
    legal = at.game.legal(at.rows, seat).tolist()
    tickets = at.game.engine.tickets(at.rows, seat)
    weights = at.game.weights(at.rows).tolist() if seat == CHANCE else [1] * len(legal)
    assert tickets == sum(weights)
    if tickets < 10_000:
        drawn = Counter(int(at.game.engine.pick(at.rows, seat, ticket)) for ticket in range(tickets))
        assert drawn == dict(zip(legal, weights, strict=True))
    else:
        picked = {int(at.game.engine.pick(at.rows, seat, ticket)) for ticket in range(0, tickets, 97)}
        assert picked <= set(legal)


@pytest.mark.parametrize("count", range(1, 8))
def test_a_roll_weighs_as_many_ways_as_the_dice_can_show_it(count: int) -> None:
    at = on_card("free sum 0").play("1 1 1 1 1 1 1", "reroll " + " ".join("1" * count))
    weights = at.game.weights(at.rows).tolist()
    assert len(weights) == comb(count + 5, 5)
    assert sum(weights) == at.game.engine.tickets(at.rows, CHANCE) == 6**count
    for roll, weight in zip(by_hand.all_rolls(count), weights, strict=True):
        assert weight == factorial(count) // prod(factorial(roll.count(face)) for face in by_hand.FACES)


def test_handfuls_are_numbered_by_size_and_then_in_the_order_of_the_sorted_dice() -> None:
    handfuls = [dice(roll) for count in range(8) for roll in by_hand.all_rolls(count)]
    assert rules.HANDFUL.tolist() == handfuls
    assert [rules.number(handful) for handful in handfuls] == list(range(1716))


def test_the_numbers_of_actions_do_not_overlap() -> None:
    assert (rules.STOP, rules.ROLL, rules.CARDS, rules.STARTS, rules.ACTIONS) == (0, 1716, 1717, 1777, 1782)


def test_at_most_96_handfuls_can_be_chosen() -> None:
    assert max(rules.subsets(dice(roll)) for roll in by_hand.all_rolls()) == 96
    assert rules.CHOICES >= 792
