"""What an open area may still bring, and what an entry changes in that.

What an area may bring is a product: its open value (or the next one, where somebody else will be quicker), a share for
how many cells are empty, a share for how late it is, and a share for each empty cell by the rolls that fit there; all
of them depend on the colour. An entry changes the area it is written in and, through the number it puts beside them,
the cells around it: nothing else is counted again.

How large the shares are was learned by playing (data/hopes.npz, made by studies/brilliant_hopes.py): one set of numbers
chooses entries, another judges how likely a seat wins. Each is there for who plays alone and for several.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spieltisch.games.brilliant.content import neighbours
from spieltisch.games.brilliant.rules import (
    AREAS,
    CELLS,
    COUNT,
    NUMBERS,
    PASS,
    ROLLS_OF_SOLO,
    WRITING,
    State,
    allowed,
    best_points,
    touch,
)
from spieltisch.kernel import Doubles, rule

AROUND = np.array([[*neighbours(cell), -1, -1][:4] for cell in range(CELLS)], np.int64)  # -1: none
VICTORY = 100.0  # more than all areas together may bring
MOST_OF_SOLO = 60.0  # points that nobody gets alone
DENIAL = 0.3  # how much it counts what others lose by a value taken from them


# Where the numbers stand in what is known, and how many there are of each.
SORTS, STAGES, EMPTY, NEEDED = 15, 11, 8, 27
KEPT = 0  # by the sort of an area and the rolls that fit in a cell
FULL = KEPT + SORTS * 37  # by the sort of an area and its empty cells
LATE = FULL + SORTS * EMPTY  # by how late it is and the empty cells
FIRST = LATE + STAGES * EMPTY  # by the empty cells of the seat and of its quickest rival: how likely it is first
NEED = FIRST + EMPTY * EMPTY  # by the points that are wanting
IDLE = NEED + NEEDED  # for writing nothing
SIZE = IDLE + 1
CHOOSING, JUDGING = 0, 1
KNOWN: Doubles = np.load(Path(__file__).parent.parent / "data" / "hopes.npz")["known"].astype(np.float64)
SORT = np.array([0, 0, 3, 3, 6, 9, 12])  # by colour; three each, for no number, one, or more in the area


def rolls_that_fit(beside: int, may: int) -> int:
    """§3 Of the 36, those with one number that may be written and another that stands beside."""
    both = COUNT[beside & may]
    return int(2 * COUNT[may] * COUNT[beside] - both * both)


FITTING = np.array([[rolls_that_fit(beside, may) for may in range(64)] for beside in range(64)])


@rule
def fitting(beside: int, may: int, low: int, high: int) -> int:
    """§3, R1 How a roll can be used in a cell: 1 its smaller number, 2 the larger, 3 both, 0 not."""
    fits = (beside >> (high - 1)) & (may >> (low - 1)) & 1
    if low != high:
        fits |= ((beside >> (low - 1)) & (may >> (high - 1)) & 1) << 1
    return fits


@rule
def usable(state: State, seat: int, area: int) -> int:
    """§4 Those of the two numbers rolled that may be written in the area, as a set; none when it is full."""
    if state.empty[seat, area] == 0:
        return 0
    rolled = (1 << (state.low - 1)) | (1 << (state.high - 1))
    return allowed(state.colour[area], state.used[seat, area]) & rolled


@rule
def known_for(state: State, use: int) -> Doubles:
    found: Doubles = KNOWN[use, 0 if state.solo else 1]
    return found


@rule
def stage(state: State) -> int:
    """Where in what is known the numbers for now begin: by the rolls, or by who is nearest to the target."""
    now = state.rolls * STAGES // ROLLS_OF_SOLO if state.solo else best_points(state) * STAGES // state.target
    return int(LATE + min(STAGES - 1, now) * EMPTY)


@rule
def rival(state: State, seat: int, area: int) -> int:
    """The fewest empty cells of an other one who has not completed the area."""
    fewest = EMPTY - 1
    for other in range(state.players):
        if other != seat and state.empty[other, area] > 0:
            fewest = min(fewest, state.empty[other, area])
    return fewest


@rule
def prospect(state: State, seat: int, area: int, used: int, empty: int, known: Doubles, late: int) -> float:
    """What the area may bring with these numbers in it, but for the empty cells themselves."""
    struck = state.struck[area]
    now, then = state.values[area, struck], state.values[area, min(2, struck + 1)]
    empty = min(EMPTY - 1, empty)
    first = known[FIRST + empty * EMPTY + rival(state, seat, area)]
    share = known[FULL + sort_of(state, area, used) * EMPTY + empty] * known[late + empty]
    return float((then + (now - then) * first) * share)


@rule
def sort_of(state: State, area: int, used: int) -> int:
    return int(SORT[state.colour[area]] + min(2, COUNT[used]))


@rule
def hope(state: State, seat: int, area: int, known: Doubles, late: int) -> float:
    """What an area that is not complete may bring."""
    used = state.used[seat, area]
    may = allowed(state.colour[area], used)
    kept = KEPT + sort_of(state, area, used) * 37
    value = prospect(state, seat, area, used, state.empty[seat, area], known, late)
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0:
            value *= known[kept + FITTING[state.beside[seat, at], may]]
    return value


@rule
def hope_with(state: State, seat: int, cell: int, number: int, known: Doubles, late: int) -> float:
    """What the area of a cell may bring once this number stands in it."""
    area = state.area_of[cell]
    if state.empty[seat, area] == 1:
        return completing(state, seat, area, known, late)
    bit = 1 << (number - 1)
    used = state.used[seat, area] | bit
    may = allowed(state.colour[area], used)
    kept = KEPT + sort_of(state, area, used) * 37
    value = prospect(state, seat, area, used, state.empty[seat, area] - 1, known, late)
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0 and at != cell:
            beside = state.beside[seat, at] | bit if touch(at, cell) else state.beside[seat, at]
            value *= known[kept + FITTING[beside, may]]
    return value


@rule
def completing(state: State, seat: int, area: int, known: Doubles, late: int) -> float:
    """What it brings to complete the area now: points, perhaps the game, and what the others lose by it."""
    value = state.values[area, state.struck[area]]
    if state.solo:
        return float(value)
    points = state.points[seat]
    gained = known[wanting(state, points + value)] - known[wanting(state, points)]
    if points + value >= state.target:
        gained += VICTORY
    if state.struck[area] < 2:
        for other in range(state.players):
            if other != seat and state.empty[other, area] > 0:
                gained += DENIAL / (state.players - 1) * strike_loss(state, other, area, known, late)
    return float(gained)


@rule
def wanting(state: State, points: int) -> int:
    """Where the number for so many points stands."""
    return int(NEED + min(NEEDED - 1, max(0, state.target - points)))


@rule
def strike_loss(state: State, seat: int, area: int, known: Doubles, late: int) -> float:
    """§5, §7 What the strike of the highest open value takes from what an area may bring."""
    before = hope(state, seat, area, known, late)
    state.struck[area] += 1
    after = hope(state, seat, area, known, late)
    state.struck[area] -= 1
    return before - after


@rule
def hopes_of(state: State, seat: int, known: Doubles, hopes: Doubles) -> int:
    """Fills in what each area may bring; where the numbers for now begin."""
    late = stage(state)
    for area in range(state.areas):
        hopes[area] = hope(state, seat, area, known, late) if state.empty[seat, area] > 0 else 0.0
    return late


@rule
def gain(state: State, seat: int, cell: int, number: int, known: Doubles, hopes: Doubles, late: int) -> float:
    """How much more the sheet may bring with this number in this cell."""
    own = state.area_of[cell]
    gained = hope_with(state, seat, cell, number, known, late) - hopes[own]
    for way in range(4):
        at = AROUND[cell, way]
        if at >= 0 and state.area_of[at] >= 0 and state.area_of[at] != own and state.written[seat, at] == 0:
            gained += hopes[state.area_of[at]] * (easier(state, seat, at, number, known) - 1.0)
    return float(gained)


@rule
def easier(state: State, seat: int, cell: int, number: int, known: Doubles) -> float:
    """How many times more the area of an empty cell may bring with this number beside the cell."""
    area, beside = state.area_of[cell], state.beside[seat, cell]
    used = state.used[seat, area]
    may = allowed(state.colour[area], used)
    kept = KEPT + sort_of(state, area, used) * 37
    return float(known[kept + FITTING[beside | 1 << (number - 1), may]] / known[kept + FITTING[beside, may]])


@rule
def standing(state: State, seat: int, known: Doubles) -> float:
    """What the points and all areas may come to, as if the seat's own entry stood already."""
    hopes = np.empty(AREAS)
    late = hopes_of(state, seat, known, hopes)
    total = float(state.points[seat]) if state.solo else float(known[wanting(state, state.points[seat])])
    for area in range(state.areas):
        total += hopes[area]
    entry = state.chosen[seat]
    if state.phase == WRITING and 0 <= entry < PASS:
        total += gain(state, seat, entry // NUMBERS, entry % NUMBERS + 1, known, hopes, late)
    return total


@rule
def evaluate(state: State, seat: int) -> float:
    """How likely the seat wins; alone by the points that may be expected."""
    known = known_for(state, JUDGING)
    own = standing(state, seat, known)
    if state.solo:
        return float(min(1.0, own / MOST_OF_SOLO))
    others = 0.0
    for other in range(state.players):
        if other != seat:
            others += np.exp(min(VICTORY, standing(state, other, known) - own))
    return float(1.0 / (1.0 + others))
