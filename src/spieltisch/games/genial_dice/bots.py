"""Whoever thinks about the dice game."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from spieltisch.games.genial_dice.rules import (
    CHOICES,
    COLOURS,
    COUNTS,
    DECIDE,
    FOUR_EQUAL,
    JOKERS,
    KINDS,
    OVER,
    ROLL,
    ROLLS,
    SCORE,
    STOP,
    State,
    is_full,
    joker_marked,
    joker_size,
    joker_used,
    joker_worth,
    left_neighbour,
    legal,
    reach,
    shown_by_others,
)
from spieltisch.games.genial_dice.solve import (
    CHANCES,
    CODES,
    COLUMNS,
    DICE_LEFT,
    FOURS,
    JOKER_MARKS,
    KEYS,
    LONGEST,
    MOST_OF_A_ROLL,
    PACKED,
    PLACE_OF,
    PLACE_OF_WAY,
    PLACES,
    ROLL_AT,
    SHEET_AT,
    SHEETS,
    SHORT_SHEETS,
    WAYS_OF,
)
from spieltisch.kernel import Ints, Rng, below, rule

Doubles = npt.NDArray[np.float64]

with np.load(Path(__file__).parent / "data" / "turns.npz") as _tables:
    STILL = _tables["still"]  # [hand, long rows, sheet, t]: how likely it is not full after t turns, in 65535ths
    DUEL = _tables["duel"]  # [sheet, sheet]: how likely who is on turn with the first wins against the second
    DELAY = _tables["delay"]  # [hand, long rows, sheet, roll]: turns more or less if one of the others shows this roll
WHOLE = 65535.0
FOUR_TIMES = np.array([1, 5, 25, 125, 625, 3125])
SHOWN_AT = np.array([[[COUNTS[hand, ROLL_AT[hand, place], colour] for place in range(CHOICES)] for colour in range(COLOURS)] for hand in range(3)])
TURNS = STILL.shape[3]


def _roll_numbers() -> Ints:
    numbers = np.zeros((3, 5**COLOURS), np.int64)
    for hand in range(3):
        for roll in range(KINDS[hand]):
            numbers[hand, COUNTS[hand, roll] @ FOUR_TIMES] = roll
    return numbers


ROLL_NUMBER = _roll_numbers()
TOTALS = SHEETS.sum(axis=1).astype(np.float64)


# The ways of a turn


@rule
def sheet_number(sheet: Ints) -> int:
    place = 0
    for colour in range(COLOURS):
        place += KEYS[sheet[colour]]
    return int(SHEET_AT[place])


@rule
def sheets_after(state: State, sheet: Ints, shown: Ints) -> Ints:
    """The sheet that each way of each roll makes of this one, if the others show these dice."""
    hand = state.dice_each - 2
    ways = COLUMNS[hand, MOST_OF_A_ROLL]
    packed = np.zeros(ways, np.int64)
    for colour in range(COLOURS):
        lengths = DICE_LEFT * shown[colour] + JOKER_MARKS + FOURS * state.four_equal + sheet[colour]
        keys = PACKED[0 if state.row_length == 7 else 1][np.minimum(lengths, state.row_length)]
        packed += keys[CODES[hand, colour, :ways]]
    opened = (packed >> 45 & 7) // COLOURS + (packed >> 48) // COLOURS
    return SHEET_AT[packed >> 15 * opened & PLACES - 1]


@rule
def best_of_rolls(hand: int, values: Doubles) -> Doubles:
    """For each roll, by place, the best of its ways."""
    best = np.zeros(KINDS[hand])
    best -= 1e9
    for column in range(MOST_OF_A_ROLL):
        begin, end = COLUMNS[hand, column], COLUMNS[hand, column + 1]
        best[: end - begin] = np.maximum(best[: end - begin], values[begin:end])
    return best


@rule
def rolling(hand: int, best: Doubles, rolls: int) -> float:
    """What it is worth to have so many rolls yet, if one stops in time."""
    chances = CHANCES[hand, : KINDS[hand]]
    value = (chances * best).sum()
    for _ in range(rolls - 1):
        value = (chances * np.maximum(best, value)).sum()
    return value


# The value of sheets


@rule
def sheets_of(state: State) -> int:
    return SHORT_SHEETS if state.row_length == 7 else len(SHEETS)


@rule
def still(state: State, number: int) -> Doubles:
    """How likely a sheet is not full after 0, 1, 2, ... more turns."""
    return STILL[state.dice_each - 2, 0 if state.row_length == 7 else 1, number] / WHOLE


@rule
def delays(state: State, sheet: Ints) -> Doubles:
    """By place of the roll: how many turns more this sheet takes if one of the others shows that roll."""
    hand = state.dice_each - 2
    kinds = KINDS[hand]
    index = np.zeros(kinds, np.int64)
    rank = 0
    for length in range(state.row_length + 1):
        for colour in range(COLOURS):
            if sheet[colour] == length:
                index += SHOWN_AT[hand, colour, :kinds] * FOUR_TIMES[rank]
                rank += 1
    table = DELAY[hand, 0 if state.row_length == 7 else 1, sheet_number(sheet)]
    return table[ROLL_NUMBER[hand][index]] / 1000.0


@rule
def ending_at(still_: Doubles) -> Doubles:
    """How likely it gets full in turn t, taken together with t + 1: what a delay by a turn is about."""
    out = np.zeros(TURNS)
    out[1:] = (still_[:-1] - still_[1:]) / 2
    out[1 : TURNS - 1] += (still_[1:-1] - still_[2:]) / 2
    return out


@rule
def finishing(state: State, race: Doubles) -> Doubles:
    """For each sheet how likely it gets full while race[t] still holds."""
    n = sheets_of(state)
    table = STILL[state.dice_each - 2, 0 if state.row_length == 7 else 1]
    out = np.zeros(n)
    for t in range(1, TURNS):
        if race[t] > 1e-6:
            out += (table[:n, t - 1] * 1.0 - table[:n, t] * 1.0) * (race[t] / WHOLE)
    return out


@rule
def standing(state: State, seat: int) -> Doubles:
    """For each sheet how likely the seat wins if it ends its turn with it, nobody's dice being known."""
    if state.players == 2 and state.row_length == 7:
        return 1.0 - DUEL[sheet_number(state.sheets[1 - seat])] / WHOLE
    race = np.ones(TURNS)
    for other in range(state.players):
        if other != seat:
            race *= still(state, sheet_number(state.sheets[other]))
    out = finishing(state, race)
    out[len(out) - 1] = 1.0
    return out


@rule
def gain_by_delay(state: State, seat: int, slow: int) -> Doubles:
    """For each sheet how much more likely the seat wins for each turn that this other one is delayed."""
    race = np.ones(TURNS)
    for other in range(state.players):
        if other == slow:
            race *= ending_at(still(state, sheet_number(state.sheets[other])))
        elif other != seat:
            race *= still(state, sheet_number(state.sheets[other]))
    return finishing(state, race)


@rule
def near_values(state: State, seat: int) -> Doubles:
    """The chance to win after each way of each roll, with the dice it leaves to the others."""
    hand = state.dice_each - 2
    shown = np.zeros(COLOURS, np.int64)
    others_show(state, seat, shown)
    mine = sheets_after(state, state.sheets[seat], shown)
    values = standing(state, seat)[mine]
    places = PLACE_OF_WAY[hand, : len(mine)]
    for other in range(state.players):
        if other != seat:
            values += gain_by_delay(state, seat, other)[mine] * delays(state, state.sheets[other])[places]
    return values


@rule
def near_standing(state: State, seat: int) -> Doubles:
    hand = state.dice_each - 2
    values = standing(state, seat).copy()
    place = PLACE_OF[hand, roll_of(state, seat)]
    for other in range(state.players):
        if other != seat:
            values += gain_by_delay(state, seat, other) * delays(state, state.sheets[other])[place]
    return values


@rule
def near(state: State, seat: int, rng: Rng) -> int:
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    if state.phase == DECIDE:
        count = deciding(state, seat, near_values(state, seat), actions, scores)
    else:
        count = marking(state, seat, near_standing(state, seat), actions, scores)
    return first_best(actions, scores, count)


# looking ahead


@rule
def others_show(state: State, seat: int, shown: Ints) -> None:
    for colour in range(COLOURS):
        shown[colour] = 0
        for other in range(state.players):
            if other != seat:
                shown[colour] += state.dice[other, colour]


@rule
def quiet_values(state: State, seat: int) -> Doubles:
    shown = np.zeros(COLOURS, np.int64)
    others_show(state, seat, shown)
    return standing(state, seat)[sheets_after(state, state.sheets[seat], shown)]


@rule
def prospects(state: State, seat: int, number: int, both: Doubles) -> None:
    """If the seat ends its turn with this sheet, for each sheet that the next one makes of theirs: both's chances."""
    n = sheets_of(state)
    if number == n - 1:
        both[0] = 1.0
        both[1] = 0.0
        return
    if state.players == 2 and state.row_length == 7:
        both[0, :n] = DUEL[number] / WHOLE
        both[1, :n] = 1.0 - both[0, :n]
        return
    following = left_neighbour(state, seat)
    race = np.ones(TURNS)
    for other in range(state.players):
        if other != seat and other != following:
            race *= still(state, sheet_number(state.sheets[other]))
    own = still(state, number)
    both[1, :n] = finishing(state, race * own)
    table = STILL[state.dice_each - 2, 0 if state.row_length == 7 else 1]
    both[0] = 0.0
    for t in range(1, TURNS):
        weight = (own[t - 1] - own[t]) * race[t] / WHOLE
        if weight > 0:
            both[0, :n] += table[:n, t - 1] * weight


@rule
def answer(hand: int, after: Ints, both: Doubles) -> float:
    """The seat's chance when the next one plays its turn as well as it can."""
    theirs = both[1][after]
    ours = both[0][after]
    kinds = KINDS[hand]
    best = np.zeros(kinds)
    best -= 1.0
    mine = np.zeros(kinds)
    for column in range(MOST_OF_A_ROLL):
        begin, end = COLUMNS[hand, column], COLUMNS[hand, column + 1]
        size = end - begin
        if size > 0:
            mine[:size] = np.where(theirs[begin:end] > best[:size], ours[begin:end], mine[:size])
            best[:size] = np.maximum(best[:size], theirs[begin:end])
    chances = CHANCES[hand, :kinds]
    value = (chances * best).sum()
    chance = (chances * mine).sum()
    for _ in range(ROLLS - 1):
        chance = (chances * np.where(best >= value, mine, chance)).sum()
        value = (chances * np.maximum(best, value)).sum()
    return chance


@rule
def shown_to_next(state: State, seat: int, roll: int, shown: Ints) -> None:
    following = left_neighbour(state, seat)
    for colour in range(COLOURS):
        shown[colour] = COUNTS[state.dice_each - 2, roll, colour]
        for other in range(state.players):
            if other != seat and other != following:
                shown[colour] += state.dice[other, colour]


@rule
def far_values(state: State, seat: int) -> Doubles:
    """The chance to win after each way of each roll, the next player's turn being played out."""
    hand = state.dice_each - 2
    shown = np.zeros(COLOURS, np.int64)
    others_show(state, seat, shown)
    mine = sheets_after(state, state.sheets[seat], shown)
    values = np.zeros(len(mine))
    n = sheets_of(state)
    known = np.full(n, -1)
    count = 0
    for way in range(len(mine)):
        if known[mine[way]] < 0:
            known[mine[way]] = count
            count += 1
    both = np.zeros((count, 2, n))
    for number in range(n):
        if known[number] >= 0:
            prospects(state, seat, number, both[known[number]])
    seen = np.full(n, -1)
    memory = np.zeros(n)
    following = left_neighbour(state, seat)
    for place in range(KINDS[hand]):
        shown_to_next(state, seat, ROLL_AT[hand, place], shown)
        theirs = sheets_after(state, state.sheets[following], shown)
        for column in range(WAYS_OF[hand, place]):
            way = COLUMNS[hand, column] + place
            number = mine[way]
            if seen[number] != place:
                seen[number] = place
                memory[number] = answer(hand, theirs, both[known[number]])
            values[way] = memory[number]
    return values


@rule
def far_standing(state: State, seat: int) -> Doubles:
    """The same for the roll that lies there, by sheet; only the sheets it can make are filled in."""
    hand = state.dice_each - 2
    shown = np.zeros(COLOURS, np.int64)
    others_show(state, seat, shown)
    mine = sheets_after(state, state.sheets[seat], shown)
    n = sheets_of(state)
    out = np.full(n, -1.0)
    both = np.zeros((2, n))
    following = left_neighbour(state, seat)
    roll = roll_of(state, seat)
    shown_to_next(state, seat, roll, shown)
    theirs = sheets_after(state, state.sheets[following], shown)
    place = PLACE_OF[hand, roll]
    for column in range(WAYS_OF[hand, place]):
        number = mine[COLUMNS[hand, column] + place]
        if out[number] < 0:
            prospects(state, seat, number, both)
            out[number] = answer(hand, theirs, both)
    return out


@rule
def roll_of(state: State, seat: int) -> int:
    hand = state.dice_each - 2
    for roll in range(KINDS[hand]):
        same = True
        for colour in range(COLOURS):
            if COUNTS[hand, roll, colour] != state.dice[seat, colour]:
                same = False
        if same:
            return roll
    return -1


# choosing


@rule
def sheet_if_scored(state: State, seat: int, unused: Ints, marks: Ints, shown: Ints) -> int:
    lowest = state.row_length
    for colour in range(COLOURS):
        lowest = min(lowest, state.sheets[seat, colour] + unused[colour] * shown[colour] + marks[colour])
    limit = reach(state, lowest)
    place = 0
    for colour in range(COLOURS):
        place += KEYS[min(limit, state.sheets[seat, colour] + unused[colour] * shown[colour] + marks[colour])]
    return int(SHEET_AT[place])


@rule
def best_joker(state: State, seat: int, unused: Ints, marks: Ints, shown: Ints, values: Doubles) -> float:
    """The best that can be made of these dice with one more joker at most."""
    best = values[sheet_if_scored(state, seat, unused, marks, shown)]
    for used in range(COLOURS):
        for size in range(2, unused[used] + 1):
            for marked in range(COLOURS):
                unused[used] -= size
                marks[marked] += joker_worth(state, size)
                best = max(best, values[sheet_if_scored(state, seat, unused, marks, shown)])
                unused[used] += size
                marks[marked] -= joker_worth(state, size)
    return best


@rule
def marking(state: State, seat: int, values: Doubles, actions: Ints, scores: Doubles) -> int:
    """Every way to go on marking, with the value of the best sheet that may come of it."""
    shown = np.zeros(COLOURS, np.int64)
    others_show(state, seat, shown)
    unused, marks = state.unused.copy(), state.joker_marks.copy()
    count = legal(state, seat, actions)
    for k in range(count):
        action = int(actions[k])
        if action == SCORE:
            scores[k] = values[sheet_if_scored(state, seat, unused, marks, shown)]
        else:
            used, size, marked = joker_used(action), joker_size(action), joker_marked(action)
            unused[used] -= size
            marks[marked] += joker_worth(state, size)
            scores[k] = best_joker(state, seat, unused, marks, shown, values)
            unused[used] += size
            marks[marked] -= joker_worth(state, size)
    return count


@rule
def deciding(state: State, seat: int, values: Doubles, actions: Ints, scores: Doubles) -> int:
    hand = state.dice_each - 2
    best = best_of_rolls(hand, values)
    actions[0], actions[1] = ROLL, STOP
    scores[0] = rolling(hand, best, ROLLS - state.rolls)
    scores[1] = best[PLACE_OF[hand, roll_of(state, seat)]]
    return 2


@rule
def first_best(actions: Ints, scores: Doubles, count: int) -> int:
    best = 0
    for k in range(1, count):
        if scores[k] > scores[best]:
            best = k
    return int(actions[best])


@rule
def quiet(state: State, seat: int, rng: Rng) -> int:
    """Plays for the best chance to win, whatever dice it leaves."""
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    if state.phase == DECIDE:
        count = deciding(state, seat, quiet_values(state, seat), actions, scores)
    else:
        count = marking(state, seat, standing(state, seat), actions, scores)
    return first_best(actions, scores, count)


@rule
def far(state: State, seat: int, rng: Rng) -> int:
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    if state.phase == DECIDE:
        count = deciding(state, seat, far_values(state, seat), actions, scores)
    else:
        count = marking(state, seat, far_standing(state, seat), actions, scores)
    return first_best(actions, scores, count)


@rule
def marks_greedy(state: State, seat: int, rng: Rng) -> int:
    """Rolls again if one more roll brings more marks on average; jokers where they bring most marks."""
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    if state.phase == DECIDE:
        shown = np.zeros(COLOURS, np.int64)
        others_show(state, seat, shown)
        values = TOTALS[sheets_after(state, state.sheets[seat], shown)]
        best = best_of_rolls(state.dice_each - 2, values)
        now = best[PLACE_OF[state.dice_each - 2, roll_of(state, seat)]]
        return ROLL if rolling(state.dice_each - 2, best, 1) > now else STOP
    count = marking(state, seat, TOTALS, actions, scores)
    return any_best(actions, scores, count, rng)


@rule
def any_best(actions: Ints, scores: Doubles, count: int, rng: Rng) -> int:
    best = 0
    equals = 1
    for k in range(1, count):
        if scores[k] > scores[best]:
            best = k
            equals = 1
        elif scores[k] == scores[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = k
    return int(actions[best])


@rule
def marks_first(state: State, seat: int, rng: Rng) -> int:
    """Rolls again if one more roll brings more marks on average; jokers where they bring most marks."""
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    if state.phase == DECIDE:
        return marks_greedy(state, seat, rng)
    count = marking(state, seat, TOTALS, actions, scores)
    return first_best(actions, scores, count)
