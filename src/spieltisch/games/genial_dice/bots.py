"""Whoever thinks about the dice game: the best turn for any value of sheets, and players from a first evening on.

A turn is solved exactly: every roll, every way to use it (solve.py lists them), and whether to stop or to roll again
with what may still come. What differs between the players is what the end of a turn is worth to them:

marks   as many marks as possible
sheet   the chance to fill the sheet before the others do, if everybody's later dice fall as they like
near    the same, and how the dice that one leaves speed the others up or slow them down
race    with two players and rows of 7: the chance to win as a net has learnt it, from both sheets and the dice left

Exact are the turn, and the number of turns that a sheet takes when the others' dice fall at random and one plays for
the fewest turns (and with two players and rows of 7 the chance to win when both play for that). Approximate is that
later dice of the others are not random: they are chosen, and they depend on each other. The net was made by value
iteration over exact turns (studies/genial_dice_race.py), in which both choose them as well as they can.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.games.genial_dice.rules import (
    CHOICES,
    COLOURS,
    DECIDE,
    DRAW_LOT,
    FEWEST,
    KINDS,
    MARK,
    OVER,
    PREPARE,
    ROLL,
    ROLLS,
    ROW_LENGTH,
    SCORE,
    STOP,
    THROW,
    State,
    is_full,
    joker_action,
    joker_worth,
    left_neighbour,
    reach,
)
from spieltisch.games.genial_dice.solve import (
    BASE,
    BIASES_AT,
    CHANCES,
    COLUMNS,
    DELAY,
    DELAY_AT,
    DICE_LEFT,
    DUEL,
    FOURS,
    JOKER_MARKS,
    JOKERS_IN,
    KEY_BITS,
    KEYS,
    KNOWN_AT,
    LATER_AT,
    MEANING,
    MOST_OF_A_ROLL,
    NARROW,
    OPENS_MIDDLE,
    OPENS_RIGHT,
    PACKED,
    PLACE_OF,
    PLACE_OF_WAY,
    RACE,
    ROLLS_AT,
    SHEET_AT,
    SHEETS,
    SHORT_SHEETS,
    SHOWN_AT,
    STILL,
    TICK,
    TOTALS,
    TURNS,
    TURNS_TO_GO,
    WAYS_OF,
    WHOLE,
    WIDE,
)
from spieltisch.kernel import Floats, Ints, Rng, below, rule

Doubles = npt.NDArray[np.float64]

REFERENCES = {"marks-greedy": "marks_greedy", "first-greedy": "first_greedy"}

SHEET_AIM, NEAR_AIM, RACE_AIM = 0, 1, 2
EVERY_ROLL = -1
NOTHING = -1e9  # less than anything is worth
ROUNDING = 1e-6  # what is equal but for this is equal
SURE = 1e-4  # chances smaller than this are not told apart
CLOSE = 0.02  # the net is not asked about ways that `near` finds so much worse than the best of the roll


# What a turn can make of a sheet


@rule
def hand_of(state: State) -> int:
    """The row of the tables for so many dice."""
    return state.dice_each - FEWEST


@rule
def long_rows(state: State) -> int:
    return 0 if state.row_length == 7 else 1


@rule
def sheets(state: State) -> int:
    """How many different sheets there are; the last one is full."""
    return SHORT_SHEETS if state.row_length == 7 else len(SHEETS)


@rule
def sheet_number(sheet: Ints) -> int:
    place = 0
    for colour in range(COLOURS):
        place += KEYS[sheet[colour]]
    return int(SHEET_AT[place])


@rule
def place_of(state: State, seat: int) -> int:
    """Where the roll in front of the seat stands in the tables."""
    digits = 0
    for colour in range(COLOURS):
        digits += state.dice[seat, colour] * BASE[colour]
    return int(PLACE_OF[hand_of(state), digits])


@rule
def others_show(state: State, seat: int) -> Ints:
    """§3 The dice in front of all the others, by colour."""
    shown = np.zeros(COLOURS, np.int64)
    for other in range(state.players):
        if other != seat:
            shown += state.dice[other]
    return shown


@rule
def lengths(state: State, colour: int, length: int, shown: int) -> Ints:
    """How long a row gets by what a way may mean for its colour."""
    longer = DICE_LEFT * shown + JOKER_MARKS + FOURS * state.four_equal + length
    found: Ints = np.minimum(longer, state.row_length)
    return found


@rule
def sheets_after(state: State, sheet: Ints, shown: Ints) -> Ints:
    """The number of the sheet that each way of each roll makes of this one, if the others show these dice."""
    hand = hand_of(state)
    ways = COLUMNS[hand, MOST_OF_A_ROLL]
    packed = np.zeros(ways, np.int64)
    for colour in range(COLOURS):
        keys = PACKED[long_rows(state)][lengths(state, colour, sheet[colour], shown[colour])]
        packed += keys[MEANING[hand, colour, :ways]]
    opened = (packed >> OPENS_MIDDLE & 7) // COLOURS + (packed >> OPENS_RIGHT) // COLOURS
    found: Ints = SHEET_AT[packed >> KEY_BITS * opened & (1 << KEY_BITS) - 1]
    return found


@rule
def sheet_after(state: State, sheet: Ints, shown: Ints, way: int) -> Ints:
    """The sheet that this way makes, with its colours."""
    after = np.empty(COLOURS, np.int64)
    for colour in range(COLOURS):
        meaning = MEANING[hand_of(state), colour, way]
        marks = DICE_LEFT[meaning] * shown[colour] + JOKER_MARKS[meaning] + FOURS[meaning] * state.four_equal
        after[colour] = min(sheet[colour] + marks, state.row_length)
    return np.minimum(after, reach(state, after.min()))


@rule
def best_of_rolls(hand: int, values: Doubles) -> Doubles:
    """For each roll the best of its ways."""
    best = np.full(KINDS[hand], NOTHING)
    for column in range(MOST_OF_A_ROLL):
        begin, end = COLUMNS[hand, column], COLUMNS[hand, column + 1]
        best[: end - begin] = np.maximum(best[: end - begin], values[begin:end])
    return best


@rule
def rolling(hand: int, best: Doubles, rolls: int) -> float:
    """What it is worth to have so many rolls yet, for who stops at the right time."""
    chances = CHANCES[hand, : KINDS[hand]]
    value = (chances * best).sum()
    for _ in range(rolls - 1):
        value = (chances * np.maximum(best, value)).sum()
    return float(value)


# What a sheet is worth


@rule
def still(state: State, number: int) -> Doubles:
    """How likely a sheet is not full after 0, 1, 2, ... more turns."""
    found: Doubles = STILL[hand_of(state), long_rows(state), number] / WHOLE
    return found


@rule
def ending(lasting: Doubles) -> Doubles:
    """How likely it gets full in its turn t."""
    out = np.zeros(TURNS)
    out[1:] = lasting[:-1] - lasting[1:]
    return out


@rule
def loss_of_a_turn(lasting: Doubles) -> Doubles:
    """How much more likely it is not full after t turns, for each turn that it is delayed."""
    out = ending(lasting)
    out[:-1] += out[1:]
    return out / 2


@rule
def ranks_of(sheet: Ints) -> Ints:
    """For each colour how many rows come before its own, the shortest first."""
    ranks = np.zeros(COLOURS, np.int64)
    for colour in range(COLOURS):
        for other in range(COLOURS):
            ranks[colour] += sheet[other] < sheet[colour] or (sheet[other] == sheet[colour] and other < colour)
    return ranks


@rule
def delays(state: State, sheet: Ints) -> Doubles:
    """For each roll how many turns more this sheet takes if one of the others shows it."""
    hand = hand_of(state)
    kinds = KINDS[hand]
    digits = np.zeros(kinds, np.int64)
    ranks = ranks_of(sheet)
    for colour in range(COLOURS):
        digits += SHOWN_AT[hand, colour, :kinds] * BASE[ranks[colour]]
    table = DELAY[sheet_number(sheet) + SHORT_SHEETS * long_rows(state)]
    found: Doubles = table[DELAY_AT[hand] + PLACE_OF[hand][digits]] / TICK
    return found


@rule
def filled_in_time(state: State, race: Doubles) -> Doubles:
    """For each sheet how likely it gets full in some turn t, weighed by race[t]."""
    table = STILL[hand_of(state), long_rows(state)]
    count = sheets(state)
    out = np.zeros(count)
    for t in range(1, TURNS):
        if race[t] > 1e-6:
            out += (table[:count, t - 1] * 1.0 - table[:count, t]) * (race[t] / WHOLE)
    return out


@rule
def race_of(state: State, seat: int, slow: int) -> Doubles:
    """How likely no other than the seat is full after t turns; or what a turn's delay of `slow` adds."""
    race = np.ones(TURNS)
    for other in range(state.players):
        if other != seat:
            lasting = still(state, sheet_number(state.sheets[other]))
            race *= loss_of_a_turn(lasting) if other == slow else lasting
    return race


@rule
def is_duel(state: State) -> bool:
    """The tables know these two sheets together."""
    return state.players == 2 and state.row_length == 7


@rule
def chance_with(state: State, seat: int) -> Doubles:
    """For each sheet how likely the seat wins if it ends its turn with it, nobody's dice being known."""
    if is_duel(state):
        found: Doubles = 1.0 - DUEL[sheet_number(state.sheets[1 - seat])] / WHOLE
        return found
    out = filled_in_time(state, race_of(state, seat, seat))
    out[len(out) - 1] = 1.0
    return out


# What the ways of a turn are worth


@rule
def mark_values(state: State, seat: int) -> Doubles:
    found: Doubles = TOTALS[sheets_after(state, state.sheets[seat], others_show(state, seat))] * 1.0
    return found


@rule
def sheet_values(state: State, seat: int) -> Doubles:
    return chance_with(state, seat)[sheets_after(state, state.sheets[seat], others_show(state, seat))]


@rule
def near_values(state: State, seat: int) -> Doubles:
    mine = sheets_after(state, state.sheets[seat], others_show(state, seat))
    gain = np.zeros(len(mine))
    for other in range(state.players):
        if other != seat:
            gain += gain_by_delay(state, seat, other, mine)
    return changed(chance_with(state, seat)[mine], gain)


@rule
def changed(chances: Doubles, by: Doubles) -> Doubles:
    """Dice that one leaves never do more than half of what would win or lose the game."""
    return chances + np.minimum(np.maximum(by, chances / -2), (1.0 - chances) / 2)


@rule
def gain_by_delay(state: State, seat: int, other: int, mine: Ints) -> Doubles:
    """For each way how much the dice it leaves help by slowing this other one down."""
    places = PLACE_OF_WAY[hand_of(state), : len(mine)]
    gain = filled_in_time(state, race_of(state, seat, other))
    return gain[mine] * delays(state, state.sheets[other])[places]


# The race of two


@rule
def race_values(state: State, seat: int, place: int, net: Floats) -> Doubles:
    """Of the roll at this place, or of every roll. A way that `near` finds much worse than another is worth nothing."""
    hand = hand_of(state)
    shown = others_show(state, seat)
    values = near_values(state, seat)
    best = best_of_rolls(hand, values)
    for k in range(KINDS[hand]):
        if place in (EVERY_ROLL, k):
            for column in range(WAYS_OF[hand, k]):
                way = COLUMNS[hand, column] + k
                if values[way] < best[k] - CLOSE:
                    values[way] = NOTHING
                else:
                    after = sheet_after(state, state.sheets[seat], shown, way)
                    left = SHOWN_AT[hand, :, k]
                    values[way] = 1.0 - race_chance(state.sheets[1 - seat], after, left, ROLLS, net)
    return values


@rule
def race_chance(own: Ints, other: Ints, shown: Ints, rolls: int, net: Floats) -> float:
    """How likely the first sheet wins: its owner may still roll so many times, the other one shows these dice."""
    if other.min() == ROW_LENGTH[0]:
        return 0.0
    one = net[BIASES_AT:LATER_AT].copy()
    add_row(one, net, ROLLS_AT + rolls - 1)
    for colour in range(COLOURS):
        add_row(one, net, race_input(own[colour], other[colour], shown[colour]))
    known = race_known(own, other, shown)
    for k in range(len(known)):
        one += np.float32(known[k]) * net[(KNOWN_AT + k) * WIDE : (KNOWN_AT + k + 1) * WIDE]
    answer = float(net[len(net) - 1])
    two = net[LATER_AT + WIDE * NARROW : LATER_AT + WIDE * NARROW + NARROW].copy()
    for k in range(WIDE):
        if one[k] > 0:
            row = net[LATER_AT + k * NARROW : LATER_AT + (k + 1) * NARROW]
            for j in range(NARROW):
                two[j] += one[k] * row[j]
    for j in range(NARROW):
        if two[j] > 0:
            answer += two[j] * net[LATER_AT + (WIDE + 1) * NARROW + j]
    return float(1.0 / (1.0 + np.exp(-answer)))


@rule
def add_row(sums: Floats, net: Floats, row: int) -> None:
    """Of the first layer."""
    sums += net[row * WIDE : (row + 1) * WIDE]


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


# Choosing


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
def weigh_actions(state: State, seat: int, values: Doubles, actions: Ints, scores: Doubles) -> int:
    """What can be done now, with what the best turn after it is worth; how many actions that are."""
    if state.phase == DECIDE:
        hand = hand_of(state)
        best = best_of_rolls(hand, values)
        actions[0], scores[0] = STOP, best[place_of(state, seat)]
        actions[1], scores[1] = ROLL, rolling(hand, best, ROLLS - state.rolls)
        return 2
    return weigh_ways(state, seat, values, actions, scores)


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


@rule
def best_action(actions: Ints, scores: Doubles, count: int, rng: Rng) -> int:
    """Of equals any."""
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
def play_for(state: State, seat: int, aim: int, rng: Rng) -> int:
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    count = weigh_actions(state, seat, values_for(state, seat, aim), actions, scores)
    return best_action(actions, scores, count, rng)


# What the search asks


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
def promise(state: State, seat: int) -> float:
    """The chance to win: of who is on turn with the dice that lie there, of the others by their sheets."""
    if state.phase == OVER:
        return 1.0 if is_full(state, seat) else 0.0
    if state.phase in (DRAW_LOT, PREPARE):
        return 1.0 / state.players
    if state.turn == seat:
        return turn_promise(state, seat)
    return 1.0 - turn_promise(state, state.turn) if state.players == 2 else waiting_promise(state, seat)


@rule
def turn_promise(state: State, seat: int) -> float:
    values = near_values(state, seat)
    if state.phase == THROW:
        hand = hand_of(state)
        value = rolling(hand, best_of_rolls(hand, values), ROLLS - state.rolls)
    else:
        actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
        value = scores[: weigh_actions(state, seat, values, actions, scores)].max()
    return min(1.0, max(0.0, float(value)))


@rule
def waiting_promise(state: State, seat: int) -> float:
    """By sheets alone: who comes before the seat has had t turns when it ends its own turn t, who comes after t - 1."""
    race = ending(still(state, sheet_number(state.sheets[seat])))
    other = state.turn
    before = True
    for _ in range(state.players):
        lasting = still(state, sheet_number(state.sheets[other]))
        if other == seat:
            before = False
        elif before:
            race *= lasting
        else:
            race[1:] *= lasting[:-1]
        other = left_neighbour(state, other)
    return float(race.sum())


# Players


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
def marks_greedy(state: State, seat: int, rng: Rng) -> int:
    """Rolls again if one more roll brings more marks on average; jokers where they bring most marks."""
    return content_with(state, seat, 100, 0, rng)


@rule
def first_greedy(state: State, seat: int, rng: Rng) -> int:
    """The same, but of jokers that bring as many marks it takes the first in the list, and rather none than any."""
    if state.phase == DECIDE:
        return marks_greedy(state, seat, rng)
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    count = weigh_ways(state, seat, mark_values(state, seat), actions, scores)
    best = 0
    for k in range(1, count):
        if scores[k] > scores[best] or (scores[k] == scores[best] and actions[k] < actions[best]):
            best = k
    return int(actions[best])


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
        return best_action(actions, scores, weigh_ways(state, seat, marks, actions, scores), rng)
    best = best_of_rolls(hand, marks)
    return ROLL if rolling(hand, best, 1) * share > best[place_of(state, seat)] * 100 + ROUNDING else STOP
