"""The table as a person sees it: the printed sheet once, and what each player has written on it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

import numpy as np

from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import COLOUR_RULES, LETTERS, Colour, ColourRule, cell_name, neighbours
from spieltisch.games.brilliant.events import alone, colour_of
from spieltisch.games.brilliant.moves import Pass, Strike, Write, shown
from spieltisch.games.brilliant.rules import State
from spieltisch.kernel import SPECTATOR, among, paragraph
from spieltisch.parts import made_of

Doing = Literal["chooses", "chose", "nothing"]
Phase = Literal["start_stars", "start_free", "roll", "strike", "write", "write_double", "over"]


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
    colour: Colour
    rule: ColourRule
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
    doing: Doing  # chooses now; has chosen with this roll, and the others have not yet; is not asked
    filled: tuple[int, ...]  # cells of each area
    earned: tuple[int | None, ...]  # value of each area, once it is complete
    takes: tuple[str, ...]  # the numbers that each area still takes, such as "456"


@dataclass(frozen=True)
class Box:
    """Of the row that counts the rolls of a solo game."""

    ticks: int
    sign: bool


@dataclass(frozen=True)
class View:
    you: int | None  # None for a spectator
    phase: Phase
    low: int | None  # the last roll
    high: int | None
    rolls: int
    target: int | None  # points; None in solo
    sheet: Sheet
    players: tuple[Player, ...]  # by seat
    possible: tuple[str, ...]  # in the order of the cells: what the viewer may write there now, such as "25"
    possible_strikes: tuple[str, ...]  # areas
    may_pass: bool
    your_choice: Write | Pass | None  # while the others have not chosen
    boxes: tuple[Box, ...]  # only in solo
    rolls_left: int | None  # only in solo
    ended_by: str | None  # a paragraph
    winners: tuple[int, ...]


@dataclass(frozen=True)
class Preview:
    """What a move would bring, whatever the others choose."""

    entry: Write | None
    beside: tuple[str, ...]  # cells with the number that the entry needs beside it
    area: str | None  # that is written in, or whose value is struck
    filled: int  # cells of the area
    takes: str  # the numbers that the area would still take
    earned: int | None  # the value, if this completes the area
    struck: int | None  # the value that would be struck: for everybody else, or in solo
    open_value: int | None  # of the area, afterwards
    points: int
    reaches_target: bool


@dataclass(frozen=True, eq=False)
class _Printed:
    """What players write on; the same object for all who play on the same sheet."""

    cells: tuple[int, ...]
    sizes: tuple[int, ...]  # of the areas
    colours: tuple[int, ...]


def view(state: State, seat: int, legal: Sequence[int] | None = None) -> View:
    seats = rules.waiting(state)
    if legal is None:
        out = np.zeros(rules.CHOICES, np.int64)
        legal = out[: rules.legal(state, seat, out)].tolist() if among(seat, seats) else []
    solo, over = bool(state.solo), state.phase == rules.OVER
    sheet, printed = _sheet(state), _printed(state)
    return View(
        you=None if seat == SPECTATOR else seat,
        phase=phase_of(state),
        low=state.low or None,
        high=state.high or None,
        rolls=state.rolls,
        target=None if solo else state.target,
        sheet=sheet,
        players=tuple(_player(state, printed, other, among(other, seats)) for other in range(state.players)),
        possible=_possible(printed, tuple(action for action in legal if action < rules.PASS)),
        possible_strikes=tuple(LETTERS[action - rules.STRIKE] for action in legal if action >= rules.STRIKE),
        may_pass=rules.PASS in legal,
        your_choice=_chosen(state, seat) if state.phase == rules.WRITING and seat < state.players else None,
        boxes=tuple(_box(state, number) for number in range(rules.BOXES)) if solo else (),
        rolls_left=rules.ROLLS_OF_SOLO - state.rolls if solo else None,
        ended_by=paragraph(rules.ENDINGS[state.ending].paragraph) if over else None,
        winners=winners(state) if over else (),
    )


def phase_of(state: State) -> Phase:
    """What is asked now."""
    if state.phase == rules.STARTING:
        return "start_free" if state.free else "start_stars"
    if state.phase == rules.WRITING:
        return "write_double" if state.low == state.high else "write"
    if state.phase == rules.STRIKING:
        return "strike"
    return "over" if state.phase == rules.OVER else "roll"


def winners(state: State) -> tuple[int, ...]:
    places, points = np.zeros(state.players, np.int64), np.zeros(state.players, np.int64)
    rules.outcome(state, places, points)
    return tuple(seat for seat in range(state.players) if places[seat] == 0)


def _chosen(state: State, seat: int) -> Write | Pass | None:
    move = shown(state, seat, int(state.chosen[seat])) if state.chosen[seat] >= 0 else None
    return move if isinstance(move, Write | Pass) else None


@lru_cache(maxsize=256)
def _possible(printed: _Printed, entries: tuple[int, ...]) -> tuple[str, ...]:
    numbers: dict[int, str] = {}
    for action in entries:
        cell = action // rules.NUMBERS
        numbers[cell] = numbers.get(cell, "") + str(action % rules.NUMBERS + 1)
    return tuple(numbers.get(cell, "") for cell in printed.cells)


@made_of("level", "own", "area_of", "stars", "areas", "begin", "colour", "whole_colour", "values", "struck", "links")
def _sheet(state: State) -> Sheet:
    cells = _cells(tuple(state.area_of.tolist()), tuple(state.stars.tolist()))
    return Sheet(
        level=state.level or None,
        own=bool(state.own),
        rows=1 + max(cell.row for cell in cells),
        columns=1 + max(cell.column for cell in cells),
        cells=cells,
        areas=tuple(_area(state, area) for area in range(state.areas)),
        links=tuple((cell_name(one), cell_name(other)) for one, other in state.links.tolist() if one >= 0),
    )


@lru_cache(maxsize=64)
def _cells(area_of: tuple[int, ...], stars: tuple[int, ...]) -> tuple[Cell, ...]:
    """The cells of a sheet are made once, whatever is struck on it."""
    return tuple(
        Cell(cell_name(cell), cell // rules.WIDTH, cell % rules.WIDTH, LETTERS[area], cell in stars)
        for cell, area in enumerate(area_of)
        if area >= 0
    )


def _area(state: State, area: int) -> Area:
    colour = colour_of(state, area)
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


@made_of("area_of", "areas", "begin", "colour")
def _printed(state: State) -> _Printed:
    areas = range(state.areas)
    return _Printed(
        cells=tuple(cell for cell, area in enumerate(state.area_of.tolist()) if area >= 0),
        sizes=tuple(_size(state, area) for area in areas),
        colours=tuple(state.colour.tolist()[: state.areas]),
    )


def _player(state: State, printed: _Printed, seat: int, decides: bool) -> Player:
    chosen = int(state.chosen[seat])
    fresh = 0 <= chosen < rules.PASS and state.phase != rules.WRITING
    chose = state.phase == rules.WRITING and (chosen >= 0 or chosen == rules.HIDDEN)
    return _drawn(
        printed,
        seat,
        int(state.points[seat]),
        int(state.started[seat]),
        cell_name(chosen // rules.NUMBERS) if fresh else None,
        "chooses" if decides else "chose" if chose else "nothing",
        tuple(state.written[seat].tolist()),
        tuple(state.empty[seat].tolist()),
        tuple(state.earned[seat].tolist()),
        tuple(state.used[seat].tolist()),
    )


@lru_cache(maxsize=500)
def _drawn(
    printed: _Printed,
    seat: int,
    points: int,
    started: int,
    fresh: str | None,
    doing: Doing,
    written: tuple[int, ...],
    empty: tuple[int, ...],
    earned: tuple[int, ...],
    used: tuple[int, ...],
) -> Player:
    """The same for everybody who sees it."""
    areas = range(len(printed.sizes))
    return Player(
        seat=seat,
        points=points,
        numbers=tuple(written[cell] or None for cell in printed.cells),
        start_numbers=started,
        fresh=fresh,
        doing=doing,
        filled=tuple(printed.sizes[area] - empty[area] for area in areas),
        earned=tuple(earned[area] or None for area in areas),
        takes=tuple(_allowed(printed.colours[area], used[area]) if empty[area] else "" for area in areas),
    )


def _takes(state: State, seat: int, area: int) -> str:
    return _allowed(int(state.colour[area]), int(state.used[seat, area])) if state.empty[seat, area] else ""


@cache
def _allowed(colour: int, used: int) -> str:
    may = rules.allowed(colour, used)
    return "".join(str(number) for number in range(1, rules.NUMBERS + 1) if may >> (number - 1) & 1)


def _box(state: State, number: int) -> Box:
    ticks = min(2, max(0, state.rolls - 2 * number))
    return Box(ticks, bool(state.solo_signs >> number & 1))


def preview(state: State, seat: int, action: int) -> Preview:
    after = alone(state, seat, action)
    move, area = shown(state, seat, action), None
    if isinstance(move, Write):
        area = int(state.area_of[action // rules.NUMBERS])
    elif isinstance(move, Strike):
        area = action - rules.STRIKE
    points = int(after.points[seat])
    return Preview(
        entry=move if isinstance(move, Write) else None,
        beside=_beside(state, seat, action) if isinstance(move, Write) and state.phase == rules.WRITING else (),
        area=None if area is None else LETTERS[area],
        filled=0 if area is None else _size(state, area) - int(after.empty[seat, area]),
        takes="" if area is None else _takes(after, seat, area),
        earned=None if area is None else int(after.earned[seat, area]) or None,
        struck=None if area is None else _struck(state, after, area),
        open_value=None if area is None else int(after.values[area, after.struck[area]]),
        points=points,
        reaches_target=not state.solo and points >= state.target,
    )


def _beside(state: State, seat: int, action: int) -> tuple[str, ...]:
    """§3 The neighbours that hold the other number of the roll."""
    needed = state.low + state.high - (action % rules.NUMBERS + 1)
    around = neighbours(action // rules.NUMBERS)
    return tuple(cell_name(cell) for cell in around if state.written[seat, cell] == needed)


def _struck(state: State, after: State, area: int) -> int | None:
    """The value that is no longer open; in solo one that was earned is lost to nobody."""
    if after.struck[area] == state.struck[area] or (state.solo and state.phase == rules.WRITING):
        return None
    return int(state.values[area, state.struck[area]])
