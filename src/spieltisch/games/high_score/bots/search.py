"""What a search asks of High Score, and how somebody with certain habits decides."""

from __future__ import annotations

import numpy as np

from spieltisch.games.high_score.bots.chips import (
    FOR_CHIPS,
    FOR_POINTS,
    FOR_THE_WIN,
    TASTE,
    known_card,
    last_to_roll,
    payoff_of_results,
)
from spieltisch.games.high_score.bots.tables import HOPES, HOPES_AT, KEPT, RESULTS, SPREAD
from spieltisch.games.high_score.bots.turn import results_of, turn_values
from spieltisch.games.high_score.rules import (
    ASIDE,
    CHOICES,
    DICE,
    FREE,
    FREE_ROLLS,
    FULL,
    FULL_ROLLS,
    HANDFUL,
    HANDFULS,
    ROLL,
    SCORING_OF,
    STEPS,
    STOP,
    SUM,
    SWIRL_OF,
    State,
    chip_behind,
    freezes,
    legal,
    number,
    pick,
    score_now,
    size,
    tickets,
    way,
)
from spieltisch.kernel import Doubles, Ints, Rng, rule


@rule
def kept(state: State, action: int) -> int:
    """§6 The handful that stands when the dice fly."""
    if action == ROLL:
        return state.aside
    if way(state) == ASIDE:
        return state.aside + int(HANDFUL[action])
    return state.aside + state.lying - int(HANDFUL[action])


@rule
def weigh_actions(state: State, results: Ints, payoff: Doubles, sight: int, actions: Ints, scores: Doubles) -> int:
    """The legal actions and what each is worth to somebody who looks so many rolls ahead; how many there are.

    What stands for good is left out: it is a turn with fewer dice."""
    seen, rolls = way(state), 0
    if seen == FULL:
        rolls = max(state.rolls, FULL_ROLLS - sight)
    elif seen == FREE:
        rolls = max(state.rolls, FREE_ROLLS - sight)
    elif sight < FREE_ROLLS:
        seen, rolls = FREE, FREE_ROLLS - sight
    dice = DICE - size(state.aside)
    results_left, values = np.zeros(HANDFULS, np.int64), np.empty((FULL_ROLLS, HANDFULS))
    for handful in range(STEPS[0, dice], STEPS[0, dice + 1]):
        results_left[handful] = results[number(state.aside + int(HANDFUL[handful]))]
    turn_values(seen, freezes(state), dice, results_left, payoff, values)
    found = legal(state, state.turn, actions)
    for k in range(found):
        scores[k] = values[rolls, number(kept(state, int(actions[k])) - state.aside)]
    return found


@rule
def solve_turn(state: State, payoff: Doubles, actions: Ints, scores: Doubles) -> int:
    """The legal actions and what each is worth, exactly, if a result is worth `payoff[result - LOWEST]`."""
    card = state.deck[state.card[state.round]]
    results = np.zeros(HANDFULS, np.int64)
    results_of(int(card[SCORING_OF]), int(card[SWIRL_OF]), DICE, results)
    return weigh_actions(state, results, payoff, DICE, actions, scores)


@rule
def weigh_by(state: State, seat: int, habits: Ints, actions: Ints, scores: Doubles) -> int:
    """The legal actions and what each is worth to somebody with these habits."""
    seen_as, sight = AS_IT_IS, DICE
    if (5 * state.card[state.round] + 3 * state.round + seat) % TURNS < habits[MISTAKEN]:
        seen_as, sight = int(habits[SEES]), int(habits[SIGHT])
    results, payoff = np.zeros(HANDFULS, np.int64), np.zeros(SPREAD)
    results_seen(state, seen_as, results)
    payoff_of_results(state, seat, int(habits[AIM]), results, payoff)
    return weigh_actions(state, results, payoff, sight, actions, scores)


@rule
def results_seen(state: State, seen_as: int, results: Ints) -> None:
    """The results of all rolls for somebody who sees the scoring in this way."""
    card = state.deck[state.card[state.round]]
    known = known_card(state)
    if seen_as == AS_A_SUM:
        results_of(SUM, int(card[SWIRL_OF]), DICE, results)
    elif known < 0:
        results_of(int(card[SCORING_OF]), int(card[SWIRL_OF]), DICE, results)
    else:
        results[KEPT:] = RESULTS[known]


@rule
def play_by(state: State, seat: int, habits: Ints) -> int:
    if state.rolls >= habits[PATIENCE]:
        return number(state.lying) if way(state) == ASIDE else STOP
    actions, scores = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    found = weigh_by(state, seat, habits, actions, scores)
    return int(actions[np.argmax(scores[:found])])


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """The actions with the best chance to win the game, and that chance."""
    found = weigh_by(state, seat, HABITS[THE_WIN], actions, scores)
    for k in range(min(width, found)):
        best = k + np.argmax(scores[k:found])
        actions[k], actions[best] = actions[best], actions[k]
        scores[k], scores[best] = scores[best], scores[k]
    return min(width, found)


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """The last to roll plays for chips, all others for points; by a table, as if results were spread like errors."""
    card = known_card(state)
    last = seat == last_to_roll(state)
    if card < 0 or way(state) == FULL:  # full rolls are solved as quickly as looked up
        return play_by(state, seat, HABITS[MOST_CHIPS if last else HIGHEST_SCORE])
    layer = int(HOPES_AT[card]) + (state.rolls - 1 if way(state) == FREE else 0)
    best, best_hope = 0, -1e9
    for ticket in range(tickets(state, seat)):
        action = pick(state, seat, ticket)
        handful = number(kept(state, action))
        mean, spread = 0.0, 0.0
        if handful < KEPT:
            mean, spread = float(HOPES[layer, handful, 0]), float(HOPES[layer, handful, 1])
        else:
            mean = float(score_now(state))
        hope = TASTE * mean + hope_of_chips(state, seat, mean, spread) if last else mean
        if hope > best_hope:
            best, best_hope = action, hope
    return best


@rule
def hope_of_chips(state: State, seat: int, mean: float, spread: float) -> float:
    """The chips of the last to roll, and what those passed lose by it."""
    placed = 0
    hope = 0.0
    for other in range(state.players):
        field = int(state.fields[state.round, other])
        if field > 0:
            placed += 1
            ahead = 0
            for another in range(state.players):
                if state.fields[state.round, another] > field:
                    ahead += 1
            gain = chip_behind(ahead, state.players) - chip_behind(ahead + 1, state.players)
            hope += gain * chance_to_pass(field, mean, spread) * state.players / (state.players - 1)
    return hope + float(chip_behind(placed, state.players)) * chance_to_pass(0, mean, spread)


@rule
def chance_to_pass(field: int, mean: float, spread: float) -> float:
    """The logistic curve is near enough to the normal one."""
    distance = min(max((mean - field - 0.5) / (spread + 0.01), -20.0), 20.0)
    return float(1 / (1 + np.exp(-1.7 * distance)))


AS_IT_IS, AS_A_SUM = 0, 1  # how somebody sees the scoring of a card
TURNS = 16  # of these somebody is mistaken in some, which depend on card, round and seat
AIM, SEES, SIGHT, MISTAKEN, PATIENCE = 0, 1, 2, 3, 4  # habits: what for; the mistakes and how often; rolls at most
HIGHEST_SCORE, MOST_CHIPS, THE_WIN, BEGINNER, ADDER, FORGETFUL, SHORT_SIGHTED, REGULAR = 0, 1, 2, 3, 4, 5, 6, 7
HABITS = np.array(
    [
        [FOR_POINTS, AS_IT_IS, DICE, 0, DICE],
        [FOR_CHIPS, AS_IT_IS, DICE, 0, DICE],
        [FOR_THE_WIN, AS_IT_IS, DICE, 0, DICE],
        [FOR_POINTS, AS_A_SUM, 1, TURNS, 2],
        [FOR_POINTS, AS_A_SUM, 1, TURNS, 3],
        [FOR_POINTS, AS_A_SUM, 1, 12, DICE],
        [FOR_POINTS, AS_IT_IS, 1, TURNS, DICE],
        [FOR_CHIPS, AS_IT_IS, 1, TURNS, 4],
    ],
    np.int64,
)
