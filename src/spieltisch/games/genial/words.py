"""Phrases that explanations are made of."""

from __future__ import annotations

from collections.abc import Sequence

from spieltisch.contract import Reason, who
from spieltisch.games.genial.events import Gain
from spieltisch.games.genial.moves import LETTERS
from spieltisch.games.genial.rules import DUEL, SOLO, TEAM, TOP, State

COLOUR_KEYS = ("red", "green", "blue", "orange", "yellow", "purple")


def colour_key(letter: str) -> str:
    return COLOUR_KEYS[LETTERS.index(letter)]


def points_of(gains: Sequence[Gain]) -> Reason:
    return listed(
        [Reason("points_for", values={"n": gain.points, "colour": for_colour(gain.colour)}) for gain in gains]
    )


def field_name(state: State, position: int) -> Reason:
    """Where a marker stands, in words that fit the track."""
    if state.variant == DUEL:
        side = "field_middle" if position == 0 else "field_own" if position > 0 else "field_opponent"
        return Reason(side, values={"field": abs(position)})
    if state.variant in (SOLO, TEAM):
        right = position >= TOP
        return Reason("field_right" if right else "field", values={"field": position - TOP if right else position})
    return Reason("field", values={"field": position})


def track_paragraph(state: State) -> str:
    return {SOLO: "§10", TEAM: "§11", DUEL: "§12"}.get(state.variant, "§6")


def bonus_paragraph(state: State) -> str:
    return {TEAM: "§11", DUEL: "§12"}.get(state.variant, "§7")


def partners(state: State, seat: int) -> tuple[int, ...]:
    return (seat % 2, seat % 2 + 2) if state.variant == TEAM else (seat,)


def party(state: State, seat: int) -> Reason:
    """Whoever wins or loses together: a seat, or a team with its two seats."""
    seats = partners(state, seat)
    if len(seats) == 1:
        return who(seat)
    return Reason("team", values={"one": who(seats[0]), "other": who(seats[1])})


def colour_name(colour: int) -> Reason:
    return Reason(COLOUR_KEYS[colour])


def listed(reasons: Sequence[Reason]) -> Reason:
    """Several in one sentence: a, b and c."""
    if len(reasons) == 1:
        return reasons[0]
    head = reasons[0]
    for reason in reasons[1:-1]:
        head = Reason("listed", values={"head": head, "next": reason})
    return Reason("listed_and", values={"head": head, "next": reasons[-1]})


def for_colour(letter: str) -> Reason:
    return Reason(f"for_{colour_key(letter)}")
