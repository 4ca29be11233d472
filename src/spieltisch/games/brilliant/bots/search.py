"""What a search asks of the sheet game: entries by what they gain at once and with the next roll.

The next roll counts by what the best entry for each of the 21 pairs would then gain.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.brilliant.bots.hopes import (
    AROUND,
    CHOOSING,
    IDLE,
    fitting,
    gain,
    hopes_of,
    known_for,
    strike_loss,
    usable,
)
from spieltisch.games.brilliant.rules import (
    AREAS,
    CELLS,
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
    pick,
    put_number,
    start_cell_open,
    tickets,
)
from spieltisch.kernel import Doubles, Ints, Rng, below, rule
from spieltisch.ranking import keep_best

LOOKED_AT = 16  # entries for which the next roll is thought of
FORESIGHT = 1.0  # how much the next roll counts


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
    put_number(state, seat, cell, action % NUMBERS + 1)
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


@rule
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Who has chosen in secret chooses once more: in a playout everybody chooses sensibly."""
    for other in range(state.players):
        if other != seat:
            if state.phase == STARTING:
                state.started[other] = 0
            elif state.phase == WRITING and state.chosen[other] == HIDDEN:
                state.chosen[other] = UNDECIDED
