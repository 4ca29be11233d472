"""High Score. The marks §1 to §8 and R1 to R14 refer to README.md in this folder.

A handful of dice is one number: its octal digit f counts the dice that show face f, so handfuls add and subtract.
Faces 0 to 4 are the numbers 1 to 5, face 5 is the swirl.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from spieltisch import kernel
from spieltisch.contract import Ending
from spieltisch.kernel import CHANCE, NOBODY, Ints, only, rule

ROUNDS = 7
DICE = 7
FACES = 6
SWIRL = 5
ONE_SWIRL = 1 << 3 * SWIRL  # a handful of one swirl
MOST_PLAYERS = 5
MOST_CARDS = 60

FULL, FREE, ASIDE = 0, 1, 2  # §6 the ways of rolling
FULL_ROLLS, FREE_ROLLS = 4, 3

# §8 the scoring kinds
SUM, SAME, SAME_MINUS_REST, TENS_MINUS_REST, PAIRS, PAIRS_MINUS_REST = 0, 1, 2, 3, 4, 5
TRIPLES_MINUS_REST, ODD, ODD_MINUS_REST, SHOWN_MINUS_REST, ASCENDING = 6, 7, 8, 9, 10
MINUS_REST = np.array([0, 0, 1, 1, 0, 1, 1, 0, 1, 1, 0], np.int64)

FROZEN, CHOICE = 100, 101  # §7 swirls that are no plain number
HIGHEST_CHOICE = 6
LOWEST_SWIRL, HIGHEST_SWIRL = -10, 10

WAY_OF, SCORING_OF, SWIRL_OF = 0, 1, 2  # what a card says
GOLD, SILVER, BRONZE, NO_CHIP = 3, 2, 1, 0

DRAWING_LOTS, TURNING_UP, ROLLING, DECIDING, OVER = 0, 1, 2, 3, 4  # phases


def _steps() -> Ints:
    """How many handfuls come before one, step by step: step j for r dice is the binomial 5 - j + r over 6 - j."""
    steps = np.zeros((FACES, DICE + 2), np.int64)
    steps[FACES - 1] = np.arange(DICE + 2)
    for j in range(FACES - 2, -1, -1):
        steps[j] = np.cumsum(steps[j + 1])
    return steps


STEPS = _steps()
HANDFULS = int(STEPS[0, DICE + 1])  # of no to seven dice: 1716

# Actions 1 to 1715 are handfuls: rolled by chance, rolled again or set aside by a player.
STOP = 0  # the empty handful: nothing is rolled again
ROLL = HANDFULS
CARDS = ROLL + 1  # chance turns up card CARDS + k
STARTS = CARDS + MOST_CARDS  # the lot: seat k starts
ACTIONS = STARTS + MOST_PLAYERS
CHOICES = 792  # rolls of seven dice

FACTORIALS = np.array([1, 1, 2, 6, 24, 120, 720, 5040], np.int64)
ROLLS = np.array([1, 6, 36, 216, 1296, 7776, 46656, 279936], np.int64)  # of n dice that can be told apart
INVERSE = np.array([0, 4096, 2048, 1366, 1024, 820, 683, 586, 512], np.int64)  # 4096 over n, rounded up: see `subset`
THREE_DICE = np.array([sum(1 << 3 * (ticket // 6**die % 6) for die in range(3)) for ticket in range(216)], np.int64)

ENDINGS: tuple[Ending, ...] = (Ending("seven_rounds", 5),)


class State(kernel.State):
    phase: int
    round: int  # from 0
    starter: int  # the seat that starts this round
    turn: int  # the seat that rolls
    previous: int  # the seat whose turn ended last, -1 before
    rolls: int  # made in this turn
    in_hand: int  # dice in the air
    rolled: int  # the handful that landed last
    lying: int  # the handful that may be rolled again or set aside
    aside: int  # the handful that stands for good: set aside or frozen
    own_deck: int  # the cards are ours and not those of the box
    cards: int  # in the deck
    deck: Annotated[Ints, MOST_CARDS, 3, np.int8]  # way, scoring and swirl
    turned_up: Annotated[Ints, MOST_CARDS, np.int8]
    card: Annotated[Ints, ROUNDS, np.int8]  # of each round, -1 before
    stood: Annotated[Ints, ROUNDS, MOST_PLAYERS]  # the handful that each seat ended with
    results: Annotated[Ints, ROUNDS, MOST_PLAYERS, np.int16]
    fields: Annotated[Ints, ROUNDS, MOST_PLAYERS, np.int16]  # where the piece was placed; 0 is the middle of the board
    gold: Annotated[Ints, MOST_PLAYERS, np.int8]
    silver: Annotated[Ints, MOST_PLAYERS, np.int8]
    bronze: Annotated[Ints, MOST_PLAYERS, np.int8]


# Handfuls


@rule
def count(handful: int, face: int) -> int:
    return (handful >> 3 * face) & 7


@rule
def size(handful: int) -> int:
    dice = 0
    for face in range(FACES):
        dice += count(handful, face)
    return dice


@rule
def number(handful: int) -> int:
    """The action of a handful: smaller handfuls first, then in the order of the sorted dice."""
    action = 0
    left = size(handful)
    for face in range(FACES):
        action += int(STEPS[face, left])
        left -= count(handful, face)
    return action


def _handfuls() -> Ints:
    """All handfuls in the order of their numbers."""
    handfuls = [0]
    for face in range(FACES):
        handfuls = [handful + (dice << 3 * face) for handful in handfuls for dice in range(DICE + 1 - size(handful))]
    return np.array(sorted(handfuls, key=number), np.int64)


HANDFUL = _handfuls()


@rule
def subsets(handful: int) -> int:
    """How many handfuls can be taken out of one, none and all included."""
    ways = 1
    for face in range(FACES):
        ways *= count(handful, face) + 1
    return ways


@rule
def subset(handful: int, ticket: int) -> int:
    """The handful on that ticket among those that can be taken out of one; ticket 0 takes none.

    There are less than 128 tickets: then multiplying is as exact as dividing, and quicker.
    """
    taken = 0
    for face in range(FACES):
        ways = count(handful, face) + 1
        left = (ticket * int(INVERSE[ways])) >> 12
        taken += (ticket - left * ways) << 3 * face
        ticket = left
    return taken


@rule
def within(part: int, handful: int) -> bool:
    for face in range(FACES):
        if count(part, face) > count(handful, face):
            return False
    return True


# §8 Scoring


def counting(scoring: int, value: int, alike: int) -> int:
    """§8, R1, R2 How many of so many dice of equal value count."""
    if scoring in (SAME, SAME_MINUS_REST):
        return alike if alike >= 2 else 0
    if scoring in (PAIRS, PAIRS_MINUS_REST):
        return alike - alike % 2
    if scoring == TRIPLES_MINUS_REST:
        return alike - alike % 3
    if scoring in (ODD, ODD_MINUS_REST):
        return alike if value in (1, 3, 5) else 0
    if scoring == SHOWN_MINUS_REST:
        return alike if 1 <= value <= 4 else 0
    return alike


def _points_of_alike(scoring: int, value: int, alike: int) -> int:
    """§8, R4 What dice of equal value bring: those that count, and minus the others where the card says so."""
    counted = counting(scoring, value, alike)
    return value * (2 * counted - alike) if MINUS_REST[scoring] == 1 else value * counted


SCORINGS = ASCENDING + 1
POINTS: Ints = np.array(
    [
        [
            [_points_of_alike(scoring, value, alike) for alike in range(DICE + 1)]
            for value in range(LOWEST_SWIRL, HIGHEST_SWIRL + 1)
        ]
        for scoring in range(SCORINGS)
    ],
    np.int64,
)


@rule
def points_of_alike(scoring: int, value: int, alike: int) -> int:
    """§8, R4 As above, looked up: it is the same for all kinds of scoring, so many games at once stay in step."""
    return int(POINTS[scoring, value - LOWEST_SWIRL, alike])


@rule
def points_by_value(scoring: int, handful: int, value_of_swirl: int) -> int:
    """§7, R1 A swirl is a die like any other of its value."""
    swirls = count(handful, SWIRL)
    points = 0
    for value in range(1, 6):
        alike = count(handful, value - 1)
        if value == value_of_swirl:
            alike += swirls
        points += points_of_alike(scoring, value, alike)
    if value_of_swirl < 1 or value_of_swirl > 5:
        points += points_of_alike(scoring, value_of_swirl, swirls)
    return points


@rule
def points_of_ascending(handful: int, value_of_swirl: int) -> int:
    """§8, R5, R13 1, 2, 3, 4, 5 and the swirl as sixth step, as far as there is no gap."""
    points = 0
    for face in range(FACES):
        dice = count(handful, face)
        if dice == 0:
            return points
        points += dice * (value_of_swirl if face == SWIRL else face + 1)
    return points


def _tens() -> tuple[Ints, Ints]:
    """§8, R3, R5 How many disjoint groups of ten there are at most in each handful: three bits for each value of a
    swirl, from the lowest on. And what the best groups bring, all other dice subtracted, where swirls choose.

    A handful can be worth `low` to `high`, which differ where swirls choose their value; swirls outside of groups
    choose 0. A group adds ten and saves `low` from being subtracted.
    """
    dice = (HANDFUL[:, None] >> 3 * np.arange(FACES)) & 7
    plain, swirls = dice[:, :SWIRL] @ np.arange(1, SWIRL + 1), dice[:, SWIRL]
    low = plain + swirls * np.append(np.arange(LOWEST_SWIRL, HIGHEST_SWIRL + 1), 0)[:, None]  # the choice comes last
    high = low.copy()
    high[-1] += HIGHEST_CHOICE * swirls
    is_group = (low <= 10) & (high >= 10)
    apart, borrowed = (dice << 4 * np.arange(FACES)).sum(axis=1), 0x888888  # with room for a bit that says "too few"
    numbers = np.zeros(1 << 3 * FACES, np.int64)
    numbers[HANDFUL] = np.arange(HANDFULS)
    best = np.zeros_like(low)  # what groups within a handful add
    for group in np.flatnonzero(is_group.any(axis=0)):
        around = np.flatnonzero((apart + borrowed - apart[group]) & borrowed == borrowed)
        rest = numbers[HANDFUL[around] - HANDFUL[group]]
        for kind in np.flatnonzero(is_group[:, group]):
            for _ in range(DICE // dice[group].sum()):
                best[kind, around] = np.maximum(best[kind, around], best[kind, rest] + 10 + low[kind, group])
    places = 3 * np.arange(len(best) - 1)[:, None]
    return (best[:-1] // 20 << places).sum(axis=0), best[-1] - low[-1]


TENS, _TENS_BY_CHOICE = _tens()


def _by_choice() -> Ints:
    """§7, R5 What each handful brings, by the kind of scoring, with the best of all values 0 to 6 for each swirl: value
    by value, how many swirls take it."""
    dice = (HANDFUL[:, None] >> 3 * np.arange(FACES)) & 7
    best = np.full((DICE + 1, SCORINGS, HANDFULS), -1000)  # for so many swirls with a value
    best[0] = 0
    for value in range(HIGHEST_CHOICE + 1):
        alike = dice[:, value - 1] if 1 <= value <= 5 else np.zeros(HANDFULS, np.int64)
        here = [POINTS[:, value - LOWEST_SWIRL, np.minimum(alike + swirls, DICE)] for swirls in range(DICE + 1)]
        best = np.array(
            [np.max([best[given - k] + here[k] for k in range(given + 1)], axis=0) for given in range(DICE + 1)]
        )
    points: Ints = best[dice[:, SWIRL], :, np.arange(HANDFULS)].T.copy()
    points[TENS_MINUS_REST] = _TENS_BY_CHOICE
    points[ASCENDING] = [points_of_ascending(int(handful), HIGHEST_CHOICE) for handful in HANDFUL]
    return points


BY_CHOICE = _by_choice()


@rule
def points_of_tens(handful: int, value_of_swirl: int) -> int:
    """§8, R3 The best choice of disjoint groups of ten; all other dice are subtracted."""
    groups = (int(TENS[number(handful)]) >> 3 * (value_of_swirl - LOWEST_SWIRL)) & 7
    points = 20 * groups - count(handful, SWIRL) * value_of_swirl  # ten for each group, and not minus ten
    for face in range(SWIRL):
        points -= (face + 1) * count(handful, face)
    return points


@rule
def least_of_swirl(swirl: int) -> int:
    """§7 Frozen is 0, choice is 0 to 6."""
    return 0 if swirl in (FROZEN, CHOICE) else swirl


@rule
def most_of_swirl(swirl: int) -> int:
    return HIGHEST_CHOICE if swirl == CHOICE else least_of_swirl(swirl)


@rule
def score(handful: int, scoring: int, swirl: int) -> int:
    """§8 The result of a handful."""
    if swirl == CHOICE:
        return int(BY_CHOICE[scoring, number(handful)])
    value = least_of_swirl(swirl)
    if scoring == TENS_MINUS_REST:
        return points_of_tens(handful, value)
    if scoring == ASCENDING:
        return points_of_ascending(handful, value)
    return points_by_value(scoring, handful, value)


# The card of the round


@rule
def way(state: State) -> int:
    return int(state.deck[state.card[state.round], WAY_OF])


@rule
def freezes(state: State) -> bool:
    return int(state.deck[state.card[state.round], SWIRL_OF]) == FROZEN


@rule
def score_now(state: State) -> int:
    """§8 The result if the dice that are on the table stand."""
    card = state.card[state.round]
    return score(state.lying + state.aside, int(state.deck[card, SCORING_OF]), int(state.deck[card, SWIRL_OF]))


@rule
def frozen_now(state: State) -> bool:
    """§7, R6 The last roll has frozen a swirl."""
    return freezes(state) and count(state.rolled, SWIRL) > 0


# The course of a game


@rule
def setup(state: State, players: int, variant: int, options: Ints, content: Ints) -> None:
    """§1 The lot draws the first start player, unless the option names one."""
    state.players = players
    state.variant = variant
    state.phase = TURNING_UP if options[0] > 0 else DRAWING_LOTS
    state.round = 0
    state.starter = int(options[0]) - 1 if options[0] > 0 else 0
    state.turn = state.starter
    state.previous = -1
    state.rolls, state.in_hand = 0, 0
    state.rolled, state.lying, state.aside = 0, 0, 0
    state.own_deck = int(content[0])
    state.cards = int(content[1])
    state.deck[:] = 0
    for card in range(state.cards):
        for part in range(3):
            state.deck[card, part] = content[2 + 3 * card + part]
    state.turned_up[:] = 0
    state.card[:] = -1
    state.stood[:] = 0
    state.results[:] = 0
    state.fields[:] = 0
    state.gold[:] = 0
    state.silver[:] = 0
    state.bronze[:] = 0


@rule
def waiting(state: State) -> int:
    """§2 Lot, card and dice are chance; only the player on turn decides."""
    if state.phase == OVER:
        return NOBODY
    return only(state.turn if state.phase == DECIDING else CHANCE)


@rule
def apply(state: State, seat: int, action: int) -> None:
    """§2 The lot, then in each round a card, and in each turn rolls and decisions."""
    if state.phase == DRAWING_LOTS:
        state.starter = action - STARTS
        state.turn = state.starter
        state.phase = TURNING_UP
    elif state.phase == TURNING_UP:
        state.turned_up[action - CARDS] = 1
        state.card[state.round] = action - CARDS
        begin_turn(state, state.starter)
    elif act_with_dice(state, action):
        end_turn(state)


@rule
def act_with_dice(state: State, action: int) -> bool:
    """§6 A roll or a decision about dice; whether the turn is over."""
    handful = int(HANDFUL[action]) if action < HANDFULS else 0
    if state.phase == ROLLING:
        return land(state, handful)
    if way(state) == ASIDE:
        return set_aside(state, handful)
    if action == STOP:
        return True
    roll_again(state, state.lying if action == ROLL else handful)
    return False


@rule
def begin_turn(state: State, seat: int) -> None:
    """§2 All seven dice are rolled."""
    state.turn = seat
    state.rolls, state.rolled, state.lying, state.aside = 0, 0, 0, 0
    state.in_hand = DICE
    state.phase = ROLLING


@rule
def land(state: State, handful: int) -> bool:
    """§7, R6 Frozen swirls stand at once; R12 nobody is asked where nothing is left to decide: then it says so."""
    frozen = count(handful, SWIRL) * ONE_SWIRL if freezes(state) else 0
    state.rolls += 1
    state.in_hand = 0
    state.rolled = handful
    state.lying += handful - frozen
    state.aside += frozen
    state.phase = DECIDING
    return nothing_to_decide(state)


@rule
def nothing_to_decide(state: State) -> bool:
    """§6, R12 That was the last roll, all dice stand, or one die is left and must be set aside."""
    if state.lying == 0:
        return True
    if way(state) == FULL:
        return state.rolls == FULL_ROLLS
    if way(state) == FREE:
        return state.rolls == FREE_ROLLS
    return size(state.lying) == 1 and not frozen_now(state)


@rule
def roll_again(state: State, handful: int) -> None:
    """§6 These dice go back into the hand."""
    state.lying -= handful
    state.in_hand = size(handful)
    state.phase = ROLLING


@rule
def set_aside(state: State, handful: int) -> bool:
    """§6 These dice stand for good; the rest is rolled again, until all are set aside: then it says so."""
    state.aside += handful
    state.lying -= handful
    if state.lying == 0:
        return True
    roll_again(state, state.lying)
    return False


@rule
def end_turn(state: State) -> None:
    """§2, §3 The result stands and the piece is placed; then the next player, or the end of the round."""
    result = score_now(state)
    state.stood[state.round, state.turn] = state.lying + state.aside
    state.results[state.round, state.turn] = result
    state.fields[state.round, state.turn] = free_field(state, result)
    state.previous = state.turn
    following = (state.turn + 1) % state.players
    if following == state.starter:
        end_round(state)
    else:
        begin_turn(state, following)


@rule
def free_field(state: State, result: int) -> int:
    """§3, R7, R10 The field of a result, or the next lower one that is free; 0 if there is none above 0."""
    field = result
    while field > 0 and taken(state, field):
        field -= 1
    return max(field, 0)


@rule
def taken(state: State, field: int) -> bool:
    for seat in range(state.players):
        if state.fields[state.round, seat] == field:
            return True
    return False


@rule
def chip_of(state: State, round_: int, seat: int, field: int) -> int:
    """§4 The chip of this seat if its piece is on this field."""
    if field == 0:
        return NO_CHIP
    ahead = 0
    for other in range(state.players):
        if other != seat and state.fields[round_, other] > field:
            ahead += 1
    return chip_behind(ahead, state.players)


@rule
def chip_behind(ahead: int, players: int) -> int:
    """§4 The chip for a piece with so many ahead of it; two players play without silver."""
    if ahead == 0:
        return GOLD
    if ahead == 1 and players > 2:
        return SILVER
    return BRONZE if ahead <= 2 else NO_CHIP


@rule
def end_round(state: State) -> None:
    """§4, §5, R8 Chips for the foremost pieces; the winner of gold starts the next round, after seven it is over."""
    state.rolls, state.rolled, state.lying, state.aside = 0, 0, 0, 0
    for seat in range(state.players):
        chip = chip_of(state, state.round, seat, int(state.fields[state.round, seat]))
        if chip == GOLD:
            state.gold[seat] += 1
            state.starter = seat
        elif chip == SILVER:
            state.silver[seat] += 1
        elif chip == BRONZE:
            state.bronze[seat] += 1
    state.turn = state.starter
    if state.round + 1 == ROUNDS:
        state.phase = OVER
    else:
        state.round += 1
        state.phase = TURNING_UP


@rule
def chip_points(state: State, seat: int) -> int:
    """§1 Gold 3, silver 2, bronze 1."""
    return int(GOLD * state.gold[seat] + SILVER * state.silver[seat] + BRONZE * state.bronze[seat])


@rule
def beats(state: State, seat: int, other: int) -> bool:
    """§5 Most chip points, then more gold, then more silver."""
    if chip_points(state, seat) != chip_points(state, other):
        return chip_points(state, seat) > chip_points(state, other)
    if state.gold[seat] != state.gold[other]:
        return bool(state.gold[seat] > state.gold[other])
    return bool(state.silver[seat] > state.silver[other])


@rule
def outcome(state: State, places: Ints, points: Ints) -> int:
    """§5 After seven rounds; who is still equal shares the place."""
    for seat in range(state.players):
        places[seat] = 0
        points[seat] = chip_points(state, seat)
        for other in range(state.players):
            if beats(state, other, seat):
                places[seat] += 1
    return 0


@rule
def roller(state: State) -> int:
    """§2, §6 Who rolls; lot and cards are everybody's."""
    return state.turn if state.phase == ROLLING else CHANCE


# What may be done


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """§2 lot and card, §6 rolls and decisions, §7 frozen swirls."""
    if state.phase == DRAWING_LOTS:
        return 0 if STARTS <= action < STARTS + state.players else 2
    if state.phase == TURNING_UP:
        if action < CARDS or action >= CARDS + state.cards:
            return 1
        return 2 if state.turned_up[action - CARDS] == 1 else 0
    if state.phase == ROLLING:
        return 0 if STEPS[0, state.in_hand] <= action < STEPS[0, state.in_hand + 1] else 6
    if action == ROLL:
        return 0 if way(state) == FULL or (way(state) == ASIDE and frozen_now(state)) else 6
    if action == STOP:
        return 6 if way(state) == ASIDE else 0
    if way(state) == FULL or action < 0 or action >= HANDFULS:
        return 6
    return refusal_of_dice(state, int(HANDFUL[action]))


@rule
def refusal_of_dice(state: State, handful: int) -> int:
    """§6 Only dice that lie there can be chosen; §7 frozen swirls are out."""
    if within(handful, state.lying):
        return 0
    swirls = count(handful, SWIRL) * ONE_SWIRL
    return 7 if freezes(state) and within(swirls, state.aside) and within(handful - swirls, state.lying) else 6


@rule
def tickets(state: State, seat: int) -> int:
    if state.phase == DRAWING_LOTS:
        return state.players
    if state.phase == TURNING_UP:
        return state.cards - state.round
    if state.phase == ROLLING:
        return int(ROLLS[state.in_hand])
    if way(state) == FULL:
        return 2
    if way(state) == FREE or frozen_now(state):
        return subsets(state.lying)
    return subsets(state.lying) - 1


@rule
def pick(state: State, seat: int, ticket: int) -> int:
    if state.phase == DRAWING_LOTS:
        return STARTS + ticket
    if state.phase == TURNING_UP:
        return card_on_ticket(state, ticket)
    if state.phase == ROLLING:
        return number(roll_on_ticket(state.in_hand, ticket))
    if way(state) == FULL:
        return ROLL if ticket == 1 else STOP
    if way(state) == ASIDE:
        if not frozen_now(state):
            ticket += 1  # at least one die is set aside
        elif ticket == 0:
            return ROLL
    return number(subset(state.lying, ticket))


@rule
def card_on_ticket(state: State, ticket: int) -> int:
    """§1 Each card that has not been turned up is as likely as any other."""
    card = 0
    while ticket > 0 or state.turned_up[card] == 1:
        if state.turned_up[card] == 0:
            ticket -= 1
        card += 1
    return CARDS + card


@rule
def roll_on_ticket(dice: int, ticket: int) -> int:
    """Each digit of the ticket to the base six is a die. Three are read at once; of nine those too many show a one."""
    rest = ticket // 216
    return int(THREE_DICE[ticket % 216] + THREE_DICE[rest % 216] + THREE_DICE[rest // 216]) - (9 - dice)


@rule
def legal(state: State, seat: int, out: Ints) -> int:
    found = 0
    if state.phase == ROLLING:
        for action in range(STEPS[0, state.in_hand], STEPS[0, state.in_hand + 1]):
            out[found] = action
            found += 1
        return found
    found = tickets(state, seat)
    for ticket in range(found):
        out[ticket] = pick(state, seat, ticket)
    out[:found].sort()
    return found


@rule
def weights(state: State, out: Ints) -> int:
    """Of a roll: in how many ways dice that can be told apart show it."""
    found = legal(state, CHANCE, out)
    for i in range(found):
        ways = 1
        if state.phase == ROLLING:
            ways = int(FACTORIALS[state.in_hand])
            for face in range(FACES):
                ways //= int(FACTORIALS[count(int(HANDFUL[out[i]]), face)])
        out[i] = ways
    return found
