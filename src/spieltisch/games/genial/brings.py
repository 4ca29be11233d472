"""What a coach would say of a move: the one thing that matters most about it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass

import numpy as np

from spieltisch.contract import Reason
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import COLOURS, FREE, NEIGHBOUR
from spieltisch.games.genial.events import Gain, halves
from spieltisch.games.genial.moves import LETTERS, laid
from spieltisch.games.genial.rules import DUEL, DUEL_TOP, EXCHANGE, OVER, PASS, SOLO, TEAM, State
from spieltisch.games.genial.view import Preview, preview
from spieltisch.games.genial.words import (
    bonus_paragraph,
    colour_key,
    field_name,
    for_colour,
    listed,
    partners,
    party,
    points_of,
    track_paragraph,
)
from spieltisch.kernel import paragraph

WORTH_CLOSING = 4  # points
WORTH_PREPARING = 3


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
        "colours": listed([_the(letter) for colour, letter in enumerate(LETTERS) if bits >> colour & 1]),
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
    shared = np.count_nonzero(places == 0) > len(partners(state, seat))
    return Reason("brings_end_shared" if shared else "brings_end_won", number)


def _brings_a_bonus(laying: _Laying) -> Reason | None:
    """§7 The colours that reach the top, and that it goes on."""
    if not laying.picture.bonus_turns:
        return None
    duel = laying.state.variant == DUEL
    top = [gain for gain in laying.moves if gain.top]
    values = {
        "colours": listed([_the(gain.colour) for gain in top]),
        "top": Reason("to_the_own_9" if duel else "to_the_18"),
        "n": laying.picture.bonus_turns,
    }
    return Reason("brings_bonus", bonus_paragraph(laying.state), values)


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
    number = track_paragraph(state)
    if lowest == 0:
        values = {"colours": listed([_the(gain.colour) for gain in low]), "points": points_of(laying.moves)}
        return _with(Reason("brings_off_zero", values=values), number, _closes(laying))
    reached = [Reason("reaches", values={"colour": _the(g.colour), "field": field_name(state, g.after)}) for g in low]
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
        "before": field_name(state, lowest),
        "after": field_name(state, low[0].after),
        "reached": listed(reached),
    }
    return _with(Reason(key, values=values), number, _closes(laying) or _also(laying, low))


def _brings_points(laying: _Laying) -> Reason | None:
    if not laying.moves:
        return None
    return _with(points_of(laying.moves), "§6", _closes(laying))


def _brings_lost_points(laying: _Laying) -> Reason | None:
    if not laying.picture.gains:
        return None
    full = [_the(gain.colour) for gain in laying.picture.gains]
    fact = Reason("brings_lost", values={"colours": listed(full), "n": len(full)})
    return _with(fact, track_paragraph(laying.state), _closes(laying))


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
    prepared = Reason("brings_prepared", values={"n": best, "colour": for_colour(letter)})
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
    return Reason("brings_also", values={"points": points_of(others)}) if others else None


def _closes(laying: _Laying) -> Reason | None:
    """A covered cell that was worth much in a colour that another side needs."""
    state, best, said = laying.state, WORTH_CLOSING - 1, None
    for rival in range(state.players):
        if rival in partners(state, laying.seat):
            continue
        for cell, _, own in _laid_halves(laying):
            for colour in _needed(state, rival):
                points = _all_lines(state, cell, colour) if colour != own else 0
                if points > best:
                    best = points
                    values = {"n": points, "colour": for_colour(LETTERS[colour]), "name": party(state, rival)}
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


def _the(letter: str) -> Reason:
    return Reason(f"the_{colour_key(letter)}")
