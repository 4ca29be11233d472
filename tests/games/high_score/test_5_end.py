"""§5 End."""

from __future__ import annotations

import pytest

from games.high_score.cards import field, last_round, on_card
from kit import arrange, decided
from spieltisch import CHANCE, Outcome, Table


def chips_at_the_end(gold: list[int], silver: list[int], bronze: list[int]) -> Table:
    """In the last round nobody was positive."""
    at = last_round(on_card("full sum 0", players=len(gold)))
    blank = [0] * (5 - len(gold))
    arrange(at, gold=gold + blank, silver=silver + blank, bronze=bronze + blank)
    for _ in gold:
        at.play("* * * * * * *", "stop")
    return at


def after_seven_rounds(gold: list[int], silver: list[int], bronze: list[int]) -> Outcome:
    outcome = chips_at_the_end(gold, silver, bronze).outcome
    assert outcome is not None
    return outcome


def test_the_game_ends_after_seven_rounds() -> None:
    at = on_card("full sum 0")
    for played in range(7):
        assert field(at, "round") == played
        assert at.outcome is None
        at.play("5 5 5 5 5 5 5", "stop", "* * * * * * *", "stop")
        if played < 6:
            assert at.waiting == [CHANCE]
            at.play(f"card {played + 2}")
    assert at.waiting == []
    assert at.moves() == []
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("seven_rounds", "§5")


def test_most_chip_points_win() -> None:
    outcome = after_seven_rounds([2, 1, 0], [0, 1, 3], [0, 0, 1])
    assert outcome.points == (6, 5, 7)
    assert outcome.places == (1, 2, 0)
    assert outcome.winners == [2]


def test_of_equal_points_more_gold_wins() -> None:
    outcome = after_seven_rounds([1, 2, 0], [3, 1, 3], [0, 1, 3])
    assert outcome.points == (9, 9, 9)
    assert outcome.places == (1, 0, 2)


def test_then_more_silver() -> None:
    outcome = after_seven_rounds([1, 1], [1, 2], [2, 0])
    assert outcome.points == (7, 7)
    assert outcome.places == (1, 0)


def test_who_is_still_equal_shares_the_victory() -> None:
    outcome = after_seven_rounds([1, 1, 1, 0], [1, 1, 0, 0], [2, 2, 0, 1])
    assert outcome.points == (7, 7, 3, 1)
    assert outcome.places == (0, 0, 2, 3)
    assert outcome.winners == [0, 1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_seats_get_a_place(players: int) -> None:
    outcome = after_seven_rounds(list(range(players)), [0] * players, [0] * players)
    assert outcome.places == tuple(range(players - 1, -1, -1))
    assert outcome.points == tuple(3 * seat for seat in range(players))


def test_the_chips_of_the_last_round_count() -> None:
    at = last_round(on_card("full sum 0"))
    at.play("5 5 5 5 5 5 5", "stop", "1 1 1 1 1 1 1", "stop")
    assert at.outcome is not None
    assert at.outcome.points == (3, 1)


def test_what_decided_are_the_chips_that_brought_most_more_points() -> None:
    at = chips_at_the_end([3, 1, 0], [0, 4, 0], [0, 0, 1])  # more gold does not help
    assert decided(at) == [((1,), [1, 4, 0], "silver"), ((0,), [3, 0, 0], "silver"), ((2,), [0, 0, 1], "silver")]
    assert [part.sign for part in at.game.decided(at.rows)[0].parts] == ["3", "2", "1"]


@pytest.mark.parametrize(
    ("gold", "silver", "bronze", "by"),
    [([1, 2], [3, 1], [0, 1], "gold"), ([1, 1], [1, 2], [2, 0], "silver"), ([1, 1], [2, 2], [3, 3], "")],
)
def test_and_where_points_are_level_what_breaks_the_tie(
    gold: list[int], silver: list[int], bronze: list[int], by: str
) -> None:
    assert [side[2] for side in decided(chips_at_the_end(gold, silver, bronze))] == [by, by]
