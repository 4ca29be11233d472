"""What strong bots know of the sheet game: what an open area may still bring, and what an entry changes in that.

What an area may bring is a product: its open value (or the next one, where somebody else will be quicker), a share for
how many cells are empty, a share for how late it is, and a share for each empty cell by the rolls that fit there; all
of them depend on the colour. An entry changes the area it is written in and, through the number it puts beside them,
the cells around it: nothing else is counted again. With a good bot the next roll counts too: what the best entry for
each of the 21 pairs would then gain.

How large the shares are was learned by playing (data/hopes.npz, made by studies/brilliant_hopes.py): one set of numbers
chooses entries, another judges how likely a seat wins. Each is there for who plays alone and for several.
"""

from __future__ import annotations

from pathlib import Path

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
    ROLLS_OF_SOLO,
    STARTING,
    STRIKE,
    STRIKING,
    UNDECIDED,
    WRITING,
    State,
    allowed,
    best_points,
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
VICTORY = 100.0  # more than all areas together may bring
MOST_OF_SOLO = 60.0  # points that nobody gets alone
LOOKED_AT = 16  # entries for which the next roll is thought of
FORESIGHT = 1.0  # how much the next roll counts
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
KNOWN: Doubles = np.load(Path(__file__).parent / "data" / "hopes.npz")["known"].astype(np.float64)

SORT = np.array([0, 0, 3, 3, 6, 9, 12])  # by colour; three each, for no number, one, or more in the area


def rolls_that_fit(beside: int, may: int) -> int:
    """§3 Of the 36, those with one number that may be written and another that stands beside."""
    both = COUNT[beside & may]
    return int(2 * COUNT[may] * COUNT[beside] - both * both)


FITTING = np.array([[rolls_that_fit(beside, may) for may in range(64)] for beside in range(64)])


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
def outlook(state: State, seat: int, known: Doubles, hopes: Doubles, best: Doubles) -> float:
    """What the next roll gains on average, with the best entry for each."""
    late = hopes_of(state, seat, known, hopes)
    best[:] = 0.0
    for area in range(state.areas):
        if state.empty[seat, area] > 0:
            may = allowed(state.colour[area], state.used[seat, area])
            for k in range(state.begin[area], state.begin[area + 1]):
                cell = state.cells[k]
                if state.beside[seat, cell]:
                    for number in range(1, NUMBERS + 1):
                        if (may >> (number - 1)) & 1:
                            gained = gain(state, seat, cell, number, known, hopes, late)
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
def outlook_after(state: State, seat: int, action: int, known: Doubles, hopes: Doubles, best: Doubles) -> float:
    """What the next roll gains once this entry stands; the sheet is left as it was."""
    if action == PASS:
        return outlook(state, seat, known, hopes, best)
    before = write_for_now(state, seat, action)
    ahead = outlook(state, seat, known, hopes, best)
    take_back(state, seat, action, before)
    return ahead


@rule
def write_for_now(state: State, seat: int, action: int) -> Ints:
    """Writes the number; what the sheet said before is the answer."""
    cell = action // NUMBERS
    before = np.zeros(6, np.int64)
    before[4], before[5] = state.beside[seat, cell], state.used[seat, state.area_of[cell]]
    for way in range(4):
        if AROUND[cell, way] >= 0:
            before[way] = state.beside[seat, AROUND[cell, way]]
    write_number(state, seat, cell, action % NUMBERS + 1)
    return before


@rule
def take_back(state: State, seat: int, action: int, before: Ints) -> None:
    cell = action // NUMBERS
    area = state.area_of[cell]
    state.written[seat, cell] = 0
    state.empty[seat, area] += 1
    state.beside[seat, cell], state.used[seat, area] = before[4], before[5]
    for way in range(4):
        if AROUND[cell, way] >= 0:
            state.beside[seat, AROUND[cell, way]] = before[way]


@rule
def list_entries(
    state: State, seat: int, width: int, known: Doubles, hopes: Doubles, actions: Ints, scores: Doubles
) -> int:
    """All that may be done, by what it makes the sheet promise."""
    count = 0
    late = hopes_of(state, seat, known, hopes)
    if state.phase == STARTING:
        number = state.started[seat] + 1
        for cell in range(CELLS):
            if start_cell_open(state, seat, cell):
                gained = gain(state, seat, cell, number, known, hopes, late)
                count = keep_best(actions, scores, count, width, cell * NUMBERS + number - 1, gained)
        return count
    if state.phase == STRIKING:
        for area in range(state.areas):
            if can_be_struck(state, area):
                loss = strike_loss(state, seat, area, known, late)
                count = keep_best(actions, scores, count, width, STRIKE + area, -loss)
        return count
    count = keep_best(actions, scores, count, width, PASS, known[IDLE])
    for area in range(state.areas):
        may = usable(state, seat, area)
        if may:
            for k in range(state.begin[area], state.begin[area + 1]):
                cell = state.cells[k]
                fits = fitting(state.beside[seat, cell], may, state.low, state.high)
                for which in range(2):
                    if (fits >> which) & 1:
                        number = state.high if which else state.low
                        gained = gain(state, seat, cell, number, known, hopes, late)
                        count = keep_best(actions, scores, count, width, cell * NUMBERS + number - 1, gained)
    return count


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    return by_next_roll(state, seat, width, actions, scores)


@rule
def by_next_roll(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """By what an entry gains at once and with the next roll."""
    hopes, known = np.empty(AREAS), known_for(state, CHOOSING)
    if state.phase != WRITING:
        return list_entries(state, seat, width, known, hopes, actions, scores)
    entries, gains = np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT)
    found = list_entries(state, seat, LOOKED_AT, known, hopes, entries, gains)
    best = np.empty((NUMBERS, NUMBERS))
    count = 0
    for k in range(found):
        score = gains[k] + FORESIGHT * outlook_after(state, seat, int(entries[k]), known, hopes, best)
        count = keep_best(actions, scores, count, width, int(entries[k]), score)
    return count


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """What makes the sheet promise most at once; the numbers on the stars in any order."""
    if state.phase == STARTING and state.free == 0:
        return pick(state, seat, below(rng, tickets(state, seat)))
    action, score = np.empty(1, np.int64), np.empty(1)
    list_entries(state, seat, 1, known_for(state, CHOOSING), np.empty(AREAS), action, score)
    return int(action[0])


REFERENCES = {"next-roll": "considered"}


@rule
def considered(state: State, seat: int, rng: Rng) -> int:
    """The best that can be found with an eye to the next roll."""
    action, score = np.empty(1, np.int64), np.empty(1)
    candidates(state, seat, 1, action, score)
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
def promise(state: State, seat: int) -> float:
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


@rule
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Who has chosen in secret chooses once more: in a playout everybody chooses sensibly."""
    for other in range(state.players):
        if other != seat:
            if state.phase == STARTING:
                state.started[other] = 0
            elif state.phase == WRITING and state.chosen[other] == HIDDEN:
                state.chosen[other] = UNDECIDED
