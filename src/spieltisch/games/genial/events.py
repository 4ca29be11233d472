"""What can happen: the one place that works it out. Sentences, previews and animations are made from it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from spieltisch.games.genial import rules
from spieltisch.games.genial.board import KIND_A, KIND_B, NAMES, NEIGHBOUR
from spieltisch.games.genial.moves import LETTERS, Placement, laid, tile_name
from spieltisch.games.genial.rules import BONUS, DUEL, EXCHANGE, KEEP, LOT, PASS, TOP, State
from spieltisch.kernel import CHANCE


class Line(NamedTuple):
    """Symbols that count for a half, from it outwards. Tuples go over the wire without names: these come often."""

    direction: int
    length: int


class Half(NamedTuple):
    cell: str
    points: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Gain:
    """`before` and `after` count like the position of a marker; in the duel they are below 0 on the opponent's side."""

    colour: str
    points: int
    before: int
    after: int
    lost: int
    top: bool  # the marker comes to the end of a track, or in the duel the duel marker to the scorer


@dataclass(frozen=True)
class Started:
    first: int  # the seat on which the lot fell


@dataclass(frozen=True)
class Drew:
    by: int
    tile: str | None  # None: unseen


@dataclass(frozen=True)
class Laid:
    tile: str
    halves: tuple[Half, ...]  # the first and the second of the tile, each on its cell
    gains: tuple[Gain, ...]  # of the colours that score
    bonus_turns: int  # earned by this tile


@dataclass(frozen=True)
class Passed:
    """On a bonus turn."""


@dataclass(frozen=True)
class Exchanged:
    tiles: tuple[str, ...]  # shown and put aside; none: of a secret rack


@dataclass(frozen=True)
class Kept:
    """What might have been exchanged."""

    secret: bool = False  # only the owner of the rack knows whether it might


Event = Started | Drew | Laid | Passed | Exchanged | Kept


def happened(state: State, seat: int, action: int, after: State | None = None) -> Event:
    if seat == CHANCE:
        return Started(action) if state.phase == LOT else Drew(state.drawing, tile_name(action))
    if action == PASS:
        return Passed()
    if action == KEEP:
        return Kept(rules.is_secret(state, seat))
    if after is None:
        after = deepcopy(state)
        rules.apply(after, seat, action)
    return Exchanged(aside(after)) if action == EXCHANGE else _laid(state, seat, action, after)


def unseen(state: State, seat: int) -> Event:
    """Only tiles are ever drawn in secret."""
    return Drew(state.drawing, None)


def aside(state: State) -> tuple[str, ...]:
    return tuple([tile_name(kind) for kind, count in enumerate(state.aside.tolist()) for _ in range(count)])


def halves(tile: Placement) -> list[tuple[int, int, int]]:
    """For each half its cell, the direction of the other half, and its colour."""
    way = next(way for way in range(6) if NEIGHBOUR[tile.first, way] == tile.second)
    return [(tile.first, way, int(KIND_A[tile.kind])), (tile.second, (way + 3) % 6, int(KIND_B[tile.kind]))]


def _laid(state: State, seat: int, action: int, after: State) -> Laid:
    tile = laid(action)
    parts = halves(tile)
    scored = tuple(_half(state, cell, way, colour) for cell, way, colour in parts)
    gains = []
    for colour in sorted({colour for _, _, colour in parts}):
        points = sum(half.points for half, (_, _, own) in zip(scored, parts, strict=True) if own == colour)
        if points:
            gains.append(_gain(state, after, seat, colour, points))
    return Laid(
        tile=tile_name(tile.kind),
        halves=scored,
        gains=tuple(gains),
        bonus_turns=after.bonus - state.bonus + (state.phase == BONUS) if after.phase == BONUS else 0,  # one is used
    )


def _half(state: State, cell: int, towards_partner: int, colour: int) -> Half:
    lines = []
    for way in range(6):
        points = 0 if way == towards_partner else rules.line_points(state, cell, way, colour)
        if points:
            lines.append(Line(way, int(points)))
    return Half(NAMES[cell], rules.half_points(state, cell, towards_partner, colour), tuple(lines))


def _gain(state: State, advanced: State, seat: int, colour: int, points: int) -> Gain:
    before, after = rules.marker(state, seat, colour), rules.marker(advanced, seat, colour)
    takes = bool(advanced.duel_markers[colour] != state.duel_markers[colour])
    return Gain(
        colour=LETTERS[colour],
        points=int(points),
        before=before,
        after=after,
        lost=int(points) - (after - before),
        top=takes if state.variant == DUEL else after > before and after % TOP == 0,
    )
