"""What studies count in the tile game."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.contract import Content
from spieltisch.games.genial.board import COLOURS
from spieltisch.games.genial.rules import (
    BONUS,
    EXCHANGE,
    KEEP,
    PASS,
    TRACK_END,
    State,
    lowest_marker,
    marker,
)
from spieltisch.kernel import Ints, rule
from spieltisch.tallies import Tally


def colours(content: Content) -> tuple[str, ...]:
    return "red", "green", "blue", "orange", "yellow", "purple"


EACH: Mapping[str, Tally] = {
    "bonus_turns": Tally("bonus turns taken (§7)"),
    "passes": Tally("bonus turns declined (R3)"),
    "exchanges": Tally("exchanges of tiles (§8, in the duel §12)"),
    "kept": Tally("exchanges that were allowed and declined"),
    "lowest": Tally("the colours of which the marker stands lowest at the end", colours),
    "top": Tally("the colours of which the marker stands at the end of its track", colours),
}
WHOLE: Mapping[str, Tally] = {}
BONUS_TURNS, PASSES, EXCHANGES, KEPT, LOWEST, ON_TOP = 0, 1, 2, 3, 4, 5


@rule
def count(state: State, seat: int, action: int, each: Ints, whole: Ints) -> None:
    if seat < 0:
        return
    if action == PASS:
        each[seat, PASSES] += 1
    elif action == EXCHANGE:
        each[seat, EXCHANGES] += 1
    elif action == KEEP:
        each[seat, KEPT] += 1
    elif state.phase == BONUS:
        each[seat, BONUS_TURNS] += 1


@rule
def finish(state: State, each: Ints, whole: Ints) -> None:
    for seat in range(state.players):
        lowest = lowest_marker(state, seat)
        for colour in range(COLOURS):
            position = marker(state, seat, colour)
            if position == lowest:
                each[seat, LOWEST] |= 1 << colour
            if position == TRACK_END[state.variant]:
                each[seat, ON_TOP] |= 1 << colour
