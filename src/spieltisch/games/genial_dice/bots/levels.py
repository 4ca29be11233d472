"""Players from a first evening to the strongest."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.evaluation import mark_values, sheet_values
from spieltisch.games.genial_dice.bots.search import NEAR_AIM, SHEET_AIM, highest_aim, play_for
from spieltisch.games.genial_dice.bots.tables import JOKERS_IN
from spieltisch.games.genial_dice.bots.turn import ROUNDING, best_of_rolls, hand_of, place_of, rolling
from spieltisch.games.genial_dice.bots.ways import weigh_ways
from spieltisch.games.genial_dice.rules import CHOICES, MARK, ROLL, STOP, State
from spieltisch.kernel import Rng, rule
from spieltisch.ranking import any_best


@rule
def strongest(state: State, seat: int, rng: Rng) -> int:
    return play_for(state, seat, highest_aim(state), rng)


@rule
def near(state: State, seat: int, rng: Rng) -> int:
    return play_for(state, seat, NEAR_AIM, rng)


@rule
def for_sheet(state: State, seat: int, rng: Rng) -> int:
    """Knows which rows matter, but thinks only of one more roll and not of what it leaves to the others."""
    if state.phase == MARK:
        return play_for(state, seat, SHEET_AIM, rng)
    hand = hand_of(state)
    best = best_of_rolls(hand, sheet_values(state, seat))
    return ROLL if rolling(hand, best, 1) > best[place_of(state, seat)] else STOP


@rule
def hasty(state: State, seat: int, rng: Rng) -> int:
    """Counts marks, but is soon content with a roll."""
    return content_with(state, seat, 70, 0, rng)


@rule
def learner(state: State, seat: int, rng: Rng) -> int:
    """Is content with half of what could be expected, and does not like to give a match away for a joker."""
    return content_with(state, seat, 40, 1, rng)


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Takes what the first roll brings, if it brings anything, and uses a joker only where nothing matches."""
    return content_with(state, seat, 10, 2, rng)


@rule
def content_with(state: State, seat: int, share: int, shyness: int, rng: Rng) -> int:
    """Stops with this share (in hundredths) of the marks that another roll would bring on average; a joker must bring
    so many marks more than matches do."""
    hand = hand_of(state)
    marks = mark_values(state, seat) - state.sheets[seat].sum()
    marks -= shyness * JOKERS_IN[hand, : len(marks)]
    if state.phase == MARK:
        actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
        return any_best(actions, scores, weigh_ways(state, seat, marks, actions, scores), rng)
    best = best_of_rolls(hand, marks)
    return ROLL if rolling(hand, best, 1) * share > best[place_of(state, seat)] * 100 + ROUNDING else STOP
