"""Players for the lower levels: they make mistakes that people make."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial.board import CELLS, COLOURS, KIND_A, KIND_B, KINDS, PLACE_A, PLACE_B, PLACES, TURNS
from spieltisch.games.genial.bots.search import LOOKED_AT, candidates
from spieltisch.games.genial.bots.survey import survey
from spieltisch.games.genial.rules import EXCHANGE, KEEP, SWAP, WAYS, State, list_places
from spieltisch.kernel import Rng, below, rule


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Looks at one half of a tile only, overlooks two places of three, and keeps the rack."""
    return KEEP if state.phase == SWAP else hasty(state, seat, rng, 2, 0)


@rule
def casual(state: State, seat: int, rng: Rng) -> int:
    """Takes the most points, whatever the colours, but overlooks a place of three."""
    return EXCHANGE if state.phase == SWAP else hasty(state, seat, rng, 4, 1)


@rule
def hasty(state: State, seat: int, rng: Rng, attention: int, other_half: int) -> int:
    """The most points among the places that are seen: one for certain, the others so many times of six."""
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    best, action = -1, -1
    places = np.empty(PLACES, np.int64)
    count = list_places(state, seat, places)
    number = below(rng, count)
    for _ in range(count):
        number = number + 1 if number < count - 1 else 0
        if action >= 0 and below(rng, 6) >= attention:
            continue
        place = places[number]
        for kind in range(KINDS):
            if state.racks[seat, kind] > 0:
                for flip in range(TURNS[kind]):
                    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
                    one, other = totals[a, KIND_A[kind]], totals[b, KIND_B[kind]]
                    points = one + other if other_half else max(one, other)
                    if points > best:
                        best, action = points, kind * WAYS + place * 2 + flip
    return int(action)


@rule
def considered(state: State, seat: int, rng: Rng) -> int:
    """The best candidate, without playing on."""
    actions, scores = np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT)
    candidates(state, seat, 1, actions, scores)
    return int(actions[0])
