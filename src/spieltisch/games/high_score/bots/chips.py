"""What a result is worth: the piece is placed, the chips are given, and chips are worth what the aim says.

The rules are asked for all of it. The last to roll knows all. With two players the first one reckons with the best
answer of the other, which is exact. With more players everybody still to roll is taken to pass each field with the
best chance that there is, which is a little too much: nobody can try for all fields at once.

What chips are worth to somebody who wants to win the game: for two there is a table of the whole game (it takes every
card as equally likely in every round, even one that has been played), for more the rounds to come are imagined, with
chips by lot and a little more luck for those who roll later.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.high_score.bots.tables import (
    ANSWERS,
    CARDS_SOLVED,
    CHIPS,
    DUEL,
    ENDINGS,
    FIELDS,
    GOLD_LEAD,
    GUESSES,
    LATER,
    LEAD,
    LOWEST,
    LUCK,
    RANK,
    SECONDS,
    SHARE,
    SOLVED_STEP,
    SPREAD,
    TALLIES,
    TALLY,
)
from spieltisch.games.high_score.bots.turn import turn_values
from spieltisch.games.high_score.rules import (
    DECIDING,
    DICE,
    FULL_ROLLS,
    GOLD,
    HANDFULS,
    MOST_PLAYERS,
    OVER,
    ROLLING,
    ROUNDS,
    SCORING_OF,
    SWIRL_OF,
    WAY_OF,
    State,
    chip_of,
    chip_points,
    free_field,
    freezes,
    score_now,
    way,
)
from spieltisch.kernel import Doubles, Ints, rule


@rule
def known_card(state: State) -> int:
    """The number of the card of this round in the tables; -1 if they do not know it."""
    card = state.deck[state.card[state.round]]
    for k in range(len(CARDS_SOLVED)):
        if (
            CARDS_SOLVED[k, WAY_OF] == card[WAY_OF]
            and CARDS_SOLVED[k, SCORING_OF] == card[SCORING_OF]
            and CARDS_SOLVED[k, SWIRL_OF] == card[SWIRL_OF]
        ):
            return k
    return -1


@rule
def answers_of(state: State, results: Ints, second: float, answers: Doubles) -> None:
    """By field: what the last to roll can expect if passing it is worth 1 and any other field `second`."""
    card = known_card(state)
    if card < 0:
        solve_answers(way(state), freezes(state), results, second, SOLVED_STEP, answers)
        return
    step = min(int(second * (SECONDS - 1)), SECONDS - 2)
    share = second * (SECONDS - 1) - step
    for field in range(FIELDS):
        answers[field] = (1 - share) * ANSWERS[card, step, field] + share * ANSWERS[card, step + 1, field]


@rule
def solve_answers(way_: int, freezing: bool, results: Ints, second: float, step: int, answers: Doubles) -> None:
    """For every so many fields a turn is solved, those between lie on a line."""
    values = np.empty((FULL_ROLLS, HANDFULS))
    payoff = np.zeros(SPREAD)
    for field in range(0, FIELDS, step):
        payoff[1 - LOWEST :] = second
        payoff[field + 1 - LOWEST :] = 1.0
        if field == 1:
            payoff[1 - LOWEST] = 0.0  # R7 whoever is pushed down from 1 has no field
        turn_values(way_, freezing, DICE, results, payoff, values)
        answers[field] = values[0, 0]
        for k in range(1, step if field > 0 else 0):
            answers[field - k] = (k * answers[field - step] + (step - k) * answers[field]) / step


FOR_POINTS, FOR_CHIPS, FOR_THE_WIN = 0, 1, 2  # aims
TASTE = 1e-4  # what chips count where only the win should, and points where only chips should: it settles ties


@rule
def tally_of(state: State) -> int:
    """§4 Who gets which chip, as the pieces stand."""
    tally = 0
    for seat in range(state.players):
        chip = chip_of(state, state.round, seat, int(state.fields[state.round, seat]))
        tally += (seat + 1) * int(TALLY[chip])
    return tally


@rule
def worth_of_chips(state: State, seat: int, aim: int, worths: Doubles) -> float:
    """What the chips, as the pieces stand, are worth to a seat; `worths` remembers."""
    tally = tally_of(state)
    if np.isnan(worths[tally, seat]):
        worths[tally] = 0.0
        if aim == FOR_THE_WIN:
            share_the_win(state, tally, ROUNDS - 1 - state.round, worths[tally])
        given = 0
        for other in range(state.players):
            given += int(CHIPS[other, tally])
        for other in range(state.players):
            chip = int(CHIPS[other, tally])
            ahead = chip - (given - chip) / (state.players - 1)
            worths[tally, other] += ahead if aim == FOR_CHIPS else TASTE * ahead
    return float(worths[tally, seat])


@rule
def share_the_win(state: State, tally: int, left: int, shares: Doubles) -> None:
    """The chance of each seat to win, with the chips of this tally, when so many rounds are left; §2 gold starts."""
    starter = state.starter
    for seat in range(state.players):
        if CHIPS[seat, tally] == GOLD:
            starter = seat
    if state.players == 2:
        other = 1 - starter
        points = chip_points(state, starter) - chip_points(state, other) + CHIPS[starter, tally] - CHIPS[other, tally]
        gold = state.gold[starter] - state.gold[other] + (1 if CHIPS[starter, tally] == GOLD else 0)
        shares[starter] = DUEL[left, LEAD + points, GOLD_LEAD + gold]
        shares[other] = 1 - shares[starter]
    else:
        share_the_endings(state, tally, left, starter, shares)


@rule
def share_the_endings(state: State, tally: int, left: int, starter: int, shares: Doubles) -> None:
    """§5 In how many of the endings each seat wins; who ties shares."""
    now = np.zeros(MOST_PLAYERS, np.int64)
    for seat in range(state.players):
        now[seat] = 10_000 * chip_points(state, seat) + 100 * state.gold[seat] + state.silver[seat]
        now[seat] += RANK[CHIPS[seat, tally]]
    for ending in range(ENDINGS):
        best, winners = -1, 0
        for seat in range(state.players):
            total = now[seat] + LATER[state.players - 3, left, (seat - starter) % state.players, ending]
            if total > best:
                best, winners = total, 1 << seat
            elif total == best:
                winners |= 1 << seat
        for seat in range(state.players):
            if winners >> seat & 1:
                shares[seat] += SHARE[winners] / ENDINGS


@rule
def last_to_roll(state: State) -> int:
    return (state.starter + state.players - 1) % state.players


@rule
def payoff_of_results(state: State, seat: int, aim: int, results: Ints, payoff: Doubles) -> None:
    """What each result that the dice can bring is worth to the seat on turn."""
    payoff[:] = np.arange(LOWEST, LOWEST + SPREAD)
    if aim == FOR_POINTS:
        return
    payoff *= TASTE * TASTE
    worths = np.full((TALLIES, MOST_PLAYERS), np.nan)
    by_field = np.zeros(FIELDS)
    if seat == last_to_roll(state):
        weigh_fields(state, seat, aim, worths, by_field)
    elif state.players == 2:
        weigh_fields_before_answer(state, seat, aim, results, worths, by_field)
    else:
        weigh_fields_before_others(state, seat, aim, results, worths, by_field)
    for k in range(SPREAD):
        payoff[k] += by_field[free_field(state, k + LOWEST)]


@rule
def weigh_fields(state: State, seat: int, aim: int, worths: Doubles, by_field: Doubles) -> None:
    """§3, §4 When all others stand."""
    for field in range(FIELDS):
        if field == free_field(state, field):
            state.fields[state.round, seat] = field
            by_field[field] = worth_of_chips(state, seat, aim, worths)
            state.fields[state.round, seat] = 0


@rule
def weigh_fields_before_answer(
    state: State, seat: int, aim: int, results: Ints, worths: Doubles, by_field: Doubles
) -> None:
    """What one of two wins the other loses, who answers as well as possible."""
    first = worth_if(state, seat, 1, 2, aim, worths)
    second = worth_if(state, seat, 3, 2, aim, worths)
    third = worth_if(state, seat, 2, 0, aim, worths)
    ratio = min(max((third - second) / (third - first), 0.0), 1.0)
    answers = np.zeros(FIELDS)
    answers_of(state, results, ratio, answers)
    by_field[:] = third + (first - third) * answers
    alone, nobody = worth_if(state, seat, 0, 2, aim, worths), worth_if(state, seat, 0, 0, aim, worths)
    by_field[0] = nobody + (alone - nobody) * answers[0]


@rule
def worth_if(state: State, seat: int, field: int, other_field: int, aim: int, worths: Doubles) -> float:
    """To the seat, if its piece and that of the other one were there."""
    state.fields[state.round, seat] = field
    state.fields[state.round, 1 - seat] = other_field
    worth = worth_of_chips(state, seat, aim, worths)
    state.fields[state.round, :2] = 0
    return worth


@rule
def weigh_fields_before_others(
    state: State, seat: int, aim: int, results: Ints, worths: Doubles, by_field: Doubles
) -> None:
    """The mean over some guesses of what the others will roll."""
    chances, guesses = np.zeros(FIELDS), np.zeros(GUESSES, np.int64)
    answers_of(state, results, 0.0, chances)
    guess_results(chances, guesses)
    coming = (last_to_roll(state) - seat) % state.players
    for field in range(FIELDS):
        if field == free_field(state, field):
            for guess in range(GUESSES):
                state.fields[state.round, seat] = field
                for k in range(1, coming + 1):
                    rolled = int(guesses[LUCK[k, guess]])
                    state.fields[state.round, (seat + k) % state.players] = free_field(state, rolled)
                by_field[field] += worth_of_chips(state, seat, aim, worths) / GUESSES
                for k in range(coming + 1):
                    state.fields[state.round, (seat + k) % state.players] = 0


@rule
def guess_results(chances: Doubles, guesses: Ints) -> None:
    """Results, all equally likely, of somebody who passes each field with its chance."""
    for guess in range(GUESSES):
        result = 0
        while result < FIELDS - 1 and chances[result] > (guess + 0.5) / GUESSES:
            result += 1
        guesses[guess] = result


@rule
def evaluate(state: State, seat: int) -> float:
    """The chance to win; the round under way counts as open."""
    shares = np.zeros(MOST_PLAYERS)
    share_the_win(state, 0, ROUNDS - state.round if state.phase != OVER else 0, shares)
    return float(shares[seat])


CHIP_WORTH = 1_000_000  # of a chip point
FIELD_WORTH = 10_000  # of a field before it is known which chip it brings


@rule
def worth(state: State, seat: int) -> int:
    """Chips, and in a round what stopping now would give: to the last player the chip, to others a field far ahead."""
    chips = CHIP_WORTH * chip_points(state, seat)
    if state.phase != ROLLING and state.phase != DECIDING:
        return chips
    if seat != state.turn:
        return chips + int(FIELD_WORTH * state.fields[state.round, seat] + state.results[state.round, seat])
    result = score_now(state)
    field = free_field(state, result)
    if (seat + 1) % state.players == state.starter:
        return chips + CHIP_WORTH * chip_of(state, state.round, seat, field) + result
    return chips + FIELD_WORTH * field + result
