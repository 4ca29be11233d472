"""Positions of the tile game, drawn or told in a line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kit import arrange, table
from spieltisch import CHANCE, Refused, Table
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import CELL, CELLS, COPIES, KIND_OF, KINDS, NAMES, NEIGHBOUR, PLACES, WORD
from spieltisch.games.genial.moves import CELL_NAMED, LETTERS
from spieltisch.games.genial.rules import State
from spieltisch.kernel import Ints, Unpacked

VARIANTS = [("base", 2), ("base", 3), ("base", 4), ("solo", 1), ("team", 4), ("duel", 2)]
ZERO = "0 0 0 0 0 0"


def opened(at: Table) -> State:
    """The true state, to ask single rules about it."""
    return Unpacked(at.rows)  # type: ignore[return-value]


def kinds(tiles: str) -> list[int]:
    return [int(KIND_OF[LETTERS.index(tile[0]), LETTERS.index(tile[1])]) for tile in tiles.split()]


def members(words: Ints) -> list[int]:
    """The places of a set that is kept as bits, from the first on."""
    return [place for place in range(PLACES) if words[place // WORD] >> place % WORD & 1]


def as_bits(racks: Ints) -> list[int]:
    """Which kinds are in each rack."""
    return [sum(1 << int(kind) for kind in np.flatnonzero(rack)) for rack in racks]


def counted(tiles: str) -> list[int]:
    """How many of each kind."""
    return [kinds(tiles).count(kind) for kind in range(KINDS)]


def position(
    players: int = 2,
    variant: str = "base",
    *,
    symbols: str = "",
    fill: str = "",
    leave: str = "",
    racks: Sequence[str] = (),
    tracks: Sequence[str] = (),
    turn: int = 0,
    laid: int = 1,
    **options: str | int,
) -> Table:
    """A table in the middle of a game, where `turn` is to lay.

    symbols  "r h6 h7 g h10": a colour and the cells where it lies
    fill     a colour that lies on all other cells but those in `leave`
    racks    "rg bb" for each seat; who is not named has six tiles of the bag
    tracks   six numbers for each track
    laid     how many tiles each seat has laid before
    """
    at = table("genial", players, variant, **options)
    state = opened(at)
    colour = -1
    for word in symbols.split():
        if word in LETTERS:
            colour = LETTERS.index(word)
        else:
            rules.cover(state, CELL_NAMED[word], colour)
    if fill:
        for cell in range(CELLS):
            if state.board[cell] == -1 and NAMES[cell] not in leave.split():
                rules.cover(state, cell, LETTERS.index(fill))
    Unpacked.pack(state, at.rows)  # type: ignore[arg-type]
    _seat_racks(at, racks)
    rows = np.zeros((4, 6), np.int64)
    for track, numbers in enumerate(tracks):
        rows[track] = [int(number) for number in numbers.split()]
    return arrange(
        at, phase=rules.LAY, turn=turn, drawing=turn, tracks=rows, laid=[laid] * players + [0] * (4 - players)
    )


def _seat_racks(at: Table, racks: Sequence[str]) -> None:
    bag = COPIES.copy()
    held = np.zeros((4, KINDS), np.int64)
    for seat, tiles in enumerate(racks):
        held[seat] = counted(tiles)
        bag -= held[seat]
    for seat in range(len(racks), at.players):
        for _ in range(1 if at.variant == "solo" else 6):
            kind = int(bag.argmax())
            bag[kind] -= 1
            held[seat, kind] += 1
    arrange(at, racks=held, held=as_bits(held), rack_size=held.sum(1), bag=bag, bag_size=bag.sum())


def points(tile: str, picture: str) -> tuple[int, int]:
    """What the two halves score where the picture has `*` (the first half) and `+`; letters are symbols, dots are free.

    A row stands half a cell, that is one column, beside the next. The `*` is the centre of the board.
    """
    marks = {
        (row, column): mark
        for row, line in enumerate(picture.splitlines())
        for column, mark in enumerate(line)
        if mark not in " ."
    }
    top, left = next(spot for spot, mark in marks.items() if mark == "*")
    cells = {}
    for (row, column), mark in marks.items():
        r, across = row - top, column - left
        assert (across - r) % 2 == 0, f"{mark!r} does not stand on a cell"
        cells[CELL[(across - r) // 2, r]] = mark
    other = next(cell for cell, mark in cells.items() if mark == "+")
    symbols = " ".join(f"{mark} {NAMES[cell]}" for cell, mark in cells.items() if mark in LETTERS)
    at = position(4, symbols=symbols, racks=[tile])
    centre = CELL[0, 0]
    way = next(way for way in range(6) if NEIGHBOUR[centre, way] == other)
    state = opened(at)
    first, second = (LETTERS.index(letter) for letter in list(tile))
    halves = (
        int(rules.half_points(state, centre, way, first)),
        int(rules.half_points(state, other, (way + 3) % 6, second)),
    )
    at.play(f"{tile}@h8-{NAMES[other]}")
    assert sum(markers(at, 0)) == min(sum(halves), 18 if first == second else 36)
    return halves


def markers(at: Table, seat: int = 0) -> list[int]:
    """Red, green, blue, orange, yellow, purple as this seat counts them."""
    return [int(rules.marker(opened(at), seat, colour)) for colour in range(6)]


def rack(at: Table, seat: int) -> str:
    seen = at.view(seat).racks[seat].tiles
    assert seen is not None
    return " ".join(seen)


def drawn(at: Table) -> int:
    """Draws whatever comes until somebody is to act; how many tiles that were."""
    count = 0
    while at.waiting == [CHANCE]:
        at.act(CHANCE, int(at.game.engine.pick(at.rows, CHANCE, 0)))
        count += 1
    return count


def refused(at: Table, move: str) -> str:
    """The paragraph that forbids a move; nothing has changed."""
    before = at.rows.tobytes()
    with pytest.raises(Refused) as refusal:
        at.play(move)
    assert at.rows.tobytes() == before
    return refusal.value.reason.paragraph


def cells_of(moves: Sequence[str]) -> set[frozenset[str]]:
    """The pairs of cells on which the moves lay."""
    return {frozenset(move.split("@")[1].split("-")) for move in moves if "@" in move}
