"""How well a seat stands for the greedy player: what has been earned and what each area promises at once."""

from __future__ import annotations

import numpy as np

from spieltisch.games.brilliant.rules import (
    COUNT,
    NUMBERS,
    OVER,
    PASS,
    WIDTH,
    WRITING,
    State,
    allowed,
    best_points,
    touch,
)
from spieltisch.kernel import rule

NOWHERE = -WIDTH * WIDTH
VICTORY_IN_THOUSANDTHS = 20_000  # more than the areas of a sheet still promise when somebody wins
HOPE = np.array([620] + [760 - 160 // ways for ways in range(1, 37)])


@rule
def worth(state: State, seat: int) -> int:
    """What has been earned, in thousandths, and what each area promises, as if the seat's own entry stood already."""
    total = 1000 * state.points[seat]
    if state.phase == OVER:
        won = not state.solo and state.points[seat] == best_points(state)
        return int(total + VICTORY_IN_THOUSANDTHS if won else total)
    cell, number = NOWHERE, 0
    if state.phase == WRITING and 0 <= state.chosen[seat] < PASS:
        cell, number = state.chosen[seat] // NUMBERS, state.chosen[seat] % NUMBERS + 1
    for area in range(state.areas):
        if state.empty[seat, area] > 0:
            total += thousandths(state, seat, area, cell, number)
    return int(total)


@rule
def thousandths(state: State, seat: int, area: int, cell: int, number: int) -> int:
    """The open value of an area, less a share for each empty cell: the harder it is to reach, the more."""
    used, bit = state.used[seat, area], (1 << number) >> 1
    if cell >= 0 and state.area_of[cell] == area:
        used |= bit
    may = allowed(state.colour[area], used)
    share = 1000 * state.values[area, state.struck[area]]
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0 and at != cell:
            beside = state.beside[seat, at]
            if touch(at, cell):
                beside |= bit
            both = COUNT[beside & may]
            ways = 2 * COUNT[may] * COUNT[beside] - both * both
            share = share * HOPE[ways] // 1000
    return int(share)
