"""What a net sees."""

import numpy as np
import pytest

from kit import table
from spieltisch import SPECTATOR, Table, new
from spieltisch.games.genial_dice.features import FEATURES, OF_A_SEAT

TURN = 4 * OF_A_SEAT


def seen(at: Table, seat: int) -> list[float]:
    return [round(float(value), 4) for value in at.game.features(at.rows, seat)]


def test_there_are_a_hundred_and_thirty_three() -> None:
    assert (FEATURES, OF_A_SEAT) == (133, 25)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_they_stay_between_zero_and_one(players: int) -> None:
    at = new("genial_dice", players, seed=players, sheet="3+3+3", four_of_a_kind="4", start="lot")
    while at.waiting:
        for seat in [*range(players), SPECTATOR]:
            values = at.game.features(at.rows, seat)
            assert values.dtype == np.float32
            assert np.isfinite(values).all()
            assert 0 <= values.min() <= values.max() <= 1
        at.play(at.moves()[-1 - len(at.log) % 2])


def test_they_are_seen_from_the_seat() -> None:
    at = table("genial_dice", 3, start=2).play("rgb", "ryp", "oop")
    at.rows["sheets"][0][0] = [1, 4, 7, 0, 3, 6]
    own, next_one = seen(at, 0)[:OF_A_SEAT], seen(at, 2)[OF_A_SEAT : 2 * OF_A_SEAT]
    assert own == next_one
    assert own[:7] == [1, round(1 / 7, 4), round(4 / 7, 4), 1, 0, round(3 / 7, 4), round(6 / 7, 4)]
    assert own[7:13] == [1, 1, 1, 0, 1, 1]
    assert own[13:19] == [0, 1, 1, 0, 0, 1]
    assert own[19:] == [0.3333, 0, 0, 0, 0.3333, 0.3333]
    assert seen(at, 0)[3 * OF_A_SEAT : TURN] == [0] * OF_A_SEAT
    assert [seen(at, seat)[TURN : TURN + 4] for seat in range(3)] == [[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0]]


def test_phase_rolls_and_options() -> None:
    at = table("genial_dice", 2).play("rgbo", "rgbo")
    assert seen(at, 0)[TURN + 4 : TURN + 15] == [0, 0, 0, 1, 0, 0, 0.3333, 1, 0, 0, 0]
    at = table("genial_dice", 4, sheet="3+3+3", four_of_a_kind="4", start_rule="yes", start="lot")
    assert seen(at, 0)[TURN:] == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0.5, 1, 1, 1] + [0] * 18


def test_what_scoring_would_bring() -> None:
    at = table("genial_dice", 2).play("rrgo", "rrbb", "stop", "joker bb=g")
    assert seen(at, 0)[-18:-12] == [0.5, 0, 0, 0, 0, 0]
    assert seen(at, 0)[-12:-6] == [0, 0.25, 0, 0, 0, 0]
    assert seen(at, 0)[-6:] == [round(3 / 7, 4), round(1 / 7, 4), 0, 0, 0, 0]
    assert seen(at.play("score"), 0)[-18:] == [0] * 18
