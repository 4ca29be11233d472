"""What a net sees."""

from __future__ import annotations

import numpy as np
import pytest

from games.brilliant.paper import SEVEN, SMALL, WIDE, begin, position
from spieltisch import SPECTATOR, Table, new
from spieltisch.games.brilliant.features import FEATURES, OF_A_SEAT, OF_THE_ROLL, OF_THE_VIEWER

ALMOST = """
    . . 5 5 5 . .
"""


def seen(at: Table, seat: int) -> list[float]:
    return [round(float(value), 4) for value in at.game.features(at.rows, seat)]


def test_how_many_there_are() -> None:
    assert (OF_THE_VIEWER, OF_A_SEAT, OF_THE_ROLL) == (1040, 100, 21)
    assert FEATURES == 1040 + 6 * 100 + 21


@pytest.mark.parametrize(("players", "sheet"), [(1, SEVEN), (2, SMALL), (3, WIDE), (6, SEVEN)])
def test_they_stay_between_zero_and_one(players: int, sheet: str) -> None:
    at = new("brilliant", players, "solo" if players == 1 else "base", seed=players, sheet=sheet, numbers="free")
    for k in range(60):
        if not at.waiting:
            break
        for seat in [*range(players), SPECTATOR]:
            values = at.game.features(at.rows, seat)
            assert values.dtype == np.float32
            assert np.isfinite(values).all()
            assert 0 <= values.min() <= values.max() <= 1
        at.play(at.moves()[k % len(at.moves())])


def test_the_cells_are_those_of_the_viewer() -> None:
    at = position(ALMOST, ALMOST.replace("5", "2"))
    c1 = slice(2 * 8, 3 * 8)
    assert seen(at, 0)[c1] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert seen(at, 1)[c1] == [0, 1, 0, 0, 0, 0, 0, 0]
    assert seen(at, 0)[:8] == [0, 0, 0, 0, 0, 0, 1, 0]
    assert seen(at, 0)[7 * 8 : 8 * 8] == [0, 0, 0, 0, 0, 0, 0, 1]
    assert seen(at, SPECTATOR)[:OF_THE_VIEWER] == [0] * OF_THE_VIEWER


def test_the_own_choice_stands_already() -> None:
    at = position(ALMOST, ALMOST).play("5 5")
    f1 = slice(5 * 8, 6 * 8)
    assert seen(at, 0)[f1] == [0, 0, 0, 0, 0, 0, 1, 0]
    before = seen(at, 1)
    at.play("5@f1", seat=0)
    assert seen(at, 0)[f1] == [0, 0, 0, 0, 1, 0, 0, 0]
    assert seen(at, 1)[:OF_THE_VIEWER] == before[:OF_THE_VIEWER]
    at = position(ALMOST, ALMOST).play("5 5").play("pass", seat=0)
    assert seen(at, 0)[f1] == [0, 0, 0, 0, 0, 0, 1, 0]


def test_areas_values_and_what_may_be_written() -> None:
    at = position(ALMOST, ALMOST, struck=[0, 1, *[0] * 22])
    assert seen(at, 0)[810:820] == [0.5, 0.3, 0.1, 0.5, 0, 0, 0, 0, 1, 0]
    assert seen(at, 0)[800:810] == [0.5, 0.3, 0.1, 0, 1, 1, 1, 1, 1, 1]
    assert seen(at, 0)[910:1040] == [0] * 130
    at.play("5 5").play("5@f1", seat=0).play("pass", seat=1)
    assert seen(at, 0)[814:820] == [0] * 6
    assert seen(begin(2, WIDE), 0)[800:803] == [1, 1, 1]


def test_seats_are_seen_from_the_viewer() -> None:
    at = position(ALMOST, ALMOST.replace("5", "2"), ALMOST, points=[13, 0, 26, 0, 0, 0]).play("5 5")
    own = seen(at, 0)[1040:1140]
    assert own == seen(at, 2)[1140:1240] == seen(at, 1)[1240:1340]
    assert own[:4] == [1, 0.5, 1, 1]
    assert own[4:6] == [round(5 / 12, 4), round(1 / 12, 4)]
    assert own[28:30] == [0, 0.75]
    assert own[52:54] == [0, 0]
    assert own[76:78] == [0.5, 0.5]
    assert seen(at, 2)[1041] == 1
    assert seen(at, 1)[1042] == 0
    assert seen(at, 0)[1340:1640] == [0] * 300
    at.play("5@f1", seat=0).play("pass", seat=2)
    own = seen(at, 0)[1040:1140]
    assert (own[5], own[29], own[53], own[77]) == (0, 1, 0.5, 0)


def test_the_roll_and_the_phase() -> None:
    at = position(ALMOST, ALMOST, idle=9).play("2 5")
    assert seen(at, 0)[1640:] == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, round(1 / 44, 4), 0.25]
    assert seen(begin(1), 0)[1640:] == [*[0] * 12, 1, 0, 0, 0, 0, 0, 1, 0, 0]
