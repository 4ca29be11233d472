"""What the nets of the sheet game see, one net for each number of players; mlp.py says what nets are.

Sheets differ, so a net sees no cells: the areas come in the order of what they may still bring to the own seat, and the
others in the order of what they may reach. An entry just chosen stands already; what the others have chosen in secret
is not seen. What an area may bring is reckoned here as it was when the nets were trained, whatever the bots have learnt
since: its value, less a share for each empty cell.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spieltisch.games.brilliant.bots.alone import best_alone, net_alone, weights_alone
from spieltisch.games.brilliant.bots.hopes import AROUND, FITTING, fitting, usable
from spieltisch.games.brilliant.bots.search import by_next_roll, take_back, write_for_now
from spieltisch.games.brilliant.rules import (
    AREAS,
    NUMBERS,
    OVER,
    PASS,
    PATIENCE,
    ROLLS_OF_SOLO,
    SEATS,
    STARTING,
    WRITING,
    State,
    allowed,
    touch,
    waiting,
)
from spieltisch.kernel import Doubles, Floats, Ints, rule
from spieltisch.mlp import forward

# Of each area: what it may bring, its value, what is lost when the value is struck, empty cells, the rolls that fit
# its hardest cell and all its cells, and of the others the nearest: what it may bring and empty cells.
SHOWN = 14  # areas
OF_ONE_AREA = 8
OWN_AT = SHOWN * OF_ONE_AREA


# Of a seat: points, these and all hopes, the three highest hopes, areas with one and with two empty cells, and what
# the roll may bring.
OF_ONE_SEAT = 8
TIME_AT = OWN_AT + SEATS * OF_ONE_SEAT
INPUTS = TIME_AT + OVER + 6
WANTED = 26.0  # points, the highest target
LARGE = 10.0  # a value
MOST_OF_ALL = 60.0  # points that nobody gets alone
WINNING = 100.0  # what the last point is worth
MOST_OF_A_ROLL = 4.0  # that is told
SHARE = np.array([0.62] + [0.76 - 0.16 / ways for ways in range(1, 37)])  # by the rolls that fit
with np.load(Path(__file__).parent.parent / "data" / "net.npz") as _saved:
    WEIGHTS = _saved["weights"].astype(np.float32)  # of one player, two, ...


@rule
def kind_of(state: State) -> int:
    return state.players - 1


@rule
def evaluate(state: State, seat: int) -> float:
    """What the net says of a game that goes on; of one alone that is over, how well it ended."""
    if not waiting(state):
        return float(min(1.0, state.points[seat] / MOST_OF_ALL))
    x = np.empty(INPUTS, np.float32)
    inputs(state, seat, x)
    return forward(x, WEIGHTS[kind_of(state)])


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """Alone on a sheet that has a net of its own: what that finds best, and nothing is left to be tried."""
    number = net_alone(state) if state.solo and width > 1 else -1
    if number < 0 or (state.phase == STARTING and state.free):
        return by_next_roll(state, seat, width, actions, scores)
    actions[0], scores[0] = best_alone(state, weights_alone(number)), 0.0
    return 1


@rule
def inputs(state: State, seat: int, out: Floats) -> None:
    out[:] = 0.0
    hopes = np.zeros((SEATS, AREAS))
    reach = np.zeros(SEATS)
    action = state.chosen[seat]
    before = np.empty(0, np.int64)
    entered = state.phase == WRITING and 0 <= action < PASS
    if entered:
        before = write_for_now(state, seat, action)
    for other in range(state.players):
        reach[other] = points_of(state, other)
        for area in range(state.areas):
            if state.empty[other, area] > 0:
                hopes[other, area] = may_bring(state, other, area)
                reach[other] += hopes[other, area]
    areas_seen(state, seat, hopes, out)
    seats_seen(state, seat, hopes, reach, out)
    if entered:
        take_back(state, seat, action, before)
    out[TIME_AT + state.phase] = 1.0
    out[TIME_AT + OVER] = state.rolls / ROLLS_OF_SOLO
    out[TIME_AT + OVER + 1] = state.idle / PATIENCE
    out[TIME_AT + OVER + 2] = state.started[seat] / NUMBERS if state.phase == STARTING else 0.0
    out[TIME_AT + OVER + 3] = state.target / WANTED
    left = 0
    for area in range(state.areas):
        left += 2 - state.struck[area]
    out[TIME_AT + OVER + 4] = left / (2.0 * AREAS)
    out[TIME_AT + OVER + 5] = state.areas / float(AREAS)


@rule
def points_of(state: State, seat: int) -> int:
    """As if the entry that completes an area had been scored."""
    points = state.points[seat]
    for area in range(state.areas):
        if state.empty[seat, area] == 0 and state.earned[seat, area] == 0:
            points += state.values[area, state.struck[area]]
    return int(points)


@rule
def areas_seen(state: State, seat: int, hopes: Doubles, out: Floats) -> None:
    shown = np.zeros(AREAS, np.int64)
    for number in range(min(SHOWN, state.areas)):
        best = -1
        for area in range(state.areas):
            if shown[area] == 0 and state.empty[seat, area] > 0 and (best < 0 or hopes[seat, area] > hopes[seat, best]):
                best = area
        if best < 0:
            break
        shown[best] = 1
        area_seen(state, seat, best, hopes, out[number * OF_ONE_AREA : (number + 1) * OF_ONE_AREA])


@rule
def area_seen(state: State, seat: int, area: int, hopes: Doubles, out: Floats) -> None:
    struck = state.struck[area]
    out[0] = hopes[seat, area] / LARGE
    out[1] = state.values[area, struck] / LARGE
    out[2] = (state.values[area, struck] - state.values[area, struck + 1]) / LARGE if struck < 2 else 0.0
    out[3] = state.empty[seat, area] / 6.0
    may = allowed(state.colour[area], state.used[seat, area])
    fewest, total = 36, 0
    for k in range(state.begin[area], state.begin[area + 1]):
        cell = state.cells[k]
        if state.written[seat, cell] == 0:
            ways = FITTING[state.beside[seat, cell], may]
            fewest = min(fewest, ways)
            total += ways
    out[4] = fewest / 36.0
    out[5] = total / (36.0 * state.empty[seat, area])
    nearest = -1
    for other in range(state.players):
        if (
            other != seat
            and state.empty[other, area] > 0
            and (nearest < 0 or hopes[other, area] > hopes[nearest, area])
        ):
            nearest = other
    if nearest >= 0:
        out[6] = hopes[nearest, area] / LARGE
        out[7] = 1.0 / state.empty[nearest, area]


@rule
def seats_seen(state: State, seat: int, hopes: Doubles, reach: Doubles, out: Floats) -> None:
    """The own seat first, then the others, those first who may reach most."""
    shown = np.zeros(SEATS, np.int64)
    for number in range(state.players):
        best = seat if number == 0 else -1
        for other in range(state.players):
            if number > 0 and other != seat and shown[other] == 0 and (best < 0 or reach[other] > reach[best]):
                best = other
        shown[best] = 1
        at = OWN_AT + number * OF_ONE_SEAT
        seat_seen(state, seat, best, hopes[best], reach[best], out[at : at + OF_ONE_SEAT])


@rule
def seat_seen(state: State, viewer: int, seat: int, hopes: Doubles, reach: float, out: Floats) -> None:
    out[0] = points_of(state, seat) / WANTED
    out[1] = reach / WANTED
    for area in range(state.areas):
        hope = hopes[area] / LARGE
        for k in range(2, 5):
            if hope > out[k]:
                out[k], hope = hope, out[k]
        if state.empty[seat, area] == 1:
            out[5] += 0.25
        elif state.empty[seat, area] == 2:
            out[6] += 0.25
    if state.phase == WRITING and state.entries[seat] > 0 and (seat != viewer or state.chosen[seat] < 0):
        out[7] = min(MOST_OF_A_ROLL, roll_may_bring(state, seat, hopes) / LARGE)


@rule
def may_bring(state: State, seat: int, area: int) -> float:
    """What an area that is not complete may bring."""
    may = allowed(state.colour[area], state.used[seat, area])
    value = float(state.values[area, state.struck[area]])
    for k in range(state.begin[area], state.begin[area + 1]):
        cell = state.cells[k]
        if state.written[seat, cell] == 0:
            value *= SHARE[FITTING[state.beside[seat, cell], may]]
    return value


@rule
def roll_may_bring(state: State, seat: int, hopes: Doubles) -> float:
    """How much more the sheet may bring with the best entry; to write nothing brings nothing."""
    best = 0.0
    for area in range(state.areas):
        may = usable(state, seat, area)
        if may:
            for k in range(state.begin[area], state.begin[area + 1]):
                cell = state.cells[k]
                fits = fitting(state.beside[seat, cell], may, state.low, state.high)
                if fits & 1:
                    best = max(best, entry_may_bring(state, seat, cell, state.low, hopes))
                if fits & 2:
                    best = max(best, entry_may_bring(state, seat, cell, state.high, hopes))
    return best


@rule
def entry_may_bring(state: State, seat: int, cell: int, number: int, hopes: Doubles) -> float:
    """How much more the sheet may bring with this number in this cell: in its area and in those beside it."""
    area = state.area_of[cell]
    bit = 1 << (number - 1)
    may = allowed(state.colour[area], state.used[seat, area] | bit)
    value = float(state.values[area, state.struck[area]])
    gained = -hopes[area]
    if state.empty[seat, area] == 1 and state.solo == 0 and state.points[seat] + value >= state.target:
        gained += WINNING
    for k in range(state.begin[area], state.begin[area + 1]):
        at = state.cells[k]
        if state.written[seat, at] == 0 and at != cell:
            beside = state.beside[seat, at] | bit if touch(at, cell) else state.beside[seat, at]
            value *= SHARE[FITTING[beside, may]]
    for way in range(4):
        at = AROUND[cell, way]
        if at >= 0 and state.area_of[at] >= 0 and state.area_of[at] != area and state.written[seat, at] == 0:
            other, beside = state.area_of[at], state.beside[seat, at]
            may = allowed(state.colour[other], state.used[seat, other])
            gained += hopes[other] * (SHARE[FITTING[beside | bit, may]] / SHARE[FITTING[beside, may]] - 1.0)
    return float(gained + value)
