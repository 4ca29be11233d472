"""Glicko-2 as its author reckons it."""

from __future__ import annotations

from itertools import product

import pytest

from spieltisch.puzzles.rating import Glicko, expected_score, rated


def test_the_example_of_the_paper_comes_out() -> None:
    others = [(Glicko(1400, 30), 1.0), (Glicko(1550, 100), 0.0), (Glicko(1700, 300), 0.0)]
    after = rated(Glicko(1500, 200, 0.06), others)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_a_game_a_rating_gets_less_sure_and_nothing_else() -> None:
    after = rated(Glicko(1600, 50, 0.06), [])
    assert (after.rating, after.volatility) == (1600, 0.06)
    assert after.deviation == pytest.approx(51.07, abs=0.01)
    assert rated(Glicko(), []).deviation == 350


def test_a_part_of_a_period_adds_its_part_of_doubt() -> None:
    known, even = Glicko(1600, 50, 0.06), [(Glicko(1600, 50), 0.5)]
    assert rated(known, [], 0).deviation == pytest.approx(50)
    in_parts = known
    for _ in range(12):
        in_parts = rated(in_parts, [], 1 / 12)
    assert in_parts.deviation == pytest.approx(rated(known, []).deviation)
    assert rated(known, even, 1 / 12).deviation < rated(known, even).deviation


def test_a_great_surprise_makes_a_rating_less_steady() -> None:
    steady = Glicko(1500, 30, 0.06)
    assert rated(steady, [(Glicko(900, 30), 0.0)] * 8).volatility > 0.06
    assert rated(steady, [(Glicko(1500, 30), 0.5)]).volatility < 0.06


def test_whatever_happens_a_rating_stays_one() -> None:
    for own, volatility, score in product((-10_000, 10_000), (0.001, 0.999), (0.0, 1.0)):
        after = rated(Glicko(own, 350, volatility), [(Glicko(1500, 120), score)])
        assert -10_000 <= after.rating <= 10_000
        assert 0 < after.deviation <= 350
        assert 0 < after.volatility < 1


def test_equals_win_half_and_doubt_brings_everybody_nearer_to_that() -> None:
    assert expected_score(Glicko(1500, 50), Glicko(1500, 300)) == pytest.approx(0.5)
    sure, unsure = (expected_score(Glicko(1700, d), Glicko(1500, d)) for d in (30, 300))
    assert 0.5 < unsure < sure < 0.77
