"""What a search asks of the dice game: what can be done now, with what the best turn after it is worth."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.evaluation import is_duel, near_values, sheet_values
from spieltisch.games.genial_dice.bots.race import race_values
from spieltisch.games.genial_dice.bots.tables import RACE
from spieltisch.games.genial_dice.bots.turn import EVERY_ROLL, best_of_rolls, hand_of, place_of
from spieltisch.games.genial_dice.bots.ways import weigh_actions, weigh_decision, weigh_ways
from spieltisch.games.genial_dice.rules import CHOICES, DECIDE, State, apply, pick, tickets, waiting
from spieltisch.kernel import CHANCE, Doubles, Ints, Rng, below, first, rule
from spieltisch.ranking import any_best

SHEET_AIM, NEAR_AIM, RACE_AIM = 0, 1, 2


@rule
def values_for(state: State, seat: int, aim: int) -> Doubles:
    if aim == SHEET_AIM:
        return sheet_values(state, seat)
    if aim == NEAR_AIM:
        return near_values(state, seat)
    return race_values(state, seat, EVERY_ROLL if state.phase == DECIDE else place_of(state, seat), RACE)


@rule
def highest_aim(state: State) -> int:
    return RACE_AIM if is_duel(state) else NEAR_AIM


@rule
def play_for(state: State, seat: int, aim: int, rng: Rng) -> int:
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    count = weigh_actions(state, seat, values_for(state, seat, aim), actions, scores)
    return any_best(actions, scores, count, rng)


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """The best actions first."""
    count = weigh_actions(state, seat, values_for(state, seat, highest_aim(state)), actions, scores)
    for k in range(1, count):
        action, score = actions[k], scores[k]
        while k > 0 and scores[k - 1] < score:
            actions[k], scores[k] = actions[k - 1], scores[k - 1]
            k -= 1
        actions[k], scores[k] = action, score
    return min(count, width)


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    return play_for(state, seat, NEAR_AIM, rng)


@rule
def play_on(state: State, horizon: int, luck: Rng) -> None:
    """As the search plays on, but what the ways are worth is found out once a turn and not at each of its decisions."""
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    values = best = np.empty(0)
    valued = CHANCE  # for whom; turns change hands, and each has something to decide
    seats = waiting(state)
    while seats:
        actor = first(seats)
        if actor == CHANCE:
            apply(state, actor, pick(state, actor, below(luck, tickets(state, actor))))
        else:
            if horizon == 0:
                return
            horizon -= 1
            if actor != valued:
                values = near_values(state, actor)
                best = best_of_rolls(hand_of(state), values)
                valued = actor
            if state.phase == DECIDE:
                count = weigh_decision(state, actor, best, actions, scores)
            else:
                count = weigh_ways(state, actor, values, actions, scores)
            apply(state, actor, any_best(actions, scores, count, luck))
        seats = waiting(state)
