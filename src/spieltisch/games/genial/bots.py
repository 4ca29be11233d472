"""What strong bots know of the tile game: what a colour is worth, what a tile brings, and what it leaves to the next.

Points before a placement are sums along rays, so they are surveyed once for every free cell and colour; a tile on a
place then brings the sum for its two halves. A colour is worth less the further it is: the lowest decides in the end.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from spieltisch.games.genial.board import (
    CELLS,
    COLOURS,
    FREE,
    KIND_A,
    KIND_B,
    KINDS,
    NEIGHBOUR,
    PLACE_A,
    PLACE_B,
    TURNS,
)
from spieltisch.games.genial.rules import (
    BONUS,
    DUEL,
    DUEL_TOP,
    EXCHANGE,
    KEEP,
    PASS,
    SOLO,
    SWAP,
    TEAM,
    TOP,
    WAYS,
    State,
    lowest_marker,
    marker,
    place_count,
    place_number,
    track_of,
)
from spieltisch.kernel import Ints, Rng, below, rule

Doubles = npt.NDArray[np.float64]

EASE = 6.0  # points after which the next ones count only a third as much
DOUBLE_EASE = 12.0  # on a double track
PULL = 3.0  # in the duel: fields from the middle
BONUS_TURN = 0.12  # what a bonus turn is worth
REPLY = 0.7  # how much the next player's best reply counts
NEXT = 0.35  # how much the own next tile counts
LOOKED_AT = 48  # placements for which the reply is looked at
MOST_POINTS = 40  # more than a tile can bring
STEEP = 2.2  # of the promise


def _worths() -> npt.NDArray[np.float64]:
    """How good a marker stands, by variant and position (in the duel from -9, shifted by 9)."""
    worths = np.zeros((4, 2 * TOP + MOST_POINTS + 1))
    for position in range(worths.shape[1]):
        single = 1 - np.exp(-min(position, TOP) / EASE)
        double = 1 - np.exp(-min(position, 2 * TOP) / DOUBLE_EASE)
        duel = np.tanh((min(position, 2 * DUEL_TOP) - DUEL_TOP) / PULL)
        worths[:, position] = single, double, double, duel
    return worths


WORTHS = _worths()


@rule
def standing_at(state: State, seat: int, colour: int) -> int:
    """Where a marker stands, as WORTHS counts."""
    position = marker(state, seat, colour)
    return position + DUEL_TOP if state.variant == DUEL else position


@rule
def survey(state: State, totals: Ints) -> None:
    """The points that each colour would bring on each free cell."""
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            for colour in range(COLOURS):
                totals[cell, colour] = 0
            for way in range(6):
                step = NEIGHBOUR[cell, way]
                colour = state.board[step]
                if colour >= 0:
                    points = 1
                    step = NEIGHBOUR[step, way]
                    while state.board[step] == colour:
                        points += 1
                        step = NEIGHBOUR[step, way]
                    totals[cell, colour] += points


@rule
def gain(state: State, seat: int, colour: int, points: int) -> float:
    """What these points are worth to the seat."""
    if points == 0:
        return 0.0
    before = standing_at(state, seat, colour)
    after = before + points
    value = 0.0
    if state.variant == DUEL:
        if after >= 2 * DUEL_TOP and state.duel_markers[colour] != seat + 1:
            value += BONUS_TURN
    elif before < TOP <= after:
        after = TOP
        if state.variant != SOLO:
            value += BONUS_TURN
    elif before < 2 * TOP <= after and state.variant == TEAM:
        value += BONUS_TURN
    return float(value + WORTHS[state.variant, after] - WORTHS[state.variant, before])


@rule
def gains_of(state: State, seat: int, totals: Ints, gains: Doubles) -> None:
    """What each colour would be worth on each free cell."""
    table = np.empty((COLOURS, MOST_POINTS))
    for colour in range(COLOURS):
        for points in range(MOST_POINTS):
            table[colour, points] = -1.0
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            for colour in range(COLOURS):
                points = totals[cell, colour]
                if table[colour, points] < 0.0:
                    table[colour, points] = gain(state, seat, colour, points)
                gains[cell, colour] = table[colour, points]


@rule
def tile_gain(state: State, seat: int, kind: int, a: int, b: int, totals: Ints, gains: Doubles) -> float:
    """The first colour of the kind on cell a, the second on b."""
    one, other = KIND_A[kind], KIND_B[kind]
    if one == other:
        return gain(state, seat, one, totals[a, one] + totals[b, one])
    return float(gains[a, one] + gains[b, other])


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """The tile that is worth most at once; among equals any."""
    if state.phase == SWAP:
        return EXCHANGE
    totals = np.zeros((CELLS + 1, COLOURS), np.int64)
    gains = np.zeros((CELLS + 1, COLOURS))
    survey(state, totals)
    gains_of(state, seat, totals, gains)
    best, action, equals = -1.0, -1, 0
    places = place_count(state, seat)
    for kind in range(KINDS):
        if state.racks[seat, kind] == 0:
            continue
        for number in range(places):
            place = place_number(state, seat, number)
            a, b = PLACE_A[place], PLACE_B[place]
            for flip in range(TURNS[kind]):
                value = tile_gain(state, seat, kind, b if flip else a, a if flip else b, totals, gains)
                if value > best:
                    best, action, equals = value, kind * WAYS + place * 2 + flip, 1
                elif value == best:
                    equals += 1
                    if below(rng, equals) == 0:
                        action = kind * WAYS + place * 2 + flip
    return int(action)


@rule
def expected_best(state: State, seat: int, best: Doubles) -> float:
    """The best of a rack that nobody has seen: tiles drawn at random from all that are unseen."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.bag[kind]
    tiles = state.rack_size[seat]
    left, expected, chance_before = unseen, 0.0, 1.0
    done = np.zeros(KINDS, np.int64)
    for _ in range(KINDS):
        top = -1
        for kind in range(KINDS):
            if done[kind] == 0 and (top < 0 or best[kind] > best[top]):
                top = kind
        done[top] = 1
        left -= state.bag[top]
        chance = 1.0  # that none of the tiles is of the kinds so far
        for drawn in range(tiles):
            chance *= max(0, left - drawn) / max(1, unseen - drawn)
        expected += best[top] * (chance_before - chance)
        chance_before = chance
        if chance < 0.01:
            break
    return expected


@rule
def own_best(state: State, seat: int, used: int, best: Doubles) -> float:
    """The best of the own rack without a tile of the kind used."""
    found = 0.0
    for kind in range(KINDS):
        if state.racks[seat, kind] > (1 if kind == used else 0) and best[kind] > found:
            found = best[kind]
    return found


@rule
def two_ply(state: State, seat: int, action: int, totals: Ints, gains: Doubles, best: Doubles) -> float:
    """What a placement leaves: the own next tile less the next player's best reply."""
    kind, place, flip = action // WAYS, action % WAYS // 2, action % 2
    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
    state.board[a], state.board[b] = KIND_A[kind], KIND_B[kind]
    survey(state, totals)
    value = 0.0
    if state.players > 1:
        other = (seat + 1) % state.players
        gains_of(state, other, totals, gains)
        best_of_kinds(state, other, totals, gains, best)
        reply = expected_best(state, other, best)
        value -= REPLY * reply / (state.players - 1 if state.variant == 0 else 1)
    gains_of(state, seat, totals, gains)
    best_of_kinds(state, seat, totals, gains, best)
    value += NEXT * (own_best(state, seat, kind, best) if state.players > 1 else expected_best(state, seat, best))
    state.board[a] = FREE
    state.board[b] = FREE
    return value


@rule
def best_of_kinds(state: State, seat: int, totals: Ints, gains: Doubles, best: Doubles) -> None:
    """What the best placement of each kind would be worth to the seat."""
    for kind in range(KINDS):
        best[kind] = 0.0
    for number in range(state.open_count):
        place = state.open_list[number]
        a, b = PLACE_A[place], PLACE_B[place]
        if state.board[a] != FREE or state.board[b] != FREE:
            continue
        for kind in range(KINDS):
            one, other = KIND_A[kind], KIND_B[kind]
            if one == other:
                points = totals[a, one] + totals[b, one]
                value = gain(state, seat, one, points) if points > 0 else 0.0
            else:
                value = max(gains[a, one] + gains[b, other], gains[b, one] + gains[a, other])
            if value > best[kind]:
                best[kind] = value


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """By what a tile brings at once, what it leaves to the next player and what the own next tile could bring."""
    if state.phase == SWAP:
        actions[0], actions[1] = EXCHANGE, KEEP
        scores[0], scores[1] = 1.0, 0.0
        return 2
    totals = np.zeros((CELLS + 1, COLOURS), np.int64)
    gains = np.zeros((CELLS + 1, COLOURS))
    best = np.zeros(KINDS)
    survey(state, totals)
    gains_of(state, seat, totals, gains)
    count = 0
    looked_at = max(width, LOOKED_AT)
    places = place_count(state, seat)
    for kind in range(KINDS):
        if state.racks[seat, kind] == 0:
            continue
        for number in range(places):
            place = place_number(state, seat, number)
            a, b = PLACE_A[place], PLACE_B[place]
            for flip in range(TURNS[kind]):
                value = tile_gain(state, seat, kind, b if flip else a, a if flip else b, totals, gains)
                count = keep_best(actions, scores, count, looked_at, kind * WAYS + place * 2 + flip, value)
    for k in range(count):
        scores[k] += two_ply(state, seat, actions[k], totals, gains, best)
    for k in range(1, count):  # best first
        action, score = actions[k], scores[k]
        j = k
        while j > 0 and scores[j - 1] < score:
            actions[j], scores[j] = actions[j - 1], scores[j - 1]
            j -= 1
        actions[j], scores[j] = action, score
    count = min(count, width)
    if state.phase == BONUS and count < width:
        actions[count], scores[count] = PASS, -1.0
        count += 1
    return count


@rule
def keep_best(actions: Ints, scores: Doubles, count: int, most: int, action: int, score: float) -> int:
    """Keeps the lists sorted, the best first, and no longer than `most`."""
    if count == most:
        if score <= scores[count - 1]:
            return count
        count -= 1
    j = count
    while j > 0 and scores[j - 1] < score:
        actions[j], scores[j] = actions[j - 1], scores[j - 1]
        j -= 1
    actions[j], scores[j] = action, score
    return count + 1


@rule
def total_worth(state: State, seat: int) -> float:
    total = 0.0
    for colour in range(COLOURS):
        total += WORTHS[state.variant, standing_at(state, seat, colour)]
    return total


@rule
def promise(state: State, seat: int) -> float:
    """By the distance to the best opponent; alone by the lowest marker."""
    own = total_worth(state, seat)
    if state.variant == SOLO:
        return float((lowest_marker(state, seat) + own / COLOURS) / (2 * TOP + 1))
    best = -1e9
    for other in range(state.players):
        if track_of(state, other) != track_of(state, seat) or (state.variant == DUEL and other != seat):
            best = max(best, total_worth(state, other))
    if state.variant == DUEL:
        best = 0.0
    return float(1.0 / (1.0 + np.exp(-STEEP * (own - best))))


REFERENCES = {"low-greedy": "low_greedy", "total-greedy": "total_greedy"}


@rule
def low_greedy(state: State, seat: int, rng: Rng) -> int:
    """The rule of public programs: the lowest colour after the move as high as possible, then the total."""
    return reference(state, seat, rng, 1000)


@rule
def total_greedy(state: State, seat: int, rng: Rng) -> int:
    """As many points as possible at once."""
    return reference(state, seat, rng, 0)


@rule
def reference(state: State, seat: int, rng: Rng, lowest_counts: int) -> int:
    if state.phase == SWAP:
        return EXCHANGE
    totals = np.zeros((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    positions = np.zeros(COLOURS, np.int64)
    best, action, equals = -(1 << 60), -1, 0
    places = place_count(state, seat)
    top = DUEL_TOP if state.variant == DUEL else TOP if state.variant == 0 else 2 * TOP
    for kind in range(KINDS):
        if state.racks[seat, kind] == 0:
            continue
        for number in range(places):
            place = place_number(state, seat, number)
            for flip in range(TURNS[kind]):
                a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
                for colour in range(COLOURS):
                    positions[colour] = marker(state, seat, colour)
                one, other = KIND_A[kind], KIND_B[kind]
                for colour, points in ((one, totals[a, one]), (other, totals[b, other])):
                    after = positions[colour] + points
                    if top == 2 * TOP and positions[colour] < TOP < after:
                        after = TOP
                    positions[colour] = min(after, top)
                lowest, total = positions[0], 0
                for colour in range(COLOURS):
                    lowest = min(lowest, positions[colour])
                    total += positions[colour]
                value = lowest_counts * lowest + total
                if value > best:
                    best, action, equals = value, kind * WAYS + place * 2 + flip, 1
                elif value == best:
                    equals += 1
                    if below(rng, equals) == 0:
                        action = kind * WAYS + place * 2 + flip
    return int(action)
