"""Decisions as an agent numbers them: the actions of players, which come before those of the dice."""

from spieltisch.decisions import to_action as to_action
from spieltisch.decisions import to_decision as to_decision
from spieltisch.games.brilliant.rules import (
    AREAS,
    CELLS,
    NUMBERS,
    PASS,
    ROLL,
    STARTING,
    STRIKE,
    STRIKING,
    State,
    can_be_struck,
    start_cell_open,
    wanted,
)
from spieltisch.kernel import Mask, rule

DECISIONS = ROLL

PARTS = (
    (PASS, f"number n in cell c: {NUMBERS} c + n - 1, with c ten times the row and the column"),
    (1, "write nothing"),
    (ROLL - STRIKE, "alone: strike the highest open value of an area"),
)


@rule
def mask(state: State, seat: int, out: Mask, lane: int, lanes: int) -> None:
    if state.phase == STARTING:
        for cell in range(lane, CELLS, lanes):
            if start_cell_open(state, seat, cell):
                out[cell * NUMBERS + state.started[seat]] = 1
    elif state.phase == STRIKING:
        for area in range(lane, AREAS, lanes):
            if can_be_struck(state, area):
                out[STRIKE + area] = 1
    else:
        if lane == 0:
            out[PASS] = 1
        for area in range(lane, state.areas, lanes):
            mask_area(state, seat, area, out)


@rule
def mask_area(state: State, seat: int, area: int, out: Mask) -> None:
    """What may be written in an area is asked once for all its cells."""
    beside = wanted(state, seat, area)
    if beside:
        for k in range(state.begin[area], state.begin[area + 1]):
            cell = state.cells[k]
            found = state.beside[seat, cell] & beside
            if found:
                out[cell * NUMBERS + state.low - 1] = (found >> (state.high - 1)) & 1
                out[cell * NUMBERS + state.high - 1] = (found >> (state.low - 1)) & 1
