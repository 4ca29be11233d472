"""Decisions as an agent numbers them: the actions of players, which come before those of lot and cards."""

from __future__ import annotations

from spieltisch.decisions import to_action as to_action
from spieltisch.decisions import to_decision as to_decision
from spieltisch.games.high_score.rules import (
    ASIDE,
    CARDS,
    FULL,
    ROLL,
    STOP,
    State,
    frozen_now,
    number,
    subset,
    subsets,
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
    if lane == 0:
        out[STOP] = 0 if way(state) == ASIDE else 1
        out[ROLL] = 1 if way(state) == FULL or (way(state) == ASIDE and frozen_now(state)) else 0
    if way(state) != FULL:
        for ticket in range(1 + lane, subsets(state.lying), lanes):
            out[number(subset(state.lying, ticket))] = 1
