"""Whoever thinks about High Score: the best turn for any aim, and players from a first evening to one who never errs.

A turn is solved exactly, over handfuls and not over dice. `values[rolls, handful, k]` is what aim k can expect when this
handful stands, the other dice are in the air and so many rolls were made before. Throwing dice at once is throwing them
one by one, so a handful is worth the mean over the six that one more die makes of it; and the best handful to keep is
the best one among those with a die less, or the handful itself. Many aims are solved side by side.

What a result is worth is asked of the rules: the piece is placed, the chips are given, and the chips are worth what the
aim says. The players still to roll are taken into account: the last one answers as well as anybody could, those between
are taken to roll for points.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.games.high_score.rules import (
    ASIDE,
    BRONZE,
    CHOICES,
    DECIDING,
    DICE,
    FACES,
    FACTORIALS,
    FREE,
    FREE_ROLLS,
    FROZEN,
    FULL,
    FULL_ROLLS,
    GOLD,
    HANDFUL,
    HANDFULS,
    MOST_PLAYERS,
    NO_CHIP,
    ONE_SWIRL,
    OVER,
    ROLL,
    ROLLING,
    ROLLS,
    ROUNDS,
    SCORING_OF,
    SILVER,
    STEPS,
    STOP,
    SUM,
    SWIRL,
    SWIRL_OF,
    WAY_OF,
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
TIP = 2.0**-30  # how far an aim is tipped to see what else its policy brings
AT_A_TIME = 48  # aims solved side by side, so that they fit into the cache
GUESSES = 8  # of what the players between will roll


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
MOST_PAIRS = 7056  # of what stands and what lands, for one number of dice that stand


# The best turn. Rows of values are taken together, all aims at once.


@rule
def raise_to(row: Doubles, other: Doubles) -> None:
    np.maximum(row, other, row)


@rule
def add_share(row: Doubles, share: float, other: Doubles, room: Doubles) -> None:
    np.multiply(other, share, room)
    np.add(row, room, row)


@rule
def results_of(scoring: int, swirl: int, dice: int, results: Ints) -> None:
    """The result of every handful of so many dice."""
    for handful in range(STEPS[0, dice], STEPS[0, dice + 1]):
        results[handful] = score(int(HANDFUL[handful]), scoring, swirl)


@rule
def turn_values(way_: int, freezing: bool, dice: int, results: Ints, payoff: Doubles, values: Doubles) -> None:
    """Solves a turn with so many dice for every aim: `payoff[k, result - LOWEST]` is what a result is worth to aim k."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    stand = np.empty((end - begin, payoff.shape[0]))
    for handful in range(begin, end):
        stand[handful - begin] = payoff[:, results[handful] - LOWEST]
    if way_ == ASIDE:
        values_of_setting_aside(freezing, dice, stand, values[0])
    else:
        values_of_rolling_again(way_, freezing, dice, stand, values)


@rule
def values_of_rolling_again(way_: int, freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6 From the last roll back to the first."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best = np.empty(values.shape[1:])  # of what may be kept when this handful has landed
    best[begin:end] = stand
    for rolls in range(FULL_ROLLS - 1 if way_ == FULL else FREE_ROLLS - 1, -1, -1):
        values[rolls, begin:end] = best[begin:end]
        throw(dice, values[rolls])
        values[rolls, begin:end] = stand
        if rolls > 0 and way_ == FULL:
            for handful in range(begin, end):
                frozen = count(int(HANDFUL[handful]), SWIRL) if freezing else 0
                best[handful] = values[rolls, handful]
                raise_to(best[handful], values[rolls, number(frozen * ONE_SWIRL)])
        elif rolls > 0:
            keep(freezing, end, values[rolls], best)


@rule
def throw(dice: int, values: Doubles) -> None:
    """From the handfuls of all dice, which have landed, down to none: the mean over the faces of one more die."""
    room = np.empty(values.shape[1])
    for handful in range(STEPS[0, dice] - 1, -1, -1):
        values[handful] = 0.0
        for face in range(FACES):
            add_share(values[handful], 1 / FACES, values[WITH[handful, face]], room)


@rule
def keep(freezing: bool, end: int, values: Doubles, best: Doubles) -> None:
    """§7 Any dice may be picked up, except frozen swirls."""
    for handful in range(end):
        best[handful] = values[handful]
        for face in range(SWIRL if freezing else FACES):
            if WITHOUT[handful, face] >= 0:
                raise_to(best[handful], best[WITHOUT[handful, face]])


@rule
def values_of_setting_aside(freezing: bool, dice: int, stand: Doubles, values: Doubles) -> None:
    """§6 From all dice aside down to none. The best of a pair, what stands and what lies there, is the best of all
    handfuls from the one to both together; it comes from the pairs where one more die stands."""
    begin, end = STEPS[0, dice], STEPS[0, dice + 1]
    best, best_above = np.empty((MOST_PAIRS, values.shape[1])), np.empty((MOST_PAIRS, values.shape[1]))
    room = np.empty(values.shape[1])
    above = np.empty(FACES, np.int64)
    values[begin:end] = stand
    best[: end - begin] = stand
    for stood in range(dice - 1, -1, -1):
        best, best_above = best_above, best
        fewer, landing, landed = STEPS[0, dice - stood - 1], STEPS[0, dice - stood], STEPS[0, dice - stood + 1]
        for handful in range(STEPS[0, stood], STEPS[0, stood + 1]):
            for face in range(FACES):
                above[face] = (WITH[handful, face] - STEPS[0, stood + 1]) * (landing - fewer) - fewer
            mean = values[handful]
            mean[:] = 0.0
            pair = (handful - STEPS[0, stood]) * (landed - landing) - landing
            for roll in range(landing, landed):
                best_of_setting_aside(freezing, roll, above, best_above, best[pair + roll])
                add_share(mean, LIKELY[roll], best[pair + roll], room)
            for roll in range(landing, landed):
                if not freezing or WITHOUT[roll, SWIRL] < 0:
                    raise_to(best[pair + roll], mean)


@rule
def best_of_setting_aside(freezing: bool, roll: int, above: Ints, best_above: Doubles, best: Doubles) -> None:
    """§6 At least one die is set aside; §7, R6, R11 swirls that freeze go first, and are enough."""
    best[:] = -np.inf
    for face in range(SWIRL if freezing and WITHOUT[roll, SWIRL] >= 0 else 0, FACES):
        if WITHOUT[roll, face] >= 0:
            raise_to(best, best_above[above[face] + WITHOUT[roll, face]])


# What chips are worth


def _chips() -> Ints:
    """By seat and tally: the chip. A tally says who gets which: a digit to the base six for each chip, 0 for nobody."""
    chips = np.zeros((MOST_PLAYERS, TALLIES), np.int64)
    for tally in range(TALLIES):
        for chip in (BRONZE, SILVER, GOLD):
            taker = tally // int(TALLY[chip]) % (MOST_PLAYERS + 1)
            if taker > 0:
                chips[taker - 1, tally] = chip
    return chips


def _lots() -> Ints:
    """Rounds to come, as tallies, with chips by lot: for two players every course of seven rounds, for more of them
    some at random, in which every seat is as lucky as any other."""
    luck = np.random.RandomState(1)
    lots = np.zeros((MOST_PLAYERS + 1, ENDINGS, ROUNDS), np.int64)
    ahead = np.arange(ENDINGS)[:, None] >> np.arange(ROUNDS) & 1
    lots[2] = TALLY[GOLD] * (ahead + 1) + TALLY[BRONZE] * (2 - ahead)
    for players in range(3, MOST_PLAYERS + 1):
        once = luck.rand(ENDINGS // players, ROUNDS, players).argsort(axis=2)
        order = np.concatenate([(once + seat) % players for seat in range(players)])
        lots[players] = (order[:, :, :3] + 1) @ TALLY[[GOLD, SILVER, BRONZE]]
    return lots


TALLY = np.array([0, 1, 6, 36], np.int64)  # of a chip for the first seat, twice that for the second
TALLIES = 216
ENDINGS = 1920  # 15 times 128 courses, and every seat can be lucky equally often
CHIPS = _chips()
STANDING = np.array([0, 10_000, 20_001, 30_100], np.int64)[CHIPS]  # points, then gold, then silver in one number
LOTS = _lots()
WINNERS = 60  # a win is so much, shared by up to five


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
    """How everybody may stand in the end without the chips of this round; so many rounds come after it."""
    for seat in range(state.players):
        points, gold, silver = chip_points(state, seat), state.gold[seat], state.silver[seat]
        totals[seat] = 10_000 * points + 100 * gold + silver
        for round_ in range(rounds):
            np.add(totals[seat], STANDING[seat][LOTS[state.players, :, round_]], totals[seat])


@rule
def share_the_wins(players: int, tally: int, totals: Ints, worths: Doubles) -> None:
    """§5 In how many of the endings each seat wins, with these chips of the round; who ties shares."""
    best = totals[0] + STANDING[0, tally]
    for seat in range(1, players):
        np.maximum(best, totals[seat] + STANDING[seat, tally], best)
    winners = np.zeros(ENDINGS, np.int64)
    for seat in range(players):
        winners += np.where(totals[seat] + STANDING[seat, tally] == best, 1, 0)
    for seat in range(players):
        won = np.sum(np.where(totals[seat] + STANDING[seat, tally] == best, WINNERS // winners, 0))
        worths[seat] += won / (WINNERS * ENDINGS)


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
            margin = chip - (given - chip) / (state.players - 1)
            worths[tally, other] = margin if aim == FOR_CHIPS else TASTE * margin
        if aim == FOR_THE_WIN:
            share_the_wins(state.players, tally, totals, worths[tally])
    return float(worths[tally, seat])


# What a result is worth

FOR_POINTS, FOR_CHIPS, FOR_THE_WIN = 0, 1, 2  # aims
TASTE = 1e-4  # what chips count where only the win should, and dice where only chips should: for choices that are equal


@rule
def last_to_roll(state: State) -> int:
    return (state.starter + state.players - 1) % state.players


@rule
def payoff_of_results(state: State, seat: int, aim: int, results: Ints, payoff: Doubles) -> None:
    """What each result that the dice can bring is worth to the seat on turn."""
    possible = np.zeros(SPREAD, np.int64)
    for handful in range(STEPS[0, DICE], HANDFULS):
        possible[results[handful] - LOWEST] = 1
    totals = np.zeros((state.players, ENDINGS), np.int64)
    worths = np.full((TALLIES, MOST_PLAYERS), np.nan)
    imagine_endings(state, ROUNDS - 1 - state.round, totals)
    both = np.zeros((2, SPREAD))
    if aim == FOR_POINTS:
        payoff[:] = np.arange(LOWEST, LOWEST + SPREAD)
    elif seat == last_to_roll(state):
        payoffs_of_last(state, seat, aim, possible, totals, worths, both)
        payoff[:] = both[0]
    else:
        payoff_before_others(state, seat, aim, results, possible, totals, worths, payoff)


@rule
def payoffs_of_last(
    state: State, seat: int, aim: int, possible: Ints, totals: Ints, worths: Doubles, payoffs: Doubles
) -> None:
    """§3, §4 All pieces but the last stand: what each result of the last player is worth to that one, and to the seat."""
    last = last_to_roll(state)
    for k in range(SPREAD):
        if possible[k] == 1:
            state.fields[state.round, last] = free_field(state, k + LOWEST)
            payoffs[0, k] = worth_of_chips(state, last, aim, totals, worths) + TASTE * TASTE * (k + LOWEST)
            payoffs[1, k] = worth_of_chips(state, seat, aim, totals, worths)
            state.fields[state.round, last] = 0


@rule
def payoff_before_others(
    state: State, seat: int, aim: int, results: Ints, possible: Ints, totals: Ints, worths: Doubles, payoff: Doubles
) -> None:
    """The last player answers with the best turn, those between are taken to roll for points."""
    between = (last_to_roll(state) - seat - 1) % state.players
    tries = 1 if between == 0 else GUESSES
    guesses = np.zeros(GUESSES, np.int64)
    if between > 0:
        guess_points(state, results, possible, guesses)
    fields, at = np.zeros(SPREAD, np.int64), np.zeros(SPREAD, np.int64)
    found = 0
    for k in range(SPREAD):
        if possible[k] == 1:
            field = free_field(state, k + LOWEST)
            if found == 0 or field != fields[found - 1]:
                fields[found] = field
                found += 1
            at[k] = found - 1
    worth = np.zeros(found)
    payoffs = np.zeros((2, SPREAD))
    aims = np.zeros((2 * AT_A_TIME, SPREAD))  # of the last player, first as they are, then tipped
    values = np.empty((FULL_ROLLS, HANDFULS, 2 * AT_A_TIME))
    for begin in range(0, found * tries, AT_A_TIME):
        end = min(begin + AT_A_TIME, found * tries)
        for k in range(begin, end):
            state.fields[state.round, seat] = fields[k // tries]
            place_between(state, seat, between, guesses, k % tries)
            payoffs_of_last(state, seat, aim, possible, totals, worths, payoffs)
            aims[k - begin] = payoffs[0]
            aims[AT_A_TIME + k - begin] = payoffs[0] + TIP * payoffs[1]
            for other in range(between + 1):
                state.fields[state.round, (seat + other) % state.players] = 0
        turn_values(way(state), freezes(state), DICE, results, aims, values)
        for k in range(begin, end):
            worth[k // tries] += (values[0, 0, AT_A_TIME + k - begin] - values[0, 0, k - begin]) / TIP / tries
    for k in range(SPREAD):
        if possible[k] == 1:
            payoff[k] = worth[at[k]] + TASTE * TASTE * (k + LOWEST)


@rule
def place_between(state: State, seat: int, between: int, guesses: Ints, guess: int) -> None:
    """Each of them with another one of the guesses."""
    for k in range(between):
        result = int(guesses[(guess * (2 * k + 1) + k) % GUESSES])
        state.fields[state.round, (seat + 1 + k) % state.players] = free_field(state, result)


@rule
def guess_points(state: State, results: Ints, possible: Ints, guesses: Ints) -> None:
    """What somebody who rolls for points may end with, each guess as likely as any other."""
    columns = 1 + int(np.sum(possible))
    aims = np.zeros((columns, SPREAD))
    aims[:] = np.arange(LOWEST, LOWEST + SPREAD)
    column = 1
    for k in range(SPREAD):
        if possible[k] == 1:
            aims[column, k + 1 :] += TIP
            column += 1
    values = np.empty((FULL_ROLLS, HANDFULS, columns))
    turn_values(way(state), freezes(state), DICE, results, aims, values)
    column = 1
    guess = 0
    for k in range(SPREAD):
        if possible[k] == 1:
            more = (values[0, 0, column] - values[0, 0, 0]) / TIP
            while guess < GUESSES and more < 1 - (guess + 0.5) / GUESSES:
                guesses[guess] = k + LOWEST
                guess += 1
            column += 1


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
def solve_turn(state: State, payoff: Doubles, actions: Ints, scores: Doubles) -> int:
    """The legal actions and what each is worth, exactly, if a result is worth `payoff[result - LOWEST]`."""
    card = state.deck[state.card[state.round]]
    results = np.zeros(HANDFULS, np.int64)
    results_of(int(card[SCORING_OF]), int(card[SWIRL_OF]), DICE, results)
    return weigh_actions(state, results, FULL_ROLLS, payoff, actions, scores)


@rule
def weigh_actions(state: State, results: Ints, sight: int, payoff: Doubles, actions: Ints, scores: Doubles) -> int:
    """The legal actions and what each is worth to somebody who looks so many rolls ahead."""
    aims = np.zeros((1, SPREAD))
    aims[0] = payoff
    values = np.empty((FULL_ROLLS, HANDFULS, 1))
    seen = way(state)
    layer = state.rolls
    if seen == ASIDE:
        layer = 0
        if sight < FREE_ROLLS:
            seen = FREE
            layer = FREE_ROLLS - sight
    else:
        layer = max(layer, (FULL_ROLLS if seen == FULL else FREE_ROLLS) - sight)
    turn_values(seen, freezes(state), DICE, results, aims, values)
    found = legal(state, state.turn, actions)
    for k in range(found):
        scores[k] = values[layer, number(kept(state, int(actions[k]))), 0]
    return found


@rule
def best_of(found: int, actions: Ints, scores: Doubles) -> int:
    best = 0
    for k in range(1, found):
        if scores[k] > scores[best]:
            best = k
    return int(actions[best])


SAME_AS_CARD, SUMS, NO_REST = 0, 1, 2
PLAIN = np.array([0, 1, 1, 0, 4, 4, 4, 7, 7, 0, 10], np.int64)
HABITS = np.array([[0,0,9],[1,0,9],[2,0,9],[0,0,1],[0,1,9],[0,1,1],[0,2,9],[0,2,1]], np.int64)

@rule
def play(state: State, seat: int, habits: Ints) -> int:
    aim, belief, sight = int(habits[0]), int(habits[1]), int(habits[2])
    card = state.deck[state.card[state.round]]
    scoring = int(card[SCORING_OF])
    swirl = int(card[SWIRL_OF])
    if belief == SUMS:
        scoring = SUM
    elif belief == NO_REST:
        scoring = int(PLAIN[scoring])
    results = np.zeros(HANDFULS, np.int64)
    results_of(scoring, swirl, DICE, results)
    payoff = np.zeros(SPREAD)
    payoff_of_results(state, seat, aim, results, payoff)
    actions, scores = np.zeros(CHOICES, np.int64), np.zeros(CHOICES)
    found = weigh_actions(state, results, sight, payoff, actions, scores)
    return best_of(found, actions, scores)


@rule
def highest_score(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[0])


@rule
def most_chips(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[1])


@rule
def the_win(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[2])


@rule
def short_sight(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[3])


@rule
def sums(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[4])


@rule
def sums_short(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[5])


@rule
def no_rest(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[6])


@rule
def no_rest_short(state: State, seat: int, rng: Rng) -> int:
    return play(state, seat, HABITS[7])


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """Looks at each die by itself: rolls it again if a new one would be better on average."""
    card = state.deck[state.card[state.round]]
    scoring, swirl = int(card[SCORING_OF]), int(card[SWIRL_OF])
    now = score_now(state)
    if way(state) == FULL:
        total = 0
        for _ in range(8):
            total += score(state.aside + throw_some(size(state.lying), rng), scoring, swirl)
        return ROLL if total > 8 * now else STOP
    table = state.lying + state.aside
    poor = 0
    best_face = 0
    best_gain = -1000
    for face in range(FACES):
        if count(state.lying, face) > 0:
            total = 0
            for other in range(FACES):
                total += score(table - (1 << 3 * face) + (1 << 3 * other), scoring, swirl)
            gain = FACES * now - total
            if gain < 0:
                poor += count(state.lying, face) << 3 * face
            if gain > best_gain:
                best_gain, best_face = gain, face
    if way(state) == FREE:
        return number(poor)
    if poor == state.lying and not frozen_now(state):
        return number(1 << 3 * best_face)
    return number(state.lying - poor) if poor < state.lying else ROLL


@rule
def throw_some(dice: int, rng: Rng) -> int:
    handful = 0
    for _ in range(dice):
        handful += 1 << 3 * below(rng, FACES)
    return handful


REFERENCES = {"highest-score": "highest_score"}
