"""What a net sees of High Score: 95 numbers from the perspective of one seat."""

from __future__ import annotations

from spieltisch.games.high_score.rules import (
    CHOICE,
    DECIDING,
    DICE,
    FACES,
    FREE_ROLLS,
    FROZEN,
    FULL_ROLLS,
    MOST_PLAYERS,
    OVER,
    ROLLING,
    ROUNDS,
    SCORING_OF,
    SWIRL_OF,
    WAY_OF,
    State,
    chip_of,
    chip_points,
    count,
    free_field,
    score_now,
)
from spieltisch.kernel import SPECTATOR, Floats, rule

PER_SEAT = 9
CARD = MOST_PLAYERS * PER_SEAT  # 45: way, scoring and swirl of the card
DICE_AT = CARD + 17
REST = DICE_AT + 3 * FACES
FEATURES = REST + 15
WAYS = 3
SCORINGS = 11

PARTS = (
    (
        MOST_PLAYERS * PER_SEAT,
        "for each seat, the own one first: that it is there, chips in points, gold, silver, that it has rolled in this "
        "round, its field and chip, that it rolls, its place in the round",
    ),
    (WAYS, "the card: the way of rolling"),
    (SCORINGS, "the card: what scores"),
    (3, "the card: the swirl is frozen, is free, or its value over 10"),
    (FACES, "dice that lie there, by face, over 7"),
    (FACES, "dice set aside or frozen"),
    (FACES, "dice of the last roll"),
    (3, "what stands now: its result and field, over 35, and the chip that it would bring"),
    (5, "round, dice in hand and rolls made, over 7; rolls left of four and of three"),
    (OVER + 1, "the phase: lot, card, roll, decide, over"),
    (2, "that the own seat starts this round; players, over 5"),
)


@rule
def features(state: State, seat: int, out: Floats) -> None:
    out[:] = 0
    share_of_features(state, seat, out, 0, 1)


@rule
def share_of_features(state: State, seat: int, out: Floats, lane: int, lanes: int) -> None:
    """Seats come in the order of the table, the own one first; a spectator looks from the first seat."""
    me = 0 if seat == SPECTATOR else seat
    for other in range(lane, state.players, lanes):
        seat_features(state, (me + other) % state.players, out, other * PER_SEAT)
    if state.phase == ROLLING or state.phase == DECIDING:
        for face in range(lane, FACES, lanes):
            dice_features(state, face, out)
        if lane == 0:
            card_features(state, out)
            score_features(state, out)
    if lane == 0:
        rest_features(state, me, out)


@rule
def seat_features(state: State, seat: int, out: Floats, at: int) -> None:
    out[at] = 1
    out[at + 1] = chip_points(state, seat) / 21
    out[at + 2] = state.gold[seat] / ROUNDS
    out[at + 3] = state.silver[seat] / ROUNDS
    if state.phase != ROLLING and state.phase != DECIDING:
        return
    if state.stood[state.round, seat] > 0:
        field = int(state.fields[state.round, seat])
        out[at + 4] = 1
        out[at + 5] = field / 35
        out[at + 6] = chip_of(state, state.round, seat, field) / 3
    out[at + 7] = state.turn == seat
    out[at + 8] = ((seat - state.starter) % state.players) / 4


@rule
def card_features(state: State, out: Floats) -> None:
    card = state.card[state.round]
    swirl = int(state.deck[card, SWIRL_OF])
    out[CARD + state.deck[card, WAY_OF]] = 1
    out[CARD + WAYS + state.deck[card, SCORING_OF]] = 1
    if swirl == FROZEN:
        out[CARD + WAYS + SCORINGS] = 1
    elif swirl == CHOICE:
        out[CARD + WAYS + SCORINGS + 1] = 1
    else:
        out[CARD + WAYS + SCORINGS + 2] = swirl / 10


@rule
def dice_features(state: State, face: int, out: Floats) -> None:
    out[DICE_AT + face] = count(state.lying, face) / DICE
    out[DICE_AT + FACES + face] = count(state.aside, face) / DICE
    out[DICE_AT + 2 * FACES + face] = count(state.rolled, face) / DICE


@rule
def score_features(state: State, out: Floats) -> None:
    result = score_now(state)
    field = free_field(state, result)
    out[REST] = max(-1.0, result / 35)
    out[REST + 1] = field / 35
    out[REST + 2] = chip_of(state, state.round, state.turn, field) / 3


@rule
def rest_features(state: State, me: int, out: Floats) -> None:
    out[REST + 3] = state.round / ROUNDS
    out[REST + 4] = state.in_hand / DICE
    out[REST + 5] = state.rolls / DICE
    out[REST + 6] = (FULL_ROLLS - state.rolls) / FULL_ROLLS
    out[REST + 7] = (FREE_ROLLS - state.rolls) / FULL_ROLLS
    out[REST + 8 + state.phase] = 1
    out[REST + 8 + OVER + 1] = state.starter == me
    out[REST + 8 + OVER + 2] = state.players / MOST_PLAYERS
