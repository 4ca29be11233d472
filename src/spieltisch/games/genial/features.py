"""What a net sees: the board, the own rack, all tracks."""

from __future__ import annotations

from spieltisch.games.genial.board import CELLS, COLOURS, FREE, KIND_A, KIND_B, KINDS
from spieltisch.games.genial.rules import BONUS, DUEL, DUEL_TOP, RACK, SWAP, TOP, State, marker
from spieltisch.kernel import Floats, lowest, rule

# Per cell one number per colour and one for "not to be used"; the own rack; what is unseen; the markers of up to
# four seats from the own seat on; bonus turns, exchange, number of players and variant; the colours of each different
# tile of the rack, in the order in which numbering.py counts them.
RACK_AT = CELLS * (COLOURS + 1)
BAG_AT = RACK_AT + KINDS
TRACKS_AT = BAG_AT + KINDS
REST_AT = TRACKS_AT + 4 * COLOURS
TILES_AT = REST_AT + 8
FEATURES = TILES_AT + RACK * 2 * COLOURS

A_SIXTH = 1 / 6  # multiplying is quicker than dividing

PARTS = (
    (CELLS * (COLOURS + 1), "for each cell: which colour lies there, one number per colour; that it is not to be used"),
    (KINDS, "the own rack: of each kind of tile how many, over 6"),
    (KINDS, "tiles that the seat does not see: of each kind how many, over 6"),
    (
        4 * COLOURS,
        "for each seat, the own one first: the six markers, over 18 (in the duel 9, below 0 on the other side)",
    ),
    (1, "bonus turns still to come, over 6"),
    (2, "that this is a bonus turn; that the seat is asked whether to exchange"),
    (1, "players, over 4"),
    (4, "the variant: base, solo, team, duel"),
    (RACK * 2 * COLOURS, "for each different tile of the rack: its first colour, its second colour"),
)


@rule
def features(state: State, seat: int, out: Floats) -> None:
    out[:] = 0.0
    share_of_features(state, seat, out, 0, 1)


@rule
def share_of_features(state: State, seat: int, out: Floats, lane: int, lanes: int) -> None:
    for cell in range(lane, CELLS, lanes):
        colour = state.board[cell]
        shown = colour if colour >= 0 else COLOURS  # without branches, which nobody could foresee
        out[cell * (COLOURS + 1) + shown] = 0.0 if colour == FREE else 1.0
    for kind in range(lane, KINDS, lanes):
        out[RACK_AT + kind] = state.racks[seat, kind] * A_SIXTH
        out[BAG_AT + kind] = state.bag[kind] * A_SIXTH
    step = 1.0 / (DUEL_TOP if state.variant == DUEL else TOP)
    for number in range(state.players):
        other = seat + number if seat + number < state.players else (seat + number) % state.players
        for colour in range(lane, COLOURS, lanes):
            out[TRACKS_AT + number * COLOURS + colour] = marker(state, other, colour) * step
    if lane == 0:
        features_of_the_turn(state, out)
        features_of_the_tiles(state, seat, out)


@rule
def features_of_the_turn(state: State, out: Floats) -> None:
    out[REST_AT] = state.bonus * A_SIXTH
    out[REST_AT + 1] = 1.0 if state.phase == BONUS else 0.0
    out[REST_AT + 2] = 1.0 if state.phase == SWAP else 0.0
    out[REST_AT + 3] = state.players / 4.0
    out[REST_AT + 4 + state.variant] = 1.0


@rule
def features_of_the_tiles(state: State, seat: int, out: Floats) -> None:
    at, kinds = TILES_AT, state.held[seat]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        out[at + KIND_A[kind]] = 1.0
        out[at + COLOURS + KIND_B[kind]] = 1.0
        at += 2 * COLOURS
