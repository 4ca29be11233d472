"""§4 Chips."""

from __future__ import annotations

from games.high_score.cards import field, on_card

CHIPS = ("gold", "silver", "bronze")


def chips(*rolls: str, start: int = 1) -> list[str]:
    """Who gets which chip for these rolls, from the start player on, if all dice count and the swirl is -5."""
    at = on_card("full sum -5", players=len(rolls), start=start)
    for roll in rolls:
        at.play(roll, "stop")
    won = []
    for seat in range(len(rolls)):
        names = [name for name in CHIPS if field(at, name)[seat]]
        assert sum(field(at, name)[seat] for name in CHIPS) == len(names) <= 1
        won.append(names[0] if names else "")
    for name in CHIPS:
        assert not any(field(at, name)[len(rolls) :])
    return won


HIGH, MIDDLE, LOW, LOWEST, NEGATIVE = (
    "5 5 5 5 5 5 5",
    "4 4 4 4 4 4 4",
    "3 3 3 3 3 3 3",
    "1 1 1 1 1 1 1",
    "* * * * * * *",
)


def test_the_highest_piece_gets_gold_the_second_silver_the_third_bronze() -> None:
    assert chips(LOW, HIGH, MIDDLE) == ["bronze", "gold", "silver"]
    assert chips(LOW, LOWEST, HIGH, MIDDLE) == ["bronze", "", "gold", "silver"]
    assert chips(LOWEST, LOW, HIGH, MIDDLE, "1 1 1 1 1 1 2") == ["", "bronze", "gold", "silver", ""]


def test_with_two_players_gold_and_bronze() -> None:
    assert chips(LOW, HIGH) == ["bronze", "gold"]
    assert chips(LOW, HIGH, start=2) == ["gold", "bronze"]


def test_without_a_positive_result_there_is_no_chip() -> None:
    assert chips(NEGATIVE, LOW) == ["", "gold"]
    assert chips(NEGATIVE, LOW, NEGATIVE) == ["", "gold", ""]
    assert chips(NEGATIVE, LOW, HIGH, NEGATIVE) == ["", "silver", "gold", ""]


def test_a_piece_that_could_not_be_placed_gets_no_chip() -> None:
    """R7"""
    one = "1 1 1 1 1 1 *"
    assert chips(one, one) == ["gold", ""]


def test_if_nobody_is_positive_there_are_no_chips_and_the_same_player_starts() -> None:
    """R8"""
    assert chips(NEGATIVE, NEGATIVE, NEGATIVE) == ["", "", ""]
    at = on_card("full sum -5", players=3, start=2)
    for _ in range(3):
        at.play(NEGATIVE, "stop")
    assert field(at, "starter") == 1
    assert at.play("card 2", HIGH).waiting == [1]


def test_pushed_down_pieces_get_the_chip_of_the_field_where_they_stand() -> None:
    assert chips(HIGH, "5 5 5 5 5 5 4", HIGH) == ["gold", "silver", "bronze"]


def test_chips_add_up_over_the_rounds() -> None:
    at = on_card("full sum 0").play(
        HIGH, "stop", LOW, "stop", "card 7 full shown_minus_rest 0", LOWEST, "stop", LOW, "stop"
    )
    assert field(at, "gold")[:2] == [1, 1]
    assert field(at, "bronze")[:2] == [1, 1]
    assert field(at, "silver")[:2] == [0, 0]
