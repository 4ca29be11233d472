"""Ratings by Glicko-2 (Mark Glickman, "Example of the Glicko-2 system", 2013): a rating, how sure it is, how steady.

A puzzle is an opponent: whoever solves it has beaten it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178  # between the scale that people read and that of the formulas
TAU = 0.5  # how much the volatility may change
CLOSE = 1e-6  # when the search for the volatility ends
NOTHING = 1e-12  # so little a game tells that could only end in one way
WIDEST, WILDEST = 350.0, 0.999  # deviation and volatility


@dataclass(frozen=True)
class Glicko:
    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


def rated(own: Glicko, games: Sequence[tuple[Glicko, float]], periods: float = 1.0) -> Glicko:
    """After some games, each against somebody and with a score from 0 to 1; steps as in the paper.

    Strength drifts with time; `periods` says how much has passed: one is ten to fifteen games in the paper.
    """
    time = sqrt(periods)
    if not games:
        grown = SCALE * _grown(own.deviation / SCALE, time * own.volatility)
        return Glicko(own.rating, min(WIDEST, grown), own.volatility)
    mu, phi = (own.rating - 1500) / SCALE, own.deviation / SCALE
    information, surplus = 0.0, 0.0
    for other, score in games:
        weight = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        expected = 1 / (1 + exp(-weight * (mu - (other.rating - 1500) / SCALE)))
        information += weight**2 * expected * (1 - expected)
        surplus += weight * (score - expected)
    variance = 1 / max(information, NOTHING)
    volatility = min(WILDEST, _volatility(own.volatility, phi, variance, variance * surplus))
    phi = 1 / sqrt(1 / _grown(phi, time * volatility) ** 2 + information)
    return Glicko(1500 + SCALE * (mu + phi**2 * surplus), min(WIDEST, SCALE * phi), volatility)


def expected_score(own: Glicko, other: Glicko) -> float:
    """How likely the first one wins, both deviations considered."""
    deviation = sqrt(own.deviation**2 + other.deviation**2) / SCALE
    weight = 1 / sqrt(1 + 3 * (deviation / pi) ** 2)
    return 1 / (1 + exp(-weight * (own.rating - other.rating) / SCALE))


def _grown(phi: float, volatility: float) -> float:
    return sqrt(phi**2 + volatility**2)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Step 5: where f is 0, by regula falsi as Illinois does it."""
    a = log(sigma**2)

    def f(x: float) -> float:
        e = exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
