"""What a search asks of the tile game: promising placements, and a quick policy to play on by."""

from __future__ import annotations

import numpy as np

from spieltisch.games.genial.board import (
    CELLS,
    COLOURS,
    FREE,
    KIND_A,
    KIND_B,
    KIND_COLOURS,
    KINDS,
    PLACE_A,
    PLACE_B,
    PLACES,
    TURNS,
    TWO_WAYS,
    WORD,
    WORDS,
)
from spieltisch.games.genial.bots.evaluation import (
    MOST_POINTS,
    costs_of,
    gains_of,
    kind_of,
    prices,
    threats_of,
)
from spieltisch.games.genial.bots.survey import free_places, survey, survey_tile
from spieltisch.games.genial.rules import (
    BONUS,
    EXCHANGE,
    KEEP,
    PASS,
    RACK,
    SWAP,
    WAYS,
    State,
    apply,
    list_places,
    pick,
    places_for,
    tickets,
    waiting,
)
from spieltisch.kernel import CHANCE, Doubles, Ints, Rng, below, first, lowest, rule
from spieltisch.ranking import keep_best, sort_best_first

REPLY: Doubles = np.array((0.7, 0.35, 0.23, 0.0, 0.7, 0.7))  # how much the next player's best reply counts
NEXT: Doubles = np.array((0.35, 0.35, 0.35, 0.35, 0.35, 0.35))  # how much the own next tile counts
LOOKED_AT = 48  # placements for which the reply is looked at


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """The tile that is worth most at once, with a little for the cells it takes; among equals any."""
    if state.phase == SWAP:
        return EXCHANGE
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    return best_at_once(state, seat, rng, totals)


@rule
def best_at_once(state: State, seat: int, rng: Rng, totals: Ints) -> int:
    """Where to begin is read off the generator without drawing, so that playouts keep the same luck for longer."""
    gains, costs = np.empty((CELLS + 1, COLOURS)), np.empty((CELLS + 1, COLOURS))
    threats, most = np.empty(CELLS + 1), np.empty(CELLS + 1)
    price, replies = np.empty((COLOURS, MOST_POINTS)), np.empty((COLOURS, MOST_POINTS))
    held = np.empty(RACK, np.int64)
    prices(state, seat, price)
    prices(state, (seat + 1) % state.players, replies)
    gains_of(state, totals, price, gains)
    costs_of(state, replies, costs, gains)
    threats_of(state, totals, replies, threats)
    doubles = kinds_held(state, seat, held, 0, 1)
    kinds = kinds_held(state, seat, held, doubles, 2)
    most_of(state, held, doubles, kinds, gains, most)
    best, action = -1e9, -1
    begin = rng[0] % PLACES
    for step in range(WORDS + 1):
        word = (begin // WORD + step) % WORDS
        ahead = places_in_turn(state, seat, begin, step)
        while ahead:
            place = word * WORD + lowest(ahead)
            ahead &= ahead - 1
            a, b = PLACE_A[place], PLACE_B[place]
            threat = threats[a] + threats[b]
            for k in range(doubles):
                colour = KIND_A[held[k]]
                value = threat + price[colour, totals[a, colour] + totals[b, colour]]
                value -= costs[a, colour] + costs[b, colour]
                if value > best:
                    best, action = value, held[k] * WAYS + place * 2
            if threat + most[a] + most[b] <= best:
                continue
            for k in range(doubles, kinds):
                one, other = KIND_A[held[k]], KIND_B[held[k]]
                value = threat + gains[a, one] + gains[b, other]
                if value > best:
                    best, action = value, held[k] * WAYS + place * 2
                value = threat + gains[b, one] + gains[a, other]
                if value > best:
                    best, action = value, held[k] * WAYS + place * 2 + 1
    return int(action)


@rule
def places_in_turn(state: State, seat: int, begin: int, step: int) -> int:
    """The set of places in one of the words, for whoever goes round once from a place on; its word comes twice."""
    word = begin // WORD
    beyond = -1 << begin % WORD
    if step == 0:
        return places_for(state, seat, word) & beyond
    if step == WORDS:
        return places_for(state, seat, word) & ~beyond
    return places_for(state, seat, (word + step) % WORDS)


@rule
def kinds_held(state: State, seat: int, held: Ints, count: int, turns: int) -> int:
    """Adds the kinds in the rack that can be laid in so many ways: in one the doubles, in two the others."""
    kinds = state.held[seat] & (TWO_WAYS if turns == 2 else ~TWO_WAYS)
    while kinds:
        held[count] = lowest(kinds)
        kinds &= kinds - 1
        count += 1
    return count


@rule
def most_of(state: State, held: Ints, begin: int, end: int, gains: Doubles, most: Doubles) -> None:
    """The most that a half of the kinds from `begin` to `end` could be worth on each free cell."""
    colours = 0
    for k in range(begin, end):
        colours |= KIND_COLOURS[held[k]]
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            most[cell] = -1e9
            for colour in range(COLOURS):
                if colours >> colour & 1:
                    most[cell] = max(most[cell], gains[cell, colour])


@rule
def play_on(state: State, horizon: int, luck: Rng) -> None:
    """As the search plays on, but the board is surveyed once and then only what a tile changes."""
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    seats = waiting(state)
    while seats:
        actor = first(seats)
        if actor == CHANCE:
            apply(state, actor, pick(state, actor, below(luck, tickets(state, actor))))
        else:
            if horizon == 0:
                return
            horizon -= 1
            action = EXCHANGE if state.phase == SWAP else best_at_once(state, actor, luck, totals)
            apply(state, actor, action)
            if action < PASS:
                survey_tile(state, action, totals)
        seats = waiting(state)


@rule
def weighed(state: State, seat: int) -> tuple[Ints, Doubles, Doubles, Doubles, Doubles]:
    """The board for `seat`: what lies along the lines, what points are worth to it and to the next player, what a cell
    brings it in each colour, and what the next player."""
    totals, gains = np.empty((CELLS + 1, COLOURS), np.int64), np.empty((CELLS + 1, COLOURS))
    price, replies = np.empty((COLOURS, MOST_POINTS)), np.empty((COLOURS, MOST_POINTS))
    threats = np.empty(CELLS + 1)
    survey(state, totals)
    prices(state, seat, price)
    prices(state, (seat + 1) % state.players, replies)
    gains_of(state, totals, price, gains)
    threats_of(state, totals, replies, threats)
    return totals, price, replies, gains, threats


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """By what a tile brings at once, what it leaves to the next player and what the own next tile could bring."""
    if state.phase == SWAP:
        actions[0], actions[1] = EXCHANGE, KEEP
        scores[0], scores[1] = 1.0, 0.0
        return min(2, width)
    totals, price, replies, gains, threats = weighed(state, seat)
    costs = np.zeros((CELLS + 1, COLOURS))  # the search sees what is opened
    looked_at = max(width, LOOKED_AT)
    count = best_placements(state, seat, looked_at, totals, price, gains, costs, threats, actions, scores)
    for k in range(count):
        place = actions[k] % WAYS // 2
        scores[k] -= threats[PLACE_A[place]] + threats[PLACE_B[place]]
    for k in range(count):
        scores[k] += what_is_left(state, seat, actions[k], price, replies, totals, gains)
    sort_best_first(actions, scores, count)
    count = min(count, width)
    if state.phase == BONUS and count < width:
        actions[count], scores[count] = PASS, -1.0
        count += 1
    return count


@rule
def shortlist(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """By what a tile is worth at once, the cells it takes from the next player and those it opens to him."""
    if state.phase == SWAP:
        actions[0], actions[1] = EXCHANGE, KEEP
        return 2
    totals, price, replies, gains, threats = weighed(state, seat)
    costs = np.empty((CELLS + 1, COLOURS))
    costs_of(state, replies, costs, gains)
    count = best_placements(state, seat, width, totals, price, gains, costs, threats, actions, scores)
    if state.phase == BONUS and count < width:
        actions[count], scores[count] = PASS, -1.0
        count += 1
    return count


@rule
def best_placements(
    state: State,
    seat: int,
    width: int,
    totals: Ints,
    price: Doubles,
    gains: Doubles,
    costs: Doubles,
    threats: Doubles,
    actions: Ints,
    scores: Doubles,
) -> int:
    """By what a tile is worth at once, the cells it takes from the next player and those it opens to him."""
    places = np.empty(PLACES, np.int64)
    count = 0
    for number in range(list_places(state, seat, places)):
        place = places[number]
        a, b = PLACE_A[place], PLACE_B[place]
        for kind in range(KINDS):
            if state.racks[seat, kind] > 0:
                one, other = KIND_A[kind], KIND_B[kind]
                for flip in range(TURNS[kind]):
                    if one == other:
                        value = price[one, totals[a, one] + totals[b, one]] - costs[a, one] - costs[b, one]
                    elif flip:
                        value = gains[b, one] + gains[a, other]
                    else:
                        value = gains[a, one] + gains[b, other]
                    action = kind * WAYS + place * 2 + flip
                    count = keep_best(actions, scores, count, width, action, value + threats[a] + threats[b])
    return count


@rule
def what_is_left(
    state: State, seat: int, action: int, price: Doubles, replies: Doubles, totals: Ints, gains: Doubles
) -> float:
    """What a placement leaves: the own next tile less the next player's best reply, whose prices are given."""
    kind, place, flip = action // WAYS, action % WAYS // 2, action % 2
    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
    table = kind_of(state)
    best = np.empty(KINDS)
    state.board[a], state.board[b] = KIND_A[kind], KIND_B[kind]
    survey(state, totals)
    gains_of(state, totals, price, gains)
    if state.players > 1:
        state.racks[seat, kind] -= 1
        best_of_kinds(state, state.racks[seat], totals, price, gains, best)
        state.racks[seat, kind] += 1
        value = 0.0
        for own in range(KINDS):
            value = max(value, best[own])
        gains_of(state, totals, replies, gains)
        best_of_kinds(state, state.bag, totals, replies, gains, best)
        value = NEXT[table] * value - REPLY[table] * expected_best(state, (seat + 1) % state.players, best)
    else:
        best_of_kinds(state, state.bag, totals, price, gains, best)
        value = NEXT[table] * expected_best(state, seat, best)
    state.board[a], state.board[b] = FREE, FREE
    return float(value)


@rule
def best_of_kinds(state: State, tiles: Ints, totals: Ints, price: Doubles, gains: Doubles, best: Doubles) -> None:
    """What the best placement of each kind among the tiles is worth."""
    places = np.empty(PLACES, np.int64)
    count = free_places(state, places)
    for kind in range(KINDS):
        best[kind] = 0.0
        if tiles[kind] == 0:
            continue
        one, other = KIND_A[kind], KIND_B[kind]
        for number in range(count):
            a, b = PLACE_A[places[number]], PLACE_B[places[number]]
            if one == other:
                value = price[one, totals[a, one] + totals[b, one]]
            else:
                value = max(gains[a, one] + gains[b, other], gains[b, one] + gains[a, other])
            best[kind] = max(best[kind], value)


@rule
def expected_best(state: State, seat: int, best: Doubles) -> float:
    """The best of a rack that nobody has seen: tiles drawn at random from all that are unseen."""
    unseen = 0
    for kind in range(KINDS):
        unseen += state.bag[kind]
    tiles = max(1, state.rack_size[seat])
    left, expected, none_before = unseen, 0.0, 1.0
    done = np.zeros(KINDS, np.int64)
    for _ in range(KINDS):
        top = -1
        for kind in range(KINDS):
            if done[kind] == 0 and (top < 0 or best[kind] > best[top]):
                top = kind
        done[top] = 1
        left -= state.bag[top]
        none = 1.0  # the chance that no tile is of the kinds so far
        for drawn in range(tiles):
            none *= max(0, left - drawn) / max(1, unseen - drawn)
        expected += best[top] * (none_before - none)
        none_before = none
        if none < 0.01:
            break
    return expected
