"""What can come of a turn, listed once: sheets without their colours, and all the ways to use a roll.

Colours are alike, so for what is still to be done a sheet is only its six lengths in order: 574 sheets with rows of 7
fields, 952 with rows of 9. A way to use a roll says how many dice of each colour are left to score matches and how many
marks the jokers bring in each colour; ways that come to the same stand there once.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
import numpy.typing as npt

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

Doubles = npt.NDArray[np.float64]
Sheet = tuple[int, ...]
Way = tuple[tuple[int, ...], tuple[int, ...], int]  # dice left, marks of jokers, and the colour of a joker of four or -1

LONGEST = int(ROW_LENGTH[-1])
MOST_WAYS = 1845
MOST_WAYS_OF_A_ROLL = 49
PLACES = 1 << 14  # of the table that finds the number of a sheet


def _sheets() -> list[Sheet]:
    """Those with rows of 7 first, then what rows of 9 add; in each part the fullest last."""

    def between(lowest: int, highest: int) -> list[Sheet]:
        return list(combinations_with_replacement(range(lowest, highest + 1), COLOURS))

    begun = [sheet for sheet in between(0, SECTION) if sheet[0] < 1]
    opened = [sheet for sheet in between(1, 2 * SECTION) if sheet[0] <= SECTION]
    short = between(SECTION + 1, int(ROW_LENGTH[0]))
    longer = [sheet for sheet in between(SECTION + 1, LONGEST) if sheet[-1] > ROW_LENGTH[0]]
    return [*sorted(begun + opened + short, key=sum), *sorted(longer, key=sum)]


def _keys() -> tuple[Ints, Ints]:
    """A key for each length, so that the keys of a sheet's rows add up to a place of its own; and what is there."""
    lengths = np.array(SHEETS)
    rng = np.random.default_rng(1)
    while True:
        keys = rng.integers(0, PLACES // COLOURS, LONGEST + 1)
        places = keys[lengths].sum(axis=1)
        if len(np.unique(places)) == len(SHEETS):
            at = np.zeros(PLACES, np.int64)
            at[places] = np.arange(len(SHEETS))
            return keys, at
