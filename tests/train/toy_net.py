"""What a net sees of the game in toy.py: the phase, and the door that was chosen."""

from __future__ import annotations

from typing import Any

import numpy as np

import toy
from spieltisch.bots.net import size
from spieltisch.kernel import Floats, Ints, rule

INPUTS = 8
WEIGHTS = np.zeros((1, size(INPUTS)), np.float32)


@rule
def inputs(state: toy.State, seat: int, out: Floats) -> None:
    out[:] = 0.0
    out[state.phase] = 1.0
    out[5] = seat
    out[6] = state.hand / 10.0


@rule
def table_of(state: toy.State) -> int:
    return 0


@rule
def solo_result(state: toy.State, seat: int) -> float:
    return state.won / 100.0


@rule
def shortlist(state: toy.State, seat: int, width: int, actions: Ints, scores: Any) -> int:
    count = 3 if state.phase == toy.DOORS else 2
    for k in range(count):
        actions[k] = k
    return count
