"""What a colour is worth, what a tile brings, what it leaves to the next player, and how near a seat is to winning.

A colour is worth less the further it is, and the more so the nearer the end: then only the lowest decides.
"""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial.board import CELLS, COLOURS, FREE, NEIGHBOUR
from spieltisch.games.genial.rules import (
    BASE,
    DUEL,
    DUEL_TOP,
    SOLO,
    TOP,
    State,
    lowest_marker,
    marker,
    open_count,
    own_markers,
    track_of,
    track_top,
)
from spieltisch.kernel import Doubles, Ints, rule

# One column for each table: base with two, three, four players, solo, team, duel. The numbers are from self-play.
TABLES = 6
EASE = (10.0, 30.0, 40.0, 4.0, 50.0, 12.5)  # points after which the next ones count a third as much, early
EASE_LATE = (2.0, 3.0, 4.0, 4.0, 5.0, 3.0)  # and at the end
SPAN = (140.0, 200.0, 120.0, 80.0, 350.0, 60.0)  # open places from which on it is late
DENY: Doubles = np.array((0.25, 0.1, 0.03, -0.2, 0.1, 0.12))  # how much it counts to take a cell from the next player
OPEN: Doubles = np.array((0.15, 0.08, 0.04, 0.0, 0.08, 0.05))  # how much it costs to leave free cells beside a colour
BONUS_TURN: Doubles = np.array((0.06, 0.03, 0.06, 0.0, 0.03, 0.2))  # what a bonus turn is worth
MOST_POINTS = 60  # more than a tile can bring
STEEP = 2.2  # of `evaluate`
STAGES = 24
STAGE_PLACES = 15  # open places in a stage


def _worths() -> Doubles:
    """How good a marker stands, by table, stage and position (in the duel from -9, shifted by 9), from 0 to 1."""
    positions = np.arange(2 * TOP + 1)
    worths = np.zeros((TABLES, STAGES, len(positions)))
    for table in range(TABLES):
        for stage in range(STAGES):
            early = min(1.0, (stage + 0.5) * STAGE_PLACES / SPAN[table])
            ease = EASE_LATE[table] + (EASE[table] - EASE_LATE[table]) * early
            duel = table == TABLES - 1
            worths[table, stage] = np.tanh((positions - DUEL_TOP) / ease) if duel else 1 - np.exp(-positions / ease)
    return worths


WORTHS = _worths()


@rule
def kind_of(state: State) -> int:
    return state.players - 2 if state.variant == BASE else state.variant + 2


@rule
def stage_of(state: State) -> int:
    return min(STAGES - 1, open_count(state) // STAGE_PLACES)


@rule
def standing_at(state: State, position: int) -> int:
    """Where a marker stands, as WORTHS counts."""
    return position + DUEL_TOP if state.variant == DUEL else position


@rule
def prices(state: State, seat: int, price: Doubles) -> None:
    """What so many points of a colour are worth to the seat, bonus turns included."""
    table = kind_of(state)
    worths = WORTHS[table, stage_of(state)]
    for colour in range(COLOURS):
        position = marker(state, seat, colour)
        before = standing_at(state, position)
        top = standing_at(state, track_top(state, position))
        bonus = BONUS_TURN[table]
        if before == top or (state.variant == DUEL and state.duel_markers[colour] == seat + 1):
            bonus = 0.0
        for points in range(top - before):
            price[colour, points] = worths[before + points] - worths[before]
        for points in range(top - before, MOST_POINTS):
            price[colour, points] = worths[top] - worths[before] + bonus


@rule
def gains_of(state: State, totals: Ints, price: Doubles, gains: Doubles) -> None:
    """What each colour would be worth on each free cell."""
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            for colour in range(COLOURS):
                gains[cell, colour] = price[colour, totals[cell, colour]]


@rule
def threats_of(state: State, totals: Ints, replies: Doubles, threats: Doubles) -> None:
    """How much it counts to take each free cell from the next player, whose prices are given; alone from oneself."""
    deny = DENY[kind_of(state)]
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            most = 0.0
            for colour in range(COLOURS):
                most = max(most, replies[colour, totals[cell, colour]])
            threats[cell] = deny * most


@rule
def costs_of(state: State, replies: Doubles, costs: Doubles, gains: Doubles) -> None:
    """Less for each colour on each free cell: from the free cells beside it the next player will score."""
    cost = OPEN[kind_of(state)]
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            free = 0
            for way in range(6):
                if state.board[NEIGHBOUR[cell, way]] == FREE:
                    free += 1
            for colour in range(COLOURS):
                costs[cell, colour] = cost * free * replies[colour, 2]
                gains[cell, colour] -= costs[cell, colour]


@rule
def total_worth(state: State, seat: int) -> float:
    total = 0.0
    for colour in range(COLOURS):
        total += WORTHS[kind_of(state), stage_of(state), standing_at(state, marker(state, seat, colour))]
    return total


@rule
def evaluate(state: State, seat: int) -> float:
    """By the distance to the best opponent; alone by the lowest marker."""
    own = total_worth(state, seat)
    if state.variant == SOLO:
        return float((lowest_marker(state, seat) + own / COLOURS) / (2 * TOP + 1))
    best = 0.0  # in the duel the opponent stands as far on the other side
    if state.variant != DUEL:
        best = -1.0
        for other in range(state.players):
            if track_of(state, other) != track_of(state, seat):
                best = max(best, total_worth(state, other))
    return float(1.0 / (1.0 + np.exp(-STEEP * (own - best))))


@rule
def worth(state: State, seat: int) -> int:
    """The lowest marker first, then the sum; in the duel the markers on the own side, then the sum."""
    total = 0
    for colour in range(COLOURS):
        total += marker(state, seat, colour)
    first = own_markers(state, seat) if state.variant == DUEL else lowest_marker(state, seat)
    return 1000 * first + total
