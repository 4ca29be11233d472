"""Decisions as an agent numbers them: a tile of the rack, which way round, and the place; then pass, exchange, keep.

The tiles are the different kinds in the rack in their order, so that six of them are enough for 21 kinds.
"""

from __future__ import annotations

from spieltisch.games.genial.board import KINDS, PLACES, TURNS
from spieltisch.games.genial.rules import BONUS, PASS, RACK, SWAP, WAYS, State, first_tile, may_lie
from spieltisch.kernel import Mask, rule

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
    for kind in range(KINDS):
        if state.racks[seat, kind] > 0:
            if tile == 0:
                return kind
            tile -= 1
    return -1


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
    tile = 0
    for kind in range(action // WAYS):
        if state.racks[seat, kind] > 0:
            tile += 1
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
    first, tile, rows = first_tile(state, seat), 0, 0
    for kind in range(KINDS):
        if state.racks[seat, kind] > 0:
            rows |= TURNS[kind] << 2 * tile  # 1: one row of places, 2: one for each way round
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
    for place in range(PLACES):
        out[place] = 1 if state.open_at[place] >= 0 else 0
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
