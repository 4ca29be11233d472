"""What can come of a turn, listed once: sheets without their colours, and all the ways to use a roll.

Colours are alike, so for what is still to be done a sheet is only its six lengths in order: 574 sheets with rows of 7
fields, 952 with rows of 9. A way to use a roll says how many dice of each colour are left to score matches and how many
marks the jokers bring to each colour; ways that come to the same are listed once.
"""

from __future__ import annotations

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

from spieltisch.games.genial_dice.rules import (
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

Doubles = npt.NDArray[np.float64]
Way = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]

LONGEST = int(ROW_LENGTH[-1])
SHORT_SHEETS = 574  # with rows of 7
HANDS = 3  # two, three or four dice
MOST_WAYS = 1575
MOST_OF_A_ROLL = 40

# A key for each length of a row: the keys of a sheet's rows add up to a place that no other sheet has.
KEYS = np.array([905, 4436, 5299, 2575, 338, 2413, 4116, 882, 349, 1935])
PLACES = 1 << 15


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
    at = np.zeros(PLACES, np.int64)
    at[KEYS[SHEETS].sum(axis=1)] = np.arange(len(SHEETS))
    return at


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
    ROLL_AT[hand, : len(order)] = order
    PLACE_OF[hand, order] = np.arange(len(order))
    CHANCES[hand, : len(order)] = ORDERS[hand, order] / TICKETS[hand]
    WAYS_OF[hand, : len(order)] = [len(ways[k]) for k in order]
    way = 0
    for column in range(len(ways[order[0]])):
        COLUMNS[hand, column] = way
        for k in order:
            if column < len(ways[k]):
                DICE_LEFT[hand, :, way], JOKER_MARKS[hand, :, way], FOURS[hand, :, way] = ways[k][column]
                way += 1
    COLUMNS[hand, len(ways[order[0]]) :] = way


SHEETS = _sheets()
SHEET_AT = _numbers()

# In the rows 0, 1 and 2 for 2, 3 and 4 dice.
ROLL_AT, PLACE_OF, WAYS_OF = np.zeros((3, HANDS, 126), np.int64)
CHANCES = np.zeros((HANDS, 126))
COLUMNS = np.zeros((HANDS, MOST_OF_A_ROLL + 1), np.int64)
DICE_LEFT, JOKER_MARKS, FOURS = np.zeros((3, HANDS, COLOURS, MOST_WAYS), np.int64)
for _hand in range(HANDS):
    _list_the_ways(_hand)
