"""The table as a person sees it: the printed sheet once, and what each player has written on it."""

from dataclasses import dataclass

import numpy as np

from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import COLOURS, LETTERS, cell_name
from spieltisch.games.brilliant.moves import write
from spieltisch.games.brilliant.rules import State
from spieltisch.kernel import CHANCE, SPECTATOR, among, members, paragraph

COLOUR_RULES = {  # the key of a sentence for each colour
    "red": "different",
    "yellow": "different",
    "blue": "equal",
    "grey": "equal",
    "purple": "two_numbers",
    "orange": "one_half",
    "green": "anything",
}


@dataclass(frozen=True)
class Cell:
    """A printed cell; row and column count from 0."""

    name: str
    row: int
    column: int
    area: str
    star: bool


@dataclass(frozen=True)
class Area:
    name: str
    colour: str
    rule: str  # different, equal, two_numbers, one_half, anything
    cells: int
    whole_colour: bool  # its score field is for all cells of the colour
    values: tuple[int, ...]
    struck: int  # how many of the values, from the highest
    open_value: int


@dataclass(frozen=True)
class Sheet:
    level: int | None
    own: bool  # a sheet of ours, not a printed one
    rows: int
    columns: int
    cells: tuple[Cell, ...]
    areas: tuple[Area, ...]
    links: tuple[tuple[str, str], ...]  # pairs of cells


@dataclass(frozen=True)
class Player:
    seat: int
    points: int
    numbers: tuple[int | None, ...]  # in the order of the cells of the sheet
    start_numbers: int  # how many are written
    fresh: str | None  # the cell that was written with the last roll, when all have chosen
    decides: bool  # has not chosen yet
    filled: tuple[int, ...]  # cells of each area
    earned: tuple[int | None, ...]  # value of each area, once it is complete


@dataclass(frozen=True)
class Entry:
    number: int
    cell: str


@dataclass(frozen=True)
class Box:
    """Of the row that counts the rolls of a solo game."""

    ticks: int
    sign: bool


@dataclass(frozen=True)
class View:
    you: int | None  # None for a spectator
    phase: str
    waiting_for: tuple[int, ...]  # seats
    low: int | None  # the last roll
    high: int | None
    rolls: int
    target: int | None  # points; None in solo
    sheet: Sheet
    players: tuple[Player, ...]  # by seat
    possible_entries: tuple[Entry, ...]  # of the viewer, now
    possible_strikes: tuple[str, ...]  # areas
    may_pass: bool
    your_choice: str | None  # as a move, while the others have not chosen
    your_entry: Entry | None  # the same, if it is an entry
    boxes: tuple[Box, ...]  # only in solo
    rolls_left: int | None  # only in solo
    ended_by: str | None  # a paragraph
    winners: tuple[int, ...]


def view(state: State, seat: int) -> View:
    out = np.zeros(rules.CHOICES, np.int64)
    seats = rules.waiting(state)
    legal = out[: rules.legal(state, seat, out)].tolist() if among(seat, seats) else []
    chosen = int(state.chosen[seat]) if seat < state.players and state.phase == rules.WRITING else -1
    solo = bool(state.solo)
    return View(
        you=None if seat == SPECTATOR else seat,
        phase=phase_of(state),
        waiting_for=tuple(seat for seat in members(seats) if seat != CHANCE),
        low=state.low or None,
        high=state.high or None,
        rolls=state.rolls,
        target=None if solo else state.target,
        sheet=_sheet(state),
        players=tuple(_player(state, other, among(other, seats)) for other in range(state.players)),
        possible_entries=tuple(_entry(action) for action in legal if action < rules.PASS),
        possible_strikes=tuple(LETTERS[action - rules.STRIKE] for action in legal if action >= rules.STRIKE),
        may_pass=rules.PASS in legal,
        your_choice=write(state, seat, chosen) if chosen >= 0 else None,
        your_entry=_entry(chosen) if 0 <= chosen < rules.PASS else None,
        boxes=tuple(_box(state, number) for number in range(rules.BOXES)) if solo else (),
        rolls_left=rules.ROLLS_OF_SOLO - state.rolls if solo else None,
        ended_by=paragraph(state.ended_by) if state.ended_by else None,
        winners=winners(state) if state.ended_by else (),
    )


def phase_of(state: State) -> str:
    """What is asked now."""
    if state.phase == rules.STARTING:
        return "start_free" if state.free else "start_stars"
    if state.phase == rules.WRITING:
        return "write_double" if state.low == state.high else "write"
    return {rules.ROLLING: "roll", rules.STRIKING: "strike", rules.OVER: "over"}[state.phase]


def winners(state: State) -> tuple[int, ...]:
    places, points = np.zeros(state.players, np.int64), np.zeros(state.players, np.int64)
    rules.outcome(state, places, points)
    return tuple(seat for seat in range(state.players) if places[seat] == 0)


def _entry(action: int) -> Entry:
    return Entry(action % rules.NUMBERS + 1, cell_name(action // rules.NUMBERS))


def _sheet(state: State) -> Sheet:
    stars = state.stars.tolist()
    cells = tuple(
        Cell(cell_name(cell), cell // rules.WIDTH, cell % rules.WIDTH, LETTERS[area], cell in stars)
        for cell, area in enumerate(state.area_of.tolist())
        if area >= 0
    )
    return Sheet(
        level=state.level or None,
        own=bool(state.own),
        rows=1 + max(cell.row for cell in cells),
        columns=1 + max(cell.column for cell in cells),
        cells=cells,
        areas=tuple(_area(state, area) for area in range(state.areas)),
        links=tuple((cell_name(one), cell_name(other)) for one, other in state.links.tolist() if one >= 0),
    )


def _area(state: State, area: int) -> Area:
    colour = COLOURS[state.colour[area]]
    values = tuple(state.values[area].tolist())
    struck = int(state.struck[area])
    return Area(
        name=LETTERS[area],
        colour=colour,
        rule=COLOUR_RULES[colour],
        cells=_size(state, area),
        whole_colour=bool(state.whole_colour[area]),
        values=values,
        struck=struck,
        open_value=values[struck],
    )


def _size(state: State, area: int) -> int:
    return int(state.begin[area + 1] - state.begin[area])


def _player(state: State, seat: int, decides: bool) -> Player:
    areas = range(state.areas)
    chosen = int(state.chosen[seat])
    shown = 0 <= chosen < rules.PASS and state.phase != rules.WRITING
    written = state.written[seat].tolist()
    return Player(
        seat=seat,
        points=int(state.points[seat]),
        numbers=tuple(written[cell] or None for cell, area in enumerate(state.area_of.tolist()) if area >= 0),
        start_numbers=int(state.started[seat]),
        fresh=cell_name(chosen // rules.NUMBERS) if shown else None,
        decides=decides,
        filled=tuple(_size(state, area) - int(state.empty[seat, area]) for area in areas),
        earned=tuple(int(state.earned[seat, area]) or None for area in areas),
    )


def _box(state: State, number: int) -> Box:
    ticks = min(2, max(0, state.rolls - 2 * number))
    return Box(ticks, bool(state.solo_signs >> number & 1))
