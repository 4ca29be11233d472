"""The rulings R1 to R9; R3 is among the areas, R6 in solo."""

from __future__ import annotations

from typing import Any

import pytest

from games.brilliant.paper import SEVEN, begin, position, put, started, written
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.games.brilliant import rules

TWO = """
    . . 2 . . . .
"""
STUCK = """
    1 1 1 1 1 1 1
    1 1 1 1 1 1 1
    1 1 1 1 1 1 1
    1 1 1 1 1 1 1
    1 1 1 1 1 1 1
    1 1 1 1 1 1 1
    1 1 1 1 1 1 .
"""


def test_r1_a_double_writes_a_number_next_to_the_same_number() -> None:
    at = position(TWO).play("2 2")
    assert at.moves() == ["2@b1", "2@d1", "2@c2", "pass"]


def test_r2_nobody_has_to_write() -> None:
    at = position(TWO, TWO).play("2 2").play("pass", seat=1).play("2@d1", seat=0)
    assert written(at, 1) == {"c1": 2}
    assert at.waiting == [CHANCE]


def test_r4_entries_are_shown_together_when_all_have_chosen() -> None:
    at = started(3).play("1 4").play("4@a1", seat=1)
    assert at.waiting == [0, 2]
    assert "a1" not in written(at, 1)
    assert at.rows["reveals"][0] == 1
    assert at.seen_log(0)[-1].move == "?"
    assert at.seen_log(SPECTATOR)[-1].move == "?"
    assert at.seen_log(1)[-1].move == "4@a1"
    at.play("pass", seat=0).play("4@b2", seat=2)
    assert at.rows["reveals"][0] == 2
    assert [event.move for event in at.seen_log(0)][-3:] == ["4@a1", "pass", "4@b2"]
    assert written(at, 1)["a1"] == 4


def test_r4_start_numbers_are_secret_and_then_open() -> None:
    at = started(2)
    assert at.seen_log(SPECTATOR) == at.log
    assert at.game.hidden(at.rows, 0).tobytes() == at.rows.tobytes()
    at = begin(2).play("1@b1")
    assert [event.move for event in at.seen_log(1)] == ["?"]


def almost_stuck(players: int, **fields: Any) -> Table:
    """Everybody has one empty cell: g7, blue like the rest of its area."""
    return position(*[STUCK] * players, **fields)


def test_r5_the_game_ends_when_nobody_can_ever_write_again() -> None:
    at = almost_stuck(2, points=[10, 12, 0, 0, 0, 0]).play("1 1")
    at.play("1@g7", seat=0)
    assert at.waiting == [1]
    at.play("1@g7", seat=1)
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("nothing_fits", "R5")
    assert at.outcome.points == (15, 17)
    assert at.outcome.winners == [1]


def test_r5_and_not_as_long_as_anybody_could() -> None:
    at = almost_stuck(2).play("1 1").play("1@g7", seat=0).play("pass", seat=1)
    assert at.waiting == [CHANCE]
    put(at, 1, STUCK)
    assert at.play("2 2").waiting == [CHANCE]


@pytest.mark.parametrize(("used", "possible"), [(0b011111, True), (0b111111, False)])
def test_r5_looks_at_the_colour_too(used: int, possible: bool) -> None:
    """Only the red cell a1 is empty; if its area took no number any more, that would be no way out."""
    full = STUCK.replace(" .", " 1")
    at = position(full.replace("1", ".", 1), full)
    at.rows["used"][0, 0, 0] = used
    at.rows["open_to"][0, 0] = 0
    at.rows["open_to"][0, 0, :, 0] = [1 & ~used >> number for number in range(6)]
    at.play("6 6")
    assert (at.outcome is None) == possible


def test_r5_is_shared_by_those_who_are_level() -> None:
    at = almost_stuck(3).play("1 1")
    for seat in range(3):
        at.play("1@g7", seat=seat)
    assert at.outcome is not None
    assert at.outcome.winners == [0, 1, 2]
    assert (at.outcome.ending, at.outcome.paragraph) == ("nothing_fits", "R5")


def test_r5_ends_a_solo_game_too() -> None:
    at = almost_stuck(1).play("1 1", "1@g7")
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("nothing_fits", "R5")
    at = position(STUCK, rolls=43, solo_signs=0).play("1 1", "1@g7")
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("last_box", "§7")


def test_r5_does_not_come_before_the_target() -> None:
    at = almost_stuck(2, points=[21, 0, 0, 0, 0, 0]).play("1 1").play("1@g7", seat=0).play("1@g7", seat=1)
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("target_reached", "§6")


def idle(rolls: int, players: int = 2) -> Table:
    """So many rolls in a row could have been used and were not."""
    at = position(*[TWO] * players, idle=rolls).play("2 2")
    for seat in range(players):
        at.play("pass", seat=seat)
    return at


def test_r8_after_36_usable_rolls_in_a_row_that_nobody_used_the_game_ends() -> None:
    assert idle(34).waiting == [CHANCE]
    at = idle(35)
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("nobody_writes", "R8")
    assert at.outcome.winners == [0, 1]


def test_r8_from_the_first_roll_on() -> None:
    at = position(TWO, TWO)
    for _ in range(36):
        assert at.waiting == [CHANCE]
        at.play("2 2").play("pass", seat=0).play("pass", seat=1)
    assert at.waiting == []


def test_r8_does_not_count_rolls_that_fit_nobody() -> None:
    at = position(TWO, TWO, idle=35).play("1 1")
    assert at.waiting == [CHANCE]
    assert at.rows["idle"][0] == 35


def test_r8_counts_anew_when_somebody_writes() -> None:
    at = position(TWO, TWO, idle=35).play("2 2").play("2@d1", seat=0).play("pass", seat=1)
    assert at.waiting == [CHANCE]
    assert at.rows["idle"][0] == 0
    at = position(TWO, TWO, idle=35).play("2 2").play("pass", seat=0).play("2@b1", seat=1)
    assert at.rows["idle"][0] == 0


def test_r8_is_not_for_solo() -> None:
    assert idle(35, players=1).waiting == [CHANCE]


def test_r7_start_numbers_obey_the_colours() -> None:
    at = started(2)
    state = at.rows
    for area in range(int(state["areas"][0])):
        assert rules.COUNT[state["used"][0, 0, area]] <= 1


def test_r9_start_numbers_come_in_order() -> None:
    at = started(2, SEVEN)
    assert [event.move[0] for event in at.log[:6]] == ["1", "2", "3", "4", "5", "6"]
