"""The best turn for any aim, solved exactly over handfuls and not over dice.

`values[rolls, handful]` is what can be expected when this handful stands, the other dice are in the air and so many
rolls were made before. Throwing dice at once is throwing them one by one, so a handful is worth the mean over the six
that one more die makes of it; and the best handful to keep is the handful itself or the best one to keep of those
with a die less.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.high_score.bots.tables import LIKELY, LOWEST, MOST_PAIRS, SWIRLS, WITH, WITHOUT
from spieltisch.games.high_score.rules import (
    FACES,
    FREE,
    FREE_ROLLS,
    FULL,
    FULL_ROLLS,
    HANDFUL,
    ONE_SWIRL,
    STEPS,
    SWIRL,
    number,
    score,
)
from spieltisch.kernel import Doubles, Ints, rule


@rule
def results_of(scoring: int, swirl: int, dice: int, results: Ints) -> None:
    """The result of every handful of so many dice."""
    for handful in range(STEPS[0, dice], STEPS[0, dice + 1]):
        results[handful] = score(int(HANDFUL[handful]), scoring, swirl)


@rule
def turn_values(way_: int, freezing: bool, dice: int, results: Ints, payoff: Doubles, values: Doubles) -> None:
    """Solves a turn with so many dice, if a result is worth `payoff[result - LOWEST]`."""
    stand = np.empty(STEPS[0, dice + 1])
    for handful in range(STEPS[0, dice], STEPS[0, dice + 1]):
        stand[handful] = payoff[results[handful] - LOWEST]
    if way_ == FULL:
        values_of_full_rolls(freezing, dice, stand, values)
    elif way_ == FREE:
        values_of_free_rolls(freezing, dice, stand, values)
    else:
        values_of_setting_aside(freezing, dice, stand, values[0])


@rule
def values_of_full_rolls(freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6, R6 From the last roll back to the first; all dice are picked up, or all but frozen swirls."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best = stand.copy()  # of all that may be kept when this handful has landed
    for rolls in range(FULL_ROLLS - 1, -1, -1):
        values[rolls, begin:end] = stand[begin:end]
        values[rolls, 0] = 0.0
        for handful in range(begin, end):
            values[rolls, 0] += LIKELY[handful] * best[handful]
        if freezing:
            throw_beside_swirls(dice, best, values[rolls])
        for handful in range(begin, end):
            best[handful] = max(stand[handful], values[rolls, SWIRLS[handful] if freezing else 0])


@rule
def throw_beside_swirls(dice: int, best: Doubles, values: Doubles) -> None:
    """§7 What some swirls are worth beside which all other dice are rolled."""
    for swirls in range(1, dice):
        kept_swirls = number(swirls * ONE_SWIRL)
        values[kept_swirls] = 0.0
        for roll in range(STEPS[0, dice - swirls], STEPS[0, dice - swirls + 1]):
            values[kept_swirls] += LIKELY[roll] * best[number(int(HANDFUL[roll]) + swirls * ONE_SWIRL)]


@rule
def values_of_free_rolls(freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6 From the last roll back to the first."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best = stand.copy()
    for rolls in range(FREE_ROLLS - 1, -1, -1):
        throw(begin, best, values[rolls])
        values[rolls, begin:end] = stand[begin:end]
        keep_some(freezing, end, values[rolls], best)


@rule
def throw(begin: int, best: Doubles, values: Doubles) -> None:
    """From the handfuls of all dice, which have landed, down to none: the mean over the faces of one more die."""
    values[begin : len(best)] = best[begin:]
    for handful in range(begin - 1, -1, -1):
        total = 0.0
        for face in range(FACES):
            total += values[WITH[handful, face]]
        values[handful] = total / FACES


@rule
def keep_some(freezing: bool, end: int, values: Doubles, best: Doubles) -> None:
    """§6, §7 Any dice may be picked up, except frozen swirls."""
    for handful in range(end):
        most = values[handful]
        for face in range(SWIRL if freezing else FACES):
            fewer = WITHOUT[handful, face]
            if fewer >= 0:
                most = max(most, best[fewer])
        best[handful] = most


@rule
def values_of_setting_aside(freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6 From all dice aside down to none. The best of a pair, what stands and what has landed, is the best of all
    handfuls from the one to both together; it comes from the pairs where one more die stands."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best, best_above = np.empty(MOST_PAIRS), np.empty(MOST_PAIRS)
    above = np.empty(FACES, np.int64)  # where the pairs begin that have one more die of a face
    values[begin:end] = stand[begin:end]
    best[: end - begin] = stand[begin:end]
    for stood in range(dice - 1, -1, -1):
        best, best_above = best_above, best
        fewer, landing, landed = STEPS[0, dice - stood - 1], STEPS[0, dice - stood], STEPS[0, dice - stood + 1]
        for handful in range(STEPS[0, stood], STEPS[0, stood + 1]):
            for face in range(FACES):
                above[face] = (WITH[handful, face] - STEPS[0, stood + 1]) * (landing - fewer) - fewer
            pair = (handful - STEPS[0, stood]) * (landed - landing) - landing
            mean = 0.0
            for roll in range(landing, landed):
                best[pair + roll] = best_of_setting_aside(freezing, roll, above, best_above)
                mean += LIKELY[roll] * best[pair + roll]
            values[handful] = mean
            for roll in range(landing, landed):
                if not freezing or WITHOUT[roll, SWIRL] < 0:
                    best[pair + roll] = max(best[pair + roll], mean)


@rule
def best_of_setting_aside(freezing: bool, roll: int, above: Ints, best_above: Doubles) -> float:
    """§6 At least one die is set aside; §7, R6, R11 swirls that freeze go first, and are enough."""
    most = -np.inf
    for face in range(SWIRL if freezing and WITHOUT[roll, SWIRL] >= 0 else 0, FACES):
        fewer = WITHOUT[roll, face]
        if fewer >= 0:
            most = max(most, best_above[above[face] + fewer])
    return most
