"""Moves as values, and as they are written: `rg@h8-h9` lays a tile, then there are `pass`, `exchange`, `keep`;
chance: `rg` and `start 2`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from spieltisch.contract import Reason, Refused
from spieltisch.games.genial.board import (
    KIND_A,
    KIND_B,
    KIND_OF,
    NAMES,
    NEIGHBOUR,
    PLACE_A,
    PLACE_B,
    PLACE_OF,
    PLACES,
)
from spieltisch.games.genial.rules import BONUS, EXCHANGE, KEEP, LOT, PASS, SWAP, WAYS, State, may_lie
from spieltisch.kernel import CHANCE
from spieltisch.lots import Start
from spieltisch.wording import Written

LETTERS = "rgboyp"  # red, green, blue, orange, yellow, purple
CELL_NAMED = {name: cell for cell, name in enumerate(NAMES)}

_TILE = re.compile(r"([rgboyp])([rgboyp])")
_START = re.compile(r"start([0-9]{1,2})")
_CELL = r"([a-z][0-9]{1,2})"
_LAY = re.compile(rf"(?:lay)?(?:([rgboyp][rgboyp])|([1-6]))(?:@|on)?{_CELL}(?:[-–]|and)?{_CELL}")


@dataclass(frozen=True)
class Lay:
    """The first colour of the tile lies on the first cell."""

    tile: str
    first: str
    second: str
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True)
class Plain:
    """A move of one word."""

    kind: Literal["pass", "exchange", "keep"]


@dataclass(frozen=True)
class Draw:
    tile: str
    kind: Literal["draw"] = "draw"


Move = Lay | Plain | Start | Draw
PLAIN = {PASS: Plain("pass"), EXCHANGE: Plain("exchange"), KEEP: Plain("keep")}


@dataclass(frozen=True)
class Placement:
    """A tile on two cells: the first colour of its name lies on the first cell."""

    kind: int
    first: int
    second: int


def laid(action: int) -> Placement:
    kind, place, flip = action // WAYS, action % WAYS // 2, action % 2
    a, b = int(PLACE_A[place]), int(PLACE_B[place])
    return Placement(kind, b, a) if flip else Placement(kind, a, b)


@cache
def tile_name(kind: int) -> str:
    return LETTERS[KIND_A[kind]] + LETTERS[KIND_B[kind]]


def rack_kinds(state: State, seat: int) -> list[int]:
    """The tiles of a rack one by one, in the order in which they are drawn and numbered."""
    return [kind for kind, count in enumerate(state.racks[seat].tolist()) for _ in range(count)]


def shown(state: State, seat: int, action: int) -> Move:
    if seat == CHANCE:
        return Start(action) if state.phase == LOT else Draw(tile_name(action))
    if action in PLAIN:
        return PLAIN[action]
    tile = laid(action)
    return Lay(tile_name(tile.kind), NAMES[tile.first], NAMES[tile.second])


def read(state: State, seat: int, move: Move) -> int:
    """Colours and cells may be named in either order."""
    action = _action(state, seat, move)
    if action is None:
        raise _unreadable(state, seat, _written(move))
    return action


def write(state: State, seat: int, action: int) -> str:
    return _written(shown(state, seat, action))


def parse(state: State, seat: int, text: str) -> int:
    """Spaces, case, `@` and `-` do not matter, nor the order of the colours; a rack tile may be named by its number.
    `lay rg on h8 and h9` is understood too."""
    written = "".join(text.split()).lower()
    move = _chance_move(written) if seat == CHANCE else _player_move(state, seat, written)
    action = None if move is None else _action(state, seat, move)
    if action is None:
        raise _unreadable(state, seat, text.strip())
    return action


def _written(move: Move) -> str:
    match move:
        case Lay():
            return f"{move.tile}@{move.first}-{move.second}"
        case Start():
            return str(move)
        case Draw():
            return move.tile
        case _:
            return move.kind


def _action(state: State, seat: int, move: Move) -> int | None:
    """None: there is no such tile, or this is not for this seat to do."""
    if isinstance(move, Start):
        return move.seat if seat == CHANCE and state.phase == LOT else None
    if isinstance(move, Draw):
        return _kind(move.tile) if seat == CHANCE and state.phase != LOT else None
    if seat == CHANCE:
        return None
    return _lay(move) if isinstance(move, Lay) else next(action for action, plain in PLAIN.items() if plain == move)


def _chance_move(written: str) -> Move | None:
    start = _START.fullmatch(written)
    return Start(int(start[1]) - 1) if start else Draw(written)


def _player_move(state: State, seat: int, written: str) -> Move | None:
    for move in PLAIN.values():
        if written == move.kind:
            return move
    lay = _LAY.fullmatch(written)
    if not lay:
        return None
    tile, number, *names = lay.groups()
    if number:
        tile = tile_name(_numbered(state, seat, int(number)))
    first, second = (f"{name[0]}{int(name[1:])}" for name in names)
    return Lay(tile, first, second)


def _kind(tile: str) -> int | None:
    colours = _TILE.fullmatch(tile)
    return int(KIND_OF[LETTERS.index(colours[1]), LETTERS.index(colours[2])]) if colours else None


def _numbered(state: State, seat: int, number: int) -> int:
    kinds = rack_kinds(state, seat) if seat < state.players else []
    if number > len(kinds):
        raise Refused(Reason("no_such_rack_tile", "§4", {"number": number, "n": len(kinds)}))
    return kinds[number - 1]


def _cell(name: str) -> int:
    if name not in CELL_NAMED:
        raise Refused(Reason("unknown_cell", "§2", {"cell": name[:40]}))
    return CELL_NAMED[name]


def _lay(move: Lay) -> int | None:
    kind = _kind(move.tile)
    if kind is None:
        return None
    first, second = _cell(move.first), _cell(move.second)
    if tile_name(kind) != move.tile:
        first, second = second, first
    ways = [way for way in range(6) if NEIGHBOUR[first, way] == second]
    if not ways:
        raise Refused(Reason("not_adjacent", "§4", {"first": NAMES[first], "second": NAMES[second]}))
    place = int(PLACE_OF[first, ways[0]])
    double = KIND_A[kind] == KIND_B[kind]
    flip = 0 if double or PLACE_A[place] == first else 1
    return kind * WAYS + place * 2 + flip


def _unreadable(state: State, seat: int, text: str) -> Refused:
    return Refused(Reason("unreadable", "", {"text": Written(text[:40]), "hint": _hint(state, seat)}))


def _hint(state: State, seat: int) -> Reason:
    """What can be written now, with an example from what this seat knows."""
    if seat == CHANCE:
        return Reason("hint_lot" if state.phase == LOT else "hint_draw")
    if state.phase == SWAP:
        return Reason("hint_exchange")
    key = "hint_bonus" if state.phase == BONUS else "hint_lay"
    return Reason(key, values={"move": Written(_example(state, seat))})


def _example(state: State, seat: int) -> str:
    if seat < state.players:
        for kind in rack_kinds(state, seat):
            for place in range(PLACES):
                if may_lie(state, seat, place):
                    return write(state, seat, kind * WAYS + place * 2)
    return "rg@h8-h9"
