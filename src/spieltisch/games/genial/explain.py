"""What happened and why: what forbids a move, where points come from, who has won by what. The rules are asked."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import (
    COLOURS,
    FREE,
    KINDS,
    NAMES,
    NEAR_SYMBOL,
    NEIGHBOUR,
    OUTSIDE,
)
from spieltisch.games.genial.events import Drew, Event, Exchanged, Gain, Kept, Laid, Passed, Started, halves
from spieltisch.games.genial.moves import LETTERS, laid, rack_kinds, tile_name
from spieltisch.games.genial.rules import (
    BONUS,
    DUEL,
    DUEL_TOP,
    EXCHANGE,
    KEEP,
    LOT,
    OVER,
    PASS,
    SOLO,
    SWAP,
    TEAM,
    TOP,
    WAYS,
    State,
)
from spieltisch.games.genial.view import Preview, preview
from spieltisch.kernel import CHANCE, paragraph

COLOUR_KEYS = ("red", "green", "blue", "orange", "yellow", "purple")
WORTH_CLOSING = 4  # points
WORTH_PREPARING = 3


def refused(state: State, seat: int, action: int) -> Reason:
    number = rules.refusal(state, seat, action)
    key, values = _obstacle(state, seat, action, number)
    return Reason(key, paragraph(number), values)


def _obstacle(state: State, seat: int, action: int, number: int) -> tuple[str, dict[str, Any]]:
    if seat == CHANCE:
        return _chance_obstacle(state, action)
    if state.phase == SWAP:
        return "answer_first", {}
    if action == PASS:
        return "laying_is_compulsory", {}
    if action in (EXCHANGE, KEEP):
        if state.variant == SOLO:
            return "no_exchange_in_solo", {}
        return ("bonus_before_exchange" if state.phase == BONUS else "lay_before_exchange"), {}
    if not 0 <= action < PASS:
        return "no_such_move", {}
    return _lay_obstacle(state, seat, action, number)


def _chance_obstacle(state: State, action: int) -> tuple[str, dict[str, Any]]:
    if state.phase == LOT:
        return "no_such_seat", {"n": state.players}
    if 0 <= action < KINDS:
        return "not_in_bag", {"tile": tile_name(action)}
    return "no_such_tile", {}


def _lay_obstacle(state: State, seat: int, action: int, number: int) -> tuple[str, dict[str, Any]]:
    tile = laid(action)
    kinds = rack_kinds(state, seat)
    if tile.kind not in kinds:
        return "not_on_rack", {"tile": tile_name(tile.kind), "rack": _names(kinds)}
    for cell in (tile.first, tile.second):
        if number == 2 and rules.off_limits(state, cell):
            if state.board[cell] == OUTSIDE:
                return "outside_area", {"cell": NAMES[cell], "n": state.players}
            return "on_start_symbol", {"cell": NAMES[cell], "colour": _colour(state.board[cell])}
        if number == 4 and state.board[cell] != FREE:
            return "cell_occupied", {"cell": NAMES[cell], "colour": _colour(state.board[cell])}
    symbol = NEAR_SYMBOL[action % WAYS // 2]
    if number == 5 and symbol < 0:
        return "touch_a_symbol", {"first": NAMES[tile.first], "second": NAMES[tile.second]}
    if number == 5:
        return "symbol_taken", {"colour": _colour(symbol)}
    return "no_such_move", {}  # a double has no second way to lie


def told(event: Event, seat: int) -> Reason | None:
    name = who(seat)
    match event:
        case Started():
            return Reason("told_lot", values={"name": who(event.first)})
        case Drew():
            return None
        case Passed():
            return Reason("told_pass", values={"name": name})
        case Kept():
            return Reason("told_keep", values={"name": name})
        case Exchanged():
            tiles = tuple(_spoken(*tile) for tile in event.tiles)
            return Reason("told_exchange", values={"name": name, "n": len(tiles), "tiles": tiles})
        case Laid():
            return _told_laid(event, name)


def _told_laid(event: Laid, name: Reason) -> Reason:
    first, second = event.halves
    tile = _spoken(*event.tile)
    values: dict[str, Any] = {"name": name, "tile": tile, "first": first.cell, "second": second.cell}
    if not event.gains:
        return Reason("told_no_points", values=values)
    laying = Reason("told_points", values={**values, "points": _points(event.gains)})
    if not event.bonus_turns:
        return laying
    return Reason("told_bonus", values={"told": laying, "n": event.bonus_turns})


def _spoken(first: str, second: str) -> Reason:
    """A tile by its colours."""
    colours = {"one": Reason(f"of_{_colour_key(first)}"), "other": Reason(f"of_{_colour_key(second)}")}
    return Reason("tile_of", values=colours)


def _colour_key(letter: str) -> str:
    return COLOUR_KEYS[LETTERS.index(letter)]


@dataclass(frozen=True)
class _Laying:
    """A tile that a seat may lay, and what comes of it."""

    state: State
    seat: int
    picture: Preview
    after: State

    @property
    def moves(self) -> list[Gain]:
        """Of the colours whose marker moves."""
        return [gain for gain in self.picture.gains if gain.after > gain.before]


def brings(state: State, seat: int, action: int) -> Reason:
    """The first of FACTS that holds, and behind it the first of what else is worth a word."""
    if action >= PASS:
        return _brings_without_tile(state, seat, action)
    after = deepcopy(state)
    rules.apply(after, seat, action)
    laying = _Laying(state, seat, preview(state, seat, action), after)
    return next(said for fact in FACTS if (said := fact(laying)))


def _brings_without_tile(state: State, seat: int, action: int) -> Reason:
    if action == PASS:
        return Reason("brings_pass", "R3", {"n": int(state.rack_size[seat])})
    keys = ("brings_exchange", "brings_keep")
    if state.variant == DUEL:
        keys = ("brings_exchange_duel", "brings_keep_duel")
    bits = rules.exchange_colours(state, seat)
    values = {
        "lowest": _lowest(state, "your_lowest", "your_lowest_team"),
        "colours": _list([_the(letter) for colour, letter in enumerate(LETTERS) if bits >> colour & 1]),
        "n": len(preview(state, seat, action).aside),
    }
    return Reason(keys[action - EXCHANGE], paragraph(rules.exchange_paragraph(state)), values)


def _brings_the_end(laying: _Laying) -> Reason | None:
    state, seat, after = laying.state, laying.seat, laying.after
    if after.phase != OVER:
        return None
    number = paragraph(rules.ENDINGS[after.ending].paragraph)
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(after, places, points)
    if state.variant == SOLO:
        return Reason("brings_end_solo", number, {"n": int(points[seat])})
    if rules.all_home(after, seat):
        return Reason({DUEL: "brings_all_sides"}.get(state.variant, "brings_all_home"), number)
    if places[seat] > 0:
        return Reason("brings_end_lost", number)
    shared = np.count_nonzero(places == 0) > len(_partners(state, seat))
    return Reason("brings_end_shared" if shared else "brings_end_won", number)


def _brings_a_bonus(laying: _Laying) -> Reason | None:
    """§7 The colours that reach the top, and that it goes on."""
    if not laying.picture.bonus_turns:
        return None
    duel = laying.state.variant == DUEL
    top = [gain for gain in laying.moves if gain.top]
    values = {
        "colours": _list([_the(gain.colour) for gain in top]),
        "top": Reason("to_the_own_9" if duel else "to_the_18"),
        "n": laying.picture.bonus_turns,
    }
    return Reason("brings_bonus", _bonus_paragraph(laying.state), values)


def _brings_markers_over(laying: _Laying) -> Reason | None:
    """§12 In the duel: how far the marker is pulled that matters most, one that changes sides before others."""
    if laying.state.variant != DUEL or not laying.moves:
        return None
    main = max(laying.moves, key=lambda gain: (gain.before <= 0 < gain.after, gain.points))
    sides = {"before": _side(main.before), "after": _side(main.after)}
    fact = Reason("brings_pull", values={"colour": _the(main.colour), **sides})
    own = rules.own_markers(laying.after, laying.seat)
    if own > rules.own_markers(laying.state, laying.seat):
        return _with(fact, "§12", Reason("brings_own_side", values={"n": own}))
    return _with(fact, "§12", _also(laying, [main]) or _closes(laying))


def _brings_the_lowest_up(laying: _Laying) -> Reason | None:
    """§9 The lowest colour decides the game."""
    state, lowest = laying.state, rules.lowest_marker(laying.state, laying.seat)
    low = [gain for gain in laying.moves if gain.before == lowest]
    if not low:
        return None
    number = _track_paragraph(state)
    if lowest == 0:
        values = {"colours": _list([_the(gain.colour) for gain in low]), "points": _points(laying.moves)}
        return _with(Reason("brings_off_zero", values=values), number, _closes(laying))
    reached = [Reason("reaches", values={"colour": _the(g.colour), "field": _field(state, g.after)}) for g in low]
    alike = sum(rules.marker(state, laying.seat, colour) == lowest for colour in range(COLOURS))
    if len(low) > 1:
        key, named = "brings_two_lowest", _lowest(state, "two_lowest", "two_lowest_team")
    elif alike > 1:
        key, named = "brings_one_lowest", _lowest(state, "one_lowest", "one_lowest_team")
    else:
        key, named = "brings_your_lowest", _lowest(state, "your_lowest", "your_lowest_team")
    values = {
        "lowest": named,
        "colour": _the(low[0].colour),
        "before": _field(state, lowest),
        "after": _field(state, low[0].after),
        "reached": _list(reached),
    }
    return _with(Reason(key, values=values), number, _closes(laying) or _also(laying, low))


def _brings_points(laying: _Laying) -> Reason | None:
    if not laying.moves:
        return None
    return _with(_points(laying.moves), "§6", _closes(laying))


def _brings_lost_points(laying: _Laying) -> Reason | None:
    if not laying.picture.gains:
        return None
    full = [_the(gain.colour) for gain in laying.picture.gains]
    fact = Reason("brings_lost", values={"colours": _list(full), "n": len(full)})
    return _with(fact, _track_paragraph(laying.state), _closes(laying))


def _brings_a_closed_cell(laying: _Laying) -> Reason | None:
    closed = _closes(laying)
    return _with(Reason("brings_no_points"), "", closed) if closed else None


def _brings_a_good_cell(laying: _Laying) -> Reason | None:
    """A free cell beside the tile that would then be worth something in the tile's colour."""
    best, letter = 0, ""
    for cell, _, colour in _laid_halves(laying):
        for way in range(6):
            beside = int(NEIGHBOUR[cell, way])
            points = _all_lines(laying.after, beside, colour) if laying.after.board[beside] == FREE else 0
            if points > best:
                best, letter = points, LETTERS[colour]
    if best < WORTH_PREPARING:
        return None
    prepared = Reason("brings_prepared", values={"n": best, "colour": _for(letter)})
    return _with(Reason("brings_no_points"), "", prepared)


def _brings_nothing(laying: _Laying) -> Reason:
    return _with(Reason("brings_no_points"), "", None)


FACTS = (
    _brings_the_end,
    _brings_a_bonus,
    _brings_markers_over,
    _brings_the_lowest_up,
    _brings_points,
    _brings_lost_points,
    _brings_a_closed_cell,
    _brings_a_good_cell,
    _brings_nothing,
)


def _with(fact: Reason, number: str, addition: Reason | None) -> Reason:
    if addition is None:
        return Reason("brings", number, {"fact": fact})
    return Reason("brings_with", number, {"fact": fact, "addition": addition})


def _also(laying: _Laying, told: list[Gain]) -> Reason | None:
    others = [gain for gain in laying.moves if gain not in told]
    return Reason("brings_also", values={"points": _points(others)}) if others else None


def _closes(laying: _Laying) -> Reason | None:
    """A covered cell that was worth much in a colour that another side needs."""
    state, best, said = laying.state, WORTH_CLOSING - 1, None
    for rival in range(state.players):
        if rival in _partners(state, laying.seat):
            continue
        for cell, _, own in _laid_halves(laying):
            for colour in _needed(state, rival):
                points = _all_lines(state, cell, colour) if colour != own else 0
                if points > best:
                    best = points
                    values = {"n": points, "colour": _for(LETTERS[colour]), "name": _party(state, rival)}
                    said = Reason("brings_closed_duel" if state.variant == DUEL else "brings_closed", values=values)
    return said


def _needed(state: State, seat: int) -> list[int]:
    """§9 The lowest colours; §12 in the duel all that can still be pulled."""
    markers = [rules.marker(state, seat, colour) for colour in range(COLOURS)]
    limit = DUEL_TOP - 1 if state.variant == DUEL else min(markers)
    return [colour for colour, marker in enumerate(markers) if marker <= limit]


def _laid_halves(laying: _Laying) -> list[tuple[int, int, int]]:
    return halves(laid(laying.after.last - 1))


def _all_lines(state: State, cell: int, colour: int) -> int:
    """What a half of this colour would score on a free cell."""
    return sum(int(rules.line_points(state, cell, way, colour)) for way in range(6))


def _lowest(state: State, alone: str, in_team: str) -> Reason:
    return Reason(in_team if state.variant == TEAM else alone)


def _side(position: int) -> Reason:
    """§12 Where a marker of the duel stands, as the seat sees it."""
    key = "for_you" if position > 0 else "against_you" if position < 0 else "for_nobody"
    return Reason(key, values={"field": abs(position)})


def _points(gains: Sequence[Gain]) -> Reason:
    return _list([Reason("points_for", values={"n": gain.points, "colour": _for(gain.colour)}) for gain in gains])


def _the(letter: str) -> Reason:
    return Reason(f"the_{_colour_key(letter)}")


def _for(letter: str) -> Reason:
    return Reason(f"for_{_colour_key(letter)}")


def scored(state: State, seat: int, action: int) -> list[Reason]:
    if seat == CHANCE or action in (PASS, KEEP):
        return []
    after = deepcopy(state)
    rules.apply(after, seat, action)
    if action == EXCHANGE:
        shown = [kind for kind in range(KINDS) for _ in range(int(after.aside[kind]))]
        number = rules.exchange_paragraph(state)
        return [Reason("exchange_shown", paragraph(number), {"n": len(shown), "tiles": _names(shown)})]
    parts = halves(laid(action))
    points = [rules.half_points(state, cell, way, colour) for cell, way, colour in parts]
    if sum(points) == 0:
        return []
    reasons = [_half(state, cell, way, colour) for cell, way, colour in parts]
    advanced = deepcopy(state)
    for colour in sorted({colour for _, _, colour in parts}):
        gained = sum(p for p, (_, _, c) in zip(points, parts, strict=True) if c == colour)
        if gained:
            reasons += _advance(state, advanced, seat, colour, gained)
    bonus_turns = advanced.bonus - state.bonus
    if bonus_turns and after.phase != OVER:
        lapses = after.rack_size[seat] == 0
        key, source = ("bonus_lapses", "R10") if lapses else ("bonus_turns", _bonus_paragraph(state))
        reasons.append(Reason(key, source, {"n": bonus_turns}))
    return reasons


def _half(state: State, cell: int, towards_partner: int, colour: int) -> Reason:
    lines = []
    for way in range(6):
        points = 0 if way == towards_partner else rules.line_points(state, cell, way, colour)
        if points:
            lines.append(Reason(f"line_{way}", values={"n": points}))
    values = {"colour": _colour(colour), "cell": NAMES[cell]}
    if not lines:
        return Reason("half_nothing", "§6", values)
    points = rules.half_points(state, cell, towards_partner, colour)
    return Reason("half_scored", "§6", {**values, "n": points, "lines": _list(lines)})


def _advance(state: State, advanced: State, seat: int, colour: int, points: int) -> list[Reason]:
    """How far the marker goes with these points, and what is lost; `advanced` goes along."""
    rules.advance(advanced, seat, colour, points)
    before, after = rules.marker(state, seat, colour), rules.marker(advanced, seat, colour)
    number = _track_paragraph(state)
    values = {"colour": _colour(colour), "before": _field(state, before), "after": _field(state, after)}
    reasons = [Reason("marker_moves", number, values)] if after != before else []
    if state.variant in (SOLO, TEAM) and before < TOP <= after:
        reasons.append(Reason("to_the_right", number, {"colour": _colour(colour)}))
    lost = points - (after - before)
    if lost:
        reasons.append(Reason("surplus_lost", number, {"colour": _colour(colour), "n": lost}))
    holder = state.duel_markers[colour]
    if advanced.duel_markers[colour] != holder:
        source = Reason("from_the_opponent" if holder else "from_the_middle")
        reasons.append(Reason("duel_marker_taken", "§12", {"colour": _colour(colour), "source": source}))
    return reasons


def _field(state: State, position: int) -> Reason:
    """Where a marker stands, in words that fit the track."""
    if state.variant == DUEL:
        side = "field_middle" if position == 0 else "field_own" if position > 0 else "field_opponent"
        return Reason(side, values={"field": abs(position)})
    if state.variant in (SOLO, TEAM):
        right = position >= TOP
        return Reason("field_right" if right else "field_left", values={"field": position - TOP if right else position})
    return Reason("field", values={"field": position})


def _track_paragraph(state: State) -> str:
    return {SOLO: "§10", TEAM: "§11", DUEL: "§12"}.get(state.variant, "§6")


def _bonus_paragraph(state: State) -> str:
    return {TEAM: "§11", DUEL: "§12"}.get(state.variant, "§7")


def ended(state: State) -> list[Reason]:
    number = paragraph(rules.ENDINGS[state.ending].paragraph)
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    ranking = sorted(range(state.players), key=lambda seat: int(places[seat]))
    best = ranking[0]
    if rules.all_home(state, best):
        key = {TEAM: "all_home_team", DUEL: "all_home_duel"}.get(state.variant, "all_home")
        return [Reason(key, number, {"winner": _party(state, best)})]
    full = Reason("no_place_left", number)
    if state.variant == SOLO:
        return [full, Reason("solo_result", "§10", {"n": int(points[best])})]
    others = [seat for seat in ranking if _partners(state, seat) != _partners(state, best)]
    level = [seat for seat in others if places[seat] == 0]
    return [full, _shared(state, [best, *level]) if level else _won(state, best, others[0])]


def _shared(state: State, seats: Sequence[int]) -> Reason:
    if state.variant == DUEL:
        return Reason("duel_draw", "§12", {"n": rules.own_markers(state, seats[0])})
    parties = [_party(state, seat) for seat in seats if seat == _partners(state, seat)[0]]
    return Reason("shared_win", "§9", {"winners": _list(parties)})


def _won(state: State, best: int, second: int) -> Reason:
    """By which comparison the best has won against the second."""
    duel = state.variant == DUEL
    number = "§12" if duel else "§9"
    values = {"winner": _party(state, best), "other": _party(state, second)}
    skip = 0
    if duel:
        own, theirs = rules.own_markers(state, best), rules.own_markers(state, second)
        if own != theirs:
            return Reason("duel_more_markers", number, {**values, "own": own, "theirs": theirs})
        skip = COLOURS - own
    rank = skip
    while rules.ranked_marker(state, best, rank) == rules.ranked_marker(state, second, rank):
        rank += 1
    own, theirs = rules.ranked_marker(state, best, rank), rules.ranked_marker(state, second, rank)
    numbers = {"own": int(own), "theirs": int(theirs)}
    key = "duel_higher" if duel else "higher"
    if rank == skip:
        return Reason(f"{key}_lowest", number, {**values, **numbers})
    return Reason(f"{key}_after_tie", number, {**values, **numbers, "n": rank - skip})


def _partners(state: State, seat: int) -> tuple[int, ...]:
    return (seat % 2, seat % 2 + 2) if state.variant == TEAM else (seat,)


def _party(state: State, seat: int) -> Reason:
    """Whoever wins or loses together: a seat, or a team with its two seats."""
    seats = _partners(state, seat)
    if len(seats) == 1:
        return who(seat)
    return Reason("team", values={"one": who(seats[0]), "other": who(seats[1])})


def _colour(colour: int) -> Reason:
    return Reason(COLOUR_KEYS[colour])


def _names(kinds: Sequence[int]) -> str:
    return " ".join(tile_name(kind) for kind in kinds)


def _list(reasons: Sequence[Reason]) -> Reason:
    """Several in one sentence: a, b and c."""
    if len(reasons) == 1:
        return reasons[0]
    head = reasons[0]
    for reason in reasons[1:-1]:
        head = Reason("listed", values={"head": head, "next": reason})
    return Reason("listed_and", values={"head": head, "next": reasons[-1]})
