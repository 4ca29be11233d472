"""What a turn can make of a sheet, exactly: every roll, every way to use it, and when to stop."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.tables import (
    BASE,
    CHANCES,
    COLUMNS,
    DICE_LEFT,
    FOURS,
    JOKER_MARKS,
    KEY_BITS,
    KEYS,
    MEANING,
    MOST_OF_A_ROLL,
    OPENS_MIDDLE,
    OPENS_RIGHT,
    PACKED,
    PLACE_OF,
    SHEET_AT,
    SHEETS,
    SHORT_SHEETS,
)
from spieltisch.games.genial_dice.rules import COLOURS, FEWEST, KINDS, State, reach
from spieltisch.kernel import Doubles, Ints, rule

EVERY_ROLL = -1
NOTHING = -1e9  # less than anything is worth
ROUNDING = 1e-6  # what is equal but for this is equal


@rule
def hand_of(state: State) -> int:
    """The row of the tables for so many dice."""
    return state.dice_each - FEWEST


@rule
def long_rows(state: State) -> int:
    return 0 if state.row_length == 7 else 1


@rule
def sheets(state: State) -> int:
    """How many different sheets there are; the last one is full."""
    return SHORT_SHEETS if state.row_length == 7 else len(SHEETS)


@rule
def sheet_number(sheet: Ints) -> int:
    place = 0
    for colour in range(COLOURS):
        place += KEYS[sheet[colour]]
    return int(SHEET_AT[place])


@rule
def place_of(state: State, seat: int) -> int:
    """Where the roll in front of the seat stands in the tables."""
    digits = 0
    for colour in range(COLOURS):
        digits += state.dice[seat, colour] * BASE[colour]
    return int(PLACE_OF[hand_of(state), digits])


@rule
def others_show(state: State, seat: int) -> Ints:
    """§3 The dice in front of all the others, by colour."""
    shown = np.zeros(COLOURS, np.int64)
    for other in range(state.players):
        if other != seat:
            shown += state.dice[other]
    return shown


@rule
def lengths(state: State, colour: int, length: int, shown: int) -> Ints:
    """How long a row gets by what a way may mean for its colour."""
    longer = DICE_LEFT * shown + JOKER_MARKS + FOURS * state.four_equal + length
    found: Ints = np.minimum(longer, state.row_length)
    return found


@rule
def sheets_after(state: State, sheet: Ints, shown: Ints) -> Ints:
    """The number of the sheet that each way of each roll makes of this one, if the others show these dice."""
    hand = hand_of(state)
    ways = COLUMNS[hand, MOST_OF_A_ROLL]
    packed = np.zeros(ways, np.int64)
    for colour in range(COLOURS):
        keys = PACKED[long_rows(state)][lengths(state, colour, sheet[colour], shown[colour])]
        packed += keys[MEANING[hand, colour, :ways]]
    opened = (packed >> OPENS_MIDDLE & 7) // COLOURS + (packed >> OPENS_RIGHT) // COLOURS
    found: Ints = SHEET_AT[packed >> KEY_BITS * opened & (1 << KEY_BITS) - 1]
    return found


@rule
def sheet_after(state: State, sheet: Ints, shown: Ints, way: int) -> Ints:
    """The sheet that this way makes, with its colours."""
    after = np.empty(COLOURS, np.int64)
    for colour in range(COLOURS):
        meaning = MEANING[hand_of(state), colour, way]
        marks = DICE_LEFT[meaning] * shown[colour] + JOKER_MARKS[meaning] + FOURS[meaning] * state.four_equal
        after[colour] = min(sheet[colour] + marks, state.row_length)
    return np.minimum(after, reach(state, after.min()))


@rule
def best_of_rolls(hand: int, values: Doubles) -> Doubles:
    """For each roll the best of its ways."""
    best = np.full(KINDS[hand], NOTHING)
    for column in range(MOST_OF_A_ROLL):
        begin, end = COLUMNS[hand, column], COLUMNS[hand, column + 1]
        best[: end - begin] = np.maximum(best[: end - begin], values[begin:end])
    return best


@rule
def rolling(hand: int, best: Doubles, rolls: int) -> float:
    """What it is worth to have so many rolls yet, for who stops at the right time."""
    chances = CHANCES[hand, : KINDS[hand]]
    value = (chances * best).sum()
    for _ in range(rolls - 1):
        value = (chances * np.maximum(best, value)).sum()
    return float(value)
