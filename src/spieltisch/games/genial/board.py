"""Hexagonal board and tiles as tables. Directions go clockwise from the right; the opposite is three further."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from spieltisch.kernel import Ints

RADIUS = 7
COLOURS = 6  # red, green, blue, orange, yellow, purple
FREE, OUTSIDE = -1, -2  # what a cell shows when it shows no colour
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # axial (q, r)
SYMBOLS = ((0, -5), (5, -5), (5, 0), (0, 5), (-5, 5), (-5, 0))  # §2 the printed start symbols, colour by colour

COORDINATES = [
    (q, r) for r in range(-RADIUS, RADIUS + 1) for q in range(max(-RADIUS, -RADIUS - r), min(RADIUS, RADIUS - r) + 1)
]
CELLS = len(COORDINATES)
CELL = {coordinates: cell for cell, coordinates in enumerate(COORDINATES)}
NAMES = [f"{chr(ord('a') + r + RADIUS)}{q - max(-RADIUS, -RADIUS - r) + 1}" for q, r in COORDINATES]


def distance(q: int, r: int) -> int:
    """From the centre."""
    return max(abs(q), abs(r), abs(q + r))


# The cell one step on; cell number CELLS lies outside and so do all its neighbours.
NEIGHBOUR: Ints = np.array(
    [[CELL.get((q + dq, r + dr), CELLS) for dq, dr in DIRECTIONS] for q, r in COORDINATES] + [[CELLS] * 6], np.int64
)
SYMBOL_CELL: Ints = np.array([CELL[coordinates] for coordinates in SYMBOLS], np.int64)

# A place is two adjacent cells, the lower number first.
_PAIRS = [
    (cell, way, int(NEIGHBOUR[cell, way])) for cell in range(CELLS) for way in range(3) if NEIGHBOUR[cell, way] < CELLS
]
_PAIRS.sort(key=lambda pair: (pair[0], pair[2]))
PLACES = len(_PAIRS)
PLACE_A: Ints = np.array([a for a, _, _ in _PAIRS], np.int64)
PLACE_B: Ints = np.array([b for _, _, b in _PAIRS], np.int64)
PLACE_WAY: Ints = np.array([way for _, way, _ in _PAIRS], np.int64)  # the direction from the first cell to the second

PLACE_OF: Ints = np.full((CELLS, 6), -1, np.int64)  # the place of a cell and its neighbour in a direction
for _place, (_a, _way, _b) in enumerate(_PAIRS):
    PLACE_OF[_a, _way] = PLACE_OF[_b, _way + 3] = _place

# A set of places is kept as bits: place p is bit p % WORD of word p // WORD.
WORDS = 8
WORD = -(-PLACES // WORDS)  # fewer than 63, so that a word stays above 0


def _as_bits(places: Iterable[int]) -> list[int]:
    words = [0] * WORDS
    for place in places:
        words[place // WORD] |= 1 << place % WORD
    return words


PLACES_WITH: Ints = np.array(  # the set of places that each cell is part of
    [_as_bits(int(place) for place in PLACE_OF[cell] if place >= 0) for cell in range(CELLS)], np.int64
)


def _symbol_at(place: int) -> int:
    for cell in (PLACE_A[place], PLACE_B[place]):
        for symbol in range(COLOURS):
            if SYMBOL_CELL[symbol] in NEIGHBOUR[cell]:
                return symbol
    return -1


NEAR_SYMBOL: Ints = np.array([_symbol_at(place) for place in range(PLACES)], np.int64)  # -1: touches none

BESIDE_SYMBOL: Ints = np.array(  # the set of places that touch each symbol
    [_as_bits(place for place in range(PLACES) if NEAR_SYMBOL[place] == symbol) for symbol in range(COLOURS)], np.int64
)

# Everything before the first tile, for the used areas of radius 5, 6 and 7.
AREAS = (5, 6, 7)


def _empty_board(radius: int) -> list[int]:
    board = [FREE if distance(q, r) <= radius else OUTSIDE for q, r in COORDINATES] + [OUTSIDE]
    for symbol, cell in enumerate(SYMBOL_CELL):
        board[cell] = symbol
    return board


EMPTY_BOARD: Ints = np.array([_empty_board(radius) for radius in AREAS], np.int64)
ALL_OPEN: Ints = np.array(  # the set of places of two free cells
    [_as_bits(np.flatnonzero(free[PLACE_A] & free[PLACE_B]).tolist()) for free in EMPTY_BOARD == FREE], np.int64
)

# §1 The tiles: kinds in the order rr rg rb ... pp.
_KINDS = [(a, b) for a in range(COLOURS) for b in range(a, COLOURS)]
KINDS = len(_KINDS)
KIND_A: Ints = np.array([a for a, _ in _KINDS], np.int64)
KIND_B: Ints = np.array([b for _, b in _KINDS], np.int64)
KIND_OF: Ints = np.array([[_KINDS.index((min(a, b), max(a, b))) for b in range(6)] for a in range(6)], np.int64)
KIND_COLOURS: Ints = np.array([1 << a | 1 << b for a, b in _KINDS], np.int64)  # as bits
SHOWING: Ints = np.array(  # by a set of colours: the set of kinds that show one of them; kind k is bit k
    [sum(1 << kind for kind in range(KINDS) if KIND_COLOURS[kind] & colours) for colours in range(1 << COLOURS)],
    np.int64,
)
COPIES: Ints = np.array([5 if a == b else 6 for a, b in _KINDS], np.int64)
TURNS: Ints = np.array([1 if a == b else 2 for a, b in _KINDS], np.int64)  # ways to lay a tile on a place
TWO_WAYS = sum(1 << kind for kind in range(KINDS) if TURNS[kind] == 2)  # the set of kinds that can be laid in two
TILES = int(COPIES.sum())
