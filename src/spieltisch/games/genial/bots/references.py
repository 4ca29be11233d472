"""Players to compare with. They share nothing with the search but the survey of the board."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial.board import CELLS, COLOURS, FREE, KIND_A, KIND_B, KINDS, PLACE_A, PLACE_B, PLACES, TURNS
from spieltisch.games.genial.bots.survey import free_places, survey
from spieltisch.games.genial.rules import (
    EXCHANGE,
    SWAP,
    TOP,
    WAYS,
    State,
    list_places,
    marker,
    tile_in_bag,
    track_top,
)
from spieltisch.kernel import Ints, Rng, below, rule
from spieltisch.ranking import keep_best, sort_best_first


@rule
def low_greedy(state: State, seat: int, rng: Rng) -> int:
    """The rule of public programs: the lowest colour after the move as high as possible, then the total."""
    return greedy_by(state, seat, rng, 1000)


@rule
def total_greedy(state: State, seat: int, rng: Rng) -> int:
    """As many points as possible at once."""
    return greedy_by(state, seat, rng, 0)


@rule
def greedy_by(state: State, seat: int, rng: Rng, lowest_counts: int) -> int:
    """The highest sum of the lowest marker, so many times, and all markers; among equals any."""
    if state.phase == SWAP:
        return EXCHANGE
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    best, action, equals = -(1 << 60), -1, 0
    places = np.empty(PLACES, np.int64)
    count = list_places(state, seat, places)
    for kind in range(KINDS):
        if state.racks[seat, kind] == 0:
            continue
        for number in range(count):
            place = places[number]
            for flip in range(TURNS[kind]):
                a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
                value = standing_after(
                    state, seat, kind, totals[a, KIND_A[kind]], totals[b, KIND_B[kind]], lowest_counts
                )
                if value > best:
                    best, action, equals = value, kind * WAYS + place * 2 + flip, 1
                elif value == best:
                    equals += 1
                    if below(rng, equals) == 0:
                        action = kind * WAYS + place * 2 + flip
    return int(action)


@rule
def standing_after(state: State, seat: int, kind: int, points: int, other_points: int, lowest_counts: int) -> int:
    """The sum of all markers and the lowest, so many times, after these points for the two halves of a tile."""
    lowest, total = 2 * TOP, 0
    for colour in range(COLOURS):
        position = marker(state, seat, colour)
        after = position
        if colour == KIND_A[kind]:
            after += points
        if colour == KIND_B[kind]:
            after += other_points
        after = min(after, track_top(state, position))
        lowest = min(lowest, after)
        total += after
    return lowest_counts * lowest + total


SAMPLES = 8  # racks that the two-ply player imagines
SHORTLIST = 24  # placements for which it does
LOWEST_COUNTS = 2  # a point of the lowest marker, in points of others


@rule
def two_ply(state: State, seat: int, rng: Rng) -> int:
    """Total and lowest marker after the own tile, less what the next player gains by the best reply, on average.

    It shares nothing with the candidates: no worths, no stages, and racks are drawn instead of reckoned with.
    """
    if state.phase == SWAP:
        return EXCHANGE
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    actions, scores = np.empty(SHORTLIST, np.int64), np.empty(SHORTLIST)
    racks = np.zeros((SAMPLES, KINDS), np.int64)
    following = (seat + 1) % state.players
    survey(state, totals)
    places = np.empty(PLACES, np.int64)
    count = 0
    for number in range(list_places(state, seat, places)):
        place = places[number]
        for kind in range(KINDS):
            if state.racks[seat, kind] > 0:
                for flip in range(TURNS[kind]):
                    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
                    points, others = totals[a, KIND_A[kind]], totals[b, KIND_B[kind]]
                    value = float(standing_after(state, seat, kind, points, others, LOWEST_COUNTS))
                    count = keep_best(actions, scores, count, SHORTLIST, kind * WAYS + place * 2 + flip, value)
    if following != seat:
        draw_racks(state, following, rng, racks)
        for k in range(count):
            scores[k] -= mean_reply(state, following, actions[k], racks, totals)
        sort_best_first(actions, scores, count)
    return int(actions[0])


@rule
def draw_racks(state: State, seat: int, rng: Rng, racks: Ints) -> None:
    """So many racks that the seat may hold, each from all unseen tiles."""
    for sample in range(len(racks)):
        unseen = 0
        for kind in range(KINDS):
            unseen += state.bag[kind]
        for drawn in range(state.rack_size[seat]):
            kind = tile_in_bag(state, below(rng, unseen - drawn))
            state.bag[kind] -= 1
            racks[sample, kind] += 1
        for kind in range(KINDS):
            state.bag[kind] += racks[sample, kind]


@rule
def mean_reply(state: State, seat: int, action: int, racks: Ints, totals: Ints) -> float:
    """What the seat gains on average by its best tile after this action of another."""
    kind, place, flip = action // WAYS, action % WAYS // 2, action % 2
    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
    best = np.zeros(KINDS, np.int64)
    state.board[a], state.board[b] = KIND_A[kind], KIND_B[kind]
    survey(state, totals)
    places = np.empty(PLACES, np.int64)
    count = free_places(state, places)
    before = standing_after(state, seat, 0, 0, 0, LOWEST_COUNTS)
    for reply in range(KINDS):
        one, other = KIND_A[reply], KIND_B[reply]
        for number in range(count):
            c, d = PLACE_A[places[number]], PLACE_B[places[number]]
            value = max(
                standing_after(state, seat, reply, totals[c, one], totals[d, other], LOWEST_COUNTS),
                standing_after(state, seat, reply, totals[d, one], totals[c, other], LOWEST_COUNTS),
            )
            best[reply] = max(best[reply], value - before)
    state.board[a], state.board[b] = FREE, FREE
    total = 0
    for sample in range(len(racks)):
        most = 0
        for reply in range(KINDS):
            if racks[sample, reply] > 0:
                most = max(most, best[reply])
        total += most
    return total / len(racks)
