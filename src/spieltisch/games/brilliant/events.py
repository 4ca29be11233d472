"""What can happen: the one place that works it out. Sentences, previews and marks on the sheets are made from it."""

from copy import deepcopy
from dataclasses import dataclass

from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import COLOURS, LETTERS, Colour, cell_name
from spieltisch.games.brilliant.rules import State
from spieltisch.kernel import CHANCE


@dataclass(frozen=True)
class Completed:
    area: str
    colour: Colour
    value: int  # that is earned for it


@dataclass(frozen=True)
class Rolled:
    low: int
    high: int
    not_for: tuple[int, ...] | None  # seats that cannot use it; None: nobody can


@dataclass(frozen=True)
class Began:
    """One more start number."""

    cells: tuple[str, ...]  # of the numbers 1, 2 and so on, as far as they are written


@dataclass(frozen=True)
class Wrote:
    number: int
    cell: str
    completed: Completed | None


@dataclass(frozen=True)
class Passed:
    """Nothing is written with this roll."""


@dataclass(frozen=True)
class Chose:
    """A start number, or what to do with the roll: nobody else sees it until all have chosen."""


@dataclass(frozen=True)
class Struck:
    area: str
    colour: Colour
    value: int


Event = Rolled | Began | Wrote | Passed | Chose | Struck


def happened(state: State, seat: int, action: int) -> Event:
    if action == rules.PASS:
        return Passed()
    if seat != CHANCE and action >= rules.STRIKE:
        area = action - rules.STRIKE
        return Struck(LETTERS[area], colour_of(state, area), int(state.values[area, state.struck[area]]))
    after = alone(state, seat, action)
    if seat == CHANCE:
        return _rolled(after)
    if state.phase == rules.STARTING:
        numbers = after.written[seat].tolist()
        return Began(tuple(cell_name(numbers.index(number)) for number in range(1, after.started[seat] + 1)))
    return _wrote(after, seat, action)


def unseen(state: State, seat: int) -> Event:
    """Only choices are ever hidden."""
    return Chose()


def _rolled(after: State) -> Rolled:
    stuck = tuple(seat for seat in range(after.players) if after.entries[seat] == 0)
    if after.phase == rules.STRIKING:
        stuck = ()  # what can be written is asked only after the strike
    return Rolled(int(after.low), int(after.high), None if len(stuck) == after.players else stuck)


def _wrote(after: State, seat: int, action: int) -> Wrote:
    """§5 The value is the one that was open before the roll, whatever the others choose."""
    cell, number = action // rules.NUMBERS, action % rules.NUMBERS + 1
    area = int(after.area_of[cell])
    complete = after.empty[seat, area] == 0
    completed = Completed(LETTERS[area], colour_of(after, area), int(after.earned[seat, area])) if complete else None
    return Wrote(number, cell_name(cell), completed)


def colour_of(state: State, area: int) -> Colour:
    colour: Colour = COLOURS[state.colour[area]]
    return colour


def alone(state: State, seat: int, action: int) -> State:
    """The state after an action, as if nobody else wrote anything with this roll."""
    after = deepcopy(state)  # rules change a state in place, and this one is only looked at
    if state.phase == rules.WRITING:
        for other in range(state.players):
            if other != seat:
                after.chosen[other] = rules.NOT_ASKED
    rules.apply(after, seat, action)
    return after
