"""What happened and why: what forbids a move, where points come from, who has won by what. The rules are asked."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import COLOURS, FREE, KINDS, NAMES, NEAR_SYMBOL, OUTSIDE
from spieltisch.games.genial.brings import brings as brings
from spieltisch.games.genial.events import Drew, Event, Exchanged, Kept, Laid, Passed, Started, halves
from spieltisch.games.genial.moves import LETTERS, laid, rack_kinds, tile_name
from spieltisch.games.genial.rules import State
from spieltisch.games.genial.words import (
    bonus_paragraph,
    colour_key,
    colour_name,
    field_name,
    listed,
    partners,
    party,
    points_of,
    track_paragraph,
)
from spieltisch.kernel import CHANCE, paragraph
from spieltisch.outcome import Part, Side, by_place, first_difference


def refused(state: State, seat: int, action: int) -> Reason:
    number = rules.refusal(state, seat, action)
    key, values = _obstacle(state, seat, action, number)
    return Reason(key, paragraph(number), values)


def _obstacle(state: State, seat: int, action: int, number: int) -> tuple[str, dict[str, Any]]:
    if seat == CHANCE:
        return _chance_obstacle(state, action)
    if state.phase == rules.SWAP:
        return "answer_first", {}
    if action == rules.PASS:
        return "laying_is_compulsory", {}
    if action in (rules.EXCHANGE, rules.KEEP):
        if state.variant == rules.SOLO:
            return "no_exchange_in_solo", {}
        return ("bonus_before_exchange" if state.phase == rules.BONUS else "lay_before_exchange"), {}
    if not 0 <= action < rules.PASS:
        return "no_such_move", {}
    return _lay_obstacle(state, seat, action, number)


def _chance_obstacle(state: State, action: int) -> tuple[str, dict[str, Any]]:
    if state.phase == rules.LOT:
        return "no_such_seat", {"n": state.players}
    if 0 <= action < KINDS:
        return "not_in_bag", {"tile": _spoken(*tile_name(action))}
    return "no_such_tile", {}


def _lay_obstacle(state: State, seat: int, action: int, number: int) -> tuple[str, dict[str, Any]]:
    tile = laid(action)
    kinds = rack_kinds(state, seat)
    if tile.kind not in kinds and rules.is_secret(state, seat):
        return "no_longer_unseen", {"tile": _spoken(*tile_name(tile.kind))}
    if tile.kind not in kinds:
        rack = tuple(_spoken(*tile_name(kind)) for kind in kinds)
        return "not_on_rack", {"tile": _spoken(*tile_name(tile.kind)), "rack": rack}
    for cell in (tile.first, tile.second):
        if number == 2 and rules.off_limits(state, cell):
            if state.board[cell] == OUTSIDE:
                return "outside_area", {"cell": NAMES[cell], "n": state.players}
            return "on_start_symbol", {"cell": NAMES[cell], "colour": colour_name(state.board[cell])}
        if number == 4 and state.board[cell] != FREE:
            return "cell_occupied", {"cell": NAMES[cell], "colour": colour_name(state.board[cell])}
    symbol = NEAR_SYMBOL[action % rules.WAYS // 2]
    if number == 5 and symbol < 0:
        return "touch_a_symbol", {"first": NAMES[tile.first], "second": NAMES[tile.second]}
    if number == 5:
        return "symbol_taken", {"colour": colour_name(symbol)}
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
            return None if event.secret else Reason("told_keep", values={"name": name})
        case Exchanged():
            tiles = tuple(_spoken(*tile) for tile in event.tiles)
            if not tiles:
                return Reason("told_secret_exchange", values={"name": name})
            return Reason("told_exchange", values={"name": name, "n": len(tiles), "tiles": tiles})
        case Laid():
            return _told_laid(event, name)


def _told_laid(event: Laid, name: Reason) -> Reason:
    first, second = event.halves
    tile = _spoken(*event.tile)
    values: dict[str, Any] = {"name": name, "tile": tile, "first": first.cell, "second": second.cell}
    if not event.gains:
        return Reason("told_no_points", values=values)
    laying = Reason("told_points", values={**values, "points": points_of(event.gains)})
    if not event.bonus_turns:
        return laying
    return Reason("told_bonus", values={"told": laying, "n": event.bonus_turns})


def _spoken(first: str, second: str) -> Reason:
    """A tile by its colours."""
    colours = {"one": Reason(f"of_{colour_key(first)}"), "other": Reason(f"of_{colour_key(second)}")}
    return Reason("tile_of", values=colours)


def named(state: State, seat: int, action: int) -> Reason:
    if action == rules.EXCHANGE:
        return Reason("exchange", values={"n": len(_exchanged(state, seat))})
    if action in (rules.PASS, rules.KEEP):
        return Reason("decline" if action == rules.PASS else "keep")
    tile = laid(action)
    colours = _spoken(*tile_name(tile.kind))
    return Reason("move_lay", values={"tile": colours, "first": NAMES[tile.first], "second": NAMES[tile.second]})


def _exchanged(state: State, seat: int) -> list[int]:
    """The tiles that an exchange puts aside, one by one."""
    after = deepcopy(state)
    rules.apply(after, seat, rules.EXCHANGE)
    return [kind for kind in range(KINDS) for _ in range(int(after.aside[kind]))]


def scored(state: State, seat: int, action: int) -> list[Reason]:
    if seat == CHANCE or action in (rules.PASS, rules.KEEP):
        return []
    if action == rules.EXCHANGE:
        shown = _exchanged(state, seat)
        number = rules.exchange_paragraph(state)
        if not shown:
            return [Reason("exchange_believed", paragraph(number))]
        return [Reason("exchange_shown", paragraph(number), {"n": len(shown), "tiles": _names(shown)})]
    after = deepcopy(state)
    rules.apply(after, seat, action)
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
    if bonus_turns and after.phase != rules.OVER:
        lapses = after.rack_size[seat] == 0
        key, source = ("bonus_lapses", "R10") if lapses else ("bonus_turns", bonus_paragraph(state))
        reasons.append(Reason(key, source, {"n": bonus_turns}))
    return reasons


def _half(state: State, cell: int, towards_partner: int, colour: int) -> Reason:
    lines = []
    for way in range(6):
        points = 0 if way == towards_partner else rules.line_points(state, cell, way, colour)
        if points:
            lines.append(Reason(f"line_{way}", values={"n": points}))
    values = {"colour": colour_name(colour), "cell": NAMES[cell]}
    if not lines:
        return Reason("half_nothing", "§6", values)
    points = rules.half_points(state, cell, towards_partner, colour)
    return Reason("half_scored", "§6", {**values, "n": points, "lines": listed(lines)})


def _advance(state: State, advanced: State, seat: int, colour: int, points: int) -> list[Reason]:
    """How far the marker goes with these points, and what is lost; `advanced` goes along."""
    rules.advance(advanced, seat, colour, points)
    before, after = rules.marker(state, seat, colour), rules.marker(advanced, seat, colour)
    number = track_paragraph(state)
    values = {"colour": colour_name(colour), "before": field_name(state, before), "after": field_name(state, after)}
    reasons = [Reason("marker_moves", number, values)] if after != before else []
    if state.variant in (rules.SOLO, rules.TEAM) and before < rules.TOP <= after:
        reasons.append(Reason("to_the_right", number, {"colour": colour_name(colour)}))
    lost = points - (after - before)
    if lost:
        reasons.append(Reason("surplus_lost", number, {"colour": colour_name(colour), "n": lost}))
    holder = state.duel_markers[colour]
    if advanced.duel_markers[colour] != holder:
        source = Reason("from_the_opponent" if holder else "from_the_middle")
        reasons.append(Reason("duel_marker_taken", "§12", {"colour": colour_name(colour), "source": source}))
    return reasons


def ended(state: State) -> list[Reason]:
    number = paragraph(rules.ENDINGS[state.ending].paragraph)
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    ranking = sorted(range(state.players), key=lambda seat: int(places[seat]))
    best = ranking[0]
    if rules.all_home(state, best):
        key = {rules.TEAM: "all_home_team", rules.DUEL: "all_home_duel"}.get(state.variant, "all_home")
        return [Reason(key, number, {"winner": party(state, best)})]
    full = Reason("no_place_left", number)
    if state.variant == rules.SOLO:
        return [full, Reason("solo_result", "§10", {"n": int(points[best])})]
    others = [seat for seat in ranking if partners(state, seat) != partners(state, best)]
    level = [seat for seat in others if places[seat] == 0]
    return [full, _shared(state, [best, *level]) if level else _won(state, best, others[0])]


def _shared(state: State, seats: Sequence[int]) -> Reason:
    if state.variant == rules.DUEL:
        return Reason("duel_draw", "§12", {"n": rules.own_markers(state, seats[0])})
    parties = [party(state, seat) for seat in seats if seat == partners(state, seat)[0]]
    return Reason("shared_win", "§9", {"winners": listed(parties)})


def _won(state: State, best: int, second: int) -> Reason:
    """By which comparison the best has won against the second."""
    duel = state.variant == rules.DUEL
    number = "§12" if duel else "§9"
    values = {"winner": party(state, best), "other": party(state, second)}
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


def decided(state: State) -> tuple[Side, ...]:
    """§9 Each side's colours from the lowest on, and the first that is behind the best, with all that stand level with
    it; §12 in a duel the markers on the own side, and the first such one where both have as many."""
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    heads = [seat for seat in range(state.players) if partners(state, seat)[0] == seat]
    ranking = by_place(heads, places)
    rows = [_counted(state, seat) for seat in ranking]
    first, second = rows[:2]
    return tuple(
        Side(tuple(partners(state, seat)), _parts(row, _where(first, second if row is first else row)))
        for seat, row in zip(ranking, rows, strict=True)
    )


def _where(best: list[tuple[int, int]], other: list[tuple[int, int]]) -> int:
    """The place from which on one of them is behind; -1 where they are alike, or have not as many to compare."""
    if len(best) != len(other):
        return -1
    return first_difference([position for position, _ in best], [position for position, _ in other])


def _parts(row: list[tuple[int, int]], at: int) -> tuple[Part, ...]:
    return tuple(
        Part(LETTERS[colour], "", position, 0 <= at <= place and position == row[at][0])
        for place, (position, colour) in enumerate(row)
    )


def _counted(state: State, seat: int) -> list[tuple[int, int]]:
    """Position and colour of the markers that count for this seat, from the lowest."""
    markers = sorted((int(rules.marker(state, seat, colour)), colour) for colour in range(COLOURS))
    return [each for each in markers if each[0] > 0] if state.variant == rules.DUEL else markers


def _names(kinds: Sequence[int]) -> str:
    return " ".join(tile_name(kind) for kind in kinds)
