"""What a net sees."""

from __future__ import annotations

import numpy as np
import pytest

from games.high_score.cards import last_round, on_card
from kit import table
from spieltisch import SPECTATOR, Table
from spieltisch.games.high_score.features import CARD, DICE_AT, FEATURES, PER_SEAT, REST
from spieltisch.kernel import Floats


def seen(at: Table, seat: int) -> Floats:
    return at.game.features(at.rows, seat)


def positions() -> list[Table]:
    at = on_card("aside sum frozen", players=3).play("5 5 5 5 5 5 5", "aside all", "1 1 1 1 1 1 *", "aside 1")
    over = last_round(on_card("full sum 10")).play("5 5 5 5 5 5 5", "stop", "* * * * * * *", "stop")
    return [
        table("high_score", 2),
        table("high_score", 5, start=3),
        at,
        on_card("free odd choice").play("1 2 3 4 5 5 *"),
        over,
    ]


@pytest.mark.parametrize("k", range(5))
def test_features_are_small_finite_numbers(k: int) -> None:
    at = positions()[k]
    for seat in [*range(at.players), SPECTATOR]:
        out = seen(at, seat)
        assert out.shape == (FEATURES,)
        assert np.isfinite(out).all()
        assert (np.abs(out) <= 2).all()
    assert (seen(at, SPECTATOR) == seen(at, 0)).all()


def test_the_own_seat_comes_first() -> None:
    at = positions()[2]
    first, second = seen(at, 0), seen(at, 1)
    assert first[:PER_SEAT].tolist() == second[2 * PER_SEAT : 3 * PER_SEAT].tolist()
    assert first[PER_SEAT : 2 * PER_SEAT].tolist() == second[:PER_SEAT].tolist()
    assert not first[3 * PER_SEAT : 5 * PER_SEAT].any()
    assert first[:PER_SEAT].tolist() == pytest.approx([1, 0, 0, 0, 1, 1, 1, 0, 0])
    assert second[:PER_SEAT].tolist() == pytest.approx([1, 0, 0, 0, 0, 0, 0, 1, 0.25])


def test_chips_are_seen() -> None:
    at = on_card("full sum 0", players=3)
    at.play("5 5 5 5 5 5 5", "stop", "1 1 1 1 1 1 1", "stop", "* * * * * * *", "stop")
    assert seen(at, 0)[:PER_SEAT].tolist() == pytest.approx([1, 3 / 21, 1 / 7, 0, 0, 0, 0, 0, 0])
    assert seen(at, 1)[:PER_SEAT].tolist() == pytest.approx([1, 2 / 21, 0, 1 / 7, 0, 0, 0, 0, 0])


@pytest.mark.parametrize(
    ("card", "places"),
    [
        ("full sum 10", {0: 1, 3: 1, 16: 1}),
        ("free odd choice", {1: 1, 10: 1, 15: 1}),
        ("aside ascending frozen", {2: 1, 13: 1, 14: 1}),
        ("aside same -5", {2: 1, 4: 1, 16: -0.5}),
    ],
)
def test_the_card_is_seen(card: str, places: dict[int, float]) -> None:
    out = seen(on_card(card), 0)[CARD:DICE_AT]
    assert {place: value for place, value in enumerate(out.tolist()) if value} == places


def test_the_dice_are_seen() -> None:
    at = on_card("aside sum frozen").play("1 1 2 4 5 5 *", "aside 5 5", "1 1 1 *")
    out = seen(at, 1)[DICE_AT:]
    assert (out[:6] * 7).round().tolist() == [3, 0, 0, 0, 0, 0]
    assert (out[6:12] * 7).round().tolist() == [0, 0, 0, 0, 2, 2]
    assert (out[12:18] * 7).round().tolist() == [3, 0, 0, 0, 0, 1]
    assert out[18:].tolist() == pytest.approx([13 / 35, 13 / 35, 1, 0, 0, 2 / 7, 0.5, 0.25, 0, 0, 0, 1, 0, 0, 0.4])


def test_a_very_bad_result_is_bounded() -> None:
    at = on_card("full shown_minus_rest 10").play("* * * * * * *")
    assert seen(at, 0)[REST] == -1
