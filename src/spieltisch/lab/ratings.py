"""How strong each of several players is, on one scale: Bradley and Terry's model, in the points of chess (Elo).

A player whose rating is 400 higher is expected to come out ahead ten times as often as not. The average of all is 0.
The fit is by Hunter's iteration (2004); half a win each way between any two who met keeps a player that never lost
finite. The 95 % intervals are those of the usual normal approximation: from the curvature of the likelihood, as if
every two who sat at one table had met by themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
import numpy.typing as npt

from spieltisch.lab.selfplay import SURE

Doubles = npt.NDArray[np.float64]

SCALE = 400 / log(10)  # points for a factor of e
ROUNDS = 200
DOUBT = 0.5  # of a win


@dataclass(frozen=True)
class Rating:
    rating: float
    low: float
    high: float


def rate(beats: Doubles) -> list[Rating]:
    """From how often a was ahead of b, `beats[a, b]`."""
    wins = beats + DOUBT * (beats + beats.T > 0)
    strengths = _strengths(wins)
    pairs = strengths[:, None] + strengths[None, :]
    curvature = (wins + wins.T) * strengths[:, None] * strengths[None, :] / (pairs * pairs)
    spread = np.linalg.pinv(np.diag(curvature.sum(axis=1)) - curvature)
    ratings, errors = SCALE * np.log(strengths), SURE * SCALE * np.sqrt(np.diag(spread))
    return [Rating(float(r), float(r - e), float(r + e)) for r, e in zip(ratings, errors, strict=True)]


def _strengths(wins: Doubles) -> Doubles:
    met = wins + wins.T
    strengths = np.ones(len(wins))
    for _ in range(ROUNDS):
        pairs = strengths[:, None] + strengths[None, :]
        strengths = wins.sum(axis=1) / np.maximum((met / pairs).sum(axis=1), 1e-12)
        strengths /= np.exp(np.log(strengths).mean())
    return strengths
