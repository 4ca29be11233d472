"""What the nets of the tile game see, one net for each kind of table; mlp.py says what nets are.

Colours are alike, so they are told in the order of the own markers, the lowest first. Of the tiles that are not on the
board a net knows its own rack and what is unseen, wherever that lies.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from spieltisch.games.genial.board import (
    CELLS,
    COLOURS,
    FREE,
    KIND_A,
    KIND_B,
    KINDS,
    NEIGHBOUR,
    PLACE_A,
    PLACE_B,
    TILES,
    WORD,
    WORDS,
)
from spieltisch.games.genial.bots.evaluation import kind_of
from spieltisch.games.genial.bots.survey import survey
from spieltisch.games.genial.rules import (
    BONUS,
    DRAW,
    DUEL,
    DUEL_TOP,
    LAY,
    RACK,
    SWAP,
    TOP,
    State,
    lowest_marker,
    marker,
    open_count,
    waiting,
)
from spieltisch.kernel import Floats, Ints, lowest, rule
from spieltisch.mlp import forward

SEATS = 4


# Of each colour: the markers of all seats, how many cells would bring 1, 2, ... points, the two best cells, the best
# place for a double, tiles in the rack and unseen, what the rack can reach, and who holds the duel marker.
HEIGHTS = 6
CELLS_AT = SEATS
BEST_AT = CELLS_AT + HEIGHTS
TILES_AT = BEST_AT + 3
REACH_AT = TILES_AT + 4
HOLDER_AT = REACH_AT + 2
OF_A_COLOUR = HOLDER_AT + 2


# Then the others' markers, the lowest first; whose turn comes next; and how far the game is.
SORTED_AT = COLOURS * OF_A_COLOUR
TURN_AT = SORTED_AT + (SEATS - 1) * COLOURS
REST_AT = TURN_AT + SEATS
INPUTS = REST_AT + 10
with np.load(Path(__file__).parent.parent / "data" / "net.npz") as _saved:
    WEIGHTS = _saved["weights"].astype(np.float32)  # by kind of table, as evaluation.py numbers them


@rule
def evaluate(state: State, seat: int) -> float:
    """What the net says of a game that goes on; of one alone that is over, how well it ended."""
    if not waiting(state):
        return solo_result(state, seat)
    x = np.empty(INPUTS, np.float32)
    inputs(state, seat, x)
    return forward(x, WEIGHTS[kind_of(state)])


@rule
def solo_result(state: State, seat: int) -> float:
    """By the lowest marker, with a little for the others."""
    total = 0
    for colour in range(COLOURS):
        total += marker(state, seat, colour)
    return (lowest_marker(state, seat) + total / (2 * TOP * COLOURS)) / (2 * TOP + 1)


@rule
def inputs(state: State, seat: int, out: Floats) -> None:
    out[:] = 0.0
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    rank = np.empty(COLOURS, np.int64)
    ranks_of(state, seat, rank)
    markers_seen(state, seat, rank, out)
    cells_seen(state, rank, totals, out)
    tiles_seen(state, seat, rank, out)
    rest_seen(state, seat, out)


@rule
def ranks_of(state: State, seat: int, rank: Ints) -> None:
    """Where each colour is told: by the own marker, then by the next player's."""
    following = (seat + 1) % state.players
    for colour in range(COLOURS):
        rank[colour] = 0
        own, others = marker(state, seat, colour), marker(state, following, colour)
        for other in range(COLOURS):
            lead = marker(state, seat, other) - own
            if lead == 0:
                lead = marker(state, following, other) - others
            if lead < 0 or (lead == 0 and other < colour):
                rank[colour] += 1


@rule
def markers_seen(state: State, seat: int, rank: Ints, out: Floats) -> None:
    top = DUEL_TOP if state.variant == DUEL else TOP
    for number in range(state.players):
        other = (seat + number) % state.players
        for colour in range(COLOURS):
            position = marker(state, other, colour)
            out[rank[colour] * OF_A_COLOUR + number] = position / top
            if number > 0:
                below = 0
                for lower in range(COLOURS):
                    lead = marker(state, other, lower) - position
                    if lead < 0 or (lead == 0 and lower < colour):
                        below += 1
                out[SORTED_AT + (number - 1) * COLOURS + below] = position / top
    if state.variant == DUEL:
        for colour in range(COLOURS):
            if state.duel_markers[colour]:
                side = 0 if state.duel_markers[colour] == seat + 1 else 1
                out[rank[colour] * OF_A_COLOUR + HOLDER_AT + side] = 1.0


@rule
def cells_seen(state: State, rank: Ints, totals: Ints, out: Floats) -> None:
    """What the board offers in each colour, on cells where a tile still fits."""
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            fits = False
            for way in range(6):
                if state.board[NEIGHBOUR[cell, way]] == FREE:
                    fits = True
                    break
            if fits:
                for colour in range(COLOURS):
                    points = totals[cell, colour]
                    if points > 0:
                        at = rank[colour] * OF_A_COLOUR
                        out[at + CELLS_AT + min(points, HEIGHTS) - 1] += 0.125
                        value = points / 8.0
                        if value > out[at + BEST_AT]:
                            out[at + BEST_AT + 1] = out[at + BEST_AT]
                            out[at + BEST_AT] = value
                        elif value > out[at + BEST_AT + 1]:
                            out[at + BEST_AT + 1] = value
    best = np.zeros(COLOURS, np.int64)
    for word in range(WORDS):
        places = state.open_places[word]
        while places:
            place = word * WORD + lowest(places)
            places &= places - 1
            for colour in range(COLOURS):
                points = totals[PLACE_A[place], colour] + totals[PLACE_B[place], colour]
                best[colour] = max(best[colour], points)
    for colour in range(COLOURS):
        out[rank[colour] * OF_A_COLOUR + BEST_AT + 2] = best[colour] / 8.0


@rule
def tiles_seen(state: State, seat: int, rank: Ints, out: Floats) -> None:
    """Singles and doubles of each colour, in the rack and unseen; and what the rack can reach."""
    for kind in range(KINDS):
        held = state.racks[seat, kind]
        unseen = state.bag[kind]
        for other in range(state.players):
            if other != seat:
                unseen += state.racks[other, kind]
        one, other = rank[KIND_A[kind]] * OF_A_COLOUR, rank[KIND_B[kind]] * OF_A_COLOUR
        if one == other:
            out[one + TILES_AT + 1] += held / 2.0
            out[one + TILES_AT + 3] += unseen / 5.0
        else:
            out[one + TILES_AT] += held / 4.0
            out[other + TILES_AT] += held / 4.0
            out[one + TILES_AT + 2] += unseen / 30.0
            out[other + TILES_AT + 2] += unseen / 30.0
    for colour in range(COLOURS):
        at = colour * OF_A_COLOUR
        if out[at + TILES_AT] > 0.0:
            out[at + REACH_AT] = out[at + BEST_AT]
        if out[at + TILES_AT + 1] > 0.0:
            out[at + REACH_AT + 1] = out[at + BEST_AT + 2]


@rule
def rest_seen(state: State, seat: int, out: Floats) -> None:
    """Who decides next counts from the own seat; who is drawing has decided."""
    turn = state.turn if state.phase >= LAY else state.drawing + 1
    out[TURN_AT + (turn - seat + state.players) % state.players] = 1.0
    unseen = 0
    for kind in range(KINDS):
        unseen += state.bag[kind]
        for other in range(state.players):
            if other != seat:
                unseen += state.racks[other, kind]
    places = open_count(state)
    out[REST_AT] = places / 240.0
    out[REST_AT + 1] = min(1.0, places / 24.0)
    out[REST_AT + 2] = unseen / TILES
    out[REST_AT + 3] = state.rack_size[seat] / RACK
    out[REST_AT + 4] = state.bonus / 2.0
    if state.phase == BONUS:
        out[REST_AT + 5] = 1.0
    elif state.phase == SWAP:
        out[REST_AT + 6] = 1.0
    elif state.phase == DRAW:
        out[REST_AT + 7] = 1.0
    out[REST_AT + 8] = 1.0 if state.laid[seat] == 0 else 0.0
    out[REST_AT + 9] = 1.0 if state.laid[(seat + 1) % state.players] == 0 else 0.0
