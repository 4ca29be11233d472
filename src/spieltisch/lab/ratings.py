"""How strong each of several players is, on one scale: Bradley and Terry's model, in the points of chess (Elo).

A player whose rating is 400 higher is expected to come out ahead ten times as often as not. The average of all is 0.
The fit is by Hunter's iteration (2004); half a win each way between any two who met keeps a player that never lost
finite. The intervals are those of 95 in 100 samples of deals drawn with replacement (bootstrap).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]

SCALE = 400
ROUNDS = 200
SAMPLES = 200
DOUBT = 0.5  # of a win


@dataclass(frozen=True)
class Rating:
    rating: float
    low: float
    high: float


def rate(beats: Doubles) -> list[Rating]:
    """From how often a was ahead of b in each deal, `beats[deal, a, b]`."""
    rng = np.random.default_rng(1)
    middle = ratings(beats.sum(axis=0))
    deals = len(beats)
    samples = np.array([ratings(beats[rng.integers(0, deals, deals)].sum(axis=0)) for _ in range(SAMPLES)])
    low, high = np.percentile(samples, (2.5, 97.5), axis=0)
    return [Rating(float(r), float(min(a, r)), float(max(b, r))) for r, a, b in zip(middle, low, high, strict=True)]


def ratings(wins: Doubles) -> Doubles:
    met = wins + wins.T
    wins = wins + DOUBT * (met > 0)
    met = wins + wins.T
    strengths = np.ones(len(wins))
    for _ in range(ROUNDS):
        pairs = strengths[:, None] + strengths[None, :]
        strengths = wins.sum(axis=1) / np.maximum((met / pairs).sum(axis=1), 1e-12)
        strengths /= np.exp(np.log(strengths).mean())
    points: Doubles = SCALE * np.log10(strengths)
    return points
