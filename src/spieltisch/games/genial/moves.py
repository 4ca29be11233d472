"""Written moves: `rg@h8-h9` lays a tile, then there are `pass`, `exchange`, `keep`; chance: `rg` and `start 2`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spieltisch.contract import Reason, Refused
from spieltisch.games.genial.board import (
    KIND_A,
    KIND_B,
    KIND_OF,
    KINDS,
    NAMES,
    NEIGHBOUR,
    PLACE_A,
    PLACE_B,
    PLACE_OF,
    PLACES,
)
from spieltisch.games.genial.rules import BONUS, EXCHANGE, KEEP, LOT, PASS, SWAP, WAYS, State, may_lie
from spieltisch.kernel import CHANCE

LETTERS = "rgboyp"  # red, green, blue, orange, yellow, purple
WORDS = {"pass": PASS, "exchange": EXCHANGE, "keep": KEEP}
CELL_NAMED = {name: cell for cell, name in enumerate(NAMES)}

_TILE = re.compile(r"([rgboyp])([rgboyp])")
_START = re.compile(r"start([0-9]{1,2})")
_LAY = re.compile(r"(?:([rgboyp])([rgboyp])|([1-6]))@?([a-z][0-9]{1,2})[-–]?([a-z][0-9]{1,2})")


@dataclass(frozen=True)
class Laid:
    """A tile on two cells: the first colour of its name lies on the first cell."""

    kind: int
    first: int
    second: int


def laid(action: int) -> Laid:
    kind, place, flip = action // WAYS, action % WAYS // 2, action % 2
    a, b = int(PLACE_A[place]), int(PLACE_B[place])
    return Laid(kind, b, a) if flip else Laid(kind, a, b)


def tile_name(kind: int) -> str:
    return LETTERS[KIND_A[kind]] + LETTERS[KIND_B[kind]]


def rack_kinds(state: State, seat: int) -> list[int]:
    """The tiles of a rack one by one, in the order in which they are drawn and numbered."""
    return [kind for kind in range(KINDS) for _ in range(int(state.racks[seat, kind]))]


def write(state: State, seat: int, action: int) -> str:
    if seat == CHANCE:
        return f"start {action + 1}" if state.phase == LOT else tile_name(action)
    for word, meaning in WORDS.items():
        if action == meaning:
            return word
    tile = laid(action)
    return f"{tile_name(tile.kind)}@{NAMES[tile.first]}-{NAMES[tile.second]}"


def parse(state: State, seat: int, text: str) -> int:
    """Spaces, case, `@` and `-` do not matter, nor the order of the colours; a rack tile may be named by its number."""
    written = "".join(text.split()).lower()
    action = _chance_move(state, written) if seat == CHANCE else _player_move(state, seat, written)
    if action is None:
        raise Refused(Reason("unreadable", "", {"text": text.strip()[:40], "hint": _hint(state, seat)}))
    return action


def _chance_move(state: State, written: str) -> int | None:
    if state.phase == LOT:
        start = _START.fullmatch(written)
        return int(start[1]) - 1 if start else None
    tile = _TILE.fullmatch(written)
    return _kind(tile[1], tile[2]) if tile else None


def _player_move(state: State, seat: int, written: str) -> int | None:
    if written in WORDS:
        return WORDS[written]
    lay = _LAY.fullmatch(written)
    if not lay:
        return None
    one, other, number, *names = lay.groups()
    if number:
        kind = _numbered(state, seat, int(number))
        one, other = LETTERS[KIND_A[kind]], LETTERS[KIND_B[kind]]
    first, second = (_cell(name) for name in names)
    if LETTERS.index(one) > LETTERS.index(other):
        one, other, first, second = other, one, second, first
    return _lay(_kind(one, other), first, second)


def _kind(one: str, other: str) -> int:
    return int(KIND_OF[LETTERS.index(one), LETTERS.index(other)])


def _numbered(state: State, seat: int, number: int) -> int:
    kinds = rack_kinds(state, seat) if seat < state.players else []
    if number > len(kinds):
        raise Refused(Reason("no_such_rack_tile", "§4", {"number": number, "n": len(kinds)}))
    return kinds[number - 1]


def _cell(name: str) -> int:
    plain = f"{name[0]}{int(name[1:])}"
    if plain not in CELL_NAMED:
        raise Refused(Reason("unknown_cell", "§2", {"cell": plain}))
    return CELL_NAMED[plain]


def _lay(kind: int, first: int, second: int) -> int:
    ways = [way for way in range(6) if NEIGHBOUR[first, way] == second]
    if not ways:
        raise Refused(Reason("not_adjacent", "§4", {"first": NAMES[first], "second": NAMES[second]}))
    place = int(PLACE_OF[first, ways[0]])
    double = KIND_A[kind] == KIND_B[kind]
    flip = 0 if double or PLACE_A[place] == first else 1
    return kind * WAYS + place * 2 + flip


def _hint(state: State, seat: int) -> Reason:
    """What can be written now, with an example from what this seat knows."""
    if seat == CHANCE:
        return Reason("hint_lot" if state.phase == LOT else "hint_draw")
    if state.phase == SWAP:
        return Reason("hint_exchange")
    key = "hint_bonus" if state.phase == BONUS else "hint_lay"
    return Reason(key, values={"move": _example(state, seat)})


def _example(state: State, seat: int) -> str:
    if seat < state.players:
        for kind in rack_kinds(state, seat):
            for place in range(PLACES):
                if may_lie(state, seat, place):
                    return write(state, seat, kind * WAYS + place * 2)
    return "rg@h8-h9"
