"""Brilliant. The marks §1 to §7 and R1 to R10 refer to README.md in this folder."""

from typing import Annotated

import numpy as np

from spieltisch import kernel
from spieltisch.contract import Ending
from spieltisch.kernel import CHANCE, EVERYBODY, NOBODY, RULING, Ints, Rng, below, how_many, lowest, only, rule

SEATS = 6
WIDTH = 10  # cell = row * WIDTH + column, whatever the size of the sheet
CELLS = WIDTH * WIDTH
AREAS = 24
LINKS = 12
BOXES = 22  # of the solo row, two ticks each
NUMBERS = 6

HALF = CELLS // 2  # cells that one set of cells has: cell c is bit c % HALF of set c // HALF

PASS = CELLS * NUMBERS  # actions below it: number n in cell c is c * NUMBERS + n - 1
STRIKE = PASS + 1  # the highest open value of area k is STRIKE + k
ROLL = STRIKE + AREAS
PAIRS = 21
ACTIONS = ROLL + PAIRS
CHOICES = 2 * CELLS + 1

STARTING, ROLLING, STRIKING, WRITING, OVER = 0, 1, 2, 3, 4  # phases
UNDECIDED, NOT_ASKED, HIDDEN = -1, -2, -3  # in `chosen`, where no action stands

RED, YELLOW, BLUE, GREY, PURPLE, ORANGE, GREEN = 0, 1, 2, 3, 4, 5, 6
ALL, LOW_HALF, HIGH_HALF = 63, 7, 56  # sets of numbers: number n is bit n - 1

STARS, FREE = 0, 1  # the option `numbers`
TARGETS = np.array([0, 0, 26, 24, 22, 20, 20])  # by players
ROLLS_OF_SOLO = 2 * BOXES
PATIENCE = 36  # R8

LOW = np.array([low for low in range(1, 7) for high in range(low, 7)])  # the pairs, in the order of the actions
HIGH = np.array([high for low in range(1, 7) for high in range(low, 7)])
PAIR = np.array([[(min(a, b) * (11 - min(a, b))) // 2 + max(a, b) for b in range(6)] for a in range(6)])  # by both dice
NEXT_TO = np.array(  # by cell: the sets of its neighbours
    [
        [
            sum(
                1 << other % HALF
                for other in range(half * HALF, half * HALF + HALF)
                if abs(cell // WIDTH - other // WIDTH) + abs(cell % WIDTH - other % WIDTH) == 1
            )
            for half in range(2)
        ]
        for cell in range(CELLS)
    ]
)
COUNT = np.array([bin(numbers).count("1") for numbers in range(64)])  # how many numbers are in a set

TARGET, LAST_BOX, NOTHING_FITS, NOBODY_WRITES = 0, 1, 2, 3  # the endings
ENDINGS: tuple[Ending, ...] = (
    Ending("target_reached", 6),
    Ending("last_box", 7),
    Ending("nothing_fits", RULING + 5),
    Ending("nobody_writes", RULING + 8),
)


class State(kernel.State):
    """Sets of numbers are bits, number n is bit n - 1. The sheet comes first, then what is written on it.

    What `next_to` and `open_to` say follows from the rest of a sheet; whether a roll can be used is asked so often that
    it is kept, by the number, for all cells at once.
    """

    level: int  # as the sheet names itself; 0: not at all
    own: int  # a sheet of our own, not a printed one
    areas: int
    area_of: Annotated[Ints, CELLS, np.int8]  # -1: no cell
    cells: Annotated[Ints, CELLS, np.int8]  # the cells of area 0, then those of area 1 ...
    begin: Annotated[Ints, AREAS + 1, np.int8]  # where in `cells` an area begins
    colour: Annotated[Ints, AREAS, np.int8]
    whole_colour: Annotated[Ints, AREAS, np.int8]  # the score field has no line
    values: Annotated[Ints, AREAS, 3, np.int8]
    stars: Annotated[Ints, NUMBERS, np.int8]  # cells
    links: Annotated[Ints, LINKS, 2, np.int8]  # pairs of cells; -1: none
    grid: Annotated[Ints, 2, np.int64]  # the set of all cells
    solo_signs: int  # boxes as bits
    solo: int
    free: int  # start numbers go where the player likes
    target: int  # points; 0 in solo
    phase: int
    reveals: int
    rolls: int
    low: int  # the smaller number of the last roll; 0: none yet
    high: int
    idle: int  # rolls in a row that somebody could use and nobody used
    ending: int  # its number; -1 while the game goes on
    struck: Annotated[Ints, AREAS, np.int8]  # values no longer open, from the highest
    started: Annotated[Ints, SEATS, np.int8]  # start numbers written
    written: Annotated[Ints, SEATS, CELLS, np.int8]  # number in the cell; 0: empty
    beside: Annotated[Ints, SEATS, CELLS, np.int8]  # set of numbers written next to an empty cell
    used: Annotated[Ints, SEATS, AREAS, np.int8]  # set of numbers written in the area
    empty: Annotated[Ints, SEATS, AREAS, np.int8]  # cells of the area still empty
    next_to: Annotated[Ints, SEATS, NUMBERS, 2, np.int64]  # sets of cells, those beside each number, whatever they are
    open_to: Annotated[Ints, SEATS, NUMBERS, 2, np.int64]  # and the empty ones whose area allows each number
    entries: Annotated[Ints, SEATS]  # ways to write with the last roll
    chosen: Annotated[Ints, SEATS]  # action of the last roll, or UNDECIDED, NOT_ASKED, HIDDEN
    earned: Annotated[Ints, SEATS, AREAS, np.int8]  # value taken for the area
    points: Annotated[Ints, SEATS]


@rule
def setup(state: State, players: int, variant: int, options: Ints, content: Ints) -> None:
    """§1 Everybody has an empty sheet of the same level. The content is laid out as content.py says."""
    state.level, state.own, state.areas, state.solo_signs = content[0], content[1], content[2], content[3]
    at = 4
    state.grid[0] = state.grid[1] = 0
    for cell in range(CELLS):
        state.area_of[cell] = content[at + cell]
        state.cells[cell] = content[at + CELLS + cell]
        if state.area_of[cell] >= 0:
            state.grid[cell // HALF] |= 1 << cell % HALF
    at += 2 * CELLS
    for area in range(AREAS + 1):
        state.begin[area] = content[at + area]
    at += AREAS + 1
    for area in range(AREAS):
        state.colour[area] = content[at + 5 * area]
        state.whole_colour[area] = content[at + 5 * area + 1]
        for k in range(3):
            state.values[area, k] = content[at + 5 * area + 2 + k]
    at += 5 * AREAS
    for k in range(NUMBERS):
        state.stars[k] = content[at + k]
    at += NUMBERS
    for k in range(LINKS):
        state.links[k, 0], state.links[k, 1] = content[at + 2 * k], content[at + 2 * k + 1]
    state.players = players
    state.variant = variant
    state.solo = 1 if players == 1 else 0
    state.free = options[1]
    state.target = TARGETS[players]
    state.phase = STARTING
    state.reveals = state.rolls = state.low = state.high = state.idle = 0
    state.ending = -1
    state.struck[:] = 0
    for seat in range(SEATS):
        clear_sheet(state, seat)
        state.started[seat] = 0
        state.entries[seat] = 0
        state.chosen[seat] = NOT_ASKED
        state.earned[seat, :] = 0
        state.points[seat] = 0


@rule
def clear_sheet(state: State, seat: int) -> None:
    state.written[seat, :] = 0
    state.beside[seat, :] = 0
    state.used[seat, :] = 0
    for number in range(NUMBERS):
        for half in range(2):
            state.next_to[seat, number, half] = 0
            state.open_to[seat, number, half] = state.grid[half]
    for area in range(AREAS):
        state.empty[seat, area] = state.begin[area + 1] - state.begin[area]


@rule
def waiting(state: State) -> int:
    """§3, R4 All choose at once; who cannot write is not asked."""
    if state.phase == ROLLING:
        return only(CHANCE)
    if state.phase == STRIKING:
        return only(0)
    seats = NOBODY
    if state.phase == STARTING:
        for seat in range(state.players):
            if state.started[seat] < NUMBERS:
                seats |= only(seat)
    elif state.phase == WRITING:
        for seat in range(state.players):
            if state.chosen[seat] == UNDECIDED:
                seats |= only(seat)
    return seats


def _allowed(colour: int, used: int) -> int:
    """§4 The numbers that may still be written in an area of this colour that has the used ones."""
    if colour in (RED, YELLOW):
        return ALL & ~used
    if used == 0 or colour == GREEN:
        return ALL
    if colour in (BLUE, GREY):
        return used
    if colour == PURPLE:
        return used if COUNT[used] == 2 else ALL
    return LOW_HALF if used & LOW_HALF else HIGH_HALF


ALLOWED = np.array([[_allowed(colour, used) for used in range(ALL + 1)] for colour in range(GREEN + 1)])


@rule
def allowed(colour: int, used: int) -> int:
    """§4 As above, looked up: it is asked more often than anything else."""
    return int(ALLOWED[colour, used])


@rule
def fitting_cells(state: State, seat: int, number: int, other: int, half: int) -> int:
    """§3, §4, R1 The empty cells beside the other number whose areas allow this one."""
    return int(state.next_to[seat, other - 1, half] & state.open_to[seat, number - 1, half])


@rule
def count_entries(state: State, seat: int) -> int:
    count = 0
    for half in range(2):
        count += how_many(fitting_cells(state, seat, state.low, state.high, half))
        if state.low != state.high:
            count += how_many(fitting_cells(state, seat, state.high, state.low, half))
    return count


@rule
def start_cell_open(state: State, seat: int, cell: int) -> bool:
    """§1 A start number goes in an area that has none yet, and in a star cell unless the choice is free."""
    area = state.area_of[cell]
    if area < 0 or state.used[seat, area] != 0:
        return False
    if state.free:
        return True
    for star in state.stars:
        if star == cell:
            return True
    return False


@rule
def start_places(state: State) -> int:
    """§1 How many cells come into question for a start number: all, or those with a star."""
    return CELLS if state.free else NUMBERS


@rule
def start_place(state: State, number: int) -> int:
    """One of these cells; they ascend."""
    return number if state.free else int(state.stars[number])


@rule
def can_be_struck(state: State, area: int) -> bool:
    """R6 An area not yet completed whose second value is still open."""
    return area < state.areas and state.empty[0, area] > 0 and state.struck[area] < 2


@rule
def legal(state: State, seat: int, out: Ints) -> int:
    count = 0
    if state.phase == ROLLING:
        for pair in range(PAIRS):
            out[pair] = ROLL + pair
        return PAIRS
    if state.phase == STARTING:
        for place in range(start_places(state)):
            if start_cell_open(state, seat, start_place(state, place)):
                out[count] = start_place(state, place) * NUMBERS + state.started[seat]
                count += 1
        return count
    if state.phase == STRIKING:
        for area in range(AREAS):
            if can_be_struck(state, area):
                out[count] = STRIKE + area
                count += 1
        return count
    for half in range(2):
        smaller = fitting_cells(state, seat, state.low, state.high, half)
        larger = fitting_cells(state, seat, state.high, state.low, half) if state.low != state.high else 0
        while smaller | larger:
            cell = lowest(smaller | larger)
            if (smaller >> cell) & 1:
                out[count] = (half * HALF + cell) * NUMBERS + state.low - 1
                count += 1
            if (larger >> cell) & 1:
                out[count] = (half * HALF + cell) * NUMBERS + state.high - 1
                count += 1
            smaller &= ~(1 << cell)
            larger &= ~(1 << cell)
    out[count] = PASS
    return count + 1


@rule
def weights(state: State, out: Ints) -> int:
    """§1 Two dice, each number equally likely: a double comes in one way, other pairs in two."""
    for pair in range(PAIRS):
        out[pair] = 1 if LOW[pair] == HIGH[pair] else 2
    return PAIRS


@rule
def tickets(state: State, seat: int) -> int:
    if state.phase == ROLLING:
        return 36
    if state.phase == WRITING:
        return int(state.entries[seat] + 1)
    count = 0
    if state.phase == STARTING:
        for place in range(start_places(state)):
            if start_cell_open(state, seat, start_place(state, place)):
                count += 1
    else:
        for area in range(AREAS):
            if can_be_struck(state, area):
                count += 1
    return count


@rule
def pick(state: State, seat: int, ticket: int) -> int:
    if state.phase == ROLLING:
        return int(ROLL + PAIR[ticket // 6, ticket % 6])
    if state.phase == WRITING:
        return pick_entry(state, seat, ticket)
    if state.phase == STARTING:
        place = 0
        while True:
            if start_cell_open(state, seat, start_place(state, place)):
                ticket -= 1
                if ticket < 0:
                    return int(start_place(state, place) * NUMBERS + state.started[seat])
            place += 1
    area = 0
    while True:
        if can_be_struck(state, area):
            ticket -= 1
            if ticket < 0:
                return STRIKE + area
        area += 1


@rule
def pick_entry(state: State, seat: int, ticket: int) -> int:
    """The smaller number before the larger one; the last ticket is to pass."""
    for way in range(2 if state.low == state.high else 4):
        number, other = (state.low, state.high) if way < 2 else (state.high, state.low)
        cells = fitting_cells(state, seat, number, other, way % 2)
        found = how_many(cells)
        if ticket < found:
            for _ in range(ticket):
                cells &= cells - 1  # without its first
            return int((way % 2 * HALF + lowest(cells)) * NUMBERS + number - 1)
        ticket -= found
    return PASS


@rule
def refusal(state: State, seat: int, action: int) -> int:
    if state.phase == ROLLING:
        return 0 if ROLL <= action < ACTIONS else 3
    if state.phase == STARTING:
        if not 0 <= action < PASS or action % NUMBERS != state.started[seat]:
            return 1
        return 0 if start_cell_open(state, seat, action // NUMBERS) else 1
    if state.phase == STRIKING:
        if not STRIKE <= action < STRIKE + state.areas:
            return 7
        return 0 if can_be_struck(state, action - STRIKE) else RULING + 6
    return entry_refusal(state, seat, action)


@rule
def entry_refusal(state: State, seat: int, action: int) -> int:
    """§3, §4, R1, R2 One of the two numbers, next to the other, in an empty cell whose area allows it; or nothing."""
    if action == PASS:
        return 0
    if not 0 <= action < PASS:
        return 3
    cell, number = action // NUMBERS, action % NUMBERS + 1
    area = state.area_of[cell]
    if area < 0 or state.written[seat, cell] or (number != state.low and number != state.high):
        return 3
    other = state.low + state.high - number
    if not (state.beside[seat, cell] >> (other - 1)) & 1:
        return 3
    return 0 if (allowed(state.colour[area], state.used[seat, area]) >> (number - 1)) & 1 else 4


@rule
def apply(state: State, seat: int, action: int) -> None:
    if state.phase == ROLLING:
        roll(state, action - ROLL)
    elif state.phase == STARTING:
        write_start_number(state, seat, action // NUMBERS)
    elif state.phase == STRIKING:
        state.struck[action - STRIKE] += 1
        ask_to_write(state)
    else:
        state.chosen[seat] = action
        if waiting(state) == NOBODY:
            reveal_entries(state)


@rule
def write_start_number(state: State, seat: int, cell: int) -> None:
    """§1 The numbers 1 to 6 one after the other; all are shown when everybody has written all six."""
    state.started[seat] += 1
    write_number(state, seat, cell, state.started[seat])
    if waiting(state) == NOBODY:
        state.reveals += 1
        end_or_roll(state)


@rule
def write_number(state: State, seat: int, cell: int, number: int) -> None:
    area = state.area_of[cell]
    before = allowed(state.colour[area], state.used[seat, area])
    put_number(state, seat, cell, number)
    for half in range(2):
        state.next_to[seat, number - 1, half] |= NEXT_TO[cell, half]
    for each in range(NUMBERS):
        state.open_to[seat, each, cell // HALF] &= ~(1 << cell % HALF)
    changed = before ^ allowed(state.colour[area], state.used[seat, area])
    if changed:
        allow_in_area(state, seat, area, changed)


@rule
def allow_in_area(state: State, seat: int, area: int, changed: int) -> None:
    """The numbers of this set are allowed there from now on, or no longer."""
    for k in range(state.begin[area], state.begin[area + 1]):
        cell = state.cells[k]
        if state.written[seat, cell] == 0:
            for each in range(NUMBERS):
                state.open_to[seat, each, cell // HALF] ^= ((changed >> each) & 1) << cell % HALF


@rule
def put_number(state: State, seat: int, cell: int, number: int) -> None:
    """What bots try out, too, and take back."""
    area = state.area_of[cell]
    bit = 1 << (number - 1)
    state.written[seat, cell] = number
    state.beside[seat, cell] = 0
    state.used[seat, area] |= bit
    state.empty[seat, area] -= 1
    column = cell % WIDTH
    if column > 0:
        put_beside(state, seat, cell - 1, bit)
    if column < WIDTH - 1:
        put_beside(state, seat, cell + 1, bit)
    if cell >= WIDTH:
        put_beside(state, seat, cell - WIDTH, bit)
    if cell < CELLS - WIDTH:
        put_beside(state, seat, cell + WIDTH, bit)


@rule
def put_beside(state: State, seat: int, cell: int, bit: int) -> None:
    if state.area_of[cell] >= 0 and state.written[seat, cell] == 0:
        state.beside[seat, cell] |= bit


@rule
def roll(state: State, pair: int) -> None:
    """§3, §7 A roll is for all; in solo it is ticked, and the second tick in a box with the sign asks for a strike."""
    state.low, state.high = LOW[pair], HIGH[pair]
    state.rolls += 1
    if state.solo and strike_is_due(state):
        for area in range(state.areas):
            if can_be_struck(state, area):
                state.phase = STRIKING
                for seat in range(state.players):
                    state.chosen[seat] = NOT_ASKED
                return
    ask_to_write(state)


@rule
def strike_is_due(state: State) -> bool:
    """§7 The last roll was the second tick in a box with the sign."""
    return state.rolls % 2 == 0 and (state.solo_signs >> (state.rolls // 2 - 1)) & 1 == 1


@rule
def ask_to_write(state: State) -> None:
    """§3 Everybody who can write is asked; if nobody can, the roll is over."""
    somebody = False
    for seat in range(state.players):
        state.entries[seat] = count_entries(state, seat)
        if state.entries[seat] > 0:
            state.chosen[seat] = UNDECIDED
            somebody = True
        else:
            state.chosen[seat] = NOT_ASKED
    if somebody:
        state.phase = WRITING
    else:
        end_or_roll(state)


@rule
def reveal_entries(state: State) -> None:
    """R4, §5 All entries are shown together and scored with the values that were open before the roll."""
    state.reveals += 1
    state.idle += 1
    for seat in range(state.players):
        action = state.chosen[seat]
        if 0 <= action < PASS:
            state.idle = 0
            cell = action // NUMBERS
            area = state.area_of[cell]
            write_number(state, seat, cell, action % NUMBERS + 1)
            if state.empty[seat, area] == 0:
                value = state.values[area, state.struck[area]]
                state.earned[seat, area] = value
                state.points[seat] += value
    strike_taken_values(state)
    end_or_roll(state)


@rule
def strike_taken_values(state: State) -> None:
    """§5 A value that was taken, by one or by several at once, is struck; the third never is."""
    for seat in range(state.players):
        action = state.chosen[seat]
        if 0 <= action < PASS:
            area = state.area_of[action // NUMBERS]
            open_value = state.values[area, state.struck[area]]
            if state.empty[seat, area] == 0 and state.earned[seat, area] == open_value and state.struck[area] < 2:
                state.struck[area] += 1  # values fall, so the next seat that took the same one does not strike again


@rule
def end_or_roll(state: State) -> None:
    """§6, §7, R5, R8 What ends the game, else the next roll."""
    if state.solo:
        if state.rolls == ROLLS_OF_SOLO:
            state.ending = LAST_BOX
    elif best_points(state) >= state.target:
        state.ending = TARGET
    if state.ending < 0:
        if not somebody_can_ever_write(state):
            state.ending = NOTHING_FITS
        elif state.idle == PATIENCE and not state.solo:
            state.ending = NOBODY_WRITES
    state.phase = OVER if state.ending >= 0 else ROLLING


@rule
def best_points(state: State) -> int:
    best = 0
    for seat in range(state.players):
        best = max(best, state.points[seat])
    return best


@rule
def somebody_can_ever_write(state: State) -> bool:
    """R5 With some roll: there is an empty cell beside a number, in an area that allows a number."""
    for seat in range(state.players):
        for half in range(2):
            beside, allowing = 0, 0
            for number in range(NUMBERS):
                beside |= state.next_to[seat, number, half]
                allowing |= state.open_to[seat, number, half]
            if beside & allowing:
                return True
    return False


@rule
def outcome(state: State, places: Ints, points: Ints) -> int:
    """§6, §7, R5 Most points win, ties are shared."""
    for seat in range(state.players):
        points[seat] = state.points[seat]
        places[seat] = 0
        for other in range(state.players):
            if state.points[other] > state.points[seat]:
                places[seat] += 1
    return state.ending


@rule
def touch(one: int, other: int) -> bool:
    return abs(one // WIDTH - other // WIDTH) + abs(one % WIDTH - other % WIDTH) == 1


@rule
def hide(state: State, seat: int) -> None:
    """§1, R4 The others' start numbers and entries, until everybody has chosen."""
    for other in range(state.players):
        if other != seat:
            if state.phase == STARTING:
                clear_sheet(state, other)
            elif state.phase == WRITING and state.chosen[other] >= 0:
                state.chosen[other] = HIDDEN


@rule
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Start numbers and entries that the others may have chosen, all equally likely."""
    for other in range(state.players):
        if other != seat:
            if state.phase == STARTING:
                started = state.started[other]
                for number in range(started):
                    state.started[other] = number
                    action = pick(state, other, below(rng, tickets(state, other)))
                    write_number(state, other, action // NUMBERS, number + 1)
                state.started[other] = started
            elif state.chosen[other] == HIDDEN:
                state.chosen[other] = pick(state, other, below(rng, tickets(state, other)))


@rule
def witnesses(state: State, seat: int, action: int) -> int:
    """§1, R4 Start numbers and entries are secret at first; dice and strikes are not."""
    return only(seat) if state.phase == STARTING or state.phase == WRITING else EVERYBODY


@rule
def reveals(state: State) -> int:
    """R4 Grows when start numbers or entries are shown."""
    return state.reveals
