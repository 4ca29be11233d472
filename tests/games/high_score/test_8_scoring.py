"""§8 The eleven scoring kinds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.high_score import by_hand
from games.high_score.cards import on_card, results, scores
from spieltisch.games.high_score.content import SCORINGS
from spieltisch.games.high_score.rules import MINUS_REST

ALL_SWIRLS = ("-5", "0", "frozen", "1", "3", "5", "6", "10", "choice")


def cases(lines: str) -> list[tuple[str, int, str]]:
    """`pairs 10   26: 5 5 5 4 3 2 2` is the card, the result and the dice."""
    found = []
    for line in lines.strip().splitlines():
        left, roll = line.split(":")
        *card, expected = left.split()
        found.append((" ".join(card), int(expected), roll.strip()))
    return found


# The results of the rulebook's examples; its pictures of the dice are missing, so these dice are ours.
WORKED_EXAMPLES = """
sum 0                  26: 2 2 4 4 4 5 5
sum 0                  20: 1 2 2 3 3 4 5
same 0                 23: 2 2 2 2 5 5 5
same 0                  8: 1 1 2 2 2 4 5
same_minus_rest 0      20: 2 2 2 2 4 4 4
same_minus_rest 0      16: 1 3 3 4 5 5 5
tens_minus_rest 0      14: 2 2 3 4 5 5 5
tens_minus_rest 0       9: 1 1 1 2 2 2 2
pairs 0                20: 2 2 2 4 4 4 4
pairs 0                30: 3 5 5 5 5 5 5
pairs_minus_rest 0     10: 1 2 3 4 4 4 4
pairs_minus_rest 0     11: 1 2 2 2 2 2 2
triples_minus_rest 0    4: 1 2 2 3 4 4 4
triples_minus_rest 0   -5: 1 3 3 3 3 5 5
odd 0                  16: 1 2 4 4 5 5 5
odd 0                  21: 1 4 4 5 5 5 5
odd_minus_rest 0        6: 1 2 2 3 4 5 5
odd_minus_rest 0       -5: 1 2 3 4 4 4 5
shown_minus_rest 0     -4: 1 3 3 4 5 5 5
shown_minus_rest 0      2: 1 2 2 3 4 5 5
ascending 0             3: 1 1 1 4 4 4 4
ascending 0             8: 1 1 2 2 2 4 4
triples_minus_rest choice 25: 5 5 * 4 4 * 2
"""


@pytest.mark.parametrize(("card", "expected", "roll"), cases(WORKED_EXAMPLES))
def test_the_results_of_the_worked_examples(card: str, expected: int, roll: str) -> None:
    assert scores(card, roll) == expected
    assert results(on_card(f"full {card}").play(roll, "stop"))[0] == expected


# The same dice on every card: 1 2 3 5 5 * *, and 1 2 3 4 5 * * in ascending.
EVERY_SWIRL = """
                    -5    0  frozen    5    6   10  choice
sum                  6   16      16   26   28   36      28
same                 0   10      10   20   22   30      22
same_minus_rest     -6    4       4   14   16   24      19
tens_minus_rest     14    4       4   14   12   24      20
pairs                0   10      10   20   22   30      22
pairs_minus_rest    -6    4       4   14   16   24      19
triples_minus_rest  -6  -16     -16    4  -28  -36       9
odd                 14   14      14   24   14   14      24
odd_minus_rest      22   12      12   22    0   -8      22
shown_minus_rest     6   -4      -4  -14  -16  -24       4
ascending            5   15      15   25   27   35      27
"""


def every_swirl() -> list[tuple[str, str, int]]:
    head, *rows = EVERY_SWIRL.strip().splitlines()
    swirls = head.split()
    return [
        (row.split()[0], swirl, int(number))
        for row in rows
        for swirl, number in zip(swirls, row.split()[1:], strict=True)
    ]


@pytest.mark.parametrize(("scoring", "swirl", "expected"), every_swirl())
def test_every_scoring_with_every_swirl(scoring: str, swirl: str, expected: int) -> None:
    roll = "1 2 3 4 5 * *" if scoring == "ascending" else "1 2 3 5 5 * *"
    assert scores(f"{scoring} {swirl}", roll) == expected
    assert by_hand.result(scoring, swirl, roll) == expected
    assert results(on_card(f"free {scoring} {swirl}").play(roll, "stop"))[0] == expected


def test_there_are_eleven_kinds_and_six_subtract_the_rest() -> None:
    assert len(SCORINGS) == len(MINUS_REST) == 11
    assert [bool(minus) for minus in MINUS_REST] == ["minus_rest" in scoring for scoring in SCORINGS]


PARTICULARS = """
same 5                 15: 5 * * 1 2 3 4
same 5                 18: 5 * 1 2 3 4 4
same 6                 10: * 1 2 3 4 5 5
same -5               -10: * * 1 2 3 4 5
same_minus_rest -5      5: * 5 5 1 2 3 4
pairs 0                 8: 4 4 4 1 2 3 5
pairs 10               20: * * * 1 2 3 4
pairs 5                20: * * * 5 5 3 1
pairs_minus_rest 0      5: 4 4 4 1 1 1 *
pairs_minus_rest 10    16: * * * 1 1 2 2
triples_minus_rest 0   18: 4 4 4 2 2 2 *
triples_minus_rest 0   24: 5 5 5 3 3 3 *
triples_minus_rest 0   27: 5 5 5 5 5 5 3
triples_minus_rest 10  32: * * * * 4 4 4
odd 3                   6: * 1 1 1 2 2 2
odd 1                   9: * * 5 1 1 2 2
odd -5                  9: * * 5 3 1 2 2
odd_minus_rest -5      22: * * 5 3 1 2 *
shown_minus_rest 4     10: * 4 4 * 5 * 5
shown_minus_rest -5    25: * 4 4 3 3 1 *
shown_minus_rest 0     16: 4 4 4 4 * * *
tens_minus_rest 5      25: * * * 5 * * *
tens_minus_rest 6       5: * 4 * 4 3 * *
tens_minus_rest 10     70: * * * * * * *
tens_minus_rest 10     37: * * * 5 5 1 2
tens_minus_rest 0      30: 5 5 4 4 2 5 5
tens_minus_rest 0       1: 3 3 3 2 2 3 3
tens_minus_rest -5     25: 5 5 5 * 5 5 *
tens_minus_rest choice 30: 5 5 4 * 4 * 2
tens_minus_rest choice 20: * * * 1 1 * 1
tens_minus_rest choice 30: * * * * * * *
tens_minus_rest choice 20: * 4 1 * 4 4 4
ascending 0             0: 2 3 4 5 5 * *
ascending 10            0: * * * * * * *
ascending 10            7: 1 1 1 1 1 1 1
ascending 10           10: 1 2 3 4 * * *
ascending 3             3: 1 2 * 4 5 5 *
ascending 5            10: 1 2 3 4 * * *
ascending -5           11: 1 1 2 3 4 5 *
ascending choice       22: 1 1 2 3 4 5 *
ascending frozen       16: 1 1 2 3 4 5 *
sum choice             42: * * * * * * *
same choice            18: * 5 1 2 3 4 *
pairs choice           28: 5 5 4 * 3 * 3
odd choice             35: * * * * * * 5
"""


@pytest.mark.parametrize(("card", "expected", "roll"), cases(PARTICULARS))
def test_particulars(card: str, expected: int, roll: str) -> None:
    scoring, swirl = card.split()
    assert by_hand.result(scoring, swirl, roll) == expected
    assert scores(card, roll) == expected


@pytest.mark.slow
@pytest.mark.parametrize("swirl", ALL_SWIRLS)
@pytest.mark.parametrize("scoring", [scoring for scoring in SCORINGS if scoring != "tens_minus_rest"])
def test_every_roll_is_scored_as_by_hand(scoring: str, swirl: str) -> None:
    for roll in by_hand.all_rolls():
        assert scores(f"{scoring} {swirl}", roll) == by_hand.result(scoring, swirl, roll), roll


@pytest.mark.slow
@pytest.mark.parametrize("swirl", ALL_SWIRLS)
def test_every_roll_is_grouped_to_tens_as_by_hand(swirl: str) -> None:
    for roll in by_hand.all_rolls():
        assert scores(f"tens_minus_rest {swirl}", roll) == by_hand.result("tens_minus_rest", swirl, roll), roll


@given(
    st.sampled_from(SCORINGS),
    st.one_of(st.integers(-10, 10).map(str), st.sampled_from(["frozen", "choice"])),
    st.lists(st.sampled_from(by_hand.FACES), max_size=7),
)
def test_fewer_dice_and_all_swirl_values_are_scored_as_by_hand(scoring: str, swirl: str, roll: list[str]) -> None:
    assert scores(f"{scoring} {swirl}", " ".join(roll)) == by_hand.result(scoring, swirl, " ".join(roll))


# Rulings


def test_equality_is_by_value() -> None:
    """R1"""
    assert scores("pairs 5", "5 * 1 2 3 4 4") == 18
    assert scores("pairs 6", "5 * 1 2 3 4 4") == 8
    assert scores("odd 5", "* 2 2 4 4 4 4") == 5
    assert scores("odd -5", "* 2 2 4 4 4 4") == 0
    assert scores("same 0", "* * 1 2 3 4 5") == 0


def test_of_equal_dice_whole_pairs_and_triples_count() -> None:
    """R2"""
    assert [scores("pairs 0", " ".join("5" * n)) for n in range(1, 8)] == [0, 10, 10, 20, 20, 30, 30]
    assert [scores("pairs_minus_rest 0", " ".join("5" * n)) for n in range(1, 8)] == [-5, 10, 5, 20, 15, 30, 25]
    assert [scores("triples_minus_rest 0", " ".join("5" * n)) for n in range(1, 8)] == [-5, -10, 15, 10, 5, 30, 25]
    assert [scores("same 0", " ".join("5" * n)) for n in range(1, 8)] == [0, 10, 15, 20, 25, 30, 35]


def test_groups_of_ten_are_chosen_to_maximise() -> None:
    """R3: 5+5 alone would leave 3 and 2 as rest twice; 5+3+2 twice leaves nothing but 1."""
    assert scores("tens_minus_rest 0", "5 5 3 3 2 2 1") == 19
    assert scores("tens_minus_rest 10", "* 5 5 1 1 1 1") == 16


def test_a_negative_swirl_can_complete_a_group_of_ten() -> None:
    """R3"""
    assert scores("tens_minus_rest -5", "5 5 5 *") == 10
    assert scores("tens_minus_rest -5", "4 4 4 3 *") == 10


def test_subtracting_a_negative_swirl_adds() -> None:
    """R4"""
    assert scores("shown_minus_rest -5", "1 * * 5") == 6
    assert scores("odd_minus_rest -5", "1 * 2") == 4


def test_the_swirl_is_always_the_sixth_step() -> None:
    """R5, R13"""
    assert scores("ascending 3", "1 2 4 5 * * *") == 3
    assert scores("ascending choice", "1 2 4 5 * * *") == 3
    assert scores("ascending choice", "1 2 3 4 5 * *") == 27
    assert scores("ascending -5", "1 2 3 4 5 * *") == 5
