"""Players that judge well and overlook much, from a first evening on."""

from __future__ import annotations

import numpy as np

from spieltisch.games.brilliant.bots.hopes import CHOOSING, known_for
from spieltisch.games.brilliant.bots.search import by_next_roll, list_entries
from spieltisch.games.brilliant.rules import AREAS, CHOICES, NUMBERS, PASS, WRITING, State
from spieltisch.kernel import Rng, below, rule


@rule
def considered(state: State, seat: int, rng: Rng) -> int:
    """The best that can be found with an eye to the next roll."""
    action, score = np.empty(1, np.int64), np.empty(1)
    by_next_roll(state, seat, 1, action, score)
    return int(action[0])


@rule
def attentive(state: State, seat: int, rng: Rng) -> int:
    """Judges well, and overlooks little."""
    return overlooking(state, seat, 1, rng)


@rule
def casual(state: State, seat: int, rng: Rng) -> int:
    """Judges well, but overlooks every sixth possibility."""
    return overlooking(state, seat, 4, rng)


@rule
def hurried(state: State, seat: int, rng: Rng) -> int:
    """Judges well, but overlooks every third possibility."""
    return overlooking(state, seat, 8, rng)


@rule
def distracted(state: State, seat: int, rng: Rng) -> int:
    """Judges well, but overlooks nearly half."""
    return overlooking(state, seat, 11, rng)


@rule
def overlooking(state: State, seat: int, of_24: int, rng: Rng) -> int:
    actions, scores, hopes = np.empty(CHOICES, np.int64), np.empty(CHOICES), np.empty(AREAS)
    count = list_entries(state, seat, CHOICES, known_for(state, CHOOSING), hopes, actions, scores)
    for k in range(count):
        if below(rng, 24) >= of_24:
            return int(actions[k])
    return int(actions[0])


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Overlooks half, writes whenever a number fits, where most of the area is full; never asks what may come next."""
    actions, scores, hopes = np.empty(CHOICES, np.int64), np.empty(CHOICES), np.empty(AREAS)
    count = list_entries(state, seat, CHOICES, known_for(state, CHOOSING), hopes, actions, scores)
    best, found = -1.0, int(actions[below(rng, count)])
    if state.phase != WRITING:
        return found
    for k in range(count):
        if actions[k] != PASS and below(rng, 2) == 0:
            area = state.area_of[actions[k] // NUMBERS]
            size = state.begin[area + 1] - state.begin[area]
            full = (size - state.empty[seat, area]) / size
            if full > best:
                best, found = full, int(actions[k])
    return found
