"""Einfach Genial, the tile game. The marks §1 to §12 and R1 to R12 refer to README.md in this folder."""

from __future__ import annotations

from typing import Annotated

import numpy as np

from spieltisch import kernel
from spieltisch.contract import Ending
from spieltisch.games.genial.board import (
    ALL_OPEN,
    BESIDE_SYMBOL,
    CELLS,
    COLOURS,
    COPIES,
    EMPTY_BOARD,
    KIND_A,
    KIND_B,
    KINDS,
    NEAR_SYMBOL,
    NEIGHBOUR,
    OUTSIDE,
    PLACE_A,
    PLACE_B,
    PLACE_WAY,
    PLACES,
    PLACES_WITH,
    SHOWING,
    SYMBOL_CELL,
    TILES,
    TURNS,
    TWO_WAYS,
    WORD,
    WORDS,
)
from spieltisch.kernel import CHANCE, EVERYBODY, NOBODY, RULING, Ints, Rng, below, how_many, lowest, only, rule

BASE, SOLO, TEAM, DUEL = 0, 1, 2, 3  # the variants
LOT, DRAW, LAY, BONUS, SWAP, OVER = 0, 1, 2, 3, 4, 5  # the phases
RACK = 6
TOP = 18  # of a track; on a double track 18 is the right 0 and 36 the right 18
DUEL_TOP = 9

# A tile laid is kind * WAYS + place * 2 + flip: with flip 1 its first colour lies on the second cell.
WAYS = 2 * PLACES
PASS = KINDS * WAYS
EXCHANGE = PASS + 1
KEEP = PASS + 2
ACTIONS = PASS + 3
CHOICES = RACK * WAYS + 1 + PLACES

# A variant is a column: base, solo, team, duel.
NEVER = 99
FULL_RACK = np.array((RACK, 1, RACK, RACK))  # §3 six tiles; §10 in solo the one tile drawn
TRACK_END = np.array((TOP, 2 * TOP, 2 * TOP, DUEL_TOP))
DOUBLE = np.array((0, 1, 1, 0))  # §10 §11 two tracks, one behind the other
HOME = np.array((TOP, NEVER, 2 * TOP, 1))  # §9 §12 R5 where all six markers end the game at once
BONUS_TURNS = np.array((1, 0, 1, 1))  # §7 §10
EXCHANGING = np.array((8, 10, 8, 12))  # the paragraph about it; §10 there is none in solo
ALL_HOME = np.array((0, NEVER, 1, 2))  # the endings
BOARD_FULL = np.array((3, 4, 3, 5))
ENDINGS: tuple[Ending, ...] = (
    *(Ending("all_home", paragraph) for paragraph in (9, RULING + 5, 12)),
    *(Ending("board_full", paragraph) for paragraph in (9, 10, 12)),
)


class State(kernel.State):
    open_talk: int  # partners see each other's racks
    phase: int
    turn: int  # the seat that lays
    drawing: int  # the seat that draws
    board: Annotated[Ints, CELLS + 1, np.int8]
    open_places: Annotated[Ints, WORDS, np.int64]  # the set of places where a tile can be laid
    covered: Annotated[Ints, WORDS, np.int64]  # those where one lies; the rules never ask, but who draws the board does
    racks: Annotated[Ints, 4, KINDS, np.int8]  # how many of each kind
    held: Annotated[Ints, 4, np.int32]  # which kinds those are: kind k is bit k
    rack_size: Annotated[Ints, 4, np.int8]
    bag: Annotated[Ints, KINDS, np.int8]
    bag_size: int
    aside: Annotated[Ints, KINDS, np.int8]  # §8 shown, to be returned when the new tiles are drawn
    tracks: Annotated[Ints, 4, COLOURS, np.int8]  # per track; in the duel one track, above 0 is seat 0's side
    duel_markers: Annotated[Ints, COLOURS, np.int8]  # 0 in the middle, else the holder's seat + 1
    taken: Annotated[Ints, COLOURS, np.int8]  # §5 start symbols that a first tile has touched
    laid: Annotated[Ints, 4, np.int8]  # tiles each seat has laid
    bonus: int  # bonus turns still to come
    last: int  # the last tile laid, as its action + 1
    ending: int  # its number, once the game is over


@rule
def setup(state: State, players: int, variant: int, options: Ints, content: Ints) -> None:
    """§2 §3 The used area, full bag, empty racks, all markers on 0."""
    area = 0 if players <= 2 else players - 2
    state.players = players
    state.variant = variant
    state.open_talk = options[1]
    for cell in range(CELLS + 1):
        state.board[cell] = EMPTY_BOARD[area, cell]
    for word in range(WORDS):
        state.open_places[word] = ALL_OPEN[area, word]
    state.covered[:] = 0
    state.racks[:] = 0
    state.held[:] = 0
    state.rack_size[:] = 0
    for kind in range(KINDS):
        state.bag[kind] = COPIES[kind]
    state.bag_size = TILES
    state.aside[:] = 0
    state.tracks[:] = 0
    state.duel_markers[:] = 0
    state.taken[:] = 0
    state.laid[:] = 0
    state.bonus = 0
    state.last = 0
    state.ending = 0
    state.turn = 0
    state.drawing = 0
    state.phase = DRAW
    if variant != SOLO:
        if options[0] == 0:
            state.phase = LOT
        else:
            state.turn = options[0] - 1
            state.drawing = state.turn


@rule
def waiting(state: State) -> int:
    if state.phase == OVER:
        return NOBODY
    return only(CHANCE if state.phase <= DRAW else state.turn)


@rule
def full_rack(state: State) -> int:
    """§3 §10 Six tiles; in solo the one tile drawn."""
    return int(FULL_RACK[state.variant])


@rule
def track_of(state: State, seat: int) -> int:
    """§11 Partners share a track; §12 in the duel there is only one."""
    return 0 if state.variant == DUEL else side(state, seat)


@rule
def marker(state: State, seat: int, colour: int) -> int:
    """How far a marker stands, as the seat sees it: §12 in the duel below 0 on the opponent's side."""
    position = state.tracks[track_of(state, seat), colour]
    return int(-position if state.variant == DUEL and seat == 1 else position)


@rule
def first_tile(state: State, seat: int) -> bool:
    return bool(state.laid[seat] == 0)


@rule
def may_lie(state: State, seat: int, place: int) -> bool:
    return bool(places_for(state, seat, place // WORD) >> place % WORD & 1)


@rule
def places_for(state: State, seat: int, word: int) -> int:
    """§4 Two free cells of the used area; §5 the first tile touches a start symbol that is still free."""
    places = state.open_places[word]
    if first_tile(state, seat):
        places &= beside_free_symbols(state, word)
    return int(places)


@rule
def beside_free_symbols(state: State, word: int) -> int:
    places = 0
    for symbol in range(COLOURS):
        if state.taken[symbol] == 0:
            places |= BESIDE_SYMBOL[symbol, word]
    return places


@rule
def is_open(state: State, place: int) -> bool:
    return bool(state.open_places[place // WORD] >> place % WORD & 1)


@rule
def open_count(state: State) -> int:
    """At how many places a tile can be laid, whoever's."""
    count = 0
    for word in range(WORDS):
        count += how_many(state.open_places[word])
    return count


@rule
def place_count(state: State, seat: int) -> int:
    count = 0
    for word in range(WORDS):
        count += how_many(places_for(state, seat, word))
    return count


@rule
def place_number(state: State, seat: int, number: int) -> int:
    """One of the places of place_count. Every word is looked at: nobody could foresee in which it lies."""
    found, upto, before = 0, 0, 0
    for word in range(WORDS - 1):
        upto += how_many(places_for(state, seat, word))
        if upto <= number:
            found, before = word + 1, upto
    return found * WORD + nth(places_for(state, seat, found), number - before)


@rule
def nth(bits: int, number: int) -> int:
    """The member of a set that has `number` others before it: in the half where it must be, and again in that."""
    member = 0
    for half in range(5, -1, -1):
        before = how_many(bits >> member & (1 << (1 << half)) - 1)
        if number >= before:
            number -= before
            member += 1 << half
    return member


@rule
def list_places(state: State, seat: int, out: Ints) -> int:
    """All of them, ascending; how many."""
    count = 0
    for word in range(WORDS):
        places = places_for(state, seat, word)
        while places:
            out[count] = word * WORD + lowest(places)
            places &= places - 1
            count += 1
    return count


@rule
def legal(state: State, seat: int, out: Ints) -> int:
    if seat == CHANCE:
        count = 0
        for action in range(state.players if state.phase == LOT else KINDS):
            if state.phase == LOT or state.bag[action] > 0:
                out[count] = action
                count += 1
        return count
    if state.phase == SWAP:
        out[0] = EXCHANGE
        out[1] = KEEP
        return 2
    places = out[RACK * WAYS + 1 :]  # the end of the buffer serves as a note pad
    places_count = list_places(state, seat, places)
    count = 0
    kinds = state.held[seat]
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        for number in range(places_count):
            out[count] = kind * WAYS + places[number] * 2
            out[count + 1] = out[count] + 1
            count += TURNS[kind]
    if state.phase == BONUS:
        out[count] = PASS
        count += 1
    return count


@rule
def weights(state: State, out: Ints) -> int:
    """§3 Every tile in the bag and every player in the lot is equally likely."""
    if state.phase == LOT:
        out[: state.players] = 1
        return state.players
    count = 0
    for kind in range(KINDS):
        if state.bag[kind] > 0:
            out[count] = state.bag[kind]
            count += 1
    return count


@rule
def tickets(state: State, seat: int) -> int:
    if seat == CHANCE:
        return state.players if state.phase == LOT else state.bag_size
    if state.phase == SWAP:
        return 2
    turns = how_many(state.held[seat]) + how_many(state.held[seat] & TWO_WAYS)
    return turns * place_count(state, seat) + (1 if state.phase == BONUS else 0)


@rule
def pick(state: State, seat: int, ticket: int) -> int:
    if seat == CHANCE:
        return ticket if state.phase == LOT else tile_in_bag(state, ticket)
    if state.phase == SWAP:
        return EXCHANGE + ticket
    if state.phase == BONUS:
        if ticket == 0:
            return PASS
        ticket -= 1
    count, kinds, flip = place_count(state, seat), state.held[seat], 0
    turn = ticket // count
    if turn >= how_many(kinds):
        turn -= how_many(kinds)
        kinds &= TWO_WAYS
        flip = 1
    return int(nth(kinds, turn) * WAYS + place_number(state, seat, ticket % count) * 2 + flip)


@rule
def tile_in_bag(state: State, number: int) -> int:
    """The kind of a tile, counted over all in the bag. Every kind is looked at: nobody could foresee which it is."""
    kind, upto = 0, 0
    for each in range(KINDS - 1):
        upto += state.bag[each]
        if upto <= number:
            kind += 1
    return kind


@rule
def refusal(state: State, seat: int, action: int) -> int:
    """§1 §3 for the bag and the lot; §4 for laying and passing; §8, §10 or §12 for exchanging."""
    if seat == CHANCE:
        if state.phase == LOT:
            return 0 if 0 <= action < state.players else 3
        return 0 if 0 <= action < KINDS and state.bag[action] > 0 else 1
    if state.phase == SWAP:
        return 0 if action in (EXCHANGE, KEEP) else exchange_paragraph(state)
    if action == PASS:
        return 0 if state.phase == BONUS else 4
    if action in (EXCHANGE, KEEP):
        return exchange_paragraph(state)
    if action < 0 or action >= PASS:
        return 4
    return lay_refusal(state, seat, action // WAYS, action % WAYS // 2, action % 2)


@rule
def lay_refusal(state: State, seat: int, kind: int, place: int, flip: int) -> int:
    """§2 only on the used area and not on start symbols; §4 a tile of the rack on free cells; §5 the first tile."""
    if flip >= TURNS[kind] or state.racks[seat, kind] == 0:
        return 4
    if off_limits(state, PLACE_A[place]) or off_limits(state, PLACE_B[place]):
        return 2
    if not is_open(state, place):
        return 4
    return 0 if may_lie(state, seat, place) else 5


@rule
def off_limits(state: State, cell: int) -> bool:
    """§2 Outside the used area, or a printed start symbol."""
    if state.board[cell] == OUTSIDE:
        return True
    for symbol in range(COLOURS):
        if cell == SYMBOL_CELL[symbol]:
            return True
    return False


@rule
def exchange_paragraph(state: State) -> int:
    """§8 and §12 say when one may exchange, §10 that one may not in solo."""
    return int(EXCHANGING[state.variant])


@rule
def apply(state: State, seat: int, action: int) -> None:
    if seat == CHANCE:
        if state.phase == LOT:
            state.turn = action
            state.drawing = action
            state.phase = DRAW
        else:
            draw(state, action)
    elif action == EXCHANGE:
        put_aside(state, seat)
        refill(state)
    elif action == KEEP:
        refill(state)
    elif action == PASS:
        state.bonus = 0  # R3
        after_laying(state)
    else:
        if state.phase == BONUS:
            state.bonus -= 1
        lay(state, seat, action)


@rule
def draw(state: State, kind: int) -> None:
    """§3 §4 Draw up to six; §8 then what was put aside goes back into the bag."""
    seat = state.drawing
    state.bag[kind] -= 1
    state.bag_size -= 1
    put_on_rack(state, seat, kind)
    state.rack_size[seat] += 1
    if state.rack_size[seat] < full_rack(state):
        return
    return_aside(state)
    following = seat + 1 if seat + 1 < state.players else 0
    if state.rack_size[following] < full_rack(state):  # §3 at the beginning everybody draws
        state.drawing = following
        return
    state.turn = following
    state.phase = LAY


@rule
def put_on_rack(state: State, seat: int, kind: int) -> None:
    state.racks[seat, kind] += 1
    state.held[seat] |= 1 << kind


@rule
def take_from_rack(state: State, seat: int, kind: int, count: int) -> None:
    state.racks[seat, kind] -= count
    if state.racks[seat, kind] == 0:
        state.held[seat] &= ~(1 << kind)


@rule
def return_aside(state: State) -> None:
    count = 0
    for kind in range(KINDS):
        count += state.aside[kind]
    if count > 0:
        state.bag_size += count
        for kind in range(KINDS):
            state.bag[kind] += state.aside[kind]
            state.aside[kind] = 0


@rule
def lay(state: State, seat: int, action: int) -> None:
    """§4 Lay, score; §7 bonus turns; §9 perhaps the end."""
    kind = action // WAYS
    place = action % WAYS // 2
    flip = action % 2
    a = PLACE_B[place] if flip else PLACE_A[place]
    b = PLACE_A[place] if flip else PLACE_B[place]
    way = PLACE_WAY[place] + 3 * flip
    state.last = action + 1
    take_from_rack(state, seat, kind, 1)
    state.rack_size[seat] -= 1
    if first_tile(state, seat):
        state.taken[NEAR_SYMBOL[place]] = 1
    state.laid[seat] += 1
    points_a = half_points(state, a, way, KIND_A[kind])
    points_b = half_points(state, b, (way + 3) % 6, KIND_B[kind])
    cover(state, a, KIND_A[kind])
    cover(state, b, KIND_B[kind])
    state.covered[place // WORD] |= 1 << place % WORD
    if KIND_A[kind] == KIND_B[kind]:
        advance(state, seat, KIND_A[kind], points_a + points_b)
    else:
        advance(state, seat, KIND_A[kind], points_a)
        advance(state, seat, KIND_B[kind], points_b)
    if all_home(state, seat):
        end(state, int(ALL_HOME[state.variant]))
    elif open_count(state) == 0:
        end(state, int(BOARD_FULL[state.variant]))
    else:
        after_laying(state)


@rule
def half_points(state: State, cell: int, towards_partner: int, colour: int) -> int:
    """§6 Symbols of the half's colour in five directions, each up to the first gap."""
    near = 0  # the directions in which there is a symbol of this colour at all
    for way in range(6):
        near |= int(way != towards_partner and state.board[NEIGHBOUR[cell, way]] == colour) << way
    points = 0
    while near:
        points += line_points(state, cell, lowest(near), colour)
        near &= near - 1
    return points


@rule
def line_points(state: State, cell: int, way: int, colour: int) -> int:
    points = 0
    cell = NEIGHBOUR[cell, way]
    while state.board[cell] == colour:
        points += 1
        cell = NEIGHBOUR[cell, way]
    return points


@rule
def cover(state: State, cell: int, colour: int) -> None:
    """The cell is no longer free, nor are the places it was part of."""
    state.board[cell] = colour
    for word in range(WORDS):
        state.open_places[word] &= ~PLACES_WITH[cell, word]


@rule
def advance(state: State, seat: int, colour: int, points: int) -> None:
    """§6 A marker stops at the top; §7 reaching it gives a bonus turn."""
    if points == 0:
        return
    track = track_of(state, seat)
    if state.variant == DUEL:
        reached = pull(state, seat, colour, points)
    else:
        before = state.tracks[track, colour]
        top = track_top(state, before)
        state.tracks[track, colour] = min(before + points, top)
        reached = before < top and state.tracks[track, colour] == top
    if reached:
        state.bonus += int(BONUS_TURNS[state.variant])


@rule
def track_top(state: State, position: int) -> int:
    """§6 §12 The end of the track; §10 §11 of a double one first the right 0, with surplus lost."""
    return TOP if DOUBLE[state.variant] and position < TOP else int(TRACK_END[state.variant])


@rule
def pull(state: State, seat: int, colour: int, points: int) -> bool:
    """§12 Towards the scorer, never beyond 9; whether that takes the duel marker and so gives a bonus turn."""
    side = 1 if seat == 0 else -1
    before = state.tracks[0, colour] * side
    after = min(before + points, DUEL_TOP)
    state.tracks[0, colour] = after * side
    if after < DUEL_TOP or state.duel_markers[colour] == seat + 1:
        return False
    state.duel_markers[colour] = seat + 1
    return True


@rule
def all_home(state: State, seat: int) -> bool:
    """§9 All six markers on 18; R5 on the right 18; §12 on the own side."""
    for colour in range(COLOURS):
        if marker(state, seat, colour) < HOME[state.variant]:
            return False
    return True


@rule
def end(state: State, ending: int) -> None:
    state.ending = ending
    state.bonus = 0
    state.phase = OVER


@rule
def after_laying(state: State) -> None:
    """§7 Bonus turns come before the exchange, and the exchange before refilling; R10 an empty rack has neither."""
    if state.bonus > 0 and state.rack_size[state.turn] > 0:
        state.phase = BONUS
        return
    state.bonus = 0
    if may_exchange(state, state.turn):
        state.phase = SWAP
    else:
        refill(state)


@rule
def refill(state: State) -> None:
    state.drawing = state.turn
    state.phase = DRAW


@rule
def may_exchange(state: State, seat: int) -> bool:
    """§8 No tile left shows a lowest colour; §12 in the duel some tile shows a colour on the own 9. Of a secret rack
    only its owner knows: it may be so."""
    if state.variant == SOLO or state.rack_size[seat] == 0:
        return False
    colours = exchange_colours(state, seat)
    if state.held[seat] & SHOWING[colours]:
        return state.variant == DUEL
    return state.variant != DUEL or (colours != 0 and is_secret(state, seat))


@rule
def is_secret(state: State, seat: int) -> bool:
    """There are tiles on this rack, and its owner has told of none."""
    return bool(state.held[seat] == 0 and state.rack_size[seat] > 0)


@rule
def reveal(state: State, seat: int, action: int) -> None:
    """A tile that is laid from a secret rack comes out of what is unseen."""
    kind = action // WAYS
    if 0 <= action < PASS and state.racks[seat, kind] == 0 and state.bag[kind] > 0:
        deal(state, seat, kind)


@rule
def untold(state: State, seat: int) -> int:
    """So many tiles its owner has to tell before anybody can say what to lay; whether a rack may be exchanged says who
    sees it."""
    if state.phase == SWAP:
        return 0
    count = int(state.rack_size[seat])
    for kind in range(KINDS):
        count -= state.racks[seat, kind]
    return count


@rule
def tell(state: State, seat: int, action: int) -> None:
    """A tile on a secret rack, told as if it were drawn now."""
    deal(state, seat, action)


@rule
def exchange_colours(state: State, seat: int) -> int:
    """R2 All lowest colours, as bits; §12 in the duel those whose marker is on the seat's 9."""
    decisive = DUEL_TOP if state.variant == DUEL else lowest_marker(state, seat)
    colours = 0
    for colour in range(COLOURS):
        if marker(state, seat, colour) == decisive:
            colours |= 1 << colour
    return colours


@rule
def shows(kind: int, colours: int) -> bool:
    return bool(SHOWING[colours] >> kind & 1)


@rule
def lowest_marker(state: State, seat: int) -> int:
    lowest = 2 * TOP
    for colour in range(COLOURS):
        lowest = min(lowest, marker(state, seat, colour))
    return lowest


@rule
def put_aside(state: State, seat: int) -> None:
    """§8 The whole rack; R6 in the duel every tile with a colour on the own 9."""
    colours = exchange_colours(state, seat)
    for kind in range(KINDS):
        if state.variant != DUEL or shows(kind, colours):
            state.aside[kind] = state.racks[seat, kind]
            state.rack_size[seat] -= state.racks[seat, kind]
            take_from_rack(state, seat, kind, state.racks[seat, kind])


@rule
def outcome(state: State, places: Ints, points: Ints) -> int:
    """§9 §10 §12 A seat's place is the number of seats that stand better."""
    for seat in range(state.players):
        points[seat] = own_markers(state, seat) if state.variant == DUEL else lowest_marker(state, seat)
        places[seat] = 0
        for other in range(state.players):
            if other != seat and compare(state, other, seat) > 0:
                places[seat] += 1
    return state.ending


@rule
def own_markers(state: State, seat: int) -> int:
    """§12 Markers on the own side; on 0 they count for nobody."""
    count = 0
    for colour in range(COLOURS):
        if marker(state, seat, colour) > 0:
            count += 1
    return count


@rule
def compare(state: State, one: int, other: int) -> int:
    """Above 0 if the one stands better: §12 more markers on the own side; §9 then the lowest, the next and so on."""
    skip = 0
    if state.variant == DUEL:
        lead = own_markers(state, one) - own_markers(state, other)
        if lead != 0:
            return lead
        skip = COLOURS - own_markers(state, one)
    for rank in range(skip, COLOURS):
        lead = ranked_marker(state, one, rank) - ranked_marker(state, other, rank)
        if lead != 0:
            return lead
    return 0


@rule
def ranked_marker(state: State, seat: int, rank: int) -> int:
    """The marker with `rank` markers before it, counted from the lowest."""
    ranked = 0
    for colour in range(COLOURS):
        position = marker(state, seat, colour)
        before = 0
        for other in range(COLOURS):
            lower = marker(state, seat, other)
            if lower < position or (lower == position and other < colour):
                before += 1
        if before == rank:
            ranked = position
    return ranked


@rule
def side(state: State, seat: int) -> int:
    """§11 Partners sit opposite each other."""
    return seat % 2 if state.variant == TEAM else seat


@rule
def roller(state: State) -> int:
    """§3 Who draws."""
    return CHANCE if state.phase == LOT else state.drawing


@rule
def sees_rack(state: State, seat: int, owner: int) -> bool:
    """§3 Racks are hidden, §11 from the partner too unless open talk is agreed; §10 in solo there is none to hide."""
    if seat == owner or state.variant == SOLO:
        return True
    return state.open_talk == 1 and seat < state.players and side(state, seat) == side(state, owner)


@rule
def hide(state: State, seat: int) -> None:
    """What others hold goes into the bag: the seat knows only what is unseen."""
    for owner in range(state.players):
        if not sees_rack(state, seat, owner):
            for kind in range(KINDS):
                state.bag[kind] += state.racks[owner, kind]
                state.racks[owner, kind] = 0
            state.held[owner] = 0


@rule
def imagine(state: State, seat: int, rng: Rng) -> None:
    """Deals the others' racks from what is unseen; who is asked to exchange gets tiles with which one may be asked."""
    unseen = state.bag_size
    for owner in range(state.players):
        if not sees_rack(state, seat, owner):
            unseen += state.rack_size[owner]
    if state.phase == SWAP and not sees_rack(state, seat, state.turn):
        imagine_asked(state, state.turn, rng)
        unseen -= state.rack_size[state.turn]
    for owner in range(state.players):
        if not sees_rack(state, seat, owner) and not (state.phase == SWAP and owner == state.turn):
            for _ in range(state.rack_size[owner]):
                deal(state, owner, tile_in_bag(state, below(rng, unseen)))
                unseen -= 1


@rule
def deal(state: State, owner: int, kind: int) -> None:
    state.bag[kind] -= 1
    put_on_rack(state, owner, kind)


@rule
def imagine_asked(state: State, owner: int, rng: Rng) -> None:
    """§8 Only tiles without a lowest colour; §12 in the duel the first tile shows a colour on the own 9."""
    colours = exchange_colours(state, owner)
    for number in range(state.rack_size[owner]):
        fitting = 0
        for kind in range(KINDS):
            if fits_question(state, kind, colours, number):
                fitting += state.bag[kind]
        ticket = below(rng, fitting)
        kind = 0
        while not fits_question(state, kind, colours, number) or ticket >= state.bag[kind]:
            if fits_question(state, kind, colours, number):
                ticket -= state.bag[kind]
            kind += 1
        deal(state, owner, kind)


@rule
def fits_question(state: State, kind: int, colours: int, number: int) -> bool:
    if state.variant == DUEL:
        return number > 0 or shows(kind, colours)
    return not shows(kind, colours)


@rule
def witnesses(state: State, seat: int, action: int) -> int:
    """§3 Only who draws sees the tile, and who sees that rack; everything else happens in the open."""
    if seat != CHANCE or state.phase == LOT or state.variant == SOLO:
        return EVERYBODY
    seats = NOBODY
    for other in range(state.players):
        if sees_rack(state, other, state.drawing):
            seats |= only(other)
    return seats
