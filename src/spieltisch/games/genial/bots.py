"""What strong bots know of the tile game: what a colour is worth, what a tile brings, and what it leaves to the next.

Points before a placement are sums along rays, so they are surveyed once for every free cell and colour; a tile on a
place then brings the sum for its two halves. A colour is worth less the further it is, and the more so the nearer the
end: then only the lowest decides.
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
    KIND_COLOURS,
    KINDS,
    NEIGHBOUR,
    PLACE_A,
    PLACE_B,
    TURNS,
)
from spieltisch.games.genial.rules import (
    BASE,
    BONUS,
    DUEL,
    DUEL_TOP,
    EXCHANGE,
    KEEP,
    PASS,
    RACK,
    SOLO,
    SWAP,
    TEAM,
    TOP,
    WAYS,
    State,
    apply,
    lowest_marker,
    marker,
    pick,
    place_count,
    place_number,
    tickets,
    tile_in_bag,
    track_of,
    waiting,
)
from spieltisch.kernel import CHANCE, Ints, Rng, below, first, rule

Doubles = npt.NDArray[np.float64]

# One column for each table: base with two, three, four players, solo, team, duel. The numbers are from self-play.
TABLES = 6
EASE = (10.0, 30.0, 40.0, 4.0, 50.0, 12.5)  # points after which the next ones count a third as much, early
EASE_LATE = (2.0, 3.0, 4.0, 4.0, 5.0, 3.0)  # and at the end
SPAN = (140.0, 200.0, 120.0, 80.0, 350.0, 60.0)  # open places from which on it is late
DENY: Doubles = np.array((0.25, 0.1, 0.03, -0.2, 0.1, 0.12))  # how much it counts to take a cell from the next player
OPEN: Doubles = np.array((0.15, 0.08, 0.04, 0.0, 0.08, 0.05))  # how much it costs to leave free cells beside a colour
BONUS_TURN: Doubles = np.array((0.06, 0.03, 0.06, 0.0, 0.03, 0.2))  # what a bonus turn is worth
REPLY: Doubles = np.array((0.7, 0.35, 0.23, 0.0, 0.7, 0.7))  # how much the next player's best reply counts
NEXT: Doubles = np.array((0.35, 0.35, 0.35, 0.35, 0.35, 0.35))  # how much the own next tile counts
LOOKED_AT = 48  # placements for which the reply is looked at
MOST_POINTS = 60  # more than a tile can bring
STEEP = 2.2  # of the promise
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
def table_of(state: State) -> int:
    return state.players - 2 if state.variant == BASE else state.variant + 2


@rule
def stage_of(state: State) -> int:
    return min(STAGES - 1, state.open_count // STAGE_PLACES)


@rule
def standing_at(state: State, seat: int, colour: int) -> int:
    """Where a marker stands, as WORTHS counts."""
    position = marker(state, seat, colour)
    return position + DUEL_TOP if state.variant == DUEL else position


@rule
def prices(state: State, seat: int, price: Doubles) -> None:
    """What so many points of a colour are worth to the seat, bonus turns included."""
    table = table_of(state)
    worths = WORTHS[table, stage_of(state)]
    double = state.variant in (SOLO, TEAM)
    for colour in range(COLOURS):
        before = standing_at(state, seat, colour)
        top = 2 * TOP if double and before >= TOP else TOP  # surplus at the right 0 is lost; in the duel 18 is the 9
        bonus = BONUS_TURN[table]
        if before == top or (state.variant == DUEL and state.duel_markers[colour] == seat + 1):
            bonus = 0.0
        for points in range(top - before):
            price[colour, points] = worths[before + points] - worths[before]
        for points in range(top - before, MOST_POINTS):
            price[colour, points] = worths[top] - worths[before] + bonus


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
def gains_of(state: State, totals: Ints, price: Doubles, gains: Doubles) -> None:
    """What each colour would be worth on each free cell."""
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            for colour in range(COLOURS):
                gains[cell, colour] = price[colour, totals[cell, colour]]


@rule
def threats_of(state: State, totals: Ints, replies: Doubles, threats: Doubles) -> None:
    """How much it counts to take each free cell from the next player, whose prices are given; alone from oneself."""
    deny = DENY[table_of(state)]
    for cell in range(CELLS):
        if state.board[cell] == FREE:
            most = 0.0
            for colour in range(COLOURS):
                most = max(most, replies[colour, totals[cell, colour]])
            threats[cell] = deny * most


@rule
def costs_of(state: State, replies: Doubles, costs: Doubles, gains: Doubles) -> None:
    """Less for each colour on each free cell: from the free cells beside it the next player will score."""
    cost = OPEN[table_of(state)]
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
def tile_gain(kind: int, a: int, b: int, totals: Ints, price: Doubles, gains: Doubles) -> float:
    """The first colour of the kind on cell a, the second on b."""
    one, other = KIND_A[kind], KIND_B[kind]
    if one == other:
        return float(price[one, totals[a, one] + totals[b, one]])
    return float(gains[a, one] + gains[b, other])


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
    places = place_count(state, seat)
    number = rng[0] % places
    for _ in range(places):
        number = number + 1 if number < places - 1 else 0
        place = place_number(state, seat, number)
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
def kinds_held(state: State, seat: int, held: Ints, count: int, turns: int) -> int:
    """Adds the kinds in the rack that can be laid in so many ways: in one the doubles, in two the others."""
    for kind in range(KINDS):
        if state.racks[seat, kind] > 0 and TURNS[kind] == turns:
            held[count] = kind
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
def survey_tile(state: State, action: int, totals: Ints) -> None:
    """What a tile that has just been laid changes in the survey: one half after the other."""
    a, b = PLACE_A[action % WAYS // 2], PLACE_B[action % WAYS // 2]
    colour = state.board[b]
    state.board[b] = FREE
    survey_cell(state, a, totals)
    state.board[b] = colour
    survey_cell(state, b, totals)


@rule
def survey_cell(state: State, cell: int, totals: Ints) -> None:
    """The free cells at the ends of the lines through a covered cell see it, and what lies behind it."""
    colour = state.board[cell]
    ends, lengths = np.empty(6, np.int64), np.empty(6, np.int64)
    for way in range(6):
        step, points = NEIGHBOUR[cell, way], 0
        while state.board[step] == colour:
            points += 1
            step = NEIGHBOUR[step, way]
        ends[way], lengths[way] = step, points
    for way in range(6):
        if state.board[ends[way]] == FREE:
            totals[ends[way], colour] += 1 + lengths[(way + 3) % 6]


@rule
def candidates(state: State, seat: int, width: int, actions: Ints, scores: Doubles) -> int:
    """By what a tile brings at once, what it leaves to the next player and what the own next tile could bring."""
    if state.phase == SWAP:
        actions[0], actions[1] = EXCHANGE, KEEP
        scores[0], scores[1] = 1.0, 0.0
        return min(2, width)
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    gains = np.empty((CELLS + 1, COLOURS))
    threats = np.empty(CELLS + 1)
    price, replies = np.empty((COLOURS, MOST_POINTS)), np.empty((COLOURS, MOST_POINTS))
    survey(state, totals)
    prices(state, seat, price)
    prices(state, (seat + 1) % state.players, replies)
    gains_of(state, totals, price, gains)
    threats_of(state, totals, replies, threats)
    count = 0
    looked_at = max(width, LOOKED_AT)
    for number in range(place_count(state, seat)):
        place = place_number(state, seat, number)
        a, b = PLACE_A[place], PLACE_B[place]
        for kind in range(KINDS):
            if state.racks[seat, kind] > 0:
                for flip in range(TURNS[kind]):
                    value = tile_gain(kind, b if flip else a, a if flip else b, totals, price, gains)
                    action = kind * WAYS + place * 2 + flip
                    count = keep_best(actions, scores, count, looked_at, action, value + threats[a] + threats[b])
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
def what_is_left(
    state: State, seat: int, action: int, price: Doubles, replies: Doubles, totals: Ints, gains: Doubles
) -> float:
    """What a placement leaves: the own next tile less the next player's best reply, whose prices are given."""
    kind, place, flip = action // WAYS, action % WAYS // 2, action % 2
    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
    table = table_of(state)
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
    for kind in range(KINDS):
        best[kind] = 0.0
        if tiles[kind] == 0:
            continue
        one, other = KIND_A[kind], KIND_B[kind]
        for number in range(state.open_count):
            place = state.open_list[number]
            a, b = PLACE_A[place], PLACE_B[place]
            if state.board[a] == FREE and state.board[b] == FREE:
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
def sort_best_first(actions: Ints, scores: Doubles, count: int) -> None:
    for k in range(count):
        keep_best(actions, scores, k, count, actions[k], scores[k])


@rule
def total_worth(state: State, seat: int) -> float:
    total = 0.0
    for colour in range(COLOURS):
        total += WORTHS[table_of(state), stage_of(state), standing_at(state, seat, colour)]
    return total


@rule
def promise(state: State, seat: int) -> float:
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


REFERENCES = {"low-greedy": "low_greedy", "total-greedy": "total_greedy", "two-ply": "two_ply"}


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
    places = place_count(state, seat)
    for kind in range(KINDS):
        if state.racks[seat, kind] == 0:
            continue
        for number in range(places):
            place = place_number(state, seat, number)
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
        if state.variant == DUEL:
            after = min(after, DUEL_TOP)
        elif state.variant == BASE or position < TOP:
            after = min(after, TOP)
        else:
            after = min(after, 2 * TOP)
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
    count = 0
    for number in range(place_count(state, seat)):
        place = place_number(state, seat, number)
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
    before = standing_after(state, seat, 0, 0, 0, LOWEST_COUNTS)
    for reply in range(KINDS):
        one, other = KIND_A[reply], KIND_B[reply]
        for number in range(state.open_count):
            c, d = PLACE_A[state.open_list[number]], PLACE_B[state.open_list[number]]
            if state.board[c] == FREE and state.board[d] == FREE:
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


# Players for the lower levels: they make mistakes that people make.


@rule
def beginner(state: State, seat: int, rng: Rng) -> int:
    """Looks at one half of a tile only, overlooks two places of three, and keeps the rack."""
    return KEEP if state.phase == SWAP else hasty(state, seat, rng, 2, 0)


@rule
def casual(state: State, seat: int, rng: Rng) -> int:
    """Takes the most points, whatever the colours, but overlooks a place of three."""
    return EXCHANGE if state.phase == SWAP else hasty(state, seat, rng, 4, 1)


@rule
def hasty(state: State, seat: int, rng: Rng, attention: int, other_half: int) -> int:
    """The most points among the places that are seen: one for certain, the others so many times of six."""
    totals = np.empty((CELLS + 1, COLOURS), np.int64)
    survey(state, totals)
    best, action = -1, -1
    places = place_count(state, seat)
    number = below(rng, places)
    for _ in range(places):
        number = number + 1 if number < places - 1 else 0
        if action >= 0 and below(rng, 6) >= attention:
            continue
        place = place_number(state, seat, number)
        for kind in range(KINDS):
            if state.racks[seat, kind] > 0:
                for flip in range(TURNS[kind]):
                    a, b = (PLACE_B[place], PLACE_A[place]) if flip else (PLACE_A[place], PLACE_B[place])
                    one, other = totals[a, KIND_A[kind]], totals[b, KIND_B[kind]]
                    points = one + other if other_half else max(one, other)
                    if points > best:
                        best, action = points, kind * WAYS + place * 2 + flip
    return int(action)


@rule
def considered(state: State, seat: int, rng: Rng) -> int:
    """The best candidate, without playing on."""
    actions, scores = np.empty(LOOKED_AT, np.int64), np.empty(LOOKED_AT)
    candidates(state, seat, 1, actions, scores)
    return int(actions[0])
