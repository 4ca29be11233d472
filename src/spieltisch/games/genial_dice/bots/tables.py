"""What can come of a turn, listed once: sheets without their colours, and all the ways to use a roll.

Colours are alike, so for what is still to be done a sheet is only its six lengths in order: 574 sheets with rows of 7
fields, 952 with rows of 9. A way to use a roll says how many dice of each colour are left to score matches and how many
marks the jokers bring to each colour; ways that come to the same are listed once.

The tables of data/turns.npz are made by studies/genial_dice_turns.py, the net of data/race.npz by
studies/genial_dice_race.py.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np

from spieltisch.games.genial_dice.rules import (
    CHOICES,
    COLOURS,
    COUNTS,
    FEWEST,
    KINDS,
    ORDERS,
    ROW_LENGTH,
    SECTION,
    TICKETS,
)
from spieltisch.kernel import Ints

Way = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
LONGEST = int(ROW_LENGTH[-1])
SHORT_SHEETS = 574  # with rows of 7
HANDS = 3  # two, three or four dice
MOST_WAYS = 1575
MOST_OF_A_ROLL = 40


# A key for each length of a row: the keys of a sheet's rows add up to a place that no other sheet has.
KEYS = np.array([905, 4436, 5299, 2575, 338, 2413, 4116, 882, 349, 1935])
KEY_BITS = 15
OPENS_MIDDLE, OPENS_RIGHT = 3 * KEY_BITS, 3 * KEY_BITS + 3  # where the rows are counted that open a section


# What a way means for one colour: dice left to match, marks of jokers of two and three, and whether a joker of four.
MEANINGS = [(dice, marks, four) for dice in range(5) for marks in range(3) for four in (0, 1)]
DICE_LEFT, JOKER_MARKS, FOURS = np.array(MEANINGS).T.copy()
BASE = 5 ** np.arange(COLOURS)  # a roll in one number: a digit for each colour


def _sheets() -> Ints:
    """Those with rows of 7 first, then what rows of 9 add; in each part the emptiest first."""

    def between(lowest: int, highest: int) -> list[tuple[int, ...]]:
        return list(combinations_with_replacement(range(lowest, highest + 1), COLOURS))

    begun = [sheet for sheet in between(0, SECTION) if sheet[0] < 1]
    opened = [sheet for sheet in between(1, 2 * SECTION) if sheet[0] <= SECTION]
    short = between(SECTION + 1, int(ROW_LENGTH[0]))
    longer = [sheet for sheet in between(SECTION + 1, LONGEST) if sheet[-1] > ROW_LENGTH[0]]
    return np.array([*sorted(begun + opened + short, key=sum), *sorted(longer, key=sum)])


def _numbers() -> Ints:
    """The number of the sheet at each place."""
    at = np.zeros(1 << KEY_BITS, np.int64)
    at[KEYS[SHEETS].sum(axis=1)] = np.arange(len(SHEETS))
    return at


def _packed(length: int, full: int) -> int:
    """The keys of a row that may be filled to the end of each section, and which sections it opens."""
    keys = [int(KEYS[min(length, limit)]) << KEY_BITS * k for k, limit in enumerate((SECTION, 2 * SECTION, full))]
    return sum(keys) + (int(length > 0) << OPENS_MIDDLE) + (int(length > SECTION) << OPENS_RIGHT)


def _ways_of(left: tuple[int, ...]) -> set[Way]:
    """Dice left by colour, marks of jokers of two and three by colour, and colours marked by a joker of four."""
    ways = {(left, (0,) * COLOURS, (0,) * COLOURS)}
    for used in range(COLOURS):
        for size in range(FEWEST, left[used] + 1):
            for dice, marks, fours in _ways_of(_add(left, used, -size)):
                for marked in range(COLOURS):
                    if size == 4:
                        ways.add((dice, marks, _add(fours, marked, 1)))
                    else:
                        ways.add((dice, _add(marks, marked, size - 1), fours))
    return ways


def _add(counts: tuple[int, ...], colour: int, n: int) -> tuple[int, ...]:
    return (*counts[:colour], counts[colour] + n, *counts[colour + 1 :])


def _list_the_ways(hand: int) -> None:
    """The first way of every roll, then the second of those that have two, and so on; rolls with most ways first."""
    ways = {k: sorted(_ways_of(tuple(COUNTS[hand, k].tolist()))) for k in range(KINDS[hand])}
    order = sorted(ways, key=lambda k: (-len(ways[k]), k))
    for place, k in enumerate(order):
        PLACE_OF[hand, COUNTS[hand, k] @ BASE] = place
        ROLL_AT[hand, place] = k
        SHOWN_AT[hand, :, place] = COUNTS[hand, k]
        CHANCES[hand, place] = ORDERS[hand, k] / TICKETS[hand]
        WAYS_OF[hand, place] = len(ways[k])
    way = 0
    for column in range(len(ways[order[0]])):
        COLUMNS[hand, column] = way
        for place, k in enumerate(order):
            if column < len(ways[k]):
                MEANING[hand, :, way] = [MEANINGS.index(each) for each in zip(*ways[k][column], strict=True)]
                PLACE_OF_WAY[hand, way] = place
                JOKERS_IN[hand, way] = sum(COUNTS[hand, k]) > sum(ways[k][column][0])
                way += 1
    COLUMNS[hand, len(ways[order[0]]) :] = way


SHEETS = _sheets()
SHEET_AT = _numbers()
TOTALS = SHEETS.sum(axis=1)
PACKED = np.array([[_packed(length, int(full)) for length in range(LONGEST + 1)] for full in ROW_LENGTH])


# In the rows 0, 1 and 2 for 2, 3 and 4 dice. Rolls lie in places by how many ways they have; column k of the ways holds
# the k-th way of each roll that has so many.
ROLL_AT, WAYS_OF = np.zeros((2, HANDS, CHOICES), np.int64)
PLACE_OF = np.zeros((HANDS, 5**COLOURS), np.int64)
SHOWN_AT = np.zeros((HANDS, COLOURS, CHOICES), np.int64)
CHANCES = np.zeros((HANDS, CHOICES))
COLUMNS = np.zeros((HANDS, MOST_OF_A_ROLL + 1), np.int64)
MEANING = np.zeros((HANDS, COLOURS, MOST_WAYS), np.int64)
PLACE_OF_WAY, JOKERS_IN = np.zeros((2, HANDS, MOST_WAYS), np.int64)
for _hand in range(HANDS):
    _list_the_ways(_hand)
WHOLE = 65535  # of what chances are counted in the tables
TICK = 1000  # of a turn
with np.load(Path(__file__).parent.parent / "data" / "turns.npz") as _tables:
    # [hand, long rows, sheet, t] how likely a sheet is not full after t more turns
    STILL = _tables["still"]
    # [sheet and rows, place of a roll] how many turns more it takes if one of the others shows that roll
    DELAY = _tables["delay"]
    # [sheet, sheet] two players, rows of 7: how likely who is on turn with the first one wins against the second
    DUEL = _tables["duel"]
TURNS = STILL.shape[3]
DELAY_AT = np.array([0, 21, 77])  # by hand, where the places begin


# The net that knows the race of two with rows of 7. Its inputs: how many colours have these two rows and so many dice
# shown (race.race_input), how many rolls are left, and what the tables know (race.race_known).
ROLLS_AT = 8 * 8 * 5
KNOWN_AT = ROLLS_AT + 3
RACE_INPUTS = KNOWN_AT + 4
TURNS_TO_GO = STILL[2, 0].sum(axis=1) / WHOLE / 10
with np.load(Path(__file__).parent.parent / "data" / "race.npz") as _saved:
    RACE = _saved["weights"].astype(np.float32)
