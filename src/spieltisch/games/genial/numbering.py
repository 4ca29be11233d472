"""Decisions as an agent numbers them: a tile of the rack, which way round, and the place; then pass, exchange, keep.

The tiles are the different kinds in the rack in their order, so that six of them are enough for 21 kinds.
"""

from __future__ import annotations

from spieltisch.games.genial.board import PLACES, TURNS, WORD, WORDS
from spieltisch.games.genial.rules import BONUS, PASS, RACK, SWAP, WAYS, State, first_tile, may_lie, nth
from spieltisch.kernel import Mask, how_many, lowest, rule

LAYS = RACK * WAYS  # tile * WAYS + flip * PLACES + place
DECISIONS = LAYS + 3

PARTS = (
    (LAYS, f"lay tile t of the rack on place p: {WAYS} t + {PLACES} f + p, with its second colour first where f is 1"),
    (1, "pass, in a bonus turn"),
    (1, "exchange"),
    (1, "keep the rack"),
)


@rule
def kind_in_rack(state: State, seat: int, tile: int) -> int:
    """The kind of a tile, counted over the different ones; -1: there are not so many."""
    return nth(state.held[seat], tile) if tile < how_many(state.held[seat]) else -1


@rule
def to_action(state: State, seat: int, decision: int) -> int:
    if decision >= LAYS:
        return PASS + decision - LAYS
    kind = kind_in_rack(state, seat, decision // WAYS)
    if kind < 0:
        return -1
    return kind * WAYS + decision % PLACES * 2 + decision // PLACES % 2


@rule
def to_decision(state: State, seat: int, action: int) -> int:
    if action >= PASS:
        return LAYS + action - PASS
    tile = how_many(state.held[seat] & (1 << action // WAYS) - 1)
    return tile * WAYS + action % 2 * PLACES + action % WAYS // 2


@rule
def mask(state: State, seat: int, out: Mask, lane: int, lanes: int) -> None:
    """The row of places where a tile may lie, once for each tile and way round."""
    if state.phase == SWAP:
        if lane == 0:
            out[LAYS + 1] = out[LAYS + 2] = 1
        return
    if state.phase == BONUS and lane == 0:
        out[LAYS] = 1
    first, tile, rows, kinds = first_tile(state, seat), 0, 0, state.held[seat]
    while kinds:
        rows |= TURNS[lowest(kinds)] << 2 * tile  # 1: one row of places, 2: one for each way round
        kinds &= kinds - 1
        tile += 1
    if lanes == 1 and not first:
        mask_rows(state, rows, out)
    else:
        for place in range(lane, PLACES, lanes):
            if may_lie(state, seat, place):
                mask_place(place, rows, out)


@rule
def mask_rows(state: State, rows: int, out: Mask) -> None:
    """Row by row, which is what a processor likes: all are as the first."""
    for word in range(WORDS):
        for place in range(word * WORD, min(PLACES, (word + 1) * WORD)):
            out[place] = state.open_places[word] >> place - word * WORD & 1
    for row in range(1, 2 * RACK):
        if (rows >> row // 2 * 2) & 3 > row % 2:
            for place in range(PLACES):
                out[row * PLACES + place] = out[place]


@rule
def mask_place(place: int, rows: int, out: Mask) -> None:
    """Place by place, which is what a card likes: neighbours are written by neighbours."""
    for tile in range(RACK):
        turns = (rows >> 2 * tile) & 3
        if turns > 0:
            out[tile * WAYS + place] = 1
            if turns > 1:
                out[tile * WAYS + PLACES + place] = 1
