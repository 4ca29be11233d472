"""What a sheet still brings to who plays alone, by a net for each sheet of our own (studies/brilliant_alone.py).

The nets of net.py serve all sheets. One of these serves one sheet, so it knows every cell by its place. It sees

of each empty cell  how many rolls fit there
of each open area   how many cells are empty, how many values are struck, which numbers may still be written
of each pair        in how many cells it fits: in one, in two, or in more
and                 how many rolls have been

as inputs that are on or off, and of each area what it may bring (bots.py), as a number. It answers what must be added
to the sum of those numbers to get the points still to come. It was taught by what it said itself one roll later, as an
average over all 21 pairs; there is far less luck in that than in how a game ends.

The areas lie on a desk, each with its share of the first layer: an entry changes its own area and those beside it, and
only they are reckoned again: the desk is an incremental accumulator.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from spieltisch.games.brilliant.bots.hopes import AROUND, CHOOSING, FITTING, KNOWN, fitting, hope, stage, usable
from spieltisch.games.brilliant.bots.search import take_back, write_for_now
from spieltisch.games.brilliant.rules import (
    AREAS,
    CELLS,
    CHOICES,
    HIGH,
    LOW,
    NUMBERS,
    PAIRS,
    PASS,
    ROLLS_OF_SOLO,
    STARTING,
    STRIKE,
    State,
    allowed,
    can_be_struck,
    legal,
    strike_is_due,
)
from spieltisch.kernel import Doubles, Floats, Ints, rule
from spieltisch.mlp import FIRST, add_input, logit
from spieltisch.ranking import keep_best

# Where the inputs stand; each has a row of the first layer.
MOST_CELLS, MOST_AREAS, MOST_EMPTY = 64, 12, 8
STEPS = 12  # of how many rolls fit in a cell
AREAS_AT = MOST_CELLS * STEPS
OF_AN_AREA = MOST_EMPTY * 3 + NUMBERS
PAIRS_AT = AREAS_AT + MOST_AREAS * OF_AN_AREA
TIMES_AT = PAIRS_AT + PAIRS * 4
HOPES_AT = TIMES_AT + ROLLS_OF_SOLO + 1
INPUTS = HOPES_AT + MOST_AREAS  # the bias is always on
POINTS = 10.0  # that an answer of 1 means
STEP = np.array([0] + [1 + min(10, (ways - 1) * 11 // 36) for ways in range(1, 37)])  # by the rolls that fit
STRIKES_TRIED = 2
CLOSELY = 3  # entries for each roll that are thought through when looking further ahead
LOOKS = np.array([CHOICES, 8])  # how many actions are thought through so many rolls ahead
UNLIKELY = -1000.0  # points


def _pairs_that_fit(beside: int, may: int) -> int:
    """As bits, in the order of the pairs."""
    bits = 0
    for k in range(PAIRS):
        low, high = LOW[k] - 1, HIGH[k] - 1
        bits |= (((beside >> high) & (may >> low) | (beside >> low) & (may >> high)) & 1) << k
    return int(bits)


with np.load(Path(__file__).parent.parent / "data" / "alone.npz") as _saved:
    _nets = _saved["weights"].astype(np.float32)
    SHEETS_KNOWN = _saved["sheets"].astype(np.int64)  # each has a net; as `sheet_as_numbers` lays them out
NET_STEPS = np.abs(_nets).max(axis=1) / 32767
NETS = np.rint(_nets / NET_STEPS[:, None]).astype(np.int16)  # small: what uses more than 1 MB is compiled every time
PAIRS_THAT_FIT = np.array([[_pairs_that_fit(beside, may) for may in range(64)] for beside in range(64)])


@rule
def net_alone(state: State) -> int:
    """The number of the net for this sheet; -1: none."""
    sheet = sheet_as_numbers(state)
    for number in range(len(SHEETS_KNOWN)):
        if (SHEETS_KNOWN[number] == sheet).all():
            return number
    return -1


@rule
def weights_alone(number: int) -> Floats:
    """The net with this number."""
    found: Floats = NETS[number].astype(np.float32) * np.float32(NET_STEPS[number])
    return found


@rule
def sheet_as_numbers(state: State) -> Ints:
    """§2, §5, §7 Signs, areas, colours and values."""
    sheet = np.empty(1 + CELLS + 4 * AREAS, np.int64)
    sheet[0] = state.solo_signs
    sheet[1 : 1 + CELLS] = state.area_of
    sheet[1 + CELLS : 1 + CELLS + AREAS] = state.colour
    for k in range(3):
        sheet[1 + CELLS + (k + 1) * AREAS : 1 + CELLS + (k + 2) * AREAS] = state.values[:, k]
    return sheet


@rule
def area_on(state: State, area: int, inputs_on: Ints, fits: Ints) -> int:
    """The inputs that are on for an area that is not complete; the pairs that fit in one cell, in two, in three."""
    at = AREAS_AT + area * OF_AN_AREA
    inputs_on[0] = at + (min(MOST_EMPTY, state.empty[0, area]) - 1) * 3 + state.struck[area]
    count = 1
    may = allowed(state.colour[area], state.used[0, area])
    for k in range(NUMBERS):
        if (may >> k) & 1:
            inputs_on[count] = at + MOST_EMPTY * 3 + k
            count += 1
    fits[:] = 0
    for k in range(state.begin[area], state.begin[area + 1]):
        cell = state.cells[k]
        if state.written[0, cell] == 0:
            beside = state.beside[0, cell]
            inputs_on[count] = k * STEPS + STEP[FITTING[beside, may]]
            count += 1
            add_fits(fits, PAIRS_THAT_FIT[beside, may], 0, 0)
    return count


@rule
def add_fits(fits: Ints, once: int, twice: int, thrice: int) -> None:
    """Adds up to three, for all pairs at once."""
    fits[2] |= thrice | (fits[1] & once) | (fits[0] & twice)
    fits[1] |= twice | (fits[0] & once)
    fits[0] |= once


@rule
def hope_alone(state: State, area: int) -> float:
    return hope(state, 0, area, KNOWN[CHOOSING, 0], stage(state))


@rule
def new_desk() -> Any:
    """Shares of the first layer, hopes and fitting pairs: of each area as it is, then as an entry would make it.

    And which of the two counts, and room for inputs.
    """
    return (
        np.zeros((2 * AREAS, FIRST), np.float32),
        np.zeros(2 * AREAS),
        np.zeros((2 * AREAS, 3), np.int64),
        np.zeros(AREAS, np.int64),
        np.zeros(MOST_CELLS + NUMBERS + 1, np.int64),
    )


@rule
def lay(state: State, area: int, place: int, net: Floats, desk: Any) -> None:
    """The area as it is now, to this place of the desk."""
    shares, hopes, fits, places, inputs_on = desk
    places[area] = place
    share = shares[place]
    share[:] = 0.0
    hopes[place] = 0.0
    fits[place] = 0
    if state.empty[0, area] == 0:
        return
    count = area_on(state, area, inputs_on, fits[place])
    for k in range(count):
        add_input(share, net, inputs_on[k], 1.0)
    hopes[place] = hope_alone(state, area)
    add_input(share, net, HOPES_AT + area, hopes[place])


@rule
def lay_all(state: State, net: Floats, desk: Any) -> None:
    for area in range(state.areas):
        lay(state, area, area, net, desk)


@rule
def still_to_come(state: State, net: Floats, desk: Any) -> float:
    """The points that the net expects of the areas on the desk."""
    if state.rolls == ROLLS_OF_SOLO:
        return 0.0
    shares, hopes, fits, places, _ = desk
    sums, pairs, total = np.zeros(FIRST, np.float32), np.zeros(3, np.int64), 0.0
    add_input(sums, net, INPUTS, 1.0)
    add_input(sums, net, TIMES_AT + state.rolls, 1.0)
    for area in range(state.areas):
        place = places[area]
        total += hopes[place]
        add_fits(pairs, fits[place, 0], fits[place, 1], fits[place, 2])
        add_input(sums, shares[place], 0, 1.0)
    if pairs[0] == 0:
        return 0.0  # R5
    for pair in range(PAIRS):
        cells = ((pairs[0] >> pair) & 1) + ((pairs[1] >> pair) & 1) + ((pairs[2] >> pair) & 1)
        if cells:
            add_input(sums, net, PAIRS_AT + pair * 4 + cells, 1.0)
    return total + POINTS * logit(sums, net)


@rule
def judged_as_it_is(state: State, net: Floats, desk: Any) -> float:
    lay_all(state, net, desk)
    return still_to_come(state, net, desk)


@rule
def judged_with(state: State, action: int, net: Floats, desk: Any) -> float:
    """The points that this entry brings, now and later. The areas as they are lie on the desk."""
    places = desk[3]
    cell = action // NUMBERS
    own = state.area_of[cell]
    before = write_for_now(state, 0, action)
    lay(state, own, AREAS + own, net, desk)
    for way in range(4):
        at = AROUND[cell, way]
        if at >= 0 and state.area_of[at] >= 0 and places[state.area_of[at]] < AREAS:
            lay(state, state.area_of[at], AREAS + state.area_of[at], net, desk)
    value = completed(state, own) + still_to_come(state, net, desk)
    take_back(state, 0, action, before)
    for area in range(state.areas):
        places[area] = area
    return value


@rule
def completed(state: State, area: int) -> float:
    """§5 What an area brings that has just been filled."""
    return float(state.values[area, state.struck[area]]) if state.empty[0, area] == 0 else 0.0


@rule
def judged_struck(state: State, area: int, net: Floats, desk: Any) -> float:
    """As `judged_with`, for a strike; before the last entry what counts is how likely it is the one."""
    if state.rolls == ROLLS_OF_SOLO:
        return -hope_alone(state, area)
    state.struck[area] += 1
    lay(state, area, AREAS + area, net, desk)
    value = still_to_come(state, net, desk)
    desk[3][area] = area
    state.struck[area] -= 1
    return value


@rule
def list_all_entries(state: State, net: Floats, desk: Any, entries: Ints, values: Doubles) -> int:
    """For any roll: nothing at all, then each number that may be written in a cell beside a number."""
    entries[0], values[0] = PASS, judged_as_it_is(state, net, desk)
    count = 1
    for area in range(state.areas):
        may = allowed(state.colour[area], state.used[0, area]) if state.empty[0, area] else 0
        for k in range(state.begin[area], state.begin[area + 1]):
            cell = state.cells[k]
            if state.beside[0, cell]:
                for number in range(NUMBERS):
                    if (may >> number) & 1:
                        entries[count] = cell * NUMBERS + number
                        values[count] = judged_with(state, cell * NUMBERS + number, net, desk)
                        count += 1
    return count


@rule
def fits_roll(state: State, action: int, low: int, high: int) -> bool:
    """Whether it can be done with these two numbers."""
    return action == PASS or fitting(state.beside[0, action // NUMBERS], 1 << action % NUMBERS, low, high) > 0


@rule
def expected(state: State, depth: int, net: Floats, desk: Any, best: Ints) -> float:
    """The points still to come, averaged over so many rolls and then by the net. It is asked between two rolls.

    For each pair `best` says what to strike and what to write.
    """
    if depth == 0 or state.rolls == ROLLS_OF_SOLO:
        return judged_as_it_is(state, net, desk)
    state.rolls += 1
    most, areas, later = np.full(PAIRS, UNLIKELY), np.empty(STRIKES_TRIED, np.int64), np.empty_like(best)
    entries, values = np.empty(CHOICES * NUMBERS, np.int64), np.empty(CHOICES * NUMBERS)
    chosen, scores = np.empty(CLOSELY, np.int64), np.empty(CLOSELY)
    strikes = worthwhile_strikes(state, net, desk, areas)
    for trial in range(max(1, strikes)):
        if strikes:
            state.struck[areas[trial]] += 1
        count = list_all_entries(state, net, desk, entries, values)
        thought = np.full(count, UNLIKELY)
        for pair in range(PAIRS):
            found = 0
            for k in range(count):
                if fits_roll(state, entries[k], LOW[pair], HIGH[pair]):
                    found = keep_best(chosen, scores, found, CLOSELY if depth > 1 else 1, k, values[k])
            for i in range(found):
                k, action = chosen[i], entries[chosen[i]]
                if depth == 1:
                    thought[k] = values[k]
                elif thought[k] == UNLIKELY and action == PASS:
                    thought[k] = expected(state, depth - 1, net, desk, later)
                elif thought[k] == UNLIKELY:
                    before = write_for_now(state, 0, action)
                    gained = completed(state, state.area_of[action // NUMBERS])
                    thought[k] = gained + expected(state, depth - 1, net, desk, later)
                    take_back(state, 0, action, before)
                if thought[k] > most[pair]:
                    most[pair] = thought[k]
                    best[pair, 0], best[pair, 1] = STRIKE + areas[trial] if strikes else PASS, action
        if strikes:
            state.struck[areas[trial]] -= 1
    state.rolls -= 1
    total = 0.0
    for pair in range(PAIRS):
        total += most[pair] if LOW[pair] == HIGH[pair] else 2.0 * most[pair]
    return total / 36.0


@rule
def worthwhile_strikes(state: State, net: Floats, desk: Any, areas: Ints) -> int:
    """§7 The areas whose highest value is best struck, if this roll asks for that."""
    if not strike_is_due(state):
        return 0
    lay_all(state, net, desk)
    count, scores = 0, np.empty(len(areas))
    for area in range(state.areas):
        if can_be_struck(state, area):
            count = keep_best(areas, scores, count, len(areas), area, judged_struck(state, area, net, desk))
    return count


@rule
def thought_through(state: State, action: int, depth: int, net: Floats, desk: Any, best: Ints) -> float:
    """The points that an action brings now and later; of a strike with the best entry after it."""
    if action == PASS:
        return expected(state, depth, net, desk, best)
    if action < PASS:
        before = write_for_now(state, 0, action)
        gained = completed(state, state.area_of[action // NUMBERS])
        value = gained + expected(state, depth, net, desk, best)
        take_back(state, 0, action, before)
        return value
    state.struck[action - STRIKE] += 1
    entries, values = np.empty(CLOSELY, np.int64), np.empty(CLOSELY)
    value = UNLIKELY
    for k in range(list_entries_alone(state, net, desk, entries, values)):
        value = max(value, thought_through(state, entries[k], depth, net, desk, best))
    state.struck[action - STRIKE] -= 1
    return float(value)


@rule
def list_entries_alone(state: State, net: Floats, desk: Any, entries: Ints, values: Doubles) -> int:
    """The best for the roll at hand."""
    count = keep_best(entries, values, 0, len(entries), PASS, judged_as_it_is(state, net, desk))
    for area in range(state.areas):
        may = usable(state, 0, area)
        for k in range(state.begin[area], state.begin[area + 1]):
            cell = state.cells[k]
            fits = fitting(state.beside[0, cell], may, state.low, state.high)
            for which in range(2):
                if (fits >> which) & 1:
                    action = cell * NUMBERS + (state.high if which else state.low) - 1
                    value = judged_with(state, action, net, desk)
                    count = keep_best(entries, values, count, len(entries), action, value)
    return count


@rule
def best_alone(state: State, net: Floats) -> int:
    """What brings most: all that may be done is looked at, the better ones again and further ahead."""
    desk = new_desk()
    if state.phase == STARTING:
        return best_start(state, net, desk)
    actions, scores, best = np.empty(CHOICES, np.int64), np.empty(CHOICES), np.empty((PAIRS, 2), np.int64)
    count = legal(state, 0, actions)
    for depth in range(len(LOOKS)):
        looked, count = min(count, LOOKS[depth]), 0
        before = actions.copy()
        for k in range(looked):
            value = thought_through(state, before[k], depth, net, desk, best)
            count = keep_best(actions, scores, count, looked, before[k], value)
    return int(actions[0])


@rule
def best_start(state: State, net: Floats, desk: Any) -> int:
    """Where the next start number stands in the best of all orders on the stars that are left."""
    number = state.started[0]
    stars, left, undone = np.empty(NUMBERS, np.int64), 0, np.empty((NUMBERS, 6), np.int64)
    for star in state.stars:
        if state.written[0, star] == 0:
            stars[left] = star
            left += 1
    best, found = UNLIKELY, stars[0]
    for code in range(left**left):
        if is_order(code, left):
            for k in range(left):
                undone[k] = write_for_now(state, 0, stars[code // left**k % left] * NUMBERS + number + k)
            value = judged_as_it_is(state, net, desk)
            for k in range(left - 1, -1, -1):
                take_back(state, 0, stars[code // left**k % left] * NUMBERS + number + k, undone[k])
            if value > best:
                best, found = value, stars[code % left]
    return int(found * NUMBERS + number)


@rule
def is_order(code: int, length: int) -> bool:
    """Whether the digits of a number to the base of its length are all different."""
    seen = 0
    for _ in range(length):
        seen |= 1 << (code % length)
        code //= length
    return seen == (1 << length) - 1
