"""What a seat sees: board, racks as far as they are open, tracks, and what is asked now; what a move would bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np

from spieltisch.games.genial import rules
from spieltisch.games.genial.board import (
    CELLS,
    COLOURS,
    COORDINATES,
    NAMES,
    OUTSIDE,
    PLACE_A,
    PLACE_B,
    PLACE_WAY,
    SYMBOL_CELL,
    WORD,
    WORDS,
)
from spieltisch.games.genial.events import Exchanged, Gain, Half, Laid, aside, happened
from spieltisch.games.genial.moves import LETTERS, laid, rack_kinds, tile_name
from spieltisch.games.genial.rules import State
from spieltisch.kernel import among, lowest
from spieltisch.parts import made_of

VARIANTS = {rules.BASE: "base", rules.SOLO: "solo", rules.TEAM: "team", rules.DUEL: "duel"}
PHASES = {
    rules.LOT: "lot",
    rules.DRAW: "draw",
    rules.LAY: "lay",
    rules.BONUS: "bonus",
    rules.SWAP: "exchange",
    rules.OVER: "over",
}


@dataclass(frozen=True)
class Cell:
    name: str
    row: str
    number: int
    q: int
    r: int
    colour: str | None  # the symbol that lies or is printed there
    start_symbol: bool


class Place(NamedTuple):
    """The cells under the first and the second half of a tile."""

    first: str
    second: str


@dataclass(frozen=True)
class Rack:
    seat: int
    size: int
    full: int  # so many tiles it holds when it has been refilled
    tiles: tuple[str, ...] | None  # None: hidden, or secret at a real table


@dataclass(frozen=True)
class Marker:
    """`position` counts on over a double track: 18 is field 0 of the right one."""

    colour: str
    position: int
    side: str  # left or right
    field: int
    lowest: bool


@dataclass(frozen=True)
class Track:
    seats: tuple[int, ...]
    double: bool
    markers: tuple[Marker, ...]


@dataclass(frozen=True)
class TugOfWar:
    """A marker of the duel: on which seat's side, how far from the middle, and who holds the duel marker."""

    colour: str
    side: int | None
    field: int
    duel_marker_of: int | None


@dataclass(frozen=True)
class View:
    variant: str
    players: int
    seat: int
    phase: str  # the key of the question is ask_ and this
    turn: int | None  # None: it is over
    drawing: int | None
    cells: tuple[Cell, ...]
    ways: tuple[
        int, ...
    ]  # of each cell; bit d: a tile of the viewer may lie in direction d (0 is right, then clockwise)
    lies: tuple[int, ...]  # of each cell; bit d: the tile that covers it goes on in direction d
    last: Place | None
    first_tile: bool  # the tile to be laid must touch one of the free symbols
    free_symbols: tuple[str, ...]
    racks: tuple[Rack, ...]
    bag_size: int
    tracks: tuple[Track, ...]  # none in the duel
    duel_track: tuple[TugOfWar, ...]  # only in the duel
    bonus_turns: int
    exchange_colours: tuple[str, ...]  # while somebody is asked: the colours that decide
    shown: tuple[str, ...]  # tiles put aside in an exchange
    may_lay: bool  # the viewer, now
    may_pass: bool
    may_exchange: bool  # or keep


@dataclass(frozen=True)
class Preview:
    """What a move would bring: a tile laid has halves, an exchange puts tiles aside."""

    halves: tuple[Half, ...]
    gains: tuple[Gain, ...]  # of the colours that score
    bonus_turns: int  # that this tile would earn
    aside: tuple[str, ...]  # tiles


def view(state: State, seat: int) -> View:
    duel = state.variant == rules.DUEL
    asked = among(seat, rules.waiting(state))
    board = _board(state.board.tobytes())
    may_exchange = asked and rules.refusal(state, seat, rules.EXCHANGE) == 0
    return View(
        variant=VARIANTS[state.variant],
        players=state.players,
        seat=seat,
        phase=_phase(state, seat),
        turn=None if state.phase == rules.OVER else state.turn,
        drawing=state.drawing if state.phase == rules.DRAW else None,
        cells=board.cells,
        ways=_ways(state, seat, board.numbers),
        lies=_lies(tuple(state.covered.tolist()), board.numbers),
        last=_last(state),
        first_tile=_lays_first_tile(state),
        free_symbols=tuple([letter for letter, taken in zip(LETTERS, state.taken.tolist(), strict=True) if not taken]),
        racks=tuple(_rack(state, seat, owner) for owner in range(state.players)),
        bag_size=state.bag_size,
        tracks=() if duel else _tracks(state),
        duel_track=_duel_track(state) if duel else (),
        bonus_turns=state.bonus,
        exchange_colours=_deciding(state),
        shown=aside(state),
        may_lay=asked and not may_exchange,
        may_pass=asked and rules.refusal(state, seat, rules.PASS) == 0,
        may_exchange=may_exchange,
    )


def _phase(state: State, seat: int) -> str:
    if state.phase == rules.SWAP:
        which = "secret_" if seat == state.turn and rules.is_secret(state, seat) else ""
        return which + ("duel_exchange" if state.variant == rules.DUEL else "exchange")
    return "first_tile" if _lays_first_tile(state) else PHASES[state.phase]


def _lays_first_tile(state: State) -> bool:
    return state.phase == rules.LAY and bool(rules.first_tile(state, state.turn))


class _Board(NamedTuple):
    numbers: tuple[int, ...]  # of the cells that this many play on
    cells: tuple[Cell, ...]


@lru_cache(256)
def _board(colours: bytes) -> _Board:
    """The same object for all who look, and until something is laid: it need not be compared then."""
    every = enumerate(np.frombuffer(colours, np.int64).tolist())
    board = [(cell, colour) for cell, colour in every if colour != OUTSIDE]
    return _Board(tuple(cell for cell, _ in board), tuple(_cell(cell, colour) for cell, colour in board))


@cache
def _cell(cell: int, colour: int) -> Cell:
    """Made once, as most cells of a view are those of the view before."""
    name, (q, r) = NAMES[cell], COORDINATES[cell]
    return Cell(
        name=name,
        row=name[0],
        number=int(name[1:]),
        q=q,
        r=r,
        colour=LETTERS[colour] if colour >= 0 else None,
        start_symbol=cell in SYMBOL_CELL,
    )


def _ways(state: State, seat: int, cells: tuple[int, ...]) -> tuple[int, ...]:
    """Where a tile of this seat may lie as the board is now, also while others lay: so little changes at a time."""
    if seat >= state.players:
        return NO_WAYS[: len(cells)]
    return _between(tuple(rules.places_for(state, seat, word) for word in range(WORDS)), cells)


@lru_cache(256)
def _between(places: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    """The same for all who may lay there, and until something is laid."""
    ways = list(NO_WAYS)
    for place in _members(places):
        (a, way), (b, back) = _ENDS[place]
        ways[a] |= way
        ways[b] |= back
    return tuple(map(ways.__getitem__, cells))


def _members(places: tuple[int, ...]) -> Iterator[int]:
    """The places of a set."""
    for word, bits in enumerate(places):
        while bits:
            yield word * WORD + lowest(bits)
            bits &= bits - 1


NO_WAYS = (0,) * CELLS
_ENDS = [  # the two cells of a place, each with the bit of the direction to the other
    ((a, 1 << way), (b, 1 << way + 3))
    for a, b, way in zip(PLACE_A.tolist(), PLACE_B.tolist(), PLACE_WAY.tolist(), strict=True)
]


@lru_cache(256)
def _lies(covered: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    """Which two cells are one tile; printed symbols are none."""
    lies = list(NO_WAYS)
    for place in _members(covered):
        (a, way), (b, back) = _ENDS[place]
        lies[a], lies[b] = way, back
    return tuple(map(lies.__getitem__, cells))


def _last(state: State) -> Place | None:
    if state.last == 0:
        return None
    tile = laid(state.last - 1)
    return Place(NAMES[tile.first], NAMES[tile.second])


_lying, _marker = lru_cache(1000)(Rack), lru_cache(1000)(Marker)  # one that has not changed is the same object


def _rack(state: State, seat: int, owner: int) -> Rack:
    seen = rules.sees_rack(state, seat, owner) and not rules.is_secret(state, owner)
    tiles = tuple(map(tile_name, rack_kinds(state, owner))) if seen else None
    return _lying(owner, int(state.rack_size[owner]), rules.full_rack(state), tiles)


@made_of("variant", "players", "tracks")
def _tracks(state: State) -> tuple[Track, ...]:
    """Partners share one."""
    seats = range(state.players)
    tracks = sorted({rules.track_of(state, seat) for seat in seats})
    return tuple(
        _track(state, tuple(seat for seat in seats if rules.track_of(state, seat) == track)) for track in tracks
    )


def _track(state: State, seats: tuple[int, ...]) -> Track:
    double = state.variant in (rules.SOLO, rules.TEAM)
    lowest, markers = rules.lowest_marker(state, seats[0]), []
    for colour, letter in enumerate(LETTERS):
        position = rules.marker(state, seats[0], colour)
        right = double and position >= rules.TOP
        markers.append(
            _marker(
                colour=letter,
                position=position,
                side="right" if right else "left",
                field=position - rules.TOP if right else position,
                lowest=position == lowest,
            )
        )
    return Track(seats, double, tuple(markers))


@made_of("variant", "tracks", "duel_markers")
def _duel_track(state: State) -> tuple[TugOfWar, ...]:
    return tuple(_tug_of_war(state, colour) for colour in range(COLOURS))


def _tug_of_war(state: State, colour: int) -> TugOfWar:
    position = rules.marker(state, 0, colour)
    side = None if position == 0 else 0 if position > 0 else 1
    holder = int(state.duel_markers[colour])
    return TugOfWar(LETTERS[colour], side, abs(position), holder - 1 if holder else None)


def _deciding(state: State) -> tuple[str, ...]:
    if state.phase != rules.SWAP:
        return ()
    colours = rules.exchange_colours(state, state.turn)
    return tuple(LETTERS[colour] for colour in range(COLOURS) if colours >> colour & 1)


def preview(state: State, seat: int, action: int) -> Preview:
    event = happened(state, seat, action)
    if isinstance(event, Laid):
        return Preview(event.halves, event.gains, event.bonus_turns, aside=())
    return Preview((), (), 0, event.tiles if isinstance(event, Exchanged) else aside(state))
