"""What every colour would bring on every free cell: an incremental accumulator over the board.

Points before a placement are sums along rays. They are surveyed once; then only what a tile changes is added.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial.board import CELLS, COLOURS, FREE, NEIGHBOUR, PLACE_A, PLACE_B, WORD, WORDS
from spieltisch.games.genial.rules import WAYS, State
from spieltisch.kernel import Ints, lowest, rule


@rule
def survey(state: State, totals: Ints) -> None:
    """The points that each colour would bring on each free cell."""
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            for colour in range(COLOURS):
                totals[cell, colour] = 0
            for way in range(6):
                step = NEIGHBOUR[cell, way]
                colour = state.board[step]
                if colour >= 0:
                    points = 1
                    step = NEIGHBOUR[step, way]
                    while state.board[step] == colour:
                        points += 1
                        step = NEIGHBOUR[step, way]
                    totals[cell, colour] += points


@rule
def free_places(state: State, places: Ints) -> int:
    """Fills in the open places; while a tile is tried out on the board, without those that it takes. How many."""
    count = 0
    for word in range(WORDS):
        ahead = state.open_places[word]
        while ahead:
            place = word * WORD + lowest(ahead)
            ahead &= ahead - 1
            if state.board[PLACE_A[place]] == FREE and state.board[PLACE_B[place]] == FREE:
                places[count] = place
                count += 1
    return count


@rule
def survey_tile(state: State, action: int, totals: Ints) -> None:
    """What a tile that has just been laid changes in the survey: one half after the other."""
    a, b = PLACE_A[action % WAYS // 2], PLACE_B[action % WAYS // 2]
    colour = state.board[b]
    state.board[b] = FREE
    survey_cell(state, a, totals)
    state.board[b] = colour
    survey_cell(state, b, totals)


@rule
def survey_cell(state: State, cell: int, totals: Ints) -> None:
    """The free cells at the ends of the lines through a covered cell see it, and what lies behind it."""
    colour = state.board[cell]
    ends, lengths = np.empty(6, np.int64), np.empty(6, np.int64)
    for way in range(6):
        step, points = NEIGHBOUR[cell, way], 0
        while state.board[step] == colour:
            points += 1
            step = NEIGHBOUR[step, way]
        ends[way], lengths[way] = step, points
    for way in range(6):
        if state.board[ends[way]] == FREE:
            totals[ends[way], colour] += 1 + lengths[(way + 3) % 6]
