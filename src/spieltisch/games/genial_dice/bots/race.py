"""The race of two with rows of 7: the chance to win as a net has learnt it, from both sheets and the dice left.

The net was made by value iteration over exact turns (studies/genial_dice_race.py), in which both choose as well as they
can.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.evaluation import near_values, ranks_of
from spieltisch.games.genial_dice.bots.tables import (
    BASE,
    COLUMNS,
    DELAY,
    DELAY_AT,
    DUEL,
    KNOWN_AT,
    PLACE_OF,
    RACE_INPUTS,
    ROLLS_AT,
    SHOWN_AT,
    TICK,
    TURNS_TO_GO,
    WAYS_OF,
    WHOLE,
)
from spieltisch.games.genial_dice.bots.turn import (
    EVERY_ROLL,
    NOTHING,
    best_of_rolls,
    hand_of,
    others_show,
    sheet_after,
    sheet_number,
)
from spieltisch.games.genial_dice.bots.ways import next_action
from spieltisch.games.genial_dice.rules import COLOURS, KINDS, ROLLS, ROW_LENGTH, State
from spieltisch.kernel import Doubles, Floats, Ints, rule
from spieltisch.mlp import FIRST, add_input, logit, sigmoid

SURE = 1e-4  # chances smaller than this are not told apart
CLOSE = 0.02  # the net is not asked about ways that `near` finds so much worse than the best of the roll


@rule
def race_values(state: State, seat: int, place: int, net: Floats) -> Doubles:
    """Of the roll at this place, or of every roll. A way that `near` finds much worse than another is worth nothing."""
    hand = hand_of(state)
    shown = others_show(state, seat)
    values = near_values(state, seat)
    best = best_of_rolls(hand, values)
    for k in range(KINDS[hand]):
        if place in (EVERY_ROLL, k):
            highest = best[k] if place == EVERY_ROLL else best_left(state, hand, k, values)
            for column in range(WAYS_OF[hand, k]):
                way = COLUMNS[hand, column] + k
                if values[way] < highest - CLOSE:
                    values[way] = NOTHING
                else:
                    after = sheet_after(state, state.sheets[seat], shown, way)
                    left = SHOWN_AT[hand, :, k]
                    values[way] = 1.0 - race_chance(state.sheets[1 - seat], after, left, ROLLS, net)
    return values


@rule
def best_left(state: State, hand: int, place: int, values: Doubles) -> float:
    """Of the ways to use this roll that can still be gone: a joker may have been used up badly."""
    best = NOTHING
    for column in range(WAYS_OF[hand, place]):
        way = COLUMNS[hand, column] + place
        if next_action(state, hand, way) >= 0:
            best = max(best, values[way])
    return best


@rule
def race_chance(own: Ints, other: Ints, shown: Ints, rolls: int, net: Floats) -> float:
    """How likely the first sheet wins: its owner may still roll so many times, the other one shows these dice."""
    if other.min() == ROW_LENGTH[0]:
        return 0.0
    sums = np.zeros(FIRST, np.float32)
    add_input(sums, net, RACE_INPUTS, 1.0)
    add_input(sums, net, ROLLS_AT + rolls - 1, 1.0)
    for colour in range(COLOURS):
        add_input(sums, net, race_input(own[colour], other[colour], shown[colour]), 1.0)
    known = race_known(own, other, shown)
    for k in range(len(known)):
        add_input(sums, net, KNOWN_AT + k, known[k])
    return sigmoid(logit(sums, net))


@rule
def race_input(own: int, other: int, shown: int) -> int:
    """Which input stands for a colour with these rows and so many dice of the other one."""
    return int((own * (ROW_LENGTH[0] + 1) + other) * 5 + shown)


@rule
def race_known(own: Ints, other: Ints, shown: Ints) -> tuple[float, float, float, float]:
    """What the tables know: the lead, the turns that both sheets take, and how many more the dice shown add."""
    one, two = sheet_number(own), sheet_number(other)
    chance = min(max(DUEL[one, two] / WHOLE, SURE), 1.0 - SURE)
    digits = 0
    ranks = ranks_of(own)
    for colour in range(COLOURS):
        digits += shown[colour] * BASE[ranks[colour]]
    delay = DELAY[one, DELAY_AT[2] + PLACE_OF[2, digits]] / TICK if digits > 0 else 0.0
    return np.log(chance / (1.0 - chance)), TURNS_TO_GO[one], TURNS_TO_GO[two], delay
