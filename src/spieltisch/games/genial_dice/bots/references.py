"""Players to compare with: they count marks."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.evaluation import mark_values
from spieltisch.games.genial_dice.bots.levels import content_with
from spieltisch.games.genial_dice.bots.ways import weigh_ways
from spieltisch.games.genial_dice.rules import CHOICES, DECIDE, State
from spieltisch.kernel import Rng, rule


@rule
def marks_greedy(state: State, seat: int, rng: Rng) -> int:
    """Rolls again if one more roll brings more marks on average; jokers where they bring most marks."""
    return content_with(state, seat, 100, 0, rng)


@rule
def first_greedy(state: State, seat: int, rng: Rng) -> int:
    """The same, but of jokers that bring as many marks it takes the first in the list, and rather none than any."""
    if state.phase == DECIDE:
        return marks_greedy(state, seat, rng)
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    count = weigh_ways(state, seat, mark_values(state, seat), actions, scores)
    best = 0
    for k in range(1, count):
        if scores[k] > scores[best] or (scores[k] == scores[best] and actions[k] < actions[best]):
            best = k
    return int(actions[best])
