"""Whoever thinks about High Score: the best turn for any aim, and players from a first evening to one who never errs.

A turn is solved exactly, over handfuls and not over dice. `values[rolls, handful]` is what can be expected when
this handful stands, the other dice are in the air and so many rolls were made before. Throwing dice at once is throwing
them one by one, so a handful is worth the mean over the six that one more die makes of it; and the best handful to keep
is the handful itself or the best one to keep of those with a die less.

What a result is worth is asked of the rules: the piece is placed, the chips are given, and the chips are worth what the
aim says. The last to roll knows all. With two players the first one reckons with the best answer of the other, which is
exact. With more players everybody still to roll is taken to pass each field with the best chance that there is, which
is a little too much: nobody can try for all fields at once.

What chips are worth to somebody who wants to win the game: for two there is a table of the whole game (it takes every
card as equally likely in every round, even one that has been played), for more the rounds to come are imagined, with
chips by lot and a little more luck for those who roll later.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.high_score.rules import (
    ASIDE,
    CHOICES,
    DICE,
    FACES,
    FREE,
    FREE_ROLLS,
    FULL,
    FULL_ROLLS,
    GOLD,
    HANDFUL,
    HANDFULS,
    MOST_PLAYERS,
    ONE_SWIRL,
    OVER,
    ROLL,
    ROUNDS,
    SCORING_OF,
    STEPS,
    STOP,
    SUM,
    SWIRL,
    SWIRL_OF,
    WAY_OF,
    State,
    chip_behind,
    chip_of,
    chip_points,
    free_field,
    freezes,
    legal,
    number,
    pick,
    score,
    score_now,
    size,
    tickets,
    way,
)
from spieltisch.games.high_score.solve import (
    ANSWERS,
    CARDS_SOLVED,
    CHIPS,
    DUEL,
    ENDINGS,
    FIELDS,
    GOLD_LEAD,
    GUESSES,
    HOPES,
    HOPES_AT,
    KEPT,
    LATER,
    LEAD,
    LIKELY,
    LOWEST,
    LUCK,
    MOST_PAIRS,
    RANK,
    RESULTS,
    SECONDS,
    SHARE,
    SOLVED_STEP,
    SPREAD,
    SWIRLS,
    TALLIES,
    TALLY,
    WITH,
    WITHOUT,
    Doubles,
)
from spieltisch.kernel import Ints, Rng, rule

# The best turn


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


# What somebody can expect who wants to pass a field


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


# What chips are worth

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


# What a result is worth


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
def promise(state: State, seat: int) -> float:
    """The chance to win; the round under way counts as open."""
    shares = np.zeros(MOST_PLAYERS)
    share_the_win(state, 0, ROUNDS - state.round if state.phase != OVER else 0, shares)
    return float(shares[seat])


# The quick policy


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


# Players

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


@rule
def highest_score(state: State, seat: int, rng: Rng) -> int:
    """Never errs, and looks only at the dice."""
    return play_by(state, seat, HABITS[HIGHEST_SCORE])


@rule
def most_chips(state: State, seat: int, rng: Rng) -> int:
    """Looks at the track, too."""
    return play_by(state, seat, HABITS[MOST_CHIPS])


@rule
def the_win(state: State, seat: int, rng: Rng) -> int:
    """And at the chips that everybody has."""
    return play_by(state, seat, HABITS[THE_WIN])


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Likes high dice whatever the card says, thinks of the next roll only, and has enough after two."""
    return play_by(state, seat, HABITS[BEGINNER])


@rule
def adder(state: State, seat: int, rng: Rng) -> int:
    """Likes high dice whatever the card says and thinks of the next roll only, but rolls three times."""
    return play_by(state, seat, HABITS[ADDER])


@rule
def forgetful(state: State, seat: int, rng: Rng) -> int:
    """Likes high dice in three of four turns; in the others the card is read and the turn thought through."""
    return play_by(state, seat, HABITS[FORGETFUL])


@rule
def short_sighted(state: State, seat: int, rng: Rng) -> int:
    """Reads the card, but thinks of the next roll only."""
    return play_by(state, seat, HABITS[SHORT_SIGHTED])


@rule
def regular(state: State, seat: int, rng: Rng) -> int:
    """Looks at the track, but thinks of the next roll only, and has enough after four."""
    return play_by(state, seat, HABITS[REGULAR])


REFERENCES = {"highest-score": "highest_score", "most-chips": "most_chips"}
