"""What a sheet is worth, what the ways of a turn are worth, and how near a seat is to winning.

Exact is the number of turns that a sheet takes when the others' dice fall at random and one plays for the fewest turns
(and with two players and rows of 7 the chance to win when both play for that). Approximate is that later dice of the
others are not random: they are chosen, and they depend on each other.

marks   as many marks as possible
sheet   the chance to fill the sheet before the others do, if everybody's later dice fall as they like
near    the same, and how the dice that one leaves speed the others up or slow them down
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial_dice.bots.tables import (
    BASE,
    DELAY,
    DELAY_AT,
    DUEL,
    PLACE_OF,
    PLACE_OF_WAY,
    SHORT_SHEETS,
    SHOWN_AT,
    STILL,
    TICK,
    TOTALS,
    TURNS,
    WHOLE,
)
from spieltisch.games.genial_dice.bots.turn import (
    best_of_rolls,
    hand_of,
    long_rows,
    others_show,
    rolling,
    sheet_number,
    sheets,
    sheets_after,
)
from spieltisch.games.genial_dice.bots.ways import weigh_actions
from spieltisch.games.genial_dice.rules import (
    CHOICES,
    COLOURS,
    DRAW_LOT,
    FEWEST,
    KINDS,
    OVER,
    PREPARE,
    ROLLS,
    THROW,
    State,
    is_asked,
    is_full,
    left_neighbour,
    length_with_joker,
    reach,
)
from spieltisch.kernel import Doubles, Ints, rule


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
def filled_in_time(state: State, race: Doubles, mine: Ints) -> Doubles:
    """For each of these sheets how likely it gets full in some turn t, weighed by race[t].

    With few dice there are fewer of them than sheets; with many it is quicker to ask about each sheet once.
    """
    table = STILL[hand_of(state), long_rows(state)]
    if sheets(state) < len(mine):
        return weighed_turns(table[: sheets(state)], race)[mine]
    return weighed_turns(table[mine], race)


@rule
def weighed_turns(table: Ints, race: Doubles) -> Doubles:
    """For each row of the table how likely it ends in some turn t, weighed by race[t]."""
    out = np.zeros(len(table))
    for t in range(1, TURNS):
        if race[t] > 1e-6:
            out += (table[:, t - 1] * 1.0 - table[:, t]) * (race[t] / WHOLE)
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
def chance_with(state: State, seat: int, mine: Ints) -> Doubles:
    """For each of these sheets how likely the seat wins if it ends its turn with it, nobody's dice being known."""
    if is_duel(state):
        found: Doubles = 1.0 - DUEL[sheet_number(state.sheets[1 - seat])][mine] / WHOLE
        return found
    out = filled_in_time(state, race_of(state, seat, seat), mine)
    out[mine == sheets(state) - 1] = 1.0
    return out


@rule
def mark_values(state: State, seat: int) -> Doubles:
    found: Doubles = TOTALS[sheets_after(state, state.sheets[seat], others_show(state, seat))] * 1.0
    return found


@rule
def sheet_values(state: State, seat: int) -> Doubles:
    return chance_with(state, seat, sheets_after(state, state.sheets[seat], others_show(state, seat)))


@rule
def near_values(state: State, seat: int) -> Doubles:
    mine = sheets_after(state, state.sheets[seat], others_show(state, seat))
    gain = np.zeros(len(mine))
    for other in range(state.players):
        if other != seat:
            gain += gain_by_delay(state, seat, other, mine)
    return changed(chance_with(state, seat, mine), gain)


@rule
def changed(chances: Doubles, by: Doubles) -> Doubles:
    """Dice that one leaves never do more than half of what would win or lose the game."""
    return chances + np.minimum(np.maximum(by, chances / -2), (1.0 - chances) / 2)


@rule
def gain_by_delay(state: State, seat: int, other: int, mine: Ints) -> Doubles:
    """For each way how much the dice it leaves help by slowing this other one down."""
    places = PLACE_OF_WAY[hand_of(state), : len(mine)]
    gain = filled_in_time(state, race_of(state, seat, other), mine)
    return gain * delays(state, state.sheets[other])[places]


@rule
def evaluate(state: State, seat: int) -> float:
    """The chance to win: of who is on turn with the dice that lie there, of the others by their sheets."""
    if state.phase == OVER:
        return 1.0 if is_full(state, seat) else 0.0
    if state.phase in (DRAW_LOT, PREPARE):
        return 1.0 / state.players
    if state.turn == seat:
        return turn_value(state, seat)
    return 1.0 - turn_value(state, state.turn) if state.players == 2 else waiting_value(state, seat)


@rule
def turn_value(state: State, seat: int) -> float:
    values = near_values(state, seat)
    if state.phase == THROW:
        hand = hand_of(state)
        value = rolling(hand, best_of_rolls(hand, values), ROLLS - state.rolls)
    else:
        actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
        value = scores[: weigh_actions(state, seat, values, actions, scores)].max()
    return min(1.0, max(0.0, float(value)))


@rule
def waiting_value(state: State, seat: int) -> float:
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


EVENNESS = 10  # the smaller, the more a greedy player prefers short rows


@rule
def worth(state: State, seat: int) -> int:
    """What the sheet would be worth if the seat stopped and scored now, with one more joker at most."""
    if seat != state.turn or not is_asked(state):
        total = 0
        for colour in range(COLOURS):
            total += row_worth(state, state.sheets[seat, colour])
        return total
    best = worth_with_joker(state, 0, 0, 0)
    for used in range(COLOURS):
        for size in range(FEWEST, state.unused[used] + 1):
            for marked in range(COLOURS):
                best = max(best, worth_with_joker(state, used, size, marked))
    return best


@rule
def worth_with_joker(state: State, used: int, size: int, marked: int) -> int:
    lowest = state.row_length
    for colour in range(COLOURS):
        lowest = min(lowest, length_with_joker(state, colour, used, size, marked))
    limit = reach(state, lowest)
    total = 0
    for colour in range(COLOURS):
        total += row_worth(state, min(limit, length_with_joker(state, colour, used, size, marked)))
    return total


@rule
def row_worth(state: State, marks: int) -> int:
    """Marks in short rows count a little more; how much was found by letting such players play one another."""
    missing = state.row_length - marks
    return state.row_length * (state.row_length + EVENNESS) - missing * (missing + EVENNESS)
