"""What a net sees: sheet and areas of each seat, its own first; then the roll, the phase and how near the end is."""

import numpy as np

from spieltisch.games.brilliant.rules import (
    AREAS,
    CELLS,
    NUMBERS,
    OVER,
    PATIENCE,
    ROLLS_OF_SOLO,
    SEATS,
    UNDECIDED,
    WRITING,
    State,
    allowed,
)
from spieltisch.kernel import Floats, rule

OF_A_CELL = NUMBERS + 2  # which number, or that it is empty, or no cell
OF_AN_AREA = 4 + NUMBERS
OF_A_SEAT = 4 + 4 * AREAS
OF_THE_VIEWER = CELLS * OF_A_CELL + AREAS * OF_AN_AREA
OF_THE_ROLL = 2 * NUMBERS + OVER + 1 + 4
HIGHEST = 26  # the highest target
# Looked up, which is quicker than reckoning: values over ten and sizes over twelve (few are larger), and shares.
TENTHS = np.array([min(1.0, value / 10) for value in range(128)], np.float32)
TWELFTHS = np.array([min(1.0, size / 12) for size in range(128)], np.float32)
NUMBERS_OF = np.array([[numbers >> k & 1 for k in range(NUMBERS)] for numbers in range(64)], np.float32)
SHOWN = np.array([NUMBERS, *range(NUMBERS)])  # of a cell, by what is written there; where there is no cell one more
LAST = OF_A_CELL - 1
SHARE = np.array([1 / max(1, size) for size in range(128)])
FEATURES = OF_THE_VIEWER + SEATS * OF_A_SEAT + OF_THE_ROLL

PARTS = (
    (CELLS * OF_A_CELL, "for each cell of the own sheet: which number stands there, that it is empty, that it is none"),
    (
        AREAS * OF_AN_AREA,
        "for each area: its three values, over 10, how many are struck, which numbers may still be written there",
    ),
    (
        SEATS * OF_A_SEAT,
        "for each seat, the own one first: that it is there, its points, that it decides, its start numbers; then, for "
        "each area, how much is empty, the share written, what it earned, what is open to it",
    ),
    (2 * NUMBERS, "the smaller and the larger number of the roll"),
    (OVER + 1, "the phase: start numbers, roll, strike, write, over"),
    (4, "the target, over 26; alone; rolls, over 44; rolls in a row that nobody used, over 36"),
)


@rule
def features(state: State, seat: int, out: Floats) -> None:
    out[:] = 0
    share_of_features(state, seat, out, 0, 1)


@rule
def share_of_features(state: State, seat: int, out: Floats, lane: int, lanes: int) -> None:
    if seat < state.players:
        features_of_the_cells(state, seat, out, lane, lanes)
        for area in range(lane, state.areas, lanes):
            features_of_an_area(state, seat, area, out, CELLS * OF_A_CELL + area * OF_AN_AREA)
    for k in range(state.players):
        at, other = OF_THE_VIEWER + k * OF_A_SEAT, (seat + k) % state.players
        for area in range(lane, state.areas, lanes):
            features_of_an_area_of(state, other, area, out, at + 4 + area)
        if lane == 0:
            features_of_a_seat(state, other, out, at)
    if lane == 0:
        features_of_the_roll(state, out, OF_THE_VIEWER + SEATS * OF_A_SEAT)


@rule
def features_of_the_cells(state: State, seat: int, out: Floats, lane: int, lanes: int) -> None:
    """What is written; the entry just chosen stands already."""
    for cell in range(lane, CELLS, lanes):
        out[cell * OF_A_CELL + ((SHOWN[state.written[seat, cell]] - (state.area_of[cell] >> 7)) & LAST)] = 1.0
    entry = state.chosen[seat] if state.phase == WRITING else UNDECIDED
    cell = entry // NUMBERS
    if 0 <= entry < CELLS * NUMBERS and cell % lanes == lane:
        out[cell * OF_A_CELL + NUMBERS] = 0.0
        out[cell * OF_A_CELL + entry % NUMBERS] = 1.0


@rule
def features_of_an_area(state: State, seat: int, area: int, out: Floats, at: int) -> None:
    """The three values and how many are struck; the numbers that may still be written."""
    for k in range(3):
        out[at + k] = TENTHS[state.values[area, k]]
    out[at + 3] = state.struck[area] * 0.5
    may = allowed(state.colour[area], state.used[seat, area])
    may = may if state.empty[seat, area] > 0 else 0
    for number in range(NUMBERS):
        out[at + 4 + number] = NUMBERS_OF[may, number]


@rule
def features_of_a_seat(state: State, seat: int, out: Floats, at: int) -> None:
    """That it is there, its points, whether it decides."""
    out[at] = 1
    out[at + 1] = min(1.0, state.points[seat] / HIGHEST)
    out[at + 2] = 1 if state.phase == WRITING and state.chosen[seat] == UNDECIDED else 0
    out[at + 3] = state.started[seat] / NUMBERS


@rule
def features_of_an_area_of(state: State, seat: int, area: int, out: Floats, at: int) -> None:
    """How much of it is empty, written, earned and open to a seat."""
    size = state.begin[area + 1] - state.begin[area]
    empty = state.empty[seat, area]
    may = allowed(state.colour[area], state.used[seat, area])
    value = state.values[area, state.struck[area]]
    out[at] = TWELFTHS[empty]
    out[at + AREAS] = (size - empty) * SHARE[size]
    out[at + 2 * AREAS] = TENTHS[state.earned[seat, area]]
    out[at + 3 * AREAS] = TENTHS[value if empty > 0 and may != 0 else 0]  # without branches, which nobody could foresee


@rule
def features_of_the_roll(state: State, out: Floats, at: int) -> None:
    """Both numbers, the phase, the target, and how near the ends of §7 and R8 are."""
    if state.low > 0:
        out[at + state.low - 1] = 1
        out[at + NUMBERS + state.high - 1] = 1
    at += 2 * NUMBERS
    out[at + state.phase] = 1
    out[at + OVER + 1] = state.target / HIGHEST
    out[at + OVER + 2] = state.solo
    out[at + OVER + 3] = min(1.0, state.rolls / ROLLS_OF_SOLO)
    out[at + OVER + 4] = state.idle / PATIENCE
