"""Decisions as an agent numbers them: the actions of players, which come before those of the dice."""

from spieltisch.decisions import to_action as to_action
from spieltisch.decisions import to_decision as to_decision
from spieltisch.games.brilliant.rules import (
    AREAS,
    HALF,
    NUMBERS,
    PASS,
    ROLL,
    STARTING,
    STRIKE,
    STRIKING,
    State,
    can_be_struck,
    fitting_cells,
    start_cell_open,
    start_place,
    start_places,
)
from spieltisch.kernel import Mask, lowest, rule

DECISIONS = ROLL

PARTS = (
    (PASS, f"number n in cell c: {NUMBERS} c + n - 1, with c ten times the row and the column"),
    (1, "write nothing"),
    (ROLL - STRIKE, "alone: strike the highest open value of an area"),
)


@rule
def mask(state: State, seat: int, out: Mask, lane: int, lanes: int) -> None:
    if state.phase == STARTING:
        for place in range(lane, start_places(state), lanes):
            cell = start_place(state, place)
            if start_cell_open(state, seat, cell):
                out[cell * NUMBERS + state.started[seat]] = 1
    elif state.phase == STRIKING:
        for area in range(lane, AREAS, lanes):
            if can_be_struck(state, area):
                out[STRIKE + area] = 1
    else:
        if lane == 0:
            out[PASS] = 1
        for half in range(2):
            mask_number(fitting_cells(state, seat, state.low, state.high, half), half, state.low, out, lane, lanes)
            mask_number(fitting_cells(state, seat, state.high, state.low, half), half, state.high, out, lane, lanes)


@rule
def mask_number(cells: int, half: int, number: int, out: Mask, lane: int, lanes: int) -> None:
    """Cells in which the number may be written: one lane goes from one to the next, many look at some each."""
    at = half * HALF * NUMBERS + number - 1
    if lanes == 1:
        while cells:
            out[at + lowest(cells) * NUMBERS] = 1
            cells &= cells - 1
    else:
        for cell in range(lane, HALF, lanes):
            if (cells >> cell) & 1:
                out[at + cell * NUMBERS] = 1
