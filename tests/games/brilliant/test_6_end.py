"""§6 The end of the game."""

from __future__ import annotations

import pytest

from games.brilliant.paper import position
from games.brilliant.test_5_completing import ALMOST
from kit import arrange, decided
from spieltisch import CHANCE, Table

TARGETS = {2: 26, 3: 24, 4: 22, 5: 20, 6: 20}


def finish(points: list[int], completing: set[int]) -> Table:
    """Some complete an area that is worth 5, with one roll."""
    at = position(*[ALMOST] * len(points), points=points + [0] * (6 - len(points))).play("5 5")
    for seat in range(len(points)):
        at.play("5@f1" if seat in completing else "pass", seat=seat)
    return at


@pytest.mark.parametrize(("players", "target"), TARGETS.items())
def test_the_game_ends_when_somebody_reaches_the_target(players: int, target: int) -> None:
    others = [target - 1] * (players - 1)
    at = finish([*others, target - 5], {players - 1})
    assert at.view().target == target
    assert at.waiting == []
    assert at.outcome is not None
    assert (at.outcome.ending, at.outcome.paragraph) == ("target_reached", "§6")
    assert at.outcome.winners == [players - 1]
    assert at.outcome.points == (*others, target)
    assert at.outcome.places == (*[1] * (players - 1), 0)
    assert at.view().phase == "over"


@pytest.mark.parametrize(("players", "target"), TARGETS.items())
def test_and_not_one_point_earlier(players: int, target: int) -> None:
    at = finish([target - 1] * (players - 1) + [target - 6], {players - 1})
    assert at.waiting == [CHANCE]
    assert at.outcome is None
    assert at.view().ended_by is None


def test_of_several_who_reach_it_at_once_the_most_points_win() -> None:
    at = finish([21, 23, 4], {0, 1, 2})
    assert at.outcome is not None
    assert at.outcome.winners == [1]
    assert at.outcome.places == (1, 0, 2)
    assert at.outcome.points == (26, 28, 9)


def test_and_who_is_level_wins_too() -> None:
    at = finish([19, 22, 22], {0, 1, 2})
    assert at.outcome is not None
    assert at.outcome.winners == [1, 2]
    assert at.outcome.places == (2, 0, 0)
    assert at.view().winners == (1, 2)


def test_others_may_still_complete_an_area_with_the_last_roll() -> None:
    at = finish([21, 4], {0, 1})
    assert at.outcome is not None
    assert at.outcome.points == (26, 9)


def earning(*earned: tuple[int, ...]) -> Table:
    """The first three areas have brought so much; the game is over."""
    at = finish([21, 23, 4][: len(earned)], {0, 1})
    rest = at.rows["earned"].shape[2] - 3
    seats = [[*each, *[0] * rest] for each in earned] + [[0] * (rest + 3)] * (6 - len(earned))
    return arrange(at, earned=seats, points=[sum(each) for each in seats])


def test_what_decided_is_the_area_by_which_the_first_is_furthest_ahead_of_the_second() -> None:
    at = earning((5, 0, 3), (3, 7, 1), (0, 0, 0))
    first = at.game.decided(at.rows)[0]
    assert [part.sign for part in first.parts] == ["A", "B", "C"]  # nobody has earned anything with the others
    colour = first.parts[1].kind
    assert decided(at) == [((1,), [3, 7, 1], colour), ((0,), [5, 0, 3], colour), ((2,), [0, 0, 0], colour)]


def test_and_nothing_where_the_win_is_shared() -> None:
    assert [side[2] for side in decided(earning((5, 0, 3), (1, 7, 0)))] == ["", ""]
