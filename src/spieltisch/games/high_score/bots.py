"""Whoever thinks about High Score: the best turn for any aim, and players from a first evening to one who never errs.

A turn is solved exactly, over handfuls and not over dice. `values[rolls, handful, k]` is what aim k can expect when
this handful stands, the other dice are in the air and so many rolls were made before. Throwing dice at once is throwing
them one by one, so a handful is worth the mean over the six that one more die makes of it; and the best handful to keep
is the handful itself or the best one to keep of those with a die less. Many aims are solved side by side.

What a result is worth is asked of the rules: the piece is placed, the chips are given, and the chips are worth what the
aim says. Of the players still to roll the last one answers with the best turn for the same aim, which is exact with two
players; those between are taken to roll for points.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.games.high_score.rules import (
    ASCENDING,
    ASIDE,
    BRONZE,
    CHOICES,
    DICE,
    FACES,
    FACTORIALS,
    FREE,
    FREE_ROLLS,
    FULL,
    FULL_ROLLS,
    GOLD,
    HANDFUL,
    HANDFULS,
    MOST_PLAYERS,
    ODD,
    ONE_SWIRL,
    OVER,
    PAIRS,
    ROLL,
    ROLLS,
    ROUNDS,
    SAME,
    SCORING_OF,
    SILVER,
    STEPS,
    STOP,
    SUM,
    SWIRL,
    SWIRL_OF,
    State,
    chip_of,
    chip_points,
    count,
    free_field,
    freezes,
    frozen_now,
    legal,
    number,
    score,
    score_now,
    size,
    way,
)
from spieltisch.kernel import Ints, Rng, below, rule

Doubles = npt.NDArray[np.float64]

LOWEST = -70  # seven swirls of -10
SPREAD = 141  # results from there to 70
MOST_PAIRS = 7056  # of handfuls that stand and rolls of the other dice, for one number of dice that stand


def _neighbours() -> tuple[Ints, Ints]:
    """The handful with one die of a face more, and with one less; -1 where there is none."""
    numbers = {int(handful): k for k, handful in enumerate(HANDFUL)}
    more, less = np.full((2, HANDFULS, FACES), -1, np.int64)
    for k in range(int(STEPS[0, DICE])):  # of fewer than seven dice
        for face in range(FACES):
            more[k, face] = numbers[int(HANDFUL[k]) + (1 << 3 * face)]
            less[more[k, face], face] = k
    return more, less


def _likely() -> Doubles:
    """How likely so many dice show just this handful."""
    counts = HANDFUL[:, None] >> 3 * np.arange(FACES) & 7
    dice = counts.sum(axis=1)
    return np.asarray(FACTORIALS[dice] / FACTORIALS[counts].prod(axis=1) / ROLLS[dice], np.float64)


WITH, WITHOUT = _neighbours()
LIKELY = _likely()


# The best turn


@rule
def results_of(scoring: int, swirl: int, dice: int, results: Ints) -> None:
    """The result of every handful of so many dice."""
    for handful in range(STEPS[0, dice], STEPS[0, dice + 1]):
        results[handful] = score(int(HANDFUL[handful]), scoring, swirl)


@rule
def turn_values(way_: int, freezing: bool, dice: int, results: Ints, payoff: Doubles, values: Doubles) -> None:
    """Solves a turn with so many dice; `payoff[k, result - LOWEST]` is what a result is worth to aim k."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    stand = np.empty((end - begin, len(payoff)))
    for handful in range(begin, end):
        for k in range(len(payoff)):
            stand[handful - begin, k] = payoff[k, results[handful] - LOWEST]
    if way_ == ASIDE:
        values_of_setting_aside(freezing, dice, stand, values[0])
    else:
        values_of_rolling_again(way_, freezing, dice, stand, values)


@rule
def values_of_rolling_again(way_: int, freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6 From the last roll back to the first."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best = np.empty(values.shape[1:])  # of all that may be kept when this handful has landed
    best[begin:end] = stand
    for rolls in range(FULL_ROLLS - 1 if way_ == FULL else FREE_ROLLS - 1, -1, -1):
        values[rolls, begin:end] = best[begin:end]
        throw(dice, values[rolls])
        values[rolls, begin:end] = stand
        if way_ == FULL:
            keep_all_or_none(freezing, begin, end, values[rolls], best)
        else:
            keep_some(freezing, end, values[rolls], best)


@rule
def throw(dice: int, values: Doubles) -> None:
    """From the handfuls of all dice, which have landed, down to none: the mean over the faces of one more die."""
    for handful in range(STEPS[0, dice] - 1, -1, -1):
        for k in range(values.shape[1]):
            values[handful, k] = 0.0
        for face in range(FACES):
            add_share(values[handful], 1 / FACES, values[WITH[handful, face]])


@rule
def keep_all_or_none(freezing: bool, begin: int, end: int, values: Doubles, best: Doubles) -> None:
    """§6, R6 All dice are picked up, or all but frozen swirls."""
    for handful in range(begin, end):
        frozen = count(int(HANDFUL[handful]), SWIRL) if freezing else 0
        best[handful] = values[handful]
        raise_to(best[handful], values[number(frozen * ONE_SWIRL)])


@rule
def keep_some(freezing: bool, end: int, values: Doubles, best: Doubles) -> None:
    """§6, §7 Any dice may be picked up, except frozen swirls."""
    for handful in range(end):
        best[handful] = values[handful]
        for face in range(SWIRL if freezing else FACES):
            if WITHOUT[handful, face] >= 0:
                raise_to(best[handful], best[WITHOUT[handful, face]])


@rule
def values_of_setting_aside(freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6 From all dice aside down to none. The best of a pair, what stands and what has landed, is the best of all
    handfuls from the one to both together; it comes from the pairs where one more die stands."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best, best_above = np.empty((MOST_PAIRS, values.shape[1])), np.empty((MOST_PAIRS, values.shape[1]))
    above = np.empty(FACES, np.int64)  # where the pairs begin that have one more die of a face
    values[begin:end] = stand
    best[: end - begin] = stand
    for stood in range(dice - 1, -1, -1):
        best, best_above = best_above, best
        fewer, landing, landed = STEPS[0, dice - stood - 1], STEPS[0, dice - stood], STEPS[0, dice - stood + 1]
        for handful in range(STEPS[0, stood], STEPS[0, stood + 1]):
            for face in range(FACES):
                above[face] = (WITH[handful, face] - STEPS[0, stood + 1]) * (landing - fewer) - fewer
            pair = (handful - STEPS[0, stood]) * (landed - landing) - landing
            values[handful] = 0.0
            for roll in range(landing, landed):
                best_of_setting_aside(freezing, roll, above, best_above, best[pair + roll])
                add_share(values[handful], LIKELY[roll], best[pair + roll])
            for roll in range(landing, landed):
                if not freezing or WITHOUT[roll, SWIRL] < 0:
                    raise_to(best[pair + roll], values[handful])


@rule
def best_of_setting_aside(freezing: bool, roll: int, above: Ints, best_above: Doubles, best: Doubles) -> None:
    """§6 At least one die is set aside; §7, R6, R11 swirls that freeze go first, and are enough."""
    best[:] = -np.inf
    for face in range(SWIRL if freezing and WITHOUT[roll, SWIRL] >= 0 else 0, FACES):
        if WITHOUT[roll, face] >= 0:
            raise_to(best, best_above[above[face] + WITHOUT[roll, face]])


@rule
def add_share(row: Doubles, share: float, other: Doubles) -> None:
    for k in range(len(row)):
        row[k] += share * other[k]


@rule
def raise_to(row: Doubles, other: Doubles) -> None:
    for k in range(len(row)):
        row[k] = max(row[k], other[k])


# What chips are worth

TALLY = np.array([0, 1, 6, 36], np.int64)  # of a chip for the first seat, twice that for the second, and so on
TALLIES = 216
ENDINGS = 1920  # of a game, imagined: 15 times 128 courses for two players, and all seats can be lucky equally often


def _chips() -> Ints:
    """By seat and tally, which says who gets which chip: a digit to the base six for each, 0 for nobody."""
    chips = np.zeros((MOST_PLAYERS, TALLIES), np.int64)
    for tally in range(TALLIES):
        for chip in (BRONZE, SILVER, GOLD):
            taker = tally // int(TALLY[chip]) % (MOST_PLAYERS + 1)
            if taker > 0:
                chips[taker - 1, tally] = chip
    return chips


def _lots() -> Ints:
    """Rounds to come, as tallies, with chips by lot: for two players every course of seven rounds, for more of them
    some at random, in which all seats are equally lucky."""
    luck = np.random.RandomState(1)
    lots = np.zeros((MOST_PLAYERS + 1, ENDINGS, ROUNDS), np.int64)
    ahead = np.arange(ENDINGS)[:, None] >> np.arange(ROUNDS) & 1
    lots[2] = TALLY[GOLD] * (ahead + 1) + TALLY[BRONZE] * (2 - ahead)
    for players in range(3, MOST_PLAYERS + 1):
        once = luck.rand(ENDINGS // players, ROUNDS, players).argsort(axis=2)
        order = np.concatenate([(once + seat) % players for seat in range(players)])
        lots[players] = (order[:, :, :3] + 1) @ TALLY[[GOLD, SILVER, BRONZE]]
    return lots


CHIPS = _chips()
STANDING = np.array([0, 10_000, 20_001, 30_100], np.int64)[CHIPS]  # points, then gold, then silver in one number
LOTS = _lots()


@rule
def tally_of(state: State) -> int:
    """§4 Who gets which chip, as the pieces stand."""
    tally = 0
    for seat in range(state.players):
        chip = chip_of(state, state.round, seat, int(state.fields[state.round, seat]))
        tally += (seat + 1) * int(TALLY[chip])
    return tally


@rule
def imagine_endings(state: State, rounds: int, totals: Ints) -> None:
    """§5 How everybody may stand after so many more rounds, with their chips by lot."""
    for seat in range(state.players):
        now = int(10_000 * chip_points(state, seat) + 100 * state.gold[seat] + state.silver[seat])
        for k in range(ENDINGS):
            total = now
            for round_ in range(rounds):
                total += int(STANDING[seat, LOTS[state.players, k, round_]])
            totals[seat, k] = total


@rule
def share_the_wins(players: int, tally: int, totals: Ints, worths: Doubles) -> None:
    """§5 In how many of the endings each seat wins, with the chips of this tally; who ties shares."""
    for k in range(ENDINGS):
        best, winners = -1, 0
        for seat in range(players):
            total = int(totals[seat, k] + STANDING[seat, tally])
            if total > best:
                best, winners = total, 1
            elif total == best:
                winners += 1
        for seat in range(players):
            if totals[seat, k] + STANDING[seat, tally] == best:
                worths[seat] += 1 / (winners * ENDINGS)


@rule
def worth_of_chips(state: State, seat: int, aim: int, totals: Ints, worths: Doubles) -> float:
    """What the chips, as the pieces stand, are worth to a seat; `worths` remembers."""
    tally = tally_of(state)
    if np.isnan(worths[tally, seat]):
        given = 0
        for other in range(state.players):
            given += int(CHIPS[other, tally])
        for other in range(state.players):
            chip = int(CHIPS[other, tally])
            ahead = chip - (given - chip) / (state.players - 1)
            worths[tally, other] = ahead if aim == FOR_CHIPS else TASTE * ahead
        if aim == FOR_THE_WIN:
            share_the_wins(state.players, tally, totals, worths[tally])
    return float(worths[tally, seat])


# What a result is worth

FOR_POINTS, FOR_CHIPS, FOR_THE_WIN = 0, 1, 2  # aims
TASTE = 1e-4  # what chips count where only the win should, and points where only chips should: it settles ties
TIP = 2.0**-30  # an aim is tipped so far to see what else its best turn brings
AT_A_TIME = 24  # answers solved side by side, so that they fit into the cache
GUESSES = 8  # of what a player between rolls


@rule
def last_to_roll(state: State) -> int:
    return (state.starter + state.players - 1) % state.players


@rule
def payoff_of_results(state: State, seat: int, aim: int, results: Ints, payoff: Doubles) -> None:
    """What each result that the dice can bring is worth to the seat on turn."""
    possible = np.zeros(SPREAD, np.int64)
    for handful in range(STEPS[0, DICE], HANDFULS):
        possible[results[handful] - LOWEST] = 1
    if aim == FOR_POINTS:
        for k in range(SPREAD):
            payoff[k] = k + LOWEST
        return
    totals = np.zeros((state.players, ENDINGS), np.int64)
    imagine_endings(state, ROUNDS - 1 - state.round, totals)
    worths = np.full((TALLIES, MOST_PLAYERS), np.nan)
    if seat == last_to_roll(state):
        aims = np.zeros((2, SPREAD))
        aims_of_last(state, seat, aim, possible, totals, worths, aims)
        payoff[:] = aims[0]
    else:
        payoff_before_others(state, seat, aim, results, possible, totals, worths, payoff)


@rule
def aims_of_last(
    state: State, seat: int, aim: int, possible: Ints, totals: Ints, worths: Doubles, aims: Doubles
) -> None:
    """§3, §4 When all others stand: what each result is worth to the last player, and that tipped towards a seat."""
    last = last_to_roll(state)
    for k in range(SPREAD):
        if possible[k] == 1:
            state.fields[state.round, last] = free_field(state, k + LOWEST)
            aims[0, k] = worth_of_chips(state, last, aim, totals, worths) + TASTE * TASTE * (k + LOWEST)
            aims[1, k] = aims[0, k] + TIP * worth_of_chips(state, seat, aim, totals, worths)
            state.fields[state.round, last] = 0


@rule
def payoff_before_others(
    state: State, seat: int, aim: int, results: Ints, possible: Ints, totals: Ints, worths: Doubles, payoff: Doubles
) -> None:
    """For each field the last player answers; a value moves with the tip by what the answer brings to the seat."""
    fields, guesses = np.zeros(SPREAD, np.int64), np.zeros(GUESSES, np.int64)
    found = fields_within_reach(state, possible, fields)
    between = (last_to_roll(state) - seat - 1) % state.players
    tries = 1
    if between > 0:
        tries = GUESSES
        guess_points(state, results, possible, guesses)
    worth = np.zeros(SPREAD)  # by field
    for begin in range(0, found * tries, AT_A_TIME):
        asked = min(AT_A_TIME, found * tries - begin)
        aims = np.zeros((2 * asked, SPREAD))
        for k in range(asked):
            place_until_last(state, seat, int(fields[(begin + k) // tries]), between, guesses, (begin + k) % tries)
            aims_of_last(state, seat, aim, possible, totals, worths, aims[2 * k : 2 * k + 2])
            for other in range(between + 1):
                state.fields[state.round, (seat + other) % state.players] = 0
        values = np.empty((FULL_ROLLS, HANDFULS, 2 * asked))
        turn_values(way(state), freezes(state), DICE, results, aims, values)
        for k in range(asked):
            worth[fields[(begin + k) // tries]] += (values[0, 0, 2 * k + 1] - values[0, 0, 2 * k]) / TIP / tries
    for k in range(SPREAD):
        if possible[k] == 1:
            payoff[k] = worth[free_field(state, k + LOWEST)] + TASTE * TASTE * (k + LOWEST)


@rule
def fields_within_reach(state: State, possible: Ints, fields: Ints) -> int:
    """Each once; how many there are."""
    found = 0
    for k in range(SPREAD):
        if possible[k] == 1:
            field = free_field(state, k + LOWEST)
            if found == 0 or field > fields[found - 1]:
                fields[found] = field
                found += 1
    return found


@rule
def place_until_last(state: State, seat: int, field: int, between: int, guesses: Ints, guess: int) -> None:
    """The seat on its field, and those between wherever this guess puts them."""
    state.fields[state.round, seat] = field
    for k in range(between):
        result = int(guesses[(guess * (2 * k + 1) + k) % GUESSES])
        state.fields[state.round, (seat + 1 + k) % state.players] = free_field(state, result)


@rule
def guess_points(state: State, results: Ints, possible: Ints, guesses: Ints) -> None:
    """What somebody who rolls for points may end with, every guess equally likely."""
    aims = np.zeros((SPREAD + 1, SPREAD))
    found = 1
    for k in range(SPREAD):
        aims[0, k] = k + LOWEST
        if possible[k] == 1:
            for other in range(SPREAD):
                aims[found, other] = other + LOWEST + (TIP if other > k else 0.0)
            found += 1
    values = np.empty((FULL_ROLLS, HANDFULS, found))
    turn_values(way(state), freezes(state), DICE, results, aims[:found], values)
    found, guess = 1, 0
    for k in range(SPREAD):
        if possible[k] == 1:
            more = (values[0, 0, found] - values[0, 0, 0]) / TIP  # how likely it is to end with more
            while guess < GUESSES and more < 1 - (guess + 0.5) / GUESSES:
                guesses[guess] = k + LOWEST
                guess += 1
            found += 1


# Decisions


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
    """The legal actions and what each is worth to somebody who looks so many rolls ahead; how many there are."""
    seen, rolls = way(state), 0
    if seen == FULL:
        rolls = max(state.rolls, FULL_ROLLS - sight)
    elif seen == FREE:
        rolls = max(state.rolls, FREE_ROLLS - sight)
    elif sight < FREE_ROLLS:
        seen, rolls = FREE, FREE_ROLLS - sight
    aims = np.zeros((1, SPREAD))
    aims[0] = payoff
    values = np.empty((FULL_ROLLS, HANDFULS, 1))
    turn_values(seen, freezes(state), DICE, results, aims, values)
    found = legal(state, state.turn, actions)
    for k in range(found):
        scores[k] = values[rolls, number(kept(state, int(actions[k]))), 0]
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
    card = state.deck[state.card[state.round]]
    results = np.zeros(HANDFULS, np.int64)
    payoff = np.zeros(SPREAD)
    results_of(int(SEEN_AS[habits[1], card[SCORING_OF]]), int(card[SWIRL_OF]), DICE, results)
    payoff_of_results(state, seat, int(habits[0]), results, payoff)
    return weigh_actions(state, results, payoff, int(habits[2]), actions, scores)


@rule
def play_by(state: State, seat: int, habits: Ints) -> int:
    actions, scores = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    found = weigh_by(state, seat, habits, actions, scores)
    best = 0
    for k in range(1, found):
        if scores[k] > scores[best]:
            best = k
    return int(actions[best])


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """The actions with the best chance to win the game, and that chance."""
    found = weigh_by(state, seat, HABITS[2], actions, scores)
    for k in range(min(width, found)):
        best = k
        for other in range(k + 1, found):
            if scores[other] > scores[best]:
                best = other
        actions[k], actions[best] = actions[best], actions[k]
        scores[k], scores[best] = scores[best], scores[k]
    return min(width, found)


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """Looks at each die by itself: it goes on if another one in its place would be better on average."""
    card = state.deck[state.card[state.round]]
    scoring, swirl = int(card[SCORING_OF]), int(card[SWIRL_OF])
    now = score_now(state)
    if way(state) == FULL:
        return ROLL if mean_of_throws(state, scoring, swirl, rng) > now else STOP
    poor, best, best_gain = 0, 0, -1e9
    for face in range(FACES):
        if count(state.lying, face) > 0:
            gain = now - mean_of_another(state.lying + state.aside, face, scoring, swirl)
            if gain < 0:
                poor += count(state.lying, face) << 3 * face
            if gain > best_gain:
                best, best_gain = 1 << 3 * face, gain
    if way(state) == FREE:
        return number(poor)
    if poor < state.lying:
        return number(state.lying - poor)
    return ROLL if frozen_now(state) else number(best)


@rule
def mean_of_another(handful: int, face: int, scoring: int, swirl: int) -> float:
    """The mean result with a new die in place of one of this face."""
    total = 0
    for other in range(FACES):
        total += score(handful - (1 << 3 * face) + (1 << 3 * other), scoring, swirl)
    return total / FACES


@rule
def mean_of_throws(state: State, scoring: int, swirl: int, rng: Rng) -> float:
    """The mean result of some throws of all dice that lie there."""
    total = 0
    for _ in range(THROWS):
        handful = state.aside
        for _ in range(size(state.lying)):
            handful += 1 << 3 * below(rng, FACES)
        total += score(handful, scoring, swirl)
    return total / THROWS


@rule
def promise(state: State, seat: int) -> float:
    """The share of the endings that the seat wins; the round under way counts as open."""
    totals, shares = np.zeros((state.players, ENDINGS), np.int64), np.zeros(MOST_PLAYERS)
    imagine_endings(state, ROUNDS - state.round if state.phase != OVER else 0, totals)
    share_the_wins(state.players, 0, totals, shares)
    return float(shares[seat])


# Players

THROWS = 8
AS_IT_IS, WITHOUT_THE_REST, AS_A_SUM = 0, 1, 2  # how somebody sees the scoring of a card
SEEN_AS = np.array(
    [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        [SUM, SAME, SAME, SUM, PAIRS, PAIRS, SAME, ODD, ODD, SUM, ASCENDING],
        [SUM, SUM, SUM, SUM, SUM, SUM, SUM, SUM, SUM, SUM, SUM],
    ],
    np.int64,
)
HABITS = np.array(
    [
        [FOR_POINTS, AS_IT_IS, DICE],
        [FOR_CHIPS, AS_IT_IS, DICE],
        [FOR_THE_WIN, AS_IT_IS, DICE],
        [FOR_POINTS, AS_IT_IS, 1],
        [FOR_POINTS, WITHOUT_THE_REST, DICE],
        [FOR_POINTS, WITHOUT_THE_REST, 1],
        [FOR_POINTS, AS_A_SUM, DICE],
        [FOR_POINTS, AS_A_SUM, 1],
        [FOR_CHIPS, AS_IT_IS, 1],
        [FOR_CHIPS, WITHOUT_THE_REST, 1],
    ],
    np.int64,
)


@rule
def highest_score(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[0])


@rule
def most_chips(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[1])


@rule
def the_win(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[2])


@rule
def short_sight(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[3])


@rule
def no_rest(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[4])


@rule
def no_rest_short(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[5])


@rule
def sums(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[6])


@rule
def sums_short(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[7])


@rule
def chips_short(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[8])


@rule
def chips_norest_short(state: State, seat: int, rng: Rng) -> int:
    return play_by(state, seat, HABITS[9])


REFERENCES = {"highest-score": "highest_score"}
