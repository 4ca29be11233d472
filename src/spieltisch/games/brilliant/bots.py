"""What strong bots know of the sheet game: what an open area may still bring, and what an entry changes in that.

An area is worth its open value, less a share for each empty cell, the more the fewer rolls fit there. An entry changes
the area it is written in and, through the number it puts beside them, the cells around it: nothing else is counted
again. With a good bot the next roll counts too: what the best entry for each of the 21 pairs would then gain.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.games.brilliant.content import neighbours
from spieltisch.games.brilliant.rules import (
    AREAS,
    CELLS,
    CHOICES,
    COUNT,
    HIDDEN,
    NUMBERS,
    PASS,
    STARTING,
    STRIKE,
    STRIKING,
    UNDECIDED,
    WRITING,
    State,
    allowed,
    can_be_struck,
    fitting,
    pick,
    start_cell_open,
    tickets,
    touch,
    usable,
    write_number,
)
from spieltisch.kernel import Ints, Rng, below, rule

Doubles = npt.NDArray[np.float64]

AROUND = np.array([[*neighbours(cell), -1, -1][:4] for cell in range(CELLS)], np.int64)  # -1: none
KEPT = np.array([0.62] + [0.76 - 0.16 / ways for ways in range(1, 37)])  # of an area's value, by the rolls that fit
VICTORY = 100.0  # more than all areas together may bring
MOST_OF_SOLO = 60.0  # points that nobody gets alone
LOOKED_AT = 16  # entries for which the next roll is thought of
FORESIGHT = 1.0  # how much the next roll counts
STEEP = 0.25  # of the promise, per point


@rule
def rolls_that_fit(beside: int, may: int) -> int:
    """§3 Of the 36, those with one number that may be written and another that stands beside."""
    both = COUNT[beside & may]
    return int(2 * COUNT[may] * COUNT[beside] - both * both)


@rule
def hope(state: State, seat: int, area: int) -> float:
    """What an area that is not complete may bring."""
    may = allowed(state.colour[area], state.used[seat, area])
    value = float(state.values[area, state.struck[area]])
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0:
            value *= KEPT[rolls_that_fit(state.beside[seat, at], may)]
    return value


@rule
def hope_with(state: State, seat: int, cell: int, number: int) -> float:
    """What the area of a cell may bring once this number stands in it."""
    area = state.area_of[cell]
    bit = 1 << (number - 1)
    may = allowed(state.colour[area], state.used[seat, area] | bit)
    value = float(state.values[area, state.struck[area]])
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0 and at != cell:
            beside = state.beside[seat, at] | bit if touch(at, cell) else state.beside[seat, at]
            value *= KEPT[rolls_that_fit(beside, may)]
    return value


@rule
def hopes_of(state: State, seat: int, hopes: Doubles) -> None:
    for area in range(state.areas):
        hopes[area] = hope(state, seat, area) if state.empty[seat, area] > 0 else 0.0


@rule
def gain(state: State, seat: int, cell: int, number: int, hopes: Doubles) -> float:
    """How much more the sheet may bring with this number in this cell."""
    own = state.area_of[cell]
    gained = hope_with(state, seat, cell, number) - hopes[own]
    completes = state.empty[seat, own] == 1 and state.solo == 0
    if completes and state.points[seat] + state.values[own, state.struck[own]] >= state.target:
        gained += VICTORY
    for way in range(4):
        at = AROUND[cell, way]
        if at >= 0 and state.area_of[at] >= 0 and state.area_of[at] != own and state.written[seat, at] == 0:
            gained += gain_beside(state, seat, at, number, hopes)
    return float(gained)


@rule
def gain_beside(state: State, seat: int, cell: int, number: int, hopes: Doubles) -> float:
    """How much more the area of an empty cell may bring with this number beside the cell."""
    area, beside = state.area_of[cell], state.beside[seat, cell]
    if (beside >> (number - 1)) & 1:
        return 0.0
    may = allowed(state.colour[area], state.used[seat, area])
    before = KEPT[rolls_that_fit(beside, may)]
    after = KEPT[rolls_that_fit(beside | 1 << (number - 1), may)]
    return float(hopes[area] * (after / before - 1.0))


@rule
def strike_loss(state: State, area: int, hopes: Doubles) -> float:
    """§7 What the strike of the highest open value takes from what an area may bring."""
    struck = state.struck[area]
    return float(hopes[area] * (1.0 - state.values[area, struck + 1] / state.values[area, struck]))


@rule
def outlook(state: State, seat: int, hopes: Doubles, best: Doubles) -> float:
    """What the next roll gains on average, with the best entry for each."""
    hopes_of(state, seat, hopes)
    best[:] = 0.0
    for area in range(state.areas):
        if state.empty[seat, area] > 0:
            may = allowed(state.colour[area], state.used[seat, area])
            for k in range(state.begin[area], state.begin[area + 1]):
                cell = state.cells[k]
                if state.beside[seat, cell]:
                    for number in range(1, NUMBERS + 1):
                        if (may >> (number - 1)) & 1:
                            gained = gain(state, seat, cell, number, hopes)
                            note_gain(gained, number - 1, state.beside[seat, cell], best)
    total = 0.0
    for one in range(NUMBERS):
        for other in range(NUMBERS):
            total += max(best[one, other], best[other, one])
    return total / 36.0


@rule
def note_gain(gained: float, number: int, beside: int, best: Doubles) -> None:
    """By the number written and the other one, both from 0."""
    for other in range(NUMBERS):
        if (beside >> other) & 1 and gained > best[number, other]:
            best[number, other] = gained


@rule
def outlook_after(state: State, seat: int, action: int, hopes: Doubles, best: Doubles) -> float:
    """What the next roll gains once this entry stands; the sheet is left as it was."""
    if action == PASS:
        return outlook(state, seat, hopes, best)
    cell = action // NUMBERS
    area = state.area_of[cell]
    beside, used = state.beside[seat, cell], state.used[seat, area]
    around = np.empty(4, np.int64)
    for way in range(4):
        if AROUND[cell, way] >= 0:
            around[way] = state.beside[seat, AROUND[cell, way]]
    write_number(state, seat, cell, action % NUMBERS + 1)
    ahead = outlook(state, seat, hopes, best)
    state.written[seat, cell] = 0
    state.beside[seat, cell], state.used[seat, area] = beside, used
    state.empty[seat, area] += 1
    for way in range(4):
        if AROUND[cell, way] >= 0:
            state.beside[seat, AROUND[cell, way]] = around[way]
    return ahead


@rule
def list_entries(state: State, seat: int, width: int, hopes: Doubles, actions: Ints, scores: Doubles) -> int:
    """All that may be done, by what it makes the sheet promise; to write nothing counts 0."""
    count = 0
    hopes_of(state, seat, hopes)
    if state.phase == STARTING:
        number = state.started[seat] + 1
        for cell in range(CELLS):
            if start_cell_open(state, seat, cell):
                gained = gain(state, seat, cell, number, hopes)
                count = keep_best(actions, scores, count, width, cell * NUMBERS + number - 1, gained)
        return count
    if state.phase == STRIKING:
        for area in range(state.areas):
            if can_be_struck(state, area):
                loss = strike_loss(state, area, hopes)
                count = keep_best(actions, scores, count, width, STRIKE + area, -loss)
        return count
    count = keep_best(actions, scores, count, width, PASS, 0.0)
    for area in range(state.areas):
        may = usable(state, seat, area)
        if may:
            for k in range(state.begin[area], state.begin[area + 1]):
                cell = state.cells[k]
                fits = fitting(state.beside[seat, cell], may, state.low, state.high)
                for which in range(2):
                    if (fits >> which) & 1:
                        number = state.high if which else state.low
                        gained = gain(state, seat, cell, number, hopes)
                        count = keep_best(actions, scores, count, width, cell * NUMBERS + number - 1, gained)
    return count


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """By what an entry gains at once and with the next roll."""
    hopes = np.empty(AREAS)
    if state.phase != WRITING:
        return list_entries(state, seat, width, hopes, actions, scores)
    entries, gains = np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT)
    found = list_entries(state, seat, LOOKED_AT, hopes, entries, gains)
    best = np.empty((NUMBERS, NUMBERS))
    count = 0
    for k in range(found):
        score = gains[k] + FORESIGHT * outlook_after(state, seat, int(entries[k]), hopes, best)
        count = keep_best(actions, scores, count, width, int(entries[k]), score)
    return count


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """What makes the sheet promise most at once; the numbers on the stars in any order."""
    if state.phase == STARTING and state.free == 0:
        return pick(state, seat, below(rng, tickets(state, seat)))
    action, score = np.empty(1, np.int64), np.empty(1)
    list_entries(state, seat, 1, np.empty(AREAS), action, score)
    return int(action[0])


REFERENCES = {"next-roll": "considered"}


@rule
def considered(state: State, seat: int, rng: Rng) -> int:
    """The best that can be found with an eye to the next roll."""
    action, score = np.empty(1, np.int64), np.empty(1)
    candidates(state, seat, 1, action, score)
    return int(action[0])


@rule
def casual(state: State, seat: int, rng: Rng) -> int:
    """Judges well, but overlooks every third possibility."""
    actions, scores, hopes = np.empty(CHOICES, np.int64), np.empty(CHOICES), np.empty(AREAS)
    count = list_entries(state, seat, CHOICES, hopes, actions, scores)
    for k in range(count):
        if below(rng, 3) > 0:
            return int(actions[k])
    return int(actions[0])


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Overlooks half, writes whenever a number fits, where most of the area is full; never asks what may come next."""
    actions, scores, hopes = np.empty(CHOICES, np.int64), np.empty(CHOICES), np.empty(AREAS)
    count = list_entries(state, seat, CHOICES, hopes, actions, scores)
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


@rule
def keep_best(actions: Ints, scores: Doubles, count: int, most: int, action: int, score: float) -> int:
    """Keeps the lists sorted, the best first, and no longer than `most`."""
    if count == most:
        if score <= scores[count - 1]:
            return count
        count -= 1
    k = count
    while k > 0 and scores[k - 1] < score:
        actions[k], scores[k] = actions[k - 1], scores[k - 1]
        k -= 1
    actions[k], scores[k] = action, score
    return count + 1


@rule
def expected(state: State, seat: int) -> float:
    """Points and what all areas may still bring, as if the seat's own entry stood already."""
    hopes = np.empty(AREAS)
    hopes_of(state, seat, hopes)
    total = float(state.points[seat])
    for area in range(state.areas):
        total += hopes[area]
    entry = state.chosen[seat]
    if state.phase == WRITING and 0 <= entry < PASS:
        total += gain(state, seat, entry // NUMBERS, entry % NUMBERS + 1, hopes)
    return total


@rule
def promise(state: State, seat: int) -> float:
    """By the distance to the best of the others; alone by the points."""
    if state.solo:
        return float(min(1.0, expected(state, seat) / MOST_OF_SOLO))
    best = 0.0
    for other in range(state.players):
        if other != seat:
            best = max(best, expected(state, other))
    return float(1.0 / (1.0 + np.exp(STEEP * (best - expected(state, seat)))))


@rule
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Who has chosen in secret chooses once more: in a playout everybody chooses sensibly."""
    for other in range(state.players):
        if other != seat:
            if state.phase == STARTING:
                state.started[other] = 0
            elif state.phase == WRITING and state.chosen[other] == HIDDEN:
                state.chosen[other] = UNDECIDED
