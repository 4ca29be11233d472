"""From the ways of a turn to the actions that begin them."""

from __future__ import annotations

from spieltisch.games.genial_dice.bots.tables import COLUMNS, DICE_LEFT, FOURS, JOKER_MARKS, MEANING, WAYS_OF
from spieltisch.games.genial_dice.bots.turn import NOTHING, best_of_rolls, hand_of, place_of, rolling
from spieltisch.games.genial_dice.rules import (
    COLOURS,
    DECIDE,
    FEWEST,
    ROLL,
    ROLLS,
    SCORE,
    STOP,
    State,
    joker_action,
    joker_worth,
)
from spieltisch.kernel import Doubles, Ints, rule


@rule
def weigh_actions(state: State, seat: int, values: Doubles, actions: Ints, scores: Doubles) -> int:
    """What can be done now, with what the best turn after it is worth; how many actions that are."""
    if state.phase == DECIDE:
        return weigh_decision(state, seat, best_of_rolls(hand_of(state), values), actions, scores)
    return weigh_ways(state, seat, values, actions, scores)


@rule
def weigh_decision(state: State, seat: int, best: Doubles, actions: Ints, scores: Doubles) -> int:
    """Stop with what lies there, or roll for the best of what may come."""
    actions[0], scores[0] = STOP, best[place_of(state, seat)]
    actions[1], scores[1] = ROLL, rolling(hand_of(state), best, ROLLS - state.rolls)
    return 2


@rule
def weigh_ways(state: State, seat: int, values: Doubles, actions: Ints, scores: Doubles) -> int:
    """The first action of each way that can still be gone."""
    hand = hand_of(state)
    place = place_of(state, seat)
    count = 0
    for column in range(WAYS_OF[hand, place]):
        way = COLUMNS[hand, column] + place
        action = next_action(state, hand, way)
        if action >= 0 and values[way] > NOTHING:
            k = 0
            while k < count and actions[k] != action:
                k += 1
            if k == count:
                actions[k], scores[k] = action, values[way]
                count += 1
            scores[k] = max(scores[k], values[way])
    return count


@rule
def next_action(state: State, hand: int, way: int) -> int:
    """The action with which this way goes on from here; -1 if it leads elsewhere."""
    worth_of_dice, worth_of_marks = 0, 0
    used, size, most, marked = -1, 0, 0, 0
    for colour in range(COLOURS):
        meaning = MEANING[hand, colour, way]
        dice = state.unused[colour] - DICE_LEFT[meaning]
        marks = JOKER_MARKS[meaning] + FOURS[meaning] * state.four_equal - state.joker_marks[colour]
        if dice < 0 or dice == 1 or marks < 0:
            return -1
        worth_of_marks += marks
        if marks > most:
            most, marked = marks, colour
        if dice > 0:
            used, size = colour, dice
            if dice == 4 and not makes_four(hand, way):
                size = FEWEST
                worth_of_dice += joker_worth(state, FEWEST)
            worth_of_dice += joker_worth(state, size)
    if worth_of_dice != worth_of_marks:
        return -1
    return SCORE if used < 0 else joker_action(used, size, marked)


@rule
def makes_four(hand: int, way: int) -> bool:
    for colour in range(COLOURS):
        if FOURS[MEANING[hand, colour, way]] > 0:
            return True
    return False
