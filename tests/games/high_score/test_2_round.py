"""§2 A round."""

from __future__ import annotations

import pytest

from games.high_score.cards import SEVEN, field, on_card
from kit import table
from spieltisch import CHANCE, Refused


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_first_start_player_is_drawn_by_lot(players: int) -> None:
    at = table("high_score", players)
    assert at.waiting == [CHANCE]
    assert at.moves() == [f"start {seat + 1}" for seat in range(players)]
    assert at.game.weights(at.rows).tolist() == [1] * players
    assert at.game.engine.tickets(at.rows, CHANCE) == players
    at.play(f"start {players}", "card 1", SEVEN)
    assert at.waiting == [players - 1]


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_or_is_named_beforehand(seat: int) -> None:
    at = table("high_score", 3, start=seat)
    assert at.moves()[0] == "card 1 full sum 10"
    assert at.play("card 1", SEVEN).waiting == [seat - 1]


def test_the_lot_falls_on_somebody_who_plays() -> None:
    at = table("high_score", 2)
    with pytest.raises(Refused) as refused:
        at.play("start 3")
    assert refused.value.reason.paragraph == "§2"


def test_everyone_rolls_once_clockwise() -> None:
    at = on_card("full sum 0", players=3, start=2)
    turns = []
    for _ in range(3):
        at.play(SEVEN)
        turns += at.waiting
        at.play("stop")
    assert turns == [1, 2, 0]
    assert at.waiting == [CHANCE]
    assert field(at, "round") == 1


def test_every_turn_begins_with_all_seven_dice() -> None:
    at = on_card("aside sum frozen", players=2)
    at.play("1 2 3 4 5 * *", "aside 5 4", "1 1 *", "aside 1 1")
    assert at.waiting == [CHANCE]
    assert len(at.moves()) == 792
    for name in ("rolls", "rolled", "lying", "aside"):
        assert field(at, name) == 0
    assert field(at, "in_hand") == 7


def test_the_winner_of_the_last_gold_chip_starts() -> None:
    at = on_card("full sum 0", players=3, start=1)
    at.play("1 1 1 1 1 1 1", "stop", "2 2 2 2 2 2 2", "stop", "1 1 1 1 1 1 2", "stop")
    at.play("card 2 full same 6", SEVEN)
    assert at.waiting == [1]
    assert field(at, "starter") == 1


def test_between_the_rounds_the_table_is_clear() -> None:
    at = on_card("full sum 0").play(SEVEN, "roll", SEVEN, "stop", SEVEN, "roll", SEVEN, "stop")
    for name in ("rolls", "in_hand", "rolled", "lying", "aside"):
        assert field(at, name) == 0
    assert field(at, "turn") == field(at, "starter") == 0


def test_only_the_player_on_turn_decides() -> None:
    at = on_card("full sum 0").play(SEVEN)
    assert at.waiting == [0]
    with pytest.raises(Refused):
        at.play("stop", seat=1)


def test_lot_and_cards_are_everybodys_and_the_dice_are_those_of_whoever_is_on_turn() -> None:
    at = table("high_score", 2)
    assert at.game.roller(at.rows) is None
    assert at.game.roller(at.play("start 2").rows) is None
    assert at.game.roller(at.play("card 1").rows) == 1
    assert at.game.roller(at.play(SEVEN, "roll").rows) == 1
    assert at.game.roller(at.play(SEVEN, "stop").rows) == 0
    assert at.game.roller(at.play(SEVEN, "stop").rows) is None
