"""Decisions as an agent numbers them: the actions of players, which come before those of lot and cards."""

from __future__ import annotations

from spieltisch.decisions import to_action as to_action
from spieltisch.decisions import to_decision as to_decision
from spieltisch.games.high_score.rules import (
    ASIDE,
    CARDS,
    FULL,
    ROLL,
    STEPS,
    STOP,
    State,
    count,
    frozen_now,
    way,
)
from spieltisch.kernel import Mask, rule

DECISIONS = CARDS

PARTS = (
    (1, "stop"),
    (ROLL - 1, "the handful of this number is rolled again or, with a card of that kind, set aside"),
    (1, "roll all"),
)


@rule
def mask(state: State, seat: int, out: Mask, lane: int, lanes: int) -> None:
    """Stop or roll, and where single dice are chosen every part of those that lie there."""
    if way(state) != FULL:
        mask_parts(state.lying, out, lane, lanes)
    if lane == 0:
        out[STOP] = 0 if way(state) == ASIDE else 1
        out[ROLL] = 1 if way(state) == FULL or (way(state) == ASIDE and frozen_now(state)) else 0


@rule
def mask_parts(lying: int, out: Mask, lane: int, lanes: int) -> None:
    """All that can be taken out of a handful, nothing included. The number of a part (`rules.number`) is a sum over the
    faces of how many of its dice show that face or a later one: so each loop adds its own, from the last face on."""
    ahead = lane  # parts that others take before the next own one
    for f in range(count(lying, 5) + 1):
        at_5 = STEPS[5, f]
        for e in range(f, f + count(lying, 4) + 1):
            at_4 = at_5 + STEPS[4, e]
            for d in range(e, e + count(lying, 3) + 1):
                at_3 = at_4 + STEPS[3, d]
                for c in range(d, d + count(lying, 2) + 1):
                    at_2 = at_3 + STEPS[2, c]
                    for b in range(c, c + count(lying, 1) + 1):
                        at_1 = at_2 + STEPS[1, b]
                        for a in range(b, b + count(lying, 0) + 1):
                            if ahead == 0:
                                ahead = lanes
                                out[at_1 + STEPS[0, a]] = 1
                            ahead -= 1
