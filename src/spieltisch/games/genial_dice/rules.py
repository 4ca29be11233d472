"""Einfach Genial, the dice game. The marks §1 to §8 and R1 to R6 refer to README.md in this folder."""

from typing import Annotated

import numpy as np

from spieltisch import kernel
from spieltisch.contract import Ending
from spieltisch.kernel import CHANCE, NOBODY, RULING, Ints, only, rule

SEATS = 4
COLOURS = 6  # r g b o y p
SECTION = 3  # §5 fields of the left and of the middle section
ROLLS = 3  # §2 in one turn, at most
DICE_EACH = np.array([0, 0, 4, 3, 2])  # §1 by number of players
ROW_LENGTH = np.array([7, 9])  # R1 by option `sheet`
FOUR_EQUAL = np.array([3, 4])  # R2 by option `four_of_a_kind`

# The actions of a player. A joker is the colour used, how many of it (2, 3 or 4) and the colour marked.
ROLL, STOP, SCORE = 0, 1, 2
JOKERS = 3
FEWEST = 2  # equal dice in a joker
SIZES = 3
# The actions of chance: the dice without their order, from rr, rg, rb, ... to pp; and the lot for the start player.
ROLLED = JOKERS + COLOURS * SIZES * COLOURS
CHOICES = 126  # as many as there are different rolls of four dice
LOTS = ROLLED + CHOICES
ACTIONS = LOTS + SEATS

# What is to be done now.
DRAW_LOT, PREPARE, THROW, DECIDE, MARK, OVER = 0, 1, 2, 3, 4, 5

# In the rows 0, 1 and 2 for 2, 3 and 4 dice: how many different rolls there are, how often each colour lies in roll k,
# in how many orders it falls, how many orders there are together, and which roll is on each of those tickets.
KINDS = np.zeros(3, np.int64)
COUNTS = np.zeros((3, CHOICES, COLOURS), np.int64)
ORDERS = np.zeros((3, CHOICES), np.int64)
TICKETS = np.zeros(3, np.int64)
ON_TICKET = np.zeros((3, 1296), np.int64)


def _list_the_rolls(dice: int) -> None:
    row = dice - 2
    fallen = [tuple(sorted(ticket // COLOURS**die % COLOURS for die in range(dice))) for ticket in range(COLOURS**dice)]
    rolls = {roll: k for k, roll in enumerate(sorted(set(fallen)))}
    KINDS[row], TICKETS[row] = len(rolls), len(fallen)
    for roll, k in rolls.items():
        for colour in roll:
            COUNTS[row, k, colour] += 1
    for ticket, roll in enumerate(fallen):
        ON_TICKET[row, ticket] = rolls[roll]
        ORDERS[row, rolls[roll]] += 1


for _dice in (2, 3, 4):
    _list_the_rolls(_dice)

ENDINGS: tuple[Ending, ...] = (Ending("sheet_full", 6),)


class State(kernel.State):
    dice_each: int
    row_length: int
    four_equal: int  # marks for a joker of four
    start_rule: int  # 1: nobody shows dice at the beginning
    start: int  # the start player; -1 until the lot has fallen
    turn: int  # the seat on turn; while everybody prepares, the seat that rolls
    phase: int
    rolls: int  # rolls made in this turn
    dice: Annotated[
        Ints, SEATS, COLOURS, np.int8
    ]  # what lies in front of each seat, by colour; nothing before the first roll
    unused: Annotated[Ints, COLOURS, np.int8]  # dice of the seat on turn that are no jokers
    joker_marks: Annotated[Ints, COLOURS, np.int8]  # marks from jokers, entered together with the matches
    sheets: Annotated[Ints, SEATS, COLOURS, np.int8]  # marks in each row
    fresh: Annotated[Ints, SEATS, COLOURS, np.int8]  # those of them that the seat's last scoring brought


@rule
def setup(state: State, players: int, variant: int, options: Ints, content: Ints) -> None:
    """§1, §8 Dice and empty sheets; with the start rule nobody rolls beforehand."""
    state.players = players
    state.variant = variant
    state.dice_each = DICE_EACH[players]
    state.row_length = ROW_LENGTH[options[2]]
    state.four_equal = FOUR_EQUAL[options[3]]
    state.start_rule = options[1]
    state.start = -1
    state.turn = -1
    state.phase = DRAW_LOT
    state.rolls = 0
    state.dice[:] = 0
    state.unused[:] = 0
    state.joker_marks[:] = 0
    state.sheets[:] = 0
    state.fresh[:] = 0
    if options[0] > 0:
        give_the_start(state, options[0] - 1)


@rule
def give_the_start(state: State, seat: int) -> None:
    """§1, §8 All others roll first, unless the start rule is played."""
    state.start = seat
    state.turn = seat
    state.phase = THROW
    if not state.start_rule:
        state.phase = PREPARE
        state.turn = left_neighbour(state, seat)


@rule
def left_neighbour(state: State, seat: int) -> int:
    return seat + 1 if seat + 1 < state.players else 0


@rule
def waiting(state: State) -> int:
    """§6 Nobody is asked any more once a sheet is full."""
    if state.phase == OVER:
        return NOBODY
    return only(state.turn) if is_asked(state) else only(CHANCE)


@rule
def is_asked(state: State) -> bool:
    """Whether it is the player's decision now and not the dice's."""
    return state.phase == DECIDE or state.phase == MARK


@rule
def joker_action(used: int, size: int, marked: int) -> int:
    return JOKERS + (used * SIZES + size - FEWEST) * COLOURS + marked


@rule
def joker_used(action: int) -> int:
    return (action - JOKERS) // (SIZES * COLOURS)


@rule
def joker_size(action: int) -> int:
    return (action - JOKERS) // COLOURS % SIZES + FEWEST


@rule
def joker_marked(action: int) -> int:
    return (action - JOKERS) % COLOURS


@rule
def joker_worth(state: State, size: int) -> int:
    """§4, R2 One mark less than dice, as printed in German; four may be worth four."""
    return state.four_equal if size == 4 else size - 1


@rule
def has_a_joker(state: State) -> bool:
    """§4 Whether two dice that are equal are left to decide about."""
    for colour in range(COLOURS):
        if state.unused[colour] >= FEWEST:
            return True
    return False


@rule
def legal(state: State, seat: int, out: Ints) -> int:
    """§2, §4 Roll or stop; then jokers, as long as there are equal dice, and score."""
    if state.phase == DECIDE:
        out[0] = ROLL
        out[1] = STOP
        return 2
    if state.phase == MARK:
        return list_the_jokers(state, out)
    first_one = LOTS if state.phase == DRAW_LOT else ROLLED
    count = chance_kinds(state)
    for k in range(count):
        out[k] = first_one + k
    return count


@rule
def list_the_jokers(state: State, out: Ints) -> int:
    """§4, R3 Any two, three or four equal dice for any colour; or score without one more."""
    out[0] = SCORE
    count = 1
    for used in range(COLOURS):
        for size in range(FEWEST, state.unused[used] + 1):
            for marked in range(COLOURS):
                out[count] = joker_action(used, size, marked)
                count += 1
    return count


@rule
def chance_kinds(state: State) -> int:
    return state.players if state.phase == DRAW_LOT else KINDS[state.dice_each - 2]


@rule
def weights(state: State, out: Ints) -> int:
    """§2, R5 Every die and every seat of the lot is fair."""
    count = chance_kinds(state)
    for k in range(count):
        out[k] = 1 if state.phase == DRAW_LOT else ORDERS[state.dice_each - 2, k]
    return count


@rule
def tickets(state: State, seat: int) -> int:
    if state.phase == DECIDE:
        return 2
    if state.phase == MARK:
        count = 1
        for colour in range(COLOURS):
            count += COLOURS * max(0, state.unused[colour] - 1)
        return count
    return state.players if state.phase == DRAW_LOT else TICKETS[state.dice_each - 2]


@rule
def pick(state: State, seat: int, ticket: int) -> int:
    if state.phase == THROW or state.phase == PREPARE:
        return ROLLED + int(ON_TICKET[state.dice_each - 2, ticket])
    if state.phase == DRAW_LOT:
        return LOTS + ticket
    if state.phase == DECIDE:
        return ticket
    return SCORE if ticket == 0 else pick_a_joker(state, ticket - 1)


@rule
def pick_a_joker(state: State, ticket: int) -> int:
    used = 0
    while ticket >= COLOURS * max(0, state.unused[used] - 1):
        ticket -= COLOURS * max(0, state.unused[used] - 1)
        used += 1
    return joker_action(used, FEWEST + ticket // COLOURS, ticket % COLOURS)


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """§1, §2, §4, R5 The paragraph of what is to be done instead."""
    if state.phase == DECIDE:
        return 0 if action in (ROLL, STOP) else 2
    if state.phase == MARK:
        return refusal_to_mark(state, action)
    if state.phase == DRAW_LOT:
        return 0 if LOTS <= action < LOTS + state.players else RULING + 5
    if ROLLED <= action < ROLLED + chance_kinds(state):
        return 0
    return 1 if state.phase == PREPARE else 2


@rule
def refusal_to_mark(state: State, action: int) -> int:
    """§4 A joker needs equal dice that are not used yet; §2 rolling is over."""
    if action == SCORE:
        return 0
    if JOKERS <= action < ROLLED:
        return 0 if joker_size(action) <= state.unused[joker_used(action)] else 4
    return 2


@rule
def apply(state: State, seat: int, action: int) -> None:
    """R6 Who has no equal dice left to decide about scores without being asked."""
    do(state, action)
    if is_scored(state, action):
        score(state)


@rule
def is_scored(state: State, action: int) -> bool:
    """R6 Whether the turn ends with this action, which has been done."""
    return state.phase == MARK and (action == SCORE or not has_a_joker(state))


@rule
def do(state: State, action: int) -> None:
    if state.phase == DRAW_LOT:
        give_the_start(state, action - LOTS)
    elif state.phase == PREPARE:
        prepare(state, action - ROLLED)
    elif state.phase == THROW:
        throw(state, action - ROLLED)
    elif action == ROLL:
        state.phase = THROW
    elif action == STOP:
        state.phase = MARK
    elif action != SCORE:
        use_a_joker(state, joker_used(action), joker_size(action), joker_marked(action))


@rule
def show(state: State, roll: int) -> None:
    for colour in range(COLOURS):
        state.dice[state.turn, colour] = COUNTS[state.dice_each - 2, roll, colour]


@rule
def prepare(state: State, roll: int) -> None:
    """§1 All but the start player roll once; then the start player's turn begins."""
    show(state, roll)
    state.turn = left_neighbour(state, state.turn)
    if state.turn == state.start:
        state.phase = THROW


@rule
def throw(state: State, roll: int) -> None:
    """§2 All own dice, three times at most; only the last roll counts."""
    show(state, roll)
    for colour in range(COLOURS):
        state.unused[colour] = state.dice[state.turn, colour]
    state.rolls += 1
    state.phase = DECIDE if state.rolls < ROLLS else MARK


@rule
def use_a_joker(state: State, used: int, size: int, marked: int) -> None:
    """§4, R3, R4 These dice no longer score matches; they stay on the table for the others."""
    state.unused[used] -= size
    state.joker_marks[marked] += joker_worth(state, size)


@rule
def shown_by_others(state: State, colour: int) -> int:
    """§3, §8 Equal symbols in front of the other players; who has not rolled yet shows none."""
    count = 0
    for seat in range(state.players):
        if seat != state.turn:
            count += int(state.dice[seat, colour])
    return count


@rule
def earned(state: State, colour: int) -> int:
    """§3, §4 Every unused die scores each equal symbol of the others, and jokers add to it."""
    return int(state.unused[colour]) * shown_by_others(state, colour) + int(state.joker_marks[colour])


@rule
def reach(state: State, lowest: int) -> int:
    """§5 How far rows may be filled if the shortest of them can get this long: a section opens when every colour
    has a mark in the one before. No mark hinders another, so this is where the best order of marking ends."""
    if lowest < 1:
        return SECTION
    return 2 * SECTION if lowest < SECTION + 1 else state.row_length


@rule
def reach_now(state: State) -> int:
    """§5 How far the rows of the seat on turn may be filled with what it has earned."""
    lowest = state.row_length
    for colour in range(COLOURS):
        lowest = min(lowest, int(state.sheets[state.turn, colour]) + earned(state, colour))
    return reach(state, lowest)


@rule
def score(state: State) -> None:
    """§5, §6 Enters the marks, those that do not fit are lost; the next player's turn, unless the sheet is full."""
    limit = reach_now(state)
    for colour in range(COLOURS):
        before = state.sheets[state.turn, colour]
        after = min(limit, before + earned(state, colour))
        state.sheets[state.turn, colour] = after
        state.fresh[state.turn, colour] = after - before
    if is_full(state, state.turn):
        state.phase = OVER
    else:
        state.phase = THROW
        state.turn = left_neighbour(state, state.turn)
    state.rolls = 0
    state.unused[:] = 0
    state.joker_marks[:] = 0


@rule
def is_full(state: State, seat: int) -> bool:
    """§6 Whether this seat has marked everything."""
    return shortest_row(state, seat) == state.row_length


@rule
def shortest_row(state: State, seat: int) -> int:
    """§7 The number of marks in it."""
    shortest = state.row_length
    for colour in range(COLOURS):
        shortest = min(shortest, int(state.sheets[seat, colour]))
    return shortest


@rule
def outcome(state: State, places: Ints, points: Ints) -> int:
    """§6, §7, R1 A full sheet wins and gets the length of a row; the others get their shortest row."""
    for seat in range(state.players):
        points[seat] = shortest_row(state, seat)
    for seat in range(state.players):
        places[seat] = 0
        for other in range(state.players):
            if points[other] > points[seat]:
                places[seat] += 1
    return 0


@rule
def roller(state: State) -> int:
    """§1, §2 Who rolls; the lot is everybody's."""
    return CHANCE if state.phase == DRAW_LOT else state.turn


@rule
def length_with_joker(state: State, colour: int, used: int, size: int, marked: int) -> int:
    """The marks of a row if one more joker of that size is used; size 0 is none."""
    marks = int(state.sheets[state.turn, colour]) + earned(state, colour)
    if colour == used:
        marks -= size * shown_by_others(state, colour)
    if size > 0 and colour == marked:
        marks += joker_worth(state, size)
    return marks
